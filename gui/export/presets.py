"""Sizes of a figure that are often wanted, and how large a figure is in words."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from gui.export.figures import FigureOptions


@dataclass(frozen=True)
class Preset:
    """A size that is often wanted."""

    name: str
    width: float
    height: float
    unit: Literal["mm", "px"]
    dpi: int


PRESETS = (
    Preset("Slide, 16 : 9", 1920, 1080, "px", 192),
    Preset("Paper, one column", 85, 65, "mm", 300),
    Preset("Paper, full width", 170, 110, "mm", 300),
    Preset("Poster", 420, 280, "mm", 200),
    Preset("Screen", 1200, 800, "px", 96),
)


def described(options: FigureOptions, suffix: str) -> str:
    """How large the file will be seen, in words."""
    pixels, page = options.pixels, options.page
    printed = f"{page.width() / 96 * 25.4:.0f} × {page.height() / 96 * 25.4:.0f} mm"
    if suffix in (".pdf", ".svg"):
        return f"{printed}. Lines and text stay sharp at every size."
    return f"{pixels.width():,} × {pixels.height():,} pixels; {printed} at {options.dpi} dots per inch."
