"""What every linear method has that predicts a number: its problem, its coefficients drawn and told, its errors.

y(x) = w · φ(x) + b        r = t − y
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from engine.base.params import aside, flag
from engine.base.words import counted, figure, inner, shown
from engine.core.algorithm import Inquiry
from engine.core.marks import Bars, Points
from engine.core.story import Number, Story, Table
from engine.core.surfaces import Surface
from engine.data.dataset import Dataset
from engine.maths.algebra.affine import with_ones
from engine.maths.algebra.agreement import cleared
from engine.maths.algebra.linear_fit import ILL_CONDITIONED
from engine.maths.evaluation.missed import missed
from engine.models.basis import Basis, Gaussians
from engine.models.linear import LinearPredictor, features
from engine.parts.basis import BasisParams, chosen_basis, expanded, in_basis
from engine.parts.over_feature import target_title, target_unit, target_value

BIAS = "bias"
"""What the weight of the leading 1 is called."""
COEFFICIENTS = Surface("chart", "Coefficients", "", "weight")
NAMED = 3
"""So many coefficients are told in words."""


@dataclass(frozen=True)
class RegressionParams(BasisParams):
    """A basis, and whether a bias is fitted."""

    intercept: bool = aside(flag(True, label="fit the bias", help="off: the prediction is 0 where all inputs are 0"))


@dataclass(frozen=True, eq=False)
class Problem:
    """A target t (n,) and the inputs X (n, M) that predict it: the features, or the functions of a basis."""

    basis: Basis | None
    table: Dataset
    intercept: bool = True

    @property
    def X(self) -> np.ndarray:
        return self.table.X

    @property
    def t(self) -> np.ndarray:
        assert self.table.y is not None
        return self.table.y

    @cached_property
    def Phi(self) -> np.ndarray:
        """(n, M + 1) the design matrix, a leading 1 in each row; without an intercept (n, M)."""
        return with_ones(self.X) if self.intercept else self.X

    @property
    def names(self) -> tuple[str, ...]:
        """What the columns of Φ are called."""
        return (BIAS, *self.table.feature_names) if self.intercept else self.table.feature_names

    def model(self, w: np.ndarray) -> LinearPredictor:
        """The model with the weights w (M + 1,), the bias first."""
        return LinearPredictor.unpacked(w, self.basis)

    def of_columns(self, w: np.ndarray) -> np.ndarray:
        """The weights that the columns of Φ have, of w (M + 1,), the bias first."""
        return w if self.intercept else w[1:]


def posed(data: Dataset, params: RegressionParams, start: LinearPredictor | None = None) -> Problem:
    """The problem of a run; a start model's own basis has precedence."""
    return of_basis(data, chosen_basis(params, data, start), params.intercept)


def of_basis(data: Dataset, basis: Basis | None, intercept: bool = True) -> Problem:
    """The problem of a basis that is known, such as that of a step's model; the data set keeps it."""
    return data.cached(("regression", basis, intercept), lambda: Problem(basis, expanded(data, basis), intercept))


def constant(data: Dataset, problem: Problem) -> np.ndarray:
    """(M + 1,) the weights of the best constant: the mean of the targets, or 0 without an intercept."""
    w = np.zeros(problem.table.d + 1)
    w[0] = problem.t[0] + (problem.t - problem.t[0]).mean() if problem.intercept else 0.0
    return w


def first_weights(data: Dataset, problem: Problem, start: LinearPredictor | None) -> np.ndarray:
    """(M + 1,) the weights to begin from, the bias first: those of the start, if it fits, or the best constant."""
    if start is None or len(start.weights) != problem.table.d:
        return constant(data, problem)
    return start.packed if problem.intercept else np.append(0.0, start.weights)


def blank(basis: Basis, data: Dataset) -> LinearPredictor:
    """Weights of 0 for the functions of a basis: what a run with centres placed by hand begins from."""
    return LinearPredictor(np.zeros(basis.n_functions), 0.0, basis)


# -- drawn -------------------------------------------------------------------------------------------------------------


def coefficient_bars(
    w: np.ndarray, names: Sequence[str], chosen: int | None = None, surface: Surface = COEFFICIENTS
) -> list[Bars]:
    """A bar for each weight; none where one is no number."""
    return [Bars(w, tuple(names), chosen=chosen, surface=surface)] if np.isfinite(w).all() else []


