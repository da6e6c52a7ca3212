"""What a step of a random forest says."""

from __future__ import annotations

import numpy as np

from engine.base.words import counted, figure
from engine.core.algorithm import Inquiry
from engine.core.story import Check, Event, Number, Story, Table
from engine.data.dataset import Dataset
from engine.families.trees.growing import leaves
from engine.families.trees.random_forest.loop import Grown, Params, Step, out_of_bag, tried
from engine.parts import voting

VOTE = r"y(\mathbf{x}) = \underset{k}{\mathrm{arg\,max}} \sum_{t=1}^{T} [h_t(\mathbf{x}) = k]"
RISE = (
    r"I_j = \frac{1}{T} \sum_{t=1}^{T} "
    r"\left( \mathrm{err}_t(\mathrm{feature}\; j\; \mathrm{shuffled}) - \mathrm{err}_t \right)"
)
LISTED = 12
"""So many of the last trees are in the table."""


def explain(step: Step, data: Dataset, params: Params) -> Story:
    if step.kind == "start":
        said = f"{counted(params.trees, 'tree')} will be grown, each from {_source(data, params)}, and vote."
        if params.features > data.d:
            said += f" There are only {counted(data.d, 'feature')}, so at each cut all of them are tried."
        return Story(said, VOTE, (), (Number("d", tried(data.d, params), "features tried at each cut"),))
    return _say_tree(step, data, params) if step.kind == "tree" else _say_shuffle(step, data)


def _source(data: Dataset, params: Params) -> str:
    if params.sample == "bootstrap":
        return f"{counted(data.n, 'row')} drawn with repetition"
    return "all rows" if params.sample == "all rows" else "a share of the rows"


def _say_tree(step: Step, data: Dataset, params: Params) -> Story:
    one, d = step.grove[-1], tried(data.d, params)
    unseen = int((one.drawn == 0).sum())
    said = f"Tree {len(step.grove)} is grown from {counted(int(one.drawn.sum()), 'row')}, {data.n - unseen} of them "
    said += f"different, and tries {d} of {counted(data.d, 'feature')} at each cut: {_leaves(one)}."
    if unseen:
        said += f" Of the {counted(unseen, 'row')} it has not seen it gets {_missed(one, data)} wrong."
    wrong, there = out_of_bag(step.votes, data.codes)
    worked = (f"out-of-bag error = {wrong}/{there} = {figure(wrong / there)}",) if there else ()
    whole = Check("no tree votes on a row it has seen", bool(step.votes.sum() == _unseen(step)))
    return Story(said, VOTE, worked, _numbers(step, data, wrong, there), (_table(step, data),), (whole,))


def _unseen(step: Step) -> int:
    return sum(int((one.drawn == 0).sum()) for one in step.grove)


def _leaves(one: Grown) -> str:
    return counted(leaves(one.tree), "leaf", "leaves")


def _missed(one: Grown, data: Dataset) -> int:
    return int((one.said != data.codes)[one.drawn == 0].sum())


def _numbers(step: Step, data: Dataset, wrong: int, there: int) -> tuple[Number, ...]:
    told = [Number("rows voted on", there, "by trees that have not seen them")]
    if there:
        told.append(Number("out-of-bag error", wrong / there))
    if errors := [one.error for one in step.grove if one.error is not None]:
        told.append(Number("mean error of single trees", float(np.mean(errors)), "each on the rows it has not seen"))
    if len(step.grove) > 1:
        told.append(Number("trees that agree on a row", agreement(step), "share of pairs, over all rows"))
    return tuple(told)


def agreement(step: Step) -> float:
    """The share of pairs of trees that say the same of a row, over all rows."""
    said, T = np.array([one.said for one in step.grove]), len(step.grove)
    counts = np.array([(said == k).sum(axis=0) for k in range(int(said.max()) + 1)])
    return float((counts * (counts - 1)).sum(axis=0).mean() / (T * (T - 1)))


def _table(step: Step, data: Dataset) -> Table:
    """How the last trees differ: what they ask first, how large they are, how often each is wrong by itself."""
    first = max(len(step.grove) - LISTED, 0)
    rows = tuple((first + k + 1, *_described(one, data)) for k, one in enumerate(step.grove[first:]))
    return Table("Trees", ("tree", "asks first", "leaves", "error"), rows, len(rows) - 1)


def _described(one: Grown, data: Dataset) -> tuple[str, int, float | str]:
    feature, error = int(one.tree.attribute[0]), "–" if one.error is None else one.error
    return data.columns[feature].name if feature >= 0 else "nothing", leaves(one.tree), error


def _say_shuffle(step: Step, data: Dataset) -> Story:
    rise, name = step.rises[-1], data.columns[len(step.rises) - 1].name
    effect = f"rises by {figure(rise)}" if rise > 0 else f"falls by {figure(-rise)}" if rise < 0 else "stays the same"
    said = f"{name} is shuffled among the rows that a tree has not seen: its error there {effect} on average."
    best = int(np.argmax(step.rises))
    told = (
        Number("rise of the error", rise),
        Number("largest rise so far", step.rises[best], data.columns[best].name),
    )
    return Story(said[:1].upper() + said[1:], RISE, (), told)


def inspect(step: Step, data: Dataset, params: Params, x: np.ndarray) -> Inquiry | None:
    """How the trees so far vote on a point."""
    return None if step.model is None else voting.asked(step.model, data, x, VOTE)


def measure(step: Step, data: Dataset, params: Params) -> dict[str, float]:
    wrong, there = out_of_bag(step.votes, data.codes)
    return {"out-of-bag error": wrong / there} if there and step.kind == "tree" else {}


def event(step: Step) -> Event | None:
    return Event("feature shuffled", "plain") if step.kind == "shuffle" else None
