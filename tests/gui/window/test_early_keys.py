"""Keys that come before the worker has said what is there: they are kept in mind, and obeyed as soon as it has."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator

import pytest
from PySide6.QtTest import QTest

from gui.session.job import Job
from gui.session.session import Session
from gui.start.shot import settle
from gui.window.main_window import MainWindow
from tests.gui.window.user_input import SHIFT, Key


@pytest.fixture
def gate(monkeypatch: pytest.MonkeyPatch, window: MainWindow) -> Iterator[threading.Event]:
    """While it is shut, no step of any run comes."""
    gate, pull = threading.Event(), Job.pull
    gate.set()

    def held(job: Job) -> bool:
        assert gate.wait(60)
        return pull(job)

    monkeypatch.setattr(Job, "pull", held)
    yield gate
    gate.set()


@pytest.fixture
def begin() -> Callable[[Session], None]:
    """A perceptron on AND at the last of its many steps."""

    def gate_and(session: Session) -> None:
        session.open_bundled("gate_and")
        session.add_lane("perceptron")
        session.go_to_end()

    return gate_and


@pytest.fixture
def long(window: MainWindow) -> MainWindow:
    """The window with that."""
    assert window.session.at_end
    return window


def press(window: MainWindow, *keys: Key, modifier=None) -> None:
    """Keys one right after the other, without processing results of the worker in between."""
    for key in keys:
        picture = window.canvas.plane_view.widget
        QTest.keyClick(picture, key) if modifier is None else QTest.keyClick(picture, key, modifier)


def afresh(window: MainWindow, gate: threading.Event) -> None:
    """The same run once more, of which no step is known yet."""
    gate.clear()
    window.session.set_seed(window.session.lane.seed + 1)


def marked(window: MainWindow) -> list[int]:
    return [index for index, event in enumerate(window.session.lane.events) if event]


def test_next_event_is_shown_as_soon_as_it_is_known(long, gate):
    press(long, Key.Key_Home)
    settle(long)
    afresh(long, gate)
    press(long, Key.Key_N)
    assert long.session.lane.index == 0
    gate.set()
    settle(long)
    assert long.session.lane.index == marked(long)[0] > 0


def test_two_presses_are_two_events(long, gate):
    press(long, Key.Key_Home)
    settle(long)
    afresh(long, gate)
    press(long, Key.Key_N, Key.Key_N)
    gate.set()
    settle(long)
    assert long.session.lane.index == marked(long)[1]


def test_the_event_before_is_waited_for_too(long, gate):
    assert len(marked(long)) > 1
    long.session.go_to(marked(long)[-1])
    settle(long)
    afresh(long, gate)
    press(long, Key.Key_N, modifier=SHIFT)
    gate.set()
    settle(long)
    assert long.session.lane.index == marked(long)[-2]


@pytest.mark.parametrize("other", ["key", "edit"])
def test_later_request_replaces_the_pending_one(long, gate, other):
    press(long, Key.Key_Home)
    settle(long)
    afresh(long, gate)
    press(long, Key.Key_N)
    if other == "key":
        press(long, Key.Key_Home)
    else:
        long.session.points.move([0], [[-0.2, 0.0]])
    gate.set()
    settle(long)
    assert long.session.lane.index == 0


def test_each_key_counts_from_the_request_before_it(long):
    last = long.session.lane.known - 1
    assert long.session.lane.index == last > 1
    press(long, Key.Key_Home, Key.Key_Right)
    settle(long)
    assert long.session.lane.index == 1
    press(long, Key.Key_Home, Key.Key_End, Key.Key_Left)
    settle(long)
    assert long.session.lane.index == last - 1


def test_right_key_works_immediately_after_a_new_run(long, gate, qtbot):
    """The last look at what can be done was at the end of the run before: its menu was open."""
    long.menus.refresh()
    assert not long.menus.actions["forward"].isEnabled()
    assert long.session.at_end
    gate.clear()
    long.session.restart()
    press(long, Key.Key_Right, Key.Key_Right)
    gate.set()
    settle(long)
    assert long.session.lane.index == 2
