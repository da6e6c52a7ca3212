"""What a step of multi-label classification says."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from engine.base.words import counted, divided, joined
from engine.core.algorithm import Inquiry
from engine.core.marks import Points
from engine.core.story import Event, Number, Story, Table
from engine.data.dataset import Dataset
from engine.families.multi_label.multi_label.labelled import Labelled, labelled
from engine.families.multi_label.multi_label.loop import CHAIN, POWERSET, Params, Step, learner_of

OF_EACH = r"y_q = h_q(\mathbf{x})"
OF_CHAIN = r"y_q = h_q(\mathbf{x}, y_1, \ldots, y_{q-1})"
OF_SETS = r"(y_1, \ldots, y_Q) = h(\mathbf{x})"
HAMMING = r"L = \frac{1}{N Q} \sum_n \sum_q [y_{nq} \neq t_{nq}]"
SUBSET = r"A = \frac{1}{N} \sum_n [\mathbf{y}_n = \mathbf{t}_n]"
FEW = 24


def formula(params: Params) -> str:
    """How the labels come about."""
    return OF_SETS if params.scheme == POWERSET else OF_CHAIN if params.scheme == CHAIN else OF_EACH


def explain(step: Step, data: Dataset, params: Params) -> Story:
    return TOLD[step.part](step, labelled(data, params.labels), params)


def _labels(step: Step, problem: Labelled, params: Params) -> Story:
    n, Q = step.truth.shape
    if Q == 1:
        said = f"The rows have one label, {problem.names[0]}: columns of 0 and 1 are further labels."
    else:
        said = f"{counted(n, 'row')}, each with some of {Q} labels or none: {joined(problem.names)}. "
        said += {
            CHAIN: "Each is learnt with those before it as further features.",
            POWERSET: "Every set of labels becomes a class of its own.",
        }.get(params.scheme, "Each is learnt by itself, as two classes: with it and without.")
    total = int(step.truth.sum())
    rows = tuple((name, int(k)) for name, k in zip(problem.names, step.truth.sum(axis=0), strict=True))
    worked = (f"labels of a row on average = {divided(total, n)}",)
    return Story(said, formula(params), worked, (), (Table("Labels", ("label", "rows with it"), rows),))


def _sets(step: Step, problem: Labelled, params: Params) -> Story:
    K, Q = step.sets.shape
    sizes = np.bincount(step.codes, minlength=K)
    said = f"Of {2**Q} sets that {counted(Q, 'label')} can make, {K} are among the rows: each is a class. "
    said += "A set that no row has can never be predicted."
    rows = tuple((code + 1, problem.set_name(one), int(sizes[code])) for code, one in enumerate(step.sets[:FEW]))
    return Story(said, OF_SETS, (), (Number("sets", K),), (Table("Sets", ("class", "labels", "rows"), rows),))


def _pause(step: Step, problem: Labelled, params: Params) -> Story:
    return Story(f"{learner_of(params).name}: {counted(step.far, 'step')} on its way.", formula(params))


def _taught(step: Step, problem: Labelled, params: Params) -> Story:
    n, name, q = len(step.truth), learner_of(params).name, step.q
    if q is None:
        right = int(step.whole.sum())
        said = f"{name} has learnt the sets: {counted(right, 'row')} of {n} get the right one."
        return Story(said, OF_SETS, (f"share of right sets = {divided(right, n)}",))
    wrong, before = int(step.wrong[:, q].sum()), [problem.names[p] for p in step.order[:-1]]
    said = f"{problem.names[q]}: {name} has learnt which rows have it, from {counted(len(problem.inputs), 'feature')}"
    if params.scheme == CHAIN and before:
        said += f" and {joined(before)}; when it predicts, these are predictions too, not the true labels"
    said += f". {counted(wrong, 'row')} of {n} {'is' if wrong == 1 else 'are'} wrong."
    return Story(said, formula(params), (f"error of this label = {divided(wrong, n)}",), (), (_counts(step, problem),))


def _cells(step: Step, problem: Labelled, params: Params) -> Story:
    n, Q = step.truth.shape
    wrong = int(step.wrong.sum())
    said = f"Hamming loss counts the cells of the label matrix that are wrong: {wrong} of {n * Q}."
    worked = (f"N Q = {n}·{Q} = {n * Q}", f"L = {divided(wrong, n * Q)}")
    return Story(said, HAMMING, worked, (), (_counts(step, problem),))


def _rows(step: Step, problem: Labelled, params: Params) -> Story:
    n, right = len(step.truth), int(step.whole.sum())
    said = f"Subset accuracy asks for all labels of a row at once: {counted(right, 'row')} of {n} have them right."
    known = {tuple(row) for row in step.truth.tolist()}
    new = sum(tuple(row) not in known for row in step.answers.tolist())
    if new:
        said += f" {counted(new, 'row')} {'gets' if new == 1 else 'get'} a set of labels that no row has."
    elif params.scheme == POWERSET:
        said += " Every set that is predicted is one of a row."
    worked = (f"A = {divided(right, n)}", f"L = {divided(int(step.wrong.sum()), step.truth.size)}")
    return Story(said, SUBSET, worked, (), (_counts(step, problem),))


def _counts(step: Step, problem: Labelled) -> Table:
    """Of each label that is learnt: the rows with it, those that are said to have it, and those with both."""
    learnt = range(len(problem.names)) if step.q is None else step.order.tolist()
    truth, said = step.truth == 1, step.answers == 1
    rows = tuple(
        (problem.names[q], int(truth[:, q].sum()), int(said[:, q].sum()), int((truth & said)[:, q].sum()))
        for q in learnt
    )
    return Table("By label", ("label", "with it", "predicted", "both"), rows)


TOLD: dict[str, Callable[[Step, Labelled, Params], Story]] = {
    "labels": _labels, "sets": _sets, "pause": _pause, "taught": _taught, "cells": _cells, "rows": _rows,
}  # fmt: skip


def inspect(step: Step, data: Dataset, params: Params, x: np.ndarray) -> Inquiry | None:
    """Which labels any point has."""
    if step.known is None:
        return None
    problem = labelled(data, params.labels)
    answers = step.known.predict_labels(x[None])[0]
    told = tuple(Number(name, int(y)) for name, y in zip(problem.names, answers, strict=True) if y >= 0)
    said = f"Predicted at this point: {problem.set_name(answers == 1)}."
    return Inquiry(Story(said, formula(params), (), told), (Points(x[None], "focus"),))


def measure(step: Step, data: Dataset, params: Params) -> dict[str, float]:
    if step.known is None or step.part == "pause":
        return {}
    if step.part == "taught" and step.q is not None:
        return {"error of the label": float(step.wrong[:, step.q].mean())}
    return {"Hamming loss": float(step.wrong.mean()), "subset accuracy": float(step.whole.mean())}


def event(step: Step) -> Event | None:
    if step.part == "rows":
        return Event("all labels", "best")
    return Event("label learnt") if step.part == "taught" else None
