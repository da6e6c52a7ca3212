"""Figures: exact sizes, vectors where there should be vectors, and the colours of the classes."""

from __future__ import annotations

import re
import zlib
from contextlib import contextmanager
from dataclasses import replace

import numpy as np
import pytest
from PIL import Image
from PySide6.QtCore import QPointF, QRectF, QSize, QSizeF, Qt
from PySide6.QtGui import QImage, QPainter

from engine.base.errors import Refusal
from engine.core.surfaces import Surface
from gui.canvas.surfaces.structure_view import StructureView
from gui.export.figures import computed, export_figure, thumbnail
from gui.export.layout import Figure, divided, wrapped
from gui.export.options import FigureOptions
from gui.export.strokes import strokes
from gui.export.task import finished
from gui.look.theme import LIGHT
from tests.gui.canvas.seeing import pixels, share
from tests.gui.showing import Shown

WHITE = replace(LIGHT, paper="#FFFFFF")


# -- PNG ---------------------------------------------------------------------------------------------------------------


def test_png_has_the_requested_size_and_resolution(shown, tmp_path):
    export_figure(shown, tmp_path / "a.png", FigureOptions(85, 65, "mm", 300))
    with Image.open(tmp_path / "a.png") as image:
        assert image.size == (1004, 768)
        assert image.info["dpi"] == pytest.approx((300, 300), abs=0.1)
    export_figure(shown, tmp_path / "b.png", FigureOptions(801, 601, "px", 120))
    with Image.open(tmp_path / "b.png") as image:
        assert image.size == (801, 601)


@pytest.mark.full
def test_png_shows_classes_regions_paper_and_boundary(shown, tmp_path):
    export_figure(shown, tmp_path / "a.png", FigureOptions(120, 90, "mm", 200))
    image = QImage(str(tmp_path / "a.png"))
    for code in range(3):
        assert share(image, WHITE.class_colour(code), 2) > 0.002, "points"
        assert share(image, WHITE.region_colour(code), 2) > 0.05, "the region"
    assert image.pixelColor(2, 2).name() == "#ffffff", "white paper, although the screen is dark"
    assert share(image, WHITE.ink, 60) > 0.001


def test_a_dark_figure_is_dark(shown, tmp_path):
    export_figure(shown, tmp_path / "a.png", FigureOptions(theme="dark", dpi=96))
    assert QImage(str(tmp_path / "a.png")).pixelColor(2, 2).name() == "#16181d"


@pytest.mark.full
def test_double_resolution_is_the_same_picture(shown):
    """Text, lines and points grow with the picture; the region is computed anew."""
    small = thumbnail(shown, FigureOptions(640, 480, "px", 96, text=8.25), QSize(640, 480))
    large = thumbnail(shown, FigureOptions(640, 480, "px", 96, text=8.25), QSize(1280, 960))
    for colour in (WHITE.class_colour(0), WHITE.class_colour(1), WHITE.ink, WHITE.quiet):
        assert share(large, colour, 40) == pytest.approx(share(small, colour, 40), rel=0.45, abs=0.0004)


def test_exporting_leaves_the_screen_alone(shown, tmp_path):
    before = shown.plane.grab().toImage()
    seen, index = shown.plane.box.viewRange(), shown.session.lane.index
    export_figure(shown, tmp_path / "a.png", FigureOptions(dpi=96))
    assert shown.plane.box.viewRange() == seen and shown.session.lane.index == index
    assert shown.plane.grab().toImage() == before


def test_zoomed_part_is_the_part_exported(shown):
    shown.plane.box.setRange(QRectF(1.0, 0.0, 1.0, 0.6), padding=0)
    image = thumbnail(shown, FigureOptions(640, 480, "px", 96, legend="none"), QSize(640, 480))
    present = [share(image, WHITE.region_colour(code), 2) > 0.05 for code in range(3)]
    assert sum(present) == 1, "the corner around setosa lies in one cell"


def test_preview_has_the_same_text_as_the_file(shown, qtbot, monkeypatch):
    """Small words of a tree are left out on a screen; a page of 192 dots per inch has them."""
    shown.open_more(qtbot)
    scales, found = [], []
    kept = lambda painter, style: not scales.append(abs(painter.deviceTransform().m22()))  # noqa: E731
    monkeypatch.setattr("gui.painters.graph.readable", kept)
    for dpi in (96, 300):
        thumbnail(shown.views[2], FigureOptions(170, 110, "mm", dpi, text=8.25), QSize(300, 200))
        found.append(scales[-1])
    assert found[1] == pytest.approx(2 * found[0])


def test_exported_tree_is_complete_at_any_size(qtbot):
    """On the screen what has no room is dragged into sight; nobody drags a page."""
    made = Shown(qtbot, key="cart", step=5)
    try:
        made.views.append(made._view(qtbot, StructureView, Surface("structure", "Tree"), None))
        figure = Figure(made, FigureOptions(220, 70, "mm", 96))
        try:
            tree = figure.panels[1].view
            assert tree.trees[0].tight and tree.box.viewRect().contains(tree.bounds())
        finally:
            figure.close()
    finally:
        made.close()


