"""What Fisher's discriminant says of the best direction: what it solves, what it makes greatest, and what holds S_W."""

from __future__ import annotations

import numpy as np

from engine.base.words import figure, vector
from engine.core.story import Check, Number, Story, Table
from engine.data.dataset import Dataset
from engine.families.discriminants.fisher.drawing import overlap, ratio_name
from engine.families.discriminants.fisher.loop import Params, Step
from engine.families.discriminants.fisher.ratio import (
    J,
    held_scatter,
    held_words,
    looked_along,
    matrix_formula,
    matrix_words,
    ratio_numbers,
    worked_held,
    worked_ratio,
)
from engine.maths.algebra.agreement import cleared
from engine.maths.algebra.covariance import EQUAL
from engine.maths.algebra.scatter import EPSILON, criterion
from engine.models.projections import Discriminants
from engine.parts.basis import entries_of
from engine.parts.line import length

WRITTEN = 3
"""A matrix with more rows than this is not written out in a line."""
EIGEN = r"S_B \mathbf{w}_j = J_j S_W \mathbf{w}_j, \quad J_1 \geq J_2 \geq \ldots"


def solved(step: Step, table: Dataset, params: Params) -> Story:
    """The story of the best direction of two classes, or of one direction of several."""
    if isinstance(step.model, Discriminants):
        return _one_of_several(step, step.model, table, params)
    found, top = raw(step), float(_separations(step)[0])
    return Story(
        _two_classes(step, table, params) + held_words(step, params),
        _formula(step, params),
        (
            f"w ∝ {vector(found)}, made of length 1",
            *_system(step, params, found),
            *worked_ratio(step, table),
            *worked_held(step, params),
            _constraint(step, params, found),
        ),
        (
            *ratio_numbers(step, table),
            Number("λmax", top, f"the only eigenvalue above 0, the {ratio_name(step, params)} of the direction"),
        ),
        _weights(step, table),
        _checks(step, params),
    )


def _two_classes(step: Step, table: Dataset, params: Params) -> str:
    w, parts = looked_along(step)
    ratio, matrix, before = ratio_name(step, params), matrix_words(step, params), step.before
    assert before is not None
    held = held_scatter(step, params)
    said = f"The direction solves {matrix} w = m2 − m1. It is turned by {figure(_angle(w, before), 3)}° from the one "
    said += f"before: {ratio} {_risen(criterion(before, held), criterion(w, held))}, the most there is"
    if ratio != "J":
        J_before, J_now = (figure(criterion(each, parts)) for each in (before, w))
        said += f". J′ is J with {matrix} in place of the within-class scatter; J itself was {J_before} and is {J_now}"
    same = "" if ratio != "J" else " Linear discriminant analysis finds the same direction, up to its sign."
    return f"{said}, and {100 * overlap(step, table):.0f} % of the histograms overlap.{same}"


def _risen(before: float, now: float) -> str:
    one, other = figure(before), figure(now)
    return f"stays {other}" if one == other else f"rises from {one} to {other}"


def _formula(step: Step, params: Params) -> str:
    """What two classes solve, and the ratio that this makes greatest."""
    matrix, ratio = matrix_formula(step, params), ratio_name(step, params).replace("′", "'")
    solves = rf"\mathbf{{w}} \propto {matrix}^{{-1}} (\mathbf{{m}}_2 - \mathbf{{m}}_1), \quad "
    solves += rf"S_B \mathbf{{w}} = \lambda_{{\max}} {matrix}\,\mathbf{{w}}, \quad "
    if ratio == "J":
        return solves + J
    below = rf"\mathbf{{w}}^\top {matrix}\,\mathbf{{w}}"
    return solves + rf"{ratio}(\mathbf{{w}}) = \frac{{\mathbf{{w}}^\top S_B \mathbf{{w}}}}{{{below}}}"


def raw(step: Step) -> np.ndarray:
    """(M,) the w with S_W w = m₂ − m₁, before it is brought to length 1: along u with uᵀ(m₂ − m₁) = λmax / ‖w‖."""
    u, parts = looked_along(step)
    return np.asarray(u * float(_separations(step)[0]) / float(u @ parts.spread[:, 0]))


