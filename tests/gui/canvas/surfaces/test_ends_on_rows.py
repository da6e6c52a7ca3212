"""What is drawn to a row ends where its point is drawn, also where levels are spread."""

from __future__ import annotations

import numpy as np
import pytest

from engine.core.marks import Segments
from gui.canvas.painters.segments import SegmentsPainter


@pytest.mark.parametrize("key", ["knn", "kernel_vote", "inverted_lists"])
def test_a_spoke_ends_at_the_point_of_its_row(canvas, session, settled, key: str) -> None:
    session.open_bundled("play_tennis")
    session.add_lane(key, {} if key == "inverted_lists" else {"distance": "Hamming"})
    session.go_to_end()
    settled()
    plane = canvas.plane_view
    for _ in range(25):  # back to a step that draws spokes
        drawn = [one for one in plane.painters_of(Segments) if isinstance(one, SegmentsPainter) and len(one.ends)]
        if drawn:
            break
        session.step(-1)
        settled()
    assert plane.spread() and drawn
    for painter in drawn:
        assert painter.mark.rows is not None
        assert painter.ends == pytest.approx(plane.uv[painter.mark.rows])
        assert not np.allclose(painter.ends, plane.to_view(session.data.X[painter.mark.rows]))