# -- white paper -------------------------------------------------------------------------------------------------------


def test_paper_is_pure_white_around_all_text(shown, qtbot, tmp_path):
    """The grey of the screen is nowhere, nor its light paper."""
    shown.open_more(qtbot)
    options = FigureOptions(title="Title", caption="Caption")
    export_figure(shown, tmp_path / "a.png", options)
    image = pixels(QImage(str(tmp_path / "a.png")))
    assert (image == 255).all(axis=2).mean() > 0.3
    for colour in (LIGHT.paper, LIGHT.panel):
        shade = [int(colour[i : i + 2], 16) for i in (1, 3, 5)]
        assert (image == shade).all(axis=2).mean() < 0.02, "only the nodes of a tree are on a grey of their own"
    figure = Figure(shown, options)
    try:
        for panel in figure.panels:
            x, y = (round(v * options.scale) for v in (panel.place.left() + 2, panel.place.top() + 2))
            assert image[y, x].tolist() == [255, 255, 255], panel.view.surface.name
    finally:
        figure.close()
    for corner in ((0, 0), (0, -1), (-1, 0), (-1, -1)):
        assert image[corner].tolist() == [255, 255, 255]


# -- painted piece by piece --------------------------------------------------------------------------------------------


def test_surface_painted_in_slices_equals_one_render(shown, qtbot):
    """Items, their order, what covers what, and the frames they are seen through."""
    shown.open_more(qtbot)
    figure = Figure(shown, FigureOptions())
    try:
        finished(computed(figure, 1.0))
        for panel in figure.panels:
            size = panel.place.size().toSize()
            ours, theirs = (QImage(size, QImage.Format.Format_RGB32) for _ in range(2))
            for image in (ours, theirs):
                image.fill(Qt.GlobalColor.white)
            with painting(ours) as painter:
                for _ in strokes(painter, panel.view, QPointF(0, 0)):
                    pass
            with painting(theirs) as painter:
                whole = QRectF(QPointF(0, 0), QSizeF(size))
                panel.view.plot.scene().render(painter, whole, whole)
            differ = (np.abs(pixels(ours) - pixels(theirs)).max(axis=2) > 8).mean()
            assert differ < 0.002 and share(ours, "white", 2) < 0.999, panel.view.surface.name
    finally:
        figure.close()


@contextmanager
def painting(image: QImage):
    painter = QPainter(image)
    painter.setRenderHints(QPainter.RenderHint.Antialiasing | QPainter.RenderHint.TextAntialiasing)
    yield painter
    painter.end()


# -- PDF ---------------------------------------------------------------------------------------------------------------


def streams(path) -> bytes:
    """The inflated streams of a PDF that are text, one after the other."""
    found = b""
    for raw in re.findall(rb"stream\r?\n(.*?)endstream", path.read_bytes(), re.DOTALL):
        try:
            found += zlib.decompress(raw) + b"\n"
        except zlib.error:
            found += raw
    return found


def test_pdf_has_its_size_fonts_and_vector_points(shown, tmp_path):
    export_figure(shown, tmp_path / "a.pdf", FigureOptions())
    raw, drawn = (tmp_path / "a.pdf").read_bytes(), streams(tmp_path / "a.pdf")
    width, height = (float(v) for v in re.search(rb"/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]", raw).groups())
    assert (width / 72 * 25.4, height / 72 * 25.4) == pytest.approx((170, 110), abs=0.4)
    assert b"/FontFile2" in raw and b"/ToUnicode" in raw
    blue = " ".join(f"{channel:.9g}"[:6] for channel in WHITE.class_colour(0).getRgbF()[:3]).encode()
    assert len(re.findall(rb"\bc\n|\bc ", drawn)) > 100, "round points are curves"
    assert blue.split()[1] in drawn, "in the class colour"


IMAGE = rb"/Subtype /Image\s*/Width (\d+)"


def test_only_graded_regions_are_images_in_a_pdf(qtbot, tmp_path):
    shown = Shown(qtbot, "softmax_newton")
    export_figure(shown, tmp_path / "a.pdf", FigureOptions())
    shown.close()
    sizes = [int(v) for v in re.findall(IMAGE, (tmp_path / "a.pdf").read_bytes())]
    assert len(sizes) == 1 and 900 < sizes[0] < 2 * 643


def test_straight_areas_are_vectors_in_a_pdf(shown, tmp_path):
    export_figure(shown, tmp_path / "a.pdf", FigureOptions())
    assert not re.findall(IMAGE, (tmp_path / "a.pdf").read_bytes())


# -- what is in it -----------------------------------------------------------------------------------------------------


