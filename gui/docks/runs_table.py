"""Several runs, one line a run: where each stands, its errors, and on how many rows it differs from the others."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from PySide6.QtWidgets import QLabel, QVBoxLayout, QWidget

from engine.base.words import counted, figure, joined
from engine.data.dataset import Dataset
from engine.data.split import TRAINING, VALIDATION
from engine.maths.evaluation.paired import mcnemar_exact
from engine.maths.evaluation.proportions import wilson_interval
from gui.docks.number_runs import residuals_of, rmse_interval, told_apart
from gui.look.appearance import Appearance
from gui.session.comparing import Comparison, compared, names
from gui.session.job import Frame
from gui.session.lane import Lane
from gui.session.session import Session
from gui.widgets.number_table import NumberTable

Cell = int | float | str
NONE = "–"
PARTS = (TRAINING, VALIDATION)


SURE = 0.95
"""How often an interval holds the true error; less probable counts tell two runs apart."""
WIDE = 480
"""No table of the panel insists on more than so many pixels, at the usual size of the text."""


class Tabled(QWidget):
    """Words over a table. It is as wide as the table must be: where panels have no room side by side they scroll."""

    def __init__(self, table: NumberTable, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._table = table
        self.words = QLabel(self)
        self.column = QVBoxLayout(self)
        self.column.setContentsMargins(0, 0, 0, 0)
        self.column.addWidget(self.words)
        self.column.addWidget(table)
        self.column.addStretch(1)

    def insist(self, scale: float) -> None:
        """Ask for the room that the table needs as it is now."""
        self.setMinimumWidth(min(self.room_for(self._table), round(WIDE * scale)))

    def room_for(self, table: NumberTable) -> int:
        """The width on which it insists: heads in one line."""
        return table.natural_width


class RunsTable(Tabled):
    """A line for each run; where rows are kept for validation, the best of them first and highlighted.

    A click on a head sorts the lines by that column, another one the other way round, a third as they were.
    """

    def __init__(self, appearance: Appearance, parent: QWidget | None = None) -> None:
        self.table, self._appearance = NumberTable(appearance), appearance
        self.table.setAccessibleName("The runs, one line each")
        super().__init__(self.table, parent)
        self.words.setWordWrap(True)
        self._sorted: tuple[int, bool] | None = None
        self._shown: tuple[tuple[str, ...], list[tuple[Cell, ...]], int | None] = ((), [], None)
        header = self.table.horizontalHeader()
        header.setSectionsClickable(True)
        header.setToolTip("Click to sort the runs by this column.")
        header.sectionClicked.connect(self._sort)

    def show_runs(self, session: Session) -> None:
        """With one run there is nothing to compare."""
        lanes = session.lanes
        self.setVisible(len(lanes) > 1)
        if len(lanes) > 1:
            comparison = compared(lanes, session.table.data)
            *_, test = session.table.data_parts().counts
            ranked = order(lanes)
            judges = session.table.data_parts().rows(VALIDATION)
            left = [residuals_of(shown(lane), session.table.data, judges) for lane in lanes]
            told = paired(lanes, comparison, session.table.data, judges) or paired_numbers(lanes, left)
            said = (in_words(lanes, comparison, session.table.data.n - test), told)
            self.words.setText(" ".join(filter(None, said)))
            columns, rows = table_of(lanes, comparison, left)
            best = len(winners(lanes)) == 1
            self._shown = columns, [rows[place] for place in ranked], 0 if best else None
            self._put()
            self.insist(self._appearance.scale)

    def _sort(self, column: int) -> None:
        """By this column, then the other way round, then as the runs are ranked."""
        falling = self._sorted == (column, False)
        self._sorted = None if self._sorted == (column, True) else (column, falling)
        self._put()

    def _put(self) -> None:
        columns, rows, chosen = self._shown
        if self._sorted is None or self._sorted[0] >= len(columns):
            return self.table.put(columns, rows, chosen)
        column, falling = self._sorted
        places = in_order([row[column] for row in rows], falling)
        heads = tuple(f"{name} {'↓' if falling else '↑'}" if i == column else name for i, name in enumerate(columns))
        return self.table.put(heads, [rows[i] for i in places], None if chosen is None else places.index(chosen))


def in_words(lanes: Sequence[Lane], comparison: Comparison, n: int) -> str:
    """What the errors are, which run has the fewest, and on how many rows they disagree, or why that is not said."""
    said = []
    if best := winners(lanes):
        measure = "Lowest validation RMSE" if lanes[best[0]].task == "regression" else "Fewest validation errors"
        which = f"run {best[0] + 1}" if len(best) == 1 else f"runs {joined(str(place + 1) for place in best)} alike"
        said.append(f"{measure}: {which}.")
    rows = comparison.rows
    if comparison.words and not (best and lanes[best[0]].task == "regression"):
        said.append(comparison.words)
    elif rows is not None:
        said.append(f"They disagree on {len(rows):,} of {counted(n, 'row')}.")
    return " ".join(said)


def in_order(cells: Sequence[Cell], falling: bool) -> list[int]:
    """The places of cells by their size, or their words; those without a number come last."""
    there = [place for place, one in enumerate(cells) if one != NONE]
    texts = any(isinstance(cells[place], str) for place in there)

    def size(place: int) -> tuple[float, str]:
        return (0.0, str(cells[place])) if texts else (float(cells[place]), "")

    gone = [place for place, one in enumerate(cells) if one == NONE]
    return [*sorted(there, key=size, reverse=falling), *gone]


def paired(lanes: Sequence[Lane], comparison: Comparison, data: Dataset, judges: np.ndarray) -> str:
    """McNemar's counts of the two best runs on the validation rows, and whether they can be told apart."""
    ranked = [place for place in order(lanes) if place in comparison.lanes]
    if comparison.words or comparison.answers is None or len(ranked) < 2 or not len(judges) or data.target != "class":
        return ""
    one, other = (
        comparison.answers[comparison.lanes.index(place)][judges] == data.codes[judges] for place in ranked[:2]
    )
    b, c = int((one & ~other).sum()), int((other & ~one).sum())
    p, runs = mcnemar_exact(b, c), [place + 1 for place in ranked[:2]]
    said = f"Of {counted(len(judges), 'validation row')} run {runs[0]} alone has {b:,} right and run {runs[1]} alone "
    said += f"{c:,} (McNemar p = {figure(p, 2)}): "
    if p > 1.0 - SURE:
        return f"{said}these two cannot be told apart on {counted(len(judges), 'row')}."
    return f"{said}run {runs[0] if b > c else runs[1]} is better."


