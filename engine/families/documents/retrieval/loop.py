"""Retrieval: texts are ranked by how well their weighted words match those of a query.   (Salton and Buckley 1988)

w_vd = tf(n_vd) · idf_v        idf_v = ln(N / df_v)        s(q, d) = Σ_v w_vq w_vd / (‖w_q‖ ‖w_d‖)

n_vd how often word v occurs in text d;  df (V,) in how many of the N texts it is. The sum goes over the words of the
query: the inverted index has for each of them the texts that have it, and no other text is looked at.
"""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass, field, replace
from typing import Literal

import numpy as np

from engine.base.snapshot import no_indices, no_numbers, snapshot
from engine.base.words import counted
from engine.core.algorithm import Steps
from engine.core.ending import Ending
from engine.data.dataset import Dataset
from engine.families.documents.reading import (
    FEW,
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
from engine.families.documents.retrieval.asking import RankParams
from engine.families.documents.retrieval.judging import Judged, judged, rows_that_ask, wanted
from engine.families.documents.retrieval.weighing import index_of, inverse_frequencies, lengths
from engine.models.text_index import TextIndex, frequencies, ranked
from engine.parts.stretches import pauses

SHOWN = 12
"""Of so many texts at the top of a ranking it is kept which words made their scores."""


def run(data: Dataset, params: Params, rng: np.random.Generator, start: None = None) -> Steps:
    counts = counted_texts(data, params)
    df, N = np.zeros(len(counts.words)), data.n
    step = Step(part="start", words=counts.words, df=df)
    yield step
    for stop in stretches(letters_of(data)):
        df = df + np.bincount(counts.at[counts.starts[step.done] : counts.starts[stop]], minlength=len(df))
        read = document(text_of(data, stop - 1), counts.numbered, params.how, stop - 1)
        step = replace(step, part="document", before=step.done, done=stop, document=read, df=df)
        yield step
    idf = inverse_frequencies(df, N, params.idf)
    for stop in pauses(len(df), STRETCHES, False):
        known = np.where(np.arange(len(df)) < stop, idf, np.nan)
        step = replace(step, part="idf", document=None, v=stop - 1, idf=known)
        yield step
    step = yield from weighed(step, data, params)
    step = yield from searched(step, data, params)
    if data.target == "class" and len(step.order):
        step = yield from judged_by_class(step, data, params)
    return ending(step, data)


def weighed(step: Step, data: Dataset, params: Params) -> Generator[Step, None, Step]:
    """One text after the other: w = tf · idf of each of its words, and how long this vector is."""
    counts = counted_texts(data, params)
    w = frequencies(counts.times, params.tf) * step.idf[counts.at]
    sizes, before = lengths(w, counts), 0
    for stop in stretches(letters_of(data)):
        read = document(text_of(data, stop - 1), counts.numbered, params.how, stop - 1)
        known = np.where(np.arange(data.n) < stop, sizes, np.nan)
        at, times = counts.of(stop - 1)
        step = replace(
            step, part="weight", v=None, document=read, before=before, done=stop, sizes=known, at=at, times=times,
            tf=frequencies(times, params.tf), w=w[counts.starts[stop - 1] : counts.starts[stop]],
        )  # fmt: skip
        before = stop
        yield step
    return replace(step, model=index_of(w, sizes, step.idf, counts, data, params))


def searched(step: Step, data: Dataset, params: Params) -> Generator[Step, None, Step]:
    """The query, the list of each of its words, whose texts get more of their score, and the ranking."""
    index = step.model
    assert index is not None
    query = asked_document(counted_texts(data, params).numbered, data, params)
    w_q = index.weighed(query.at, query.times)
    tf = frequencies(query.times, params.tf)
    step = replace(step, part="query", document=query, at=query.at, times=query.times, tf=tf, w=w_q)
    yield step

    scores, touched, fetched = np.zeros(data.n), np.zeros(data.n, dtype=bool), 0
    for stop in pauses(len(query.at), STRETCHES, False):
        known, read = int(touched.sum()), step.read
        for v, weight in zip(query.at[fetched:stop].tolist(), w_q[fetched:stop].tolist(), strict=True):
            texts, w_d = index.list_of(v)
            texts, w_d = texts[texts != query.row], w_d[texts != query.row]  # a text does not find itself
            earlier, read = scores[texts], read + len(texts)
            scores[texts] += weight * w_d
            touched[texts] = True
        step = replace(
            step, part="list", v=v, before=fetched, fetched=stop, on_list=texts, held=w_d, earlier=earlier,
            fresh=int(touched.sum()) - known, read=read, scores=scores, touched=touched,
        )  # fmt: skip
        fetched = stop
        yield step

    order = ranked(scores, np.flatnonzero(touched))
    step = replace(
        step, part="ranking", v=None, scores=scores, touched=touched, order=order,
        parts=index.parts(order[:SHOWN], query.at, w_q),
    )  # fmt: skip
    yield step
    return step


def judged_by_class(step: Step, data: Dataset, params: Params) -> Generator[Step, None, Step]:
    """Down the ranking place by place: which texts have the wanted class; then every text asks for its own class."""
    index = step.model
    assert index is not None and step.document is not None
    k = wanted(step.document.row, data, params.relevant)
    right = data.codes == k
    if step.document.row is not None:
        right[step.document.row] = False
    if k < 0 or not right.any():
        return step
    hits = right[step.order]
    for stop in pauses(len(hits), STRETCHES, False):
        step = replace(step, part="place", before=step.place, place=stop, wanted=k, many=int(right.sum()), hits=hits)
        yield step
    asking = rows_that_ask(index, data)
    for stop in pauses(len(asking), STRETCHES, False):
        more = judged(asking[len(step.judged.rows) : stop], index, data, params.results)
        step = replace(step, part="every", judged=step.judged.joined(more), asking=len(asking))
        yield step
    return step


def ending(step: Step, data: Dataset) -> Ending:
    """Which text is first, and how many were looked at."""
    assert step.document is not None
    if not len(step.order):
        reason = "No other text has a word of the query" if len(step.at) else "The query has no word of the vocabulary"
        return Ending.converged(f"{reason}: nothing is found.")
    first, left = data.row_name(int(step.order[0])), data.n - (step.document.row is not None) - len(step.order)
    found, verb = counted(len(step.order), "text"), "was" if left == 1 else "were"
    return Ending.converged(f"Row {first} is first of {found} found; {left:,} {verb} never touched.")


def bound(data: Dataset, params: Params) -> int:
    return 3 + 2 * max(min(data.n, FEW), STRETCHES) + 4 * FEW


def limits(data: Dataset, params: Params) -> str:
    """The texts must have words, and not too many letters."""
    return unreadable(data, params)


@dataclass(frozen=True)
class Params(ReadParams, RankParams):
    """The query, the weights, and how texts are cut into words."""


@snapshot
class Step:
    """How far the texts are indexed and weighed, and the lists of the query are merged."""

    part: Literal["start", "document", "idf", "weight", "query", "list", "ranking", "place", "every"]
    words: tuple[str, ...]  # (V,) the vocabulary
    df: np.ndarray  # (V,) in how many of the texts so far each is
    model: TextIndex | None = None
    done: int = 0  # how many texts are read, or weighed
    before: int = 0  # how many texts, lists or places were done at the step before
    document: Document | None = None  # the text that this step is about, or the query
    v: int | None = None  # the word that this step is about
    idf: np.ndarray = field(default_factory=no_numbers)  # (V,) NaN of words that are not known yet
    sizes: np.ndarray = field(default_factory=no_numbers)  # (n,) the lengths of the vectors of the texts so far
    at: np.ndarray = field(default_factory=no_indices)  # (u,) the words of this text, or of the query
    times: np.ndarray = field(default_factory=no_indices)  # (u,) how often it has each
    tf: np.ndarray = field(default_factory=no_numbers)  # (u,)
    w: np.ndarray = field(default_factory=no_numbers)  # (u,) tf · idf; of the query divided by the length
    fetched: int = 0  # so many lists are merged
    on_list: np.ndarray = field(default_factory=no_indices)  # (m,) the texts on the last of them
    held: np.ndarray = field(default_factory=no_numbers)  # (m,) the weight of its word in each
    earlier: np.ndarray = field(default_factory=no_numbers)  # (m,) their scores before
    fresh: int = 0  # how many texts were on no list before
    read: int = 0  # how many entries of all lists were read
    scores: np.ndarray = field(default_factory=no_numbers)  # (n,) so far
    touched: np.ndarray = field(default_factory=no_indices)  # (n,) whether a text was on a list
    order: np.ndarray = field(default_factory=no_indices)  # (r,) the texts that were, the best first
    parts: np.ndarray = field(default_factory=no_numbers)  # (s, q) what each word of the query adds to the first ones
    place: int = 0  # how far down the ranking is judged
    wanted: int = -1  # the class that is looked for
    many: int = 0  # how many texts have it
    hits: np.ndarray = field(default_factory=no_indices)  # (r,) whether each text of the ranking has it
    asking: int = 0  # how many texts will ask
    judged: Judged = field(default_factory=Judged)  # those that have
