"""What a step of a random forest says."""

from __future__ import annotations

import numpy as np

from engine.base.words import counted, figure
from engine.core.algorithm import Inquiry
from engine.core.story import Event, Number, Story
from engine.data.dataset import Dataset
from engine.families.ensembles import voting
from engine.families.ensembles.bootstrapped import out_of_bag
from engine.families.ensembles.grove import VOTE, grown_from, numbers, say_vote, table, unseen_only, worked
from engine.families.ensembles.random_forest.loop import Params, Step

RISE = (
    r"I_j = \frac{1}{T} \sum_{t=1}^{T} "
    r"\left( \mathrm{err}_t(\mathrm{feature}\; j\; \mathrm{shuffled}) - \mathrm{err}_t \right)"
)


def explain(step: Step, data: Dataset, params: Params) -> Story:
    if step.kind == "start":
        said = f"{counted(params.trees, 'tree')} will be grown, each from {_source(data, params)}, and vote."
        if params.features > data.d:
            said += f" There are only {counted(data.d, 'feature')}, so at each cut all of them are tried."
        return Story(said, VOTE, (), (Number("m", step.tried, "features per split"),))
    if step.vote is not None:
        return say_vote(step.vote, step.grove, data)
    return _say_tree(step, data, params) if step.kind == "tree" else _say_shuffle(step, data)


def _source(data: Dataset, params: Params) -> str:
    if params.sample == "bootstrap":
        return f"{counted(data.n, 'row')} drawn with repetition"
    return "all rows" if params.sample == "all rows" else "a share of the rows"


def _say_tree(step: Step, data: Dataset, params: Params) -> Story:
    one = step.grove[-1]
    asks = f"tries {step.tried} of {counted(data.d, 'feature')} at each cut"
    return Story(
        grown_from(len(step.grove), one, data, asks),
        VOTE,
        tuple(worked(step.votes, data)),
        numbers(step.grove, step.votes, data),
        (table(step.grove, data),),
        (unseen_only(step.grove, step.votes),),
    )


def _say_shuffle(step: Step, data: Dataset) -> Story:
    rise, name = step.rises[-1], data.columns[len(step.rises) - 1].name
    effect = f"rises by {figure(rise)}" if rise > 0 else f"falls by {figure(-rise)}" if rise < 0 else "stays the same"
    said = f"{name} is shuffled among the rows that a tree has not seen: its error there {effect} on average."
    best = int(np.argmax(step.rises))
    told = (
        Number("rise of the error", rise),
        Number("largest rise so far", step.rises[best], data.columns[best].name),
    )
    return Story(said, RISE, (), told)


def inspect(step: Step, data: Dataset, params: Params, x: np.ndarray) -> Inquiry | None:
    """How the trees so far vote on a point."""
    return None if step.model is None else voting.asked(step.model, data, x, VOTE)


def measure(step: Step, data: Dataset, params: Params) -> dict[str, float]:
    wrong, there = out_of_bag(step.votes, data.codes)
    return {"out-of-bag error": wrong / there} if there and step.kind == "tree" else {}


def event(step: Step) -> Event | None:
    if step.kind == "vote":
        return Event("vote", "path")
    return Event("feature shuffled", "plain") if step.kind == "shuffle" else None
