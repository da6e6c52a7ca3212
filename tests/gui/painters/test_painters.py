"""Painters put the right colours at the right pixels, in both themes, and keep their items."""

from __future__ import annotations

import time

import numpy as np
import pytest
from PySide6.QtCore import QBuffer, QMarginsF, QRectF, Qt
from PySide6.QtGui import QColor, QImage, QPainter, QPdfWriter, QPen

from engine.core.marks import MARKS, Curve, Ellipse, Line, Points, Segments, Text
from engine.data.dataset import Dataset
from gui.painters import PAINTERS, curve, points
from gui.painters.curve import thinned
from gui.painters.line import clipped, nearest_between
from gui.painters.points import STAMPED
from gui.painters.tally import Tally
from tests.gui.canvas.hand_made import frame
from tests.gui.canvas.seeing import pixels

THEMES = pytest.mark.parametrize("theme", ["light", "dark"])


@pytest.fixture
def empty(plane, two_classes):
    """The plane with two features from -5 to 5 and no points."""
    plane.session.open_data(two_classes.subset([]).changed(name="empty"))
    return plane


def draw(view, *marks) -> np.ndarray:
    """The picture of the plot with these marks."""
    view.show_marks(marks, frame(view.session, marks))
    return pixels(view.widget)


def near(view, picture, uv, colour, radius=3, tolerance=40) -> bool:
    """Whether a colour is to be seen around a position of the plane."""
    x, y = np.round(view.pixels(np.array([uv], dtype=float))[0]).astype(int)
    patch = picture[max(y - radius, 0) : y + radius + 1, max(x - radius, 0) : x + radius + 1]
    return bool((np.abs(patch - np.array(QColor(colour).getRgb()[:3])).max(axis=2) <= tolerance).any())


def test_every_mark_has_a_painter():
    assert set(PAINTERS) == set(MARKS)


@THEMES
def test_classes_are_drawn_at_their_points(plane, two_classes, theme):
    plane.appearance.set_theme(theme)
    plane.session.open_data(two_classes)
    picture = pixels(plane.widget)
    look = plane.appearance.theme
    for place, code in zip(two_classes.X, two_classes.codes, strict=True):
        assert near(plane, picture, place, look.class_colour(code), 1)
        assert not near(plane, picture, place, look.class_colour(1 - code), 1)


def test_distinct_colours_are_drawn_in_row_order(empty):
    spot = np.zeros((2, 2))
    over = draw(empty, Points(spot, groups=np.array([1, 0])))
    under = draw(empty, Points(spot, groups=np.array([0, 1])))
    theme = empty.appearance.theme
    assert near(empty, over, (0, 0), theme.class_colour(0), 1)
    assert near(empty, under, (0, 0), theme.class_colour(1), 1)


def test_focus_is_an_accent_ring_around_its_point(empty):
    picture = draw(empty, Points(np.zeros((1, 2)), "focus"))
    x, y = np.round(empty.pixels(np.zeros((1, 2)))[0]).astype(int)
    accent = np.array(QColor(empty.appearance.theme.accent).getRgb()[:3])
    on_ring = np.abs(picture[y, x + 13 : x + 19] - accent).max(axis=1)
    assert on_ring.min() < 60 and np.abs(picture[y, x] - accent).max() > 90


def test_centre_has_its_number_and_class_colour(empty):
    bare = draw(empty, Points(np.zeros((1, 2)), "centre", groups=np.array([0])))
    numbered = draw(empty, Points(np.zeros((1, 2)), "centre", groups=np.array([0]), labels=("7",)))
    theme = empty.appearance.theme
    assert near(empty, bare, (0, 0), theme.class_colour(0), 1, 5)
    assert near(empty, numbered, (0, 0), "#FFFFFF", 6, 60) and not near(empty, bare, (0, 0), "#FFFFFF", 6, 60)


def test_missing_coordinate_omits_only_that_point(empty):
    positions = np.array([[np.nan, 1.0], [2.0, 2.0]])
    picture = draw(empty, Points(positions, groups=np.array([0, 1]), labels=("gone", "here")))
    assert near(empty, picture, (2, 2), empty.appearance.theme.class_colour(1), 1)
    assert empty.painters_of(Points)[0].labels == ("here",)


