"""What a step of one versus the rest looks like: as every scheme of two-class models does."""

from __future__ import annotations

from collections.abc import Sequence

from engine.core.later import Later
from engine.core.marks import Mark
from engine.data.dataset import Dataset
from engine.families.discriminants.one_versus_rest.loop import Params
from engine.families.discriminants.schemes import Step
from engine.families.discriminants.schemes_drawing import scheme_marks


def marks(step: Step, data: Dataset, params: Params) -> Sequence[Mark | Later]:
    return scheme_marks(step, data)
