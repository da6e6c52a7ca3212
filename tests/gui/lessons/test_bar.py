"""A lesson in the real window: the bar, the keys, the menu, the room for the picture."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QMenu, QMessageBox

from gui.lessons.lesson import LEVELS, lesson_of, read
from gui.lessons.library import SUBJECTS, bundled
from gui.lessons.placeholders import QUOTED, UNKNOWN
from gui.session.file import save_session
from gui.start.shot import settle as settle_window
from gui.window.main_window import MainWindow
from tests.gui.lessons.played import settle
from tests.gui.lessons.small import FILES, small, with_stop


def press(qtbot: Any, window: MainWindow, key: Qt.Key) -> None:
    qtbot.keyClick(QApplication.focusWidget() or window, key)


def test_bar_is_visible_only_during_a_lesson(window: MainWindow, qtbot: Any) -> None:
    bar = window.lesson_bar
    assert not bar.isVisible()
    window.lessons.open(lesson_of(small()))
    settle(window.lessons)
    assert bar.isVisible() and bar.title.text() == "AND  ·  1 of 3" and bar.words.text() == "Mistake 3."
    assert not bar.back.isEnabled() and bar.next.text() == "Next"
    qtbot.mouseClick(bar.close_button, Qt.MouseButton.LeftButton)
    assert not bar.isVisible() and window.session.lane.index == 3


def test_buttons_step_through_the_lesson_to_its_end(window: MainWindow, qtbot: Any) -> None:
    bar, left = window.lesson_bar, Qt.MouseButton.LeftButton
    window.lessons.open(lesson_of(small()))
    for stop in (2, 3):
        qtbot.mouseClick(bar.next, left)
        settle(window.lessons)
        assert bar.title.text().endswith(f"{stop} of 3")
    qtbot.mouseClick(bar.back, left)
    assert window.lessons.place == 1
    qtbot.mouseClick(bar.next, left)
    assert bar.next.text() == "Finish"
    qtbot.mouseClick(bar.next, left)
    assert window.lessons.lesson is None and window.session.table.data.n == 5


def test_remote_control_keys_step_the_lesson(window: MainWindow, qtbot: Any) -> None:
    player = window.lessons
    window.canvas.setFocus()
    player.open(lesson_of(small()))
    window.menus.refresh()
    for key, place in ((Qt.Key.Key_PageDown, 1), (Qt.Key.Key_PageDown, 2), (Qt.Key.Key_PageDown, 2)):
        press(qtbot, window, key)
        settle(window.lessons)
        window.menus.refresh()
        assert player.place == place
    press(qtbot, window, Qt.Key.Key_PageUp)
    assert player.place == 1


def test_menu_lists_and_opens_every_lesson(window: MainWindow) -> None:
    menu = next(menu for menu in window.menuWidget().findChildren(QMenu) if menu.title() == "&Lessons")
    menu.aboutToShow.emit()  # its entries are read when somebody opens it
    families = [action.menu() for action in menu.actions() if action.menu() is not None]
    assert len(menu.actions()) < 30, "no screen is too low for it"
    assert [part.title() for part in families[: len(SUBJECTS)]] == list(SUBJECTS)
    for subject, part in zip(SUBJECTS, families, strict=False):
        titles, levels = zip(*(action.text().split("\t") for action in part.actions()), strict=True)
        assert set(titles) == {entry.title for entry in bundled() if entry.subject == subject}
        assert sorted(levels, key=LEVELS.index) == list(levels), "the easier ones first"
    entries = {action.text().split("\t")[0]: action for part in (menu, *families) for action in part.actions()}
    assert {entry.title for entry in bundled()} <= set(entries)
    first = bundled()[0].title
    entries[first].trigger()
    settle(window.lessons)
    assert window.lesson_bar.title.text().startswith(first)
    lines = [action for part in (menu, *families) for action in part.actions() if not action.isSeparator()]
    assert all(action.statusTip() for action in lines)


def test_unsaved_edits_are_asked_about_first(window: MainWindow, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[bool] = []
    monkeypatch.setattr(window.desk, "may_leave", lambda: asked.append(window.session.document.dirty) or False)
    window.session.points.add([[0.0, 0.5]], 0)
    window.desk.open(FILES[0])
    assert asked == [True] and window.lessons.lesson is None and window.session.table.data.n == 5
    monkeypatch.setattr(window.desk, "may_leave", lambda: True)
    window.desk.open(FILES[0])
    assert window.lessons.lesson is not None and window.session.table.data.n == 4


def test_changes_made_in_a_lesson_need_no_confirmation(window: MainWindow, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(QMessageBox, "exec", lambda box: pytest.fail(f"asked: {box.text()}"))
    window.desk.open(FILES[0])
    settle(window.lessons)
    window.session.set_seed(77)
    assert window.session.document.dirty
    window.desk.open(FILES[1])
    settle(window.lessons)
    assert window.lessons.lesson is not None and not window.session.document.dirty


def test_a_bad_lesson_is_told_in_the_notice(window: MainWindow, tmp_path: Path) -> None:
    path = tmp_path / "bad.json"
    path.write_text(json.dumps(small(stops=[])), encoding="utf-8")
    window.desk.open(path)
    assert window.notice.isVisible() and "stops" in window.notice.words.text()
    assert window.lessons.lesson is None and window.session.lanes


def test_lesson_in_progress_can_be_saved_as_a_session(window: MainWindow, tmp_path: Path) -> None:
    window.lessons.open(lesson_of(small()), 2)
    settle(window.lessons)
    save_session(window.session, tmp_path / "mine.learnscope")
    window.desk.open(tmp_path / "mine.learnscope")
    settle(window.lessons)
    assert window.session.lane.values == {"rate": 0.5} and window.session.lane.index == 3
    assert window.lessons.lesson is None


def test_stop_borrows_room_from_the_planes_and_returns_it(window: MainWindow) -> None:
    lane = [{"algorithm": "logistic_newton"}]
    both = [{"words": "Room."}, {"words": "Beside.", "surfaces": True}]
    lesson = lesson_of(small(lanes=lane, stops=both, surfaces=False))
    window.lessons.open(lesson)
    settle_window(window)
    assert len(window.canvas.surfaces()) == 1
    window.lessons.step(1)
    settle_window(window)
    assert len(window.canvas.surfaces()) > 1
    window.lessons.step(-1)
    settle_window(window)
    window.lessons.leave()
    settle_window(window)
    assert len(window.canvas.surfaces()) > 1


def test_stop_opens_only_the_surfaces_it_names(window: MainWindow) -> None:
    """At the same step of the same run: one that waits otherwise is opened too, and the usual ones come back."""
    lane = [{"algorithm": "logistic_newton"}]
    stops = [{"words": "As usual.", "step": 2}, {"words": "One.", "surfaces": ["Loss of each point"]}]
    window.lessons.open(lesson_of(small(lanes=lane, stops=[*stops, {"words": "As usual.", "surfaces": True}])))
    settle_window(window)
    usual = [view.surface.name for view in window.canvas.surfaces()]
    assert len(usual) > 1 and "Loss of each point" not in usual
    window.lessons.step(1)
    settle_window(window)
    assert [view.surface.name for view in window.canvas.surfaces()] == ["Data", "Loss of each point"]
    window.lessons.step(1)
    settle_window(window)
    assert [view.surface.name for view in window.canvas.surfaces()] == usual
    window.lessons.step(-1)
    settle_window(window)
    window.lessons.leave()
    settle_window(window)
    assert [view.surface.name for view in window.canvas.surfaces()] == usual


def test_distant_query_point_is_visible(window: MainWindow) -> None:
    window.lessons.open(lesson_of(with_stop(ask=[0.5, 40.0])))
    settle_window(window)
    _, (low, high) = window.canvas.plane_view.box.viewRange()
    assert low < 0 and high > 40


@pytest.mark.full
def test_no_word_is_cut_once_numbers_are_filled_in(window: MainWindow, qtbot: Any) -> None:
    """Numbers are wider than what stands for them: the bar is as high as the words that it shows need."""
    window.appearance.set_presentation(True)
    window.open_at(1440, 900)
    sixteen = next(path for path in FILES if path.stem.startswith("16"))
    grown = lesson_of(with_stop(step=3, words="Look at the weights {step.model.weights}, " * 11 + "and this word."))
    bar = window.lesson_bar
    for lesson in (read(sixteen), grown):
        for place in range(len(lesson.scenes)):
            window.lessons.open(lesson, place + 1)
            settle(window.lessons)
            qtbot.waitUntil(lambda: bar.height_of(bar.words.text(), bar.words.width()) <= bar.words.height())
            assert UNKNOWN not in bar.words.text()


@pytest.mark.parametrize("presentation", [False, True])
def test_texts_fit_three_lines_at_1280(window: MainWindow, presentation: bool) -> None:
    window.appearance.set_presentation(presentation)
    window.open_at(1280, 720)
    too_long = []
    for path in FILES:
        lesson = read(path)
        words = [QUOTED.sub("0.0000", scene.words) for scene in lesson.scenes]
        window.lessons.open(lesson_of(small(title=lesson.title, stops=[{"words": full} for full in words])))
        QApplication.processEvents()
        assert window.lesson_bar.title.text().startswith(lesson.title) and window.lesson_bar.words.text()
        too_long += [f"{path.stem}: {full}" for full in words if window.lesson_bar.lines(full) > 3]
        assert too_long or window.lesson_bar.height() <= (150 if presentation else 100)
    assert not too_long, "\n".join(too_long)


@pytest.mark.full
def test_parameters_a_lesson_uses_are_visible(window: MainWindow) -> None:
    """γ stands below the fold at 1280 by 800: what the lesson sets is scrolled to, until somebody sets another."""
    window.open_at(1280, 800)
    lesson = read(next(path for path in FILES if path.stem.startswith("16")))
    window.lessons.open(lesson)
    settle(window.lessons)
    QApplication.processEvents()
    dock = window.model
    assert dock.form is not None and dock.area.verticalScrollBar().maximum() > 0
    gamma = dock.form.fields["gamma"]
    assert gamma.visibleRegion().boundingRect().height() == gamma.height()
    dock.area.verticalScrollBar().setValue(0)
    assert gamma.visibleRegion().boundingRect().height() < gamma.height()
    for place in range(1, len(lesson.scenes)):
        window.lessons.go_to(place)
        settle(window.lessons)
        QApplication.processEvents()
        changed = dock.form.fields["C"]
        assert changed.visibleRegion().boundingRect().height() == changed.height()
