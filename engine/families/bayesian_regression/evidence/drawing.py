"""What a step of evidence maximisation looks like: the terms as bars, the surface over α and β with the path."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial

import numpy as np

from engine.base.snapshot import signature
from engine.core.marks import Bars, Contours, Curve, Mark, Points
from engine.core.surfaces import Surface
from engine.data.dataset import Dataset
from engine.families.bayesian_regression.belief_drawing import plane
from engine.families.bayesian_regression.evidence.loop import Params, Step
from engine.families.bayesian_regression.evidence.placing import HERE
from engine.maths.probability.weight_evidence import Spectrum

NAMES = ("M/2 ln α", "N/2 ln β", "−β/2 ‖r‖²", "−α/2 mᵀm", "−½ ln |S⁻¹|", "−N/2 ln 2π")
SUM = Surface("chart", "Terms of ln p(t)", "term", "value")
REACH = Surface("chart", "Decided by the data", "direction", "λ / (λ + α)", open=False)
ORDERS = Surface("chart", "Evidence by order", "order of the polynomial", "ln p(t)", open=False)
AROUND = 5.0
"""The chart shows so much of each logarithm around the path."""
GRID = 33
"""The top of the surface is looked for at so many places each way."""
BELOW = (0.5, 1.0, 2.0, 4.0, 8.0, 16.0, 32.0, 64.0, 128.0, 256.0)
"""The level lines lie so far below the top."""


def marks(step: Step, data: Dataset, params: Params) -> Sequence[Mark]:
    drawn = plane(step.model, np.zeros((0, len(step.model.weights) + 1)))
    values, names = np.append(step.terms[: step.shown], step.total), (*NAMES[: step.shown], "sum")
    drawn.append(Bars(values, names, chosen=len(values) - 1, surface=SUM))
    if step.phase != "term":
        drawn += surface(step)
        directions = tuple(str(i + 1) for i in range(len(step.reach)))
        drawn.append(Bars(step.reach, directions, surface=REACH))
    if step.orders is not None:
        orders = np.column_stack([np.arange(len(step.orders)), step.orders])
        drawn.append(Curve(orders, "boundary", dots=True, surface=ORDERS))
        best = int(np.argmax(step.orders))
        drawn.append(Points(orders[[best]], "best", labels=("best",), surface=ORDERS))
    return drawn


def surface(step: Step) -> list[Mark]:
    """ln p(t) over ln α and ln β, the way of the updates, and where other starts lead."""
    ends = np.zeros((0, 2)) if step.ends is None else step.ends.places[np.isfinite(step.ends.evidence)]
    near = ends[(np.abs(ends - step.path[-1]) <= 4.0 * AROUND).all(axis=1)]
    (x0, y0), (x1, y1) = (
        np.floor(np.vstack([step.path, near]).min(axis=0) - AROUND),
        np.ceil(np.vstack([step.path, near]).max(axis=0) + AROUND),
    )
    chart = replace(HERE, view=(float(x0), float(x1), float(y0), float(y1)))
    height = partial(over_logs, step.spectrum)
    grid = np.stack(np.meshgrid(np.linspace(x0, x1, GRID), np.linspace(y0, y1, GRID)), axis=-1).reshape(-1, 2)
    top = max(float(height(grid).max()), step.evidence)
    levels = tuple(top - below for below in reversed(BELOW))
    drawn: list[Mark] = [Contours(height, (signature(step.spectrum),), levels, fill=True, surface=chart)]
    drawn.append(Curve(step.path, "path", dots=True, surface=chart))
    if len(near):
        drawn.append(Points(near, "best", surface=chart))
    return [*drawn, Points(step.path[-1:], "focus", surface=chart)]


def over_logs(spectrum: Spectrum, places: np.ndarray) -> np.ndarray:
    """(m,) ln p(t) at ln α and ln β (m, 2)."""
    return spectrum.evidence(*np.exp(np.clip(places, -600.0, 600.0)).T)
