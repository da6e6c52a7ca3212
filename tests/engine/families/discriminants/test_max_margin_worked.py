"""The widest strip told and drawn: its edges, whiskers, mixtures and bars lie where the numbers say."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest

import engine
from engine.core.marks import Bars, Line, Points, Region, Segments
from engine.data.targets import signs
from engine.data.toys import generate
from engine.families.discriminants.max_margin.drawing import marks
from engine.families.discriminants.max_margin.loop import WITH, WITHOUT, Params
from engine.families.discriminants.max_margin.telling import event, explain, inspect, measure
from engine.families.discriminants.meeting import meeting_words
from tests.examples import numbers

FIVE = engine.Dataset.from_arrays([[1.0, 1], [2, 0], [0, 2], [4, 3], [3, 5]], [0, 0, 0, 1, 1])
STRIP = generate("margin", n=50, seed=2)


def steps_of(data, **params):
    return list(engine.trace("max_margin", data, **params))


def of(drawn, kind, role):
    return [mark for mark in drawn if isinstance(mark, kind) and mark.role == role and mark.surface.kind == "plane"]


@pytest.mark.parametrize("margin", [WITH, WITHOUT])
def test_margin_edges_pass_through_the_candidates(margin):
    for step in steps_of(STRIP, margin=margin):
        drawn, norm = marks(step, STRIP, Params(margin=margin)), np.linalg.norm(step.model.weights)
        edges = of(drawn, Line, "margin")
        assert sorted(edge.level for edge in edges) == [-1.0, 1.0]
        for edge in edges:
            assert np.array_equal(edge.weights, step.model.weights) and edge.bias == step.model.bias
            mine = step.candidates[signs(STRIP)[step.candidates] == edge.level]
            assert STRIP.X[mine] @ edge.weights + edge.bias == pytest.approx(edge.level * np.ones(len(mine)))
        (middle,) = of(drawn, Line, "boundary")
        assert middle.level == 0.0 and middle.bias == step.model.bias
        if margin == WITHOUT:
            assert 1 / norm == pytest.approx(step.margin)
        else:
            assert 1 / np.hypot(norm, step.model.bias) == pytest.approx(step.margin)


def test_whisker_is_perpendicular_and_as_long_as_the_distance():
    step = steps_of(STRIP)[-1]
    w, b = step.model.weights, step.model.bias
    drawn = marks(step, STRIP, Params())
    (thin,), (bold,) = of(drawn, Segments, "spoke"), of(drawn, Segments, "residual")
    assert len(thin.starts) + len(bold.starts) == STRIP.n
    assert np.array_equal(bold.starts, STRIP.X[step.candidates])
    for ways in (thin, bold):
        assert ways.ends @ w + b == pytest.approx(np.zeros(len(ways.ends)), abs=1e-9)
        far = np.linalg.norm(ways.ends - ways.starts, axis=1)
        assert far == pytest.approx(np.abs(ways.starts @ w + b) / np.linalg.norm(w))
    assert np.linalg.norm(bold.ends - bold.starts, axis=1) == pytest.approx([step.margin] * len(bold.ends))
    assert np.linalg.norm(thin.ends - thin.starts, axis=1).min() >= step.margin


def test_nearest_mixtures_face_each_other_on_the_edges():
    for step in steps_of(STRIP):
        drawn = marks(step, STRIP, Params())
        (way,), (ends,) = of(drawn, Segments, "axis"), of(drawn, Points, "best")
        assert np.array_equal(ends.positions, np.vstack([way.starts, way.ends]))
        assert ends.positions @ step.model.weights + step.model.bias == pytest.approx([-1.0, 1.0])
        across = ends.positions[1] - ends.positions[0]
        assert across == pytest.approx(2 * step.margin**2 * step.model.weights)
        t = signs(STRIP)[step.candidates]
        for end, side in zip(ends.positions, (-1, 1), strict=True):
            shares = step.multipliers[t == side]
            assert end == pytest.approx(shares @ STRIP.X[step.candidates[t == side]] / shares.sum())


def test_points_inside_the_margin_are_ringed_counted_and_the_deepest_named():
    params = Params()
    for step in steps_of(STRIP):
        drawn, told = marks(step, STRIP, params), explain(step, STRIP, params)
        right = signs(STRIP) * (STRIP.X @ step.model.weights + step.model.bias)
        inside = np.flatnonzero(right < 1 - 1e-6)
        (wrong,), (ringed,) = of(drawn, Points, "wrong"), of(drawn, Points, "focus")
        assert wrong.rows.tolist() == inside.tolist() and np.array_equal(wrong.positions, STRIP.X[inside])
        assert ringed.rows.tolist() == step.candidates.tolist()
        assert numbers(told)["points in the strip"] == len(inside)
        assert numbers(told)["candidates"] == len(step.candidates)
        if len(inside):
            assert told.sentence.endswith(f"in the strip, deepest point {STRIP.row_name(int(right.argmin()))}.")
            assert step.worst == right.argmin()
        else:
            assert told.sentence.endswith(f"it is the widest, {2 * step.margin:.4g} across.")
        (region,) = [mark for mark in drawn if isinstance(mark, Region)]
        assert region.model == step.model
    assert not len(inside)


def test_candidates_are_listed_with_multiplier_and_distance():
    step = steps_of(STRIP)[-1]
    told = explain(step, STRIP, Params())
    norm = np.linalg.norm(step.model.weights)
    for row, alpha, (point, name, say, right, far) in zip(
        step.candidates, step.multipliers, told.tables[0].rows, strict=True
    ):
        assert (point, name) == (STRIP.row_name(int(row)), STRIP.class_names[STRIP.codes[row]])
        t = signs(STRIP)[row]
        assert say == alpha and right == pytest.approx(t * (STRIP.X[row] @ step.model.weights + step.model.bias))
        assert far == pytest.approx(right / norm) == pytest.approx(step.margin)
    bars = next(mark for mark in marks(step, STRIP, Params()) if isinstance(mark, Bars))
    order = np.argsort(-step.multipliers, kind="stable")
    assert np.array_equal(bars.values, step.multipliers[order])
    assert bars.labels == tuple(STRIP.row_name(int(row)) for row in step.candidates[order])
    assert np.array_equal(bars.groups, STRIP.codes[step.candidates[order]])
    assert step.multipliers.sum() == pytest.approx(norm**2)


def test_added_and_removed_candidates_are_stated_and_marked():
    steps = steps_of(generate("margin", n=200, seed=2))
    data = generate("margin", n=200, seed=2)
    assert any(step.left for step in steps)
    for before, step in pairwise(steps):
        said = explain(step, data, Params()).sentence
        (came,) = step.came
        assert said.startswith(f"Point {data.row_name(came)}, deepest in the strip, became a candidate.")
        assert set(step.left) == set(before.candidates) - set(step.candidates)
        for row in step.left:
            assert f" {data.row_name(row)} " in said and "dropped" in said
        assert (event(step) is not None) == bool(step.left)
        bars = next(mark for mark in marks(step, data, Params()) if isinstance(mark, Bars))
        assert bars.labels[bars.chosen] == data.row_name(came)


@pytest.mark.parametrize(
    ("params", "where"),
    [
        ({}, ""),
        ({"margin": WITH}, " among the (1, x)"),
        ({"basis": "polynomial"}, " among the φ(x)"),
        ({"basis": "polynomial", "margin": WITH}, " among the (1, φ(x))"),
    ],
)
def test_set_that_limits_the_margin_is_stated(params, where):
    trace = engine.trace("max_margin", FIVE, **params).to_end()
    told = explain(trace[-1], FIVE, Params(**params))
    assert told.sentence.endswith(f" across{where}.")
    assert f": it is {2 * trace[-1].margin:.4g} wide{where} and " in trace.ending.words
    first = trace[0]
    between = f"the greatest margin has {first.least:.4g} ≤ δ ≤ {first.margin:.4g}"
    assert between in explain(first, FIVE, Params(**params)).worked
    assert first.least <= trace[-1].margin <= first.margin
    assert numbers(explain(first, FIVE, Params(**params)))["δ of all points"] == first.least < first.margin
    assert ("1 / ‖w‖" in numbers(told)) == (params.get("margin") == WITH)
    assert told.numbers[0].note == f"half the width of the strip{where}"
    assert numbers(told)["δ of the candidates"] == trace[-1].margin
    assert measure(trace[-1], FIVE, Params()) == {
        "margin of the candidates": trace[-1].margin,
        "margin of all points": trace[-1].least,
    }


def test_w_is_the_sum_over_candidates_and_a_point_has_its_distance():
    step = steps_of(FIVE)[-1]
    told = explain(step, FIVE, Params())
    assert f"‖w‖ = {1 / step.margin:.4g},  δ = 1 / {1 / step.margin:.4g} = {step.margin:.4g}" in told.worked
    terms = [line for line in told.worked if line.startswith("w = ")]
    signs_of = {0: "− ", 1: "+ "}
    parts = [
        f"{signs_of[FIVE.codes[row]]}{alpha:.4g}·({FIVE.X[row][0]:g}, {FIVE.X[row][1]:g})"
        for row, alpha in zip(step.candidates, step.multipliers, strict=True)
    ]
    w = step.model.weights
    assert terms == [f"w = {' '.join(parts).removeprefix('+ ')} = ({w[0]:.4g}, {w[1]:.4g})"]
    asked = inspect(step, FIVE, Params(), np.array([1.0, 5.0])).story
    expected = (step.model.weights @ [1.0, 5.0] + step.model.bias) * step.margin
    assert numbers(asked)["signed distance"] == pytest.approx(expected)


def test_proof_of_inseparability_is_drawn_and_explained():
    data = engine.load("gate_xor")
    step = steps_of(data)[-1]
    told, proof = explain(step, data, Params()), step.meeting
    assert meeting_words(proof, data, None) in told.sentence
    assert told.tables[0].rows == tuple(
        (data.row_name(int(row)), data.class_name(int(data.codes[row])), float(share))
        for row, share in zip(proof.rows, proof.shares, strict=True)
    )
    assert told.worked == (
        "mixture of class 0 = 0.5·(0, 0) + 0.5·(1, 1) = (0.5, 0.5)",
        "mixture of class 1 = 0.5·(0, 1) + 0.5·(1, 0) = (0.5, 0.5)",
    )
    (spokes,) = of(marks(step, data, Params()), Segments, "spoke")
    assert np.array_equal(spokes.starts, data.X[proof.rows]) and spokes.ends == pytest.approx(np.full((4, 2), 0.5))
    assert event(step).word == "no line"
