"""What is drawn to a row ends where its point is drawn, also where levels are spread."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtCore import QPointF, Qt

from engine.core.marks import Points, Segments
from gui.painters.segments import SegmentsPainter


@pytest.mark.parametrize("key", ["knn", "kernel_vote", "inverted_lists"])
def test_spoke_ends_at_the_point_of_its_row(canvas, session, settled, key: str) -> None:
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
        assert not np.allclose(painter.ends, plane.to_view(session.table.data.X[painter.mark.rows]))


def test_ring_of_the_queried_row_is_on_its_point(canvas, session, settled, qtbot) -> None:
    session.open_bundled("play_tennis")
    session.add_lane("knn", {"distance": "Hamming"})
    session.view.set_tool("ask")
    settled()
    plane = canvas.plane_view
    assert plane.spread()
    for row in (3, 8):
        place = plane.widget.mapFromScene(plane.box.mapViewToScene(QPointF(*plane.uv[row])))
        qtbot.mouseClick(plane.widget.viewport(), Qt.MouseButton.LeftButton, pos=place)
        settled()
        assert session.view.query.tolist() == session.table.data.X[row].tolist() and session.view.asked_row == row
        assert plane.placed(session.view.query[None])[0] == pytest.approx(plane.uv[row])
        assert not np.allclose(plane.uv[row], plane.to_view(session.view.query[None])[0])
        drawn = [one.uv for one in plane.painters_of(Points) if len(one.uv) == 1]
        assert any(np.allclose(uv, plane.uv[row]) for uv in drawn), "the ring of the answer"
    session.view.ask(session.table.data.X[8])
    settled()
    bare = plane.to_view(session.view.query[None])
    assert session.view.asked_row is None and plane.placed(session.view.query[None]) == pytest.approx(bare)
