"""A lesson made in the window: stops are taken, told and ordered by hand, and read back as they were meant."""

from __future__ import annotations

import json
import threading
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QInputDialog, QMenu

from engine.base.errors import Refusal
from engine.data.split import Split
from engine.models.linear import Hyperplane
from gui.lessons import library, maker
from gui.lessons.lesson import Lesson, Scene, lesson_of, read
from gui.lessons.library import own
from gui.lessons.maker import captured
from gui.lessons.writing import content_of, write_lesson
from gui.session.session import Session
from gui.start.shot import settle as settle_window
from gui.window import teaching
from gui.window.main_window import MainWindow
from tests.gui.lessons.played import settle
from tests.gui.lessons.small import FILES, small, with_stop

LEFT = Qt.MouseButton.LeftButton


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The person's own folder, empty and of this test alone: several run at once."""
    mine = tmp_path / "mine"
    for module in (library, maker, teaching):
        monkeypatch.setattr(module, "own_folder", lambda: mine)
    return mine


def begun(window: MainWindow, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(QInputDialog, "getText", lambda *_: ("Turning the line", True))
    window.menus.actions["lesson_make"].trigger()


def written(window: MainWindow) -> None:
    """Save the lesson, and wait for the signal."""
    window.maker.keep()
    window.maker.wait()
    QApplication.processEvents()


def add_here(window: MainWindow, qtbot: Any, step: int, words: str) -> None:
    window.session.go_to(step)
    settle_window(window)
    editor = window.lesson_editor
    qtbot.mouseClick(editor.add, LEFT)
    qtbot.wait(1)  # the keys have gone back to the picture if they do
    assert QApplication.focusWidget() is editor.words
    qtbot.keyClicks(QApplication.focusWidget(), words)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_bundled_lessons_round_trip_through_the_maker(path: Path, tmp_path: Path) -> None:
    lesson = read(path)
    write_lesson(lesson, tmp_path / "copy.json")
    assert read(tmp_path / "copy.json") == lesson


def test_a_stop_says_only_what_it_changes() -> None:
    content = content_of(lesson_of(small()))
    assert content["data"] == {"bundled": "gate_and"} and content["lanes"] == [{"algorithm": "perceptron"}]
    assert [sorted(stop) for stop in content["stops"]] == [
        ["step", "words"],
        ["lanes", "step", "words"],
        ["data", "step", "words"],
    ]


def test_lesson_is_made_by_mouse_and_keyboard(window: MainWindow, qtbot: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    begun(window, monkeypatch)
    editor, making = window.lesson_editor, window.maker
    assert editor.isVisible() and editor.title.text() == "Turning the line" and "add the view" in editor.state.text()
    add_here(window, qtbot, 1, "The first mistake.")
    window.session.set_param("rate", 0.5)
    add_here(window, qtbot, 3, "Half as long.")
    editor.notes.setFocus()
    qtbot.keyClicks(editor.notes, "Ask them why.")
    written(window)
    assert editor.state.text() == "Kept as turning-the-line.json, under Lessons."
    qtbot.mouseClick(editor.done, LEFT)
    making.wait()
    assert not editor.isVisible() and [entry.title for entry in own()] == ["Turning the line"]
    lesson = read(own()[0].path)
    assert [scene.words for scene in lesson.scenes] == ["The first mistake.", "Half as long."]
    assert [scene.notes for scene in lesson.scenes] == ["", "Ask them why."]
    assert [(scene.cast[0].step, scene.cast[0].values) for scene in lesson.scenes] == [(1, {}), (3, {"rate": 0.5})]
    assert making.lesson is None


def test_reordered_stops_can_be_undone(window: MainWindow, qtbot: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    begun(window, monkeypatch)
    for step, words in ((1, "One."), (2, "Two."), (3, "Three.")):
        add_here(window, qtbot, step, words)
    editor, told = window.lesson_editor, lambda: [scene.words for scene in window.maker.lesson.scenes]
    bar = editor.stops
    first, last = bar.tabRect(0).center(), bar.tabRect(2).center() + QPoint(12, 0)
    qtbot.mousePress(bar, LEFT, pos=first)
    settle_window(window)
    assert window.session.lane.index == 1 and editor.words.toPlainText() == "One."
    for x in range(first.x(), last.x(), 4):
        qtbot.mouseMove(bar, QPoint(x, first.y()))
    qtbot.mouseRelease(bar, LEFT, pos=last)
    assert told() == ["Two.", "Three.", "One."] and bar.tabText(0) == "1" and editor.words.toPlainText() == "One."
    qtbot.mouseClick(editor.remove, LEFT)
    assert told() == ["Two.", "Three."]
    qtbot.mouseClick(editor.undo, LEFT)
    assert told() == ["Two.", "Three.", "One."]


def test_stop_takes_another_view_and_keeps_its_text(
    window: MainWindow, qtbot: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun(window, monkeypatch)
    add_here(window, qtbot, 1, "Look.")
    window.session.go_to(4)
    settle_window(window)
    qtbot.mouseClick(window.lesson_editor.again, LEFT)
    scene = window.maker.scene
    assert scene.words == "Look." and scene.cast[0].step == 4


def test_number_is_inserted_by_menu_and_read_from_the_run(
    window: MainWindow, qtbot: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun(window, monkeypatch)
    add_here(window, qtbot, 2, "Mistakes so far: ")
    editor = window.lesson_editor
    editor.number.menu().aboutToShow.emit()
    chosen = next(action for action in editor.number.menu().actions() if action.text().startswith("mistakes"))
    chosen.trigger()
    told = chosen.text().split(" = ")[1]
    assert "{" in editor.words.toPlainText() and editor.told.text() == f"Reads in this view: Mistakes so far: {told}"


def test_invalid_text_shows_a_message_and_is_not_saved(
    window: MainWindow, qtbot: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun(window, monkeypatch)
    add_here(window, qtbot, 1, "A {loose brace")
    written(window)
    assert "brace" in window.lesson_editor.state.text() and not own() and not window.lesson_editor.try_it.isEnabled()


def test_preview_plays_the_lesson_and_returns_to_the_maker(
    window: MainWindow, qtbot: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun(window, monkeypatch)
    add_here(window, qtbot, 2, "Here it turns.")
    qtbot.mouseClick(window.lesson_editor.try_it, LEFT)
    settle(window.lessons)
    assert window.lesson_bar.words.text() == "Here it turns." and not window.lesson_editor.isVisible()
    qtbot.mouseClick(window.lesson_bar.next, LEFT)
    assert window.lesson_editor.isVisible() and not window.lesson_bar.isVisible()


def test_after_a_preview_its_last_stop_is_selected(
    window: MainWindow, qtbot: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun(window, monkeypatch)
    add_here(window, qtbot, 1, "One.")
    add_here(window, qtbot, 3, "Two.")
    qtbot.mouseClick(window.lesson_editor.stops, LEFT, pos=window.lesson_editor.stops.tabRect(0).center())
    qtbot.mouseClick(window.lesson_editor.try_it, LEFT)
    settle(window.lessons)
    qtbot.mouseClick(window.lesson_bar.next, LEFT)
    settle(window.lessons)
    qtbot.mouseClick(window.lesson_bar.close_button, LEFT)
    editor = window.lesson_editor
    assert window.session.lane.index == 3 and editor.words.toPlainText() == "Two." and editor.stops.currentIndex() == 1


def test_stop_keys_step_through_the_lesson_being_made(
    window: MainWindow, qtbot: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun(window, monkeypatch)
    add_here(window, qtbot, 1, "One.")
    add_here(window, qtbot, 3, "Two.")
    window.canvas.plane_view.widget.setFocus()
    back, on = window.menus.actions["lesson_back"], window.menus.actions["lesson_next"]
    window.menus.refresh()
    assert back.isEnabled() and not on.isEnabled()
    QTest.keyClick(window.windowHandle(), Qt.Key.Key_PageUp)
    settle_window(window)
    assert window.maker.place == 0 and window.session.lane.index == 1
    window.menus.refresh()
    assert on.isEnabled() and not back.isEnabled()
    QTest.keyClick(window.windowHandle(), Qt.Key.Key_PageDown)
    settle_window(window)
    assert window.maker.place == 1 and window.session.lane.index == 3


@pytest.mark.full
def test_numbers_of_the_second_run_can_be_inserted(
    window: MainWindow, qtbot: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    window.session.add_lane("pocket")
    begun(window, monkeypatch)
    add_here(window, qtbot, 2, "See ")
    editor, session = window.lesson_editor, window.session
    session.activate_lane(0)
    settle_window(window)
    editor.number.menu().aboutToShow.emit()
    chosen = next(action for action in editor.number.menu().actions() if action.text().startswith("Pocket"))
    chosen.trigger()
    assert "lane1." in editor.words.toPlainText() and editor.told.text().endswith(chosen.text().split(" = ")[1])


def test_saving_a_large_lesson_does_not_block_the_window(
    window: MainWindow, qtbot: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """While the file is being written the GUI thread goes on; what was typed last is in it when the window goes."""
    asked, go = threading.Event(), threading.Event()

    def slowly(lesson: Lesson, path: Path) -> None:
        asked.set()
        assert go.wait(60)
        write_lesson(lesson, path)

    monkeypatch.setattr("gui.lessons.maker.write_lesson", slowly)
    begun(window, monkeypatch)
    add_here(window, qtbot, 1, "First.")
    window.maker.keep()
    assert asked.wait(60) and not own() and "Kept" not in window.lesson_editor.state.text()
    window.lesson_editor.words.selectAll()
    qtbot.keyClicks(window.lesson_editor.words, "Last.")
    go.set()
    window.maker.close()
    assert read(own()[0].path).scenes[0].words == "Last."


def test_failed_save_shows_a_message_and_the_next_edit_retries(
    window: MainWindow, qtbot: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(lesson: Lesson, path: Path) -> None:
        raise Refusal("The disk is full.")

    begun(window, monkeypatch)
    add_here(window, qtbot, 1, "One.")
    with monkeypatch.context() as patched:
        patched.setattr("gui.lessons.maker.write_lesson", full)
        written(window)
    assert window.lesson_editor.state.text() == "The disk is full."
    written(window)
    assert window.lesson_editor.state.text().startswith("Kept as")


def test_bundled_lesson_is_edited_as_a_copy(window: MainWindow, qtbot: Any) -> None:
    before = FILES[0].read_bytes()
    window.desk.open_lesson(FILES[0])
    settle(window.lessons)
    window.menus.refresh()
    window.menus.actions["lesson_change"].trigger()
    window.lesson_editor.words.selectAll()
    qtbot.keyClicks(window.lesson_editor.words, "Mine.")
    window.maker.close()
    assert FILES[0].read_bytes() == before and read(own()[0].path).scenes[0].words == "Mine."


def test_lesson_that_was_only_viewed_leaves_no_copy(window: MainWindow, qtbot: Any) -> None:
    window.desk.open_lesson(FILES[0])
    settle(window.lessons)
    window.desk.teaching.change()
    qtbot.mouseClick(window.lesson_editor.done, LEFT)
    window.maker.wait()
    assert not own()


def test_two_lines_of_words_are_seen_whole(window: MainWindow, qtbot: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    begun(window, monkeypatch)
    add_here(window, qtbot, 1, "One.")
    window.lesson_editor.words.setPlainText("One.\nTwo.")
    QApplication.processEvents()
    assert not window.lesson_editor.words.verticalScrollBar().isVisible()


def test_own_lesson_is_edited_in_its_file(window: MainWindow, folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "mine.json").write_text(json.dumps(small()), encoding="utf-8")
    window.desk.open_lesson(folder / "mine.json")
    settle(window.lessons)
    window.desk.teaching.change()
    window.maker.set_title("Other")
    window.maker.close()
    assert [path.name for path in folder.glob("*.json")] == ["mine.json"] and read(
        folder / "mine.json"
    ).title == "Other"


def test_whole_view_is_captured_and_restored(session: Session, tmp_path: Path) -> None:
    session.open_bundled("iris")
    session.add_lane("kmeans", {"k": 4})
    session.add_lane("nearest_mean", seed=5)
    session.view.choose((0, 1))
    session.view.set_overlaid(True)
    session.table.set_split(Split(validation=0.25))
    session.view.set_tool("ask")
    session.points.move([0], [[9.0, 9.0, 9.0, 9.0]])
    scene = captured(session)
    write_lesson(Lesson("T", "S", (scene_told(scene),)), tmp_path / "one.json")
    assert read(tmp_path / "one.json").scenes[0] == scene_told(scene)
    assert (
        scene.split == Split(validation=0.25)
        and scene.data.X[0, 0] == 9
        and [run.key for run in scene.cast] == ["kmeans", "nearest_mean"]
    )


def scene_told(scene: Scene) -> Scene:
    return replace(scene, words="Said.", notes="Kept.")


def test_placed_start_is_kept(session: Session, tmp_path: Path) -> None:
    session.open_bundled("gate_and")
    session.add_lane("perceptron")
    session.set_start(Hyperplane(np.array([1.0, -2.0]), 0.5))
    scene = scene_told(captured(session))
    write_lesson(Lesson("T", "S", (scene,)), tmp_path / "one.json")
    assert read(tmp_path / "one.json").scenes[0].cast[0].start == Hyperplane(np.array([1.0, -2.0]), 0.5)


@pytest.mark.full
def test_lessons_and_tables_in_the_user_folder_are_found(
    window: MainWindow, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "mine.csv").write_text("a,b,kind\n1,2,x\n3,1,y\n2,5,x\n", encoding="utf-8")
    content = small(data={"table": "mine.csv", "target": "kind"}, title="With <b>its</b> table")
    (folder / "good.json").write_text(json.dumps(content | {"stops": [{"words": "Three rows."}]}), encoding="utf-8")
    (folder / "bad.json").write_text("{", encoding="utf-8")
    lessons = next(menu for menu in window.menuWidget().findChildren(QMenu) if menu.title() == "&Lessons")
    mine = next(menu for menu in lessons.findChildren(QMenu) if menu.title() == "M&y lessons")
    mine.aboutToShow.emit()
    good, bad, line, table = mine.actions()
    assert (good.text(), good.isEnabled(), bad.isEnabled()) == ("With <b>its</b> table", True, False)
    assert "damaged" in bad.statusTip() and line.isSeparator()
    good.trigger()
    settle(window.lessons)
    assert window.session.table.data.class_names == ("x", "y") and window.session.table.data.n == 3
    opened: list[Path] = []
    monkeypatch.setattr(window.desk, "open_table", opened.append)
    table.trigger()
    assert table.text() == "mine.csv" and opened == [folder / "mine.csv"]


@pytest.mark.parametrize("name", ["../iris.csv", "/etc/passwd", "..\\x.csv", "", 3, "missing.csv"])
def test_a_table_elsewhere_is_refused(name: Any, tmp_path: Path) -> None:
    with pytest.raises(Refusal, match="table"):
        lesson_of(with_stop() | {"data": {"table": name}}, tmp_path)


def test_speaker_notes_have_their_own_window(window: MainWindow, qtbot: Any) -> None:
    stops = [{"words": "One.", "notes": "Wait for the laugh."}, {"words": "Two of {data.n}."}]
    window.menus.actions["speaker_notes"].trigger()
    speaker = window.desk.teaching.speaker
    assert speaker.isVisible() and speaker.isWindow() and speaker.place.text() == "No lesson is open"
    window.lessons.open(lesson_of(small(stops=stops)))
    settle(window.lessons)
    assert speaker.notes.toPlainText() == "Wait for the laugh." and speaker.next.text() == "Next: Two of …."
    QTest.keyClick(speaker.windowHandle(), Qt.Key.Key_Home)
    settle_window(window)
    assert window.session.lane.index == 0, "the keys of the window drive the run from here too"
    QTest.keyClick(speaker.windowHandle(), Qt.Key.Key_PageDown)
    settle(window.lessons)
    assert speaker.notes.toPlainText() == "No notes at this stop." and "laugh" not in window.lesson_bar.words.text()
    window.menus.actions["speaker_notes"].trigger()
    assert not speaker.isVisible()
