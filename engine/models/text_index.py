"""Texts as vectors of weighted words, with an inverted index: for each word the texts that have it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import cached_property
from typing import ClassVar

import numpy as np

from engine.base.errors import Refusal
from engine.base.tokens import Tokenising
from engine.base.word_counts import WordCounts, count_known
from engine.models.naive_bayes import UNDEFINED
from engine.models.shapes import Axes, model, shaped

RAW, LOG, BINARY = FREQUENCIES = ("raw", "log", "binary")
DECIMALS = 12
"""Scores are compared to so many decimals of the greatest one: beyond them is what rounding leaves."""


def frequencies(times: np.ndarray, rule: str) -> np.ndarray:
    """(m,) tf(n) of words that occur n times (m,), n ≥ 1: n itself, 1 + ln n, or 1.

    >>> frequencies(np.array([1, 3]), RAW), frequencies(np.array([1, 3]), BINARY)
    (array([1., 3.]), array([1., 1.]))
    """
    n = np.asarray(times, dtype=float)
    return np.asarray({RAW: n, LOG: 1.0 + np.log(n), BINARY: np.ones_like(n)}[rule])


def ranked(scores: np.ndarray, rows: np.ndarray) -> np.ndarray:
    """The rows among all with scores (n,), the greatest score first; the lower row on a tie.

    >>> ranked(np.array([0.2, 0.0, 0.5, 0.2]), np.array([0, 2, 3]))
    array([2, 0, 3])
    """
    found = scores[rows]
    top = float(np.abs(found).max(initial=0.0))
    return np.asarray(rows[np.argsort(-np.round(found / (top or 1.0), DECIMALS), kind="stable")])


@model
class TextIndex:
    """s(q, d) = Σ_v w_vq w_vd with w_vd = tf(n_vd) idf_v, divided by the length of its vector where these are unit.

    words, idf (V,);   starts (n + 1,) where the entries of each text begin;   at, weights (m,) the word of each, and w
    answers (n,)  what each text stands for, its class or its number;   texts  what the codes of the column stand for
    tf  one of FREQUENCIES;   unit  whether vectors have length 1;   lower, stop, stem, pairs  how a text is cut

    >>> entries = np.array([0, 1, 2]), np.array([0, 1]), np.array([1.0, 1.0])
    >>> index = TextIndex(("goal", "vote"), np.ones(2), *entries, np.array([7, 3]), ("goal", "vote"))
    >>> index.predict_texts(["Vote, vote!", "law"]), index.predict(np.array([[0.0]]))
    (array([ 3, -1]), array([7]))
    """

    CALLED = "index of texts"

    AXES: ClassVar[Axes] = {
        "idf": ("word",), "starts": ("start",), "at": ("entry",), "weights": ("entry",), "answers": ("text",),
    }  # fmt: skip

    words: tuple[str, ...]
    idf: np.ndarray
    starts: np.ndarray
    at: np.ndarray
    weights: np.ndarray
    answers: np.ndarray
    texts: tuple[str, ...] = ()
    tf: str = RAW
    unit: bool = True
    lower: bool = True
    stop: bool = False
    stem: bool = False
    pairs: bool = False

    def __post_init__(self) -> None:
        n, m = (shaped(self, answers="n", at="m", weights="m")[letter] for letter in "nm")
        if self.idf.shape != (len(self.words),):
            raise Refusal("An index of texts has a rarity for each of its words.")
        if any(part.dtype.kind != "i" for part in (self.starts, self.at, self.answers)):
            raise Refusal("The entries of an index of texts are whole numbers.")
        if self.starts.shape != (n + 1,) or self.starts[0] or self.starts[-1] != m or (np.diff(self.starts) < 0).any():
            raise Refusal("The entries of an index of texts must belong to its texts, one after the other.")
        if m and not (self.at.min() >= 0 and self.at.max() < len(self.words)):
            raise Refusal("An entry of an index of texts is of one of its words.")
        if not (np.isfinite(self.idf).all() and np.isfinite(self.weights).all()):
            raise Refusal("The weights of an index of texts must be numbers.")
        if self.tf not in FREQUENCIES:
            raise Refusal("The frequency of a word in an index of texts is raw, log or binary.")

    @property
    def n_features(self) -> int:
        """The one column of texts."""
        return 1

    @property
    def n(self) -> int:
        """How many texts are indexed."""
        return len(self.answers)

    @property
    def how(self) -> Tokenising:
        """How a text is cut into words."""
        return Tokenising(self.lower, self.stop, self.stem, self.pairs)

    def with_texts(self, texts: Sequence[str]) -> TextIndex:
        """The same index, asked by a column with other texts."""
        return self if tuple(texts) == self.texts else replace(self, texts=tuple(texts))

    # -- the index -----------------------------------------------------------------------------------------------------

    @cached_property
    def _lists(self) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """Where the list of each word begins (V + 1,), and all entries in this order: the text (m,) and its weight."""
        order = np.argsort(self.at, kind="stable")
        texts = np.repeat(np.arange(self.n), np.diff(self.starts))
        begins = np.concatenate([[0], np.cumsum(np.bincount(self.at, minlength=len(self.words)))])
        return begins, texts[order], self.weights[order]

    def list_of(self, v: int) -> tuple[np.ndarray, np.ndarray]:
        """The texts that have a word, ascending, and its weight in each."""
        begins, texts, weights = self._lists
        held = slice(begins[v], begins[v + 1])
        return texts[held], weights[held]

    def of(self, text: int) -> tuple[np.ndarray, np.ndarray]:
        """The words that a text has, and their weights."""
        held = slice(self.starts[text], self.starts[text + 1])
        return self.at[held], self.weights[held]

    # -- a query -------------------------------------------------------------------------------------------------------

    def weighed(self, at: np.ndarray, times: np.ndarray) -> np.ndarray:
        """(q,) the weights of the words of a query, of which each occurs so many times."""
        w = frequencies(times, self.tf) * self.idf[at]
        length = float(np.sqrt(w @ w)) if self.unit else 1.0
        return np.asarray(w / (length or 1.0))

    def scored(self, at: np.ndarray, weights: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """(n,) the score of each text for a query with these words and weights, and the texts (r,) on their lists."""
        scores, touched = np.zeros(self.n), np.zeros(self.n, dtype=bool)
        for v, weight in zip(at.tolist(), weights.tolist(), strict=True):
            texts, held = self.list_of(v)
            scores[texts] += weight * held
            touched[texts] = True
        return scores, np.flatnonzero(touched)

    def parts(self, rows: np.ndarray, at: np.ndarray, weights: np.ndarray) -> np.ndarray:
        """(r, q) what each word of a query adds to the score of each of these texts."""
        place = np.full(len(self.words), -1)
        place[at] = np.arange(len(at))
        found = np.zeros((len(rows), len(at)))
        for i, row in enumerate(rows.tolist()):
            words, held = self.of(row)
            there = place[words] >= 0
            q = place[words[there]]
            found[i, q] = weights[q] * held[there]
        return found

    def counted(self, texts: Sequence[str]) -> WordCounts:
        """The words of some texts, over the vocabulary."""
        return count_known(texts, self.how, self.words)

    def predict(self, X: np.ndarray) -> np.ndarray:
        """(n,) what the text that is most like each one stands for, from the codes X (n, 1) of these.

        UNDEFINED where no text shares a word; a code that stands for no text is a missing one.
        """
        codes = np.asarray(X, dtype=float).reshape(len(X), -1)[:, 0]
        there = np.isfinite(codes) & (codes > -0.5) & (codes < len(self.texts) - 0.5)
        places, back = np.unique(np.where(there, np.rint(np.where(there, codes, 0.0)), -1), return_inverse=True)
        asked = [self.texts[int(place)] if place >= 0 else "" for place in places]
        return self.predict_texts(asked)[back.reshape(-1)]

    def predict_texts(self, texts: Sequence[str]) -> np.ndarray:
        """(n,) the same of any texts."""
        counts = self.counted(texts)
        return np.array([self._nearest(*counts.of(text)) for text in range(counts.n)], dtype=np.intp)

    def _nearest(self, at: np.ndarray, times: np.ndarray) -> int:
        scores, touched = self.scored(at, self.weighed(at, times))
        return int(self.answers[ranked(scores, touched)[0]]) if len(touched) else UNDEFINED
