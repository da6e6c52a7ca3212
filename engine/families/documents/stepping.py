"""What all models of documents have in common: their steps, the document that is asked about, and its words.

P(Cₖ | x) = P(x | Cₖ) πₖ / Σ P(x | Cₗ) πₗ        ln P(x, Cₖ) = ln πₖ + Σ of what each word adds
"""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass, field, replace
from typing import Literal

import numpy as np

from engine.base.errors import Objection, SetParameter
from engine.base.params import choice, line, real, whole
from engine.base.snapshot import no_indices, no_numbers, snapshot
from engine.base.tokens import words_of
from engine.base.words import counted
from engine.core.ending import Ending
from engine.data.dataset import Dataset
from engine.families.documents.reading import (
    FEW,
    LONGEST_LINE,
    STRETCHES,
    Document,
    ReadParams,
    asked_document,
    counted_texts,
    document,
    letters_of,
    stretches,
    text_of,
    unreadable,
    unstuffable,
)
from engine.maths.probability.sigmoid import log_sum_exp
from engine.models.documents import BERNOULLI, DocumentModel
from engine.models.naive_bayes import posteriors
from engine.parts.stretches import pauses

ESTIMATED, UNIFORM = PRIORS = ("estimated", "uniform")
MOST_COPIES = 50
Part = Literal[
    "start", "document", "prior", "estimate", "coefficient", "word", "posterior", "stuffed", "linear", "classified"
]


@dataclass(frozen=True)
class SmoothingParams:
    """What is added to every count; it stands before the parameters of the document."""

    alpha: float = real(
        1.0, low=0.0, high=100.0, symbol=r"\alpha", label="smoothing", help="added to every count; 0: none"
    )


@dataclass(frozen=True)
class AskParams:
    """The document that is classified, and a word that is stuffed into it."""

    text: str = line("", most=LONGEST_LINE, live=True, label="document", help="typed; empty: the row below")
    row: int = whole(1, low=1, high=1_000_000, of_rows=True, label="row", help="classified, at most the last")
    stuffing: str = line("", most=60, label="stuffing", help="a word that is added to the document, copy by copy")
    copies: int = whole(10, low=0, high=MOST_COPIES, label="copies", rare=True, help="of that word")


@dataclass(frozen=True)
class PriorParams:
    """How probable the classes are before anything is read."""

    priors: str = choice(ESTIMATED, PRIORS, symbol=r"\pi", help="estimated: the share of each class in the texts")


@dataclass(frozen=True)
class QueryParams(ReadParams, SmoothingParams, AskParams):
    """What every model of documents asks."""


@dataclass(frozen=True)
class DocumentParams(ReadParams, PriorParams, SmoothingParams, AskParams):
    """The same, with the priors."""


Asked = QueryParams | DocumentParams


def class_counts(data: Dataset, params: ReadParams, present: bool = False) -> np.ndarray:
    """(K, V) how often each word occurs in all texts of each class, or how many of them have it."""
    return counted_texts(data, params).summed(places(data), len(data.classes_present), present)


