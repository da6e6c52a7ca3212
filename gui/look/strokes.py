"""How the lines of several runs are told apart: solid, dashed, dotted, ...; and seen where they are one."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QPen

STROKES: tuple[tuple[float, ...], ...] = ((), (5.0, 3.0), (1.0, 2.2), (8.0, 2.5, 1.0, 2.5), (2.5, 2.5), (12.0, 4.0))
"""The first line is solid, the second dashed, the third dotted, ...: lengths in multiples of the width of the first."""
WIDTH, OVER = 2.2, 4.4
"""The width of a solid line, and of those drawn over it: where they run together, thick dashes stand on a thin line."""


def stroke(place: int, colour: QColor, scale: float = 1.0) -> QPen:
    """The kind of line that the run at a place of the session is drawn with."""
    dashes = STROKES[place % len(STROKES)]
    width = OVER if dashes else WIDTH
    pen = QPen(colour, width * scale)
    if dashes:
        pen.setDashPattern([length * WIDTH / width for length in dashes])
    pen.setCapStyle(Qt.PenCapStyle.FlatCap)
    pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
    return pen