def test_larger_sizes_are_larger_areas(empty):
    theme, areas = empty.appearance.theme, []
    for size in (1.0, 4.0):
        picture = draw(empty, Points(np.zeros((1, 2)), groups=np.array([0]), sizes=np.array([size])))
        areas.append((np.abs(picture - np.array(theme.class_colour(0).getRgb()[:3])).max(axis=2) < 30).sum())
    assert 3.0 < areas[1] / areas[0] < 6.0


def test_many_points_are_rasterised_at_the_same_places(empty):
    rng = np.random.default_rng(0)
    X = np.vstack([rng.normal(-2.5, 0.3, (STAMPED, 2)), rng.normal(2.5, 0.3, (10, 2))])
    groups = np.repeat([0, 1], [STAMPED, 10])
    picture = draw(empty, Points(X, groups=groups))
    theme = empty.appearance.theme
    assert near(empty, picture, (-2.5, -2.5), theme.class_colour(0), 1)
    assert near(empty, picture, X[-1], theme.class_colour(1), 3, 110)
    assert near(empty, picture, (0, 0), theme.paper, 3, 0)


def test_rasterised_colours_mix_in_shared_pixels(qapp):
    xy = np.array([[5.5, 5.5], [5.2, 5.7], [90.0, 5.0]])
    tally = Tally(np.asarray, xy, np.array([0, 1, 0]), np.array([[255, 0, 0], [0, 0, 255]]), 20, 20)
    image = tally.image()
    mixed = image.pixelColor(5, 5)
    assert abs(mixed.red() - mixed.blue()) <= 3 and mixed.alpha() > 100
    assert image.pixelColor(12, 12).alpha() == 0


@THEMES
def test_boundary_is_drawn_where_the_function_is_zero(empty, theme):
    empty.appearance.set_theme(theme)
    w, b = np.array([2.0, -1.0]), 0.5
    picture = draw(empty, Line(w, b))
    ink = empty.appearance.theme.ink
    for u in (-2.0, -0.5, 1.0, 2.0):
        assert near(empty, picture, (u, 2 * u + 0.5), ink, 1, 60)
        assert not near(empty, picture, (u + 0.5, 2 * u + 0.5), ink, 3, 60)


def test_dotted_line_costs_little_more_than_a_dashed_one(empty):
    """Dots with round ends are curves, one after the other, and took fifteen times as long."""
    empty.show_marks([Line(np.array([1.0, -1.0]), 0.0)], None)
    painter, picture = empty.painters_of(Line)[0], QImage(900, 700, QImage.Format.Format_RGB32)
    on = QPainter(picture)
    on.setRenderHint(QPainter.RenderHint.Antialiasing)

    def quickest(role: str) -> float:
        on.setPen(painter.pen(painter.look(role), width=2.0))
        times = []
        for _ in range(30):
            began = time.thread_time()
            on.drawLine(0, 0, 900, 700)
            times.append(time.thread_time() - began)
        return min(times)

    quickest("best")
    dotted, dashed = quickest("best"), quickest("margin")
    on.end()
    assert dotted < 6 * dashed


def test_level_shifts_the_line_and_the_arrow_points_uphill(empty):
    picture = draw(empty, Line(np.array([1.0, 0.0]), 0.0, level=2.0, normal=True))
    ink = empty.appearance.theme.ink
    assert near(empty, picture, (2, 3), ink, 1, 60) and not near(empty, picture, (0, 3), ink, 3, 60)
    assert near(empty, picture, (2.3, 0), ink, 2, 60) and not near(empty, picture, (1.7, 0), ink, 2, 60)


def test_line_is_limited_to_its_domain(plane):
    data = Dataset(np.random.default_rng(0).normal(size=(200, 3)), name="3-D")
    plane.session.open_data(data, view=(0, 1))
    within = np.array([[-0.5, -np.inf, 5.0], [2.0, 0.25, 6.0]])  # of the third, the slice holds nothing
    picture, ink = draw(plane, Line(np.array([1.0, 0.0, 0.0]), -0.5, within=within)), plane.appearance.theme.ink
    assert near(plane, picture, (0.5, 0.0), ink, 1, 60) and near(plane, picture, (0.5, -1.0), ink, 1, 60)
    assert not near(plane, picture, (0.5, 0.5), ink, 1, 60) and not near(plane, picture, (0.5, 1.0), ink, 1, 60)
    beyond = draw(plane, Line(np.array([1.0, 0.0, 0.0]), -0.5, within=np.array([[90.0] * 3, [np.inf] * 3])))
    assert not near(plane, beyond, (0.5, -1.0), ink, 1, 60)


