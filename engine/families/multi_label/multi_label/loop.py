"""Multi-label classification: several labels at once, each there or not.   (Tsoumakas and Katakis 2007)

binary relevance    y_q = h_q(x)                       a classifier for each label
classifier chain    y_q = h_q(x, y_1, …, y_{q−1})      those before it are features of the next   (Read et al. 2011)
label powerset      (y_1, …, y_Q) = h(x)               every set of labels among the rows is a class

Hamming loss = Σ [y_nq ≠ t_nq] / (N Q)                 subset accuracy = Σ [y_n = t_n] / N
"""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass, field, replace
from typing import Any, Literal

import numpy as np

from engine.base.errors import Objection, Refusal, SetParameter
from engine.base.params import choice, line
from engine.base.snapshot import no_indices, snapshot
from engine.base.words import counted, figure
from engine.core.algorithm import Steps
from engine.core.ending import Ending
from engine.core.pauses import on_the_way
from engine.data.dataset import Dataset
from engine.families import algorithm
from engine.families.learners import CLASSIFIERS, Fit, Learner, few, names_of, own_remedies, with_settings
from engine.families.multi_label.multi_label.labelled import Labelled, labelled, labels_objection
from engine.models.labels import UNKNOWN, Labels


def run(data: Dataset, params: Params, rng: np.random.Generator, start: None = None) -> Steps:
    problem, learner = labelled(data, params.labels), learner_of(params)
    Q = len(problem.names)
    step = Step(part="labels", truth=problem.Y, answers=np.full((data.n, Q), UNKNOWN), sets=np.zeros((0, Q), int))
    yield step
    classifiers: tuple[Any, ...] = ()

    if params.scheme == POWERSET:
        sets, codes = label_sets(problem)
        step = replace(step, part="sets", sets=sets, codes=codes)
        yield step
        fit = yield from fitted(step, learner, problem.of_sets(sets, codes), rng)
        if fit.failed:
            return unfitted("The sets of labels", fit)
        model = together(problem, data, (fit.model,), step, params)
        step = taught(step, model, data)
        yield step
    for q in order_of(params, Q):
        before = tuple(step.order.tolist()) if params.scheme == CHAIN else ()
        fit = yield from fitted(step, learner, problem.task(q, before), rng)  # with the true labels of those before
        if fit.failed:
            return unfitted(problem.names[q], fit)
        classifiers, step = (*classifiers, fit.model), replace(step, order=np.append(step.order, q))
        model = together(problem, data, classifiers, step, params)
        step = taught(step, model, data)
        yield step

    step = replace(step, part="cells")
    yield step
    yield replace(step, part="rows")
    return Ending.converged(
        f"{counted(Q, 'label')}: Hamming loss {figure(step.wrong.mean())}, "
        f"subset accuracy {figure(step.whole.mean())}, on the rows that were learnt from."
    )


def fitted(step: Step, learner: Learner, table: Dataset, rng: np.random.Generator) -> Generator[Step, None, Fit]:
    """One classifier, learnt to its end, with the pauses on its way."""
    return (yield from on_the_way(learner.fitting(table, rng), lambda far: replace(step, part="pause", far=far)))


def together(problem: Labelled, data: Dataset, classifiers: tuple[Any, ...], step: Step, params: Params) -> Labels:
    """The classifiers that are learnt so far as one model."""
    inputs, classes = np.array(problem.inputs, dtype=np.intp), np.array(data.classes_present)
    return Labels(classifiers, problem.names, inputs, step.order, step.sets, classes, data.d, params.scheme == CHAIN)


def taught(step: Step, known: Labels, data: Dataset) -> Step:
    """The step with what a model says of the rows: the model of the run once it answers for every label."""
    answers = known.predict_labels(data.X)
    whole = bool((answers != UNKNOWN).all())
    return replace(step, part="taught", known=known, model=known if whole else None, answers=answers, far=0)


def order_of(params: Params, labels: int) -> tuple[int, ...]:
    """Which label comes when; none by itself where there are sets."""
    order = tuple(range(labels))
    if params.scheme == POWERSET:
        return ()
    return order[::-1] if params.scheme == CHAIN and params.order == REVERSED else order


