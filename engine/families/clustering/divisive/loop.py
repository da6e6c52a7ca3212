"""Divisive clustering: all rows are one group, and the widest is split in two.   (Steinbach, Karypis, Kumar 2000)

SSE(g) = Σ ‖xₙ − m_g‖² over the rows of g        split the g with the largest, by the best of R runs of 2-means
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import numpy as np

from engine.base.params import real, whole
from engine.base.snapshot import snapshot
from engine.base.words import counted, figure
from engine.core.algorithm import Steps
from engine.core.ending import Ending
from engine.core.pauses import Pauses, always, on_the_way
from engine.data.dataset import Dataset
from engine.families.clustering.lloyd import best_of, most_waits
from engine.models.bisections import Bisections


def run(data: Dataset, params: Params, rng: np.random.Generator, start: None = None) -> Steps:
    X = data.X
    model = Bisections(np.zeros(0, dtype=np.intp), X.mean(axis=0)[None])
    nodes, errors = np.zeros(data.n, dtype=np.intp), np.array([scatter(X)])
    at: tuple[int, ...] = (0,)
    pauses = Pauses()
    yield Step(kind="start", model=model, nodes=nodes, errors=errors, node=0, at=at)
    while params.k > model.K:
        node = widest(model, errors)
        if errors[node] <= params.share * errors[0] or not splittable(X[nodes == node]):
            break
        yield Step(kind="choose", model=model, nodes=nodes, errors=errors, node=node, at=at)
        rows = np.flatnonzero(nodes == node)
        pause = Step(kind="search", model=model, nodes=nodes, errors=errors, node=node, at=at)
        runs = best_of(X[rows], data.row_keys_of(rows), 2, params.runs, "random rows", rng, pauses)
        found = yield from on_the_way(runs, always(pause))
        model = Bisections(np.append(model.split, node), np.vstack([model.centres, found.centres.centres]))
        nodes = placed(nodes, rows, len(model.centres) - 2 + found.labels)
        errors = np.append(errors, [scatter(X[rows[found.labels == half]]) for half in (0, 1)])
        at += (2 * len(model.split) + pauses.count,)
        yield Step(kind="split", model=model, nodes=nodes, errors=errors, node=node, at=at)
    groups, left = counted(model.K, "group"), figure(float(errors[model.leaves].sum()))
    if params.k > model.K and not errors[widest(model, errors)] > params.share * errors[0]:
        return Ending.converged(f"{groups}: the SSE of each is small enough, {left} together.")
    if params.k > model.K:
        return Ending.stopped(f"{groups}: the rows of the widest are all the same, and cannot be split.")
    return Ending.converged(f"{groups}, as many as were asked for: their SSE is {left} together.")


def scatter(X: np.ndarray) -> float:
    """SSE = Σ ‖xₙ − m‖² of rows around their mean."""
    return float(((X - X.mean(axis=0)) ** 2).sum())


def widest(model: Bisections, errors: np.ndarray) -> int:
    """The node, of those not split, with the largest SSE; the group with the lowest number on a tie."""
    return int(model.leaves[np.argmax(errors[model.leaves])])


def splittable(X: np.ndarray) -> bool:
    """Whether the rows are not all the same."""
    return bool((X[0] != X).any())


def placed(nodes: np.ndarray, rows: np.ndarray, there: np.ndarray) -> np.ndarray:
    """The node of each row, those of some rows changed."""
    moved = np.array(nodes)
    moved[rows] = there
    return moved


def bound(data: Dataset, params: Params) -> int:
    """The start, and for each split the choice and the split, and its pauses."""
    splits = min(params.k, data.n) - 1
    return 1 + 2 * splits + most_waits(data.n, data.d, 2, params.runs * splits)


@dataclass(frozen=True)
class Params:
    k: int = whole(3, low=1, high=100, symbol="K", log=True, label="groups", help="at which the splitting ends")
    runs: int = whole(10, low=1, high=100, symbol="R", label="restarts per split", help="of K-means with 2 centres")
    share: float = real(
        0.0, low=0.0, high=1.0, rare=True, label="small enough", help="a group with this share of the SSE is not split"
    )


@snapshot
class Step:
    """A group chosen to be split, or split, or a pause between. At the start all rows are one group."""

    kind: Literal["start", "choose", "search", "split"]
    model: Bisections
    nodes: np.ndarray  # (n,) the node of each row
    errors: np.ndarray  # (2m + 1,) the SSE of each node
    node: int  # the one this step is about
    at: tuple[int, ...]  # the step of the start, and of each split

    @property
    def halves(self) -> tuple[int, int]:
        """The two nodes that the last split made."""
        return len(self.errors) - 2, len(self.errors) - 1