def test_line_independent_of_the_view_is_not_drawn(plane):
    data = Dataset(np.random.default_rng(0).normal(size=(20, 3)), name="3-D")
    plane.session.open_data(data, view=(0, 1))
    draw(plane, Line(np.array([0.0, 0.0, 1.0]), 0.0), Line(np.zeros(3), 1.0))
    assert not any(painter.item.isVisible() for painter in plane.painters_of(Line))


def test_hyperplane_is_intersected_with_the_plane(plane):
    rng = np.random.default_rng(0)
    data = Dataset(rng.normal(size=(30, 3)), name="3-D")
    plane.session.open_data(data, view="pca")
    w, b = np.array([1.0, -2.0, 0.5]), 0.1
    draw(plane, Line(w, b))
    painter = plane.painters_of(Line)[0]
    uv = rng.normal(size=(5, 2))
    assert uv @ painter.slope + painter.offset == pytest.approx(plane.to_space(uv) @ w + b)


def test_clipping_keeps_exactly_the_inside():
    area = QRectF(0, 0, 10, 6)
    start, end = clipped(np.array([5.0, 3.0]), np.array([1.0, 0.0]), area)
    assert start.tolist() == [0.0, 3.0] and end.tolist() == [10.0, 3.0]
    assert clipped(np.array([5.0, 9.0]), np.array([1.0, 0.0]), area) is None
    assert nearest_between(np.array([4.0, 9.0]), start, end).tolist() == [4.0, 3.0]


def test_segments_go_from_start_to_end_with_an_arrow_head(empty):
    theme = empty.appearance.theme
    mark = Segments(np.array([[-3.0, 0.0]]), np.array([[3.0, 0.0]]), "path", arrows=True, groups=np.array([3]))
    picture = draw(empty, mark)
    assert all(near(empty, picture, (u, 0), theme.class_colour(3), 1) for u in (-2.9, 0.0, 2.9))
    x, y = np.round(empty.pixels(np.array([[3.0, 0.0]]))[0]).astype(int)
    red = np.abs(picture[y - 8 : y + 9, x - 12 : x] - np.array(theme.class_colour(3).getRgb()[:3])).max(axis=2) < 60
    widths = red.sum(axis=0)
    assert widths.max() >= 4 > widths[-1]


def test_ellipse_is_the_projection_of_the_covariance(plane):
    data = Dataset(np.random.default_rng(1).normal(size=(30, 3)) * 3, name="3-D")
    plane.session.open_data(data, view=(0, 2))
    covariance = np.array([[2.0, 0.3, 0.5], [0.3, 1.0, 0.2], [0.5, 0.2, 1.5]])
    centre = np.array([0.2, 5.0, -0.3])
    draw(plane, Ellipse(centre, covariance, 2.0))
    outline = plane.painters_of(Ellipse)[0].uv - centre[[0, 2]]
    squares = np.einsum("ni,ij,nj->n", outline, np.linalg.inv(covariance[np.ix_([0, 2], [0, 2])]), outline)
    assert squares == pytest.approx(4.0)


def test_thinned_curve_keeps_ends_and_peak():
    heights = np.zeros(100_000)
    heights[43_210] = 9.0
    kept = thinned(np.column_stack([np.arange(100_000.0), heights]))
    assert len(kept) <= 2_000 and [43_210.0, 9.0] in kept.tolist()
    assert kept[0, 0] == 0 and kept[-1, 0] == 99_999