@snapshot
class DocumentStep:
    """How far the texts are counted and the chances estimated, and one document is worked out."""

    part: Part
    words: tuple[str, ...]  # (V,) the vocabulary
    sizes: np.ndarray  # (K,) texts of each class
    counts: np.ndarray  # (K, V) how often each word occurs in the texts so far, or in how many it is
    totals: np.ndarray  # (K,) what the counts are a share of
    done: int = 0  # how many texts are counted
    row: int | None = None  # the last of them
    more: np.ndarray = field(default_factory=no_indices)  # (u,) what its words added, where it alone was counted
    document: Document | None = None  # the text that this step is about
    model: DocumentModel | None = None
    priors: np.ndarray | None = None  # (K,)
    chances: np.ndarray | None = None  # (K, V); NaN of words that are not estimated yet
    v: int | None = None  # the word that this step is about
    other: np.ndarray = field(default_factory=no_numbers)  # (K,) what the other model counts of a word estimated
    order: np.ndarray = field(default_factory=no_indices)  # (m,) the words whose factors are in so far
    times: np.ndarray = field(default_factory=no_indices)  # (m,) how often the document has each
    logs: np.ndarray = field(default_factory=no_numbers)  # (m, K) what each adds
    joint: np.ndarray | None = None  # (K,) ln P(x, Cₖ) so far
    coefficient: float | None = None  # ln n! / Π xᵥ! of a bag of words
    lengths: np.ndarray = field(default_factory=no_indices)  # (u,) the xᵥ of which it is made
    posterior: np.ndarray | None = None  # (K,); NaN where every class has the probability 0
    evidence: float | None = None  # ln P(x)
    stuffed: np.ndarray = field(default_factory=no_numbers)  # (k + 1, K) the posteriors with 0, 1, … copies
    flip: int = -1  # the first number of copies with which another class wins
    weights: np.ndarray | None = None  # (K, V) of the linear form
    biases: np.ndarray | None = None  # (K,)
    wrong: np.ndarray = field(default_factory=no_indices)
    presence: bool = False  # whether texts are counted that have a word, and not its occurrences

    @property
    def pair(self) -> tuple[int, int]:
        """The two classes whose log-odds are drawn: of two both, else the most probable against the next."""
        K = len(self.sizes)
        if K == 2 or self.joint is None or not np.isfinite(self.joint).any():
            return 0, min(1, K - 1)
        best, second = np.argsort(-self.joint, kind="stable")[:2].tolist()
        return second, best

    @property
    def odds(self) -> np.ndarray | None:
        """(m + 1,) what the prior and each word add to the log-odds of the second of the pair."""
        if self.model is None or not self.logs.size:
            return None
        low, high = self.pair
        with np.errstate(invalid="ignore"):
            return np.append(self.model.before[high] - self.model.before[low], self.logs[:, high] - self.logs[:, low])

    @property
    def times_as_probable(self) -> np.ndarray | None:
        """(K,) how many times as probable the last word is in each class as in the one in which it is least so."""
        if not self.logs.size:
            return None
        with np.errstate(over="ignore", invalid="ignore"):
            return np.asarray(np.exp(self.logs[-1] - self.logs[-1].min()))

    @property
    def gaps(self) -> np.ndarray | None:
        """(V,) of two classes the weight of each word in the log-odds of the second."""
        return None if self.weights is None or len(self.sizes) != 2 else np.asarray(self.weights[1] - self.weights[0])

    @property
    def ranked(self) -> np.ndarray | None:
        """(V,) the words in the order of those weights, the largest first."""
        return None if self.gaps is None else np.argsort(-np.abs(self.gaps), kind="stable")

    @property
    def gaps_ranked(self) -> np.ndarray | None:
        """(V,) the weights in this order."""
        return None if self.gaps is None or self.ranked is None else np.asarray(self.gaps[self.ranked])

    @property
    def plain(self) -> np.ndarray | None:
        """(K,) the chances of the word that is estimated, without smoothing."""
        if self.part != "estimate" or self.v is None:
            return None
        with np.errstate(divide="ignore", invalid="ignore"):
            return np.asarray(self.counts[:, self.v] / self.totals)

    @property
    def log_likelihood(self) -> float | None:
        """ln P(x | Cₖ) of the most probable class, with the coefficient where it is told."""
        if self.posterior is None or self.joint is None or self.priors is None:
            return None
        k = int(self.joint.argmax())
        with np.errstate(divide="ignore", invalid="ignore"):
            return float(self.joint[k] - np.log(self.priors[k])) + (self.coefficient or 0.0)

    @property
    def likelihood(self) -> float | None:
        """P(x | Cₖ) of that class."""
        return None if self.log_likelihood is None else float(np.exp(self.log_likelihood))

    @property
    def orders(self) -> float | None:
        """n! / Π xᵥ!, in how many orders the words can stand."""
        return None if self.coefficient is None else float(np.exp(min(self.coefficient, 700.0)))

    @property
    def killed(self) -> np.ndarray:
        """(m,) the words so far whose factor is 0 in some class."""
        return self.order[np.isneginf(self.logs).any(axis=1)] if self.logs.size else self.order


def places(data: Dataset) -> np.ndarray:
    """(n,) the place of the class of each row among those that occur."""
    return np.asarray(np.searchsorted(data.classes_present, data.codes))


