"""Lessons: every sentence of every lesson is true at its step, every stop comes back whole, bad files are refused."""

from __future__ import annotations

import copy
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QMenu

import engine
from engine.base.errors import Refusal
from engine.base.snapshot import same
from gui.lessons import lesson as lessons
from gui.lessons.lesson import FOLDER, Event, bundled, lesson_of, read
from gui.lessons.words import PLACE, QUOTED, UNKNOWN, check, check_place, filled
from gui.session.file import save_session
from gui.session.session import Session
from gui.start.request import requested
from gui.start.shot import settle as settle_window
from gui.window.main_window import MainWindow
from tests.gui.lessons.played import Claims, settle, stops

FILES = sorted(FOLDER.glob("*.json"))
SMALL: dict[str, Any] = {
    "format": "learnscope-lesson",
    "version": 1,
    "title": "AND",
    "summary": "How a line is found.",
    "data": {"bundled": "gate_and"},
    "lanes": [{"algorithm": "perceptron"}],
    "stops": [
        {"step": 3, "words": "Mistake {step.mistakes}."},
        {"params": {"rate": 0.5}, "words": "Half as long: {norm step.model.weights:3}."},
        {"step": "end", "data": {"add": [[2, 2, 1]]}, "words": "{data.n} points, {step.wrong} wrong."},
    ],
}


def small(**changes: Any) -> dict[str, Any]:
    """The small lesson with other parts."""
    return copy.deepcopy(SMALL) | changes


def with_stop(**changes: Any) -> dict[str, Any]:
    """The small lesson with one stop only."""
    return small(stops=[{"words": "Look."} | changes])


@pytest.fixture
def session(qapp: QApplication) -> Iterator[Session]:
    made = Session()
    yield made
    made.close()


# -- the lessons that come with the program ----------------------------------------------------------------------------


def test_there_are_lessons_for_all_that_is_asked_for() -> None:
    assert len(FILES) >= 8
    told = " ".join(title + summary for title, summary in bundled().values()).lower()
    for subject in ("xor", "bound", "masking", "far, but right", "separable", "newton", "ridge", "far from the data"):
        assert subject in told


def test_every_lesson_in_the_folder_is_found_by_itself() -> None:
    assert list(bundled()) == FILES
    assert len({title for title, _ in bundled().values()}) == len(FILES)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_every_sentence_is_true_at_its_step(session: Session, path: Path) -> None:
    lesson = read(path)
    assert 4 <= len(lesson.scenes) <= 7
    claims = Claims(lesson)
    for place, scene in stops(session, lesson):
        where = f"{path.stem}, stop {place + 1}"
        for lane, run in zip(session.lanes, scene.cast, strict=True):
            assert not lane.refusal, f"{where}: {lane.refusal}"
            assert lane.ending is not None and lane.ending.kind != "failed", where
            assert not isinstance(run.step, int) or run.step < lane.known, f"{where}: the run has {lane.known} steps"
            assert lane.frame.index == (lane.known - 1 if run.step is None else run.step), where
        assert UNKNOWN not in session.lessons.words and "{" not in session.lessons.words, session.lessons.words
        assert not claims.broken(session, scene), where


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_no_number_is_written_down_where_it_could_rot(path: Path) -> None:
    """Outside the braces only 0 and 1 may stand: what they say is a definition."""
    for scene in read(path).scenes:
        assert set(re.findall(r"\d+", QUOTED.sub("", scene.words))) <= {"0", "1"}, scene.words


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_what_is_said_of_the_greater_and_the_less_is_claimed(path: Path) -> None:
    """A lesson that claims nothing cannot be wrong, so most stops claim something that the run could refute."""
    claiming = [bool(scene.expects) for scene in read(path).scenes]
    assert sum(claiming) >= len(claiming) / 2


def test_a_false_claim_is_found(session: Session) -> None:
    lesson = lesson_of(with_stop(step=3, expects=[["step.mistakes", "=", 4], ["step.mistakes", "<", "data.n"]]))
    for _, scene in stops(session, lesson):
        broken = Claims(lesson).broken(session, scene)
    assert len(broken) == 1 and "step.mistakes = 3 is not = 4" in broken[0]


