"""How a covariance without variance in some direction is repaired, as a person asks for it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from engine.base.params import choice, real
from engine.maths.algebra.repairs import diagonal, ridged, shrunk

NONE, RIDGE, SHRUNK, DIAGONAL, POOLED, PSEUDO = REPAIRS = (
    "none", "ridge", "shrunk", "diagonal", "pooled", "pseudo-inverse",
)  # fmt: skip


@dataclass(frozen=True)
class RepairParams:
    """Which repair, and how strong it is."""

    repair: str = choice(NONE, REPAIRS, rare=True, help="of a covariance without variance in some direction")
    epsilon: float = real(
        0.1, low=1e-9, high=1e6, log=True, symbol=r"\epsilon", when=("repair", (RIDGE,)), rare=True,
        label="ridge", help="is added to every variance",
    )  # fmt: skip
    rho: float = real(
        0.1, low=1e-6, high=1.0, log=True, symbol=r"\rho", when=("repair", (SHRUNK,)), rare=True,
        label="shrunk by", help="the share of the sphere",
    )  # fmt: skip


def repaired(S: np.ndarray, params: RepairParams, shared: Callable[[], np.ndarray]) -> np.ndarray:
    """(d, d) S with variance in every direction; `shared` gives the pooled covariance (d, d).

    As it is without a repair, and with the pseudo-inverse, which leaves the directions without variance out.
    """
    repairs: dict[str, Callable[[], np.ndarray]] = {
        RIDGE: lambda: ridged(S, params.epsilon), SHRUNK: lambda: shrunk(S, params.rho),
        DIAGONAL: lambda: diagonal(S), POOLED: shared,
    }  # fmt: skip
    return repairs[params.repair]() if params.repair in repairs else S
