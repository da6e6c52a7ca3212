"""The badge of a column: a sign for the most that makes sense with its values.   (DP1)"""

from __future__ import annotations

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPixmap, QPixmapCache

from engine.data.operations import OPERATIONS
from gui.look.appearance import Appearance

SIGNS = {"equality": "=", "order": "<", "arithmetic": "+"}
"""What stands in the badge of a column for the most that makes sense."""
SIDE, RATIO = 14, 2.0


def kind_badge(kind: str, appearance: Appearance) -> QPixmap:
    """To add, to order, or only to find equal: as a picture beside the name of a column of this kind."""
    font, colour = appearance.font("small"), appearance.theme.quiet
    key = f"badge {kind} {font.key()} {colour}"
    badge = QPixmap()
    if not QPixmapCache.find(key, badge):
        badge = _drawn(SIGNS[OPERATIONS[kind][0][-1]], appearance)
        QPixmapCache.insert(key, badge)
    return badge


def _drawn(sign: str, appearance: Appearance) -> QPixmap:
    badge = QPixmap(int(RATIO * SIDE), int(RATIO * SIDE))
    badge.setDevicePixelRatio(RATIO)
    badge.fill(Qt.GlobalColor.transparent)
    with QPainter(badge) as painter:
        painter.setFont(appearance.font("small"))
        painter.setPen(QColor(appearance.theme.quiet))
        painter.drawText(QRectF(0, 0, SIDE, SIDE), Qt.AlignmentFlag.AlignCenter, sign)
    return badge
