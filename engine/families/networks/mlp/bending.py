"""The plane as the last hidden layer bends it: the points and a grid where its units put them, and the border there."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import numpy as np

from engine.base.snapshot import snapshot
from engine.core.later import Later
from engine.core.marks import Mark, Points, Region
from engine.core.mesh import Mesh
from engine.core.surfaces import Surface
from engine.data.dataset import Dataset
from engine.maths.algebra.covariance import principal_axes
from engine.models.layer import Layer
from engine.models.network import Network, NumberNetwork, network_of

BENT = Surface("chart", "The plane as the hidden layer bends it", "h₁", "h₂")
WAITING = replace(BENT, open=False)
"""Of a number there is a chart of the answers, and this one waits to be asked for: of three none has room enough."""
FEW = 2_000
"""So many rows are bent in about a millisecond."""


@snapshot
class Bending:
    """Where the last hidden layer puts points X (m, d), (m, 2): in the plane through `middle` (q,) of `axes` (2, q)."""

    network: Network
    middle: np.ndarray
    axes: np.ndarray

    def __call__(self, X: np.ndarray) -> np.ndarray:
        return self.seen(self.network.hidden_outputs(X))

    def seen(self, outputs: np.ndarray) -> np.ndarray:
        """(m, 2) of what the units say, (m, q)."""
        return np.asarray((outputs - self.middle) @ self.axes.T)


def bent(network: Network, data: Dataset) -> list[Mark | Later]:
    """Two units are the two axes; of more their principal plane can be asked for, and one unit bends no plane.

    Few rows are bent with every move of a hand; where they are many, the plane they come from is painted before.
    """
    units = network.hidden[-1] if network.hidden else 0
    if units < 2:
        return []
    if units == 2:
        there = WAITING if isinstance(network, NumberNetwork) else BENT
        waits = data.n > FEW or not there.open
        if waits:
            return [Later((there,), lambda: _along_units(network, data, there))]
        return [*_along_units(network, data, there)]
    x, y = (f"{which} principal axis of the {units} units" for which in ("first", "second"))
    there = replace(BENT, x=x, y=y, open=False)
    return [Later((there,), lambda: list(_along_axes(network, data, there)))]


def _along_units(network: Network, data: Dataset, there: Surface) -> list[Mark]:
    """With the two units as the axes."""
    return list(_pictured(Bending(network, np.zeros(2), np.eye(2)), data, network.hidden_outputs(data.X), there))


def _along_axes(network: Network, data: Dataset, there: Surface) -> Iterator[Mark]:
    """In the plane through the mean of what the units say of the rows, of the two axes along which it varies most."""
    outputs = network.hidden_outputs(data.X)
    middle = outputs.mean(axis=0)
    off = outputs - middle
    return _pictured(Bending(network, middle, principal_axes(off.T @ off)[0][:2]), data, outputs, there)


def _pictured(bending: Bending, data: Dataset, outputs: np.ndarray, there: Surface) -> Iterator[Mark]:
    """What bends the border on the plane bends the plane here: the border is straight.

    Of more than two units it is the border in the plane through the middle: a row off that plane may be beyond it.
    """
    last, axes = bending.network.layers[-1], bending.axes
    cut = Layer(last.weights @ axes.T, last.biases + last.weights @ bending.middle, last.activation)
    network, groups = bending.network, data.codes if data.target == "class" else None
    target = network.target if isinstance(network, NumberNetwork) else None
    yield Region(network_of((cut,), network.classes, None, target), surface=there)
    yield Mesh(bending, data.X, surface=there)
    rows = np.arange(data.n)
    yield Points(bending.seen(outputs), "data", groups, rows=rows, names=data.class_titles, surface=there)
