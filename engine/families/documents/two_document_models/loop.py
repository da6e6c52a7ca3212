"""Two document models side by side: one counts how often a word occurs, the other also which words are missing.

multinomial  ln P(x, Cₖ) = ln πₖ + Σᵥ xᵥ ln θᵥₖ + …
Bernoulli    ln P(b, Cₖ) = ln πₖ + Σᵥ ln [bᵥ pᵥₖ + (1 − bᵥ)(1 − pᵥₖ)]

xᵥ, bᵥ = [xᵥ > 0] (V,) of the document;  θ, p (K, V) the chances of both models   (McCallum and Nigam 1998)
"""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass, field, replace
from typing import Literal

import numpy as np

from engine.base.snapshot import no_indices, no_numbers, snapshot
from engine.base.tokens import words_of
from engine.core.algorithm import Steps
from engine.core.ending import Ending
from engine.data.dataset import Dataset
from engine.families.documents.bernoulli_documents import loop as bernoulli
from engine.families.documents.multinomial_documents import loop as multinomial
from engine.families.documents.reading import FEW, STRETCHES, Document, asked_document, counted_texts
from engine.families.documents.stepping import (
    DocumentParams,
    added_by,
    begun,
    class_counts,
    model_of,
    objection,
    order_of,
    with_copies,
    with_priors,
    wordless,
)
from engine.models.documents import BERNOULLI, MULTINOMIAL, DocumentModel
from engine.models.naive_bayes import posteriors
from engine.parts.stretches import pauses


def run(data: Dataset, params: Params, rng: np.random.Generator, start: None = None) -> Steps:
    counting, ticking = fitted(data, params)
    read = asked_document(counted_texts(data, params).numbered, data, params)
    order, _ = order_of(read, ticking)
    times = times_of(read, order)
    step = Step(part="start", model=counting, other=ticking, document=read, pair=pair_of(read, counting))
    yield step
    for stop in pauses(len(order), STRETCHES, False):
        some, often = order[:stop], times[:stop]
        counted, ticked = added_by(some, often, counting), added_by(some, np.minimum(often, 1), ticking)
        step = replace(
            step, part="word", v=int(some[-1]), order=some, times=often, counted=counted, ticked=ticked,
            joints=np.array([counting.before + counted.sum(axis=0), ticking.before + ticked.sum(axis=0)]),
        )  # fmt: skip
        yield step
    step = replace(step, part="posterior", v=None, shares=posteriors(step.joints.T).T)
    yield step
    yield from stuffed(step, params)
    return ending(step, data)


def fitted(data: Dataset, params: Params) -> tuple[DocumentModel, DocumentModel]:
    """Both models of the same texts: θ from occurrences, p from the texts that have a word."""
    step = with_priors(begun(data, params), params)
    theta = multinomial.shares(class_counts(data, params), params.alpha)
    p = bernoulli.shares(class_counts(data, params, present=True), step.sizes, params.alpha)
    return (
        model_of(step, theta, data, params, MULTINOMIAL),
        model_of(step, p, data, params, BERNOULLI),
    )


def times_of(read: Document, order: np.ndarray) -> np.ndarray:
    """(m,) how often the document has each of these words."""
    often = dict(zip(read.at.tolist(), read.times.tolist(), strict=True))
    return np.array([often.get(v, 0) for v in order.tolist()], dtype=np.intp)


def joint_of(read: Document, model: DocumentModel) -> np.ndarray:
    """(K,) ln P(x, Cₖ) of a document."""
    return np.asarray(model.before + added_by(*order_of(read, model), model).sum(axis=0))


def pair_of(read: Document, model: DocumentModel) -> tuple[int, int]:
    """The two classes that are compared: of two both, else the most probable and the next by the first model."""
    if len(model.priors) == 2:
        return 0, 1
    best, second = np.argsort(-joint_of(read, model), kind="stable")[:2].tolist()
    return second, best


def stuffed(step: Step, params: Params) -> Generator[Step, None, None]:
    """Copy after copy of a word: what both models say of the class that the first one gave without any."""
    words = words_of(params.stuffing, params.how)
    if not words or words[0] not in step.model.words or np.isnan(step.shares[0]).any():
        return
    v, k = step.model.words.index(words[0]), int(step.shares[0].argmax())
    rows: list[tuple[float, float]] = []
    for copies in range(params.copies + 1):
        joints = [joint_of(with_copies(step.document, v, copies), model) for model in (step.model, step.other)]
        rows.append(tuple(float(posteriors(joint[:, None])[k, 0]) for joint in joints))  # type: ignore[arg-type]
        yield replace(step, part="stuffed", v=v, target=k, stuffed=np.array(rows))


def ending(step: Step, data: Dataset) -> Ending:
    """Whether both models say the same."""
    if np.isnan(step.shares).any():
        return Ending.converged("One of the models has no answer: some product is 0 for every class.")
    one, other = (data.class_name(data.classes_present[int(row.argmax())]) for row in step.shares)
    if one == other:
        return Ending.converged(f"Both models say {one}.")
    return Ending.converged(f"The multinomial model says {one}, the Bernoulli model {other}.")


def bound(data: Dataset, params: Params) -> int:
    return 3 + max(FEW, STRETCHES) + params.copies + 1


def limits(data: Dataset, params: Params) -> str:
    """The texts must have words; without smoothing those of every class."""
    return objection(data, params) or wordless(class_counts(data, params), data, params.alpha)


@dataclass(frozen=True)
class Params(DocumentParams):
    """Smoothing, the priors, the words, and the document."""


@snapshot
class Step:
    """How far both models have read the document."""

    part: Literal["start", "word", "posterior", "stuffed"]
    model: DocumentModel  # the multinomial one
    other: DocumentModel  # the Bernoulli one
    document: Document
    pair: tuple[int, int]  # the two classes that are compared
    v: int | None = None  # the word that this step is about
    order: np.ndarray = field(default_factory=no_indices)  # (m,) the words so far: those it has, then the others
    times: np.ndarray = field(default_factory=no_indices)  # (m,) how often it has each
    counted: np.ndarray = field(default_factory=no_numbers)  # (m, K) what each adds to the multinomial sum
    ticked: np.ndarray = field(default_factory=no_numbers)  # (m, K) what each adds to the Bernoulli sum
    joints: np.ndarray = field(default_factory=no_numbers)  # (2, K) both sums so far
    shares: np.ndarray = field(default_factory=no_numbers)  # (2, K) both posteriors; NaN where one is undefined
    target: int = 0  # the class whose posterior is followed while a word is stuffed
    stuffed: np.ndarray = field(default_factory=no_numbers)  # (k + 1, 2) its posteriors with 0, 1, … copies

    @property
    def odds(self) -> np.ndarray | None:
        """(2, m + 1) what the prior and each word add to the log-odds of the second of the pair, in both models."""
        if not self.counted.size:
            return None
        low, high = self.pair
        with np.errstate(invalid="ignore"):
            prior = self.model.before[high] - self.model.before[low]
            parts = [np.append(prior, logs[:, high] - logs[:, low]) for logs in (self.counted, self.ticked)]
        return np.array(parts)
