"""How to split rows so that the parts are as little mixed as can be: a number by a cut, a category by its levels.

    drop = I(S) − Σ_v |S_v| / |S| · I(S_v)        I: Gini impurity, entropy in bits, share of errors, variance

Every drop is a function of the sufficient statistics of the parts (`impurity.py`), which are sums of targets (C, n):
`indicators` of classes, or `moments` of numbers. A number is cut half-way between neighbouring distinct values: each
row is put into its place once for each feature (`presorted`), every part of a divided set keeps the order (`divided`),
and the sums of a part are running sums, for all places, features and parts at once. Of a category they are summed up
by level.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from engine.maths.probability.impurity import ROUNDING, TINY, Measure, dropped, held, weight

SHORT = 500
"""Of so few places all are weighed: to find out which can be passed over would take longer."""


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

    Whole numbers stay whole: NumPy adds them up many times as quickly, and exactly.

    >>> indicators(np.array([1, 0]), 2).tolist()
    [[0, 1], [1, 0]]
    """
    targets = np.zeros((K, len(y)), dtype=np.int64 if weights is None else weights.dtype)
    targets[y, np.arange(len(y))] = 1 if weights is None else weights
    return targets


def moments(t: np.ndarray) -> np.ndarray:
    """(2, n) what is summed up for numbers t (n,), best centred: 1, and the number."""
    return np.stack([np.ones(len(t)), t])


def presorted(X: np.ndarray) -> np.ndarray:
    """(d, n) the rows of X (n, d) in the order of each feature, those of one value in their own order."""
    columns = np.ascontiguousarray(np.asarray(X).T)
    order = np.argsort(columns, axis=1)  # in half the time; where no two are equal it is the stable order
    values = in_order(columns, order)
    equal = ~(values[:, :-1] < values[:, 1:]).all(axis=1)
    order[equal] = np.argsort(columns[equal], axis=1, kind="stable")
    return order


def in_order(columns: np.ndarray, order: np.ndarray) -> np.ndarray:
    """(f, m) the values of each feature (f, n) in its order (f, m)."""
    return np.asarray(columns.take(order + np.arange(len(columns))[:, None] * columns.shape[1]))


