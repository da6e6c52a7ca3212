"""What a step of subset selection looks like: the fit, RSS of the columns tried, and the criterion by size."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from engine.core.marks import Bars, Curve, Mark, Points, Region
from engine.core.surfaces import Surface
from engine.data.dataset import Dataset
from engine.families.shrinkage.subset_selection.loop import BACKWARD, Params, Step
from engine.families.shrinkage.subset_selection.scoring import Fit
from engine.parts.basis_drawing import bumps
from engine.parts.regression import of_basis

TRIALS = "Columns tried"
PATH = "Criterion by size"
BARS = 24
"""Of more trials the last so many have bars."""


def marks(step: Step, data: Dataset, params: Params) -> Sequence[Mark]:
    return [
        Region(step.model),
        *bumps(step.model.basis, data),
        *trial_bars(step, data, params),
        *by_size(step, params),
    ]


def moved_column(fit: Fit, before: Fit | None) -> int | None:
    """The one column in which two subsets differ; None if it is not one."""
    between = set(fit.columns) ^ set(() if before is None else before.columns)
    return next(iter(between)) if before is not None and len(between) == 1 else None


def trial_bars(step: Step, data: Dataset, params: Params) -> list[Mark]:
    """The RSS with each column of the round added, or left out; the one in view is chosen."""
    trials = step.trials[-BARS:]
    if not trials:
        return []
    names = of_basis(data, step.model.basis).names[1:]
    moved = [moved_column(fit, step.before) for fit in trials]
    chosen = next((i for i, fit in enumerate(trials) if fit.columns == step.fit.columns), None)
    what = "the column left out" if params.search == BACKWARD else "the column added"
    surface = Surface("chart", TRIALS, what, "RSS")
    labels = tuple(names[j] if j is not None else "" for j in moved)
    return [Bars(np.array([fit.rss for fit in trials]), labels, chosen=chosen, surface=surface)]


def by_size(step: Step, params: Params) -> list[Mark]:
    """The criterion over the number of columns, of the subsets taken so far; the best is ringed at the end."""
    shown = sorted((fit for fit in step.path if np.isfinite(fit.value(params.criterion))), key=lambda fit: fit.size)
    if not shown:
        return []
    surface = Surface("chart", PATH, "columns", params.criterion)
    places = np.array([[fit.size, fit.value(params.criterion)] for fit in shown], dtype=float)
    drawn: list[Mark] = [Curve(places, "boundary", dots=True, surface=surface)]
    if step.kind == "try" and np.isfinite(step.fit.value(params.criterion)):
        here = np.array([[step.fit.size, step.fit.value(params.criterion)]], dtype=float)
        drawn.append(Points(here, "ghost", labels=("tried",), surface=surface))
    elif step.kind == "choose":
        best = places[[step.fit.size == fit.size for fit in shown]]
        drawn.append(Points(best, "focus", surface=surface))
    return drawn
