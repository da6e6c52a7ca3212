"""Logistic regression by stochastic gradient descent against worked case W35, a plain loop, and Newton's method."""

from __future__ import annotations

import dataclasses
import itertools

import numpy as np
import pytest

import engine
from engine.base.words import figure, vector
from engine.core.marks import Contours, Curve, Line, Points, Region, Text
from engine.core.story import Event
from engine.families.logistic.logistic_stochastic import ALGORITHM
from engine.families.logistic.logistic_stochastic.loop import Params
from engine.families.logistic.logistic_stochastic.telling import explain
from engine.families.logistic.objectives import probability
from engine.families.logistic.one_by_one import SCHEDULES, rate_at
from engine.maths.probability.sigmoid import sigmoid
from engine.models.linear import Logistic
from engine.parts.weight_space import axes
from tests.catalogue import shows
from tests.contract.recomputed import recomputed
from tests.examples import SIX, two_of

PLACED = {
    "Weight space: residual": lambda step, data, params: step.inside,
    "Weight space: ghost": lambda step, data, params: step.batch,
}
FOLLOWS = {
    "slope at the boundary": lambda step, data, params: np.linalg.norm(step.model.weights) / 4,
    "p from 0.1 to 0.9 within": lambda step, data, params: 2 * np.log(9) / np.linalg.norm(step.model.weights),
    "mean confidence": lambda step, data, params: step.model.predict_proba(data.X).max(axis=1).mean(),
    "from the mean of the epoch": lambda step, data, params: np.linalg.norm(step.model.packed - step.average),
}

W35 = [
    [-0.05, -0.025],
    [-0.0981258784121, -0.0731258784121],
    [-0.042949128285, 0.00963924677863],
    [-0.0923573900457, -0.0891772767429],
    [-0.0345395357497, 0.0553673589972],
    [0.0121761366406, 0.195514376168],
]
IN_ORDER = {"rate": 0.1, "order": "as given", "epochs": 1}


def run(data, start=None, seed=0, **params):
    return engine.trace("logistic_stochastic", data, start=start, seed=seed, **params).to_end()


@shows("OP2", "W35")
def test_w35_one_pass_in_order():
    trace = run(SIX, stop_at="examples", **IN_ORDER)
    assert len(trace) == 7
    assert np.array([step.model.packed for step in trace[1:]]) == pytest.approx(np.array(W35), abs=1e-9)
    assert [step.sample for step in trace] == [None, 0, 1, 2, 3, 4, 5]


def test_stopping_at_epochs_gives_equal_weights_and_the_epoch_mean():
    trace = run(SIX, **IN_ORDER)
    assert len(trace) == 2
    assert trace[1].model.packed == pytest.approx(W35[-1], abs=1e-9)
    assert trace[1].average == pytest.approx(np.mean(W35, axis=0), abs=1e-9)
    assert trace[1].inside == pytest.approx(np.array([[0, 0], *W35]), abs=1e-9)


@pytest.mark.parametrize("stop_at", ["epochs", "examples"])
def test_result_matches_a_plain_loop_with_penalty_decay_and_shuffling(stop_at):
    setting = {"rate": 0.3, "penalty": 0.5, "schedule": SCHEDULES[1], "decay": 0.2, "epochs": 4}
    trace = run(SIX, seed=11, stop_at=stop_at, **setting)
    rng, w, tau = np.random.default_rng(11), np.zeros(2), 0
    for _ in range(4):
        for n in np.argsort(rng.spawn(1)[0].random(6)):
            phi, t = np.array([1.0, SIX.X[n, 0]]), float(SIX.codes[n])
            y = 1 / (1 + np.exp(-w @ phi))
            w = w - 0.3 / (1 + 0.2 * tau) * ((y - t) * phi + np.array([0.0, 0.5 / 6]) * w)
            tau += 1
    assert trace[-1].model.packed == pytest.approx(w, abs=1e-12)
    assert (trace[-1].seen, trace[-1].epoch) == (24, 4)
    assert len(trace) == (25 if stop_at == "examples" else 5)


@shows("OP10")
def test_equal_seeds_give_equal_steps_and_others_differ():
    one, same, other = (run(SIX, seed=seed, epochs=3)[-1].model for seed in (1, 1, 2))
    assert one == same
    assert one != other


