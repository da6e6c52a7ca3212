"""The transport: buttons, speed, and a scrub bar that is clicked, dragged, wheeled and read."""

from __future__ import annotations

import math
import time
from itertools import pairwise
from typing import get_args

import numpy as np
import pytest
from PySide6.QtCore import QPoint, QPointF, QSize, Qt
from PySide6.QtGui import QColor, QImage, QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QToolTip

from engine.core.ending import Ending
from engine.core.story import Event
from engine.core.surfaces import Role
from gui.docks.event_bins import MOST_BINS, EventBins
from gui.docks.event_marks import event_colours
from gui.docks.scrub_bar import EDGE, ScrubBar, State
from gui.docks.timeline import SPEEDS, TimelineDock
from gui.look.appearance import Appearance
from gui.look.theme import DARK, LIGHT
from gui.regions.priority import DRAG, STEP
from gui.session.job import Job
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


def test_play_becomes_pause_and_the_run_advances(placed, qtbot):
    dock = placed(TimelineDock, "kmeans", width=900)
    dock.speed.setCurrentIndex(len(SPEEDS) - 1)
    assert math.isinf(dock.session.speed)
    qtbot.mouseClick(dock.buttons["play"], LEFT)
    assert dock.buttons["play"].toolTip() == "Pause"
    qtbot.waitUntil(lambda: not dock.session.playing)
    assert dock.session.lane.index == dock.session.lane.known - 1
    assert dock.buttons["play"].toolTip() == "Play"


def test_ending_is_shown_only_at_its_step(placed, qtbot):
    dock = placed(TimelineDock, "kmeans", step=1, width=900)
    session, lane = dock.session, dock.session.lane
    assert dock.words.said() == f"The run ends at step {lane.known - 1}: the ending is told there"
    assert lane.ending.words not in dock.words.toolTip() and dock.words.accessibleName() == dock.words.said()
    for name, told in (("last", f"Converged: {lane.ending.words}"), ("previous", "The run ends at")):
        qtbot.mouseClick(dock.buttons[name], LEFT)
        settle(session)
        dock.refresh()
        assert dock.words.said().startswith(told)


def test_failed_run_says_so_at_every_step(placed):
    dock = placed(TimelineDock, "linear_network", step=0, width=900, rate=1.0)
    assert dock.session.lane.index == 0 and dock.session.lane.ending.kind == "failed"
    assert dock.words.said().startswith("Failed: ")


def test_the_ending_is_said_in_words(placed):
    dock = placed(TimelineDock, "kmeans", step=1_000, width=900)
    assert dock.words.kind == "converged"
    assert dock.words.said() == f"Converged: {dock.session.lane.ending.words}"
    dock.words.show_ending(Ending.failed("the matrix is singular"), "", "")
    assert dock.words.said() == "Failed: the matrix is singular"


def test_a_refused_run_has_no_steps(placed):
    dock = placed(TimelineDock, "kmeans", "film_critics", width=900)
    assert dock.words.said() == "There are no steps."
    assert dock.bar.known == 0


def test_an_unfinished_run_has_an_open_end(qtbot):
    bar = bar_with(qtbot, [None, MISTAKE, None], "computing")
    assert bar.known_width() < bar.width() - 2 * EDGE
    open_end = bar.step_at(bar.width() - EDGE)
    bar.show_run([None, MISTAKE, None], 3, "ended")
    assert bar.known_width() == bar.width() - 2 * EDGE
    assert open_end == bar.step_at(bar.width() - EDGE) == 2


def test_event_marks_have_their_place_and_colour(qtbot):
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
def test_every_event_role_has_a_visible_colour_and_wrong_is_red(theme):
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
def test_error_increase_is_marked_wrong_and_named_in_the_legend(placed, rate, rises):
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


def test_run_of_equal_length_has_its_own_marks(qtbot):
    bar = bar_with(qtbot, [None, MISTAKE, None])
    other = [None, None, SPLIT]
    bar.show_run(other, 3, "ended")
    assert list(bar.events.kinds) == [SPLIT]


def test_marks_of_ten_thousand_events_are_cached_while_the_handle_moves(qtbot, monkeypatch):
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
        bar.show_run(events, len(events), "ended")
        bar.grab()
    assert len(pictures) == 1 and bar.index == 9_900
    bar.show_run([*events, MISTAKE], len(events) + 1, "ended")
    bar.grab()
    assert len(pictures) == 2, "another run has other marks"
    assert pictures[0].width() == round(bar.known_width() * bar.devicePixelRatioF()) + 1, "a column each, not an event"


