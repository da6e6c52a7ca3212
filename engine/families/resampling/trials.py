"""One trial: the preparation and the learner are fitted to some rows, and the model is judged on others."""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from engine.base.errors import Refusal
from engine.base.snapshot import snapshot
from engine.core.pauses import most_pauses
from engine.data.dataset import Column, Dataset
from engine.data.preparing.preparation import applied, prepared
from engine.data.preparing.step import Learnt
from engine.families.learners import (
    Learner,
    answered,
    dearest_of,
)
from engine.families.resampling.losses import asks_for_chances, chances_of, classes_of, of_answers, of_chances

NO_ROW = np.zeros(0, dtype=np.intp)


@snapshot
class Through:
    """A model asked of rows that are not prepared yet: they go through what its own preparation learnt."""

    CALLED = "model with its preparation"

    model: Any
    columns: tuple[Column, ...]
    learnt: tuple[Learnt, ...]

    def predict(self, X: np.ndarray) -> np.ndarray:
        """(n,) its answers for rows X (n, d) as they are in the table."""
        return np.asarray(self.model.predict(self._prepared(X)))

    def _prepared(self, X: np.ndarray) -> np.ndarray:
        return applied(Dataset(X, columns=self.columns), self.columns, self.learnt)[0].X


@snapshot
class Trial:
    """A fit judged.

    model     what the learner came to, of prepared rows; None where it failed
    drawn     the same for rows as they are in the table
    test      the rows it was judged on;   losses (m,)  of each of them, none where it failed
    answers   (m,) what it predicts for them, none where it failed
    training  the mean loss on the rows it was fitted to, NaN where that was not asked
    size      how many rows it was fitted to
    said      how the learner ended, or why there is nothing to judge
    pauses    how often it stopped on its way
    keeps     whether the model keeps the rows and answers by those that are near, if any are
    """

    model: Any
    drawn: Any
    test: np.ndarray
    losses: np.ndarray
    answers: np.ndarray
    training: float
    size: int
    said: str
    pauses: int = 0
    keeps: bool = False

    @property
    def fitted(self) -> Any:
        """The model, where rows need not be prepared for it."""
        return self.model if self.drawn is self.model else None

    @property
    def failed(self) -> bool:
        """Whether there is nothing to judge."""
        return self.model is None

    @property
    def error(self) -> float:
        """The mean loss on the test rows; NaN where it failed."""
        return float(self.losses.mean()) if len(self.losses) else float("nan")


@dataclass(frozen=True)
class Setup:
    """What all trials of a run share: the table, the learner, the steps of the preparation and the loss."""

    data: Dataset
    learner: Learner
    steps: tuple[str, ...]
    loss: str
    training: bool = True  # whether the rows that were learnt from are asked too

    def trial(self, train: np.ndarray, test: np.ndarray, rng: np.random.Generator) -> Generator[str, None, Trial]:
        """Fit to the rows `train` and judge on the rows `test`; on the way, in words, how far it is."""
        work, pauses = self._trial(train, test, rng), 0
        while True:
            try:
                far = next(work)
            except StopIteration as stop:
                made: Trial = replace(stop.value, pauses=pauses)
                return made
            pauses += 1
            yield far

    def _trial(self, train: np.ndarray, test: np.ndarray, rng: np.random.Generator) -> Generator[str, None, Trial]:
        data = self.data
        try:
            learnt, rows = self.prepared(train)
            fit = yield from _told(self.learner.fitting(rows, rng), "the learner has taken {} steps")
            if fit.failed:
                return self._failed(test, len(train), fit.ending.words)
            drawn = Through(fit.model, data.columns, learnt) if learnt else fit.model
            held = applied(data.subset(test), data.columns, learnt)[0] if learnt else data.subset(test)
            answers, losses = yield from self._judged(fit.model, held)
            seen = (yield from self._judged(fit.model, rows))[1].mean() if self.training else np.nan
        except Refusal as refusal:
            return self._failed(test, len(train), str(refusal))
        if not np.isfinite(losses).all():
            return self._failed(test, len(train), "Its answers for the held-out rows are no numbers.")
        keeps, size, said = self.learner.answers_when_asked, len(train), fit.ending.words
        return Trial(fit.model, drawn, test, losses, answers, float(seen), size, said, keeps=keeps)

    def prepared(self, train: np.ndarray) -> tuple[tuple[Learnt, ...], Dataset]:
        """What the preparation learns from these rows alone, and the rows prepared."""
        rows = self.data.subset(train)
        if not self.steps:
            return (), rows
        made = prepared(rows, *self.steps)
        return made.learnt, made.data

    def _failed(self, test: np.ndarray, size: int, words: str) -> Trial:
        return Trial(None, None, test, np.zeros(0), np.zeros(0), float("nan"), size, words)

    def _judged(self, model: Any, held: Dataset) -> Generator[str, None, tuple[np.ndarray, np.ndarray]]:
        """(m,) the answers for some rows, and (m,) their losses."""
        if not held.n:
            return np.zeros(0), np.zeros(0)
        dearest = dearest_of(self.data)
        answers = yield from _told(answered(model, held.X, dearest), f"{{}} of {held.n} rows are answered")
        targets = np.asarray(held.y)
        if not asks_for_chances(self.loss):
            return answers.astype(float), of_answers(answers, targets, self.loss)
        asked = _Chances(model)
        chances = yield from _told(answered(asked, held.X, dearest), f"{{}} of {held.n} rows have probabilities")
        return answers.astype(float), of_chances(chances, classes_of(model, chances.shape[1]), targets)

    def most_pauses(self, judged: int) -> int:
        """How often one trial may pause, which judges so many rows besides those it learns from."""
        rows = self.prepared(np.arange(self.data.n))[1]
        asked = judged + (self.data.n if self.training else 0)
        times = 2 if asks_for_chances(self.loss) else 1
        return self.learner.most_pauses(rows) + times * (2 + most_pauses(asked * dearest_of(self.data)))


@snapshot
class _Chances:
    """The probabilities of a model, asked as its answers are."""

    model: Any

    def predict(self, X: np.ndarray) -> np.ndarray:
        """(n, K) how probable each class is."""
        return chances_of(self.model, X)


def _told(work: Generator[int, None, Any], words: str) -> Generator[str, None, Any]:
    """A computation that says in words how far it is."""
    while True:
        try:
            far = next(work)
        except StopIteration as stop:
            return stop.value
        yield words.format(f"{far:,}")
