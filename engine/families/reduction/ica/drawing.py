"""What independent component analysis looks like: the whitened rows, the directions that turn, what lies along them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from engine.core.marks import Curve, Ellipse, Mark, Points, Segments
from engine.core.surfaces import Surface
from engine.data.dataset import Dataset
from engine.families.reduction.axes_drawing import deviations, groups_of, on_two
from engine.families.reduction.ica.loop import Params, Step
from engine.families.reduction.pictures import Maker, beside, first_row, pictured
from engine.maths.algebra.covariance import covariance
from engine.maths.probability.histogram import edges, outline, shares

SMOOTH = 81
"""The normal curve has so many places."""
LONG = 2.0
"""Directions are drawn so many standard deviations long: shorter arrows are hidden among the rows."""
LABELLED = 9
"""The names of more arrows would cover the picture."""


def marks(step: Step, data: Dataset, params: Params) -> Sequence[Mark]:
    centre = Points(step.mean[None], "centre")
    if step.K is None:
        return [*deviations(data, step.mean), centre]
    drawn = [*ellipse(step, data), *whitened(step, data)]
    if step.model is None:
        return [*drawn, centre]
    drawn += arrows(step)
    drawn += along(step, data)
    drawn += sources(step, data)
    if data.image is not None:
        names = [f"s{j + 1}" for j in range(len(step.model.mixing))]
        drawn += pictured(data, step.model.mixing, names, Surface("table", "Mixing"))
        makers = [Maker(data.image, step.model, None, "by its sources")]
        drawn += beside(data, data.X[0], first_row(data), makers)
    return [*drawn, centre]


def ellipse(step: Step, data: Dataset) -> Iterator[Mark]:
    """One standard deviation of the rows in every direction: whitening makes a circle of it."""
    if data.d > 1:
        yield Ellipse(step.mean, covariance(data.X - step.mean, data.n), label="1 σ")


def named(count: int, letter: str) -> tuple[str, ...]:
    """What the arrows are called, unless there are too many."""
    return tuple(f"{letter}{j + 1}" for j in range(count)) if count <= LABELLED else ()


def arrows(step: Step) -> Iterator[Mark]:
    """Where two standard deviations of each source lead from the mean; pale where they led before."""
    assert step.model is not None and step.back is not None
    starts = np.broadcast_to(step.mean, step.model.mixing.shape)
    if step.before is not None:
        old = LONG * step.before @ step.back
        yield Segments(starts[: len(old)], step.mean + old, "ghost", arrows=True)
    yield Segments(starts, step.mean + LONG * step.model.mixing, "axis", arrows=True, labels=named(len(starts), "s"))


def whitened(step: Step, data: Dataset) -> Iterator[Mark]:
    """The rows by their first two whitened values, a circle one standard deviation wide, and the directions."""
    Z = step.whitened(data.X)
    two = Z.shape[1] > 1
    surface = Surface("chart", "Whitened", "z1", "z2" if two else "", square=True, open=_whitened_shown(step, data))
    rows = np.arange(data.n)
    yield Points(on_two(Z), "data", groups_of(data), rows=rows, names=data.class_titles, surface=surface)
    if two:
        yield Ellipse(np.zeros(2), np.eye(2), label="1 σ", surface=surface)
    if step.W is None or step.stage == "sources":
        return
    if step.before is not None:
        old = LONG * on_two(step.before)
        yield Segments(np.zeros_like(old), old, "ghost", arrows=True, surface=surface)
    ends = LONG * on_two(step.W)
    yield Segments(np.zeros_like(ends), ends, "axis", arrows=True, labels=named(len(ends), "w"), surface=surface)


def _whitened_shown(step: Step, data: Dataset) -> bool:
    """Pictures of the directions need its room, and so do the sources at the end."""
    return step.stage != "sources" and (data.image is None or step.model is None)


def along(step: Step, data: Dataset) -> Iterator[Mark]:
    """How the rows are distributed along the newest direction, and a normal distribution for comparison."""
    assert step.W is not None
    y = step.whitened(data.X) @ step.W[-1]
    name = f"along w{len(step.W)}"
    surface = Surface("chart", "Distribution", name, "density", open=step.stage != "sources")
    ends = edges(y)
    heights = shares(y, ends) / np.diff(ends)
    yield Curve(outline(heights, ends), "axis", label="rows", surface=surface)
    reach = max(3.0, float(np.abs(y).max()))
    across = np.linspace(-reach, reach, SMOOTH)
    bell = np.exp(-(across**2) / 2) / np.sqrt(2 * np.pi)
    yield Curve(np.column_stack([across, bell]), "ghost", label="normal", surface=surface)


def sources(step: Step, data: Dataset) -> Iterator[Mark]:
    """The rows by their first two sources, once all are found."""
    assert step.model is not None
    if step.stage != "sources":
        return
    S = step.model.transform(data.X)
    surface = Surface("chart", "Sources", "s1", "s2" if S.shape[1] > 1 else "", square=True)
    rows = np.arange(data.n)
    yield Points(on_two(S), "data", groups_of(data), rows=rows, names=data.class_titles, surface=surface)
