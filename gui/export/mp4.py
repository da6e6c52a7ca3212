"""An animation as an MP4 in H.264, which every slide program and browser plays: written picture by picture.

Half as many samples of colour as of brightness along each side is what all players decode; so the sides are even.
"""

from __future__ import annotations

from fractions import Fraction
from typing import BinaryIO

import av
import numpy as np
from av.video.reformatter import ColorPrimaries, ColorRange, Colorspace, ColorTrc

LAYOUT = "yuv420p"
QUALITY = {"crf": "14", "preset": "medium", "tune": "zerolatency"}
"""Text and thin lines stay clear; each picture leaves the encoder before the next one comes, which keeps none back."""
KEY_EVERY = 10
"""A player that is dragged finds a whole picture among so many."""
TICK = Fraction(1, 1000)
"""Seconds; how long a picture is shown is a whole number of these."""


class Mp4Writer:
    """Encodes one picture at a time, each as long as it is shown: nothing is repeated to reach a rate."""

    def __init__(self, file: BinaryIO) -> None:
        self._container = av.open(file, "w", format="mp4")
        self._stream: av.VideoStream | None = None
        self._shown = 0  # ticks

    def add(self, pixels: np.ndarray, seconds: float) -> None:
        """One picture (h, w) of 0xffRRGGBB, shown for so long."""
        height, width = pixels.shape
        even = np.pad(pixels, ((0, height % 2), (0, width % 2)), mode="edge")
        stream = self._stream = self._stream or self._begun(even, seconds)
        bgra = np.ascontiguousarray(even).view(np.uint8).reshape(*even.shape, 4)
        frame = av.VideoFrame.from_ndarray(bgra, format="bgra").reformat(
            format=LAYOUT, dst_colorspace=Colorspace.ITU709, dst_color_range=ColorRange.MPEG
        )
        frame.pts, frame.time_base = self._shown, TICK
        lasting = max(round(seconds / TICK), 1)
        for packet in stream.encode(frame):
            packet.duration = lasting
            self._container.mux(packet)
        self._shown += lasting

    def close(self) -> None:
        """Flush the encoder and close the file."""
        if self._stream is not None:
            self._container.mux(self._stream.encode(None))
        self._container.close()

    def _begun(self, picture: np.ndarray, seconds: float) -> av.VideoStream:
        """The stream for pictures as large as the first, which says by what its colours are to be decoded."""
        rate = Fraction(1 / seconds).limit_denominator(1000)
        stream = self._container.add_stream("libx264", rate=rate, options=QUALITY)
        (stream.height, stream.width), stream.pix_fmt = picture.shape, LAYOUT
        codec = stream.codec_context
        codec.time_base = stream.time_base = TICK
        codec.gop_size = KEY_EVERY
        codec.colorspace, codec.color_range = Colorspace.ITU709, ColorRange.MPEG
        codec.color_primaries, codec.color_trc = ColorPrimaries.BT709, ColorTrc.BT709
        return stream
