"""Where to cut a number in two, so that the parts are as little mixed as can be: all places and features at once.

Candidates are the midpoints of neighbouring distinct values. Each row is put into its place once for each feature
(`presorted`), every part of a divided set keeps the order (`divided`), and the sums of a part are running sums.

    drop = I(S) − |L|/|S| · I(L) − |R|/|S| · I(R)        I: Gini impurity, entropy in bits, share of errors, variance
"""

from __future__ import annotations

from typing import Literal, NamedTuple

import numpy as np

from engine.maths.probability.impurity import ROUNDING

Measure = Literal["gini", "entropy", "error", "variance"]


class Cuts(NamedTuple):
    """The best cut of each of f features: where, by how much the impurity drops, and how much weight lies below.

    A feature that cannot be cut has the drop -1.
    """

    thresholds: np.ndarray  # (f,)
    drops: np.ndarray  # (f,)
    below: np.ndarray  # (f, C) the sums of the targets on the side ≤ threshold

    @property
    def best(self) -> int:
        """The feature with the largest drop, the first of those that differ by rounding only; -1 if none can be cut."""
        top = self.drops.max(initial=-1.0)
        return -1 if top < 0 else int(np.argmax(self.drops >= top - ROUNDING * top))


def indicators(y: np.ndarray, K: int, weights: np.ndarray | None = None) -> np.ndarray:
    """(K, n) what is summed up for classes: 1, or the weight of the row, at its class.

    >>> indicators(np.array([1, 0]), 2).tolist()
    [[0.0, 1.0], [1.0, 0.0]]
    """
    targets = np.zeros((K, len(y)))
    targets[y, np.arange(len(y))] = 1.0 if weights is None else weights
    return targets


def presorted(X: np.ndarray) -> np.ndarray:
    """(d, n) the rows of X (n, d) in the order of each feature, those of one value in their own order."""
    return np.argsort(np.asarray(X).T, axis=1, kind="stable")