def _system(step: Step, params: Params, w: np.ndarray) -> tuple[str, ...]:
    """What w solves, with numbers, where the matrix is small enough to be written."""
    held = held_scatter(step, params).within
    if len(w) > WRITTEN:
        return ()
    rows = ", ".join(vector(row) for row in held)
    return (f"{matrix_words(step, params)} w = [{rows}] · {vector(w)} = {vector(looked_along(step)[1].spread[:, 0])}",)


def _separations(step: Step) -> np.ndarray:
    assert step.separations is not None
    return step.separations


def _constraint(step: Step, params: Params, w: np.ndarray) -> str:
    matrix, within = matrix_words(step, params), float(w @ held_scatter(step, params).within @ w)
    return f"wᵀ {matrix} w = {figure(within)}; divided by its root, w meets the constraint wᵀ {matrix} w = 1"


def _angle(w: np.ndarray, before: np.ndarray) -> float:
    """Between two directions of length 1, in degrees; by what lies across, as an arc cosine near 1 loses its digits."""
    along = float(w @ before)
    across = cleared(w - along * before, 1.0)
    return float(np.degrees(np.arctan2(length(across), abs(along))))


def _one_of_several(step: Step, model: Discriminants, table: Dataset, params: Params) -> Story:
    matrix, ratio = matrix_formula(step, params), ratio_name(step, params).replace("′", "'")
    return Story(
        _several(step, model, params) + held_words(step, params),
        EIGEN.replace("S_W", matrix + r"\," * (matrix != "S_W")).replace("J", ratio),
        (*worked_ratio(step, table), *worked_held(step, params)),
        axes(step, params),
        _weights(step, table),
        _checks(step, params),
    )


def _several(step: Step, model: Discriminants, params: Params) -> str:
    separations, k = _separations(step), len(model.components)
    ratio, matrix = ratio_name(step, params), matrix_words(step, params)
    said = f"Direction {k} of {len(separations)}: {ratio} = {figure(separations[k - 1])}, "
    said += f"{100 * separations[k - 1] / separations.sum():.1f} % of the separation. "
    said += "Along it the variance within the classes is 1." if ratio == "J" else f"Along it wᵀ {matrix} w / N is 1."
    others = np.delete(separations, k - 1)
    if (np.abs(others - separations[k - 1]) <= EQUAL * separations[0]).any():
        said += f" Another direction has the same {ratio}: any rotation of the two in their plane is as good."
    return said


def axes(step: Step, params: Params) -> tuple[Number, ...]:
    """The ratio along each direction, and how much of all separation that is so far."""
    separations, ratio = _separations(step), ratio_name(step, params)
    share = np.cumsum(separations) / separations.sum()
    pairs = list(zip(separations, share, strict=True))[:8]
    return tuple(
        Number(f"{ratio}{k + 1}", float(one), f"{100 * so_far:.1f} % so far") for k, (one, so_far) in enumerate(pairs)
    )


def _weights(step: Step, table: Dataset) -> tuple[Table, ...]:
    one = entries_of(step.basis)
    if isinstance(step.model, Discriminants):
        columns = tuple(f"w{k + 1}" for k in range(len(step.model.components)))
        rows = zip(table.feature_names, *step.model.components, strict=True)
        return (Table(f"Directions, {one} by {one}", (one, *columns), tuple(rows), None),)
    w, before = looked_along(step)[0], step.before
    assert before is not None
    both = zip(table.feature_names, before, w, strict=True)
    return (Table(f"Direction, {one} by {one}", (one, "before", "now"), tuple(both)),)


def _checks(step: Step, params: Params) -> tuple[Check, ...]:
    """The eigenvalue is the ratio of its direction, with all that was added to S_W, within floating-point precision."""
    w, held, separations = looked_along(step)[0], held_scatter(step, params), _separations(step)
    value = float(separations[len(step.model.components) - 1 if isinstance(step.model, Discriminants) else 0])
    cancelled = float(np.abs(w) @ np.abs(held.within) @ np.abs(w)) / float(w @ held.within @ w)
    close = abs(criterion(w, held) - value) <= (1e-6 + 100 * EPSILON * cancelled) * float(separations[0])
    return (Check(f"the eigenvalue is the {ratio_name(step, params)} of its direction", close),)
