"""What a step of Metropolis sampling says."""

from __future__ import annotations

import math

from engine.base.words import counted, figure, joined, percent, shown, taken, vector
from engine.core.story import Event, Number, Story
from engine.data.dataset import Dataset
from engine.families.sampling_methods.chain_telling import WORTH, beginning, numbers_of, said_of, table_of, worked_of
from engine.families.sampling_methods.metropolis.loop import Params, Step, stuck
from engine.families.sampling_methods.targets import TWO

ACCEPT = (
    r"\mathbf{z}' = \mathbf{z} + s\,\varepsilon, \qquad P(\mathrm{accept}) = \min(1, p(\mathbf{z}') / p(\mathbf{z}))"
)
SELDOM, OFTEN = 0.1, 0.7
"""Where fewer are accepted the proposals are too long, and too short where more are."""
MANY = 20
"""Of so many proposals the share that is accepted tells something."""
FAR = -700.0
"""A ratio of densities with a lower logarithm than this is 0 in floating point."""


def explain(step: Step, data: Dataset, params: Params) -> Story:
    if step.part == "start":
        said = f"{beginning(params.chains)} Each proposes a random step, and accepts it by the ratio of the densities"
        return Story(f"{said} there and here.", ACCEPT)
    return _proposal(step) if step.part == "proposal" else _move(step, params)


def _proposal(step: Step) -> Story:
    assert step.before is not None
    here, there = step.levels
    gained = there - here
    said = f"The first chain is asked to go from {vector(step.before[0])} to {vector(step.proposal)}. "
    told: tuple[Number, ...] = (Number("ln p(z)", here), Number("ln p(z′)", there))
    worked: tuple[str, ...] = (f"ln p(z′) − ln p(z) = {taken(there, here)}",)
    if gained >= 0:
        said += "The density is no lower there: it goes."
    elif gained < FAR:
        said += "There is as good as no density there: it stays."
    else:
        ratio = math.exp(gained)
        said += f"The density there is {figure(ratio)} of that here, which is the probability to go. "
        goes = step.u < ratio
        said += (
            "The random number u is below it: it goes." if goes else "The random number u is not below it: it stays."
        )
        worked += (f"p(z′) / p(z) = e^({shown(ratio, math.exp, gained)[0]}) = {figure(ratio)}",)
        told = (*told, Number("p(z′) / p(z)", ratio), Number("u", step.u))
    return Story(said, ACCEPT, worked, told)


def _move(step: Step, params: Params) -> Story:
    assert step.accepted is not None
    if step.count > 1:
        said = f"{counted(step.count, 'move')} more, {step.number:,} of {params.draws:,} so far."
    else:
        how = "goes there" if bool(step.accepted[0]) else "stays where it was"
        said = f"The first chain {how}, {step.number:,} of {params.draws:,} so far."
    said += f" {percent(step.share)} of all proposals were accepted."
    told: tuple[Number, ...] = (Number("acceptance", step.share),)
    if step.number >= MANY:
        said += _advised(step)
    if step.worth is None:
        return Story(f"{said} The warm-up does not count.", ACCEPT, (), told)
    if stuck(step.taken):
        return Story(said, ACCEPT, (), told)
    worth = step.worth
    said += said_of(worth)
    if params.density == TWO and not worth.mixed:
        said += " With steps this short a chain hardly leaves its bell, and its own draws do not tell."
    told = (*told, *numbers_of(worth), Number("ρ of the next draw", worth.correlations[:, 1]))
    return Story(said, WORTH, worked_of(worth), told, (table_of(worth, params.target),))


def _advised(step: Step) -> str:
    """Whether a chain is stuck, or the scale is too small or too large."""
    if still := stuck(step.taken):
        said = f" Chain {still[0]} has" if len(still) == 1 else f" Chains {joined(still)} have"
        return f"{said} accepted nothing, and the draws of a stuck chain are worth nothing: take a smaller scale."
    if step.share < SELDOM:
        return " The steps are too long: take a smaller scale."
    return " The steps are too short: take a larger scale." if step.share > OFTEN else ""


def measure(step: Step, data: Dataset, params: Params) -> dict[str, float]:
    return {"acceptance": step.share} if step.part == "move" else {}


def event(step: Step) -> Event | None:
    if step.part == "move" and step.accepted is not None and step.count == 1 and not bool(step.accepted[0]):
        return Event("rejected", "wrong")
    counts = step.part == "move" and step.worth is not None and not stuck(step.taken)
    agrees = counts and step.worth is not None and step.worth.mixed
    return Event("agree", "best") if agrees else None
