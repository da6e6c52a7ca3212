"""A ring leaves the shape it stands around whole: a square keeps its corners."""

from __future__ import annotations

from types import SimpleNamespace

import numpy as np
import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QColor, QImage, QPainter
from PySide6.QtTest import QTest

from engine.core.marks import Points
from engine.data.dataset import Dataset
from gui.canvas.surfaces.plane_view import LARGE
from gui.look.channels import channels
from gui.look.shapes import scaled
from gui.look.theme import LIGHT, SHAPES
from gui.painters.markers import CROWD, MISTAKES, THICKEST, paint_ring, thickness
from tests.gui.canvas.seeing import where

RIMMED = (("focus", "accent"), ("support", "ink"), ("best", "ink"))
"""Roles with the colours of their rims."""


def reach(shape: str, size: float) -> float:
    """How far the farthest corner of a shape lies from its middle."""
    path = scaled(shape, size)
    return max(np.hypot(path.elementAt(i).x, path.elementAt(i).y) for i in range(path.elementCount()))


def clear(painter, role: str) -> list[float]:
    """The paper's inner edge of every ring, in pixels from the middle."""
    look = LIGHT.role(role)
    return [(marker.size - thickness(look, marker.size)) / 2 - 1.0 for marker in painter.markers]


@pytest.mark.parametrize("n", [8, LARGE + 8])
def test_mistake_and_selection_rings_are_outside_the_symbol(plane, n) -> None:
    view, angles = plane, np.linspace(0, 2 * np.pi, n, endpoint=False)
    X = np.column_stack([np.cos(angles), np.sin(angles)])
    names = tuple("ABCDEFGH")
    view.session.open_data(Dataset(X, np.arange(n) % 8, class_names=names, name="clock"))
    view.show_marks([Points(X, "wrong", rows=None)], None)
    x, y = view.pixels(X[1:2])[0]
    QTest.mouseClick(view.widget.viewport(), Qt.MouseButton.LeftButton, pos=QPoint(round(x), round(y)))
    assert view.session.selection.rows == (1,)
    sizes = {marker.size for marker in view.training.markers}
    outline = max(reach(shape, size) for shape in SHAPES for size in sizes)
    for painter, role in ((view.painters_of(Points)[0], "wrong"), (view.selected, "selected")):
        assert min(clear(painter, role)) >= outline - 0.3, role


def test_selection_ring_differs_from_the_focus_ring(plane) -> None:
    view, theme = plane, plane.appearance.theme
    view.session.open_data(
        Dataset(np.array([[0.0, 0.0], [1.0, 1.0]]), np.array([0, 1]), class_names=("A", "B"), name="2")
    )
    view.show_marks([Points(np.array([[1.0, 1.0]]), "focus")], None)
    one, other = view.pixels(view.uv)
    QTest.mouseClick(view.widget.viewport(), Qt.MouseButton.LeftButton, pos=QPoint(*np.round(one).astype(int).tolist()))
    blue, ink = where(view.widget, theme.accent, 2), where(view.widget, theme.ink, 2)
    near = [np.hypot(*(blue - place).T) < 20 for place in (one, other)]
    assert not near[0].any() and near[1].sum() > 40
    away = ink - one
    around = away[(np.hypot(*away.T) > 5) & (np.hypot(*away.T) < 20)]
    assert np.ptp(np.hypot(*around.T)) < 3.0, "one ring"
    turns = np.sort(np.degrees(np.arctan2(*around.T)))
    assert len(turns) > 20 and (np.diff(turns) > 8).sum() >= 5, "dashed: there are gaps all around"


@pytest.mark.parametrize("n", [8, LARGE + 8])
def test_both_rings_of_a_point_are_seen(plane, n) -> None:
    view, theme = plane, plane.appearance.theme
    X = np.column_stack([np.arange(n), np.arange(n)]).astype(float)
    view.session.open_data(Dataset(X, np.arange(n) % 2, class_names=("A", "B"), name="line"))
    view.show_marks([Points(X[3:4], "focus")], None)
    blue, ink = (len(where(view.widget, colour, 30)) for colour in (theme.accent, theme.ink))
    view.session.selection.select((3,))
    assert len(where(view.widget, theme.ink, 30)) > ink + 20, "the dashes"
    assert len(where(view.widget, theme.accent, 30)) > 0.9 * blue > 40, "and what was there before"


