"""Level lines on a chart: how deep the tints are, what is computed when, and where the numbers stand."""

from __future__ import annotations

import math
import time
from itertools import groupby
from threading import Event
from types import SimpleNamespace

import numpy as np
import pytest
from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QTransform

from engine.core.marks import Contours, Curve, Ellipse, Points, Segments, Text
from gui.canvas.surfaces.surface_view import SurfaceView
from gui.painters import contours
from gui.painters.contours import (
    CELL,
    COARSE,
    FIRST,
    LATE,
    LONGEST,
    SLOW,
    ContoursPainter,
)
from gui.painters.curve_labels import crossed, segments_of, sides_of
from gui.painters.level_numbers import Ray, bearing, level_words, resting_place
from gui.painters.obstacles import Obstacles
from gui.painters.painter import Screen
from gui.painters.text import captions
from gui.regions.levels import SIDE
from gui.regions.priority import DRAG, STEP
from tests.gui.canvas.hand_made import ERROR, descent, pixel, show
from tests.gui.canvas.seeing import pixels

NOWHERE = np.zeros((0, 4))
FOREVER = 3_600_000
"""Milliseconds: a timer that is not waited for."""


def drawn(view: SurfaceView, qtbot) -> ContoursPainter:
    """The painter of the lines, when they are those of what is visible."""
    painter = view.painters_of(Contours)[0]
    qtbot.waitUntil(lambda: painter.settled)
    return painter


def test_bowl_is_deepest_at_its_minimum_and_rings_surround_it(chart, qtbot):
    view = chart(ERROR)
    show(view, *descent())
    painter = drawn(view, qtbot)
    inner = painter.shown.lines[0][0]
    assert np.abs(inner.mean(axis=0) - [1.0, 2.0]).max() < 0.1
    image = view.grab().toImage()
    near, far = (image.pixelColor(pixel(view, *place)).lightness() for place in ((1.0, 1.93), (-2.6, 4.7)))
    assert near < far - 20


def test_level_numbers_differ_and_do_not_overlap(chart, qtbot):
    assert level_words([35.96, 35.99]) == ["35.96", "35.99"]
    assert level_words([35.9612, 35.9614]) == ["35.9612", "35.9614"]
    spots = np.column_stack([np.linspace(0, 400, 50), np.full(50, 200.0)])
    screen = Screen(QTransform(), QRectF(0, 0, 400, 400))
    ray = Ray(np.array([0.0, 0.0]), np.array([1.0, 1.0]) / np.sqrt(2))
    bears = bearing([spots], screen, ray, 1.0)
    x, _ = resting_place(bears, NOWHERE)
    assert abs(x - 200) < 10, "where the ray meets the line"
    beside, _ = resting_place(bears, np.array([[x - 30, 150, x + 30, 250]]))
    assert 30 <= abs(beside - x) < 50
    half, drawn = np.array([20.0, 8.0]), (np.array([[x, 150.0]]), np.array([[x, 250.0]]))
    beside, _ = resting_place(bears, NOWHERE, half, drawn)
    assert 20 < abs(beside - x) < 40, "a line passes there"
    long = np.array([[0.0, 200.0]]), np.array([[400.0, 200.0]])
    assert resting_place(bears, NOWHERE, half, long) is None, "and here everywhere"
    assert resting_place(bearing([spots[:5]], screen, ray, 1.0), NOWHERE) is None, "a short line bears no number"


@pytest.mark.parametrize("scale", [1.0, 1.5])
def test_small_ring_around_the_minimum_has_no_number(scale):
    """Where the levels are close to each other their numbers would hide the rings, and what stands there."""
    screen, turn = Screen(QTransform(), QRectF(0, 0, 900, 900)), np.linspace(0, 2 * np.pi, 80)
    turn[-1] = 0.0
    circle = 450.0 + np.column_stack([np.cos(turn), np.sin(turn)])
    ray = Ray(np.array([450.0, 450.0]), np.array([1.0, 1.0]) / np.sqrt(2))

    def number(wide: float, high: float, points: slice = slice(None)):
        ring = (450.0 + (circle - 450.0) * (wide * scale / 2, high * scale / 2))[points]
        return resting_place(bearing([ring], screen, ray, scale), NOWHERE)

    assert number(100, 100) is not None and number(300, 70) is not None
    assert number(80, 80) is None and number(300, 50) is None and number(50, 300) is None
    assert number(300, 50, slice(0, 40)) is not None, "half of it is no ring: it leads out of the picture"


