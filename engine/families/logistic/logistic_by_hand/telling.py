"""What a step of logistic regression by hand says."""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np

from engine.base.words import counted, divided, figure, shown, taken, vector
from engine.core.algorithm import Inquiry
from engine.core.story import Check, Event, Number, Story, Table
from engine.data.dataset import Dataset
from engine.data.targets import zero_one
from engine.families.logistic import two_classes
from engine.families.logistic.logistic_by_hand.drawing import NAMES, worked_row
from engine.families.logistic.logistic_by_hand.logarithms import broken, naive, naive_sum, stable, stable_sum
from engine.families.logistic.logistic_by_hand.loop import Params, Step
from engine.maths.algebra.agreement import cleared
from engine.maths.probability.sigmoid import sigmoid
from engine.parts.line import coded, summed

GIVEN = (
    r"\mathbf{w} = \rho\,\mathbf{u}, \quad \mathbf{u} = (\cos\theta, \sin\theta), \quad b = -\rho\,c, \quad "
    r"y = \sigma(\rho\,(\mathbf{u}^\top\mathbf{x} - c)), \quad "
    r"\left.\frac{\mathrm{d}y}{\mathrm{d}r}\right|_{\mathrm{boundary}} = \frac{\rho}{4}"
)
ACTIVATION = r"a = \mathbf{w}^\top\mathbf{x} + b = \rho\,(\mathbf{u}^\top\mathbf{x} - c)"
CHANCE = r"y = \sigma(a) = \frac{1}{1 + e^{-a}}"
LITERAL = r"\ln\sigma(a) = \ln\frac{1}{1 + e^{-a}}, \quad \ln(1 - \sigma(a)), \quad \ln\sum_k e^{a_k}"
STABLE = (
    r"\ln\sigma(a) = -\ln(1 + e^{-a}), \quad \ln(1 - \sigma(a)) = \ln\sigma(-a), \quad "
    r"\ln\sum_k e^{a_k} = m + \ln\sum_k e^{a_k - m}, \quad m = \max_k a_k"
)
ERROR = r"E = -\sum_n \{t_n\ln y_n + (1 - t_n)\ln(1 - y_n)\}"
SLOPE = r"\nabla E = \sum_n (y_n - t_n)\,\varphi_n, \quad \frac{\partial E}{\partial\rho} = \sum_n (y_n - t_n)\,r_n"
TRIED = (-800.0, -40.0, 0.0, 40.0, 800.0, -np.inf, np.inf)
"""The activations at which naive and stable stand side by side."""
SCORES = ((1000.0, 1001.0, 1002.0), (-np.inf, -np.inf), (0.0, np.inf))


def explain(step: Step, data: Dataset, params: Params) -> Story:
    return TOLD[step.stage](step, data)


# -- what is given -----------------------------------------------------------------------------------------------------


def _weights(step: Step, data: Dataset) -> Story:
    model, rho = step.model, _rho(step)
    lines = [f"w = ρ u = {figure(rho)}·{vector(step.u)} = {vector(model.weights)}"]
    size, place = shown(float(model.bias), lambda one, other: -one * other, rho, step.c)
    lines.append(f"b = −ρ c = −{size}·({place}) = {figure(model.bias)}")
    said = (
        f"ρ = 0: every weight is 0, so P = σ(0) = ½ at every point, and there is no boundary. {coded(data, '0', '1')}."
    )
    if rho > 0:
        width = 2.0 * two_classes.SURE / rho
        lines.append(f"slope at the boundary = ρ/4 = {figure(rho)} / 4 = {figure(rho / 4.0)}")
        sure, size = shown(width, lambda one, other: 2.0 * one / other, two_classes.SURE, rho)
        lines.append(f"p from 0.1 to 0.9 within 2 ln 9 / ρ = 2·{sure} / {size} = {figure(width)}")
        said = (
            f"The boundary is u · x = {figure(step.c)}, across w. The length ρ = {figure(rho)} of w sets how sharp "
            f"it is: the slope there is ρ/4 = {figure(rho / 4.0)}. Another ρ leaves the boundary where it is, and "
            f"another bias shifts it. {coded(data, '0', '1')}."
        )
    return Story(said, GIVEN, tuple(lines), tuple(_read_outs(step)))


def _rho(step: Step) -> float:
    return float(np.linalg.norm(step.model.weights))


