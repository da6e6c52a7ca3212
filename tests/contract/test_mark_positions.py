"""The checks of where marks stand let through what is drawn right, and stop what is drawn wrong."""

from __future__ import annotations

import numpy as np
import pytest

from engine.core.marks import Curve, Line, Mark, Matrix, Points, Segments
from engine.core.surfaces import Surface
from engine.data.dataset import Dataset
from tests.contract.mark_positions import check_positions

DATA = Dataset(np.array([[0.0, 0.0], [1.0, 0.0], [4.0, 2.0]]), np.array([0, 0, 1]), class_names=("no", "yes"))
CHART = Surface("chart", "Curves", "x", "y")
LINE = Line(np.array([1.0, 0.0]), -2.0)
ROWS = np.array([0, 2])
NAMES = ("no", "yes")


def margin(level: float) -> Line:
    return Line(np.array([2.0, 0.0]), -4.0, "margin", level)


def confusion(*rows: tuple[int, ...]) -> Matrix:
    return Matrix(np.array(rows), NAMES, NAMES, "table")


def curve(label: str, surface: Surface = CHART) -> Curve:
    return Curve(np.array([[0.0, 0.0], [1.0, 1.0]]), label=label, surface=surface)


RIGHT: dict[str, list[Mark]] = {
    "points at their rows": [Points(DATA.X[ROWS], "focus", rows=ROWS)],
    "rows and where they fall": [
        Points(DATA.X[ROWS] + 0.5, rows=ROWS),
        Segments(DATA.X[ROWS], DATA.X[ROWS] + 0.5, "residual"),
    ],
    "margins on both sides of the boundary": [LINE, margin(1.0), margin(-1.0)],
    "margins of another line than the boundary beside them": [
        Line(np.array([1.0, 0.0]), 7.0),
        Line(np.array([2.0, 0.0]), -4.0, "plain"),
        margin(1.0),
        margin(-1.0),
    ],
    "a spoke from a row to a centre": [
        Segments(DATA.X[:1], np.array([[2.5, 1.0]]), "spoke"),
        Points(np.array([[2.5, 1.0]]), "centre"),
    ],
    "a spoke to the mean of a class": [Segments(DATA.X[:1], np.array([[0.5, 0.0]]), "spoke")],
    "a residual to its foot on the line": [LINE, Segments(DATA.X[:1], np.array([[2.0, 0.0]]), "residual")],
    "a residual to a curve": [
        curve("f"),
        Points(np.array([[0.5, 2.0]]), surface=CHART),
        Segments(np.array([[0.5, 2.0]]), np.array([[0.5, 0.5]]), "residual", surface=CHART),
    ],
    "the truth in the rows": [confusion((1, 1), (0, 1))],
    "curves with names": [curve("f"), curve("g")],
}
WRONG: dict[str, list[Mark]] = {
    "points at other rows": [Points(DATA.X[ROWS], "focus", rows=ROWS[::-1])],
    "rows tied to other places": [
        Points(DATA.X[ROWS] + 0.5, rows=ROWS),
        Segments(DATA.X[ROWS], DATA.X[ROWS] + 0.6, "residual"),
    ],
    "a margin on one side": [LINE, margin(1.0)],
    "margins off the middle": [LINE, margin(1.0), margin(-1.5)],
    "margins of a line that is not drawn, beside a boundary": [
        Line(np.array([1.0, 0.0]), 7.0),
        margin(1.0),
        margin(-1.0),
    ],
    "a margin across the boundary": [LINE, Line(np.array([0.0, 1.0]), 0.0, "margin", 1.0)],
    "a spoke to nowhere": [Segments(DATA.X[:1], np.array([[2.5, 1.0]]), "spoke")],
    "a residual past the line": [LINE, Segments(DATA.X[:1], np.array([[2.1, 0.0]]), "residual")],
    "a residual beside the curve": [
        curve("f"),
        Points(np.array([[0.5, 2.0]]), surface=CHART),
        Segments(np.array([[0.5, 2.0]]), np.array([[0.5, 0.6]]), "residual", surface=CHART),
    ],
    "the truth in the columns": [confusion((1, 0), (1, 1))],
    "two curves of one name": [curve("f"), curve("f")],
    "an axis without a label": [curve("f", Surface("chart", "Curves", "x"))],
    "a label without an axis": [curve("f", Surface("chart", "Curves", "x", "y", axes=False))],
}


@pytest.mark.parametrize("what", RIGHT)
def test_what_stands_right_passes(what: str) -> None:
    check_positions(RIGHT[what], None, DATA)


@pytest.mark.parametrize("what", WRONG)
def test_what_stands_wrong_is_found(what: str) -> None:
    with pytest.raises(AssertionError):
        check_positions(WRONG[what], None, DATA)


def test_the_point_asked_about_is_a_place() -> None:
    x = np.array([9.0, 9.0])
    spokes: list[Mark] = [Segments(x[None], DATA.X[:1], "spoke")]
    check_positions(spokes, None, DATA, [Points(x[None], "focus")])
    with pytest.raises(AssertionError):
        check_positions(spokes, None, DATA)