def begun(data: Dataset, params: ReadParams, presence: bool = False) -> DocumentStep:
    """The step before any text is counted."""
    words, K = counted_texts(data, params).words, len(data.classes_present)
    sizes = np.array(data.class_sizes[1:])[list(data.classes_present)]
    return DocumentStep(
        part="start", words=words, sizes=sizes, counts=np.zeros((K, len(words))), totals=np.zeros(K), presence=presence
    )  # fmt: skip


def counted_in(
    step: DocumentStep, data: Dataset, params: ReadParams, present: bool
) -> Generator[DocumentStep, None, DocumentStep]:
    """One text after the other: its words are added to the counts of its class."""
    k, whole_counts = places(data), counted_texts(data, params)
    for stop in stretches(letters_of(data)):
        part = whole_counts.between(step.done, stop)
        counts = step.counts + part.summed(k[step.done : stop], len(step.sizes), present)
        texts = np.bincount(k[:stop], minlength=len(step.sizes)).astype(float)
        totals = texts if present else counts.sum(axis=1)
        read = document(text_of(data, stop - 1), whole_counts.numbered, params.how, stop - 1)
        alone = read.times[: len(read.times) if stop == step.done + 1 else 0]
        more = np.minimum(alone, 1) if present else alone
        step = replace(
            step, part="document", counts=counts, totals=totals, done=stop, row=stop - 1, more=more, document=read,
        )  # fmt: skip
        yield step
    return replace(step, document=None, row=None, more=no_indices())


def with_priors(step: DocumentStep, params: PriorParams) -> DocumentStep:
    """The step that has πₖ = Nₖ / N, or all alike."""
    shares = step.sizes / step.sizes.sum()
    priors = shares if params.priors == ESTIMATED else np.full(len(shares), 1 / len(shares))
    return replace(step, part="prior", priors=priors)


def model_of(
    step: DocumentStep, chances: np.ndarray, data: Dataset, params: ReadParams, rule: str, scaled: bool = False
) -> DocumentModel:
    """The model of these chances (K, V), which knows the texts of the column."""
    assert step.priors is not None
    how = params.how
    return DocumentModel(
        step.priors, chances, np.array(data.classes_present), step.words, data.columns[0].levels, rule,
        how.lower, how.stop, how.stem, how.pairs, scaled,
    )  # fmt: skip


def estimated(
    step: DocumentStep, chances: np.ndarray, model: DocumentModel, other: np.ndarray
) -> Generator[DocumentStep, None, DocumentStep]:
    """One word after the other: its chances in the classes, of all (K, V).

    other  (K, V) the other counts: of texts that have a word, or of its occurrences
    """
    V = len(step.words)
    for stop in pauses(V, STRETCHES, False):
        known = np.where(np.arange(V) < stop, chances, np.nan)
        step = replace(step, part="estimate", chances=known, v=stop - 1, other=other[:, stop - 1])
        yield step
    return replace(step, model=model, v=None, other=no_numbers())


def asked(
    step: DocumentStep, data: Dataset, params: Asked, coefficient: bool = False
) -> Generator[DocumentStep, None, DocumentStep]:
    """The document: one word after the other, the posterior, copies of a word, the linear form, and all rows."""
    model = step.model
    assert model is not None
    read = asked_document(counted_texts(data, params).numbered, data, params)
    step = replace(step, document=read, joint=model.before, logs=np.zeros((0, len(step.sizes))))
    order, times = order_of(read, model)
    if coefficient:
        step = replace(step, part="coefficient", coefficient=log_coefficient(read.times), lengths=read.times)
        yield step
    for stop in pauses(len(order), STRETCHES, False):
        logs = added_by(order[:stop], times[:stop], model)
        step = replace(
            step, part="word", v=int(order[stop - 1]), order=order[:stop], times=times[:stop], logs=logs,
            joint=model.before + logs.sum(axis=0),
        )  # fmt: skip
        yield step

    assert step.joint is not None
    posterior = posteriors(step.joint[:, None])[:, 0]
    step = replace(
        step, part="posterior", v=None, posterior=posterior, evidence=float(log_sum_exp(step.joint[None])[0])
    )
    yield step

    step = yield from stuffed(step, params)
    if (flat := linear_form(model)) is not None:
        step = replace(step, part="linear", v=None, weights=flat[0], biases=flat[1])
        yield step
    step = replace(step, part="classified", v=None, wrong=np.flatnonzero(model.predict(data.X) != data.codes))
    yield step
    return step


