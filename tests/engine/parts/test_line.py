"""The geometry of a linear discriminant against the worked example and its own promises."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays

import engine
from engine.models import Hyperplane, Polynomial
from engine.parts import line as geometry
from tests.catalogue import shows

W, B, X = np.array([3.0, 4.0]), -10.0, np.array([2.0, 5.0])
vectors = arrays.arrays(float, 3, elements=st.floats(-100, 100).map(lambda v: round(v, 3)))


@shows("LD2")
def test_w27_value_distance_foot_and_margin():
    assert geometry.value(W, B, X) == pytest.approx(16.0, abs=1e-9)
    assert geometry.signed_distance(W, B, X) == pytest.approx(3.2, abs=1e-9)
    assert geometry.origin_distance(W, B) == pytest.approx(2.0, abs=1e-9)
    assert geometry.foot(W, B, X) == pytest.approx(np.array([0.08, 2.44]), abs=1e-9)
    assert geometry.margin(W, B, X, -1.0) == pytest.approx(-3.2, abs=1e-9)
    assert -1.0 * geometry.value(W, B, X) == pytest.approx(-16.0, abs=1e-9)  # the functional margin
    assert geometry.contributions(W, B, X).tolist() == [-10.0, 6.0, 20.0]
    assert geometry.augmented(X).tolist() == [1.0, 2.0, 5.0]
    assert geometry.augmented(X[None]).tolist() == [[1.0, 2.0, 5.0]]


def test_ld3_the_bias_is_weight_0():
    assert np.append(B, W).tolist() == [-10.0, 3.0, 4.0]
    assert np.append(B, W) @ geometry.augmented(X) == geometry.value(W, B, X)


@given(vectors, st.floats(-100, 100), vectors)
def test_the_foot_lies_on_the_boundary_as_far_away_as_stated(w, b, x):
    if np.abs(w).max() < 1e-2:
        return
    below = geometry.foot(w, b, x)
    assert geometry.signed_distance(w, b, below) == pytest.approx(0.0, abs=1e-8)
    assert np.linalg.norm(x - below) == pytest.approx(abs(geometry.signed_distance(w, b, x)), abs=1e-8)
    assert geometry.contributions(w, b, x).sum() == pytest.approx(geometry.value(w, b, x), abs=1e-8)


def test_w_turns_and_b_shifts_but_a_common_scale_does_nothing():
    assert geometry.signed_distance(1e200 * W, 1e200 * B, X) == pytest.approx(3.2)
    assert geometry.signed_distance(1e-200 * W, 1e-200 * B, X) == pytest.approx(3.2)


def test_without_weights_there_is_no_boundary():
    nothing = Hyperplane(np.zeros(2), 1.0)
    assert np.isnan(geometry.signed_distance(nothing.weights, 1.0, X))
    data = engine.load("gate_and")
    answer = geometry.asked(nothing, data, X)
    assert "no boundary" in answer.story.sentence and answer.marks == ()


def test_a_point_is_told_feature_by_feature():
    data = engine.load("gate_and")
    answer = geometry.asked(Hyperplane(W, B), data, X)
    first, second = data.feature_names
    assert answer.story.tables[0].rows[1:] == ((first, 3.0, 2.0, 6.0), (second, 4.0, 5.0, 20.0))
    assert answer.story.worked == ("y = 3·2 + 4·5 − 10 = 16", "distance = y / ‖w‖ = 16 / 5 = 3.2")
    assert answer.marks[1].positions == pytest.approx(np.array([[0.08, 2.44]]))
    assert "exactly on the boundary" in geometry.asked(Hyperplane(W, B), data, np.array([2.0, 1.0])).story.sentence


def test_with_a_basis_distances_are_among_its_functions():
    basis = Polynomial.of_degree(2, 2)
    plane = Hyperplane(np.array([0.0, 0.0, 3.0, 4.0, 0.0]), -10.0, basis=basis)
    assert geometry.reach(plane, np.array([1.0, 3.0])) == pytest.approx((3 + 12 - 10) / 5)
    assert geometry.perpendicular(plane, X) == []
    names = [row[0] for row in geometry.parts_table(plane, engine.load("gate_and"), X).rows]
    assert len(names) == 6 and names[0] == "bias"
