"""What a step of One versus one looks like."""

from __future__ import annotations

from collections.abc import Sequence

from engine.core.marks import Mark
from engine.data.dataset import Dataset
from engine.families.discriminants import schemes_drawing as view
from engine.families.discriminants.one_versus_one.loop import Params
from engine.families.discriminants.schemes import (
    Step,
)


def marks(step: Step, data: Dataset, params: Params) -> Sequence[Mark]:
    return view.drawn(step, data)
