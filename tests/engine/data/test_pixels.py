"""A table of pixels is still a picture, as long as all of them are there."""

from __future__ import annotations

import numpy as np

from engine.data.pixels import grid, pixels
from engine.data.regions import SINGLE, RegionParams, regions

IMAGE = np.arange(36.0).reshape(3, 4, 3)


def test_every_pixel_is_a_row_named_by_line_and_column() -> None:
    table = pixels(IMAGE, "small")
    assert table.feature_names == ("red", "green", "blue") and table.n == 12
    assert table.row_names[5] == "2, 2" and (table.X[5] == IMAGE[1, 1]).all()
    assert grid(table) == (3, 4)


def test_missing_pixel_or_colour_makes_it_no_picture() -> None:
    table = pixels(IMAGE, "small")
    assert grid(table.without_rows([11])) is None and grid(table.without_rows([0])) is None
    assert grid(table.select([0, 1])) is None
    assert grid(table.changed(rows_title="name")) is None
    assert grid(table.changed(row_names=())) is None
    assert grid(table.subset([0, 1, 4, 5])) == (2, 2) and grid(table.subset([0, 1, 2, 5])) is None, "as many, not all"
    assert grid(table.changed(row_names=(*table.row_names[:-1], "last"))) is None


def test_image_can_be_split_into_single_pixels() -> None:
    found = regions(IMAGE, RegionParams(rule=SINGLE), "small")
    assert found.single and found.count == 12 and not found.borders()
    assert (IMAGE.reshape(-1, 3) == found.table.X).all()
    assert found.words(6) == "Pixel in line 2, column 3: red 18, green 19, blue 20."
    assert found.labels[1, 2] == 6