def test_a_claim_about_nothing_is_found(session: Session) -> None:
    lesson = lesson_of(with_stop(expects=[["step.errors", "=", 0]]))
    for _, scene in stops(session, lesson):
        assert Claims(lesson).broken(session, scene)


# -- stops -------------------------------------------------------------------------------------------------------------


def test_the_words_have_the_numbers_of_the_run(session: Session) -> None:
    told = [session.lessons.words for _ in stops(session, lesson_of(small()))]
    weights = engine.trace("perceptron", engine.load("gate_and"), rate=0.5)[3].model.weights
    assert told == ["Mistake 3.", f"Half as long: {np.linalg.norm(weights):.3g}.", "5 points, 0 wrong."]


def shown(session: Session) -> list[Any]:
    """All that a stop determines."""
    looks = (session.view, session.together, session.overlaid, session.tool, session.active, session.data)
    return [*looks, session.lessons.words, *(lane.frame.step for lane in session.lanes)]


@pytest.mark.parametrize("path", FILES[:4], ids=lambda path: path.stem)
def test_the_way_back_shows_what_the_way_there_has_shown(session: Session, path: Path) -> None:
    there = [shown(session) for _ in stops(session, read(path))]
    for place in range(len(there) - 2, -1, -1):
        session.lessons.step(-1)
        settle(session)
        assert all(same(now, then) for now, then in zip(shown(session), there[place], strict=True)), place


def meddled(session: Session) -> None:
    """What a person tries between two stops."""
    session.add_points([[3.0, -1.0]], 0)
    session.move_points([0], [[-2.0, 0.5]])
    session.set_params({"rate": 2.0, "epochs": 3})
    session.set_seed(9)
    session.set_holdout(0.25)
    session.set_tool("spray")
    session.ask(np.array([0.5, 0.5]))
    session.step(2)


def test_whatever_is_tried_the_next_stop_is_the_lesson_s_own(session: Session) -> None:
    calm = [shown(session) for _ in stops(session, lesson_of(small()))]
    for place, _ in stops(session, lesson_of(small())):
        assert all(same(now, then) for now, then in zip(shown(session), calm[place], strict=True))
        assert session.holdout == 0 and session.query is None and session.lane.seed == 0
        meddled(session)
        settle(session)
        assert not same(session.lane.frame.step, calm[place][-1])


def test_the_words_do_not_follow_what_is_tried_and_the_stop_comes_back(session: Session) -> None:
    session.lessons.open(lesson_of(small()))
    settle(session)
    meddled(session)
    settle(session)
    assert session.lessons.words == "Mistake 3."
    session.lessons.again()
    settle(session)
    assert session.data == engine.load("gate_and") and session.lane.index == 3 and not session.dirty


def test_runs_that_were_added_or_closed_come_back_as_they_belong(session: Session) -> None:
    session.lessons.open(lesson_of(small()))
    session.add_lane("nearest_mean")
    session.lessons.step(1)
    settle(session)
    assert [lane.key for lane in session.lanes] == ["perceptron"] and session.lane.values == {"rate": 0.5}
    session.choose_algorithm("nearest_mean")
    session.lessons.again()
    settle(session)
    assert session.lane.key == "perceptron" and session.lane.index == 3


def test_a_stop_at_an_event_is_the_step_where_it_happens(session: Session) -> None:
    content = with_stop(step={"event": 4}, words="Here: {step.mistakes}.")
    content["lanes"][0]["params"] = {"stop_at": "examples"}
    lesson = lesson_of(content)
    assert lesson.scenes[0].cast[0].step == Event(4)
    for _ in stops(session, lesson):
        trace = engine.trace("perceptron", engine.load("gate_and"), stop_at="examples").to_end()
        assert trace[session.lane.index].mistake and session.lane.index > 4
        assert session.lessons.words == "Here: 4."


