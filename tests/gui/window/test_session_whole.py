"""A session that was saved is there again whole: what is active, where the cursors stand, and what was seen."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMessageBox, QSplitter

from engine.data.split import Split
from gui.lessons.player import LessonPlayer
from gui.look.appearance import Appearance
from gui.session import planes
from gui.session.file import content_of, open_session, save_session, to_json
from gui.session.looks import Shares
from gui.session.session import Session
from gui.start.app import remember_sections
from gui.start.shot import settle
from gui.window.main_window import BESIDE, MainWindow
from tests.gui.window.test_edits_keep import zoomed
from tests.gui.window.user_input import CONTROL, LEFT, Key

LATER = ("Target as numbers", "Split", "Preparation")
pytestmark = pytest.mark.usefixtures("style_sheet")


@pytest.fixture(autouse=True)
def nothing_is_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    """An unexpected question fails the test instead of waiting for an answer."""
    monkeypatch.setattr(QMessageBox, "exec", lambda box: pytest.fail(f"asked: {box.text()}"))


def a_lot_done(window: MainWindow) -> None:
    """Two runs, the first of them active again, with steps, zoom, a hidden surface, notes and what else there is."""
    session = window.session
    session.open_bundled("iris")
    session.choose_algorithm("pca")
    session.go_to_end()
    settle(window)
    session.add_lane("kmeans", {"k": 4}, seed=5)
    session.set_together(False)
    session.go_to(3)
    settle(window)
    session.activate_lane(0)
    session.view.choose((1, 3))
    session.table.set_split(Split(validation=0.2))
    session.view.ask(np.array([6.0, 3.0, 4.0, 1.5]))
    session.set_speed(15.0)
    session.document.set_notes("for Tuesday\nask about the fourth centre")
    settle(window)
    charts = window.canvas.offered()
    assert len(charts) >= 2
    window.canvas.set_wanted(charts[0], False)
    zoomed(window)
    beside = window.canvas.surfaces()[-1]
    part = beside.box.viewRect()
    beside.box.setRange(part.adjusted(0, 0, -part.width() / 3, -part.height() / 3), padding=0)
    beside.touched = True
    window.tabs.show_panel("notes")
    settle(window)


def seen(window: MainWindow) -> dict[str, object]:
    """All that somebody sees of a session."""
    session, canvas = window.session, window.canvas
    parts = {view.surface.name: view.box.viewRect().getRect() for view in canvas.surfaces()}
    content = to_json(content_of(session))
    looks = content.pop("looks")
    return {
        "content": content,
        "looks": {look["name"]: (look["shown"], look["touched"]) for look in looks["surfaces"]},
        "steps": [lane.index for lane in session.lanes],
        "keys": [(lane.key, lane.params, lane.seed) for lane in session.lanes],
        "active": session.active,
        "plane": session.view.plane.labels,
        "parts": {name: [round(number, 9) for number in part] for name, part in parts.items()},
        "panel": window.tabs.open,
        "notes": window.tabs.dock("notes").text.toPlainText(),
        "speed": window.timeline.speed.currentText(),
        "title": window.windowTitle(),
    }


@pytest.mark.full
def test_a_session_comes_back_whole(window: MainWindow, tmp_path: Path) -> None:
    a_lot_done(window)
    file = tmp_path / "talk.learnscope"
    assert window.desk.save_to(file)
    before = seen(window)
    window.session.open_bundled("wine")
    window.session.choose_algorithm("kmeans")
    window.session.set_speed(1.0)
    window.tabs.show_panel("table")
    window.session.document.saved(None)
    settle(window)
    window.desk.open(file)
    settle(window)
    assert seen(window) == before
    assert not window.session.document.dirty and not window.isWindowModified()


@pytest.mark.full
def test_session_is_restored_in_another_window(window: MainWindow, tmp_path: Path, qtbot) -> None:
    a_lot_done(window)
    file = tmp_path / "talk.learnscope"
    assert window.desk.save_to(file)
    before = seen(window)
    session = Session()
    open_session(session, file)
    other = MainWindow(session, Appearance(), LessonPlayer(session))
    other.open_at(1280, 720)
    other.show()
    qtbot.waitExposed(other)
    settle(other)
    assert seen(other) == before
    other.close()
    for thing in (other, session, other.appearance):
        thing.deleteLater()


def pulled(splitter: QSplitter, by: int) -> None:
    """The first border of a splitter that can be seen is dragged by so many pixels."""
    handle = next(splitter.handle(n) for n in range(1, splitter.count()) if splitter.handle(n).isVisible())
    step = QPoint(by, 0) if splitter.orientation() == Qt.Orientation.Horizontal else QPoint(0, by)
    QTest.mousePress(handle, LEFT, pos=handle.rect().center())
    QTest.mouseMove(handle, handle.rect().center() + step)
    QTest.mouseRelease(handle, LEFT, pos=handle.rect().center())


@pytest.mark.full
def test_dragged_sizes_are_restored(window: MainWindow, tmp_path: Path, qtbot) -> None:
    session, file = window.session, tmp_path / "room.learnscope"
    session.choose_algorithm("pca")
    session.go_to_end()
    window.tabs.show_panel("curves")
    settle(window)
    assert window.looks().shares == Shares()
    splitters = (window.across, window.down, window.canvas.splitter, window.right.panels)
    for splitter, by in zip(splitters, (40, -50, -60, 45), strict=True):
        pulled(splitter, by)
    settle(window)
    shares = window.looks().shares
    assert None not in (shares.left, shares.below, shares.beside, shares.model) and shares.right is None
    before = [splitter.sizes() for splitter in splitters]
    assert window.desk.save_to(file)
    other = MainWindow(Session(), Appearance(), LessonPlayer(session))
    open_session(other.session, file)
    other.open_at(1280, 720)
    other.show()
    qtbot.waitExposed(other)
    settle(other)
    for _ in range(3):
        QApplication.processEvents()
    after = [splitter.sizes() for splitter in (other.across, other.down, other.canvas.splitter, other.right.panels)]
    for old, new in zip(before, after, strict=True):
        assert new == pytest.approx(old, abs=3)
    other.close()
    for thing in (other, other.session, other.appearance):
        thing.deleteLater()


@pytest.mark.full
@pytest.mark.parametrize("folded", [("dataset",), ("model",), ("model", "why")])
@pytest.mark.parametrize("presented", [False, True])
def test_folded_column_is_restored(window: MainWindow, tmp_path: Path, qtbot, folded, presented) -> None:
    file = tmp_path / "folded.learnscope"
    for name in folded:
        QTest.mouseClick(window.docks[name].section.heading, LEFT)
    if presented:
        QTest.keyClick(window, Key.Key_F5)
    assert window.desk.save_to(file)
    if presented:
        QTest.keyClick(window, Key.Key_F5)
    other = MainWindow(Session(), Appearance(), LessonPlayer(window.session))
    open_session(other.session, file)
    other.open_at(1280, 720)
    other.show()
    qtbot.waitExposed(other)
    settle(other)
    assert [other.shows(name) for name in BESIDE] == [name not in folded for name in BESIDE]
    assert (other.left.away, other.right.away) == (window.left.away, window.right.away)
    other.close()
    for thing in (other, other.session, other.appearance):
        thing.deleteLater()
    for name in BESIDE:  # and where the folded ones are open, they are folded again, the others opened
        window.panels.open(name, name in folded)
    window.session.document.saved(None)
    window.desk.open(file)
    settle(window)
    assert [window.shows(name) for name in BESIDE] == [name not in folded for name in BESIDE]


def clicked_section(window: MainWindow, panel: str, title: str) -> None:
    QTest.mouseClick(window.docks[panel].sections[title].heading, LEFT)
    settle(window)


def test_folded_panel_sections_are_restored(window: MainWindow, tmp_path: Path) -> None:
    file = tmp_path / "parts.learnscope"
    window.session.go_to_end()
    for panel, title in (("why", "Numbers"), ("dataset", "Features"), ("dataset", "View")):
        clicked_section(window, panel, title)
    folded = set(window.panels.folded_sections())
    assert {"why/Numbers", "dataset/View", "dataset/Split"} <= folded and "dataset/Features" not in folded
    window.session.choose_algorithm("nearest_mean")
    window.session.go_to_end()
    settle(window)
    why = window.docks["why"].sections
    assert not why["Numbers"].body.isVisible() and why["The rule"].body.isVisible(), "another algorithm keeps them"
    assert window.desk.save_to(file)
    for panel, title in (("why", "Numbers"), ("why", "The rule"), ("dataset", "Features"), ("dataset", "View")):
        clicked_section(window, panel, title)
    window.session.document.saved(None)
    window.desk.open(file)
    settle(window)
    assert set(window.panels.folded_sections()) == folded
    assert not why["Numbers"].body.isVisible() and why["The rule"].body.isVisible()
    assert window.dataset.features.isVisible()


def test_sections_folded_by_the_user_are_folded_at_the_next_start(window: MainWindow) -> None:
    remember_sections(window, fold_them=True)
    as_ever = window.panels.folded_sections()
    assert as_ever == tuple(f"dataset/{title}" for title in ("Generate", "Features", *LATER))
    clicked_section(window, "why", "The rule")
    clicked_section(window, "dataset", "Generate")
    mine = window.panels.folded_sections()
    window.panels.fold_sections(as_ever)  # as a session that is opened does: that is no click of a hand
    remember_sections(window, fold_them=False)
    assert window.panels.folded_sections() == as_ever
    remember_sections(window, fold_them=True)
    assert window.panels.folded_sections() == mine != as_ever and window.dataset.generator.isVisible()


def test_column_hidden_by_a_narrow_window_is_not_saved_as_folded(window: MainWindow) -> None:
    window.resize(900, 720)
    settle(window)
    assert window.left.away and window.looks().folded == ()
    window.panels.fold((), window.room.gave_way())
    assert window.left.away, "a session that is opened does not take the room from the picture"
    window.resize(1280, 720)
    settle(window)
    assert not window.left.away


@pytest.mark.parametrize("opened", ["before", "meanwhile"])
def test_bottom_tab_is_saved_during_a_presentation(window: MainWindow, tmp_path: Path, opened: str) -> None:
    file = tmp_path / "talk.learnscope"
    if opened == "before":
        window.tabs.show_panel("curves")
    QTest.keyClick(window, Key.Key_F5)
    assert window.tabs.open == ""
    if opened == "meanwhile":
        window.tabs.show_panel("curves")
    assert window.looks().panel == "curves"
    assert window.desk.save_to(file)
    window.tabs.show_panel("")
    QTest.keyClick(window, Key.Key_F5)
    window.tabs.show_panel("table")
    window.session.document.saved(None)
    window.desk.open(file)
    settle(window)
    assert window.tabs.open == "curves"


@pytest.mark.full
def test_session_opened_in_a_presentation_shows_its_tab_afterwards(window: MainWindow, tmp_path: Path) -> None:
    file = tmp_path / "curves.learnscope"
    window.tabs.show_panel("curves")
    assert window.desk.save_to(file)
    window.tabs.show_panel("table")
    QTest.keyClick(window, Key.Key_F5)
    window.desk.open(file)
    settle(window)
    assert window.tabs.open == "" and window.looks().panel == "curves"
    QTest.keyClick(window, Key.Key_F5)
    assert window.tabs.open == "curves"


@pytest.mark.full
def test_column_hidden_before_a_presentation_returns_with_room(
    window: MainWindow,
) -> None:
    window.resize(900, 720)
    settle(window)
    assert window.left.away
    QTest.keyClick(window, Key.Key_F5)
    settle(window)
    assert window.looks().folded == (), "the window was narrow, and nobody folded it"
    window.resize(1900, 1000)
    settle(window)
    assert window.left.away and [window.shows(name) for name in BESIDE] == [name == "why" for name in BESIDE]
    QTest.keyClick(window, Key.Key_F5)
    settle(window)
    assert all(map(window.shows, BESIDE)), "when the presentation is over there is room for it"


@pytest.mark.full
def test_narrow_window_after_a_presentation_gives_room_to_the_picture(window: MainWindow) -> None:
    QTest.keyClick(window, Key.Key_F5)
    window.resize(900, 720)
    settle(window)
    QTest.keyClick(window, Key.Key_F5)
    settle(window)
    assert window.left.away and window.looks().folded == ()
    window.resize(1280, 720)
    settle(window)
    assert all(map(window.shows, BESIDE))


@pytest.mark.full
def test_two_overlaid_runs_are_restored(window: MainWindow, tmp_path: Path) -> None:
    session, file = window.session, tmp_path / "both.learnscope"
    session.add_lane("nearest_mean")
    session.view.set_overlaid(True)
    session.go_to_end()
    settle(window)
    assert window.desk.save_to(file)
    before = seen(window)
    session.view.set_overlaid(False)
    session.remove_lane(1)
    settle(window)
    session.document.saved(None)
    window.desk.open(file)
    settle(window)
    assert session.view.overlaid and seen(window) == before


@pytest.mark.full
def test_step_beyond_the_run_is_remembered(window: MainWindow, tmp_path: Path) -> None:
    session, file = window.session, tmp_path / "short.learnscope"
    session.open_bundled("gate_and")
    session.choose_algorithm("perceptron")
    settle(window)
    session.go_to(12)
    settle(window)
    removed = session.table.data.X[[1]]
    session.points.delete([1])
    settle(window)
    assert window.desk.save_to(file) and session.lane.index == 8
    window.desk.open(file)
    settle(window)
    assert session.lane.index == 8
    session.points.add(removed, 0)
    session.points.add(removed, 0)
    settle(window)
    assert session.lane.transport.wanted == 12


# -- what counts as unsaved --------------------------------------------------------------------------------------------

CHANGES = {
    "a parameter": lambda session: session.set_param("k", 5),
    "the seed": lambda session: session.set_seed(9),
    "the view": lambda session: session.view.choose("pca"),
    "the hold-out": lambda session: session.table.set_split(Split(validation=0.25)),
    "the notes": lambda session: session.document.set_notes("x"),
    "the points": lambda session: session.points.delete([0]),
    "a run more": lambda session: session.add_lane("nearest_mean"),
    "the algorithm": lambda session: session.choose_algorithm("fisher"),
}


@pytest.mark.full
def test_every_change_marks_the_title_until_saved(window: MainWindow, tmp_path: Path) -> None:
    """One after the other in one window: what was saved is the beginning of the next."""
    for what, change in CHANGES.items():
        assert not window.isWindowModified() and not window.session.document.dirty, what
        change(window.session)
        assert window.isWindowModified() and window.session.document.dirty, what
        file = tmp_path / f"{what}.learnscope"
        assert window.desk.save_to(file), what
        assert not window.isWindowModified() and window.windowTitle().startswith(file.name), what


def test_what_is_set_back_is_as_it_was_saved(window: MainWindow) -> None:
    session = window.session
    session.set_param("k", 5)
    session.points.delete([0])
    session.set_param("k", 3)
    assert window.isWindowModified()
    window.canvas.setFocus()
    settle(window)
    for modified in (True, True, False):
        QTest.keyClick(window.canvas.plane_view.widget, Key.Key_Z, CONTROL)
        assert window.isWindowModified() is modified
        settle(window)
    QTest.keyClick(window.canvas.plane_view.widget, Key.Key_Y, CONTROL)
    assert window.isWindowModified()
    session.table.undo.undo()
    session.set_seed(7)
    assert session.document.unsaved == ("the runs",)
    session.set_seed(1)
    assert not session.document.dirty


def test_run_with_another_start_leaves_points_saved(window: MainWindow) -> None:
    session = window.session
    settle(window)
    session.view.set_tool("start")
    plane = window.canvas.plane_view.widget
    QTest.mouseClick(plane.viewport(), LEFT, Qt.KeyboardModifier.NoModifier, plane.viewport().rect().center())
    settle(window)
    assert session.lane.start is not None and session.document.unsaved == ("the runs",)
    QTest.keyClick(plane, Key.Key_Z, CONTROL)
    assert session.lane.start is None and not session.document.unsaved


@pytest.mark.full
def test_stepping_and_zooming_are_no_work(window: MainWindow) -> None:
    window.session.go_to(4)
    settle(window)
    zoomed(window)
    window.tabs.show_panel("table")
    assert not window.isWindowModified()


@pytest.mark.full
def test_opening_other_data_warns_only_of_what_is_lost(window: MainWindow, monkeypatch: pytest.MonkeyPatch) -> None:
    from tests.gui.window.test_desk import Button, answering

    asked = answering(monkeypatch, Button.Cancel)
    window.session.set_param("k", 4)
    window.desk.open_bundled("wine")
    assert not asked and window.session.table.data.name == "wine" and window.session.lane.values["k"] == 4
    window.session.set_param("k", 5)
    assert not window.desk.may_leave() and len(asked) == 1
    window.session.points.delete([0])
    window.desk.open_bundled("iris")
    assert len(asked) == 2 and window.session.table.data.name == "wine"


@pytest.mark.full
def test_zoom_is_restored_for_a_slow_plane(window: MainWindow, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    session = window.session
    session.view.choose("fisher")
    settle(window)
    zoomed(window)
    before = window.canvas.plane_view.box.viewRect().getRect()
    save_session(session, tmp_path / "a.learnscope")
    session.open_bundled("wine")
    settle(window)
    monkeypatch.setattr(planes, "QUICK", 0)
    open_session(session, tmp_path / "a.learnscope")
    assert session.view.planes.busy, "it is made beside the window"
    settle(window)
    assert session.view.plane.labels[0] == "Fisher direction 1"
    now = window.canvas.plane_view.box.viewRect().getRect()
    assert now == pytest.approx(before, abs=0.03), "but for a line of the caption, as the scales are equal"
