"""Points of a mark: between a row and its rim lies paper, so that a blue rim is seen around a blue point."""

from __future__ import annotations

from engine.core.marks import Points
from gui.canvas.painters.markers import GAPS, drawn_as
from gui.canvas.painters.painter import View
from gui.canvas.painters.points import PointsPainter, unringed


class MarkedPointsPainter(PointsPainter):
    """The paper lies over all rims and below all points: rims that meet are one, and none hides a part of another."""

    def __init__(self, view: View) -> None:
        super().__init__(view)
        self.gaps: PointsPainter | None = None

    def draw(self, mark: Points) -> None:
        super().draw(mark)
        gap = GAPS.get(drawn_as(mark, self.view.enlarged)[0])
        if gap is not None and mark.sizes is None and not unringed(mark):  # a part of a row has a narrower rim
            self.gaps = self.gaps or PointsPainter(self.view)
            uv = self.view.placed(mark.positions, mark.rows)
            self.gaps.show_points(uv, gap, sizes=self.view.enlarged)
        elif self.gaps is not None:
            self.gaps.clear()

    def clear(self) -> None:
        super().clear()
        if self.gaps is not None:
            self.gaps.clear()

    def restyle(self) -> None:
        super().restyle()
        if self.gaps is not None:
            self.gaps.restyle()
