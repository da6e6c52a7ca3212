"""The weights that a run of the multi-class perceptron begins from."""

from __future__ import annotations

import numpy as np

from engine.data.dataset import Dataset
from engine.models.basis import Basis
from engine.models.linear import Scores
from engine.parts.scores import first_weights


def first_scores(data: Dataset, M: int, basis: Basis | None, start: Scores | None = None) -> Scores:
    """M weights for each class that occurs: those of the start where they fit, else 0."""
    classes = np.array(data.classes_present)
    return Scores.unpacked(first_weights(start, classes, M), classes, basis)


def blank_scores(basis: Basis, data: Dataset) -> Scores:
    """Weights of 0 for the functions of a basis: what a run with centres placed by hand begins from."""
    return first_scores(data, basis.n_functions, basis)
