"""The curves of the scores of the model in view; a threshold is dragged on them, and table, rates and plane follow."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QHBoxLayout, QLabel, QPushButton, QSizePolicy, QVBoxLayout, QWidget

from engine.base.words import counted, figure, short
from engine.core.marks import Curve, Mark, Text
from engine.core.param_handle import Track
from engine.core.score_curves import (
    BALANCE,
    COST,
    CURVE,
    RELIABILITY,
    across,
    along_balance,
    along_roc,
    balance_marks,
    cost_marks,
    defined,
    hull_marks,
    reliability_marks,
    roc_marks,
    roc_point,
    thinned,
)  # fmt: skip
from engine.core.surfaces import Surface
from engine.maths.evaluation.confusion import Crossed
from engine.maths.evaluation.rates import Outcomes
from engine.maths.evaluation.roc import Roc
from gui.canvas.surfaces.tracked_chart import TrackedChart
from gui.docks.confusion import ConfusionTable
from gui.docks.evaluated import choices as kinds
from gui.docks.evaluated.choices import Choices
from gui.docks.evaluated.judged_rows import JudgedRows, class_baselines
from gui.docks.evaluated.rates_page import rate_lines
from gui.docks.evaluated.scored_rows import ScoredRows, Scores
from gui.look.appearance import Appearance
from gui.session.job import Frame
from gui.session.numbers import parsed
from gui.session.session import Session
from gui.widgets.forms.number_widgets import NumberEdit
from gui.widgets.number_table import NumberTable

HIGH, WIDE, RATES_WIDE, SIDE = 190, 236, 230, 210
"""The least height and width of the chart, and the widths of the rates and of the table, at the usual text size."""
DIGITS = 6
"""Of a threshold: with fewer one close to 1 is told as 1."""
NO_SCORES = "The model in view answers with a class alone: it has no score on which a threshold could be put."
NO_PROBABILITIES = "Its scores are no probabilities, so there is no calibration to be looked at."
HARMONIC = "F, whose contours are drawn, is a harmonic mean: it is close to the smaller of precision and recall."
COUNTING = "The scores of the rows are being asked for."


class CurvesPage(QWidget):
    """A chart, and beside it what the threshold on it makes of the rows."""

    def __init__(
        self, session: Session, appearance: Appearance, choices: Choices, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.session, self._appearance, self._choices = session, appearance, choices
        self.scores = Scores(session.table, self)
        self._shown: ScoredRows | None = None
        self.chart = TrackedChart(CURVE, session, appearance, self)
        self.words, self.cut_label = QLabel(self), QLabel("threshold t", self)
        self.words.setWordWrap(True)
        self.words.setTextFormat(Qt.TextFormat.PlainText)
        self.line = NumberEdit(self, digits=8)
        self.line.setAccessibleName("Threshold")
        self.line.legal = "Rows whose score is at least the threshold are called positive"
        self.own = QPushButton("Reset", self)
        self.own.setToolTip("Let go of the threshold: the model answers by its own rule again")
        self.table = ConfusionTable(appearance, self)
        self.table.setAccessibleName("Confusion table at the threshold")
        self.rates = NumberTable(appearance, most=9)
        self.rates.setAccessibleName("Rates at the threshold")
        self.rates.cells.told = lambda row, column: self._worked[row]
        self._worked: list[str] = []
        self._lay_out()
        self.chart.moved.connect(self._move)
        self.line.editingFinished.connect(self._type)
        self.own.clicked.connect(lambda: choices.set(threshold=None))
        self.table.meant.connect(self._select)

    def _lay_out(self) -> None:
        row, side, line = QHBoxLayout(self), QVBoxLayout(), QHBoxLayout()
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(16)
        self.chart.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        row.addWidget(self.chart, 1)
        side.setContentsMargins(0, 0, 0, 0)
        side.setSpacing(4)
        for widget in (self.cut_label, self.line, self.own):
            line.addWidget(widget)
        line.addStretch(1)
        side.addLayout(line)
        side.addWidget(self.words)
        side.addWidget(self.table)
        side.addStretch(1)
        row.addLayout(side)
        row.addWidget(self.rates, 0, Qt.AlignmentFlag.AlignTop)
        self.restyle()

    def restyle(self) -> None:
        """As large as the text asks for."""
        scale = self._appearance.scale
        self.chart.setMinimumSize(WIDE, HIGH)  # in large type too it is seen whole
        self.rates.setMinimumWidth(round(RATES_WIDE * scale))
        self.table.setFixedWidth(round(SIDE * scale))

    # -- what is shown -------------------------------------------------------------------------------------------------

    def show_judged(self, frame: Frame, judged: JudgedRows) -> str:
        """Show the curve of these rows; what stands in its place, or ""."""
        choices = self._choices
        if self.scores.has_none(frame):
            self._shown = None
            return NO_SCORES
        self._shown = found = self.scores.of(frame, judged)
        if found is None:
            return COUNTING
        positive = choices.positive_of(len(judged.classes))
        curve, corners = found.curve(positive)
        cut = self.cut_in_force(found)
        at = curve.at(cut)
        self._show_side(found, positive, curve, cut)
        if choices.kind == kinds.RELIABILITY:
            return self._show_reliability(found, positive, judged.classes)
        if not defined(curve):
            self.chart.show_curve(CURVE, (), None)
            n, which = len(found.positive(positive)), "none is" if not curve.positives else "all are"
            return f"Of {counted(n, 'row')} {which} {judged.classes[positive]}, so one rate is 0/0: there is no curve."
        marks, surface, track = self._drawn(curve, corners, at, cut)
        others = self._others(found, judged, positive) if choices.kind == kinds.ROC else []
        self.chart.show_curve(surface, [*others, *marks], track, upright=choices.kind == kinds.COST)
        return ""

    def _drawn(
        self, curve: Roc, corners: np.ndarray, at: int, cut: float
    ) -> tuple[Sequence[Mark], Surface, Track | None]:
        """The marks of the curve that is chosen, where they stand, and how the threshold is dragged on it."""
        words = f"t = {figure(cut, DIGITS)}"
        if self._choices.kind == kinds.BALANCE:
            area = told(f"average precision {figure(curve.average_precision)}", 0.02, 0.02, BALANCE)
            return [*balance_marks(curve, at, label=words), area], BALANCE, along_balance(curve, at)
        if self._choices.kind == kinds.COST:
            costs = curve.costs(self._choices.false_alarm, self._choices.miss)
            return cost_marks(curve, at, cut, costs), COST, across(curve, cut)
        marks = [*roc_marks(curve), *hull_marks(curve, corners), roc_point(curve, at, words)]
        return [*marks, told(f"AUC {figure(curve.area)}", 1.0, 0.06, CURVE)], CURVE, along_roc(curve, at)

    def _others(self, found: ScoredRows, judged: JudgedRows, positive: int) -> list[Mark]:
        """The curves of the other classes, where there are more than two and not many."""
        codes = [int(code) for code in found.scores.classes]
        if not 2 < len(codes) <= 8:
            return []
        drawn: list[Mark] = []
        for code in codes:
            curve = found.curve(code)[0]
            if code != positive and defined(curve):
                places = thinned(np.column_stack([curve.fpr, curve.tpr]))
                drawn.append(Curve(places, "ghost", code, short(judged.classes[code], 16), surface=CURVE))
        return drawn

    def _show_reliability(self, found: ScoredRows, positive: int, classes: tuple[str, ...]) -> str:
        if found.scores.kind != "probability":
            self.chart.show_curve(RELIABILITY, (), None)
            return NO_PROBABILITIES
        bins, brier, log_loss = found.reliability(positive)
        scores = f"Brier score {figure(brier)}, log loss {figure(log_loss)}, mean gap {figure(bins.gap)}."
        self.words.setText(f"{self.words.text()}\n{scores}")
        self.chart.show_curve(RELIABILITY, reliability_marks(bins), None)
        return ""

    def _show_side(self, found: ScoredRows, positive: int, curve: Roc, cut: float) -> None:
        judged, name = found.judged, short(found.judged.classes[positive], 18)
        called = found.scores.of(positive) >= cut
        mine = found.positive(positive)
        tp, fp = int((called & mine).sum()), int((called & ~mine).sum())
        table = Outcomes(tp, int(mine.sum()) - tp, fp, int((~mine).sum()) - fp)
        held = self._choices.threshold is not None
        self.own.setEnabled(held)
        if not self.line.hasFocus() or not self.line.isModified():
            self.line.show_number(float(f"{cut:.{DIGITS}g}"))
        silent = f" {counted(found.silent, 'row')} without a score." if found.silent else ""
        what = "probability" if found.scores.kind == "probability" else "score"
        harmonic = f"\n{HARMONIC}" if self._choices.kind == kinds.BALANCE else ""
        said = f"{judged.part.capitalize()} rows are called {name} where its {what} is ≥ t.{silent}"
        self.words.setText(f"{said}{harmonic}")
        counts = np.array([[table.tp, table.fn], [table.fp, table.tn]], dtype=np.intp)
        crossed = Crossed(counts, int(table.tp + table.tn), int(table.n))
        self.table.show_counts(crossed, (name, "the rest"), (name, "the rest"), "called")
        guessed = {name: one for name, one in class_baselines(judged, positive).items() if name == "at random"}
        heads, lines = rate_lines(table, guessed, self._choices)
        self.rates.put((heads[0], *heads[3:]), [(one[0], *one[3:]) for one in lines])
        self._worked = [f"{one[0]} = {one[1]} = {one[2]}" for one in lines]

    # -- the threshold -------------------------------------------------------------------------------------------------

    def cut_in_force(self, found: ScoredRows) -> float:
        """The threshold that is held, else that of the model itself: a probability of ½, a score of 0."""
        if self._choices.threshold is not None:
            return self._choices.threshold
        return 0.5 if found.scores.kind == "probability" else 0.0

    def _move(self, threshold: float) -> None:
        self._choices.set(threshold=threshold)

    def _type(self) -> None:
        value = parsed(self.line.text())
        self.line.set_wrong(value is None)
        if value is not None and self.line.isModified():
            self.line.setModified(False)
            self._choices.set(threshold=value)

    def _select(self, row: int, column: int) -> None:
        """The rows that a count at the threshold stands for."""
        found = self._shown
        if found is None:
            return
        positive = self._choices.positive_of(len(found.judged.classes))
        called = found.scores.of(positive) >= self.cut_in_force(found)
        mine = found.positive(positive)
        wanted = (mine == (row == 0)) & (called == (column == 0))
        self.session.selection.select(found.judged.rows[found.kept][wanted].tolist())

    def close_down(self) -> None:
        """Wait for the worker, and ignore its results from now on."""
        self.scores.finish()
        self.chart.close_down()


def told(words: str, x: float, y: float, surface: Surface, anchor: tuple[float, float] = (1.0, 1.0)) -> Text:
    """Words in a corner of a chart."""
    return Text(np.array([x, y]), words, anchor=anchor, surface=surface)
