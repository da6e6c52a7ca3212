"""What a step of a model of documents looks like: the text with its words tinted, the counts, and what words add."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from engine.core.marks import Bars, Curve, Mark, Matrix, Passage, Points
from engine.core.surfaces import Surface
from engine.data.dataset import Dataset
from engine.families.documents.reading import Document, ReadParams, counted_texts, tips
from engine.families.documents.stepping import DocumentStep
from engine.models.documents import BERNOULLI, COMPLEMENT

SHOWN = 16
"""So many words are drawn beside each other."""
BELOW = 12
"""So many are drawn below each other, under the text."""
LAST = 6
"""So many factors are seen, the last ones."""
TEXT = Surface("table", "Document")
COUNTS = Surface("table", "Counts")
CHANCES = Surface("table", "Chances of the words")
ODDS = Surface("chart", "Word by word", "word")
JOINT = Surface("chart", "Log of the product so far", "class", "ln P(x, C)")
SCORES = Surface("chart", "Sum of the weights so far", "class", "s")
POSTERIOR = Surface("chart", "Posterior", "class", "P(C | x)")
SHARES = Surface("chart", "Scores as shares", "class", "share")
STUFFED = Surface("chart", "Word stuffing", "copies k", "P(C | x)")
WEIGHTS = Surface("chart", "Weights of the linear form", "word")


def document_marks(step: DocumentStep, data: Dataset, params: ReadParams) -> list[Mark]:
    """All that is drawn of a step."""
    drawn: list[Mark] = []
    if step.document is not None:
        drawn.append(passage(step, step.document, data))
    if step.part in ("start", "document", "prior"):
        drawn.append(counts(step, data))
    if step.part == "document" and step.presence:
        drawn.append(ticks(step, data, params))
    if step.part == "estimate":
        drawn.append(chances(step, data))
    if step.joint is not None:
        drawn += products(step, data)
    if step.part == "stuffed" and len(step.stuffed) > 1:
        drawn += stuffing(step, data)
    if step.part == "linear":
        drawn += linear(step, data)
    return drawn


def names(step: DocumentStep, data: Dataset) -> tuple[str, ...]:
    """The names of the classes that occur."""
    return tuple(data.class_name(code) for code in data.classes_present)


# -- the text ----------------------------------------------------------------------------------------------------------


def passage(step: DocumentStep, read: Document, data: Dataset) -> Passage:
    """The text: each word in the colour of the class that it speaks for, deeper the more it says."""
    groups, depths = said_by(step, read, data)
    there = np.flatnonzero(np.isin(read.places, step.killed if step.v is None else [step.v]))
    title = "Typed document" if read.row is None else f"Row {data.row_name(read.row)}"
    chosen = int(there[0]) if len(there) else None
    return Passage(
        read.text or " ", read.spans, groups, depths, read.places < 0, chosen, tips(read), title, surface=TEXT
    )


def said_by(step: DocumentStep, read: Document, data: Dataset) -> tuple[np.ndarray, np.ndarray]:
    """(m,) the class that each word of a text speaks for, −1 for none, and (m,) how much, of 1.

    A word speaks for the class that gives it most, by as much as it gives more than the next; those do that are
    multiplied so far.
    """
    K, known = len(step.sizes), read.places >= 0
    groups, depths = np.full(len(read.places), -1), np.zeros(len(read.places))
    if step.model is None or not known.any():
        if step.row is not None and step.done:  # it is counted for its class
            groups[known], depths[known] = int(data.codes[step.row]), 0.5
        return groups, depths
    counts = step.model.there - step.model.absent
    with np.errstate(invalid="ignore"):
        sorted_logs = np.sort(np.nan_to_num(counts[:, read.places[known]], neginf=-30.0, posinf=30.0), axis=0)
    gaps = sorted_logs[-1] - sorted_logs[-2] if K > 1 else sorted_logs[-1]
    best = np.nan_to_num(counts[:, read.places[known]], neginf=-30.0, posinf=30.0).argmax(axis=0)
    multiplied = np.isin(read.places[known], step.order)
    groups[known] = np.where((gaps > 0) & multiplied, np.array(data.classes_present)[best], -1)
    depths[known] = np.clip(gaps / 3.0, 0.1, 1.0)
    return groups, depths


# -- the counts --------------------------------------------------------------------------------------------------------


def counts(step: DocumentStep, data: Dataset) -> Matrix:
    """The bag of words of each class: of many words those of the text that is counted, then the most frequent."""
    shown = words_shown(step, BELOW)
    labels = tuple(step.words[v] for v in shown.tolist())
    return Matrix(step.counts[:, shown].T, labels, names(step, data), "heat", surface=COUNTS)


def words_shown(step: DocumentStep, most: int = SHOWN) -> np.ndarray:
    """(m,) which words there is room for, in the order of the alphabet."""
    first = step.document.at if step.document is not None else step.order[:0]
    others = np.argsort(-step.counts.sum(axis=0), kind="stable")
    return np.sort(np.array(list(dict.fromkeys([*first.tolist(), *others.tolist()]))[:most], dtype=np.intp))


def chances(step: DocumentStep, data: Dataset) -> Matrix:
    """The chances of the words so far, the last of them."""
    assert step.chances is not None and step.v is not None
    V = len(step.words)
    shown = np.arange(V) if V <= SHOWN else np.arange(max(step.v + 1 - SHOWN, 0), step.v + 1)
    labels = tuple(step.words[v] for v in shown.tolist())
    values = step.chances[:, shown].T
    return Matrix(values, labels, names(step, data), "heat", int(np.flatnonzero(shown == step.v)[0]), surface=CHANCES)


def ticks(step: DocumentStep, data: Dataset, params: ReadParams) -> Matrix:
    """The last texts that are counted, and 1 where one has a word, however often."""
    rows, shown = np.arange(max(step.done - BELOW, 0), step.done), words_shown(step, BELOW)
    there = np.minimum(counted_texts(data, params).dense(rows)[:, shown], 1.0)
    names_of = tuple(f"row {data.row_name(row)}" for row in rows.tolist())
    labels = tuple(step.words[v] for v in shown.tolist())
    return Matrix(there, names_of, labels, "heat", len(rows) - 1, "ticks", (0, 1), surface=COUNTS, rows=rows)


# -- a document --------------------------------------------------------------------------------------------------------


def products(step: DocumentStep, data: Dataset) -> list[Mark]:
    """What each word adds to one side or the other, the product so far, and the posterior."""
    assert step.joint is not None and step.model is not None
    codes, complement = np.array(data.classes_present), step.model.rule == COMPLEMENT
    drawn: list[Mark] = log_odds(step, data)
    if step.part == "word" and step.presence:
        drawn.append(factors(step, data))
    few = len(codes) <= SHOWN
    if step.posterior is None and few and np.isfinite(step.joint).all():
        drawn.append(Bars(step.joint, names(step, data), codes, surface=SCORES if complement else JOINT))
    shown = few and (step.part != "stuffed" or len(step.stuffed) == 1)  # the curve begins with it
    if step.posterior is not None and shown and np.isfinite(step.posterior).all():
        best = int(step.posterior.argmax())
        surface = SHARES if complement else POSTERIOR
        drawn.append(Bars(step.posterior, names(step, data), codes, best, surface=surface))
    return drawn


def log_odds(step: DocumentStep, data: Dataset) -> list[Mark]:
    """What the prior and each word add to the log-odds of two classes, of many the strongest: to either side of 0."""
    if step.odds is None or not np.isfinite(step.odds).all():
        return []
    low, high = (data.classes_present[k] for k in step.pair)
    titles = ("prior", *(word_told(step, m) for m in range(len(step.order))))
    kept = np.arange(len(step.odds))
    if len(kept) > SHOWN:
        last = [len(step.odds) - 1] if step.part == "word" else []
        strongest = [int(m) for m in np.argsort(-np.abs(step.odds), kind="stable") if m not in last]
        kept = np.sort(np.array([*strongest[: SHOWN - len(last)], *last]))
    values = step.odds[kept]
    chosen = len(values) - 1 if step.part == "word" else None
    codes = np.where(values > 0, high, low)
    surface = replace(ODDS, y=f"for {data.class_name(high)} (up), {data.class_name(low)} (down)")
    return [Bars(values, tuple(titles[m] for m in kept.tolist()), codes, chosen, surface=surface)]


def factors(step: DocumentStep, data: Dataset) -> Matrix:
    """The last factors, p of a word that is there and 1 − p of one that is not, a column for each class."""
    first = max(len(step.order) - LAST, 0)
    labels = tuple(word_told(step, m) for m in range(first, len(step.order)))
    values = np.exp(step.logs[first:])
    return Matrix(values, labels, names(step, data), "heat", len(values) - 1, place=(0, 1), surface=TEXT)


def word_told(step: DocumentStep, m: int) -> str:
    """A word on the axis: how often the document has it, or that it is absent."""
    word, times = step.words[int(step.order[m])], int(step.times[m])
    if step.model is not None and step.model.rule == BERNOULLI and not times:
        return f"no {word}"
    return word if times == 1 else f"{word} ×{times}"


def stuffing(step: DocumentStep, data: Dataset) -> list[Mark]:
    """The posterior of each class by the number of copies, and where another class begins to win."""
    k = np.arange(len(step.stuffed), dtype=float)
    drawn: list[Mark] = []
    for place, code in enumerate(data.classes_present):
        heights = step.stuffed[:, place]
        if np.isfinite(heights).all():
            name = data.class_name(code)
            drawn.append(Curve(np.column_stack([k, heights]), group=code, label=name, dots=True, surface=STUFFED))
    if step.flip >= 0 and np.isfinite(step.stuffed).all():
        heights = step.stuffed[step.flip]
        drawn.append(Points(np.array([[float(step.flip), float(heights.max())]]), "focus", surface=STUFFED))
    return drawn


def linear(step: DocumentStep, data: Dataset) -> list[Mark]:
    """Of two classes the weights of the words in the log-odds of the second, the largest first."""
    if step.gaps_ranked is None or step.ranked is None:
        return []
    values = step.gaps_ranked[:SHOWN]
    low, high = data.classes_present
    titles = tuple(step.words[v] for v in step.ranked[:SHOWN].tolist())
    surface = replace(WEIGHTS, y=f"for {data.class_name(high)} (up), {data.class_name(low)} (down)")
    return [Bars(values, titles, np.where(values > 0, high, low), surface=surface)]
