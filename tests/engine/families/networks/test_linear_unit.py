"""A linear unit: worked steps and ways, the line that it fits, and the rate from which on it diverges."""

from __future__ import annotations

import itertools

import numpy as np
import pytest

import engine
from engine.base.words import figure
from engine.core.marks import Contours, Curve, Graph, Line, Points, Segments
from engine.data.dataset import Dataset
from engine.data.toys import generate
from engine.families.networks.linear_unit.loop import posed
from engine.families.networks.valley import valley_of
from engine.models.network import NumberNetwork
from tests.catalogue import shows
from tests.engine.families.networks.layers import (
    AND,
    LINE84,
    W43,
    X43,
    begins,
    by_differences,
    drawn,
    numbers,
    other_way,
    seen_in_valley,
    told,
)

PLACED = {
    "The valley of E: path": lambda step, data, params: seen_in_valley(step, posed(data)),
    "Batch and online: ghost": lambda step, data, params: other_way(
        step, posed(data), params, lambda W, X, T: (X @ W.T - T).T @ X
    ),
}

KEY = "linear_unit"
START = begins(W43)


@shows("NE1", "W43")
def test_w43_worked_step_and_end_at_least_squares() -> None:
    trace = engine.trace(KEY, AND, start=START, rate=0.1, epochs=1)
    assert trace[0].error == pytest.approx(0.37, abs=1e-12)
    assert trace[1].delta_W[0] == pytest.approx([-0.4, -0.5, -0.8], abs=1e-12)
    assert trace[1].delta_W == pytest.approx(by_differences(posed(AND), W43), abs=1e-7)
    assert trace[1].weights[0] == pytest.approx([0.14, 0.25, -0.02], abs=1e-12)
    ended = engine.trace(KEY, AND, epochs=5000).to_end()
    assert ended.ending.kind == "converged"
    assert ended[-1].weights[0] == pytest.approx([-0.25, 0.5, 0.5], abs=1e-5)
    assert ended[-1].weights[0] == pytest.approx(np.linalg.lstsq(X43, AND.codes.astype(float), rcond=None)[0], abs=1e-6)
    line, path = (
        drawn(KEY, trace[1], AND, "Target and output", Line),
        [mark for mark in drawn(KEY, trace[1], AND, "The valley of E", Curve) if mark.role == "path"],
    )
    assert line[0].bias == pytest.approx(0.14) and len(path[0].positions) == 2
    assert drawn(KEY, trace[1], AND, "The valley of E", Contours) and trace.file(1).endswith("linear_unit/loop.py")


@shows("NE1", "NE13", "W43")
def test_w43_text_drawing_and_measures_of_a_step() -> None:
    trace = engine.trace(KEY, AND, start=START, rate=0.1, epochs=1).to_end()
    first, story, card = told(KEY, trace[0], AND, rate=0.1), told(KEY, trace[1], AND, rate=0.1), engine.algorithm(KEY)
    low, high = (7 - 33**0.5) / 2, (7 + 33**0.5) / 2  # of X̃ᵀX̃
    rates = {"λmin": low, "λmax": high, "stable below": 2 / high, "best rate": 2 / 7}
    assert numbers(KEY, trace[0], AND) == pytest.approx({"E": 0.37, "rate η": 0.1, "wrong side": 1, **rates})
    moved = {"E": 0.2915, "rate η": 0.1, "wrong side": 1, "‖∇E‖": 1.05**0.5, **rates}
    assert numbers(KEY, trace[1], AND) == pytest.approx(moved)
    assert card.measure(trace[1], AND, card.params()) == pytest.approx({"E": 0.2915, "wrong side": 1})
    assert "t is 0 of class 0 and 1 of class 1. Stable is a rate η below 0.3139; this run takes 0.1." in first.sentence
    assert first.worked == (
        "stable below: 2/λmax = 0.3139", "best rate = 2/(λmin + λmax) = 2/(0.6277 + 6.372) = 0.2857",
        "after an epoch with it so much is left of the slowest way, "
        "(λmax − λmin)/(λmax + λmin) = (6.3723 − 0.62772)/(6.3723 + 0.62772) = 0.8207",
    )  # fmt: skip
    assert story.worked == ("steepest, x2: w ← −0.1 − 0.1·(−0.8) = −0.02",)
    assert story.tables[0].columns == ("unit", "bias", "x1", "x2")
    assert story.tables[0].rows == (("y₁", *trace[1].weights[0].tolist()),)
    valley = valley_of(posed(AND))
    best, here = drawn(KEY, trace[1], AND, "The valley of E", Points)
    assert (best.role, best.positions.tolist()) == ("best", [[0, 0]])
    assert (
        here.positions == pytest.approx(valley.seen(trace[1].weights)) != pytest.approx(valley.seen(trace[0].weights))
    )