def test_an_event_that_never_happens_is_the_end(session: Session) -> None:
    for _ in stops(session, lesson_of(with_stop(step={"event": 4000}))):
        assert session.lane.transport.at_end


def test_points_are_added_moved_and_removed_in_this_order(session: Session) -> None:
    edit = {"add": [[5, 6, 1]], "move": [[4, 7, 8]], "remove": [0, 1]}
    scene = lesson_of(with_stop(data=edit)).scenes[0]
    assert scene.data.X.tolist() == [[1, 0], [1, 1], [7, 8]] and scene.data.codes.tolist() == [0, 1, 1]
    bare = small(data={"points": [[1, 2], [3, 4]], "features": ["a", "b"]}, lanes=[{"algorithm": "pca"}])
    data = lesson_of(bare | {"stops": [{"words": "Two."}]}).scenes[0].data
    assert data.target is None and data.feature_names == ("a", "b")


def test_two_runs_may_stand_at_different_steps_with_different_parameters(session: Session) -> None:
    runs = [{"algorithm": "perceptron"}, {"algorithm": "perceptron"}]
    stop = {"step": [2, 5], "params": [{}, {"rate": 0.25}], "lane": 1, "words": "{index}, {lane0.index}"}
    for _ in stops(session, lesson_of(small(lanes=runs, stops=[stop]))):
        assert [lane.index for lane in session.lanes] == [2, 5] and session.lanes[1].values == {"rate": 0.25}
        assert session.active == 1 and session.lessons.words == "5, 2"


def test_other_data_end_the_lesson_and_stay(session: Session) -> None:
    session.lessons.open(lesson_of(small()))
    session.open_bundled("iris")
    assert session.lessons.lesson is None and session.data.n == 150
    session.lessons.step(1)
    assert session.data.n == 150


# -- files -------------------------------------------------------------------------------------------------------------

BAD = {
    "no title": (small(title=None), "The title must be text"),
    "no stops": (small(stops=[]), "from 1 to 100 stops"),
    "too many": (small(stops=[{"words": "Go."}] * 101), "from 1 to 100 stops"),
    "a stop is a number": (small(stops=[3]), "Stop 1: It must be an object"),
    "misspelt": (with_stop(wrods="x"), "A stop has no 'wrods'"),
    "misspelt lesson": (small(stpos=[]), "A lesson has no 'stpos'"),
    "endless words": (with_stop(words="x" * 501), "at most 500 letters"),
    "no data": (small(data=None), "needs data"),
    "unknown data": (small(data={"bundled": "../../etc/passwd"}), "There is no bundled data set"),
    "unknown toy": (small(data={"toy": "bomb"}), "There is no generator"),
    "too large a toy": (small(data={"toy": "moons", "params": {"n": 10**12}}), "n must be"),
    "a toy with a hole": (small(data={"toy": "moons", "params": {"__class__": 1}}), "__class__"),
    "uneven points": (small(data={"points": [[1, 2, 0], [1, 2]], "classes": ["A"]}), "the same count"),
    "points of text": (small(data={"points": [["a", 2, 0]], "classes": ["A"]}), "finite numbers"),
    "points of infinity": (small(data={"points": [[1e999, 2, 0]], "classes": ["A"]}), "the word Infinity"),
    "no such class": (small(data={"points": [[1, 2, 7]], "classes": ["A", "B"]}), "class code"),
    "no such row": (with_stop(data={"remove": [4]}), "Stop 1: A row is a whole number from 0 to 3"),
    "half a row": (with_stop(data={"move": [[0.5, 1, 1]]}), "whole number"),
    "unknown edit": (with_stop(data={"shake": 1}), "An edit of the data has no 'shake'"),
    "no runs": (small(lanes=[]), "from 1 to 4 runs"),
    "unknown run": (small(lanes=[{"algorithm": "os.system"}]), "There is no algorithm"),
    "a run with more": (small(lanes=[{"algorithm": "perceptron", "exec": "x"}]), "A run has no 'exec'"),
    "unknown parameter": (with_stop(params={"ratte": 1}), "ratte"),
    "illegal parameter": (with_stop(params={"rate": -1}), "rate must be"),
    "parameters for two": (with_stop(params=[{}, {}]), "one entry for each of the 1 runs"),
    "a step before the start": (with_stop(step=-1), "whole number from 0 on"),
    "a true step": (with_stop(step=True), "whole number from 0 on"),
    "event nought": (with_stop(step={"event": 0}), "whole number from 0 on"),
    "no such lane": (with_stop(lane=1), "There is no run 1"),
    "unknown tool": (with_stop(tool="hammer"), "There is no tool 'hammer'"),
    "a view of nothing": (with_stop(view=[0, 9]), "The view must be"),
    "half a flag": (with_stop(together="yes"), "must each be true or false"),
    "ask in three dimensions": (with_stop(ask=[1, 2, 3]), "needs 2 numbers"),
    "a loose brace": (with_stop(words="One { brace"), "no partner"),
    "a private place": (with_stop(words="{step.__class__.__bases__}"), "not a number of a step"),
    "code in a place": (with_stop(words="{__import__('os')}"), "not a number of a step"),
    "a call in a place": (with_stop(words="{step.model.predict()}"), "not a number of a step"),
    "another run": (with_stop(words="{lane1.step.error}"), "not there"),
    "an unknown relation": (with_stop(expects=[["step.wrong", "is", 0]]), "the relation must be"),
    "a claim of two": (with_stop(expects=[["step.wrong", 0]]), "What is expected"),
    "another version": (small(version=2), "version 2"),
    "another format": (small(format="learnscope-session"), "no learnscope-lesson file"),
}


