"""Search of a k-d tree: look only into the cells where a nearer row can be.   (Friedman, Bentley and Finkel 1977)

go down to the cell of the query; on the way back look beyond a cut only where |z_d − t| ≤ r, the best so far
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Literal

import numpy as np

from engine.base.params import flag, whole
from engine.base.snapshot import no_indices, no_numbers, snapshot
from engine.base.words import counted
from engine.core.algorithm import Steps
from engine.core.ending import Ending
from engine.data.dataset import Dataset
from engine.families.neighbour_search.growing import Cutting, whole_tree
from engine.maths.algebra.metrics import euclidean
from engine.models.kd_tree import AskedTree, KDTree
from engine.models.neighbours import Query
from engine.parts.querying import QueryParams, asked, count_objection, length_objection


def run(data: Dataset, params: Params, rng: np.random.Generator, start: Query | None = None) -> Steps:
    z, X = asked(data, params, start), data.X
    tree, best = whole_tree(data, params, rng), Found()
    step = Step(part="start", model=AskedTree(z, tree))
    yield step

    waiting = [(0, 0.0)]  # a node, and how far its cell is beyond the cut above it
    while waiting and (params.exact or step.first is None):
        node, gap = waiting.pop()
        r = best.radius(params.k)
        step = replace(step, gap=gap, nodes=np.append(step.nodes, node), pruned=np.append(step.pruned, gap > r))
        if gap > r:
            step = replace(step, part="prune")
        elif tree.first[node] >= 0:
            near, far, gap = sides(tree, node, z)
            waiting += [(far, gap), (near, 0.0)]
            step = replace(step, part="visit")
        else:
            rows = np.flatnonzero(tree.home == node)
            best = best.with_rows(rows, euclidean(z[None], X[rows])[0], params.k)
            done = step.evaluations + len(rows)
            former, first = step.best.radius(params.k), step.first or best
            step = replace(step, part="leaf", best=best, former=former, first=first, evaluations=done)
        yield step

    truth = Found().with_rows(np.arange(data.n), euclidean(z[None], X)[0], params.k)
    yield replace(step, part="answer", truth=truth)
    return Ending.converged(f"{counted(step.evaluations, 'distance')} of {data.n:,} had to be measured.")


def sides(tree: KDTree, node: int, z: np.ndarray) -> tuple[int, int, float]:
    """The child on the side of the query, the other one, and how far the query is from the cut between them."""
    left, gap = int(tree.first[node]), float(z[tree.dimension[node]] - tree.threshold[node])
    return (left + 1, left, gap) if gap > 0 else (left, left + 1, -gap)


def bound(data: Dataset, params: Params) -> int:
    return 2 * data.n + 1


def limits(data: Dataset, params: Params) -> str:
    """k may not exceed the number of rows."""
    return count_objection(data, params.k) or length_objection(data, params)


@dataclass(frozen=True)
class Searching:
    """How the tree is searched."""

    k: int = whole(
        1, low=1, high=1000, log=True, symbol="k", label="neighbours", clear=True, help="that are looked for"
    )
    exact: bool = flag(True, help="off: look only into the cell of the query")


@dataclass(frozen=True)
class Params(Cutting, QueryParams, Searching):
    """The search, where the query is, and the tree."""


@snapshot
class Found:
    """The nearest rows so far, on a tie the lower one first."""

    rows: np.ndarray = field(default_factory=no_indices)
    distances: np.ndarray = field(default_factory=no_numbers)

    def radius(self, k: int) -> float:
        """How far the k-th is; ∞ while there are fewer."""
        return float(self.distances[k - 1]) if len(self.rows) >= k else np.inf

    def with_rows(self, rows: np.ndarray, distances: np.ndarray, k: int) -> Found:
        """The k nearest of these and of more rows."""
        every, far = np.append(self.rows, rows), np.append(self.distances, distances)
        order = np.lexsort([every, far])[:k]
        return Found(every[order], far[order])


@snapshot
class Step:
    """One node of the search, which was visited or left out; at the start none, in the end the answer."""

    part: Literal["start", "visit", "leaf", "prune", "answer"]
    model: AskedTree
    nodes: np.ndarray = field(default_factory=lambda: np.zeros(0, dtype=np.int32))  # in this order, one a step
    pruned: np.ndarray = field(default_factory=lambda: np.zeros(0, dtype=bool))  # whether each was left out
    gap: float = 0.0  # how far the cell of the last is beyond the cut above it
    evaluations: int = 0  # distances measured so far
    best: Found = field(default_factory=Found)
    former: float = np.inf  # how far the k-th was before the cell that was looked into last; ∞ while there were fewer
    first: Found | None = None  # what the cell of the query alone would have answered
    truth: Found | None = None  # by measuring all rows, which the search does not count

    @property
    def node(self) -> int:
        """The one just visited or left out."""
        return int(self.nodes[-1])
