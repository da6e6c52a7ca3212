"""What the unit looks like beside the truth: both curves, and the sample as points at 0 and 1."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from engine.core.marks import Curve, Mark, Points
from engine.core.surfaces import Surface
from engine.data.dataset import Dataset
from engine.families.networks.posterior_unit.loop import PLACES, Params, Step, output, posterior
from engine.maths.probability.probit import normal_density

POSTERIOR = Surface("chart", "Output and posterior", "x", "probability of C", view=(-6.0, 6.0, -0.08, 1.08))
DENSITIES = Surface("chart", "The two classes", "x", "p(x|C) P(C)")


def marks(step: Step, data: Dataset, params: Params) -> Sequence[Mark]:
    sample = Points(np.column_stack([step.x, step.t]), "data", step.t.astype(np.intp), names=CLASSES, surface=POSTERIOR)
    truth = Curve(np.column_stack([PLACES, posterior(PLACES, params)]), "ghost", label="P(C|x)", surface=POSTERIOR)
    own = Curve(np.column_stack([PLACES, output(step.w, PLACES)]), "boundary", label="y", surface=POSTERIOR)
    return [sample, truth, own, *densities(params)]


CLASSES = ("C′", "C")


def densities(params: Params) -> list[Mark]:
    """p(x|C) P(C) of both classes."""
    drawn: list[Mark] = []
    for code, share in enumerate((1.0 - params.prior, params.prior)):
        mean = (code - 0.5) * params.separation
        heights = share * normal_density(PLACES, mean)
        places = np.column_stack([PLACES, heights])
        drawn.append(Curve(places, "plain", group=code, label=CLASSES[code], surface=DENSITIES))
    return drawn
