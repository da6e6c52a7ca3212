"""The scores of the model in view for the rows of one part: computed beside the window, kept while it is in view."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
from PySide6.QtCore import QObject, Signal

from engine.core.score_curves import from_above
from engine.maths.evaluation.calibration import Bins, bin_edges, brier_terms, calibration, log_terms
from engine.maths.evaluation.roc import Roc, roc, upper_hull
from engine.models.class_scores import ClassScores, class_scores, has_scores
from gui.docks.evaluated.judged_rows import JudgedRows
from gui.session.background_task import BackgroundTask
from gui.session.job import Frame
from gui.session.table import Table

BINS = 10


@dataclass(eq=False)
class ScoredRows:
    """Judged rows with a score for each class; what is worked out of them is kept.

    kept  (m,) which of the judged rows have a score
    """

    frame: Frame
    judged: JudgedRows
    scores: ClassScores
    kept: np.ndarray
    _curves: dict[int, tuple[Roc, np.ndarray]] = field(default_factory=dict)
    _bins: dict[int, tuple[Bins, float, float]] = field(default_factory=dict)

    @classmethod
    def of(cls, frame: Frame, judged: JudgedRows, X: np.ndarray) -> ScoredRows | None:
        """Ask the model; None where it has no scores."""
        found = class_scores(frame.step.model, X)
        if found is None:
            return None
        kept = ~np.isnan(found.values).any(axis=1) & (judged.truth >= 0)
        values = np.clip(found.values[kept], -1e12, 1e12)
        return cls(frame, judged, ClassScores(found.classes, values, found.kind), kept)

    @property
    def silent(self) -> int:
        """How many rows have no score."""
        return int((~self.kept).sum())

    def positive(self, code: int) -> np.ndarray:
        """(m,) which of the rows with a score are of a class."""
        return np.asarray(self.judged.truth[self.kept] == code)

    def curve(self, code: int) -> tuple[Roc, np.ndarray]:
        """The ROC curve of a class against the rest, and the corners of its hull."""
        if code not in self._curves:
            found = from_above(roc(np.maximum(self.scores.of(code), -1e12), self.positive(code)))
            self._curves[code] = found, upper_hull(found)
        return self._curves[code]

    def reliability(self, code: int) -> tuple[Bins, float, float]:
        """The bins of the probability of a class, the Brier score and the log loss."""
        if code not in self._bins:
            p, mine = np.clip(self.scores.of(code), 0.0, 1.0), self.positive(code)
            bins = calibration(p, mine, bin_edges(p, BINS, "equal width"))
            few = len(p) == 0
            means = [float("nan") if few else float(np.mean(terms(p, mine))) for terms in (brier_terms, log_terms)]
            self._bins[code] = bins, means[0], means[1]
        return self._bins[code]


class Scores(QObject):
    """Finds the scores of what is in view; `found` tells that they are there."""

    found = Signal()

    def __init__(self, table: Table, parent: QObject) -> None:
        super().__init__(parent)
        self._table = table
        self._known: ScoredRows | None = None
        self._none_for: Frame | None = None
        self._asked: tuple[Frame, str] | None = None
        self._task = BackgroundTask(self)
        self._task.ready.connect(self._take)

    def finish(self) -> None:
        """Wait for what was asked for."""
        self._task.finish()

    def of(self, frame: Frame, judged: JudgedRows) -> ScoredRows | None:
        """What is known of a frame's model on these rows; else it is asked for, and meanwhile what is shown stays."""
        known = self._known
        if known is not None and known.frame.step is frame.step and same_rows(known.judged, judged):
            return known
        if self._none_for is not frame and self._asked != (frame, judged.part):
            self._asked = frame, judged.part
            data = self._table.data
            self._task.ask((frame, judged), lambda: ScoredRows.of(frame, judged, data.X[judged.rows]))
        stays = known is not None and known.frame.lane == frame.lane and same_rows(known.judged, judged)
        return known if stays else None

    def has_none(self, frame: Frame) -> bool:
        """Whether the model of a frame is known to have no scores."""
        return not has_scores(frame.step.model)

    def _take(self, asked: tuple[Frame, JudgedRows], found: ScoredRows | Exception | None) -> None:
        if isinstance(found, Exception):
            raise found
        self._asked = None
        self._none_for = asked[0] if found is None else None
        self._known = found
        self.found.emit()


def same_rows(one: JudgedRows, other: JudgedRows) -> bool:
    """Whether these are the same rows with the same truth."""
    return one.part == other.part and np.array_equal(one.rows, other.rows) and np.array_equal(one.truth, other.truth)
