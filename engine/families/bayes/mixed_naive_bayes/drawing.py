"""What a step of naive Bayes of numbers and categories looks like."""

from __future__ import annotations

from collections.abc import Sequence

from engine.core.marks import Mark
from engine.data.dataset import Dataset
from engine.families.bayes.factor_drawing import naive_marks
from engine.families.bayes.mixed_naive_bayes.loop import Params
from engine.families.bayes.stepping import NaiveStep


def marks(step: NaiveStep, data: Dataset, params: Params) -> Sequence[Mark]:
    return naive_marks(step, data)
