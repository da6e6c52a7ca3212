"""Placing by hand what a run begins from: what can be placed where, and what is there after one more click."""

from __future__ import annotations

from typing import Any

import numpy as np

from engine.core.algorithm import Handle
from engine.core.marks import Surface
from gui.session.lane import Lane


def handle_for(lane: Lane, surface: Surface | None = None) -> Handle | None:
    """What can be placed for a run with its parameters: on this surface, or on any."""
    for handle in lane.algorithm.handles:
        here = surface is None or (handle.surface.kind, handle.surface.name) == (surface.kind, surface.name)
        if here and handle.most(lane.params) > 0:
            return handle
    return None


def positions(start: Any, handle: Handle, d: int) -> np.ndarray:
    """(m, d) where the handles of a start are; none without a start, or of one with other features."""
    there = np.zeros((0, d)) if start is None else np.atleast_2d(np.asarray(handle.positions(start), dtype=float))
    return there if there.shape[1] == d else np.zeros((0, d))


def placed(start: Any, handle: Handle, place: np.ndarray, params: Any) -> np.ndarray:
    """(m, d) the positions with one more, place (d,), as the last; the oldest gives way when all have been placed."""
    return np.vstack([positions(start, handle, len(place)), place])[-handle.most(params) :]