def test_all_surfaces_are_on_one_page(shown, qtbot, tmp_path):
    shown.open_more(qtbot)
    export_figure(shown, tmp_path / "a.svg", FigureOptions())
    words = (tmp_path / "a.svg").read_text()
    assert all(word in words for word in ("Error surface", "Tree", "Outlook", "weight 1", "petal length"))
    shown.views[1].hide()
    export_figure(shown, tmp_path / "b.svg", FigureOptions())
    assert "Error surface" not in (tmp_path / "b.svg").read_text()


def test_one_surface_alone(shown, qtbot, tmp_path):
    shown.open_more(qtbot)
    export_figure(shown.views[2], tmp_path / "a.svg", FigureOptions(8.5, 6.5, legend="inside"))
    words = (tmp_path / "a.svg").read_text()
    assert "Humidity" in words and "petal length" not in words


def test_legend_is_at_the_requested_place(shown):
    def legend(kind):
        image = thumbnail(shown, FigureOptions(640, 480, "px", 96, legend=kind, text=11), QSize(640, 480))
        return {code: share(image.copy(0, 450, 640, 30), WHITE.class_colour(code), 2) for code in range(3)}

    assert min(legend("outside").values()) > 0.0005
    assert max(legend("none").values()) == 0 == max(legend("inside").values())


def test_the_caption_of_a_slice_is_printed(shown, tmp_path):
    export_figure(shown, tmp_path / "a.svg", FigureOptions())
    assert "lice through the mean of the 2 other features" in (tmp_path / "a.svg").read_text()


def test_caption_of_a_chart_is_exported(shown, qtbot, tmp_path):
    shown.open_more(qtbot)
    shown.views[1].remark("the grid is the plane in view")
    export_figure(shown, tmp_path / "a.svg", FigureOptions())
    assert "The grid is the plane in view." in (tmp_path / "a.svg").read_text()


def test_nothing_is_left_of_the_copies(shown):
    figure = Figure(shown, FigureOptions())
    assert len(figure.panels) == 1
    figure.close()
    assert figure.panels == []


# -- refusals ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "options", "words"),
    [
        ("a.bmp", FigureOptions(), "can be written as .png, .svg, .pdf"),
        ("a.png", FigureOptions(2000, 2000, "mm", 600), "too large"),
        ("a.png", FigureOptions(1, 1), "too small for its text"),
        ("nowhere/a.png", FigureOptions(dpi=96), "cannot be written"),
        ("nowhere/a.pdf", FigureOptions(), "cannot be written"),
    ],
)
def test_what_cannot_be_is_refused_in_words(shown, tmp_path, name, options, words):
    with pytest.raises(Refusal, match=words):
        export_figure(shown, tmp_path / name, options)
    assert list(tmp_path.iterdir()) == []


# -- the page ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("count", [1, 2, 3, 5])
@pytest.mark.parametrize("size", [(640.0, 400.0), (300.0, 500.0)])
def test_surfaces_share_the_page_without_overlap(count, size):
    whole = QRectF(10, 20, *size)
    places = divided(whole, count)
    assert len(places) == count and all(whole.adjusted(-1e-6, -1e-6, 1e-6, 1e-6).contains(place) for place in places)
    assert not any(a.intersects(b) for i, a in enumerate(places) for b in places[:i])
    assert all(places[0].width() * places[0].height() >= place.width() * place.height() for place in places)


@pytest.mark.parametrize(("count", "alike"), [(2, 2), (3, 2), (3, 3), (6, 4), (7, 5)])
@pytest.mark.parametrize("size", [(900.0, 500.0), (500.0, 900.0)])
def test_planes_of_several_runs_are_equally_large(count, alike, size):
    whole = QRectF(10, 20, *size)
    places = divided(whole, count, alike)
    assert len(places) == count and all(whole.adjusted(-1e-6, -1e-6, 1e-6, 1e-6).contains(place) for place in places)
    assert not any(a.intersects(b) for i, a in enumerate(places) for b in places[:i])
    sizes = np.array([(place.width(), place.height()) for place in places[:alike]])
    assert np.allclose(sizes, sizes[0])


def test_a_long_legend_is_wrapped():
    entries = [(code, f"class {code}") for code in range(7)]
    rows = wrapped(entries, 100.0, lambda entry: 30.0)
    assert [len(row) for row in rows] == [3, 3, 1] and [entry for row in rows for entry in row] == entries
    assert wrapped(entries[:1], 10.0, lambda entry: 30.0) == [entries[:1]]


@pytest.mark.parametrize("tool", ["select", "start"])
def test_selection_and_placed_handles_are_not_exported(shown, qtbot, tool):
    options = FigureOptions(640, 480, "px", 96, legend="inside", caption="Iris, by petals")
    plain = pixels(thumbnail(shown, options, QSize(640, 480)))
    session = shown.session
    session.view.set_tool(tool)
    on_screen = pixels(shown.plane)
    session.selection.select((3, 60, 120))
    assert (pixels(shown.plane) != on_screen).any(), "on the screen the rings are there"
    assert (pixels(thumbnail(shown, options, QSize(640, 480))) == plain).all()
    figure = Figure(shown, options)
    assert len(figure.entries) == 3 and figure.caption
    figure.close()
