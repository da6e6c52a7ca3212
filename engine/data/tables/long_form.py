"""Tables in which each row is one rating: they are told by their columns, and read as users, items and numbers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from engine.data.dataset import Kind
from engine.data.long_ratings import ITEMS, RATINGS, USERS, Called, plain
from engine.data.tables.columns import Role
from engine.data.tables.options import Options
from engine.data.tables.planning import Planned


def found_ratings(columns: Sequence[Planned]) -> Called | None:
    """The columns of users, items and ratings: by their usual names, or two of repeated names and a number.

    No pair of a user and an item comes twice, and one of them comes again.
    """
    found = [next((one for one in columns if plain(one.name) in names), None) for names in (USERS, ITEMS, RATINGS)]
    who, what, rating = found if None not in found else _three(columns)
    if who is None or what is None or rating is None or rating.cells.numbers is None:
        return None
    users, items = _places(who), _places(what)
    U, F = len(np.unique(users)), len(np.unique(items))
    if min(U, F) < 2 or (len({who.name, what.name, rating.name}) < 3):
        return None
    again = len(users) > U or len(items) > F
    once = len(np.unique(users * (int(items.max()) + 1) + items)) == len(users)
    return (who.name, what.name, rating.name) if again and once else None


def _three(columns: Sequence[Planned]) -> Sequence[Planned | None]:
    """Two columns of names, each with one that comes again, and one of numbers; None where it is not so."""
    names = [one for one in columns if one.cells.numbers is None and one.cells.codes is not None]
    numbers = [one for one in columns if one.cells.numbers is not None and one.guess.kind != "date"]
    again = all(one.cells.distinct < one.cells.n for one in names)
    return [*names, *numbers] if len(columns) == 3 and len(names) == 2 and len(numbers) == 1 and again else [None] * 3


def _places(one: Planned) -> np.ndarray:
    """(n,) which of its values each row has."""
    values = one.cells.codes if one.cells.numbers is None else one.cells.numbers
    return np.asarray(np.unique(np.asarray(values), return_inverse=True)[1]).reshape(-1)


def as_ratings(options: Options, names: Sequence[str]) -> Options:
    """The options with what ratings need: two columns of names and one of numbers, and nothing else."""
    if options.ratings is None:
        return options
    who, what, rating = options.ratings
    kinds: dict[str, Kind] = {who: "categorical", what: "categorical", rating: "numeric"}
    roles: dict[str, Role] = {name: "feature" if name in kinds else "skip" for name in names}
    roles |= dict.fromkeys(options.ratings, "feature")  # one that is no column is refused with those there are
    return replace(options, kinds=kinds, roles=roles, target=None)
