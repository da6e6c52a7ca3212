"""What a step of the optimisers says."""

from __future__ import annotations

import numpy as np

from engine.base.words import counted, figure, vector
from engine.core.story import Check, Event, Number, Story, Table
from engine.data.dataset import Dataset
from engine.families.numerical_tools.optimisers.landscapes import (
    BOWL,
    LINE,
    ROSENBROCK,
    SIGMOID,
    VALLEY,
    Landscape,
    landscape,
)
from engine.families.numerical_tools.optimisers.loop import Params, Step
from engine.families.numerical_tools.optimisers.walking import LBFGS, NEVER, PLAIN, Walker
from engine.maths.algebra.agreement import agree, exceeds
from engine.maths.optimisation.first_order import Memory
from engine.maths.optimisation.limited_memory import LESS, inverse_hessian, two_loop
from engine.maths.optimisation.rising import has_risen
from engine.parts.descent_telling import changed
from engine.parts.ways_told import RULES, one_weight

FUNCTION = {
    BOWL: r"f = \frac{1}{2}(w_1^2 + w_2^2)",
    VALLEY: r"f = \frac{1}{2}(w_1^2 + \kappa\, w_2^2)",
    ROSENBROCK: r"f = (1 - w_1)^2 + 100\,(w_2 - w_1^2)^2",
    LINE: r"f = \frac{1}{2}\sum_n (w_0 + w_1 x_n - t_n)^2",
    SIGMOID: r"f = -\sum_n \{t_n \ln y_n + (1 - t_n) \ln(1 - y_n)\}, \quad y_n = \sigma(w_0 + w_1 x_n)",
}
BENT = (
    r"\Delta w = -a H g, \quad H \leftarrow (I - \rho s y^\top) H (I - \rho y s^\top) + \rho s s^\top, \quad "
    r"\rho = \frac{1}{s \cdot y}"
)
"""s is a step that is remembered, and y the change of the slope along it."""
SEEN = {
    PLAIN: "The step is the rate times the negative gradient.",
    "momentum": "The last step, times the momentum, is added to the gradient step.",
    "Nesterov": "As momentum, with the gradient taken where the last step leads.",
    "AdaGrad": "Gradient over the root of the sum of all its squares: the steps of each weight only get shorter.",
    "RMSProp": "Gradient over its running root mean square: all weights move at a similar speed.",
    "Adam": "Running mean of the gradient over its running root mean square: all weights move at a similar speed.",
    LBFGS: "The last changes of the gradient approximate the inverse Hessian: nearly Newton's step, without a Hessian.",
}


def explain(step: Step, data: Dataset, params: Params) -> Story:
    f = landscape(data, params)
    if step.t == 0:
        return _start(step, f, params)
    told, before, table = step.told, step.was.height, standings(step)
    if told.ended and told.rest != step.t:
        return Story(_over(step), FUNCTION[params.landscape], (), _numbers(told, f, step.way), (table,))
    rule = BENT if step.way == LBFGS else RULES[step.way]
    formula = rf"{rule}, \quad w \leftarrow w + \Delta w"
    said = f"Step {step.t} of {step.way}: {changed('f', told.height, before)}. {SEEN[step.way]}"
    if has_risen(told.height, before) and step.way == PLAIN:
        said += " It rises: the rate is too large for so steep a bend."
    if step.rows is not None and step.way != LBFGS:
        said += f" The gradient is that of a batch of {counted(len(step.rows), 'row')}, not of all."
    numbers = (*_numbers(told, f, step.way), *promise(step))
    return Story(said, formula, worked(step, f, params), numbers, (table,), _checks(step))


def _start(step: Step, f: Landscape, params: Params) -> Story:
    told = step.told
    others = len(step.walk.ways) - 1
    said = f"{step.way} begins at w = {vector(told.w)}, where f = {figure(told.height)}"
    said += f", with {counted(others, 'other optimiser')} beside it. " if others else ". "
    if f.lowest is None:
        said += "f falls for ever: it has no lowest place. "
    else:
        said += f"The lowest place is {vector(f.lowest)}, with f = {figure(f.height(f.lowest))}. "
    also = "; L-BFGS tries heights too" if LBFGS in step.walk.ways else ""
    said += f"Every optimiser uses only the gradient where it stands{also}. "
    said += "A click with the start tool begins elsewhere."
    line = f"‖g‖ = ‖{vector(told.g)}‖ = {figure(told.slope)}"
    return Story(said, FUNCTION[params.landscape], (line,), _numbers(told, f, step.way))


