"""An MP4 by itself: what is decoded again is what was given, whatever its size."""

from __future__ import annotations

import av
import numpy as np

from gui.export.mp4 import KEY_EVERY, Mp4Writer
from tests.gui.export.reading import filmed


def test_odd_sizes_are_padded_to_even_for_h264(tmp_path):
    rng = np.random.default_rng(0)
    colours = np.array([0xFFFFFFFF, 0xFF0072B2, 0xFFE69F00], dtype=np.uint32)
    made = [np.kron(colours[rng.integers(0, 3, size=(3, 5))], np.ones((21, 9), np.uint32)) for _ in range(25)]
    with open(tmp_path / "a.mp4", "wb") as file:
        writing = Mp4Writer(file)
        for picture in made:
            writing.add(picture, 0.5)
        writing.close()
    found, *_ = filmed(tmp_path / "a.mp4")
    assert [picture.shape for picture in found] == [(64, 46, 3)] * 25
    for before, after in zip(made, found, strict=True):
        wanted = np.stack([before >> shift & 255 for shift in (16, 8, 0)], axis=2).astype(int)
        assert np.abs(after[10:63:21, 4:45:9].astype(int) - wanted[10::21, 4::9]).max() < 12
    with av.open(str(tmp_path / "a.mp4")) as container:
        keys = [packet.is_keyframe for packet in container.demux(video=0) if packet.size]
    gaps = np.diff([*np.flatnonzero(keys), len(keys)])
    assert gaps.max() <= KEY_EVERY, "it can be dragged to any part"
