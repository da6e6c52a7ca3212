"""Gaussians set out as examples: each kind of border, and three classes of which two share a covariance."""

from __future__ import annotations

import numpy as np

from engine.base.errors import KeepColumns, Objection, SetParameter
from engine.data.dataset import Dataset
from engine.families.gaussians.holding import first_codes
from engine.maths.algebra.covariance import column_means
from engine.models.gaussians import GaussianClasses

ROUND, WIDE, TALL = [[1.0, 0.0], [0.0, 1.0]], [[4.0, 0.0], [0.0, 1.0]], [[1.0, 0.0], [0.0, 4.0]]
LEANING, STEEP = [[1.0, 0.4], [0.4, 0.6]], [[0.5, -0.3], [-0.3, 1.2]]
SET_OUT: dict[str, tuple[list[list[float]], list[list[list[float]]]]] = {
    "line": ([[-1.0, 0.0], [1.0, 0.0]], [ROUND, ROUND]),
    "circle": ([[0.0, 0.0], [0.0, 0.0]], [ROUND, [[4.0, 0.0], [0.0, 4.0]]]),
    "ellipse": ([[0.0, 0.0], [0.0, 0.0]], [ROUND, [[4.0, 0.0], [0.0, 9.0]]]),
    "parabola": ([[0.0, 0.0], [0.0, 2.0]], [ROUND, WIDE]),
    "hyperbola": ([[-1.0, 0.0], [1.0, 1.0]], [TALL, WIDE]),
    "two crossing lines": ([[0.0, 0.0], [0.0, 0.0]], [TALL, WIDE]),
    "two parallel lines": ([[0.0, 0.0], [0.0, 0.0]], [ROUND, WIDE]),
    "three classes, two tied": ([[-1.6, -0.8], [1.4, -1.0], [0.2, 1.6]], [LEANING, LEANING, STEEP]),
}
"""Means and covariances by the kind of border, in standard deviations of the points around their mean."""
TIES = {"line": (0, 0), "three classes, two tied": (0, 0, 1)}
"""The groups of classes that keep one covariance when an ellipse is pulled."""
FROM_ROWS = "from the points"
EXAMPLES = (FROM_ROWS, *SET_OUT)


def set_out(data: Dataset, example: str) -> GaussianClasses | None:
    """The Gaussians of an example, with equal priors; None where they are to be estimated."""
    if example == FROM_ROWS:
        return None
    means, covariances = map(np.array, SET_OUT[example])
    middle = column_means(data.X)
    ways = data.X - middle
    size = float(np.abs(ways).max()) or 1.0
    spread = size * float(np.sqrt(((ways / size) ** 2).mean())) or 1.0
    K = len(means)
    return GaussianClasses(np.full(K, 1 / K), middle + spread * means, spread**2 * covariances, first_codes(K, data))


def example_objection(data: Dataset, example: str) -> str:
    """Why there is no such example of this data, or ''."""
    if data.d == 2:
        return ""
    words = f"The examples of borders have 2 features, and the table has {data.d}: "
    back = SetParameter("example", FROM_ROWS)
    if data.d < 2:
        return Objection(f"{words}take the Gaussians from the points.", back)
    return Objection(f"{words}keep 2, or take the Gaussians from the points.", KeepColumns((0, 1)), back)
