"""Threshold network by hand: each hidden unit is a half-plane, and the last unit combines them by logic.

h_j = [w_j · x + b_j > 0]        y = [v · h + c > 0]        XOR = OR and not AND
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from engine.base.params import choice
from engine.base.snapshot import snapshot
from engine.base.words import are, counted
from engine.core.algorithm import Steps
from engine.core.ending import Ending
from engine.data.dataset import Dataset
from engine.families.networks.threshold_network.starting import BETWEEN, LOGICS, MOST, first_lines, network_with
from engine.models.layer import Layer
from engine.models.network import Network


def run(data: Dataset, params: Params, rng: np.random.Generator, start: Network | None = None) -> Steps:
    lines = first_lines(data, params, start)
    for count in range(1, params.count + 1):
        network = network_with(first_of(lines, count), params, data)
        step = Step(model=network, count=count, mistakes=wrong_rows(network, data))
        yield step
    return Ending.converged(_done(step.wrong, params, data))


def first_of(lines: Layer, count: int) -> Layer:
    """The first so many of the lines."""
    return Layer(lines.weights[:count], lines.biases[:count], lines.activation)


def wrong_rows(network: Network, data: Dataset) -> np.ndarray:
    """(w,) the rows that are answered wrongly."""
    return np.flatnonzero(network.predict(data.X) != data.codes)


def bound(data: Dataset, params: Params) -> int:
    return params.count


@dataclass(frozen=True)
class Params:
    lines: str = choice("2", tuple(map(str, range(1, MOST + 1))), help="hidden units, one half-plane each")
    logic: str = choice(BETWEEN, LOGICS, label="the last unit fires", help="for which sides")

    @property
    def count(self) -> int:
        """How many lines."""
        return int(self.lines)


@snapshot
class Step:
    """One line more, and what the last unit makes of all so far."""

    model: Network
    count: int  # lines so far
    mistakes: np.ndarray  # (w,) the rows answered wrongly

    @property
    def wrong(self) -> int:
        """How many rows are answered wrongly."""
        return len(self.mistakes)


def _done(wrong: int, params: Params, data: Dataset) -> str:
    told = (
        f"{wrong} of {counted(data.n, 'point')} {are(wrong)} on the wrong side"
        if wrong
        else "no point is on the wrong side"
    )
    return f"With {counted(params.count, 'line')} {told}. Drag a line to move or turn it."
