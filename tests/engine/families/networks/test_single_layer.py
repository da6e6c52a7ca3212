"""The delta rule: worked gradients and ways, the bias from the means, and the rate from which on it diverges."""

from __future__ import annotations

import itertools
from typing import Any

import numpy as np
import pytest

import engine
from engine.core.marks import Curve, Matrix, Points
from engine.data.dataset import Dataset
from engine.families.networks.single_layer.loop import Params, added_up, of_row, settled, updated
from engine.families.networks.single_layer.posing import LINEAR, SIGMOID, Problem, posed
from engine.families.networks.single_layer.valley import valley_of
from engine.models.network import Layer, network_of
from tests.catalogue import shows

KEY = "single_layer"
X43 = np.array([[1.0, 0, 0], [1, 1, 0], [1, 0, 1], [1, 1, 1]])
AND = Dataset.from_arrays(X43[:, 1:], ["0", "0", "0", "1"])
W = np.array([[0.1, 0.2, -0.1]])
START = network_of((Layer(W[:, 1:], W[:, 0], LINEAR),), (0, 1))
SIGMOID_START = network_of((Layer(W[:, 1:], W[:, 0], SIGMOID),), (0, 1))
T3 = np.array([[1.0, 0, 0], [0, 1, 0], [0, 0, 1], [0, 1, 0]])
W3 = np.array([[0.1, 0.0, 0.2], [0.0, 0.3, -0.1], [-0.1, 0.1, 0.0]])


def problem(X: np.ndarray, T: np.ndarray, output: str = LINEAR, follows: bool = False) -> Problem:
    return Problem(X, T, (0, 1, 2)[: max(T.shape[1], 2)], np.zeros(len(X), dtype=int), output, follows)


def told(trace: Any, index: int, data: Dataset = AND, **how: Any) -> Any:
    algorithm = engine.algorithm(KEY)
    return algorithm.explain(trace[index], data, algorithm.params(**how))


@shows("NE1")
def test_w43_a_linear_unit_takes_the_worked_step_and_ends_at_least_squares() -> None:
    trace = engine.trace(KEY, AND, start=START, rate=0.1, epochs=1)
    assert trace[0].error == pytest.approx(0.37, abs=1e-12)
    assert trace[1].delta_W[0] == pytest.approx([-0.4, -0.5, -0.8]) and trace[1].weights[0] == pytest.approx(
        [0.14, 0.25, -0.02]
    )
    ended = engine.trace(KEY, AND, epochs=5000).to_end()
    assert ended.ending.kind == "converged"
    assert ended[-1].weights[0] == pytest.approx(np.linalg.lstsq(X43, AND.codes.astype(float), rcond=None)[0], abs=1e-6)
    inner = engine.trace(KEY, AND, start=START, rate=0.1, epochs=1, stop_at="every example")
    assert [step.kind for step in inner] == ["start", *["add"] * 4, "update"]
    assert told(inner, 2, stop_at="every example", rate=0.1).worked[0] == "δ = y − t = 0.3 − 0 = 0.3"
    marks = engine.algorithm(KEY).marks(trace[1], AND, engine.algorithm(KEY).params(rate=0.1))
    names = {mark.surface.name for mark in marks}
    assert {"Target and output", "The valley of E", "E at three rates", "Network"} <= names


def test_w84_three_batch_steps_and_the_rate_from_which_on_it_diverges() -> None:
    X, t = np.array([[1.0, 0], [1, 1], [1, 2]]), np.array([[1.0], [2], [2]])
    one, w = problem(X, t), np.zeros((1, 2))
    for expected in ([0.5, 0.6], [0.67, 0.75], [0.744, 0.774]):
        w = updated(w, added_up(w, one), 0.1)
        assert w[0] == pytest.approx(expected, abs=1e-12)
    assert one.largest == pytest.approx(7.16227766017) and one.stable_below == pytest.approx(0.279240779944)
    assert valley_of(one).bottom[0] == pytest.approx([1.16666666667, 0.5])


@shows("NE2")
def test_ne2_the_cells_of_the_sum_fill_one_by_one_and_give_the_batch() -> None:
    batch = problem(X43, T3)
    assert added_up(W3, batch) == pytest.approx(
        np.array([[-0.2, 0.4, 0.6], [-1.6, -1.5, -0.9], [-1.2, 0.0, -1.1]]), abs=1e-12
    )
    data = Dataset.from_arrays(X43[:, 1:], ["a", "b", "c", "b"])
    start = network_of((Layer(W3[:, 1:], W3[:, 0], LINEAR),), (0, 1, 2))
    how = {"stop_at": "every cell of ΔW", "epochs": 1, "rate": 0.1}
    trace = engine.trace(KEY, data, start=start, **how).to_end()
    adding = [step for step in trace if step.kind == "add"]
    assert len(adding) == 4 * 3 * 3 and adding[-1].delta_W == pytest.approx(trace[-1].delta_W)
    for one, other in itertools.pairwise(adding):
        changed = np.argwhere(one.delta_W != other.delta_W).tolist()
        assert changed in ([], [list(other.cell)])
    marks = engine.algorithm(KEY).marks(adding[4], data, engine.algorithm(KEY).params(**how))
    heat = next(mark for mark in marks if isinstance(mark, Matrix))
    assert (heat.values == adding[4].delta_W).all() and heat.chosen_row == 1
    assert trace.file(5).endswith("single_layer/loop.py") and "Δw ← " in told(trace, 5, data, **how).worked[1]