def test_ending_after_the_last_epoch() -> None:
    ends = {rate: engine.trace(KEY, AND, rate=rate, epochs=3).to_end() for rate in (0.01, 0.2, 0.5)}
    for rate, advice in ((0.01, "The best rate is 0.2857."), (0.2, "Standardise the columns, or allow more epochs."),
                         (0.5, "The rate 0.5 is too large. Stable is a rate below 2/λmax = 0.3139.")):  # fmt: skip
        last = ends[rate][-1]
        assert ends[rate].ending.words == (
            f"3 epochs are over: E = {figure(last.error)}, ‖∇E‖ is still {figure(last.slope, 2)}. {advice}"
        )
    assert engine.trace(KEY, AND, epochs=1).to_end().ending.words.startswith("1 epoch is over: ")


def test_best_rate_is_advised_only_if_lower_after_as_many_epochs() -> None:
    rng = np.random.default_rng(0)
    advised = 0
    for scale, epochs, rate in itertools.product((1.0, 3.0, 30.0), (3, 30), (0.01, 0.2)):
        X = rng.normal(size=(30, 2)) * [1.0, scale] + [0.0, scale]
        data = engine.Dataset(X, (X[:, 0] > rng.normal(size=30)).astype(int), class_names=("a", "b"))
        problem = posed(data)
        ran = engine.trace(KEY, data, rate=rate * problem.stable_below, epochs=epochs).to_end()
        if "The best rate is" in ran.ending.words:
            advised += 1
            best = engine.trace(KEY, data, rate=problem.best_rate, epochs=epochs).to_end()
            assert best[-1].error < ran[-1].error
    assert 0 < advised < 12


def test_contours_of_the_error_are_of_e_itself() -> None:
    trace = engine.trace(KEY, LINE84, epochs=4).to_end()
    lines = drawn(KEY, trace[-1], LINE84, "The valley of E", Contours)[0]
    way = drawn(KEY, trace[-1], LINE84, "The valley of E", Curve)[-1].positions
    assert lines.function(way) == pytest.approx([step.error for step in trace])
    bottom = np.linalg.lstsq(np.column_stack([np.ones(3), LINE84.X]), LINE84.y, rcond=None)[1][0] / 2
    assert lines.function(np.zeros((1, 2)))[0] == pytest.approx(bottom) and bottom > 0.08
    assert lines.surface.x == "along the flattest way"
    less = drawn(KEY, engine.trace(KEY, AND)[0], AND, "The valley of E", Contours)[0]
    assert less.surface.x == "along the flattest way (all others at the bottom)", "of three weights one is not drawn"


@shows("NE1")
def test_inner_view_adds_each_row_and_states_its_delta() -> None:
    how = {"stop_at": "every example", "rate": 0.1, "epochs": 1}
    inner = engine.trace(KEY, AND, start=START, **how)
    assert [step.kind for step in inner] == ["start", *["add"] * 4, "update"]
    y, t, added = X43 @ W43[0], AND.codes, np.zeros(3)
    for n in range(4):
        added = added + (y[n] - t[n]) * X43[n]
        assert inner[1 + n].row == n and inner[1 + n].delta_W[0] == pytest.approx(added, abs=1e-15)
    assert "δ = 0.3" in drawn(KEY, inner[2], AND, "Network", Graph, **how)[0].nodes[-1].detail
    story = told(KEY, inner[2], AND, **how)
    assert story.sentence == "Epoch 1, point 2: δ x is added to ∇E."
    assert story.worked == ("δ = y − t = 0.3 − 0 = 0.3", "∂E/∂w ← 0.1 + (0.3)·(1) = 0.4")