def divided(order: np.ndarray, chosen: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """The orders (d, m) of the chosen rows and of the others; chosen (n,) is a mask over all rows."""
    there = chosen[order]
    return order[there].reshape(len(order), -1), order[~there].reshape(len(order), -1)


def best_cuts(
    columns: np.ndarray, targets: np.ndarray, order: np.ndarray, *,
    measure: Measure = "gini", min_leaf: int = 1, weights: np.ndarray | None = None,
) -> Cuts:  # fmt: skip
    """The best cut of each feature for the rows in `order` (f, m).

    columns (f, n) the features, each contiguous; targets (C, n): `indicators` of classes, already weighted, or for
    the variance one row of numbers, best centred; weights (n,) of the rows, 1 each without. Of equal drops the lowest
    threshold is taken.
    """
    values = np.take_along_axis(columns, order, axis=1)
    sums, mass = _running(targets, order, weights)
    drops = _drops(sums, mass, measure, _scale(targets, order, measure))
    drops = np.where(_allowed(values, min_leaf), drops, -1.0)
    top = drops.max(axis=1, initial=-1.0)
    if drops.shape[1] == 0:
        return Cuts(np.zeros(len(order)), top, np.zeros((len(order), len(targets))))
    at = np.argmax(drops >= (top - ROUNDING * np.abs(top))[:, None], axis=1)
    each = np.arange(len(order))
    return Cuts(midpoints(values[each, at], values[each, at + 1]), top, sums[:, each, at].T)


class PartCuts(NamedTuple):
    """The best cut of each of q parts: by which of the features in view, where, and how much the impurity drops.

    A part that cannot be cut has the drop -1.
    """

    features: np.ndarray  # (q,)
    thresholds: np.ndarray  # (q,)
    drops: np.ndarray  # (q,)


def best_cuts_of_parts(
    values: np.ndarray, targets: np.ndarray, order: np.ndarray, sizes: np.ndarray, *,
    measure: Measure = "gini", min_leaf: int = 1,
) -> PartCuts:  # fmt: skip
    """What `best_cuts` finds for each of q parts, of classes, in one pass over the rows of all of them.

    order, values (f, m)  the rows and the feature in view, the parts one after the other;   sizes (q,) of the parts
    """
    C, ends = len(targets), np.cumsum(sizes)
    sums = np.cumsum(targets[:, order], axis=2)
    upto = sums[:, 0, ends - 1]
    before = np.concatenate([np.zeros((C, 1)), upto[:, :-1]], axis=1)
    whole = upto - before
    n = whole.sum(axis=0, keepdims=True)
    held = _held(whole[:, None], n, measure)
    known = np.repeat(np.concatenate([before, whole, n, held]), sizes, axis=1)[:, None]
    left, n, held = sums - known[:C], known[-2], known[-1]
    below = left.sum(axis=0)
    parted = _held(left, below, measure) + _held(known[C:-2] - left, n - below, measure)
    drops = np.where(_allowed_in_parts(values, sizes, ends, min_leaf), _dropped(parted - held, n, 1.0), -1.0)
    return _best_of_parts(values, drops, ends - sizes, sizes)


def _allowed_in_parts(values: np.ndarray, sizes: np.ndarray, ends: np.ndarray, min_leaf: int) -> np.ndarray:
    """(f, m) whether a part may be cut after each of its rows; after its last it may not."""
    allowed = np.zeros(values.shape, dtype=bool)
    np.less(values[:, :-1], values[:, 1:], out=allowed[:, :-1])
    allowed[:, ends - 1] = False
    if min_leaf > 1:
        place = np.arange(values.shape[1])
        above = np.repeat(ends, sizes) - place - 1
        allowed &= (above >= min_leaf) & (np.repeat(sizes, sizes) - above >= min_leaf)
    return allowed


def _best_of_parts(values: np.ndarray, drops: np.ndarray, starts: np.ndarray, sizes: np.ndarray) -> PartCuts:
    """Of equal drops in a part the first feature, and there the lowest threshold."""
    m = drops.shape[1]
    tops = np.maximum.reduceat(drops, starts, axis=1)
    best = np.argmax(tops >= (top := tops.max(axis=0)) - ROUNDING * np.abs(top), axis=0)
    chosen = np.repeat(best, sizes), np.arange(m)
    top = tops[best, np.arange(len(best))]
    good = np.where(drops[chosen] >= np.repeat(top - ROUNDING * np.abs(top), sizes), chosen[1], m - 1)
    at = np.minimum.reduceat(good, starts)
    return PartCuts(best, midpoints(values[best, at], values[best, np.minimum(at + 1, m - 1)]), top)


def candidates(
    values: np.ndarray, targets: np.ndarray, *,
    measure: Measure = "gini", min_leaf: int = 1, weights: np.ndarray | None = None,
) -> tuple[np.ndarray, np.ndarray]:  # fmt: skip
    """The thresholds (t,) that a feature can be cut at, ascending, and the drops (t,); values (m,), targets (C, m).

    >>> t, g = candidates(np.array([40, 48, 60, 72, 80, 90.]), indicators(np.array([0, 0, 1, 1, 1, 0]), 2),
    ...                   measure="entropy")
    >>> t.tolist(), g.round(4).tolist()
    ([44.0, 54.0, 66.0, 76.0, 85.0], [0.1909, 0.4591, 0.0817, 0.0, 0.1909])
    """
    order = presorted(values[:, None])
    there = values[order]
    drops = _drops(*_running(targets, order, weights), measure, _scale(targets, order, measure))[0]
    fit = _allowed(there, min_leaf)[0]
    return midpoints(there[0, :-1], there[0, 1:])[fit], drops[fit]


def midpoints(low: np.ndarray, high: np.ndarray) -> np.ndarray:
    """Half-way between, and never as large as `high`, so that it tells the two apart whatever rounding does."""
    with np.errstate(over="ignore"):
        middle = low + (high - low) / 2
    middle = np.where(np.isfinite(middle), middle, low / 2 + high / 2)
    return np.where(middle < high, middle, low)


def _running(targets: np.ndarray, order: np.ndarray, weights: np.ndarray | None) -> tuple[np.ndarray, np.ndarray]:
    """(C, f, m) the sums of the targets of the first rows of each order, and (f, m) or (1, m) their weight."""
    sums = np.cumsum(targets[:, order], axis=2)
    mass = np.arange(1.0, order.shape[1] + 1)[None] if weights is None else np.cumsum(weights[order], axis=1)
    return sums, mass


def _drops(sums: np.ndarray, mass: np.ndarray, measure: Measure, scale: float) -> np.ndarray:
    """(f, m - 1) how much the impurity drops when a set is cut after each of its rows but the last; never below 0."""
    left, whole, n = sums[..., :-1], sums[..., -1:], mass[..., -1:]
    below, held = mass[..., :-1], _held(whole, n, measure)
    return _dropped(_held(left, below, measure) + _held(whole - left, n - below, measure) - held, n, scale)


def _dropped(held: np.ndarray, n: np.ndarray, scale: float) -> np.ndarray:
    """What two parts hold more than the whole, as a drop of the impurity; what rounding leaves of 0 is 0."""
    drops = held / np.where(n > 0, n, 1.0)
    return np.where(drops > ROUNDING * scale, drops, 0.0)


def _held(sums: np.ndarray, mass: np.ndarray, measure: Measure) -> np.ndarray:
    """(f, t) −weight · I of sets with these sums (C, f, t), but for a share that is the same for the parts together."""
    if measure == "entropy":
        return _spread(sums, mass)
    return np.asarray(sums.max(axis=0)) if measure == "error" else _squares(sums, mass)


def _scale(targets: np.ndarray, order: np.ndarray, measure: Measure) -> float:
    """What rounding is small against: 1 for shares of classes; for numbers the mean of their squares."""
    return float(np.square(targets[0, order[0]]).mean()) if measure == "variance" and order.size else 1.0


def _squares(sums: np.ndarray, mass: np.ndarray) -> np.ndarray:
    """(f, t) Σ (sum of the targets)² / weight."""
    return np.asarray(np.einsum("kft,kft->ft", sums, sums) / np.where(mass > 0, mass, 1.0))


def _spread(sums: np.ndarray, mass: np.ndarray) -> np.ndarray:
    """(f, t) −weight · H: Σ s log₂ s − weight · log₂ weight."""
    return np.asarray(_x_log_x(sums).sum(axis=0) - _x_log_x(mass))


def _x_log_x(x: np.ndarray) -> np.ndarray:
    positive = np.maximum(x, 0.0)
    return np.asarray(positive * np.log2(np.where(positive > 0, positive, 1.0)))


def _allowed(values: np.ndarray, min_leaf: int) -> np.ndarray:
    """(f, m - 1) whether a set may be cut after each of its rows: between distinct values, with rows enough."""
    allowed = values[:, :-1] < values[:, 1:]
    if min_leaf > 1:
        allowed[:, : min_leaf - 1] = False
        allowed[:, allowed.shape[1] - (min_leaf - 1) :] = False
    return np.asarray(allowed)
