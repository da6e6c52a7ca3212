"""A bar that is not needed goes: a line that wraps only beside the bar does not keep it."""

from __future__ import annotations

from PySide6.QtWidgets import QApplication, QLabel, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from gui.widgets.section import scrolled


def test_line_that_wraps_only_beside_the_scroll_bar_hides_the_bar(qtbot: QtBot) -> None:
    content = QWidget()
    layout = QVBoxLayout(content)
    layout.setContentsMargins(0, 0, 0, 0)
    label = QLabel("words " * 12)
    label.setWordWrap(True)
    layout.addWidget(label)
    area = scrolled(content)
    area.setMinimumHeight(1)
    qtbot.addWidget(area)
    area.show()
    bar = area.verticalScrollBar()
    wide = next(w for w in range(120, 600) if label.heightForWidth(w - 4) > label.heightForWidth(w))
    area.resize(wide, label.heightForWidth(wide) - 1)
    qtbot.waitUntil(bar.isVisible)
    area.resize(wide, label.heightForWidth(wide))
    qtbot.waitUntil(lambda: not bar.isVisible())
    area.resize(wide, label.heightForWidth(wide) - 1)
    QApplication.processEvents()
    qtbot.waitUntil(bar.isVisible)
