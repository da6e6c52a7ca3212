"""What is weighed at a node of C4.5: rows and parts of rows, and the best question of each attribute."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

import numpy as np

from engine.base.snapshot import snapshot
from engine.data.dataset import Dataset
from engine.maths.probability.impurity import ROUNDING, entropy, information_gain
from engine.maths.probability.splits import candidates, indicators
from engine.parts.trees.growing import asked_values


class Rules(Protocol):
    """What the parameters say of weighing."""

    @property
    def missing(self) -> str: ...
    @property
    def criterion(self) -> str: ...
    @property
    def guard(self) -> bool: ...
    @property
    def min_leaf(self) -> int: ...


@snapshot
class Reached:
    """The rows (m,) that reach a node, ascending, and how much of each: its weight (m,)."""

    rows: np.ndarray
    weights: np.ndarray

    @property
    def weight(self) -> float:
        """What they weigh together."""
        return float(self.weights.sum())

    def of(self, chosen: np.ndarray) -> Reached:
        """Those of a mask (m,)."""
        return Reached(self.rows[chosen], self.weights[chosen])

    def joined(self, others: Reached, share: float) -> Reached:
        """With a share of each of the others."""
        rows = np.append(self.rows, others.rows)
        order = np.argsort(rows, kind="stable")
        return Reached(rows[order], np.append(self.weights, share * others.weights)[order])


@snapshot
class Scores:
    """What was weighed at a node: the best question of each attribute, also of those without a known value."""

    attributes: np.ndarray  # (c,)
    cuts: np.ndarray  # (c,) the best threshold of a number; NaN for a category
    known: np.ndarray  # (c,) the weight of the rows that have a value
    gains: np.ndarray  # (c,) the drop of the entropy, times the share that is known
    splits: np.ndarray  # (c,) split entropies, the rows without a value as a part of their own
    values: np.ndarray  # (c,) what the criterion makes of them; −1 where there is no gain, or the guard bars it

    @property
    def ratios(self) -> np.ndarray:
        """(c,) gain over split entropy; NaN where nothing is split."""
        return np.where(self.splits > 0, self.gains / np.where(self.splits > 0, self.splits, 1.0), np.nan)

    @property
    def allowed(self) -> np.ndarray:
        """(c,) which can be asked."""
        return self.values > 0

    @property
    def chosen(self) -> int:
        """The place of the best, the first in column order of those that differ by rounding only."""
        return int(tied(self)[0])

    @property
    def attribute(self) -> int:
        return int(self.attributes[self.chosen])

    @property
    def cut(self) -> float:
        """Where the best is cut; NaN for a category."""
        return float(self.cuts[self.chosen])


def tied(scores: Scores) -> np.ndarray:
    """The places of the best attributes, in column order."""
    return np.flatnonzero(scores.values >= scores.values.max() - ROUNDING)


@dataclass(frozen=True, eq=False)
class Table:
    """The rows as growing needs them. A level that a point is dragged beside counts as the nearest."""

    X: np.ndarray  # (n, d), NaN where there is no value
    y: np.ndarray
    K: int
    levels: dict[int, int]  # how many levels each category has

    @classmethod
    def of(cls, data: Dataset) -> Table:
        levels = {j: len(column.levels) for j, column in enumerate(data.columns) if column.kind == "categorical"}
        return cls(asked_values(data), data.codes, len(data.class_names), levels)

    def counts(self, reached: Reached) -> np.ndarray:
        """(K,) what the rows of each class weigh."""
        return np.bincount(self.y[reached.rows], reached.weights, minlength=self.K)

    def gaps(self, reached: Reached, attribute: int) -> Reached:
        """What has no value of an attribute."""
        return reached.of(np.isnan(self.X[reached.rows, attribute]))

    def known(self, reached: Reached, attribute: int) -> Reached:
        """What has one."""
        return reached.of(~np.isnan(self.X[reached.rows, attribute]))

    def branches(self, reached: Reached, attribute: int, cut: float) -> tuple[np.ndarray, list[Reached]]:
        """The codes (V,) of the branches that a question has, and the rows with a value that take each."""
        known = self.known(reached, attribute)
        values = self.X[known.rows, attribute]
        codes = (values > cut).astype(np.int64) if attribute not in self.levels else values.astype(np.int64)
        there = np.unique(codes)
        return there, [known.of(codes == code) for code in there]

    def code_of_a_gap(self, attribute: int) -> int:
        """The code of a branch for what has no value: beyond those of the values."""
        return self.levels.get(attribute, 2)


def scored(table: Table, reached: Reached, rules: Rules) -> Scores:
    """The scores of all that can be asked at a node, and of what has no known value there: that gains nothing."""
    found = [_scored(table, reached, j, rules) for j in range(table.X.shape[1])]
    there = [j for j, one in enumerate(found) if one is not None]
    cuts, known, gains, splits = np.array([one for one in found if one is not None]).reshape(-1, 4).T
    values = gains / np.where(splits > 0, splits, 1.0) if rules.criterion == "gain ratio" else gains
    if rules.criterion == "gain ratio" and rules.guard and (known > 0).any():
        values = np.where(gains >= gains[known > 0].mean() - ROUNDING, values, -1.0)
    return Scores(np.array(there, dtype=np.intp), cuts, known, gains, splits, np.where(gains > 0, values, -1.0))


def _scored(table: Table, reached: Reached, attribute: int, rules: Rules) -> tuple[float, float, float, float] | None:
    """Cut, known weight, gain and split entropy of an attribute; None where it has one value, or too little of each."""
    known, gaps = table.known(reached, attribute), table.gaps(reached, attribute)
    if not len(known.rows):
        return float("nan"), 0.0, 0.0, 0.0
    cut = float("nan")
    if attribute not in table.levels and np.isnan(cut := best_cut(table, known, attribute, rules.min_leaf)):
        return None
    parts = [table.counts(part) for part in table.branches(reached, attribute, cut)[1]]
    if sum(part.sum() >= rules.min_leaf - ROUNDING for part in parts) < 2:
        return None
    sizes = [part.sum() for part in parts] + ([gaps.weight] if len(gaps.rows) else [])
    split = float(entropy(np.array(sizes)))
    if rules.missing == "own category" and len(gaps.rows):
        return cut, known.weight, information_gain(np.array([*parts, table.counts(gaps)])), split
    return cut, known.weight, known.weight / reached.weight * information_gain(np.array(parts)), split


def best_cut(table: Table, known: Reached, attribute: int, least: float) -> float:
    """The lowest of the thresholds with the largest gain that leave so much weight on both sides; NaN if none does."""
    cuts, gains = curve(table, known, attribute)
    values, weights = table.X[known.rows, attribute], known.weights
    order = np.argsort(values, kind="stable")
    below = np.append(0.0, np.cumsum(weights[order]))[np.searchsorted(values[order], cuts, side="right")]
    fit = (below >= least - ROUNDING) & (known.weight - below >= least - ROUNDING)
    if not fit.any():
        return float("nan")
    return float(cuts[fit][np.argmax(gains[fit] >= gains[fit].max() - ROUNDING)])


def curve(table: Table, known: Reached, attribute: int) -> tuple[np.ndarray, np.ndarray]:
    """The thresholds (t,) between the values of a number, and by how much each drops the entropy of what is known."""
    targets = indicators(table.y[known.rows], table.K, known.weights)
    return candidates(table.X[known.rows, attribute], targets, measure="entropy")
