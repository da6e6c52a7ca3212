"""Other shapes of a distribution: the logarithm, the arc tangent, and the share of rows that lie below.

log    x' = ln(x + c)                   only where x + c > 0
atan   x' = arctan((x − m) / s)         m the median, s half the distance of the quartiles
rank   x' = F(x) = #{x_i ≤ x} / n       over the training rows; between two of them on the straight line
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, ClassVar

import numpy as np

from engine.base.errors import Refusal
from engine.base.params import choice, flag, real
from engine.base.words import figure
from engine.data.dataset import NUMBERS, Dataset, Kind
from engine.data.preparing.looking import change, morph
from engine.data.preparing.pictures import MOST_STAIRS, Picture, Staircase
from engine.data.preparing.step import found, learnt, named, numbers, replaced, rewritten, step
from engine.maths.algebra.spread import spread

RULES = ("at most", "less", "middle")
FELT = "Regression, neighbours and naive Bayes feel it; trees do not: the order stays."


@step
class Log:
    """ln(x + c): a long tail to the right becomes short."""

    NAME: ClassVar = "Logarithm"
    ORDER: ClassVar = 20
    SUITS: ClassVar[tuple[Kind, ...]] = ("numeric",)
    WORDS: ClassVar = f"Draws in a long tail to the right. {FELT}"

    c: float = real(0.0, low=0.0, high=1e12, symbol="c", help="added to every value before the logarithm is taken")

    def fit(self, data: Dataset, places: Sequence[int]) -> Logged:
        for place in places:
            if (least := float(numbers(data, place).min())) + self.c <= 0:
                raise Refusal(
                    f"Column {data.columns[place].name} has the value {figure(least)}, and a logarithm needs values "
                    f"above 0: add c above {figure(-least)}, or leave the column out."
                )
        return Logged(named(data, places), self.c)


@learnt
class Logged:
    """ln(x + c); NaN, a gap, for a new value with x + c ≤ 0."""

    names: tuple[str, ...]
    c: float
    warnings: tuple[str, ...] = ()

    def apply(self, data: Dataset) -> Dataset:
        places = found(data, self.names)
        moved = data.X[:, places] + self.c
        return rewritten(data, places, np.log(np.where(moved > 0, moved, np.nan)), "log")

    def stored(self, name: str) -> tuple[tuple[str, Any], ...]:
        return (("c", self.c),)

    def picture(self, before: Dataset, after: Dataset, name: str, row: int | None) -> tuple[Picture, ...]:
        """The histograms before and after, and how the one becomes the other."""
        return morph(before, after, name)

    def back(self, data: Dataset) -> Dataset:
        """exp(x') − c."""
        places = found(data, self.names)
        return replaced(data, places, np.exp(data.X[:, places]) - self.c)


@step
class Atan:
    """arctan((x − m) / s): both tails become short, and every value stays a value."""

    NAME: ClassVar = "Arc tangent"
    ORDER: ClassVar = 21
    SUITS: ClassVar[tuple[Kind, ...]] = ("numeric",)
    WORDS: ClassVar = f"Draws in both tails: no value is further out than ±π/2. {FELT}"

    auto: bool = flag(True, label="from the data", help="m is the median and s half the distance of the quartiles")
    m: float = real(0.0, low=-1e12, high=1e12, when=("auto", (False,)), symbol="m", help="what becomes 0")
    s: float = real(1.0, low=1e-12, high=1e12, log=True, when=("auto", (False,)), symbol="s", help="how far is far")

    def fit(self, data: Dataset, places: Sequence[int]) -> Bent:
        given = [self._middle(numbers(data, place)) for place in places]
        names = named(data, places)
        return Bent(names, np.array([m for m, _ in given]), np.array([s for _, s in given]))

    def _middle(self, values: np.ndarray) -> tuple[float, float]:
        if not self.auto:
            return self.m, self.s
        low, middle, high = np.percentile(values, [25, 50, 75])
        return float(middle), float(high - low) / 2 or float(values.std()) or 1.0


@learnt
class Bent:
    """arctan((x − m) / s).   m, s (m,)"""

    names: tuple[str, ...]
    m: np.ndarray
    s: np.ndarray
    warnings: tuple[str, ...] = ()

    def apply(self, data: Dataset) -> Dataset:
        places = found(data, self.names)
        return rewritten(data, places, np.arctan((data.X[:, places] - self.m) / self.s), "atan")

    def stored(self, name: str) -> tuple[tuple[str, Any], ...]:
        at = self.names.index(name)
        return ("m", self.m[at]), ("s", self.s[at])

    def picture(self, before: Dataset, after: Dataset, name: str, row: int | None) -> tuple[Picture, ...]:
        """The histograms before and after, and how the one becomes the other."""
        return morph(before, after, name)

    def back(self, data: Dataset) -> Dataset:
        """m + s tan(x')."""
        places = found(data, self.names)
        return replaced(data, places, self.m + self.s * np.tan(data.X[:, places]))


@step
class Rank:
    """The share of the training rows that have at most this value: evenly spread, whatever the shape was."""

    NAME: ClassVar = "Rank"
    ORDER: ClassVar = 22
    SUITS: ClassVar[tuple[Kind, ...]] = NUMBERS
    WORDS: ClassVar = "The share of rows with at most this value: evenly spread from 0 to 1, and ties share a rank."

    rule: str = choice("at most", RULES, label="counts rows", help="with at most this value, with less, or the middle")

    def fit(self, data: Dataset, places: Sequence[int]) -> Ranked:
        names = named(data, places)
        stairs = tuple(_stairs(numbers(data, place), self.rule) for place in places)
        return Ranked(names, tuple(values for values, _ in stairs), tuple(shares for _, shares in stairs))


@learnt
class Ranked:
    """The empirical distribution of each column: at values[j], ascending, it is shares[j]."""

    names: tuple[str, ...]
    values: tuple[np.ndarray, ...]
    shares: tuple[np.ndarray, ...]
    warnings: tuple[str, ...] = ()

    def apply(self, data: Dataset) -> Dataset:
        """A new value between two known ones lies on the straight line between them; beyond them it is 0 or 1."""
        places = found(data, self.names)
        made = [
            shared(data.X[:, place], values, shares)
            for place, values, shares in zip(places, self.values, self.shares, strict=True)
        ]
        gaps = np.isnan(data.X[:, places])
        return rewritten(data, places, np.where(gaps, np.nan, np.array(made).T.reshape(gaps.shape)), "rank")

    def stored(self, name: str) -> tuple[tuple[str, Any], ...]:
        values = self.values[self.names.index(name)]
        return ("min", values[0]), ("max", values[-1]), ("different values", len(values))

    def picture(self, before: Dataset, after: Dataset, name: str, row: int | None) -> tuple[Picture, ...]:
        """The staircase between the two histograms, with the value of the row that is looked at."""
        at, place = self.names.index(name), before.feature_names.index(name)
        values, shares = self.values[at], self.shares[at]
        kept = spread(len(values), MOST_STAIRS)
        stairs = Staircase("Share of rows", values[kept], shares[kept], column=before.columns[place])
        if row is not None:
            here, there = before.X[row, place], after.X[row, after.feature_names.index(name)]
            stairs = replace(stairs, row=before.row_name(row), value=float(here), share=float(there))
        old, *new = change(before, after, name)
        return (old, stairs, *new)


def shared(x: np.ndarray, values: np.ndarray, shares: np.ndarray) -> np.ndarray:
    """(n,) the shares at x (n,), between two values on the straight line; 0 below and 1 above all of them.

    Looked up nearly in their order, each lies near the one before it: of a million values that takes a sixth of the
    time, and to sort them wholly would take longer than is won by it.
    """
    order = np.argsort(_rough(x, values), kind="stable")
    made = np.empty(len(x))
    made[order] = np.interp(x[order], values, shares, left=0.0, right=1.0)
    return made


def _rough(x: np.ndarray, values: np.ndarray) -> np.ndarray:
    """(n,) in which of 65,536 parts of the range each x lies: small whole numbers, which are sorted digit by digit."""
    margin = len(values) // 100  # what lies far out must not crowd all others into one part
    low, high = values[margin], values[-1 - margin]
    with np.errstate(over="ignore", invalid="ignore", divide="ignore"):
        part = (x - low) * (65535.0 / (high - low))
    return np.asarray(np.clip(np.nan_to_num(part), 0.0, 65535.0), dtype=np.uint16)


def _stairs(present: np.ndarray, rule: str) -> tuple[np.ndarray, np.ndarray]:
    """The distinct values, ascending, and the share of rows that the rule counts for each."""
    values, counts = np.unique(present, return_counts=True)
    most = np.cumsum(counts) / len(present)
    less = most - counts / len(present)
    return values, {"at most": most, "less": less, "middle": (most + less) / 2}[rule]
