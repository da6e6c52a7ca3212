"""A sigmoid unit on the squared error: worked gradients, and how little it learns where it is flat."""

from __future__ import annotations

import itertools

import numpy as np
import pytest
from scipy import optimize, special

import engine
from engine.core.marks import Curve, Points, Segments
from engine.families.networks.one_layer import BENDS, SIGMOID
from engine.families.networks.sigmoid_unit.loop import Params, posed
from tests.catalogue import shows
from tests.engine.families.networks.layers import (
    AND,
    THREE,
    W3,
    W43,
    X43,
    begins,
    by_differences,
    drawn,
    numbers,
    other_way,
    told,
)


def _least_bias(step, data) -> float:
    """Where E of the first unit is least as its bias alone changes: the best of many places, followed to a root."""
    problem = posed(data)
    s, t = problem.X[:, 1:] @ step.weights[0, 1:], problem.T[:, 0]

    def slope(bias):
        y = special.expit(s + bias)
        return ((y - t) * y * (1 - y)).sum()

    places = np.linspace(-s.max() - 30, -s.min() + 30, 4001)
    best = places[np.argmin([((special.expit(s + bias) - t) ** 2).sum() for bias in places])]
    width = places[1] - places[0]
    return optimize.brentq(slope, best - width, best + width, xtol=1e-13)


def _slope(W, X, T):
    Y = special.expit(X @ W.T)
    return ((Y - T) * Y * (1 - Y)).T @ X


PLACED = {"Batch and online: ghost": lambda step, data, params: other_way(step, posed(data), params, _slope)}
FOLLOWS = {"b₁ with the least E": lambda step, data, params: _least_bias(step, data)}

KEY = "sigmoid_unit"
START = begins(W43, SIGMOID)
ONE_EPOCH = {"rate": 0.1, "epochs": 1}
CHART = "The sigmoid and its slope"


@shows("NE5", "W43")
def test_ne5_it_has_the_worked_gradient() -> None:
    trace = engine.trace(KEY, AND, start=START, **ONE_EPOCH)
    assert trace[0].error == pytest.approx(0.529118391191, abs=1e-11)
    assert trace[1].delta_W[0] == pytest.approx([0.284920932644, 0.0290037016865, 0.0135764538634], abs=1e-11)
    assert trace[1].delta_W == pytest.approx(by_differences(posed(AND), W43), abs=1e-7)
    assert trace.file(1).endswith("sigmoid_unit/loop.py")
    first, largest = told(KEY, trace[0], AND, **ONE_EPOCH), (7 + 33**0.5) / 2
    safe = 2 / (BENDS[SIGMOID] * largest)
    assert f"E never rises with a rate η below {safe:.4g}; this run takes 0.1." in first.sentence
    now = numbers(KEY, trace[0], AND)
    assert (now["λmax"], now["safe below"], now["wrong side"]) == pytest.approx((largest, safe, 3))
    assert engine.trace(KEY, AND)[0].rate == pytest.approx(safe / 2)
    a, t = X43 @ W43[0], AND.codes
    (dots,) = [mark for mark in drawn(KEY, trace[0], AND, CHART, Points) if mark.role == "data"]
    assert dots.positions == pytest.approx(np.column_stack([a, t]))
    curve, slope = (mark.positions for mark in drawn(KEY, trace[0], AND, CHART, Curve))
    y = 1 / (1 + np.exp(-curve[:, 0]))
    assert curve[:, 1] == pytest.approx(y) and slope[:, 1] == pytest.approx(y * (1 - y))
    marks = engine.algorithm(KEY).marks(trace[0], AND, Params())
    wrong = next(mark for mark in marks if isinstance(mark, Points) and mark.role == "wrong")
    assert wrong.rows.tolist() == np.flatnonzero((a >= 0) != t).tolist()
    worst = told(KEY, trace[1], AND, **ONE_EPOCH).worked[2]
    assert worst == "point 2 with cross-entropy: y − t = 0.5668 − 0 = 0.5668"


