"""What a step of the two document models looks like: the document, and in twin panels what its words add."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from engine.core.marks import Bars, Curve, Mark, Passage
from engine.core.surfaces import Role, Surface
from engine.data.dataset import Dataset
from engine.families.documents.reading import tips
from engine.families.documents.two_document_models.loop import Params, Step

SHOWN = 12
"""So many words are drawn beside each other."""
TEXT = Surface("table", "Document")
MODELS = ("Multinomial", "Bernoulli")
POSTERIOR = Surface("chart", "Posterior", "class", "P(C | x)")
STUFFED = Surface("chart", "Word stuffing", "copies k")


def marks(step: Step, data: Dataset, params: Params) -> Sequence[Mark]:
    drawn: list[Mark] = [passage(step, data), *both_bars(step, data)]
    if step.part == "posterior":
        drawn += posteriors_drawn(step, data)
    if step.part == "stuffed":
        drawn += stuffing(step, data)
    return drawn


def passage(step: Step, data: Dataset) -> Passage:
    """The document: its words so far in the colour of the class that the multinomial model gives them to."""
    read, (low, high) = step.document, step.pair
    done = np.isin(read.places, step.order) & (read.places >= 0)
    with np.errstate(invalid="ignore"):
        gaps = step.model.there[high] - step.model.there[low]
    gap = np.where(done, np.nan_to_num(gaps[read.places], posinf=30.0, neginf=-30.0), 0.0)
    groups = np.where(gap > 0, data.classes_present[high], np.where(gap < 0, data.classes_present[low], -1))
    there = np.flatnonzero(read.places == step.v) if step.v is not None else step.order[:0]
    title = "Typed document" if read.row is None else f"Row {data.row_name(read.row)}"
    depths = np.clip(np.abs(gap) / 3.0, 0.0, 1.0)
    chosen = int(there[0]) if len(there) else None
    faint = read.places < 0
    return Passage(read.text or " ", read.spans, groups, depths, faint, chosen, tips(read), title, surface=TEXT)


def both_bars(step: Step, data: Dataset) -> list[Mark]:
    """In each model what the prior and every word add to one side or the other; of many words the strongest."""
    if step.odds is None or not np.isfinite(step.odds).all():
        return []
    kept = np.arange(step.odds.shape[1])
    if len(kept) > SHOWN:
        last = [len(kept) - 1] if step.part == "word" else []
        sizes = np.abs(step.odds).max(axis=0)
        strongest = [int(m) for m in np.argsort(-sizes, kind="stable") if m not in last]
        kept = np.sort(np.array([*strongest[: SHOWN - len(last)], *last]))
    low, high = (data.classes_present[k] for k in step.pair)
    names = ("prior", *(told(step, m) for m in range(len(step.order))))
    labels = tuple(names[m] for m in kept.tolist())
    chosen = len(kept) - 1 if step.part == "word" else None
    drawn: list[Mark] = []
    for name, odds in zip(MODELS, step.odds, strict=True):
        surface = Surface("chart", f"{name}: word by word", "word", "log-odds")
        codes = np.where(odds[kept] > 0, high, low)
        drawn.append(Bars(odds[kept], labels, codes, chosen, surface=surface))
    return drawn


def told(step: Step, m: int) -> str:
    """A word on the axis: how often the document has it, or that it is absent."""
    word, times = step.model.words[int(step.order[m])], int(step.times[m])
    return f"no {word}" if not times else word if times == 1 else f"{word} ×{times}"


def posteriors_drawn(step: Step, data: Dataset) -> list[Mark]:
    """The posteriors of both models."""
    drawn: list[Mark] = []
    codes = np.array(data.classes_present)
    names = tuple(data.class_name(code) for code in data.classes_present)
    for name, shares in zip(MODELS, step.shares, strict=True):
        if np.isfinite(shares).all() and len(codes) <= SHOWN:
            surface = replace(POSTERIOR, name=f"{name}: posterior")
            drawn.append(Bars(shares, names, codes, int(shares.argmax()), surface=surface))
    return drawn


def stuffing(step: Step, data: Dataset) -> list[Mark]:
    """The posterior of one class by the number of copies, in both models."""
    code = data.classes_present[step.target]
    surface = replace(STUFFED, y=f"P({data.class_name(code)} | x)")
    k = np.arange(len(step.stuffed), dtype=float)
    roles: tuple[Role, ...] = ("boundary", "axis")
    return [
        Curve(np.column_stack([k, heights]), role, label=name, dots=True, surface=surface)
        for name, heights, role in zip(MODELS, step.stuffed.T, roles, strict=True)
        if np.isfinite(heights).all()
    ]
