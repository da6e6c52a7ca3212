"""The true integral of a density, which Laplace's is held against, and its greatest height."""

from __future__ import annotations

import math

import numpy as np

from engine.families.posteriors.laplace_approximation.functions import Density
from engine.maths.probability.quadrature import integral


def highest(density: Density) -> float:
    """The greatest ln f on a fine grid of what is drawn."""
    axes = [np.linspace(low, high, 601 if len(density.view) == 1 else 121) for low, high in density.view]
    return float(density.log_f(np.stack(np.meshgrid(*axes), axis=-1).reshape(-1, len(axes))).max())


def log_integral(density: Density) -> float:
    """ln ∫ f: by adaptive halving of one variable, by the trapezoidal rule on a fine grid of two."""
    top = highest(density)
    if len(density.ends) == 1:
        (low, high), breaks = density.ends[0], np.linspace(*density.view[0], 9).tolist()
        found = integral(lambda z: np.exp(density.log_f(z[:, None]) - top), low, high, 1e-11, breaks)
        return top + math.log(found.value)
    axes = [np.linspace(low, high, 301) for low, high in density.ends]
    heights = density.log_f(np.stack(np.meshgrid(*axes), axis=-1).reshape(-1, 2)) - top
    cell = float(np.prod([axis[1] - axis[0] for axis in axes]))
    return top + math.log(float(np.exp(heights).sum()) * cell)