def test_no_change_where_the_output_is_right() -> None:
    right = Dataset(np.array([[0.0], [1.0], [2.0]]), np.array([1.0, 3.0, 5.0]))
    trace = engine.trace(KEY, right, start=begins(np.array([[1.0, 2.0]]), number=True)).to_end()
    assert trace[1].delta_W.tolist() == [[0.0, 0.0]] and trace[1].weights.tolist() == [[1.0, 2.0]]
    assert trace.ending.kind == "converged" and len(trace) == 2
    assert "Where y is t, δ is 0 and nothing changes." in told(KEY, trace[0], right).sentence


@shows("NE1", "NE15", "W84")
def test_w84_number_is_fitted_by_worked_batch_and_online_steps() -> None:
    batch = list(engine.trace(KEY, LINE84, rate=0.1, epochs=3))
    expected = [[0, 0], [0.5, 0.6], [0.67, 0.75], [0.744, 0.774]]
    assert np.array([step.weights[0] for step in batch]) == pytest.approx(np.array(expected), abs=1e-12)
    how = {"rate": 0.1, "epochs": 1, "updates": "online", "stop_at": "every example"}
    online = list(engine.trace(KEY, LINE84, **how))
    rows = [[0, 0], [0.1, 0.0], [0.29, 0.19], [0.423, 0.456]]
    assert np.array([step.weights[0] for step in online]) == pytest.approx(np.array(rows), abs=1e-12)
    problem = posed(LINE84)
    assert problem.largest == pytest.approx(7.16227766017) and problem.stable_below == pytest.approx(0.279240779944)
    assert valley_of(problem).bottom[0] == pytest.approx([1.16666666667, 0.5])
    assert engine.fit(KEY, LINE84, epochs=5000).predict(np.array([[4.0]])) == pytest.approx([1.1666667 + 2], abs=1e-5)


def test_number_is_predicted_and_drawn_over_its_feature() -> None:
    data = generate("line", seed=1)
    step = engine.trace(KEY, data, epochs=200).to_end()[-1]
    assert isinstance(step.model, NumberNetwork) and step.wrong == 0
    slope, bias = np.polyfit(data.X[:, 0], data.y, 1)
    assert step.model.predict(data.X) == pytest.approx(slope * data.X[:, 0] + bias, abs=1e-6)
    line, deltas = (drawn(KEY, step, data, "Target and output", kind)[0] for kind in (Line, Segments))
    assert line.weights == pytest.approx([slope, -1.0], abs=1e-6) and line.bias == pytest.approx(bias, abs=1e-6)
    assert deltas.ends[:, 1] - deltas.starts[:, 1] == pytest.approx(step.model.predict(data.X) - data.y)
    assert "wrong side" not in engine.algorithm(KEY).measure(step, data, engine.algorithm(KEY).params())
    means = next(mark for mark in drawn(KEY, step, data, "Target and output", Points) if mark.role == "centre")
    assert means.positions[0] == pytest.approx([data.X.mean(), data.y.mean()])
    asked = engine.algorithm(KEY).inspect(step, data, engine.algorithm(KEY).params(), np.array([1.0]))
    assert asked.story.sentence == f"The output is {slope + bias:.4g}."


def test_numeric_target_makes_it_regression() -> None:
    card = engine.algorithm(KEY)
    assert card.task_on(LINE84) == "regression" and card.task_on(AND) == "classification"
    assert "of 2 classes" not in card.unsuitable(LINE84) and not card.unsuitable(LINE84)
    assert card.unsuitable(engine.load("iris")) == "It separates 2 classes, and the data has 3: keep 2."
    assert card.unsuitable(AND.changed(y=None, class_names=())).startswith("It needs a number or a class")
    assert card.unsuitable(AND.with_targets([1], -1)).startswith("Row 2 has no class")


