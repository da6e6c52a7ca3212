"""What the notes print wrongly about the discriminant of equal round Gaussians, which is the nearest class mean."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from engine.base.words import vector
from engine.core.errata import Erratum, Misprint
from engine.data.dataset import Dataset
from engine.families.neighbours.nearest_mean.loop import Params, Step
from engine.maths.algebra.distances import squared_distances
from engine.models.groups import ClassMeans

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
    r"\mathbf{x}^\top\boldsymbol{\mu}_k)) \quad + \ln P(C_k)",
    r"y_k(\mathbf{x}) = -\frac{1}{2\sigma^2}(\|\boldsymbol{\mu}_k\|^2 - "
    r"2\,\boldsymbol{\mu}_k^\top\mathbf{x}) \quad + \ln P(C_k)",
    "The inner bracket is 0 for every x, so as printed the point drops out and one class wins everywhere.",
)
ERRATA = (FARTHEST, NO_X)


def misprints(step: Step, data: Dataset, params: Params) -> Iterator[Misprint]:
    """Both with σ = 1 and classes of equal probability, which is what comparing distances stands for."""
    if step.model is None or step.wrong is None or len(step.model.means) < 2:
        return
    means = step.model.means
    with np.errstate(over="ignore", invalid="ignore"):
        squares, sizes = squared_distances(data.X, means) / 2.0, (means**2).sum(axis=1) / 2.0
    row = int(step.wrong[0]) if len(step.wrong) else 0
    yield _won(step.model, FARTHEST, squares, data, row, len(step.wrong))
    yield _won(step.model, NO_X, sizes[None], data, row, len(step.wrong))


def _won(model: ClassMeans, erratum: Erratum, y: np.ndarray, data: Dataset, row: int, right: int) -> Misprint:
    """The training errors if the greatest y (n, K) wins, and what that says of one row; (1, K) holds for all rows."""
    called = model.classes[np.argmax(y, axis=1)]
    missed, own, said = int((called != data.codes).sum()), y[row % len(y)], int(called[row % len(y)])
    lines = (
        f"point {data.row_name(row)}: y = {vector(own)} with σ = 1, so it is called {data.class_name(said)}",
        f"training errors = {data.n:,} − {data.n - missed:,} = {missed}",
    )
    return Misprint(erratum, "training errors", missed, right, lines)
