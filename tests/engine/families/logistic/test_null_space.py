"""Along a null direction E stays what it is: worked case W72."""

from __future__ import annotations

import numpy as np
import pytest

import engine
from engine.core.marks import Curve, Line, Points
from engine.families.logistic.logistic_newton.null_space import null_direction
from engine.maths.algebra.affine import with_ones
from engine.models.linear import Logistic
from tests.catalogue import shows
from tests.examples import SIX, numbers

W72 = engine.Dataset.from_arrays([[2.0, 1.0], [-1.0, 2.0]], [1, 0])
E = 0.957541293354


def seen(**params):
    algorithm = engine.algorithm("logistic_newton")
    built = algorithm.params(**params)
    step = engine.trace("logistic_newton", W72, start=Logistic(np.array([0.3, -0.1]), 0.2), **params)[0]
    return step, algorithm.explain(step, W72, built), algorithm.marks(step, W72, built)


@shows("LR10")
def test_lr10_null_space_move_keeps_e_and_points_only():
    step, story, drawn = seen(along=7.0)
    v = null_direction(with_ones(W72.X))
    assert v == pytest.approx([1.0, -0.2, -0.6])
    assert step.error == pytest.approx(E)
    floor = next(mark for mark in drawn if isinstance(mark, Curve) and mark.label == "along v")
    assert floor.positions[:, 1] == pytest.approx(np.full(81, E))
    wall = next(mark for mark in drawn if isinstance(mark, Curve) and mark.label == "along one weight")
    assert np.ptp(wall.positions[:, 1]) > 1.0
    ring = next(mark for mark in drawn if isinstance(mark, Points) and mark.labels == ("w + r v",))
    assert ring.positions[0] == pytest.approx([7.0, E])
    line = next(mark for mark in drawn if isinstance(mark, Line) and mark.label == "w + r v")
    assert np.append(line.bias, line.weights) == pytest.approx([0.2 + 7, 0.3 - 1.4, -0.1 - 4.2])
    found = {number.name: number for number in story.numbers}
    assert (found["rank of Φ"].value, found["rank of Φ"].note) == (2, "of 3: nullity 1")
    assert found["largest change of P at the points"].value < 1e-12
    assert abs(found["change of P away from them"].value) > 0.01
    assert any(check.words == "E is the same at w + r v" and check.holds for check in story.checks)
    assert "so E stays: at w it is 0.9575, and 7 v away 0.9575" in story.worked


def test_penalty_or_enough_rows_leave_no_null_space():
    _, story, drawn = seen(along=7.0, penalty=1.0, penalise_bias=True)
    assert "rank of Φ" not in numbers(story) and not [mark for mark in drawn if mark.surface.name.startswith("Along")]
    assert null_direction(with_ones(SIX.X)) is None
    assert null_direction(np.array([[1.0, 0.0], [1.0, 0.0]])).tolist() == [0.0, 1.0]
    assert null_direction(np.array([[1.0, 2e-310], [1.0, 5e-324]])).tolist() == [0.0, 1.0]
