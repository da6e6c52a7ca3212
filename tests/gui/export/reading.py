"""What is in the file of an animation."""

from __future__ import annotations

from pathlib import Path
from typing import BinaryIO

import av
import numpy as np
from av.video.reformatter import Colorspace
from PIL import Image


def pictures(path: Path | BinaryIO) -> list[np.ndarray]:
    """Every picture of a GIF or WebP as (h, w, 3)."""
    found = []
    with Image.open(path) as image:
        for number in range(image.n_frames):
            image.seek(number)
            found.append(np.asarray(image.convert("RGB")).copy())
    return found


def filmed(path: Path) -> tuple[list[np.ndarray], list[float], float]:
    """Every picture of an MP4 as (h, w, 3), when each is shown, and how long all last in seconds."""
    with av.open(str(path)) as container:
        stream = container.streams.video[0]
        assert stream.codec_context.name == "h264" and stream.codec_context.pix_fmt == "yuv420p"
        assert stream.duration is not None and stream.time_base is not None
        frames = list(container.decode(stream))
        rgb = [frame.reformat(format="rgb24", src_colorspace=Colorspace.ITU709).to_ndarray() for frame in frames]
        return rgb, [frame.time for frame in frames], float(stream.duration * stream.time_base)
