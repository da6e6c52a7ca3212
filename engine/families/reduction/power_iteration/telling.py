"""What a step of power iteration says."""

from __future__ import annotations

import math

import numpy as np

from engine.base.words import ROUNDING, brief, counted, figure, shown, taken, vector
from engine.core.story import Check, Event, Number, Story, Table
from engine.data.dataset import Dataset
from engine.families.reduction.power_iteration.leading import leading
from engine.families.reduction.power_iteration.loop import FORMULA, JACOBI, Params, Step
from engine.families.reduction.power_iteration.starting import DUST
from engine.maths.algebra.agreement import agree, cleared
from engine.maths.algebra.covariance import EQUAL, principal_axes
from engine.models.projections import Components
from engine.parts.line import length

POWER = r"\mathbf{v} \leftarrow \frac{S \mathbf{v}}{\|S \mathbf{v}\|}, \quad \lambda = \mathbf{v}^\top S\,\mathbf{v}"
DEFLATED = r"S \leftarrow S - \lambda\,\mathbf{u} \mathbf{u}^\top"
TURNED = r"A \leftarrow R^\top A R, \quad \tan 2\varphi = \frac{2 a_{pq}}{a_{qq} - a_{pp}}"
CLOSED = r"\lambda = \frac{\mathrm{tr}\,S}{2} \pm \sqrt{\frac{(\mathrm{tr}\,S)^2}{4} - \det S}"
MISSED = "It is not the greatest: v came to rest before it reached that axis."
WRITTEN = 3
"""A matrix with more rows than this is not written out in a line."""


def explain(step: Step, data: Dataset, params: Params) -> Story:
    if step.stage == "matrix":
        return _matrix(step, data, params)
    assert step.model is not None
    if step.stage in ("rotated", "diagonal"):
        return _turned(step, step.model)
    if step.stage == "formula":
        return _formula(step, step.model)
    return (_deflated if step.stage == "deflated" else _vector)(step, step.model, data)


def _matrix(step: Step, data: Dataset, params: Params) -> Story:
    said = f"The covariance of {counted(data.d, 'feature')}. Its eigenvectors are the principal axes; "
    promised, formula = {
        JACOBI: ("turns in two features at a time will clear everything beside its diagonal.", TURNED),
        FORMULA: ("trace and determinant give how long they are.", CLOSED),
    }.get(params.method, ("multiplied by S, a vector turns towards the first of them.", POWER))
    said += promised
    trace = float(np.trace(step.S))
    parts = shown(trace, lambda *values: sum(values), *np.diag(step.S)) if data.d <= 6 else []
    line = f"tr S = {' + '.join(parts)} = {figure(trace)}" if parts else ""
    return Story(said, formula, (line,) if line else (), (Number("tr S", trace, "the total variance"),))


def ratio(values: np.ndarray) -> float | None:
    """|λ₂/λ₁| of the eigenvalues of what is left of S; None where there is only one."""
    return float(cleared(values[1] / values[0], 1.0, DUST)) if len(values) > 1 and values[0] > 0 else None


def _vector(step: Step, model: Components, data: Dataset) -> Story:
    v, value, values = model.components[-1], float(model.variances[-1]), leading(step.left, 2, data)[1]
    rate = ratio(values)
    told = [Number("Rayleigh quotient", value, "vᵀ S v")]
    if rate is not None:
        told.append(Number("rate", rate, "|λ₂/λ₁|"))
    if step.before is None or step.moves is None:
        said = f"A vector of length 1 to begin with: along it the variance is {figure(value)}."
        if step.again:
            said = (
                "v stood still on an axis, but another has a greater λ: v was orthogonal to it. It begins once "
                f"more with a random vector, along which the variance is {figure(value)}."
            )
        return Story(said, POWER, (f"v = {brief(v)}",), tuple(told))
    w = step.left @ step.before
    turn = math.degrees(2.0 * math.asin(min(0.5 * float(step.moves[-1]), 1.0)))  # from the chord ‖v − v before‖
    said = f"Multiplied by S and normalised, v has turned by {figure(turn)}°. {_speed(step, rate, data)}"
    lines = [f"S v = {brief(w)}", f"‖S v‖ = {figure(length(w))}"]
    if len(w) <= WRITTEN:
        lines.append(f"v ← {vector(w)} / {figure(length(w))} = {vector(v)}")
    checks = (Check("the Rayleigh quotient is no more than λ₁", value <= float(values[0]) * (1 + 1e-9)),)
    told.append(Number("moved", float(step.moves[-1]), "‖v − v before‖"))
    return Story(said, POWER, tuple(lines), tuple(told), checks=checks)