def test_support_rings_are_ink_and_mistakes_among_them_red(plane) -> None:
    view, theme = plane, plane.appearance.theme
    X = np.array([[0.0, 0.0], [1.0, 1.0]])
    view.session.open_data(Dataset(X, np.array([0, 1]), class_names=("A", "B"), name="2"))
    view.show_marks([], None)
    before = len(where(view.widget, theme.ink, 30))
    view.show_marks([Points(X, "support", rows=np.arange(2)), Points(X[1:], "wrong", rows=np.array([1]))], None)
    (support, wrong) = view.painters_of(Points)[:2]
    assert support.markers[0].size == wrong.markers[0].size
    assert len(where(view.widget, theme.ink, 30)) > before + 20
    red = where(view.widget, theme.wrong, 30)
    assert len(red) > 20 and np.hypot(*(red - view.pixels(X[1:])[0]).T).max() < wrong.markers[0].size


def clock(view, n: int) -> np.ndarray:
    """Points around a circle, of two classes by turns."""
    angles = np.linspace(0, 2 * np.pi, n, endpoint=False)
    X = np.column_stack([np.cos(angles), np.sin(angles)])
    view.session.open_data(Dataset(X, np.arange(n) % 2, class_names=("A", "B"), name="clock"))
    return X


def test_few_focus_rows_have_a_ring_each(plane) -> None:
    view, X = plane, clock(plane, CROWD)
    view.show_marks([Points(X, "focus", rows=np.arange(CROWD))], None)
    (ring,) = view.painters_of(Points)[0].markers
    assert ring.size == pytest.approx(LIGHT.role("focus").size * np.sqrt(view.enlarged), abs=0.3)
    outline = max(reach(shape, marker.size) for shape in SHAPES for marker in view.training.markers)
    assert min(clear(view.painters_of(Points)[0], "focus")) >= outline - 0.3


@pytest.mark.full
@pytest.mark.parametrize(
    ("role", "colour", "n"),
    [(role, colour, n) for role, colour in RIMMED for n in (CROWD + 1, 60, 500)] + [("wrong", "wrong", MISTAKES + 1)],
)
def test_many_focus_rows_have_a_rim_behind_the_points(plane, role, colour, n) -> None:
    view, theme, X = plane, plane.appearance.theme, clock(plane, n)
    view.show_marks([], None)
    classes = [len(where(view.widget, theme.class_colour(code).name(), 8)) for code in (0, 1)]
    rim = len(where(view.widget, getattr(theme, colour), 30))
    view.show_marks([Points(X, role, rows=np.arange(n))], None)
    now = [len(where(view.widget, theme.class_colour(code).name(), 8)) for code in (0, 1)]
    assert now == pytest.approx(classes, rel=0.05), "the rims hide nothing of the points"
    assert len(where(view.widget, getattr(theme, colour), 30)) > rim + min(20 * n, 2000)
    painter = view.painters_of(Points)[0]
    assert painter.item.zValue() < view.training.item.zValue()
    (marker,) = painter.markers
    outline = max(reach(shape, one.size) for shape in SHAPES[:2] for one in view.training.markers)
    assert marker.size / 2 > outline + 0.5, "and look out all around"


def test_fractional_row_has_a_narrower_rim(plane) -> None:
    view, X = plane, clock(plane, 60)
    shares = np.linspace(0.0, 1.0, 60)
    view.show_marks([Points(X, "focus", rows=np.arange(60), sizes=shares)], None)
    painter, (data,) = view.painters_of(Points)[0], {marker.size for marker in view.training.markers}
    sizes = np.array([painter.markers[kind].size for kind in painter.which])
    assert (np.diff(sizes) >= 0).all() and sizes[0] <= 1.1 * data and sizes[-1] > 1.4 * data
    assert painter.gaps is None, "paper would hide the narrow ones"
    view.show_marks([Points(X, "focus", rows=np.arange(60))], None)
    assert painter.gaps.item.isVisible()
    view.show_marks([Points(X, "focus", rows=np.arange(60), sizes=shares)], None)
    assert not painter.gaps.item.isVisible()


