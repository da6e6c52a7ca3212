"""What a model of a number leaves over, drawn against its prediction or against a feature."""

from __future__ import annotations

import numpy as np
from PySide6.QtWidgets import QHBoxLayout, QLabel, QVBoxLayout, QWidget

from engine.base.words import counted, figure
from engine.core.marks import Curve, Points, Segments
from engine.core.surfaces import Surface
from engine.maths.evaluation.missed import missed
from gui.canvas.surfaces.tracked_chart import TrackedChart
from gui.docks.evaluated.choices import Choices
from gui.docks.evaluated.judged_rows import JudgedRows
from gui.look.appearance import Appearance
from gui.session.session import Session

HIGH, WIDE = 190, 320
PREDICTION, OVER_TRUTH = "prediction y", 1
STICKS = 200
"""With more rows the distances would cover the points."""


class ResidualsPage(QWidget):
    """The chart, and what can be read off it. A click on a point selects its row."""

    def __init__(self, session: Session, appearance: Appearance, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.session, self._appearance = session, appearance
        self.chart = TrackedChart(
            Surface("chart", "Residuals", PREDICTION, "residual t − y"), session, appearance, self
        )
        self.words = QLabel(self)
        self.words.setWordWrap(True)
        row, side = QHBoxLayout(self), QVBoxLayout()
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(16)
        row.addWidget(self.chart, 3)
        side.addWidget(self.words)
        side.addStretch(1)
        row.addLayout(side, 1)
        self.restyle()

    def restyle(self) -> None:
        """As large as the text asks for."""
        self.chart.setMinimumSize(WIDE, HIGH)  # in large type too it is seen whole

    def show_judged(self, judged: JudgedRows, choices: Choices) -> None:
        """Draw the residuals of these rows, or the predictions over the truth."""
        data, place = self.session.table.data, min(choices.against, self.session.table.data.d + 1)
        left = judged.truth - judged.answers
        if place == OVER_TRUTH:
            across, up = judged.truth, judged.answers
            surface = Surface("chart", "Predictions over the truth", "truth t", PREDICTION)
        else:
            column = data.columns[place - 2].title if place else PREDICTION
            across, up = data.X[judged.rows, place - 2] if place else judged.answers, left
            surface = Surface("chart", f"Residuals over {column}", column, "residual t − y")
        there = np.isfinite(across) & np.isfinite(up)
        places = np.column_stack([across[there], up[there]])
        self.chart.show_curve(surface, drawn(places, judged.rows[there], place == OVER_TRUTH, surface), None)
        self.words.setText(residual_words(judged, there, place == OVER_TRUTH))


def drawn(places: np.ndarray, rows: np.ndarray, over_truth: bool, surface: Surface) -> list[Curve | Points | Segments]:
    """The points, the line on which they would be without any error, and, of few, their distances from it."""
    if not len(places):
        return []
    ends = np.array([places[:, 0].min(), places[:, 0].max()])
    line = np.column_stack([ends, ends if over_truth else np.zeros(2)])
    marks: list[Curve | Points | Segments] = [Curve(line, "ghost", surface=surface)]
    if len(places) <= STICKS:
        feet = np.column_stack([places[:, 0], places[:, 0] if over_truth else np.zeros(len(places))])
        marks.append(Segments(feet, places, "residual", surface=surface))
    return [*marks, Points(places, "plain", rows=rows, surface=surface)]


def residual_words(judged: JudgedRows, there: np.ndarray, over_truth: bool) -> str:
    """The size of the residuals and their mean; of predictions over the truth also their correlation."""
    if not there.any():
        return "No row of this part has a residual to be drawn."
    left = (judged.truth - judged.answers)[there]
    found = missed(judged.truth[there], judged.answers[there])
    if over_truth:
        r = "undefined: all predictions, or all targets, are equal" if np.isnan(found.r) else figure(found.r)
        return (
            f"{judged.part.capitalize()} rows: {counted(len(left), 'prediction')}.\nr = {r}, R² = {figure(found.r2)}.\n"
            "r says how well the order is right, and is blind to shift and scale: R² is not."
        )
    said = [
        f"{judged.part.capitalize()} rows: {counted(len(left), 'residual')}.",
        f"Mean {figure(float(left.mean()))}, RMSE {figure(found.rmse)}, MAE {figure(found.mae)}.",
        f"Largest {figure(float(left[np.argmax(np.abs(left))]))}.",
        "A good model leaves a band around 0 without a bend or a funnel.",
    ]
    hidden = int((~there).sum())
    return "\n".join([*said, *([f"{counted(hidden, 'row')} without a number."] if hidden else [])])