def test_decaying_rate_converges_to_newton_and_a_constant_one_does_not():
    rng = np.random.default_rng(0)
    X = rng.normal(size=(200, 2))
    data = engine.Dataset.from_arrays(X, (X @ [1.0, -2.0] + rng.logistic(size=200) > 0).astype(int))
    newton = engine.trace("logistic_newton", data, penalty=1.0)[-1]
    falling = run(data, penalty=1.0, epochs=150, schedule=SCHEDULES[1], decay=0.01)
    constant = run(data, penalty=1.0, epochs=150)
    goal = newton.model.packed
    gone = [float(np.abs(trace[-1].model.packed - goal).max()) for trace in (falling, constant)]
    assert gone[0] < 0.02
    assert gone[1] > 3 * gone[0]
    assert "With a constant rate the weights keep fluctuating" in constant.ending.words
    assert constant[-1].objective >= newton.objective


def test_rate_schedule():
    falling = Params(schedule=SCHEDULES[1], decay=0.5)
    assert [rate_at(tau, 2.0, falling) for tau in (0, 2, 6)] == [2.0, 1.0, 0.5]
    assert rate_at(6, 2.0, Params()) == 2.0


def test_probability_of_one_number_is_the_sigmoid():
    a = np.array([-1e9, -800.0, -3.0, 0.0, 2.5, 800.0])
    assert [probability(value) for value in a] == sigmoid(a).tolist()


def test_separable_data_and_too_large_rate_end_in_words():
    apart = engine.Dataset.from_arrays([[-1.0], [1.0]], [0, 1])
    ended = run(apart, epochs=200).ending
    assert ended.kind == "stopped"
    assert "separable" in ended.words
    blown = run(SIX, rate=1000.0, penalty=100.0, epochs=100)
    assert blown.ending.kind == "failed"
    assert "too large" in blown.ending.words


def test_an_example_is_told_with_its_numbers():
    trace = run(SIX, stop_at="examples", **IN_ORDER)
    story = explain(trace[1], SIX, Params())
    assert story.worked[0] == "a = w·φ = 0, y = σ(a) = 0.5, y − t = 0.5"
    assert story.worked[1] == "(b, w) ← (0, 0) − 0.1·(0.5)·(1, 0.5) = (−0.05, −0.025)"
    assert story.sentence.startswith("Epoch 1, example 1 of 6: point 1 (class 0) pulls the weights its way.")
    start = explain(trace[0], SIX, Params()).sentence
    assert "An epoch is a pass over all 6 examples; each example is a step of its own." in start


@pytest.mark.parametrize("penalise_bias", [False, True])
def test_worked_update_has_the_share_of_the_penalty(penalise_bias):
    """η = 0.1, λ/N = 0.6/6 = 0.1, and row 2 is (1, 1) with the target 0."""
    params = {"penalty": 0.6, "penalise_bias": penalise_bias, "stop_at": "examples", **IN_ORDER}
    step = run(SIX, start=Logistic(np.array([2.0]), -1.0), **params)[2]
    story, w = explain(step, SIX, Params(**params)), step.before.packed
    y = 1 / (1 + np.exp(-w.sum()))
    held = w * [penalise_bias, 1.0]
    pull, after = f"(({figure(y)})·(1, 1) + 0.1·{vector(held)})", vector(step.model.packed)
    assert story.worked[1] == f"(b, w) ← {vector(w)} − 0.1·{pull} = {after}"
    assert step.model.packed == pytest.approx(w - 0.1 * (y * np.ones(2) + 0.1 * held))
    found = recomputed(story)
    assert not found.wrong and any(line.startswith(vector(w)) for line in found.right)


def test_the_numbers_of_an_example():
    params = {"penalty": 0.5, "stop_at": "examples", "rate": 0.2}
    trace = run(SIX, **params)
    step = trace[9]
    numbers = {number.name: number.value for number in explain(step, SIX, Params(**params)).numbers}
    inside = np.array([one.model.packed for one in trace[7:10]])
    assert numbers["E"] == step.error and numbers["E + penalty"] == step.objective
    assert step.objective - step.error == pytest.approx(0.25 * step.model.weights[0] ** 2)
    assert (numbers["epoch"], numbers["examples seen τ"], numbers["rate η"]) == (2, 9, 0.2)
    assert numbers["from the mean of the epoch"] == pytest.approx(np.linalg.norm(inside[-1] - inside.mean(axis=0)))
    assert numbers["wrong side"] == (step.model.predict(SIX.X) != SIX.codes).sum()


