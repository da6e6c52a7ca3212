"""What a step of online naive Bayes looks like: what is learnt, the bells before and after, and the counts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from engine.core.marks import Bars, Curve, Mark, Matrix, Points, Region
from engine.core.surfaces import Surface
from engine.data.dataset import Dataset
from engine.families.bayes.factor_drawing import BELLS, ROWS, bell_curves
from engine.families.bayes.online_naive_bayes.loop import Params, Step, columns_of
from engine.families.bayes.product_drawing import names
from engine.maths.algebra.running import Running
from engine.models.naive_bayes import GaussianFactor

COUNTS = Surface("table", "Counts in each class")
AWAY = 0.12
"""The size of a row that is not learnt, beside the others."""


def marks(step: Step, data: Dataset, params: Params) -> Sequence[Mark]:
    sizes = np.full(data.n, AWAY)
    sizes[step.kept] = 1.0
    there = np.isfinite(data.X).all(axis=1)
    rows = np.flatnonzero(there)
    drawn: list[Mark] = [
        Points(data.X[rows], "data", data.codes[rows], sizes[rows], rows=rows, names=data.class_titles)
    ]
    if step.model is not None:
        drawn.insert(0, Region(step.model, "probability"))
    new = step.rows[there[step.rows]]
    if len(new):
        drawn.append(Points(data.X[new], "focus" if step.part == "learn" else "ghost", rows=new))
    codes = np.array(data.classes_present)
    drawn.append(Bars(step.counts.astype(float), names(data), codes, surface=ROWS))
    j = params.which(data)
    return [*drawn, *(table(step, j, data) if data.columns[j].levels else bells(step, j, data))]


def bells(step: Step, j: int, data: Dataset) -> list[Mark]:
    """The bells of the classes that have a variance; of those that have changed dashed what they were."""
    if np.isnan(data.X[:, j]).all():
        return []
    surface = replace(BELLS, x=data.columns[j].title)
    changed = set(data.codes[step.rows].tolist())
    former = (one for one in _curves(step.before, j, data, surface) if one.group in changed)
    before = [replace(one, role="ghost", group=None) for one in former]
    return [*before, *_curves(step.running, j, data, surface)]


def _curves(running: tuple[Running, ...], j: int, data: Dataset, surface: Surface) -> list[Curve]:
    place = columns_of(data, levels=False).index(j)
    varied = [k for k, one in enumerate(running) if one.variance[place] > 0]
    if not varied:
        return []
    means, variances = (np.array([getattr(running[k], name)[place] for k in varied]) for name in ("mean", "variance"))
    codes = np.array(data.classes_present)[varied]
    return bell_curves(GaussianFactor(means, variances), data.X[:, j], codes, surface)


def table(step: Step, j: int, data: Dataset) -> list[Mark]:
    """How often each value has come in each class."""
    n = step.tallies[columns_of(data, levels=True).index(j)]
    return [Matrix(n, names(data), data.columns[j].levels, "table", title=data.columns[j].title, surface=COUNTS)]
