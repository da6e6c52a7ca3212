"""What stays in view: an edit leaves the view where it is, and less room does not put away what it had shown."""

from __future__ import annotations

from typing import Protocol

import numpy as np
import pyqtgraph as pg
from PySide6.QtCore import QRectF

from gui.canvas.surfaces.plane_widget import PlaneWidget
from gui.painters.painter import drawable

EDGE = 0.04
"""The room beside a point that less room would have put away, as a share of the part in view."""


class Placed(Protocol):
    """A view of points, at `uv`, on a widget in which a hand may hold one of them."""

    box: pg.ViewBox
    uv: np.ndarray
    widget: PlaneWidget

    def fit(self) -> None: ...


class InView:
    """Keeps the placed points of a plane in its view.

    With equal scales more may be in view than was asked for. Points are clicked there too, and when a chart opens
    beside the plane that part is the first to go.
    """

    def __init__(self, view: Placed) -> None:
        self._view, self._empty = view, True
        self._edited: tuple[QRectF, QRectF] | None = None
        self._grown: QRectF | None = None  # what was asked for when points came to an empty plane
        view.box.sigResized.connect(self.keep)

    def fitted(self) -> None:
        """The view shows all points there are."""
        self._empty, self._edited = not len(self._view.uv), None

    def edited(self) -> None:
        """An edit leaves the view where it is; only points that come back to an empty plane, and after them until the
        view is changed by hand, may lie anywhere.
        """
        view, box = self._view, self._view.box
        was_empty, self._empty = self._empty, not len(view.uv)
        growing = was_empty or self._grown == box.targetRect()
        if growing and not view.widget.busy and not within(view.uv, box.viewRect()).all():
            view.fit()
        self._grown = box.targetRect() if growing else None
        self._edited = box.targetRect(), box.viewRect()

    def keep_those_of(self, other: InView) -> None:
        """Have in view what another view of the same part has, where a unit is as long there and it has other room."""
        self._edited = self._view.box.targetRect(), other._view.box.viewRect()
        self.keep()

    def bring(self, uv: np.ndarray) -> bool:
        """Widen the view to places (m, 2) that were typed outside it; whether it had to be."""
        box = self._view.box
        lost = uv[~within(uv, box.viewRect())]
        if not len(lost):
            return False
        seen = box.viewRect()
        corners = np.vstack([lost, (seen.left(), seen.top()), (seen.right(), seen.bottom())])
        low, size = corners.min(axis=0), np.ptp(corners, axis=0)
        part = QRectF(*(low - EDGE * size), *((1 + 2 * EDGE) * size))
        box.setRange(part, padding=0, disableAutoRange=True)
        self._edited, self._grown = (box.targetRect(), box.viewRect()), None
        return True

    def keep(self) -> None:
        """In less room, the part asked for and the points that were in view beside it; not after a zoom."""
        box, uv = self._view.box, self._view.uv
        if self._edited is None or self._edited[0] != box.targetRect():
            return
        (part, seen), growing = self._edited, self._grown == box.targetRect()
        lost = uv[within(uv, seen) & drawable(uv) & ~within(uv, box.viewRect())]
        if not len(lost):
            return
        room = EDGE * max(part.width(), part.height())
        (left, low), (right, high) = lost.min(axis=0) - room, lost.max(axis=0) + room
        part = part.united(QRectF(left, low, right - left, high - low))
        box.setRange(part, padding=0, disableAutoRange=True)
        self._edited = box.targetRect(), seen
        self._grown = box.targetRect() if growing else None


def within(uv: np.ndarray, part: QRectF) -> np.ndarray:
    """(m,) whether each place lies in this part of the plane; one that cannot be drawn counts as if it did."""
    inside = (uv >= (part.left(), part.top())) & (uv <= (part.right(), part.bottom()))
    return np.asarray(inside.all(axis=1) | ~drawable(uv))
