"""What a step of the expected loss says."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from engine.base.words import bracketed, divided, enough, figure
from engine.core.story import Check, Event, Number, Story, Table
from engine.data.dataset import Dataset
from engine.families.decisions.expected_loss.drawing import names
from engine.families.decisions.expected_loss.loop import Params, Step
from engine.maths.algebra.agreement import agree

RISK = r"R(a \mid \mathbf{x}) = \sum_k L_{ka}\, P(C_k \mid \mathbf{x})"
CHOICE = r"a^* = \underset{a}{\mathrm{arg\,min}}\; R(a \mid \mathbf{x})"
THRESHOLD = (
    r"P(C_1 \mid \mathbf{x}) > \frac{L_{FP}}{L_{FP} + L_{FN}}, \quad "
    r"L_{FP} = L_{21} - L_{22}, \quad L_{FN} = L_{12} - L_{11}"
)


def explain(step: Step, data: Dataset, params: Params) -> Story:
    return TOLD[step.part](step, params)


def _given(step: Step, params: Params) -> Story:
    K, A = step.losses.shape
    likely = int(step.posterior.argmax())
    said = (
        f"{A} actions, {K} classes. The most probable class is class {likely + 1}; what counts is what a mistake costs."
    )
    sums = Check("the posterior adds up to 1", agree(step.posterior.sum(), 1.0, 1.0))
    return Story(said, RISK, (), (Number("P(C1 | x)", float(step.posterior[0])),), (_losses(step, params),), (sums,))


def _losses(step: Step, params: Params) -> Table:
    rows = tuple(
        (f"class {k + 1}", float(p), *map(float, losses))
        for k, (p, losses) in enumerate(zip(step.posterior, step.losses, strict=True))
    )
    return Table("Losses", ("class", "P", *names(step, params)), rows)


def _action(step: Step, params: Params) -> Story:
    assert step.action is not None and step.risks is not None
    a, name = step.action, names(step, params)[step.action]
    losses, P, R = step.losses[:, a], step.posterior, float(step.risks[a])
    worst = int((losses * P).argmax())
    said = f"{name}: expected loss {figure(R)}."
    if (losses * P).max() > 0:
        said += f" Most of it would be paid in class {worst + 1}."
    digits = enough(R, lambda *parts: float(np.dot(parts[: len(P)], parts[len(P) :])), *losses, *P)
    terms = [f"{bracketed(figure(one, digits))}·{figure(p, digits)}" for one, p in zip(losses, P, strict=True)]
    return Story(said, RISK, (f"R{a + 1} = {' + '.join(terms)} = {figure(R)}",), (Number(f"R{a + 1}", R),))


def _choice(step: Step, params: Params) -> Story:
    assert step.action is not None and step.risks is not None
    name, least = names(step, params)[step.action], float(step.risks[step.action])
    tied = int((step.risks == least).sum())
    said = f"{name} has the least expected loss, {figure(least)}."
    if tied > 1:
        said = f"{tied} actions have the least expected loss, {figure(least)}: the first, {name}, is taken."
    likely = int(step.posterior.argmax())
    if name == "reject":
        said += " No class is probable enough to be named."
    elif step.losses.shape[0] == step.losses.shape[1] - len(params.reject) and step.action != likely:
        said += f" Class {likely + 1} is the more probable, and yet action {likely + 1} would cost more."
    told = tuple(Number(f"R{a + 1}", float(risk)) for a, risk in enumerate(step.risks))
    return Story(said, CHOICE, (), told)


def _threshold(step: Step, params: Params) -> Story:
    L = step.losses
    alarm, miss = float(L[1, 0] - L[1, 1]), float(L[0, 1] - L[0, 0])
    if step.threshold is None:
        said = "One of the two actions costs less whatever the probability of class 1 is: there is no threshold."
        return Story(said, THRESHOLD)
    said = (
        f"Action 1 costs less where the probability of class 1 is above {figure(step.threshold)}; with equal losses of "
        "both mistakes that would be 0.5."
    )
    if not alarm > 0 or not miss > 0:
        said = f"Both actions cost the same where the probability of class 1 is {figure(step.threshold)}."
    worked = (f"threshold = {divided(alarm, alarm + miss)}",)
    return Story(said, THRESHOLD, worked, (Number("threshold", step.threshold),))


TOLD: dict[str, Callable[[Step, Params], Story]] = {
    "given": _given, "action": _action, "choice": _choice, "threshold": _threshold,
}  # fmt: skip


def measure(step: Step, data: Dataset, params: Params) -> dict[str, float]:
    return {} if step.risks is None or step.action is None else {"least expected loss": float(step.risks.min())}


def event(step: Step) -> Event | None:
    return Event("choice", "best") if step.part == "choice" else None