@shows("NE13", "W84")
def test_ne13_stability_limit_is_two_over_the_largest_eigenvalue() -> None:
    data = engine.load("breast_cancer").subset(range(60))
    limit = posed(data).stable_below
    assert limit == pytest.approx(2 / np.linalg.norm(posed(data).X, 2) ** 2)
    errors = [step.error for step in engine.trace(KEY, data, rate=0.99 * limit, epochs=300)]
    assert all(later <= earlier * (1 + 1e-12) for earlier, later in itertools.pairwise(errors))
    above = engine.trace(KEY, data, rate=1.1 * limit, epochs=300).to_end()
    assert above.ending.kind == "failed" and above.ending.words.endswith(f"2/λmax = {limit:.4g}.".replace("-", "−"))
    assert above[-1].error > 1e12 * max(above[0].error, 1.0) > above[-2].error
    leap = next(step for step in above if step.error_before and step.error > step.error_before)
    assert "is too large: the step leaps over the valley." in told(KEY, leap, data).sentence
    first = numbers(KEY, engine.trace(KEY, LINE84)[0], LINE84)
    assert first["stable below"] == pytest.approx(0.279240779944)
    assert first["best rate"] == pytest.approx(2 / (first["λmin"] + first["λmax"]))


@shows("NE13", "W60")
def test_w60_each_step_contracts_by_one_minus_rate_times_curvature() -> None:
    """½ x² has the curvature 1: with η = 0.5 it halves, with η = 2.5 it leaps from side to side and grows."""
    problem = posed(LINE84)
    valley, W = valley_of(problem), np.zeros((1, 2))
    for share, expected in ((0.5, [1, 0.5, 0.25, 0.125]), (2.5, [1, -1.5, 2.25, -3.375])):
        trace = engine.trace(KEY, LINE84, rate=share / problem.largest, epochs=3)
        steepest = [valley.seen(step.weights)[0, 1] / valley.seen(W)[0, 1] for step in trace]
        assert steepest == pytest.approx(expected, abs=1e-9)


@shows("NE13")
def test_drawn_paths_of_three_rates_match_their_runs() -> None:
    problem = posed(AND)
    curves = drawn(KEY, engine.trace(KEY, AND)[0], AND, "E at three rates", Curve)
    rates = (0.25 * problem.stable_below, problem.best_rate, 1.05 * problem.stable_below)
    assert len(curves) == 3 and curves[1].label.startswith("fastest in the long run, ")
    for curve, rate in zip(curves, rates, strict=True):
        for step in itertools.islice(engine.trace(KEY, AND, rate=rate, epochs=20, tolerance=1e-12), 15):
            assert curve.positions[step.epoch, 1] == pytest.approx(np.log10(step.error), abs=1e-9)


@shows("NE13")
def test_zigzag_of_the_best_rate_matches_its_run() -> None:
    problem, valley = posed(AND), valley_of(posed(AND))
    (zigzag, _) = drawn(KEY, engine.trace(KEY, AND, start=START)[1], AND, "The valley of E", Curve)
    best = engine.trace(KEY, AND, start=START, rate=problem.best_rate, epochs=8, tolerance=1e-12).to_end()
    assert zigzag.positions == pytest.approx(valley.seen(np.array([step.weights[0] for step in best])))
    signs = np.sign(zigzag.positions[:, 1])
    assert zigzag.label == "fastest in the long run, 8 epochs" and (signs[1:] == -signs[:-1]).all()
    online = drawn(KEY, engine.trace(KEY, AND, updates="online")[1], AND, "The valley of E", Curve, updates="online")
    assert [mark.role for mark in online] == ["path"], "the best rate holds in batches"


