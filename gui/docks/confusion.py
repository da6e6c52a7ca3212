"""The table of classes against answers: each count leads to the rows that it counts."""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import QModelIndex, Qt, Signal
from PySide6.QtWidgets import QWidget

from engine.base.words import counted, figure
from engine.data.dataset import Dataset
from engine.maths.evaluation.confusion import Crossed
from gui.look.appearance import Appearance
from gui.session.job import Frame
from gui.widgets.number_table import NumberTable

MOST = 12
"""Tables with more classes than this would not be read."""

NONE = "–"
AXES = {"called": "truth ↓ predicted →", "in": "class ↓ cluster →"}
"""What stands in the rows and what in the columns, by what the model does with a row."""


class ConfusionTable(NumberTable):
    """Rows are the classes, columns the answers. Pointing at a count says it in words, a click asks for its rows.

    meant  the class and the answer of the count that was clicked
    """

    meant = Signal(int, int)

    def __init__(self, appearance: Appearance, parent: QWidget | None = None) -> None:
        super().__init__(appearance, most=MOST, parent=parent)
        self._classes: tuple[str, ...] = ()
        self._answers: tuple[str, ...] = ()
        self._called = ""
        self._counts = np.zeros((0, 0), dtype=np.intp)
        self.cells.told = self._told
        self.setMouseTracking(True)
        self.entered.connect(self._point)
        self.viewportEntered.connect(lambda: self.viewport().unsetCursor())
        self.clicked.connect(self._choose)
        self.activated.connect(self._choose)

    def show_counts(
        self, crossed: Crossed, classes: tuple[str, ...], answers: tuple[str, ...], called: str, shares: bool = False
    ) -> None:
        """The counts; `called` is what the model does with a row: it is called an answer, or lies in a cluster.

        shares  each is shown as a share of its class
        """
        self._classes, self._answers, self._called, self._counts = classes, answers, called, crossed.counts
        shown = self._shares() if shares else crossed.counts.tolist()
        self.put((AXES[called], *answers), [(name, *row) for name, row in zip(classes, shown, strict=True)])

    def _shares(self) -> list[list[float | str]]:
        """Each count by the rows of its class; a class without rows has none."""
        totals = self._counts.sum(axis=1)
        return [
            [float(count / total) if total else NONE for count in row]
            for row, total in zip(self._counts, totals, strict=True)
        ]

    def _count(self, row: int, column: int) -> int:
        """How many rows a cell counts; the names of the classes count none."""
        return int(self._counts[row, column - 1]) if column else 0

    def _told(self, row: int, column: int) -> str:
        if not column:
            return self._classes[row]
        count = self._count(row, column)
        few = f"{counted(count, 'row')} of" if count else "No row of"
        said = f"{few} {self._classes[row]} {'are' if count > 1 else 'is'} {self._called} {self._answers[column - 1]}."
        if (total := int(self._counts[row].sum())) and count:
            said += f"\nThat is {figure(100 * count / total, 3)} % of the class."
        return f"{said}\nClick to select {'them' if count > 1 else 'it'}." if count else said

    def _point(self, cell: QModelIndex) -> None:
        leads = self._count(cell.row(), cell.column()) > 0
        self.viewport().setCursor(Qt.CursorShape.PointingHandCursor if leads else Qt.CursorShape.ArrowCursor)

    def _choose(self, cell: QModelIndex) -> None:
        if self._count(cell.row(), cell.column()):
            self.meant.emit(cell.row(), cell.column() - 1)


def rows_counted(frame: Frame, data: Dataset, part: np.ndarray, code: int, answer: int) -> np.ndarray:
    """The rows of the session that a count stands for, of a part of them (n,)."""
    if frame.answers is None or len(frame.answers) != data.n:
        return np.zeros(0, dtype=np.intp)
    truth = data.codes if data.target == "class" else np.zeros(data.n, dtype=np.intp)
    return np.flatnonzero(part & (truth == code) & (frame.answers == answer))
