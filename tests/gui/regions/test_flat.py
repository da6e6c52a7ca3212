"""Areas with straight borders: polygons that divide the visible part exactly as the model answers."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.data.bundled import load
from engine.data.plane import Plane
from engine.models.flat import LinearScores
from engine.models.groups import Centres
from engine.models.linear import Hyperplane, ThresholdUnit
from engine.models.scheme import Scheme
from gui.regions.flat import MOST, MOST_CUTS, Area, areas, divider, flat_scores, sides

RECT = (-2.0, 3.0, -1.0, 2.0)


def inside(area: Area, spots: np.ndarray, margin: float = 0.0) -> np.ndarray:
    """(m,) whether positions lie in a polygon whose corners run against the clock."""
    ways = np.roll(area.corners, -1, axis=0) - area.corners
    off = spots[:, None] - area.corners[None]
    across = ways[None, :, 0] * off[:, :, 1] - ways[None, :, 1] * off[:, :, 0]
    return np.asarray((across >= margin * np.hypot(*ways.T)).all(axis=1))


def size(area: Area) -> float:
    x, y = area.corners.T
    return 0.5 * float((x * np.roll(y, -1) - y * np.roll(x, -1)).sum())


@given(seed=st.integers(0, 10_000), K=st.integers(1, 12))
def test_areas_fill_the_rectangle_by_largest_score(seed, K):
    rng = np.random.default_rng(seed)
    scores = LinearScores(rng.normal(size=(K, 2)), rng.normal(size=K), np.arange(K))
    found = areas(scores, RECT)
    assert sum(size(area) for area in found) == pytest.approx(15.0)
    spots = rng.uniform((-2, -1), (3, 2), size=(200, 2))
    answers = np.argmax(spots @ scores.weights.T + scores.biases, axis=1)
    for area in found:
        assert (answers[inside(area, spots, 1e-9)] == area.code).all()
    drawn = {area.code for area in found}
    assert set(answers.tolist()) <= drawn


@given(seed=st.integers(0, 10_000))
def test_each_side_is_where_two_scores_tie_and_listed_once(seed):
    rng = np.random.default_rng(seed)
    centres = rng.uniform((-2, -1), (3, 2), size=(6, 2))
    scores = flat_scores(Centres(centres), None)
    assert scores is not None
    pieces = sides(areas(scores, RECT))
    for piece in pieces:
        middle = piece.mean(axis=0)
        far = np.sort(np.hypot(*(centres - middle).T))
        assert far[0] == pytest.approx(far[1], abs=1e-9)
    middles = {tuple(np.round(piece.mean(axis=0), 9)) for piece in pieces}
    assert len(middles) == len(pieces) and len(pieces) >= 1


@pytest.mark.parametrize(("kind", "code"), [(Hyperplane, 7), (ThresholdUnit, 3)])
def test_constant_model_has_one_area_and_no_side(kind, code):
    scores = flat_scores(kind(np.zeros(2), 0.0, (3, 7)), None)
    assert scores is not None
    found = areas(scores, RECT)
    assert [area.code for area in found] == [code] and sides(found) == []


def test_equal_centres_are_one_area_of_the_first():
    scores = flat_scores(Centres(np.array([[0.0, 0.0], [1.0, 0.0], [0.0, 0.0]])), None)
    assert scores is not None
    found = areas(scores, RECT)
    assert [area.place for area in found] == [0, 1] and len(sides(found)) == 1


def test_areas_of_one_class_have_no_side_between_them():
    scores = LinearScores(
        np.array([[1.0, 0.0], [-1.0, 0.0], [0.0, 0.0]]), np.array([0.0, 0.0, 0.5]), np.array([4, 4, 4])
    )
    assert sides(areas(scores, RECT)) == []


def scheme(seed: int, K: int, kind: str) -> Scheme:
    rng = np.random.default_rng(seed)
    pairs = [(k, -1) for k in range(K)] if kind == "rest" else [(j, k) for j in range(K) for k in range(j + 1, K)]
    lines = tuple(Hyperplane(rng.normal(size=2), rng.normal() / 2) for _ in pairs)
    positive, negative = (np.array(side) for side in zip(*pairs, strict=True))
    return Scheme(lines, positive, negative, np.arange(K), resolve=bool(seed % 2))


@pytest.mark.parametrize("kind", ["rest", "one"])
@pytest.mark.parametrize("seed", range(12))
def test_scheme_areas_match_its_predictions(seed, kind):
    model = scheme(seed, 3, kind)
    divide = divider(model, None)
    assert divide is not None
    found = divide(RECT)
    assert sum(size(area) for area in found) == pytest.approx(15.0)
    spots = np.random.default_rng(seed).uniform((-2, -1), (3, 2), size=(400, 2))
    answers = model.predict(spots)
    for area in found:
        assert (answers[inside(area, spots, 1e-9)] == area.code).all()
    pieces = sides(found)
    for start, end in pieces:
        way = end - start
        if np.hypot(*way) > 1e-3:
            off = 1e-6 * np.array([-way[1], way[0]]) / np.hypot(*way)
            one, other = model.predict(np.stack([(start + end) / 2 + off, (start + end) / 2 - off]))
            assert one != other
    assert len(pieces) or len(set(answers.tolist())) == 1


def test_schemes_without_weights_or_with_equal_lines_are_divided():
    empty = Scheme((Hyperplane(np.zeros(2), 0.0),) * 2, np.array([0, 1]), np.array([-1, -1]), np.arange(2))
    divide = divider(empty, None)
    assert divide is not None and [area.code for area in divide(RECT)] == [-1]
    line = Hyperplane(np.array([1.0, 0.0]), 0.0), Hyperplane(np.array([-2.0, 0.0]), 0.0)
    divide = divider(Scheme(line, np.array([0, 1]), np.array([-1, -1]), np.arange(2)), None)
    assert divide is not None and sorted(area.code for area in divide(RECT)) == [0, 1] and len(sides(divide(RECT))) == 1


def test_scheme_of_too_many_lines_is_rasterised():
    assert divider(scheme(0, MOST_CUTS + 1, "rest"), None) is None


def test_scores_of_more_features_are_those_on_the_plane():
    data = load("iris")
    plane, model = Plane.principal(data), Centres(data.X[[0, 75, 149]])
    scores = flat_scores(model, plane)
    assert scores is not None
    uv = np.random.default_rng(0).normal(size=(300, 2)) * 3
    assert np.array_equal(np.argmax(uv @ scores.weights.T + scores.biases, axis=1), model.predict(plane.lift(uv)))


def test_levels_and_too_many_areas_are_rasterised():
    tennis = load("play_tennis")
    assert divider(Centres(tennis.X[:2]), Plane.of(tennis)) is None
    assert divider(Centres(np.random.default_rng(0).normal(size=(MOST + 1, 2))), None) is None
    assert divider(object(), None) is None