@shows("NE15")
@pytest.mark.parametrize("data", [AND, LINE84])
def test_long_online_paths_are_both_visible(data: Dataset) -> None:
    card, how = engine.algorithm(KEY), {"updates": "online", "epochs": 300, "tolerance": 1e-12, "rate": 0.01}
    step = engine.trace(KEY, data, **how).to_end()[-1]
    marks = card.marks(step, data, card.params(**how))
    shown = {mark.surface.name for mark in marks if mark.surface.open and mark.surface.kind == "chart"}
    assert "Batch and online" in shown and "E at three rates" not in shown and len(shown) == 2
    ways = {mark.label: mark.positions for mark in marks if isinstance(mark, Curve) and mark.surface.name in shown}
    batch = engine.trace(KEY, data, **{**how, "updates": "batch"}).to_end()[-1]
    assert ways["batch"][-1] == pytest.approx(batch.weights[0, -2:])
    assert ways["online"][-1] == pytest.approx(step.weights[0, -2:])


@shows("NE13")
def test_diverging_path_is_drawn_to_the_last_step() -> None:
    rate = 7 * posed(AND).stable_below
    lost = engine.trace(KEY, AND, rate=rate).to_end()
    curve = drawn(KEY, lost[-1], AND, "E at three rates", Curve, rate=rate)[0].positions
    assert lost.ending.kind == "failed" and curve[-1] == pytest.approx([len(lost) - 1, np.log10(lost[-1].error)])


@shows("NE13")
def test_dot_of_the_epoch_is_on_the_path_of_its_rate() -> None:
    x = np.linspace(-1, 1, 9)
    data, how = Dataset(x[:, None], 3 * x + 1), {"rate": 0.13, "epochs": 30, "tolerance": 1e-12}
    for step in (trace := engine.trace(KEY, data, **how).to_end()):
        own, (dot,) = (drawn(KEY, step, data, "E at three rates", kind, **how) for kind in (Curve, Points))
        assert own[0].positions[step.epoch] == pytest.approx(dot.positions[0], abs=1e-9)
    assert trace[-1].error < 1e-13 * trace[0].error
    online = drawn(KEY, trace[0], data, "E at three rates", Curve, updates="online", **how)[0]
    assert online.label == "this η, in batches, 0.13" and own[0].label == "this η, 0.13"


@shows("NE13")
def test_dot_within_an_epoch_counts_finished_epochs() -> None:
    """While ∇E adds up, the weights are those of the epoch before; it was drawn at the epoch under way."""
    for key in (KEY, "linear_network"):
        how = {"stop_at": "every example", "epochs": 3, "rate": 0.1}
        trace = engine.trace(key, AND, **how).to_end()
        places = [drawn(key, step, AND, "E at three rates", Points, **how)[0].positions[0] for step in trace]
        assert [place[0] for place in places] == [0, *[0] * 4, 1, *[1] * 4, 2, *[2] * 4, 3]
        curve = drawn(key, trace[0], AND, "E at three rates", Curve, **how)[0].positions
        assert places == [pytest.approx(curve[int(place[0])], abs=1e-9) for place in places]
    how = {"stop_at": "every example", "epochs": 40, "rate": 0.1, "updates": "online", "tolerance": 1e-12}
    trace = engine.trace(KEY, AND, **how).to_end()
    dots = [drawn(KEY, step, AND, "E at three rates", Points, **how) for step in trace]
    assert [dot[0].positions[0, 0] for dot in dots if dot] == [row / 4 for row in range(30 * 4 + 1)]
    assert [len(dot) for dot in dots] == [1] * 121 + [0] * 40
    whole = {**how, "stop_at": "every epoch"}
    (dot,) = drawn(KEY, engine.trace(KEY, AND, **whole)[2], AND, "E at three rates", Points, **whole)
    assert dot.positions[0] == pytest.approx(dots[8][0].positions[0])


def test_best_rate_is_best_in_the_long_run() -> None:
    data = engine.load("iris").subset(range(100))
    problem = posed(data)
    valley, rates = valley_of(problem), (problem.best_rate, problem.usual_rate)
    best, usual = (valley.errors(problem.first(None), rate, 20_000) - valley.least for rate in rates)
    assert best[30] > usual[30] and best[20_000] < usual[20_000]
    left = np.abs(1 - problem.best_rate * problem.curvatures)
    assert problem.slowest == pytest.approx(left.max()) and left.max() < np.abs(1 - rates[1] * problem.curvatures).max()
    story = told(KEY, engine.trace(KEY, data)[0], data)
    assert story.sentence.endswith("The one that is fastest in the long run is perhaps slower at first.")
    assert story.worked[-1].startswith("after an epoch with it so much is left of the slowest way, (λmax − λmin)")


