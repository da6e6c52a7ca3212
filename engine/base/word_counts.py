"""Which words some texts have, and how often each text has each of them, kept without the zeros."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property

import numpy as np

from engine.base.snapshot import sealed, snapshot
from engine.base.tokens import Tokenising, words_of


@snapshot
class WordCounts:
    """How often text i has word v, for those that it has.

    words    (V,) the vocabulary, in the order of the alphabet
    starts   (n + 1,) where the entries of each text begin;   at  (m,) the word of each;   times  (m,) how often
    outside  (n,) how many words of each text are not in the vocabulary
    """

    words: tuple[str, ...]
    starts: np.ndarray
    at: np.ndarray
    times: np.ndarray
    outside: np.ndarray

    @property
    def n(self) -> int:
        """The number of texts."""
        return len(self.starts) - 1

    @cached_property
    def numbered(self) -> Mapping[str, int]:
        """The place of each word in the vocabulary."""
        return places_in(self.words)

    def between(self, first: int, stop: int) -> WordCounts:
        """The counts of the texts from `first` up to `stop`."""
        begin, end = self.starts[first], self.starts[stop]
        starts = self.starts[first : stop + 1] - begin
        return WordCounts(self.words, starts, self.at[begin:end], self.times[begin:end], self.outside[first:stop])

    @property
    def texts(self) -> np.ndarray:
        """(m,) the text of each entry."""
        return np.repeat(np.arange(self.n), np.diff(self.starts))

    def of(self, text: int) -> tuple[np.ndarray, np.ndarray]:
        """The words that a text has, and how often."""
        held = slice(self.starts[text], self.starts[text + 1])
        return self.at[held], self.times[held]

    def dense(self, texts: Sequence[int] | np.ndarray | None = None) -> np.ndarray:
        """(len(texts), V) the counts with the zeros, of these texts or of all."""
        chosen = np.arange(self.n) if texts is None else np.asarray(texts, dtype=np.intp)
        table = np.zeros((len(chosen), len(self.words)))
        for row, text in enumerate(chosen.tolist()):
            at, times = self.of(text)
            table[row, at] = times
        return table

    def summed(self, groups: np.ndarray, K: int, present: bool = False) -> np.ndarray:
        """(K, V) the counts of the texts of each group (n,), or in how many of its texts a word is; −1: in no group."""
        V, group = len(self.words), groups[self.texts]
        there = group >= 0
        weights = (self.times > 0 if present else self.times)[there].astype(float)
        return np.bincount(group[there] * V + self.at[there], weights, K * V).reshape(K, V)


def count_words(
    texts: Iterable[str], how: Tokenising, least: int = 1, most: int | None = None, n: int | None = None
) -> WordCounts:
    """The words of some texts: those that at least so many texts have, and of more than `most` the most frequent.

    >>> count_words(["b a b", "a c"], Tokenising(), least=2).words
    ('a',)
    >>> count_words(["b a b", "a c"], Tokenising()).dense().tolist()
    [[1.0, 2.0, 0.0], [1.0, 0.0, 1.0]]
    """
    known: dict[str, int] = {}
    found, lengths = _entries(texts, how, known)
    return chosen(found, lengths, known, least, most)


def _entries(texts: Iterable[str], how: Tokenising, known: dict[str, int]) -> tuple[list[int], list[int]]:
    """The number of every word of every text, one after the other, and how many words each text has."""
    found: list[int] = []
    lengths: list[int] = []
    number = known.setdefault
    for text in texts:
        words = words_of(text, how)
        found += [number(word, len(known)) for word in words]
        lengths.append(len(words))
    return found, lengths


def chosen(
    found: Sequence[int], lengths: Sequence[int], known: Mapping[str, int], least: int, most: int | None
) -> WordCounts:
    """The counts over a vocabulary in the order of the alphabet, of the words that are frequent enough."""
    n, V = len(lengths), len(known)
    text = np.repeat(np.arange(n), np.asarray(lengths, dtype=np.intp))
    pairs, times = np.unique(text * max(V, 1) + np.asarray(found, dtype=np.int64), return_counts=True)
    text, word = pairs // max(V, 1), pairs % max(V, 1)
    total = np.bincount(word, times, V)
    names = np.array(list(known), dtype=object)
    kept = np.flatnonzero(np.bincount(word, minlength=V) >= least)
    if most is not None and len(kept) > most:
        order = sorted(kept.tolist(), key=lambda v: (-total[v], names[v]))
        kept = np.array(order[:most], dtype=np.intp)
    ordered = sorted(kept.tolist(), key=lambda v: str(names[v]))
    place = np.full(V, -1)
    place[ordered] = np.arange(len(ordered))
    return _packed(tuple(str(names[v]) for v in ordered), n, text, place[word], times)


def places_in(words: Sequence[str]) -> dict[str, int]:
    """The place of each word in a vocabulary."""
    return {word: place for place, word in enumerate(words)}


def count_known(texts: Iterable[str], how: Tokenising, words: Sequence[str]) -> WordCounts:
    """How often some texts have the words of a vocabulary that is known; other words are counted as outside.

    >>> count_known(["a z a"], Tokenising(), ("a", "b")).dense().tolist()
    [[2.0, 0.0]]
    """
    known = places_in(words)
    rows = [[known.get(word, -1) for word in words_of(text, how)] for text in texts]
    text = np.repeat(np.arange(len(rows)), np.array([len(row) for row in rows], dtype=np.intp))
    word = np.array([place for row in rows for place in row], dtype=np.int64)
    V = len(words) + 1
    pairs, times = np.unique(text * V + (word + 1), return_counts=True)
    return _packed(tuple(words), len(rows), pairs // V, pairs % V - 1, times)


def _packed(words: tuple[str, ...], n: int, text: np.ndarray, place: np.ndarray, times: np.ndarray) -> WordCounts:
    """The entries text by text, each in the order of the vocabulary; a place of −1 is outside."""
    known = place >= 0
    outside = np.bincount(text[~known], times[~known], n).astype(np.intp)
    text, place, times = text[known], place[known], times[known]
    order = np.lexsort((place, text))
    starts = np.concatenate([[0], np.cumsum(np.bincount(text, minlength=n))])
    return WordCounts(words, sealed(starts), sealed(place[order]), sealed(times[order]), sealed(outside))
