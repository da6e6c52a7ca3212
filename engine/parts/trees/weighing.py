"""What is weighed at a leaf: the best cut of each number, and each category as a whole; and how a leaf is split."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import ClassVar, Generic, TypeVar

import numpy as np

from engine.base.snapshot import snapshot
from engine.data.dataset import Dataset
from engine.maths.probability.impurity import ROUNDING, Measure, entropy, weight
from engine.maths.probability.splits import (
    best_cuts,
    best_cuts_of_parts,
    candidates,
    divided,
    in_order,
    presorted,
    splits_by_level,
)
from engine.models.tree import Branching
from engine.parts.trees.growing import asked_values, levels_of
from engine.parts.trees.stand_ins import StandIn, led, nothing_led, standing_in, with_way

Growing = TypeVar("Growing", bound=Branching)


@snapshot
class Scores:
    """What was weighed at a leaf: of each attribute that can be asked there the best question."""

    attributes: np.ndarray  # (c,)
    numeric: np.ndarray  # (c,) whether it is cut in two; a category has a branch for each level
    cuts: np.ndarray  # (c,) the best threshold of a number; 0 for a category
    gains: np.ndarray  # (c,) the drop of the impurity of the rows with a value, times their share
    splits: np.ndarray  # (c,) split entropies, all above 0, the rows without a value a part of their own; 1 of numbers
    values: np.ndarray  # (c,) what the criterion makes of them; −1 where it bars the attribute

    @property
    def chosen(self) -> int:
        """The place of the best attribute, the first in column order of those that differ by rounding only."""
        return int((self.values >= self.values.max() - ROUNDING).argmax())

    def cut(self, place: int) -> float:
        """The best threshold of the attribute at a place; NaN for a category."""
        return float(self.cuts[place]) if self.numeric[place] else float("nan")


def tied(scores: Scores) -> np.ndarray:
    """The places of the best attributes, in column order."""
    return np.flatnonzero(scores.values >= scores.values.max() - ROUNDING)


@dataclass(frozen=True, eq=False)
class Leaf:
    """A leaf that may be split: its rows, ascending and in the order of each number, and what it would ask."""

    node: int
    depth: int
    rows: np.ndarray
    order: np.ndarray
    scores: Scores | None = None
    attribute: int = -1
    cut: float = float("nan")
    worth: float = 0.0  # |S| · gain: by how much the impurity of all rows would drop

    def scored(self, scores: Scores) -> Leaf:
        """The leaf with its scores, asking the best of them."""
        best = scores.chosen
        worth = float(len(self.rows) * scores.gains[best])
        return replace(self, attribute=int(scores.attributes[best]), cut=scores.cut(best), scores=scores, worth=worth)

    def asking(self, attribute: int, cut: float) -> Leaf:
        return replace(self, attribute=attribute, cut=cut)


@dataclass(frozen=True, eq=False)
class Parts:
    """The branches of a leaf: their codes (V,), of each its rows and their orders, and the place of the largest."""

    codes: np.ndarray
    held: list[tuple[np.ndarray, np.ndarray]]
    largest: int  # by the rows that have a value


@dataclass(frozen=True, eq=False)
class Columns:
    """The features as growing needs them: one by one, and sorted once."""

    X: np.ndarray  # (n, d), NaN where there is no value; of a level the nearest
    columns: np.ndarray  # (f, n) the features that are cut by thresholds
    numbers: np.ndarray  # (f,) which they are
    gappy: np.ndarray  # (f,) whether they lack values
    levels: dict[int, int]  # how many levels each category has
    order: np.ndarray  # (f, n)

    @classmethod
    def of(cls, data: Dataset) -> Columns:
        X, levels = asked_values(data), levels_of(data)
        numbers = np.array([j for j in range(data.d) if j not in levels], dtype=np.intp)
        columns = np.ascontiguousarray(X[:, numbers].T)
        return cls(X, columns, numbers, np.isnan(columns).any(axis=1), levels, presorted(columns.T))

    @cached_property
    def numeric(self) -> np.ndarray:
        """(d,) which features are cut by thresholds."""
        return np.isin(np.arange(self.X.shape[1]), self.numbers)

    @cached_property
    def has_gaps(self) -> bool:
        """Whether any row lacks a value."""
        return bool(self.gappy.any()) or bool(np.isnan(self.X[:, list(self.levels)]).any())

    @property
    def root(self) -> Leaf:
        """The leaf of all rows."""
        return Leaf(0, 0, np.arange(len(self.X)), self.order)

    def known(self, rows: np.ndarray, attribute: int) -> np.ndarray:
        """Those of the rows that have a value of an attribute."""
        return np.asarray(rows[~np.isnan(self.X[rows, attribute])]) if self.has_gaps else rows

    def codes(self, rows: np.ndarray, attribute: int) -> np.ndarray:
        """(m,) the levels of a category that these rows have."""
        return np.asarray(self.X[rows, attribute], dtype=np.int64)

    def stand_ins(self, leaf: Leaf) -> tuple[StandIn, ...]:
        """What stands in for the cut of a leaf, where any row of the table lacks a value."""
        if np.isnan(leaf.cut) or not self.has_gaps:
            return ()
        known = self.known(leaf.rows, leaf.attribute)
        return standing_in(self.X, known, leaf.attribute, leaf.cut, self.numbers.tolist())

    def parts(self, leaf: Leaf, stand_ins: Sequence[StandIn]) -> Parts:
        """The branches of a leaf by what it asks; a row without the value goes where it is led."""
        known = self.known(leaf.rows, leaf.attribute)
        sides = self._sides(known, leaf)
        codes = np.unique(sides) if np.isnan(leaf.cut) else np.arange(2)
        largest, taken = int(np.argmax([np.count_nonzero(sides == code) for code in codes])), sides
        if len(known) < len(leaf.rows):
            taken, gaps = np.zeros(len(leaf.rows), dtype=np.int64), np.isnan(self.X[leaf.rows, leaf.attribute])
            taken[~gaps] = sides
            taken[gaps] = led(self.X[leaf.rows[gaps]], stand_ins, int(codes[largest]))
        return Parts(codes, self._parts(leaf, taken, codes), largest)

    def _sides(self, rows: np.ndarray, leaf: Leaf) -> np.ndarray:
        """(m,) the code of the branch that each of these rows takes, which have a value."""
        if np.isnan(leaf.cut):
            return self.codes(rows, leaf.attribute)
        return np.asarray(self.X[rows, leaf.attribute] > leaf.cut, dtype=np.int64)

    def _parts(self, leaf: Leaf, taken: np.ndarray, codes: np.ndarray) -> list[tuple[np.ndarray, np.ndarray]]:
        """The rows of each branch, taken (m,) by its code (V,), and their orders."""
        parts, rest = [], leaf.order
        for code in codes[:-1].tolist():
            inside = np.zeros(len(self.X), dtype=bool)
            inside[rows := leaf.rows[taken == code]] = True
            own, rest = divided(rest, inside) if len(rest) else (np.zeros((0, len(rows)), dtype=np.intp), rest)
            parts.append((rows, own))
        last = leaf.rows[taken == codes[-1]]
        return [*parts, (last, rest if len(rest) else np.zeros((0, len(last)), dtype=np.intp))]


@dataclass(frozen=True, eq=False)
class Table(Generic[Growing]):
    """The features and what is predicted from them: what its sums and its impurity are, and which tree it makes."""

    features: Columns
    measure: Measure
    asks_in_vain: ClassVar[bool] = True
    """Whether a question may be asked that gains nothing."""

    @abstractmethod
    def targets(self, leaves: Sequence[Leaf]) -> np.ndarray:
        """(C, n) what is summed up of the rows of these leaves."""

    @abstractmethod
    def branched(self, tree: Growing, leaf: Leaf, parts: Parts) -> Growing:
        """The tree with a leaf below a leaf for each of the parts."""

    @abstractmethod
    def values(self, gains: np.ndarray, splits: np.ndarray, leaf: Leaf) -> np.ndarray:
        """(c,) what the criterion makes of the gains and split entropies of what can be asked at a leaf."""

    @property
    def codes(self) -> np.ndarray | None:
        """(n,) the classes, where there are any: cuts inside of a class cannot be the best."""
        return None


def split(table: Table[Growing], tree: Growing, leaf: Leaf, stand_ins: Sequence[StandIn]) -> tuple[Growing, list[Leaf]]:
    """The tree with the leaf split by its question, and the leaves below it; a row without the value is led by
    stand-ins.
    """
    parts, first = table.features.parts(leaf, stand_ins), len(tree.parent)
    grown = table.branched(tree, leaf, parts)
    if table.features.has_gaps:
        gaps = with_way(tree.gaps or nothing_led(1), grown, leaf.node, first + parts.largest, stand_ins)
        grown = replace(grown, gaps=gaps)
    return grown, [Leaf(first + i, leaf.depth + 1, *part) for i, part in enumerate(parts.held)]


def weighed(table: Table[Growing], leaves: Sequence[Leaf], min_leaf: int) -> list[Scores]:
    """The scores of all that can be asked at each leaf. Of one number the cut with the largest gain stands for it."""
    if not leaves:
        return []
    features, targets, sizes = table.features, table.targets(leaves), np.array([len(leaf.rows) for leaf in leaves])
    cuts, gains, splits = (np.full((features.X.shape[1], len(leaves)), value) for value in (0.0, -1.0, 1.0))
    order, numbers = np.concatenate([leaf.order for leaf in leaves], axis=1), features.numbers
    found = best_cuts_of_parts(
        in_order(features.columns, order), targets, order, sizes,
        measure=table.measure, min_leaf=min_leaf, codes=table.codes,
    )  # fmt: skip
    cuts[numbers], gains[numbers] = found.thresholds, found.drops
    if table.measure != "variance":
        below = weight(found.below, table.measure)
        splits[numbers] = entropy(np.stack([below, sizes - below], axis=-1))
    for number in np.flatnonzero(features.gappy).tolist():
        at = numbers[number]
        for place, leaf in enumerate(leaves):
            question = _where_known(table, targets, leaf, number, min_leaf)
            cuts[at, place], gains[at, place], splits[at, place] = question
    for attribute in features.levels:
        gains[attribute], splits[attribute] = _by_level(table, targets, leaves, attribute, min_leaf)
    scores = []
    for place, leaf in enumerate(leaves):
        every = gains[:, place]
        there = (every >= 0 if table.asks_in_vain else every > 0).nonzero()[0]
        cut, gain, split = (one[there, place] for one in (cuts, gains, splits))
        scores.append(Scores(there, features.numeric[there], cut, gain, split, table.values(gain, split, leaf)))
    return scores


def _by_level(
    table: Table[Growing], targets: np.ndarray, leaves: Sequence[Leaf], attribute: int, min_leaf: int
) -> tuple[np.ndarray, np.ndarray]:
    """(q,) the gain of a category at each leaf, -1 where it cannot be asked, and its split entropy."""
    features, sizes = table.features, np.array([len(leaf.rows) for leaf in leaves])
    known = [features.known(leaf.rows, attribute) for leaf in leaves]
    rows, there = np.concatenate(known), np.array([len(one) for one in known])
    found = splits_by_level(
        features.codes(rows, attribute), features.levels[attribute], targets[:, rows], there,
        measure=table.measure, min_leaf=min_leaf,
    )  # fmt: skip
    gains = np.where(found.drops < 0, -1.0, found.drops * there / sizes)
    return gains, entropy(np.column_stack([found.rows, sizes - there]))


def _where_known(
    table: Table[Growing], targets: np.ndarray, leaf: Leaf, number: int, min_leaf: int
) -> tuple[float, float, float]:
    """The best cut of a number that rows lack, by those that have it; its gain and split entropy; -1 for no gain."""
    rows, features = leaf.order[number], table.features
    known = features.known(rows, int(features.numbers[number]))
    found = best_cuts(features.columns[[number]], targets, known[None], measure=table.measure, min_leaf=min_leaf)
    if found.drops[0] < 0:
        return 0.0, -1.0, 1.0
    below = float(weight(found.below[0], table.measure))
    split = float(entropy(np.array([below, len(known) - below, len(rows) - len(known)])))
    return float(found.thresholds[0]), float(found.drops[0]) * len(known) / len(rows), split


def tried(table: Table[Growing], leaf: Leaf, min_leaf: int) -> Iterator[tuple[int, float]]:
    """Every cut that a leaf allows, of every number that can be cut, from the lowest to the highest."""
    for attribute in () if leaf.scores is None else leaf.scores.attributes[leaf.scores.numeric].tolist():
        rows = table.features.known(leaf.rows, attribute)
        values = table.features.X[rows, attribute]
        for place in candidates(values, np.zeros((1, len(values))), min_leaf=min_leaf)[0].tolist():
            yield attribute, place
