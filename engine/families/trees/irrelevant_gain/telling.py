"""What a random column says: its gain, the mean of all so far, and which attributes of the table gain no more."""

from __future__ import annotations

import numpy as np

from engine.base.words import counted, divided, figure, joined
from engine.core.story import Check, Event, Number, Story, Table
from engine.data.dataset import Dataset
from engine.families.trees.irrelevant_gain.loop import Params, Step, by_chance, count_of
from engine.maths.probability.impurity import ROUNDING
from engine.parts.trees.tree_words import FORMULAS, gain_line, impurity_of

NAMED = 4
"""So many attributes are named in a sentence."""
LISTED = 40
"""So many are listed."""


def explain(step: Step, data: Dataset, params: Params) -> Story:
    formula = FORMULAS["gain"]
    if step.table is None:
        said = (
            f"{counted(params.columns, 'column')} of {counted(count_of(data, params), 'value')} will be drawn at "
            "random, independent of the class. What they gain is chance: on infinitely many rows it would be 0."
        )
        return Story(said, formula, (), (Number("mean by χ²", by_chance(data, params), "bits"),), (_table(step, data),))
    m, gain, mean = len(step.gains), float(step.gains[-1]), float(step.gains.mean())
    return Story(
        f"Random column {m:,} of {params.columns:,}, with {counted(len(step.table), 'value')}, gains {figure(gain)} "
        f"bits. The mean so far is {figure(mean)}, not 0{_below(step, data, mean)}. {_links(params, data)}",
        formula,
        (
            gain_line("random", step.table, impurity_of("gain"), gain),
            f"mean = {divided(float(step.gains.sum()), m)}",
        ),
        (
            Number("gain", gain, "bits, of this random column"),
            Number("mean gain", mean, f"bits, of {counted(m, 'random column')}"),
            Number("mean by χ²", by_chance(data, params), "bits: (V − 1)(K − 1) / (2 N ln 2), for large tables"),
        ),
        (_table(step, data),),
        (Check("no gain is below 0", bool((step.gains >= 0).all() and (step.real >= 0).all())),),
    )


def _below(step: Step, data: Dataset, mean: float) -> str:
    """Which attributes of the table gain less than random columns do on average."""
    low = np.flatnonzero(step.real < mean - ROUNDING)
    if not len(low):
        return ""
    names = [data.columns[int(a)].title for a in low]
    named = joined(names) if len(names) <= NAMED else f"{len(names)} attributes"
    return f": {named} {'gains' if len(names) == 1 else 'gain'} less"


def _links(params: Params, data: Dataset) -> str:
    if count_of(data, params) == data.n:
        return "With as many values as rows almost every row is a branch of its own, as with an identifier."
    return "More values gain more, so gain favours attributes of many values; a χ² test weighs a gain against chance."


def exceeded(step: Step) -> np.ndarray:
    """(d,) how many random columns gain at least as much as each attribute of the table."""
    return np.asarray((step.gains[:, None] >= step.real - ROUNDING).sum(axis=0))


def _table(step: Step, data: Dataset) -> Table:
    """The attributes of the table, the largest gain first, and how many random columns gain as much."""
    order, above = np.argsort(-step.real, kind="stable")[:LISTED], exceeded(step)
    rows = tuple((data.columns[int(a)].title, float(step.real[a]), f"{above[a]} of {len(step.gains)}") for a in order)
    return Table("Attributes of the table", ("attribute", "gain", "random as large"), rows)


def measure(step: Step, data: Dataset, params: Params) -> dict[str, float]:
    if not len(step.gains):
        return {}
    return {"gain": float(step.gains[-1]), "mean gain": float(step.gains.mean())}


def event(step: Step) -> Event | None:
    if not len(step.gains) or step.gains[-1] < step.real.max() - ROUNDING:
        return None
    return Event("beats every attribute", "wrong")
