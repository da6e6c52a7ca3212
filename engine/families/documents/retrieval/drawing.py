"""What a step of retrieval looks like: the inverted index, rare words, the scores that grow, and the texts found."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from engine.base.words import figure
from engine.core.marks import Bars, Curve, Mark, Matrix, Passage, Points
from engine.core.surfaces import Surface
from engine.data.dataset import Dataset
from engine.families.documents.reading import Document, counted_texts, document, text_of, tips
from engine.families.documents.retrieval.loop import SHOWN, Params, Step
from engine.models.text_index import frequencies

LISTS, FEW_LISTS = 8, 6
"""So many lists are drawn below each other, and at least so many where there is a query."""
WORDS = 16
"""So many words are drawn beside each other."""
READ, TOLD = 4, 8
"""So many texts of the ranking can be read, and of so many it is drawn what each word adds."""
TEXT = Surface("table", "Document")
QUERY = Surface("table", "Query")
INDEX = Surface("table", "Inverted index")
RARITY = Surface("chart", "Rarity of the words", "word", "idf")
SCORES = Surface("chart", "Scores", "text", "s(q, d)")
FOUND = Surface("table", "Texts found")
TERMS = Surface("table", "What made the scores")
JUDGED = Surface("chart", "Precision and recall", "place in the ranking", "share")
MEANS = Surface("chart", "Every text asks", "class", "mean average precision")


def marks(step: Step, data: Dataset, params: Params) -> Sequence[Mark]:
    drawn: list[Mark] = []
    if step.document is not None and step.part in ("document", "weight", "query", "list"):
        drawn.append(passage(step, step.document, data, QUERY if step.model else TEXT))
    if step.part in ("document", "idf", "weight", "query", "list"):
        drawn.append(index(step, data, params))
    if step.part == "idf":
        drawn.append(rarity(step))
    if step.part in ("list", "ranking"):
        drawn += growing(step, data)
    if step.part in ("ranking", "place") or all_asked(step):
        drawn += texts_found(step, data, params)
    if step.part == "ranking" and len(step.order):
        drawn.append(terms(step, data))
    if step.part == "place":
        drawn += precision_and_recall(step)
    if step.part == "every":
        drawn.append(means(step, data))
    return drawn


def all_asked(step: Step) -> bool:
    """At the last step the first texts are drawn again, so that a query can be typed there."""
    return step.part == "every" and len(step.judged.rows) == step.asking


def named(data: Dataset, row: int) -> str:
    """A text on an axis or in a heading."""
    return f"row {data.row_name(row)}"


# -- texts -------------------------------------------------------------------------------------------------------------


def passage(step: Step, read: Document, data: Dataset, surface: Surface) -> Passage:
    """A text: the more a word weighs in it, the deeper it is tinted; of a query those whose lists are merged."""
    weights = np.zeros(len(step.words))
    weights[step.at] = step.w
    if step.part == "document":
        weights[read.at] = 1.0
    known = read.places >= 0
    depths = np.where(known, weights[read.places], 0.0)
    done = step.at[: step.fetched] if step.part == "list" else read.at
    depths = np.where(np.isin(read.places, done), depths, 0.0) / (float(weights.max(initial=0.0)) or 1.0)
    there = np.flatnonzero(read.places == step.v) if step.v is not None else step.at[:0]
    title = "Typed query" if read.row is None else f"Row {data.row_name(read.row)}"
    chosen = int(there[0]) if len(there) else None
    groups = np.where(depths > 0, 0, -1)
    return Passage(read.text or " ", read.spans, groups, depths, ~known, chosen, tips(read), title, surface=surface)


def texts_found(step: Step, data: Dataset, params: Params) -> list[Mark]:
    """The first texts, or those down to a place: words are tinted by what they add, in the colour of their class."""
    shown = range(min(READ, len(step.order)))
    if step.part == "place":
        shown = range(max(step.place - READ, 0), step.place)
    most = float(step.parts.max(initial=0.0)) or 1.0
    drawn: list[Mark] = []
    for place, i in enumerate(shown):
        row = int(step.order[i])
        read = document(text_of(data, row), counted_texts(data, params).numbered, params.how, row)
        gains = gains_of(step, row)
        known = read.places >= 0
        depths = np.clip(np.where(known, gains[read.places], 0.0) / most, 0.0, 1.0)
        groups = np.where(depths > 0, group_of(data, row), -1)
        title = f"{i + 1}. {named(data, row)}, s = {figure(step.scores[row])}"
        drawn.append(
            Passage(
                read.text or " ", read.spans, groups, depths, depths < 0, None, added_told(read, gains), title,
                (place, 0), FOUND,
            )
        )  # fmt: skip
    return drawn


def added_told(read: Document, gains: np.ndarray) -> tuple[str, ...]:
    """What the tip says of each word of a text that was found: what it adds to the score."""
    places = zip(tips(read), read.places.tolist(), strict=True)
    return tuple(f"{tip}: adds {figure(gains[v])}" if v >= 0 and gains[v] > 0 else tip for tip, v in places)


def gains_of(step: Step, row: int) -> np.ndarray:
    """(V,) what each word adds to the score of a text."""
    assert step.model is not None
    gains = np.zeros(len(step.words))
    gains[step.at] = step.model.parts(np.array([row]), step.at, step.w)[0]
    return gains


def group_of(data: Dataset, row: int) -> int:
    """The class of a text, for its colour; without classes the first colour."""
    return max(int(data.codes[row]), 0) if data.target == "class" else 0


# -- the index ---------------------------------------------------------------------------------------------------------


def index(step: Step, data: Dataset, params: Params) -> Matrix:
    """A row for each word with a number where its list has a text: how often it occurs there, later what it weighs."""
    words, texts = shown_lists(step), shown_texts(step, data, params)
    cells = np.full((len(words), len(texts)), np.nan)
    counts = counted_texts(data, params)
    for column, row in enumerate(texts.tolist()):
        at, numbers = entries(step, row, counts.of(row), params)
        held = {v: number for v, number in zip(at.tolist(), numbers.tolist(), strict=True)}
        cells[:, column] = [held.get(v, np.nan) for v in words.tolist()]
    there = np.flatnonzero(words == step.v) if step.v is not None else words[:0]
    lit = np.isin(words, step.at[: step.fetched]) if step.part == "list" else None
    return Matrix(
        cells,
        tuple(step.words[v] for v in words.tolist()),
        tuple(named(data, row) for row in texts.tolist()),
        "heat",
        int(there[0]) if len(there) else None,
        title(step, len(words), len(texts), data),
        surface=INDEX,
        lit=lit,
    )


def entries(
    step: Step, row: int, counts: tuple[np.ndarray, np.ndarray], params: Params
) -> tuple[np.ndarray, np.ndarray]:
    """The words of a text that are in the index so far, with their numbers."""
    at, times = counts
    if step.model is not None:
        return step.model.of(row)
    if row >= step.done:
        return at[:0], times[:0]
    if step.part != "weight":
        return at, times
    size = float(step.sizes[row]) if params.unit else 1.0
    return at, frequencies(times, params.tf) * step.idf[at] / (size or 1.0)


def shown_lists(step: Step) -> np.ndarray:
    """Which lists are drawn, ascending: those of the text or the query, else the last ones; then the most frequent."""
    first = step.document.at if step.document is not None else step.at[:0]
    if step.v is not None and step.part == "list":
        first = np.append(step.v, first)
    elif step.v is not None:
        first = np.arange(step.v, -1, -1)
    others = np.argsort(-step.df, kind="stable")
    most = LISTS if step.model is None else int(np.clip(len(first), FEW_LISTS, LISTS))
    return np.sort(np.array(list(dict.fromkeys([*first.tolist(), *others.tolist()]))[:most], dtype=np.intp))


def shown_texts(step: Step, data: Dataset, params: Params) -> np.ndarray:
    """Which texts are drawn: while they are read the last ones, of a word those that have it, of a query the best."""
    if step.part == "list":
        return np.sort(np.argsort(-step.scores, kind="stable")[:SHOWN])
    if step.part == "idf":
        counts = counted_texts(data, params)
        first = counts.texts[counts.at == step.v][:SHOWN]
        others = np.setdiff1d(np.arange(min(data.n, 2 * SHOWN)), first)
        return np.sort(np.append(first, others)[:SHOWN])
    stop = max(step.done, min(data.n, SHOWN))
    return np.arange(max(stop - SHOWN, 0), stop)


def title(step: Step, lists: int, texts: int, data: Dataset) -> str:
    """What the numbers are, and how much of the index is seen."""
    what = "How often a text has a word" if step.part in ("document", "idf") else "What a word weighs in a text"
    part = [f"{lists} of {len(step.words):,} words"] if lists < len(step.words) else []
    part += [f"{texts} of {data.n:,} texts"] if texts < data.n else []
    return what + (f" ({', '.join(part)})" if part else "")


def rarity(step: Step) -> Bars:
    """idf of the words so far, of many the last ones."""
    assert step.v is not None
    shown = np.arange(max(step.v + 1 - WORDS, 0), step.v + 1)
    names = tuple(step.words[v] for v in shown.tolist())
    return Bars(step.idf[shown], names, chosen=len(shown) - 1, surface=RARITY)


# -- scores ------------------------------------------------------------------------------------------------------------


def growing(step: Step, data: Dataset) -> list[Mark]:
    """The scores so far of the best texts; in the ranking cut into what the words add."""
    rows = step.order[:SHOWN]
    if step.part == "list":
        found = np.flatnonzero(step.touched)
        rows = found[np.argsort(-step.scores[found], kind="stable")[:SHOWN]]
    if not len(rows):
        return []
    groups = np.array([group_of(data, row) for row in rows.tolist()]) if data.target == "class" else None
    names = tuple(named(data, row) for row in rows.tolist())
    lit = np.isin(rows, step.on_list) if step.part == "list" else None
    cuts = tuple(np.cumsum(part[part > 0])[:-1] for part in step.parts) if step.part == "ranking" else ()
    chosen = 0 if step.part == "ranking" else None
    return [Bars(step.scores[rows], names, groups, chosen, surface=SCORES, lit=lit, cuts=cuts)]


def terms(step: Step, data: Dataset) -> Matrix:
    """What each word of the query adds to the scores of the first texts: of many words those that add most."""
    strongest = np.argsort(-step.parts.sum(axis=0), kind="stable")[:WORDS]
    words = np.sort(strongest)
    rows = step.order[:TOLD]
    labels = tuple(f"{i + 1}. {named(data, row)}" for i, row in enumerate(rows.tolist()))
    columns = tuple(step.words[v] for v in step.at[words].tolist())
    parts = np.where(step.parts > 0, step.parts, np.nan)[:TOLD]
    return Matrix(parts[:, words], labels, columns, "heat", 0, surface=TERMS, rows=rows)


# -- how good it is ----------------------------------------------------------------------------------------------------


def precision_and_recall(step: Step) -> list[Mark]:
    """Both down to each place so far."""
    places = np.arange(1, step.place + 1)
    found = np.cumsum(step.hits[: step.place])
    precision, recall = found / places, found / step.many
    surface = replace(JUDGED, view=(0.5, len(step.order) + 0.5, -0.05, 1.08))
    last = np.array([[step.place, precision[-1]], [step.place, recall[-1]]])
    return [
        Curve(np.column_stack([places, precision]), "boundary", label="precision", dots=True, surface=surface),
        Curve(np.column_stack([places, recall]), "axis", label="recall", dots=True, surface=surface),
        Points(last, "focus", surface=surface),
    ]


def means(step: Step, data: Dataset) -> Bars:
    """The mean average precision of the texts of each class that have asked."""
    codes = np.unique(data.codes[step.judged.rows])[:SHOWN]
    values = np.array([step.judged.precisions[data.codes[step.judged.rows] == code].mean() for code in codes])
    names = tuple(data.class_name(code) for code in codes.tolist())
    surface = MEANS if len(codes) == len(data.classes_present) else replace(MEANS, y="average precision so far")
    return Bars(values, names, codes, surface=surface)
