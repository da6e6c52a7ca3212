"""What a step of Gaussian naive Bayes says."""

from __future__ import annotations

import numpy as np

from engine.core.algorithm import Inquiry
from engine.core.story import Event, Story
from engine.data.dataset import Dataset
from engine.families.bayes.factor_words import naive_event, naive_inquiry, tell
from engine.families.bayes.fit_words import gaussian_fit
from engine.families.bayes.gaussian_naive_bayes.border_words import say_border
from engine.families.bayes.gaussian_naive_bayes.loop import Params
from engine.families.bayes.stepping import NaiveStep

DENSITY = (
    r"p(x_j \mid C_k) = N(x_j \mid \mu_{jk}, \sigma_{jk}^2), \qquad "
    r"\sigma_{jk}^2 = \frac{1}{N_k} \sum_{n \in k} (x_{nj} - \mu_{jk})^2"
)


def explain(step: NaiveStep, data: Dataset, params: Params) -> Story:
    if step.part == "border":
        return say_border(step, data)
    return tell(step, data, params, lambda step, j, data: gaussian_fit(step, j, data, params, DENSITY))


def inspect(step: NaiveStep, data: Dataset, params: Params, x: np.ndarray) -> Inquiry | None:
    """The posteriors of a point, and what speaks for the best class."""
    return naive_inquiry(step.model, data, x)


def measure(step: NaiveStep, data: Dataset, params: Params) -> dict[str, float]:
    return {"training errors": len(step.wrong)} if step.part == "classified" else {}


def event(step: NaiveStep) -> Event | None:
    return naive_event(step)
