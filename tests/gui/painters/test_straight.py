"""Straight borders on the plane: exact lines at any zoom, at once, with the tints up to them."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtCore import QRectF

from engine.core.marks import Region
from engine.data.bundled import load
from engine.data.dataset import Dataset
from engine.models.basis import Polynomial
from engine.models.groups import Centres
from engine.models.linear import Hyperplane, Logistic, Softmax
from gui.painters import region
from gui.regions.flat import flat_scores
from gui.regions.tinted import DEEPEST, FAINTEST
from tests.gui.canvas.hand_made import frame
from tests.gui.canvas.seeing import pixels


def show(plane, model, how="auto"):
    mark = Region(model, how)
    plane.show_marks((mark,), frame(plane.session, (mark,)))
    return plane.painters_of(Region)[0]


def unlike(plane, model, tints_of=None) -> float:
    """The share of the picture, away from the lines, that is not in the tint of what the model says there.

    tints_of  the tints (m, 3) of positions; else those of the classes
    """
    box, picture, theme = plane.box, pixels(plane.widget), plane.appearance.theme
    area = box.mapRectToScene(box.rect())
    (x0, x1), (y0, y1) = box.viewRange()
    columns = np.arange(int(area.left()) + 8, int(area.right()) - 8, 7)
    rows = np.arange(int(area.top()) + 8, int(area.bottom()) - 8, 7)
    u = x0 + (columns + 0.5 - area.left()) / area.width() * (x1 - x0)
    v = y1 - (rows + 0.5 - area.top()) / area.height() * (y1 - y0)
    unit = np.array([(x1 - x0) / area.width(), (y1 - y0) / area.height()])
    spots = np.stack(np.meshgrid(u, v), axis=-1).reshape(-1, 2)
    around = np.array([[0, 0], [2, 0], [-2, 0], [0, 2], [0, -2]]) * unit
    answers = np.array([model.predict(spots + off) for off in around])
    clear = (answers == answers[0]).all(axis=0)
    flat = np.array([theme.region_colour(code).getRgb()[:3] for code in range(4)])
    tints = flat[answers[0]] if tints_of is None else tints_of(spots)
    seen = picture[rows[:, None], columns[None, :]].reshape(-1, 3)
    return float((np.abs(seen - tints)[clear].max(axis=1) > 2).mean())


def by_chances(theme, model):
    """The tints (m, 3) of positions by the probabilities of a model there, asked one by one."""

    def tints(spots):
        chances = model.predict_proba(spots).max(axis=1)
        shares = FAINTEST + (DEEPEST - FAINTEST) * (2 * chances - 1)
        codes = model.predict(spots).tolist()
        return np.array([theme.region_colour(*of).getRgb()[:3] for of in zip(codes, shares.tolist(), strict=True)])

    return tints


@pytest.fixture
def bare(plane):
    """A plane with one point in a corner, so that areas are all there is to see."""
    plane.session.open_data(Dataset(np.array([[-40.0, -40.0]]), name="far"))
    plane.box.setRange(QRectF(-4.0, -3.0, 8.0, 6.0), padding=0)
    yield plane
    plane.close_down()


CENTRES = Centres(np.array([[-2.0, 0.3], [1.5, 1.0], [0.5, -2.0]]))
LINE = Hyperplane(np.array([0.02, 1.0]), -0.1)


@pytest.mark.parametrize("model", [LINE, CENTRES])
def test_tints_match_the_predictions_up_to_the_lines(bare, model):
    show(bare, model)
    assert unlike(bare, model) == 0


def test_zoom_is_redrawn_without_a_request(bare):
    painter = show(bare, CENTRES)
    for zoom in (1.0, 0.1, 1e-6, 6.0):
        bare.box.setRange(QRectF(-4.0 * zoom, -3.0 * zoom, 8.0 * zoom, 6.0 * zoom), padding=0)
        assert painter.settled and painter.shown is None and unlike(bare, CENTRES) == 0


def test_nearly_horizontal_line_has_no_stairs(bare):
    """Its darkness runs over from one row of pixels to the next little by little, not all at once."""
    show(bare, LINE)
    picture = pixels(bare.widget)
    x, y = (int(v) for v in bare.pixels(np.array([[0.0, 0.1]]))[0])
    paper = np.array(bare.appearance.theme.region_colour(0).getRgb()[:3]).sum()
    band = np.clip(paper - picture[y - 20 : y + 20, x - 300 : x + 300].sum(axis=2), 0, None).astype(float)
    middles = (band * np.arange(40)[:, None]).sum(axis=0) / band.sum(axis=0)
    straight = np.polyval(np.polyfit(np.arange(600), middles, 1), np.arange(600))
    assert np.abs(middles - straight).max() < 0.25  # stairs of whole pixels are 0.5 away


TWO = {
    "a line": Logistic(np.array([1.0, 2.0]), 0.0),
    "hardly sure anywhere": Logistic(np.array([0.01, -0.03]), 0.02, classes=(3, 1)),
    "sure next to its border": Logistic(np.array([-90.0, 4.0]), 30.0),
    "sure beyond numbers": Logistic(np.array([1e200, 1e200]), 0.0),
    "one class, but not surely": Logistic(np.array([0.1, 0.05]), 1.5),
    "everywhere alike": Logistic(np.array([0.0, 0.0]), -0.8),
    "undecided": Logistic(np.array([0.0, 0.0]), 0.0),
    "softmax": Softmax(np.array([[1.0, -2.0], [0.5, 1.0]]), np.array([0.3, 0.0]), np.array([2, 0])),
}


@pytest.mark.full
@pytest.mark.parametrize("name", TWO)
def test_two_class_probabilities_are_drawn_without_a_request(bare, name):
    """Their tints run across the areas, at any zoom, and are those of the probabilities at every pixel."""
    model = TWO[name]
    painter, tints = show(bare, model, "probability"), by_chances(bare.appearance.theme, model)
    for zoom in (1.0, 0.1, 1e-6, 6.0):
        bare.box.setRange(QRectF(-4.0 * zoom, -3.0 * zoom, 8.0 * zoom, 6.0 * zoom), padding=0)
        assert painter.settled and painter.shown is None and unlike(bare, model, tints) == 0


def test_no_depth_if_only_classes_are_requested(bare):
    for how, grades in (("probability", True), ("labels", False), ("auto", True)):
        model = TWO["a line"]
        assert not show(bare, model, how).asks
        assert (unlike(bare, model, by_chances(bare.appearance.theme, model)) == 0) is grades
        assert (unlike(bare, model) == 0) is not grades


def test_probability_levels_with_lines_are_rasterised(bare, qtbot):
    mark = Region(TWO["a line"], "probability", levels=(0.9,))
    bare.show_marks((mark,), frame(bare.session, (mark,)))
    painter = bare.painters_of(Region)[0]
    qtbot.waitUntil(lambda: painter.settled and painter.shown is not None)
    assert painter.asks


def test_three_class_depth_is_a_raster_with_an_exact_boundary(bare, qtbot):
    ways = np.array([[1.0, 2.0], [0.0, 0.0], [-9.0, -9.0]])
    painter = show(bare, Softmax(ways, np.array([0.0, 0.0, -600.0]), np.arange(3)), "probability")
    qtbot.waitUntil(lambda: painter.settled and painter.shown is not None)
    assert painter.asks and not painter.shown.request.edges and len(painter.areas()) == 2
    x, y = bare.pixels(np.array([[0.0, 0.0]]))[0].round().astype(int)
    ink = np.array(bare.appearance.theme.region_colour(0).getRgb()[:3])
    assert pixels(bare.widget)[y - 2 : y + 3, x].sum(axis=1).min() < 0.6 * ink.sum()


def test_curved_borders_are_rasters_and_cleared_by_straight_ones(bare, qtbot):
    curved = Hyperplane(np.array([0.0, 0.0, 1.0, 0.0, 1.0]), -1.0, basis=Polynomial.of_degree(2, 2))
    painter = show(bare, curved)
    qtbot.waitUntil(lambda: painter.shown is not None and painter.settled)
    assert painter.shown.request.edges and painter.areas() == []
    show(bare, LINE)
    assert painter.shown is None and unlike(bare, LINE) == 0


def test_the_areas_of_k_means_are_polygons(canvas, settled):
    session = canvas.session
    session.open_data(load("iris"))
    session.add_lane("kmeans")
    session.go_to(5)
    settled()
    painter = canvas.plane_view.painters_of(Region)[0]
    assert len(painter.areas()) == 3 and not painter.asks


def test_areas_are_recomputed_only_for_another_model(bare, monkeypatch):
    """Both halves of a round of K-means have the same centres."""
    divided: list[object] = []
    monkeypatch.setattr(region, "flat_scores", lambda model, plane: divided.append(model) or flat_scores(model, plane))
    painter = show(bare, CENTRES)
    areas = painter.areas()
    assert show(bare, CENTRES) is painter and painter.areas() is areas and divided == [CENTRES]
    bare.show_marks((), None)
    show(bare, LINE)
    assert divided[-1] is LINE and unlike(bare, LINE) == 0
    show(bare, CENTRES)
    assert divided[-1] is CENTRES and unlike(bare, CENTRES) == 0
