"""What `--shot` can write, told by the suffix before anything else is done. Imports no Qt."""

from __future__ import annotations

from pathlib import Path

WINDOW = {".png": "PNG", ".jpg": "JPEG", ".jpeg": "JPEG", ".webp": "WEBP"}
"""Pictures of the whole window."""
FIGURE = (".svg", ".pdf")
"""The figure alone, as lines and text: a window is none."""
ON_PAPER = (*FIGURE, ".png")
"""What a figure of a size in centimetres can be."""


def trouble(path: str, paper: bool = False) -> str:
    """Why no picture can be written there, or '' when it can.   paper  whether a size in cm is given"""
    suffix, folder = Path(path).suffix.lower(), Path(path).absolute().parent
    if suffix not in (*WINDOW, *FIGURE):
        window, figure = ", ".join(WINDOW), " and ".join(FIGURE)
        return f"--shot {path}: give a name that ends in {window} for the window, or in {figure} for the figure alone."
    if paper and suffix not in ON_PAPER:
        return f"--shot {path}: a figure of a size on --paper can be {', '.join(ON_PAPER)}."
    return "" if folder.is_dir() else f"--shot {path}: there is no folder {folder}."


def is_figure(path: str, paper: bool) -> bool:
    """Whether the figure is wanted and not the window."""
    return paper or Path(path).suffix.lower() in FIGURE
