"""Where the updates begin, as a place on the chart of ln α and ln β."""

from __future__ import annotations

from typing import Any

import numpy as np

from engine.core.surfaces import Surface
from engine.data.dataset import Dataset
from engine.models.bayesian_linear import BayesianLinear
from engine.parts.basis import BasisParams, chosen_basis

HERE = Surface("chart", "Evidence over α and β", "ln α", "ln β")
FARTHEST = 13.8
"""Nothing is placed where a logarithm is greater: α and β lie between 1e−6 and 1e6."""


def placed(positions: np.ndarray, data: Dataset, params: BasisParams, base: Any = None) -> BayesianLinear:
    """The prior with the precisions at a place (1, 2) of the chart, and the basis of the base."""
    alpha, beta = np.exp(np.clip(positions[0], -FARTHEST, FARTHEST)).tolist()
    basis = chosen_basis(params, data, base)
    M = data.d if basis is None else basis.n_functions
    return BayesianLinear(np.zeros(M), 0.0, basis, np.eye(M + 1) / alpha, alpha, beta)


def place(model: BayesianLinear, data: Dataset) -> np.ndarray:
    """(1, 2) where a model lies on the chart."""
    return np.log([[model.alpha, model.beta]])