def order_of(read: Document, model: DocumentModel) -> tuple[np.ndarray, np.ndarray]:
    """The words whose factors are multiplied, and how often each occurs: with presences also those that are absent."""
    if model.rule != BERNOULLI:
        return read.at, read.times
    absent = np.setdiff1d(np.arange(len(model.words)), read.at)
    return np.append(read.at, absent), np.append(np.ones(len(read.at), dtype=np.intp), np.zeros_like(absent))


def added_by(order: np.ndarray, times: np.ndarray, model: DocumentModel) -> np.ndarray:
    """(m, K) what each of these words adds to ln P(x, Cₖ)."""
    if model.rule == BERNOULLI:
        return np.asarray(np.where(times[:, None] > 0, model.there.T[order], model.absent.T[order]))
    with np.errstate(invalid="ignore"):  # a word that is not there adds nothing, whatever its chance
        return np.where(times[:, None] > 0, times[:, None] * model.there.T[order], 0.0)


def log_coefficient(times: np.ndarray) -> float:
    """ln n! / Π xᵥ!, in how many orders so many words can stand."""
    from scipy.special import gammaln

    return float(gammaln(times.sum() + 1) - gammaln(times + 1).sum())


def stuffed(step: DocumentStep, params: Asked) -> Generator[DocumentStep, None, DocumentStep]:
    """Copy after copy of a word is added: odds × (θ₂ / θ₁)ᵏ."""
    model, read = step.model, step.document
    words = words_of(params.stuffing, params.how)
    if model is None or read is None or not words or words[0] not in step.words:
        return step
    v = step.words.index(words[0])
    rows: list[np.ndarray] = []
    for k in range(params.copies + 1):
        joint = model.before + added_by(*order_of(with_copies(read, v, k), model), model).sum(axis=0)
        rows.append(posteriors(joint[:, None])[:, 0])
        winners = [int(row.argmax()) if np.isfinite(row).all() else -1 for row in rows]
        flip = next((at for at, one in enumerate(winners) if one != winners[0]), -1)
        step = replace(step, part="stuffed", v=v, stuffed=np.array(rows), flip=flip)
        yield step
    return step


def with_copies(read: Document, v: int, k: int) -> Document:
    """The document with k more copies of a word."""
    if not k:
        return read
    if not (read.at == v).any():
        return replace(read, at=np.append(read.at, v), times=np.append(read.times, k))
    return replace(read, times=np.where(read.at == v, read.times + k, read.times))


def linear_form(model: DocumentModel) -> tuple[np.ndarray, np.ndarray] | None:
    """The weights (K, V) and biases (K,) of ln P(x, Cₖ) = w · x + b; None where one is not finite."""
    if not np.isfinite(model.there).all() or not np.isfinite(model.absent).all() or not model.priors.all():
        return None
    return model.there - model.absent, model.before + model.absent.sum(axis=1)


def ended(step: DocumentStep, data: Dataset) -> Ending:
    """How the run ends."""
    errors = counted(len(step.wrong), "training error")
    return Ending.converged(
        f"{len(step.sizes)} classes and a vocabulary of {counted(len(step.words), 'word')}: {errors} among "
        f"{data.n:,} texts."
    )


def most_steps(data: Dataset, params: Asked) -> int:
    """The most steps of a run."""
    return 7 + 3 * max(FEW, STRETCHES) + params.copies + 1


def objection(data: Dataset, params: Asked) -> str:
    """Why the texts, the document or the stuffing will not do, or ''."""
    return unreadable(data, params) or unstuffable(data, params, params.stuffing)


def wordless(counts: np.ndarray, data: Dataset, alpha: float) -> str:
    """A class without any word, where nothing is smoothed; or ''."""
    totals = counts.sum(axis=1)
    if alpha > 0 or totals.all():
        return ""
    name = data.class_name(data.classes_present[int(totals.argmin())])
    return Objection(f"The texts of {name} have no word: choose a smoothing above 0.", SetParameter("alpha", 1.0))