@pytest.mark.parametrize("name", BAD)
def test_a_bad_file_is_refused_in_words_and_nothing_changes(session: Session, tmp_path: Path, name: str) -> None:
    content, words = BAD[name]
    path = tmp_path / "lesson.json"
    path.write_text(json.dumps(content), encoding="utf-8")
    with pytest.raises(Refusal, match=re.escape(words)) as refused:
        session.lessons.open(read(path))
    assert "lesson.json" in str(refused.value)
    assert session.lessons.lesson is None and session.data.n == 0 and not session.lanes


@pytest.mark.parametrize("text", ["", "[]", "{", '{"format": NaN}', "[" * 100_000, "\x00\xff"])
def test_a_file_that_is_no_lesson_at_all_is_refused(tmp_path: Path, text: str) -> None:
    path = tmp_path / "lesson.json"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(Refusal):
        read(path)


@pytest.mark.parametrize("key", ["data", "lanes", "stops", "title", "view", "together"])
@pytest.mark.parametrize(
    "value", [0, 1.5, "x", [], [[]], {}, [None], {"toy": {}}, {"points": {}}, {"bundled": []}, True]
)
def test_any_part_may_be_anything_and_is_shown_or_refused(tmp_path: Path, key: str, value: Any) -> None:
    path = tmp_path / "lesson.json"
    path.write_text(json.dumps(small(**{key: value})), encoding="utf-8")
    try:
        assert read(path).scenes
    except Refusal as refusal:
        assert str(refusal).endswith(".")


def test_a_number_that_never_comes_leaves_its_gap(session: Session) -> None:
    session.lessons.open(lesson_of(with_stop(words="So many: {step.nothing}.")))
    until = 200
    while until and not (session.lane.settled and session.lane.ending):
        QApplication.processEvents()
        until -= 1
    assert session.lessons.words == f"So many: {UNKNOWN}."


# -- numbers in words --------------------------------------------------------------------------------------------------


def test_places_are_understood() -> None:
    for place in ("step.mistakes", "norm lane1.step.model.weights:3", "number (D / δ*)²", "asked P(B):%", "known"):
        check_place(place, 2)
    found = PLACE.fullmatch("norm lane1.step.model.weights:3")
    assert (found["kind"], found["lane"], found["what"], found["form"]) == ("norm", "1", "step.model.weights", "3")
    check("Nothing in it, and {step.wrong}.", 1)


