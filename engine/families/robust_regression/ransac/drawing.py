"""What a step of RANSAC looks like: the sample, the band of those that agree, the best fit and least squares beside."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from engine.core.marks import Bars, Mark, Points, Region, Response
from engine.core.surfaces import Surface
from engine.data.dataset import Dataset
from engine.families.robust_regression.pictures import fits, sized
from engine.families.robust_regression.ransac.loop import Params, Step
from engine.parts.basis_drawing import bumps

TRIALS = Surface("chart", "Consensus", "trial", "inliers")


def marks(step: Step, data: Dataset, params: Params) -> Sequence[Mark]:
    drawn: list[Mark] = [Region(step.model), *bumps(step.model.basis, data), band(step)]
    drawn += fits(step.model, step.least, step.model)
    if step.kind == "sample" and step.best is not None and step.best != step.model:
        key = ("fit", step.best.packed.tobytes())
        drawn.append(Response(step.best.predict, role="best", label="best so far", key=key))
    drawn.append(sized(data, step.inliers.astype(float)))
    if step.kind == "sample" and step.rows is not None:
        drawn.append(Points(data.X[step.rows], "focus", rows=step.rows))
    return [*drawn, *consensus(step)]


def band(step: Step) -> Response:
    """From τ below the fit to τ above it: the rows in it agree."""
    model, tau = step.model, step.threshold
    return Response(
        lambda X: model.predict(X) - tau,
        upper=lambda X: model.predict(X) + tau,
        role="margin",
        label=f"within τ = {tau:.4g}",
        key=("band", model.packed.tobytes(), tau),
    )


def consensus(step: Step) -> list[Mark]:
    """The inliers of the last trials, and the most until then."""
    if not step.trial:
        return []
    trials = np.arange(step.trial - len(step.counts), step.trial) + 1
    chosen = len(trials) - 1 if step.kind == "sample" else None
    counts, bests = (np.array(one, dtype=float) for one in (step.counts, step.bests))
    names = tuple(map(str, trials.tolist()))
    return [Bars(counts, names, chosen=chosen, line=bests, line_label="most so far", surface=TRIALS)]
