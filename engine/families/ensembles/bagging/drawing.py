"""What a step of bagging looks like."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from engine.core.later import Later
from engine.core.marks import Curve, Mark, Points, Region
from engine.core.surfaces import Surface
from engine.data.dataset import Dataset
from engine.families.ensembles.bagging.loop import Params, Step
from engine.families.ensembles.grove import pictures

ERRORS = Surface("chart", "Error on rows not seen", "trees", "error")


def marks(step: Step, data: Dataset, params: Params) -> Sequence[Mark | Later]:
    if not step.bag:
        return []
    return [Region(step.model), *pictures(step.bag, step.votes, data, step.bag[-1], step.vote), *_errors(step)]


def _errors(step: Step) -> Iterator[Mark]:
    """The error of each tree by itself, and that of the vote of all trees up to it."""
    alone = np.array([(k + 1, one.error) for k, one in enumerate(step.bag) if one.error is not None])
    if not len(alone):
        return
    yield Curve(alone, "ghost", label="each tree alone", dots=True, surface=ERRORS)
    yield Curve(together(step), "boundary", label="their vote", dots=True, surface=ERRORS)
    yield Points(together(step)[-1:], "focus", surface=ERRORS)


def together(step: Step) -> np.ndarray:
    """(t, 2) the number of trees, and the out-of-bag error of their vote; once any row is voted on."""
    there = np.flatnonzero(step.errors[:, 1])
    return np.column_stack([there + 1, step.errors[there, 0] / step.errors[there, 1]])
