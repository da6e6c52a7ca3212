"""Marks inside a small picture of the plane: thinner and smaller than on the plane, with no words."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from PySide6.QtCore import QLineF
from PySide6.QtGui import QPainter, QPen

from engine.core.marks import Line, Points, Segments
from gui.painters.line import in_view, is_lost, paint_pieces, straight
from gui.painters.markers import Marker
from gui.painters.painter import Screen, View
from gui.regions.bent import bent_pieces, is_bent

SMALLER = 0.55
"""Points are so much smaller than on the plane, and lines so much thinner."""

COARSE = 75
"""A line that bends is followed on a grid of this many by this many places."""


def paint_line(painter: QPainter, line: Line, view: View, screen: Screen) -> None:
    """A hyperplane, where this view cuts it."""
    painter.setPen(_pen(view, line.role))
    paint_pieces(painter, _strokes(line, view, screen))


def _strokes(line: Line, view: View, screen: Screen) -> list[np.ndarray]:
    """The pixels (m, 2) of its pieces."""
    plane = view.lifting_plane()
    if plane is not None and is_bent(line, plane):
        return [screen(piece) for piece in bent_pieces(line, plane, screen.part, COARSE)]
    slope, offset = in_view(view, line)
    return [] if is_lost(line, slope) else straight(line, slope, offset, view, screen)


def paint_segments(painter: QPainter, segments: Segments, view: View, screen: Screen) -> None:
    """Straight pieces in the colour of their role."""
    starts = view.to_view(segments.starts, segments.starts_targets)
    ends = view.placed(segments.ends, segments.rows, segments.ends_targets)
    pieces = np.hstack([screen(starts), screen(ends)])
    painter.setPen(_pen(view, segments.role))
    painter.drawLines([QLineF(*piece) for piece in pieces[np.isfinite(pieces).all(axis=1)].tolist()])


def paint_points(painter: QPainter, points: Points, view: View, screen: Screen) -> None:
    """Points as their role is drawn, in their groups' colours and shapes."""
    look, theme = view.appearance.theme.role(points.role), view.appearance.theme
    groups = [None] * len(points.positions) if points.groups is None else points.groups.tolist()
    places = screen(view.placed(points.positions, points.rows, points.targets)).tolist()
    for (x, y), code in zip(places, groups, strict=True):
        if np.isfinite((x, y)).all():
            painter.save()
            painter.translate(x, y)
            painter.scale(SMALLER, SMALLER)
            Marker(points.role, code, look.size * view.appearance.scale, look.hollow).paint(painter, theme)
            painter.restore()


def _pen(view: View, role: str) -> QPen:
    look = view.appearance.theme.role(role)
    pen = QPen(look.colour, max(SMALLER * look.width, 1.0) * view.appearance.scale)
    if look.dash:
        pen.setDashPattern(look.dash)
    return pen


INSETS: dict[type, Callable[[QPainter, Any, View, Screen], None]] = {
    Line: paint_line,
    Segments: paint_segments,
    Points: paint_points,
}
"""Function that draws a kind of mark in a small picture."""
