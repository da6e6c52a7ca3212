"""How rare words are, how long the vectors of texts are, and the index that is made of both."""

from __future__ import annotations

from typing import Protocol

import numpy as np

from engine.base.tokens import Tokenising
from engine.base.word_counts import WordCounts
from engine.data.dataset import Dataset
from engine.models.text_index import TextIndex

PLAIN, SMOOTHED, NONE = IDF = ("plain", "smoothed", "none")


class Weighing(Protocol):
    """Parameters that say how words are weighed."""

    @property
    def tf(self) -> str: ...
    @property
    def unit(self) -> bool: ...
    @property
    def how(self) -> Tokenising: ...


def inverse_frequencies(df: np.ndarray, N: int, rule: str) -> np.ndarray:
    """idf (V,) of words that df (V,) of N texts have; plain it is 0 where no text has a word.

    plain  ln(N / df)        smoothed  ln((1 + N) / (1 + df)) + 1        none  1

    >>> inverse_frequencies(np.array([4.0, 1.0]), 4, PLAIN).round(3)
    array([0.   , 1.386])
    """
    if rule == NONE:
        return np.ones(len(df))
    if rule == SMOOTHED:
        return np.asarray(np.log((1 + N) / (1 + df)) + 1)
    return np.where(df > 0, np.log(N / np.maximum(df, 1)), 0.0)


def lengths(w: np.ndarray, counts: WordCounts) -> np.ndarray:
    """‖w‖ (n,) of the vectors of all texts, from the weights w (m,) of their entries."""
    return np.asarray(np.sqrt(np.bincount(counts.texts, w * w, counts.n)))


def index_of(
    w: np.ndarray, sizes: np.ndarray, idf: np.ndarray, counts: WordCounts, data: Dataset, params: Weighing
) -> TextIndex:
    """The index of these weights (m,), divided by the lengths (n,) of their texts where vectors have length 1."""
    divisors = np.where(sizes > 0, sizes, 1.0)[counts.texts] if params.unit else 1.0
    answers = data.codes if data.target == "class" else np.arange(data.n)
    how = params.how
    return TextIndex(
        counts.words, idf, counts.starts, counts.at, w / divisors, answers, data.columns[0].levels, params.tf,
        params.unit, how.lower, how.stop, how.stem, how.pairs,
    )  # fmt: skip
