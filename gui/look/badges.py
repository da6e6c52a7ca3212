"""The badge of a column: a sign for the most that makes sense with its values.   (DP1)"""

from __future__ import annotations

from functools import cache

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QFont, QPainter, QPixmap

from engine.data.operations import OPERATIONS
from gui.look.appearance import Appearance

SIGNS = {"equality": "=", "order": "<", "differences": "−", "arithmetic": "+"}
"""What stands in the badge of a column for the most that makes sense."""
SIDE, RATIO = 14, 2.0


def kind_badge(kind: str, appearance: Appearance) -> QPixmap:
    """To add, to order, or only to find equal: as a picture beside the name of a column of this kind."""
    sign = SIGNS[OPERATIONS[kind][0][-1]]
    return _drawn(sign, appearance.font("small").toString(), str(appearance.theme.quiet))


@cache
def _drawn(sign: str, letters: str, colour: str) -> QPixmap:
    font, badge = QFont(), QPixmap(int(RATIO * SIDE), int(RATIO * SIDE))
    font.fromString(letters)
    badge.setDevicePixelRatio(RATIO)
    badge.fill(Qt.GlobalColor.transparent)
    with QPainter(badge) as painter:
        painter.setFont(font)
        painter.setPen(QColor(colour))
        painter.drawText(QRectF(0, 0, SIDE, SIDE), Qt.AlignmentFlag.AlignCenter, sign)
    return badge
