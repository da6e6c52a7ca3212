"""The heading of a surface."""

from __future__ import annotations

from PySide6.QtWidgets import QApplication

from gui.canvas.panel import Name

LONG = "price over width, the other features as the query has them"


def test_cut_name_is_whole_in_its_tooltip(qtbot):
    name = Name(LONG)
    qtbot.addWidget(name)
    name.resize(120, 20)
    name.show()
    QApplication.processEvents()
    assert "as the query has them" in name.toolTip()
    name.resize(900, 20)
    QApplication.processEvents()
    assert name.toolTip() == ""