def unfitted(what: str, fit: Fit) -> Ending:
    return Ending.failed(f"{what} cannot be learnt: {fit.ending.words}")


def learner_of(params: Params) -> Learner:
    return with_settings(algorithm(params.base), params.settings)


def bound(data: Dataset, params: Params) -> int:
    """The steps, and how often the fits may pause."""
    problem, learner = labelled(data, params.labels), learner_of(params)
    Q = len(problem.names)
    if params.scheme == POWERSET:
        return 5 + learner.most_pauses(problem.of_sets(*label_sets(problem)))
    order = order_of(params, Q)
    tasks = (problem.task(q, order[:i] if params.scheme == CHAIN else ()) for i, q in enumerate(order))
    return 3 + Q + sum(learner.most_pauses(task) for task in tasks)


def limits(data: Dataset, params: Params) -> str:
    """The labels are there, and the base estimator learns from the table."""
    if words := labels_objection(data, params.labels, "labels"):
        return words
    try:
        learner = learner_of(params)
    except Refusal as error:
        return Objection(str(error), *error.remedies)
    problem = labelled(data, params.labels)
    if words := learner.refused(problem.task(0)):
        return Objection(f"base = {learner.name}: {words}", *own_remedies(words, params.settings))
    sets, codes = label_sets(problem)
    if params.scheme == POWERSET and learner.refused(problem.of_sets(sets, codes)):
        words = f"The label powerset makes {len(sets)} classes, and {learner.name} does not learn so many: "
        words += "take another base estimator, or learn each label by itself."
        return Objection(words, SetParameter("base", USUAL), SetParameter("scheme", RELEVANCE))
    return ""


def label_sets(problem: Labelled) -> tuple[np.ndarray, np.ndarray]:
    """(K, Q) the sets of labels among the rows, and (n,) which of them each row has."""
    sets, codes = np.unique(problem.Y, axis=0, return_inverse=True)
    return sets, codes.ravel()


RELEVANCE, CHAIN, POWERSET = SCHEMES = ("binary relevance", "classifier chain", "label powerset")
USUAL = "softmax_newton"
GIVEN, REVERSED = ORDERS = ("as given", "reversed")


@dataclass(frozen=True)
class Params:
    scheme: str = choice(RELEVANCE, SCHEMES, help="each label by itself, after those before it, or every set a class")
    labels: str = line(
        most=300, label="further labels", help="names of columns, with commas between; empty: all columns of 0 and 1"
    )
    order: str = choice(GIVEN, ORDERS, when=("scheme", (CHAIN,)), label="order of the chain", help="of the labels")
    base: str = choice(
        USUAL, CLASSIFIERS, names=names_of(CLASSIFIERS), typical=few(CLASSIFIERS, USUAL),
        label="base estimator", clear=True, help="the classifier that learns each label",
    )  # fmt: skip
    settings: str = line(
        "", most=200, label="its parameters", rare=True, help="such as penalty = 1; the others have their defaults"
    )


@snapshot
class Step:
    """Which labels are learnt, and what is said of the rows."""

    part: Literal["labels", "sets", "pause", "taught", "cells", "rows"]
    truth: np.ndarray  # (n, Q) the labels
    answers: np.ndarray  # (n, Q) what is said of them, UNKNOWN of one that is not learnt yet
    sets: np.ndarray  # (K, Q) the sets of labels among the rows; none but for the powerset
    codes: np.ndarray = field(default_factory=no_indices)  # (n,) the set of each row
    order: np.ndarray = field(default_factory=no_indices)  # (m,) the labels that are learnt, the last one last
    known: Labels | None = None  # what is learnt so far
    model: Labels | None = None  # once all of it is
    far: int = 0  # so many steps of the learner are done, on the way

    @property
    def wrong(self) -> np.ndarray:
        """(n, Q) where an answer is not the label."""
        return np.asarray((self.answers != self.truth) & (self.answers != UNKNOWN))

    @property
    def whole(self) -> np.ndarray:
        """(n,) whether all labels of a row are right."""
        return np.asarray((self.answers == self.truth).all(axis=1))

    @property
    def q(self) -> int | None:
        """The label that was learnt last."""
        return int(self.order[-1]) if len(self.order) else None