def test_collinear_columns_leave_a_flat_direction_and_a_stable_rate() -> None:
    x = np.linspace(-1, 1, 9)
    data = Dataset(np.column_stack([x, 2 * x]), 3 * x + 1)
    trace = engine.trace(KEY, data, epochs=2000).to_end()
    assert trace.ending.kind == "converged" and trace[-1].error == pytest.approx(0, abs=1e-9)
    problem, start = posed(data), told(KEY, trace[0], data)
    assert problem.curvatures[0] == pytest.approx(0, abs=1e-12) and problem.best_rate < 0.99 * problem.stable_below
    assert (
        numbers(KEY, trace[0], data)["λmin"] == problem.curvatures[1] and "Along some ways E is level" in start.sentence
    )
    best = engine.trace(KEY, data, rate=problem.best_rate, epochs=2000).to_end()
    assert best.ending.kind == "converged" and len(best) < len(trace)
    assert "is level" not in told(KEY, engine.trace(KEY, LINE84)[0], LINE84).sentence
    assert trace[-1].weights[0] == pytest.approx([1, 0.6, 1.2], abs=1e-6), "the shortest of all that fit"


@pytest.mark.parametrize(
    ("data", "names"),
    [
        (AND, {"The valley of E", "E at three rates"}),
        (LINE84, {"The valley of E", "E at three rates"}),
        (Dataset(AND.X, AND.codes + 0.5), {"The valley of E", "Target and output"}),
        (AND.select([0]), {"The valley of E", "Target and output"}),
    ],
    ids=("two features", "a number over one feature", "a number over two", "one feature"),
)
def test_two_charts_are_open_including_the_line_if_needed(data: Dataset, names: set[str]) -> None:
    card = engine.algorithm(KEY)
    marks = card.marks(engine.trace(KEY, data)[1], data, card.params())
    assert {mark.surface.name for mark in marks if mark.surface.kind != "plane" and mark.surface.open} == names


@shows("NE15")
def test_ne15_online_epoch_differs_from_batch_by_the_squared_rate() -> None:
    apart = []
    for rate in (1e-2, 1e-3):
        how = {"rate": rate, "epochs": 1, "start": START}
        ways = [engine.trace(KEY, AND, updates=kind, **how).to_end()[-1].weights for kind in ("batch", "online")]
        apart.append(np.abs(ways[0] - ways[1]).max())
    assert 0 < apart[1] < apart[0] / 90
    how = {"updates": "online", "rate": 0.1, "epochs": 2, "stop_at": "every example"}
    trace = engine.trace(KEY, AND, start=START, **how).to_end()
    assert [step.row for step in trace] == [None, *[0, 1, 2, 3] * 2]
    assert "point 1 alone" in told(KEY, trace[1], AND, **how).sentence
    assert told(KEY, trace[1], AND, **how).worked[0] == "δ = y − t = 0.1 − 0 = 0.1"
    moved = drawn(KEY, trace[1], AND, "Network", Graph, **how)[0].nodes[-1].detail
    assert "y = " in moved and "δ" not in moved, "δ was that of the weights before"
    still = told(KEY, engine.trace(KEY, AND, **how)[1], AND, **how).sentence
    assert still == "Epoch 1, point 1 alone: E stays at 0.5. δ is 0: nothing changes."
    assert "that is what the last update line of the notes writes" in told(KEY, trace[0], AND, **how).sentence
    assert r"\sum" not in told(KEY, trace[1], AND, **how).formula and r"\sum" in told(KEY, trace[1], AND).formula
    (here,) = drawn(KEY, trace[-1], AND, "Batch and online", Points, **how)
    assert here.positions.tolist() == [trace[-1].weights[0, 1:].tolist()]
    curves = {mark.label: mark.positions for mark in drawn(KEY, trace[-1], AND, "Batch and online", Curve, **how)}
    assert curves["online"] == pytest.approx(np.array([step.weights[0, 1:] for step in trace]))
    batch = engine.trace(KEY, AND, start=START, rate=0.1, epochs=2)
    assert curves["batch"] == pytest.approx(np.array([step.weights[0, 1:] for step in batch]))
    assert told(KEY, trace[1], AND, **how).checks == () and told(KEY, batch[1], AND, rate=0.1).checks[0].holds
    focus = drawn(KEY, trace[-1], AND, "Target and output", Points, **how)[-1]
    assert focus.positions[0, 1] == 1, "the last row has the target 1"
    shuffled, given = (
        engine.fit(KEY, AND, updates="online", order=order, epochs=1, seed=3) for order in ("shuffled", "as given")
    )
    assert (shuffled.parameters != given.parameters).any()


