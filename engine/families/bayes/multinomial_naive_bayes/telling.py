"""What a step of multinomial naive Bayes says."""

from __future__ import annotations

import numpy as np

from engine.core.algorithm import Inquiry
from engine.core.story import Event, Story
from engine.data.dataset import Dataset
from engine.families.bayes.factor_words import naive_event, naive_inquiry, tell
from engine.families.bayes.fit_words import count_fit
from engine.families.bayes.multinomial_naive_bayes.loop import Params
from engine.families.bayes.stepping import NaiveStep

CHANCE = (
    r"P(\mathbf{x} \mid C_k) \propto \prod_j \theta_{jk}^{x_j}, \qquad "
    r"\theta_{jk} = \frac{n_{jk} + \alpha}{\sum_{j'} n_{j'k} + \alpha D}"
)


def explain(step: NaiveStep, data: Dataset, params: Params) -> Story:
    return tell(step, data, params, lambda step, j, data: count_fit(step, j, data, CHANCE))


def inspect(step: NaiveStep, data: Dataset, params: Params, x: np.ndarray) -> Inquiry | None:
    """The posteriors of a point, and what speaks for the best class."""
    return naive_inquiry(step.model, data, x)


def measure(step: NaiveStep, data: Dataset, params: Params) -> dict[str, float]:
    return {"training errors": len(step.wrong)} if step.part == "classified" else {}


def event(step: NaiveStep) -> Event | None:
    return naive_event(step)
