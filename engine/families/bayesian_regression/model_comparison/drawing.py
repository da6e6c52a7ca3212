"""What a step of a model comparison looks like: the fit, the posterior of the orders, evidence and fit, the boxes."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from engine.core.marks import Bars, Curve, Mark, Points
from engine.core.surfaces import Role, Surface
from engine.data.dataset import Dataset
from engine.families.bayesian_regression.belief_drawing import plane
from engine.families.bayesian_regression.model_comparison.loop import Params, Step

POSTERIOR = Surface("chart", "Posterior of the orders", "order", "P(M | D), error / largest")
EVIDENCE = Surface("chart", "Fit and evidence", "order", "logarithm")
PRICES = Surface("chart", "Posterior box of each weight against its prior box", "weight", "ln Δw_post / Δw_prior")
BOXES = Surface("chart", "Prior and posterior box of the last weight", "weight", "density", open=False)
FEW = 30
"""The boxes of so many weights at most are drawn."""
PLACES = 161
"""A Gaussian is drawn through so many of its points."""
SEEN = 4.0
"""So many deviations of it to each side."""


def marks(step: Step, data: Dataset, params: Params) -> Sequence[Mark]:
    drawn = plane(step.model, np.zeros((0, len(step.model.weights) + 1)))
    errors = np.array([one.error for one in step.tried])
    names, lit = tuple(map(str, range(len(step.tried)))), step.posterior == step.posterior.max()
    steps = np.arange(len(step.tried))
    drawn.append(
        Bars(
            step.posterior, names, chosen=step.order, line=errors / (errors.max() or 1.0), line_label="training error",
            surface=POSTERIOR, steps=steps, lit=lit,
        )
    )  # fmt: skip
    fits, evidence = (np.array([getattr(one, part) for one in step.tried]) for part in ("fit", "evidence"))
    drawn.append(Curve(np.column_stack([steps, fits]), "ghost", label="ln p(D | m)", dots=True, surface=EVIDENCE))
    drawn.append(
        Curve(np.column_stack([steps, evidence]), "boundary", label="ln p(D | M)", dots=True, surface=EVIDENCE)
    )
    here = np.array([[step.order, evidence[step.order]]])
    return [*drawn, Points(here, "focus", surface=EVIDENCE), *prices(step), *boxes(step)]


def prices(step: Step) -> list[Mark]:
    """What each weight adds to the Occam factor by boxes: how much narrower its posterior is than its prior."""
    one = step.tried[step.order]
    names = tuple(f"w{number}" for number in range(one.size))
    return [Bars(np.log(one.narrow / one.wide), names, surface=PRICES)] if one.size <= FEW else []


def boxes(step: Step) -> list[Mark]:
    """The prior and the posterior of the last weight, as Gaussians and as boxes of their height and volume."""
    one, last = step.tried[step.order], step.order and -1
    mean, narrow = float(step.model.packed[last]), float(one.narrow[-1])
    drawn: list[Mark] = []
    looks: tuple[tuple[str, float, float, Role, Role], ...] = (
        ("prior", 0.0, one.wide, "margin", "ghost"), ("posterior", mean, narrow, "boundary", "spoke"),
    )  # fmt: skip
    for name, middle, width, role, faint in looks:
        left, right, top = middle - 0.5 * width, middle + 0.5 * width, 1.0 / width
        corners = np.array([[left, 0.0], [left, top], [right, top], [right, 0.0]])
        drawn.append(Curve(corners, role, label=name, surface=BOXES))
        z = np.linspace(-SEEN, SEEN, PLACES)
        bell = np.column_stack([middle + z * width / np.sqrt(2.0 * np.pi), top * np.exp(-0.5 * z * z)])
        drawn.append(Curve(bell, faint, surface=BOXES))
    return drawn
