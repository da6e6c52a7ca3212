"""Is there a line between the classes? A linear program answers, and proves its answer either way.

strictly    w, b with  tₙ (w · xₙ + b) > 0  for every n           the line itself is the proof
touching    w, b with  tₙ (w · xₙ + b) ≥ 0, not all 0             a line with nothing on its wrong side
not at all  λ ≥ 0,  Σ₊ λₙ = Σ₋ λₙ = 1,  Σ₊ λₙ xₙ = Σ₋ λₙ xₙ       the hulls of the classes meet  (Farkas 1902)
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np

from engine.base.params import real
from engine.base.snapshot import snapshot
from engine.base.words import counted, figure, vector
from engine.core.algorithm import Algorithm, Inquiry, Steps
from engine.core.ending import Ending
from engine.core.marks import Line, Mark, Points, Region
from engine.core.story import Check, Number, Story, Table
from engine.data import needs
from engine.data.dataset import Dataset
from engine.data.targets import signs, two_classes
from engine.families.discriminants import meeting as meeting_view
from engine.families.perceptrons import examples as mistake_view
from engine.maths.algebra.affine import activations
from engine.maths.optimisation.linear_program import Meeting, meeting, separating, touching
from engine.models import Hyperplane
from engine.models.basis import Basis
from engine.parts import line as geometry
from engine.parts.basis import BasisParams, basis_limits, chosen_basis, expanded
from engine.parts.basis_drawing import basis_handle, feature_marks
from engine.parts.weight_space import packed

Stage = Literal["question", "one class", "strict", "not strict", "touching", "none"]


@dataclass(frozen=True)
class Params(BasisParams):
    tolerance: float = real(1e-9, low=1e-12, high=1e-3, log=True, help="less room than this is none")


@snapshot
class Step:
    """What is known so far. The model is the best line so far; its weights are 0 where there is none."""

    model: Hyperplane
    stage: Stage
    room: float  # the greatest ε, columns scaled to −1 … 1
    meeting: Meeting | None = None  # the proof that the classes are not strictly separable


def run(data: Dataset, params: Params, rng: np.random.Generator, start: Hyperplane | None = None) -> Steps:
    basis = chosen_basis(params, data, start)
    X = expanded(data, basis).X
    nothing = _blank(X.shape[1], data, basis)
    yield Step(nothing, "question", 0.0)
    if len(data.classes_present) == 1:
        yield Step(nothing, "one class", 0.0)
        name = data.class_name(data.classes_present[0])
        return Ending.converged(f"All points are {name}: there is nothing to separate.")
    t = signs(data)

    line, room = separating(X, t)
    if room > params.tolerance:
        model = Hyperplane(line.weights, line.bias, two_classes(data), basis)
        yield Step(model, "strict", room)
        return Ending.converged("A line separates the classes strictly: every point lies on its right side.")

    proof = meeting(X, t)
    yield Step(nothing, "not strict", room, proof)
    line, right, wrong = touching(X, t)
    if right > data.n * params.tolerance and wrong <= params.tolerance:
        model = Hyperplane(line.weights, line.bias, two_classes(data), basis)
        yield Step(model, "touching", room, proof)
        return Ending.converged("The classes only touch: a line has no point on its wrong side, but some lie on it.")
    yield Step(nothing, "none", room, proof)
    return Ending.converged("No line separates the classes, not even one that may touch them.")


def _blank(M: int, data: Dataset, basis: Basis | None) -> Hyperplane:
    """No line: every point is called the higher class, which is the only one if there is but one."""
    present = data.classes_present
    return Hyperplane(np.zeros(M), 0.0, (present[0], present[-1]), basis)


def blank(basis: Basis, data: Dataset) -> Hyperplane:
    """Weights of 0 for the functions of a basis."""
    return _blank(basis.n_functions, data, basis)


# -- drawing -----------------------------------------------------------------------------------------------------------


def marks(step: Step, data: Dataset, params: Params) -> Sequence[Mark]:
    plane = step.model
    drawn: list[Mark] = [Region(plane)] if plane.weights.any() or step.stage == "one class" else []
    if step.meeting is not None:
        drawn += meeting_view.drawn(step.meeting, data, plane.basis)
    if plane.weights.any():
        drawn += _line(step, data)
    return [*drawn, *(feature_marks(data, plane) if len(data.classes_present) == 2 else [])]


def _line(step: Step, data: Dataset) -> list[Mark]:
    """The line, the strip that is free of points, and the points that lie on its edge."""
    plane, right = step.model, _right(step, data)
    least = max(float(right.min()), 0.0)
    drawn: list[Mark] = []
    if plane.basis is None and step.stage == "strict":
        drawn += [Line(plane.weights, plane.bias, "margin", level) for level in (least, -least)]
    drawn += mistake_view.line(plane, "boundary", normal=True)
    nearest = np.flatnonzero(right <= least + 1e-9 * float(np.abs(right).max()))
    return [*drawn, Points(data.X[nearest], "focus", rows=nearest)]


def _right(step: Step, data: Dataset) -> np.ndarray:
    """(n,) t (w · x + b): how far to its right side each row lies."""
    X = expanded(data, step.model.basis).X
    return np.asarray(signs(data) * activations(X, step.model.weights, step.model.bias))


# -- explaining --------------------------------------------------------------------------------------------------------

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
        asked = f"Is there a line with all of {present[0]} on one side and all of {present[-1]} on the other?"
        said = asked if len(present) == 2 else f"There are points of {present[0]} only."
        points = f"ε is the room on its right side that every one of {counted(data.n, 'point')} has: make it large."
        return Story(f"{said} {points}", ASKED)
    if step.stage == "one class":
        name = data.class_name(data.classes_present[0])
        return Story(f"All points are {name}: any line that leaves them on one side will do.", ASKED)
    if step.stage == "strict":
        return _strict(step, data)
    assert step.meeting is not None or step.stage != "none"
    return _not_strict(step, data)


def _strict(step: Step, data: Dataset) -> Story:
    right, norm = _right(step, data), geometry.length(step.model.weights)
    row = int(np.argmin(right))
    least = float(right[row])
    return Story(
        f"Yes, strictly. This line has every point on its right side; the nearest is point {data.row_name(row)}. "
        "The line itself is the proof.",
        ASKED,
        (
            f"w = {vector(step.model.weights)},  b = {figure(step.model.bias)}",
            f"least t (w · x + b) = {figure(least)} > 0, at the distance {figure(least / norm)} from the line",
        ),
        (
            Number("room ε", step.room, "columns scaled to −1 … 1"),
            Number("distance of the nearest point", least / norm),
        ),
        checks=(Check("every point lies strictly on its right side", least > 0),),
    )


def _not_strict(step: Step, data: Dataset) -> Story:
    touches = step.stage == "touching"
    said = {
        "not strict": "No line separates the classes strictly:",
        "touching": "But they only touch. This line has no point on its wrong side; the ringed ones lie on it.",
        "none": "Nor does one that points may lie on:",
    }[step.stage]
    proof = step.meeting
    tables: tuple[Table, ...] = ()
    numbers, checks = [Number("room ε", step.room, "columns scaled to −1 … 1")], []
    if proof is not None:
        said = f"{said} {meeting_view.said(proof, data, step.model.basis)}" if not touches else said
        tables = (meeting_view.mixtures(proof, data),)
        numbers += [Number("where they meet", vector(proof.low)), Number("apart by", proof.apart, "rounding")]
        size = float(np.abs(expanded(data, step.model.basis).X).max()) or 1.0
        checks.append(Check("both mixtures are the same point", proof.apart <= 1e-7 * size))
    elif not touches:
        said = said.rstrip(":") + ", to the digits that can be told."
    if touches:
        checks.append(Check("no point lies on the wrong side", bool(_right(step, data).min() >= -_slack(step, data))))
    worked = (f"w = {vector(packed(step.model)[1:])},  b = {figure(step.model.bias)}",) if touches else ()
    return Story(said, TOUCHED if touches else MIXED, worked, tuple(numbers), tables, tuple(checks))


def _slack(step: Step, data: Dataset) -> float:
    """How far rounding may push a point that lies on the line."""
    X = expanded(data, step.model.basis).X
    return 1e-7 * float(np.abs(step.model.weights) @ np.abs(X).max(axis=0) + abs(step.model.bias))


def inspect(step: Step, data: Dataset, params: Params, x: np.ndarray) -> Inquiry:
    return geometry.asked(step.model, data, x)


def measure(step: Step, data: Dataset, params: Params) -> dict[str, float]:
    return {"room": step.room}


def event(step: Step) -> str:
    return {"question": "", "not strict": "not strictly", "none": "no line"}.get(step.stage, step.stage)


def bound(data: Dataset, params: Params) -> int:
    return 3


ALGORITHM = Algorithm(
    name="Linear separability",
    task="classification",
    summary="Decides whether a line separates two classes, and proves it either way.",
    source="Farkas 1902; linear programming by HiGHS (Huangfu and Hall 2018)",
    params=Params,
    run=run,
    marks=marks,
    explain=explain,
    bound=bound,
    needs=(needs.classes(1, 2), needs.labelled, *needs.POINTS),
    limits=basis_limits,
    inspect=inspect,
    measure=measure,
    event=event,
    starts=(Hyperplane,),
    handles=(basis_handle(blank),),
)
