"""Where EM begins: a mean on each of K chosen rows, equal weights, and one spread for all, parallel to the axes."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from engine.data.dataset import Dataset
from engine.families.clustering.gaussian_mixture.covariances import Kind, floored
from engine.families.clustering.seeding import chosen
from engine.maths.algebra.distances import nearest
from engine.maths.probability.row_keys import RowKeys
from engine.models.groups import Centres
from engine.models.mixture import Mixture


class Begun(NamedTuple):
    """The mixture of the start, and the rows its means stand on, if they were chosen among the rows."""

    mixture: Mixture
    rows: tuple[int, ...]


def begun(
    X: np.ndarray, row_keys: RowKeys, K: int, rule: str, kind: Kind, least: np.ndarray, rng: np.random.Generator,
    start: Mixture | Centres | None,
) -> Begun:  # fmt: skip
    """The mixture that was given, or one around the centres that were given or are chosen by the rule."""
    if isinstance(start, Mixture):
        return Begun(start, ())
    steps = list(chosen(X, row_keys, K, rule, rng, start))
    rows = tuple(step.row for step in steps if step.row is not None)
    return Begun(around(X, steps[-1].centres.centres, kind, least), rows)


def around(X: np.ndarray, centres: np.ndarray, kind: Kind, least: np.ndarray) -> Mixture:
    """Equal weights, and Σ = diag(s²), s² the mean square of each feature's way from the nearest centre."""
    K, way = len(centres), X - centres[nearest(X, centres).labels]
    squares = (way**2).mean(axis=0)
    if kind in ("spherical", "shared spherical"):
        squares = np.full_like(squares, squares.mean())
    covariance, _ = floored(np.diag(squares), kind, least)
    return Mixture(np.full(K, 1 / K), centres, np.repeat(covariance[None], K, axis=0))


def with_means(positions: np.ndarray, data: Dataset, params: Any, base: Any = None) -> Mixture | Centres:
    """The mixture with one mean moved, its weights and covariances as they are; centres where they are placed anew."""
    if isinstance(base, Mixture) and base.means.shape == positions.shape:
        moved = (base.means != positions).any(axis=1)
        if moved.sum() <= 1:  # where an older mean gave way to a new one, they are not the same components any more
            return Mixture(base.weights, positions, base.covariances)
    return Centres(positions)