def paired_numbers(lanes: Sequence[Lane], left: Sequence[np.ndarray | None]) -> str:
    """The same of runs that predict a number, by their residuals on the validation rows."""
    if not winners(lanes):
        return ""
    ranked = [(place, left[place]) for place in order(lanes) if lanes[place].task == "regression"][:2]
    found = [one for _, one in ranked if one is not None]
    runs = [place + 1 for place, _ in ranked]
    return told_apart(found[0], found[1], (runs[0], runs[1]), SURE) if len(found) == 2 else ""


def interval(lane: Lane, left: np.ndarray | None = None) -> Cell:
    """Where the true error is by the validation rows: Wilson's interval of the share in per cent, or of the RMSE."""
    frame = shown(lane)
    if lane.task == "regression" and left is not None:
        return rmse_interval(left, SURE) or NONE
    crossed = None if frame is None or lane.task != "classification" else frame.validation
    if crossed is None or not crossed.n:
        return NONE
    low, high = wilson_interval(crossed.n - crossed.right, crossed.n, SURE)
    return f"{100 * low:.0f}–{100 * high:.0f} %"


def winners(lanes: Sequence[Lane]) -> list[int]:
    """The places of the runs with the lowest error on validation rows; none where fewer than two have any."""
    found = {place: error for place, lane in enumerate(lanes) if not isinstance(error := cell(lane, VALIDATION), str)}
    alike = len({lanes[place].task for place in found}) == 1
    return [place for place, error in found.items() if error == min(found.values())] if len(found) > 1 and alike else []


def order(lanes: Sequence[Lane]) -> list[int]:
    """The places of the runs by their errors on validation rows; as they are numbered where none are compared."""
    places = list(range(len(lanes)))
    if not winners(lanes):
        return places

    def error(place: int) -> float:
        found = cell(lanes[place], VALIDATION)
        return float("inf") if isinstance(found, str) else found

    return sorted(places, key=error)


def table_of(
    lanes: Sequence[Lane], comparison: Comparison, left: Sequence[np.ndarray | None] = ()
) -> tuple[tuple[str, ...], list[tuple[Cell, ...]]]:
    """The heads and, in the order of the runs, their lines: number and name, step, errors, rows told differently.

    left  of each run the residuals on the validation rows, where it predicts a number
    """
    intervals = [interval(lane, one) for lane, one in zip(lanes, left or [None] * len(lanes), strict=True)]
    columns: list[tuple[str, list[Cell]]] = [
        ("run", [f"{number + 1}  {name}" for number, name in enumerate(names(lanes))]),
        ("step", [NONE if (frame := shown(lane)) is None else frame.index for lane in lanes]),
    ]
    for part in PARTS:
        cells = [cell(lane, part) for lane in lanes]
        if any(one != NONE for one in cells):
            columns.append((head(lanes, part), cells))
        if part == VALIDATION and any(one != NONE for one in intervals):
            columns.append(("95 % interval", intervals))
    for one in range(len(lanes)):
        differing = [None if other == one else comparison.differing(one, other) for other in range(len(lanes))]
        if any(count is not None for count in differing) and (one == 0 or len(lanes) > 2):
            columns.append((f"≠ run {one + 1}", [NONE if count is None else count for count in differing]))
    return tuple(title for title, _ in columns), list(zip(*(cells for _, cells in columns), strict=True))


def head(lanes: Sequence[Lane], part: str) -> str:
    """The heading of a column of errors."""
    tasks = {lane.task for lane in lanes if cell(lane, part) != NONE}
    return f"{part} RMSE" if tasks == {"regression"} else f"{part} errors"


def shown(lane: Lane) -> Frame | None:
    """The step in view of a run that could begin."""
    return None if lane.refusal else lane.frame


def cell(lane: Lane, part: str) -> Cell:
    """The error of a run on a part of the rows: how many a classifier gets wrong, or the RMSE of numbers."""
    if (frame := shown(lane)) is None:
        return NONE
    if lane.task == "regression":
        return frame.missed[part].rmse if part in frame.missed else NONE
    crossed = frame.training if part == TRAINING else frame.validation
    return NONE if crossed is None or lane.task != "classification" else crossed.n - crossed.right
