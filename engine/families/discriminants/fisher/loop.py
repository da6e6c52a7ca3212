"""Fisher's discriminant: look at the classes along the direction in which they overlap least.   (Fisher 1936)

J(w) = wᵀ S_B w / wᵀ S_W w        two classes: S_W w = m₂ − m₁        K classes: S_B w = J S_W w
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np

from engine.base.params import choice, real, whole
from engine.base.snapshot import snapshot
from engine.base.words import counted, figure
from engine.core.algorithm import Steps
from engine.core.ending import Ending
from engine.data import needs
from engine.data.dataset import Dataset
from engine.maths.algebra.scatter import Found, Scatter, best_directions, criterion, scatter
from engine.maths.probability.threshold import RULES, cut, projected
from engine.models import Discriminants, Hyperplane
from engine.models.basis import Basis
from engine.parts.basis import BasisParams, basis_limits, chosen_basis, expanded
from engine.parts.line import length

limits = basis_limits


def run(
    data: Dataset, params: Params, rng: np.random.Generator, start: Hyperplane | Discriminants | None = None
) -> Steps:
    basis = chosen_basis(params, data, start)
    table = expanded(data, basis)
    if words := needs.moderate(table):
        yield Step(None, "data", basis)
        return Ending.failed(words)

    parts = scatter(table.X, data.codes, data.classes_present)
    given = _given(start, table.d)
    model = None if given is None else along(given, table, parts, params, basis)
    yield Step(model, "data" if given is None else "given", basis, parts if model else None)

    if len(parts.means) == 2 and parts.apart:
        model = along(parts.spread[:, 0], table, parts, params, basis)
    yield Step(model, "means", basis, parts, given)
    if not parts.apart:
        return Ending.failed("The class means are equal, so no direction pulls them apart: J is 0 along each.")

    yield Step(model, "scatter", basis, parts)

    found = best_directions(parts, params.penalty)
    before = None if model is None else Step(model, "scatter").direction
    for model in _models(found, table, parts, params, basis):
        yield Step(model, "direction", basis, parts, before, found.separations, found.ridge)

    if isinstance(model, Hyperplane):
        model = along(model.weights, table, parts, params, basis, params.threshold)
    assert model is not None
    wrong = int((model.predict(data.X) != data.codes).sum())
    yield Step(model, "classified", basis, parts, None, found.separations, found.ridge, wrong)
    return Ending.converged(_words(found, parts, wrong, data, params))


def _given(start: Any, d: int) -> np.ndarray | None:
    """(d,) the direction of a start model, of unit length; None if it has none, or one of other functions."""
    if start is None:
        return None
    w = start.weights if isinstance(start, Hyperplane) else start.components[0]
    return np.asarray(w / length(w)) if len(w) == d and w.any() else None


def along(
    w: np.ndarray, table: Dataset, parts: Scatter, params: Params, basis: Basis | None, rule: str = "midpoint"
) -> Hyperplane | Discriminants:
    """What a direction w (M,) alone makes of the classes. For two it is turned to lead from class 1 to class 2."""
    unit = w / length(w)
    classes = table.classes_present
    if len(classes) > 2:
        means = (parts.means - parts.mean) @ unit[:, None]
        J = min(criterion(unit, parts), np.finfo(float).max)
        return Discriminants(parts.mean, unit[None], np.array([J]), means, np.array(classes), basis)
    unit = -unit if float((parts.means[1] - parts.means[0]) @ unit) < 0 else unit
    # Taken from the mean, so that numbers far from 0 keep their digits.
    values = (table.X - parts.mean) @ unit
    place = cut(projected(values, table.codes == classes[1]), rule) + float(parts.mean @ unit)
    return Hyperplane(unit, -place, (classes[0], classes[1]), basis)


def _models(
    found: Found, table: Dataset, parts: Scatter, params: Params, basis: Basis | None
) -> Iterator[Hyperplane | Discriminants]:
    """For two classes the best direction; for more, the best so many. Along each of those the variance within classes
    is 1, so that their distances can be compared.
    """
    if len(parts.means) == 2:
        yield along(found.directions[0], table, parts, params, basis)
        return
    rows = found.directions * np.sqrt(table.n)
    for k in range(1, min(params.directions, len(rows)) + 1):
        means = (parts.means - parts.mean) @ rows[:k].T
        codes = np.array(table.classes_present)
        yield Discriminants(parts.mean, rows[:k], found.separations[:k], means, codes, basis)


def bound(data: Dataset, params: Params) -> int:
    return 4 + params.kept(data)


@dataclass(frozen=True)
class Params(BasisParams):
    threshold: str = choice("midpoint", RULES, help="where two classes are cut along the direction")
    directions: int = whole(2, low=1, high=100, symbol="M", help="directions to find; K classes have at most K − 1")
    penalty: float = real(
        0.0, low=0.0, high=1e6, log=True, symbol=r"\lambda", help="ridge on the diagonal of the scatter within classes"
    )

    def kept(self, data: Dataset) -> int:
        """How many directions are found."""
        return min(self.directions, max(len(data.classes_present) - 1, 1))


@snapshot
class Step:
    """What is known so far; `model` is None until there is a direction to look along."""

    model: Hyperplane | Discriminants | None
    stage: Literal["data", "given", "means", "scatter", "direction", "classified"]
    basis: Basis | None = None
    parts: Scatter | None = None
    before: np.ndarray | None = None  # (M,) the direction before this step, of unit length
    separations: np.ndarray | None = None  # J along every direction there is, the penalty included
    ridge: float = 0.0  # what had to be added to a singular scatter, see `engine.maths.algebra.scatter.Whitening`
    wrong: int = 0  # rows given another class than their own, in the last step

    @property
    def direction(self) -> np.ndarray | None:
        """(M,) the direction that the step is about, of unit length: the newest, and in the end the first."""
        if self.model is None:
            return None
        place = 0 if self.stage == "classified" else -1
        w = self.model.weights if isinstance(self.model, Hyperplane) else self.model.components[place]
        return np.asarray(w / length(w))


def _words(found: Found, parts: Scatter, wrong: int, data: Dataset, params: Params) -> str:
    points = f"{counted(wrong, 'point')} of {data.n} on the wrong side"
    if len(data.classes_present) == 2:
        return f"The best direction is found: J = {figure(criterion(found.directions[0], parts))}, {points}."
    share = found.separations[: params.directions].sum() / found.separations.sum()
    axes = counted(min(params.directions, len(found.separations)), "direction")
    return f"{axes} found, with {100 * share:.1f} % of the separation; {points}."
