"""Balls of distances: which rows are inside, areas against closed forms, outlines, and the radius that is held."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from scipy.spatial.distance import cdist

import engine
from engine.base.errors import Refusal, SetParameter
from engine.core.marks import Bars, Curve, Ellipse, Points
from engine.data.dataset import Dataset
from engine.families.distances.unit_balls.loop import area
from engine.models.neighbours import Query

KEY = "unit_balls"
CARD = engine.algorithm(KEY)
CLOUD = Dataset(np.random.default_rng(4).normal(size=(60, 2)) @ np.array([[2.0, 0.5], [0.0, 1.0]]))
ORIGIN = Query(np.zeros(2))


def steps(data: Dataset = CLOUD, start: Any = ORIGIN, **params: Any) -> list[Any]:
    return list(engine.trace(KEY, data, start=start, **params).to_end())


def told(data: Dataset = CLOUD, **params: Any) -> list[Any]:
    return [CARD.explain(step, data, CARD.params(**params)) for step in steps(data, **params)]


def test_inside_rows_are_within_the_radius_by_each_distance() -> None:
    run = steps(radius=1.5, p=3.0)
    assert [step.order for step in run] == [None, 0.5, 1, 2, 3, 4, np.inf, 0]
    for step in run[1:-1]:
        far = (
            cdist([[0, 0]], CLOUD.X, "minkowski", p=step.order)[0]
            if np.isfinite(step.order)
            else abs(CLOUD.X).max(axis=1)
        )
        assert step.inside.tolist() == np.flatnonzero(far <= 1.5).tolist()
    far = cdist([[0, 0]], CLOUD.X, "mahalanobis", VI=np.linalg.inv(np.cov(CLOUD.X.T)))[0]
    assert run[-1].inside.tolist() == np.flatnonzero(far <= 1.0).tolist()
    assert run[-1].counts == tuple(len(step.inside) for step in run[1:])
    for story in told(radius=1.5, p=3.0)[2:-1]:
        assert story.checks[0].holds


def test_areas_grow_with_p_and_match_known_shapes() -> None:
    assert area(1.0, 3.0) == pytest.approx(18) and area(2.0, 3.0) == pytest.approx(9 * np.pi)
    assert area(float("inf"), 3.0) == pytest.approx(36) and area(0.5, 3.0) == pytest.approx(9 * 2 / 3)
    grid = np.linspace(-1, 1, 1001)
    for p in (0.3, 0.7, 3.0):
        inside = (np.abs(grid)[:, None] ** p + np.abs(grid) ** p <= 1).mean() * 4
        assert area(p, 1.0) == pytest.approx(inside, rel=0.02)
    run = steps(radius=1.5, deviations=2.0)
    assert list(run[-2].areas) == sorted(run[-2].areas)
    assert run[-1].areas[-1] == pytest.approx(4 * np.pi * np.sqrt(np.linalg.det(np.cov(CLOUD.X.T))))
    bars = next(one for one in CARD.marks(run[-1], CLOUD, CARD.params(radius=1.5)) if isinstance(one, Bars))
    assert bars.values.tolist() == list(run[-1].areas) and bars.chosen == 6
    assert bars.labels == (
        "p = 0.5", "p = 0.7", "p = 1 Manhattan", "p = 2 Euclidean", "p = 4", "p = ∞ Chebyshev", "Mahalanobis",
    )  # fmt: skip


def test_outlines_are_at_the_radius_around_the_point() -> None:
    at = Query(np.array([1.0, -2.0]))
    run = steps(start=at, radius=0.8, deviations=2.0)
    drawn = CARD.marks(run[-1], CLOUD, CARD.params(radius=0.8, deviations=2.0))
    curves = [one for one in drawn if isinstance(one, Curve)]
    for curve, p in zip(curves, (0.5, 0.7, 1.0, 4.0), strict=False):
        gaps = np.abs(curve.positions - at.point)
        assert (gaps**p).sum(axis=1) ** (1 / p) == pytest.approx(np.full(len(gaps), 0.8))
    circle, ellipse = (one for one in drawn if isinstance(one, Ellipse))
    assert circle.scale == 0.8 and circle.covariance.tolist() == np.eye(2).tolist() and circle.role == "plain"
    assert (
        ellipse.scale == 2.0 and pytest.approx(np.cov(CLOUD.X.T)) == ellipse.covariance and ellipse.role == "boundary"
    )
    third = CARD.marks(run[3], CLOUD, CARD.params(radius=0.8))
    assert [one.role for one in third if isinstance(one, Curve)] == ["plain", "plain", "boundary"]
    lit = next(one for one in CARD.marks(run[-1], CLOUD, CARD.params()) if isinstance(one, Points))
    assert lit.role == "support" and lit.rows.tolist() == run[-1].inside.tolist()


def test_each_shape_is_named() -> None:
    words = [story.sentence for story in told(p=1.5, radius=1.0)]
    assert words[0] == "The point x is at (0, 0). What is within 1 of it? That depends on the distance."
    for sentence, shape in zip(
        words[1:],
        ("a star", "a diamond", "between diamond and circle", "a circle", "between circle and square", "a square"),
        strict=False,
    ):
        assert f"the ball is {shape}" in sentence
    assert "1 of them here: its ball is an ellipse" in words[-1]
    assert told(radius=1.0)[4].worked == ("of the circle = 3.142 / 3.142 = 1",)


def test_radius_is_chosen_typed_or_dragged() -> None:
    run = steps()
    assert run[0].radius == pytest.approx(np.ptp(CLOUD.X, axis=0).max() / 5)
    handle = CARD.drags[0]
    assert handle.track(run[0], CLOUD, CARD.params()) is None
    track = handle.track(run[1], CLOUD, CARD.params())
    assert track.now.tolist() == [run[0].radius, 0.0] and track.value_at(np.array([2.5, 0.7])) == pytest.approx(2.5)
    same = Dataset(np.ones((3, 2)))
    last = steps(same, None)
    assert last[0].radius == 1.0 and last[-1].part == "ball", "without variance there is no Mahalanobis distance"
    assert steps(CLOUD, None, row=7)[0].model.point.tolist() == CLOUD.X[6].tolist()
    assert steps(CLOUD, None)[0].model.point.tolist() == CLOUD.X[29].tolist()


def test_two_of_more_features_are_drawn_on_a_chart() -> None:
    iris = engine.load("iris")
    params = {"first": 3, "second": 4, "radius": 0.5, "row": 100}
    run = steps(iris, None, **params)
    assert run[0].x.tolist() == iris.X[99, 2:].tolist() and run[0].model.point.tolist() == iris.X[99].tolist()
    circle = next(step for step in run if step.order == 2)
    assert circle.inside.tolist() == np.flatnonzero(cdist(iris.X[99:100, 2:], iris.X[:, 2:])[0] <= 0.5).tolist()
    drawn = CARD.marks(circle, iris, CARD.params(**params))
    names = {mark.surface.name for mark in drawn}
    assert names == {"Balls around x", "Area of each ball"} and drawn[0].surface.x == "petal length (cm)"
    rows = next(mark for mark in drawn if isinstance(mark, Points) and mark.role == "data")
    assert rows.positions.tolist() == iris.X[:, 2:].tolist() and rows.groups.tolist() == iris.codes.tolist()
    assert CARD.drags[0].track(circle, iris, CARD.params(**params)) is None
    assert CARD.params(first=2, second=2).axes(CLOUD) == (1, 0) and CARD.params(first=9, second=1).axes(iris) == (3, 0)


def test_what_cannot_be_drawn_is_refused() -> None:
    with pytest.raises(Refusal, match="needs at least 2 features"):
        engine.trace(KEY, Dataset(CLOUD.X[:, :1]))
    with pytest.raises(Refusal, match="row = 61 is no row") as refused:
        engine.trace(KEY, CLOUD, row=61)
    assert refused.value.remedies == (SetParameter("row", 60),)


def test_numbers_and_words_are_those_of_the_newest_ball() -> None:
    run, stories = steps(radius=1.5, deviations=2.0), told(radius=1.5, deviations=2.0)
    diamond, last = stories[3], stories[-1]
    assert "costs as much as along the other, and they add up." in diamond.sentence
    assert diamond.sentence.endswith(f"{len(run[3].inside)} rows are inside.")
    assert [(one.name, one.value) for one in diamond.numbers] == [
        ("rows inside", len(run[3].inside)), ("area", pytest.approx(4.5)), ("r", 1.5),
    ]  # fmt: skip
    assert diamond.worked == ("of the circle = 4.5 / 7.069 = 0.6366",)
    assert last.numbers[1].value == pytest.approx(run[-1].areas[-1]) and last.numbers[2].value == 2.0
    assert last.sentence.endswith(f"long where the rows spread. {len(run[-1].inside)} rows are inside.")
