"""Long ratings, a row for each user, item and rating, as the table of ratings with gaps that they stand for."""

from __future__ import annotations

from collections.abc import Collection
from typing import NamedTuple

import numpy as np

from engine.base.errors import Refusal
from engine.base.words import short
from engine.data.dataset import Column, Dataset

USERS = frozenset({"user", "userid", "user id", "person", "critic", "customer", "reader", "viewer"})
ITEMS = frozenset({"item", "itemid", "item id", "film", "movie", "movieid", "movie id", "product", "book", "title"})
RATINGS = frozenset({"rating", "score", "stars"})
"""How such columns are called, in lower case and with spaces for underscores."""
MOST = 25_000_000
"""The table has at most so many cells, as one that is read."""


Called = tuple[str, str, str]
"""What the columns of the users, of the items and of the ratings are called."""


class Long(NamedTuple):
    """Who rated (n,), what (n,), how high (n,), and the names of the users and of the items."""

    users: np.ndarray
    items: np.ndarray
    ratings: np.ndarray
    user_names: tuple[str, ...]
    item_names: tuple[str, ...]


def long_ratings(data: Dataset, called: Called | None = None) -> Long | None:
    """What the columns say; None for a table that has no such columns, or not all of them.

    called  the columns of the users, the items and the ratings; else they are found by their usual names
    """
    users_called, items_called, ratings_called = [{name} for name in called] if called else (USERS, ITEMS, RATINGS)
    who, what = _column(data, users_called, called), _column(data, items_called, called)
    if who is None or what is None or not data.n:
        return None
    rating = _column(data, ratings_called, called)
    values = data.X[:, rating] if rating is not None else _target(data)
    if values is None:
        return None
    there = ~np.isnan(data.X[:, [who, what]]).any(axis=1) & ~np.isnan(values)
    if not there.any():
        return None
    users, user_names = _numbered(data.columns[who], data.X[there, who])
    items, item_names = _numbered(data.columns[what], data.X[there, what])
    return Long(users, items, np.asarray(values[there]), user_names, item_names)


def turned(data: Dataset, called: Called | None = None) -> Dataset:
    """The table with a row for each user and a column for each item; what nobody rated is a gap.

    A pair that stands twice, or a table with too many cells, is refused.
    """
    found = long_ratings(data, called)
    if found is None:
        raise Refusal("There are no columns called user, item and rating: rename those that are.")
    U, F = len(found.user_names), len(found.item_names)
    if U * F > MOST:
        raise Refusal(f"{U:,} users and {F:,} items make more than {MOST:,} cells: keep a part of the rows.")
    cells = found.users * F + found.items
    order = np.argsort(cells, kind="stable")
    again = np.flatnonzero(np.diff(cells[order]) == 0)
    if len(again):
        user, item = divmod(int(cells[order[again[0]]]), F)
        pair = f"{short(found.user_names[user])} has rated {short(found.item_names[item])}"
        raise Refusal(f"{pair} more than once: leave one of these rows out.")
    table = np.full((U, F), np.nan)
    table[found.users, found.items] = found.ratings
    columns = tuple(Column(name) for name in found.item_names)
    return Dataset(table, None, columns, found.user_names, name=data.name, rows_title="user")


def _column(data: Dataset, names: Collection[str], exactly: object) -> int | None:
    """The column of one of these names, as it is written or in lower case."""
    said = (column.name if exactly else plain(column.name) for column in data.columns)
    return next((j for j, name in enumerate(said) if name in names), None)


def _target(data: Dataset) -> np.ndarray | None:
    """The ratings, where the target is called so: few whole numbers are taken for classes."""
    if plain(data.target_name) not in RATINGS or data.y is None:
        return None
    if data.target == "real":
        return np.asarray(data.y)
    try:
        values = np.array([*map(float, data.class_names), np.nan])
    except ValueError:
        return None
    return np.asarray(values[data.codes])


def plain(name: str) -> str:
    return name.strip().replace("_", " ").lower()


def _numbered(column: Column, values: np.ndarray) -> tuple[np.ndarray, tuple[str, ...]]:
    """(n,) the place of each value among those that occur, and how these are told; names that are numbers by size."""
    known, places = np.unique(values, return_inverse=True)
    names = [column.text(float(value)) for value in known]
    order = list(range(len(names)))
    if all(map(str.isdecimal, names)):
        order.sort(key=lambda at: int(names[at]))
    rank = np.argsort(np.array(order, dtype=np.intp))
    return np.asarray(rank[places.reshape(-1)]), tuple(names[at] for at in order)
