"""Isomap: a map whose distances are the shortest ways along a graph of neighbours.   (Tenenbaum 2000)

an edge from each row to its k nearest, as long as they are apart
δᵢⱼ = the shortest way from i to j along the edges                      (Dijkstra 1959)
B = −½ J δ² J,  B v = λ v,  x = √λ v                                    classical scaling
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial
from typing import Literal

import numpy as np

from engine.base.params import choice, whole
from engine.base.snapshot import read_only, snapshot
from engine.base.words import percent
from engine.core.algorithm import Steps
from engine.core.ending import Ending
from engine.core.pauses import on_the_way
from engine.data.dataset import Dataset
from engine.families.reduction.isomap.neighbour_graph import (
    by_distance,
    edges_to,
    least_connecting,
    most_ways,
    parts_of,
    shortest_links,
    shortest_ways,
    way_back,
    ways_from,
)
from engine.families.reduction.maps import apart
from engine.families.reduction.mds.loop import along_axes, double_centred
from engine.maths.algebra.agreement import cleared
from engine.maths.algebra.distances import pair_distances
from engine.models.maps import Map
from engine.parts.pairs import measured_pairs, most_measured


def run(data: Dataset, params: Params, rng: np.random.Generator, start: None = None) -> Steps:
    step = Step(kind="measure", model=None, far=np.zeros((0, 0)))
    known = measured_pairs(data.X, pair_distances)
    far = read_only((yield from on_the_way(known, partial(measuring, step))))
    order = by_distance(far)
    edges = edges_to(order, params.near(data.n))
    parts = parts_of(data.n, edges)
    enough = least_connecting(order) if parts.any() else 0
    step = replace(step, kind="graph", far=far, edges=edges, parts=parts, enough=enough)
    yield step
    if parts.any():
        if params.apart == STOP:
            return Ending.failed(_in_parts(int(parts.max()) + 1, enough))
        links = shortest_links(far, parts)
        edges = np.vstack([edges, links])
        step = replace(step, kind="linked", edges=edges, links=links)
        yield step

    _, before = ways_from(0, far, edges)
    step = replace(step, kind="ways", before=before)
    yield step
    delta = read_only((yield from on_the_way(shortest_ways(far, edges), partial(finding, step))))
    a, b = (int(i) for i in np.unravel_index(int(np.argmax(delta)), delta.shape))
    step = replace(step, kind="all ways", delta=delta, way=way_back(ways_from(a, far, edges)[1], b), known=data.n)
    yield step

    B = read_only(double_centred(delta))
    step = replace(step, kind="centred", products=B)
    yield step
    values, places = along_axes(B)
    step = replace(step, kind="map", model=Map(places, data.d), values=values)
    yield step
    step = replace(step, kind="kept", missed=missed(delta, apart(places)))
    yield step
    return Ending.converged(f"The map keeps {percent(1 - step.missed)} of how the ways along the graph vary.")


def measuring(step: Step, measured: int) -> Step:
    """A pause, at which the distances of so many rows are known."""
    return replace(step, known=measured)


def finding(step: Step, found: int) -> Step:
    """A pause, at which the ways from so many rows are known."""
    return replace(step, kind="finding", known=found)


def missed(delta: np.ndarray, d: np.ndarray) -> float:
    """1 − R² of the distances on the map and the ways along the graph, over all pairs."""
    size, n = float(delta.max(initial=0.0)), len(delta)
    if not size or n < 3:
        return 0.0
    pairs = n * (n - 1)  # each twice, and the diagonal, where both are 0, is left out of every sum
    one, other = delta / size, d / size
    mean, beside = float(one.sum()) / pairs, float(other.sum()) / pairs
    one -= mean
    other -= beside
    products = [float(np.vdot(a, b)) for a, b in ((one, other), (one, one), (other, other))]
    both, across, up = np.array(products) - n * np.array([mean * beside, mean**2, beside**2])
    return float(cleared(max(1 - both**2 / (across * up), 0.0), 1.0, ROUNDING)) if min(across, up) > 0 else 0.0


def _in_parts(count: int, enough: int) -> str:
    return f"The graph is in {count} parts, with no way between them: take k = {enough}, or link the parts."


def bound(data: Dataset, params: Params) -> int:
    """The distances and the ways with their pauses, the graph, its links, the ways from one row, B, and the map."""
    return 7 + most_measured(data) + most_ways(data.n, data.n * (params.near(data.n) + 1))


ROUNDING = 1e-12
JOIN, STOP = "link them", "stop"


@dataclass(frozen=True)
class Params:
    k: int = whole(
        5, low=1, high=200, log=True, symbol="k", label="neighbours", clear=True, help="at most the other rows"
    )
    apart: str = choice(JOIN, (JOIN, STOP), label="parts without a way", help="by the shortest links, or end there")

    def near(self, n: int) -> int:
        """How many nearest each row is joined to."""
        return min(self.k, n - 1)


@snapshot
class Step:
    """One stage, or a pause on the way to the next."""

    kind: Literal["measure", "graph", "linked", "ways", "finding", "all ways", "centred", "map", "kept"]
    model: Map | None
    far: np.ndarray  # (n, n) the straight distances, once all are known
    known: int = 0  # at a pause: of so many rows the distances, or the ways, are known
    edges: np.ndarray | None = None  # (m, 2)
    parts: np.ndarray | None = None  # (n,) the part of the graph that each row is in, before they are linked
    enough: int = 0  # of a graph in parts: so many nearest would make one of it
    links: np.ndarray | None = None  # (p − 1, 2) the edges that link the parts
    before: np.ndarray | None = None  # (n,) the row before each on the way from the first; −1 for none
    delta: np.ndarray | None = None  # (n, n) δ
    way: np.ndarray | None = None  # (w,) the rows along the longest of the shortest ways
    products: np.ndarray | None = None  # (n, n) B
    values: np.ndarray | None = None  # (n,) its eigenvalues
    missed: float = 0.0  # 1 − R², once the map is compared
