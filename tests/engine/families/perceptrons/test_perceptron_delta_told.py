"""Every number that the delta form tells or draws, against one found independently from the data and the step."""

from __future__ import annotations

import numpy as np
import pytest

import engine
from engine.core.story import Event
from engine.families.perceptrons.perceptron_delta.drawing import marks
from engine.families.perceptrons.perceptron_delta.loop import Params
from engine.families.perceptrons.perceptron_delta.telling import event, explain, inspect, measure
from engine.models.linear import Hyperplane
from tests.engine.families.perceptrons.reading import (
    activations_of,
    figures,
    is_line,
    lines_of,
    lists_correction,
    near,
    overlapping,
    rows_of,
    signs_of,
    tells_activation,
    tells_correction,
)
from tests.examples import numbers

DATA, VALUES = overlapping(), {"rate": 0.3, "epochs": 5, "stop_at": "examples"}
X, T = DATA.X, (signs_of(DATA) + 1) / 2


def watched():
    """(step, story, marks) of a run in which the answer is too high, too low and right."""
    params, trace = Params(**VALUES), engine.trace("perceptron_delta", DATA, **VALUES)
    steps = list(trace)
    assert {step.error for step in steps} == {-1, 0, 1}
    return [(step, explain(step, DATA, params), marks(step, DATA, params)) for step in steps]


def answered(line):
    return (activations_of(line, X) > 0).astype(float)


def test_counts_answer_and_target_match_the_step():
    mistakes = 0
    for step, story, _ in watched():
        wrong, by_name = int((answered(step.model) != T).sum()), numbers(story)
        assert measure(step, DATA, Params()) == {"wrong answers": wrong}
        assert event(step) == (Event("mistake", "wrong") if step.error else None)
        if step.sample is None:
            assert by_name == {"wrong answers": wrong} and figures(story.worked[0]) == [0, 0, 0, 0]
            continue
        n, mistakes = step.sample, mistakes + (step.error != 0)
        assert by_name["activation a"] == pytest.approx(activations_of(step.before, X)[n])
        assert (by_name["answer y"], by_name["target t"]) == (answered(step.before)[n], T[n])
        assert step.error == T[n] - answered(step.before)[n]
        assert (by_name["mistakes so far"], by_name["wrong answers now"]) == (mistakes, wrong)


def test_worked_lines_use_the_point_and_weights_of_the_step():
    for step, story, _ in watched()[1:]:
        x, t, y = X[step.sample], T[step.sample], answered(step.before)[step.sample]
        a = activations_of(step.before, X)[step.sample]
        assert tells_activation(story.worked[0], step.before, x)
        assert figures(story.worked[1]) == near([a, 0, y, t, -y, t - y])
        assert len(story.worked) == (4 if step.error else 2) and len(story.tables) == bool(step.error)
        if step.error:
            size = 0.3 * (t - y)
            assert tells_correction(*story.worked[2:], step.before, size, x, step.model)
            assert lists_correction(story.tables[0], step.before, size, x, step.model)


def test_sentence_states_the_answer_and_the_direction():
    for step, story, _ in watched()[1:]:
        n, a = step.sample, activations_of(step.before, X)[step.sample]
        side = "exactly on the line" if a == 0 else f"on the {'positive' if a > 0 else 'negative'} side"
        name, way = "dog" if T[n] else "cat", "added to" if step.error > 0 else "subtracted from"
        begun = f"Epoch {step.epoch}: point {n + 1} (class {name}, t = {T[n]:.0f}) lies {side}, so the unit answers "
        then = f": mistake {step.mistakes}. The point is {way} the weights."
        then = then if step.error else ". That is right, and nothing changes."
        assert story.sentence == f"{begun}{answered(step.before)[n]:.0f}{then}"


def test_opening_states_the_coding_and_zero_answers_only_for_zero_weights():
    words = "The target t is 0 for cat and 1 for dog; an activation of exactly 0 answers 0."
    first = watched()[0][1].sentence
    assert first == f"Before the first example. All weights are 0, so every answer is 0. {words}"
    start = Hyperplane(np.zeros(3), 1.0)
    begun = engine.trace("perceptron_delta", DATA, start=start)[0]
    assert explain(begun, DATA, Params()).sentence == f"Before the first example. {words}"


def test_lines_before_and_after_are_drawn_and_mistakes_marked():
    for step, _, drawn in watched()[3:]:
        (now,) = lines_of(drawn, "boundary")
        assert is_line(now, step.model)
        assert [is_line(line, step.before) for line in lines_of(drawn, "ghost")] == [True] * bool(step.error)
        assert rows_of(drawn, "wrong") == np.flatnonzero(answered(step.model) != T).tolist()
        assert rows_of(drawn, "focus") == [step.sample]
        assert [mark.model for mark in drawn if hasattr(mark, "model")] == [step.model]


def test_a_point_is_asked_of_the_unit():
    step, x = watched()[-1][0], np.array([0.3, 1.4, -1.0])
    assert numbers(inspect(step, DATA, Params(), x).story)["y"] == pytest.approx(activations_of(step.model, x[None])[0])
