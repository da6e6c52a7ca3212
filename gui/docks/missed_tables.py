"""How far predicted numbers are from the truth: RMSE, MAE, R² and r of each part of the rows, and the residuals."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
from PySide6.QtCore import QModelIndex, Signal
from PySide6.QtWidgets import QHBoxLayout, QWidget

from engine.data.split import TEST
from engine.maths.evaluation.missed import Missed
from gui.docks.evaluated.judged_rows import JudgedRows, number_baselines
from gui.docks.runs_table import PARTS, Tabled, shown
from gui.look.appearance import Appearance
from gui.session.lane import Lane
from gui.session.session import Session
from gui.widgets.number_table import NumberTable

LARGEST = 200
"""Number of residuals listed, the largest first."""


class MissedTables(QWidget):
    """A line for each run and part of the rows; beside it the rows of the run in view, the worst predicted first.

    meant  the row of the session's table that was clicked
    """

    meant = Signal(int)

    def __init__(self, appearance: Appearance, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._appearance = appearance
        self.errors, self.residuals = NumberTable(appearance, most=12), NumberTable(appearance, most=12)
        self.errors.setAccessibleName("Errors of predicted numbers")
        self.residuals.setAccessibleName("Residuals, the largest first")
        self._rows = np.zeros(0, dtype=np.intp)
        self._errors, self._residuals = Tabled(self.errors, self), Tabled(self.residuals, self)
        whole = QHBoxLayout(self)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.setSpacing(24)
        whole.addWidget(self._errors, 1)
        whole.addWidget(self._residuals, 1)
        self.residuals.clicked.connect(self._choose)
        self.residuals.activated.connect(self._choose)

    def show_missed(self, session: Session, test: Missed | None, parts: Mapping[str, JudgedRows]) -> None:
        """The errors of all runs that predict a number, and the residuals of the one in view.

        test   what the test rows say of the run in view, if it was asked for
        parts  the rows that it has answered, for what has to be beaten on each part
        """
        found = [missed_of(lane, test if lane is session.lane else None) for lane in session.lanes]
        self.setVisible(any(found))
        if not any(found):
            return
        self._errors.words.setText(f"Errors of {session.table.data.target_name}, in its unit")
        lines = lines_of(session.lanes, found) + baseline_lines(parts)
        self.errors.put(("run and rows", "rows", "RMSE", "MAE", "R²", "r"), lines)
        self._errors.insist(self._appearance.scale)
        self._show_residuals(session)

    def _show_residuals(self, session: Session) -> None:
        frame, data = shown(session.lane), session.table.data
        self._residuals.setVisible(frame is not None and frame.answers is not None and bool(frame.missed))
        if frame is None or frame.answers is None or data.y is None or len(frame.answers) != data.n:
            return  # what is shown is of the data before: the next frame is on its way
        there = np.flatnonzero(session.table.data_parts().codes != len(PARTS))  # the test rows are not told
        residuals = data.y[there] - frame.answers[there]
        worst = np.argsort(-np.abs(residuals), kind="stable")[:LARGEST]
        self._rows = there[worst]
        self._residuals.words.setText("Residuals t − y, largest first")
        lines = [
            (data.row_name(int(row)), float(data.y[row]), float(frame.answers[row]), float(one))
            for row, one in zip(self._rows, residuals[worst], strict=True)
        ]
        self.residuals.put(("row", "t", "y", "t − y"), lines)
        self._residuals.insist(self._appearance.scale)

    def _choose(self, index: QModelIndex) -> None:
        self.meant.emit(int(self._rows[index.row()]))


def missed_of(lane: Lane, test: Missed | None) -> dict[str, Missed]:
    """The errors of a run that predicts a number, by the part of the rows."""
    frame = shown(lane)
    if frame is None or lane.task != "regression" or not frame.missed:
        return {}
    return {part: frame.missed[part] for part in PARTS if part in frame.missed} | ({} if test is None else {TEST: test})


def lines_of(lanes: Sequence[Lane], found: Sequence[Mapping[str, Missed]]) -> list[tuple[str | int | float, ...]]:
    """A line for each run and part: the number of the run, as in the table of runs, the rows, errors, correlation."""
    several = len(lanes) > 1
    return [
        (f"run {number + 1}, {part}" if several else part, one.n, one.rmse, one.mae, one.r2, one.r)
        for number, parts in enumerate(found)
        for part, one in parts.items()
    ]


def baseline_lines(parts: Mapping[str, JudgedRows]) -> list[tuple[str | int | float, ...]]:
    """A line for each part and each answer that looks at no row: what has to be beaten."""
    return [
        (f"{name}, {part}", one.n, one.rmse, one.mae, one.r2, one.r)
        for part, judged in parts.items()
        for name, one in number_baselines(judged).items()
    ]
