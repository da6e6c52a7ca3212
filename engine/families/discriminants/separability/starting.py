"""Where linear separability begins: with no line."""

from __future__ import annotations

import numpy as np

from engine.data.dataset import Dataset
from engine.models.basis import Basis
from engine.models.linear import Hyperplane


def no_line(M: int, data: Dataset, basis: Basis | None) -> Hyperplane:
    """Weights of 0: every point is called the higher class, which is the only one if there is but one."""
    present = data.classes_present
    return Hyperplane(np.zeros(M), 0.0, (present[0], present[-1]), basis)


def blank(basis: Basis, data: Dataset) -> Hyperplane:
    """The same for the functions of a basis: what a run with centres placed by hand begins from."""
    return no_line(basis.n_functions, data, basis)