def test_numbers_are_written_in_sensible_digits(session: Session) -> None:
    session.open_bundled("gate_and")
    session.add_lane("perceptron")
    session.go_to_end()
    settle(session)
    words = "{step.mistakes}; {step.model.weights}; {step.model.bias}; {norm step.model.weights:2}; {params.order}; "
    words += "{measure points on the wrong side:%}; {ending.kind}; {known}; {number mistakes so far}; {step.nothing}"
    told = filled(words, session.lanes, 0)
    assert told == "18; (3, 2); −4; 3.6; as given; 0 %; converged; 19; 18; …"


# -- the window --------------------------------------------------------------------------------------------------------


@pytest.fixture
def window(window: MainWindow, qapp: QApplication) -> Iterator[MainWindow]:
    """The window in its real clothes, with a perceptron on AND."""
    window.appearance.install(qapp)
    window.session.open_bundled("gate_and")
    window.session.choose_algorithm("perceptron")
    settle_window(window)
    yield window
    window.appearance.set_presentation(False)
    qapp.setStyleSheet("")


def press(qtbot: Any, window: MainWindow, key: Qt.Key) -> None:
    qtbot.keyClick(QApplication.focusWidget() or window, key)


def test_the_bar_is_there_only_during_a_lesson(window: MainWindow, qtbot: Any) -> None:
    bar = window.lesson_bar
    assert not bar.isVisible()
    window.session.lessons.open(lesson_of(small()))
    settle(window.session)
    assert bar.isVisible() and bar.title.text() == "AND  ·  1 of 3" and bar.words.text() == "Mistake 3."
    assert not bar.back.isEnabled() and bar.next.text() == "Next"
    qtbot.mouseClick(bar.close_button, Qt.MouseButton.LeftButton)
    assert not bar.isVisible() and window.session.lane.index == 3


def test_buttons_lead_through_the_lesson_to_its_end(window: MainWindow, qtbot: Any) -> None:
    bar, left = window.lesson_bar, Qt.MouseButton.LeftButton
    window.session.lessons.open(lesson_of(small()))
    for stop in (2, 3):
        qtbot.mouseClick(bar.next, left)
        settle(window.session)
        assert bar.title.text().endswith(f"{stop} of 3")
    qtbot.mouseClick(bar.back, left)
    assert window.session.lessons.place == 1
    qtbot.mouseClick(bar.next, left)
    assert bar.next.text() == "Finish"
    qtbot.mouseClick(bar.next, left)
    assert window.session.lessons.lesson is None and window.session.data.n == 5


def test_the_keys_of_a_remote_control_step_the_lesson(window: MainWindow, qtbot: Any) -> None:
    player = window.session.lessons
    window.canvas.setFocus()
    player.open(lesson_of(small()))
    window.menus.refresh()
    for key, place in ((Qt.Key.Key_PageDown, 1), (Qt.Key.Key_PageDown, 2), (Qt.Key.Key_PageDown, 2)):
        press(qtbot, window, key)
        settle(window.session)
        window.menus.refresh()
        assert player.place == place
    press(qtbot, window, Qt.Key.Key_PageUp)
    assert player.place == 1


def test_the_menu_has_every_lesson_and_opens_it(window: MainWindow) -> None:
    menu = next(menu for menu in window.menuWidget().findChildren(QMenu) if menu.title() == "&Lessons")
    entries = {action.text(): action for action in menu.actions()}
    assert {title for title, _ in bundled().values()} <= set(entries)
    first, _ = next(iter(bundled().values()))
    entries[first].trigger()
    settle(window.session)
    assert window.lesson_bar.title.text().startswith(first)
    assert all(action.statusTip() for action in menu.actions() if not action.isSeparator())


