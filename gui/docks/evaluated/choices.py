"""What is chosen in the panel Evaluation: the page, the part of the rows, the positive class, costs and threshold."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QObject, Signal

COUNTS, RATES, CLASSES, CURVES, ERRORS, RESIDUALS = "counts", "rates", "classes", "curves", "errors", "residuals"
ROC, BALANCE, COST, RELIABILITY = KINDS = ("ROC", "precision and recall", "cost", "calibration curve")


class Choices(QObject):
    """`changed` tells that one of them is another.

    part       "" for the validation rows, or the rows learnt from where there are none
    positive   the code of the positive class;   beta, false_alarm, miss  of F and the cost
    kind       which curve;   threshold  None for that of the model itself
    """

    changed = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.page = COUNTS
        self.part = ""
        self.positive = 1
        self.beta = self.false_alarm = self.miss = 1.0
        self.kind = ROC
        self.threshold: float | None = None
        self.shares = False
        self.against = 0
        """What is drawn: residuals over the prediction (0) or feature j (2 + j), the prediction over the truth (1)."""

    def set(self, **values: Any) -> None:
        """Set values; `changed` is emitted once if one of them differs."""
        others = {name: value for name, value in values.items() if getattr(self, name) != value}
        for name, value in others.items():
            setattr(self, name, value)
        if others:
            self.changed.emit()

    def positive_of(self, classes: int) -> int:
        """The code of the positive class among so many."""
        return min(self.positive, max(classes - 1, 0))
