"""What a step of the multinomial document model says."""

from __future__ import annotations

from functools import partial

import numpy as np

from engine.core.algorithm import Inquiry
from engine.core.story import Event, Story
from engine.data.dataset import Dataset
from engine.families.documents.document_words import tell
from engine.families.documents.multinomial_documents.loop import Params
from engine.families.documents.outcome_words import document_event, document_inquiry, measured
from engine.families.documents.own_words import Words
from engine.families.documents.shares_words import share_told
from engine.families.documents.stepping import DocumentStep

WHOLE = r"P(\mathbf{x} \mid C_k) = \frac{n!}{\prod_v x_v!} \prod_v \theta_{vk}^{x_v}"
CHANCE = r"\hat\theta_{vk} = \frac{n_{vk} + \alpha}{\sum_{s} n_{sk} + \alpha V}"
SUMS = "every occurrence goes into the bag of its class"


def words(params: Params) -> Words:
    """What this model says in its own way."""
    return Words(WHOLE, CHANCE, SUMS, partial(share_told, alpha=params.alpha))


def explain(step: DocumentStep, data: Dataset, params: Params) -> Story:
    return tell(step, data, words(params))


def inspect(step: DocumentStep, data: Dataset, params: Params, x: np.ndarray) -> Inquiry | None:
    """The posteriors of a text, and the word that speaks most for the best class."""
    return document_inquiry(step.model, data, x, words(params))


def measure(step: DocumentStep, data: Dataset, params: Params) -> dict[str, float]:
    return measured(step)


def event(step: DocumentStep) -> Event | None:
    return document_event(step)
