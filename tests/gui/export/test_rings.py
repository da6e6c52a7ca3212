"""Rings around rows near the edge of a figure are whole, however small the figure is."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import numpy as np
import pytest
from PySide6.QtCore import QRectF, QSize

from engine.core.marks import Points
from gui.export.figures import thumbnail
from gui.export.layout import Figure
from gui.export.options import FigureOptions
from gui.export.rings import MOST, reach_of
from gui.look.theme import LIGHT
from tests.gui.canvas.seeing import where

SMALL, USUAL, TINY = FigureOptions(85, 60, "mm"), FigureOptions(17, 11), FigureOptions(60, 46, "mm")


@contextmanager
def plane_of(shown, options: FigureOptions) -> Iterator:
    figure = Figure(shown, options)
    try:
        yield figure.panels[0].view
    finally:
        figure.close()


def beyond(plane) -> np.ndarray:
    """(4,) how many pixels lie between the outermost rows and each side of the plane."""
    part, pixels = plane.box.viewRect(), plane.box.rect()
    low, high = plane.uv.min(axis=0), plane.uv.max(axis=0)
    left, bottom = low - (part.left(), part.top())
    right, top = (part.right(), part.bottom()) - high
    scale = np.array([pixels.width() / part.width(), pixels.height() / part.height()])
    return np.concatenate([(left, bottom) * scale, (right, top) * scale])


@pytest.mark.parametrize("equal", [False, True])
def test_small_figure_has_room_for_a_ring_around_every_row(shown, equal):
    shown.plane.set_equal(equal)
    with plane_of(shown, SMALL) as plane:
        assert beyond(plane).min() > reach_of(plane) - 0.5
        assert beyond(plane)[[1, 3]].max() < reach_of(plane) + 2.0, "and no more than that"


def test_figure_of_usual_size_shows_the_range_of_the_screen(shown):
    with plane_of(shown, USUAL) as plane:
        assert plane.box.targetRect() == shown.plane.box.targetRect()


def test_tiny_figure_leaves_most_room_to_the_rows(shown):
    with plane_of(shown, TINY) as plane:
        seen = plane.box.viewRect()
        assert np.ptp(plane.uv[:, 1]) / seen.height() > 0.95 * (1.0 - 2.0 * MOST)


def test_user_zoom_is_kept_and_outside_rows_are_hidden(shown):
    part = QRectF(1.0, 0.0, 2.0, 0.6)
    shown.plane.box.setRange(part, padding=0)
    with plane_of(shown, SMALL) as plane:
        assert plane.box.viewRect().right() < 3.6
    shown.plane.touched = True
    with plane_of(shown, SMALL) as plane:
        assert plane.box.targetRect() == shown.plane.box.targetRect()


def test_ring_of_the_outermost_row_is_whole(shown):
    row = int(shown.plane.uv[:, 1].argmax())
    data = shown.session.table.data
    marks = [Points(data.X[[row]], "focus", rows=np.array([row]))]
    shown.plane.show_marks(marks, shown.session.lane.frame)
    image = thumbnail(shown, SMALL, QSize(963, 680))
    x, y = where(image, LIGHT.accent, 30).T
    assert abs(np.ptp(x) - np.ptp(y)) <= 2 and np.ptp(y) > 40
