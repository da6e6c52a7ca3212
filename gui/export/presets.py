"""Sizes of a figure that are often wanted, and how large a figure is in words."""

from __future__ import annotations

from dataclasses import dataclass

from engine.base.words import counted, figure
from gui.export.options import AnimationOptions, FigureOptions, Unit


@dataclass(frozen=True)
class Preset:
    """A size that is often wanted.   text  points, so that it can be read there"""

    name: str
    width: float
    height: float
    unit: Unit
    dpi: int
    text: float


PRESETS = (
    Preset("Slide, 16 : 9", 1920, 1080, "px", 192, 9.5),
    Preset("Paper, one column", 8.5, 6.5, "cm", 300, 7),
    Preset("Paper, full width", 17, 11, "cm", 300, 8),
    Preset("Poster", 42, 28, "cm", 200, 16),
    Preset("Screen", 1200, 800, "px", 96, 9),
)


def described(options: FigureOptions, suffix: str) -> str:
    """How large the file will be seen, in words."""
    pixels, paper = options.pixels, options.paper
    printed = f"{paper.width() / 96 * 2.54:.1f} × {paper.height() / 96 * 2.54:.1f} cm"
    if suffix in (".pdf", ".svg"):
        return f"{printed}. Lines and text stay sharp at every size."
    return f"{pixels.width():,} × {pixels.height():,} pixels; {printed} at {options.dpi} dots per inch."


def described_film(options: FigureOptions, which: AnimationOptions, count: int) -> str:
    """How large an animation of so many steps will be seen, and how long it lasts, in words."""
    pixels = options.pixels
    size = f"{pixels.width():,} × {pixels.height():,} pixels"
    return f"{size}; {counted(count, 'picture')} in {figure(which.duration(count))} s."
