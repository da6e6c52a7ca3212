"""An animation as a WebP, written picture by picture in the colours of a palette, and of each only what has changed.

The container is RIFF: chunks of a name, a length and that many bytes, an even number.   (RFC 9649)
"""

from __future__ import annotations

import io
import struct
from typing import BinaryIO

import numpy as np
from PIL import Image

from gui.export.palette import Palette, changed

ANIMATED, TRANSPARENT = 0x02, 0x10
"""The flags of a file with more than one picture, and of one with pixels that are not there."""
KEEP = 0x00
"""A picture is laid over the one before."""
EFFORT = 2
"""Of 6: a higher value makes the file slightly smaller and takes several times as long."""


class WebpWriter:
    """Keeps the last picture and nothing else."""

    def __init__(self, file: BinaryIO, palette: Palette) -> None:
        self._file, self._palette = file, palette
        self._before: np.ndarray | None = None

    def add(self, pixels: np.ndarray, seconds: float) -> None:
        """One picture (h, w) of 0xffRRGGBB, shown for so long."""
        if self._before is None:
            self._begin(*pixels.shape)
        index = self._palette.index(pixels)
        rows, columns = changed(self._before, index)
        rows, columns = (slice(part.start // 2 * 2, part.stop) for part in (rows, columns))  # places are even
        part, before = index[rows, columns], self._before
        same = np.zeros(part.shape, dtype=bool) if before is None else part == before[rows, columns]
        self._before = index
        height, width = part.shape
        numbers = (columns.start // 2, rows.start // 2, width - 1, height - 1, round(1000 * seconds))
        place = b"".join(struct.pack("<I", number)[:3] for number in numbers) + bytes([KEEP])
        self._chunk(b"ANMF", place + self._encoded(part, same))

    def close(self) -> None:
        """Write down how long the file became."""
        length = self._file.tell() - 8
        self._file.seek(4)
        self._file.write(struct.pack("<I", length))

    def _begin(self, height: int, width: int) -> None:
        self._file.write(b"RIFF\0\0\0\0WEBP")
        size = struct.pack("<I", width - 1)[:3] + struct.pack("<I", height - 1)[:3]
        self._chunk(b"VP8X", bytes([ANIMATED | TRANSPARENT, 0, 0, 0]) + size)
        self._chunk(b"ANIM", b"\xff\xff\xff\xff" + b"\0\0")

    def _encoded(self, part: np.ndarray, same: np.ndarray) -> bytes:
        """The chunk of one picture without what stays the same, out of the file that pillow would write."""
        opaque = np.full((len(self._palette.colours), 1), 255)
        pixels = np.hstack([self._palette.colours, opaque]).astype(np.uint8)[part]
        pixels[same] = 0
        into = io.BytesIO()
        Image.fromarray(pixels).save(into, "WEBP", lossless=True, quality=20, method=EFFORT)
        return into.getvalue()[12:]

    def _chunk(self, name: bytes, content: bytes) -> None:
        self._file.write(name + struct.pack("<I", len(content)) + content + b"\0" * (len(content) % 2))
