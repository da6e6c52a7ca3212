"""What a stage of Isomap says."""

from __future__ import annotations

import numpy as np

from engine.base.errors import SetParameter
from engine.base.words import brief, counted, divided, figure, taken
from engine.core.algorithm import Inquiry
from engine.core.story import Check, Event, Number, Story, Table
from engine.data.dataset import Dataset
from engine.families.reduction.isomap.drawing import BARS
from engine.families.reduction.isomap.loop import Params, Step
from engine.families.reduction.maps import kept_told, nearest_told, nowhere, row_at
from engine.maths.algebra.agreement import agree, exceeds
from engine.parts.pairs import measuring_told
from engine.parts.ranges import scaled_first

GRAPH = r"i \sim j \;\Leftrightarrow\; j \in \mathrm{near}_k(i) \;\mathrm{or}\; i \in \mathrm{near}_k(j)"
WAY = r"\delta_{ij} = \min_{i \sim a \sim \dots \sim j} \left( \|\mathbf{x}_i - \mathbf{x}_a\| + \dots + "
WAY += r"\|\mathbf{x}_z - \mathbf{x}_j\| \right)"
CENTRED = r"B = -\tfrac{1}{2} J\, \delta^2 J, \qquad J = I - \tfrac{1}{N} \mathbf{1}\mathbf{1}^\top"
AXES = r"B \mathbf{v} = \lambda \mathbf{v}, \qquad y_{nk} = \sqrt{\lambda_k}\, v_{nk}"
RESIDUAL = r"1 - R^2(\delta_{ij}, \|\mathbf{y}_i - \mathbf{y}_j\|)"
LISTED = 8


def explain(step: Step, data: Dataset, params: Params) -> Story:
    say = {
        "measure": _say_measured, "graph": _say_graph, "linked": _say_linked, "ways": _say_ways,
        "finding": _say_finding, "all ways": _say_all_ways, "centred": _say_centred, "map": _say_map, "kept": _say_kept,
    }  # fmt: skip
    return say[step.kind](step, data, params)


def _say_measured(step: Step, data: Dataset, params: Params) -> Story:
    return measuring_told(step.known, data, GRAPH)


def _say_graph(step: Step, data: Dataset, params: Params) -> Story:
    assert step.edges is not None and step.parts is not None
    k, m = params.near(data.n), len(step.edges)
    if not m:
        return Story("A row alone has no neighbours.", GRAPH, (), (Number("edges", 0),))
    said = f"Every row is joined to its {counted(k, 'nearest row')}. Only these distances are trusted: on a curved "
    said += "sheet the straight line between far rows may leave it."
    lengths = step.far[step.edges[:, 0], step.edges[:, 1]]
    told = [Number("edges", m), Number("mean length", float(lengths.mean()), "of an edge")]
    worked = (f"mean length = Σ / m = {divided(float(lengths.sum()), m)}",)
    if not step.parts.any():
        told.append(Number("parts of the graph", 1, "there is a way between any two rows"))
        return scaled_first(Story(said, GRAPH, worked, tuple(told)), data)
    sizes = np.bincount(step.parts)
    said += f" The graph is in {len(sizes)} parts, with no way from one to another: k = {step.enough} would make one."
    told.append(Number("parts of the graph", len(sizes)))
    rows = tuple((i + 1, int(size)) for i, size in enumerate(sizes[:LISTED]))
    table = Table("Parts", ("part", "rows"), rows)
    return Story(said, GRAPH, worked, tuple(told), (table,), remedies=(SetParameter("k", step.enough),))


def _say_linked(step: Step, data: Dataset, params: Params) -> Story:
    assert step.links is not None
    lengths = step.far[step.links[:, 0], step.links[:, 1]]
    one = len(lengths) == 1
    said = (
        f"The shortest {'link between the parts is' if one else f'{len(lengths)} links between the parts are'} added, "
    )
    said += "so that there is a way to every row. How far the parts are apart on the map rests on "
    said += f"{'it' if one else 'these'} alone."
    rows = tuple(
        (data.row_name(int(i)), data.row_name(int(j)), float(length))
        for (i, j), length in zip(step.links[:LISTED], lengths, strict=False)
    )
    told = (Number("longest link", float(lengths.max())),)
    return Story(said, GRAPH, (), told, (Table("Links", ("row", "row", "length"), rows),))


