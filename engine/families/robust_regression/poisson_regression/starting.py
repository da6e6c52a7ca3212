"""What a run with centres placed by hand begins from."""

from __future__ import annotations

import numpy as np

from engine.data.dataset import Dataset
from engine.models.basis import Basis
from engine.models.log_linear import PoissonPredictor


def blank(basis: Basis, data: Dataset) -> PoissonPredictor:
    """Weights of 0 for the functions of a basis."""
    return PoissonPredictor(np.zeros(basis.n_functions), 0.0, basis)