@shows("NE5")
def test_ne5_saturated_unit_states_the_cross_entropy_gradient() -> None:
    sure = begins(np.array([[15.0, 20.0, 20.0]]), SIGMOID)
    stuck = engine.trace(KEY, AND, start=sure, **ONE_EPOCH)
    story = told(KEY, stuck[1], AND, **ONE_EPOCH)
    assert story.sentence.endswith("3 points on the wrong side have a slope y(1 − y) below 0.01: hardly anything is "
                                   "learnt there.")  # fmt: skip
    flat, steep = story.worked[1:]
    assert flat.startswith("point 2: (y − t) y(1 − y) = ") and float(flat.rpartition("= ")[2].replace("−", "-")) < 1e-6
    assert steep == "point 2 with cross-entropy: y − t = 1 − 0 = 1"
    curves = {mark.label: mark.positions for mark in drawn(KEY, stuck[1], AND, CHART, Curve)}
    assert curves["y(1 − y)"][:, 1].max() == pytest.approx(0.25) and (curves["y"][:, 1] > 0).all()
    wrong = [mark for mark in drawn(KEY, stuck[1], AND, CHART, Points) if mark.role == "wrong"]
    assert wrong[0].positions[:, 1].tolist() == [0, 0, 0] and (wrong[0].positions[:, 0] > 14).all()
    bars = drawn(KEY, stuck[1], AND, CHART, Segments)[0]
    y = stuck[1].model.outputs(AND.X)[:, 0]
    assert bars.ends[:, 0] == pytest.approx(stuck[1].model.activations(AND.X)[:, 0])
    assert bars.ends[:, 1] == pytest.approx(y * (1 - y), abs=1e-15)


@shows("NE6", "W43")
def test_ne6_several_units_have_worked_gradients_not_summing_to_one() -> None:
    trace = engine.trace(KEY, THREE, start=begins(W3, SIGMOID), **ONE_EPOCH)
    expected = [
        [0.293312917368, 0.27134447878, 0.280854495646],
        [0.0280041992315, -0.215454610004, 0.0070352630991],
        [0.237541578279, 0.25, -0.00591723095718],
    ]
    assert trace[1].delta_W == pytest.approx(np.array(expected), abs=1e-11)
    assert trace[1].delta_W == pytest.approx(by_differences(posed(THREE), W3), abs=1e-7)
    start = told(KEY, trace[0], THREE, **ONE_EPOCH)
    assert "nothing makes the outputs add up to 1" in start.sentence
    y = trace[0].model.outputs(THREE.X)[0]
    assert start.worked[1].startswith("point 1: y₁ + y₂ + y₃ = ") and start.worked[1].endswith(f"= {y.sum():.4g}")
    flat = told(KEY, trace[1], THREE, **ONE_EPOCH).worked
    wrong, y = trace[1].mistakes, trace[1].model.outputs(THREE.X)
    off = np.abs(y - posed(THREE).T)[wrong]
    row, k = divmod(int(off.argmax()), 3)
    assert flat[1].startswith(f"point {wrong[row] + 1} at y{'₁₂₃'[k]}: (y − t) y(1 − y) = (")
    assert float(flat[1].split("(")[3].split(" − ")[0]) == pytest.approx(y[wrong[row], k], abs=1e-4)
    assert flat[2].startswith(f"point {wrong[row] + 1} at y{'₁₂₃'[k]} with cross-entropy: y − t = ")
    y = trace[0].model.outputs(THREE.X)[0]
    card = engine.algorithm(KEY)
    asked = card.inspect(trace[0], THREE, card.params(), THREE.X[0])
    assert f"They add up to {y.sum():.4g}, and need not come to 1." in asked.story.sentence
    assert (
        len(engine.trace(KEY, AND)[0].weights) == 1
        and "add up" not in told(KEY, engine.trace(KEY, AND)[0], AND).sentence
    )


@shows("NE3")
def test_ne3_bias_from_the_means_is_refused_and_would_be_wrong() -> None:
    with pytest.raises(engine.Refusal, match="There is no parameter 'bias'"):
        engine.trace(KEY, AND, bias="from the means")
    start = told(KEY, engine.trace(KEY, AND)[0], AND).sentence
    assert "The bias is learnt: one from the means is right for linear units alone." in start
    w, t, x = W43[0, 1:], AND.codes.mean(), X43.mean(axis=0)[1:]
    from_means = np.array([[t - w @ x, *w]])
    assert abs(by_differences(posed(AND), from_means)[0, 0]) > 0.1, "∂E/∂b is not 0 there"


