"""K-means from many starts: each run ends in a fixed point, and the one with the least E is kept.   (Forgy 1965)

r* = argmin E_r        two runs end in the same place if they put the same rows together, whatever their numbers
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import Literal

import numpy as np

from engine.base.params import choice, whole
from engine.base.snapshot import snapshot
from engine.base.words import counted
from engine.core.algorithm import Steps
from engine.core.ending import Ending
from engine.core.pauses import Pauses, on_the_way
from engine.data.dataset import Dataset
from engine.families.clustering.counting import enough_points
from engine.families.clustering.kmeans_restarts.figures import told_apart
from engine.families.clustering.lloyd import Found, in_order, lloyd, most_waits
from engine.families.clustering.seeding import SEEDING, chosen
from engine.models.groups import Centres


def run(data: Dataset, params: Params, rng: np.random.Generator, start: None = None) -> Steps:
    places: tuple[Place, ...] = ()
    ends: tuple[int, ...] = ()
    pauses = Pauses()
    yield Step(kind="start", model=None, places=places, ends=ends)
    for number in range(1, params.runs + 1):
        *_, begun = chosen(data.X, data.row_keys, params.k, params.seeding, rng)
        far = partial(under_way, places, ends)
        found = in_order((yield from on_the_way(lloyd(data.X, begun.centres, pauses), far)))
        end = met(places, found)
        if end == len(places):
            places += (Place(found, number, number + pauses.count),)
        ends += (end,)
        yield Step(kind="run", model=found.centres, places=places, ends=ends, found=found)

    kept = least(places)
    best, errors = places[kept], told_apart(np.array([place.E for place in places]))
    yield Step(kind="best", model=best.found.centres, places=places, ends=ends, found=best.found)
    different = counted(len(places), "different place")
    return Ending.converged(f"{counted(len(ends), 'run')} ended in {different}: the least E is {errors[kept]}.")


def under_way(places: tuple[Place, ...], ends: tuple[int, ...], now: Found) -> Step:
    """A run that has not come to rest yet."""
    return Step(kind="pause", model=now.centres, places=places, ends=ends, found=now)


def met(places: tuple[Place, ...], found: Found) -> int:
    """The number of the place where a run ended; one more than there are, if no run has ended there before."""
    same = (i for i, place in enumerate(places) if np.array_equal(place.found.labels, found.labels))
    return next(same, len(places))


def least(places: tuple[Place, ...]) -> int:
    """The place with the least E, the first of equal ones."""
    return min(range(len(places)), key=lambda i: places[i].E)


def most(places: tuple[Place, ...]) -> int:
    """The place with the most E, the first of equal ones."""
    return max(range(len(places)), key=lambda i: places[i].E)


def bound(data: Dataset, params: Params) -> int:
    """The start, every run with its pauses, the best."""
    return params.runs + 2 + most_waits(data.n, data.d, params.k, params.runs)


def limits(data: Dataset, params: Params) -> str:
    """K may not exceed the number of distinct points."""
    return enough_points(data, params.k)


@dataclass(frozen=True)
class Params:
    k: int = whole(3, low=1, high=100, symbol="K", log=True, label="clusters", clear=True, help="in each run")
    runs: int = whole(10, low=1, high=1000, symbol="R", log=True, clear=True, help="of K-means, each from its start")
    seeding: str = choice(
        "random rows", tuple(SEEDING), label="initialisation", clear=True, help="how the starts are chosen"
    )


@snapshot
class Place:
    """A place where K-means ends: how it looks, and the first run that ended there, counted from 1, at which step."""

    found: Found
    run: int
    step: int

    @property
    def E(self) -> float:
        return self.found.error


@snapshot
class Step:
    """One whole run, or a pause on its way; at the end the best is chosen. At the start there is none."""

    kind: Literal["start", "pause", "run", "best"]
    model: Centres | None
    places: tuple[Place, ...]  # the different ones so far, in the order in which they were found
    ends: tuple[int, ...]  # of each run so far the number of its place
    found: Found | None = None  # the run in view

    @property
    def here(self) -> int:
        """The number of the place in view."""
        return self.ends[-1] if self.kind == "run" else least(self.places)

    @property
    def counts(self) -> np.ndarray:
        """How many runs ended in each place."""
        return np.bincount(self.ends, minlength=len(self.places))
