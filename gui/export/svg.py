"""A figure as SVG: what Qt's generator draws, seen through the frames of the surfaces, with all words as outlines.

Qt's generator knows no clipping: everything that is seen through one frame is drawn by a generator of its own, and the
frame is put around it. Words are drawn as the outlines of their letters, for the fonts of this program are hardly
anywhere else; each keeps its text as a title, so that it can still be searched and read aloud.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from html import unescape
from xml.sax.saxutils import escape, quoteattr

from PySide6.QtCore import QBuffer, QByteArray, QRectF, QSize, QSizeF
from PySide6.QtGui import QFont, QPainter, QPainterPath
from PySide6.QtSvg import QSvgGenerator

from gui.export.layout import Figure
from gui.export.strokes import layers, stroke
from gui.export.task import Task
from gui.look.appearance import Appearance

FINE = 64
"""Letters are outlined so many times as large as they are, where no hinting moves them."""


@dataclass
class Drawing:
    """What the generators drew: documents, each with the frame it is seen through, in logical pixels of the page."""

    page: QSizeF
    name: str
    paper: str
    look: Appearance
    parts: list[tuple[str, QRectF | None]] = field(default_factory=list)


def recorded(figure: Figure) -> Task[Drawing]:
    """The figure, drawn by Qt's generator piece by piece."""
    drawing = Drawing(figure.page, figure.name, figure.theme.paper, figure.look)
    for panel in figure.panels:
        corner = panel.place.topLeft()
        for clip, items in layers(panel.view):
            pen = Pen(figure.page)
            try:
                for item in items:
                    yield from stroke(pen.painter, item, corner)
            finally:
                document = pen.lifted()
            drawing.parts.append((document, None if clip is None else clip.translated(corner)))
    pen = Pen(figure.page)
    figure.paint_words(pen.painter)
    drawing.parts.append((pen.lifted(), None))
    return drawing


class Pen:
    """A painter on a document of its own."""

    def __init__(self, page: QSizeF) -> None:
        self._into = QByteArray()
        self._buffer = QBuffer(self._into)
        self._generator = QSvgGenerator()
        self._generator.setOutputDevice(self._buffer)
        self._generator.setResolution(96)
        size = QSize(round(page.width()), round(page.height()))
        self._generator.setSize(size)
        self._generator.setViewBox(QRectF(0, 0, size.width(), size.height()))
        self.painter = QPainter(self._generator)

    def lifted(self) -> str:
        """The inside of the document that was drawn, with the gradients that it defines."""
        self.painter.end()
        document = bytes(self._into.data()).decode("utf-8")
        head, inside = document[: document.rindex("</svg>")].split("</defs>", 1)
        defined = head[head.index("<defs>") :]
        return f"{defined}</defs>{inside}" if "Gradient" in defined else inside


# -- the document ------------------------------------------------------------------------------------------------------


def outlined(drawing: Drawing, width: str, height: str) -> str:
    """The whole document; `width` and `height` with their unit, as they stand in its first line."""
    page = drawing.page
    return "\n".join(
        [
            '<?xml version="1.0" encoding="UTF-8"?>',
            '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" '
            f'width="{width}" height="{height}" viewBox="0 0 {page.width():g} {page.height():g}">',
            f"<title>{escape(drawing.name)}</title>",
            f'<rect width="100%" height="100%" fill="{drawing.paper}"/>',
            *_parts(drawing),
            "</svg>\n",
        ]
    )


def _parts(drawing: Drawing) -> Iterator[str]:
    for number, (document, clip) in enumerate(drawing.parts):
        inside = TEXT.sub(lambda found: _letters(found, drawing.look), EMPTY.sub("", document))
        inside = FONT.sub("", inside)
        inside = re.sub(r'\bid="', f'id="s{number}-', inside)
        inside = re.sub(r"url\(#", f"url(#s{number}-", inside)
        if clip is None or not inside.strip():
            yield inside
            continue
        frame = f'<rect x="{clip.x():g}" y="{clip.y():g}" width="{clip.width():g}" height="{clip.height():g}"/>'
        yield f'<defs><clipPath id="frame{number}">{frame}</clipPath></defs>'
        yield f'<g clip-path="url(#frame{number})">{inside}</g>'


EMPTY = re.compile(r"<g\b[^>]*>\s*</g>\n*")
"""A group that Qt opened for a pen with which nothing was drawn."""
TEXT = re.compile(r"<text\b([^>]*)>(.*?)</text>", re.DOTALL)
FONT = re.compile(r'\s*\bfont-\w+="[^"]*"')
"""Font attributes written by Qt; no text that needs them is left."""
ATTRIBUTE = re.compile(r'([\w:-]+)="([^"]*)"')


def _letters(found: re.Match[str], look: Appearance) -> str:
    """A piece of text as the outlines of its letters."""
    given, words = dict(ATTRIBUTE.findall(found[1])), unescape(found[2])
    font = look.font(mono="Mono" in given["font-family"], weight=int(given["font-weight"]))
    outline = outline_of(words, font, float(given["x"]), float(given["y"]), float(given["font-size"]))
    label, title = quoteattr(words.strip()), escape(words.strip())
    paint = " ".join(f'{name}="{given[name]}"' for name in ("fill", "fill-opacity") if name in given)
    path = f'<path d="{outline}" {paint} stroke="none" fill-rule="nonzero"/>'
    return f'<g role="img" aria-label={label}><title>{title}</title>{path}</g>'


def outline_of(words: str, font: QFont, x: float, y: float, size: float) -> str:
    """The outlines of words in a font of `size` pixels that begin at (x, y), as the path of an SVG."""
    font.setPixelSize(FINE)
    path = QPainterPath()
    path.addText(0.0, 0.0, font, words)
    scale = size / FINE
    spots = [path.elementAt(i) for i in range(path.elementCount())]
    return " ".join(_drawn(spots, lambda a, b: f"{x + scale * a:.2f},{y + scale * b:.2f}"))


def _drawn(spots: list[QPainterPath.Element], place: Callable[[float, float], str]) -> Iterator[str]:
    """The commands of a path, whose curves Qt keeps as one element and two that follow."""
    kinds = QPainterPath.ElementType
    words = {kinds.MoveToElement: "M", kinds.LineToElement: "L", kinds.CurveToElement: "C"}
    for spot in spots:
        letter = words.get(spot.type, "")
        yield letter + place(spot.x, spot.y)
