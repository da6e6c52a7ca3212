"""The words of an arrow stand on it, or beside it where a point or the words of a point are: none hides another."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest
from PySide6.QtCore import QRectF

from engine.core.marks import Points, Segments
from engine.core.surfaces import Surface
from gui.painters import segments
from gui.painters.curve_labels import paper
from gui.painters.painter import Screen
from gui.painters.piece_labels import hidden_by
from gui.painters.segments import SegmentsPainter
from tests.gui.canvas.hand_made import show

WEIGHTS = Surface("chart", "Weight space", view=(-10.0, 10.0, -10.0, 10.0))
WAYS = [np.array([np.cos(turn), np.sin(turn)]) for turn in np.linspace(0, 2 * np.pi, 12, endpoint=False)]


def arrow(*ends: tuple[np.ndarray, np.ndarray], labels: tuple[str, ...] = ("−∇E",)) -> Segments:
    starts, tips = (np.array(side) for side in zip(*ends, strict=True))
    return Segments(starts, tips, "axis", arrows=True, labels=labels, surface=WEIGHTS)


def screen_of(painter: SegmentsPainter) -> Screen:
    transform = painter.item.sceneTransform()
    return Screen(transform, transform.mapRect(painter.view.box.viewRect()))


def worded(view, *marks) -> tuple[SegmentsPainter, Screen, list[QRectF]]:
    show(view, *marks)
    view.grab()
    painter = view.painters_of(Segments)[0]
    return painter, screen_of(painter), painter.words(screen_of(painter))


@pytest.mark.full
@pytest.mark.parametrize("presentation", [False, True])
@pytest.mark.parametrize("length", [0.0, 0.6, 3.0])
@pytest.mark.parametrize("way", WAYS)
def test_arrow_label_avoids_points_and_their_labels(chart, way, length, presentation):
    """At a step of the gradient the name of the arrow lay below that of the weights, or on the next ones."""
    view = chart(WEIGHTS)
    view.appearance.set_presentation(presentation)
    here, tip = np.zeros(2), length * way
    points = Points(np.array([here, 0.6 * tip]), "next", labels=("w", "next"), surface=WEIGHTS)
    _, screen, (box,) = worded(view, points, arrow((here, tip)))
    taken = hidden_by(view, screen)
    assert len(taken) == 4, "two points and two names"
    assert screen.area.contains(box)
    assert not any(paper(box).intersects(one) for one in taken)


def test_unobstructed_label_is_in_the_middle_of_its_arrow(chart):
    _, screen, (box,) = worded(chart(WEIGHTS), arrow((np.zeros(2), np.array([6.0, 2.0]))))
    middle = screen(np.array([[3.0, 1.0]]))[0]
    assert np.abs(middle - (box.center().x(), box.center().y())).max() < 1e-6


def test_labels_of_coinciding_arrows_do_not_overlap(chart):
    ends = [(np.zeros(2), np.array([4.0, 1.0]))] * 3
    boxes = worded(chart(WEIGHTS), arrow(*ends, labels=("pull", "push", "both")))[2]
    assert not any(one.intersects(other) for one, other in combinations(boxes, 2))


def test_label_without_free_place_is_in_the_middle(chart):
    view, tip = chart(WEIGHTS), np.array([2.0, 0.0])
    grid = np.array([[x, y] for x in np.linspace(-0.5, 2.5, 6) for y in (-0.5, 0.0, 0.5)])
    crowd = Points(grid, "next", labels=("here",) * len(grid), surface=WEIGHTS)
    _, screen, (box,) = worded(view, crowd, arrow((np.zeros(2), tip)))
    assert abs(box.center().x() - screen(np.array([[1.0, 0.0]]))[0, 0]) < 1e-6


def test_label_places_are_cached_until_a_point_changes(chart, monkeypatch):
    found, own = [], segments.placed
    monkeypatch.setattr(segments, "placed", lambda *what: found.append(what) or own(*what))
    view, mark = chart(WEIGHTS), arrow((np.zeros(2), np.array([4.0, 1.0])))
    worded(view, Points(np.zeros((1, 2)), "focus", labels=("w",), surface=WEIGHTS), mark)
    view.grab()
    (points,) = view.painters_of(Points)
    counts = [len(found)]
    for place, name in ((2.0, "w"), (2.0, "weights")):
        points.show_points(np.full((1, 2), place), "focus", labels=(name,))
        view.grab()
        counts.append(len(found))
    assert counts == [1, 2, 3]
