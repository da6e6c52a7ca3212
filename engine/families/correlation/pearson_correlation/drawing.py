"""What a step of the correlation looks like: four quadrants, signed rectangles, and standard scores."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from engine.base.words import figure
from engine.core.marks import Curve, Mark, Points, Segments
from engine.core.surfaces import Surface
from engine.data.dataset import Dataset
from engine.families.correlation.pearson_correlation.loop import Params, Step

SCATTER = Surface("chart", "Signed rectangles")
SCORES = Surface("chart", "Standard scores", "z of x", "z of y", True)
CENTRED = Surface("chart", "Centred", square=False)
HALF = "Standard scores of x"
ABOVE, BELOW, NEITHER = 0, 3, 7
"""The groups of a product by its sign: blue, red, and grey on one of the means."""
SIGNS = ("rises together (+)", "", "", "falls together (−)", "", "", "", "on a mean (0)")
DOTS, BOXES = 2000, 40
"""Of more pairs so many are drawn; of more rectangles those that have just come, if they are not more themselves."""


def marks(step: Step, data: Dataset, params: Params) -> Sequence[Mark]:
    across, up = names(data, params)
    if step.part == "scores of x" and step.zx is not None and step.mean is not None:
        here = replace(CENTRED, name=HALF, x="z of x", y=f"{up} − mean")
        low, high = step.zx.min(), step.zx.max()
        return [
            *dots(step, np.column_stack([step.zx, step.y - step.mean[1]]), here),
            *lines(
                np.array([low, (step.y - step.mean[1]).min()]), np.array([high, (step.y - step.mean[1]).max()]), here
            ),
        ]
    if step.z is not None:
        return scores(step)
    if step.part == "centred" and step.mean is not None:
        here = replace(CENTRED, x=f"{across} − mean", y=f"{up} − mean")
        return [
            *dots(step, np.column_stack([step.x - step.mean[0], step.y - step.mean[1]]), here),
            *cross(step, here, True),
        ]
    here = replace(SCATTER, x=across, y=up)
    drawn = dots(step, np.column_stack([step.x, step.y]), here)
    if step.mean is not None:
        drawn += cross(step, here, False)
    if step.part == "spreads" and step.mean is not None and step.s is not None:
        drawn += spreads(step.mean, step.s, here)
    if step.part in ("rectangle", "covariance"):
        drawn += rectangles(step, here)
    return drawn


def dots(step: Step, places: np.ndarray, surface: Surface) -> list[Mark]:
    """The pairs, coloured by the sign of their product once the means are known."""
    kept = np.linspace(0, len(places) - 1, min(len(places), DOTS)).astype(int)
    if step.mean is None:
        return [Points(places[kept], "data", rows=step.rows[kept], surface=surface)]
    groups = sign_groups((step.x - step.mean[0]) * (step.y - step.mean[1]))[kept]
    return [Points(places[kept], "data", groups, rows=step.rows[kept], names=SIGNS, surface=surface)]


def sign_groups(products: np.ndarray) -> np.ndarray:
    """(m,) the groups of products (m,)."""
    return np.where(products > 0, ABOVE, np.where(products < 0, BELOW, NEITHER))


def cross(step: Step, surface: Surface, centred: bool) -> list[Mark]:
    """The two means as lines that part four quadrants."""
    assert step.mean is not None
    mean = np.zeros(2) if centred else step.mean
    away = step.mean if centred else np.zeros(2)
    low = np.array([step.x.min(), step.y.min()]) - away
    high = np.array([step.x.max(), step.y.max()]) - away
    starts = np.array([[mean[0], low[1]], [low[0], mean[1]]])
    ends = np.array([[mean[0], high[1]], [high[0], mean[1]]])
    return [Segments(starts, ends, "axis", surface=surface)]


def spreads(mean: np.ndarray, s: np.ndarray, surface: Surface) -> list[Mark]:
    """One standard deviation to either side of the means."""
    starts = np.array([[mean[0] - s[0], mean[1]], [mean[0], mean[1] - s[1]]])
    ends = np.array([[mean[0] + s[0], mean[1]], [mean[0], mean[1] + s[1]]])
    return [Segments(starts, ends, "residual", labels=("± s of x", "± s of y"), surface=surface)]


def rectangles(step: Step, surface: Surface) -> list[Mark]:
    """From the cross of the means to each pair so far: the area is its product."""
    assert step.mean is not None and step.products is not None
    places = np.column_stack([step.x, step.y])
    return [box(step.mean, places[n], float(step.products[n]), surface) for n in shown(step)]


def shown(step: Step) -> range:
    """The pairs whose rectangles are drawn: all so far, or of many those of this step."""
    if step.done <= BOXES:
        return range(step.done)
    come = step.done - step.before if step.part in ("rectangle", "product") else 0
    return range(step.before, step.done) if come <= BOXES and come else range(0)


def box(corner: np.ndarray, place: np.ndarray, product: float, surface: Surface) -> Curve:
    """The rectangle between two opposite corners (2,), in the colour of the sign of its product."""
    (x0, y0), (x, y) = corner, place
    return Curve(
        np.array([[x0, y0], [x, y0], [x, y], [x0, y], [x0, y0]]),
        group=int(sign_groups(np.array(product))),
        surface=surface,
    )


def scores(step: Step) -> list[Mark]:
    """The standard scores, the rectangles of their products so far, and the line of the slope r through the origin."""
    assert step.z is not None
    drawn = dots(step, step.z, SCORES)
    reach = float(np.abs(step.z).max())
    drawn += lines(np.array([-reach, -reach]), np.array([reach, reach]), SCORES)
    if step.part == "product" and step.shares is not None:
        for n in shown(step):
            drawn.append(box(np.zeros(2), step.z[n], float(step.shares[n]), SCORES))
    if step.r is not None:
        ends = np.array([-reach, reach])
        drawn.append(Curve(np.column_stack([ends, step.r * ends]), "boundary", label="slope r", surface=SCORES))
    return drawn


def lines(low: np.ndarray, high: np.ndarray, surface: Surface) -> list[Mark]:
    """The axes through the origin, from the lowest to the highest values (2,)."""
    starts, ends = np.array([[low[0], 0.0], [0.0, low[1]]]), np.array([[high[0], 0.0], [0.0, high[1]]])
    return [Segments(starts, ends, "axis", surface=surface)]


def names(data: Dataset, params: Params) -> tuple[str, str]:
    """What the axes are called: x in its unit, and y."""
    i, j = params.columns(data)
    x, y = data.columns[i].title, data.columns[j].title
    x = x if params.scale == 1 else f"{figure(params.scale)} × {x}"
    return (x if params.shift == 0 else f"{x} {signed_shift(params.shift)}"), y


def signed_shift(shift: float) -> str:
    """What is added, with its sign."""
    return f"{'+' if shift > 0 else '−'} {figure(abs(shift))}"
