"""An animation as a WebP, written picture by picture, without loss, and of each picture only what has changed.

The container is RIFF: chunks of a name, a length and that many bytes, an even number.   (RFC 9649)
"""

from __future__ import annotations

import io
import struct
from typing import BinaryIO

import numpy as np

from gui.export.figures import as_pillow
from gui.export.palette import changed

ANIMATED = 0x02
"""The flag of a file with more than one picture."""
KEEP = 0x02
"""A picture replaces its part of the one before, without blending."""
EFFORT = 2
"""Of 6: more makes the file a little smaller and takes several times as long."""


class WebpWriter:
    """Keeps the last picture and nothing else."""

    def __init__(self, file: BinaryIO) -> None:
        self._file = file
        self._before: np.ndarray | None = None

    def add(self, pixels: np.ndarray, seconds: float) -> None:
        """One picture (h, w) of 0xffRRGGBB, shown for so long."""
        if self._before is None:
            self._begin(*pixels.shape)
        rows, columns = changed(self._before, pixels)
        rows, columns = (slice(part.start // 2 * 2, part.stop) for part in (rows, columns))  # places are even
        self._before = pixels.copy()
        part = pixels[rows, columns]
        height, width = part.shape
        numbers = (columns.start // 2, rows.start // 2, width - 1, height - 1, round(1000 * seconds))
        place = b"".join(struct.pack("<I", number)[:3] for number in numbers) + bytes([KEEP])
        self._chunk(b"ANMF", place + self._encoded(part))

    def close(self) -> None:
        """Write down how long the file became."""
        length = self._file.tell() - 8
        self._file.seek(4)
        self._file.write(struct.pack("<I", length))

    def _begin(self, height: int, width: int) -> None:
        self._file.write(b"RIFF\0\0\0\0WEBP")
        size = struct.pack("<I", width - 1)[:3] + struct.pack("<I", height - 1)[:3]
        self._chunk(b"VP8X", bytes([ANIMATED, 0, 0, 0]) + size)
        self._chunk(b"ANIM", b"\xff\xff\xff\xff" + b"\0\0")

    def _encoded(self, part: np.ndarray) -> bytes:
        """The chunk of one picture, out of the file that pillow would write."""
        into = io.BytesIO()
        as_pillow(part).save(into, "WEBP", lossless=True, quality=20, method=EFFORT)
        return into.getvalue()[12:]

    def _chunk(self, name: bytes, content: bytes) -> None:
        self._file.write(name + struct.pack("<I", len(content)) + content + b"\0" * (len(content) % 2))
