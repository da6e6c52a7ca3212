"""The selection alone, on a table without a view or a run."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

from engine.data.bundled import load
from engine.data.dataset import Dataset
from engine.data.preparing.preparation import Preparation
from engine.data.split import Split
from gui.session.rows import NO_ROWS, Rows
from gui.session.selection import Selection
from gui.session.table import Table


class Bench:
    """A selection on iris, and how often each of its signals was emitted."""

    def __init__(self) -> None:
        self.table = Table()
        self.table.begin(load("iris"), Preparation(), None, Split())
        self.selection = Selection(self.table)
        self.told: Counter[str] = Counter()
        for name in ("changed", "pointed_changed", "hint_changed", "node_changed"):
            getattr(self.selection, name).connect(lambda name=name: self.told.update([name]))

    def edit(self, data: Dataset) -> None:
        self.table.edit(lambda table: data, "edit it")


@pytest.fixture
def bench(qapp) -> Bench:
    return Bench()


def test_rows_are_selected_once_in_order_and_only_where_there_are_any(bench):
    bench.selection.select([7, 3, 7, -1, 150])
    assert bench.selection.rows == (3, 7)
    bench.selection.select(np.array([3, 7]))
    assert bench.told == {"changed": 1}, "they were selected already"
    bench.selection.select(range(2))
    assert bench.selection.rows == (0, 1)


def test_selected_rows_stay_selected_through_edits_wherever_they_stand(bench):
    iris = bench.table.data
    bench.selection.select([3, 7, 9])
    bench.edit(iris.without_rows([0, 7]))
    assert bench.selection.rows == (2, 7) and bench.told["changed"] == 2
    bench.edit(bench.table.data.with_values(np.array([0]), iris.X[[0]] + 1.0))
    assert bench.selection.rows == (2, 7) and bench.told["changed"] == 2


def test_pointed_row_takes_precedence_over_selected_ones(bench):
    selection = bench.selection
    assert selection.looked_at is None
    selection.select([4, 5])
    assert selection.looked_at == 4
    selection.point_at(100)
    assert selection.looked_at == 100
    bench.edit(bench.table.data.subset(range(50)))
    assert selection.looked_at is None, "there is no such row any more"


def test_what_is_meant_already_is_not_announced(bench):
    selection = bench.selection
    for _ in range(2):
        selection.point_at(5)
        selection.hint(Rows(np.array([1, 2])))
        selection.point_at_node(("Tree", 3))
    assert bench.told == {"pointed_changed": 1, "hint_changed": 1, "node_changed": 1}
    assert selection.hinted == (1, 2) and selection.node == ("Tree", 3)


def test_opening_other_data_clears_the_selection_silently(bench):
    bench.selection.select([4])
    bench.selection.point_at(5)
    bench.told.clear()
    bench.selection.forget()
    assert bench.selection.rows == NO_ROWS and bench.selection.pointed is None and not bench.told
