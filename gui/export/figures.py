"""Figures for slides and papers: the plane, one surface or all of them, drawn anew at the size that is asked for.

Nothing is scaled from the screen. Every surface is built a second time, in the theme of the figure and at its size in
logical pixels (96 to the inch), and everything that is computed on what is visible is computed at the resolution of
the figure. The copy is then painted as an image, as a PDF, or as SVG.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from PySide6.QtCore import QMarginsF, QRectF, QSize, QSizeF, Qt
from PySide6.QtGui import QColor, QImage, QPageLayout, QPageSize, QPainter, QPdfWriter

from engine.base.errors import Refusal
from engine.base.files import replaced
from gui.export.layout import Figure
from gui.export.shown import Source
from gui.export.svg import svg_of

INCH = 25.4
LARGEST = 12_000
"""Pixels along a side; beyond, an image would not fit into memory."""


@dataclass(frozen=True)
class FigureOptions:
    """What a figure should be.

    width, height  in `unit`;   dpi  dots per inch of a PNG: with pixels it says how large text is beside the picture
    theme          "light" or "dark";   legend  "outside", "inside" or "none";   title  words above it

    >>> FigureOptions(170, 110).pixels, FigureOptions(1920, 1080, "px", 192).page
    (PySide6.QtCore.QSize(2008, 1299), PySide6.QtCore.QSizeF(960.000000, 540.000000))
    """

    width: float = 170.0
    height: float = 110.0
    unit: Literal["mm", "px"] = "mm"
    dpi: int = 300
    theme: Literal["light", "dark"] = "light"
    legend: Literal["outside", "inside", "none"] = "outside"
    title: str = ""

    @property
    def pixels(self) -> QSize:
        """The size of an image."""
        scale = self.dpi / INCH if self.unit == "mm" else 1.0
        return QSize(round(self.width * scale), round(self.height * scale))

    @property
    def page(self) -> QSizeF:
        """The size in logical pixels, 96 to the inch, in which text has its usual size."""
        return QSizeF(self.pixels) * (96.0 / self.dpi)

    def check(self) -> None:
        """Refuse a size that cannot be drawn, in words."""
        size, page = self.pixels, self.page
        if max(size.width(), size.height()) > LARGEST:
            raise Refusal(
                f"A figure of {size.width():,} by {size.height():,} pixels is too large; the limit is {LARGEST:,} "
                "along a side. Lower the resolution or the size."
            )
        if min(page.width(), page.height()) < 120:
            raise Refusal("The figure is too small for its text: make it at least 32 mm wide and high.")


def export_figure(source: Source, path: str | Path, options: FigureOptions | None = None) -> None:
    """Write what `source` shows, a surface view or the whole canvas, as PNG, SVG or PDF, as the suffix of `path` says.

    Refuses another suffix, an impossible size, and a place that cannot be written to.
    """
    options = options or FigureOptions()
    options.check()
    write = _writer(Path(path))
    searchable = write is _write_pdf
    figure = Figure(source, options.theme, options.page, options.legend, options.title, searchable)
    try:
        with replaced(path) as temporary:
            write(figure, options, temporary)
    finally:
        figure.close()


def _writer(path: Path) -> Callable[[Figure, FigureOptions, Path], None]:
    try:
        return WRITERS[path.suffix.lower()]
    except KeyError:
        known = ", ".join(WRITERS)
        raise Refusal(f"A figure can be written as {known}; {path.name!r} ends in none of these.") from None


def thumbnail(source: Source, options: FigureOptions, within: QSize) -> QImage:
    """The figure as small as fits within a size, to be looked at before it is written."""
    options.check()
    figure = Figure(source, options.theme, options.page, options.legend, options.title, fine=False)
    try:
        page = options.page
        scale = min(within.width() / page.width(), within.height() / page.height())
        if scale >= 1.0:
            return painted(figure, (page * scale).toSize(), scale)
        whole = painted(figure, page.toSize(), 1.0)
        whole.setDevicePixelRatio(1.0)
        smooth = Qt.TransformationMode.SmoothTransformation
        return whole.scaled((page * scale).toSize(), Qt.AspectRatioMode.IgnoreAspectRatio, smooth)
    finally:
        figure.close()


def painted(figure: Figure, size: QSize, scale: float) -> QImage:
    """The figure as an image; `scale` is pixels per logical pixel, by which text, lines and points grow alike."""
    image = QImage(size, QImage.Format.Format_RGB32)
    if image.isNull():
        raise Refusal("There is not enough memory for an image of this size: lower the resolution.")
    image.fill(QColor(figure.theme.paper))
    image.setDevicePixelRatio(scale)
    figure.sharpen(scale)
    painter = QPainter(image)
    painter.setRenderHints(QPainter.RenderHint.Antialiasing | QPainter.RenderHint.TextAntialiasing)
    figure.paint(painter)
    painter.end()
    return image


def _write_png(figure: Figure, options: FigureOptions, path: Path) -> None:
    image = painted(figure, options.pixels, options.dpi / 96.0)
    image.setDevicePixelRatio(1.0)
    image.setDotsPerMeterX(round(options.dpi / INCH * 1000))
    image.setDotsPerMeterY(round(options.dpi / INCH * 1000))
    if not image.save(str(path)):
        raise Refusal(f"{path.parent} cannot be written to: choose another folder.")


def _write_pdf(figure: Figure, options: FigureOptions, path: Path) -> None:
    """One page without margins; one logical pixel is 0.75 pt."""
    writer = QPdfWriter(str(path))
    writer.setResolution(96)
    writer.setCreator("Learnscope")
    writer.setTitle(options.title or figure.name)
    page = QPageSize(options.page * 0.75, QPageSize.Unit.Point, "figure", QPageSize.SizeMatchPolicy.ExactMatch)
    writer.setPageLayout(QPageLayout(page, QPageLayout.Orientation.Portrait, QMarginsF(0, 0, 0, 0)))
    painter = QPainter()
    if not painter.begin(writer):
        raise Refusal(f"{path.parent} cannot be written to: choose another folder.")
    painter.setRenderHint(QPainter.RenderHint.LosslessImageRendering)
    figure.sharpen(1.0)
    painter.fillRect(QRectF(0, 0, options.page.width(), options.page.height()), QColor(figure.theme.paper))
    figure.paint(painter)
    painter.end()


def _write_svg(figure: Figure, options: FigureOptions, path: Path) -> None:
    figure.sharpen(1.0)
    size = f"{options.width:g}{options.unit}", f"{options.height:g}{options.unit}"
    path.write_text(svg_of(figure, *size), encoding="utf-8")


WRITERS: dict[str, Callable[[Figure, FigureOptions, Path], None]] = {
    ".png": _write_png,
    ".svg": _write_svg,
    ".pdf": _write_pdf,
}
"""What a figure can be written as, by suffix."""
