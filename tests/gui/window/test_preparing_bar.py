"""While a table is prepared for long: how far that is, and Cancel; the list of steps shows what will be."""

from __future__ import annotations

import threading

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from engine.data.preparing.preparation import Preparation
from engine.data.preparing.scaling import MinMax
from engine.data.preparing.shapes import Rank
from gui.session import fitting
from gui.window import preparing_bar


@pytest.fixture
def gate(monkeypatch):
    """Ranks are not there before it is opened."""
    opened, usual = threading.Event(), Rank.fit

    def slow(self, *told):
        assert opened.wait(60)
        return usual(self, *told)

    monkeypatch.setattr(Rank, "fit", slow)
    monkeypatch.setattr(fitting, "QUICK", 0)
    monkeypatch.setattr(preparing_bar, "SOON", 10)
    yield opened
    opened.set()


def test_bar_appears_for_slow_fits_and_cancel_keeps_the_table(window, qtbot, gate):
    session, bar, before = window.session, window.preparing, window.session.table.data
    session.table.prepare(Preparation().with_step(MinMax()).with_step(Rank()), "two steps")
    assert not bar.isVisible()
    qtbot.waitUntil(lambda: bar.isVisible() and bar.bar.value() == 1)
    assert "150 rows" in bar.words.text() and Rank.NAME in bar.words.text() and bar.bar.maximum() == 2
    QTest.mouseClick(bar.leave, Qt.MouseButton.LeftButton)
    assert not bar.isVisible() and session.table.data is before and not session.table.fitting.busy


def test_added_step_is_listed_at_once_before_the_next_one(window, qtbot, gate):
    session, panel = window.session, window.dataset.preparation
    panel.append(Rank())
    panel.append(MinMax())
    assert [panel.list.item(row).text() for row in range(2)] == [Rank.NAME, MinMax.NAME]
    assert panel.list.currentRow() == 1 and session.table.preparation == Preparation()
    gate.set()
    qtbot.waitUntil(lambda: not session.table.fitting.busy)
    assert session.table.preparation == session.table.wanted_preparation and len(session.table.preparation.entries) == 2
    panel.chosen.finish()


def test_cancelled_step_leaves_the_list(window, qtbot, gate):
    panel = window.dataset.preparation
    panel.append(Rank())
    window.session.table.fitting.give_up()
    assert not panel.list.count()
    gate.set()
    panel.chosen.finish()
