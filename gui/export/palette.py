"""One palette for all pictures of an animation: what fills areas keeps its very colour, the shades in between share.

They share as the eye would have them do it: rather a little lighter or darker than of another hue, for the pale tints
of two classes, where a model is in doubt, are nearer to each other in red, green and blue than to their deep ones.
"""

from __future__ import annotations

import numpy as np
from PIL import Image

from gui.look.channels import perceived

COLOURS = 255
"""With one more for what has not changed, all pictures share one palette of 256."""
EXACT = 64
"""Number of most frequent colours that are kept exactly: paper, areas, classes, ink."""
HUE = 4.0
"""Colours of another hue are so many times as far from each other as those that are as much lighter or darker."""
SPREAD = 255.0, 125.0, 125.0
"""Lightness and the two axes of hue over the range of a byte, in the middle of which grey is; no class is cut off."""
UNKNOWN = 255
PIECE = 4096
"""Number of colours looked up in the palette at a time."""


class Tally:
    """How often each colour occurs in some pictures."""

    def __init__(self) -> None:
        self.colours = np.zeros(0, dtype=np.uint32)
        self.counts = np.zeros(0, dtype=np.int64)

    def add(self, pixels: np.ndarray) -> None:
        """Count the pixels (h, w) of one more picture, 0xffRRGGBB."""
        colours, counts = np.unique(pixels & 0xFFFFFF, return_counts=True)
        self.colours, places = np.unique(np.concatenate([self.colours, colours]), return_inverse=True)
        self.counts = np.bincount(places.ravel(), np.concatenate([self.counts, counts])).astype(np.int64)


class Palette:
    """Colours (size, 3), and the number of each colour that was met, found once.

    colours  red, green, blue, 0 to 255
    """

    def __init__(self, tally: Tally) -> None:
        order = np.argsort(-tally.counts, kind="stable")
        packed, counts = tally.colours[order], tally.counts[order]
        shades = _shades(packed[EXACT:], counts[EXACT:], COLOURS - EXACT)
        self.colours = np.concatenate([unpacked(packed[:EXACT]), shades])
        self._places = _places(self.colours)
        self._numbers = np.full(1 << 24, UNKNOWN, dtype=np.uint8)
        self._numbers[packed[:EXACT]] = np.arange(min(EXACT, len(packed)))

    @property
    def size(self) -> int:
        """How many colours there are; the number after the last one is free."""
        return len(self.colours)

    def index(self, pixels: np.ndarray) -> np.ndarray:
        """(h, w) the number of the nearest colour of each pixel 0xffRRGGBB."""
        packed = pixels & 0xFFFFFF
        index = self._numbers.take(packed)
        if (index == UNKNOWN).any():
            self._learn(np.unique(packed[index == UNKNOWN]))
            index = self._numbers.take(packed)
        return index

    def _learn(self, packed: np.ndarray) -> None:
        """Find the nearest colour of each of these."""
        for first in range(0, len(packed), PIECE):
            part = packed[first : first + PIECE]
            products = _places(unpacked(part)) @ self._places.T  # |a − b|² = |a|² − 2 a·b + |b|²
            self._numbers[part] = np.argmin((self._places**2).sum(axis=1) - 2 * products, axis=1)


def unpacked(packed: np.ndarray) -> np.ndarray:
    """(m, 3) red, green, blue of 0xRRGGBB."""
    return np.stack([packed >> 16 & 255, packed >> 8 & 255, packed & 255], axis=-1).astype(np.int32)


def _places(colours: np.ndarray) -> np.ndarray:
    """(m, 3) places of colours (m, 3), the farther from each other, the less one can stand for the other."""
    return np.asarray(perceived(colours) * (1.0, HUE, HUE))


def _shades(packed: np.ndarray, counts: np.ndarray, most: int) -> np.ndarray:
    """(at most `most`, 3) colours near all of these, by median cut; common ones weigh a little more."""
    if not len(packed):
        return np.zeros((0, 3), dtype=np.int32)
    colours, weights = unpacked(packed), np.ceil(np.log2(1.0 + counts)).astype(np.intp)
    spread = np.clip(np.round(_places(colours) * SPREAD + (0, 128, 128)), 0, 255).astype(np.uint8)
    strip = Image.fromarray(np.repeat(spread, weights, axis=0)[None])
    few = np.asarray(strip.quantize(most, method=Image.Quantize.MEDIANCUT, dither=Image.Dither.NONE))[0]
    _, box = np.unique(few[np.cumsum(weights) - 1], return_inverse=True)
    sums = np.stack([np.bincount(box, weights * channel) for channel in colours.T], axis=1)
    return np.asarray(np.round(sums / np.bincount(box, weights)[:, None]).astype(np.int32))


def changed(before: np.ndarray | None, now: np.ndarray) -> tuple[slice, slice]:
    """The rows and columns in which two pictures differ; all of a first one, and one pixel of what stays the same."""
    if before is None:
        return slice(0, now.shape[0]), slice(0, now.shape[1])
    differ = before != now
    rows, columns = (np.flatnonzero(differ.any(axis=axis)) for axis in (1, 0))
    if not len(rows):
        return slice(0, 1), slice(0, 1)
    return slice(int(rows[0]), int(rows[-1]) + 1), slice(int(columns[0]), int(columns[-1]) + 1)
