"""Numbers as shades: a scale of a few steps, so that each number is a group of points and has a look of its own.

The codes of groups are 0, 1, ... for classes and −1 for none; −2, −3, ... are the steps of the scale, the least first.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from gui.look.theme import FIRST_SHADE, SHADES


@dataclass(frozen=True)
class Scale:
    """From the least number to the greatest, in steps of one width.

    >>> Scale(0.0, 14.0).codes(np.array([0.0, 1.9, 2.0, 14.0, 99.0, np.nan])).tolist()
    [-2, -2, -3, -8, -8, -1]
    """

    low: float
    high: float

    @classmethod
    def over(cls, values: np.ndarray) -> Scale | None:
        """The scale that these numbers fill; None if there is none among them."""
        there = values[np.isfinite(values)]
        return cls(float(there.min()), float(there.max())) if there.size else None

    def codes(self, values: np.ndarray) -> np.ndarray:
        """The step of each number as the code of a group; one beyond an end is as at the end."""
        known = np.where(np.isnan(values), self.low, values)
        with np.errstate(over="ignore"):
            wide = self.high / SHADES - self.low / SHADES
            steps = (np.clip(known, self.low, self.high) - self.low) / wide if wide > 0 else np.full(known.shape, 3.0)
        codes = FIRST_SHADE - np.clip(steps, 0, SHADES - 1).astype(np.int16)
        return np.where(np.isnan(values), np.int16(-1), codes)

    def ends(self, code: int) -> tuple[float, float]:
        """Between which numbers a step lies."""
        step = FIRST_SHADE - code
        return tuple(self.low * (1 - share) + self.high * share for share in (step / SHADES, (step + 1) / SHADES))  # type: ignore[return-value]  # two


def is_shade(code: int) -> bool:
    """Whether a group is a step of a scale."""
    return code <= FIRST_SHADE
