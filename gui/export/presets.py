"""Sizes of a figure that are often wanted, and how large a figure is in words."""

from __future__ import annotations

from dataclasses import dataclass

from gui.export.options import FigureOptions, Unit

POINT = 72 / 96
"""Points of a printer for each logical pixel."""
SMALL = 11
"""The height of the small text of a figure in logical pixels."""


@dataclass(frozen=True)
class Preset:
    """A size that is often wanted."""

    name: str
    width: float
    height: float
    unit: Unit
    dpi: int


PRESETS = (
    Preset("Slide, 16 : 9", 1920, 1080, "px", 192),
    Preset("Paper, one column", 8.5, 6.5, "cm", 300),
    Preset("Paper, full width", 17, 11, "cm", 300),
    Preset("Poster", 42, 28, "cm", 200),
    Preset("Screen", 1200, 800, "px", 96),
)


def described(options: FigureOptions, suffix: str) -> str:
    """How large the file will be seen, in words."""
    pixels, page = options.pixels, options.page
    printed = f"{page.width() / 96 * 2.54:.1f} × {page.height() / 96 * 2.54:.1f} cm"
    text = f"text of {SMALL * POINT:.0f} pt"
    if suffix in (".pdf", ".svg"):
        return f"{printed} with {text}. Lines and text stay sharp at every size."
    size = f"{pixels.width():,} × {pixels.height():,} pixels"
    return f"{size}; printed at {options.dpi} dots per inch {printed} with {text}."
