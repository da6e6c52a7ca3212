"""Mean shift: points climb to where the rows are densest, each to the mean of the rows around it.   (Cheng 1995)

p ← Σ k(‖xₙ − p‖ / h) xₙ / Σ k(‖xₙ − p‖ / h)        where they come to rest are the modes: each is a group
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import numpy as np

from engine.base.params import choice, real, whole
from engine.base.snapshot import read_only, snapshot
from engine.base.words import counted
from engine.core.algorithm import Steps
from engine.core.ending import Ending
from engine.data.dataset import Dataset
from engine.maths.algebra.shifting import FLAT, KERNELS, heights, modes, shifted, usual_bandwidth, weights
from engine.models.groups import Centres
from engine.parts.panels import dotted


def run(data: Dataset, params: Params, rng: np.random.Generator, start: None = None) -> Steps:
    X, rows = data.X, dotted(data.n)
    h = params.bandwidth or usual_bandwidth(X, rows)
    places = read_only(X[rows])
    trail: tuple[np.ndarray, ...] = ()
    yield Step(kind="start", model=None, bandwidth=h, rows=rows, places=places, before=places)
    for _ in range(params.rounds):
        before, trail = places, (*trail, places)
        places = read_only(shifted(before, X, h, params.kernel))
        yield Step(kind="shift", model=None, bandwidth=h, rows=rows, places=places, before=before, trail=trail)
        if farthest(before, places) <= STILL * h:
            break

    found = peaks(places, X, h, params.kernel)
    yield Step(
        kind="modes", model=found, bandwidth=h, rows=rows, places=places, before=places, trail=trail,
        labels=found.predict(X),
    )  # fmt: skip
    if farthest(before, places) > STILL * h:
        return Ending.stopped(f"After {counted(params.rounds, 'iteration')} some still climb: allow more.")
    return Ending.converged(f"{counted(len(rows), 'climber')} came to rest on {counted(len(found.centres), 'peak')}.")


STILL = 1e-3
"""A climber that moves by less than this share of the bandwidth is at rest."""


def farthest(before: np.ndarray, places: np.ndarray) -> float:
    """How far the one that moved most has gone."""
    return float(np.sqrt(((places - before) ** 2).sum(axis=1)).max())


def peaks(places: np.ndarray, X: np.ndarray, h: float, kernel: str) -> Centres:
    """Where the climbers ended, the one with most rows around it first; one within h of a higher is on its peak."""
    high = weights(places, X, h, kernel).sum(axis=1) if kernel == FLAT else heights(places, X, h, kernel)
    return Centres(places[modes(places, high, h)])


def bound(data: Dataset, params: Params) -> int:
    """The start, every shift, the modes."""
    return 2 + params.rounds


@dataclass(frozen=True)
class Params:
    bandwidth: float = real(
        0.0, low=0.0, high=1e12, log=True, auto=lambda step, params: float(step.bandwidth), symbol="h",
        help="bandwidth; auto: as far as a third of the rows reach, on average",
    )  # fmt: skip
    kernel: str = choice(FLAT, KERNELS, help="flat: all within h count alike; Gaussian: the nearer the more")
    rounds: int = whole(
        300, low=1, high=10_000, log=True, label="maximum iterations", clear=True, rare=True, help="at most"
    )


@snapshot
class Step:
    """One shift of every climber; at last the peaks on which they stand."""

    kind: Literal["start", "shift", "modes"]
    model: Centres | None
    bandwidth: float
    rows: np.ndarray  # (s,) the rows from which the climbers began
    places: np.ndarray  # (s, d) where they are
    before: np.ndarray  # (s, d) where they were
    trail: tuple[np.ndarray, ...] = ()  # where they were at the start, after the first shift, ...
    labels: np.ndarray | None = None  # (n,) the peak nearest to each row
