"""Every number that the pocket algorithm tells or draws, against one found independently from the data and the step."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

import engine
from engine.core.story import Event
from engine.families.perceptrons.pocket.drawing import marks
from engine.families.perceptrons.pocket.loop import Params
from engine.families.perceptrons.pocket.telling import event, explain, inspect, measure
from tests.engine.families.perceptrons.reading import (
    activations_of,
    figures,
    is_line,
    lines_of,
    lists_correction,
    missed_by,
    overlapping,
    rows_of,
    signs_of,
    tells_activation,
    tells_correction,
)
from tests.examples import numbers

DATA, VALUES = overlapping(), {"rate": 0.3, "epochs": 5, "stop_at": "examples"}
X, T = DATA.X, signs_of(DATA)


def watched():
    """(step, story, marks) of a run on which the pocket changes and stays."""
    params = Params(**VALUES)
    steps = list(engine.trace("pocket", DATA, seed=2, **VALUES))
    assert {(step.mistake, step.replaced is not None) for step in steps} == {(0, 0), (1, 0), (1, 1)}
    return [(step, explain(step, DATA, params), marks(step, DATA, params)) for step in steps]


def test_counts_are_those_of_the_two_lines():
    mistakes = changes = 0
    for step, story, _ in watched():
        mistakes, changes = mistakes + step.mistake, changes + (step.replaced is not None)
        walking, kept, by_name = len(missed_by(step.current, X, T)), len(missed_by(step.model, X, T)), numbers(story)
        assert by_name["wrong side of the pocket's line"] == kept
        assert measure(step, DATA, Params()) == {"current line": walking, "pocket": kept}
        wanted = Event("mistake", "wrong") if step.mistake else None
        assert event(step) == (Event("new best", "best") if step.replaced is not None else wanted)
        if step.sample is not None:
            assert by_name["wrong side of the current line"] == walking
            assert (by_name["mistakes so far"], by_name["changes of the pocket"]) == (mistakes, changes)
            assert [check.holds for check in story.checks] == [kept <= walking] == [True]
            assert [number.note for number in story.numbers][1] == "of 14 points"


def test_correction_is_that_of_the_current_line():
    for step, story, _ in watched()[1:]:
        x, size = X[step.sample], 0.3 * T[step.sample]
        assert tells_activation(story.worked[0], step.before, x)
        assert len(story.worked) == (3 if step.mistake else 1) and len(story.tables) == step.mistake
        if step.mistake:
            assert tells_correction(*story.worked[1:], step.before, size, x, step.current)
            assert lists_correction(story.tables[0], step.before, size, x, step.current)


def test_sentence_states_whether_the_pocket_changed():
    first, *rest = watched()
    nothing = "nothing is classified yet. The target t is −1 for cat and +1 for dog; the first line goes"
    assert nothing in first[1].sentence and figures(first[1].worked[0]) == [0, 0, 0, 0]
    for step, story, _ in rest:
        name = "dog" if T[step.sample] > 0 else "cat"
        point = f"Epoch {step.epoch}: point {step.sample + 1} (class {name}) lies on the "
        if not step.mistake:
            assert story.sentence == f"{point}right side of the current line, so nothing changes."
            continue
        walking, kept = len(missed_by(step.current, X, T)), len(missed_by(step.model, X, T))
        now = f"mistake {step.mistakes}. The line is now wrong on {walking} point{'' if walking == 1 else 's'}"
        then = f"; the pocket's is wrong on {kept} and stays."
        if step.replaced is not None:
            then = ", fewer than any before: it goes into the pocket."
            assert step.model == step.current and len(missed_by(step.replaced, X, T)) > kept
        assert story.sentence == f"{point}wrong side of the current line: {now}{then}"


def test_pocket_predicts_and_the_current_line_is_drawn():
    both = 0
    for step, _, drawn in watched()[3:]:
        (kept,) = lines_of(drawn, "boundary")
        assert is_line(kept, step.model) and kept.label == "pocket"
        walking, ghosts = lines_of(drawn, "path"), lines_of(drawn, "ghost")
        assert [is_line(line, step.current) for line in walking] == [True] * (step.current != step.model)
        assert [is_line(line, step.before) for line in ghosts] == [True] * step.mistake
        assert rows_of(drawn, "wrong") == missed_by(step.model, X, T) and rows_of(drawn, "focus") == [step.sample]
        assert [mark.model for mark in drawn if hasattr(mark, "model")] == [step.model]
        both += bool(walking and ghosts)
    assert both


def test_the_check_would_fail():
    """A check that cannot fail promises nothing: a pocket that is worse than the current line breaks it."""
    step = replace(watched()[-1][0], wrong=9, current_wrong=8)
    assert [check.holds for check in explain(step, DATA, Params(**VALUES)).checks] == [False]


def test_a_point_is_asked_of_the_pocket():
    step = next(step for step, *_ in reversed(watched()) if step.current != step.model)
    x = np.array([0.3, 1.4, -1.0])
    assert numbers(inspect(step, DATA, Params(), x).story)["y"] == pytest.approx(activations_of(step.model, x[None])[0])
