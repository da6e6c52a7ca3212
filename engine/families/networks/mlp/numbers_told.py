"""What is told of a number to be predicted: what it is measured in, what an output stands for, how far answers miss."""

from __future__ import annotations

import math

from engine.base.words import are, bracketed, counted, figure, shown
from engine.core.story import Number
from engine.data.dataset import Dataset
from engine.families.networks.mlp.posing import Problem
from engine.families.networks.mlp.stepping import Step
from engine.models.network import Network, NumberNetwork
from engine.parts.over_feature import target_title, target_unit

MISSED = "RMSE"


def say_number(data: Dataset, problem: Problem) -> str:
    """What the output is for, and what it is measured in; nothing of classes."""
    if problem.classes:
        return ""
    said = f" The output is one linear unit, which learns {target_title(data)} by its squared error"
    if problem.scale is None:
        return f"{said}, as it is."
    return (
        f"{said}, in standard deviations (sd) from its mean: t is standardised, and ŷ is the output in its own units."
    )


def prediction_worked(network: Network, y: float) -> tuple[str, ...]:
    """The number that an output y stands for, where it counts standard deviations."""
    if not isinstance(network, NumberNetwork) or network.target is None:
        return ()
    middle, spread = float(network.target.middle[0]), float(network.target.spread[0])
    answer = middle + spread * y
    read = shown(answer, lambda mean, size, out: mean + size * out, middle, spread, y)
    return (f"ŷ = {read[0]} + {read[1]}·{bracketed(read[2])} = {figure(answer)}",)


def target_worked(problem: Problem, data: Dataset, row: int) -> tuple[str, ...]:
    """The target of a row in standard deviations, where it is learnt so."""
    if problem.scale is None or data.y is None:
        return ()
    numbers = float(data.y[row]), float(problem.scale.middle[0]), float(problem.scale.spread[0])
    t = float(problem.T[row, 0])
    value, middle, spread = shown(t, lambda one, mean, size: (one - mean) / size, *numbers)
    return (f"t = ({value} − {bracketed(middle)}) / {spread} = {figure(t)}",)


def missed_by(step: Step, rows: int) -> float:
    """√(2 E / n) of the rows learnt from, in units of the target."""
    target = step.model.target if isinstance(step.model, NumberNetwork) else None
    return math.sqrt(2.0 * step.error / rows) * (1.0 if target is None else float(target.spread[0]))


def judged(step: Step, problem: Problem, data: Dataset) -> Number:
    """How many rows are answered wrongly; of numbers how far the answers are off."""
    if problem.classes:
        return Number("wrong side", step.wrong)
    missed = missed_by(step, len(problem.learnt))
    rows = "of all rows" if step.watched is None else "of the rows learnt from"
    unit = target_unit(data).strip() or "the target's units"
    return Number(MISSED, missed, f"{rows}: root of the mean square of ŷ less the target, in {unit}")


def say_judged(step: Step, data: Dataset, learnt: int) -> str:
    """The same at the end of a run, in words."""
    if step.model.classes:
        return f"{step.wrong} of {counted(data.n, 'row')} {are(step.wrong)} answered wrongly"
    rows = "" if step.watched is None else " on the rows learnt from"
    return f"the RMSE of the answers{rows} is {figure(missed_by(step, learnt))}{target_unit(data)}"
