"""What a step of the support vector machine looks like: the margin, the points it rests on, and the pair that moved."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from engine.core.marks import Bars, Line, Mark, Points, Region, Segments
from engine.core.surfaces import Surface
from engine.data.dataset import Dataset
from engine.families.support_vectors.svm.loop import Params, Step
from engine.models.support_vectors import SupportVectors

RINGED = 1_000
"""Of more support vectors those nearest to the edges of the margin are ringed: more rings would hide the points, and
were there none from one more on, they would come and go while a slider moves."""
SLACKS = 200
"""Of more points than this the slacks would be a grey mass."""
ROUNDING = 1e-9
UPRIGHT = np.array([1.0, 0.0])
SHOWN = 40
"""The bars show so many multipliers, the greatest."""
MULTIPLIERS = Surface("chart", "Multipliers", "point", "multiplier α", open=False)
ASKED = Surface("chart", "Bias required", "bias required, t − Σ α t K", "α t", open=False)


def marks(step: Step, data: Dataset, params: Params) -> Sequence[Mark]:
    model = step.model
    if model is None:
        return _asked(step, data)
    wrong = np.flatnonzero(step.rightness < 0)
    drawn = [*_margin(model), *_slacks(step, model, data)]
    drawn.append(Points(data.X[wrong], "wrong", rows=wrong))
    support = ringed(step)
    drawn.append(Points(data.X[support], "support", rows=support))
    drawn += _pair(step, data)
    return [*drawn, _multipliers(step, data), *_asked(step, data)]


def ringed(step: Step) -> np.ndarray:
    """(s,) the support vectors with a ring."""
    support, count = step.support, rings(step)
    if count == len(support):
        return support
    away = np.abs(1.0 - step.rightness[support])
    return np.sort(support[np.argsort(away, kind="stable")[:count]])


def rings(step: Step) -> int:
    """How many they are."""
    return min(len(step.support), RINGED)


def _margin(model: SupportVectors) -> list[Mark]:
    """The boundary and the edges of the margin, f = ±1: straight lines with a linear kernel, curves with another."""
    if model.kernel.kind != "linear":
        return [Region(model, heights=(-1.0, 1.0))]
    drawn: list[Mark] = [Region(model)]
    if model.weights.any():
        drawn += [Line(model.weights, model.bias, "margin", level) for level in (1.0, -1.0)]
        drawn.append(Line(model.weights, model.bias, "boundary", normal=True))
    return drawn


def _slacks(step: Step, model: SupportVectors, data: Dataset) -> list[Mark]:
    """From every point that breaks the margin straight to the edge that it should lie beyond."""
    slack = 1.0 - step.rightness
    broken = np.flatnonzero(slack > ROUNDING)
    if model.kernel.kind != "linear" or not model.weights.any() or not 0 < len(broken) <= SLACKS:
        return []
    steps = (step.problem.t[broken] * slack[broken] / (model.weights @ model.weights))[:, None] * model.weights
    return [Segments(data.X[broken], data.X[broken] + steps, "residual")]


def _pair(step: Step, data: Dataset) -> list[Mark]:
    """The two points whose multipliers moved; the arrow shows which way α t went."""
    if step.pair is None:
        return []
    i, j = step.pair.rows
    ends = data.X[[i, j]]
    return [Segments(ends[1:], ends[:1], "spoke", arrows=True), Points(ends, "focus", rows=np.array([i, j]))]


def _multipliers(step: Step, data: Dataset) -> Mark:
    """The greatest multipliers, that of the pair's first row chosen."""
    support = step.support
    rows = support[np.argsort(-np.abs(step.shares[support]), kind="stable")[:SHOWN]]
    moved = step.pair.rows[0] if step.pair else -1
    chosen = int(np.argmax(rows == moved)) if moved in rows else None
    names = tuple(data.row_name(int(row)) for row in rows)
    return Bars(np.abs(step.shares[rows]), names, data.codes[rows], chosen, surface=MULTIPLIERS)


def _asked(step: Step, data: Dataset) -> list[Mark]:
    """What every row asks of the bias, b itself, and the two that disagree most, m and M.

    At the optimum all points lie on a staircase: left of b α t is as small as can be, right of it as great, and on
    b itself it is in between.
    """
    places = np.column_stack([step.biases, step.shares])
    drawn: list[Mark] = [Points(places, groups=data.codes, rows=np.arange(data.n), surface=ASKED)]
    drawn.append(Line(UPRIGHT, -step.bias, "boundary", label="b", surface=ASKED))
    if step.gap > 0:
        edges = ((0.5 * step.gap, "m"), (-0.5 * step.gap, "M"))
        drawn += [Line(UPRIGHT, -step.bias, "margin", level, label=name, surface=ASKED) for level, name in edges]
    return drawn
