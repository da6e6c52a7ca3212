"""The plane as the last hidden layer bends it: the points and a grid where its units put them, and the border there."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import numpy as np

from engine.base.snapshot import sealed
from engine.core.later import Later
from engine.core.marks import Curve, Mark, Points, Region
from engine.core.surfaces import Surface
from engine.data.dataset import Dataset
from engine.maths.algebra.covariance import principal_axes
from engine.models.layer import Layer
from engine.models.network import Network, network_of

BENT = Surface("chart", "The plane as the hidden layer bends it", "h₁", "h₂")
GRID, ALONG = 11, 41
"""So many lines of the grid are bent each way, and so many places of each."""
FEW = 2_000
"""So many rows are bent in about a millisecond."""


def bent(network: Network, data: Dataset) -> list[Mark | Later]:
    """Two units are the two axes; of more their principal plane can be asked for, and one unit bends no plane.

    Few rows are bent with every move of a hand; where they are many, the plane they come from is painted before.
    """
    units = network.hidden[-1] if network.hidden else 0
    if units < 2:
        return []
    if units == 2:
        many = data.n > FEW
        return [Later((BENT,), lambda: _along_units(network, data))] if many else [*_along_units(network, data)]
    x, y = (f"{which} principal axis of the {units} units" for which in ("first", "second"))
    there = replace(BENT, x=x, y=y, open=False)
    return [Later((there,), lambda: list(_along_axes(network, data, there)))]


def _along_units(network: Network, data: Dataset) -> list[Mark]:
    """With the two units as the axes."""
    return list(_pictured(network, data, network.hidden_outputs(data.X), np.zeros(2), np.eye(2), BENT))


def _along_axes(network: Network, data: Dataset, there: Surface) -> Iterator[Mark]:
    """In the plane through the mean of what the units say of the rows, of the two axes along which it varies most."""
    outputs = network.hidden_outputs(data.X)
    middle = outputs.mean(axis=0)
    off = outputs - middle
    return _pictured(network, data, outputs, middle, principal_axes(off.T @ off)[0][:2], there)


def _pictured(
    network: Network, data: Dataset, outputs: np.ndarray, middle: np.ndarray, axes: np.ndarray, there: Surface
) -> Iterator[Mark]:
    """What bends the border on the plane bends the plane here: the border is straight.

    Of more than two units it is the border in the plane through the middle: a row off that plane may be beyond it.
    """
    last = network.layers[-1]
    cut = Layer(last.weights @ axes.T, last.biases + last.weights @ middle, last.activation)
    yield Region(network_of((cut,), network.classes), surface=there)
    if data.d == 2:
        grid = _grid(data)
        lines = sealed((network.hidden_outputs(grid.reshape(-1, 2)) - middle) @ axes.T)  # each is a view, no copy
        for line in lines.reshape(grid.shape):
            yield Curve(line, "ghost", surface=there)
    places, rows = (outputs - middle) @ axes.T, np.arange(data.n)
    yield Points(places, "data", data.codes, rows=rows, names=data.class_names, surface=there)


def _grid(data: Dataset) -> np.ndarray:
    """(2 G, m, 2) the lines of a grid over the points, upright and level."""
    low, high = data.X.min(axis=0), data.X.max(axis=0)
    (across, up), (x, y) = (np.linspace(low, high, many).T for many in (GRID, ALONG))
    lines = np.empty((2 * GRID, ALONG, 2))
    lines[:GRID, :, 0], lines[:GRID, :, 1] = across[:, None], y
    lines[GRID:, :, 0], lines[GRID:, :, 1] = x, up[:, None]
    return lines
