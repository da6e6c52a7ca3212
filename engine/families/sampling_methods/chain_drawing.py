"""What several chains look like: their walks over the density, their traces, and the autocorrelation."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from engine.core.marks import Contours, Curve, Mark, Points, Segments
from engine.core.surfaces import Surface
from engine.families.sampling_methods.chains import Worth
from engine.families.sampling_methods.targets import Target
from engine.maths.algebra.spread import spread

WALKS = Surface("chart", "Chains over the density", "x₁", "x₂")
TRACE = Surface("chart", "Trace of x₁", "move", "x₁")
AUTO = Surface("chart", "Autocorrelation", "moves later", "ρ")
LEVELS = (0.02, 0.1, 0.25, 0.5, 0.75, 0.95)
"""Shares of the greatest density whose level lines are drawn."""
DOTS, LEGS, LONG = 400, 6, 600
"""So many dots of each chain, so many of its last moves as lines, and so many places of a trace are drawn."""


def walks(target: Target, draws: np.ndarray, z: np.ndarray, warm_up: int, corners: bool = False) -> list[Mark]:
    """Level lines, a dot for each draw after the warm-up, the last moves, and where each chain is now.

    corners  whether a move goes along x₁ first, and then along x₂
    """
    chart = replace(WALKS, view=target.view)

    def share(places: np.ndarray) -> np.ndarray:
        return np.asarray(np.exp(target.log_p(places) - target.top))

    drawn: list[Mark] = [Contours(share, (target.name, target.top, target.log_p), LEVELS, surface=chart)]
    C, s, _ = draws.shape
    kept = draws[:, warm_up + 1 :]
    if kept.shape[1]:
        shown = kept[:, spread(kept.shape[1], DOTS)]
        groups = np.repeat(np.arange(C), shown.shape[1])
        sizes = np.full(len(groups), 0.3)
        drawn.append(Points(shown.reshape(-1, 2), "plain", groups=groups, sizes=sizes, surface=chart))
    legs = draws[:, max(s - LEGS, 0) :]
    if corners and legs.shape[1] > 1:
        legs = cornered(legs)
    if legs.shape[1] > 1:
        starts, ends = legs[:, :-1].reshape(-1, 2), legs[:, 1:].reshape(-1, 2)
        groups = np.repeat(np.arange(C), legs.shape[1] - 1)
        drawn.append(Segments(starts, ends, "path", groups=groups, surface=chart))
    return [*drawn, Points(z, "centre", groups=np.arange(C), surface=chart)]


def cornered(legs: np.ndarray) -> np.ndarray:
    """(C, 2 s − 1, 2) the places (C, s, 2) with the corner between each two: x₁ has moved there, x₂ not yet."""
    s = legs.shape[1]
    whole = np.repeat(legs, 2, axis=1)[:, : 2 * s - 1]
    whole[:, 1::2, 0] = legs[:, 1:, 0]
    return whole


def trace(draws: np.ndarray, warm_up: int, mean: float) -> list[Mark]:
    """x₁ of each chain by its moves, with the mean of the density; a line where the warm-up ends."""
    C, s, _ = draws.shape
    moves = spread(s, LONG)
    drawn: list[Mark] = []
    for c in range(C):
        drawn.append(Curve(np.column_stack([moves, draws[c, moves, 0]]), "plain", group=c, surface=TRACE))
    ends = np.array([[0.0, mean]]), np.array([[float(s - 1), mean]])
    drawn.append(Segments(*ends, "margin", labels=("mean of the density",), surface=TRACE))
    if 0 < warm_up < s:
        low, high = float(draws[:, :, 0].min()), float(draws[:, :, 0].max())
        end = np.array([[float(warm_up), low]]), np.array([[float(warm_up), high]])
        drawn.append(Segments(*end, "ghost", labels=("warm-up",), surface=TRACE))
    return drawn


def correlations(worth: Worth) -> list[Mark]:
    """ρ of x₁ and of x₂ by how many moves later."""
    later = np.arange(worth.correlations.shape[1])
    chart = replace(
        AUTO, view=(-0.5, max(float(later[-1]), 1.0) + 0.5, min(-0.25, float(worth.correlations.min())), 1.05)
    )
    drawn: list[Mark] = [
        Curve(np.column_stack([later, rho]), "boundary", group=j, label=name, dots=True, surface=chart)
        for j, (rho, name) in enumerate(zip(worth.correlations, ("x₁", "x₂"), strict=True))
    ]
    return [*drawn, Segments(np.array([[0.0, 0.0]]), np.array([[float(later[-1]), 0.0]]), "margin", surface=chart)]