def test_continued_run_reads_only_its_new_events():
    read = []

    class Watched(list):
        def __getitem__(self, place):
            found = super().__getitem__(place)
            read.extend(found)
            return found

    events, marks = Watched([MISTAKE, SPLIT] * 5_000), EventBins()
    for known in range(100, 10_001, 100):
        marks.read(events, known)
    assert len(read) == len(marks.codes) == 10_000


def test_bins_of_a_million_steps_keep_the_rarest_event():
    marks = EventBins()
    many: list[Event | None] = [MISTAKE] * 1_000_000
    many[500_000] = SPLIT
    while marks.read(many, len(many)):
        pass
    assert marks.width * MOST_BINS >= len(many) and marks.totals.tolist() == [999_999, 1]
    shares = marks.shares(500)
    assert shares[0].min() > 0.99 and np.flatnonzero(shares[1]).tolist() in ([249], [250])
    assert marks.near(499_000, 2_000) == 499_000 and marks.between(499_999, 500_001) == {MISTAKE: 2, SPLIT: 1}


@pytest.mark.parametrize("steps", [1, 10, 4_095, 4_097, 30_000])
def test_bins_are_filled_incrementally(steps):
    rng, marks = np.random.default_rng(3), EventBins()
    events = [(None, MISTAKE, SPLIT)[kind] for kind in rng.integers(0, 3, steps)]
    for known in sorted({*rng.integers(1, steps + 1, 20).tolist(), steps}):
        marks.read(events, known)
    while marks.read(events, steps):
        pass
    for kind, code in marks.kinds.items():
        steps_of = np.flatnonzero([event is kind for event in events])
        assert marks.counts[code].tolist() == np.bincount(steps_of // marks.width, minlength=MOST_BINS).tolist()
    part = marks.shares(5)
    assert part.shape == (len(marks.kinds), 5) and (part.sum(axis=0) <= 1 + 1e-12).all()


def test_events_at_every_step_are_drawn_as_a_density(qtbot):
    events = [MISTAKE] * 5_000
    bar = bar_with(qtbot, events)
    picture = bar.grab().toImage()
    wrong = QColor(bar._appearance.theme.wrong)
    column = [picture.pixelColor(300, y) for y in range(bar.height() // 2 + 2)]
    full = [colour for colour in column if apart(colour, wrong) < 8]
    assert 1 <= len(full) <= 2, "its edge alone has the whole colour"


def test_density_height_is_the_share_and_rare_kinds_are_in_front(qtbot):
    events: list[Event | None] = [MISTAKE if index < 2_000 or index % 4 == 0 else None for index in range(4_000)]
    events[3_000] = SPLIT
    bar = bar_with(qtbot, events)
    cells = bar._painted_marks()
    heights = [sum(cells.pixelColor(x, y).alpha() > 0 for y in range(cells.height())) for x in range(cells.width())]
    assert heights[100] == cells.height() and heights[400] <= cells.height() // 3
    split = round(3_000 * (cells.width() - 1) / 3_999)
    assert max(heights[split - 1 : split + 2]) == cells.height()


@pytest.mark.parametrize("steps", [760, 1_500])
def test_density_of_alternating_events_is_not_aliased(qtbot, steps):
    rng = np.random.default_rng(1)
    often = np.where(np.arange(steps) < steps // 2, 0.5, 0.1)
    bar = bar_with(qtbot, [MISTAKE if rises else None for rises in rng.random(steps) < often])
    cells = bar._painted_marks()
    tall, half = cells.height(), cells.width() // 2
    heights = [sum(cells.pixelColor(x, y).alpha() > 0 for y in range(tall)) for x in range(cells.width())]
    early, late = heights[20 : half - 20], heights[half + 20 : -20]
    assert min(early) > 0 and max(early) < tall, "neither gaps nor towers where one step in two is an event"
    assert np.mean(late) < 0.5 * np.mean(early)


def test_repainting_marks_of_a_million_steps_costs_about_as_for_a_hundred(qtbot):
    kinds = [None, MISTAKE, SPLIT, Event("moved", "centre"), Event("rose", "wrong")]
    bars = {steps: bar_with(qtbot, [kinds[index % 5] for index in range(steps)]) for steps in (100, 1_000_000)}
    took: dict[int, list[float]] = {steps: [] for steps in bars}
    picture = QImage(1600, 30, QImage.Format.Format_ARGB32_Premultiplied)
    for steps, bar in bars.items():
        bar.resize(1600, 30)
        qtbot.waitUntil(lambda bar=bar, steps=steps: bar.events.totals.sum() == steps - steps // 5)
    for steps, bar in [*bars.items()] * 15:  # in pairs: a busy machine slows both down
        bar._marks = None
        before = time.thread_time()
        bar.render(picture)
        took[steps].append(time.thread_time() - before)
    assert min(took[1_000_000]) < 8 * min(took[100]), took


def test_three_run_states_look_different(qtbot):
    looks = {}
    for state in get_args(State):
        bar = bar_with(qtbot, [None, MISTAKE, None] * 20, state)
        bar.clearFocus()
        looks[state] = bar.grab().toImage().copy(500, 0, 100, 30)
    assert all(looks[one] != looks[other] for one in looks for other in looks if one != other)


def test_click_on_a_mark_goes_to_its_step_and_on_the_track_to_the_place(qtbot):
    events: list[Event | None] = [None] * 3_001
    events[1_502] = MISTAKE
    bar = bar_with(qtbot, events)
    sought = []
    bar.sought.connect(sought.append)
    x = round(bar.place(1_495))
    qtbot.mouseClick(bar, LEFT, pos=QPoint(x, round(bar.marks_end()) - 4))
    assert sought == [1_502] and bar.index == 1_502
    qtbot.mouseClick(bar, LEFT, pos=QPoint(x, round(bar.marks_end()) + 4))
    assert sought[-1] == bar.step_at(x) != 1_502


def test_hovering_a_mark_says_what_it_was(qtbot):
    events: list[Event | None] = [None] * 101
    events[50], events[51], events[20] = MISTAKE, SPLIT, SPLIT
    bar = bar_with(qtbot, events)
    for step, words in ((50, "Step 50: mistake"), (20, "Step 20: split"), (70, "Step 70")):
        assert bar.said(bar.place(step)) == words
    QTest.mouseMove(bar, QPoint(round(bar.place(49)), 4))
    QTest.mouseMove(bar, QPoint(round(bar.place(50)), 4))
    qtbot.waitUntil(lambda: "Step 50: mistake" in QToolTip.text())
    dense = bar_with(qtbot, [MISTAKE, MISTAKE, None] * 20_000)
    qtbot.waitUntil(lambda: len(dense.events.codes) == 60_000)
    assert dense.said(dense.place(30_000)).startswith("Steps 29,") and "mistake × " in dense.said(dense.place(30_000))


def test_long_run_is_stopped_and_resumed_by_a_button(placed, qtbot, monkeypatch):
    dock = placed(TimelineDock, "kmeans", width=900)
    session = dock.session
    assert not dock.stop.isVisible(), "a run that is known has nothing to stop"
    monkeypatch.setattr("gui.session.job.Job.pull", slowly(Job.pull))
    session.open_data(two_irises())
    session.choose_algorithm("perceptron", {"epochs": 1_000})
    qtbot.waitUntil(dock.stop.isVisible)
    assert dock.stop.text() == "Stop" and dock.bar.state == "computing" and "Computing" in dock.words.said()
    qtbot.mouseClick(dock.stop, LEFT)
    qtbot.waitUntil(lambda: dock.bar.state == "halted")
    settle(session)
    known = session.lane.frame.known
    qtbot.waitUntil(lambda: session.lane.known == known)
    QTest.qWait(150)
    assert session.lane.known == known and not session.lane.running
    assert dock.stop.text() == "Go on" and dock.words.said().startswith("Stopped by you")
    qtbot.mouseClick(dock.stop, LEFT)
    qtbot.waitUntil(lambda: session.lane.known > known + 5)
    assert dock.bar.state == "computing" and session.lane.index == 0


def test_stopped_run_resumes_only_for_a_step_beyond_its_last(placed, qtbot, monkeypatch):
    dock = placed(TimelineDock, "kmeans", width=900)
    session = dock.session
    monkeypatch.setattr("gui.session.job.Job.pull", slowly(Job.pull))
    session.open_data(two_irises())
    session.choose_algorithm("perceptron", {"epochs": 1_000})
    qtbot.waitUntil(lambda: session.lane.known > 30)
    qtbot.mouseClick(dock.stop, LEFT)
    settle(session)
    known = session.lane.frame.known
    for go in (session.step, session.next_event, lambda: session.go_to(20)):
        go()
        settle(session)
        assert session.lane.frame.known == known and dock.bar.state == "halted"
    session.play()
    qtbot.waitUntil(lambda: session.lane.index > 20)
    session.pause()
    settle(session)
    assert session.lane.frame.known == known and dock.bar.state == "halted"
    session.go_to(known)
    qtbot.waitUntil(lambda: session.lane.index == known)
    assert dock.bar.state == "computing" and dock.stop.text() == "Stop"


@pytest.mark.parametrize("priority", [STEP, DRAG], ids=["a requested step", "a drag"])
def test_progress_is_shown_after_the_picture(placed, qtbot, monkeypatch, priority):
    dock = placed(TimelineDock, "kmeans", width=900)
    session = dock.session
    monkeypatch.setattr("gui.session.job.Job.pull", slowly(Job.pull))
    session.choose_algorithm("perceptron", {"epochs": 1_000})
    session.open_data(two_irises())
    qtbot.waitUntil(lambda: session.lane.frame is not None and session.lane.known > 10)
    priority.begin(dock, 0, times=10_000)
    try:
        told = dock.bar.known
        qtbot.waitUntil(lambda: session.lane.known > told + 40)
        assert dock.bar.known == told
    finally:
        priority.end(dock, 0)
    qtbot.waitUntil(lambda: dock.bar.known > told + 40)


def slowly(pull):
    """Each step takes two thousandths of a second."""
    return lambda job: time.sleep(0.002) or pull(job)


def bar_with(qtbot, events: list[Event | None], state: State = "ended") -> ScrubBar:
    appearance = Appearance()
    bar = ScrubBar(appearance)
    qtbot.addWidget(bar)
    bar.kept = appearance
    bar.resize(600, 30)
    bar.show_run(events, len(events), state)
    bar.show()
    return bar


def test_progress_of_a_long_run_has_all_its_digits(placed, qtbot):
    dock = placed(TimelineDock, "perceptron", two_irises(), width=900, stop_at="examples", epochs=12)
    session = dock.session
    session.set_param("epochs", 5_000)
    qtbot.waitUntil(lambda: session.lane.known > 2_000, timeout=20_000)
    session.halt()
    settle(session)
    last = session.lane.frame.known - 1
    session.go_to(last)
    settle(session)
    assert dock.readout.text() == f"{last:,} / {last:,}…"
    assert dock.readout.width() >= dock.readout.fontMetrics().horizontalAdvance(dock.readout.text())


def test_long_ending_is_elided_between_words_and_numbers(placed):
    line = placed(TimelineDock, "kmeans", width=1200, k=3).words
    words = "Converged: After 7 Newton steps E = 57.8175 is the least error that any weights with this penalty can have"
    gaps = {place for place, sign in enumerate(words) if sign == " "}
    seen = set()
    for width in range(60, 420, 7):
        _, shown = line.fitted(words, QSize(width, line.sizeHint().height()))
        kept = shown.removesuffix(" …")
        assert kept == words or (len(kept) in gaps and not kept.endswith("=")), shown
        seen.add(kept)
    assert len(seen) > 8, "more of them the wider it is"


def test_long_ending_is_elided_after_a_sentence_and_a_click_shows_all(placed, qtbot):
    dock = placed(TimelineDock, "kmeans", width=1200, k=3)
    line = dock.words
    line.setFixedHeight(line.sizeHint().height())  # as it is in the window
    QApplication.processEvents()
    rest = "A longer run may end lower, and so may one from another start; " * 12
    line.show_ending(Ending.converged(f"No point changed its cluster. {rest.strip('; ')}."), "", "")
    line.repaint()
    _, shown = line.fitted(line.said(), line.size())
    assert shown == "Converged: No point changed its cluster. …"
    assert line.cursor().shape() == Qt.CursorShape.PointingHandCursor
    QTest.mouseClick(line, Qt.MouseButton.LeftButton)
    assert QToolTip.isVisible() and QToolTip.text() == line.said()
    QToolTip.hideText()
    line.show_ending(Ending.converged("It ended."), "", "")
    line.repaint()
    assert line.cursor().shape() == Qt.CursorShape.ArrowCursor
