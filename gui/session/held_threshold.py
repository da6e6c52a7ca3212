"""A threshold that is put on the scores of the model in view, for a look: the run is as it was."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from PySide6.QtCore import QObject, Signal

from engine.models.class_scores import has_scores
from engine.models.cut import CutScores
from gui.session.lane import Lane


@dataclass(frozen=True)
class Held:
    """For which run: its lane and algorithm; the code of the positive class, and the threshold on its score."""

    lane: int
    key: str
    positive: int
    threshold: float


class HeldThreshold(QObject):
    """`changed` tells that the model in view is seen with another threshold, or with its own again."""

    changed = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.held: Held | None = None

    def hold(self, lane: Lane, positive: int, threshold: float) -> None:
        """See the models of a run with this threshold."""
        self._take(Held(lane.identity, lane.key, positive, threshold))

    def let_go(self) -> None:
        """See them as they are."""
        self._take(None)

    def _take(self, held: Held | None) -> None:
        if held != self.held:
            self.held = held
            self.changed.emit()

    def model(self, lane: Lane, model: Any) -> CutScores | None:
        """The model of a step of a lane with the threshold; None where it has its own."""
        held = self.held
        if held is None or (lane.identity, lane.key) != (held.lane, held.key) or not has_scores(model):
            return None
        return None if isinstance(model, CutScores) else CutScores(model, held.positive, held.threshold)
