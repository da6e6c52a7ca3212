"""What is weighed at a leaf: the best cut of each number, and each category as a whole."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Protocol

import numpy as np

from engine.base.snapshot import snapshot
from engine.data.dataset import Dataset
from engine.maths.probability.impurity import ROUNDING, entropy, gini_gain, information_gain
from engine.maths.probability.splits import (
    Measure,
    PartCuts,
    best_cuts,
    best_cuts_of_parts,
    candidates,
    divided,
    in_order,
    indicators,
    presorted,
)
from engine.parts.trees.at_once import measure_of
from engine.parts.trees.growing import asked_values, contingency
from engine.parts.trees.stand_ins import StandIn, led, standing_in


class Rules(Protocol):
    """What the parameters of the algorithm say of weighing."""

    @property
    def criterion(self) -> str: ...
    @property
    def min_leaf(self) -> int: ...
    @property
    def guard(self) -> bool: ...


@snapshot
class Scores:
    """What was weighed at a leaf: of each attribute that can be asked there the best question."""

    attributes: np.ndarray  # (c,)
    numeric: np.ndarray  # (c,) whether it is cut in two; a category has a branch for each level
    cuts: np.ndarray  # (c,) the best threshold of a number; 0 for a category
    gains: np.ndarray  # (c,) the drop of the impurity of the rows with a value, times their share
    splits: np.ndarray  # (c,) split entropies, all above 0; the rows without a value are a part of their own
    values: np.ndarray  # (c,) what the criterion makes of them; −1 where the guard bars the attribute

    @property
    def chosen(self) -> int:
        """The place of the best attribute, the first in column order of those that differ by rounding only."""
        return int(tied(self)[0])

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
        return replace(self.asking(int(scores.attributes[best]), scores.cut(best)), scores=scores, worth=worth)

    def asking(self, attribute: int, cut: float) -> Leaf:
        return replace(self, attribute=attribute, cut=cut)


@dataclass(frozen=True, eq=False)
class Table:
    """The rows as growing needs them: columns one by one, and sorted once."""

    X: np.ndarray  # (n, d), NaN where there is no value
    columns: np.ndarray  # (f, n) the features that are cut by thresholds
    numbers: np.ndarray  # (f,) which they are
    gappy: np.ndarray  # (f,) whether they lack values
    levels: dict[int, int]  # how many levels each category has
    order: np.ndarray  # (f, n)
    y: np.ndarray
    targets: np.ndarray  # (K, n)
    measure: Measure

    @classmethod
    def of(cls, data: Dataset, criterion: str) -> Table:
        X, K = asked_values(data), len(data.class_names)
        levels = {j: len(column.levels) for j, column in enumerate(data.columns) if column.kind == "categorical"}
        numbers = np.array([j for j in range(data.d) if j not in levels], dtype=np.intp)
        columns, targets = np.ascontiguousarray(X[:, numbers].T), indicators(data.codes, K)
        gappy, order = np.isnan(columns).any(axis=1), presorted(columns.T)
        return cls(X, columns, numbers, gappy, levels, order, data.codes, targets, measure_of(criterion))

    @cached_property
    def has_gaps(self) -> bool:
        """Whether any row lacks a value."""
        return bool(self.gappy.any()) or bool(np.isnan(self.X[:, list(self.levels)]).any())

    def known(self, rows: np.ndarray, attribute: int) -> np.ndarray:
        """Those of the rows that have a value of an attribute."""
        return np.asarray(rows[~np.isnan(self.X[rows, attribute])])

    def counts(self, rows: np.ndarray) -> np.ndarray:
        """(K,) how many of these rows are of each class."""
        return np.bincount(self.y[rows], minlength=len(self.targets))

    def table_of(self, rows: np.ndarray, attribute: int) -> np.ndarray:
        """(V, K) the class counts at each level of a category that occurs among rows."""
        known = self.known(rows, attribute)
        table = contingency(self._codes(known, attribute), self.y[known], self.levels[attribute], len(self.targets))
        return table[table.any(axis=1)]

    def _codes(self, rows: np.ndarray, attribute: int) -> np.ndarray:
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
        return Parts(codes, [self._part(leaf, leaf.rows[taken == code]) for code in codes], largest)

    def _sides(self, rows: np.ndarray, leaf: Leaf) -> np.ndarray:
        """(m,) the code of the branch that each of these rows takes, which have a value."""
        if np.isnan(leaf.cut):
            return self._codes(rows, leaf.attribute)
        return np.asarray(self.X[rows, leaf.attribute] > leaf.cut, dtype=np.int64)

    def _part(self, leaf: Leaf, rows: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        inside = np.zeros(len(self.y), dtype=bool)
        inside[rows] = True
        return rows, divided(leaf.order, inside)[0] if len(leaf.order) else np.zeros((0, len(rows)), dtype=np.intp)


@dataclass(frozen=True, eq=False)
class Parts:
    """The branches of a leaf: their codes (V,), of each its rows and their orders, and the place of the largest."""

    codes: np.ndarray
    held: list[tuple[np.ndarray, np.ndarray]]
    largest: int  # by the rows that have a value


def weighed(table: Table, leaves: Sequence[Leaf], rules: Rules) -> list[Scores]:
    """The scores of all that can be asked at each leaf. Of one number the cut with the largest gain stands for it."""
    order, sizes = np.concatenate([leaf.order for leaf in leaves], axis=1), [len(leaf.rows) for leaf in leaves]
    found = best_cuts_of_parts(
        in_order(table.columns, order), table.targets, order, np.array(sizes),
        measure=table.measure, min_leaf=rules.min_leaf, codes=table.y,
    )  # fmt: skip
    return [_scores(table, leaf, found, place, rules) for place, leaf in enumerate(leaves)]


def _scores(table: Table, leaf: Leaf, found: PartCuts, place: int, rules: Rules) -> Scores:
    """The scores at one leaf; at its place stands what was found of the numbers."""
    d, rows = table.X.shape[1], len(leaf.rows)
    cuts, gains, splits, numeric = np.zeros(d), np.full(d, -1.0), np.ones(d), np.zeros(d, dtype=bool)
    numeric[table.numbers], below = True, found.below[..., place].sum(axis=0)
    cuts[table.numbers], gains[table.numbers] = found.thresholds[:, place], found.drops[:, place]
    splits[table.numbers] = entropy(np.column_stack([below, rows - below]))
    for number in np.flatnonzero(table.gappy).tolist():
        at = table.numbers[number]
        cuts[at], gains[at], splits[at] = _where_known(table, leaf, number, rules)
    drop = gini_gain if table.measure == "gini" else information_gain
    for attribute in table.levels:
        counts = table.table_of(leaf.rows, attribute)
        if len(counts) > 1 and counts.sum(axis=1).min() >= rules.min_leaf:
            sizes = counts.sum(axis=1)
            gains[attribute] = drop(counts) * sizes.sum() / rows
            splits[attribute] = entropy(np.append(sizes, rows - sizes.sum()))
    there = np.flatnonzero(gains >= 0)
    values = _judged(gains[there], splits[there], rules)
    return Scores(there, numeric[there], cuts[there], gains[there], splits[there], values)


def _where_known(table: Table, leaf: Leaf, number: int, rules: Rules) -> tuple[float, float, float]:
    """The best cut of a number that rows lack, by those that have it; its gain and split entropy; -1 for no gain."""
    rows = leaf.order[number]
    known = table.known(rows, int(table.numbers[number]))
    cuts = best_cuts(
        table.columns[[number]], table.targets, known[None], measure=table.measure, min_leaf=rules.min_leaf
    )
    if cuts.drops[0] < 0:
        return 0.0, -1.0, 1.0
    below = cuts.below[0].sum()
    split = float(entropy(np.array([below, len(known) - below, len(rows) - len(known)])))
    return float(cuts.thresholds[0]), float(cuts.drops[0]) * len(known) / len(rows), split


def _judged(gains: np.ndarray, splits: np.ndarray, rules: Rules) -> np.ndarray:
    """(c,) what the criterion makes of the gains of the attributes that can be asked."""
    values = gains / splits if rules.criterion == "gain ratio" else gains
    if rules.criterion == "gain ratio" and rules.guard and len(gains):
        values = np.where(gains >= gains.mean() - ROUNDING, values, -1.0)
    return np.asarray(values)


def tried(table: Table, leaf: Leaf, min_leaf: int) -> Iterator[tuple[int, float]]:
    """Every cut that a leaf allows, of every number that can be cut, from the lowest to the highest."""
    for attribute in () if leaf.scores is None else leaf.scores.attributes[leaf.scores.numeric].tolist():
        values = table.X[table.known(leaf.rows, attribute), attribute]
        for place in candidates(values, np.zeros((1, len(values))), min_leaf=min_leaf)[0].tolist():
            yield attribute, place


def curve(
    data: Dataset, rows: Sequence[int] | np.ndarray, attribute: int, rules: Rules
) -> tuple[np.ndarray, np.ndarray]:
    """The thresholds (t,) at which a number can be cut among rows, and what each gains (t,)."""
    values = asked_values(data)[np.asarray(rows), attribute]
    known = ~np.isnan(values)
    targets = indicators(data.codes[np.asarray(rows)[known]], len(data.class_names))
    cuts, drops = candidates(values[known], targets, measure=measure_of(rules.criterion), min_leaf=rules.min_leaf)
    return cuts, drops * known.mean()