def _read_outs(step: Step) -> list[Number]:
    told = two_classes.steepness(step.model)
    if len(step.u) == 2:
        told.append(Number("θ", float(np.degrees(np.arctan2(step.u[1], step.u[0]))), "degrees"))
    return [*told, Number("bias b", float(step.model.bias)), Number("boundary c", step.c, "u · x = c")]


# -- one point, worked -------------------------------------------------------------------------------------------------


def _activations(step: Step, data: Dataset) -> Story:
    row, rho = worked_row(step, data), _rho(step)
    x, a = data.X[row], _of(step.activations, row)
    r = float(step.u @ x) - step.c
    said = (
        f"Every activation is ρ times the signed distance r from the boundary. Point {data.row_name(row)} is farthest."
    )
    if not rho:
        said = "ρ = 0, so every activation is 0, however far a point lies."
    lines = (summed(step.model, x, "a"), f"r = u · x − c = {taken(float(step.u @ x), step.c)}")
    told = (Number("a", a), Number("distance r", r), Number("ρ", rho, "a = ρ r"))
    return Story(said, ACTIVATION, lines, told)


def _of(values: np.ndarray | None, row: int) -> float:
    assert values is not None
    return float(values[row])


def _probabilities(step: Step, data: Dataset) -> Story:
    row = worked_row(step, data)
    a, y = _of(step.activations, row), _of(step.probabilities, row)
    assert step.probabilities is not None
    unsure = int(((step.probabilities > 0.1) & (step.probabilities < 0.9)).sum())
    name = data.class_name(step.model.classes[1])
    said = (
        f"{counted(unsure, 'point has', 'points have')} a probability between 0.1 and 0.9: fewer, the longer w is. "
        f"Point {data.row_name(row)} is {name} with the probability {figure(y)}."
    )
    (power,) = shown(y, lambda m: float(sigmoid(np.array(-m))), -a)
    line = f"y = σ(a) = 1 / (1 + e^({power})) = {figure(y)}"
    missed = len(two_classes.missed_rows(step.model, data))
    told = (Number("a", a), Number("y", y), Number("between 0.1 and 0.9", unsure), Number("wrong side", missed))
    return Story(said, CHANCE, (line,), told)


# -- logarithms --------------------------------------------------------------------------------------------------------


def _naive(step: Step, data: Dataset) -> Story:
    assert step.endless is not None
    row, count = worked_row(step, data), len(step.endless)
    a, y = _of(step.activations, row), _of(step.probabilities, row)
    points = counted(count, "point has", "points have")
    here = f"Here {points} an infinite loss, and so has E." if count else "Here no loss is infinite: try a longer w."
    said = (
        "Computed directly, the logarithms fail: σ(a) rounds to 1 from a = 36.7 on, so ln(1 − σ(a)) = ln 0 = −∞; and "
        f"e⁻ᵃ overflows below a = −709.8, so ln σ(a) = −∞. {here}"
    )
    lost = int(broken(*_both(step, data)).sum())
    lines = (f"point {data.row_name(row)}: a = {figure(a)}, σ(a) = {figure(y)}",)
    told = (
        Number("infinite losses", count, "naive"),
        Number("broken losses", lost, "infinite, or without their digits"),
    )
    return Story(said, LITERAL, lines, told, _tables(a, data.row_name(row)))


def _both(step: Step, data: Dataset) -> tuple[np.ndarray, np.ndarray]:
    """(n,) the logarithm of the own class of every row, literally and exactly."""
    assert step.activations is not None
    t = zero_one(data)
    literal, exact = (np.where(t > 0, *table(step.activations).T) for table in (naive, stable))
    return literal, exact


def _stable(step: Step, data: Dataset) -> Story:
    row = worked_row(step, data)
    a = _of(step.activations, row)
    rest, (first, second) = figure(-abs(a)), stable(np.array([a]))[0]
    said = (
        "Written so, no exponential overflows and nothing is subtracted from 1: ln σ(a) is exact at every a, and "
        "far below 0 it is a itself. The greatest score m is taken out of a sum of exponentials first."
    )
    soft = float(np.log1p(np.exp(-abs(a))))
    lines = (
        f"point {data.row_name(row)}: a = {figure(a)}",
        f"ln σ(a): {_stably(a, float(first))}",
        f"ln(1 − σ(a)), which is ln σ(−a): {_stably(-a, float(second))}",
        f"ln(e⁰ + eᵃ) = m + ln Σ exp(aₖ − m), m = {figure(max(a, 0.0))}",
        f"m + ln(1 + e^({rest})) = {figure(max(a, 0.0))} + {figure(soft)} = {figure(max(a, 0.0) + soft)}",
    )
    finite = step.losses is not None and bool(np.isfinite(step.losses).all())
    literal, exact = _both(step, data)
    told = (Number("broken losses", int(broken(literal, exact).sum()), "of the naive ones"),)
    checks = (Check("every loss is a finite number", finite),)
    return Story(said, STABLE, lines, told, _tables(a, data.row_name(row)), checks)


