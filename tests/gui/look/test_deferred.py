"""Acts that are done one in a turn, behind a picture that stands still."""

from __future__ import annotations

import gc
from collections.abc import Iterator

import pytest
import shiboken6
from PySide6.QtCore import QObject, QTimer
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMessageBox, QWidget

from gui.look.deferred import DeferredTasks


class Sheet(QWidget):
    """Counts how often it is painted."""

    painted = 0

    def paintEvent(self, event) -> None:
        self.painted += 1


@pytest.fixture
def sheet(qtbot) -> Sheet:
    made = Sheet()
    qtbot.addWidget(made)
    with qtbot.waitExposed(made):
        made.show()
    qtbot.waitUntil(lambda: made.painted > 0)
    return made


@pytest.fixture
def around(qapp) -> Iterator[QObject]:
    """What the turns belong to."""
    made = QObject()
    yield made
    made.deleteLater()


def test_events_are_handled_between_deferred_parts(qtbot, around):
    done: list[str] = []
    turns = DeferredTasks([lambda: done.append("one"), lambda: done.append("two")], around)
    turns.begin()
    assert turns.busy and done == []
    timer = QTimer(around, interval=0)
    timer.timeout.connect(lambda: done.append("heard"))
    timer.start()
    qtbot.waitUntil(lambda: not turns.busy)
    timer.stop()
    assert "heard" in done[done.index("one") : done.index("two")]


def test_window_keeps_its_picture_until_the_last_action(qtbot, around, sheet):
    seen: list[int] = []

    def act() -> None:
        seen.append(sheet.painted)
        sheet.update()

    turns = DeferredTasks([act, act, act], around)
    turns.begin()
    qtbot.waitUntil(lambda: not turns.busy)
    assert len(seen) == 3 and len(set(seen)) == 1
    qtbot.waitUntil(lambda: sheet.painted > seen[-1])
    assert sheet.updatesEnabled()


def test_paint_requested_while_frozen_happens_in_the_next_turn(qtbot, around, sheet):
    painted = sheet.painted
    sheet.update()  # asked for before: Qt drops that, and would ask no more
    turns = DeferredTasks((), around)
    turns.pause()
    QApplication.sendPostedEvents()
    assert turns.busy and sheet.painted == painted
    qtbot.waitUntil(lambda: not turns.busy)
    qtbot.waitUntil(lambda: sheet.painted > painted)


def test_pause_during_actions_neither_ends_nor_repeats_them(qtbot, around, sheet):
    done: list[bool] = []
    turns = DeferredTasks([lambda: turns.pause(), lambda: done.append(sheet.updatesEnabled())], around)
    turns.begin()
    qtbot.waitUntil(lambda: not turns.busy)
    assert done == [False] and sheet.updatesEnabled()


def test_begun_again_it_does_all_once_more(qtbot, around):
    done: list[str] = []

    def one() -> None:
        done.append("one")
        if done == ["one"]:
            turns.begin()

    turns = DeferredTasks([one, lambda: done.append("two")], around)
    turns.begin()
    qtbot.waitUntil(lambda: not turns.busy)
    assert done == ["one", "one", "two"]


def test_exception_in_an_action_unfreezes_the_window(qtbot, around, sheet):
    turns = DeferredTasks([lambda: None, lambda: [][5]], around)
    with qtbot.captureExceptions() as mistakes:
        turns.begin()
        qtbot.waitUntil(lambda: not turns.busy)
    assert len(mistakes) == 1 and sheet.updatesEnabled()


def test_collected_window_is_not_used_any_more(qtbot, around):
    gone, seen = QWidget(), QWidget()
    qtbot.addWidget(seen)
    for window in (gone, seen):
        with qtbot.waitExposed(window):
            window.show()
    windows = [gone]

    def close() -> None:
        window = windows.pop()
        window.close()
        shiboken6.delete(window)
        gc.collect()

    done: list[str] = []
    turns = DeferredTasks([lambda: None, close, lambda: done.append("last")], around)
    with qtbot.captureExceptions() as mistakes:
        turns.begin()
        qtbot.waitUntil(lambda: not turns.busy)
    assert mistakes == [] and done == ["last"] and seen.updatesEnabled()


def test_windows_are_unfrozen_if_the_owner_is_deleted(qtbot, sheet):
    owner, done = QObject(), list[str]()
    acts = [lambda: shiboken6.delete(owner), lambda: done.append("never")]
    turns = DeferredTasks(acts, owner)
    with qtbot.captureExceptions() as mistakes:
        turns.begin()
        qtbot.waitUntil(sheet.updatesEnabled)
        QTest.qWait(20)
    assert mistakes == [] and done == [] and not turns.busy


def test_windows_are_unfrozen_after_an_immediate_release(qtbot, sheet):
    owner = QObject()
    DeferredTasks([lambda: None], owner).begin()
    assert not sheet.updatesEnabled()
    shiboken6.delete(owner)
    gc.collect()
    assert sheet.updatesEnabled()


@pytest.mark.parametrize("number", [0, 1])
def test_dialog_inside_an_action_is_over_a_painted_window(qtbot, around, sheet, number):
    seen: list[bool] = []

    def asks() -> None:
        box = QMessageBox()
        qtbot.addWidget(box)
        box.setText("A mistake in an act.")
        late = QTimer(box, singleShot=True, interval=5000)  # nobody answers
        late.timeout.connect(box.reject)
        late.start()
        look = QTimer(box, interval=5)
        look.timeout.connect(lambda: box.accept() if sheet.updatesEnabled() else None)
        look.start()
        box.exec()
        look.stop()
        late.stop()
        seen.append(sheet.updatesEnabled())

    done: list[str] = []
    acts = [lambda: done.append("one"), lambda: done.append("two")]
    acts[number] = asks
    turns = DeferredTasks(acts, around)
    turns.begin()
    qtbot.waitUntil(lambda: not turns.busy and bool(seen))
    assert seen == [True] and len(done) == 1 and sheet.updatesEnabled()
