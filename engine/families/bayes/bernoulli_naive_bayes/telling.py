"""What a step of Bernoulli naive Bayes says."""

from __future__ import annotations

import numpy as np

from engine.core.algorithm import Inquiry
from engine.core.story import Event, Story
from engine.data.dataset import Dataset
from engine.families.bayes.bernoulli_naive_bayes.loop import Params
from engine.families.bayes.factor_words import naive_event, naive_inquiry, tell
from engine.families.bayes.fit_words import presence_fit
from engine.families.bayes.stepping import NaiveStep

CHANCE = (
    r"P(x_j \mid C_k) = x_j\, p_{jk} + (1 - x_j)(1 - p_{jk}), \qquad p_{jk} = \frac{n_{jk} + \alpha}{N_k + 2\alpha}"
)


def explain(step: NaiveStep, data: Dataset, params: Params) -> Story:
    return tell(step, data, params, lambda step, j, data: presence_fit(step, j, data, CHANCE))


def inspect(step: NaiveStep, data: Dataset, params: Params, x: np.ndarray) -> Inquiry | None:
    """The posteriors of a point, and what speaks for the best class."""
    return naive_inquiry(step.model, data, x)


def measure(step: NaiveStep, data: Dataset, params: Params) -> dict[str, float]:
    return {"training errors": len(step.wrong)} if step.part == "classified" else {}


def event(step: NaiveStep) -> Event | None:
    return naive_event(step)
