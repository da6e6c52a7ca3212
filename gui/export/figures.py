"""Figures for slides and papers: the plane, one surface or all of them, drawn anew at the size that is asked for.

Nothing is scaled from the screen. Every surface is built a second time, in the theme of the figure and at its size in
logical pixels, and everything that is computed on what is visible is computed at the resolution of
the figure, beside the window. The copy is painted piece by piece as an image, as a PDF, or as SVG; what is painted is
encoded and written beside the window again.
"""

from __future__ import annotations

import io
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
from PIL import Image
from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QMarginsF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QImage, QPageLayout, QPageSize, QPainter, QPdfWriter

from engine.base.errors import Refusal
from engine.base.files import replaced
from gui.export.layout import Figure
from gui.export.options import SMALL, FigureOptions
from gui.export.shown import Source, caption_of, shares_told
from gui.export.svg import outlined, recorded
from gui.export.task import Beside, Note, Report, Task, always, at_once, finished

PAPER_RATIO = 2.0
"""Pixels of a region for each logical one on paper (PDF, SVG)."""
SHARPEST = 2.0
"""A small picture of a figure is painted no more than so many times as large first: what says less where it is small
says there what it says in the file.
"""
COMPUTING, PAINTING, WRITING = "Computing the areas", "Painting", "Writing the file"


def export_figure(
    source: Source, path: str | Path, options: FigureOptions | None = None, report: Report = always
) -> None:
    """Write what `source` shows, a surface view or the whole canvas, as PNG, SVG or PDF, as the suffix of `path` says.

    Refuses another suffix, an impossible size, and a place that cannot be written to. Raises Stopped when `report` says
    to stop; the file is then as it was.
    """
    finished(figure_task(source, Path(path), options or FigureOptions()), report)


def thumbnail(source: Source, options: FigureOptions, within: QSize) -> QImage:
    """The figure as small as fits within a size, to be looked at before it is written."""
    return finished(thumbnail_task(source, options, within))


def figure_task(source: Source, path: Path, options: FigureOptions) -> Task[Path]:
    """The same as `export_figure`, in slices."""
    options.check()
    writer = _writer(path)
    yield Note(0.0, COMPUTING, 0.8)
    vector = writer is not _png
    figure = Figure(source, options, searchable=writer is _pdf)
    try:
        with replaced(path) as temporary:
            yield from computed(figure, PAPER_RATIO if vector else options.scale)
            yield Note(0.8, PAINTING, 0.1)
            content = yield from writer(figure, options)
            yield Note(0.9, WRITING, 0.1)
            yield Beside(at_once(lambda: temporary.write_bytes(content)))
    finally:
        figure.close()
    return path


def thumbnail_task(source: Source, options: FigureOptions, within: QSize) -> Task[QImage]:
    """The same as `thumbnail`, in slices."""
    options.check()
    figure = Figure(source, options)
    try:
        page = options.page
        scale = min(within.width() / page.width(), within.height() / page.height())
        yield from computed(figure, max(scale, 1.0), fine=False)
        if scale >= 1.0:
            return (yield from painted(figure, (page * scale).toSize(), scale))
        sharp = min(max(options.scale, 1.0), SHARPEST)
        whole = yield from painted(figure, (page * sharp).toSize(), sharp)
        whole.setDevicePixelRatio(1.0)
        smooth = Qt.TransformationMode.SmoothTransformation
        return whole.scaled((page * scale).toSize(), Qt.AspectRatioMode.IgnoreAspectRatio, smooth)
    finally:
        figure.close()


# -- the slices of a figure --------------------------------------------------------------------------------------------


def computed(figure: Figure, ratio: float, fine: bool = True) -> Task[None]:
    """Have everything computed that the figure shows, one after the other, and say in words what it came to."""
    for work in figure.work(ratio, fine):
        work.take((yield Beside(work.compute)))
    for panel in figure.panels:
        if shares_told(panel.view):
            panel.caption = caption_of(panel.view)


