"""A figure as SVG: every surface through pyqtgraph's exporter, put side by side in one document.

Qt's own SVG generator knows no clipping, so it draws only the words around the surfaces.
"""

from __future__ import annotations

import re
from xml.sax.saxutils import escape

from pyqtgraph.exporters import SVGExporter
from PySide6.QtCore import QBuffer, QByteArray, QPointF, QRectF, QSize
from PySide6.QtGui import QPainter
from PySide6.QtSvg import QSvgGenerator

from gui.export.layout import Figure, Panel


def svg_of(figure: Figure, width: str, height: str) -> str:
    """The whole document; `width` and `height` with their unit, as they stand in its first line."""
    page = figure.page
    parts = [_surface(panel, number) for number, panel in enumerate(figure.panels)]
    return "\n".join(
        [
            '<?xml version="1.0" encoding="UTF-8"?>',
            '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" '
            f'width="{width}" height="{height}" viewBox="0 0 {page.width():g} {page.height():g}">',
            f"<title>{escape(figure.name)}</title>",
            f'<rect width="100%" height="100%" fill="{figure.theme.paper}"/>',
            *parts,
            _words(figure),
            "</svg>\n",
        ]
    )


def _surface(panel: Panel, number: int) -> str:
    """One surface, moved to its place."""
    text = SVGExporter(panel.view.plot).export(toBytes=True).decode("utf-8")
    return _inside(text, panel.place.topLeft(), f"s{number}-")


def _words(figure: Figure) -> str:
    """Title, headings, captions and legend."""
    buffer = QBuffer(into := QByteArray())
    generator = QSvgGenerator()
    generator.setOutputDevice(buffer)
    generator.setResolution(96)
    size = QSize(round(figure.page.width()), round(figure.page.height()))
    generator.setSize(size)
    generator.setViewBox(QRectF(0, 0, size.width(), size.height()))
    painter = QPainter(generator)
    figure.paint_words(painter)
    painter.end()
    return _inside(bytes(into.data()).decode("utf-8"), QPointF(0, 0), "w-")


def _inside(document: str, corner: QPointF, prefix: str) -> str:
    """The inside of an SVG document at a place of another one; its names get a prefix, so that none occurs twice.

    A group and not a document in the document, which many programs cannot read.
    """
    inside = document[document.index(">", document.index("<svg")) + 1 : document.rindex("</svg>")]
    inside = re.sub(r"<(title|desc|style)\b.*?</\1>|<(title|desc)/>", "", inside, flags=re.DOTALL)
    inside = re.sub(r'<rect width="100%"[^>]*/>', "", inside)
    inside = re.sub(r"(<clipPath\b.*?</clipPath>)", r"<defs>\1</defs>", inside, flags=re.DOTALL)
    inside = re.sub(r'\bid="', f'id="{prefix}', inside)
    inside = re.sub(r"url\(#", f"url(#{prefix}", inside)
    inside = re.sub(r'href="#', f'href="#{prefix}', inside)
    return f'<g transform="translate({corner.x():g},{corner.y():g})">{inside}</g>'
