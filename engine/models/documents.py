"""Naive Bayes of documents: a text is its words, which are drawn from a bag, or are there or not, given the class."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import cached_property, lru_cache
from typing import ClassVar

import numpy as np

from engine.base.errors import Refusal
from engine.base.tokens import Tokenising
from engine.base.word_counts import WordCounts, count_known
from engine.models.mixture import ROUNDING
from engine.models.naive_bayes import UNDEFINED, posteriors
from engine.models.shapes import Axes, model, shaped

MULTINOMIAL, BERNOULLI, COMPLEMENT = RULES = ("multinomial", "bernoulli", "complement")


@lru_cache(maxsize=4)
def counted_once(texts: tuple[str, ...], how: Tokenising, words: tuple[str, ...]) -> WordCounts:
    """The words of some texts over a vocabulary: models of the same texts are made with every letter that is typed."""
    return count_known(texts, how, words)


@model
class DocumentModel:
    """ln P(x, Cₖ) = ln πₖ + Σᵥ xᵥ wᵥₖ + bₖ of the counts of words, or of presences; the class where it is greatest.

    multinomial  wᵥₖ = ln θᵥₖ of counts        bernoulli  ln pᵥₖ of a word that is there, ln(1 − pᵥₖ) of one that is not
    complement   wᵥₖ = −ln θᵥₖ of counts, with the chances of the other classes, and no prior

    priors (K,), which add up to 1;  chances (K, V);  classes (K,) their codes;  words (V,) the vocabulary
    texts  what the codes of the column stand for;  lower, stop, stem, pairs  how a text is cut into words
    scaled  of complement: whether the weights of a class are divided by the sum of their sizes

    >>> chances = np.array([[0.8, 0.2], [0.3, 0.7]])
    >>> both = DocumentModel(np.array([0.5, 0.5]), chances, np.array([0, 1]), ("goal", "vote"), ("goal goal", "vote"))
    >>> both.predict(np.array([[0.0], [1.0]])), both.predict_texts(["Goal!"])
    (array([0, 1]), array([0]))
    """

    CALLED = "naive Bayes of texts"

    AXES: ClassVar[Axes] = {"priors": ("class",), "chances": ("class", "word"), "classes": ("class",)}

    priors: np.ndarray
    chances: np.ndarray
    classes: np.ndarray
    words: tuple[str, ...]
    texts: tuple[str, ...] = ()
    rule: str = MULTINOMIAL
    lower: bool = True
    stop: bool = False
    stem: bool = False
    pairs: bool = False
    scaled: bool = False

    def __post_init__(self) -> None:
        shaped(self, priors="K", chances="KV", classes="K")
        if len(self.words) != self.chances.shape[1]:
            raise Refusal("A model of documents has as many words as columns of chances.")
        if self.rule not in RULES:
            raise Refusal("A model of documents is multinomial, bernoulli or complement.")
        if not ((self.chances >= 0) & (self.chances <= 1)).all():
            raise Refusal("The chances of a model of documents are numbers from 0 to 1.")
        if (self.priors < 0).any() or not abs(float(self.priors.sum()) - 1) <= ROUNDING:
            raise Refusal("The priors of a model of documents must be at least 0 and add up to 1.")

    @property
    def n_features(self) -> int:
        """The one column of texts."""
        return 1

    @property
    def how(self) -> Tokenising:
        """How a text is cut into words."""
        return Tokenising(self.lower, self.stop, self.stem, self.pairs)

    def with_texts(self, texts: Sequence[str]) -> DocumentModel:
        """The same model for a column with other texts."""
        return self if tuple(texts) == self.texts else replace(self, texts=tuple(texts))

    # -- a word ------------------------------------------------------------------------------------------------------

    @cached_property
    def there(self) -> np.ndarray:
        """(K, V) what one occurrence of a word adds, or of a presence that it is there."""
        with np.errstate(divide="ignore"):
            logs = np.log(self.chances)
        if self.rule != COMPLEMENT:
            return np.asarray(logs)
        sizes = np.abs(logs).sum(axis=1, keepdims=True)
        return np.asarray(-logs / np.where(sizes > 0, sizes, 1.0) if self.scaled else -logs)

    @cached_property
    def absent(self) -> np.ndarray:
        """(K, V) what a word adds that is not there: ln(1 − p) of a presence, else 0."""
        if self.rule != BERNOULLI:
            return np.zeros_like(self.chances)
        with np.errstate(divide="ignore"):
            return np.asarray(np.log1p(-self.chances))

    @cached_property
    def before(self) -> np.ndarray:
        """(K,) what stands before the first word: ln π, and 0 of a complement."""
        with np.errstate(divide="ignore"):
            return np.zeros(len(self.priors)) if self.rule == COMPLEMENT else np.asarray(np.log(self.priors))

    @cached_property
    def _nothing(self) -> tuple[np.ndarray, np.ndarray]:
        """(K,) the sum of what all absent words add as far as it is finite, and (K,) how many of them add −∞."""
        finite = np.isfinite(self.absent)
        return np.where(finite, self.absent, 0.0).sum(axis=1), (~finite).sum(axis=1)

    # -- a document --------------------------------------------------------------------------------------------------

    def counted(self, texts: Sequence[str]) -> WordCounts:
        """The words of some texts, over the vocabulary."""
        return counted_once(tuple(texts), self.how, self.words)

    def joint_of(self, counts: WordCounts) -> np.ndarray:
        """(K, n) ln P(x, Cₖ) of counted texts, without the multinomial coefficient; −∞ where a factor is 0."""
        times = np.minimum(counts.times, 1) if self.rule == BERNOULLI else counts.times
        total = np.empty((len(self.priors), counts.n))
        for k, (there, absent) in enumerate(zip(self.there, self.absent, strict=True)):
            zero = np.isneginf(there[counts.at]).astype(float) - np.isneginf(absent[counts.at])
            gain = np.where(np.isfinite(there), there, 0.0)[counts.at] * times
            gain -= np.where(np.isfinite(absent), absent, 0.0)[counts.at]
            sums = np.bincount(counts.texts, gain, counts.n) + self._nothing[0][k] + self.before[k]
            zeros = np.bincount(counts.texts, zero, counts.n) + self._nothing[1][k]
            total[k] = np.where(zeros > 0, -np.inf, sums)
        return total

    @cached_property
    def _known(self) -> np.ndarray:
        """(K, T + 1) ln P(x, Cₖ) of all its texts, and of one that is missing."""
        return np.column_stack([self.joint_of(self.counted(self.texts)), self.before])

    def log_joint(self, X: np.ndarray) -> np.ndarray:
        """(K, n) of the texts with the codes X (n, 1); a code that stands for none is a missing text."""
        codes = np.asarray(X, dtype=float).reshape(len(X), -1)[:, 0]
        there = np.isfinite(codes) & (codes > -0.5) & (codes < len(self.texts) - 0.5)
        places = np.where(there, np.rint(np.where(there, codes, 0.0)), len(self.texts)).astype(np.intp)
        return np.asarray(self._known[:, places])

    def predict_proba(self, X: np.ndarray) -> np.ndarray:
        """(n, K) the posteriors, of a complement the scores as shares; NaN where every class has the probability 0."""
        return posteriors(self.log_joint(X)).T

    def predict(self, X: np.ndarray) -> np.ndarray:
        """(n,) the class with the greatest posterior, the first on a tie; UNDEFINED where there is none."""
        return self._best(self.log_joint(X))

    def predict_texts(self, texts: Sequence[str]) -> np.ndarray:
        """(n,) the same of any texts."""
        return self._best(self.joint_of(self.counted(texts)))

    def _best(self, joint: np.ndarray) -> np.ndarray:
        return np.where(np.isfinite(joint.max(axis=0)), self.classes[joint.argmax(axis=0)], UNDEFINED)
