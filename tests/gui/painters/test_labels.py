"""Words on the picture: those of lines hide none of each other, and long ones are broken where the picture ends."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest
from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QFont

from engine.core.marks import Curve, Line, Points, Text
from engine.core.surfaces import Surface
from gui.painters import curve
from gui.painters.curve_labels import crossed, paper, segments_of, sides_of
from gui.painters.line import LinePainter, labels_of
from gui.painters.painter import Screen
from gui.painters.point_labels import FEW, beside, drawn_curves, held_apart, hold
from gui.painters.text import captions
from gui.painters.text_box import box_of
from tests.gui.canvas.hand_made import frame, show
from tests.gui.canvas.seeing import where

NAMES = ("p = 0.9", "p = 0.1", "p = ½")


def screen_of(view) -> Screen:
    item = view.painters_of(Line)[0].item
    transform = item.sceneTransform()
    return Screen(transform, transform.mapRect(view.box.viewRect()))


@pytest.mark.parametrize("presentation", [False, True])
@pytest.mark.parametrize("angle", range(0, 180, 15))
def test_labels_of_close_lines_do_not_overlap(plane, two_classes, angle, presentation):
    plane.appearance.set_presentation(presentation)
    plane.session.open_data(two_classes)
    w = 40.0 * np.array([np.cos(np.radians(angle)), np.sin(np.radians(angle))])
    marks = tuple(Line(w, 0.0, level=s, label=name) for s, name in zip((2.2, -2.2, 0.0), NAMES, strict=True))
    plane.show_marks(marks, frame(plane.session, marks))
    plane.grab()
    screen = screen_of(plane)
    boxes = labels_of(plane, screen)
    assert len(boxes) == 3
    assert not any(one.intersects(other) for one, other in combinations(boxes.values(), 2))
    for line, box in boxes.items():
        assert isinstance(line, LinePainter) and screen.area.contains(box)
        value = line.slope @ plane.to_view(_spot(plane, box.center()))[0] + line.offset
        hidden = paper(box).adjusted(-1, -1, 1, 1)
        assert abs(value) / np.linalg.norm(line.slope) < 0.5 * np.hypot(hidden.width(), hidden.height()) * _unit(plane)


@pytest.mark.parametrize("angle", [0, 5, 45])
@pytest.mark.parametrize("presentation", [False, True])
def test_no_line_crosses_the_label_of_another(plane, two_classes, angle, presentation):
    """As of levels of a steep probability: the outer ones stand beside their lines, that between them on its own."""
    plane.appearance.set_presentation(presentation)
    plane.session.open_data(two_classes)
    w = 40.0 * np.array([np.cos(np.radians(angle)), np.sin(np.radians(angle))])
    marks = tuple(Line(w, 0.0, level=s, label=name) for s, name in zip((0.0, -9.0, 9.0), reversed(NAMES), strict=True))
    plane.show_marks(marks, frame(plane.session, marks))
    plane.grab()
    screen = screen_of(plane)
    boxes = labels_of(plane, screen)
    struck = {line.mark.label: _struck(line, box, boxes, screen) for line, box in boxes.items()}
    assert struck == {"p = 0.9": False, "p = 0.1": False, "p = ½": True}
    box = boxes[next(line for line in boxes if line.mark.label == "p = ½")]
    ink = where(plane.widget, plane.appearance.theme.role("boundary").colour, 60)
    inside = ink[[box.adjusted(1, 1, -1, -1).contains(QPointF(x, y)) for x, y in ink.tolist()]]
    assert len(inside) > 20 and np.bincount(inside[:, 0]).max() < 0.8 * box.height(), "no line is drawn over its words"


def _struck(line, box, boxes, screen) -> bool:
    """Whether another line passes through the words of a line."""
    pieces = [piece for other in boxes if other is not line for piece in other.strokes(screen)]
    return bool(crossed(sides_of([box]), *segments_of(pieces))[0])


def _spot(view, place: QPointF) -> np.ndarray:
    there = view.box.mapSceneToView(place)
    return np.array([[there.x(), there.y()]])


def _unit(view) -> float:
    return float(view.box.viewPixelSize()[0])


def test_line_without_room_has_no_label(plane, two_classes):
    plane.session.open_data(two_classes)
    marks = tuple(Line(np.array([1.0, 0.0]), 0.0, label=f"{i}" * 30) for i in range(45))
    plane.show_marks(marks, frame(plane.session, marks))
    plane.grab()
    boxes = labels_of(plane, screen_of(plane))
    assert 5 < len(boxes) < 45
    assert not any(one.intersects(other) for one, other in combinations(boxes.values(), 2))


@pytest.mark.parametrize(("along", "share"), [(0, 0.001), (0, 0.999), (1, 0.001), (1, 0.999)])
def test_label_of_a_line_at_the_edge_is_inside_the_picture(plane, two_classes, along, share):
    plane.session.open_data(two_classes)
    low, high = plane.box.viewRange()[along]
    marks = (Line(np.eye(2)[along], -(low + share * (high - low)), label="hardly seen"),)
    plane.show_marks(marks, frame(plane.session, marks))
    plane.grab()
    screen = screen_of(plane)
    (box,) = labels_of(plane, screen).values()
    assert screen.area.contains(paper(box))


def test_long_labels_of_a_chart_wrap(chart):
    view = chart(Surface("chart", "Weight space", "w1", "w2", view=(0.0, 1.0, 0.0, 1.0)))
    view.resize(300, 400)
    words = "The three other weights of each class are not shown, and so are those that nobody asked about."
    show(view, Text(np.array([0.02, 0.98]), words, surface=view.surface))
    ink = where(view.widget, view.appearance.theme.role("plain").colour, 60)
    area = view.box.mapRectToScene(view.box.rect())
    inside = ink[(ink[:, 0] > area.left() + 6) & (ink[:, 1] < area.top() + 120)]
    assert inside[:, 0].max() < area.right() - 2 and np.ptp(inside[:, 1]) > 25


@pytest.mark.parametrize("presentation", [False, True])
def test_labels_of_curves_ending_together_do_not_overlap(chart, presentation):
    n = np.linspace(0.0, 55.0, 200)
    surface = Surface("chart", "Proof", "n", "length")
    curves = {"√n η D": np.sqrt(3.5 * n), "n η δ*": 0.252 * n, "n": 0.25 * n}
    marks = [Curve(np.column_stack([n, y]), "margin", label=name, surface=surface) for name, y in curves.items()]
    marks.append(Text(np.array([55.0, 13.8]), "n = (D/δ*)²", anchor=(1.0, 0.0), surface=surface))
    view = chart(surface)
    view.appearance.set_presentation(presentation)
    show(view, *marks)
    view.grab()
    item = view.painters_of(Curve)[0].item
    screen = Screen(item.sceneTransform(), item.sceneTransform().mapRect(view.box.viewRect()))
    boxes = [*curve.labels_of(view, screen).values(), *captions(view, screen)]
    assert len(boxes) == 4 and all(screen.area.contains(box) for box in boxes)
    assert not any(one.intersects(other) for one, other in combinations(boxes, 2))


@pytest.mark.parametrize("presentation", [False, True])
def test_five_curves_that_lie_on_the_axis_at_their_end_all_have_their_words(chart, presentation):
    x = np.linspace(0.01, 0.99, 300)
    surface = Surface("chart", "Each share by itself", "share", "density", view=(0.0, 1.0, 0.0, 1.1))
    heights = [x**a * (1 - x) ** (14 - a) for a in range(1, 6)]
    curves = [np.column_stack([x, y / y.max()]) for y in heights]
    view = chart(surface)
    view.appearance.set_presentation(presentation)
    show(view, *(Curve(xy, group=k, label=f"kind {k}", surface=surface) for k, xy in enumerate(curves)))
    view.grab()
    item = view.painters_of(Curve)[0].item
    screen = Screen(item.sceneTransform(), item.sceneTransform().mapRect(view.box.viewRect()))
    boxes = [*curve.labels_of(view, screen).values()]
    assert len(boxes) == 5 and not any(one.intersects(other) for one, other in combinations(boxes, 2))


def test_label_places_are_cached_until_a_line_moves(plane, two_classes, monkeypatch):
    plane.session.open_data(two_classes)
    asked, usual = [], LinePainter.label_places
    monkeypatch.setattr(LinePainter, "label_places", lambda self, screen: asked.append(self) or usual(self, screen))
    found = []
    for bias in (-1.0, 0.5):
        marks = tuple(Line(np.array([1.0, 0.0]), at, label=f"line {at}") for at in (bias, 0.0, 1.0))
        plane.show_marks(marks, frame(plane.session, marks))
        plane.grab()
        found.append(labels_of(plane, screen_of(plane)))
        assert labels_of(plane, screen_of(plane)) is found[-1] and len(asked) == 3 * len(found)
    assert found[0] is not found[1]


@pytest.mark.parametrize("x", [50.0, 299.0])
def test_point_label_at_the_edge_is_not_cut(qapp, x):
    area, font = QRectF(0, 0, 300, 200), QFont()
    place, anchor = beside(QPointF(x, 100.0), 10.0, "0.6254", font, area)
    box = box_of(place, "0.6254", font, anchor)
    assert area.contains(box) and not box.contains(QPointF(x, 100.0))
    assert (box.left() > x) == (x < 100)


@pytest.mark.parametrize("x", [50.0, 299.0])
def test_point_label_at_the_upper_edge_is_below(qapp, x):
    """As of the greatest silhouette, which is where its chart ends."""
    area, font = QRectF(0, 0, 300, 200), QFont()
    ((place, anchor),) = held_apart([(QPointF(x, 9.0), 16.0, "K = 2")], font, area)
    box = box_of(place, "K = 2", font, anchor)
    assert area.contains(box) and box.top() > 9.0
    assert beside(QPointF(x, 100.0), 16.0, "K = 2", font, area)[1][1] == 1.0, "else above it"


@pytest.mark.parametrize("x", [5.0, 150.0, 295.0])
def test_labels_of_coinciding_points_do_not_overlap(qapp, x):
    """All ways downhill begin in one place."""
    area, font = QRectF(0, 0, 300, 200), QFont()
    labelled = [(QPointF(x, 100.0), 10.0, f"method {i}") for i in range(6)]
    held = held_apart(labelled, font, area)
    boxes = [box_of(place, label, font, anchor) for (place, anchor), (_, _, label) in zip(held, labelled, strict=True)]
    assert not any(one.intersects(other) for one, other in combinations(boxes, 2))
    assert all(area.contains(box) and not box.contains(QPointF(x, 100.0)) for box in boxes)
    assert held[0] == beside(*labelled[0], font, area), "the first stands where it stands alone"


def test_many_or_distant_labels_are_right_of_their_points(qapp):
    area, font = QRectF(0, 0, 900, 900), QFont()
    many = [(QPointF(50.0, 50.0), 10.0, "a")] * (FEW + 1)
    apart = [(QPointF(50.0, 40.0 * i), 10.0, "a") for i in range(1, FEW)]
    for labelled in (many, apart):
        assert held_apart(labelled, font, area) == [beside(*one, font, area) for one in labelled]


def test_curve_label_avoids_curves_and_ringed_points(chart):
    """One falls to its end, where its words would lie on it; the other comes up to it there."""
    surface, n = Surface("chart", "Errors", "n", "error"), np.arange(1.0, 11.0)
    vote, alone = 0.09 - 0.005 * n, 0.2 - 0.016 * n
    marks = [
        Curve(np.column_stack([n, alone]), "ghost", label="each tree alone", dots=True, surface=surface),
        Curve(np.column_stack([n, vote]), "boundary", label="their vote", dots=True, surface=surface),
        Points(np.array([[10.0, vote[-1]]]), "focus", surface=surface),
    ]
    view = chart(surface)
    show(view, *marks)
    view.grab()
    item = view.painters_of(Curve)[0].item
    screen = Screen(item.sceneTransform(), item.sceneTransform().mapRect(view.box.viewRect()))
    boxes = list(curve.labels_of(view, screen).values())
    assert len(boxes) == 2 and not boxes[0].intersects(boxes[1])
    fine = np.linspace(1, 10, 2000)
    for heights in (np.interp(fine, n, vote), np.interp(fine, n, alone)):
        places = screen(np.column_stack([fine, heights]))
        assert not any(box.contains(QPointF(x, y)) for box in boxes for x, y in places.tolist())
    ring = QPointF(*screen(marks[2].positions)[0].tolist())
    assert not any(box.contains(ring + QPointF(dx, 0.0)) for box in boxes for dx in (-10.0, 0.0, 10.0))
    assert not any(box.contains(ring + QPointF(0.0, dy)) for box in boxes for dy in (-10.0, 10.0))
    assert curve.labels_of(view, screen) is curve.labels_of(view, screen), "looked for once"


def test_number_of_a_triangle_avoids_the_circle_beside_it(qapp):
    font, area = QFont(), QRectF(0.0, 0.0, 400.0, 200.0)
    circle = box_of(QPointF(112.0, 94.0), "1", font, (0.5, 0.5))
    triangle = [(QPointF(100.0, 100.0), 20.0, "3")]
    alone, beside_it = (box_of(place, "3", font, anchor) for place, anchor in (
        held_apart(triangle, font, area)[0], held_apart(triangle, font, area, [circle])[0]
    ))  # fmt: skip
    assert alone.intersects(circle) and not beside_it.intersects(circle)


def test_point_label_avoids_the_curve_through_the_point(chart):
    """As where k is best: the errors rise again right of it, where its words would stand."""
    surface, k = Surface("chart", "Error by k", "k", "error"), np.arange(1.0, 21.0)
    errors = np.where(k < 8, 0.04 - 0.003 * k, 0.02 + 0.002 * (k - 8))
    view = chart(surface)
    errors_drawn = Curve(np.column_stack([k, errors]), "boundary", dots=True, surface=surface)
    best = Points(np.array([[7.0, errors[6]]]), "focus", labels=("best: k = 7",), surface=surface)
    show(view, errors_drawn, best)
    item = view.painters_of(Curve)[0].item
    screen = Screen(item.sceneTransform(), item.sceneTransform().mapRect(view.box.viewRect()))
    font = view.appearance.font("small", weight=600)
    (line,) = [screen(one.thinned) for one in drawn_curves(view)]
    labelled = [(QPointF(*screen(best.positions)[0].tolist()), 24.0, "best: k = 7")]
    (usual,), (held,) = (held_apart(labelled, font, screen.area, (), lines) for lines in ((), (line,)))
    boxes = [box_of(place, "best: k = 7", font, anchor) for place, anchor in (usual, held)]
    assert crossed(sides_of(boxes), *segments_of([line])).tolist() == [True, False] and screen.area.contains(boxes[1])


def test_label_without_free_place_uses_the_default(qapp):
    area, font = QRectF(0, 0, 300, 200), QFont()
    labelled = [(QPointF(150.0, 100.0), 10.0, "best")]
    dense = [np.array([(x, 0.0), (x, 200.0)]) for x in range(0, 300, 5)]
    assert held_apart(labelled, font, area, (), dense) == [beside(*labelled[0], font, area)]


@pytest.mark.parametrize("away", [0.0, 0.01])
def test_ring_name_avoids_names_of_points_around_it(chart, away):
    """Seven ways downhill that have hardly begun: the one that is told of has its name at the ring, another mark."""
    surface = Surface("chart", "Landscape", "w₁", "w₂", view=(-2.0, 2.0, -2.0, 2.0))
    places = np.array([[away * i, -away * i] for i in range(6)])
    names = tuple(f"way number {i}" for i in range(6))
    marks = [
        Points(places, "data", labels=names, surface=surface),
        Points(places[:1] - away, "focus", labels=("told of",), surface=surface),
    ]
    view = chart(surface)
    show(view, *marks)
    view.grab()
    boxes, font = [], view.appearance.font("small", weight=600)
    for painter in view.painters_of(Points):
        screen = Screen(painter.item.sceneTransform(), painter.item.sceneTransform().mapRect(view.box.viewRect()))
        words = painter.wording(screen).beside
        for (place, anchor), (_, _, label) in zip(hold(painter, screen, font), words, strict=True):
            boxes.append(box_of(place, label, font, anchor))
    assert len(boxes) == 7 and all(screen.area.contains(box) for box in boxes)
    assert not any(one.intersects(other) for one, other in combinations(boxes, 2))


# -- texts side by side ------------------------------------------------------------------------------------------------


SIDE_BY_SIDE = Surface("chart", "Side by side", square=True, axes=False, view=(-2.0, 11.0, -2.0, 2.0))


def text_boxes(view, width: int, names: tuple[str, ...], apart: float = 3.0) -> list[QRectF]:
    """What the names hide that stand beside each other on a chart so wide."""
    view.resize(width, 420)
    texts = [
        Text(np.array([apart * i, 0.0]), name, anchor=(0.5, 0.0), surface=SIDE_BY_SIDE) for i, name in enumerate(names)
    ]
    show(view, *texts)
    item = view.painters_of(Text)[0].item
    transform = item.sceneTransform()
    return list(map(paper, captions(view, Screen(transform, transform.mapRect(view.box.viewRect())))))


@pytest.mark.parametrize(("width", "presentation"), [(700, False), (420, True), (300, False)])
def test_names_side_by_side_use_the_largest_size_without_overlap(chart, width, presentation):
    view = chart(SIDE_BY_SIDE)
    view.appearance.set_presentation(presentation)
    boxes = text_boxes(view, width, ("Manhattan", "Euclidean", "Chebyshev", "Mahalanobis"))
    assert not any(one.intersects(other) for one, other in combinations(boxes, 2))
    assert len({box.height() for box in boxes}) == 1, "all in one size"
    usual = box_of(QPointF(), "Euclidean", view.appearance.font("small", weight=500)).height()
    assert (paper(QRectF(0, 0, 1, usual)).height() > boxes[0].height()) == (width < 700), "smaller only where need be"


def test_texts_in_one_place_stay_legible(chart):
    boxes = text_boxes(chart(SIDE_BY_SIDE), 300, ("one", "other"), apart=0.0)
    assert all(box.height() > 8 for box in boxes)
