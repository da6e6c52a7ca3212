"""Numbers in bins: an ordered category, whose levels say from where to where they go.

    width    cuts at min + i (max − min) / B                         equally wide
    count    cuts at the quantiles i / B                             equally many rows, ties together
    gain     one cut after the other where the classes gain most     as few as are worth it, at most B bins

A value at a cut belongs to the bin above it.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Any, ClassVar

import numpy as np

from engine.base.errors import Refusal
from engine.base.params import choice, whole
from engine.data.dataset import NUMBERS, Column, Dataset, Kind
from engine.data.preparing.looking import histogram
from engine.data.preparing.pictures import Picture
from engine.data.preparing.step import found, learnt, named, numbers, step
from engine.maths.probability.impurity import entropy


@step
class Bin:
    """Each number in one of a few bins."""

    NAME: ClassVar = "Bin the numbers"
    ORDER: ClassVar = 40
    SUITS: ClassVar[tuple[Kind, ...]] = NUMBERS
    WORDS: ClassVar = "Puts the numbers into a few bins, which are ordered levels: a table for methods that count."

    rule: str = choice(
        "width", ("width", "count", "gain"), label="bins of equal",
        help="equally wide, equally many rows in each, or cut where the classes are told apart best",
    )  # fmt: skip
    bins: int = whole(4, low=2, high=20, symbol="B", help="how many bins at most")

    def fit(self, data: Dataset, places: Sequence[int]) -> Cut:
        cuts = tuple(self._cuts(data, place) for place in places)
        names = named(data, places)
        said = (self._fewer(name, len(own) + 1) for name, own in zip(names, cuts, strict=True))
        return Cut(names, cuts, tuple(words for words in said if words))

    def _fewer(self, name: str, made: int) -> str:
        """What there is to say of a column with fewer bins than asked for; by gain they are as few as are worth it."""
        if made == 1:
            return f"Column {name} has one bin only."
        if self.rule == "count" and made < self.bins:
            return f"Column {name} has {made} bins and not {self.bins}: equal values stay in one bin."
        return ""

    def _cuts(self, data: Dataset, place: int) -> np.ndarray:
        values = numbers(data, place)
        if self.rule == "gain":
            there = ~np.isnan(data.X[:, place]) & (_codes(data) >= 0)
            return entropy_cuts(data.X[there, place], _codes(data)[there], self.bins)
        inner = np.arange(1, self.bins) / self.bins
        low, high = values.min(), values.max()
        cuts = low + inner * (high - low)
        if self.rule == "count":  # at values that occur: between two of them there would be bins without a row
            there = np.unique(values)
            cuts = there[np.searchsorted(there, np.quantile(values, inner))]
        return np.unique(cuts[(cuts > low) & (cuts <= high)])


def _codes(data: Dataset) -> np.ndarray:
    if data.target != "class":
        raise Refusal("The data has no classes to cut by: choose bins of equal width or count.")
    return data.codes


def entropy_cuts(values: np.ndarray, classes: np.ndarray, bins: int) -> np.ndarray:
    """At most bins − 1 cuts, each the one that makes the class most certain; none that tells nothing is taken.

    The gain of a cut of the rows S of one bin is  |S| H(S) − |S₁| H(S₁) − |S₂| H(S₂), in bits.

    >>> entropy_cuts(np.array([1.0, 2.0, 3.0, 4.0]), np.array([0, 0, 1, 1]), 4).tolist()
    [2.5]
    """
    order = np.argsort(values, kind="stable")
    ascending, onehot = values[order], np.eye(int(classes.max(initial=0)) + 1)[classes[order]]
    running = np.vstack([np.zeros(onehot.shape[1]), np.cumsum(onehot, axis=0)])
    edges = [0, len(ascending)]
    while len(edges) <= bins:
        offers = [_best_cut(ascending, running, *pair) for pair in pairwise(edges)]
        gain, place = max(offers)
        if gain <= 1e-9 * max(len(values), 1):
            break
        edges = sorted([*edges, place])
    return np.array([(ascending[at - 1] + ascending[at]) / 2 for at in edges[1:-1]])


def _best_cut(values: np.ndarray, running: np.ndarray, start: int, end: int) -> tuple[float, int]:
    """The gain and the place of the best cut of the rows start, ..., end − 1; equal values are never parted."""
    places = start + 1 + np.flatnonzero(values[start + 1 : end] > values[start : end - 1])
    if not len(places):
        return 0.0, start
    below, above = running[places] - running[start], running[end] - running[places]
    parted = below.sum(axis=1) * entropy(below) + above.sum(axis=1) * entropy(above)
    gains = (end - start) * entropy(running[end] - running[start]) - parted
    best = int(np.argmax(gains))
    return float(gains[best]), int(places[best])


@learnt
class Cut:
    """The cuts of each column, ascending."""

    names: tuple[str, ...]
    cuts: tuple[np.ndarray, ...]
    warnings: tuple[str, ...] = ()

    def apply(self, data: Dataset) -> Dataset:
        X, columns = np.array(data.X), list(data.columns)
        for place, cuts in zip(found(data, self.names), self.cuts, strict=True):
            codes = np.searchsorted(cuts, X[:, place], side="right").astype(float)
            X[:, place] = np.where(np.isnan(X[:, place]), np.nan, codes)
            named = levels(cuts, columns[place])
            columns[place] = Column(columns[place].name, "ordinal", named, columns[place].done)
        return data.changed(X=X, columns=tuple(columns))

    def stored(self, name: str) -> tuple[tuple[str, Any], ...]:
        return tuple((f"cut {i}", cut) for i, cut in enumerate(self.cuts[self.names.index(name)], 1))

    def picture(self, before: Dataset, after: Dataset, name: str, row: int | None) -> tuple[Picture, ...]:
        """The histogram with its cuts."""
        cuts, place = self.cuts[self.names.index(name)], before.feature_names.index(name)
        below = np.searchsorted(np.sort(before.X[~np.isnan(before.X[:, place]), place]), cuts, side="left")
        made = histogram(before.columns[place], before.X[:, place], cuts=cuts, below=below)
        return () if made is None else (made,)


def levels(cuts: np.ndarray, column: Column) -> tuple[str, ...]:
    """What the bins of a column are called.

    >>> levels(np.array([2.0, 3.5]), Column("x"))
    ('below 2', '2 to 3.5', '3.5 and above')
    """
    if not len(cuts):
        return ("all",)
    said = _told_apart(cuts, column)
    between = [f"{low} to {high}" for low, high in pairwise(said)]
    return (f"below {said[0]}", *between, f"{said[-1]} and above")


def _told_apart(cuts: np.ndarray, column: Column) -> list[str]:
    """The cuts in as few digits as tell them apart."""
    for digits in (3, 4, 6, 9, 17):
        said = [column.figure(cut, digits) for cut in cuts]
        if len(set(said)) == len(said):
            break
    return said