@pytest.fixture
def written(monkeypatch) -> dict[str, QRectF]:
    """The numbers that reliefs have written, and where."""
    boxes, own = dict[str, QRectF](), ContoursPainter.write

    def write(painter, to, place, words, *rest):
        boxes[words] = own(painter, to, place, words, *rest)
        return boxes[words]

    monkeypatch.setattr(ContoursPainter, "write", write)
    return boxes


def test_level_numbers_avoid_captions(chart, qtbot, written):
    view = chart(ERROR)
    show(view, *descent())
    painter = drawn(view, qtbot)
    view.grab()
    before = max(written.values(), key=lambda box: box.center().y())
    assert len(written) > 3
    screen = Screen(painter.item.sceneTransform(), view.box.mapRectToScene(view.box.boundingRect()))
    (place,) = screen.back(np.array([[before.center().x(), before.center().y()]]))
    written.clear()
    show(view, *descent(), Text(place, "a caption", anchor=(0.5, 0.5), surface=ERROR))
    drawn(view, qtbot)
    view.grab()
    (caption,) = captions(view, screen)
    assert caption.intersects(before), "there the number was"
    assert len(written) > 2 and not any(box.intersects(caption) for box in written.values())


def test_growing_or_moving_caption_repaints_no_contours(chart, qtbot, monkeypatch):
    view, painted = chart(ERROR), []
    own = ContoursPainter._paint_relief
    monkeypatch.setattr(ContoursPainter, "_paint_relief", lambda *asked: (painted.append(asked), own(*asked)))

    def numbers(words: str, anchor: float = 0.0) -> list[tuple[QPointF, str]]:
        show(view, *descent(), Text(place, words, anchor=(anchor, 0.5), surface=ERROR))
        drawn(view, qtbot)
        view.grab()
        assert painter._known is not None
        return painter._numbers(screen, painter._known)

    show(view, *descent())
    painter = drawn(view, qtbot)
    screen = Screen(painter.item.sceneTransform(), view.box.mapRectToScene(view.box.boundingRect()))
    (place,) = screen.back(np.array([[4.2 * CELL, 4.5 * CELL]]))
    before = numbers("E = 9.99")
    one, count = captions(view, screen), len(painted)
    assert numbers("E = 10.01") == before and captions(view, screen) != one, "no number moves for a digit"
    numbers("E = 10.01", anchor=1.0)
    assert len(painted) == count


def test_level_numbers_avoid_paths_and_names(chart, qtbot, written):
    """Numbers lay on the path, and the names of arrows, points and ways covered parts of them."""
    view = chart(ERROR)
    show(view, *descent())
    painter = drawn(view, qtbot)
    view.grab()
    screen = Screen(painter.item.sceneTransform(), view.box.mapRectToScene(view.box.boundingRect()))
    before, count = dict(written), len(written)
    middles = screen.back(np.array([[box.center().x(), box.center().y()] for box in before.values()]))
    path, (start, end) = middles[:-2], middles[-2:]
    written.clear()
    marks = (
        Curve(path, "path", label="a way", surface=ERROR),
        Points(path[:1], "focus", labels=("w",), surface=ERROR),
        Segments(start[None], end[None], "axis", arrows=True, labels=("the slope",), surface=ERROR),
    )
    show(view, *descent(), *marks)
    drawn(view, qtbot)
    view.grab()
    there = Obstacles.on(view)
    sides, words = sides_of(written.values()), there.words(view, screen)
    assert len(words) == 3 and len(written) >= count // 2, "others are left out"
    assert crossed(sides_of(before.values()), *there.lines(screen, 1.0)).all(), "there the numbers were"
    assert not crossed(sides, *there.lines(screen, 1.0)).any()
    assert not any(box.intersects(name) for box in written.values() for name in words)