def test_unsaved_edits_are_asked_about_first(window: MainWindow, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[bool] = []
    monkeypatch.setattr(window.desk, "may_leave", lambda: asked.append(window.session.dirty) or False)
    window.session.add_points([[0.0, 0.5]], 0)
    window.desk.open(FILES[0])
    assert asked == [True] and window.session.lessons.lesson is None and window.session.data.n == 5
    monkeypatch.setattr(window.desk, "may_leave", lambda: True)
    window.desk.open(FILES[0])
    assert window.session.lessons.lesson is not None and window.session.data.n == 4


def test_a_bad_lesson_is_told_in_the_notice(window: MainWindow, tmp_path: Path) -> None:
    path = tmp_path / "bad.json"
    path.write_text(json.dumps(small(stops=[])), encoding="utf-8")
    window.desk.open(path)
    assert window.notice.isVisible() and "stops" in window.notice.words.text()
    assert window.session.lessons.lesson is None and window.session.lanes


def test_a_lesson_on_the_way_can_be_saved_as_a_session(window: MainWindow, tmp_path: Path) -> None:
    window.session.lessons.open(lesson_of(small()), 2)
    settle(window.session)
    save_session(window.session, tmp_path / "mine.learnscope")
    window.desk.open(tmp_path / "mine.learnscope")
    settle(window.session)
    assert window.session.lane.values == {"rate": 0.5} and window.session.lane.index == 3
    assert window.session.lessons.lesson is None


def test_a_stop_that_wants_the_room_has_it_and_gives_it_back(window: MainWindow) -> None:
    lane = [{"algorithm": "logistic_newton"}]
    both = [{"words": "Room."}, {"words": "Beside.", "surfaces": True}]
    lesson = lesson_of(small(lanes=lane, stops=both, surfaces=False))
    window.session.lessons.open(lesson)
    settle_window(window)
    assert len(window.canvas.surfaces()) == 1
    window.session.lessons.step(1)
    settle_window(window)
    assert len(window.canvas.surfaces()) > 1
    window.session.lessons.step(-1)
    settle_window(window)
    window.session.lessons.leave()
    settle_window(window)
    assert len(window.canvas.surfaces()) > 1


def test_a_point_far_away_that_is_asked_about_is_in_view(window: MainWindow) -> None:
    window.session.lessons.open(lesson_of(with_stop(ask=[0.5, 40.0])))
    settle_window(window)
    _, (low, high) = window.canvas.plane_view.box.viewRange()
    assert low < 0 and high > 40


@pytest.mark.parametrize("presentation", [False, True])
def test_all_words_fit_into_three_lines_at_1280(window: MainWindow, presentation: bool) -> None:
    window.appearance.set_presentation(presentation)
    window.open_at(1280, 720)
    for path in FILES:
        lesson = read(path)
        window.session.lessons.open(lesson)
        QApplication.processEvents()
        for scene in lesson.scenes:
            full = QUOTED.sub("0.0000", scene.words)
            assert window.lesson_bar.lines(full) <= 3, f"{path.stem}: {scene.words}"
        assert window.lesson_bar.height() <= (150 if presentation else 100)


def test_a_stop_can_be_asked_for_on_the_command_line(session: Session) -> None:
    requested(file=str(FILES[0]), step="2").fill(session)
    assert session.lessons.place == 1
    requested(file=str(FILES[0]), step="end").fill(session)
    assert session.lessons.place == session.lessons.last
    for words, step in (("the stops 1 to", "99"), ("number of a stop", "-3")):
        with pytest.raises(Refusal, match=words):
            requested(file=str(FILES[0]), step=step).fill(session)
    with pytest.raises(Refusal, match="brings its own data"):
        requested(file=str(FILES[0]), data="iris")


def test_the_guide_s_own_lesson_is_one(session: Session) -> None:
    text = (lessons.FOLDER.parent / "guide" / "7-lessons.md").read_text(encoding="utf-8")
    block = "\n".join(line for line in text.splitlines() if line.startswith("    "))
    told = [session.lessons.words for _ in stops(session, lesson_of(json.loads(block)))]
    assert told == ["Before the first point.", "Done after 18 mistakes."]