def test_error_never_rises_below_the_stable_rate() -> None:
    a = np.linspace(-20, 20, 20001)
    y = 1 / (1 + np.exp(-a))
    bent = max(np.abs(y * (1 - y) * (y * (1 - y) + (y - t) * (1 - 2 * y))).max() for t in (0, 1))
    assert 0.99 * BENDS[SIGMOID] < bent < BENDS[SIGMOID]
    for name in ("iris", "wine"):
        data = engine.load(name)
        rate = 0.999 * posed(data).stable_below
        errors = [step.error for step in engine.trace(KEY, data, rate=rate)]
        assert all(later <= earlier * (1 + 1e-12) for earlier, later in itertools.pairwise(errors))


@shows("NE15")
def test_ne15_online_updates_differ_by_the_squared_rate() -> None:
    apart = []
    for rate in (1e-2, 1e-3):
        how = {"rate": rate, "epochs": 1, "start": START}
        ways = [engine.trace(KEY, AND, updates=kind, **how).to_end()[-1].weights for kind in ("batch", "online")]
        apart.append(np.abs(ways[0] - ways[1]).max())
    assert 0 < apart[1] < apart[0] / 90
    how = {"updates": "online", "rate": 0.1, "epochs": 2, "stop_at": "every example"}
    trace, w = engine.trace(KEY, AND, start=START, **how).to_end(), W43[0]
    assert [step.row for step in trace] == [None, *[0, 1, 2, 3] * 2]
    for step in list(trace)[1:]:
        x, t = X43[step.row], AND.codes[step.row]
        y = 1 / (1 + np.exp(-w @ x))
        w = w - 0.1 * (y - t) * y * (1 - y) * x
        assert step.weights[0] == pytest.approx(w, abs=1e-14)
    curves = {mark.label: mark.positions for mark in drawn(KEY, trace[-1], AND, "Batch and online", Curve, **how)}
    assert curves["online"] == pytest.approx(np.array([step.weights[0, 1:] for step in trace]))
    batch = engine.trace(KEY, AND, start=START, rate=0.1, epochs=2)
    assert curves["batch"] == pytest.approx(np.array([step.weights[0, 1:] for step in batch]))
    (here,) = drawn(KEY, trace[-1], AND, "Batch and online", Points, **how)
    assert here.surface.open, "online both ways are in sight"
    again = {mark.label: mark for mark in drawn(KEY, batch.to_end()[-1], AND, "Batch and online", Curve, rate=0.1)}
    rows = engine.trace(KEY, AND, start=START, rate=0.1, epochs=2, updates="online")
    assert again["online"].positions == pytest.approx(np.array([step.weights[0, 1:] for step in rows]))
    assert again["online"].role == "ghost" and again["batch"].role == "path" and not again["batch"].surface.open
    params, x, t = Params(**how), X43[3], 1
    y = trace[3].model.outputs(x[None, 1:])[0, 0]
    told_delta = told(KEY, trace[4], AND, **how).worked[0]
    assert told_delta.endswith(f"= {(y - t) * y * (1 - y):.4g}".replace("-", "−")), "with the weights that the row met"
    assert r"\sum" not in engine.algorithm(KEY).explain(trace[1], AND, params).formula


def test_e000_30_bias_from_the_means_is_compared_with_the_optimum() -> None:
    trace = engine.trace(KEY, AND, start=START, rate=2.0, epochs=30).to_end()
    (misprint,) = told(KEY, trace[-1], AND, rate=2.0, epochs=30).misprints
    w, problem = trace[-1].weights[0], posed(AND)

    def slope(bias: float) -> float:
        y = 1 / (1 + np.exp(-(problem.X[:, 1:] @ w[1:] + bias)))
        return float(((y - problem.T[:, 0]) * y * (1 - y)).sum())

    assert slope(misprint.right) == pytest.approx(0, abs=1e-6) and abs(slope(misprint.gives)) > 1e-3
    assert misprint.right != w[0]


def test_online_stability_limit_is_that_of_the_row() -> None:
    trace = engine.trace(KEY, AND, updates="online", epochs=2)
    story = told(KEY, trace[0], AND, updates="online")
    assert "E never rises" not in " ".join([story.sentence, *story.worked])
    assert "Online the error of the row itself shrinks with η below" in story.sentence


