"""The steps of a principal component analysis by their stage, and their marks by kind."""

from __future__ import annotations

from typing import Any

import engine
from engine.families.reduction.pca import loop as pca
from engine.families.reduction.pca.drawing import marks


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
