"""Plane explorer: V against the eigenvalues, turns that change nothing, a plane leaned by hand, and what is drawn."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest

import engine
from engine.core.marks import Bars, Curve, Points, Segments, Text
from engine.families.reduction.plane_explorer.drawing import marks
from engine.families.reduction.plane_explorer.loop import Params
from engine.families.reduction.plane_explorer.telling import event, explain, measure
from engine.families.reduction.plane_explorer.turning import CLOUD, RIGHT, TOWARDS, UP, frame_of, leaned, seen, tip
from engine.models.projections import Components
from tests.catalogue import shows
from tests.engine.families.reduction.stages import W09
from tests.examples import numbers

FOLLOWS = {
    "λ1 + λ2": lambda step, data, params: np.sort(np.linalg.eigvalsh(step.S))[1:].sum(),
    "V:": lambda step, data, params: np.trace(step.frame[:2] @ step.S @ step.frame[:2].T) / np.trace(step.S),
}

KEY = "plane_explorer"
THREE = engine.Dataset.from_arrays(np.column_stack([W09, [1.0, -2.0, 0.5, 3.0, -1.0]]))
"""The five points of W09 with a third feature."""


def ran(data, start=None, **values):
    return engine.trace(KEY, data, start=start, **values).to_end()


def eigenvalues(X):
    return np.linalg.eigvalsh(np.cov(X.T))[::-1]


@shows("DR10")
@pytest.mark.parametrize("data", [THREE, engine.load("iris"), engine.load("wine").select([0, 5, 9])])
def test_dr10_rotations_reach_the_two_largest_eigenvalues(data):
    run, values = ran(data, finest=0.05), eigenvalues(data.X[:, :3])
    assert run[-1].variance == pytest.approx(values[:2].sum(), rel=1e-4) and run[-1].variance <= values[:2].sum() * (
        1 + 1e-12
    )
    assert run.ending.kind == "converged" and "no turn of" in run.ending.words
    for before, step in pairwise(run):
        told = numbers(explain(step, data, Params()))
        shadow = (data.X[:, :3] - data.X[:, :3].mean(axis=0)) @ step.frame[:2].T
        assert step.variance == pytest.approx(np.var(shadow, axis=0, ddof=1).sum()) and step.before == before.variance
        assert told["λ1 + λ2"] == pytest.approx(values[:2].sum()) and told["λ3"] == pytest.approx(values[2])
        assert told["lost"] == pytest.approx(values.sum() - step.variance) and told["lost"] >= values[2] * (1 - 1e-9)
        assert step.frame @ step.frame.T == pytest.approx(np.eye(3), abs=1e-12)
        assert np.cross(step.frame[0], step.frame[1]) == pytest.approx(step.frame[2], abs=1e-12)
        if step.kind == "within":
            assert step.variance == pytest.approx(before.variance, rel=1e-12) and step.frame[2] == pytest.approx(
                before.frame[2]
            )
            assert step.frame[0] @ before.frame[0] == pytest.approx(np.cos(np.radians(20.0)))
        else:
            assert step.variance > before.variance and step.frame[:, step.axis] == pytest.approx(
                before.frame[:, step.axis]
            )
    fitted = run[-1].model.transform(data.X)
    assert np.var(fitted, axis=0, ddof=1) == pytest.approx(run[-1].model.variances)


@shows("DR10")
def test_dr10_a_step_says_this():
    run = ran(THREE)
    first, within, about = (explain(run[k], THREE, Params()) for k in (0, 1, 3))
    values, S = eigenvalues(THREE.X), np.cov(THREE.X.T)
    lost = f"The variance lost is nᵀSn = {S[2, 2]:.4g}; no plane loses less than λ₃ = {values[2]:.4g}."
    assert first.sentence == f"The plane of x1 and x2 keeps V = {S[0, 0] + S[1, 1]:.4g} of the variance. {lost}"
    turned = f"Turned by 20° within the plane: u and v change, and V stays {run[1].variance:.4g}."
    assert within.sentence == f"{turned} {lost}"
    step = run[3]
    sign = "−" if step.angle < 0 else ""
    name, rise = f"x{step.axis + 1}", f"from {run[2].variance:.4g} to {step.variance:.4g}"
    assert about.sentence.startswith(f"Turned by {sign}20° about the axis of {name}: V rises {rise}. The variance lost")
    assert f"{100 * step.variance / np.trace(S):.1f} % of the variance" in [number.note for number in about.numbers]
    assert [check.holds for check in about.checks] == [True, True]
    iris = engine.load("iris")
    assert (
        "The first three features are looked at; 1 other feature is left out."
        in explain(ran(iris)[0], iris, Params()).sentence
    )
    started = ran(THREE, start=run[3].model)[0]
    assert explain(started, THREE, Params()).sentence.startswith("This plane, turned by hand or taken over, keeps V = ")
    assert started.variance == pytest.approx(run[3].variance)


@shows("DR10")
def test_dr10_two_features_have_one_plane_as_stated():
    flat = engine.Dataset.from_arrays(W09)
    run = ran(flat)
    assert [step.kind for step in run] == ["start", "within", "within"]
    assert [step.variance for step in run] == pytest.approx([np.trace(np.cov(np.array(W09).T))] * 3)
    assert "Two features have one plane" in run.ending.words
    assert "no other plane" in explain(run[1], flat, Params()).sentence
    model = leaned(np.array([[0.3, 0.2]]), flat, Params())
    assert tip(model, flat)[0] == pytest.approx(seen(model.components[:1] @ np.eye(3)[:2])[0])
    assert frame_of(model)[2] == pytest.approx([0, 0, 1]) and ran(flat, start=model)[0].variance == pytest.approx(
        run[0].variance
    )
    still = engine.Dataset.from_arrays(np.ones((4, 3)))
    assert ran(still).ending.kind == "failed"


@shows("DR10")
def test_dr10_plane_is_tilted_by_its_normal():
    assert np.array([RIGHT, UP, TOWARDS]) @ np.array([RIGHT, UP, TOWARDS]).T == pytest.approx(np.eye(3), abs=1e-12)
    base = ran(THREE)[3].model
    for place in ([0.3, -0.2], [0.0, 0.0], [2.0, 1.0]):
        model = leaned(np.array([place]), THREE, Params(), base)
        n = frame_of(model)[2]
        wanted = np.array(place) / max(1.0, np.linalg.norm(place))
        assert np.abs(n @ RIGHT - wanted[0]) < 1e-9 or np.abs(n @ RIGHT + wanted[0]) < 1e-9
        assert tip(model, THREE)[0] == pytest.approx(wanted, abs=1e-9)
        step = ran(THREE, start=model)[0]
        assert step.variance == pytest.approx(np.trace(np.cov(THREE.X.T)) - n @ np.cov(THREE.X.T) @ n)
    one = Components(np.zeros(3), np.array([[0.0, 0.0, 1.0]]), np.ones(1))
    assert frame_of(one)[0].tolist() == [0, 0, 1] and frame_of(one)[1].tolist() == [1, 0, 0]


@shows("DR10")
def test_dr10_cloud_shadow_and_meter_are_drawn():
    step = ran(THREE)[4]
    drawn = marks(step, THREE, Params())
    Z = THREE.X - THREE.X.mean(axis=0)
    size = np.linalg.norm(Z, axis=1).max()
    cloud = [mark for mark in drawn if mark.surface == CLOUD]
    points = next(mark for mark in cloud if isinstance(mark, Points) and mark.role == "data")
    assert points.positions == pytest.approx(seen(Z / size)) and points.rows.tolist() == [0, 1, 2, 3, 4]
    drop = next(mark for mark in cloud if isinstance(mark, Segments) and mark.role == "residual")
    u, v, n = step.frame
    feet = (np.outer(Z @ u, u) + np.outer(Z @ v, v)) / size
    assert drop.starts == pytest.approx(points.positions) and drop.ends == pytest.approx(seen(feet))
    normal = next(mark for mark in cloud if isinstance(mark, Segments) and mark.role == "axis")
    assert np.abs(normal.ends[0]) == pytest.approx(np.abs(seen(n[None])[0])) and normal.ends == pytest.approx(
        tip(step.model, THREE)
    )
    square = next(mark.positions for mark in cloud if isinstance(mark, Curve))
    assert square[0] == pytest.approx(1.1 * seen((u + v)[None])[0]) and square[2] == pytest.approx(-square[0])
    assert np.array_equal(square[0], square[-1])
    (shadow,) = (mark for mark in drawn if mark.surface.name == "Projection on the plane")
    assert shadow.positions == pytest.approx(np.column_stack([Z @ u, Z @ v]))
    (bars,) = (mark for mark in drawn if isinstance(mark, Bars))
    assert bars.values == pytest.approx([step.variance, eigenvalues(THREE.X)[:2].sum()]) and bars.chosen == 0


@shows("DR10")
def test_dr10_numbers_of_a_rotation_by_hand():
    """20° within the plane, then 20° about x1, by the formula V = uᵀSu + vᵀSv."""
    run, S = ran(THREE), np.cov(THREE.X.T)
    c, s = np.cos(np.radians(20.0)), np.sin(np.radians(20.0))
    said = explain(run[1], THREE, Params())
    along = [w @ S[:2, :2] @ w for w in (np.array([c, s]), np.array([-s, c]))]
    assert said.worked == (
        "u = (0.9397, 0.342, 0), v = (−0.342, 0.9397, 0)",
        f"V = uᵀSu + vᵀSv = {along[0]:.4g} + {along[1]:.4g} = 5",
        "nᵀSn = tr S − V = 8.7 − 5 = 3.7",
    )  # fmt: skip
    assert [(one.name, one.note) for one in said.numbers] == [
        ("V", "57.5 % of the variance"), ("λ1 + λ2", "the most that a plane keeps"), ("lost", "along the normal"),
        ("λ3", "the least that is lost"), ("n", "the normal"),
    ]  # fmt: skip
    assert said.numbers[-1].value == "(0, 0, 1)"
    tilted = np.array([0.0, -s, c])
    assert run[3].frame[2] == pytest.approx(tilted) and (run[3].axis, run[3].angle) == (0, 20.0)
    lost = tilted @ S @ tilted
    assert explain(run[3], THREE, Params()).sentence == (
        f"Turned by 20° about the axis of x1: V rises from 5 to {8.7 - lost:.4g}. The variance lost is "
        f"nᵀSn = {lost:.4g}; no plane loses less than λ₃ = {eigenvalues(THREE.X)[2]:.4g}."
    )
    last = explain(run[-1], THREE, Params()).sentence
    assert f"V rises by less than its digits show, from {run[-2].variance:.4g} to {run[-1].variance:.4g}." in last
    assert f"{run[-2].variance:.4g}" == f"{run[-1].variance:.4g}" and f"Turned by −{-run[-1].angle:g}° about" in last
    assert [event(one) and (event(one).word, event(one).role) for one in run[:4]] == [
        None, None, None, ("V rises", "best")
    ]  # fmt: skip
    assert measure(run[3], THREE, Params()) == pytest.approx(
        {"V": 8.7 - lost, "λ1 + λ2": eigenvalues(THREE.X)[:2].sum()}
    )


@shows("DR10")
def test_dr10_square_has_right_angles_and_axes_have_names():
    cloud = [mark for mark in marks(ran(THREE)[3], THREE, Params()) if mark.surface == CLOUD]
    u, v, n = ran(THREE)[3].frame
    square = next(mark.positions for mark in cloud if isinstance(mark, Curve))
    assert square == pytest.approx(1.1 * seen(np.array([u + v, v - u, -u - v, u - v, u + v])))
    axes = next(mark for mark in cloud if isinstance(mark, Segments) and mark.role == "ghost")
    assert not axes.starts.any() and axes.ends == pytest.approx(1.1 * np.array([RIGHT, UP]).T) and axes.arrows
    names = [mark for mark in cloud if isinstance(mark, Text)]
    assert [mark.text for mark in names] == ["x1", "x2", "x3"]
    assert [mark.position for mark in names] == [pytest.approx(end) for end in axes.ends]
    small = next(mark for mark in cloud if isinstance(mark, Points) and mark.role == "plain")
    assert small.sizes.tolist() == [0.2] * 5
    normal = next(mark for mark in cloud if isinstance(mark, Segments) and mark.role == "axis")
    assert normal.labels == ("n",) and normal.ends == pytest.approx(seen((n if n @ TOWARDS > 0 else -n)[None]))
    rng = np.random.default_rng(0)
    for rows, drops in ((300, 1), (301, 0)):
        data = engine.Dataset.from_arrays(rng.normal(size=(rows, 3)))
        drawn = marks(engine.trace(KEY, data)[0], data, Params())
        assert len([mark for mark in drawn if isinstance(mark, Segments) and mark.role == "residual"]) == drops
    flat = engine.Dataset.from_arrays(W09)
    arrow = [m for m in marks(ran(flat)[1], flat, Params()) if isinstance(m, Segments) and m.role == "axis"]
    assert arrow[0].labels == ("u",) and arrow[0].ends == pytest.approx(seen(ran(flat)[1].frame[:1]))
