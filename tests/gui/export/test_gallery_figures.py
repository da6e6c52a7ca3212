"""Figures and animations of a gallery: every panel in view, computed for the paper, whatever the screen showed."""

from __future__ import annotations

import numpy as np
import pytest
from PIL import Image
from PySide6.QtCore import QSettings
from PySide6.QtGui import QImage

from engine.core.marks import Gallery
from engine.core.surfaces import Surface
from gui.canvas.surfaces.gallery_view import GalleryView
from gui.export.animation import export_animation
from gui.export.figures import export_figure
from gui.export.layout import Figure
from gui.export.options import FigureOptions
from gui.painters import gallery
from gui.regions.banded import answered
from tests.gui.canvas.seeing import share
from tests.gui.export.test_figures import WHITE
from tests.gui.showing import Shown

ROUNDS = Surface("gallery", "Rounds")


@pytest.fixture
def rounds(qtbot):
    """Ten rounds of boosting on iris, the gallery beside the plane."""
    QSettings().clear()
    made = Shown(qtbot, key="adaboost", step=20)
    made.views.append(made._view(qtbot, GalleryView, ROUNDS, None))
    yield made
    made.close()
    QSettings().clear()


def test_gallery_figure_shows_every_panel_on_white_paper(rounds, tmp_path):
    export_figure(rounds.views[1], tmp_path / "a.png", FigureOptions(120, 90, "mm", 150))
    image = QImage(str(tmp_path / "a.png"))
    for code in range(3):
        assert share(image, WHITE.class_colour(code), 2) > 0.001, "dots, although the screen is dark"
    assert share(image, WHITE.accent, 2) > 0.001, "the frame of the lit one"
    assert image.pixelColor(2, 2).name() == "#ffffff"


def test_panel_pictures_are_computed_for_the_figure(rounds):
    figure = Figure(rounds.views[1], FigureOptions(120, 90, "mm", 96))
    try:
        painter = figure.panels[0].view.painters_of(Gallery)[0]
        assert len(painter.seen()) == 10 and not any(small.stage != "coarse" for small in painter.item.smalls)
        for work in figure.work(2.0):
            answer = work.compute()
            shares = []
            while True:
                try:
                    shares.append(next(answer))
                except StopIteration as end:
                    work.take(end.value)
                    break
            assert shares == sorted(shares) and shares[-1] <= 1
        wide = painter.item.size[0] * 2.0 * painter._enlarged()
        assert all(abs(small.shown.width() - wide) <= 1 for small in painter.item.smalls)
    finally:
        figure.close()


@pytest.mark.parametrize("suffix", ["svg", "pdf"])
def test_vector_figure_has_a_picture_per_panel_and_text_titles(rounds, tmp_path, suffix):
    export_figure(rounds, tmp_path / f"a.{suffix}", FigureOptions(160, 90, "mm", 96))
    written = (tmp_path / f"a.{suffix}").read_bytes()
    if suffix == "svg":
        assert written.count(b"<image") >= 10 and b"Round 10" in written
    else:
        assert written.count(b"/Subtype /Image") >= 10


def test_animation_adds_one_panel_per_round_and_computes_each_once(rounds, tmp_path, monkeypatch):
    computed = []
    monkeypatch.setattr(
        gallery, "answered", lambda request, fine: computed.append(request.model) or answered(request, fine)
    )
    assert export_animation(
        rounds.session, rounds.views[1], tmp_path / "a.gif", FigureOptions(320, 240, "px", 72), lambda *_: True
    )
    with Image.open(tmp_path / "a.gif") as gif:
        inked = []
        for number in (1, 9, 19):
            gif.seek(number)
            inked.append(float((np.asarray(gif.convert("RGB")).min(axis=2) < 250).mean()))
    assert len(computed) <= 2 * rounds.session.lane.known, "not all of them at every step"
    assert inked == sorted(inked) and inked[0] > 0.01 and inked[-1] > 2 * inked[0]


def test_gallery_legend_names_the_classes(rounds):
    figure = Figure(rounds.views[1], FigureOptions(120, 90, "mm", 96, legend="outside"))
    try:
        assert [name for _, name in figure.entries] == ["setosa", "versicolor", "virginica"]
    finally:
        figure.close()
