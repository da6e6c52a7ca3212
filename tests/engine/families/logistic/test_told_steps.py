"""What the four descents say of a step, against the step itself: numbers, lines worked, tables, curves and checks."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

import engine
from engine.base.words import counted, figure, vector
from engine.models.linear import Scores
from engine.parts import descent_telling
from tests.examples import SIX, numbers

THREE = engine.Dataset.from_arrays(
    [[0.0, 1.0], [1.0, 0.5], [2.0, -1.0], [3.0, 2.0], [-1.0, 4.0], [1.0, 1.0], [2.0, 2.0]], list("AABCBCA")
)
TWO = ["logistic_gradient", "logistic_newton"]
MANY = ["softmax_gradient", "softmax_newton"]
GRADIENT, NEWTON = ["logistic_gradient", "softmax_gradient"], ["logistic_newton", "softmax_newton"]
PENALTIES = [0.0, 1.0]


def data_of(key):
    return THREE if key in MANY else SIX


def told(key, index, **params):
    algorithm, data = engine.algorithm(key), data_of(key)
    trace = engine.trace(key, data, **params)
    step = trace[index]
    return step, algorithm.explain(step, data, algorithm.params(**params)), trace


@pytest.mark.parametrize("penalty", PENALTIES)
@pytest.mark.parametrize("key", TWO + MANY)
def test_the_numbers_are_those_of_the_step(key, penalty):
    step, story, _ = told(key, 2, penalty=penalty)
    found, data, algorithm = numbers(story), data_of(key), engine.algorithm(key)
    assert found["E"] == step.error
    assert found["‖∇(E + penalty)‖" if penalty else "‖∇E‖"] == pytest.approx(np.linalg.norm(step.gradient))
    assert found["wrong side"] == step.wrong == (step.model.predict(data.X) != data.codes).sum()
    assert found.get("E + penalty") == (step.objective if penalty else None)
    length = np.linalg.norm(step.model.weights)
    name = "‖w‖" if key in TWO else "‖W‖"
    assert found[name] == pytest.approx(length)
    measured = algorithm.measure(step, data, algorithm.params())
    also = {"E + penalty": step.objective} if penalty else {}
    assert measured == {"E": step.error, **also, "points on the wrong side": step.wrong, name: pytest.approx(length)}


@pytest.mark.parametrize("key", NEWTON)
def test_the_numbers_of_a_newton_step(key):
    step, story, _ = told(key, 2)
    found = numbers(story)
    assert found["step length"] == pytest.approx(np.linalg.norm(step.model.packed - step.before.packed))
    assert found["next change"] == step.change
    if key == "softmax_newton":
        (rank,) = (number for number in story.numbers if number.name == "rank of H")
        assert (rank.value, rank.note) == (6, "of 9: nullity 3")
        values = np.linalg.eigvalsh(step.hessian)
        assert found["largest eigenvalue of H"] == pytest.approx(values[-1]) and found["least eigenvalue of H"] == 0
    (note,) = (number.note for number in story.numbers if number.name == "next change")
    assert "digit" not in note or f"about {counted(int(-np.log10(step.change)), 'digit')} stand" in note
    assert "digit" not in note or step.change < 0.1


def test_newton_states_its_correct_digits_near_the_end():
    step, story, _ = told("logistic_newton", 4)
    (note,) = (number.note for number in story.numbers if number.name == "next change")
    assert 0 < step.change < 0.1 and f"about {counted(int(-np.log10(step.change)), 'digit')} stand" in note


@pytest.mark.parametrize("momentum", [0.0, 0.5])
def test_the_step_of_the_gradient_is_worked(momentum):
    step, story, trace = told("logistic_gradient", 3, rate=0.1, momentum=momentum)
    two, one = trace[2], trace[1]
    kept = f" + {vector(momentum * (two.model.packed - one.model.packed))}" if momentum else ""
    went, reached = f"{kept} − 0.1·{vector(two.gradient)}", vector(step.model.packed)
    assert story.worked[0] == f"(b, w) ← {vector(two.model.packed)}{went} = {reached}"
    assert story.worked[3].startswith("its part of ∇E")


def test_the_step_of_newton_is_worked():
    _, story, trace = told("logistic_newton", 2)
    was = trace[1].model.packed
    now = was - np.linalg.solve(trace[1].hessian, trace[1].gradient)
    assert story.worked[0] == f"(b, w) ← {vector(was)} + {vector(now - was)} = {vector(now)}"
    assert "its working response z" in story.worked[3]


@pytest.mark.parametrize("key", MANY)
def test_the_step_of_one_class_is_worked(key):
    step, story, trace = told(key, 2, penalty=1.0)
    was, now = trace[1].model.packed, step.model.packed
    k = int(np.argmax(((now - was) ** 2).sum(axis=1))) if key in GRADIENT else 0
    name, last = "ABC"[k], "it moved most" if key in GRADIENT else "the bias first"
    between = ": " if key in GRADIENT else ", "
    assert story.worked[0] == (
        f"w({name}) ← {vector(was[k])} + {vector(now[k] - was[k])} = {vector(now[k])}{between}{last}"
    )


@pytest.mark.parametrize("key", TWO)
def test_weight_table_has_before_after_and_gradient(key):
    step, story, trace = told(key, 2)
    table = story.tables[0]
    was, now = trace[1].model.packed, step.model.packed
    for j, (name, *row) in enumerate(table.rows):
        assert name == ("bias", "x1")[j]
        assert row == pytest.approx([was[j], now[j] - was[j], now[j], step.gradient[j]])


@pytest.mark.parametrize("key", MANY)
def test_class_tables_are_those_of_the_step(key):
    step, story, _ = told(key, 2)
    weights, slopes, *_ = story.tables
    assert [row[1:] for row in weights.rows] == [tuple(row) for row in step.model.packed.T]
    assert [row[1:] for row in slopes.rows] == [tuple(row) for row in step.gradient.T]


@pytest.mark.parametrize("key", TWO + MANY)
def test_unbounded_growth_is_stated_only_for_e_below_ln_2(key):
    apart = engine.Dataset.from_arrays([[-2.0], [2.0]], [0, 1])
    algorithm = engine.algorithm(key)
    for penalty in (0.0, 0.01):
        trace = engine.trace(key, apart, penalty=penalty, iterations=5).to_end()
        for step in trace[1:]:
            said = algorithm.explain(step, apart, algorithm.params(penalty=penalty)).sentence
            assert ("the weights will grow without bound" in said) == (penalty == 0 and step.error < np.log(2))


@pytest.mark.parametrize("key", GRADIENT)
def test_descent_checks_detect_errors(key):
    algorithm, data = engine.algorithm(key), data_of(key)
    trace = engine.trace(key, data, penalty=0.5)

    def holds(step):
        return [check.holds for check in algorithm.explain(step, data, algorithm.params(penalty=0.5)).checks]

    assert all(holds(trace[0])) and all(holds(trace[3]))
    assert not all(holds(replace(trace[0], gradient=1.01 * trace[0].gradient + 0.01)))
    gap = numbers(algorithm.explain(trace[0], data, algorithm.params(penalty=0.5)))["gradient check"]
    assert gap < 1e-6
    assert not all(holds(replace(trace[3], objective=trace[2].objective + 1.0)))


@pytest.mark.parametrize("key", GRADIENT)
def test_chord_runs_from_the_start_to_the_step(key, monkeypatch):
    algorithm, data, ends = engine.algorithm(key), data_of(key), []
    monkeypatch.setattr(descent_telling, "chord_gap", lambda value, a, b: ends.append((a, b)) or 0.0)
    trace = engine.trace(key, data)
    algorithm.explain(trace[3], data, algorithm.params())
    ((a, b),) = ends
    assert a.tolist() == trace[0].model.packed.ravel().tolist()
    assert b.tolist() == trace[3].model.packed.ravel().tolist()


@pytest.mark.parametrize("gauge", ["minimum norm", "pin the last class"])
@pytest.mark.parametrize("penalty", PENALTIES)
def test_softmax_newton_states_the_step_taken(gauge, penalty):
    step, story, _ = told("softmax_newton", 1, gauge=gauge, penalty=penalty)
    which = "the bias" if penalty else "the weights"
    assert f"Adding the same number to {which} of every class changes no probability" in story.sentence
    assert f"rank {step.rank} of 9." in story.sentence
    assert ("Those of the last class are pinned." in story.sentence) == (gauge == "pin the last class")
    assert ("the shortest is taken" in story.sentence) == (gauge == "minimum norm")


def test_a_start_is_told_by_its_error():
    start = Scores(np.ones((3, 2)), np.zeros(3), np.arange(3))
    trace = engine.trace("softmax_newton", THREE, start=start)
    algorithm = engine.algorithm("softmax_newton")
    said = algorithm.explain(trace[0], THREE, algorithm.params()).sentence
    assert said.startswith(f"The start is given: E = {figure(trace[0].error)} for 7 points.")


@pytest.mark.parametrize("key", ["softmax_newton", "logistic_newton"])
def test_gradient_of_rounding_size_is_shown_as_0(key):
    """At the bottom the sums of (y − t) φ are about 1e−16; on the way there nothing is taken from them."""
    data, method = engine.prepare(engine.load("play_tennis"), "OneHot").data, engine.algorithm(key)
    params = method.params(penalty=1.0, tolerance=1e-13)
    steps = list(method.traced(data, params).to_end())
    assert 0 < np.abs(steps[-1].gradient).max() < 1e-14
    for step in (steps[1], steps[-1]):
        story = method.explain(step, data, params)
        slope = next(number.value for number in story.numbers if number.name.startswith("‖∇"))
        table = next(one for one in story.tables if "∂" in one.title or "∂" in one.columns[-1])
        told = np.array([row[-1] for row in table.rows], dtype=float)
        if step is steps[-1]:
            assert slope == 0 and not told.any()
        else:
            assert slope == pytest.approx(np.linalg.norm(step.gradient)) and np.abs(told).max() > 1e-6
