"""What the penalised regressions work on: the columns Φ and the target t, reduced to their products."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from engine.base.params import real
from engine.data.dataset import Dataset
from engine.maths.algebra.reduced import Reduced, reduced, ridge_weights
from engine.models.basis import Basis
from engine.models.linear import LinearPredictor
from engine.parts.basis import BasisParams, chosen_basis
from engine.parts.regression import Problem, of_basis


@dataclass(frozen=True)
class PenaltyParams(BasisParams):
    """A basis, and how strongly the weights are held near 0."""

    penalty: float = real(1.0, low=0.0, high=1e6, log=True, symbol=r"\lambda", help="holds the weights near 0")


@dataclass(frozen=True, eq=False)
class Posed:
    """A regression, and its table reduced; with a free bias everything is taken from its mean."""

    problem: Problem
    free_bias: bool
    of: Reduced

    def packed(self, slopes: np.ndarray) -> np.ndarray:
        """(M + 1,) all weights, the bias first, of those that are held near 0."""
        return self.of.packed(slopes) if self.free_bias else slopes

    def model(self, slopes: np.ndarray) -> LinearPredictor:
        """The model with these weights, those that are held near 0."""
        return self.problem.model(self.packed(slopes))

    @cached_property
    def names(self) -> tuple[str, ...]:
        """What the weights that are held near 0 belong to."""
        return self.problem.names[1:] if self.free_bias else self.problem.names

    def held(self, model: LinearPredictor) -> np.ndarray:
        """The weights of a model that are held near 0."""
        return model.weights if self.free_bias else model.packed

    def length(self, model: LinearPredictor) -> float:
        """‖w‖ of these."""
        return float(np.linalg.norm(self.held(model)))

    @cached_property
    def least_squares(self) -> tuple[np.ndarray, int]:
        """The weights without a penalty, and the rank of the columns."""
        return ridge_weights(self.of, 0.0)


def posed(data: Dataset, params: BasisParams, start: LinearPredictor | None = None) -> Posed:
    """The problem of a run; a start model's own basis has precedence."""
    return posed_with(data, chosen_basis(params, data, start), params)


def posed_with(data: Dataset, basis: Basis | None, params: BasisParams) -> Posed:
    """The problem of a basis that is known, such as that of a step's model; the data set keeps it."""
    free = not getattr(params, "penalise_bias", False)
    return data.cached(("penalised", basis, free), lambda: _posed(data, basis, free))


def _posed(data: Dataset, basis: Basis | None, free: bool) -> Posed:
    problem = of_basis(data, basis)
    return Posed(problem, free, reduced(problem.X if free else problem.Phi, problem.t, free))
