"""Every number that the multi-class perceptron tells or draws, against one found independently from data and step."""

from __future__ import annotations

import numpy as np
import pytest

import engine
from engine.core.story import Event
from engine.families.perceptrons.multiclass_perceptron.drawing import marks
from engine.families.perceptrons.multiclass_perceptron.loop import Params
from engine.families.perceptrons.multiclass_perceptron.telling import event, explain, inspect, measure
from tests.engine.families.perceptrons.reading import figures, near, rows_of
from tests.examples import numbers

VALUES = {"rate": 0.3, "epochs": 4, "stop_at": "examples"}
NAMES = ["ape", "bee", "cow"]


def three() -> engine.Dataset:
    """Three classes that overlap, in three features of different sizes."""
    rng = np.random.default_rng(6)
    k = np.arange(18) % 3
    X = rng.normal(size=(18, 3)) * [1.0, 3.0, 0.5] + np.array([[0, 0, 1.0], [2, 0, 0], [0, 4, 0]])[k]
    return engine.Dataset.from_arrays(X, [NAMES[i] for i in k])


DATA = three()
X, Y = DATA.X, DATA.codes


def scores(model, rows=X):
    return rows @ model.weights.T + model.biases


def missed(model):
    """The rows whose own class does not win alone."""
    found = scores(model)
    own = found[np.arange(len(Y)), Y]
    return [n for n in range(len(Y)) if own[n] <= np.delete(found[n], Y[n]).max()]


def watched():
    """(step, story, marks) of a run in which each class is a rival."""
    params, steps = Params(**VALUES), list(engine.trace("multiclass_perceptron", DATA, **VALUES))
    assert {step.rival for step in steps} == {None, 0, 1, 2}
    return [(step, explain(step, DATA, params), marks(step, DATA, params)) for step in steps]


def test_the_counts_are_those_of_the_step():
    mistakes, fewest = 0, 18
    for step, story, _ in watched():
        mistakes, wrong = mistakes + (step.rival is not None), len(missed(step.model))
        fewest = min(fewest, wrong)
        assert numbers(story) == {
            "mistakes so far": mistakes, "points without the greatest score now": wrong, "fewest so far": fewest,
        }  # fmt: skip
        assert measure(step, DATA, Params()) == {"points without the greatest score": wrong, "best so far": fewest}
        assert event(step) == (Event("mistake", "wrong") if step.rival is not None else None)
        assert story.numbers[1].note == "of 18"
        if step.sample is not None:
            assert (step.rival is not None) == (step.sample in missed(step.before))


def test_rival_has_the_largest_other_score_and_both_rows_are_worked():
    for step, story, _ in watched()[1:]:
        n, before, after = step.sample, scores(step.before), scores(step.model)
        names, old, new = zip(*story.tables[0].rows, strict=True)
        assert list(names) == NAMES and old == pytest.approx(before[n]) and new == pytest.approx(after[n])
        assert story.tables[0].chosen == int(np.argmax(after[n]))
        said = f"Epoch {step.epoch}: point {n + 1} (class {NAMES[Y[n]]}): "
        if step.rival is None:
            then = "its own class has the greatest score. That is right, so nothing changes."
            assert story.sentence == said + then and not story.worked
            continue
        others = np.where(np.arange(3) == Y[n], -np.inf, before[n])
        assert step.rival != Y[n] and others[step.rival] == others.max()
        own, rival = NAMES[Y[n]], NAMES[step.rival]
        assert story.sentence == (
            f"{said}{rival} scores as high or higher, which is mistake {step.mistakes}. "
            f"Two rows change: the point is added to the weights of {own} and subtracted from those of {rival}."
        )
        pairs = [story.worked[:2], story.worked[2:]]
        for (weights, bias), k, size in zip(pairs, (Y[n], step.rival), (0.3, -0.3), strict=True):
            assert weights.startswith(f"{NAMES[k]}: w ← ")
            assert figures(weights) == near([*step.before.weights[k], size, *X[n], *step.model.weights[k]])
            assert figures(bias) == near([step.before.biases[k], size, step.model.biases[k]])


def test_opening_states_the_number_of_classes_and_the_tie():
    nothing = "All scores are 0: every point is a tie and counts as wrong. "
    assert watched()[0][1].sentence == (
        f"Before the first example. {nothing}Each of the 3 classes has weights of its own."
    )
    late = watched()[-1][0].model
    begun = engine.trace("multiclass_perceptron", DATA, start=late)[0]
    assert nothing not in explain(begun, DATA, Params()).sentence


def test_exactly_the_mistakes_are_marked_and_the_example_ringed():
    for step, _, drawn in watched():
        assert rows_of(drawn, "wrong") == missed(step.model)
        assert rows_of(drawn, "focus") == ([] if step.sample is None else [step.sample])
        assert [mark.model for mark in drawn if hasattr(mark, "model")] == [step.model]


def test_point_gets_its_scores_sorted():
    step, x = watched()[-1][0], np.array([0.3, 1.4, -1.0])
    found = scores(step.model, x[None])[0]
    said = inspect(step, DATA, Params(), x).story
    order = np.argsort(-found)
    assert said.sentence == f"This point is classified as {NAMES[order[0]]}."
    assert [number.name for number in said.numbers] == [f"score of {NAMES[k]}" for k in order]
    assert [number.value for number in said.numbers] == pytest.approx(found[order])
