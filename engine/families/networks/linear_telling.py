"""What linear units say of their learning rate: what is stable, and what is fastest in the long run."""

from __future__ import annotations

from engine.base.words import figure, shown, taken
from engine.core.story import Number
from engine.families.networks.delta_rule import RateParams
from engine.families.networks.layer_stepping import Step
from engine.families.networks.layer_telling import Part, numbers, online_number, say_online
from engine.families.networks.one_layer import Problem


def say_rates(step: Step, problem: Problem, params: RateParams) -> str:
    """How large the rate may be. Which is fastest in the long run, and the limit by λmax, hold in batches alone."""
    if not params.in_batches:
        return say_online(step, problem)
    stable = f" Stable is a rate η below {figure(problem.stable_below)}; this run takes {figure(step.rate)}."
    level = (
        " Along some ways E is level, and nothing moves: λmin is that of the others." if problem.has_level_ways else ""
    )
    return f"{stable} The one that is fastest in the long run is perhaps slower at first.{level}"


def rates_told(problem: Problem, params: RateParams) -> tuple[str, ...]:
    """The rates that are stable and best, from the smallest and the largest eigenvalue."""
    if not params.in_batches:
        return (f"the row's own error shrinks below: {problem.online_words}",)
    ends = problem.smallest, problem.largest
    low, high = shown(problem.best_rate, lambda a, b: 2.0 / (a + b), *ends)
    best = f"best rate = 2/(λmin + λmax) = 2/({low} + {high}) = {figure(problem.best_rate)}"
    low, high = shown(problem.slowest, lambda a, b: (b - a) / (b + a), *ends)
    slow = f"(λmax − λmin)/(λmax + λmin) = ({high} − {low})/({high} + {low}) = {figure(problem.slowest)}"
    left = f"after an epoch with it so much is left of the slowest way, {slow}"
    return (f"stable below: {problem.stable_words}", best, left)


def delta_told(part: Part) -> str:
    """δ of the row that came last."""
    return f"δ = y − t = {taken(part.y, part.t)}"


def rate_numbers(step: Step, problem: Problem, params: RateParams) -> tuple[Number, ...]:
    """The numbers of a step with new weights, and the rates."""
    if not params.in_batches:
        return (*numbers(step, problem), online_number(problem))
    return (
        *numbers(step, problem),
        Number("λmax", problem.largest),
        Number("λmin", problem.smallest),
        Number("stable below", problem.stable_below, "2/λmax"),
        Number("best rate", problem.best_rate, "2/(λmin + λmax)"),
    )
