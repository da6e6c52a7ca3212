"""Rows with the answers of a learner that has not seen them, or has: classes or numbers."""

from __future__ import annotations

from collections.abc import Generator
from typing import Any, Protocol

import numpy as np

from engine.base.snapshot import snapshot
from engine.base.words import counted
from engine.data.dataset import Dataset
from engine.families.evaluation.scoring import rows_of, unmarked
from engine.families.learners import LearnerParams, answered, chosen, dearest_of, most_answer_pauses, refusal


class Answering(Protocol):
    """The parameters by which rows get their answers."""

    @property
    def judged(self) -> str: ...
    @property
    def share(self) -> float: ...

    def learner(self) -> LearnerParams:
        """The learner that answers, with its parameters."""


@snapshot
class Answered:
    """Rows with their answers.

    base   the model that gave them;   rows (m,) which rows of the data;   truth, answers (m,)
    learnt (n,) the targets of the rows that the model was fitted to
    """

    base: Any
    rows: np.ndarray
    truth: np.ndarray
    answers: np.ndarray
    learnt: np.ndarray


Result = Answered | str
"""The rows with their answers, or why there are none."""


def answering(data: Dataset, params: Answering, rng: np.random.Generator) -> Generator[int, None, Result]:
    """The answers; on the way, where the learner takes long, how far it is. Each row keeps its own when others come."""
    seed = int(rng.integers(2**31))
    learner, own = chosen(params.learner(), data), np.random.default_rng(seed)
    learnt, asked = rows_of(data, params, seed)
    if not len(asked) or not len(learnt):
        return f"Of {counted(data.n, 'row')} none can be held out: add rows, or judge on the rows learnt from."
    fit = yield from learner.fitting(data.subset(learnt), own)
    if fit.failed:
        return f"{learner.name} came to no model: {fit.ending.words}"
    said = yield from answered(fit.model, data.X[asked], dearest_of(data))
    assert data.y is not None
    return Answered(fit.model, asked, data.y[asked], said, data.y[learnt])


def answering_limits(data: Dataset, params: Answering) -> str:
    """Why there can be no answers with these parameters, or ''."""
    return refusal(params.learner(), unmarked(data))


def most_answering_pauses(data: Dataset, params: Answering) -> int:
    """How often `answering` may pause."""
    own = unmarked(data)
    return chosen(params.learner(), own).most_pauses(own) + most_answer_pauses(data, data.n)


def stops_of(m: int, most: int) -> list[int]:
    """After how many of m rows to stop: after each, or so many times, evenly."""
    if m <= most:
        return list(range(1, m + 1))
    stops: list[int] = np.unique(np.linspace(1, m, most).round().astype(int)).tolist()
    return stops