def test_stochastic_path_batch_path_and_example_are_drawn():
    trace = run(SIX, stop_at="examples", rate=0.1, order="as given", epochs=2)
    step = trace[9]
    drawn = engine.algorithm("logistic_stochastic").marks(step, SIX, Params())
    charted = [mark for mark in drawn if mark.surface.name == "Weight space"]
    curves = {mark.role: mark.positions for mark in charted if isinstance(mark, Curve)}
    assert curves["residual"] == pytest.approx(np.array([trace[i].model.packed for i in (6, 7, 8, 9)]))
    batch = engine.trace("logistic_gradient", SIX, iterations=2)
    assert curves["ghost"] == pytest.approx(np.array([batch[i].model.packed for i in range(3)]))
    focus = [mark for mark in drawn if isinstance(mark, Points) and mark.role == "focus" and mark.rows is not None]
    assert focus[0].rows.tolist() == [2]


def test_example_may_raise_the_total_error():
    trace = run(SIX, stop_at="examples", **IN_ORDER)
    for before, after in itertools.pairwise(trace):
        said = explain(after, SIX, Params()).sentence
        assert ("one example says nothing of the others" in said) == (after.objective > before.objective)


def test_events_mark_where_the_error_rose():
    trace = run(SIX, stop_at="examples", **IN_ORDER)
    for before, after in itertools.pairwise(trace):
        assert (ALGORITHM.event(after) == Event("rose", "wrong")) == (after.objective > before.objective)


def test_line_before_the_epoch_is_a_ghost_and_the_epoch_mean_marked():
    data = SIX
    trace = engine.trace("logistic_stochastic", data, epochs=3)
    for step in (trace[0], trace[2]):
        drawn = ALGORITHM.marks(step, data, Params(epochs=3))
        ghosts = [one.weights.tolist() for one in drawn if isinstance(one, Line) and one.role == "ghost"]
        means = [one for one in drawn if isinstance(one, Points) and one.labels == ("mean",)]
        (here,) = [one for one in drawn if isinstance(one, Points) and one.labels == ("w",)]
        assert ghosts == ([step.before.weights.tolist()] if step.seen else []) and len(means) == bool(step.seen)
        assert here.positions[0].tolist() == step.way[-1].tolist()
        (landscape,) = [one for one in drawn if isinstance(one, Contours)]
        at = step.model.packed[list(axes(data.d))]
        height = float(landscape.function(at[None])[0])
        assert height == pytest.approx(step.objective), "the landscape goes through the weights of the step"


def test_example_of_the_higher_class_pulls_the_other_way():
    trace = run(SIX, stop_at="examples", **IN_ORDER)
    row = int(np.flatnonzero(SIX.codes == 1)[0])
    y = 1 / (1 + np.exp(-trace[row].model.packed @ [1.0, SIX.X[row, 0]]))
    first = explain(trace[row + 1], SIX, Params()).worked[0]
    assert first.endswith(f"y = σ(a) = {figure(y)}, y − t = {figure(y - 1)}")


def test_chart_has_whole_paths_and_no_next_place():
    trace = run(SIX, stop_at="examples", rate=0.5, epochs=2)
    for step in trace:
        drawn = [mark for mark in ALGORITHM.marks(step, SIX, Params()) if mark.surface.name == "Weight space"]
        places = np.vstack([mark.positions for mark in drawn if isinstance(mark, Curve)])
        x0, x1, y0, y1 = drawn[0].surface.view
        assert ((places > [x0, y0]) & (places < [x1, y1])).all()
        assert not any("next" in mark.labels for mark in drawn if isinstance(mark, Points))


def test_nonfinite_weights_have_no_chart():
    step = run(SIX, epochs=1)[1]
    for odd in ({"objective": np.inf}, {"inside": np.array([[0.0, 0.0], [np.nan, 1.0]])}):
        drawn = ALGORITHM.marks(dataclasses.replace(step, **odd), SIX, Params())
        assert "Weight space" not in {mark.surface.name for mark in drawn}


def test_line_after_the_example_and_what_is_held_are_drawn():
    data = two_of("iris", 1, 2)
    trace = run(data, stop_at="examples", epochs=1)
    for step in trace[1:4]:
        drawn = ALGORITHM.marks(step, data, Params())
        (region,) = [mark for mark in drawn if isinstance(mark, Region)]
        assert region.model == step.model
        told = [mark.text for mark in drawn if isinstance(mark, Text) and mark.surface.name == "Weight space"]
        assert any("3 other weights are held" in text for text in told)
        shares = step.model.predict_proba(data.X)
        own = np.where(data.codes == 2, shares[:, 1], shares[:, 0])
        dear = f"largest loss: point {data.row_name(int(own.argmin()))}"
        assert any(dear in line for line in explain(step, data, Params()).worked)
