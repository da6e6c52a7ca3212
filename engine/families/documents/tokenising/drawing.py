"""What a step of tokenising looks like: the text, the growing list of words, and the counts."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from engine.core.marks import Bars, Mark, Matrix, Passage
from engine.core.surfaces import Surface
from engine.data.dataset import Dataset
from engine.families.documents.reading import Document, tips
from engine.families.documents.tokenising.loop import Params, Step

SHOWN = 16
"""So many words, or texts, are drawn beside each other."""
COLUMNS, LISTED = 4, 48
"""The list of words has so many columns, and so many words are in view: the last ones."""
TEXT = Surface("table", "Document")
LIST = Surface("table", "Vocabulary")
COUNTS = Surface("chart", "Counts of the document", "word", "x")
VECTORS = Surface("table", "Count vectors")


def marks(step: Step, data: Dataset, params: Params) -> Sequence[Mark]:
    drawn: list[Mark] = []
    if step.document is not None:
        drawn.append(passage(step, step.document, data))
    if step.part in ("new", "text", "vocabulary"):
        drawn.append(word_list(step))
    if step.part == "word":
        drawn.append(bars(step))
    if step.part == "vectors":
        drawn.append(vectors(step, data))
    return drawn


def passage(step: Step, read: Document, data: Dataset) -> Passage:
    """The text: words that are new, or counted so far, are tinted; what does not count is faint."""
    counted = np.arange(len(read.places)) <= (len(read.places) if step.token is None else step.token)
    lit = np.isin(read.places, step.new) if step.part in ("new", "text") else counted & (read.places >= 0)
    title = "Typed document" if read.row is None else f"Row {data.row_name(read.row)}"
    groups = np.where(lit, 0, -1)
    return Passage(
        read.text or " ", read.spans, groups, lit * 0.5, read.places < 0, step.token, tips(read), title, surface=TEXT
    )  # fmt: skip


def word_list(step: Step) -> Passage:
    """The words so far, the new ones tinted; at the end the vocabulary in the order of the alphabet."""
    growing = step.part != "vocabulary"
    order = step.met if growing else np.arange(len(step.words))
    shown = order[-LISTED:] if growing else order[:LISTED]
    words = [step.words[v] for v in shown.tolist()]
    before, after = ("… ", "") if growing else ("", " …")
    cut = len(order) > LISTED
    text = (before if cut else "") + "   ".join(words) + (after if cut else "")
    starts = np.cumsum([len(before) if cut else 0, *(len(word) + 3 for word in words)])[: len(words)]
    spans = np.column_stack([starts, starts + [len(word) for word in words]]).reshape(-1, 2).astype(np.intp)
    lit = np.isin(shown, step.new)
    title = f"{len(order):,} words" if len(order) != 1 else "1 word"
    none = np.zeros(len(words), dtype=bool)
    return Passage(text or " ", spans, np.where(lit, 0, -1), lit * 0.5, none, None, tuple(words), title, surface=LIST)


def bars(step: Step) -> Bars:
    """How often the text has each word so far: of many words those that it has."""
    assert step.document is not None
    shown = np.arange(len(step.words))
    if len(shown) > SHOWN:
        own = step.document.at[:SHOWN] if len(step.document.at) else shown[:SHOWN]
        shown = np.sort(own)
    names = tuple(step.words[v] for v in shown.tolist())
    there = np.flatnonzero(shown == step.v) if step.v is not None else shown[:0]
    return Bars(step.x[shown], names, chosen=int(there[0]) if len(there) else None, surface=COUNTS)


def vectors(step: Step, data: Dataset) -> Matrix:
    """The first texts as rows of counts: of many words the most frequent."""
    V = len(step.words)
    shown = np.sort(np.argsort(-step.vectors.sum(axis=0), kind="stable")[:SHOWN]) if V > SHOWN else np.arange(V)
    rows = np.arange(min(len(step.vectors), SHOWN))
    names = tuple(f"row {data.row_name(row)}" for row in rows.tolist())
    labels = tuple(step.words[v] for v in shown.tolist())
    return Matrix(step.vectors[np.ix_(rows, shown)], names, labels, "heat", surface=VECTORS, rows=rows)
