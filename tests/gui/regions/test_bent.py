"""On a plane whose features follow from others no border is straight that is not: areas, lines, panels and trees."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtCore import QRectF
from PySide6.QtGui import QColor, QImage, QPainter, QTransform

import engine
from engine.core.marks import Line, Region
from engine.data.dataset import Dataset
from engine.data.plane import Plane
from engine.data.preparing.preparation import Entry, Preparation
from engine.data.preparing.scaling import Standardise
from engine.data.preparing.terms import Products, Sines
from engine.models.linear import Hyperplane, Logistic
from gui.painters.inset import paint_line
from gui.painters.line import LinePainter, labels_of
from gui.painters.painter import Screen
from gui.regions import bent
from gui.regions.bent import bent_pieces, is_bent, steepest
from gui.regions.flat import divider, flat_scores
from gui.regions.regions import Grid
from tests.gui.canvas.hand_made import frame, show
from tests.gui.canvas.seeing import pixels
from tests.gui.regions.test_lattices import OneByOne

POINTS = Dataset(np.random.default_rng(2).uniform(-3.0, 3.0, (60, 2)), np.arange(60) % 2, class_names=("in", "out"))
PREPARATION = Preparation((Entry(Products(), ("x1", "x2")), Entry(Sines(2.0), ("x1",))))
PREPARED = PREPARATION.fit(POINTS)
SHOWN = Plane.of(PREPARED.data, "auto", PREPARED.derived)
"""x1, x2, x1², x1·x2, x2², sin(2 x1)"""
CIRCLE = Hyperplane(np.array([0.0, 0.0, 1.0, 0.0, 1.0, 0.0]), -4.0)
WAVE = Hyperplane(np.array([0.0, 1.0, 0.0, 0.0, 0.0, -1.0]), 0.0)
STRAIGHT = Hyperplane(np.array([1.0, 1.0, 0.0, 0.0, 0.0, 0.0]), 0.0)
RECT = (-4.0, 4.0, -3.0, 3.0)


def off_circle(uv: np.ndarray) -> np.ndarray:
    """How far places are outside of the circle of radius 2."""
    return np.hypot(*uv.T) - 2.0


@pytest.mark.parametrize("model", [CIRCLE, Logistic(CIRCLE.weights, CIRCLE.bias)])
def test_border_of_a_line_on_squares_is_an_exact_circle(model):
    assert flat_scores(model, SHOWN) is None and divider(model, SHOWN) is None
    grid = Grid(model, SHOWN, RECT, 400, 300)
    *_, last = grid.finer()
    spots = np.stack(np.meshgrid(grid.x, grid.y), axis=-1).reshape(-1, 2)
    away, pixel = off_circle(spots), 8.0 / 400
    clear = np.abs(away) > pixel
    assert np.array_equal((last.labels.ravel() == 1)[clear], (away > 0)[clear])


def test_without_derived_weights_the_border_is_straight():
    assert divider(STRAIGHT, SHOWN) is not None and not is_bent(Line(STRAIGHT.weights, 0.0), SHOWN)
    assert not is_bent(Line(np.ones(2), 0.0), Plane.of(POINTS)) and not is_bent(Line(np.ones(2), 0.0), None)


def test_line_is_traced_within_its_domain():
    pixel = 8.0 / 800
    circle = np.vstack(bent_pieces(Line(CIRCLE.weights, CIRCLE.bias), SHOWN, RECT))
    assert np.abs(off_circle(circle)).max() < pixel and np.ptp(np.arctan2(*circle.T)) > 6.2
    wider = np.vstack(bent_pieces(Line(CIRCLE.weights, CIRCLE.bias, level=2.25), SHOWN, RECT))
    assert np.hypot(*wider.T) == pytest.approx(2.5, abs=pixel)
    wave = np.vstack(bent_pieces(Line(WAVE.weights, 0.0), SHOWN, RECT))
    assert np.abs(wave[:, 1] - np.sin(2 * wave[:, 0])).max() < pixel and np.ptp(wave[:, 0]) == pytest.approx(8.0)
    within = np.full((2, 6), np.inf) * [[-1.0], [1.0]]
    within[1, 2] = 1.0
    cut = Line(STRAIGHT.weights, 0.0, within=within)  # as a cut of a tree that is made only where x1² <= 1
    assert is_bent(cut, SHOWN)
    ends = np.vstack(bent_pieces(cut, SHOWN, RECT))
    assert ends.sum(axis=1) == pytest.approx(0.0, abs=1e-9) and np.abs(ends).max() == pytest.approx(1.0, abs=0.06)


def test_all_lines_of_a_picture_share_one_lifted_grid(monkeypatch):
    asked, lift = [], Plane.lift
    monkeypatch.setattr(bent, "SHEETS", bent.Sheets())
    monkeypatch.setattr(Plane, "lift", lambda self, uv: asked.append(len(uv)) or lift(self, uv))
    for level in (-1.0, 0.0, 1.0):
        bent_pieces(Line(CIRCLE.weights, CIRCLE.bias, level=level), SHOWN, RECT)
    assert asked == [bent.SIDE**2]
    wide = Preparation((Entry(Sines()),)).fit(Dataset(np.zeros((4, 60))))
    there = Plane.of(wide.data, (0, 1), wide.derived)
    bent_pieces(Line(np.ones(120), 0.0), there, RECT)
    assert bent.LEAST**2 <= asked[-1] <= bent.NUMBERS / 120, "of many features fewer places"


def test_trees_on_derived_features_are_evaluated_everywhere():
    inside = np.hypot(*POINTS.X.T) < 2.0
    tree = engine.fit("cart", PREPARED.data.changed(y=(~inside).astype(np.int64)))
    assert (tree.attribute >= 2).any(), "it asks for squares"
    raster, asked = (Grid(model, SHOWN, RECT, 80, 60).exact() for model in (tree, OneByOne(tree)))
    assert np.array_equal(raster.labels, asked.labels) and len(np.unique(raster.labels)) == 2


@pytest.fixture
def prepared(session, plane):
    """A plane that shows x1 and x2 of what has their squares, their product and a sine too."""
    session.open_data(POINTS)
    session.table.prepare(PREPARATION, "products and a sine")
    plane.box.setRange(QRectF(-4.0, -3.0, 8.0, 6.0), padding=0)
    yield plane
    plane.close_down()


def test_traced_line_is_the_border_with_its_label_and_arrow(prepared):
    marks = (Region(CIRCLE), Line(CIRCLE.weights, CIRCLE.bias, normal=True, label="here"))
    prepared.show_marks(marks, frame(prepared.session, marks))
    prepared.grab()
    (painter,) = prepared.painters_of(Line)
    assert isinstance(painter, LinePainter) and painter.item.isVisible()
    transform = painter.item.sceneTransform()
    screen = Screen(transform, transform.mapRect(prepared.box.viewRect()))
    corners = np.vstack(painter.strokes(screen))
    uv = (corners - (transform.dx(), transform.dy())) / (transform.m11(), transform.m22())
    assert np.abs(off_circle(uv)).max() * transform.m11() < 1.0, "within a pixel"
    (box,) = labels_of(prepared, screen).values()
    spot = [
        (box.center().x() - transform.dx()) / transform.m11(),
        (box.center().y() - transform.dy()) / transform.m22(),
    ]
    assert abs(off_circle(np.array([spot]))[0]) * transform.m11() < box.height()


def test_no_arrow_where_the_gradient_vanishes(prepared):
    assert steepest(Line(CIRCLE.weights, 0.0), SHOWN, np.zeros(2)) == pytest.approx([0.0, 0.0], abs=1e-12)
    assert steepest(Line(CIRCLE.weights, 0.0), SHOWN, np.array([1.0, 2.0])) == pytest.approx([2.0, 4.0], rel=1e-6)
    square = Line(np.array([0.0, 0.0, 1.0, 0.0, 0.0, 0.0]), 0.0, normal=True)
    show(prepared, square)  # x1² = 0 touches 0 along a line, and has no slope there


def test_line_in_a_panel_bends_like_its_areas(prepared):
    picture = QImage(160, 120, QImage.Format.Format_RGB32)
    picture.fill(QColor("white"))
    screen = Screen(QTransform(20.0, 0.0, 0.0, -20.0, 80.0, 60.0), QRectF(0.0, 0.0, 160.0, 120.0))
    painter = QPainter(picture)
    paint_line(painter, Line(CIRCLE.weights, CIRCLE.bias), prepared, screen)
    painter.end()
    rows, columns = np.nonzero(pixels(picture)[:, :, 1] < 128)
    away = off_circle(np.column_stack([(columns + 0.5 - 80.0) / 20.0, (60.0 - rows - 0.5) / 20.0]))
    assert len(rows) > 150 and np.abs(away).max() * 20.0 < 2.0


def test_the_caption_says_what_follows(prepared):
    assert prepared.caption.text().startswith("Here x1², x1·x2, x2² and 1 more follow from x1 and x2.")


def test_standardised_squares_give_the_same_circle():
    after = Preparation((*PREPARATION.entries, Entry(Standardise()))).fit(POINTS)
    plane, scaled = Plane.of(after.data, "auto", after.derived), after.learnt[-1]
    weights = CIRCLE.weights * scaled.scale
    line = Line(weights, CIRCLE.bias + CIRCLE.weights @ scaled.shift)
    corners = np.vstack(bent_pieces(line, plane, (-3.0, 3.0, -3.0, 3.0)))
    assert np.hypot(*(corners * scaled.scale[:2] + scaled.shift[:2]).T) == pytest.approx(2.0, abs=0.02)
