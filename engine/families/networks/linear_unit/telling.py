"""What a step of a linear unit says."""

from __future__ import annotations

import numpy as np

from engine.core.algorithm import Inquiry
from engine.core.story import Event, Story
from engine.data.dataset import Dataset
from engine.families.networks.delta_rule import BATCH
from engine.families.networks.layer_stepping import Step
from engine.families.networks.layer_telling import (
    BATCH_RULE,
    ONLINE,
    ONLINE_RULE,
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
    weights_table,
)
from engine.families.networks.linear_telling import delta_told, rate_numbers, rates_told, say_rates
from engine.families.networks.linear_unit.loop import Params, posed

DELTA = r"\delta_n = y_n - t_n, \quad "


def explain(step: Step, data: Dataset, params: Params) -> Story:
    problem, table = posed(data), (weights_table(step, data),)
    rule = DELTA + (BATCH_RULE if params.updates == BATCH else ONLINE_RULE)
    if step.kind == "start":
        said = say_layer(step, "y is its activation w · x + b") + say_coded(data, problem)
        said += ("" if params.updates == BATCH else ONLINE) + say_rates(step, problem, params)
        return Story(said, rule, rates_told(problem, params), rate_numbers(step, problem, params), table)
    if step.kind == "add":
        part = part_of(step, problem)
        told = (delta_told(part), cell_told(step, part))
        return Story(say_added(step, data), rule, told, tuple(numbers(step, problem)), table)
    said = say_moved(step, data) + say_why_risen(step, problem, params)
    delta = () if step.row is None else (delta_told(part_of(step, problem)),)
    worked, checks = (*delta, steepest_told(step, data)), stays_below(step, problem, params)
    return Story(said, rule, worked, rate_numbers(step, problem, params), table, checks)


def inspect(step: Step, data: Dataset, params: Params, x: np.ndarray) -> Inquiry:
    return inspected(step, data, posed(data), x)


def measure(step: Step, data: Dataset, params: Params) -> dict[str, float]:
    return measured(step, posed(data))


def event(step: Step) -> Event | None:
    return happened(step)
