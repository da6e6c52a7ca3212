"""What a step of tokenising says."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

import numpy as np

from engine.base.words import added, counted, joined
from engine.core.story import Check, Event, Number, Story, Table
from engine.data.dataset import Dataset
from engine.families.documents.tokenising.loop import Params, Step, presence

COUNT = r"x_v = \#\{\text{occurrences of } w_v\}, \qquad b_v = [x_v > 0]"
LISTED = 6
"""So many words are named in a sentence."""


def explain(step: Step, data: Dataset, params: Params) -> Story:
    return TOLD[step.part](step, data, params)


def _start(step: Step, data: Dataset, params: Params) -> Story:
    kept = ["made lower case"] * params.lower + ["cut to their stems"] * params.stem
    said = f"{counted(data.n, 'text')} will be cut into words: runs of letters and digits, without punctuation"
    said += f"; they are {joined(kept)}" if kept else ""
    said += ". Stop words are left out." if params.stop else "."
    return Story(said, COUNT)


def _text(step: Step, data: Dataset, params: Params) -> Story:
    assert step.document is not None and step.row is not None
    read = step.document
    words = [f"“{step.words[v]}”" for v in step.new[:LISTED].tolist()]
    others = "" if len(step.new) <= LISTED else " and others"
    said = f"Row {data.row_name(step.row)} has {counted(len(read.said), 'word')}"
    said += f", of which {_are(len(step.new))} new: {joined(words)}{others}." if words else ", none of them new."
    left_out = _dropped(step)
    if len(step.new) > len(read.at):
        fresh = counted(len(step.new), "word is", "words are")
        said = f"Texts up to row {data.row_name(step.row)} are read: {fresh} new."
        left_out = f" Of the last text:{left_out}" if left_out else ""
    said += left_out
    before = len(step.met) - len(step.new)
    worked = (f"words so far ← {added(before, len(step.new))}",)
    numbers = (Number("texts read", step.done), Number("words so far", len(step.met)))
    return Story(said, COUNT, worked, numbers)


def _new(step: Step, data: Dataset, params: Params) -> Story:
    assert step.row is not None
    said = f"“{step.words[int(step.new[0])]}” in row {data.row_name(step.row)} was not met before, and joins the list."
    worked = (f"words so far ← {added(len(step.met) - 1, 1)}",)
    return Story(said, COUNT, worked, (Number("words so far", len(step.met)),))


def _are(count: int) -> str:
    return f"{count} {'is' if count == 1 else 'are'}"


def _dropped(step: Step) -> str:
    """What was left out of the text, and why."""
    assert step.document is not None
    why = Counter(filter(None, step.document.dropped))
    told = [f"{counted(count, 'word')} ({reason})" for reason, count in why.items()]
    rare = int(((step.document.places < 0) & (np.array(step.document.dropped, dtype=object) == "")).sum())
    told += [f"{counted(rare, 'word')} (too rare for the vocabulary)"] if rare else []
    signs = step.document.signs
    told += [f"{counted(signs, 'sign')} (punctuation)"] if signs else []
    changed = step.document.changed
    said = f" {counted(changed, 'word is', 'words are')} changed to lower case or to the stem." if changed else ""
    return said + (f" Left out: {joined(told)}." if told else "" if step.document.said else " The text is empty.")


def _vocabulary(step: Step, data: Dataset, params: Params) -> Story:
    said = f"The vocabulary has {counted(len(step.words), 'word')}, in the order of the alphabet."
    if params.least > 1:
        said += f" Words that fewer than {params.least} texts have are left out."
    said += " Two texts with the same words in another order are the same from now on."
    return Story(said, COUNT, (), (Number("V", len(step.words)),))


def _word(step: Step, data: Dataset, params: Params) -> Story:
    assert step.document is not None and step.token is not None
    word, dropped = step.document.said[step.token], step.document.dropped[step.token]
    numbers = (Number("outside the vocabulary", step.outside),)
    if dropped:
        return Story(f"“{word}” is {dropped}, and is left out.", COUNT, (), numbers)
    if step.v is None:
        return Story(f"“{word}” is not in the vocabulary: it is ignored, and counted as outside.", COUNT, (), numbers)
    count = int(step.x[step.v])
    said = f"“{word}”: its count is {count} now" + (", and its presence is 1 as before." if count > 1 else ".")
    worked = (f"x(“{step.words[step.v]}”) ← {added(count - 1, 1)}",)
    b = presence(step.x)
    rows = tuple((f"“{step.words[v]}”", int(step.x[v]), int(b[v])) for v in np.flatnonzero(step.x)[:LISTED].tolist())
    return Story(said, COUNT, worked, numbers, (Table("The document", ("word", "x", "b"), rows),))


def _vectors(step: Step, data: Dataset, params: Params) -> Story:
    said = f"Every text is a row of {counted(len(step.words), 'count')}; most are 0 where the vocabulary is large."
    empty = int((step.vectors.sum(axis=1) == 0).sum())
    if empty:
        said += f" Of the first {len(step.vectors)} texts {empty} {'has' if empty == 1 else 'have'} zeros alone."
    told = (Number("share of cells that are not 0", step.filled),)
    whole = Check("no count is below 0", bool((step.vectors >= 0).all()))
    return Story(said, COUNT, (), told, (), (whole,))


TOLD: dict[str, Callable[[Step, Dataset, Params], Story]] = {
    "start": _start, "new": _new, "text": _text, "vocabulary": _vocabulary, "word": _word, "vectors": _vectors,
}  # fmt: skip


def measure(step: Step, data: Dataset, params: Params) -> dict[str, float]:
    return {"words so far": len(step.met)} if step.part == "text" else {}


def event(step: Step) -> Event | None:
    return Event("new word", "best") if step.part in ("new", "text") and len(step.new) else None
