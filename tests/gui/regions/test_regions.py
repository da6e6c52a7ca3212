"""Regions as arrays: coarse to fine gives the very picture that asking everywhere gives, at a fraction of the cost."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtGui import QColor

import engine
from engine.data.bundled import load
from engine.data.plane import Plane
from engine.models.groups import Centres
from engine.models.lattice import sureness
from engine.models.linear import Hyperplane, Logistic, Softmax
from engine.models.scheme import Scheme
from gui.look.theme import DARK, LIGHT, REGION
from gui.regions.raster_cells import doubtful
from gui.regions.regions import CHUNK, STRIP, Cancelled, Grid, Raster, lifted
from gui.regions.tinted import HATCH, picture
from tests.gui.canvas.seeing import pixels
from tests.gui.regions.asking import rasterise

RECT = (-4.0, 4.0, -3.0, 3.0)


class NearestNeighbours:
    """A k-NN-like model: the class of the nearest of some points."""

    def __init__(self, seed: int, n: int = 40, K: int = 3) -> None:
        rng = np.random.default_rng(seed)
        self.points, self.codes = rng.uniform(-3, 3, (n, 2)), rng.integers(0, K, n)

    def predict(self, X: np.ndarray) -> np.ndarray:
        return self.codes[Centres(self.points).predict(X)]


@pytest.mark.parametrize("seed", range(6))
def test_refinement_equals_evaluating_every_pixel(seed):
    model = NearestNeighbours(seed)
    grid = Grid(model, None, RECT, 401, 303)
    fine = list(grid.finer())[-1].labels
    assert np.array_equal(fine, rasterise(model, None, RECT, 401, 303).labels)
    assert grid.asked < 0.25 * 401 * 303


def test_straight_boundary_needs_few_evaluations():
    grid = Grid(Hyperplane(np.array([1.0, 2.0]), 0.3), None, RECT, 800, 600)
    list(grid.finer())
    assert grid.asked < 800 * 600 / 30


def test_pixels_are_evaluated_in_strips_with_class_and_certainty_together():
    tables = []

    class Noting(Logistic):
        def predict(self, X):
            tables.append(X)
            return super().predict(X)

        def predict_proba(self, X):
            assert X is tables[-1] and not X.flags.writeable
            return super().predict_proba(X)

    model = Logistic(np.array([2.0, 1.0]), 0.3)
    made = Grid(Noting(model.weights, model.bias), None, RECT, 160, 120).exact()
    whole = Grid(model, None, RECT, 160, 120)
    at = tuple(index.ravel() for index in np.indices((120, 160)))
    assert [len(table) for table in tables] == [STRIP] * 4 + [160 * 120 - 4 * STRIP]
    assert np.array_equal(made.labels.ravel(), whole.labels(*at))
    assert np.allclose(made.depth.ravel(), whole.depths(*at), atol=1e-6)


def test_exact_picture_finds_the_island_that_the_cells_missed():
    class Island:
        def predict(self, X):
            return (np.hypot(X[:, 0] - 0.09, X[:, 1] - 0.03) < 0.02).astype(int)

    fine, exact = (rasterise(Island(), None, RECT, 800, 600, exact=exact).labels.sum() for exact in (False, True))
    assert fine == 0 and exact > 5


def test_first_row_is_at_the_top_and_first_column_at_the_left():
    upper = rasterise(Hyperplane(np.array([0.0, 1.0]), 0.0), None, RECT, 40, 30).labels
    assert upper[0].all() and not upper[-1].any()
    right = rasterise(Hyperplane(np.array([1.0, 0.0]), 0.0), None, RECT, 40, 30).labels
    assert right[:, -1].all() and not right[:, 0].any()


def test_pixels_are_asked_at_their_middles():
    grid = Grid(None, None, (0.0, 4.0, 0.0, 2.0), 4, 2)
    assert grid.x.tolist() == [0.5, 1.5, 2.5, 3.5] and grid.y.tolist() == [1.5, 0.5]


def test_model_of_more_features_is_evaluated_on_the_lifted_plane():
    iris = load("iris")
    plane = Plane.features(iris, 2, 3)
    model = Hyperplane(np.array([1.0, 0.0, 1.0, 1.0]), -12.0)
    raster = rasterise(model, plane, (1.0, 7.0, 0.0, 3.0), 60, 30)
    across = float(iris.X[:, 0].mean()) - 12.0
    assert raster.labels[0, -1] == (across + 6.95 + 2.95 >= 0) and raster.labels[-1, 0] == 0
    u, v = np.meshgrid(1.05 + 0.1 * np.arange(60), 2.95 - 0.1 * np.arange(30))
    assert np.array_equal(raster.labels, (across + u + v >= 0).astype(int))


def test_level_axis_is_evaluated_at_the_nearest_level():
    tennis = load("play_tennis")
    plane = Plane.features(tennis, 0, 1)
    there = lifted(plane, np.array([[-0.6, 1.4], [2.9, 0.6]]))
    assert there[:, :2].tolist() == [[0.0, 1.0], [2.0, 1.0]]


def test_tint_deepens_with_probability():
    model = Logistic(np.array([3.0, 0.0]), 0.0)
    raster = rasterise(model, None, RECT, 80, 60)
    assert raster.depth is not None and raster.depth[30, 39] < 0.1 < 0.99 < raster.depth[30, 0]
    assert rasterise(model, None, RECT, 80, 60, "labels").depth is None


def test_interpolated_depths_are_close_to_exact_ones():
    model = Logistic(np.array([3.0, 1.0]), 0.5)
    fine, exact = (rasterise(model, None, RECT, 401, 303, exact=exact).depth for exact in (False, True))
    error = np.abs(fine - exact)
    assert error.mean() < 0.005 and error.max() < 0.15  # the largest at the kink on the boundary


class Window:
    """A class for sure within a circle, and none outside, as the window of Parzen says it."""

    def predict(self, X: np.ndarray) -> np.ndarray:
        return np.where(np.hypot(*X.T) < 1.3, 0, -1)

    def predict_proba(self, X: np.ndarray) -> np.ndarray:
        inside = self.predict(X)[:, None] == 0
        return np.where(inside, [1.0, 0.0], np.nan)


def test_finer_picture_is_exact_where_certainty_is_discontinuous():
    fine, exact = (rasterise(Window(), None, RECT, 401, 303, exact=exact) for exact in (False, True))
    assert np.array_equal(fine.labels, exact.labels) and np.unique(exact.depth).tolist() == [0.0, 1.0]
    assert fine.depth == pytest.approx(exact.depth, abs=1e-6)


@pytest.mark.parametrize("size", [(2, 1), (1, 2), (2, 2), (9, 8), (17, 25)])
def test_small_picture_has_a_depth_for_every_pixel(size):
    raster = rasterise(Logistic(np.array([3.0, 1.0]), 0.5), None, RECT, *size, exact=False)
    assert raster.depth.shape == size[::-1] and np.isfinite(raster.depth).all()


def test_first_look_evaluates_one_point_per_cell_once():
    grid = Grid(Logistic(np.array([3.0, 1.0]), 0.5), None, RECT, 401, 303)
    looks = grid.finer()
    first, cells = next(looks), 26 * 19
    assert first.labels.size == first.depth.size == cells and grid.asked == 2 * cells
    assert first.depth == pytest.approx(next(looks).depth[::2, ::2], abs=0.3)  # those of its quarters lie around it
    places: list[tuple[int, int]] = []
    whole = Grid(grid.model, None, RECT, 401, 303)
    ask = whole.depths
    whole.depths = lambda rows, columns: places.extend(zip(rows, columns, strict=True)) or ask(rows, columns)
    list(whole.finer())
    assert len(set(places)) == len(places) == 51 * 39


def test_first_look_computes_neighbours_once(monkeypatch):
    """For the classes and for how sure they are."""
    rng, searched = np.random.default_rng(0), []
    data = engine.Dataset.from_arrays(rng.normal(size=(60, 2)), rng.integers(2, size=60))
    model = engine.fit("knn", data, k=3).known
    nearest = model.search.nearest
    monkeypatch.setattr(model.search, "nearest", lambda Z, *more: searched.append(len(Z)) or nearest(Z, *more))
    first = next(Grid(model, None, (-2.0, 2.0, -2.0, 2.0), 160, 160).finer())
    assert searched == [100] and first.depth is not None


def test_certainty_ranges_from_equal_chances_to_one():
    assert sureness(np.array([1 / 3, 1.0]), 3).tolist() == pytest.approx([0.0, 1.0])


@pytest.mark.parametrize("theme", [LIGHT, DARK], ids=lambda theme: theme.name)
def test_picture_has_class_tints_and_ink_lines_between(theme):
    image = picture(rasterise(Hyperplane(np.array([1.0, 0.0]), 0.0), None, RECT, 80, 60), theme)
    seen = pixels(image)
    low, high = (np.array(theme.region_colour(code, REGION).getRgb()[:3]) for code in (0, 1))
    assert (seen[:, :36] == low).all() and (seen[:, 44:] == high).all()
    ink, paper = (np.array(QColor(colour).getRgb()[:3]) for colour in (theme.ink, theme.paper))
    middle = np.abs(seen[30, 39] - ink).sum()
    assert middle < 0.4 * np.abs(paper - ink).sum()


def test_an_unneeded_picture_is_cancelled():
    grid = Grid(Hyperplane(np.array([1.0, 0.0]), 0.0), None, RECT, 400, 300, stale=lambda: True)
    with pytest.raises(Cancelled):
        list(grid.finer())


def test_cells_differing_from_a_neighbour_are_refined():
    labels = np.zeros((4, 5), dtype=int)
    labels[0, 0] = 1
    expected = np.zeros((4, 5), dtype=bool)
    expected[:2, :2] = True
    assert np.array_equal(doubtful(labels), expected)


@pytest.mark.parametrize("theme", [LIGHT, DARK], ids=["light", "dark"])
def test_area_without_a_class_is_hatched(theme):
    labels = np.full((60, 80), -1, dtype=np.int16)
    labels[:, 40:] = 1
    seen = pixels(picture(Raster(labels), theme))
    area, beside = seen[:, :36].reshape(-1, 3), seen[:, 44:].reshape(-1, 3)
    tint = np.array(theme.region_colour(-1).getRgb()[:3])
    assert (beside == theme.region_colour(1).getRgb()[:3]).all()  # not the last colour, and no stripe there
    apart = np.abs(area - tint).max(axis=1)
    assert apart.max() > 30
    stripes = (apart > apart.max() / 2).reshape(-1, 36)  # without their soft edges
    assert stripes.mean() == pytest.approx(2 / HATCH, abs=0.02)
    assert np.array_equal(stripes[30, 1:], stripes[31, :-1])  # one to the left a row below


def test_no_class_does_not_wrap_to_the_last_colour():
    codes = np.array([[-1, 0, 7]], dtype=np.int16)
    colours = pixels(picture(Raster(codes, cell=2), LIGHT))[0]
    wanted = [LIGHT.region_colour(code).getRgb()[:3] for code in (-1, 0, 7)]
    assert colours.tolist() == [list(colour) for colour in wanted] and len({*wanted}) == 3


def test_finest_picture_of_a_scheme_is_hatched_between_lines():
    lines = tuple(Hyperplane(np.array(w), -1.0) for w in ([1.0, 0.0], [-0.5, 0.9], [-0.5, -0.9]))
    scheme = Scheme(lines, np.arange(3), np.full(3, -1), np.arange(3))
    raster = rasterise(scheme, None, RECT, 161, 121)
    assert raster.labels[60, 80] == -1 and raster.labels[60, 140] == 0  # the middle is nobody's
    seen = pixels(picture(raster, LIGHT))[56:66, 76:86].reshape(-1, 3)
    assert len(np.unique(seen, axis=0)) == 3  # the tint, and the stripe with its soft sides


class Pairwise:
    """Computes very many numbers for every point."""

    def __init__(self) -> None:
        self.most = 0

    def decision_function(self, X: np.ndarray) -> np.ndarray:
        self.most = max(self.most, len(X))
        return np.tile(X[:, :1], (1, 1_225))

    def predict(self, X: np.ndarray) -> np.ndarray:
        return (self.decision_function(X)[:, 0] > 0).astype(int)


def test_costly_models_are_evaluated_in_smaller_batches():
    """Fifty classes against each other took 9.6 GB for their areas."""
    model = Pairwise()
    labels = Grid(model, None, (-1.0, 1.0, -1.0, 1.0), 300, 200).exact().labels
    assert model.most * 1_225 <= CHUNK
    np.testing.assert_array_equal(labels, np.tile(np.arange(300) >= 150, (200, 1)))


@pytest.mark.parametrize("K", [2, 3, 7])
def test_score_models_are_evaluated_for_certainty_only(K):
    rng = np.random.default_rng(K)
    model = Softmax(3 * rng.normal(size=(K, 2)), rng.normal(size=K), np.arange(K) + 1)
    asked = rasterise(model, None, RECT, 201, 153, exact=False)
    grid = Grid(model, None, RECT, 201, 153, scores=model.linear_scores())
    (told,) = grid.finer()
    assert told.cell == 1 and np.array_equal(told.labels, asked.labels) and np.array_equal(told.depth, asked.depth)
    assert grid.asked == 26 * 20, "every eighth pixel, and the last"