def _over(step: Step) -> str:
    if step.told.lost != NEVER:
        return f"{step.way} was lost at step {step.told.lost}: f grew beyond all bounds, as its rate is too large."
    return f"{step.way} has been at rest since step {step.told.rest}; others go on."


def worked(step: Step, f: Landscape, params: Params) -> tuple[str, ...]:
    """The slope, the rule for each of the two weights, and where it leads."""
    told, was = step.told, step.was
    if step.way == LBFGS:
        return bent(told, was)
    before, after = Memory(was.v, was.s, step.t - 1), Memory(told.v, told.s, step.t)
    lines = [f"g = {vector(told.g)} at w = {vector(was.w)}"]
    for i, symbol in enumerate(f.symbols):
        rule = one_weight(step.way, i, told.g, told.delta, before, after, told.rate, params.momentum)
        lines += [f"{symbol}: {line}" for line in rule]
    return (*lines, f"w ← {vector(was.w)} + {vector(told.delta)} = {vector(told.w)}")


def bent(told: Walker, was: Walker) -> tuple[str, ...]:
    """The H that the steps remembered stand for, the direction, and how far Wolfe's conditions let it go."""
    H, pulled = inverse_hessian(was.known, 2), two_loop(told.g, was.known)
    return (
        f"g = {vector(told.g)} at w = {vector(was.w)}; {counted(len(was.known), 'step')} remembered",
        f"H g = [{vector(H[0])}, {vector(H[1])}] · {vector(told.g)} = {vector(pulled)}",
        f"Δw = −{figure(told.rate)}·{vector(pulled)} = {vector(told.delta)}",
        f"w ← {vector(was.w)} + {vector(told.delta)} = {vector(told.w)}",
    )


def _checks(step: Step) -> tuple[Check, ...]:
    """What L-BFGS promises: two loops for H g, and a length by which f falls as far as the slope lets one expect."""
    if step.way != LBFGS:
        return ()
    told, was = step.told, step.was
    H, pulled = inverse_hessian(was.known, 2), two_loop(told.g, was.known)
    largest = float(np.abs(H).max() * np.abs(told.g).max())
    promised = was.height + LESS * float(told.g @ told.delta)
    return (
        Check("the two loops give H g", agree(H @ told.g, pulled, largest, 1e-6)),
        Check("f falls as Wolfe asks", not exceeds(told.height, promised, abs(was.height))),
    )


def _numbers(told: Walker, f: Landscape, way: str) -> tuple[Number, ...]:
    found = [
        Number("f", told.height),
        Number("‖∇f‖", told.slope, "here"),
        Number("learning rate", told.rate) if way != LBFGS else Number("step length a", told.rate, "by Wolfe"),
        Number("length of the step", float(np.linalg.norm(told.delta))),
    ]
    if f.lowest is not None:
        found.append(Number("to the lowest place", float(np.linalg.norm(told.w - f.lowest))))
    return tuple(found)


def promise(step: Step) -> tuple[Number, ...]:
    """What the slope alone promised of the last step, and what came of it."""
    told, was = step.told, step.was
    predicted, actual = float(told.g @ told.delta), told.height - was.height
    if not (np.isfinite(predicted) and np.isfinite(actual)):
        return ()
    return Number("predicted change", predicted, "g · Δw"), Number("actual change", actual)


def standings(step: Step) -> Table:
    """All ways, the lowest first."""
    walk = step.walk
    order = np.argsort(walk.height, kind="stable").tolist()
    walkers = walk.walkers
    rows = tuple((walk.ways[k], walkers[k].height, walkers[k].slope, _state(walkers[k])) for k in order)
    return Table("The ways, the lowest first", ("way", "f", "‖∇f‖", ""), rows, order.index(len(order) - 1))


def _state(walker: Walker) -> str:
    if walker.lost != NEVER:
        return f"lost at {walker.lost}"
    return "" if walker.rest == NEVER else f"at rest since {walker.rest}"


def measure(step: Step, data: Dataset, params: Params) -> dict[str, float]:
    return {f"f of {way}": float(height) for way, height in zip(step.walk.ways, step.walk.height, strict=True)}


def event(step: Step) -> Event | None:
    """A way with momentum may rise now and then, and so may one that scales the slope: that is no mistake of theirs."""
    told = step.told
    if told.lost == step.t:
        return Event("lost", "wrong")
    if told.rest == step.t:
        return Event("at rest", "best")
    moved = step.t and not told.ended and step.way == PLAIN
    return Event("rose", "wrong") if moved and has_risen(told.height, step.was.height) else None
