"""The data of the worked examples, the steps of a principal component analysis by their stage, their marks by kind."""

from __future__ import annotations

from typing import Any

import numpy as np

import engine
from engine.families.reduction.pca import loop as pca
from engine.families.reduction.pca.drawing import marks

W09 = [[1, 2], [2, 1], [3, 4], [4, 3], [5, 5]]
ROOT = 0.707106781187
"""1 / √2, to as many digits as the worked example has."""
FOUR = engine.Dataset.from_arrays([[0, 0], [2, 1], [4, 2], [2, 3]], feature_names=["width", "depth"])
"""Mean (2, 3/2), S = ((8, 4), (4, 5)) / 3 with the trace 13/3, and λ = (13 ± √73) / 6."""
LAMBDA = (13 + np.array([1, -1]) * np.sqrt(73)) / 6


def steps_of(data: engine.Dataset, **values: Any) -> dict[str, list[pca.Step]]:
    """The steps of a run by their stage."""
    found: dict[str, list[pca.Step]] = {}
    for step in engine.trace("pca", data, **values):
        found.setdefault(step.stage, []).append(step)
    return found


def drawn(
    step: pca.Step, data: engine.Dataset, kind: type, role: str = "", surface: str = "", **values: Any
) -> list[Any]:
    """The marks of one kind, role and surface."""
    every = [mark for mark in marks(step, data, pca.Params(**values)) if isinstance(mark, kind)]
    return [mark for mark in every if role in ("", getattr(mark, "role", "")) and surface in ("", mark.surface.name)]
