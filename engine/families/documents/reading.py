"""The texts of a table, cut into words and counted; what of them cannot be read."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Protocol

import numpy as np

from engine.base.errors import DropRows, Objection, SetParameter
from engine.base.params import flag, line, whole
from engine.base.snapshot import snapshot
from engine.base.tokens import Piece, Tokenising, pieces_of, words_of
from engine.base.word_counts import WordCounts, count_known, count_words
from engine.base.words import quoted, short
from engine.data.dataset import Dataset
from engine.data.row_numbers import others

MOST_LETTERS = 3_200_000
"""Texts of more letters take too long to be counted at once; with pairs those of half as many."""
FEW = 40
"""So many texts, or words, are gone through one by one."""
STRETCHES = 12
"""Many are gone through in so many steps."""
MOST_WORDS = 20_000
LONGEST_LINE = 2_000
"""A typed text has no more letters."""


@dataclass(frozen=True)
class ReadParams:
    """How texts are cut into words, and which of these are the vocabulary."""

    lower: bool = flag(True, label="lower case", help="'Goal' and 'goal' are one word")
    stop: bool = flag(False, label="leave stop words out", help="English words such as 'the', 'of', 'is'")
    stem: bool = flag(False, label="stems", help="cut simple English endings off: 'goals' is 'goal'")
    pairs: bool = flag(False, label="pairs too", rare=True, help="two words that follow one another are one more word")
    least: int = whole(1, low=1, high=20, label="minimum texts", help="a word that fewer texts have is left out")
    most: int = whole(
        5000, low=1, high=MOST_WORDS, label="maximum words", rare=True, help="of more, the most frequent are kept"
    )
    more: str = line(
        "", most=200, label="further words", rare=True, help="in the vocabulary though no text may have them"
    )

    @property
    def how(self) -> Tokenising:
        """How a text is cut into words."""
        return Tokenising(self.lower, self.stop, self.stem, self.pairs)


@snapshot
class Document:
    """A text with its words.

    spans    (m, 2) where each stands;   said  (m,) what each counts as;   dropped  (m,) why one is left out, or ""
    at       (u,) which words of the vocabulary it has, in the order in which they come;   times  (u,) how often
    places   (m,) the place in the vocabulary of each, −1 of what is not in it
    outside  how many words are not in the vocabulary
    row      which row of the table it is; None where it was typed
    """

    text: str
    spans: np.ndarray
    said: tuple[str, ...]
    dropped: tuple[str, ...]
    places: np.ndarray
    at: np.ndarray
    times: np.ndarray
    outside: int = 0
    row: int | None = None

    @property
    def signs(self) -> int:
        """How many signs of the text are neither part of a word nor blank."""
        inside = np.zeros(len(self.text), dtype=bool)
        for start, stop in self.spans.tolist():
            inside[start:stop] = True
        return sum(not within and not sign.isspace() for within, sign in zip(inside, self.text, strict=True))

    @property
    def changed(self) -> int:
        """How many words count as something else than what is written, as in lower case or by their stem."""
        written = (self.text[start:stop] for start, stop in self.spans.tolist())
        kept = zip(written, self.said, self.dropped, strict=True)
        return sum(was != counts and not dropped for was, counts, dropped in kept)


def text_of(data: Dataset, row: int) -> str:
    """The text of a row; an empty one where it is missing."""
    code, texts = data.X[row, 0], data.columns[0].levels
    return texts[int(code)] if 0 <= code < len(texts) else ""


def texts_of(data: Dataset) -> list[str]:
    """The texts of all rows."""
    return [text_of(data, row) for row in range(data.n)]


def counted_texts(data: Dataset, params: ReadParams) -> WordCounts:
    """The words of all texts over the vocabulary, kept beside the table."""
    key = ("words", params.how, params.least, params.most, params.more)
    return data.cached(key, lambda: _counted(data, params))


def _counted(data: Dataset, params: ReadParams) -> WordCounts:
    texts = texts_of(data)
    found = count_words(texts, params.how, params.least, params.most)
    further = set(words_of(params.more, params.how)) - set(found.words)
    return count_known(texts, params.how, sorted({*found.words, *further})) if further else found


def document(text: str, known: Mapping[str, int], how: Tokenising, row: int | None = None) -> Document:
    """A text with its words looked up in a vocabulary, which says the place of each."""
    pieces: list[Piece] = list(pieces_of(text, how))
    places = np.array([-1 if one.dropped else known.get(one.word, -1) for one in pieces], dtype=np.intp)
    all_places = np.array([known.get(word, -1) for word in words_of(text, how)], dtype=np.intp)
    at, first, times = np.unique(all_places[all_places >= 0], return_index=True, return_counts=True)
    order = np.argsort(first, kind="stable")
    spans = np.array([(one.start, one.stop) for one in pieces], dtype=np.intp).reshape(-1, 2)
    return Document(
        text, spans, tuple(one.word for one in pieces), tuple(one.dropped for one in pieces), places, at[order],
        times[order], int((all_places < 0).sum()), row,
    )  # fmt: skip


class Asking(Protocol):
    """Parameters that name a document: a text that is typed, or a row."""

    @property
    def text(self) -> str: ...
    @property
    def row(self) -> int: ...
    @property
    def how(self) -> Tokenising: ...


def asked_document(known: Mapping[str, int], data: Dataset, params: Asking) -> Document:
    """The text that is typed, or that of a row."""
    if params.text.strip():
        return document(params.text, known, params.how)
    row = min(params.row, data.n) - 1
    return document(text_of(data, row), known, params.how, row)


def tips(read: Document) -> tuple[str, ...]:
    """What the tip says of each word of a text."""
    return tuple(
        f"{short(word)}: {dropped}, left out" if dropped else f"{word}: not in the vocabulary" if place < 0 else word
        for word, dropped, place in zip(read.said, read.dropped, read.places.tolist(), strict=True)
    )


def stretches(lengths: np.ndarray) -> Iterator[int]:
    """After how many texts of these lengths to stop: each of a few, else after about as many letters."""
    if len(lengths) <= FEW:
        yield from range(1, len(lengths) + 1)
        return
    ends = np.cumsum(lengths)
    each = max(float(ends[-1]) / STRETCHES, 1.0)
    done = 0
    for part in range(1, STRETCHES + 1):
        stop = len(lengths) if part == STRETCHES else int(np.searchsorted(ends, part * each, side="right"))
        if stop > done:
            done = stop
            yield stop


def letters_of(data: Dataset) -> np.ndarray:
    """(n,) how long each text is."""
    sizes = np.array([*(len(text) for text in data.columns[0].levels), 0])
    there = (data.X[:, 0] >= 0) & (data.X[:, 0] < len(sizes) - 1)
    return np.asarray(sizes[np.where(there, data.X[:, 0], -1).astype(np.intp)])


def unreadable(data: Dataset, params: ReadParams) -> str:
    """Why the texts cannot be counted, or ''."""
    letters = letters_of(data)
    most = MOST_LETTERS // (2 if params.pairs else 1)
    if (total := int(letters.sum())) > most:
        fit = int(np.searchsorted(np.cumsum(letters), most, side="right"))
        words = f"The texts have {total:,} letters, and at most {most:,} are counted: "
        if not fit:
            name = short(data.row_name(0))
            return Objection(f"{words}leave row {name} out.", DropRows((0,)))
        out = others(data.n, np.arange(fit))
        return Objection(f"{words}leave the last {len(out):,} rows out.", DropRows(tuple(out.tolist())))
    if not counted_texts(data, params).words:
        if params.least > 1:
            words = f"No word is in {params.least:,} texts, so the vocabulary is empty: choose fewer minimum texts."
            return Objection(words, SetParameter("least", 1))
        if params.stop:
            return Objection(
                "All words of the texts are stop words, so the vocabulary is empty: keep them.",
                SetParameter("stop", False),
            )
        return "No text has a word, so the vocabulary is empty: type a text into the table, or open another."
    return ""


def unstuffable(data: Dataset, params: ReadParams, stuffing: str) -> str:
    """Why copies of what was typed cannot be added to a document, or ''."""
    typed = words_of(stuffing, params.how)
    if stuffing.strip() and (not typed or typed[0] not in counted_texts(data, params).words):
        said = f"stuffing = {quoted(stuffing)} is no word of the vocabulary: type one that some text has."
        return Objection(said, SetParameter("stuffing", ""))
    if len(typed) > 1:
        said = f"stuffing = {quoted(stuffing)} is more than one word: a single word is added, copy by copy."
        return Objection(said, SetParameter("stuffing", typed[0]))
    return ""