def test_level_numbers_avoid_ellipses_and_their_text(chart, qtbot, written):
    """The circle of the prior struck through the levels that it crosses."""
    view = chart(ERROR)
    show(view, *descent())
    painter = drawn(view, qtbot)
    view.grab()
    screen = Screen(painter.item.sceneTransform(), view.box.mapRectToScene(view.box.boundingRect()))
    first = next(iter(written.values())).center()
    (place,) = screen.back(np.array([[first.x(), first.y()]]))
    middle = np.array([1.0, 2.0])
    written.clear()
    around = Ellipse(middle, np.eye(2), float(np.hypot(*(place - middle))), "margin", label="prior", surface=ERROR)
    show(view, *descent(), around)
    drawn(view, qtbot)
    view.grab()
    (ellipse,) = view.painters_of(Ellipse)
    boxes, outline = list(written.values()), segments_of([screen(ellipse.closed)])
    assert boxes and not crossed(sides_of(boxes), *outline).any()
    assert not any(box.intersects(ellipse.words(screen)) for box in boxes)


def test_panning_requests_the_visible_part_and_returning_is_cached(chart, qtbot):
    view = chart(ERROR)
    show(view, *descent())
    painter = drawn(view, qtbot)
    first, home = painter.shown, view.box.viewRect()
    view.box.translateBy(x=1.0)
    drawn(view, qtbot)
    assert painter.shown is not first
    view.box.setRange(home, padding=0)
    assert painter.shown is first


def test_equal_keys_are_computed_once(chart, qtbot, monkeypatch):
    monkeypatch.setattr(contours, "SLOW", math.inf)
    view, asked = chart(ERROR), []

    def function(uv):
        asked.append(len(uv))
        return (uv**2).sum(axis=1)

    for key in (("a",), ("a",), ("b",), ("a",)):
        show(view, Contours(function, key, surface=ERROR))
        drawn(view, qtbot)
    assert sum(asked) == 2 * SIDE**2


def test_exception_in_a_function_is_not_swallowed(chart, qtbot):
    view = chart(ERROR)

    def broken(uv):
        raise ZeroDivisionError("no such function")

    with qtbot.captureExceptions() as caught:
        show(view, Contours(broken, surface=ERROR))
        qtbot.waitUntil(lambda: bool(caught))
    assert caught[0][0] is ZeroDivisionError


def test_view_can_close_while_its_contours_are_computed(chart, qtbot):
    view = chart(ERROR)
    show(view, *descent())
    view.close_down()
    view.close()


def test_contours_of_old_steps_are_cancelled_and_finished_ones_kept(chart, qtbot):
    view, asked, begun, go_on = chart(ERROR), [], Event(), Event()

    def mark(name, waits=False):
        def function(uv):
            asked.append(name)
            if waits:
                begun.set()
                go_on.wait(60)
            return (uv**2).sum(axis=1)

        return Contours(function, (name,), surface=ERROR)

    show(view, mark("hurried by"))
    show(view, mark("slow", waits=True))
    qtbot.waitUntil(begun.is_set)
    show(view, mark("last"))
    go_on.set()
    drawn(view, qtbot)
    assert asked.count("slow") == 1  # one stretch, and no more
    show(view, mark("slow"))
    drawn(view, qtbot)
    show(view, mark("last"))
    assert view.painters_of(Contours)[0].settled
    assert [name for name, _ in groupby(asked)] == ["slow", "last", "slow"]


