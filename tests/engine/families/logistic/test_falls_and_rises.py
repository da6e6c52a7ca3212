"""What the logistic regressions say fell or rose did so: the very quantity that is named, by the size that is told."""

from __future__ import annotations

import itertools
import re

import numpy as np
import pytest

import engine
from engine.base.words import figure
from engine.core.story import Event
from engine.families.logistic.objectives import ManyClasses, TwoClasses
from engine.models.linear import Hyperplane, Scores
from tests.examples import SIX

LINE = Hyperplane(np.array([8.0]), -2.0)
CLASSES = Scores(np.array([[-4.0], [4.0]]), np.array([1.0, -1.0]), np.array([0, 1]))
RUNS = [
    ("logistic_gradient", LINE, {"rate": 1.0, "iterations": 30}),
    ("logistic_gradient", LINE, {"momentum": 0.9, "iterations": 60}),
    ("softmax_gradient", CLASSES, {"rate": 0.6, "iterations": 30}),
    ("logistic_stochastic", LINE, {"stop_at": "examples", "epochs": 5}),
    ("logistic_stochastic", LINE, {"epochs": 30, "rate": 0.5}),
    ("logistic_newton", LINE, {"damping": False}),
    ("logistic_newton", LINE, {}),
    ("softmax_newton", CLASSES, {"damping": False}),
    ("softmax_newton", CLASSES, {}),
]
MOVED = re.compile(r"(E \+ penalty|E) (?:(falls|rises) by (\S+) to|stays at) (\S+?)[.;:]?(?: |$)")


def quantities(step):
    return {"E": step.error, "E + penalty": step.objective}


def told(key, step, params):
    algorithm = engine.algorithm(key)
    return algorithm.explain(step, SIX, algorithm.params(**params))


@pytest.mark.parametrize("penalty", [0.0, 1.0])
@pytest.mark.parametrize(("key", "start", "params"), RUNS)
def test_stated_decreases_and_increases_are_true(key, start, params, penalty):
    params = {**params, "penalty": penalty}
    trace = engine.trace(key, SIX, start=start, **params).to_end()
    for before, after in itertools.pairwise(trace):
        sentence = told(key, after, params).sentence
        name, way, size, reached = MOVED.search(sentence).groups()
        assert name == ("E + penalty" if penalty else "E")
        was, now = quantities(before)[name], quantities(after)[name]
        assert reached == figure(now)
        if way is None:
            assert abs(now - was) <= 1e-12 * was
        else:
            assert (way == "rises") == (now > was), sentence
            assert size == figure(abs(now - was))


@pytest.mark.parametrize(("key", "start", "params"), [run for run in RUNS if run[2] != {"damping": False}])
def test_with_a_penalty_e_alone_may_increase(key, start, params):
    """Without this the test above would not tell E from E + penalty."""
    trace = engine.trace(key, SIX, start=start, penalty=1.0, **params).to_end()
    ways = {(after.error > before.error) - (after.objective > before.objective)
            for before, after in itertools.pairwise(trace)}  # fmt: skip
    assert ways != {0}


@pytest.mark.parametrize("penalty", [0.0, 1.0])
@pytest.mark.parametrize(("key", "start", "params"), [run for run in RUNS if "newton" not in run[0]])
def test_an_event_of_a_rise_names_what_rose(key, start, params, penalty):
    trace = engine.trace(key, SIX, start=start, penalty=penalty, **params).to_end()
    event = engine.algorithm(key).event
    assert event(trace[0]) is None
    for before, after in itertools.pairwise(trace):
        rose = Event("E + penalty rose" if penalty else "rose", "wrong")
        assert event(after) == (rose if after.objective > before.objective * (1 + 1e-12) else None)


@pytest.mark.parametrize("penalty", [0.0, 1.0])
@pytest.mark.parametrize(
    ("key", "start", "posed"), [("logistic_newton", LINE, TwoClasses), ("softmax_newton", CLASSES, ManyClasses)]
)
def test_step_is_halved_because_the_named_quantity_would_rise(key, start, posed, penalty):
    trace = engine.trace(key, SIX, start=start, penalty=penalty).to_end()
    params = engine.algorithm(key).params(penalty=penalty)
    objective, name = posed.posed(SIX, None, params), "E + penalty" if penalty else "E"
    halved = 0
    for before, after in itertools.pairwise(trace):
        said = re.search(
            r"halved (\d+) times?, or (.*) would have risen", told(key, after, {"penalty": penalty}).sentence
        )
        assert bool(said) == (after.halvings > 0) == (engine.algorithm(key).event(after) == Event("halved", "wrong"))
        if said:
            halved += 1
            w, move = before.model.packed, before.move.reshape(before.model.packed.shape)
            assert (int(said[1]), said[2]) == (after.halvings, name)
            assert objective.value(w + move * 0.5 ** (after.halvings - 1)) > before.objective
            assert after.model.packed == pytest.approx(w + move * 0.5**after.halvings)
    assert halved or penalty


def test_the_ending_names_what_grew():
    grew = engine.trace("logistic_gradient", SIX, rate=10.0, penalty=100.0, iterations=10_000).to_end()
    assert grew.ending.words.split("grew")[0].endswith("E + penalty ")
    grew = engine.trace("logistic_stochastic", SIX, rate=1000.0, penalty=100.0, epochs=100).to_end()
    assert f"E + penalty grew from {figure(grew[0].objective)} to {figure(grew[-1].objective)}" in grew.ending.words
    rose = engine.trace("softmax_gradient", SIX, rate=3.0, penalty=0.5, iterations=50).to_end()
    assert f"E + penalty rose {rose[-1].rises} times" in rose.ending.words
