"""Any learner as a parameter: the classifiers and the regressors, found by what their cards say.

What resamples, compares or tunes takes one of them with the parameters that are given, all others at their defaults:

    learner = chosen(params, data)
    fit = yield from on_the_way(learner.fitting(rows, rng), shown)      # pauses on its way, where the learner is slow
    answers = yield from on_the_way(answered(fit.model, X), shown)
"""

from __future__ import annotations

import math
from collections.abc import Generator
from dataclasses import dataclass
from typing import Any

import numpy as np

from engine import families
from engine.base.errors import Objection, ParameterError, Refusal, Remedy, SetParameter, remedies
from engine.base.params import build, choice, line, specs
from engine.base.settings import read_settings
from engine.base.snapshot import arrays_in
from engine.base.words import quoted
from engine.core.algorithm import Algorithm
from engine.core.ending import Ending
from engine.core.pauses import AT_ONCE, Pauses, most_pauses, pieces
from engine.data.dataset import Dataset

PASSES = 20
"""One step of a learner counts as so many passes over its rows, for each halving of them: a tree sorts every column."""
COMPARED = 6
"""To compare a point with a number that a model keeps takes as much as so many differences."""
SPOKEN = Ending.converged("It keeps the rows, and answers when it is asked.")
"""How a learner ended that learns nothing before."""


# -- which there are ---------------------------------------------------------------------------------------------------


def learns(algorithm: Algorithm, example: Dataset) -> bool:
    """Whether a card says that it predicts the target of such a table, by the rows it is given and nothing else."""
    task = families.PREDICTED.get(example.target or "")
    about_rows = not (algorithm.demonstrates or algorithm.aside)
    return about_rows and algorithm.task_on(example) == task and not algorithm.unsuitable(example)


def two_classes() -> Dataset:
    """A table of numbers with two classes, that every classifier should take."""
    return Dataset.from_arrays(_cells(), np.arange(8) % 2)


def numbers() -> Dataset:
    """A table of numbers with a number to be predicted, that every regressor should take."""
    return Dataset.from_arrays(_cells(), 0.5 + np.arange(8) % 3)


def _cells() -> np.ndarray:
    return np.arange(16.0).reshape(8, 2) % 5


def found(example: Dataset) -> tuple[str, ...]:
    """The keys of all that learn from such a table."""
    return tuple(key for key, algorithm in families.algorithms().items() if learns(algorithm, example))


def names_of(keys: tuple[str, ...]) -> tuple[str, ...]:
    """What a person reads for them."""
    return tuple(families.algorithm(key).name for key in keys)


def few(keys: tuple[str, ...], default: str) -> tuple[str, ...]:
    """A few of them that stand for all where each was tested by itself: the default, the first and the last."""
    return tuple(dict.fromkeys((default, keys[0], keys[-1])))


CLASSIFIERS, REGRESSORS = found(two_classes()), found(numbers())
"""The learners of a class and those of a number, by their keys."""


# -- as parameters -----------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class LearnerParams:
    """A learner for either kind of target, and what it is given."""

    classifier: str = choice(
        "knn", CLASSIFIERS, names=names_of(CLASSIFIERS), typical=few(CLASSIFIERS, "knn"), clear=True,
        help="the learner where a class is predicted",
    )  # fmt: skip
    regressor: str = choice(
        "knn_regression", REGRESSORS, names=names_of(REGRESSORS), typical=few(REGRESSORS, "knn_regression"), clear=True,
        help="the learner where a number is predicted",
    )  # fmt: skip
    settings: str = line(
        "", most=200, label="its parameters", help="such as k = 5, rule = majority; the others have their defaults"
    )


@dataclass(frozen=True)
class Fit:
    """What a learner came to: its newest model that answers (None: it has none), and how it ended."""

    model: Any
    ending: Ending
    taken: int = 0

    @property
    def failed(self) -> bool:
        """Whether there is nothing to be asked."""
        return self.model is None


