"""The surface of tables, heat maps and grey pictures: each mark says in which row and column it stands."""

from __future__ import annotations

import numpy as np

from gui.canvas.painters.matrix import MatrixItem
from gui.canvas.surfaces.sheet_view import SheetView

GAP = 28.0
"""Pixels between two matrices at the usual text size."""


class TableView(SheetView):
    """Several matrices on a sheet, in rows and columns like the cells of a table."""

    largest, smallest = 1.25, 0.7
    hint = "Drag to move the table, turn the wheel to enlarge it, double-click to see all of it."

    def arrange(self) -> None:
        """Give every row of matrices the height of its highest, and every column the width of its widest."""
        shown = [item for item in self.items_shown() if isinstance(item, MatrixItem)]
        places = [item.mark.place for item in shown]
        sizes = [item.boundingRect().size() for item in shown]
        tops = _starts([place[0] for place in places], [size.height() for size in sizes], GAP * self.appearance.scale)
        lefts = _starts([place[1] for place in places], [size.width() for size in sizes], GAP * self.appearance.scale)
        for item, (row, column) in zip(shown, places, strict=True):
            item.setPos(lefts[column], tops[row])


def _starts(lines: list[int], sizes: list[float], gap: float) -> np.ndarray:
    """Where each line of matrices begins; a line without any takes no room.

    >>> _starts([0, 0, 2], [10.0, 30.0, 20.0], 5.0).tolist()
    [0.0, 35.0, 35.0, 60.0]
    """
    largest = np.zeros(max(lines, default=-1) + 1)
    for line, size in zip(lines, sizes, strict=True):
        largest[line] = max(largest[line], size)
    return np.concatenate([[0.0], np.cumsum(largest + gap * (largest > 0))])
