"""New columns of old ones: powers and products, sines, distances from a value; and columns left out.

powers     x_i^a x_j^b ...  of a degree up to p
sines      sin(ω x)
distance   |x − c| or (x − c)²:   for an attribute of which both little and much is bad
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import reduce
from itertools import combinations_with_replacement
from typing import Any, ClassVar

import numpy as np

from engine.base.errors import Refusal
from engine.base.params import choice, flag, real, whole
from engine.base.words import figure
from engine.data.dataset import NUMBERS, Column, Dataset, Kind
from engine.data.preparing.binning import Bin
from engine.data.preparing.looking import bin_means, change
from engine.data.preparing.pictures import Picture, Proposal
from engine.data.preparing.step import beside, found, learnt, named, numbers, rewritten, step, without

MOST_COLUMNS = 2_000
"""More columns than this are not made."""
FARTHEST = 1e9
"""Of larger numbers the digits do not tell well where in a wave they are."""
RAISED = {2: "²", 3: "³", 4: "⁴"}


@step
class Products:
    """Powers and products of the columns beside them."""

    NAME: ClassVar = "Powers and products"
    ORDER: ClassVar = 60
    SUITS: ClassVar[tuple[Kind, ...]] = ("numeric",)
    WORDS: ClassVar = "Adds powers and products, so that a straight boundary can bend."

    degree: int = whole(2, low=2, high=4, symbol="p", help="the highest degree of a product")

    def fit(self, data: Dataset, places: Sequence[int]) -> Powers:
        made = Powers(named(data, places), self.degree)
        if (count := len(made.terms())) + data.d > MOST_COLUMNS:
            raise Refusal(f"Products up to degree {self.degree} of {len(places)} columns are {count:,}: choose fewer.")
        return made


@learnt
class Powers:
    """Every product of degree 2 to `degree` of these columns."""

    names: tuple[str, ...]
    degree: int
    warnings: tuple[str, ...] = ()

    def terms(self) -> list[tuple[int, ...]]:
        """Which of the columns each product is made of."""
        places = range(len(self.names))
        return [term for p in range(2, self.degree + 1) for term in combinations_with_replacement(places, p)]

    def apply(self, data: Dataset) -> Dataset:
        made = self.derived(data)
        if not np.isfinite(np.nansum(np.abs(made))):
            raise Refusal("A product of the columns is too large for a number: standardise them first.")
        return beside(data, made, [Column("·".join(self._factors(term))) for term in self.terms()])

    def sources(self) -> list[tuple[str, ...]]:
        return [tuple(self.names[i] for i in dict.fromkeys(term)) for term in self.terms()]

    def derived(self, data: Dataset) -> np.ndarray:
        columns = [data.X[:, place] for place in found(data, self.names)]
        made = np.empty((data.n, len(terms := self.terms())))
        with np.errstate(over="ignore"):
            for j, (first, *rest) in enumerate(terms):
                made[:, j] = reduce(np.multiply, (columns[i] for i in rest), columns[first])
        return made

    def back(self, data: Dataset) -> Dataset:
        """Without the products: the columns that they are made of stand as they did."""
        return data.select(range(data.d - len(self.terms())))

    def _factors(self, term: tuple[int, ...]) -> list[str]:
        return [self.names[i] + (RAISED[n] if n > 1 else "") for i, n in Counter(term).items()]


@step
class Sines:
    """Sines of the columns beside them."""

    NAME: ClassVar = "Sines"
    ORDER: ClassVar = 61
    SUITS: ClassVar[tuple[Kind, ...]] = ("numeric",)
    WORDS: ClassVar = "Adds the sine of each column, so that a straight boundary can go in waves."

    omega: float = real(
        1.0, low=1e-3, high=1e3, log=True, symbol=r"\omega", label="frequency", help="sin(ω x): a wave is 2π/ω long"
    )

    def fit(self, data: Dataset, places: Sequence[int]) -> Waves:
        if len(places) + data.d > MOST_COLUMNS:
            raise Refusal(f"Sines of {len(places):,} columns are too many beside {data.d:,}: choose fewer.")
        return Waves(named(data, places), self.omega)


@learnt
class Waves:
    """sin(ω x) of these columns."""

    names: tuple[str, ...]
    omega: float
    warnings: tuple[str, ...] = ()

    def apply(self, data: Dataset) -> Dataset:
        angles = self._angles(data)
        for name, column in zip(self.names, angles.T, strict=True):
            if (farthest := float(np.fmax.reduce(np.abs(column), initial=0.0))) > FARTHEST:
                raise Refusal(
                    f"ω x of column {name} reaches {figure(farthest)}, too many waves to tell where in one it is: "
                    "standardise it first."
                )
        times = "" if self.omega == 1 else f"{figure(self.omega)} "
        return beside(data, np.sin(angles), [Column(f"sin({times}{name})") for name in self.names])

    def _angles(self, data: Dataset) -> np.ndarray:
        """(n, m) ω x."""
        with np.errstate(over="ignore"):
            return np.asarray(self.omega * data.X[:, found(data, self.names)])

    def sources(self) -> list[tuple[str, ...]]:
        return [(name,) for name in self.names]

    def derived(self, data: Dataset) -> np.ndarray:
        return np.asarray(np.sin(self._angles(data)))

    def back(self, data: Dataset) -> Dataset:
        """Without the sines: the columns that they are made of stand as they did."""
        return data.select(range(data.d - len(self.names)))


@step
class Distance:
    """How far a value is from the best one, of which both less and more is worse."""

    NAME: ClassVar = "Distance from a value"
    ORDER: ClassVar = 23
    SUITS: ClassVar[tuple[Kind, ...]] = ("numeric",)
    WORDS: ClassVar = (
        "Turns an attribute of which both little and much is bad into one that only rises. Linear methods suffer from "
        "such an attribute; trees, neighbours and Gaussians do not."
    )

    auto: bool = flag(True, label="from the median", help="c is the median of the training rows")
    c: float = real(0.0, low=-1e12, high=1e12, when=("auto", (False,)), symbol="c", help="the value in the middle")
    power: str = choice("absolute", ("absolute", "squared"), label="counted", help="|x − c| or (x − c)²")
    bins: int = whole(8, low=2, high=20, symbol="B", help="in so many bins the picture takes the mean of the target")

    def fit(self, data: Dataset, places: Sequence[int]) -> Apart:
        middle = [float(np.median(numbers(data, place))) if self.auto else self.c for place in places]
        names = named(data, places)
        return Apart(names, np.array(middle), 2 if self.power == "squared" else 1, self.bins)


@learnt
class Apart:
    """|x − c|ᵖ.   c (m,)"""

    names: tuple[str, ...]
    c: np.ndarray
    power: int
    bins: int = 8
    warnings: tuple[str, ...] = ()

    def apply(self, data: Dataset) -> Dataset:
        places = found(data, self.names)
        with np.errstate(over="ignore"):
            apart = np.abs(data.X[:, places] - self.c) ** self.power
        if np.isinf(apart).any():
            raise Refusal("A squared distance is too large for a number: standardise the columns first.")
        return rewritten(data, places, apart, [f"distance from {figure(c)}" for c in self.c])

    def stored(self, name: str) -> tuple[tuple[str, Any], ...]:
        return (("c", self.c[self.names.index(name)]),)

    def proposals(self, before: Dataset, name: str) -> tuple[Proposal, ...]:
        """Distances from the middle of the bin that stands out most, and bins; none for a column that only rises."""
        means = bin_means(before, name, self.bins, float(self.c[self.names.index(name)]))
        if means is None or means.turns == 0:
            return ()
        c = means.proposed
        return (
            Proposal(f"|x − c| with c = {figure(c, 3)}", Distance(auto=False, c=c, bins=self.bins)),
            Proposal(f"(x − c)² with c = {figure(c, 3)}", Distance(auto=False, c=c, power="squared", bins=self.bins)),
            Proposal(f"{self.bins} bins", Bin(bins=self.bins)),
        )

    def picture(self, before: Dataset, after: Dataset, name: str, row: int | None) -> tuple[Picture, ...]:
        """The mean of the target in bins of the column, before and after."""
        means = (
            bin_means(before, name, self.bins, float(self.c[self.names.index(name)])),
            bin_means(after, name, self.bins, 0.0),
        )
        found = tuple(one for one in means if one is not None)
        return found or change(before, after, name)


@step
class Drop:
    """Columns left out."""

    NAME: ClassVar = "Leave out columns"
    ORDER: ClassVar = 2
    SUITS: ClassVar[tuple[Kind, ...]] = (*NUMBERS, "ordinal", "categorical")
    WORDS: ClassVar = "Leaves the columns out."

    def fit(self, data: Dataset, places: Sequence[int]) -> Dropped:
        if len(places) == data.d:
            raise Refusal("No column would be left: choose which ones to leave out.")
        return Dropped(named(data, places))


@learnt
class Dropped:
    """The columns that go."""

    names: tuple[str, ...]
    warnings: tuple[str, ...] = ()

    def apply(self, data: Dataset) -> Dataset:
        return without(data, found(data, self.names))
