"""Other texts in the cells of a column of texts."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

import numpy as np

from engine.data.dataset import Dataset


def with_text(data: Dataset, row: int, place: int, text: str) -> Dataset:
    """With another text in a cell of a column of texts."""
    known = with_texts(data, place, [text])
    return known.with_values(
        [row], np.where(np.arange(data.d) == place, known.columns[place].levels.index(text), data.X[row])
    )


def with_texts(data: Dataset, place: int, texts: Iterable[str]) -> Dataset:
    """With a column of texts that knows these texts too, so that a cell can hold one of them."""
    column = data.columns[place]
    levels = tuple(dict.fromkeys([*column.levels, *texts]))
    columns = (*data.columns[:place], replace(column, levels=levels), *data.columns[place + 1 :])
    return data.changed(columns=columns)
