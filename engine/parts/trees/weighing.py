"""What is weighed at a leaf: the best cut of each attribute, by the rows that have a value of it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np

from engine.maths.probability.splits import Cuts, best_cuts, candidates, presorted
from engine.parts.trees.stand_ins import StandIn, led, standing_in


@dataclass(frozen=True, eq=False)
class Leaf:
    """A leaf that waits: its rows in the order of each feature (d, m), and the best cut of each that can be cut."""

    node: int
    depth: int
    order: np.ndarray
    attributes: np.ndarray | None = None
    cuts: np.ndarray | None = None
    gains: np.ndarray | None = None  # of the rows that have a value, times their share
    chosen: int = -1
    attribute: int = -1
    cut: float = 0.0
    worth: float = 0.0  # |S| · gain: by how much the squared errors fall

    def weighed(self, attributes: np.ndarray, cuts: np.ndarray, gains: np.ndarray) -> Leaf:
        """With the best cuts (c,); of gains that rounding alone tells apart the first is chosen."""
        best = int(np.argmax(gains >= gains.max() * (1 - 1e-12)))
        return replace(
            self,
            attributes=attributes,
            cuts=cuts,
            gains=gains,
            chosen=best,
            attribute=int(attributes[best]),
            cut=float(cuts[best]),
            worth=float(self.order.shape[1] * gains[best]),
        )


@dataclass(frozen=True, eq=False)
class Table:
    """The rows as growing needs them: columns one by one, and sorted once."""

    X: np.ndarray  # (n, d), NaN where there is no value
    columns: np.ndarray  # (d, n)
    order: np.ndarray  # (d, n) the rows without a value last
    gappy: tuple[int, ...]  # the attributes that lack values
    t: np.ndarray  # (n,)

    @classmethod
    def of(cls, X: np.ndarray, t: np.ndarray) -> Table:
        gappy = np.flatnonzero(np.isnan(X).any(axis=0)).tolist()
        return cls(X, np.ascontiguousarray(X.T), presorted(X), tuple(gappy), t)

    def cuts(self, leaf: Leaf, min_leaf: int) -> Cuts:
        """The best cut of each attribute for the rows of a leaf; those without a value count by their share only."""
        rows = leaf.order[0]
        centred = np.zeros((1, len(self.t)))
        own = self.t[rows]
        centred[0, rows] = own - own.mean()
        cuts = best_cuts(self.columns, centred, leaf.order, measure="variance", min_leaf=min_leaf)
        for j in self.gappy:
            known = self.known(leaf, j)
            one = best_cuts(self.columns[[j]], centred, known[None], measure="variance", min_leaf=min_leaf)
            cuts.thresholds[j], cuts.drops[j] = one.thresholds[0], one.drops[0] * len(known) / len(rows)
        return cuts

    def known(self, leaf: Leaf, attribute: int) -> np.ndarray:
        """The rows of a leaf that have a value of an attribute."""
        rows = leaf.order[attribute]
        return np.asarray(rows[~np.isnan(self.columns[attribute, rows])])

    def stand_ins(self, leaf: Leaf) -> tuple[StandIn, ...]:
        """What stands in for the cut of a leaf, where any row of the table lacks a value."""
        if not self.gappy:
            return ()
        return standing_in(self.X, self.known(leaf, leaf.attribute), leaf.attribute, leaf.cut, range(len(self.columns)))

    def sides(self, leaf: Leaf, stand_ins: Sequence[StandIn]) -> tuple[np.ndarray, int]:
        """(n,) which rows of a leaf go below its cut, and the branch, 0 or 1, that has more of those with a value."""
        below = self.columns[leaf.attribute] <= leaf.cut
        known = self.known(leaf, leaf.attribute)
        larger = int(2 * np.count_nonzero(below[known]) < len(known))
        gaps = leaf.order[leaf.attribute][len(known) :]
        below[gaps] = led(self.X[gaps], stand_ins, larger) == 0
        return below, larger


def tried(table: Table, leaf: Leaf, min_leaf: int) -> Iterator[tuple[int, int, float]]:
    """Every cut that a leaf allows, the lowest first: the place of its attribute among those weighed, it, and where."""
    assert leaf.attributes is not None
    for place, attribute in enumerate(leaf.attributes.tolist()):
        known = table.known(leaf, attribute)
        values, targets = table.columns[attribute, known], table.t[known][None]
        for cut in candidates(values, targets, measure="variance", min_leaf=min_leaf)[0].tolist():
            yield place, attribute, cut
