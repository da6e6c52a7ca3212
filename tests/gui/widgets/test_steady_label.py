"""Worked lines as they are shown: in pieces that fit into the panel, also where the type is large."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QFontMetricsF

from gui.look.appearance import Appearance
from gui.widgets.steady_label import BREAK, worked_out

NARROW = 320
"""The width of the panel in a lecture, in a window of 1280 by 720 pixels."""

LONG = (
    "(b, w) ← (0.04469, 0.8679, -2.278) - 0.008256·(-0.06646, 0.1093, 2.403) = (0.04524, 0.867, -2.298)",
    "δ = (0.999999999999929 - 1)·0.999999999999929·(1 - 0.999999999999929) = -5.041e-27",
    "cos = (48.969 - 22.824)/(48.969 + 22.824) = 0.36417",
    "GainRatio(mean concave points) = 0.41 / SplitEntropy(mean concave points)",
)


@pytest.mark.parametrize("line", LONG)
def test_worked_line_fits_the_panel_in_large_type(qapp, line):
    appearance = Appearance()
    appearance.set_presentation(True)
    shown, font = worked_out(line), appearance.font("body")
    assert font.pixelSize() >= 20
    room = QRectF(0, 0, NARROW, 1e4)
    assert QFontMetricsF(font).boundingRect(room, Qt.TextFlag.TextWordWrap, shown).width() <= NARROW
    appearance.deleteLater()


def test_short_text_breaks_only_between_words():
    assert BREAK not in worked_out("a = 2·(1, 2) + (0.5)·(0.25)/(3 - 1) = 1")
    assert worked_out("w = (1, 2) - 3") == "w = (1,\u00a02) − 3"
    assert worked_out("the row (a long name of it) 3") == "the row (a long name of it) 3"