@shows("NE3")
def test_ne3_the_bias_from_the_means_is_that_of_least_squares_and_refused_for_sigmoids() -> None:
    t = AND.codes[:, None].astype(float)
    assert settled(W, problem(X43, t, follows=True))[0, 0] == pytest.approx(0.2, abs=1e-12)
    how = {"bias": "from the means", "epochs": 5}
    trace = engine.trace(KEY, AND, start=START, **how).to_end()
    for step in trace:
        assert added_up(step.weights, problem(X43, t))[0, 0] == pytest.approx(0, abs=1e-12)
    story = told(trace, 1, **how)
    assert any(line.startswith("b = t̄ − w · x̄ = ") for line in story.worked) and all(c.holds for c in story.checks)
    marks = engine.algorithm(KEY).marks(trace[1], AND, engine.algorithm(KEY).params(**how))
    means = next(mark for mark in marks if isinstance(mark, Points) and mark.role == "centre").positions[0]
    assert trace[1].weights[0, 0] + means[0] == pytest.approx(means[1]), "the line goes through the means"
    with pytest.raises(engine.Refusal, match="right for linear units alone"):
        engine.trace(KEY, AND, output=SIGMOID, bias="from the means")


@shows("NE13", "W84")
def test_ne13_it_is_stable_just_below_two_over_the_largest_eigenvalue_and_diverges_above() -> None:
    iris = engine.load("iris")
    limit = posed(iris, LINEAR, "learnt").stable_below
    below = engine.trace(KEY, iris, rate=0.99 * limit, epochs=300).to_end()
    errors = [step.error for step in below]
    assert all(later <= earlier * (1 + 1e-12) for earlier, later in itertools.pairwise(errors))
    above = engine.trace(KEY, iris, rate=1.1 * limit, epochs=300).to_end()
    assert above.ending.kind == "failed" and f"2/λmax = {limit:.4g}" in above.ending.words.replace("e-0", "e-0")
    rates = Dataset.from_arrays([[0.0], [1.0], [2.0]], ["0", "1", "1"])
    story = told(engine.trace(KEY, rates), 0, rates)
    numbers = {number.name: number.value for number in story.numbers}
    assert numbers["stable below"] == pytest.approx(0.279240779944)
    assert numbers["best rate"] == pytest.approx(2 / (numbers["λmin"] + numbers["λmax"]))


def test_the_drawn_ways_of_three_rates_are_those_that_the_runs_take() -> None:
    limit = posed(AND, LINEAR, "learnt").stable_below
    marks = engine.algorithm(KEY).marks(engine.trace(KEY, AND)[0], AND, engine.algorithm(KEY).params())
    curves = [mark for mark in marks if isinstance(mark, Curve) and mark.surface.name == "E at three rates"]
    assert len(curves) == 3
    for curve, rate in zip(curves, (0.25 * limit, posed(AND, LINEAR, "learnt").best_rate, 1.05 * limit), strict=True):
        run = engine.trace(KEY, AND, rate=rate, epochs=20, tolerance=1e-12)
        for step in list(run)[:15]:
            assert curve.positions[step.epoch, 1] == pytest.approx(np.log10(step.error), abs=1e-9)


@shows("NE5", "W43")
def test_ne5_a_sigmoid_unit_has_the_worked_gradient_and_is_flat_where_it_is_surest() -> None:
    how = {"output": SIGMOID, "rate": 0.1, "epochs": 1}
    trace = engine.trace(KEY, AND, start=SIGMOID_START, **how)
    assert trace[0].error == pytest.approx(0.529118391191, abs=1e-11)
    assert trace[1].delta_W[0] == pytest.approx([0.284920932644, 0.0290037016865, 0.0135764538634], abs=1e-11)
    unit = problem(X43, AND.codes[:, None].astype(float), SIGMOID)
    for d in range(3):
        nudge = 1e-6 * np.eye(3)[[d]]
        assert trace[1].delta_W[0, d] == pytest.approx((unit.error(W + nudge) - unit.error(W - nudge)) / 2e-6, abs=1e-7)
    sure = network_of((Layer(np.array([[20.0, 20.0]]), np.array([15.0]), SIGMOID),), (0, 1))
    stuck = engine.trace(KEY, AND, start=sure, **how)
    story = told(stuck, 1, **how)
    assert "hardly anything is learnt there" in story.sentence
    assert any("with cross-entropy" in line for line in story.worked)
    marks = engine.algorithm(KEY).marks(trace[1], AND, engine.algorithm(KEY).params(**how))
    slope = next(mark for mark in marks if isinstance(mark, Curve) and mark.label == "y(1 − y)").positions
    assert slope[:, 1].max() == pytest.approx(0.25)


