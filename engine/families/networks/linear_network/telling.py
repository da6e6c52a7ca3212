"""What a step of a linear network says."""

from __future__ import annotations

import numpy as np

from engine.base.words import WHOLE, brief, enough, figure
from engine.core.algorithm import Inquiry
from engine.core.story import Check, Event, Story
from engine.data.dataset import Dataset
from engine.families.networks.layer_stepping import Step
from engine.families.networks.layer_telling import (
    MANY_BATCH_RULE,
    cell_told,
    happened,
    inspected,
    measured,
    numbers,
    part_of,
    say_added,
    say_coded,
    say_layer,
    say_moved,
    say_why_risen,
    stays_below,
    steepest_told,
    weight_named,
    weights_table,
)
from engine.families.networks.linear_network.loop import Params, added_up, posed
from engine.families.networks.linear_telling import delta_told, rate_numbers, rates_told, say_rates
from engine.families.networks.one_layer import Problem
from engine.maths.algebra.agreement import agree

DELTA = r"\delta_{nk} = y_{nk} - t_{nk}, \quad "
BY_MEANS = r", \quad w_{k0} = \bar{t}_k - \sum_d w_{kd}\,\bar{x}_d"
FOLLOWS = " The bias follows from the means, as it may with the squared error of linear units alone."


def explain(step: Step, data: Dataset, params: Params) -> Story:
    problem, table = posed(data, params), (weights_table(step, data),)
    rule = DELTA + MANY_BATCH_RULE + (BY_MEANS if problem.bias_follows else "")
    if step.kind == "start":
        said = say_layer(step, "y is its activation w · x + b") + say_coded(data, problem)
        said += (FOLLOWS if problem.bias_follows else "") + say_rates(step, problem, params)
        return Story(said, rule, rates_told(problem, params), rate_numbers(step, problem, params), table)
    if step.kind == "add":
        part = part_of(step, problem)
        worked = (delta_told(part), cell_told(step, part))
        return Story(say_added(step, data, where(step, data)), rule, worked, tuple(numbers(step, problem)), table)
    said = say_moved(step, data) + say_why_risen(step, problem, params)
    told = (steepest_told(step, data), *bias_told(step, problem))
    checks = (*stays_below(step, problem, params), *means_hold(step, problem))
    return Story(said, rule, told, rate_numbers(step, problem, params), table, checks)


def where(step: Step, data: Dataset) -> str:
    """The loops as they stand: which weight of which output."""
    assert step.cell is not None
    return f", last to the cell for {weight_named(step, data, *step.cell)}"


def bias_told(step: Step, problem: Problem) -> tuple[str, ...]:
    """The first bias from the means, with numbers."""
    if not problem.bias_follows:
        return ()
    w, mean = step.weights[0], problem.X[:, 1:].mean(axis=0)
    target = float(problem.T[:, 0].mean())
    few = len(mean)
    n = enough(float(w[0]), _follows, *w[1:].tolist(), *mean.tolist(), target) if few <= WHOLE else 4
    return (f"b₁ = t̄ − w · x̄ = {figure(target, n)} − {brief(w[1:], n)} · {brief(mean, n)} = {figure(float(w[0]))}",)


def _follows(*parts: float) -> float:
    """The bias from the weights, the means and the target's."""
    few = len(parts) // 2
    return parts[-1] - float(np.dot(parts[:few], parts[few:-1]))


def means_hold(step: Step, problem: Problem) -> tuple[Check, ...]:
    """That a bias from the means leaves no slope."""
    if not problem.bias_follows:
        return ()
    slopes = added_up(step.weights, problem.X, problem.T)[:, 0]
    sizes = (np.abs(problem.X) @ np.abs(step.weights).T + np.abs(problem.T)).sum(axis=0)
    return (Check("∂E/∂b is 0 with the bias from the means", agree(slopes, np.zeros_like(slopes), sizes)),)


def inspect(step: Step, data: Dataset, params: Params, x: np.ndarray) -> Inquiry:
    return inspected(step, data, posed(data, params), x)


def measure(step: Step, data: Dataset, params: Params) -> dict[str, float]:
    return measured(step, posed(data, params))


def event(step: Step) -> Event | None:
    return happened(step)
