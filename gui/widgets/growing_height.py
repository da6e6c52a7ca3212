"""A height that grows and does not shrink, so that nothing below it jumps from step to step."""

from __future__ import annotations


class GrowingHeight:
    """The greatest height so far, by width, since what is narrower is never lower than what is wider.

    A layout asks for the height at several widths. The answer may depend on nothing else, least of all on the width
    that the widget has now: the area that scrolls it looks for the width at which it fits, and looked for ever.

    >>> kept = GrowingHeight()
    >>> kept.grown(280, 32), kept.grown(280, 16), kept.grown(270, 16), kept.grown(290, 16)
    (32, 32, 32, 16)
    """

    def __init__(self) -> None:
        self._at: dict[int, int] = {}

    def grown(self, width: int, height: int) -> int:
        """The height at this width, now that so much is needed there."""
        self._at[width] = max(height, self.at(width))
        return self._at[width]

    def at(self, width: int) -> int:
        """The height kept at this width."""
        return max((height for wide, height in self._at.items() if wide >= width), default=0)

    def clear(self) -> None:
        """Keep nothing."""
        self._at.clear()
