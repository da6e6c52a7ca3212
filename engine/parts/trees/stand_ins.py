"""Stand-ins for a cut: what a row without the value that is asked is asked instead.   (CART 1984)

agreement = weight of the rows that cut and stand-in send the same way / weight of the rows that the cut sends

A row without a value of the stand-in counts as one that does not agree. A stand-in must agree with more rows than the
larger branch has: to send all rows there is the rule it has to beat. Each other number has one cut that agrees best;
the first of them that a row has a value of leads it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np

from engine.base.snapshot import snapshot
from engine.maths.probability.impurity import ROUNDING
from engine.maths.probability.splits import candidates
from engine.models.gaps import STOPS, Gaps
from engine.models.tree import Branching

MOST = 5
"""So many stand-ins a node has at most, as in rpart."""


@snapshot
class StandIn:
    """A feature, and its cut and direction that agree best with the cut of a node."""

    feature: int
    cut: float
    swapped: bool  # the values up to the cut go with those above the cut of the node
    agrees: float  # the weight of the rows that both send the same way

    def sides(self, values: np.ndarray) -> np.ndarray:
        """(g,) whether it leads each of these values of its feature to the upper branch."""
        return np.asarray((values > self.cut) ^ self.swapped)


def ranked(X: np.ndarray, above: np.ndarray, weights: np.ndarray, features: Iterable[int]) -> tuple[StandIn, ...]:
    """The stand-ins among some features for a cut that sends rows X (m, d) up or down, above (m,); the best first.

    Those that agree alike stand in column order; of the cuts of one feature the lowest is taken.
    """
    least = max(weights[above].sum(), weights[~above].sum()) + ROUNDING
    found = (_agreeing(X[:, feature], above, weights, feature) for feature in features)
    better = [one for one in found if one is not None and one.agrees > least]
    better.sort(key=lambda one: (-round(one.agrees, 9), one.feature))
    return tuple(better[:MOST])


def standing_in(
    X: np.ndarray,
    known: np.ndarray,
    attribute: int,
    cut: float,
    features: Iterable[int],
    weights: np.ndarray | None = None,
) -> tuple[StandIn, ...]:
    """The stand-ins among the other features for a cut of an attribute, by the rows (m,) of X (n, d) that have it.

    weights  (m,) of these rows; without, all weigh 1
    """
    above, weights = X[known, attribute] > cut, np.ones(len(known)) if weights is None else weights
    return ranked(X[known], above, weights, (one for one in features if one != attribute))


def _agreeing(values: np.ndarray, above: np.ndarray, weights: np.ndarray, feature: int) -> StandIn | None:
    """The best cut of a feature, in the better direction; none where it has one value."""
    there = np.flatnonzero(~np.isnan(values))
    order = there[np.argsort(values[there], kind="stable")]
    cuts = candidates(values[order], np.zeros((1, len(order))))[0] if len(order) else np.zeros(0)
    if not len(cuts):
        return None
    signed = np.where(above, -weights, weights)[order]
    below = np.append(0.0, np.cumsum(signed))[np.searchsorted(values[order], cuts, side="right")]
    straight = below + weights[order][above[order]].sum()  # below the cut with the low side, above it with the high
    ways = np.stack([straight, weights[order].sum() - straight])
    swapped = bool(ways[1].max() > ways[0].max() + ROUNDING)
    agrees = ways[int(swapped)]
    place = int(np.argmax(agrees >= agrees.max() - ROUNDING))
    return StandIn(feature, float(cuts[place]), swapped, float(agrees[place]))


def leader(x: np.ndarray, stand_ins: Sequence[StandIn]) -> StandIn | None:
    """The first of the stand-ins that a row x (d,) has a value of."""
    return next((one for one in stand_ins if not np.isnan(x[one.feature])), None)


def led(X: np.ndarray, stand_ins: Sequence[StandIn], largest: int) -> np.ndarray:
    """(g,) the branch each row X (g, d) without the value goes to: where its stand-in leads, else the largest."""
    sides, open_rows = np.full(len(X), largest), np.ones(len(X), dtype=bool)
    for one in stand_ins:
        known = open_rows & ~np.isnan(X[:, one.feature])
        sides[known] = one.sides(X[known, one.feature])
        open_rows &= ~known
    return sides


def nothing_led(nodes: int) -> Gaps:
    """Of a tree of so many nodes: a row without a value rests."""
    none = np.zeros((nodes, 0))
    return Gaps(np.full(nodes, STOPS), none.astype(np.int64), none, none.astype(bool))


def with_way(gaps: Gaps, tree: Branching, node: int, onward: int, stand_ins: Sequence[StandIn]) -> Gaps:
    """Where a row without a value goes in a tree that has grown below a node: as the stand-ins say, else onward."""
    m, s = len(tree.parent), max(gaps.feature.shape[1], len(stand_ins))
    room = ((0, m - len(gaps.onward)), (0, s - gaps.feature.shape[1]))
    leads = np.pad(gaps.onward, room[0], constant_values=STOPS)
    feature = np.pad(gaps.feature, room, constant_values=-1)
    cut, swapped = np.pad(gaps.cut, room), np.pad(gaps.swapped, room)
    leads[node] = onward
    for place, one in enumerate(stand_ins):
        feature[node, place], cut[node, place], swapped[node, place] = one.feature, one.cut, one.swapped
    return Gaps(leads, feature, cut, swapped)
