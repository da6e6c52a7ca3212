"""The numbers to be predicted as shades: the scale of a data set, and the step of each of its rows."""

from __future__ import annotations

import numpy as np

from engine.data.dataset import Dataset
from gui.look.shading import Scale


def scale_of(data: Dataset) -> Scale | None:
    """The scale of the targets; None where they are no numbers. Kept, because every picture asks for it."""
    return data.kept("scale of the targets", lambda: Scale.over(_numbers(data)) if data.target == "real" else None)


def shades_of(data: Dataset) -> np.ndarray | None:
    """(n,) the shade of every row; None where the targets are no numbers."""
    scale = scale_of(data)
    return None if scale is None else data.kept("shades of the targets", lambda: scale.codes(_numbers(data)))


def _numbers(data: Dataset) -> np.ndarray:
    assert data.y is not None
    return np.asarray(data.y, dtype=float)
