"""DBSCAN: groups grow from row to row through dense places; what none of them reaches is noise.   (Ester et al. 1996)

N(x) = {n : ‖xₙ − x‖ ≤ ε}          x is a core if |N(x)| ≥ m          a group: a core, and what its cores have near
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

import numpy as np

from engine.base.params import choice, real, whole
from engine.base.snapshot import snapshot
from engine.base.words import are, counted
from engine.core.algorithm import Steps
from engine.core.ending import Ending
from engine.data.dataset import Dataset
from engine.families.clustering.dbscan.neighbourhoods import Neighbourhoods, Search, usual_radius
from engine.models.densities import NOISE, Dense

UNSEEN = -2
Kind = Literal["start", "noise", "seed", "core", "border", "group", "end"]
ROWS, GROUPS = "rows", "groups"


def run(data: Dataset, params: Params, rng: np.random.Generator, start: Dense | None = None) -> Steps:
    X = data.X
    around = Neighbourhoods(X, params.least, radius_of(X, params, start))
    rows = Search(X, around.radius)
    labels = np.full(data.n, UNSEEN)
    core = np.zeros(data.n, dtype=bool)
    found, known = 0, (X, core, labels, around)
    yield stop("start", *known)

    for row in range(data.n):
        if labels[row] != UNSEEN:
            continue
        near = rows.within(row)
        if len(near) < params.least:
            labels[row] = NOISE  # until a core has it near
            if params.stop_at == ROWS:
                yield stop("noise", *known, row=row, near=near)
            continue

        group, found = found, found + 1
        core[row], labels[row] = True, group
        queue = joined(labels, [near], group)
        if params.stop_at == ROWS:
            yield stop("seed", *known, row=row, near=near, queue=queue)
        while len(queue):
            now = 1 if params.stop_at == ROWS else len(queue)  # by groups the whole queue, without a stop
            each = {row: rows.within(row) for row in queue[:now].tolist()}
            cores = {row: near for row, near in each.items() if len(near) >= params.least}
            core[list(cores)] = True
            queue = np.append(queue[now:], joined(labels, list(cores.values()), group))
            row, near = each.popitem()
            if params.stop_at == ROWS:
                kind: Kind = "core" if core[row] else "border"
                yield stop(kind, *known, row=row, near=near, queue=queue)
        if params.stop_at == GROUPS:
            yield stop("group", *known, row=row, near=near)

    yield stop("end", *known)
    noise = int((labels == NOISE).sum())
    return Ending.converged(f"{counted(found, 'group')}; {counted(noise, 'row')} of {data.n:,} {are(noise)} noise.")


def joined(labels: np.ndarray, around: list[np.ndarray], group: int) -> np.ndarray:
    """The unseen rows near cores, which join their group and are looked at next; noise near them becomes border.

    around  the rows near each core: where two have the same one near, it waits where the first puts it
    """
    near = np.concatenate([np.zeros(0, dtype=np.intp), *around])
    free = near[labels.take(near) < 0]
    new = free[labels.take(free) == UNSEEN]
    labels[free] = group
    return np.array(list(dict.fromkeys(new.tolist())), dtype=np.intp)


def stop(
    kind: Kind, X: np.ndarray, core: np.ndarray, labels: np.ndarray, around: Neighbourhoods, **looked_at: Any
) -> Step:
    """A step with the cores found so far, and their groups."""
    model = Dense(X[core], labels[core], around.radius)
    return Step(kind=kind, model=model, around=around, labels=labels, core=core, **looked_at)


def radius_of(X: np.ndarray, params: Params, start: Dense | None) -> float:
    """ε: held by hand, given, or one that suits the data."""
    if start is not None:
        return start.radius
    return params.radius or usual_radius(X, params.least)


def bound(data: Dataset, params: Params) -> int:
    """The start, every row once, the end."""
    return data.n + 2


@dataclass(frozen=True)
class Params:
    radius: float = real(
        0.0, low=0.0, high=1e12, log=True, auto=lambda step, params: float(step.around.radius), symbol=r"\varepsilon",
        help="radius of a neighbourhood; auto: nine rows in ten have enough neighbours",
    )  # fmt: skip
    least: int = whole(
        5,
        low=1,
        high=1000,
        log=True,
        symbol="m",
        label="minimum points",
        help="so many within ε of it, itself counted",
    )
    stop_at: str = choice(ROWS, (ROWS, GROUPS), label="stop after", clear=True, help="every row, or every group")


@snapshot
class Step:
    """One row looked at, or one group grown."""

    kind: Kind
    model: Dense
    around: Neighbourhoods
    labels: np.ndarray  # (n,) the group of each row; −1 noise, −2 not known
    core: np.ndarray  # (n,) which rows are known to be cores
    row: int | None = None  # the one looked at
    near: np.ndarray | None = None  # the rows within ε of it
    queue: np.ndarray | None = None  # the rows that the group has, and that have not been looked at, the next first
