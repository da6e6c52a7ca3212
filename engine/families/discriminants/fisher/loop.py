"""Fisher's discriminant: look at the classes along the direction in which they overlap least.   (Fisher 1936)

J(w) = wᵀ S_B w / wᵀ S_W w        two classes: S_W w = m₂ − m₁        K classes: S_B w = J S_W w

With a penalty λ everywhere S_W + λI stands in place of S_W, and J′ in place of J.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from typing import Literal

import numpy as np

from engine.base.params import choice, real, whole
from engine.base.snapshot import snapshot
from engine.base.words import counted, figure
from engine.core.algorithm import Steps
from engine.core.ending import Ending
from engine.data import needs
from engine.data.dataset import Dataset
from engine.maths.algebra.scatter import Found, Scatter, Whitening, best_directions, criterion, scatter, whitening
from engine.maths.probability.threshold import RULES, cut, projected
from engine.models.basis import Basis
from engine.models.linear import HeldThreshold, Hyperplane
from engine.models.projections import Discriminants
from engine.parts.basis import BasisParams, basis_limits, chosen_basis, expanded
from engine.parts.line import length

Model = Hyperplane | Discriminants
limits = basis_limits


def run(data: Dataset, params: Params, rng: np.random.Generator, start: Model | None = None) -> Steps:
    table = expanded(data, basis := chosen_basis(params, data, start))
    if words := needs.moderate(table):
        yield Step("data", basis=basis)
        return Ending.failed(words)

    parts = scatter(table.X, data.codes, data.classes_present)
    given = direction_of(start, table.d)
    looked = partial(along, table, parts, basis, held=held_from(start, given, parts))  # w (M,) -> a model
    model = None if given is None else looked(given)
    yield Step(
        stage="data" if given is None else "given", model=model, basis=basis, parts=parts,
        placed=placed_of(start, given),
    )  # fmt: skip

    if parts.two and parts.apart:
        model = looked(parts.spread[:, 0])
    yield Step(stage="means", model=model, basis=basis, parts=parts, before=given)
    if not parts.apart:
        return Ending.failed("The class means are equal, so no direction separates them: J is 0 along each.")

    yield Step(stage="scatter", model=model, basis=basis, parts=parts)

    white = whitening(parts, params.penalty)
    yield Step(stage="whitened", model=model, basis=basis, parts=parts, white=white, ridge=white.ridge)
    yield Step(stage="axis", model=model, basis=basis, parts=parts, white=white, ridge=white.ridge)

    before, found = unit_of(model), best_directions(parts, params.penalty, white)
    best = [looked(found.directions[0])] if parts.two else several(found, table, parts, basis, params.directions)
    for model in best:
        yield Step(
            stage="direction", model=model, basis=basis, parts=parts, before=before, separations=found.separations,
            ridge=found.ridge,
        )  # fmt: skip

    model = looked(model.weights, params.threshold) if isinstance(model, Hyperplane) else model
    assert model is not None  # there is a best direction wherever the means lie apart
    wrong = int((model.predict(data.X) != data.codes).sum())
    yield Step(
        stage="classified", model=model, basis=basis, parts=parts, separations=found.separations, ridge=found.ridge,
        wrong=wrong,
    )  # fmt: skip
    return Ending.converged(_words(found, parts, wrong, data, params))


def along(
    table: Dataset, parts: Scatter, basis: Basis | None, w: np.ndarray, rule: str = "midpoint", *,
    held: float | None = None,
) -> Model:  # fmt: skip
    """What a direction w (M,) alone makes of the classes. For two it is turned to lead from class 1 to class 2, and
    cut by a rule, or so far beyond the mean of all points as the threshold is held.
    """
    unit = w / length(w)
    classes = table.classes_present
    if not parts.two:
        means = (parts.means - parts.mean) @ unit[:, None]
        J = min(criterion(unit, parts), np.finfo(float).max)
        return Discriminants(parts.mean, unit[None], np.array([J]), means, np.array(classes), basis)
    unit = -unit if float((parts.means[1] - parts.means[0]) @ unit) < 0 else unit
    # Taken from the mean, so that numbers far from 0 keep their digits.
    mean, values = float(parts.mean @ unit), (table.X - parts.mean) @ unit
    if held is not None:
        return HeldThreshold(unit, -(held + mean), (classes[0], classes[1]), basis)
    place = cut(projected(values, table.codes == classes[1]), rule)
    return Hyperplane(unit, -(place + mean), (classes[0], classes[1]), basis)


def held_from(start: Model | None, given: np.ndarray | None, parts: Scatter) -> float | None:
    """How far beyond the mean of all points, from class 1 to class 2, a start holds the threshold; None if it does not.

    So it is known along every direction, and stays where it was put along the direction of the start.
    """
    if not isinstance(start, HeldThreshold) or given is None or not parts.two:
        return None
    beyond = -float(start.bias) / length(start.weights) - float(parts.mean @ given)
    return -beyond if float((parts.means[1] - parts.means[0]) @ given) < 0 else beyond


def direction_of(start: Model | None, M: int) -> np.ndarray | None:
    """(M,) the direction of a start model, of several the first; None if it has none, or one of other functions."""
    w = unit_of(start, 0)
    return w if w is not None and len(w) == M else None


def placed_of(start: Model | None, given: np.ndarray | None) -> np.ndarray | None:
    """(M,) the direction of a start as long as it was placed; None where it has none."""
    if start is None or given is None:
        return None
    return start.weights if isinstance(start, Hyperplane) else start.components[0]


def unit_of(model: Model | None, place: int = -1) -> np.ndarray | None:
    """(M,) the direction of a model, of unit length, of several the newest; None without a model, or if all is 0."""
    if model is None:
        return None
    w = model.weights if isinstance(model, Hyperplane) else model.components[place]
    return np.asarray(w / length(w)) if w.any() else None


def several(found: Found, table: Dataset, parts: Scatter, basis: Basis | None, most: int) -> Iterator[Discriminants]:
    """The best direction, the best two, and so on. Along each the variance within the classes is 1 (with a penalty:
    that and λ ‖w‖² / N together), so that distances along them can be compared.
    """
    rows, codes = found.directions * np.sqrt(table.n), np.array(table.classes_present)
    for k in range(1, min(most, len(rows)) + 1):
        means = (parts.means - parts.mean) @ rows[:k].T
        yield Discriminants(parts.mean, rows[:k], found.separations[:k], means, codes, basis)


def bound(data: Dataset, params: Params) -> int:
    return 6 + params.kept(data)


@dataclass(frozen=True)
class Params(BasisParams):
    threshold: str = choice("midpoint", RULES, help="the threshold along the direction, for two classes")
    directions: int = whole(2, low=1, high=100, symbol="M", help="K classes have at most K − 1: a larger M finds those")
    penalty: float = real(
        0.0,
        low=0.0,
        high=1e6,
        log=True,
        symbol=r"\lambda",
        label="ridge",
        rare=True,
        help="on the scatter within classes",
    )

    def kept(self, data: Dataset) -> int:
        """How many directions are found."""
        return min(self.directions, max(len(data.classes_present) - 1, 1))


@snapshot
class Step:
    """What is known so far; `model` is None until there is a direction to look along."""

    stage: Literal["data", "given", "means", "scatter", "whitened", "axis", "direction", "classified"]
    model: Model | None = None
    basis: Basis | None = None
    parts: Scatter | None = None  # None where the numbers are too large for it
    before: np.ndarray | None = None  # (M,) the direction before this step, of unit length
    separations: np.ndarray | None = None  # J along every direction there is, the penalty included
    ridge: float = 0.0  # what had to be added to a singular scatter, see `engine.maths.algebra.scatter.Whitening`
    wrong: int = 0  # rows given another class than their own, in the last step
    white: Whitening | None = None  # how S_W, with what is added to it, becomes the identity
    placed: np.ndarray | None = None  # (M,) the direction given by hand, as long as it was placed

    @property
    def direction(self) -> np.ndarray | None:
        """(M,) the direction that the step is about, of unit length: the newest, and in the end the first."""
        return unit_of(self.model, 0 if self.stage == "classified" else -1)


def _words(found: Found, parts: Scatter, wrong: int, data: Dataset, params: Params) -> str:
    points = f"{counted(wrong, 'point')} of {data.n:,} on the wrong side"
    if parts.two:
        best = f"The best direction for λ = {figure(params.penalty)}" if params.penalty else "The best direction"
        return f"{best} is found: J = {figure(criterion(found.directions[0], parts))}, {points}."
    share = found.separations[: params.directions].sum() / found.separations.sum()
    axes = counted(min(params.directions, len(found.separations)), "direction")
    return f"{axes} found, with {100 * share:.1f} % of the separation; {points}."
