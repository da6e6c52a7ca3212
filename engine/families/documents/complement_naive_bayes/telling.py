"""What a step of complement naive Bayes says."""

from __future__ import annotations

from functools import partial

import numpy as np

from engine.core.algorithm import Inquiry
from engine.core.story import Event, Story
from engine.data.dataset import Dataset
from engine.families.documents.complement_naive_bayes.loop import Params
from engine.families.documents.document_words import tell
from engine.families.documents.outcome_words import document_event, document_inquiry, measured
from engine.families.documents.own_words import Words
from engine.families.documents.shares_words import complement_told
from engine.families.documents.stepping import DocumentStep

WHOLE = r"s_k(\mathbf{x}) = \sum_v x_v w_{vk}, \qquad w_{vk} = -\ln \hat\theta_{vk}"
CHANCE = r"\hat\theta_{vk} = \frac{\sum_{l \neq k} n_{vl} + \alpha}{\sum_{s} \sum_{l \neq k} n_{sl} + \alpha V}"
SUMS = "every occurrence counts against the other classes"


def words(params: Params) -> Words:
    """What this model says in its own way."""
    told = partial(complement_told, alpha=params.alpha)
    return Words(WHOLE, CHANCE, SUMS, told, of=("the other classes of ", "those of "))


def explain(step: DocumentStep, data: Dataset, params: Params) -> Story:
    return tell(step, data, words(params))


def inspect(step: DocumentStep, data: Dataset, params: Params, x: np.ndarray) -> Inquiry | None:
    """The sums of a text, and the word that speaks most for the best class."""
    return document_inquiry(step.model, data, x, words(params))


def measure(step: DocumentStep, data: Dataset, params: Params) -> dict[str, float]:
    return measured(step)


def event(step: DocumentStep) -> Event | None:
    return document_event(step)