def _say_ways(step: Step, data: Dataset, params: Params) -> Story:
    assert step.before is not None
    reached = int(np.count_nonzero(step.before >= 0))
    said = f"The shortest ways from row {data.row_name(0)} to {counted(reached, 'other row')}: Dijkstra's algorithm "
    said += "settles the nearest first, and each way goes on from one that is settled."
    if not reached:
        said = "There is no other row to go to."
    return Story(said, WAY, (), (Number("rows reached", reached),))


def _say_finding(step: Step, data: Dataset, params: Params) -> Story:
    said = f"The shortest ways are being found: from {figure(step.known)} of {counted(data.n, 'row')} they are known."
    return Story(said, WAY, (), (Number("rows done", step.known, f"of {figure(data.n)}"),))


def _say_all_ways(step: Step, data: Dataset, params: Params) -> Story:
    assert step.delta is not None and step.way is not None
    if len(step.way) < 2:
        return Story("There is no way: all rows lie at one place.", WAY)
    a, b = int(step.way[0]), int(step.way[-1])
    along, straight = float(step.delta[a, b]), float(step.far[a, b])
    edges = step.far[step.way[:-1], step.way[1:]]
    said = f"The shortest ways between all rows. The longest leads from row {data.row_name(a)} to row "
    said += f"{data.row_name(b)}, over {counted(len(edges), 'edge')}: {figure(along)} along the graph, and "
    said += f"{figure(straight)} straight."
    worked = (
        f"edges = {brief(edges)}, Σ = {figure(along)}",
        f"along / straight = {divided(along, straight)}",
    )
    told = (Number("longest way", along), Number("straight", straight, "between its ends"))
    never = Check("no way is shorter than the straight line", not exceeds(step.far, step.delta, float(step.far.max())))
    return Story(said, WAY, worked, told, (), (never,))


def _say_centred(step: Step, data: Dataset, params: Params) -> Story:
    assert step.products is not None and step.delta is not None
    B, squares = step.products, step.delta**2
    own, all_of_them = float(squares[0].mean()), float(squares.mean())
    said = "From here on it is classical scaling of these ways: the squares less the means of their row and column, "
    said += "times −½, are the dot products that a flat map would have."
    name = data.row_name(0)
    worked = (f"row {name} with itself: b = −½ (0 − 2 · {figure(own)} + {figure(all_of_them)}) = {figure(B[0, 0])}",)
    even = Check("the rows of B sum to 0", agree(B.sum(axis=1), 0.0, len(B) * squares.max(initial=0.0)))
    return Story(said, CENTRED, worked, (), (), (even,))


def _say_map(step: Step, data: Dataset, params: Params) -> Story:
    assert step.values is not None and step.model is not None and step.delta is not None
    values = step.values
    said = "The two eigenvectors of B with the largest eigenvalues are the map: the sheet is unrolled as well as a "
    said += "plane can have it."
    below = int((values < 0).sum())
    if below:
        said += f" {counted(below, 'eigenvalue is', 'eigenvalues are')} below 0: the ways fit no flat space."
    rows = tuple((i + 1, float(value)) for i, value in enumerate(values[:BARS]))
    table = Table("Largest eigenvalues", ("number", "λ"), rows, min(1, len(rows) - 1))
    return Story(said, AXES, (), (), (table,))


def _say_kept(step: Step, data: Dataset, params: Params) -> Story:
    assert step.model is not None
    said = (
        "How far the rows are apart on the map, beside the ways along the graph. A sheet with a hole, or one that is "
    )
    said += "no sheet at all, leaves more over."
    told = (
        Number("residual variance", step.missed, "1 − R² of the ways and the distances on the map"),
        *kept_told(data, "straight", step.far, step.model.places),
    )
    kept = (f"R² = {taken(1.0, step.missed)}",)
    return Story(said, RESIDUAL, kept, told)


def inspect(step: Step, data: Dataset, params: Params, x: np.ndarray) -> Inquiry | None:
    """The nearest rows of a row along the graph, and on the map."""
    if step.model is None or step.delta is None:
        return None
    row = row_at(data, x)
    if row is None:
        return nowhere(WAY)
    return nearest_told(data, step.delta, step.model.places, row, WAY)


def measure(step: Step, data: Dataset, params: Params) -> dict[str, float]:
    return {"residual variance": step.missed} if step.kind == "kept" else {}


EVENTS = {"graph": Event("graph", "plain"), "linked": Event("linked", "wrong"), "map": Event("map", "axis")}


def event(step: Step) -> Event | None:
    return EVENTS.get(step.kind)
