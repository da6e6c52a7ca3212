"""The lines of a drawn network as something to drag: which there are, and what a hold makes of one."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from engine.base.words import figure
from engine.core.link_handle import LinkHandle
from engine.core.marks import Graph
from engine.data.dataset import Dataset
from gui.session.coordinates import Coordinate
from gui.session.job import Frame
from gui.session.lane import Lane


@dataclass(frozen=True)
class PulledLink:
    """The line of this number among those with weights (L,), of a model whose other parts stay.

    way  from where to where it leads
    """

    handle: LinkHandle
    number: int
    weights: np.ndarray
    base: Any
    way: str = ""

    @property
    def weight(self) -> float:
        """What it is now."""
        return float(self.weights[self.number])

    @property
    def span(self) -> float:
        """By how much a long drag changes it: as much as the heaviest of all weights, and no less than 1."""
        return max(float(np.abs(self.weights).max()), 1.0)

    def step(self, index: int, lane: Lane, data: Dataset) -> int:
        """Which step shows it when it is held: the first of the run that goes on from there."""
        return 0

    def moved(self, place: np.ndarray, lane: Lane, data: Dataset) -> Any:
        """The model with another weight, place (1,)."""
        weights = self.weights.copy()
        weights[self.number] = place[0]
        return self.handle.make(weights, self.base)

    @property
    def name(self) -> str:
        """What is held."""
        return f"the weight {self.handle.label} {self.way}".strip()

    def coordinates(self, data: Dataset) -> list[Coordinate]:
        """What is typed for it."""
        return [Coordinate(self.handle.label, self.weight)]

    def typed(self, values: np.ndarray, lane: Lane, data: Dataset) -> Any:
        """The model with another weight, values (1,)."""
        return self.moved(values, lane, data)

    def told(self) -> str:
        """What a tool tip says of it: from where to where it leads, its weight, and what a drag does."""
        way = f"{self.way[:1].upper()}{self.way[1:]}: {self.handle.label} = {figure(self.weight)}"
        return f"{way}\nDrag it up or down to change it, or double-click to type it: a new run goes on from there."


def pulled_link(lane: Lane, frame: Frame, graph: Graph, number: int) -> PulledLink | None:
    """The line of this number of a graph, if it can be dragged: one of the model in view that a run can go on from."""
    handle, model = lane.algorithm.links, frame.step.model
    if handle is None or graph.surface.name != handle.surface.name or not isinstance(model, lane.algorithm.starts):
        return None
    weights = handle.weights(model)
    return (
        PulledLink(handle, number, weights, model, way_of(graph, number)) if len(weights) == len(graph.links) else None
    )


def way_of(graph: Graph, number: int) -> str:
    """From where to where a line leads."""
    link = graph.links[number]
    return f"from {' to '.join(graph.nodes[node].label.partition(':')[0] for node in (link.start, link.end))}"
