"""What a step of the multi-class perceptron looks like."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from engine.core.marks import Mark, Region
from engine.data.dataset import Dataset
from engine.families.perceptrons import examples
from engine.families.perceptrons.multiclass_perceptron.loop import Params, Step, rivals, scored
from engine.parts.basis import expanded
from engine.parts.basis_drawing import feature_marks


def marks(step: Step, data: Dataset, params: Params) -> Sequence[Mark]:
    truth = np.searchsorted(step.model.classes, data.codes)
    missed = np.flatnonzero(rivals(scored(step.model, expanded(data, step.model.basis).X), truth)[1])
    drawn: list[Mark] = [Region(step.model), *examples.missed_points(missed, step.sample, data)]
    return [*drawn, *feature_marks(data, step.model)]
