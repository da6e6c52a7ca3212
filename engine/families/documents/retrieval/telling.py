"""What a step of retrieval says."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from engine.base.errors import Remedy, SetParameter
from engine.base.words import added, are, counted, divided, enough, figure, joined, shown, spoken
from engine.core.algorithm import Inquiry
from engine.core.story import Check, Event, Number, Story, Table
from engine.data.dataset import Dataset
from engine.families.documents.retrieval.judging import gain, precision
from engine.families.documents.retrieval.loop import Params, Step
from engine.families.documents.retrieval.weighing import NONE, PLAIN, SMOOTHED
from engine.maths.algebra.agreement import agree
from engine.models.text_index import LOG, ranked

COUNT = r"\mathrm{df}_v = \#\{d : n_{vd} > 0\}"
RARITY = {
    PLAIN: r"\mathrm{idf}_v = \ln \frac{N}{\mathrm{df}_v}",
    SMOOTHED: r"\mathrm{idf}_v = \ln \frac{1 + N}{1 + \mathrm{df}_v} + 1",
    NONE: r"\mathrm{idf}_v = 1",
}
WEIGHT = r"w_{vd} = \mathrm{tf}(n_{vd}) \cdot \mathrm{idf}_v, \qquad \|\mathbf{w}_d\| = \sqrt{\sum_v w_{vd}^2}"
SCORE = {
    True: r"s(q, d) = \sum_{v \in q} \frac{w_{vq}}{\|\mathbf{w}_q\|} \cdot \frac{w_{vd}}{\|\mathbf{w}_d\|}",
    False: r"s(q, d) = \sum_{v \in q} w_{vq} \, w_{vd}",
}
DOWN = (
    r"P = \frac{\mathrm{relevant\ so\ far}}{\mathrm{place}}, \qquad "
    r"R = \frac{\mathrm{relevant\ so\ far}}{\mathrm{relevant}}"
)
MEAN = (
    r"\mathrm{AP} = \frac{1}{R} \sum_i r_i P_i, \qquad "
    r"\mathrm{NDCG} = \frac{\sum_i r_i / \log_2(i + 1)}{\sum_{i \leq R} 1 / \log_2(i + 1)}, \qquad "
    r"r_i = [i \; \mathrm{relevant}]"
)
LISTED = 8
"""So many words, or texts, stand in a table of the story."""
NAMED = 4
"""So many texts are named in a sentence, and so many terms added up in a line."""


def explain(step: Step, data: Dataset, params: Params) -> Story:
    return TOLD[step.part](step, data, params)


def _rows(rows: np.ndarray, data: Dataset) -> str:
    """Some texts by their names, of many the first."""
    names = [data.row_name(row) for row in rows[:NAMED].tolist()]
    head = "row" if len(rows) == 1 else "rows"
    return f"{head} {', '.join(names)} and others" if len(rows) > NAMED else f"{head} {joined(names)}"


def _words(step: Step, at: np.ndarray) -> str:
    return joined(f"“{step.words[v]}”" for v in at.tolist())


# -- the index ---------------------------------------------------------------------------------------------------------


def _start(step: Step, data: Dataset, params: Params) -> Story:
    said = f"{counted(data.n, 'text')} will be indexed: for each word a list of the texts that have it. "
    said += "A word that few texts have tells much, one that all have tells little."
    return Story(said, COUNT, (), (Number("N", data.n), Number("words V", len(step.words))))


def _document(step: Step, data: Dataset, params: Params) -> Story:
    assert step.document is not None
    read, row = step.document, step.done - 1
    entries = int(step.df.sum())
    told = (Number("texts read", step.done), Number("entries", entries, "of all lists so far"))
    if step.done - step.before > 1:
        return Story(f"Texts up to row {data.row_name(row)} are put on the lists of their words.", COUNT, (), told)
    new = len(read.at)
    said = f"Row {data.row_name(row)} is put on the list of each of its {counted(new, 'word')}"
    said = said + "." if new else f"Row {data.row_name(row)} has no word of the vocabulary: it is on no list."
    rows = tuple(
        (f"“{step.words[v]}”", int(n), int(step.df[v]))
        for v, n in zip(read.at[:LISTED].tolist(), read.times.tolist(), strict=False)
    )
    worked = (f"entries ← {added(entries - new, new)}",)
    return Story(said, COUNT, worked, told, (Table("The text", ("word", "n", "df so far"), rows),) if rows else ())


def _idf(step: Step, data: Dataset, params: Params) -> Story:
    assert step.v is not None
    v, N = step.v, data.n
    df, idf = int(step.df[v]), float(step.idf[v])
    said = f"“{step.words[v]}” is in {df:,} of {counted(N, 'text')}"
    told = (Number("texts with it", df), Number("its idf", idf))
    if params.idf == NONE:
        return Story(f"{said}: all words count alike here.", RARITY[NONE], (), told)
    if params.idf == SMOOTHED:
        line = f"idf = ln({1 + N} / {1 + df}) + 1 = {figure(idf)}"
        return Story(f"{said}: the fewer, the more it tells.", RARITY[SMOOTHED], (line,), told)
    if not df:
        return Story(f"{said}: no list has an entry, and its idf is 0.", RARITY[PLAIN], (), told)
    said += ": a word that all have tells nothing." if df == N else ": the fewer, the more it tells."
    return Story(said, RARITY[PLAIN], (f"idf = ln({N} / {df}) = {figure(idf)}",), told)


def _weight(step: Step, data: Dataset, params: Params) -> Story:
    row = step.done - 1
    size = float(step.sizes[row])
    name = f"Row {data.row_name(row)}"
    if not len(step.at):
        said = f"{name} has no word of the vocabulary: its vector is 0."
    elif not size:
        said = f"Every word of row {data.row_name(row)} has the weight 0: its vector is 0."
    else:
        top = int(step.w.argmax())
        said = f"In row {data.row_name(row)} “{step.words[int(step.at[top])]}” weighs most, {figure(step.w[top])}."
        said += " The vector is divided by its length." if params.unit else ""
    if step.done - step.before > 1:
        said = f"Texts up to row {data.row_name(row)} are weighed. {said}"
    worked = (*_product(step, params), *_length(step.w, size, "‖w‖"))
    return Story(said, WEIGHT, worked, (Number("‖w‖", size),), _weighed(step))


def _product(step: Step, params: Params) -> tuple[str, ...]:
    """tf · idf of the word that weighs most, worked out."""
    if not len(step.at) or not step.w.any():
        return ()
    top = int(step.w.argmax())
    n, tf, idf = int(step.times[top]), float(step.tf[top]), float(step.idf[step.at[top]])
    lines = (f"tf = 1 + ln {n} = {figure(tf)}",) if params.tf == LOG else ()
    one, other = shown(tf * idf, lambda a, b: a * b, tf, idf)
    return (*lines, f"w(“{step.words[int(step.at[top])]}”) = {one}·{other} = {figure(tf * idf)}")


def _length(w: np.ndarray, size: float, name: str) -> tuple[str, ...]:
    """The length of a vector of a few numbers, worked out."""
    if not 0 < len(w) <= NAMED or not size:
        return ()
    parts = [float(one) for one in w]
    digits = enough(size, lambda *found: sum(one * one for one in found) ** 0.5, *parts)
    return (f"{name} = √({' + '.join(f'{figure(one, digits)}²' for one in parts)}) = {figure(size)}",)


def _weighed(step: Step) -> tuple[Table, ...]:
    """The words of a text or of the query, those that weigh most first."""
    order = np.argsort(-step.w, kind="stable")[:LISTED]
    rows = tuple(
        (f"“{step.words[int(step.at[i])]}”", float(step.tf[i]), float(step.idf[step.at[i]]), float(step.w[i]))
        for i in order.tolist()
    )
    return (Table("Weights", ("word", "tf", "idf", "w"), rows),) if rows else ()


# -- the query ---------------------------------------------------------------------------------------------------------


def _query(step: Step, data: Dataset, params: Params) -> Story:
    assert step.document is not None and step.model is not None
    read = step.document
    subject = "The typed query" if read.row is None else f"Row {data.row_name(read.row)}"
    said = f"{subject} asks with {counted(len(step.at), 'word')}"
    if not len(step.at):
        said = f"{subject} has no word of the vocabulary: nothing can be found."
    else:
        said += f": {_words(step, step.at)}." if len(step.at) <= NAMED else "."
    said += _unknown(step)
    if read.row is not None and len(step.at):
        said += " It is left out of its own ranking."
    worked: tuple[str, ...] = ()
    w = step.tf * step.idf[step.at]
    size = float(np.sqrt(w @ w))
    if params.unit and len(step.at) and size:
        top = int(step.w.argmax())
        word = step.words[int(step.at[top])]
        worked = (*_length(w, size, "‖w‖"), f"w(“{word}”) / ‖w‖ = {divided(float(w[top]), size)}")
    remedies: tuple[Remedy, ...] = ()
    if len(step.at) and not step.w.any():
        said += " Each of its words is in all texts or in none and tells nothing apart: smoothed, they would count."
        remedies = (SetParameter("idf", SMOOTHED),)
    return Story(said, SCORE[params.unit], worked, (), _weighed(step), (), remedies=remedies)


def _unknown(step: Step) -> str:
    assert step.document is not None
    count = step.document.outside
    return f" {counted(count, 'word')} of it {are(count)} not in the vocabulary." if count else ""


def _list(step: Step, data: Dataset, params: Params) -> Story:
    assert step.v is not None
    word, found = f"“{step.words[step.v]}”", int(step.touched.sum())
    other = "" if step.document is None or step.document.row is None else "other "
    said = f"The list of {word} has {counted(len(step.on_list), other + 'text')}"
    said += f": {_rows(step.on_list, data)}." if len(step.on_list) else "."
    if step.fetched - step.before > 1:
        said = f"{counted(step.fetched - step.before, 'list')} are merged. The last: {said[0].lower()}{said[1:]}"
    said += f" {counted(step.fresh, 'text was', 'texts were')} on no list before." if step.fresh else ""
    told = (Number("texts found", found), Number("entries read", step.read))
    weight = float(step.w[step.fetched - 1])
    rows = tuple(
        (f"row {data.row_name(row)}", float(held), float(before), float(step.scores[row]))
        for row, held, before in zip(
            step.on_list[:LISTED].tolist(), step.held.tolist(), step.earlier.tolist(), strict=False
        )
    )
    tables = (Table("The list", ("text", "w", "s before", "s"), rows),) if rows else ()
    return Story(said, SCORE[params.unit], _grown(step, data, weight), told, tables)


def _grown(step: Step, data: Dataset, weight: float) -> tuple[str, ...]:
    """How the score of the text grows in which the word weighs most."""
    if not len(step.on_list):
        return ()
    top = int(step.held.argmax())
    row, before, held = int(step.on_list[top]), float(step.earlier[top]), float(step.held[top])
    result = before + weight * held
    a, b, c = shown(result, lambda a, b, c: a + b * c, before, weight, held)
    return (f"s(row {data.row_name(row)}) ← {a} + {b}·{c} = {figure(result)}",)


def _ranking(step: Step, data: Dataset, params: Params) -> Story:
    assert step.document is not None and step.model is not None
    others = data.n - (step.document.row is not None)
    left = others - len(step.order)
    told = (
        Number("texts found", len(step.order)),
        Number("texts never touched", left),
        Number("entries read", step.read),
    )
    if not len(step.order):
        reason = "it has no word of the vocabulary" if not len(step.at) else "no other text has a word of it"
        return Story(f"The query finds nothing: {reason}.", SCORE[params.unit], (), told)
    first = int(step.order[0])
    score = float(step.scores[first])
    said = f"Row {data.row_name(first)} is first, s = {figure(score)}: {_made(step, 0)}."
    same = int((np.abs(step.scores[step.order] - score) <= 1e-12 * abs(score)).sum())
    if not score:
        said = f"All scores are 0: the lowest row, {data.row_name(first)}, stands first."
    elif same > 1:
        said += f" {counted(same, 'text')} have this score, and the lowest row stands first."
    if left:
        said += f" {left:,} of {counted(others, 'text')} {'has' if left == 1 else 'have'} no word of the query: "
        said += "it was never touched." if left == 1 else "they were never touched."
    rows = tuple(
        (f"{i + 1}. row {data.row_name(row)}", float(step.scores[row]), _decided(step, i))
        for i, row in enumerate(step.order[:LISTED].tolist())
    )
    table = Table("The ranking", ("text", "s", "words"), rows, 0)
    terms = step.parts.sum(axis=1)
    sums = Check("the terms add up to the scores", agree(terms, step.scores[step.order[: len(terms)]], np.abs(terms)))
    return Story(said, SCORE[params.unit], _summed(step, first), told, (table,), (sums,))


def _strongest(part: np.ndarray) -> list[int]:
    """The places of the words that add to a score, those first that add most."""
    return [q for q in np.argsort(-part, kind="stable").tolist() if part[q] > 0]


def _decided(step: Step, i: int) -> str:
    """The words that added most to the score of the text at a place."""
    order = _strongest(step.parts[i])
    told = [step.words[int(step.at[q])] for q in order[:2]]
    return ", ".join(told) + (", …" if len(order) > 2 else "") or "none"


def _made(step: Step, i: int) -> str:
    """The words that made the score of the text at a place, and what each adds, the strongest first."""
    part, order = step.parts[i], _strongest(step.parts[i])
    told = [f"“{step.words[int(step.at[q])]}” {figure(part[q])}" for q in order[:NAMED]]
    return ", ".join(told) + (" and others" if len(order) > NAMED else "") or "no word counts"


def _summed(step: Step, first: int) -> tuple[str, ...]:
    """The terms of the first score, added up."""
    terms = [float(term) for term in step.parts[0] if term > 0]
    if not 1 < len(terms) <= NAMED:
        return ()
    total = float(step.scores[first])
    return (f"s = {' + '.join(shown(total, lambda *parts: sum(parts), *terms))} = {figure(total)}",)


# -- how good it is ----------------------------------------------------------------------------------------------------


def _place(step: Step, data: Dataset, params: Params) -> Story:
    row, hits = int(step.order[step.place - 1]), int(step.hits[: step.place].sum())
    wanted, own = spoken(data.class_name(step.wanted)), int(data.codes[row])
    is_it = "relevant" if step.hits[step.place - 1] else "not relevant"
    said = f"Place {step.place:,}: row {data.row_name(row)} is {spoken(data.class_name(own))}, {is_it}. "
    said = said if own >= 0 else f"Place {step.place:,}: row {data.row_name(row)} has no class, {is_it}. "
    said += f"Relevant {'is the one other text' if step.many == 1 else f'are the {step.many:,} texts'} of {wanted}."
    if step.place == len(step.order) and hits < step.many:
        missed = step.many - hits
        said += f" {missed:,} of them {are(missed)} not found at all: no word of the query is in them."
    worked = (f"P = {divided(hits, step.place)}", f"R = {divided(hits, step.many)}")
    far = step.hits[: step.place]
    told = (
        Number("relevant so far", hits),
        Number("relevant", step.many),
        Number("AP", precision(far, step.many), "so far"),
        Number("NDCG", gain(far, step.many), "so far"),
    )
    return Story(said, DOWN, worked, told)


def _every(step: Step, data: Dataset, params: Params) -> Story:
    j, k = step.judged, params.results
    said = f"{len(j.rows):,} of {counted(step.asking, 'text')} {'has' if len(j.rows) == 1 else 'have'} asked for the "
    said += f"others of their class. Mean average precision {figure(j.mean)}; in a random order about "
    said += f"{figure(j.chance.mean())}, the share of texts that are relevant."
    told = (
        Number("MAP", j.mean),
        Number("NDCG", float(j.gains.mean()), "their mean"),
        Number(f"precision at {k}", float(j.shares.mean()), "their mean"),
    )
    last = int(j.rows[-1])
    rows = ((f"row {data.row_name(last)}", float(j.precisions[-1]), float(j.gains[-1]), float(j.shares[-1])),)
    return Story(said, MEAN, (), told, (Table("The last that asked", ("text", "AP", "NDCG", f"P at {k}"), rows),))


TOLD: dict[str, Callable[[Step, Dataset, Params], Story]] = {
    "start": _start, "document": _document, "idf": _idf, "weight": _weight, "query": _query, "list": _list,
    "ranking": _ranking, "place": _place, "every": _every,
}  # fmt: skip


def inspect(step: Step, data: Dataset, params: Params, x: np.ndarray) -> Inquiry | None:
    """The texts that are most similar to a text, as the index finds them."""
    index = step.model
    if index is None or not len(x) or not 0 <= x[0] < len(index.texts):
        return None
    counts = index.counted((index.texts[int(x[0])],))
    scores, touched = index.scored(counts.at, index.weighed(counts.at, counts.times))
    order = ranked(scores, touched)[:LISTED]
    if not len(order):
        return Inquiry(Story("It has no word of the vocabulary: no text is like it.", SCORE[params.unit]))
    said = f"Most similar is row {data.row_name(int(order[0]))}."
    numbers = tuple(Number(f"s(row {data.row_name(row)})", float(scores[row])) for row in order.tolist())
    return Inquiry(Story(said, SCORE[params.unit], numbers=numbers))


def measure(step: Step, data: Dataset, params: Params) -> dict[str, float]:
    if step.part == "list":
        return {"texts found": float(step.touched.sum())}
    return {"mean average precision": step.judged.mean} if step.part == "every" else {}


def event(step: Step) -> Event | None:
    if step.part == "place":
        return Event("relevant", "best") if step.hits[step.place - 1] else Event("not relevant", "wrong")
    return Event("found", "best") if step.part == "ranking" and len(step.order) else None
