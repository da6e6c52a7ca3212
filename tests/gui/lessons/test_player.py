"""The stops of a lesson: each comes back whole, whatever is tried in between."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PySide6.QtWidgets import QApplication

import engine
from engine.base.errors import Refusal
from engine.base.snapshot import same
from engine.data.split import Split
from gui.lessons.lesson import Event, lesson_of, read
from gui.lessons.placeholders import UNKNOWN
from gui.lessons.player import LessonPlayer
from gui.session.session import Session
from gui.start.request import requested
from tests.gui.lessons.played import settle, stops
from tests.gui.lessons.small import FILES, small, with_stop


def test_text_has_the_numbers_of_the_run(player: LessonPlayer) -> None:
    told = [player.words for _ in stops(player, lesson_of(small()))]
    weights = engine.trace("perceptron", engine.load("gate_and"), rate=0.5)[3].model.weights
    assert told == ["Mistake 3.", f"Half as long: {np.linalg.norm(weights):.3g}.", "5 points, 0 wrong."]


def shown(player: LessonPlayer) -> list[Any]:
    """All that a stop determines."""
    session = player.session
    looks = (
        session.view.chosen,
        session.together,
        session.view.overlaid,
        session.view.tool,
        session.active,
        session.table.data,
    )
    return [*looks, player.words, *(lane.frame.step for lane in session.lanes)]


@pytest.mark.parametrize("path", FILES[:4], ids=lambda path: path.stem)
def test_going_back_shows_the_same_stops(player: LessonPlayer, session: Session, path: Path) -> None:
    there = [shown(player) for _ in stops(player, read(path))]
    for place in range(len(there) - 2, -1, -1):
        player.step(-1)
        settle(player)
        assert all(same(now, then) for now, then in zip(shown(player), there[place], strict=True)), place


def meddled(session: Session) -> None:
    """What a person tries between two stops."""
    session.points.add([[3.0, -1.0]], 0)
    session.points.move([0], [[-2.0, 0.5]])
    session.set_param("rate", 2.0)
    session.set_param("epochs", 3)
    session.set_seed(9)
    session.table.set_split(Split(validation=0.25))
    session.view.set_tool("spray")
    session.view.ask(np.array([0.5, 0.5]))
    session.step(2)


def test_next_stop_ignores_what_was_tried_before(player: LessonPlayer, session: Session) -> None:
    calm = [shown(player) for _ in stops(player, lesson_of(small()))]
    for place, _ in stops(player, lesson_of(small())):
        assert all(same(now, then) for now, then in zip(shown(player), calm[place], strict=True))
        assert session.table.split == Split() and session.view.query is None and session.lane.seed == 0
        meddled(session)
        settle(player)
        assert not same(session.lane.frame.step, calm[place][-1])


def test_text_ignores_what_is_tried_and_the_stop_is_restored(player: LessonPlayer, session: Session) -> None:
    player.open(lesson_of(small()))
    settle(player)
    meddled(session)
    settle(player)
    assert player.words == "Mistake 3."
    player.again()
    settle(player)
    assert session.table.data == engine.load("gate_and") and session.lane.index == 3 and not session.document.dirty


def test_added_and_closed_runs_are_restored(player: LessonPlayer, session: Session) -> None:
    player.open(lesson_of(small()))
    session.add_lane("nearest_mean")
    player.step(1)
    settle(player)
    assert [lane.key for lane in session.lanes] == ["perceptron"] and session.lane.values == {"rate": 0.5}
    session.choose_algorithm("nearest_mean")
    player.again()
    settle(player)
    assert session.lane.key == "perceptron" and session.lane.index == 3


def test_stop_at_an_event_is_the_step_where_it_happens(player: LessonPlayer, session: Session) -> None:
    content = with_stop(step={"event": 4}, words="Here: {step.mistakes}.")
    content["lanes"][0]["params"] = {"stop_at": "examples"}
    lesson = lesson_of(content)
    assert lesson.scenes[0].cast[0].step == Event(4)
    for _ in stops(player, lesson):
        trace = engine.trace("perceptron", engine.load("gate_and"), stop_at="examples").to_end()
        assert trace[session.lane.index].mistake and session.lane.index > 4
        assert player.words == "Here: 4."


def test_stop_at_an_event_that_never_happens_is_the_end(player: LessonPlayer, session: Session) -> None:
    for _ in stops(player, lesson_of(with_stop(step={"event": 4000}))):
        assert session.lane.transport.at_end


def test_points_are_added_moved_and_removed_in_order() -> None:
    edit = {"add": [[5, 6, 1]], "move": [[4, 7, 8]], "remove": [0, 1]}
    scene = lesson_of(with_stop(data=edit)).scenes[0]
    assert scene.data.X.tolist() == [[1, 0], [1, 1], [7, 8]] and scene.data.codes.tolist() == [0, 1, 1]
    bare = small(data={"points": [[1, 2], [3, 4]], "features": ["a", "b"]}, lanes=[{"algorithm": "pca"}])
    data = lesson_of(bare | {"stops": [{"words": "Two."}]}).scenes[0].data
    assert data.target is None and data.feature_names == ("a", "b")


def test_two_runs_may_have_different_steps_and_parameters(player: LessonPlayer, session: Session) -> None:
    runs = [{"algorithm": "perceptron"}, {"algorithm": "perceptron"}]
    stop = {"step": [2, 5], "params": [{}, {"rate": 0.25}], "lane": 1, "words": "{index}, {lane0.index}"}
    for _ in stops(player, lesson_of(small(lanes=runs, stops=[stop]))):
        assert [lane.index for lane in session.lanes] == [2, 5] and session.lanes[1].values == {"rate": 0.25}
        assert session.active == 1 and player.words == "5, 2"


def test_other_data_end_the_lesson_and_stay(player: LessonPlayer, session: Session) -> None:
    player.open(lesson_of(small()))
    session.open_bundled("iris")
    assert player.lesson is None and session.table.data.n == 150
    player.step(1)
    assert session.table.data.n == 150


def test_number_that_never_arrives_leaves_a_gap(player: LessonPlayer, session: Session) -> None:
    player.open(lesson_of(with_stop(words="So many: {step.nothing}.")))
    until = 200
    while until and not (session.lane.settled and session.lane.ending):
        QApplication.processEvents()
        until -= 1
    assert player.words == f"So many: {UNKNOWN}."


def test_stop_can_be_requested_on_the_command_line(player: LessonPlayer) -> None:
    requested(file=str(FILES[0]), step="2").fill(player.session, player)
    assert player.place == 1
    requested(file=str(FILES[0]), step="end").fill(player.session, player)
    assert player.place == player.last
    for words, step in (("stops: give one of 1 to", "99"), ("number of a stop", "-3")):
        with pytest.raises(Refusal, match=words):
            requested(file=str(FILES[0]), step=step).fill(player.session, player)
    with pytest.raises(Refusal, match="brings its own data"):
        requested(file=str(FILES[0]), data="iris")


def test_lesson_starts_without_earlier_notes_and_keeps_its_own(player: LessonPlayer, session: Session) -> None:
    session.open_bundled("gate_and")
    session.add_lane("perceptron")
    session.document.set_notes("Mine, of AND.")
    assert session.document.dirty_without_runs, "whoever opens a lesson is asked first"
    player.open(lesson_of(small()))
    assert session.document.notes == "" and not session.document.dirty
    session.document.set_notes("Written in the lesson.")
    player.step(1)
    assert session.document.notes == "Written in the lesson." and session.document.unsaved == ("the notes",)
    player.leave()
    assert session.document.notes == "Written in the lesson." and session.document.dirty_without_runs
    session.open_bundled("iris")
    assert session.document.notes == "" and not session.document.dirty


def test_previewing_a_lesson_in_the_maker_keeps_the_notes(player: LessonPlayer, session: Session) -> None:
    session.document.set_notes("What to put into it.")
    player.open(lesson_of(small()), keep_notes=True)
    assert session.document.notes == "What to put into it." and session.document.unsaved == ("the notes",)
