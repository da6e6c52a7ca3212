"""Tokenising: a text is cut into words, the words make a vocabulary, and every text becomes a row of counts.

xᵥ = how often word v occurs in the text        bᵥ = [xᵥ > 0]

x, b (V,) over the vocabulary, in the order of the alphabet; other words are counted as outside
"""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass, field, replace
from typing import Literal

import numpy as np

from engine.base.params import line, whole
from engine.base.snapshot import no_indices, no_numbers, snapshot
from engine.base.words import counted
from engine.core.algorithm import Steps
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
)
from engine.parts.stretches import pauses


def run(data: Dataset, params: Params, rng: np.random.Generator, start: None = None) -> Steps:
    found = counted_texts(data, params)
    words = found.words
    step = Step(part="start", words=words)
    yield step
    step = yield from read(step, data, params)
    step = replace(step, part="vocabulary", document=None, row=None, new=no_indices())
    yield step
    step = yield from tallied(step, asked_document(found.numbered, data, params), len(words))
    vectors = counted_texts(data, params).dense(np.arange(min(data.n, FEW)))
    yield replace(step, part="vectors", vectors=vectors)
    texts, size = counted(data.n, "text"), counted(len(words), "word")
    return Ending.converged(f"{texts} became rows of counts over a vocabulary of {size}.")


def read(step: Step, data: Dataset, params: Params) -> Generator[Step, None, Step]:
    """One text after the other: words that were not met before join the list."""
    counts = counted_texts(data, params)
    met = np.zeros(0, dtype=np.intp)
    for stop in stretches(letters_of(data)):
        row = stop - 1
        text = document(text_of(data, row), counts.numbered, params.how, row)
        between = counts.at[counts.starts[step.done] : counts.starts[stop]]
        if stop == step.done + 1 and len(step.words) <= FEW:
            step = yield from word_by_word(step, text, row, met)
        own = text.at if stop == step.done + 1 else np.unique(between)  # of one text in the order in which they come
        new = own[~np.isin(own, met)]
        met = np.append(met, new)
        step = replace(step, part="text", done=stop, row=row, document=text, met=met, new=new)
        yield step
    return step


def word_by_word(step: Step, text: Document, row: int, met: np.ndarray) -> Generator[Step, None, Step]:
    """The words of a text that were not met before join the list one by one."""
    for v in text.at[~np.isin(text.at, met)].tolist():
        met = np.append(met, v)
        step = replace(step, part="new", row=row, document=text, met=met, new=np.array([v], dtype=np.intp))
        yield step
    return step


def tallied(step: Step, text: Document, V: int) -> Generator[Step, None, Step]:
    """One word after the other of a text: xᵥ ← xᵥ + 1, or it is outside the vocabulary."""
    x, outside = np.zeros(V), 0
    step = replace(step, document=text, x=x)
    first = 0
    for stop in pauses(len(text.places), STRETCHES, False):
        some = text.places[first:stop]
        x = x + np.bincount(some[some >= 0], minlength=V)
        kept = np.array([not dropped for dropped in text.dropped[first:stop]], dtype=bool)
        outside += int((kept & (some < 0)).sum())
        v = int(some[-1]) if some[-1] >= 0 else None
        step, first = replace(step, part="word", x=x, token=stop - 1, v=v, outside=outside), stop
        yield step
    return replace(step, token=None, v=None)


def presence(x: np.ndarray) -> np.ndarray:
    """b (V,): 1 where a word occurs, else 0."""
    return np.asarray((x > 0).astype(float))


def bound(data: Dataset, params: Params) -> int:
    return 3 + max(min(data.n, FEW), STRETCHES) + 2 * FEW


def limits(data: Dataset, params: Params) -> str:
    """The texts must have words, and not too many letters."""
    return unreadable(data, params)


@dataclass(frozen=True)
class AskedParams:
    """The text that is counted word by word."""

    text: str = line("", most=LONGEST_LINE, live=True, label="document", help="typed; empty: the row below")
    row: int = whole(1, low=1, high=1_000_000, of_rows=True, label="row", help="counted word by word, at most the last")


@dataclass(frozen=True)
class Params(ReadParams, AskedParams):
    """The text, and how texts are cut into words."""


@snapshot
class Step:
    """How far the texts are read, and one of them is counted."""

    part: Literal["start", "new", "text", "vocabulary", "word", "vectors"]
    words: tuple[str, ...]  # (V,) the vocabulary as it will be
    model: None = None
    done: int = 0  # how many texts are read
    row: int | None = None  # the last of them
    document: Document | None = None  # the text that this step is about
    met: np.ndarray = field(default_factory=no_indices)  # the words so far, in the order in which they come
    new: np.ndarray = field(default_factory=no_indices)  # those that this text brings
    token: int | None = None  # the word of the text that is counted
    v: int | None = None  # its place in the vocabulary; None where it has none
    x: np.ndarray = field(default_factory=no_numbers)  # (V,) the counts so far
    outside: int = 0  # how many words of the text are not in the vocabulary
    vectors: np.ndarray = field(default_factory=no_numbers)  # (n, V) the counts of the first texts

    @property
    def filled(self) -> float:
        """The share of the cells of these that are not 0."""
        return float((self.vectors > 0).mean()) if self.vectors.size else 0.0