def _speed(step: Step, rate: float | None, data: Dataset) -> str:
    """How fast it goes, and why."""
    if is_across(step, data):
        return "It is orthogonal to the axis with the greatest λ: no multiplication turns it there."
    if rate is None:
        return "There is only one direction."
    if rate > 1 - EQUAL:
        return "The two greatest λ are equal: any direction of their plane is an axis, and it stays where it is."
    if rate > 0.9:
        return f"What is across the axis shrinks only to {figure(rate)} of itself each time: this is slow."
    return f"What is across the axis shrinks to {figure(rate)} of itself each time."


def is_across(step: Step, data: Dataset) -> bool:
    """Whether v is at a right angle to the first axis of what is left of S, which it then cannot find."""
    assert step.model is not None
    axes, values = leading(step.left, 2, data)
    if len(values) < 2 or values[0] - values[1] <= EQUAL * values[0]:
        return False
    return bool(abs(float(axes[0] @ step.model.components[-1])) <= ROUNDING)


def _deflated(step: Step, model: Components, data: Dataset) -> Story:
    value, k = float(model.variances[-1]), len(model.variances)
    said = f"v has converged: it is u{k}, with λ{k} = {figure(value)}. "
    said += "Once it is subtracted from S, nothing is left along it."
    if float(leading(step.left, 2, data)[1][0]) > value * (1 + EQUAL):
        said = f"v has converged to an eigenvector with λ = {figure(value)}, which is subtracted from S. {MISSED}"
    elif k > 1 and abs(model.variances[-2] - value) <= EQUAL * value:
        said += " It is as large as the one before: any two directions of their plane would do."
    trace = float(cleared(np.trace(step.left), value, ROUNDING))
    line = f"tr S − λ = {taken(trace + value, value)}"
    if not trace:
        line = f"tr S − λ = 0, but for rounding: λ{k} is all that was left of S"
    exact = leading(step.S, k, data)[1]
    rows = tuple((f"u{j + 1}", float(model.variances[j]), float(exact[j])) for j in range(k))
    table = Table("Found, beside what LAPACK finds", ("axis", "λ", "LAPACK"), rows, k - 1)
    size = float(np.abs(step.S).max()) * len(step.S)
    gone = agree(model.components[-1] @ step.left @ model.components[-1], 0.0, size)
    return Story(
        said, DEFLATED, (line,), (Number(f"λ{k}", value), Number("left over", trace, "of the trace")), (table,),
        (Check("along the axis nothing is left of S", gone),),
    )  # fmt: skip


def _turned(step: Step, model: Components) -> Story:
    assert step.moves is not None
    told = (
        Number("turns", len(step.moves) - 1),
        Number("largest beside the diagonal", float(step.moves[-1])),
        *(Number(name, value, "Σ of the squares") for name, value in _left_beside(step).items()),
    )
    same = agree(np.trace(step.left), np.trace(step.S), np.trace(np.abs(step.S)))
    checks = (Check("the trace stays", same),)
    if step.turned is None or step.matrix_before is None:
        said = f"Nothing is left beside the diagonal. Its numbers are the eigenvalues, {brief(model.variances)} first."
        return Story(said, TURNED, (f"λ = {brief(model.variances)}",), told, checks=checks)
    p, q = step.turned
    A, was, now = step.matrix_before, _beside(step.matrix_before), _beside(step.left)
    said = (
        f"A turn by {figure(step.angle)}° in coordinates {p + 1} and {q + 1} makes their number beside the diagonal 0."
    )
    taken = f"Σ beside² ← {figure(was)} − 2·({figure(float(A[p, q]))})² = {figure(now)}"
    lines = (_angle(A, p, q), *((taken,) if 1e-9 * was < now and was < np.inf else ()))
    return Story(said, TURNED, lines, told, checks=checks)