@dataclass(frozen=True)
class Learner:
    """An algorithm with its parameters."""

    algorithm: Algorithm
    params: Any

    @property
    def name(self) -> str:
        """The textbook name."""
        return self.algorithm.name

    def refused(self, data: Dataset) -> str:
        """Why it does not learn from these rows, with the remedies, or ''."""
        return self.algorithm.unsuitable(data) or self.algorithm.limits(data, self.params)

    def fitting(self, data: Dataset, rng: np.random.Generator) -> Generator[int, None, Fit]:
        """Its run on these rows to the end; on the way, after so much work, how many steps it has taken.

        Rows that it refuses are no error: the fit has no model then, and its ending says why.
        """
        own = rng.spawn(1)[0]  # so that what one fit draws shifts no other
        if words := self.refused(data):
            return Fit(None, Ending.failed(str(words)))
        steps, model, taken, stride = self.algorithm.run(data, self.params, own), None, 0, stride_of(data)
        while True:
            try:
                newest = next(steps).model
            except StopIteration as stop:
                return Fit(model, SPOKEN if self.answers_when_asked else stop.value, taken)
            model, taken = newest if hasattr(newest, "predict") else model, taken + 1
            if taken % stride == 0:
                yield taken

    @property
    def answers_when_asked(self) -> bool:
        """Whether its run answers a question, about a point that has nothing to do with the rows it is judged on."""
        return any(handle.question for handle in self.algorithm.handles)

    def most_pauses(self, data: Dataset) -> int:
        """How often `fitting` may pause on these rows."""
        return 0 if self.refused(data) else self.algorithm.bound(data, self.params) // stride_of(data)


def stride_of(data: Dataset) -> int:
    """After how many steps of a learner on such rows a pause is due: the work is counted, and not timed."""
    work = PASSES * max(data.n, 1) * max(data.d, 1) * max(math.log2(max(data.n, 2)), 1.0)
    return max(int(AT_ONCE / work), 1)


def chosen(params: LearnerParams, data: Dataset) -> Learner:
    """The learner for the target of this table, with the parameters it is given; refuses what it cannot take."""
    algorithm = families.algorithm(params.regressor if data.target == "real" else params.classifier)
    return with_settings(algorithm, params.settings)


def with_settings(algorithm: Algorithm, settings: str) -> Learner:
    """A learner with parameters as they are typed, "k = 5, tie = random"."""
    try:
        return Learner(algorithm, build(algorithm.params, read_settings(settings, specs(algorithm.params))))
    except ParameterError as error:
        words = f"settings = {quoted(settings)} will not do for {algorithm.name}: {error}"
        raise Refusal(words, SetParameter("settings", "")) from error


def refusal(params: LearnerParams, data: Dataset) -> str:
    """Why the chosen learner cannot learn from a whole table, or ''; it names the parameter that chose it."""
    try:
        learner = chosen(params, data)
    except Refusal as error:
        return Objection(str(error), *error.remedies)
    words = learner.refused(data)
    name = "regressor" if data.target == "real" else "classifier"
    return Objection(f"{name} = {learner.name}: {words}", *own_remedies(words, params.settings)) if words else ""


def own_remedies(words: str, settings: str) -> tuple[Remedy, ...]:
    """The remedies of a learner's objection; a parameter of its own is set among the settings."""
    return tuple(
        SetParameter("settings", f"{settings}{', ' if settings.strip() else ''}{one.name} = {one.value}")
        if isinstance(one, SetParameter)
        else one
        for one in remedies(words)
    )


# -- asking its model --------------------------------------------------------------------------------------------------


def answered(model: Any, X: np.ndarray, dearest: int) -> Generator[int, None, np.ndarray]:
    """(m,) what a model predicts for the rows X (m, d), a part of them at a time; on the way, how many are answered."""
    parts: list[np.ndarray] = []
    pauses, work = Pauses(), work_of(model, dearest)
    for part in pieces(len(X), work):
        parts.append(np.asarray(model.predict(X[part])))
        if pauses.due(work * (part.stop - part.start)) and part.stop < len(X):
            yield part.stop
    return np.concatenate(parts) if parts else np.zeros(0)


def work_of(model: Any, dearest: int) -> int:
    """The work of one answer: the point is compared with each number that the model keeps, but at most `dearest`."""
    return min(COMPARED * sum(part.size for part in arrays_in(model)), dearest)


def dearest_of(data: Dataset) -> int:
    """The work of one answer of a model that keeps all rows of a table, with two numbers beside each."""
    return COMPARED * max(data.n, 1) * (data.d + 2)


def most_answer_pauses(data: Dataset, asked: int) -> int:
    """How often `answered` may pause for so many rows, of models of rows of this table."""
    return most_pauses(asked * dearest_of(data)) if asked else 0