@pytest.mark.parametrize("count", [2_001, 4_191, 99_991])
def test_thinned_curve_keeps_extremes_and_is_vectorised(monkeypatch, count):
    """It went through a thousand stretches one by one: 8 ms of the frame of a tree on 10,000 points."""
    asked, argmax = [], np.argmax
    monkeypatch.setattr(np, "argmax", lambda heights, **how: asked.append(1) or argmax(heights, **how))
    heights = np.random.default_rng(0).normal(size=count)
    uv = np.column_stack([np.arange(float(count)), heights])
    kept = thinned(uv)
    assert len(kept) <= 2_000 and len(asked) <= 1
    places = kept[:, 0].astype(int)
    assert (np.diff(places) > 0).all() and places[0] == 0 and places[-1] == count - 1
    long = -(-count // 999)
    for begin in range(0, count, 97 * long):
        stretch = slice(begin, min(begin + long, count))
        there = heights[places[(places >= stretch.start) & (places < stretch.stop)]]
        assert {heights[stretch].min(), heights[stretch].max()} <= set(there)


@pytest.mark.parametrize(("count", "join"), [(40, Qt.PenJoinStyle.RoundJoin), (1_200, Qt.PenJoinStyle.BevelJoin)])
def test_dense_line_has_plain_joins(empty, monkeypatch, count, join):
    """Round ones took three times as long, and none of them is seen."""
    pens: list[QPen] = []
    usual = curve.CurvePainter.pen
    monkeypatch.setattr(curve.CurvePainter, "pen", lambda self, *look: pens.append(usual(self, *look)) or pens[-1])
    across = np.linspace(-4, 4, count)
    draw(empty, Curve(np.column_stack([across, np.sin(across)]), group=2))
    assert pens and {pen.joinStyle() for pen in pens} == {join}


def test_curve_and_label_are_drawn_and_a_gap_is_open(empty):
    theme = empty.appearance.theme
    gap = np.array([[-4.0, 1.0], [-1.0, 1.0], [np.nan, np.nan], [1.0, 1.0], [4.0, 1.0]])
    picture = draw(empty, Curve(gap, group=2), Text(np.array([0.0, -3.0]), "here", anchor=(0.5, 0.5)))
    assert all(near(empty, picture, (u, 1), theme.class_colour(2), 1) for u in (-2, 2))
    assert near(empty, picture, (0, 1), theme.paper, 2, 0)
    assert near(empty, picture, (0, -3), theme.role("plain").colour, 12, 90)


def test_painters_reuse_items_and_clear_old_ones(empty):
    line = Line(np.array([1.0, 0.0]), 0.0)
    draw(empty, line, line)
    items = [painter.item for painter in empty.painters_of(Line)]
    draw(empty, line)
    assert [painter.item for painter in empty.painters_of(Line)] == items
    assert [item.isVisible() for item in items] == [True, False]


@pytest.mark.full
def test_export_scales_widths_and_sizes_and_stays_vector(plane, two_classes):
    plane.session.open_data(two_classes)
    draw(plane, Line(np.array([1.0, 1.0]), 0.0))
    image = QImage(2 * plane.widget.width(), 2 * plane.widget.height(), QImage.Format.Format_RGB32)
    image.fill(QColor(plane.appearance.theme.paper))
    painter = QPainter(image)
    plane.widget.scene().render(painter)
    painter.end()
    large, small = pixels(image), pixels(plane.widget)
    blue = np.array(plane.appearance.theme.class_colour(0).getRgb()[:3])
    areas = [(np.abs(picture - blue).max(axis=2) < 10).sum() for picture in (small, large)]
    assert 3.4 < areas[1] / areas[0] < 5.5
    assert b"/Subtype /Image" not in _pdf(plane)


def _pdf(view) -> bytes:
    buffer = QBuffer()
    buffer.open(QBuffer.OpenModeFlag.WriteOnly)
    writer = QPdfWriter(buffer)
    writer.setResolution(96)
    writer.setPageMargins(QMarginsF(0, 0, 0, 0))
    painter = QPainter(writer)
    view.widget.scene().render(painter)
    painter.end()
    return bytes(buffer.data())


def test_markers_are_cached_between_two_alternating_groupings(plane, two_classes, monkeypatch):
    made, usual = [], points.Atlas
    monkeypatch.setattr(points, "Atlas", lambda *what: made.append(what) or usual(*what))
    plane.session.open_data(two_classes)
    painter, few = plane.training, np.zeros(len(plane.uv), dtype=np.int64)
    for turn in range(6):
        painter.show_points(plane.uv, "data", few if turn % 2 else np.arange(len(plane.uv)) % 3)
        plane.grab()
    drawn = [what[0] for what in made if what[0] and what[0][0].role == "data"]
    assert len(drawn) == len(set(drawn)) == 2
