"""The numbers to be predicted as shades: the scale of a data set, and the step of each of its rows."""

from __future__ import annotations

import numpy as np

from engine.core.marks import Points
from engine.data.dataset import Dataset
from gui.look.shading import Scale
from gui.painters.painter import View


def scale_of(data: Dataset) -> Scale | None:
    """The scale of the targets; None where they are no numbers. Kept, because every picture asks for it."""
    return data.cached("scale of the targets", lambda: Scale.over(_numbers(data)) if data.target == "real" else None)


def shades_of(data: Dataset) -> np.ndarray | None:
    """(n,) the shade of every row; None where the targets are no numbers."""
    scale = scale_of(data)
    return None if scale is None else data.cached("shades of the targets", lambda: scale.codes(_numbers(data)))


def shades_by(scale: Scale, data: Dataset) -> np.ndarray:
    """(n,) the shade of every row by the scale of other data, such as the whole table of which these are a part."""
    return data.cached(("shades by", scale), lambda: scale.codes(_numbers(data)))


def groups_of(mark: Points, view: View) -> np.ndarray | None:
    """What gives points their colours: their groups, or the shades of the numbers of the rows that they are."""
    if mark.groups is not None or mark.rows is None or mark.role != "data":
        return mark.groups
    return view.shades(mark.rows)


def _numbers(data: Dataset) -> np.ndarray:
    assert data.y is not None
    return np.asarray(data.y, dtype=float)
