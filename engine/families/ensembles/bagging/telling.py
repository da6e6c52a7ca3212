"""What a step of bagging says."""

from __future__ import annotations

import numpy as np

from engine.base.words import counted, figure
from engine.core.algorithm import Inquiry
from engine.core.story import Event, Number, Story
from engine.data.dataset import Dataset
from engine.families.ensembles import voting
from engine.families.ensembles.bagging.loop import Params, Step
from engine.families.ensembles.grove import VOTE, grown_from, numbers, say_vote, table, unseen_only, worked


def explain(step: Step, data: Dataset, params: Params) -> Story:
    expected = Number("expected share of rows drawn", 1 - (1 - 1 / data.n) ** data.n, "1 − (1 − 1/n)ⁿ")
    if not step.bag:
        said = (
            f"{counted(params.trees, 'tree')} will be grown, each from {counted(data.n, 'row')} drawn with repetition."
        )
        return Story(f"{said} Then they vote.", VOTE, (), (expected,))
    if step.vote is not None:
        return say_vote(step.vote, step.bag, data)
    one = step.bag[-1]
    seen = int((one.drawn > 0).sum())
    return Story(
        grown_from(len(step.bag), one, data, "tries every feature at each cut"),
        VOTE,
        (f"share of rows drawn = {seen}/{data.n:,} = {figure(seen / data.n)}", *worked(step.votes, data)),
        (*numbers(step.bag, step.votes, data), expected),
        (table(step.bag, data),),
        (unseen_only(step.bag, step.votes),),
    )


def inspect(step: Step, data: Dataset, params: Params, x: np.ndarray) -> Inquiry | None:
    """How the trees so far vote on a point."""
    return None if step.model is None else voting.asked(step.model, data, x, VOTE)


def measure(step: Step, data: Dataset, params: Params) -> dict[str, float]:
    wrong, there = step.errors[-1] if step.bag and step.vote is None else (0, 0)
    return {"out-of-bag error": wrong / there} if there else {}


def event(step: Step) -> Event | None:
    return None if step.vote is None else Event("vote", "path")
