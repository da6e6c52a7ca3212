"""What every method here asks: a learner, a preparation that is fitted again for every fit, and a loss."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from engine.base.errors import Objection, Refusal, SetParameter
from engine.base.params import choice
from engine.base.words import joined
from engine.data.dataset import Dataset
from engine.families.learners import LearnerParams, chosen, own_remedies
from engine.families.resampling.losses import CLASS_LOSSES, NUMBER_LOSSES, SQUARED, ZERO_ONE
from engine.families.resampling.trials import Setup

PREPARATIONS: dict[str, tuple[str, ...]] = {
    "nothing": (),
    "standardise": ("Standardise",),
    "fill the gaps": ("Fill",),
    "code the categories": ("OneHot",),
    "fill, code and standardise": ("Fill", "OneHot", "Standardise"),
}
"""The steps of a preparation that is fitted to the rows of each fit alone."""


@dataclass(frozen=True)
class AskedParams(LearnerParams):
    """A learner, how the rows are prepared for it, and what a mistake costs."""

    prepare: str = choice(
        "nothing", tuple(PREPARATIONS), label="preparation", help="fitted again to the rows of every fit alone"
    )
    class_loss: str = choice(ZERO_ONE, CLASS_LOSSES, label="loss of a class", rare=True, help="log: −ln p of the class")
    number_loss: str = choice(
        SQUARED, NUMBER_LOSSES, label="loss of a number", rare=True, help="of how far an answer is off"
    )


def loss_of(params: AskedParams, data: Dataset) -> str:
    """What a mistake costs, for the target of this table."""
    return params.number_loss if data.target == "real" else params.class_loss


def setup(data: Dataset, params: AskedParams, training: bool = True) -> Setup:
    """What all fits of a run share."""
    return Setup(data, chosen(params, data), PREPARATIONS[params.prepare], loss_of(params, data), training)


def asked_limits(data: Dataset, params: AskedParams) -> str:
    """Why the learner cannot learn from these rows as they are prepared, or ''; it names what chose it."""
    try:
        asked = setup(data, params)
        words = asked.learner.refused(asked.prepared(np.arange(data.n))[1])
    except Refusal as error:
        return Objection(f"prepare = {params.prepare}: {error}" if not error.remedies else str(error), *error.remedies)
    if not words:
        return ""
    name = "regressor" if data.target == "real" else "classifier"
    inside = () if params.prepare != "nothing" else _inside(data)
    return Objection(f"{name} = {asked.learner.name}: {words}", *inside, *own_remedies(words, params.settings))


def _inside(data: Dataset) -> tuple[SetParameter, ...]:
    """The preparation inside every fit that would fill gaps and code categories, where there are any."""
    odd = data.missing_count or any(column.kind == "categorical" for column in data.columns)
    return (SetParameter("prepare", "fill, code and standardise"),) if odd else ()


def seen_before(data: Dataset) -> str:
    """What is to be said where the table was prepared before it was divided: that preparation saw the held-out rows."""
    done = dict.fromkeys(word for column in data.columns for word in column.done)
    if not done:
        return ""
    return (
        f" The columns were {joined(done)} before: that preparation has seen the held-out rows as well. To fit it "
        "inside every fit, switch it off in panel Data and set preparation here."
    )
