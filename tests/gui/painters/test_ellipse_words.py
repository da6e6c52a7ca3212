"""The words of an ellipse stand on it where it is seen, and hide no caption, no words of another one, nor its line."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest
from PySide6.QtCore import QRectF

from engine.core.marks import Ellipse, Text
from engine.core.surfaces import Surface
from gui.painters import ellipse
from gui.painters.curve_labels import crossed, paper, segments_of, sides_of
from gui.painters.painter import Screen
from gui.painters.text import captions
from tests.gui.canvas.hand_made import show

WEIGHTS = Surface("chart", "Weight space", square=True, view=(-4.0, 4.0, -4.0, 4.0))


def circle(radius: float, label: str, at: tuple[float, float] = (0.0, 0.0)) -> Ellipse:
    return Ellipse(np.array(at), np.eye(2), radius, "margin", label=label, surface=WEIGHTS)


def drawn(view, *marks) -> tuple[Screen, list[QRectF]]:
    """The screen, and the words of each ellipse."""
    show(view, *marks)
    view.grab()
    painters = view.painters_of(Ellipse)
    transform = painters[0].item.sceneTransform()
    screen = Screen(transform, transform.mapRect(view.box.viewRect()))
    return screen, [one.words(screen) for one in painters if one.mark.label]


@pytest.mark.parametrize("presentation", [False, True])
@pytest.mark.parametrize("turn", [30, 38, 45, 52, 60, 225])
def test_ellipse_text_avoids_captions(chart, turn, presentation):
    """In the space of weights the word prior stood half under what the picture says of itself."""
    view = chart(WEIGHTS)
    view.appearance.set_presentation(presentation)
    place = 3.0 * np.array([np.cos(np.radians(turn)), np.sin(np.radians(turn))])
    text = Text(
        place, "A slice: the bias follows,\nso that its slope stays the same.", anchor=(0.5, 0.5), surface=WEIGHTS
    )
    screen, (box,) = drawn(view, text, circle(3.0, "prior"))
    (caption,) = captions(view, screen)
    assert screen.area.contains(box) and not paper(box).intersects(paper(caption))


@pytest.mark.parametrize("presentation", [False, True])
def test_ellipse_texts_avoid_each_other_and_other_outlines(chart, presentation):
    """The prior and Laplace's ellipses cross: one word lay over the other, or on the wrong line."""
    view = chart(WEIGHTS)
    view.appearance.set_presentation(presentation)
    marks = circle(2.4, "prior"), circle(2.4, "Laplace 1σ", (0.4, -0.2)), circle(3.2, "Laplace 2σ", (0.4, -0.2))
    screen, boxes = drawn(view, *marks)
    assert len(boxes) == 3 and not any(one.intersects(other) for one, other in combinations(boxes, 2))
    painters = view.painters_of(Ellipse)
    for box, own in zip(boxes, painters, strict=True):
        lines = [screen(one.closed) for one in painters if one is not own]
        assert not crossed(sides_of([box]), *segments_of(lines))[0]


def test_invisible_ellipse_has_no_text(chart):
    """In a corner of the picture the word prior named a circle that was far outside."""
    view = chart(WEIGHTS)
    _, (near, far) = drawn(view, circle(3.0, "Laplace 1σ"), circle(90.0, "prior"))
    assert not near.isNull() and far.isNull()
    written = []
    for one in view.painters_of(Ellipse):
        one.write = lambda brush, place, words, colour, **rest: written.append(words)
    view.grab()
    assert written == ["Laplace 1σ"]


def test_partly_visible_ellipse_is_named_in_view(chart):
    screen, (box,) = drawn(chart(WEIGHTS), circle(5.0, "prior", (3.0, 3.0)))
    xy = screen(np.array([[3.0, 3.0]]))[0] - (box.center().x(), box.center().y())
    radius = np.ptp(screen(np.array([[0.0, 0.0], [5.0, 0.0]]))[:, 0])
    assert screen.area.contains(box) and abs(np.hypot(*xy) - radius) < 4.0


def test_text_places_are_cached_until_a_caption_changes(chart, monkeypatch):
    found, own = [], ellipse.placed
    monkeypatch.setattr(ellipse, "placed", lambda *what: found.append(what) or own(*what))
    view = chart(WEIGHTS)
    drawn(view, Text(np.zeros(2), "a slice", surface=WEIGHTS), circle(3.0, "prior"))
    view.grab()
    (text,) = view.painters_of(Text)
    counts = [len(found)]
    for place, words in ((2.0, "a slice"), (2.0, "another slice")):
        text.draw(Text(np.full(2, place), words, surface=WEIGHTS))
        view.grab()
        counts.append(len(found))
    assert counts == [1, 2, 3]
