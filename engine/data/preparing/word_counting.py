"""Texts as the counts of their words, one column for each word of the vocabulary.   (DC1, DC2)"""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

import numpy as np

from engine.base.errors import Refusal
from engine.base.params import choice, flag, whole
from engine.base.tokens import Tokenising
from engine.base.word_counts import count_known, count_words
from engine.base.words import counted, short
from engine.data.dataset import TEXT, Column, Dataset, Kind
from engine.data.preparing.level_pictures import Bag
from engine.data.preparing.pictures import Picture
from engine.data.preparing.step import beside, found, learnt, named, step, without

COUNTS, PRESENCE = VALUES = ("counts", "presence")
MOST_CELLS = 20_000_000
"""A table of more counts would take too much memory."""


@step
class CountWords:
    """A text becomes how often it has each word of the vocabulary, or whether it has it."""

    NAME: ClassVar = "Count the words"
    ORDER: ClassVar = 5
    SUITS: ClassVar[tuple[Kind, ...]] = (TEXT,)
    WORDS: ClassVar = (
        "Makes a column of every word of the training texts: how often each text has it, or 1 where it has it. The "
        "order of the words is lost."
    )

    values: str = choice(COUNTS, VALUES, help="how often a word occurs, or 1 where it occurs and 0 where not")
    lower: bool = flag(True, label="lower case", help="'Goal' and 'goal' are one word")
    stop: bool = flag(False, label="leave stop words out", help="English words such as 'the', 'of', 'is'")
    stem: bool = flag(False, label="stems", help="cut simple English endings off: 'goals' is 'goal'")
    pairs: bool = flag(False, label="pairs too", help="two words that follow one another count as one more")
    least: int = whole(1, low=1, high=1000, label="minimum texts", help="a word that fewer texts have is left out")
    most: int = whole(300, low=1, high=5000, label="maximum words", help="of more, the most frequent are kept")

    @property
    def how(self) -> Tokenising:
        """How the texts are cut into words."""
        return Tokenising(self.lower, self.stop, self.stem, self.pairs)

    def fit(self, data: Dataset, places: Sequence[int]) -> CountedWords:
        """The vocabulary of each column; a column without any word is refused."""
        if data.n * self.most * len(places) > MOST_CELLS:
            fits = max(MOST_CELLS // (data.n * len(places)), 1)
            raise Refusal(f"{data.n:,} texts and {self.most:,} words are too many: choose at most {fits:,} words.")
        words, warnings = [], []
        for place in places:
            column, there = data.columns[place], data.X[:, place]
            texts = [column.levels[int(code)] for code in there[~np.isnan(there)]]
            every = count_words(texts, self.how, self.least)
            if not every.words:
                raise Refusal(_wordless(short(column.name), self.least))
            kept = count_words(texts, self.how, self.least, self.most).words if len(every.words) > self.most else None
            if kept is not None:
                warnings.append(
                    f"{short(column.name)} has {counted(len(every.words), 'word')}: {self.most:,} are kept."
                )
            words.append(kept or every.words)
        return CountedWords(
            named(data, places), tuple(words), self.lower, self.stop, self.stem, self.pairs, self.values == PRESENCE,
            tuple(warnings),
        )  # fmt: skip


def _wordless(name: str, least: int) -> str:
    """Why a column has no vocabulary."""
    if least > 1:
        return f"No word of {name} is in {least:,} training texts: choose fewer minimum texts."
    return f"No training text of {name} has a word that counts: keep the stop words, or leave the column out."


@learnt
class CountedWords:
    """The vocabulary of each column; a word that is not in it is left out."""

    names: tuple[str, ...]
    words: tuple[tuple[str, ...], ...]
    lower: bool
    stop: bool
    stem: bool
    pairs: bool
    present: bool
    warnings: tuple[str, ...] = ()

    def apply(self, data: Dataset) -> Dataset:
        places, how = found(data, self.names), Tokenising(self.lower, self.stop, self.stem, self.pairs)
        parts, columns = [], []
        for place, words in zip(places, self.words, strict=True):
            codes = data.X[:, place]
            there = np.flatnonzero(~np.isnan(codes))
            used, back = np.unique(codes[there].astype(np.intp), return_inverse=True)
            table = count_known((data.columns[place].levels[code] for code in used.tolist()), how, words).dense()
            counts = np.zeros((data.n, len(words)))
            counts[there] = table[back]
            parts.append(np.minimum(counts, 1.0) if self.present else counts)
            columns += [Column(word) for word in words]
        return without(beside(data, np.hstack(parts), columns), places)

    def picture(self, before: Dataset, after: Dataset, name: str, row: int | None) -> tuple[Picture, ...]:
        """The words that most texts have, and how often the row that is looked at has each."""
        place, words = before.feature_names.index(name), self.words[self.names.index(name)]
        how = Tokenising(self.lower, self.stop, self.stem, self.pairs)
        column, codes = before.columns[place], before.X[:, place]
        texts = [column.levels[int(code)] if code >= 0 else "" for code in np.nan_to_num(codes, nan=-1.0)]
        counts = count_known(texts, how, words)
        texts_with = np.bincount(counts.at, minlength=len(words))
        order = np.argsort(-texts_with, kind="stable")
        own = () if row is None else tuple(int(times) for times in counts.dense([row])[0, order])
        called = "" if row is None else before.row_name(row)
        levels = tuple(words[v] for v in order.tolist())
        return (Bag(column.title, levels, tuple(texts_with[order].tolist()), called, own),)
