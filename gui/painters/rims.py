"""Points of a mark: between a row and its rim lies paper, so that a blue rim is seen around a blue point."""

from __future__ import annotations

import numpy as np

from engine.core.marks import Points
from gui.painters.markers import GAPS
from gui.painters.painter import View
from gui.painters.points import PointsPainter


class MarkedPointsPainter(PointsPainter):
    """The paper lies over all rims and below all points: rims that meet are one, and none hides a part of another."""

    def __init__(self, view: View) -> None:
        super().__init__(view)
        self.gaps: PointsPainter | None = None
        self._whole = True

    def draw(self, mark: Points) -> None:
        self._whole = mark.sizes is None  # a part of a row has a narrower rim
        super().draw(mark)

    def show_points(
        self,
        uv: np.ndarray,
        role: str,
        groups: np.ndarray | None = None,
        sizes: np.ndarray | float = 1.0,
        labels: tuple[str, ...] = (),
        hollow: bool = False,
        mixed: np.ndarray | None = None,
    ) -> None:
        super().show_points(uv, role, groups, sizes, labels, hollow, mixed)
        if self._whole and role in GAPS:
            self.gaps = self.gaps or PointsPainter(self.view)
            self.gaps.show_points(uv, GAPS[role], sizes=sizes)
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
