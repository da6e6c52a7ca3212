"""What the lesson on k and over-fitting says of its ringed rows, reckoned by itself."""

from __future__ import annotations

import numpy as np
from scipy.spatial import Delaunay

from engine.core.marks import Points
from engine.maths.algebra.metrics import euclidean
from gui.lessons.lesson import FOLDER, read
from gui.lessons.player import LessonPlayer
from gui.session.session import Session
from tests.gui.lessons.played import stops


def test_ringed_rows_have_an_opposite_neighbour_and_some_are_islands(player: LessonPlayer, session: Session) -> None:
    next(iter(stops(player, read(FOLDER / "19-k-and-overfitting.json"))))
    data, frame = session.table.data, session.lane.frame
    assert frame is not None
    (ringed,) = [mark for mark in frame.marks if isinstance(mark, Points) and mark.role == "wrong"]
    D = euclidean(data.X, data.X) + np.diag(np.full(data.n, np.inf))
    assert set(ringed.rows) == set(np.flatnonzero(data.codes[D.argmin(axis=1)] != data.codes))
    starts, beside = Delaunay(data.X).vertex_neighbor_vertices
    cells = [beside[starts[row] : starts[row + 1]] for row in range(data.n)]
    islands = {row for row in range(data.n) if (data.codes[cells[row]] != data.codes[row]).all()}
    assert islands and islands < set(ringed.rows)
    assert f"left out, {len(ringed.rows)} of {data.n} would be misclassified" in player.words
    assert "Some are islands" in player.words
