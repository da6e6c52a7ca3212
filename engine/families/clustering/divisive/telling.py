"""What a split says: which group has the largest error, and how much less its two halves have."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from engine.base.words import added, counted, figure
from engine.core.algorithm import Inquiry
from engine.core.story import Check, Event, Number, Story, Table
from engine.data.dataset import Dataset
from engine.families.clustering.divisive.drawing import sizes_of
from engine.families.clustering.divisive.loop import Params, Step
from engine.families.clustering.measures import truth
from engine.maths.algebra.cophenetic import Meeting
from engine.maths.optimisation.rising import has_risen
from engine.parts.querying import place_words
from engine.parts.ranges import scaled_first

SSE = r"\mathrm{SSE}(g) = \sum_{n \in g} \|\mathbf{x}_n - \mathbf{m}_g\|^2"
HEIGHTS = "√SSE of the smallest group that has both rows"
CHOICE = r"g^* = \underset{g}{\mathrm{arg\,max}}\; " + SSE


def explain(step: Step, data: Dataset, params: Params) -> Story:
    say = {"start": _say_start, "choose": _say_choice, "search": _say_search, "split": _say_split}
    return say[step.kind](step, data, params)


def _say_start(step: Step, data: Dataset, params: Params) -> Story:
    said = f"{counted(data.n, 'row is', 'rows are')} one group; groups are split until there are {params.k}."
    return scaled_first(Story(said, SSE, (), _numbers(step), (_table(step),)), data)


def _say_choice(step: Step, data: Dataset, params: Params) -> Story:
    group, size = int(step.model.numbers[step.node]) + 1, int(sizes_of(step)[step.node])
    own, rest = float(step.errors[step.node]), step.errors[step.model.leaves]
    said = f"Group {group}, {counted(size, 'row')}, has the largest SSE, {figure(own)}: it is split next."
    largest = Check("no group has a larger SSE", bool(own >= rest.max()))
    return Story(said, CHOICE, (), _numbers(step), (_table(step),), (largest,))


def _say_search(step: Step, data: Dataset, params: Params) -> Story:
    group = int(step.model.numbers[step.node]) + 1
    said = f"Group {group} is being split: of {counted(params.runs, 'run')} of K-means the best counts."
    return Story(said, SSE, (), _numbers(step), (_table(step),))


def _say_split(step: Step, data: Dataset, params: Params) -> Story:
    sizes, (left, right) = sizes_of(step), step.halves
    one, other = (int(step.model.numbers[half]) + 1 for half in (left, right))
    before, parts = float(step.errors[step.node]), step.errors[[left, right]]
    said = (
        f"Group {one} is split by the line between its two new centres: "
        f"{counted(int(sizes[left]), 'row stays', 'rows stay')} in it, "
        f"{counted(int(sizes[right]), 'row becomes', 'rows become')} group {other}. Before, its SSE was "
        f"{figure(before)}; the halves have {figure(float(parts.sum()))} together."
    )
    worked = (
        f"halves = {added(*parts.tolist())}",
        f"m{one} ← {place_words(data, step.model.centres[left])}, "
        f"m{other} ← {place_words(data, step.model.centres[right])}",
    )
    less = Check("the halves have no more SSE than the whole had", not has_risen(float(parts.sum()), before))
    told = (*_numbers(step), *truth(data.X, meetings(step), HEIGHTS))
    return Story(said, SSE, worked, told, (_table(step),), (less,))


def _numbers(step: Step) -> tuple[Number, ...]:
    total = float(step.errors[step.model.leaves].sum())
    return Number("SSE of all groups", total), Number("E", total / len(step.nodes), "their SSE / N")


def meetings(step: Step) -> Iterator[Meeting]:
    """Of each split the rows of the two halves, and √SSE of what they were; of each group its rows, and its own."""
    below = {int(node): np.flatnonzero(step.nodes == node) for node in step.model.leaves}
    heights = np.sqrt(step.errors)
    yield from ((rows, rows, float(heights[node])) for node, rows in below.items())
    for i in range(len(step.model.split) - 1, -1, -1):
        node, one, other = int(step.model.split[i]), below[2 * i + 1], below[2 * i + 2]
        yield one, other, float(heights[node])
        below[node] = np.append(one, other)


def _table(step: Step) -> Table:
    """Every group there is."""
    sizes, leaves = sizes_of(step), step.model.leaves.tolist()
    rows = tuple((group + 1, int(sizes[node]), float(step.errors[node])) for group, node in enumerate(leaves))
    return Table("Groups", ("group", "rows", "SSE"), rows, leaves.index(step.node) if step.node in leaves else None)


def inspect(step: Step, data: Dataset, params: Params, x: np.ndarray) -> Inquiry:
    """How a point comes down the tree."""
    node, way = int(step.model.apply(x[None])[0]), []
    while node:
        way.append(node)
        node = int(step.model.split[(node - 1) // 2])
    group = int(step.model.predict(x[None])[0]) + 1
    gaps = np.sqrt(((step.model.centres[way] - x) ** 2).sum(axis=1))
    rows = tuple((depth, float(gap)) for depth, gap in enumerate(gaps[::-1], 1))
    said = f"This point comes down to group {group}, at each split to the nearer centre."
    return Inquiry(Story(said, SSE, (), (), (Table("Its way", ("split", "distance"), rows),)))


def measure(step: Step, data: Dataset, params: Params) -> dict[str, float]:
    return (
        {} if step.kind in ("choose", "search") else {"SSE of all groups": float(step.errors[step.model.leaves].sum())}
    )


def event(step: Step) -> Event | None:
    return Event("split", "centre") if step.kind == "split" else None
