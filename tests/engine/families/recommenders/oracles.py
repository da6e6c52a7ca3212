"""What the tests of the recommenders share: which cells of the table of ratings have a rim."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from engine.data.dataset import Dataset
from engine.families.recommenders.asking import ratings
from engine.families.recommenders.table_drawing import COLUMNS, ROWS, shown

Cells = Callable[[Any, Dataset, Any], set[tuple[int, int]]]


def lit_by(cells: Cells) -> Callable[[Any, Dataset, Any], np.ndarray]:
    """The rims of the table, of the cells (critic, film) that a plain loop finds."""

    def lit(step: Any, data: Dataset, params: Any) -> np.ndarray:
        M = ratings(data, params)
        rows = shown(len(M), ROWS, step.user, step.critic).tolist()
        columns = shown(M.shape[1], COLUMNS, step.film).tolist()
        found = cells(step, data, params)
        return np.array([[(row, column) in found for column in columns] for row in rows])

    return lit
