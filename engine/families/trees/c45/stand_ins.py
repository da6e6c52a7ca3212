"""Stand-ins for a cut: what a row without the value that is asked is asked instead.   (CART 1984)

agreement = weight of the rows that cut and stand-in send the same way / weight of the rows that the cut sends

A row without a value of the stand-in counts as one that does not agree. A stand-in must agree with more rows than the
larger branch has: to send all rows there is the rule it has to beat.
"""

from __future__ import annotations

import numpy as np

from engine.base.snapshot import snapshot
from engine.families.trees.c45.weighing import Reached, Table
from engine.maths.probability.impurity import ROUNDING
from engine.maths.probability.splits import candidates


@snapshot
class StandIn:
    """The feature, its cut and its direction that agree best with the cut of a node."""

    feature: int
    cut: float
    swapped: bool  # the values up to the cut go with those above the cut of the node
    agrees: float  # the weight of the rows that both send the same way


def best_stand_in(table: Table, reached: Reached, attribute: int, cut: float) -> StandIn | None:
    """The first in column order, then the lowest, of the best; None where none beats the larger branch."""
    if np.isnan(cut):
        return None
    known = table.known(reached, attribute)
    above = table.X[known.rows, attribute] > cut
    best: StandIn | None = None
    most = max(known.weights[above].sum(), known.weights[~above].sum())
    for feature in range(table.X.shape[1]):
        if feature == attribute or feature in table.levels:
            continue
        for one in _agreeing(table.X[known.rows, feature], above, known.weights, feature):
            if one.agrees > (best.agrees if best else most) + ROUNDING:
                best = one
    return best


def _agreeing(values: np.ndarray, above: np.ndarray, weights: np.ndarray, feature: int) -> list[StandIn]:
    """The best cut of a feature in either direction; none where it has one value."""
    there = np.flatnonzero(~np.isnan(values))
    order = there[np.argsort(values[there], kind="stable")]
    cuts = candidates(values[order], np.zeros((1, len(order))))[0] if len(order) else np.zeros(0)
    if not len(cuts):
        return []
    signed = np.where(above, -weights, weights)[order]
    below = np.append(0.0, np.cumsum(signed))[np.searchsorted(values[order], cuts, side="right")]
    straight = below + weights[order][above[order]].sum()  # below the cut with the low side, above it with the high
    found = []
    for swapped, agrees in ((False, straight), (True, weights[order].sum() - straight)):
        place = int(np.argmax(agrees >= agrees.max() - ROUNDING))
        found.append(StandIn(feature, float(cuts[place]), swapped, float(agrees[place])))
    return found