def divided(order: np.ndarray, chosen: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """The orders (d, m) of the chosen rows and of the others; chosen (n,) is a mask over all rows."""
    there, flat = chosen.take(order).ravel(), order.ravel()
    return flat.compress(there).reshape(len(order), -1), flat.compress(~there).reshape(len(order), -1)


def best_cuts(
    columns: np.ndarray, targets: np.ndarray, order: np.ndarray, *,
    measure: Measure = "gini", min_leaf: int = 1, codes: np.ndarray | None = None,
) -> Cuts:  # fmt: skip
    """The best cut of each feature for the rows in `order` (f, m).

    columns (f, n) the features, each contiguous; targets (C, n): `indicators` of classes, already weighted, or
    `moments` for the variance. Of equal drops the lowest threshold is taken.
    codes (n,) the classes, where all rows weigh something and are of several: cuts that cannot be the best are passed
    over
    """
    found = best_cuts_of_parts(
        in_order(columns, order), targets, order, np.array([order.shape[1]]),
        measure=measure, min_leaf=min_leaf, codes=codes,
    )  # fmt: skip
    return Cuts(found.thresholds[:, 0], found.drops[:, 0], found.below[..., 0].T)


class PartCuts(NamedTuple):
    """The best cut of each of q parts by each of f features; the drop is -1 where there is none."""

    thresholds: np.ndarray  # (f, q)
    drops: np.ndarray  # (f, q)
    below: np.ndarray  # (C, f, q) the sums of the targets on the side ≤ threshold

    @property
    def best(self) -> np.ndarray:
        """(q,) the feature with the largest drop in each part, the first of those that differ by rounding only."""
        top = self.drops.max(axis=0)
        return np.asarray(np.argmax(self.drops >= top - ROUNDING * np.abs(top), axis=0))


def best_cuts_of_parts(
    values: np.ndarray, targets: np.ndarray, order: np.ndarray, sizes: np.ndarray, *,
    measure: Measure = "gini", min_leaf: int = 1, codes: np.ndarray | None = None,
) -> PartCuts:  # fmt: skip
    """What `best_cuts` finds for each of q parts, none of them empty if there is more than one, in one pass.

    order, values (f, m)  the rows and the feature in view, the parts one after the other;   sizes (q,) of the parts
    """
    shape = len(order), len(sizes)
    found = PartCuts(np.zeros(shape), np.full(shape, -1.0), np.zeros((len(targets), *shape)))
    if not order.size:
        return found
    flat, ends = values.ravel(), np.concatenate([sizes] * len(order)).cumsum()
    worth = _allowed(flat, ends, min_leaf)
    if codes is not None and min_leaf == 1 and measure != "error" and len(flat) > SHORT:
        worth &= ~_inside_a_class(flat, ends, codes.take(order.ravel()))
    places = worth.nonzero()[0]
    upto = places.searchsorted(ends)
    counts = np.concatenate([upto[:1], upto[1:] - upto[:-1]])
    there = counts.nonzero()[0]
    if not len(there):
        return found
    left, drops = _weighed(targets, order, ends, places, np.arange(len(ends)).repeat(counts), measure)
    first, counts = (upto - counts)[there], counts[there]
    least = np.maximum.reduceat(drops, first) * (1 - ROUNDING)
    good = (drops >= least.repeat(counts)).nonzero()[0]
    at = good[good.searchsorted(first)]
    place = places[at]
    found.thresholds.ravel()[there], found.drops.ravel()[there] = midpoints(flat[place], flat[place + 1]), drops[at]
    found.below.reshape(len(targets), -1)[:, there] = left[:, at]
    return found


def _weighed(
    targets: np.ndarray, order: np.ndarray, ends: np.ndarray, places: np.ndarray, part: np.ndarray, measure: Measure
) -> tuple[np.ndarray, np.ndarray]:
    """What lies before each of the cuts (C, c), and how much the impurity drops there (c,), never below 0.

    ends (p,) of the parts that stand one after the other; each is cut behind some places (c,), of the part (c,)
    """
    added = targets[1:] if measure == "variance" else targets  # how many rows there are the place of a cut tells
    sums = added.take(order, axis=1).cumsum(axis=2).reshape(len(added), -1)
    upto = sums.take(ends - 1, axis=1)
    before = np.zeros_like(upto)
    before[:, 1:] = upto[:, :-1]
    before[:, :: len(ends) // len(order)] = 0  # each feature is summed up by itself
    left, whole = sums.take(places, axis=1) - before.take(part, axis=1), upto - before
    if measure == "variance":
        n = _sizes(ends)
        below = places + 1 - (ends - n)[part]
    else:
        n, below = weight(whole, measure), weight(left, measure)
    parted = held(left, below, measure) + held(whole.take(part, axis=1) - left, n[part] - below, measure)
    drops = (parted - held(whole, n, measure)[part]) / np.maximum(n, TINY)[part]
    least = ROUNDING if measure != "variance" else ROUNDING * _squares(targets, order, ends)[part]
    return np.vstack([below, left]) if measure == "variance" else left, np.where(drops > least, drops, 0.0)


def _sizes(ends: np.ndarray) -> np.ndarray:
    """(p,) how many rows each part has, of parts that stand one after the other."""
    sizes = ends.copy()
    sizes[1:] -= ends[:-1]
    return sizes


def _allowed(values: np.ndarray, ends: np.ndarray, min_leaf: int) -> np.ndarray:
    """(m,) whether a part may be cut after each of its rows: between distinct values, with rows enough."""
    allowed = np.zeros(len(values), dtype=bool)
    np.less(values[:-1], values[1:], out=allowed[:-1])
    allowed[ends - 1] = False
    if min_leaf > 1:
        sizes = _sizes(ends)
        above = np.repeat(ends, sizes) - np.arange(len(values)) - 1
        allowed &= (above >= min_leaf) & (np.repeat(sizes, sizes) - above >= min_leaf)
    return allowed


def _inside_a_class(values: np.ndarray, ends: np.ndarray, codes: np.ndarray) -> np.ndarray:
    """(m,) whether the rows of both values beside a cut are of one class: a cut beside them drops more.

    (Fayyad and Irani 1992; it holds where the impurity is strictly concave, so not for the share of errors.)
    """
    apart = np.ones(len(values), dtype=bool)  # the row has another value than the one before it
    np.not_equal(values[1:], values[:-1], out=apart[1:])
    apart[ends[:-1]] = True
    alone = apart.copy()
    alone[:-1] &= apart[1:]
    inside = np.zeros(len(values), dtype=bool)
    inside[:-1] = alone[:-1] & alone[1:] & (codes[:-1] == codes[1:])
    return inside


def candidates(
    values: np.ndarray, targets: np.ndarray, *, measure: Measure = "gini", min_leaf: int = 1
) -> tuple[np.ndarray, np.ndarray]:
    """The thresholds (t,) that a feature can be cut at, ascending, and the drops (t,); values (m,), targets (C, m).

    >>> t, g = candidates(np.array([40, 48, 60, 72, 80, 90.]), indicators(np.array([0, 0, 1, 1, 1, 0]), 2),
    ...                   measure="entropy")
    >>> t.tolist(), g.round(4).tolist()
    ([44.0, 54.0, 66.0, 76.0, 85.0], [0.1909, 0.4591, 0.0817, 0.0, 0.1909])
    """
    order, end = presorted(values[:, None]), np.array([len(values)])
    there = values.take(order[0])
    places = _allowed(there, end, min_leaf).nonzero()[0]
    drops = _weighed(targets, order, end, places, np.zeros(len(places), dtype=np.intp), measure)[1]
    return midpoints(there[places], there[places + 1]), drops


def class_changes(values: np.ndarray, codes: np.ndarray, cuts: np.ndarray) -> np.ndarray:
    """(t,) whether the rows with the values next to each cut are of several classes; values (m,), codes (m,).

    The gain of a cut is convex along a run of rows of one class, so the best cut is never inside of one: Fayyad, Irani
    1992.

    >>> class_changes(np.array([40, 48, 60, 72.]), np.array([0, 0, 1, 1]), np.array([44, 54, 66.])).tolist()
    [False, True, False]
    """
    order = np.argsort(values, kind="stable")
    distinct, first = np.unique(values[order], return_index=True)
    least, most = np.minimum.reduceat(codes[order], first), np.maximum.reduceat(codes[order], first)
    below = np.searchsorted(distinct, cuts, side="right") - 1
    return np.asarray(np.minimum(least[below], least[below + 1]) < np.maximum(most[below], most[below + 1]))


def midpoints(low: np.ndarray, high: np.ndarray) -> np.ndarray:
    """Half-way between, and never as large as `high`, so that it tells the two apart whatever rounding does."""
    middle = low + (high / 2 - low / 2)  # halved first, so that nothing overflows
    return np.asarray(np.where(middle < high, middle, low))


def _squares(targets: np.ndarray, order: np.ndarray, ends: np.ndarray) -> np.ndarray:
    """(p,) the mean square of the numbers in each part, which rounding is small against; of classes that is 1.

    All features have the same rows, part by part, so those of the first do.
    """
    sizes = _sizes(ends[: len(ends) // len(order)])
    squares = np.bincount(np.arange(len(sizes)).repeat(sizes), np.square(targets[1, order[0]]), len(sizes))
    return np.tile(squares / np.maximum(sizes, 1), len(order))


class LevelSplits(NamedTuple):
    """What a category makes of each of q parts when it is asked: a branch for each level that occurs there."""

    drops: np.ndarray  # (q,) of the impurity; -1 where fewer than two levels occur, or one in too few rows
    rows: np.ndarray  # (q, V) how many rows have each level
    sums: np.ndarray  # (C, q, V) the sums of the targets there


def splits_by_level(
    codes: np.ndarray, levels: int, targets: np.ndarray, sizes: np.ndarray, *,
    measure: Measure = "gini", min_leaf: int = 1,
) -> LevelSplits:  # fmt: skip
    """How q parts are split by the levels of a category; codes (m,), targets (C, m), the parts one after the other.

    >>> found = splits_by_level(np.array([0, 0, 2, 2]), 3, indicators(np.array([0, 0, 1, 1]), 2), np.array([4]))
    >>> found.drops.tolist(), found.rows.tolist()
    ([0.5], [[2, 0, 2]])
    """
    shape = len(sizes), levels
    bins = np.arange(len(sizes)).repeat(sizes) * levels + codes
    rows = np.bincount(bins, minlength=len(sizes) * levels).reshape(shape)
    sums = np.array([np.bincount(bins, one, rows.size) for one in targets]).reshape(len(targets), *shape)
    drops = dropped(held(sums, weight(sums, measure), measure).sum(axis=1), sums.sum(axis=2), measure)
    here = np.arange(len(codes))[None]
    least = ROUNDING if measure != "variance" else ROUNDING * _squares(targets, here, np.cumsum(sizes))
    there = ((rows > 0).sum(axis=1) > 1) & (np.where(rows > 0, rows, min_leaf).min(axis=1) >= min_leaf)
    return LevelSplits(np.where(there, np.where(drops > least, drops, 0.0), -1.0), rows, sums)
