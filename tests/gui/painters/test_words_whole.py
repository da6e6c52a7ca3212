"""Words that nothing strikes through and no edge cuts: of ellipses, of curves beside arrows, and in narrow charts."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest
from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QColor, QFont

from engine.core.marks import Curve, Ellipse, Points, Segments, Text
from engine.core.surfaces import Surface
from gui.look.channels import contrast
from gui.painters import curve
from gui.painters.curve_labels import crossed, segments_of, sides_of
from gui.painters.ellipse import EllipsePainter
from gui.painters.painter import Screen
from gui.painters.piece_labels import point_words
from gui.painters.point_labels import beside, held_apart, straight
from gui.painters.text import captions
from gui.painters.text_box import box_of, size_of
from tests.gui.canvas.hand_made import frame, show


def screen_of(view, kind: type) -> Screen:
    transform = view.painters_of(kind)[0].item.sceneTransform()
    return Screen(transform, transform.mapRect(view.box.viewRect()))


@pytest.mark.full
@pytest.mark.parametrize("presentation", [False, True])
@pytest.mark.parametrize("angle", range(0, 360, 20))
def test_no_arrow_crosses_ellipse_or_curve_labels(plane, chart, two_classes, angle, presentation):
    """As the direction u, which ends on the ellipse of the variances and on the curve of them."""
    tip = 2.0 * np.array([[np.cos(np.radians(angle)), np.sin(np.radians(angle))]])
    circle = 2.0 * np.column_stack([np.cos(turns := np.linspace(0.0, 2 * np.pi, 200)), np.sin(turns)])
    surface = Surface("chart", "Variance in every direction")
    view = chart(surface)
    plane.session.open_data(two_classes)
    for one, outline, place in (
        (plane, Ellipse(np.zeros(2), 4.0 * np.eye(2), label="1 σ"), {}),
        (view, Curve(circle, "margin", label="J, scaled", surface=surface), {"surface": surface}),
    ):
        one.appearance.set_presentation(presentation)
        marks = outline, Segments(np.zeros((1, 2)), tip, "axis", arrows=True, labels=("u",), **place)
        one.show_marks(marks, frame(one.session, marks))
        one.fit()
        one.grab()
        screen = screen_of(one, Segments)
        (drawn,), (arrow,) = one.painters_of(type(outline)), one.painters_of(Segments)
        box = drawn.words(screen) if isinstance(drawn, EllipsePainter) else curve.labels_of(one, screen)[drawn]
        assert not crossed(sides_of([box]), *segments_of([np.vstack([screen(arrow.starts), screen(arrow.ends)])]))[0]
        assert screen.area.contains(box) and not box.intersects(arrow.words(screen)[0])


@pytest.mark.parametrize("size", [(260, 220), (300, 170), (400, 380)])
@pytest.mark.parametrize("presentation", [False, True])
def test_vertex_names_and_side_numbers_do_not_overlap(chart, size, presentation):
    """As of the triangle whose inequality fails: three sides with numbers, three corners with names."""
    surface = Surface("chart", "Triangle", square=True, view=(-0.4, 1.6, -0.35, 1.35))
    a, c, b = np.array([[0.0, 0.0], [1.0, 0.0], [1.0, 1.0]])
    ways = ((a, c, "1"), (c, b, "1"), (a, b, "1024.0812"))
    view = chart(surface)
    view.appearance.set_presentation(presentation)
    view.resize(*size)
    corners = Points(np.array([a, c, b]), "plain", labels=("a (0, 0)", "c (1, 0)", "b (1, 1)"), surface=surface)
    sides = [Segments(one[None], other[None], "best", labels=(told,), surface=surface) for one, other, told in ways]
    show(view, *sides, corners)
    screen, painters = screen_of(view, Segments), view.painters_of(Segments)
    numbers = [box for one in painters for box in one.words(screen)]
    names = point_words(view, view.painters_of(Points)[0], screen)
    assert len(numbers) == len(names) == 3
    pairs = combinations([*numbers, *names], 2)
    assert not any(one.intersects(other) for one, other in pairs)
    assert not crossed(sides_of(names), *segments_of(straight(painters, screen))).any()


@pytest.mark.parametrize("x", [1.0, 75.0, 149.0])
@pytest.mark.parametrize("taken", [False, True])
def test_label_too_long_for_either_side_is_above_or_below(qapp, x, taken):
    """As of a way down to the bottom in a figure as wide as a column."""
    area, font, label = QRectF(0, 0, 150, 200), QFont(), "gradient descent"
    font.setPixelSize(15)
    assert size_of(label, font, 1e4)[0] > 75.0
    first = box_of(*(one := beside(QPointF(x, 100.0), 10.0, label, font, area))[:1], label, font, one[1])
    ((place, anchor),) = held_apart([(QPointF(x, 100.0), 10.0, label)], font, area, [first] if taken else [])
    box = box_of(place, label, font, anchor)
    assert area.contains(box) and not box.contains(QPointF(x, 100.0)) and box.intersects(first) != taken


def test_corner_text_is_inside_for_any_rounding(chart):
    view = chart(Surface("chart", "Weight space", "w1", "w2", view=(-0.35, 1.2, -3.5, 1.0)))
    words = "A slice: the bias follows, so that its slope stays the same everywhere."
    view.resize(240, 400)
    show(view, Text(np.array([-0.35, 1.0]), words, anchor=(0.0, 0.0), surface=view.surface))
    screen = screen_of(view, Text)
    for by in (-1e-9, 0.0, 1e-9):
        rounded = Screen(screen.transform, screen.area.adjusted(by, by, -by, -by))
        (box,) = captions(view, rounded)
        assert screen.area.adjusted(-1, -1, 1, 1).contains(box)


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("group", [None, *range(8)])
def test_ellipse_text_is_readable_in_every_class_colour(chart, theme, group):
    surface = Surface("chart", "Ellipses")
    view = chart(surface)
    view.appearance.set_theme(theme)
    show(view, Ellipse(np.zeros(2), np.eye(2), group=group, label="1 σ", surface=surface))
    (painter,) = view.painters_of(Ellipse)
    written = []
    painter.write = lambda brush, place, words, colour, **rest: written.append(colour)
    view.grab()
    assert written and all(contrast(QColor(one), QColor(view.appearance.theme.paper)) >= 7.0 for one in written)
