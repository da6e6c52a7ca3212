"""The perceptron against a plain loop and scikit-learn; its conventions, stops, starts, and hard cases."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import engine
from engine.data.targets import signs
from engine.families.perceptrons.mistakes import is_mistake
from engine.families.perceptrons.perceptron.criterion import FALLS
from engine.families.perceptrons.perceptron.loop import Params
from engine.families.perceptrons.perceptron.telling import explain
from engine.models.linear import Hyperplane
from engine.parts.basis import expanded
from tests.catalogue import shows
from tests.examples import CORNERS, GATES, gate, two_of, weights


def _criterion(line, data):
    """−Σ t a over the points on the wrong side."""
    return np.maximum(-signs(data) * (data.X @ line.weights + line.bias), 0.0).sum()


def _changes(step, data):
    """The criterion before, what the row presented and the others that change most take away, the rest, and after."""
    X = expanded(data, step.model.basis).X
    before, after = (
        np.maximum(-signs(data) * (X @ line.weights + line.bias), 0.0) for line in (step.before, step.model)
    )
    changes = after - before
    own, others = changes[step.sample], np.delete(changes, step.sample)
    others = sorted(others[others != 0], key=abs, reverse=True)
    rest = [sum(others[FALLS - 1 :])] if len(others) >= FALLS else []
    return [before.sum(), own, *others[: FALLS - 1], *rest, after.sum()]


PLACED = {"Effect of the update: bars": lambda step, data, params: _changes(step, data)}
FOLLOWS = {
    "criterion before": lambda step, data, params: _criterion(step.before, data),
    "criterion after": lambda step, data, params: _criterion(step.model, data),
}


def updates(trace):
    return [(step.epoch, step.sample, weights(step.model)) for step in trace if step.mistake]


def plain(X, t, rate, epochs, at_zero="mistake", w=None, orders=None):
    """The perceptron as everyone writes it: (epoch, row, weights with the bias first) for each correction."""
    w = [0.0] * (len(X[0]) + 1) if w is None else list(w)
    found = []
    for epoch in range(1, epochs + 1):
        before = len(found)
        for n in orders[epoch - 1] if orders else range(len(X)):
            a = w[0]
            for weight, value in zip(w[1:], X[n], strict=True):
                a += weight * value
            wrong = t[n] * a < 0 or (a == 0 and {"mistake": True, "+1": t[n] < 0, "-1": t[n] > 0}[at_zero])
            if wrong:
                w = [
                    w[0] + rate * t[n],
                    *(weight + rate * t[n] * value for weight, value in zip(w[1:], X[n], strict=True)),
                ]
                found.append((epoch, n, w))
        if len(found) == before:
            break
    return found


# -- against a plain loop ----------------------------------------------------------------------------------------------


def test_iris_agrees_with_a_plain_loop_mistake_by_mistake():
    for low, high, epochs in [(0, 1, 100), (0, 2, 100), (1, 2, 30)]:
        data = two_of("iris", low, high)
        t = np.where(data.codes == high, 1.0, -1.0)
        found = updates(engine.trace("perceptron", data, epochs=epochs, rate=0.3))
        assert found == plain(data.X.tolist(), t.tolist(), 0.3, epochs)


@given(
    st.lists(st.tuples(st.integers(-5, 5), st.integers(-5, 5), st.booleans()), min_size=2, max_size=40).filter(
        lambda rows: len({row[2] for row in rows}) == 2
    ),
    st.sampled_from(["mistake", "+1", "-1"]),
    st.sampled_from([0.125, 1.0, 3.0]),
)
def test_any_data_agree_with_a_plain_loop(rows, at_zero, rate):
    X, y = [[float(a), float(b)] for a, b, _ in rows], [int(c) for *_, c in rows]
    data = engine.Dataset.from_arrays(X, y)
    trace = engine.trace("perceptron", data, epochs=12, rate=rate, at_zero=at_zero)
    assert updates(trace) == plain(X, [2.0 * c - 1 for c in y], rate, 12, at_zero)
    assert all(step.wrong == 0 for step in trace[-1:] if trace.ending.kind == "converged")


def test_shuffled_epochs_agree_with_a_plain_loop_and_repeat():
    data = two_of("iris", 1, 2)
    t = np.where(data.codes == 2, 1.0, -1.0)
    rng = np.random.default_rng(5)
    orders = [np.argsort(rng.spawn(1)[0].random(150)[data.numbers]).tolist() for _ in range(10)]
    found = updates(engine.trace("perceptron", data, epochs=10, order="shuffled", seed=5))
    assert found == plain(data.X.tolist(), t.tolist(), 1.0, 10, orders=orders)
    assert found == updates(engine.trace("perceptron", data, epochs=10, order="shuffled", seed=5))
    assert found != updates(engine.trace("perceptron", data, epochs=10, order="shuffled", seed=6))


def test_a_shuffled_run_never_claims_a_cycle():
    trace = engine.trace("perceptron", gate("gate_xor"), epochs=50, order="shuffled").to_end()
    assert "come back" not in trace.ending.words


# -- conventions, stops, starts ----------------------------------------------------------------------------------------


@shows("PE1")
def test_pe1_three_conventions_at_zero():
    t = np.array([1.0, -1.0, 1.0, -1.0])
    a = np.array([0.0, 0.0, 2.0, 2.0])
    assert is_mistake(a, t).tolist() == [True, True, False, True]
    assert is_mistake(a, t, "+1").tolist() == [False, True, False, True]
    assert is_mistake(a, t, "-1").tolist() == [True, False, False, True]
    assert is_mistake(np.array([np.nan]), t[:1]).all()


def test_zero_counted_as_correct_is_stated():
    data = engine.Dataset.from_arrays([[1.0], [-1.0]], [1, 0])
    trace = engine.trace("perceptron", data, at_zero="+1", stop_at="examples")
    worked = explain(trace[1], data, Params(at_zero="+1", stop_at="examples")).worked
    assert worked[1] == "t a = +1·0 = 0 counts as right"


def test_stopping_at_examples_gives_a_step_for_each():
    data = two_of("iris", 1, 2)
    trace = engine.trace("perceptron", data, epochs=4, stop_at="examples").to_end()
    assert len(trace) == 1 + 4 * data.n
    assert [step.sample for step in trace][1:] == list(range(data.n)) * 4
    assert updates(trace) == updates(engine.trace("perceptron", data, epochs=4))
    assert len(trace) == engine.algorithm("perceptron").bound(data, Params(epochs=4))


@shows("PE9")
def test_the_pocket_keeps_the_best_line():
    data = two_of("iris", 1, 2)
    trace = engine.trace("perceptron", data, epochs=60).to_end()
    least = np.minimum.accumulate([step.wrong for step in trace])
    assert [step.best_wrong for step in trace] == least.tolist()
    last = trace[-1]
    assert last.best_wrong < last.wrong
    assert int((last.best.predict(data.X) != data.codes).sum()) <= last.best_wrong
    assert f"the best line had {last.best_wrong}." in trace.ending.words


def test_a_warm_start_goes_on_where_it_was():
    data = gate("gate_and")
    whole = engine.trace("perceptron", data).to_end()
    at = next(i for i, step in enumerate(whole) if step.epoch == 3 and step.mistake)
    rest = engine.trace("perceptron", data, start=whole[at - 1].model)
    assert rest[0].model == whole[at - 1].model
    assert rest[1].model == whole[at].model
    done = engine.trace("perceptron", data, start=whole[-1].model).to_end()
    assert len(done) == 1
    assert done.ending.kind == "converged"


@shows("PE10")
def test_pe10_the_gates():
    for name, y in GATES.items():
        trace = engine.trace("perceptron", engine.load(name)).to_end()
        assert trace.ending.kind == ("stopped" if name == "gate_xor" else "converged")
        if name != "gate_xor":
            assert trace[-1].model.predict(np.array(CORNERS)).tolist() == list(y)


def test_sklearn_has_the_same_signs():
    from sklearn.linear_model import Perceptron

    for data in [gate("gate_and"), gate("gate_or"), two_of("iris", 0, 1), two_of("iris", 0, 2)]:
        theirs = Perceptron(shuffle=False, tol=None, max_iter=100).fit(data.X, data.codes)
        ours = engine.fit("perceptron", data)
        assert (ours.predict(data.X) == data.codes).all()
        assert (theirs.predict(data.X) == ours.predict(data.X)).all()


# -- hard cases --------------------------------------------------------------------------------------------------------


def test_conflicting_duplicates_never_settle():
    data = engine.Dataset.from_arrays([[1.0, 1.0], [1.0, 1.0], [2.0, 0.0]], [0, 1, 1])
    trace = engine.trace("perceptron", data, epochs=40).to_end()
    assert trace.ending.kind == "stopped"
    assert trace.ending.words.startswith("No line separates these classes: the weights repeat every")


def test_huge_values_stay_numbers():
    data = two_of("iris", 0, 1)
    scaled = data.changed(X=data.X * 1e149)
    trace = engine.trace("perceptron", scaled).to_end()
    assert trace.ending.kind == "converged"
    assert all(np.isfinite(weights(step.model)).all() for step in trace)


def test_nan_start_is_not_reported_as_success():
    trace = engine.trace(
        "perceptron", gate("gate_and"), epochs=3, start=Hyperplane(np.array([np.nan, 0.0]), 0.0)
    ).to_end()
    assert trace.ending.kind == "stopped"


def test_one_class_is_refused_in_words():
    data = engine.Dataset.from_arrays(CORNERS, [0, 0, 0, 0])
    with pytest.raises(engine.Refusal, match="points of at least 2 classes, and there are points of 1"):
        engine.trace("perceptron", data)
    with pytest.raises(engine.Refusal, match="separates 2 classes, and the data has 3"):
        engine.trace("perceptron", engine.load("iris"))
