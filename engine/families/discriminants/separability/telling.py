"""What a step of Linear separability says."""

from __future__ import annotations

import numpy as np

from engine.base.words import counted, divided, figure, vector
from engine.core.algorithm import Inquiry
from engine.core.story import Check, Event, Number, Story, Table
from engine.data.dataset import Dataset
from engine.families.discriminants.meeting import meeting_words, meeting_worked
from engine.families.discriminants.meeting_drawing import mixtures_table
from engine.families.discriminants.separability.drawing import rightness
from engine.families.discriminants.separability.loop import Params, Step
from engine.maths.algebra.affine import with_ones
from engine.maths.algebra.agreement import DIGITS, SHARE, agree, cleared, exceeds
from engine.parts.basis import expanded, in_basis
from engine.parts.line import asked, length

ASKED = (
    r"\underset{\mathbf{w},\, b,\, \varepsilon}{\mathrm{max}}\; \varepsilon \quad \mathrm{with} \quad "
    r"t_n(\mathbf{w}^\top\mathbf{x}_n + b) \geq \varepsilon, \;\; -1 \leq w_j \leq 1"
)
TOUCHED = (
    r"\underset{\mathbf{w},\, b}{\mathrm{max}}\; \sum_n t_n(\mathbf{w}^\top\mathbf{x}_n + b) \quad \mathrm{with} \quad "
    r"t_n(\mathbf{w}^\top\mathbf{x}_n + b) \geq 0, \;\; -1 \leq w_j \leq 1"
)
MIXED = (
    r"\sum_{n \in +} \lambda_n \mathbf{x}_n = \sum_{n \in -} \lambda_n \mathbf{x}_n, \quad "
    r"\sum_{n \in +} \lambda_n = \sum_{n \in -} \lambda_n = 1, \quad \lambda_n \geq 0"
)


def explain(step: Step, data: Dataset, params: Params) -> Story:
    if step.stage == "question":
        present = [data.class_name(code) for code in data.classes_present]
        question = f"Is there a line with all of {present[0]} on one side and all of {present[-1]} on the other?"
        said = question if len(present) == 2 else f"There are points of {present[0]} only."
        points = f"ε is the margin that every one of {counted(data.n, 'point')} has: maximise it."
        return Story(f"{said} {points}", in_basis(ASKED, step.model.basis))
    if step.stage == "one class":
        name = data.class_name(data.classes_present[0])
        return Story(
            f"All points are {name}: any line that leaves them on one side will do.", in_basis(ASKED, step.model.basis)
        )
    if step.stage == "strict":
        return _strict(step, data)
    return _not_strict(step, data)


def _strict(step: Step, data: Dataset) -> Story:
    right, norm = rightness(step, data), length(step.model.weights)
    row = int(np.argmin(right))
    least = float(right[row])
    return Story(
        f"Yes, strictly. This line has every point on its right side; the nearest is point {data.row_name(row)}. "
        "The line itself is the proof.",
        in_basis(ASKED, step.model.basis),
        (
            f"w = {vector(step.model.weights)},  b = {figure(step.model.bias)}",
            f"least {in_basis('t (w · x + b)', step.model.basis)} = {figure(least)} > 0",
            f"its distance from the line = {divided(least, norm)}",
        ),
        (
            Number("margin ε", step.room, "columns scaled to −1 … 1"),
            Number("distance of the nearest point", least / norm),
        ),
        checks=(Check("every point lies strictly on its right side", least > 0),),
    )


def _not_strict(step: Step, data: Dataset) -> Story:
    touches = step.stage == "touching"
    said = {
        "not strict": "No line separates the classes strictly:",
        "touching": "But they only touch. This line misclassifies no point; the ringed ones lie on it.",
        "none": "Nor does one that points may lie on:",
    }[step.stage]
    proof = step.meeting
    tables: tuple[Table, ...] = ()
    numbers, checks = [Number("margin ε", step.room, "columns scaled to −1 … 1")], []
    if proof is not None:
        said = f"{said} {meeting_words(proof, data, step.model.basis)}" if not touches else said
        tables = (mixtures_table(proof, data),)
        terms = np.abs(expanded(data, step.model.basis).X).max(axis=0)
        off = float(cleared(proof.apart, float(terms.max())))
        numbers += [Number("where they meet", vector(proof.low)), Number("apart by", off, "but for rounding")]
        checks.append(Check("both mixtures are the same point", agree(proof.low, proof.high, terms)))
    elif not touches:
        said = said.rstrip(":") + ", within floating-point precision."
    if touches:
        checks.append(
            Check("no point lies on the wrong side", not exceeds(-rightness(step, data), 0.0, _terms(step, data)))
        )
    if touches:
        worked: tuple[str, ...] = (f"w = {vector(step.model.weights)},  b = {figure(step.model.bias)}",)
    else:
        worked = () if proof is None else meeting_worked(proof, data, step.model.basis)
    rule = in_basis(TOUCHED if touches else MIXED, step.model.basis)
    return Story(said, rule, worked, tuple(numbers), tables, tuple(checks))


def _terms(step: Step, data: Dataset) -> np.ndarray:
    """(n,) what rounding takes its share of: the terms of w · x + b, and what the program sees, units of a reach."""
    X, w = expanded(data, step.model.basis).X, np.abs(step.model.packed)
    return np.asarray(np.ptp(X, axis=0) @ w[1:] + DIGITS / SHARE * (with_ones(np.abs(X)) @ w))


def inspect(step: Step, data: Dataset, params: Params, x: np.ndarray) -> Inquiry:
    return asked(step.model, data, x)


def measure(step: Step, data: Dataset, params: Params) -> dict[str, float]:
    return {"room": step.room}


def event(step: Step) -> Event | None:
    words = {"not strict": "not strictly", "none": "no line"}
    if step.stage == "question":
        return None
    return Event(words.get(step.stage, step.stage), "wrong" if step.stage in words else "best")
