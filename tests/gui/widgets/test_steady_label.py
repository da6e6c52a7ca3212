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
def test_nothing_of_a_worked_line_is_wider_than_the_panel_in_a_lecture(qapp, line):
    appearance = Appearance()
    appearance.set_presentation(True)
    shown, font = worked_out(line), appearance.font("body")
    assert font.pixelSize() >= 20
    room = QRectF(0, 0, NARROW, 1e4)
    assert QFontMetricsF(font).boundingRect(room, Qt.TextFlag.TextWordWrap, shown).width() <= NARROW
    appearance.deleteLater()


def test_what_is_short_is_broken_between_its_words_alone():
    assert BREAK not in worked_out("a = 2·(1, 2) + (0.5)·(0.25)/(3 - 1) = 1")
    assert worked_out("w = (1, 2) - 3") == "w = (1,\u00a02) − 3"
    assert worked_out("the row (a long name of it) 3") == "the row (a long name of it) 3"
