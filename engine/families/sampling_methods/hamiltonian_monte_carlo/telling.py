"""What a step of Hamiltonian Monte Carlo says."""

from __future__ import annotations

import math

from engine.base.words import counted, figure, percent, taken, vector
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
from engine.families.sampling_methods.hamiltonian_monte_carlo.loop import Params, Step

ENERGY = r"H(\mathbf{z}, \mathbf{r}) = -\ln p(\mathbf{z}) + \frac{1}{2} \|\mathbf{r}\|^2"
ACCEPT = r"\mathrm{accept\ with\ probability} \quad \min(1, e^{H_\mathrm{before} - H_\mathrm{after}})"
LOW = 0.5
"""Where fewer are accepted the steps are too large."""
MANY = 20
"""Of so many moves the share that is accepted tells something."""


def explain(step: Step, data: Dataset, params: Params) -> Story:
    if step.part == "start":
        said = f"{beginning(params.chains)} Each is kicked at random, rolls over −ln p"
        return Story(f"{said} for {counted(params.legs, 'leapfrog step')}, and stops there.", ENERGY)
    return _path(step, params) if step.part == "path" else _move(step, params)


def _path(step: Step, params: Params) -> Story:
    before, after = step.energies
    said = f"The first chain is kicked by r = {vector(step.kick)} and rolls to {vector(step.path[-1])}. "
    if not math.isfinite(after):
        said += "It has gone so far that its energy is no number: the steps are too large, and it stays where it was."
        return Story(said, ACCEPT, (), (Number("H before", before),))
    gained = after - before
    if gained <= 0:
        said += "It has lost energy by the size of the steps alone, and the move is accepted."
    elif gained < -SMALLEST:
        said += "It has gained energy by the size of the steps: "
        said += f"it is accepted with probability {figure(math.exp(-gained))}."
    else:
        said += "It has gained so much energy that it is not accepted."
    told = (Number("H before", before), Number("H after", after))
    return Story(said, ACCEPT, (f"ln of the probability = {taken(before, after)}",), told)


SMALLEST = -700.0


def _move(step: Step, params: Params) -> Story:
    assert step.accepted is not None
    if step.count > 1:
        said = f"{counted(step.count, 'move')} more, {step.number:,} of {params.draws:,} so far."
    else:
        how = "takes its move" if bool(step.accepted[0]) else "stays where it was"
        said = f"The first chain {how}, {step.number:,} of {params.draws:,} so far."
    said += f" {percent(step.share)} of all moves were accepted."
    if step.number >= MANY and step.share < LOW:
        said += " The steps are too large: take smaller ones."
    told: tuple[Number, ...] = (Number("acceptance", step.share),)
    if step.worth is None:
        return Story(f"{said} The warm-up does not count.", ACCEPT, (), told)
    worth, target = step.worth, params.target
    told = (*told, *numbers_of(worth))
    return Story(said + said_of(worth), WORTH, worked_of(worth), told, (table_of(worth, target),))


def measure(step: Step, data: Dataset, params: Params) -> dict[str, float]:
    return {"acceptance": step.share} if step.part == "move" else {}


def event(step: Step) -> Event | None:
    if step.part == "move" and step.accepted is not None and step.count == 1 and not bool(step.accepted[0]):
        return Event("rejected", "wrong")
    agrees = step.part == "move" and step.worth is not None and step.worth.mixed
    return Event("agree", "best") if agrees else None
