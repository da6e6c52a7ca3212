"""The geometry of a linear discriminant against the worked example and its own promises."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays

import engine
from engine.core.story import Number
from engine.maths.algebra.affine import with_ones
from engine.models.basis import Polynomial
from engine.models.linear import Hyperplane
from engine.parts.line import (
    activation,
    asked,
    beginning,
    blank_line,
    coded,
    contributions,
    distances,
    first_line,
    foot,
    line_marks,
    origin_distance,
    parts_table,
    perpendicular,
    reach,
    rod,
    signed_distance,
    summed,
    through,
)
from tests.catalogue import shows

W, B, X = np.array([3.0, 4.0]), -10.0, np.array([2.0, 5.0])
LINE = Hyperplane(W, B)
vectors = arrays.arrays(float, 3, elements=st.floats(-100, 100).map(lambda v: round(v, 3)))


@shows("LD2", "W27")
def test_w27_value_distance_foot_and_margin():
    assert activation(LINE, X) == pytest.approx(16.0, abs=1e-9)
    assert signed_distance(LINE, X) == pytest.approx(3.2, abs=1e-9)
    assert origin_distance(LINE) == pytest.approx(2.0, abs=1e-9)
    assert foot(LINE, X) == pytest.approx(np.array([0.08, 2.44]), abs=1e-9)
    assert -1.0 * signed_distance(LINE, X) == pytest.approx(-3.2, abs=1e-9)  # the margin for t = −1
    assert -1.0 * activation(LINE, X) == pytest.approx(-16.0, abs=1e-9)  # the functional margin
    assert contributions(LINE, X).tolist() == [-10.0, 6.0, 20.0]
    assert with_ones(X).tolist() == [1.0, 2.0, 5.0]
    assert with_ones(X[None]).tolist() == [[1.0, 2.0, 5.0]]


def test_ld3_the_bias_is_weight_0():
    assert np.append(B, W).tolist() == [-10.0, 3.0, 4.0]
    assert np.append(B, W) @ with_ones(X) == activation(LINE, X)


@given(vectors, st.floats(-100, 100), vectors)
def test_foot_lies_on_the_boundary_at_the_stated_distance(w, b, x):
    if np.abs(w).max() < 1e-2:
        return
    line = Hyperplane(w, b)
    below = foot(line, x)
    assert signed_distance(line, below) == pytest.approx(0.0, abs=1e-8)
    assert np.linalg.norm(x - below) == pytest.approx(abs(signed_distance(line, x)), abs=1e-8)
    assert contributions(line, x).sum() == pytest.approx(activation(line, x), abs=1e-8)


def test_w_turns_b_shifts_and_a_common_scale_does_nothing():
    assert signed_distance(Hyperplane(1e200 * W, 1e200 * B), X) == pytest.approx(3.2)
    assert signed_distance(Hyperplane(1e-200 * W, 1e-200 * B), X) == pytest.approx(3.2)


def test_without_weights_there_is_no_boundary():
    nothing = Hyperplane(np.zeros(2), 1.0)
    assert np.isnan(signed_distance(nothing, X))
    data = engine.load("gate_and")
    answer = asked(nothing, data, X)
    assert "no boundary" in answer.story.sentence and answer.marks == ()


def test_a_point_is_told_feature_by_feature():
    data = engine.load("gate_and")
    answer = asked(LINE, data, X)
    first, second = data.feature_names
    assert answer.story.tables[0].rows[1:] == ((first, 3.0, 2.0, 6.0), (second, 4.0, 5.0, 20.0))
    assert answer.story.worked == ("y = 3·2 + 4·5 − 10 = 16", "distance = y / ‖w‖ = 16 / 5 = 3.2")
    assert answer.marks[1].positions == pytest.approx(np.array([[0.08, 2.44]]))
    assert "exactly on the boundary" in asked(LINE, data, np.array([2.0, 1.0])).story.sentence


def test_with_a_basis_distances_are_in_function_space():
    basis = Polynomial.of_degree(2, 2)
    line = Hyperplane(np.array([0.0, 0.0, 3.0, 4.0, 0.0]), -10.0, basis=basis)
    assert reach(line, np.array([1.0, 3.0])) == pytest.approx((3 + 12 - 10) / 5)
    assert perpendicular(line, X) == []
    names = [row[0] for row in parts_table(line, engine.load("gate_and"), X).rows]
    assert len(names) == 6 and names[0] == "bias"
    told = distances(line, np.array([1.0, 3.0]))
    assert [(number.name, number.note) for number in told[1:3]] == [
        ("signed distance", "among the φ(x)"), ("foot on the boundary", "among the φ(x)"),
    ]  # fmt: skip
    assert [number.note for number in distances(LINE, X)] == ["", "", "", "−b / ‖w‖"]


def test_extra_text_of_the_method_is_last():
    answer = asked(LINE, engine.load("gate_and"), X, "So it is.", [Number("margin", 7.0)])
    assert answer.story.sentence == "This point is classified as class 1. So it is."
    told = {number.name: number.value for number in answer.story.numbers}
    assert told["margin"] == 7.0 and told["y"] == 16.0 and told["boundary from the origin"] == 2.0


def test_sum_is_written_with_signs_and_truncated():
    assert summed(Hyperplane(np.array([-1.5, 2.0]), 0.25), np.array([2.0, -3.0]), "a") == (
        "a = − 1.5·2 + 2·−3 + 0.25 = −8.75"
    )
    long = Hyperplane(np.arange(1.0, 9.0), -1.0)
    assert summed(long, np.ones(8), "y") == "y = 1·1 + 2·1 + 3·1 + 4·1 + 5·1 + 6·1 + … − 1 = 35"
    assert "…" not in summed(Hyperplane(np.ones(6), 0.0), np.ones(6), "y")
    assert summed(Hyperplane(W[:1], 0.0), X[:1], "y") == "y = 3·2 + 0 = 6"


def test_lower_of_two_classes_is_coded_first():
    data = engine.load("iris")
    two = data.subset(data.codes != 1)
    assert coded(two, "−1", "+1") == "The target t is −1 for setosa and +1 for virginica"


def test_run_begins_from_a_matching_start_or_from_0():
    data = engine.load("gate_and")
    begun = first_line(data, data, None, Hyperplane(W, B, (1, 0)))
    assert begun.packed.tolist() == [-10, 3, 4] and begun.classes == (0, 1)
    assert beginning(Hyperplane(W[:1], B), 2).tolist() == [0, 0, 0]
    basis = Polynomial.of_degree(2, 2)
    blank = blank_line(basis, data)
    assert blank.packed.tolist() == [0] * 6 and blank.basis is basis


def test_line_is_drawn_unless_curved_or_without_weights():
    (drawn,) = line_marks(LINE, "ghost", label="before", normal=True)
    assert (drawn.weights.tolist(), drawn.bias, drawn.level) == ([3, 4], -10, 0)
    assert (drawn.role, drawn.label, drawn.normal) == ("ghost", "before", True)
    assert line_marks(Hyperplane(np.zeros(2), 1.0), "ghost") == []
    assert line_marks(blank_line(Polynomial.of_degree(2, 2), engine.load("gate_and")), "ghost") == []


def test_perpendicular_to_the_foot_is_drawn_from_the_point():
    way, foot = perpendicular(LINE, X)
    assert way.starts.tolist() == [[2, 5]] and way.ends == pytest.approx(np.array([[0.08, 2.44]]))
    assert way.role == "residual" and foot.role == "focus" and foot.positions.tolist() == way.ends.tolist()


# -- held by hand ------------------------------------------------------------------------------------------------------


def test_two_points_of_a_line_reproduce_it():
    data = engine.Dataset.from_arrays([[0.0, 0.0], [4.0, 0.0], [1.0, 3.0]], ["a", "b", "b"])
    ends = rod(LINE, data)
    assert LINE.decision_function(ends) == pytest.approx([0.0, 0.0], abs=1e-12)
    assert ends[0] == pytest.approx(foot(LINE, data.X.mean(axis=0)))
    again = through(ends, data, None, LINE)
    assert again.weights == pytest.approx(W) and again.bias == pytest.approx(B) and again.classes == LINE.classes
    other = through(ends[::-1], data, None, LINE)
    assert other.weights == pytest.approx(-W), "in the other order it looks to the other side"
    assert through(np.array([[0.0, 1.0], [1.0, 1.0]]), data, None).packed.tolist() == [-1, 0, 1]


def test_no_line_handle_with_a_basis_or_without_weights():
    plane, space = engine.load("gate_and"), engine.load("iris").select([0, 1, 2])
    assert rod(Hyperplane(np.ones(3), 0.0), space).shape == (0, 3)
    assert rod(Hyperplane(np.zeros(2), 1.0), plane).shape == (0, 2)
    assert rod(blank_line(Polynomial.of_degree(2, 2), plane), plane).shape == (0, 2)
    nowhere = np.zeros((2, 2))
    assert through(nowhere, plane, None, LINE) is LINE and not through(nowhere, plane, None).weights.any()


def test_class_named_by_a_number_is_not_read_as_one():
    gate = engine.load("gate_and")
    assert coded(gate, "−1", "+1") == "The target t is −1 for class 0 and +1 for class 1"
    assert (gate.class_name(1), gate.class_names[1], gate.class_name(-1)) == ("class 1", "1", "no class")
