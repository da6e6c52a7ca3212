"""Every number that the averaged perceptron tells or draws, against one found independently from data and step."""

from __future__ import annotations

import numpy as np
import pytest

import engine
from engine.core.story import Event
from engine.families.perceptrons.averaged_perceptron.drawing import marks
from engine.families.perceptrons.averaged_perceptron.loop import Params
from engine.families.perceptrons.averaged_perceptron.telling import event, explain, inspect, measure
from tests.engine.families.perceptrons.reading import (
    activations_of,
    figures,
    is_line,
    lines_of,
    missed_by,
    near,
    overlapping,
    rows_of,
    signs_of,
    tells_activation,
    tells_correction,
)
from tests.examples import numbers

DATA = overlapping()
X, T = DATA.X, signs_of(DATA)


def watched(stop_at="mistakes"):
    """(step, story, marks) of a run."""
    values = {"rate": 0.3, "epochs": 5, "stop_at": stop_at}
    params, trace = Params(**values), engine.trace("averaged_perceptron", DATA, **values)
    return [(step, explain(step, DATA, params), marks(step, DATA, params)) for step in trace]


def names(row):
    return f"point {row + 1} (class {'dog' if T[row] > 0 else 'cat'})"


@pytest.mark.parametrize("stop_at", ["mistakes", "examples"])
def test_counts_are_those_of_both_lines(stop_at):
    mistakes = presented = 0
    for step, story, _ in watched(stop_at):
        mistakes, walking, average = (
            mistakes + step.mistake,
            len(missed_by(step.current, X, T)),
            len(missed_by(step.model, X, T)),
        )
        if step.presented:
            presented += step.lasted + (step.sample is not None)
            assert numbers(story) == {
                "examples m": presented,
                "mistakes so far": mistakes,
                "wrong side of the current line": walking,
                "wrong side of the average": average,
            }
            assert story.numbers[-1].note == "of 14 points"
        else:
            assert numbers(story) == {"wrong side of the current line": 14}
        assert measure(step, DATA, Params()) == {"current line": walking, "average": average}
        assert event(step) == (Event("mistake", "wrong") if step.mistake else None)
    assert presented == 5 * 14


@pytest.mark.parametrize("stop_at", ["mistakes", "examples"])
def test_worked_lines_use_the_point_and_lines_of_the_step(stop_at):
    for step, story, _ in watched(stop_at)[1:]:
        average, lines = step.model.packed, list(story.worked)
        assert figures(lines.pop()) == near([*(average * step.presented), step.presented, *average])
        _, walking, mean = zip(*story.tables[0].rows, strict=True)
        assert walking == pytest.approx(step.current.packed) and mean == pytest.approx(average)
        assert [row[0] for row in story.tables[0].rows] == ["bias", *DATA.feature_names]
        assert len(lines) == 2 * step.mistake + (step.sample is not None)
        if step.sample is not None:
            x, size = X[step.sample], 0.3 * T[step.sample]
            assert tells_activation(lines[0], step.before, x)
            assert not step.mistake or tells_correction(*lines[1:], step.before, size, x, step.current)


@pytest.mark.parametrize("stop_at", ["mistakes", "examples"])
def test_sentence_states_how_long_the_line_lasted(stop_at):
    first, *rest = watched(stop_at)
    assert "nothing to average. All weights are 0" in first[1].sentence
    assert first[1].sentence.endswith("The target t is −1 for cat and +1 for dog.") and figures(first[1].worked[0]) == [
        0,
        0,
        0,
        0,
    ]
    lasted = 0
    for step, story, _ in rest:
        if step.sample is None:
            assert story.sentence.startswith(f"The last {step.lasted} example")
            continue
        said = f"Epoch {step.epoch}: {names(step.sample)} lies on the "
        if not step.mistake:
            assert story.sentence == f"{said}right side of the current line, which is counted once more."
            continue
        held = f"{step.lasted} example{'' if step.lasted == 1 else 's'}"
        held = f" The line that it ends had lasted for {held}." if step.lasted else ""
        assert story.sentence == f"{said}wrong side of the current line: mistake {step.mistakes}.{held}"
        lasted += step.lasted
    assert bool(lasted) == (stop_at == "mistakes")


def test_average_predicts_and_the_current_line_is_drawn():
    for step, _, drawn in watched()[1:]:
        (average,), (walking,) = lines_of(drawn, "boundary"), lines_of(drawn, "ghost")
        assert is_line(average, step.model) and is_line(walking, step.current)
        assert (average.label, walking.label) == ("average", "walking")
        assert rows_of(drawn, "wrong") == missed_by(step.model, X, T)
        assert rows_of(drawn, "focus") == ([] if step.sample is None else [step.sample])
        assert [mark.model for mark in drawn if hasattr(mark, "model")] == [step.model]


def test_a_point_is_asked_of_the_average():
    step, x = watched()[-1][0], np.array([0.3, 1.4, -1.0])
    assert numbers(inspect(step, DATA, Params(), x).story)["y"] == pytest.approx(activations_of(step.model, x[None])[0])
