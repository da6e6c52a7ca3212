"""An animation as a GIF, written picture by picture: one palette for all, and of each picture only what has changed."""

from __future__ import annotations

import struct
from typing import BinaryIO

import numpy as np
from PIL import GifImagePlugin, Image

from gui.export.palette import Palette, changed

FOREVER = b"!\xff\x0bNETSCAPE2.0\x03\x01\x00\x00\x00"
"""The extension that has it shown again and again."""
KEEP = 1
"""A picture is laid over the one before."""


class GifWriter:
    """Keeps the last picture and nothing else.

    palette  must leave the number `Palette.size` free: it stands for what has not changed
    """

    def __init__(self, file: BinaryIO, palette: Palette) -> None:
        self._file, self._palette = file, palette
        self._before: np.ndarray | None = None

    def add(self, pixels: np.ndarray, seconds: float) -> None:
        """One picture (h, w) of 0xffRRGGBB, shown for so long."""
        index = self._palette.index(pixels)
        if self._before is None:
            self._begin(*index.shape)
        rows, columns = changed(self._before, index)
        part = index[rows, columns]
        if self._before is not None:
            part = np.where(part == self._before[rows, columns], np.uint8(self._palette.size), part)
        self._before = index
        self._write(part, columns.start, rows.start, max(round(100 * seconds), 2))

    def close(self) -> None:
        """The end of the file."""
        self._file.write(b";")

    def _begin(self, height: int, width: int) -> None:
        """The head of the file, with the palette; its size is a power of two."""
        bits = max(int(self._palette.size).bit_length(), 1)
        table = self._palette.colours.astype(np.uint8).tobytes().ljust(3 * 2**bits, b"\0")
        self._file.write(b"GIF89a" + struct.pack("<HHBBB", width, height, 0x80 | bits - 1, 0, 0) + table + FOREVER)

    def _write(self, part: np.ndarray, left: int, top: int, hundredths: int) -> None:
        picture = Image.fromarray(np.ascontiguousarray(part))
        unchanged = None if self._before is None else self._palette.size
        shown = {"duration": 10 * hundredths, "disposal": KEEP, "transparency": unchanged}
        for chunk in GifImagePlugin.getdata(picture, (left, top), **shown):
            self._file.write(chunk)
