"""What scrolls in a panel."""

from __future__ import annotations

from PySide6.QtWidgets import QVBoxLayout, QWidget

from gui.widgets.section import scrolled

STYLED = "QScrollBar:vertical { width: 10px; } QScrollBar:horizontal { height: 10px; }"


def test_minimum_height_is_the_same_before_and_after_styling_the_bars(qtbot) -> None:
    """Else how high a panel is depends on when it was first measured, and no two pictures of a window are the same."""
    holder = QWidget()
    qtbot.addWidget(holder)
    column = QVBoxLayout(holder)
    area = scrolled(QWidget())
    column.addWidget(area)
    heights = [column.minimumSize().height()]
    holder.setStyleSheet(STYLED)
    holder.show()
    column.invalidate()
    heights.append(column.minimumSize().height())
    area.updateGeometry()
    heights.append(column.minimumSize().height())
    assert len({*heights}) == 1, heights