def test_contours_of_the_previous_step_are_pale_without_numbers(chart, qtbot):
    """While a hand goes on moving, the lines beside w were those of other points, with their numbers."""
    view, go_on = chart(ERROR), Event()

    def mark(name, waits=False):
        def function(uv):
            if waits:
                go_on.wait(60)
            return (uv**2).sum(axis=1)

        return Contours(function, (name,), surface=ERROR)

    show(view, mark("before"))
    painter = drawn(view, qtbot)
    qtbot.wait(LATE + 50)
    view.fit()
    qtbot.wait(LATE + 50)
    assert not painter.pale, "another part of the same relief is no other relief"
    drawn(view, qtbot)
    deep = ink_of(view)
    numbers, asked = painter._numbers, []
    painter._numbers = lambda *what: asked.append(1) or numbers(*what)
    for turn in range(5):
        show(view, mark(f"move {turn}", waits=True))
        qtbot.wait(LATE // 4)
    qtbot.waitUntil(lambda: painter.pale)
    asked.clear()
    assert 0 < ink_of(view) < 0.6 * deep and not asked
    go_on.set()
    drawn(view, qtbot)
    assert not painter.pale and ink_of(view) > 0.9 * deep and asked


def ink_of(view: SurfaceView) -> float:
    """How far the pixels of a surface are from its paper, all in all."""
    grey = pixels(view.widget)[..., :3].astype(float).sum(axis=2)
    return float(np.abs(grey - np.median(grey)).sum())


@pytest.mark.parametrize("moves", [False, True])
def test_slow_contours_stay_coarse_until_the_drag_pauses(chart, qtbot, monkeypatch, moves):
    """One after the other within a moment, or as late as a hand that moves lets them be."""
    monkeypatch.setattr(contours, "SOON", 0.0 if moves else math.inf)
    monkeypatch.setattr(contours, "PATIENT", 0.0)
    monkeypatch.setattr(DRAG, "longest", 60.0 if moves else 0.0)
    DRAG.begin("hand", 0)
    view, asked = chart(ERROR), []

    def mark(name):
        def function(uv):
            asked.append((name, len(uv)))
            time.sleep(2 * SLOW * len(uv) / SIDE**2)
            return (uv**2).sum(axis=1)

        return Contours(function, (name,), surface=ERROR)

    show(view, mark("first"))
    painter = drawn(view, qtbot)
    painter._later.setInterval(FOREVER)
    for name in ("second", "third"):
        show(view, mark(name))
        qtbot.waitUntil(lambda name=name: asked[-1][0] == name and not painter.settled)
        qtbot.waitUntil(lambda: painter._known is painter._cache.get(painter._request))
        assert not painter.settled and painter._later.isActive()
    painter._later.start(0)  # the hand has rested
    drawn(view, qtbot)
    fine, coarse = SIDE**2, COARSE**2
    sums = [(name, sum(size for _, size in sizes)) for name, sizes in groupby(asked, key=lambda one: one[0])]
    assert sums == [("first", fine), ("second", coarse), ("third", coarse + fine)]
    DRAG.end("hand", 0)


def test_slow_contours_yield_to_the_steps_of_a_drag(chart, qtbot, monkeypatch):
    for what, name, seconds in ((contours, "PATIENT", 0.0), (contours, "GAPS", 60.0), (STEP, "longest", 60.0)):
        monkeypatch.setattr(what, name, seconds)
    view, asked = chart(ERROR), Event()

    def function(uv):
        asked.set()
        return (uv**2).sum(axis=1)

    DRAG.begin("hand", 0)
    STEP.begin("hand", 0)
    show(view, Contours(function, ("late",), surface=ERROR))
    (painter,) = view.painters_of(Contours)
    qtbot.waitUntil(lambda: painter.task._thread is not None)
    assert not asked.wait(0.05)
    STEP.end("hand", 0)
    drawn(view, qtbot)
    DRAG.end("hand", 0)


def test_slow_contours_wait_before_the_next_computation(chart, qtbot, monkeypatch):
    view = chart(ERROR)
    show(view, *descent())
    painter = drawn(view, qtbot)
    monkeypatch.setattr(contours, "time", SimpleNamespace(monotonic=lambda: 20.0))
    waits = []
    for took in (0.0, 0.05, 10.0):
        painter._soon.stop()
        painter._took, painter._made, painter._request = took, 20.0, None
        painter._look_again()
        waits.append(painter._soon.interval())
        painter._cache.clear()
        painter._request = None
    assert waits == [FIRST, 100, 1000 * LONGEST]