@pytest.mark.parametrize("rate", [1e-8, 1.0])
@pytest.mark.parametrize("stop_at", ["every epoch", "every example"])
def test_overflowing_error_is_omitted_from_the_chart(rate: float, stop_at: str) -> None:
    """Whose targets are as large that E is beyond what can be drawn: it crashed."""
    huge = Dataset(AND.X, 1e60 * (1.0 + AND.X[:, 0]))
    trace = engine.trace(KEY, huge, rate=rate, epochs=5, stop_at=stop_at).to_end()
    params = engine.algorithm(KEY).params(rate=rate, epochs=5, stop_at=stop_at)
    for step in trace:
        marks = engine.algorithm(KEY).marks(step, huge, params)
        assert not [mark for mark in marks if mark.surface.name == "E at three rates"]


def test_batch_limit_is_not_stated_for_online_updates() -> None:
    data = generate("blobs", seed=1, classes=2)
    problem = posed(data)
    rate = 1.5 * problem.stable_below
    batch, online = (
        engine.trace(KEY, data, rate=rate, updates=updates, epochs=5).to_end() for updates in ("batch", "online")
    )
    assert "2/λmax" in batch.ending.words and "λmax" not in online.ending.words
    assert problem.online_below == pytest.approx(2 / (1 + (data.X**2).sum(axis=1)).max())
    for step in online:
        story = told(KEY, step, data, rate=rate, updates="online")
        said = " ".join([story.sentence, *story.worked, *(f"{one.name} {one.note}" for one in story.numbers)])
        assert "λmax" not in said and "too large" not in said and "stable" not in said.lower()
    x, t = problem.X[0], problem.T[0, 0]
    w = np.ones(3)
    for rate in (0.999 * 2 / (x @ x), 1.001 * 2 / (x @ x)):  # what is told of a row
        after = w - rate * (w @ x - t) * x
        assert (abs(after @ x - t) <= abs(w @ x - t)) == (rate < 2 / (x @ x))