def test_a_sigmoid_never_rises_below_its_safe_rate() -> None:
    a = np.linspace(-20, 20, 20001)
    y = 1 / (1 + np.exp(-a))
    bent = np.abs(y**2 * (1 - y) * (2 - 3 * y)).max()
    assert 0.0765 < bent < 0.0771
    for name in ("iris", "wine"):
        errors = [step.error for step in engine.trace(KEY, engine.load(name), output=SIGMOID)]
        assert all(later <= earlier * (1 + 1e-12) for earlier, later in itertools.pairwise(errors))


@shows("NE15")
def test_ne15_w84_online_updates_after_each_row_and_differs_from_the_batch_by_the_square_of_the_rate() -> None:
    X, t = np.array([[1.0, 0], [1, 1], [1, 2]]), np.array([[1.0], [2], [2]])
    one, w, found = problem(X, t), np.zeros((1, 2)), []
    for n in range(3):
        w = updated(w, of_row(w, one, n), 0.1)
        found.append(w[0].tolist())
    assert np.array(found) == pytest.approx(np.array([[0.1, 0.0], [0.29, 0.19], [0.423, 0.456]]), abs=1e-12)
    for output, start in ((LINEAR, START), (SIGMOID, SIGMOID_START)):
        apart = []
        for rate in (1e-2, 1e-3):
            how = {"output": output, "rate": rate, "epochs": 1, "start": start}
            ways = [engine.trace(KEY, AND, updates=kind, **how).to_end()[-1].weights for kind in ("batch", "online")]
            apart.append(np.abs(ways[0] - ways[1]).max())
        assert 0 < apart[1] < apart[0] / 90
    how = {"updates": "online", "rate": 0.1, "epochs": 2, "stop_at": "every example", "output": SIGMOID}
    trace = engine.trace(KEY, AND, start=SIGMOID_START, **how).to_end()
    assert [step.row for step in trace] == [None, *[0, 1, 2, 3] * 2]
    assert "point 1 alone" in told(trace, 1, **how).sentence and "w ← " in told(trace, 1, **how).worked[0]
    assert told(trace, 1, **how).formula != told(trace, 1, output=SIGMOID).formula, "no sum in the online rule"
    params = engine.algorithm(KEY).params(**how)
    curves = [mark for mark in engine.algorithm(KEY).marks(trace[-1], AND, params) if isinstance(mark, Curve)]
    own, other = (next(mark.positions for mark in curves if mark.label == name) for name in ("online", "batch"))
    assert own == pytest.approx(np.array([step.weights[0, 1:] for step in trace]))
    batch = engine.trace(KEY, AND, start=SIGMOID_START, rate=0.1, epochs=2, output=SIGMOID)
    assert other == pytest.approx(np.array([step.weights[0, 1:] for step in batch]))
    shuffled = engine.fit(KEY, AND, updates="online", order="shuffled", epochs=1, seed=3).layers[0]
    given = engine.fit(KEY, AND, updates="online", epochs=1, seed=3).layers[0]
    assert (shuffled.weights != given.weights).any()


def test_the_best_rate_is_the_best_in_the_end_though_another_is_ahead_at_first() -> None:
    data = engine.load("iris")
    problem = posed(data, LINEAR, "learnt")
    valley = valley_of(problem)
    rates = (problem.best_rate, problem.usual_rate)
    best, usual = (valley.errors(problem.first(None), rate, 20_000) - valley.least for rate in rates)
    assert best[30] > usual[30] and best[20_000] < usual[20_000]
    left = np.abs(1 - problem.best_rate * problem.curvatures)
    assert problem.slowest == pytest.approx(left.max()) and left.max() < np.abs(1 - rates[1] * problem.curvatures).max()
    params = Params(output=LINEAR)
    step = engine.trace("single_layer", data, output=LINEAR)[0]
    story = engine.algorithm("single_layer").explain(step, data, params)
    assert "The best rate is the best in the end: in the first epochs another may be ahead." in story.sentence
    assert story.worked[-1].startswith("after an epoch with it so much is left of the slowest way, (λmax − λmin)")
    curves = [mark for mark in engine.algorithm("single_layer").marks(step, data, params) if isinstance(mark, Curve)]
    assert any(curve.label.startswith("best in the end, ") for curve in curves)


@pytest.mark.parametrize(
    ("how", "words"),
    [
        ({}, "Where y is t, δ is 0 and nothing changes."),
        ({"updates": "online"}, "that is what the last update line of the notes writes"),
        ({"bias": "from the means"}, "as it may with the squared error of linear units alone"),
    ],
)
def test_the_start_says_what_is_to_be_known_of_this_kind_of_update(how: dict[str, str], words: str) -> None:
    data, params = AND, Params(**{"output": LINEAR, **how})
    step = engine.trace("single_layer", data, **{"output": LINEAR, **how})[0]
    story = engine.algorithm("single_layer").explain(step, data, params)
    assert words in story.sentence
    assert (r"\bar{t}_k - \sum_d w_{kd}" in story.formula) == ("bias" in how)
