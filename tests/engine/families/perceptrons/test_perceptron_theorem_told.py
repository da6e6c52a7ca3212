"""What the theorem tells and draws, against the widest margin found by scipy and a proof followed by hand."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

import numpy as np
import pytest
from scipy.optimize import minimize

import engine
from engine.core.marks import Ellipse, Region, Text
from engine.core.story import Event
from engine.families.perceptrons.perceptron_theorem.drawing import marks
from engine.families.perceptrons.perceptron_theorem.loop import Params
from engine.families.perceptrons.perceptron_theorem.telling import event, explain, inspect, measure
from engine.models.linear import Hyperplane
from tests.catalogue import shows
from tests.engine.families.perceptrons.reading import (
    activations_of,
    chart,
    figures,
    is_line,
    lines_of,
    near,
    overlapping,
    rows_of,
    signs_of,
)
from tests.examples import numbers

RATE = 0.7
BEGUN = Hyperplane(np.array([-0.5, -1.0]), 2.0)


@cache
def apart(d: int = 2) -> engine.Dataset:
    """Two classes with a gap between them, off the origin, so that w* needs a bias of its own."""
    rng = np.random.default_rng(4)
    X = rng.normal(size=(16, d)) * 0.6
    X[:, 0] += np.where(np.arange(16) % 2, 1.6, -1.6)
    return engine.Dataset.from_arrays(X + np.arange(2.0, d + 2), np.where(np.arange(16) % 2, "dog", "cat"))


def with_one(data):
    return np.column_stack([np.ones(data.n), data.X])


@cache
def oracle(d: int = 2) -> tuple[np.ndarray, float, float]:
    """w* (bias first), δ* and D: the shortest w with t w · (1, x) ≥ 1, by a general solver."""
    data = apart(d)
    Z, t = with_one(data), signs_of(data)
    found = minimize(
        lambda w: 0.5 * w @ w, np.zeros(d + 1), jac=lambda w: w, method="SLSQP",
        constraints={"type": "ineq", "fun": lambda w: t * (Z @ w) - 1, "jac": lambda w: t[:, None] * Z},
        options={"ftol": 1e-14, "maxiter": 1000},
    )  # fmt: skip
    assert found.success
    w = found.x
    return w, float((t * (Z @ w)).min() / np.linalg.norm(w)), float(np.linalg.norm(Z, axis=1).max())


def watched(d=2, start=None, **values):
    """(step, story, marks) of a run."""
    values = {"rate": RATE} | values
    params = Params(**values)
    steps = engine.trace("perceptron_theorem", apart(d), start=start, **values)
    return [(step, explain(step, apart(d), params), marks(step, apart(d), params)) for step in steps]


@shows("PE8")
@pytest.mark.parametrize("d", [1, 2, 3])
def test_pe5_w_star_is_the_maximum_margin_line_with_bias(d):
    w, margin, radius = oracle(d)
    assert abs(w[0]) > 0.2, "the bias matters"
    for step, story, _ in watched(d):
        assert step.proof.reference == pytest.approx(w, rel=1e-5, abs=1e-6)
        assert (step.proof.margin, step.proof.radius) == (pytest.approx(margin, rel=1e-6), pytest.approx(radius))
        by_name = numbers(story)
        assert figures(by_name["w*"]) == near(w)
        assert (by_name["D"], by_name["δ*"]) == (pytest.approx(radius), pytest.approx(margin, rel=1e-6))
        assert by_name["(D / δ*)²"] == pytest.approx((radius / margin) ** 2, rel=1e-6)
        assert "w* is the maximum-margin line." in story.sentence
        allowed = figures(story.sentence.rpartition("at most")[2])
        assert allowed == [int((radius / margin) ** 2)]


def test_pe5_final_weights_as_w_star_with_bias():
    values = {"reference": "final weights"}
    last = engine.trace("perceptron", apart(), rate=RATE)[-1].model
    Z, t = with_one(apart()), signs_of(apart())
    w = np.array([last.bias, *last.weights])
    margin = (t * (Z @ w)).min() / np.linalg.norm(w)
    for step, story, drawn in watched(**values):
        assert step.proof.reference == pytest.approx(w) and step.proof.margin == pytest.approx(margin)
        assert numbers(story)["δ*"] == pytest.approx(margin) and "the weights that the run ends with" in story.sentence
        _check_strip(drawn, w, margin)
    assert margin < oracle()[1]


def _check_strip(drawn, w, margin):
    """Two edges, one through the nearest point of each class: at ±δ* ‖w*‖ of the line w*, which has a bias."""
    edges = lines_of(drawn, "margin")
    assert [edge.weights.tolist() == edges[0].weights.tolist() for edge in edges] == [True, True]
    assert np.array([edges[0].bias, *edges[0].weights]) == pytest.approx(w, rel=1e-5)
    level = margin * np.linalg.norm(w)
    assert sorted(edge.level for edge in edges) == pytest.approx([-level, level], rel=1e-5)
    (middle,) = [line for line in lines_of(drawn, "plain") if line.label == "w*"]
    assert (middle.level, middle.bias, *middle.weights) == (0, edges[0].bias, *edges[0].weights)
    inside = activations_of(edges[0], apart().X)
    assert np.abs(inside).min() == pytest.approx(level, rel=1e-5)


def test_pe5_strip_circle_and_bars():
    w, margin, radius = oracle()
    for step, _, drawn in watched():
        _check_strip(drawn, w, margin)
        (circle,) = [mark for mark in drawn if isinstance(mark, Ellipse)]
        assert circle.centre.tolist() == [0, 0] and circle.covariance.tolist() == [[1, 0], [0, 1]]
        assert circle.scale == pytest.approx(np.linalg.norm(apart().X, axis=1).max())
        (bars,) = chart(drawn, "Mistakes and bound")
        assert bars.values == pytest.approx([step.watched.mistakes, (radius / margin) ** 2], rel=1e-5)
        assert bars.labels == ("mistakes so far", "bound (D/δ*)²") and bars.chosen == 0


@shows("PE6")
@pytest.mark.parametrize("start", [None, BEGUN], ids=["from zero", "from elsewhere"])
def test_pe6_each_inequality_is_stated_with_numbers(start):
    w, margin, radius = oracle()
    first = np.zeros(3) if start is None else np.array([start.bias, *start.weights])
    mistakes = 0
    for step, story, _ in watched(start=start):
        mistakes += step.watched.mistake
        n, now = mistakes, np.array([step.model.bias, *step.model.weights])
        gain, room = RATE * margin * np.linalg.norm(w), (RATE * radius) ** 2
        along, square = [line for line in story.worked if line.startswith(("w · w*", "‖w‖²"))]
        begun = [] if start is None else [first @ w]
        assert now @ w >= first @ w + n * gain - 1e-9 and now @ now <= first @ first + n * room + 1e-9
        assert figures(along) == near(
            [now @ w, *begun, *begun, n, RATE, margin, np.linalg.norm(w), first @ w + n * gain]
        )
        begun = [] if start is None else [first @ first]
        assert figures(square) == near([now @ now, *begun, *begun, n, RATE, radius, first @ first + n * room])
        angles = [line for line in story.worked if line.startswith("cos θ")]
        assert len(angles) == bool(start is None and n)
        if angles:
            cosine = now @ w / (np.linalg.norm(now) * np.linalg.norm(w))
            assert figures(angles[0]) == near([cosine, n, margin, radius, np.sqrt(n) * margin / radius])
            assert np.sqrt(n) * margin / radius - 1e-12 <= cosine <= 1
        words = "holds only from w = 0" if start is not None else "the same for every η; closer classes, larger bound"
        assert [number.note for number in story.numbers if number.name == "(D / δ*)²"] == [words]
        assert all(check.holds for check in story.checks) and len(story.checks) == (3 if start is None else 2)
    assert mistakes > 3


@shows("PE6")
@pytest.mark.parametrize("start", [None, BEGUN], ids=["from zero", "from elsewhere"])
def test_pe6_curves_are_lengths_and_angle_of_the_run_so_far(start):
    w, margin, radius = oracle()
    star, seen = np.linalg.norm(w), []
    for step, _, drawn in watched(start=start):
        if step.watched.mistake or not seen:
            seen.append(np.array([step.model.bias, *step.model.weights]))
        W, n = np.array(seen), np.arange(len(seen))
        curves = {curve.label: curve.positions for curve in chart(drawn, "Proof: lengths")}
        assert curves["‖w‖"] == pytest.approx(np.column_stack([n, np.linalg.norm(W, axis=1)]))
        assert curves[""] == pytest.approx(np.column_stack([n, W @ w / star]), rel=1e-5, abs=1e-6)
        places = curves["n η δ*"][:, 0]
        crossing, shown = (radius / margin) ** 2, max(3 * n[-1], 60)
        end = 1.08 * crossing if start is None else np.inf
        assert places[-1] == pytest.approx(min(end, shown), rel=1e-6), "beyond the crossing, or as far as is useful"
        assert curves["√n η D"][:, 0].tolist() == places.tolist() and places[0] == 0 and places[-1] >= n[-1]
        least = W[0] @ w / star + places * RATE * margin
        assert curves["n η δ*"][:, 1] == pytest.approx(least, rel=1e-5, abs=1e-6)
        assert curves["√n η D"][:, 1] == pytest.approx(np.sqrt(W[0] @ W[0] + places * (RATE * radius) ** 2), rel=1e-5)
        (name,) = [mark for mark in drawn if isinstance(mark, Text) and mark.text == "w · w* / ‖w*‖"]
        assert name.position == pytest.approx(curves[""][-1])
        angle = {curve.label: curve.positions for curve in chart(drawn, "Proof: angle")}
        turned = np.flatnonzero(np.linalg.norm(W, axis=1))
        if len(turned):
            cosine = W[turned] @ w / (np.linalg.norm(W[turned], axis=1) * star)
            assert angle["cos θ"] == pytest.approx(np.column_stack([turned, cosine]), rel=1e-5, abs=1e-6)
        assert angle["1"][:, 1].tolist() == [1, 1]
        assert ("√n δ*/D" in angle) == (start is None)
        if start is None:
            assert angle["√n δ*/D"][:, 1] == pytest.approx(np.sqrt(angle["√n δ*/D"][:, 0]) * margin / radius, rel=1e-5)


@pytest.mark.parametrize("d", [1, 2, 3])
def test_circle_is_drawn_only_if_it_is_one_on_the_plane(d):
    for _, _, drawn in watched(d):
        assert len([mark for mark in drawn if isinstance(mark, Ellipse)]) == (d < 3)
        assert len(lines_of(drawn, "margin")) == 2


def test_without_a_zero_start_no_bound_is_drawn():
    for step, _, drawn in watched(start=BEGUN):
        (bars,) = chart(drawn, "Mistakes and bound")
        assert bars.values.tolist() == [step.watched.mistakes] and bars.labels == ("mistakes so far",)


def test_only_the_lengths_are_open_at_once():
    opened = {mark.surface.name: mark.surface.open for mark in watched()[-1][2]}
    assert opened == {"Data": True, "Proof: lengths": True, "Proof: angle": False, "Mistakes and bound": False}


@pytest.mark.parametrize(("column", "factor", "broken"), [(1, 0.1, 0), (2, 50.0, 1), (0, 50.0, 2)])
def test_each_check_would_fail(column, factor, broken):
    """A check that cannot fail promises nothing: less w · w*, a greater ‖w‖², more mistakes than the bound."""
    step = watched()[-1][0]
    history = step.proof.history.copy()
    history[-1, column] *= factor
    story = explain(replace(step, proof=replace(step.proof, history=history)), apart(), Params(rate=RATE))
    assert not story.checks[broken].holds
    assert all(check.holds for check in explain(step, apart(), Params(rate=RATE)).checks)


def test_pe6_where_the_bounds_cross_is_named():
    data, params = engine.load("gate_and"), Params(rate=RATE)
    for step in engine.trace("perceptron_theorem", data, rate=RATE):
        drawn = marks(step, data, params)
        (crossing,) = [mark for mark in drawn if isinstance(mark, Text) and mark.text == "n = (D/δ*)²"]
        assert crossing.position == pytest.approx([51, RATE * np.sqrt(51 * 3)], rel=1e-6)
        assert crossing.position[1] == pytest.approx(51 * RATE / np.sqrt(17), rel=1e-6)
        (root,) = [curve for curve in chart(drawn, "Proof: angle") if curve.label == "√n δ*/D"]
        assert root.positions[-1] == pytest.approx([51, 1], rel=1e-6) and root.positions[0].tolist() == [0, 0]
    begun = engine.trace("perceptron_theorem", data, start=BEGUN)[0]
    assert not [mark for mark in marks(begun, data, Params()) if isinstance(mark, Text) and "(D/δ*)²" in mark.text]


def test_example_correction_and_counts_match_the_perceptron():
    data, t = apart(), signs_of(apart())
    plain = engine.trace("perceptron", data, rate=RATE, stop_at="examples")
    for one, (step, story, drawn) in zip(plain, watched(stop_at="examples"), strict=True):
        wrong = int((t * activations_of(step.model, data.X) <= 0).sum())
        assert measure(step, data, Params()) == {"mistakes": one.mistakes, "points on the wrong side": wrong}
        assert event(step) == (Event("mistake", "wrong") if one.mistake else None)
        assert numbers(story)["mistakes so far"] == one.mistakes and numbers(story)["points on the wrong side"] == wrong
        assert f"{one.mistakes} mistake{'' if one.mistakes == 1 else 's'} so far, and the theorem" in story.sentence
        assert rows_of(drawn, "wrong") == np.flatnonzero(t * activations_of(step.model, data.X) <= 0).tolist()
        assert rows_of(drawn, "focus") == ([] if one.sample is None else [one.sample])
        ghost = one.mistake and one.before.weights.any()
        assert [is_line(line, one.before) for line in lines_of(drawn, "ghost")] == [True] * int(ghost)
        assert [is_line(line, one.model) for line in lines_of(drawn, "boundary")] == [True] * int(
            one.model.weights.any()
        )
        if one.sample is None:
            assert story.worked[0] == "w = (0, 0, 0), the bias first"
            assert story.sentence.startswith(
                "Before the first example. The target t is −1 for cat and +1 for dog; "
                "an activation of exactly 0 counts as a mistake in training, and predicts dog. w* is"
            )
            continue
        n, (a,) = one.sample, activations_of(one.before, data.X[[one.sample]])
        side = "exactly on the line" if a == 0 else f"on the {'positive' if a > 0 else 'negative'} side"
        way = "added to" if t[n] > 0 else "subtracted from"
        then = f": mistake {one.mistakes}, so the point is {way} the weights." if one.mistake else ", the right side: "
        begun = f"Epoch {one.epoch}: point {n + 1} (class {'dog' if t[n] > 0 else 'cat'}) lies {side}{then}"
        assert story.sentence.startswith(begun)
        changes = [line for line in story.worked if "←" in line]
        assert len(changes) == one.mistake
        if one.mistake:
            assert figures(changes[0]) == near([*one.before.packed, RATE * t[n], 1, *data.X[n], *one.model.packed])


def test_queried_point_uses_the_line_not_w_star():
    step = watched()[-1][0]
    x = np.array([0.3, 1.4])
    assert numbers(inspect(step, apart(), Params(), x).story)["y"] == pytest.approx(
        activations_of(step.model, x[None])[0]
    )


def test_inseparable_run_is_still_explained_and_drawn():
    data, params = overlapping(), Params(epochs=3)
    for step in engine.trace("perceptron_theorem", data, epochs=3):
        drawn, by_name = marks(step, data, params), numbers(explain(step, data, params))
        missed = np.flatnonzero(signs_of(data) * activations_of(step.model, data.X) <= 0)
        assert rows_of(drawn, "wrong") == missed.tolist() and not lines_of(drawn, "margin")
        assert by_name == {"mistakes so far": step.watched.mistakes, "points on the wrong side": len(missed)}


def test_circle_name_lies_on_it_and_hides_no_example():
    """Of AND the longest example, the only one of its class, lay below the name."""
    for data in (apart(), engine.load("gate_and")):
        drawn = marks(engine.trace("perceptron_theorem", data)[0], data, Params())
        (circle,) = [mark for mark in drawn if isinstance(mark, Ellipse)]
        (name,) = [mark for mark in drawn if isinstance(mark, Text) and mark.text == "‖(1, x)‖ = D"]
        assert np.linalg.norm(name.position) == pytest.approx(circle.scale) and not circle.label
        longest = data.X[np.argmax((data.X**2).sum(axis=1))]
        assert np.linalg.norm(name.position - longest) > 0.2 * circle.scale


def test_zero_weights_give_no_area_a_class():
    data = engine.load("gate_and")
    steps = engine.trace("perceptron_theorem", data)
    areas = [[mark for mark in marks(steps[i], data, Params()) if isinstance(mark, Region)] for i in (0, 1)]
    assert [len(found) for found in areas] == [0, 1]
