"""What the notes print wrongly about the discriminant of equal round Gaussians, which is the nearest class mean."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from engine.base.words import counted, figure, vector
from engine.core.errata import Erratum, Misprint
from engine.data.dataset import Dataset
from engine.families.neighbours.nearest_mean.loop import Params, Step
from engine.maths.algebra.distances import squared_distances

FARTHEST = Erratum(
    "E000-25",
    "000_5d3271ecdf60f079.txt, section 9, spherical Gaussian",
    r"y_k(\mathbf{x}) = \frac{\|\mathbf{x} - \boldsymbol{\mu}_k\|^2}{2\sigma^2} + \ln P(C_k)",
    r"y_k(\mathbf{x}) = -\frac{\|\mathbf{x} - \boldsymbol{\mu}_k\|^2}{2\sigma^2} + \ln P(C_k)",
    "The minus sign is lost, so the largest y belongs to the farthest mean instead of the nearest.",
)
NO_X = Erratum(
    "E000-26",
    "000_5d3271ecdf60f079.txt, section 9, spherical Gaussian, expanded",
    r"y_k(\mathbf{x}) = \frac{1}{2\sigma^2}(\|\boldsymbol{\mu}_k\|^2 - (\boldsymbol{\mu}_k^\top\mathbf{x} - "
    r"\mathbf{x}^\top\boldsymbol{\mu}_k)) + \ln P(C_k)",
    r"y_k(\mathbf{x}) = -\frac{1}{2\sigma^2}(\|\boldsymbol{\mu}_k\|^2 - 2\,\boldsymbol{\mu}_k^\top\mathbf{x}) + \ln P(C_k)",
    "The inner bracket is 0 for every x, so as printed the point drops out and one class wins everywhere.",
)
ERRATA = (FARTHEST, NO_X)


def misprints(step: Step, data: Dataset, params: Params) -> Iterator[Misprint]:
    """Both with σ = 1 and classes of equal probability, which is what comparing distances stands for."""
    if step.model is None or step.wrong is None or len(step.model.means) < 2:
        return
    means, classes = step.model.means, step.model.classes
    names, errors = [data.class_name(int(code)) for code in classes], "training errors"
    with np.errstate(over="ignore", invalid="ignore"):
        scores, sizes = squared_distances(data.X, means) / 2.0, (means**2).sum(axis=1) / 2.0
    row, farthest = int(step.wrong[0]) if len(step.wrong) else 0, classes[np.argmax(scores, axis=1)]
    name, taken = data.row_name(row), names[int(np.argmax(scores[row]))]
    lines = (f"point {name}: y = {vector(scores[row])} with σ = 1, so it would be called {taken}",)
    yield Misprint(FARTHEST, errors, int((farthest != data.codes).sum()), len(step.wrong), lines)
    winner = int(np.argmax(sizes))
    lines = (f"y = {vector(sizes)} with σ = 1 at every point, so all {counted(data.n, 'point')} go to {names[winner]}",)
    missed = int((data.codes != classes[winner]).sum())
    lines = (*lines, f"training errors = {data.n} − {figure(data.n - missed)} = {missed}")
    yield Misprint(NO_X, errors, missed, len(step.wrong), lines)
