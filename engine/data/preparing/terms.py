"""New columns of old ones: powers and products, distances from a value, paths of a tree; and columns left out.

powers     x_i^a x_j^b ...  of a degree up to p
distance   |x − c| or (x − c)²:   for an attribute of which both little and much is bad
"""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations_with_replacement
from typing import ClassVar

import numpy as np

from engine.base.errors import Refusal
from engine.base.params import choice, flag, real, whole
from engine.base.words import figure
from engine.data.dataset import Column, Dataset, Kind
from engine.data.preparing.step import beside, found, learnt, numbers, rewritten, step, without

MOST_COLUMNS = 2_000
"""More columns than this are not made."""
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
        made = Powers(tuple(data.columns[place].name for place in places), self.degree)
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
        values = data.X[:, found(data, self.names)]
        with np.errstate(over="ignore"):
            made = [values[:, list(term)].prod(axis=1) for term in self.terms()]
        if made and not np.isfinite(np.nansum(np.abs(made))):
            raise Refusal("A product of the columns is too large for a number: standardise them first.")
        columns = [Column("·".join(self._factors(term))) for term in self.terms()]
        return beside(data, np.array(made).T.reshape(data.n, len(made)), columns)

    def _factors(self, term: tuple[int, ...]) -> list[str]:
        return [self.names[i] + (RAISED[n] if n > 1 else "") for i, n in Counter(term).items()]


@step
class Distance:
    """How far a value is from the best one, of which both less and more is worse."""

    NAME: ClassVar = "Distance from a value"
    ORDER: ClassVar = 23
    SUITS: ClassVar[tuple[Kind, ...]] = ("numeric",)
    WORDS: ClassVar = "Turns an attribute of which both little and much is bad into one that only rises."

    auto: bool = flag(True, label="from the median", help="c is the median of the training rows")
    c: float = real(0.0, low=-1e12, high=1e12, when=("auto", (False,)), symbol="c", help="the value in the middle")
    power: str = choice("absolute", ("absolute", "squared"), label="counted", help="|x − c| or (x − c)²")

    def fit(self, data: Dataset, places: Sequence[int]) -> Apart:
        middle = [float(np.median(numbers(data, place))) if self.auto else self.c for place in places]
        names = tuple(data.columns[place].name for place in places)
        return Apart(names, np.array(middle), 2 if self.power == "squared" else 1)


@learnt
class Apart:
    """|x − c|ᵖ.   c (m,)"""

    names: tuple[str, ...]
    c: np.ndarray
    power: int
    warnings: tuple[str, ...] = ()

    def apply(self, data: Dataset) -> Dataset:
        places = found(data, self.names)
        with np.errstate(over="ignore"):
            apart = np.abs(data.X[:, places] - self.c) ** self.power
        if np.isinf(apart).any():
            raise Refusal("A squared distance is too large for a number: standardise the columns first.")
        return rewritten(data, places, apart, [f"distance from {figure(c)}" for c in self.c])


@step
class Paths:
    """A tree written in brackets becomes the bag of its paths from the root to the leaves."""

    NAME: ClassVar = "Paths of a tree"
    ORDER: ClassVar = 61
    SUITS: ClassVar[tuple[Kind, ...]] = ("categorical",)
    WORDS: ClassVar = "Counts each path from the root to a leaf of a tree like ('S', ('NP', 'dog'), ('VP', 'barks'))."

    depth: int = whole(8, low=1, high=32, help="how many nodes of a path are kept from the root on")

    def fit(self, data: Dataset, places: Sequence[int]) -> Bag:
        seen = [
            tuple(sorted({path for level in data.columns[place].levels for path in paths(level, self.depth)}))
            for place in places
        ]
        if (count := sum(map(len, seen))) > MOST_COLUMNS:
            raise Refusal(f"The trees have {count:,} different paths: choose a smaller depth.")
        return Bag(tuple(data.columns[place].name for place in places), tuple(seen), self.depth)


@learnt
class Bag:
    """The paths that training rows have, for each column; a path that none had is left out."""

    names: tuple[str, ...]
    paths: tuple[tuple[str, ...], ...]
    depth: int
    warnings: tuple[str, ...] = ()

    def apply(self, data: Dataset) -> Dataset:
        places = found(data, self.names)
        parts, columns = [], []
        for place, known in zip(places, self.paths, strict=True):
            bags = [Counter(paths(level, self.depth)) for level in data.columns[place].levels]
            table = np.array([[bag[path] for path in known] for bag in [*bags, Counter()]], dtype=float)
            codes = np.where(np.isnan(data.X[:, place]), len(bags), data.X[:, place]).astype(np.intp)
            parts.append(table.reshape(len(bags) + 1, len(known))[codes])
            columns += [Column(path) for path in known]
        return without(beside(data, np.hstack(parts), columns), places)


def paths(text: str, depth: int = 32) -> list[str]:
    """Every path from the root to a leaf of a tree written as nested tuples; one that occurs twice is there twice.

    >>> paths("('S', ('NP', 'dog'), ('VP', 'barks'))")
    ['S/NP/dog', 'S/VP/barks']
    """
    try:
        tree = ast.literal_eval(text)
    except (ValueError, SyntaxError, MemoryError, RecursionError) as error:
        raise Refusal(f"{text[:40]} is no tree: write ('S', ('NP', 'dog'), ('VP', 'barks')).") from error
    return ["/".join(path[:depth]) for path in _paths(tree, text)]


def _paths(tree: object, text: str) -> Iterator[list[str]]:
    if isinstance(tree, (str, int, float)):
        yield [str(tree)]
    elif isinstance(tree, tuple) and tree and isinstance(tree[0], str):
        if len(tree) == 1:
            yield [tree[0]]
        for branch in tree[1:]:
            for path in _paths(branch, text):
                yield [tree[0], *path]
    else:
        raise Refusal(f"{text[:40]} is no tree: each node is its name followed by its branches.")


@step
class Drop:
    """Columns left out."""

    NAME: ClassVar = "Leave out columns"
    ORDER: ClassVar = 2
    SUITS: ClassVar[tuple[Kind, ...]] = ("numeric", "ordinal", "categorical")
    WORDS: ClassVar = "Leaves the columns out."

    def fit(self, data: Dataset, places: Sequence[int]) -> Dropped:
        if len(places) == data.d:
            raise Refusal("No column would be left: choose which ones to leave out.")
        return Dropped(tuple(data.columns[place].name for place in places))


@learnt
class Dropped:
    """The columns that go."""

    names: tuple[str, ...]
    warnings: tuple[str, ...] = ()

    def apply(self, data: Dataset) -> Dataset:
        return without(data, found(data, self.names))
