"""The lines of a network: where they run, and as a few strokes, by sign and by width."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pyqtgraph as pg
from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath

from engine.core.marks import Link
from gui.painters.graph_layout import Style

WIDTHS = 6
"""The links of a network are drawn in this many widths, so that thousands cost a few strokes."""

Strokes = list[tuple[bool, int, QPainterPath]]
"""Whether the weights are below 0, how wide, from 0 to WIDTHS, and the lines: the widest last, on top."""


def ends_of(links: Sequence[Link], cards: Sequence[QRectF]) -> np.ndarray:
    """(L, 4) where the lines begin and end, x and y twice: at the right edge of one card, the left of another.

    Those from or to a card that is folded away are nowhere: NaN.
    """
    nowhere = (np.nan, np.nan, np.nan)
    places = [nowhere if card.isNull() else (card.left(), card.right(), card.center().y()) for card in cards]
    sides = np.array(places).reshape(-1, 3)
    starts, ends = np.array([(link.start, link.end) for link in links], dtype=np.intp).reshape(-1, 2).T
    return np.column_stack([sides[starts, 1], sides[starts, 2], sides[ends, 0], sides[ends, 2]])


def strokes_of(links: Sequence[Link], ends: np.ndarray) -> Strokes:
    """The lines of a kind together; `ends` (L, 4) as of `ends_of`."""
    weights = np.array([link.weight for link in links])
    heaviest = float(np.abs(weights).max(initial=0.0)) or 1.0
    widths = np.round(WIDTHS * np.abs(weights) / heaviest).astype(int)
    seen = np.isfinite(ends).all(axis=1)
    kinds, ends = np.column_stack([weights < 0, widths])[seen], ends[seen]
    found: Strokes = []
    for negative, width in np.unique(kinds, axis=0).tolist():
        own = ends[(kinds == (negative, width)).all(axis=1)].reshape(-1, 2)
        found.append((bool(negative), width, pg.arrayToQPath(own[:, 0], own[:, 1], connect="pairs")))
    return found


def paint_strokes(painter: QPainter, strokes: Strokes, style: Style) -> None:
    """Width by size, colour and dash by sign."""
    painter.setBrush(Qt.BrushStyle.NoBrush)
    for negative, width, path in strokes:
        colour = QColor(style.look.theme.class_colour(3 if negative else 0))
        colour.setAlphaF(0.35 + 0.6 * width / WIDTHS)
        dash = Qt.PenStyle.DashLine if negative else Qt.PenStyle.SolidLine
        painter.strokePath(path, style.pen(colour, 0.6 + 3.4 * width / WIDTHS, dash))
