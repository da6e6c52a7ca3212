"""A lesson from a file: a damaged or hostile one is refused in words, and nothing changes."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from engine.base.errors import Refusal
from gui.lessons.lesson import read
from gui.lessons.player import LessonPlayer
from gui.session.session import Session
from tests.gui.lessons.small import small, with_stop

BAD = {
    "no title": (small(title=None), "The title must be text"),
    "a level of its own": (small(level="easy"), "The level must be one of introductory"),
    "a subject of numbers": (small(subject=7), "The subject must be text"),
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
    "no runs": (small(lanes=[]), "from 1 to 6 runs"),
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
    "surfaces without a name": (with_stop(surfaces=[]), "the names of those that are open"),
    "surfaces by number": (with_stop(surfaces=[1]), "the names of those that are open"),
    "ask in three dimensions": (with_stop(ask=[1, 2, 3]), "needs 2 numbers"),
    "a loose brace": (with_stop(words="One { brace"), "no partner"),
    "a private place": (with_stop(words="{step.__class__.__bases__}"), "not a number of a step"),
    "code in a place": (with_stop(words="{__import__('os')}"), "not a number of a step"),
    "a call in a place": (with_stop(words="{step.model.predict()}"), "not a number of a step"),
    "another run": (with_stop(words="{lane1.step.error}"), "not there"),
    "an unknown relation": (with_stop(expects=[["step.wrong", "is", 0]]), "the relation must be"),
    "a claim of two": (with_stop(expects=[["step.wrong", 0]]), "What is expected"),
    "an error by chance": (with_stop(expects=[["measure error, validation", "<", "before"]]), "two standard errors"),
    "fewer of nothing": (with_stop(expects=[{"fewer": "step.wrong", "than": "before"}]), "how many rows"),
    "fewer and lower": (with_stop(expects=[{"fewer": "a", "lower": "b", "than": "before", "of": 3}]), "how many rows"),
    "fewer of no run": (with_stop(expects=[{"fewer": "lane3.step.wrong", "than": "before", "of": 3}]), "not there"),
    "a count of no error": (with_stop(words="{count mistakes}"), "not a number of a step"),
    "rows of no part": (with_stop(words="{rows spare}"), "not a number of a step"),
    "an unknown mark": (with_stop(expects=[{"drawn": "cube"}]), "no kind of mark 'cube'"),
    "an unknown role": (with_stop(expects=[{"drawn": "line", "role": "hero"}]), "no role 'hero'"),
    "drawn and absent": (with_stop(expects=[{"drawn": "line", "absent": "line"}]), 'either "drawn" or "absent"'),
    "a mark of no run": (with_stop(expects=[{"drawn": "line", "lane": 1}]), "no run 1"),
    "a mark with more": (with_stop(expects=[{"drawn": "line", "colour": "red"}]), "has no 'colour'"),
    "another version": (small(version=2), "version 2"),
    "another format": (small(format="learnscope-session"), "no learnscope-lesson file"),
}


@pytest.mark.parametrize("name", BAD)
def test_bad_file_is_refused_in_words_and_nothing_changes(
    player: LessonPlayer, session: Session, tmp_path: Path, name: str
) -> None:
    content, words = BAD[name]
    path = tmp_path / "lesson.json"
    path.write_text(json.dumps(content), encoding="utf-8")
    with pytest.raises(Refusal, match=re.escape(words)) as refused:
        player.open(read(path))
    assert "lesson.json" in str(refused.value)
    assert player.lesson is None and session.table.data.n == 0 and not session.lanes


@pytest.mark.parametrize("text", ["", "[]", "{", '{"format": NaN}', "[" * 100_000, "\x00\xff"])
def test_file_that_is_no_lesson_is_refused(tmp_path: Path, text: str) -> None:
    path = tmp_path / "lesson.json"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(Refusal):
        read(path)


@pytest.mark.parametrize("key", ["data", "lanes", "stops", "title", "view", "together"])
@pytest.mark.parametrize(
    "value", [0, 1.5, "x", [], [[]], {}, [None], {"toy": {}}, {"points": {}}, {"bundled": []}, True]
)
def test_fuzzed_lesson_parts_are_shown_or_refused(tmp_path: Path, key: str, value: Any) -> None:
    path = tmp_path / "lesson.json"
    path.write_text(json.dumps(small(**{key: value})), encoding="utf-8")
    try:
        assert read(path).scenes
    except Refusal as refusal:
        assert str(refusal).endswith(".")


def test_a_stop_may_show_the_target_upwards(tmp_path: Path) -> None:
    path = tmp_path / "lesson.json"
    path.write_text(
        json.dumps(
            small(
                data={"toy": "plane"}, lanes=[{"algorithm": "regression_tree"}],
                stops=[{"words": "Look."}, {"words": "And now.", "view": [1, "target"]}],
            )
        ),
        encoding="utf-8",
    )  # fmt: skip
    assert [scene.view for scene in read(path).scenes] == ["auto", (1, "target")]
