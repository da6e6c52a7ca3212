"""A figure of the plane where the target goes up has its curve as lines, not as pixels."""

from __future__ import annotations

import re
from collections.abc import Iterator

import numpy as np
import pytest
from PIL import Image
from PySide6.QtGui import QColor

from engine.data.toys import generate
from gui.canvas.canvas import Canvas
from gui.export.figures import export_figure
from gui.export.options import FigureOptions
from gui.look.theme import LIGHT
from gui.regions.responses import Responses
from gui.start.shot import painted
from tests.gui.session.waiting import until
from tests.gui.showing import run_shown


@pytest.fixture
def stairs(qtbot) -> Iterator[Canvas]:
    running = run_shown(qtbot, generate("stairs"), "regression_tree", {})
    canvas = next(running)
    canvas.session.go_to_end()
    until(lambda: canvas.session.lane.settled and painted(canvas.plane_view))
    yield canvas
    next(running, None)


def test_svg_and_pdf_have_curves_as_lines_without_images(stairs, tmp_path):
    export_figure(stairs, tmp_path / "a.svg", FigureOptions())
    text = (tmp_path / "a.svg").read_text()
    assert f'stroke="{LIGHT.ink.lower()}"' in text.lower() and text.count(LIGHT.class_colour(0).name()) >= 40
    export_figure(stairs, tmp_path / "a.pdf", FigureOptions())
    assert not re.findall(rb"/Subtype /Image", (tmp_path / "a.pdf").read_bytes())


def test_png_curve_is_ink_and_the_screen_keeps_its_colours(stairs, tmp_path):
    [painter] = stairs.plane_view.painters_of(Responses)
    shown = painter.shown
    export_figure(stairs, tmp_path / "a.png", FigureOptions())
    picture = np.asarray(Image.open(tmp_path / "a.png").convert("RGB")).astype(int)
    ink = np.abs(picture - np.array(QColor(LIGHT.ink).getRgb()[:3])).max(axis=2) < 40
    assert (ink.sum(axis=1) > 40).sum() >= 4, "treads are level lines of ink"
    assert painter.shown is shown
