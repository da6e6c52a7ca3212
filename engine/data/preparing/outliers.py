"""Values far out: set to the nearest that is not, marked in a column of their own, their rows left out, or kept.

deviations   |x − x̄| > k s, with divisor n;   in fewer than k² + 2 rows that can never happen, as |z| ≤ √(n − 1)
quartiles    outside [q₁ − k (q₃ − q₁), q₃ + k (q₃ − q₁)], usually with k = 1.5
evidence     rows whose p(x), under all classes together, is below that of nearly all others: see `unlikely`

Columns of 0 and 1 are taken only where they were chosen by hand.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

import numpy as np

from engine.base.errors import Refusal
from engine.base.params import choice, real
from engine.base.words import counted, figure, short
from engine.data.dataset import NUMBERS, Column, Dataset, Kind
from engine.data.preparing import unlikely
from engine.data.preparing.looking import box_plot, change, histogram
from engine.data.preparing.pictures import Picture
from engine.data.preparing.scaling import mean_and_deviation
from engine.data.preparing.step import beside, found, learnt, named, numbers, rewritten, step
from engine.data.preparing.unlikely import MARK, Unlikely

ACTIONS = ("clip", "mark", "drop", "keep")
DEVIATIONS, QUARTILES, EVIDENCE = RULES = ("deviations", "quartiles", "evidence")
BY_COLUMN = (DEVIATIONS, QUARTILES)


def bounds(values: np.ndarray, rule: str, k: float) -> tuple[float, float]:
    """Between which values nothing is an outlier; where most values are the same nothing is.

    >>> bounds(np.array([1.0, 2.0, 2.0, 3.0, 100.0]), "quartiles", 1.5)
    (0.5, 4.5)
    """
    if rule == DEVIATIONS:
        middle, spread = mean_and_deviation(values)
        low, high = middle - k * spread, middle + k * spread
        if len(values) - 1 <= k**2:  # none can be beyond, also not by the last digit of a number
            return float(min(low, values.min())), float(max(high, values.max()))
        return low, high
    low, high = np.percentile(values, [25, 75])
    if low == high:
        return float(values.min()), float(values.max())
    return float(low - k * (high - low)), float(high + k * (high - low))


@step
class Outliers:
    """What lies far out is clipped, marked, its row left out, or kept and only shown."""

    NAME: ClassVar = "Outliers"
    ORDER: ClassVar = 10
    SUITS: ClassVar[tuple[Kind, ...]] = NUMBERS
    WORDS: ClassVar = (
        "Finds values far out, or rows that are unlikely as a whole: clips, marks, drops, or only shows them."
    )

    rule: str = choice(
        DEVIATIONS, RULES, label="far is", help="counted from mean or quartiles, or rows by their evidence p(x)"
    )
    k: float = real(
        3.0, low=0.5, high=10.0, symbol="k", when=("rule", BY_COLUMN),
        help="how many deviations, or distances of the quartiles",
    )  # fmt: skip
    action: str = choice(
        "clip", ACTIONS, when=("rule", BY_COLUMN), label="what to do",
        help="set to the nearest allowed, mark, drop the row, or only show",
    )  # fmt: skip
    quantile: float = real(
        0.01, low=0.0, high=0.2, share=True, when=("rule", (EVIDENCE,)), help="of ln p(x) over the training rows"
    )
    rows: str = choice(
        MARK, unlikely.ACTIONS, when=("rule", (EVIDENCE,)), label="what to do", help="mark, drop the row, or only show"
    )

    def takes(self, data: Dataset, place: int) -> bool:
        """Of a column of 0 and 1, such as a coded category, the rarer is not far out: it is taken only if chosen."""
        values = data.X[:, place]
        present = values[~np.isnan(values)]
        return not len(present) or not bool(((present == 0) | (present == 1)).all())

    def fit(self, data: Dataset, places: Sequence[int]) -> Fenced | Unlikely:
        if self.rule == EVIDENCE:
            return unlikely.unlikely(data, places, self.quantile, self.rows)
        fences = np.array([bounds(numbers(data, place), self.rule, self.k) for place in places]).reshape(-1, 2)
        names = named(data, places)
        made = Fenced(names, fences[:, 0], fences[:, 1], self.action)
        far = made.outside(data)
        out = int(far.sum())
        if self.action == "drop" and data.n and far.any(axis=1).all():
            raise Refusal("Every row has a value far out, so no row would be left: choose a larger k, or clip them.")
        never = self.rule == DEVIATIONS and data.n - 1 <= self.k**2
        most = f"|z| is at most √(n − 1) = {figure((data.n - 1) ** 0.5)}"
        least = f"With {counted(data.n, 'row')} no value can be {figure(self.k)} deviations from the mean: {most}."
        told = f"{counted(out, 'value')} in the training rows {'is' if out == 1 else 'are'} far out."
        warnings = (least,) if never else (told, *self._equal(data, places))
        return Fenced(names, fences[:, 0], fences[:, 1], self.action, warnings)

    def _equal(self, data: Dataset, places: Sequence[int]) -> list[str]:
        """What is said of the columns whose quartiles are equal: they tell no value as far out."""
        if self.rule != QUARTILES:
            return []
        ends = [np.percentile(numbers(data, place), [25, 75]) for place in places]
        same = [(place, low) for place, (low, high) in zip(places, ends, strict=True) if low == high]
        return [
            f"At least half of the rows of {short(data.columns[place].name)} have the value "
            f"{data.columns[place].figure(low)}, so its "
            "quartiles are equal and no value of it counts as far out. Count from the mean instead."
            for place, low in same
        ]


@learnt
class Fenced:
    """The least and the greatest value that are no outliers.   low, high (m,)"""

    names: tuple[str, ...]
    low: np.ndarray
    high: np.ndarray
    action: str
    warnings: tuple[str, ...] = ()

    def outside(self, data: Dataset) -> np.ndarray:
        """(n, m) which cells are far out; a gap is not."""
        values = data.X[:, found(data, self.names)]
        return np.asarray((values < self.low) | (values > self.high))

    def stays(self, data: Dataset) -> np.ndarray:
        """(n,) which rows are left."""
        left = ~self.outside(data).any(axis=1) if self.action == "drop" else np.ones(data.n, dtype=bool)
        return np.asarray(left)

    def apply(self, data: Dataset) -> Dataset:
        places = found(data, self.names)
        if self.action == "keep":
            return data
        if self.action == "drop":
            return data.subset(self.stays(data))
        if self.action == "clip":
            return rewritten(data, places, np.clip(data.X[:, places], self.low, self.high), "clipped")
        marks = [Column(f"{name} far out", "categorical", ("no", "yes")) for name in self.names]
        return beside(data, self.derived(data), marks)

    def sources(self) -> list[tuple[str, ...]]:
        return [(name,) for name in self.names] if self.action == "mark" else []

    def derived(self, data: Dataset) -> np.ndarray:
        return self.outside(data).astype(float)

    def stored(self, name: str) -> tuple[tuple[str, Any], ...]:
        at = self.names.index(name)
        return ("lower fence", self.low[at]), ("upper fence", self.high[at])

    def picture(self, before: Dataset, after: Dataset, name: str, row: int | None) -> tuple[Picture, ...]:
        """The histogram with its fences over the box plot, and the histogram of what was made of it."""
        at, place = self.names.index(name), before.feature_names.index(name)
        low, high = float(self.low[at]), float(self.high[at])
        values = before.X[:, place]
        out = int(((values < low) | (values > high)).sum())
        fenced = histogram(before.columns[place], values, fences=(low, high), out=out)
        made = (fenced, box_plot(before, name, low, high), *change(before, after, name)[1:])
        return tuple(one for one in made if one is not None)
