"""Who asks about what: the ratings M (C, F), a user u who is never his own critic, the critics who count, and a film.

A gap is NaN: what is not rated is not known, and is no 0.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from engine.base.errors import DropRows, KeepColumns, Objection, OtherMethod, TurnRatings
from engine.base.params import choice, whole
from engine.base.words import short
from engine.data import needs
from engine.data.dataset import Dataset
from engine.data.long_ratings import long_ratings
from engine.data.needs import Need


def named_once(data: Dataset) -> str:
    """No two people, and no two films, have one name: whose ratings are whose could not be told."""
    for names, what in ((data.row_names, "rows"), (data.feature_names, "columns")):
        first: dict[str, int] = {}
        for at, name in enumerate(names):
            if first.setdefault(name, at) != at:
                words = (
                    f"Two {what} are called {short(name)}, and their ratings could not be told apart: leave one out."
                )
                kept = tuple(j for j in range(data.d) if j != at)
                return Objection(words, DropRows((at,)) if what == "rows" else KeepColumns(kept))
    return ""


def not_long(data: Dataset) -> str:
    """It is a table of ratings, and no list of them with a row for each."""
    if long_ratings(data) is None:
        return ""
    words = "Each row is one rating of a user for an item: make a table of them, with a row for each user."
    return Objection(words, TurnRatings())


def no_texts(data: Dataset) -> str:
    """Ratings are numbers; a column of texts has none."""
    kept = tuple(j for j, column in enumerate(data.columns) if not column.is_text)
    if len(kept) == data.d:
        return ""
    name = next(column.name for column in data.columns if column.is_text)
    words = f"Ratings are numbers, and {short(name)} is text"
    return Objection(f"{words}: leave it out.", KeepColumns(kept)) if kept else Objection(f"{words}.", OtherMethod())


NEEDS: tuple[Need, ...] = (
    not_long, no_texts,
    needs.rows(2), needs.features(2), needs.numeric, needs.moderate, needs.not_tiny, named_once,
)  # fmt: skip
"""What every recommender needs: numbers that can be squared, with gaps or without, and names that differ."""

PEOPLE, FILMS = ORIENTATIONS = ("people", "films")


@dataclass(frozen=True)
class AskParams:
    """Who asks, and who answers."""

    user: int = whole(
        0,
        low=0,
        high=1_000_000,
        of_rows=True,
        symbol="u",
        label="user",
        clear=True,
        help="a row; 0: the last",
    )
    critics: int = whole(
        0, low=0, high=1_000_000, of_rows=True, rare=True, label="critics", clear=True,
        help="so many of the first rows answer; 0: every row but the user",
    )  # fmt: skip


@dataclass(frozen=True)
class FilmParams(AskParams):
    """Who asks, and about which film."""

    film: int = whole(
        0, low=0, high=1_000_000, symbol="f", label="film", clear=True,
        help="a column, at most the last; 0: the first that the user has not rated",
    )  # fmt: skip


@dataclass(frozen=True)
class Orientation:
    """Whether people or films are the points that are compared."""

    points: str = choice(
        PEOPLE, ORIENTATIONS, label="points", clear=True,
        help="people are compared by films, or films by people: then the user is a column, and the film a row",
    )  # fmt: skip


def flipped(params: Any) -> bool:
    """Whether films are the points."""
    return isinstance(params, Orientation) and params.points == FILMS


def ratings(data: Dataset, params: Any) -> np.ndarray:
    """M (C, F), a row for each that is compared; of films as points the table turned over."""
    return np.asarray(data.X.T if flipped(params) else data.X)


def user_of(M: np.ndarray, params: AskParams) -> int:
    """The row of the one who asks; a number beyond the last is the last."""
    return int(min(params.user or len(M), len(M)) - 1)


def critics_of(M: np.ndarray, params: AskParams) -> np.ndarray:
    """(C',) the rows that answer, without the user."""
    rows = np.arange(min(params.critics or len(M), len(M)))
    return np.asarray(rows[rows != user_of(M, params)])


def film_of(M: np.ndarray, params: FilmParams) -> int:
    """The column that is asked about."""
    if params.film:
        return int(min(params.film, M.shape[1])) - 1
    unseen = np.flatnonzero(np.isnan(M[user_of(M, params)]))
    return int(unseen[0]) if len(unseen) else 0


def own_rating(M: np.ndarray, u: int, f: int) -> float | None:
    """The rating that the user gave already, which does not count; None for a gap."""
    return None if np.isnan(M[u, f]) else float(M[u, f])