@shows("NE1", "W43")
def test_w43_a_step_says_this() -> None:
    """While ∇E of W43 adds up, after the batch, after it online, and after a step that is too long."""
    how = {"rate": 0.1, "epochs": 1, "stop_at": "every example"}
    trace, card = engine.trace(KEY, AND, start=START, **how).to_end(), engine.algorithm(KEY)
    stories = [told(KEY, step, AND, **how) for step in trace]
    assert stories[0].sentence == (
        "1 unit with 3 weights, the bias among them: y is its activation w · x + b. Where y is t, δ is 0 and nothing "
        "changes. t is 0 of class 0 and 1 of class 1. Stable is a rate η below 0.3139; this run takes 0.1. The one "
        "that is fastest in the long run is perhaps slower at first."
    )
    assert [story.sentence for story in stories[1:]] == [
        *(f"Epoch 1, point {n}: δ x is added to ∇E." for n in (1, 2, 3, 4)), "Epoch 1: E falls by 0.0785 to 0.2915."
    ]  # fmt: skip
    assert [story.worked for story in stories[2:5]] == [
        ("δ = y − t = 0.3 − 0 = 0.3", "∂E/∂w ← 0.1 + (0.3)·(1) = 0.4"),
        ("δ = y − t = 0 − 0 = 0", "∂E/∂w ← 0.4 + (0)·(1) = 0.4"),
        ("δ = y − t = 0.2 − 1 = −0.8", "∂E/∂w ← 0.4 + (−0.8)·(1) = −0.4"),
    ]
    rates = [("λmax", ""), ("λmin", ""), ("stable below", "2/λmax"), ("best rate", "2/(λmin + λmax)")]
    always = [("E", "½ Σ (y − t)²"), ("rate η", "")]
    assert [[(one.name, one.note) for one in stories[k].numbers] for k in (0, 1, 5)] == [
        [*always, ("wrong side", ""), *rates], always, [*always, ("wrong side", ""), ("‖∇E‖", ""), *rates]
    ]  # fmt: skip
    for story, W in ((stories[4], W43[0]), (stories[5], [0.14, 0.25, -0.02])):
        (table,) = story.tables
        assert (table.title, table.columns) == ("Weights", ("unit", "bias", "x1", "x2"))
        assert table.rows == (("y₁", *(pytest.approx(w) for w in W)),)
    assert [check.words for check in stories[5].checks] == ["E does not rise at this rate"]
    assert [card.event(step) and card.event(step).word for step in trace] == [None, *["added"] * 4, None]
    online = {"rate": 0.1, "epochs": 1, "updates": "online"}
    assert numbers(KEY, engine.trace(KEY, AND, start=START, **online)[1], AND, **online)[
        "own error shrinks below"
    ] == pytest.approx(2 / 3)
    far = engine.trace(KEY, AND, start=START, rate=0.4)[1]
    assert told(KEY, far, AND, rate=0.4).sentence == (
        "Epoch 1: E rises by 0.004 to 0.374. The rate 0.4 is too large: the step leaps over the valley."
    )
    assert not told(KEY, far, AND, rate=0.4).checks and card.event(far).word == "rose"
    asked = card.inspect(trace[5], AND, card.params(**how), np.array([0.5, 1.0]))
    assert asked.story.sentence == "The output is 0.245: it is called class 0."
    assert asked.story.worked == ("y = (0.25, −0.02) · (0.5, 1) + 0.14 = 0.245",)


@shows("NE1", "W43")
def test_w43_line_path_and_network_are_drawn() -> None:
    how = {"rate": 0.1, "epochs": 2}
    step = engine.trace(KEY, AND, start=START, **how)[1]
    dots = drawn(KEY, step, AND, "Target and output", Points, **how)
    s = X43[:, 1:] @ [0.25, -0.02]
    assert dots[0].positions == pytest.approx(np.column_stack([s, [0, 0, 0, 1]]))
    assert dots[0].rows.tolist() == [0, 1, 2, 3]
    assert dots[1].positions[0] == pytest.approx([0.115, 0.25]) and dots[1].labels == ("means",)
    (off,) = drawn(KEY, step, AND, "Target and output", Segments, **how)
    assert off.starts == pytest.approx(dots[0].positions)
    assert off.ends == pytest.approx(np.column_stack([s, s + 0.14])) and off.role == "residual"
    (line,) = drawn(KEY, step, AND, "Target and output", Line, **how)
    assert line.weights.tolist() == [1, -1] and line.bias == pytest.approx(0.14) and line.label == "y"
    assert (line.surface.x, line.surface.y, line.surface.open) == ("w · x", "t and y", False)
    values, vectors = np.linalg.eigh(X43.T @ X43)
    (_, way), ends = (drawn(KEY, step, AND, "The valley of E", kind, **how) for kind in (Curve, Points))
    from_bottom = (np.array([W43[0], [0.14, 0.25, -0.02]]) - [-0.25, 0.5, 0.5]) @ vectors[:, [0, 2]]
    assert np.abs(way.positions) == pytest.approx(np.abs(from_bottom)) and values[0] < values[2]
    assert [(one.role, one.positions[0].tolist()) for one in ends] == [
        ("best", [0, 0]), ("focus", way.positions[-1].tolist())
    ]  # fmt: skip
    assert not drawn(KEY, step, AND, "Network", Graph, **how)[0].surface.open
