"""The ratings as a table whose cells are typed in place, and the bars of many critics."""

from __future__ import annotations

from typing import Any

import numpy as np

from engine.core.marks import Matrix
from engine.core.surfaces import Surface
from engine.data.dataset import Dataset
from engine.families.recommenders.asking import flipped
from engine.families.recommenders.wording import critic_label, film_label

RATINGS = Surface("table", "Ratings")
ROWS, COLUMNS = 40, 20
"""Of more critics and films so many are shown: first those that the step is about."""


def shown(count: int, most: int, *first: int | None) -> np.ndarray:
    """(m,) the places that are shown, ascending: all, or the first ones with those that must be among them."""
    if count <= most:
        return np.arange(count)
    must = sorted({one for one in first if one is not None})
    others = [one for one in range(most) if one not in must][: most - len(must)]
    return np.array(sorted([*must, *others]))


def table(
    data: Dataset, params: Any, M: np.ndarray, user: int | None, critic: int | None = None, film: int | None = None,
    lit: np.ndarray | None = None, title: str = "", other: int | None = None,
) -> Matrix:  # fmt: skip
    """The ratings, the critic of the step chosen; `lit` (C, F) are the cells that count. A cell is typed in place."""
    turned = flipped(params)
    rows, columns = shown(len(M), ROWS, user, critic), shown(M.shape[1], COLUMNS, film, other)
    here = np.stack(np.meshgrid(rows, columns, indexing="ij"), axis=-1)
    chosen = None if critic is None else int(np.searchsorted(rows, critic))
    return Matrix(
        M[np.ix_(rows, columns)],
        tuple(critic_label(data, params, int(row)) for row in rows),
        tuple(film_label(data, params, int(column)) for column in columns),
        "heat",
        chosen_row=chosen,
        title=title,
        rows=None if turned else rows,
        lit=None if lit is None or not lit[np.ix_(rows, columns)].any() else lit[np.ix_(rows, columns)],
        cells=here[..., ::-1] if turned else here,
        surface=RATINGS,
    )
