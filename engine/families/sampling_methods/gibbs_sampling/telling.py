"""What a step of Gibbs sampling says."""

from __future__ import annotations

from engine.base.words import counted, figure, shown
from engine.core.story import Event, Number, Story
from engine.data.dataset import Dataset
from engine.families.sampling_methods.chain_telling import (
    WORTH,
    beginning,
    numbers_of,
    said_of,
    table_of,
    worked_of,
)
from engine.families.sampling_methods.gibbs_sampling.loop import Params, Step
from engine.families.sampling_methods.targets import CORRELATED

FORMULA = r"x_1 \sim p(x_1 \mid x_2), \qquad x_2 \sim p(x_2 \mid x_1)"


def explain(step: Step, data: Dataset, params: Params) -> Story:
    if step.part == "start":
        return Story(f"{beginning(params.chains)} Each draws x₁ given x₂, and x₂ given x₁.", FORMULA)
    return _draw(step, params) if step.part == "draw" else _sweep(step, params)


def _draw(step: Step, params: Params) -> Story:
    assert step.j is not None and step.before is not None
    one, other = ("x₁", "x₂") if step.j == 0 else ("x₂", "x₁")
    given = float(step.before[0, 1 - step.j])
    said = f"The first chain draws {one} from its conditional, given {other} = {figure(given)}: "
    said += f"{figure(step.z[0, step.j])}. It is always taken; the other chains do the same."
    worked: tuple[str, ...] = ()
    if params.density == CORRELATED:
        mean = params.correlation * given
        parts = shown(mean, lambda a, b: a * b, params.correlation, given)
        worked = (f"mean given {other} = ρ {other} = {parts[0]}·{parts[1]} = {figure(mean)}",)
    return Story(said, FORMULA, worked, (Number("u", step.u),))


def _sweep(step: Step, params: Params) -> Story:
    said = f"{counted(step.count, 'sweep')} more" if step.count > 1 else "Both numbers of each chain have been drawn"
    said += f", {step.number:,} of {params.draws:,} so far."
    if step.worth is None:
        return Story(f"{said} The warm-up does not count.", FORMULA)
    worth = step.worth
    told, tables = numbers_of(worth), (table_of(worth, params.target),)
    return Story(said + said_of(worth), WORTH, worked_of(worth), told, tables)


def measure(step: Step, data: Dataset, params: Params) -> dict[str, float]:
    return (
        {} if step.worth is None or step.part != "sweep" else {"effective sample size": float(step.worth.sizes.min())}
    )


def event(step: Step) -> Event | None:
    agrees = step.part == "sweep" and step.worth is not None and step.worth.mixed
    return Event("agree", "best") if agrees else None
