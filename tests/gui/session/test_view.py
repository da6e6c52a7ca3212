"""The view alone, on a table without a run: what is looked at, asked about and held in the hand."""

from __future__ import annotations

from collections import Counter
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from engine.base.errors import Refusal
from engine.data.bundled import load
from engine.data.dataset import Dataset
from engine.data.plane import TARGET
from engine.data.preparing.preparation import Preparation
from engine.data.split import Split
from gui.session.table import Table
from gui.session.view import CurrentView, carried


class Bench:
    """A view on iris, and how often each of its signals was emitted."""

    def __init__(self) -> None:
        self.table = Table()
        self.table.begin(load("iris"), Preparation(), None, Split())
        self.view = CurrentView(self.table)
        self.told: Counter[str] = Counter()
        for name in ("changed", "asks_anew", "answers_asked", "overlaid_changed", "residuals_changed", "tool_changed"):
            getattr(self.view, name).connect(lambda name=name: self.told.update([name]))

    def edit(self, data: Dataset) -> None:
        self.table.edit(lambda table: data, "edit it")


@pytest.fixture
def bench(qapp) -> Bench:
    made = Bench()
    made.view.begin((0, 1))
    return made


def test_chosen_features_are_in_view_and_the_steps_are_asked_for_anew(bench):
    bench.view.choose((2, 3))
    assert bench.view.features() == (2, 3) and bench.told == {"asks_anew": 1, "changed": 1}
    bench.view.choose("pca")
    assert bench.view.features() is None, "the plane lies aslant"


def test_view_goes_with_its_columns_and_comes_back_with_them(bench):
    iris, view = bench.table.data, bench.view
    view.choose((3, 2))
    view.ask(iris.X[5], 5)
    bench.told.clear()
    bench.edit(iris.select((2, 3)))
    assert view.chosen == (1, 0) and view.query is None and bench.told == {"changed": 1}
    bench.edit(iris.select((0, 1)))
    assert view.chosen == "auto", "neither feature is there any more"
    bench.edit(iris)
    assert view.chosen == (3, 2) and view.plane.axes.shape == (2, 4)


def test_plane_stays_still_during_a_gesture_and_follows_when_it_is_over(bench):
    view, iris = bench.view, bench.table.data
    view.choose("pca")
    before = view.plane
    bench.told.clear()
    bench.table.holding = True
    bench.edit(iris.with_values(np.array([0]), iris.X[[0]] + 50.0))
    assert view.plane is before and not bench.told
    view.catch_up()
    assert view.plane != before and bench.told == {"asks_anew": 1}
    view.catch_up()
    assert bench.told == {"asks_anew": 1}, "it is where it should be"


def test_queried_row_is_cleared_when_it_moves(bench):
    iris = bench.table.data
    bench.view.ask(iris.X[7], 7)
    assert bench.view.asked_row == 7
    bench.edit(iris.with_values(np.array([7]), iris.X[[7]] + 1.0))
    assert bench.view.asked_row is None and bench.view.query is not None
    bench.view.ask(None)
    assert bench.view.query is None and bench.told["asks_anew"] == 2


def test_brush_is_a_class_of_the_data(bench):
    view = bench.view
    view.set_brush(2)
    view.set_brush(3)
    assert view.brush == 2 and bench.told["tool_changed"] == 1
    iris = bench.table.data
    bench.edit(iris.changed(y=np.minimum(iris.codes, 1), class_names=("setosa", "other")))
    assert view.brush == 1 and bench.told["tool_changed"] == 2


def test_answers_are_asked_for_when_pictures_become_one(bench):
    for on in (True, True, False):
        bench.view.set_overlaid(on)
    assert bench.told == {"overlaid_changed": 3, "answers_asked": 1}


def test_computed_features_take_no_point(bench):
    computed: Any = SimpleNamespace(features=np.array([1]))
    with pytest.raises(Refusal, match="computes from others"):
        bench.view.check(computed)
    bench.view.choose((0, 2))
    bench.view.check(computed)


def test_view_of_other_columns_shows_the_same_features():
    iris = load("iris")
    turned = iris.select((3, 0))
    assert carried((0, 3), iris, turned) == (1, 0) and carried((3, TARGET), iris, turned) == (0, TARGET)
    assert carried("fisher", iris, turned) == "fisher" and carried((1, 2), iris, turned) == "auto"