# -- told --------------------------------------------------------------------------------------------------------------


def coefficients_table(w: np.ndarray, names: Sequence[str], chosen: int | None = None) -> Table:
    """Every weight by its name."""
    return Table("Coefficients", ("", "weight"), tuple(zip(names, w.tolist(), strict=True)), chosen)


def errors_of(t: np.ndarray, y: np.ndarray, unit: str = "") -> tuple[Number, ...]:
    """RMSE, and R² unless all targets are equal."""
    found = missed(t, y)
    told = [Number("RMSE", found.rmse, unit.strip())]
    if np.isfinite(found.r2):
        told.append(Number("R²", found.r2, "of the variance of the targets is explained"))
    return tuple(told)


def explained_line(t: np.ndarray, y: np.ndarray) -> tuple[str, ...]:
    """R² worked out, unless all targets are equal."""
    left, whole = float(((t - y) ** 2).sum()), float(((t - t.mean()) ** 2).sum())
    result = missed(t, y).r2
    if not (np.isfinite(result) and whole > 0):
        return ()
    one, other = shown(result, lambda a, b: 1.0 - a / b, left, whole)
    return (f"R² = 1 − Σ r² / Σ (t − t̄)² = 1 − {one} / {other} = {figure(result)}",)


def coefficients_in_words(model: LinearPredictor, data: Dataset) -> str:
    """What the weights mean, those of largest size: "One unit more of x changes t by 0.75"; of a basis no unit does."""
    unit, target = target_unit(data), target_title(data)
    if model.basis is not None:
        return f"{target} is a sum of {counted(model.basis.n_functions, 'basis function')}, each times its weight."
    largest = np.sort(np.argsort(-np.abs(model.weights), kind="stable")[:NAMED]).tolist()
    parts = [f"of {data.columns[j].title}, by {figure(model.weights[j])}{unit}" for j in largest]
    parts[0] = parts[0].replace(",", f" changes {target}", 1)
    held = " (the other features held)" if model.n_features > 1 else ""
    return f"One unit more {'; '.join(parts)}{held}."


def conditioned(condition: float, rank: int, problem: Problem) -> str:
    """What is wrong with the columns of Φ, if anything is: too few rows, dependent columns, or nearly so."""
    n, M = problem.Phi.shape
    if rank < M:
        why = f"{counted(n, 'row')} cannot determine" if n < M else "the columns of Φ depend on each other, in"
        return (
            f" The rank of Φ is {rank}, less than its {counted(M, 'column')}: {why} {counted(M, 'weight')}. Many "
            "weights fit equally well, and these are the shortest."
        )
    if condition > ILL_CONDITIONED:
        reason = _reason(problem)
        return (
            f" The condition number of Φ is {figure(condition)}: a change in the last digits of the data can change "
            f"all digits of the weights. {reason}"
        )
    return ""


def _reason(problem: Problem) -> str:
    if isinstance(problem.basis, Gaussians):
        return "The bumps are so wide that they are nearly alike."
    return "Rescale the columns, or use fewer." if problem.basis is None else "Use fewer basis functions."


# -- of one point ------------------------------------------------------------------------------------------------------


PREDICTION = r"y(\mathbf{z}) = \mathbf{w}^\top\mathbf{z} + b"


def prediction_line(model: LinearPredictor, x: np.ndarray, answer: float) -> str:
    """y = w · φ(x) + b with the numbers of a point x (d,)."""
    return f"y = {inner(model.weights, features(model.basis, x[None])[0], answer, model.bias)}"


def predicted_at(model: LinearPredictor, data: Dataset, x: np.ndarray) -> Inquiry:
    """What a model predicts at a point x (d,), in words and drawn."""
    answer = float(model.predict(x[None])[0])
    with np.errstate(over="ignore", invalid="ignore"):
        terms = float(np.abs(features(model.basis, x[None])[0]) @ np.abs(model.weights)) + abs(model.bias)
    answer = float(cleared(answer, terms))
    if not np.isfinite(answer):
        return Inquiry(Story("The weights are no numbers any more.", PREDICTION))
    said = f"At this point {target_title(data)} is predicted to be {target_value(data, answer)}."
    story = Story(said, in_basis(PREDICTION, model.basis), (prediction_line(model, x, answer),))
    return Inquiry(story, (Points(x[None], "focus", targets=np.array([answer])),))