@shows("NE5", "NE6", "W43")
def test_w43_a_step_says_this() -> None:
    how = {**ONE_EPOCH, "stop_at": "every example"}
    trace, card = engine.trace(KEY, AND, start=START, **how).to_end(), engine.algorithm(KEY)
    stories = [told(KEY, step, AND, **how) for step in trace]
    y = special.expit(X43 @ W43[0])
    parts = (y - AND.codes) * y * (1 - y)
    assert stories[0].sentence == (
        "1 unit with 3 weights, the bias among them: y is σ(a). Where y is t, δ is 0 and nothing changes. t is 0 of "
        "class 0 and 1 of class 1. The bias is learnt: one from the means is right for linear units alone. E never "
        "rises with a rate η below 4.071; this run takes 0.1."
    )
    assert stories[0].worked == (
        "½ (σ(a) − t)² is bent by less than 0.0771 everywhere: E never rises below 2/(0.0771 λmax) = 4.071",
    )
    assert stories[4].sentence == "Epoch 1, point 4: δ x is added to ∇E."
    d, whole = f"{parts[3]:.4g}".replace("-", "−"), f"{parts.sum():.4g}"
    assert stories[4].worked == (
        f"δ = (y − t) y(1 − y) = ({y[3]:.4g} − 1)·{y[3]:.4g}·(1 − {y[3]:.4g}) = {d}",
        f"∂E/∂w ← {parts[:3].sum():.4g} + ({d})·(1) = {whole}",
    )
    assert stories[5].worked[0] == f"steepest, the bias: w ← 0.1 − 0.1·({whole}) = {0.1 - 0.1 * parts.sum():.4g}"
    always, safe = [("E", "½ Σ (y − t)²"), ("rate η", "")], [("λmax", ""), ("safe below", "2/(0.0771 λmax)")]
    assert [[(one.name, one.note) for one in stories[k].numbers] for k in (0, 4, 5)] == [
        [*always, ("wrong side", ""), *safe], always,
        [*always, ("wrong side", ""), ("‖∇E‖", ""), ("b₁ with the least E", "the other weights as they are"), *safe],
    ]  # fmt: skip
    assert [check.words for check in stories[5].checks] == ["E does not rise at this rate"] and not stories[4].checks
    assert [card.event(step) and card.event(step).word for step in trace] == [None, *["added"] * 4, None]
    online = {**how, "updates": "online"}
    alone = engine.trace(KEY, AND, start=START, **online)[4]
    said = told(KEY, alone, AND, **online)
    assert said.sentence == f"Epoch 1, point 4 alone: E rises by {alone.error - alone.error_before:.4g} to 0.5212."
    assert card.event(alone).word == "rose" and said.numbers[-1].name == "own error shrinks below"
    asked = card.inspect(trace[0], AND, card.params(**how), AND.X[1])
    assert asked.story.sentence == f"The output is {special.expit(0.3):.4g}: it is called class 1."
    assert asked.story.worked == ("a = (0.2, −0.1) · (1, 0) + 0.1 = 0.3",)


@shows("NE6", "W43")
def test_ne6_first_of_several_units_is_drawn() -> None:
    how = {**ONE_EPOCH, "stop_at": "every example"}
    step = engine.trace(KEY, THREE, start=begins(W3, SIGMOID), **how)[3]
    dots = drawn(KEY, step, THREE, CHART, Points, **how)
    a = X43 @ W3[0]
    assert [mark.role for mark in dots] == ["data", "focus"]
    assert dots[0].positions == pytest.approx(np.column_stack([a, [1, 0, 0, 0]])) and dots[0].rows.tolist() == [
        0,
        1,
        2,
        3,
    ]
    assert dots[1].positions[0] == pytest.approx([a[2], 0])
    curves = drawn(KEY, step, THREE, CHART, Curve, **how)
    assert [(mark.role, mark.label) for mark in curves] == [("boundary", "y₁"), ("path", "y₁(1 − y₁)")]
    assert (curves[0].positions[[0, -1], 0] == [-6, 6]).all() and len(curves[0].positions) == 121
    (bars,) = drawn(KEY, step, THREE, CHART, Segments, **how)
    y = special.expit(a)
    assert bars.starts == pytest.approx(np.column_stack([a, 0 * a])) and bars.role == "spoke"
    assert bars.ends == pytest.approx(np.column_stack([a, y * (1 - y)]))
    wide = engine.trace(KEY, AND, start=begins(np.array([[0.0, 20.0, -10.0]]), SIGMOID))[0]
    assert drawn(KEY, wide, AND, CHART, Curve)[0].positions[[0, -1], 0] == pytest.approx([-21, 21])
