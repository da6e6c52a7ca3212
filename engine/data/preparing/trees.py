"""A tree written in brackets as the bag of its paths from the root to the leaves."""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import ClassVar

import numpy as np

from engine.base.errors import Refusal
from engine.base.params import whole
from engine.data.dataset import Column, Dataset, Kind
from engine.data.preparing.level_pictures import Branches
from engine.data.preparing.pictures import Picture
from engine.data.preparing.step import beside, found, learnt, named, step, without

MOST_PATHS = 2_000
"""More columns than this are not made."""


@step
class Paths:
    """A tree written in brackets becomes the bag of its paths from the root to the leaves."""

    NAME: ClassVar = "Paths of a tree"
    ORDER: ClassVar = 61
    SUITS: ClassVar[tuple[Kind, ...]] = ("categorical",)
    WORDS: ClassVar = (
        "Counts each path from the root to a leaf of a tree like ('S', ('NP', 'dog'), ('VP', 'barks')): its structure "
        "is embedded in a bag of paths."
    )

    depth: int = whole(8, low=1, high=32, help="how many nodes of a path are kept from the root on")

    def fit(self, data: Dataset, places: Sequence[int]) -> Bag:
        """Columns of which no level is written in brackets are no trees, and stay; with no other they are refused."""
        places = [place for place in places if any("(" in level for level in data.columns[place].levels)] or places
        seen = [
            tuple(sorted({path for level in data.columns[place].levels for path in paths(level, self.depth)}))
            for place in places
        ]
        if (count := sum(map(len, seen))) > MOST_PATHS:
            raise Refusal(f"The trees have {count:,} different paths: choose a smaller depth.")
        return Bag(named(data, places), tuple(seen), self.depth)


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

    def picture(self, before: Dataset, after: Dataset, name: str, row: int | None) -> tuple[Picture, ...]:
        """The tree of the row that is looked at, else of the first that has one."""
        place = before.feature_names.index(name)
        there = np.flatnonzero(~np.isnan(before.X[:, place]))
        at = row if row is not None and row in there else next(iter(there.tolist()), None)
        if at is None:
            return ()
        text = before.columns[place].levels[int(before.X[at, place])]
        return (branches(text, self.depth, before.columns[place].title, before.row_name(at)),)


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


def branches(text: str, depth: int, title: str, row: str) -> Branches:
    """The tree laid out: leaves side by side, every node over the middle of its branches."""
    nodes: list[tuple[str, int, float, int]] = []
    found: list[tuple[int, ...]] = []

    def grow(tree: object, above: tuple[int, ...]) -> float:
        name, rest = (str(tree[0]), tree[1:]) if isinstance(tree, tuple) else (str(tree), ())
        here, way = len(nodes), (*above, len(nodes))
        nodes.append((name, len(above), 0.0, above[-1] if above else -1))
        if rest:
            places = [grow(branch, way) for branch in rest]
        else:
            places = [float(len(found))]
            found.append(way[:depth])
        middle = (places[0] + places[-1]) / 2
        nodes[here] = (name, len(above), middle, nodes[here][3])
        return middle

    paths(text, depth)
    grow(ast.literal_eval(text), ())
    return Branches(title, tuple(nodes), tuple(found), row)