def painted(figure: Figure, size: QSize, scale: float) -> Task[QImage]:
    """The figure as an image; `scale` is pixels per logical pixel, by which text, lines and points grow alike."""
    image = QImage(size, QImage.Format.Format_RGB32)
    if image.isNull():
        raise Refusal("There is not enough memory for an image of this size: lower the resolution.")
    image.fill(QColor(figure.theme.paper))
    image.setDevicePixelRatio(scale)
    figure.sharpen(scale)
    painter = QPainter(image)
    painter.setRenderHints(QPainter.RenderHint.Antialiasing | QPainter.RenderHint.TextAntialiasing)
    yield from _pieces(painter, figure.pieces(painter))
    return image


def _pieces(painter: QPainter, pieces: Iterator[None]) -> Task[None]:
    """Paint with a pause after each piece; when stopped, the piece is closed first, then the painter is ended."""
    try:
        yield from pieces
    finally:
        painter.end()


def pixels_of(image: QImage) -> np.ndarray:
    """(h, w) the pixels of an image as 0xffRRGGBB: a copy, for the image may go before another thread has read them."""
    rows = np.frombuffer(image.constBits(), np.uint32).reshape(image.height(), image.bytesPerLine() // 4)
    return rows[:, : image.width()].copy()


def as_pillow(pixels: np.ndarray) -> Image.Image:
    """Pixels (h, w) for pillow, which encodes without holding up the window."""
    rgba = np.ascontiguousarray(pixels).view(np.uint8).reshape(*pixels.shape, 4)
    return Image.fromarray(np.ascontiguousarray(rgba[:, :, 2::-1]))


# -- the formats -------------------------------------------------------------------------------------------------------


def _png(figure: Figure, options: FigureOptions) -> Task[bytes]:
    pixels = pixels_of((yield from painted(figure, options.pixels, options.scale)))

    def encoded() -> bytes:
        into = io.BytesIO()
        as_pillow(pixels).save(into, "PNG", dpi=(options.dpi, options.dpi))
        return into.getvalue()

    content: bytes = yield Beside(at_once(encoded))
    return content


def _pdf(figure: Figure, options: FigureOptions) -> Task[bytes]:
    """One page without margins; a pixel of the paper is 0.75 pt."""
    into = QByteArray()
    buffer = QBuffer(into)
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    writer = QPdfWriter(buffer)
    writer.setResolution(96)
    writer.setCreator("Learnscope")
    writer.setTitle(figure.name)
    page = QPageSize(options.paper * 0.75, QPageSize.Unit.Point, "figure", QPageSize.SizeMatchPolicy.ExactMatch)
    writer.setPageLayout(QPageLayout(page, QPageLayout.Orientation.Portrait, QMarginsF(0, 0, 0, 0)))
    painter = QPainter(writer)
    painter.setRenderHint(QPainter.RenderHint.LosslessImageRendering)
    figure.sharpen(1.0)
    painter.fillRect(QRectF(0, 0, options.paper.width(), options.paper.height()), QColor(figure.theme.paper))
    painter.scale(options.text / SMALL, options.text / SMALL)
    yield from _pieces(painter, figure.pieces(painter))
    return bytes(into.data())


def _svg(figure: Figure, options: FigureOptions) -> Task[bytes]:
    """Painted here, its words turned into outlines beside the window."""
    figure.sharpen(1.0)
    drawing = yield from recorded(figure)
    size = f"{options.width:g}{options.unit}", f"{options.height:g}{options.unit}"
    content: bytes = yield Beside(at_once(lambda: outlined(drawing, *size).encode()))
    return content


WRITERS: dict[str, Callable[[Figure, FigureOptions], Task[bytes]]] = {".png": _png, ".svg": _svg, ".pdf": _pdf}
"""What a figure can be written as, by suffix: the content of the file."""


def _writer(path: Path) -> Callable[[Figure, FigureOptions], Task[bytes]]:
    try:
        return WRITERS[path.suffix.lower()]
    except KeyError:
        known = ", ".join(WRITERS)
        raise Refusal(f"A figure can be written as {known}; {path.name!r} ends in none of these.") from None
