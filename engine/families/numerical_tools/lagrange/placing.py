"""The place on the constraint that is looked at: where a click or a drag is nearest to it."""

from __future__ import annotations

import numpy as np

from engine.core.surfaces import Surface
from engine.data.dataset import Dataset
from engine.families.numerical_tools.lagrange.problems import Chosen, problem
from engine.models.place import Place

HERE = Surface("chart", "Constraint")


def placed(positions: np.ndarray, data: Dataset, params: Chosen, base: object = None) -> Place:
    """The place of the constraint that is nearest to the one clicked, (1, 2)."""
    return Place(problem(params).nearest(positions[0]), data.d)


def place(model: Place, data: Dataset) -> np.ndarray:
    """(1, 2) where a model lies."""
    return model.w[None]


def shown_at(held: int, index: int, data: Dataset, params: object) -> int:
    """The step of the slopes shows the place as well as that before it; those after it show other places."""
    return min(index, 1)


def slopes_told(data: Dataset) -> str:
    """What becomes of it."""
    return "The slopes there, ∇f and ∇g, follow."
