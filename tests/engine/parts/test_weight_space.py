"""The chart of weight space: its axes, the arrow downhill, and the words for what a slice holds."""

from __future__ import annotations

import numpy as np
import pytest

import engine
from engine.core.marks import Contours, Points, Segments, Text
from engine.maths.algebra.affine import with_ones
from engine.maths.probability.cross_entropy import penalised
from engine.parts import weight_space
from engine.parts.weight_space import Problem, Slice, descent, surface
from engine.parts.weight_space import penalised as terms_of
from tests.catalogue import shows

RNG = np.random.default_rng(3)
THREE = engine.Dataset.from_arrays(RNG.normal(size=(30, 3)), np.arange(30) % 2, feature_names=["u", "v", "z"])
W = np.array([0.5, -1.0, 2.0, 0.25])


@pytest.mark.parametrize(
    ("columns", "names"), [([0], ("bias", "weight of u")), ([0, 1], ("weight of u", "weight of v"))]
)
def test_axes_are_named_after_their_weights(columns, names):
    chart = surface(THREE.select(columns), np.array([[0.0, 0.0], [1.0, 2.0]]))
    assert (chart.x, chart.y) == names


@shows("OP1")
def test_descent_arrow_goes_downhill_to_the_stated_step():
    penalties = np.array([0.0, 0.3, 0.7, 0.7])
    problem = Problem(with_ones(THREE.X), THREE.codes.astype(float), penalties)
    y = 1 / (1 + np.exp(-problem.Phi @ W))
    slope = problem.Phi.T @ (y - problem.t) + penalties * W
    height = penalised(W, problem.Phi, problem.t, penalties)
    drawn = descent(W, W[None, 1:3], -0.1 * slope, height, slope, problem, THREE)
    patch, arrow = [mark for mark in drawn if isinstance(mark, Segments)]
    way = (arrow.ends - arrow.starts)[0]
    assert arrow.starts[0].tolist() == [-1, 2] and arrow.labels == ("−∇(E + penalty)",)
    assert way / np.linalg.norm(way) == pytest.approx(-slope[1:3] / np.linalg.norm(slope[1:3]))
    (goal,) = [mark for mark in drawn if isinstance(mark, Points) and mark.role == "best"]
    assert goal.positions[0] == pytest.approx((W - 0.1 * slope)[1:3])
    landscape, alone, penalty = [mark for mark in drawn if isinstance(mark, Contours)]
    here, promised = W[1:3], height - 0.1 * slope[1:3] @ slope[1:3]
    for beside in 1e-4 * np.eye(2):  # it touches: the landscape leaves it with the square of the way alone
        gap = landscape.function((here + beside)[None])[0] - height - beside @ slope[1:3]
        assert 0 < gap < 1e-6
    plane = lambda places: height + (places - here) @ slope[1:3]  # noqa: E731
    for ends in (patch.starts, patch.ends):
        assert plane(ends[:2]) == pytest.approx([height, promised])
    assert (patch.starts + patch.ends)[:2] / 2 == pytest.approx(np.array([here, goal.positions[0]]))
    place = np.array([0.5, -0.5])
    moved = np.array([W[0], *place, W[3]])
    assert landscape.function(place[None])[0] == pytest.approx(penalised(moved, problem.Phi, problem.t, penalties))
    assert penalty.function(place[None])[0] == pytest.approx(0.5 * (penalties @ moved**2))
    assert alone.function(place[None])[0] == pytest.approx(penalised(moved, problem.Phi, problem.t, 0 * penalties))
    terms, words = [mark for mark in drawn if isinstance(mark, Text)]
    assert terms.text == "Tint: E + penalty. Lines: E.\nFaint lines: the penalty."
    first, *tangent = words.text.split("\n")
    assert first == "A slice: the 2 other weights are held."
    assert tangent[0] == "The patch: the tangent plane at w,"
    assert tangent[1] == f"from {height:.4g} there to {promised:.4g} at next."


def test_error_surface_is_evaluated_once_for_lines_and_sum():
    asked = []
    slice = Slice(np.zeros(2), np.zeros(3), np.eye(3)[:, 1:], np.ones(3))
    chart = surface(THREE, np.array([[0.0, 0.0], [1.0, 2.0]]))

    def alone(places):
        asked.append(len(places))
        return (places**2).sum(axis=1)

    both, error, *_ = terms_of((alone, ("E",)), slice, chart)
    grid = RNG.normal(size=(5, 2))
    for _ in range(2):
        assert both.function(grid) == pytest.approx(1.5 * (grid**2).sum(axis=1))
        assert error.function(grid) == pytest.approx((grid**2).sum(axis=1))
    assert asked == [5]
    error.function(grid + 1)
    assert asked == [5, 5]
    parts = [grid + 2 + i for i in range(3)]
    for picture in (both, error):  # each asks for its grid in parts, and one begins when the other is done
        for part in parts:
            picture.function(part)
    assert asked == 5 * [5]


def test_error_surface_does_not_depend_on_the_block_size(monkeypatch):
    slopes, held, places = RNG.normal(size=(7, 2)), RNG.normal(size=7), RNG.normal(size=(10, 2))
    whole = places @ slopes.T + held
    for size, pieces in ((7 * 4, [4, 4, 2]), (1, 10 * [1]), (2**16, [10])):
        monkeypatch.setattr(weight_space, "AT_A_TIME", size)
        found = list(weight_space.activation_blocks(slopes, held, places))
        assert list(map(len, found)) == pieces
        assert np.vstack(found) == pytest.approx(whole)
    assert [piece.shape for piece in weight_space.activation_blocks(slopes, held, places[:0])] == [(0, 7)]
