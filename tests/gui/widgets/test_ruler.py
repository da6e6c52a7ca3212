"""Columns are measured by their texts: as wide as Qt would make them, without asking it for every cell."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtGui import QFontMetrics

from gui.look.appearance import Appearance
from gui.look.numerals import FIGURE, POINT
from gui.widgets import cells_model as of_cells
from gui.widgets.cells_model import CellsModel
from gui.widgets.number_table import NumberTable
from gui.widgets.ruler import Ruler

ROWS = [("setosa", -1.5, 12345.678), ("Il Postino, 1994", 0.25, 1e-7), ("WWW", 3.0, float("nan"))]


@pytest.fixture
def table(qtbot):
    made = NumberTable(Appearance())
    qtbot.addWidget(made)
    return made


def test_no_text_is_cut_and_no_column_too_wide(table):
    table.put(("name", "x", "a long heading"), ROWS)
    for column in range(3):
        wanted = max(table.sizeHintForColumn(column), table.horizontalHeader().sectionSizeHint(column))
        assert wanted <= table._widths()[column] <= wanted + 3


def test_few_cells_of_two_thousand_columns_are_evaluated(table, monkeypatch):
    asked, usual = [], CellsModel.data
    monkeypatch.setattr(CellsModel, "data", lambda self, *where: asked.append(where) or usual(self, *where))
    table.put(tuple(f"x{j}" for j in range(2_000)), [tuple(range(2_000))] * 9)
    assert len(asked) < 50


def test_texts_with_equal_digit_layout_are_measured_once(table, monkeypatch):
    """Three covariances of 2,000 features had 18,000 cells measured at each step."""
    table.put(("x",), [(0.0,)])
    asked, usual = [], QFontMetrics.horizontalAdvance
    ruler = Ruler(table, table.cells.texts(0)[0])
    monkeypatch.setattr(QFontMetrics, "horizontalAdvance", lambda self, text: asked.append(text) or usual(self, text))
    texts = [f"{number / 1000:.3f}" for number in range(1000, 10_000, 7)]
    wide = ruler.width([*texts, "−1.234"])
    assert len(asked) == 2 and wide == ruler.width(["−9.999"]) == ruler.width(["−1.111"]) > ruler.width(texts)


def test_other_colours_measure_nothing_anew(table, monkeypatch):
    table.put(("name", "x", "y"), ROWS)
    measured = []
    monkeypatch.setattr(NumberTable, "_widths", lambda self: measured.append(self))
    table._appearance.set_theme("dark")
    assert not measured


def test_huge_matrix_formats_visible_cells_and_aligns_distant_ones(table, monkeypatch):
    matrix = np.random.default_rng(0).normal(size=(2_000, 2_000))
    written, usual = [], of_cells.shown
    monkeypatch.setattr(of_cells, "shown", lambda value: written.append(value) or usual(value))
    table.put(tuple(f"x{j}" for j in range(2_000)), matrix.tolist())
    assert len(written) <= 2_500, "a mixture has one such table for each component"
    cells = table.cells
    assert cells.text(1_999, 3).strip(FIGURE + POINT) == usual(float(matrix[1_999, 3]))
    table.put(("x",), [(1.25,)] * 150 + [(2.0,)])
    assert cells.text(150, 0) == "2" + POINT + FIGURE * 2