@pytest.mark.parametrize("role", ["wrong", "focus"])
def test_ring_of_a_heavy_row_is_outside_its_larger_symbol(plane, role) -> None:
    """The heavy square of AdaBoost had its ring inside it."""
    view, X = plane, clock(plane, 8)
    data, weights = view.session.table.data, np.where(np.arange(8) == 3, 6.0, 0.5)
    weighed = Points(X, "data", data.codes, weights, rows=np.arange(8))
    frame = SimpleNamespace(data=data, rows=np.arange(8), params=None, index=0)
    view.show_marks([weighed, Points(X[[2, 3]], role, rows=np.array([2, 3]))], frame)
    x, y = view.pixels(X[3:4])[0]
    QTest.mouseClick(view.widget.viewport(), Qt.MouseButton.LeftButton, pos=QPoint(round(x), round(y)))
    assert view.session.selection.rows == (3,)
    heavy = view.training.markers[view.training.which[3]]
    assert heavy.size > 1.5 * view.training.markers[view.training.which[2]].size
    outline = max(reach(shape, heavy.size) for shape in SHAPES)
    for painter in (view.painters_of(Points)[0], view.selected):
        assert max(clear(painter, painter.markers[0].role)) >= outline - 0.3
    usual = min(marker.size for marker in view.painters_of(Points)[0].markers)
    assert usual == pytest.approx(LIGHT.role(role).size * np.sqrt(view.enlarged), abs=0.3), "no smaller than usual"


@pytest.mark.parametrize(("larger", "thicker"), [(1.0, 1.0), (1.5, 1.5), (4.0, THICKEST)])
def test_larger_ring_is_thicker_but_hides_no_neighbour(larger, thicker) -> None:
    look, image = LIGHT.role("wrong"), QImage(200, 20, QImage.Format.Format_RGB32)
    image.fill(QColor(LIGHT.paper))
    painter = QPainter(image)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.translate(0, 10)
    paint_ring(painter, LIGHT, look, larger * look.size)
    painter.end()
    paper, red = channels(LIGHT.paper)[1], channels(look.colour)[1]
    seen = sum(paper - channels(image.pixelColor(x, 10))[1] for x in range(200)) / (paper - red)
    assert seen == pytest.approx(thicker * look.width, rel=0.1)
    assert thickness(look, larger * look.size) == thicker * look.width


@pytest.mark.parametrize("groups", [None, np.array([0, 1, 0])])
def test_found_rows_are_ringed_and_show_their_class(plane, groups) -> None:
    view, theme, X = plane, plane.appearance.theme, clock(plane, 60)
    view.show_marks([], None)
    classes = [len(where(view.widget, theme.class_colour(code).name(), 8)) for code in (0, 1)]
    ink = len(where(view.widget, theme.ink, 30))
    view.show_marks([Points(X[:3], "best", groups, rows=np.arange(3))], None)
    now = [len(where(view.widget, theme.class_colour(code).name(), 8)) for code in (0, 1)]
    assert now == pytest.approx(classes, rel=0.05) and len(where(view.widget, theme.ink, 30)) > ink + 60


def test_best_place_is_a_dot_and_voting_rows_have_class_colours(plane) -> None:
    view, X = plane, clock(plane, 60)
    rows = np.arange(3)
    votes = Points(X[:3], "best", np.zeros(3, dtype=int), np.array([1.0, 2.0, 3.0]), rows=rows)
    view.show_marks([Points(X[:1] / 2, "best"), votes], None)
    assert [{marker.role for marker in painter.markers} for painter in view.painters_of(Points)[:2]] == [{"best"}] * 2


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize(("role", "colour"), [("focus", "accent"), ("best", "ink")])
def test_rim_of_a_blue_point_is_separated_by_paper(plane, role, colour, theme) -> None:
    plane.appearance.set_theme(theme)
    view, X = plane, clock(plane, LARGE + 10)
    view.show_marks([Points(X, role, rows=np.arange(len(X)))], None)
    picture, theme = view.widget.grab().toImage(), plane.appearance.theme
    x, y = np.round(view.pixels(X[:1])[0]).astype(int).tolist()
    ray = [picture.pixelColor(x + step, y) for step in range(14)]
    seen = [
        min(names, key=lambda name: np.abs(channels(pixel) - channels(names[name])).max())
        for pixel in ray
        for names in [{"point": theme.class_colour(0), "paper": theme.paper, "rim": getattr(theme, colour)}]
    ]
    order = [name for name, before in zip(seen, ["", *seen], strict=False) if name != before]
    assert order[0] == "point" and order[-3:] == ["paper", "rim", "paper"], order
    assert seen.count("rim") >= 2
    view.show_marks([], None)
    assert not any(painter.gaps.item.isVisible() for painter in view.painters_of(Points) if painter.gaps)
