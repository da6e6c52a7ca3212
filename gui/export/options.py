"""What a figure should be: how large, in which colours, with which words."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from PySide6.QtCore import QSize, QSizeF

from engine.base.errors import Refusal

Unit = Literal["cm", "mm", "px"]
INCH: dict[str, float] = {"cm": 2.54, "mm": 25.4}
"""How long an inch is in each unit of length."""
LARGEST = 12_000
"""Pixels along a side; beyond, an image would not fit into memory."""
SMALL = 11 * 72 / 96
"""The height of the small text in points, where a logical pixel is the 96th part of an inch."""
SMALLEST = 120.0
"""Logical pixels along a side; below, the text would have no room."""
LASTING = 4
"""The last picture of an animation stays so many times as long as the others."""


@dataclass(frozen=True)
class FigureOptions:
    """What a figure should be.

    width, height  in `unit`;   dpi  dots per inch of an image: with pixels it says how large text is beside the picture
    theme          "light" or "dark";   legend  "outside", "inside" or "none"
    title          words above it;   caption  words below it
    text           the height of the text in points when it is printed in this size; points and lines go with it

    >>> FigureOptions(17, 11).pixels, FigureOptions(1920, 1080, "px", 192, text=16.5).page
    (PySide6.QtCore.QSize(2008, 1299), PySide6.QtCore.QSizeF(480.000000, 270.000000))
    """

    width: float = 17.0
    height: float = 11.0
    unit: Unit = "cm"
    dpi: int = 300
    theme: Literal["light", "dark"] = "light"
    legend: Literal["outside", "inside", "none"] = "outside"
    title: str = ""
    caption: str = ""
    text: float = 8.0

    @property
    def pixels(self) -> QSize:
        """The size of an image."""
        scale = 1.0 if self.unit == "px" else self.dpi / INCH[self.unit]
        return QSize(round(self.width * scale), round(self.height * scale))

    @property
    def page(self) -> QSizeF:
        """The size in logical pixels, in which text has its usual size."""
        return self.paper * (SMALL / self.text)

    @property
    def paper(self) -> QSizeF:
        """The size in pixels of which 96 make an inch."""
        scale = 96.0 / (self.dpi if self.unit == "px" else INCH[self.unit])
        return QSizeF(self.width * scale, self.height * scale)

    @property
    def scale(self) -> float:
        """Pixels of an image for each logical one."""
        return self.dpi / 96.0 * self.text / SMALL

    def check(self) -> None:
        """Refuse a size that cannot be drawn, in words."""
        size, page = self.pixels, self.page
        if max(size.width(), size.height()) > LARGEST:
            raise Refusal(
                f"A figure of {size.width():,} by {size.height():,} pixels is too large; the limit is {LARGEST:,} "
                "along a side. Lower the resolution or the size."
            )
        if min(page.width(), page.height()) < SMALLEST:
            least = SMALLEST / 96 * 2.54 * self.text / SMALL
            raise Refusal(f"The figure is too small for its text: make it at least {least:.1f} cm wide and high.")


@dataclass(frozen=True)
class AnimationOptions:
    """Which steps an animation shows, and how.

    first, last  the steps it begins and ends with; None for the end of the run
    every        the stride from one step to the next;   seconds  how long each is shown
    captioned    whether method, step and main number stand below the picture
    """

    first: int = 0
    last: int | None = None
    every: int = 1
    seconds: float = 0.5
    captioned: bool = True

    def duration(self, count: int) -> float:
        """Seconds that so many steps are shown for, the last of them longer."""
        return self.seconds * (count - 1 + LASTING)
