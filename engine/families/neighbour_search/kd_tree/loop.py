"""k-d tree: cut the rows in halves again and again, look only where a neighbour can be.   (Bentley 1975)

build   cut a cell at the median of one dimension, then both halves
search  go down to the cell of the query; on the way back look beyond a cut only where |z_d − t| ≤ r, the best so far
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import Literal

import numpy as np

from engine.base.params import choice, flag, whole
from engine.base.snapshot import snapshot
from engine.base.words import counted
from engine.core.algorithm import Steps
from engine.core.ending import Ending
from engine.data.dataset import Dataset
from engine.families.neighbour_search.kd_tree.growing import CYCLE, RANDOM, RULES, Stage, grown
from engine.maths.algebra.metrics import euclidean
from engine.models.kd_tree import AskedTree, KDTree
from engine.models.neighbours import Query
from engine.parts.querying import QueryParams, asked, count_objection, length_objection

QUICK = 300
"""The tree of so many rows grows while one waits."""


def run(data: Dataset, params: Params, rng: np.random.Generator, start: Query | None = None) -> Steps:
    z, X = asked(data, params, start), data.X
    for stage in stages(data, params, rng):
        step = Step("split" if stage.cut else "start", AskedTree(z, stage.tree), cut=stage.cut)
        yield step

    tree, best = step.model.tree, Found()
    step = replace(step, cut=(), state=np.zeros(len(tree.first), dtype=np.int8))
    waiting = [(0, 0.0)]  # a node, and how far its cell is beyond the cut above it
    while waiting and (params.exact or step.first is None):
        node, gap = waiting.pop()
        beyond = gap > best.radius(params.k)
        step = replace(step, node=node, gap=gap, state=marked(step.state, node, PRUNED if beyond else VISITED))
        if beyond:
            step = replace(step, part="prune")
        elif tree.first[node] >= 0:
            near, far, gap = sides(tree, node, z)
            waiting += [(far, gap), (near, 0.0)]
            step = replace(step, part="visit")
        else:
            rows = np.flatnonzero(tree.home == node)
            best = best.with_rows(rows, euclidean(z[None], X[rows])[0], params.k)
            done = step.evaluations + len(rows)
            step = replace(step, part="leaf", best=best, first=step.first or best, evaluations=done)
        yield step

    truth = Found().with_rows(np.arange(data.n), euclidean(z[None], X)[0], params.k)
    yield replace(step, part="answer", node=0, truth=truth)
    return Ending.converged(f"{counted(step.evaluations, 'distance')} of {data.n:,} had to be measured.")


def sides(tree: KDTree, node: int, z: np.ndarray) -> tuple[int, int, float]:
    """The child on the side of the query, the other one, and how far the query is from the cut between them."""
    left, gap = int(tree.first[node]), float(z[tree.dimension[node]] - tree.threshold[node])
    return (left + 1, left, gap) if gap > 0 else (left, left + 1, -gap)


def marked(state: np.ndarray, node: int, what: int) -> np.ndarray:
    """The same with another state of one node."""
    changed = state.copy()
    changed[node] = what
    return changed


def stages(data: Dataset, params: Params, rng: np.random.Generator) -> Iterable[Stage]:
    """How the tree grows; of many rows it is kept, because it is the same wherever the query is."""
    seed = int(rng.integers(2**62)) if params.dimension == RANDOM else 0
    growing = grown(data.X, params.dimension, params.leaf_size, seed)
    if data.n <= QUICK:
        return growing
    return data.kept(("k-d tree", params.dimension, params.leaf_size, seed), lambda: tuple(growing))


def bound(data: Dataset, params: Params) -> int:
    return 3 * data.n + 2


def limits(data: Dataset, params: Params) -> str:
    """k may not exceed the number of rows."""
    return count_objection(data, params.k) or length_objection(data, params)


@dataclass(frozen=True)
class Searching:
    """How the tree is built, and how it is searched."""

    k: int = whole(
        1, low=1, high=1000, log=True, symbol="k", label="neighbours", clear=True, help="that are looked for"
    )
    dimension: str = choice(CYCLE, RULES, label="cut along", clear=True, help="the dimension of a cut")
    leaf_size: int = whole(2, low=1, high=1000, log=True, help="a cell with so many rows or fewer is not cut")
    exact: bool = flag(True, help="look beyond the cuts too; else only into the cell of the query")


@dataclass(frozen=True)
class Params(QueryParams, Searching):
    """The tree, the search, and where the query is."""


UNSEEN, VISITED, PRUNED = 0, 1, 2


@snapshot
class Found:
    """The nearest rows so far, on a tie the lower one first."""

    rows: np.ndarray = field(default_factory=lambda: np.zeros(0, dtype=np.intp))
    distances: np.ndarray = field(default_factory=lambda: np.zeros(0))

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
    """A cut of the tree, or one node of the search. `state` says of each node whether it was visited or left out."""

    part: Literal["start", "split", "visit", "leaf", "prune", "answer"]
    model: AskedTree
    cut: tuple[int, ...] = ()  # the nodes just cut
    node: int = 0  # the one just visited or left out
    gap: float = 0.0  # how far its cell is beyond the cut above it
    state: np.ndarray = field(default_factory=lambda: np.zeros(0, dtype=np.int8))
    evaluations: int = 0  # distances measured so far
    best: Found = field(default_factory=Found)
    first: Found | None = None  # what the cell of the query alone would have answered
    truth: Found | None = None  # by measuring all rows, which the search does not count
