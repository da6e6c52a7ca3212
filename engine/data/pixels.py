"""A picture as a table of its pixels, and the picture that such a table still is."""

from __future__ import annotations

import re

import numpy as np

from engine.data.dataset import Column, Dataset

PIXEL, COLOURS = "pixel", ("red", "green", "blue")
"""What the rows of such a table are called, and its columns: from 0 to 255."""
PLACE = re.compile(r"(\d{1,5}), (\d{1,5})")


def pixels(image: np.ndarray, name: str) -> Dataset:
    """Every pixel of an image (h, w, 3) a row, called by its line and its column, line by line from the top.

    >>> pixels(np.zeros((1, 2, 3)), "black").row_names
    ('1, 1', '1, 2')
    """
    high, wide = image.shape[:2]
    columns = tuple(map(Column, COLOURS))
    return Dataset(image.reshape(-1, 3), columns=columns, row_names=places(high, wide), rows_title=PIXEL, name=name)


def grid(data: Dataset) -> tuple[int, int] | None:
    """(height, width) of the picture whose pixels the rows are; None where they are none, or not all there.

    >>> grid(pixels(np.zeros((2, 3, 3)), "black")), grid(pixels(np.zeros((2, 3, 3)), "black").subset([0, 2]))
    ((2, 3), None)
    """
    if data.rows_title != PIXEL or data.feature_names != COLOURS or not data.row_names:
        return None
    return data.cached("picture", lambda: _framed(data))


def _framed(data: Dataset) -> tuple[int, int] | None:
    """(height, width) up to the last row, if every place of it stands in its turn."""
    last = PLACE.fullmatch(data.row_names[-1])
    if last is None or int(last[1]) * int(last[2]) != data.n:
        return None
    high, wide = int(last[1]), int(last[2])
    return (high, wide) if tuple(data.row_names) == places(high, wide) else None


def places(high: int, wide: int) -> tuple[str, ...]:
    """What the pixels are called, line by line."""
    return tuple(f"{y + 1}, {x + 1}" for y in range(high) for x in range(wide))
