"""What a step of a sigmoid unit says."""

from __future__ import annotations

import numpy as np

from engine.base.words import counted, figure, shown, taken
from engine.core.algorithm import Inquiry
from engine.core.story import Event, Number, Story
from engine.data.dataset import Dataset
from engine.families.networks.delta_rule import BATCH
from engine.families.networks.diagram import below
from engine.families.networks.layer_drawing import passed
from engine.families.networks.layer_stepping import Step
from engine.families.networks.layer_telling import (
    BATCH_RULE,
    MANY_BATCH_RULE,
    MANY_ONLINE_RULE,
    ONLINE,
    ONLINE_RULE,
    Part,
    cell_told,
    happened,
    inspected,
    measured,
    numbers,
    online_number,
    part_of,
    say_added,
    say_coded,
    say_layer,
    say_moved,
    say_online,
    say_why_risen,
    stays_below,
    steepest_told,
    weights_table,
)
from engine.families.networks.one_layer import BENDS, SIGMOID, Problem
from engine.families.networks.sigmoid_unit.least_bias import least_bias
from engine.families.networks.sigmoid_unit.loop import Params, posed

DELTA = r"\delta_n = (y_n - t_n)\,y_n(1 - y_n), \quad "
MANY_DELTA = r"\delta_{nk} = (y_{nk} - t_{nk})\,y_{nk}(1 - y_{nk}), \quad "
BENT = f"½ (σ(a) − t)² is bent by less than {BENDS[SIGMOID]} everywhere"
NO_MEANS = " The bias is learnt: one from the means is right for linear units alone."
FLAT = 0.01
"""A sigmoid that is less steep than this hardly learns."""


def explain(step: Step, data: Dataset, params: Params) -> Story:
    problem, table = posed(data), (weights_table(step, data),)
    rule = rule_of(problem, params)
    if step.kind == "start":
        said = say_layer(step, "y is σ(a)") + say_coded(data, problem) + say_sum(problem) + NO_MEANS
        said += ("" if params.updates == BATCH else ONLINE) + say_safe(step, problem, params)
        worked = (f"{BENT}: {never_rises(problem, params)}", *sum_told(step, problem, data))
        return Story(said, rule, worked, told_numbers(step, problem, params), table)
    if step.kind == "add":
        part = part_of(step, problem)
        worked = (delta_told(part), cell_told(step, part))
        return Story(say_added(step, data), rule, worked, tuple(numbers(step, problem)), table)
    said = say_moved(step, data) + (say_why_risen(step, problem, params) or say_flat(step, problem))
    delta = () if step.row is None else (delta_told(part_of(step, problem)),)
    worked = (*delta, steepest_told(step, data), *farthest_told(step, problem, data), *sum_told(step, problem, data))
    return Story(said, rule, worked, told_numbers(step, problem, params), table, stays_below(step, problem, params))


def rule_of(problem: Problem, params: Params) -> str:
    """The rule of one unit, or of several."""
    batch = params.updates == BATCH
    if problem.T.shape[1] == 1:
        return DELTA + (BATCH_RULE if batch else ONLINE_RULE)
    return MANY_DELTA + (MANY_BATCH_RULE if batch else MANY_ONLINE_RULE)


def say_sum(problem: Problem) -> str:
    """What the outputs of several units are not."""
    units = problem.T.shape[1]
    return "" if units == 1 else " Each unit stands for itself: nothing makes the outputs add up to 1."


def sum_told(step: Step, problem: Problem, data: Dataset) -> tuple[str, ...]:
    """Of several units what the outputs of a row add up to."""
    y = passed(step.weights, problem, step.row or 0).h.tolist()
    if len(y) == 1:
        return ()
    terms = shown(sum(y), lambda *parts: sum(parts), *y)
    letters = " + ".join(below("y", k) for k in range(len(y))) if len(y) <= 4 else f"y₁ + … + {below('y', len(y) - 1)}"
    return (f"point {data.row_name(step.row or 0)}: {letters} = {' + '.join(terms)} = {figure(sum(y))}",)


def never_rises(problem: Problem, params: Params) -> str:
    """Below which rate an update makes nothing worse that it has seen."""
    if params.in_batches:
        return f"E never rises below {problem.stable_words}"
    return f"the error of the row itself never rises below {problem.online_words}"


def say_safe(step: Step, problem: Problem, params: Params) -> str:
    """How large the rate may be."""
    if not params.in_batches:
        return say_online(step, problem)
    return f" E never rises with a rate η below {figure(problem.stable_below)}; this run takes {figure(step.rate)}."


def slowed(y: float, t: float) -> float:
    """(y − t) y(1 − y)."""
    return (y - t) * y * (1 - y)


def slowed_told(y: float, t: float) -> str:
    """The same, with its numbers."""
    got, wanted = shown(slowed(y, t), slowed, y, t)
    return f"({got} − {wanted})·{got}·(1 − {got}) = {figure(slowed(y, t))}"


def delta_told(part: Part) -> str:
    """δ of the row that came last, of the unit whose cell is told."""
    return f"δ = (y − t) y(1 − y) = {slowed_told(part.y, part.t)}"


def farthest_told(step: Step, problem: Problem, data: Dataset) -> tuple[str, ...]:
    """The wrong row that is farthest off: what each error would make of it."""
    if not step.wrong:
        return ()
    y, T = problem.outputs(step.weights)[step.mistakes], problem.T[step.mistakes]
    row, k = divmod(int(np.argmax(np.abs(y - T))), T.shape[1])
    subject, got, t = f"point {data.row_name(int(step.mistakes[row]))}", float(y[row, k]), float(T[row, k])
    subject += "" if T.shape[1] == 1 else f" at {below('y', k)}"
    return (
        f"{subject}: (y − t) y(1 − y) = {slowed_told(got, t)}",
        f"{subject} with cross-entropy: y − t = {taken(got, t)}",
    )


def say_flat(step: Step, problem: Problem) -> str:
    """How many rows are wrong where hardly anything is learnt."""
    y = problem.outputs(step.weights)[step.mistakes]
    flat = int(((y * (1 - y)).max(axis=1) < FLAT).sum())
    if not flat:
        return ""
    subject = f"{counted(flat, 'point')} on the wrong side {'has' if flat == 1 else 'have'}"
    return f" {subject} a slope y(1 − y) below {FLAT}: hardly anything is learnt there."


def told_numbers(step: Step, problem: Problem, params: Params) -> tuple[Number, ...]:
    """The numbers of a step with new weights, and the rate below which E never rises."""
    least = least_bias(step.weights[0], problem) if step.kind == "update" else None
    bias = () if least is None else (Number("b₁ with the least E", least, "the other weights as they are"),)
    if not params.in_batches:
        return (*numbers(step, problem), *bias, online_number(problem))
    safe = Number("safe below", problem.stable_below, "2/(0.0771 λmax)")
    return (*numbers(step, problem), *bias, Number("λmax", problem.largest), safe)


def inspect(step: Step, data: Dataset, params: Params, x: np.ndarray) -> Inquiry:
    problem = posed(data)
    y = step.model.outputs(np.asarray(x, dtype=float)[None])[0]
    more = "" if len(y) == 1 else f" They add up to {figure(float(y.sum()))}, and need not come to 1."
    return inspected(step, data, problem, x, more)


def measure(step: Step, data: Dataset, params: Params) -> dict[str, float]:
    return measured(step, posed(data))


def event(step: Step) -> Event | None:
    return happened(step)
