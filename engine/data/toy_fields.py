"""What the parameters of generators of points have in common: how many there are, and how far they are scattered."""

from __future__ import annotations

from typing import Any

from engine.base.params import real, whole

MOST = 1_000_000


def point_count(default: int = 200) -> Any:
    return whole(default, low=1, high=MOST, log=True, symbol="N", label="points", clear=True, help="number of points")


def noise_level(default: float, help: str) -> Any:
    return real(default, low=0.0, high=3.0, symbol=r"\sigma", label="noise", help=help)
