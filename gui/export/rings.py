"""Room for rings: around a row near the edge of a small figure a ring would be cut, which is whole on the screen."""

from __future__ import annotations

import math

import numpy as np
from PySide6.QtCore import QPointF, QRectF

from gui.canvas.surfaces.in_view import within
from gui.canvas.surfaces.plane_view import PlaneView
from gui.canvas.surfaces.surface_view import SurfaceView
from gui.painters.markers import thickness
from gui.painters.painter import drawable

HALO = 1.0
"""Pixels of paper around a ring."""
MOST = 0.2
"""No ring is given more than this share of the width or of the height."""
ROUNDS = 12
"""What is added on a side is counted in pixels, of which each then is a little more of the plane; so often."""


def show_part_of(view: SurfaceView, copy: SurfaceView) -> None:
    """Have the copy of a surface show the part that this one shows, with the rings at its edge whole."""
    copy.look_like(view)
    if isinstance(copy, PlaneView) and isinstance(view, PlaneView):
        copy.show_those_of(view)
        give_room(copy, view.box.viewRect())


def give_room(view: PlaneView, shown: QRectF) -> None:
    """Let a plane reach so far beyond its rows in the part `shown` that a ring around any of them is whole.

    Whichever of them has one: figures of several steps show the same part. What a hand has zoomed to stays as it is.
    """
    rows = view.uv[within(view.uv, shown) & drawable(view.uv)]
    if view.touched or not len(rows):
        return
    low, high, reach = rows.min(axis=0), rows.max(axis=0), reach_of(view)
    for _ in range(ROUNDS):
        seen, pixels = view.box.viewRect(), view.box.rect()
        across, up = min(reach / pixels.width(), MOST), min(reach / pixels.height(), MOST)
        room = np.array([across * seen.width(), up * seen.height()])
        wanted = QRectF(QPointF(*(low - room)), QPointF(*(high + room)))
        if seen.contains(wanted):
            return
        view.box.setRange(seen.united(wanted), padding=0, disableAutoRange=True)


def reach_of(view: PlaneView) -> float:
    """How far the largest ring around a row reaches from its middle, in pixels."""
    look = view.appearance.theme.role("focus")
    size = look.size * math.sqrt(view.enlarged) * view.appearance.scale
    return (size + thickness(look, size)) / 2 + HALO