def _angle(A: np.ndarray, p: int, q: int) -> str:
    """How far A (d, d) is turned in the coordinates p and q."""
    beside, low, high = (float(one) for one in (A[p, q], A[p, p], A[q, q]))
    if not cleared(high - low, abs(high) + abs(low), ROUNDING):
        return f"a{q + 1}{q + 1} = a{p + 1}{p + 1} = {figure(high)}: tan 2φ is infinite, and φ = ±45°"
    tangent = 2 * (beside / (high - low))
    one, other, less = shown(tangent, lambda a, b, c: 2 * a / (b - c), beside, high, low)
    return f"tan 2φ = 2·({one}) / ({other} − {less}) = {figure(tangent)}"


@np.errstate(over="ignore")
def _beside(A: np.ndarray) -> float:
    """Σ of the squares beside the diagonal; ∞ where they are too large."""
    return float(((A - np.diag(np.diag(A))) ** 2).sum())


def _left_beside(step: Step) -> dict[str, float]:
    """What is left beside the diagonal; nothing where the squares are too large for a number."""
    beside = _beside(step.left)
    return {"beside the diagonal": beside} if np.isfinite(beside) else {}


def _formula(step: Step, model: Components) -> Story:
    (a, b), (_, c) = step.S
    half = 0.5 * (a + c)
    with np.errstate(over="ignore"):
        under = float(0.25 * (a - c) ** 2 + b * b)
    lines = [f"tr/2 = ({figure(a)} + {figure(c)})/2 = {figure(half)}"]
    if np.isfinite(under):
        first, last, beside = shown(under, lambda one, other, off: (one - other) ** 2 / 4 + off * off, a, c, b)
        lines += [
            f"tr²/4 − det = ({first} − {last})²/4 + ({beside})² = {figure(under)}",
            f"λ1 = {figure(half)} + √{figure(under)} = {figure(float(model.variances[0]))}",
            *_second_line(half, under, model),
        ]
    told = (Number("λ1", float(model.variances[0])), Number("λ2", float(model.variances[1])))
    exact = principal_axes(step.S)[1]
    checks = (Check("LAPACK finds the same", agree(model.variances, exact, float(exact[0]), 1e-8)),)
    return Story(
        "Both eigenvalues come from the trace and the determinant at once.", CLOSED, tuple(lines), told, (), checks
    )


def _second_line(half: float, under: float, model: Components) -> tuple[str, ...]:
    """The smaller eigenvalue; none where it is 0 but for rounding, which the digits that are shown cannot tell."""
    if len(model.variances) < 2 or not model.variances[1] > ROUNDING * half:
        return ()
    value = float(model.variances[1])
    middle, square = shown(value, lambda middle, square: middle - math.sqrt(square), half, under)
    return (f"λ2 = {middle} − √{square} = {figure(value)}",)


def measure(step: Step, data: Dataset, params: Params) -> dict[str, float]:
    if step.stage in ("rotated", "diagonal"):
        return _left_beside(step)
    return {} if step.model is None or step.stage == "formula" else {"λ": float(step.model.variances[-1])}


def event(step: Step) -> Event | None:
    if step.again:
        return Event("restart", "wrong")
    return Event("axis", "axis") if step.stage in ("deflated", "diagonal", "formula") else None
