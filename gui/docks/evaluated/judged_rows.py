"""The rows of one part with their truth and the answers of the model in view, and what the simplest answers score."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from engine.base.words import counted, figure, short
from engine.data.split import PARTS, TEST, TRAINING
from engine.maths.evaluation.baselines import always, at_random, majority
from engine.maths.evaluation.confusion import crossed
from engine.maths.evaluation.missed import Missed, missed
from engine.maths.evaluation.rates import Outcomes, outcomes
from gui.session.job import Frame
from gui.session.session import Session


@dataclass(frozen=True, eq=False)
class JudgedRows:
    """Rows of the session that a model has answered.

    rows, truth, answers  (m,) which rows, and what is true and said of them: class codes, or numbers
    classes  their names, () where numbers are predicted;   learnt  (k,) the targets of the rows learnt from
    """

    part: str
    rows: np.ndarray
    truth: np.ndarray
    answers: np.ndarray
    classes: tuple[str, ...]
    learnt: np.ndarray

    @property
    def counts(self) -> np.ndarray:
        """(K, K) truth down and answers across; rows without a class or an answer are not counted."""
        K = len(self.classes)
        return crossed(self.truth, self.answers.astype(np.intp), K, K).counts

    @property
    def unanswered(self) -> int:
        """How many rows the model has no answer for."""
        K = len(self.classes)
        return int(((self.answers < 0) | (self.answers >= K)).sum()) if K else int(np.isnan(self.answers).sum())

    @property
    def learnt_counts(self) -> np.ndarray:
        """(K,) the rows of each class that were learnt from."""
        known = self.learnt[self.learnt >= 0].astype(np.intp)
        return np.bincount(known, minlength=len(self.classes))


def judged_parts(session: Session, frame: Frame | None, test: np.ndarray | None) -> dict[str, JudgedRows]:
    """The parts of the rows that are answered in a frame, and the test rows once they have been asked for.

    test  (t,) the answers on the test rows
    """
    data = session.table.data
    if frame is None or frame.answers is None or data.y is None or len(frame.answers) != data.n:
        return {}
    task = session.lane.algorithm.task_on(frame.data)
    if (task, data.target) not in (("classification", "class"), ("regression", "real")):
        return {}
    codes = session.table.data_parts().codes
    names = data.class_titles if data.target == "class" else ()
    learnt = data.y[codes == PARTS.index(TRAINING)]
    found = {}
    for place, part in enumerate(PARTS):
        rows = np.flatnonzero(codes == place)
        answers = test if part == TEST else frame.answers[rows]
        if len(rows) and answers is not None and len(answers) == len(rows):
            found[part] = JudgedRows(part, rows, data.y[rows], answers, names, learnt)
    return found


def usual_part(parts: dict[str, JudgedRows], wanted: str) -> JudgedRows | None:
    """The part that is asked for, else the validation rows, else the rows learnt from."""
    return parts.get(wanted) or parts.get("validation") or parts.get(TRAINING)


# -- baselines ---------------------------------------------------------------------------------------------------------


def class_baselines(judged: JudgedRows, positive: int) -> dict[str, Outcomes]:
    """What answers that look at no row are expected to score on these, by their names."""
    support = np.bincount(judged.truth[judged.truth >= 0].astype(np.intp), minlength=len(judged.classes))
    P = float(support[positive])
    found = {
        "all positive": Outcomes(P, 0.0, float(support.sum()) - P, 0.0),
        "all negative": Outcomes(0.0, P, 0.0, float(support.sum()) - P),
    }
    learnt = judged.learnt_counts
    if learnt.sum():
        most = majority(learnt)
        if len(support) > 2:
            found[f"always {short(judged.classes[most], 14)}"] = outcomes(always(support, most), positive)
        found["at random"] = outcomes(at_random(support, learnt / learnt.sum()), positive)
    return found


def accuracy_words(judged: JudgedRows) -> str:
    """What the majority class and answers at random are expected to score: "always setosa: 33.3 %, ..."."""
    support = np.bincount(judged.truth[judged.truth >= 0].astype(np.intp), minlength=len(judged.classes))
    learnt, n = judged.learnt_counts, int(support.sum())
    if not n or not learnt.sum():
        return ""
    most = majority(learnt)
    chance = float(support @ learnt) / (n * learnt.sum())
    shares = figure(100 * support[most] / n, 3), figure(100 * chance, 3)
    return f"Baselines: always {short(judged.classes[most], 16)} {shares[0]} %, at random {shares[1]} %"


def number_baselines(judged: JudgedRows) -> dict[str, Missed]:
    """What the mean and the median of the rows learnt from score as the answer for every row."""
    if not len(judged.learnt) or not len(judged.truth):
        return {}
    said = {"always the mean": float(np.mean(judged.learnt)), "always the median": float(np.median(judged.learnt))}
    return {name: missed(judged.truth, np.full(len(judged.truth), value)) for name, value in said.items()}


def unanswered_words(judged: JudgedRows) -> str:
    """How many rows are left out of the rates, or ""."""
    count = judged.unanswered
    return f"The model has no answer for {counted(count, 'row')}, left out of the rates." if count else ""