def _stably(a: float, result: float) -> str:
    """ln σ(a), worked out."""
    top, rest = shown(result, lambda one, power: one - math.log1p(math.exp(power)), min(a, 0.0), -abs(a))
    return f"{top} − ln(1 + e^({rest})) = {figure(result)}"


def _tables(a: float, name: str) -> tuple[Table, ...]:
    """Naive and stable side by side: at the point worked, at some activations, and for several scores."""
    tried = np.array([a, *TRIED])
    of = [f"point {name}: {figure(a)}", *map(figure, TRIED)]
    scores = ((0.0, a), *SCORES)
    sums = tuple((vector(one), naive_sum(np.array(one)), stable_sum(np.array(one))) for one in scores)
    pairs = zip(NAMES, naive(tried).T, stable(tried).T, strict=True)
    sides = [
        Table(what, ("a", "naive", "stable"), tuple(zip(of, *both, strict=True)), chosen=0) for what, *both in pairs
    ]
    return (*sides, Table("ln Σ exp of several scores", ("scores", "naive", "stable"), sums, chosen=0))


# -- the error and its slope -------------------------------------------------------------------------------------------


def _error(step: Step, data: Dataset) -> Story:
    assert step.losses is not None and step.error is not None
    row = int(np.argmax(step.losses))
    true, lost = data.class_name(int(data.codes[row])), float(step.losses[row])
    said = f"The losses of {counted(data.n, 'point')} add up to E = {figure(step.error)}. "
    if step.losses.min() == lost:
        said += "Every point has the same loss."
    else:
        dearer = "a longer w raises the loss of every misclassified point"
        said += f"Point {data.row_name(row)} ({true}) has the largest loss: {dearer}."
    line = f"largest loss: {two_classes.surprise(f'P({true})', lost)}"
    mean = f"mean loss = {divided(step.error, data.n)}"
    told = (Number("E", step.error), Number("E at ρ = 0", data.n * float(np.log(2.0)), "n ln 2"))
    return Story(said, ERROR, (line, mean), told)


def _gradient(step: Step, data: Dataset) -> Story:
    assert step.gradient is not None and step.error is not None and step.probabilities is not None
    terms = np.abs(data.design).T @ np.abs(step.probabilities - zero_one(data))
    gradient = cleared(step.gradient, terms)
    b, w = float(gradient[0]), gradient[1:]
    along = float(step.u @ w) - step.c * b
    change = "longer" if along < 0 else "shorter"
    said = (
        "∇E adds up (y − t) φ over the points, φ = (1, x). Along ρ alone the slope is "
        f"∂E/∂ρ = {figure(along)}: E would be less with a {change} w."
    )
    if not along:
        said = "∇E adds up (y − t) φ over the points, φ = (1, x). Along ρ alone the error is flat."
    first, place, slope = shown(along, lambda part, c, bias: part - c * bias, float(step.u @ w), step.c, b)
    lines = (
        f"∇E = {vector(gradient)}, the bias first",
        f"∂E/∂ρ = {first} − ({place})·({slope}) = {figure(along)}",
    )
    rows = zip(("bias", *data.feature_names), step.model.packed, gradient, strict=True)
    tables = (Table("Slope along each weight", ("weight of", "w", "∂E/∂w"), tuple(rows)),)
    return Story(said, SLOPE, lines, (Number("E", step.error), Number("∂E/∂ρ", along), *_read_outs(step)), tables)


TOLD: dict[str, Callable[[Step, Dataset], Story]] = {
    "weights": _weights,
    "activations": _activations,
    "probabilities": _probabilities,
    "naive logarithms": _naive,
    "stable logarithms": _stable,
    "error": _error,
    "gradient": _gradient,
}


def inspect(step: Step, data: Dataset, params: Params, x: np.ndarray) -> Inquiry:
    return two_classes.about(step.model, data, x)


def event(step: Step) -> Event | None:
    if step.endless is not None and len(step.endless):
        return Event("ln 0", "wrong")
    return Event("error", "best") if step.stage == "error" else None
