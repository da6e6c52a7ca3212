"""What the promise about arrows, colours and highlights notices, on a step that is worked by hand."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import pytest

from engine.base.snapshot import snapshot
from engine.core.marks import Bars, Matrix, Points, Segments
from engine.core.surfaces import Surface
from engine.data.dataset import Dataset
from tests.contract.placed import check_placed

DATA = Dataset.from_arrays(np.arange(12.0).reshape(6, 2) ** 2, [0, 0, 1, 1, 1, 0])
CHART = Surface("chart", "Map", "x", "y")
HERE = np.array([[1.0, 2.0]])
DOT = Points(HERE, "focus", surface=CHART)


@snapshot
class Step:
    slope: np.ndarray
    near: np.ndarray
    shares: np.ndarray
    row: int = 3
    model: object = None


@dataclass(frozen=True)
class Params:
    k: int = 3


STEP = Step(np.array([3.0, 4.0]), np.array([5, 1, 4, 2]), np.array([0.2, 0.1, 0.3, 0.15, 0.25]))


def checked(*marks, oracles=None):
    return check_placed(marks, STEP, DATA, Params(), oracles or {})


def arrow(start, end, label=()):
    return Segments(np.array([start]), np.array([end]), "axis", arrows=True, labels=label, surface=CHART)


def test_arrows_begin_at_a_point_and_follow_the_step():
    checked(DOT, arrow(HERE[0], HERE[0] + 0.1 * STEP.slope))
    checked(DOT, arrow(HERE[0], HERE[0] - 0.1 * STEP.slope, ("−∇f",)))
    checked(DOT, arrow((0.0, 0.0), HERE[0]))
    with pytest.raises(AssertionError, match="begins at"):
        checked(DOT, arrow(HERE[0] + 0.1 * STEP.slope, HERE[0]))
    for end, label in ((HERE[0] - 0.1 * STEP.slope, ()), (HERE[0] + 0.1 * STEP.slope, ("−∇f",))):
        with pytest.raises(AssertionError, match="leads against a vector of the step"):
            checked(DOT, arrow(HERE[0], end, label))


def test_chosen_item_is_extreme_or_the_subject_of_the_step():
    values, names = np.array([4.0, 1.0, 2.0, 2.5, 2.1]), ("a", "b", "c", "d", "e")
    for chosen in (0, 1, 2, 3, 4):  # the greatest, the least, where a share is, the row of the step, the last
        checked(Bars(values, names, chosen=chosen, surface=CHART))
    wide = Matrix(np.arange(18.0).reshape(9, 2), chosen_row=5, surface=Surface("table", "Rows"))
    with pytest.raises(AssertionError, match="Rows: chosen row is 5, which the step does not say"):
        checked(wide)
    with pytest.raises(AssertionError, match="and should be 4"):
        checked(wide, oracles={"Rows: chosen row": lambda step, data, params: 4})


def test_highlighted_items_are_listed_flagged_or_counted_in_the_step():
    def bars(lit):
        return Bars(np.ones(6), tuple("abcdef"), lit=np.array(lit, dtype=bool), surface=CHART)

    checked(bars([0, 1, 1, 0, 1, 1]), bars([1, 1, 1, 0, 0, 0]), bars([0, 0, 0, 1, 0, 0]))
    for lit in ([0, 1, 1, 1, 0, 1], [0, 0, 0, 0, 1, 0]):
        with pytest.raises(AssertionError, match="Map: lit is"):
            checked(bars(lit))


def test_class_colour_is_that_of_the_row():
    rows = np.array([1, 2, 5])
    checked(Points(DATA.X[rows], groups=DATA.codes[rows], rows=rows, names=DATA.class_names))
    with pytest.raises(AssertionError, match="Data: groups is"):
        checked(Points(DATA.X[rows], groups=1 - DATA.codes[rows], rows=rows, names=DATA.class_names))


def test_marks_with_an_oracle_are_where_it_says():
    oracles = {"Map: axis": lambda step, data, params: [[*HERE[0], *(HERE[0] + step.slope)]]}
    assert checked(arrow(HERE[0], HERE[0] + STEP.slope), oracles=oracles) == {"Map: axis"}
    with pytest.raises(AssertionError, match="Map: axis stand at"):
        checked(arrow(HERE[0], HERE[0] + 2 * STEP.slope), oracles=oracles)
