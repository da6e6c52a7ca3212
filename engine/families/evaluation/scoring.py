"""Rows with a score for each class: those of a learner on rows that it has not seen, or the values of a feature."""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Protocol

import numpy as np

from engine.base.errors import Objection, SetParameter
from engine.base.params import When, choice, line, real, whole
from engine.base.snapshot import snapshot
from engine.base.words import counted, quoted
from engine.core.pauses import Pauses, pieces
from engine.data.dataset import Dataset
from engine.data.row_numbers import others
from engine.data.split import Split, learnable
from engine.families import algorithm
from engine.families.learners import (
    CLASSIFIERS,
    Learner,
    LearnerParams,
    dearest_of,
    most_answer_pauses,
    names_of,
    refusal,
    with_settings,
    work_of,
)  # fmt: skip
from engine.maths.evaluation.roc import Roc, roc, upper_hull
from engine.models.class_scores import ClassScores, Kind, class_scores, has_scores
from engine.models.linear import Hyperplane

LEARNER, FEATURE = SOURCES = ("a learner", "a feature")
UNSEEN, SEEN = JUDGED = ("rows held out", "the rows learnt from")


LARGEST = 1e12
"""A score that is larger, such as ∞, is drawn and compared as this: no threshold that is typed is larger."""


def learner_choice(default: str, when: When = None) -> Any:
    """The learner as a parameter."""
    return choice(
        default, CLASSIFIERS, names=names_of(CLASSIFIERS), when=when, clear=True, help="the learner that is fitted"
    )


def settings_line(when: When = None) -> Any:
    """Its own parameters, typed in a line."""
    return line(
        "", most=200, label="its parameters", when=when, help="such as penalty = 1; the others have their defaults"
    )


def judged_choice(when: When = None) -> Any:
    """Which rows are judged."""
    return choice(
        UNSEEN, JUDGED, label="judged on", when=when, clear=True,
        help="the validation rows; where there are none, a share is held out",
    )  # fmt: skip


def share_held_out() -> Any:
    """How many rows are held out where the table has no validation rows."""
    return real(
        0.3, low=0.05, high=0.9, share=True, label="share held out", when=("judged", (UNSEEN,)), rare=True,
        help="of the rows, where the table has no validation rows",
    )  # fmt: skip


def positive_class() -> Any:
    """Which class is positive."""
    return whole(
        2, low=1, high=1_000, of_classes=True, label="positive class", help="all others are negative"
    )  # fmt: skip


class Scoring(Protocol):
    """The parameters by which rows get their scores."""

    @property
    def source(self) -> str: ...
    @property
    def classifier(self) -> str: ...
    @property
    def settings(self) -> str: ...
    @property
    def feature(self) -> int: ...
    @property
    def judged(self) -> str: ...
    @property
    def share(self) -> float: ...
    @property
    def positive(self) -> int: ...


@dataclass(frozen=True)
class ScoringParams:
    """Where the scores come from, and on which rows."""

    source: str = choice(LEARNER, SOURCES, label="scores of", clear=True, help="a learner, or a feature as it is")
    classifier: str = learner_choice("least_squares", ("source", (LEARNER,)))
    settings: str = settings_line(("source", (LEARNER,)))
    feature: int = whole(
        1, low=1, high=1_000_000, log=True, when=("source", (FEATURE,)),
        help="the number of the feature whose value is the score, at most the last",
    )  # fmt: skip
    judged: str = judged_choice(("source", (LEARNER,)))
    share: float = share_held_out()
    positive: int = positive_class()


@snapshot
class Scored:
    """Rows with their scores.

    base     the model that they are from;   kind  whether they are probabilities
    rows     (m,) which rows of the data;    truth (m,) their classes
    classes  (K,) the codes;   values (m, K) a score for each class
    learnt   how many rows the model was fitted to;   silent  how many rows more have no score
    """

    base: Any
    kind: Kind
    rows: np.ndarray
    truth: np.ndarray
    classes: np.ndarray
    values: np.ndarray
    learnt: int
    silent: int

    def of(self, code: int) -> np.ndarray:
        """(m,) the scores of one class; −∞ of one that the model does not know."""
        place = np.flatnonzero(self.classes == code)
        return self.values[:, place[0]] if len(place) else np.full(len(self.rows), -LARGEST)

    def curve(self, code: int) -> Roc:
        """The ROC curve of one class against all others; found once, for a drag asks again and again."""
        if code not in self._curves:
            self._curves[code] = roc(self.of(code), self.truth == code)
        return self._curves[code]

    def hull(self, code: int) -> np.ndarray:
        """The points of its curve at the corners of the convex hull, found once."""
        if code not in self._hulls:
            self._hulls[code] = upper_hull(self.curve(code))
        return self._hulls[code]

    @cached_property
    def _curves(self) -> dict[int, Roc]:
        return {}

    @cached_property
    def _hulls(self) -> dict[int, np.ndarray]:
        return {}


Result = Scored | str
"""The rows with their scores, or why there are none."""


