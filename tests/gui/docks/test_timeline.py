"""The transport: buttons, speed, and a scrub bar that is clicked, dragged, wheeled and read."""

from __future__ import annotations

import math
from itertools import pairwise
from typing import get_args

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QColor, QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from engine.core.ending import Ending
from engine.core.marks import Role
from engine.core.story import Event
from gui.docks.scrub_bar import EDGE, Events, ScrubBar, event_colours
from gui.docks.timeline import SPEEDS, TimelineDock
from gui.look.appearance import Appearance
from gui.look.theme import DARK, LIGHT
from tests.gui.docks.placing import settle, two_irises

LEFT = Qt.MouseButton.LeftButton

MISTAKE, SPLIT = Event("mistake", "wrong"), Event("split", "boundary")


def at(dock, index: int) -> QPoint:
    return QPoint(round(dock.bar.place(index)), dock.bar.height() // 2 + 4)


def test_the_buttons_step_and_seek(placed, qtbot):
    dock = placed(TimelineDock, "kmeans", step=3, width=900)
    last = dock.session.lane.known - 1
    for name, index in (("next", 4), ("previous", 3), ("first", 0), ("last", last)):
        qtbot.mouseClick(dock.buttons[name], LEFT)
        settle(dock.session)
        assert dock.session.lane.index == index == dock.bar.index
        assert dock.readout.text() == f"{index} / {last}"


def test_the_event_buttons_go_to_the_marks(placed, qtbot):
    dock = placed(TimelineDock, "kmeans", step=0, width=900)
    marks = [index for index, event in enumerate(dock.session.lane.events) if event]
    qtbot.mouseClick(dock.buttons["next_event"], LEFT)
    settle(dock.session)
    assert dock.session.lane.index == marks[0]
    dock.session.go_to_end()
    settle(dock.session)
    qtbot.mouseClick(dock.buttons["previous_event"], LEFT)
    settle(dock.session)
    assert dock.session.lane.index == [mark for mark in marks if mark < dock.session.lane.known - 1][-1]


def test_a_click_on_the_bar_goes_there(placed, qtbot):
    dock = placed(TimelineDock, "perceptron", two_irises(), width=900)
    qtbot.mouseClick(dock.bar, LEFT, pos=at(dock, 100))
    settle(dock.session)
    assert abs(dock.session.lane.index - 100) <= 1


def test_a_drag_seeks_all_the_way_and_pauses(placed, qtbot):
    dock = placed(TimelineDock, "perceptron", two_irises(), width=900)
    dock.session.set_speed(0.5)
    dock.session.play()
    seen = []
    dock.bar.sought.connect(seen.append)
    qtbot.mousePress(dock.bar, LEFT, pos=at(dock, 20))
    assert not dock.session.playing
    for index in (40, 80, 120):
        QTest.mouseMove(dock.bar, at(dock, index))
        QApplication.processEvents()
    qtbot.mouseRelease(dock.bar, LEFT, pos=at(dock, 120))
    settle(dock.session)
    assert len(seen) >= 4 and seen == sorted(seen)
    assert abs(dock.session.lane.index - 120) <= 1


def test_the_wheel_and_the_keys_step(placed, qtbot):
    dock = placed(TimelineDock, "kmeans", step=4, width=900)
    place = QPointF(200, 10)
    turned = QWheelEvent(
        place, dock.bar.mapToGlobal(place), QPoint(), QPoint(0, -120), LEFT & ~LEFT,
        Qt.KeyboardModifier.NoModifier, Qt.ScrollPhase.NoScrollPhase, False,
    )  # fmt: skip
    QApplication.sendEvent(dock.bar, turned)
    settle(dock.session)
    assert dock.session.lane.index == 5
    dock.bar.setFocus()
    qtbot.keyClick(dock.bar, Qt.Key.Key_Left)
    settle(dock.session)
    assert dock.session.lane.index == 4
    qtbot.keyClick(dock.bar, Qt.Key.Key_End)
    settle(dock.session)
    assert dock.session.lane.index == dock.session.lane.known - 1


def test_play_becomes_pause_and_the_run_moves(placed, qtbot):
    dock = placed(TimelineDock, "kmeans", width=900)
    dock.speed.setCurrentIndex(len(SPEEDS) - 1)
    assert math.isinf(dock.session.speed)
    qtbot.mouseClick(dock.buttons["play"], LEFT)
    assert dock.buttons["play"].toolTip() == "Pause"
    qtbot.waitUntil(lambda: not dock.session.playing, timeout=10_000)
    assert dock.session.lane.index == dock.session.lane.known - 1
    assert dock.buttons["play"].toolTip() == "Play"


def test_the_ending_is_said_in_words(placed):
    dock = placed(TimelineDock, "kmeans", width=900)
    assert dock.words.kind == "converged"
    assert dock.words.said() == f"Converged: {dock.session.lane.ending.words}"
    dock.words.show_ending(Ending.failed("the matrix is singular"), "", 4)
    assert dock.words.said() == "Failed: the matrix is singular"


def test_a_refused_run_has_no_steps(placed):
    dock = placed(TimelineDock, "kmeans", "film_critics", width=900)
    assert dock.words.said() == "There are no steps."
    assert dock.bar.known == 0


def test_an_unfinished_run_has_an_open_end(qtbot):
    bar = bar_with(qtbot, [None, MISTAKE, None], ended=False)
    assert bar.known_width() < bar.width() - 2 * EDGE
    open_end = bar.step_at(bar.width() - EDGE)
    bar.show_run([None, MISTAKE, None], 3, True)
    assert bar.known_width() == bar.width() - 2 * EDGE
    assert open_end == bar.step_at(bar.width() - EDGE) == 2


def test_marks_stand_where_the_events_are_in_their_colour(qtbot):
    events: list[Event | None] = [None] * 101
    events[50] = MISTAKE
    bar = bar_with(qtbot, events)
    picture = bar.grab().toImage()
    wrong = QColor(bar._appearance.theme.wrong)
    row = bar.height() // 2 - 4
    painted = [x for x in range(picture.width()) if picture.pixelColor(x, row) == wrong]
    assert painted and abs(painted[0] - bar.place(50)) <= 1.5
    assert "mistake × 1" in bar.legend()


@pytest.mark.parametrize("theme", [LIGHT, DARK], ids=lambda theme: theme.name)
def test_every_role_has_a_colour_that_can_be_seen_and_wrong_is_that_of_what_is_wrong(theme):
    colours = {role: event_colours([Event("anything", role)], theme)[0] for role in get_args(Role)}
    assert colours["wrong"] == QColor(theme.wrong)
    assert colours["best"] == QColor(theme.accent)
    assert QColor(theme.wrong) not in [colour for role, colour in colours.items() if role != "wrong"]
    assert all(apart(colour, QColor(theme.panel)) > 60 for colour in colours.values())


@pytest.mark.parametrize("role", get_args(Role))
def test_kinds_of_one_role_are_told_apart(role):
    kinds = [Event(word, role) for word in ("one", "another", "a third")]
    colours = event_colours(kinds, LIGHT)
    assert colours[0] == event_colours(kinds[:1], LIGHT)[0], "a kind keeps its colour when another is met"
    assert all(apart(one, other) > 15 for one, other in pairwise([*colours, QColor(LIGHT.paper)]))


@pytest.mark.parametrize("rate, rises", [(0.0, False), (1e3, True)])
def test_a_rise_of_the_error_is_marked_as_wrong_and_the_legend_names_it(placed, rate, rises):
    dock = placed(TimelineDock, "logistic_gradient", "gate_and", width=900, rate=rate)
    kinds = [event for event in dock.bar.events.kinds if event.role == "wrong"]
    assert bool(kinds) is rises
    wrong = QColor(dock.appearance.theme.wrong)
    picture = dock.bar.grab().toImage()
    row = dock.bar.height() // 2 - 4
    marked = [x for x in range(picture.width()) if picture.pixelColor(x, row) == wrong]
    places = [round(dock.bar.place(index)) for index, event in enumerate(dock.session.lane.events) if event in kinds]
    assert bool(marked) is rises
    assert all(min(abs(x - place) for x in marked) <= 2 for place in places)
    for kind in kinds:
        assert f"<span style='color:{wrong.name()}'>▌</span>{kind.word} × {len(places)}" in dock.bar.legend()


def apart(one: QColor, other: QColor) -> int:
    """How far two colours differ in the channel in which they differ most."""
    return max(abs(one.red() - other.red()), abs(one.green() - other.green()), abs(one.blue() - other.blue()))


def test_the_rarest_event_is_never_hidden_by_a_common_one():
    events = Events()
    many = [MISTAKE] * 10_000
    many[5_000] = SPLIT
    events.read(many, len(many))
    columns = events.columns(500)
    assert (columns == events.kinds[SPLIT]).sum() == 1
    assert (columns >= 0).all()


def test_another_run_with_the_same_number_of_steps_has_its_own_marks(qtbot):
    bar = bar_with(qtbot, [None, MISTAKE, None])
    other = [None, None, SPLIT]
    bar.show_run(other, 3, True)
    assert list(bar.events.kinds) == [SPLIT]


def test_the_marks_of_ten_thousand_events_are_painted_once_for_a_hundred_moves_of_the_handle(qtbot, monkeypatch):
    pictures, paint = [], ScrubBar._painted_marks
    monkeypatch.setattr(ScrubBar, "_painted_marks", lambda bar: pictures.append(paint(bar)) or pictures[-1])
    events = [MISTAKE if index % 3 else SPLIT for index in range(10_000)]
    bar = bar_with(qtbot, events)
    bar.resize(1200, 30)
    bar.grab()
    pictures.clear()
    bar._restyle()
    for index in range(0, 10_000, 100):
        bar.show_index(index)
        bar.show_run(events, len(events), True)
        bar.grab()
    assert len(pictures) == 1 and bar.index == 9_900
    bar.show_run([*events, MISTAKE], len(events) + 1, True)
    bar.grab()
    assert len(pictures) == 2, "another run has other marks"
    assert pictures[0].width() == round(bar.known_width() * bar.devicePixelRatioF()) + 1, "a column each, not an event"


def test_a_run_that_goes_on_reads_only_its_new_events():
    read = []

    class Watched(list):
        def __getitem__(self, place):
            found = super().__getitem__(place)
            read.extend(found)
            return found

    events, marks = Watched([MISTAKE, SPLIT] * 5_000), Events()
    for known in range(100, 10_001, 100):
        marks.read(events, known)
    assert len(read) == len(marks.codes) == 10_000


def bar_with(qtbot, events: list[Event | None], ended: bool = True) -> ScrubBar:
    appearance = Appearance()
    bar = ScrubBar(appearance)
    qtbot.addWidget(bar)
    bar.kept = appearance
    bar.resize(600, 30)
    bar.show_run(events, len(events), ended)
    bar.show()
    return bar
