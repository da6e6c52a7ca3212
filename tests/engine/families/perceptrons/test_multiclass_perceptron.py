"""The multi-class perceptron: two rows at each mistake, ties, and the ordinary perceptron as its case K = 2."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import engine
from engine.families.perceptrons.multiclass_perceptron.loop import Params, corrected, rivals
from engine.families.perceptrons.multiclass_perceptron.telling import explain, inspect
from engine.models.linear import Scores
from tests.catalogue import shows


def plain(X, y, K, epochs, rate):
    """The rule as everyone writes it: (epoch, row, W) for each correction."""
    X = np.column_stack([np.ones(len(X)), X])
    W, found = np.zeros((K, X.shape[1])), []
    for epoch in range(1, epochs + 1):
        before = len(found)
        for n, (x, true) in enumerate(zip(X, y, strict=True)):
            a = W @ x
            others = [k for k in range(K) if k != true]
            rival = max(others, key=lambda k: (a[k], -k))
            if a[true] <= a[rival]:
                W = W.copy()
                W[true] += rate * x
                W[rival] -= rate * x
                found.append((epoch, n, W.tolist()))
        if len(found) == before:
            break
    return found


def test_pe12_two_rows_change_and_a_tie_is_a_mistake():
    data = engine.load("iris")
    trace = engine.trace("multiclass_perceptron", data, epochs=2)
    first = trace[1]
    assert first.sample == 0 and first.rival == 1
    for step in trace:
        if step.rival is not None:
            changed = np.flatnonzero((step.model.packed != step.before.packed).any(axis=1))
            assert changed.tolist() == sorted([data.codes[step.sample], step.rival])
            assert step.model.packed.sum(axis=0) == pytest.approx(0, abs=1e-9)


def test_update_rule_by_hand():
    model = Scores(np.zeros((3, 2)), np.zeros(3), np.array([0, 1, 2]))
    after = corrected(model, np.array([2.0, -1.0]), 2, 0, 0.5)
    assert after.weights.tolist() == [[-1.0, 0.5], [0.0, 0.0], [1.0, -0.5]]
    assert after.biases.tolist() == [-0.5, 0.0, 0.5]
    scores = np.array([[1.0, 1.0, 0.0], [0.0, 2.0, 1.0], [0.0, 0.0, 0.0]])
    rival, wrong = rivals(scores, np.array([0, 1, 2]))
    assert rival.tolist() == [1, 2, 0] and wrong.tolist() == [True, False, True]


@settings(max_examples=40)
@given(
    st.lists(st.tuples(st.integers(-4, 4), st.integers(-4, 4), st.integers(0, 3)), min_size=2, max_size=25).filter(
        lambda rows: len({row[2] for row in rows}) >= 2
    ),
    st.sampled_from([0.25, 1.0]),
)
def test_any_data_agree_with_a_plain_loop(rows, rate):
    X = [[float(a), float(b)] for a, b, _ in rows]
    y = np.unique([row[2] for row in rows], return_inverse=True)[1]
    data = engine.Dataset.from_arrays(X, [row[2] for row in rows])
    trace = engine.trace("multiclass_perceptron", data, epochs=6, rate=rate)
    found = [(step.epoch, step.sample, step.model.packed.tolist()) for step in trace if step.rival is not None]
    assert found == plain(X, y, len(set(y)), 6, rate)


@shows("PE12")
@settings(max_examples=40)
@given(
    st.lists(st.tuples(st.integers(-5, 5), st.integers(-5, 5), st.booleans()), min_size=2, max_size=25).filter(
        lambda rows: len({row[2] for row in rows}) == 2
    )
)
def test_pe12_with_two_classes_it_is_the_perceptron(rows):
    data = engine.Dataset.from_arrays([row[:2] for row in rows], [int(row[2]) for row in rows])
    ours = list(engine.trace("multiclass_perceptron", data, epochs=8))
    theirs = list(engine.trace("perceptron", data, epochs=8))
    assert [(s.epoch, s.sample, s.wrong) for s in ours] == [(s.epoch, s.sample, s.wrong) for s in theirs]
    for one, other in zip(ours, theirs, strict=True):
        difference = one.model.packed[1] - one.model.packed[0]
        assert difference.tolist() == (2 * np.append(other.model.bias, other.model.weights)).tolist()


def test_separable_classes_are_learnt():
    from engine.data.toys import generate

    data = generate("blobs", n=150, classes=5, spread=0.2, seed=3)
    trace = engine.trace("multiclass_perceptron", data, epochs=500).to_end()
    assert trace.ending.kind == "converged"
    assert (trace[-1].model.predict(data.X) == data.codes).all()


def test_iris_ends_at_the_cap_in_words():
    trace = engine.trace("multiclass_perceptron", engine.load("iris"), epochs=40).to_end()
    assert trace.ending.kind == "stopped"
    assert trace.ending.words.startswith("40 epochs, and ")
    assert trace[-1].best_wrong == min(step.wrong for step in trace)


def test_classes_without_rows_have_no_scores():
    data = engine.load("iris")
    some = data.subset(data.codes != 1)
    model = engine.fit("multiclass_perceptron", some)
    assert model.classes.tolist() == [0, 2]
    assert (model.predict(some.X) == some.codes).all()


def test_a_class_with_one_example_is_learnt():
    data = engine.Dataset.from_arrays([[0, 0], [0, 1], [5, 5], [-5, 5]], ["a", "a", "b", "c"])
    assert (engine.fit("multiclass_perceptron", data).predict(data.X) == data.codes).all()


def test_a_warm_start_goes_on():
    data = engine.load("iris")
    steps = list(engine.trace("multiclass_perceptron", data, epochs=3))
    last = next(i for i, step in enumerate(steps) if step.epoch == 2)
    again = engine.trace("multiclass_perceptron", data, start=steps[last - 1].model, epochs=2)
    assert again[1].model == steps[last].model


def test_it_says_which_two_rows_change():
    data = engine.load("iris")
    trace = engine.trace("multiclass_perceptron", data)
    story = explain(trace[1], data, Params())
    assert "added to the weights of setosa and subtracted from those of versicolor" in story.sentence
    assert [row[0] for row in story.tables[0].rows] == ["setosa", "versicolor", "virginica"]
    asked = inspect(trace[0], data, Params(), data.X[0]).story
    assert asked.sentence == "This point is classified as setosa, the first of those that tie."


def test_pe11_products_for_three_classes():
    X = np.array([[x, y] for x in (-1.0, 0.0, 1.0) for y in (-1.0, 0.0, 1.0)])
    data = engine.Dataset.from_arrays(X, (X[:, 0] * X[:, 1]).astype(int))
    flat = engine.trace("multiclass_perceptron", data, epochs=200).to_end()
    curved = engine.trace("multiclass_perceptron", data, basis="polynomial", epochs=200).to_end()
    assert flat.ending.kind == "stopped"
    assert curved.ending.kind == "converged"


def test_scores_of_the_point_are_listed_before_and_after():
    data = engine.load("iris")
    step = next(step for step in engine.trace("multiclass_perceptron", data, epochs=2) if step.sample is not None)
    (scores,) = [table for table in explain(step, data, Params(epochs=2)).tables if table.title.startswith("Scores")]
    before, after = (model.decision_function(data.X[[step.sample]])[0] for model in (step.before, step.model))
    assert [row[1:] for row in scores.rows] == [*zip(before, after, strict=True)]
    assert scores.chosen == after.argmax() and (before != after).any()