def scoring(data: Dataset, params: Scoring, rng: np.random.Generator) -> Generator[int, None, Result]:
    """The scores; on the way, where the learner takes long, how far it is.

    They are kept beside the data: a threshold that is dragged fits nothing again.
    """
    if params.source == FEATURE:
        asked = ("feature", feature_of(data, params), positive_of(data, params))
        return data.cached(asked, lambda: by_feature(data, params))
    seed = int(rng.integers(2**31))
    wanted = ("scores", params.classifier, params.settings, params.judged, params.share, seed)
    known: list[tuple[tuple[int, ...], Result]] = data.cached(wanted, list)
    if known:
        yield from known[0][0]  # the same steps as when they were found
        return known[0][1]
    work, way = by_learner(data, params, seed), list[int]()
    while True:
        try:
            way.append(next(work))
        except StopIteration as end:
            result: Result = end.value
            known[:] = [(tuple(way), result)]
            return result
        yield way[-1]


def by_feature(data: Dataset, params: Scoring) -> Scored:
    """The value of a feature as the score of the positive class, of all rows that have one."""
    j, positive = feature_of(data, params), positive_of(data, params)
    sizes = np.bincount(data.codes, minlength=len(data.class_names))
    sizes[positive] = 0
    rest = int(np.argmax(sizes)) if sizes.any() else int(positive == 0)
    base = Hyperplane(np.eye(data.d)[j], 0.0, (rest, positive))
    rows = np.flatnonzero(np.isfinite(data.X[:, j]))
    values = np.clip(data.X[rows, j], -LARGEST, LARGEST)
    classes = np.array([rest, positive])
    both = np.column_stack([-values, values])
    return Scored(base, "score", rows, data.codes[rows], classes, both, 0, data.n - len(rows))


def by_learner(data: Dataset, params: Scoring, seed: int) -> Generator[int, None, Result]:
    """The scores of a learner, fitted to some rows and asked about others."""
    learner, rng = learner_of(params), np.random.default_rng(seed)
    learnt, asked = rows_of(data, params, seed)
    if not len(asked) or not len(learnt):
        return f"Of {counted(data.n, 'row')} none can be held out: add rows, or judge on the rows learnt from."
    fit = yield from learner.fitting(data.subset(learnt), rng)
    if fit.failed:
        return f"{learner.name} came to no model: {fit.ending.words}"
    if not has_scores(fit.model):
        return f"{learner.name} answers with a class alone and has no score for it: take another learner."
    parts, pauses, work = list[ClassScores](), Pauses(), work_of(fit.model, dearest_of(data))
    for part in pieces(len(asked), work):
        found = class_scores(fit.model, data.X[asked[part]])
        assert found is not None
        parts.append(found)
        if pauses.due(work * (part.stop - part.start)) and part.stop < len(asked):
            yield part.stop
    values = np.clip(np.concatenate([one.values for one in parts]), -LARGEST, LARGEST)
    told = ~np.isnan(values).any(axis=1)
    silent = int((~told).sum())
    rows, (classes, _, kind) = asked[told], parts[0]
    return Scored(fit.model, kind, rows, data.codes[rows], classes, values[told], len(learnt), silent)


class Judging(Protocol):
    """The parameters that say which rows are judged."""

    @property
    def judged(self) -> str: ...
    @property
    def share(self) -> float: ...


def rows_of(data: Dataset, params: Judging, seed: int) -> tuple[np.ndarray, np.ndarray]:
    """The rows to learn from, and those that are judged."""
    own = learnable(data)
    if params.judged == SEEN:
        return own, own
    if len(own) < data.n:
        return own, others(data.n, own)
    parts = Split(validation=params.share, stratify=data.target == "class", seed=seed).of(data)
    if parts.why:
        parts = Split(validation=params.share, seed=seed).of(data)
    return parts.rows("training"), parts.rows("validation")


def learner_of(params: Scoring) -> Learner:
    """The learner with its parameters; refuses what it cannot take."""
    return with_settings(algorithm(params.classifier), params.settings)


class Positive(Protocol):
    """The parameter that says which class is positive."""

    @property
    def positive(self) -> int: ...


def positive_of(data: Dataset, params: Positive) -> int:
    """The code of the positive class."""
    return min(params.positive, len(data.class_names)) - 1


def feature_of(data: Dataset, params: Scoring) -> int:
    """The column of the feature that is the score."""
    return min(params.feature, data.d) - 1


def scoring_limits(data: Dataset, params: Scoring) -> str:
    """Why there can be no scores with these parameters, or ''."""
    if params.source == LEARNER:
        return refusal(LearnerParams(classifier=params.classifier, settings=params.settings), unmarked(data))
    column = data.columns[feature_of(data, params)]
    if column.levels and column.kind == "categorical":
        words = f"feature = {params.feature}: {quoted(column.name)} has categories and no order, so it is no score."
        return Objection(words, SetParameter("source", LEARNER))
    return ""


def most_pauses(data: Dataset, params: Scoring) -> int:
    """How often `scoring` may pause."""
    if params.source == FEATURE:
        return 0
    return learner_of(params).most_pauses(unmarked(data)) + most_answer_pauses(data, data.n)


def unmarked(data: Dataset) -> Dataset:
    """The rows that may be learnt from, none of them marked."""
    return data if data.held is None else data.subset(learnable(data))
