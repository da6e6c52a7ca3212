"""Which rows are held back, and how many of them each k calls wrongly."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from engine.base.snapshot import snapshot
from engine.data.dataset import Dataset
from engine.data.split import folds
from engine.families.neighbours.measuring import DistanceParams, metric
from engine.maths.probability.lots import lots
from engine.maths.probability.votes import Ballot, counted_votes, elected
from engine.models.neighbours import Neighbours

ALL, HELD, LAST = SPLITS = ("cross-validation", "rows drawn at random", "the last rows")


@snapshot
class Part:
    """One way to divide the rows: those learnt from, and those held back, ascending."""

    learnt: np.ndarray
    kept: np.ndarray


def divided(n: int, how: str, count: int, share: float, rng: np.random.Generator) -> tuple[Part, ...]:
    """The parts of n rows: `count` folds, each held back once, or one share of the rows, at least one and not all."""
    if how == ALL:
        return tuple(Part(np.setdiff1d(np.arange(n), kept), kept) for kept in folds(n, count, rng))
    size = min(max(round(n * share), 1), n - 1)
    order = np.argsort(lots(n, rng), kind="stable")[::-1] if how == HELD else np.arange(n)
    return (Part(np.sort(order[: n - size]), np.sort(order[n - size :])),)


@dataclass(frozen=True)
class Judged:
    """The neighbours of every row of a part among those learnt from, the nearest first.

    for_learnt, for_kept  their ballots;   learnt, kept  the classes they should elect;   rows  those held back
    """

    for_learnt: Ballot
    for_kept: Ballot
    learnt: np.ndarray
    kept: np.ndarray
    rows: np.ndarray
    rule: str

    def training_errors(self, k: int) -> int:
        """How many of the rows learnt from k neighbours call wrongly; each is a neighbour of its own."""
        return int((answers(self.for_learnt, k, self.rule) != self.learnt).sum())

    def kept_missed(self, k: int) -> np.ndarray:
        """The rows held back that k neighbours call wrongly."""
        return np.asarray(self.rows[answers(self.for_kept, k, self.rule) != self.kept])


def answers(ballot: Ballot, k: int, rule: str) -> np.ndarray:
    """(m,) what the nearest k of the voters elect."""
    near = Ballot(ballot.codes[:, :k], ballot.distances[:, :k], ballot.lots[:, :k], ballot.sizes)
    return elected(counted_votes(near.codes, len(ballot.sizes)), near, rule)


def judged(
    data: Dataset, known: Neighbours, parts: tuple[Part, ...], most: int, params: DistanceParams
) -> list[Judged]:
    """Every part with the neighbours of its rows; what is measured, such as a scale, is of the rows learnt from."""
    return [_judged(data, known, part, most, params) for part in parts]


def _judged(data: Dataset, known: Neighbours, part: Part, most: int, params: DistanceParams) -> Judged:
    learnt, kept = data.subset(part.learnt), data.subset(part.kept)
    drawn = known.lots[part.learnt] if len(known.lots) else known.lots
    own = replace(known, X=learnt.X, y=learnt.codes, metric=metric(learnt, params), k=most, lots=drawn)
    of_learnt, of_kept = (own.ballot(own.neighbours(one.X)) for one in (learnt, kept))
    return Judged(of_learnt, of_kept, learnt.codes, kept.codes, part.kept, known.rule)
