"""What a step of active learning says."""

from __future__ import annotations

import numpy as np

from engine.base.words import counted, enough, figure, shown, spoken
from engine.core.story import Event, Number, Story, Table
from engine.data.dataset import Dataset
from engine.families.semi_supervised.active_learning.loop import ENTROPY, LEAST, MARGIN, RANDOM, Params, Step

FORMULAS = {
    LEAST: r"u(\mathbf{x}) = 1 - \max_k P(C_k \mid \mathbf{x})",
    MARGIN: r"u(\mathbf{x}) = 1 - (P_{(1)} - P_{(2)})",
    ENTROPY: r"u(\mathbf{x}) = -\sum_k P(C_k \mid \mathbf{x}) \ln P(C_k \mid \mathbf{x})",
    RANDOM: r"\mathrm{any\ unlabelled\ row}",
}
"""P₍₁₎ and P₍₂₎ are the greatest probability and the next."""


def explain(step: Step, data: Dataset, params: Params) -> Story:
    told = {"start": _start, "fit": _fit, "ask": _ask, "answer": _answer}
    return told[step.part](step, data, params)


def _start(step: Step, data: Dataset, params: Params) -> Story:
    known = int((step.given >= 0).sum())
    said = (
        f"{counted(known, 'row has', 'rows have')} a label, ringed. Labels are dear: the classifier says which one it "
        "wants next."
    )
    return Story(said, FORMULAS[params.strategy], _worked(step, data), _numbers(step, data))


def _fit(step: Step, data: Dataset, params: Params) -> Story:
    known = int((step.labels >= 0).sum())
    said = f"Softmax regression learns from the {counted(known, 'labelled row')}."
    return Story(said, FORMULAS[params.strategy], _worked(step, data), _numbers(step, data))


def _ask(step: Step, data: Dataset, params: Params) -> Story:
    assert step.model is not None and step.asked is not None
    name, P = data.row_name(step.asked), step.model.predict_proba(data.X[[step.asked]])[0]
    order = np.argsort(-P, kind="stable")
    first = data.class_name(int(step.model.classes[order[0]]))
    if params.strategy == RANDOM:
        said = f"Question {step.turn}: point {name}, at random. "
    else:
        said = f"Question {step.turn}: the doubt is greatest at point {name}, {figure(step.u[step.asked])}. "
    said += f"It would say {first}, P = {figure(P[order[0]])}."
    if data.codes[step.asked] < 0:
        said += " The table has no class for it: right-click the point and choose one."
    rows = tuple((data.class_name(int(step.model.classes[k])), float(P[k])) for k in order)
    worked = _doubt(float(step.u[step.asked]), P[order], params.strategy)
    table = Table(f"Probabilities of point {name}", ("class", "P"), rows, 0)
    return Story(said, FORMULAS[params.strategy], (*worked, *_worked(step, data)), _numbers(step, data), (table,))


def _doubt(u: float, P: np.ndarray, strategy: str) -> tuple[str, ...]:
    """The doubt by the probabilities (K,), the greatest first."""
    if strategy == LEAST:
        (part,) = shown(u, lambda first: 1 - first, float(P[0]))
        return (f"u = 1 − {part} = {figure(u)}",)
    if strategy == MARGIN:
        first, second = shown(u, lambda one, other: 1 - (one - other), float(P[0]), float(P[1]))
        return (f"u = 1 − ({first} − {second}) = {figure(u)}",)
    if strategy == ENTROPY and len(P) <= 4 and P.min() > 0:
        n = enough(u, lambda *each: -float(np.dot(each, np.log(each))), *map(float, P))
        return (f"u = −({' + '.join(f'{figure(p, n)}·ln({figure(p, n)})' for p in P)}) = {figure(u)}",)
    return ()


def _answer(step: Step, data: Dataset, params: Params) -> Story:
    assert step.asked is not None and step.answer is not None and step.model is not None
    own = spoken(data.class_name(step.answer))
    right = int(step.model.predict(data.X[[step.asked]])[0]) == step.answer
    said = f"Point {data.row_name(step.asked)} is "
    said += f"{own}: {'as it would have said' if right else 'not what it would have said'}. The label is added."
    return Story(said, FORMULAS[params.strategy], _worked(step, data), _numbers(step, data))


def _worked(step: Step, data: Dataset) -> tuple[str, ...]:
    known = int((step.labels >= 0).sum())
    return (f"rows = {known} + {data.n - known:,} = {data.n:,}",)


def _numbers(step: Step, data: Dataset) -> tuple[Number, ...]:
    known = int((step.labels >= 0).sum())
    return Number("labelled", known), Number("unlabelled", data.n - known)


def measure(step: Step, data: Dataset, params: Params) -> dict[str, float]:
    """The errors among all rows that the table has a class for, labelled or not."""
    if step.part != "fit" or step.model is None:
        return {}
    told = data.codes >= 0
    return {"misclassified rows": int((step.model.predict(data.X[told]) != data.codes[told]).sum())}


def event(step: Step) -> Event | None:
    return Event("question", "focus") if step.part == "ask" else None
