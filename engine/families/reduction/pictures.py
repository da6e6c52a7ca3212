"""Directions of a table of pictures as pictures, and a row beside what a model rebuilds of it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

import numpy as np

from engine.base.snapshot import snapshot
from engine.core.marks import Mark, Matrix
from engine.core.surfaces import Surface
from engine.data.dataset import Dataset
from engine.families.reduction.axes_drawing import MOST

ACROSS = 4
"""So many pictures stand side by side."""


class Rebuilding(Protocol):
    """A model that takes rows to scores and back."""

    def transform(self, X: np.ndarray) -> np.ndarray: ...

    def inverse_transform(self, scores: np.ndarray) -> np.ndarray: ...


def pictured(data: Dataset, rows: np.ndarray, names: Sequence[str], surface: Surface) -> list[Mark]:
    """Vectors of the feature space (k, d): each a picture where rows are pictures, else all of them as one table."""
    shown = rows[:MOST]
    if data.image is None:
        return [Matrix(shown, tuple(names[: len(shown)]), data.feature_names, surface=surface)]
    across = max(ACROSS, int(np.ceil(np.sqrt(len(shown)))))
    return [
        Matrix(row.reshape(data.image), style="image", title=name, place=divmod(j, across), surface=surface)
        for j, (row, name) in enumerate(zip(shown, names, strict=False))
    ]


def beside(data: Dataset, x: np.ndarray, title: str, makers: Sequence[Maker], at: int = 0) -> list[Mark]:
    """The picture x (d,), and what each maker makes of it; all follow the row that is pointed at."""
    if data.image is None:
        return []
    rows = np.array([0]) if at == 0 else None
    return [
        Matrix(
            make(x), style="image", title=title if j == 0 else make.title, place=(at, j),
            surface=Surface("table", "Picture"), rows=rows if j == 0 else None, of_row=make if at == 0 else None,
        )
        for j, make in enumerate((Maker(data.image), *makers))
    ]  # fmt: skip


def first_row(data: Dataset) -> str:
    """What the picture of the first row is called."""
    answer = f" ({data.class_name(int(data.codes[0]))})" if data.target == "class" else ""
    return f"row {data.row_name(0)}{answer}"


@snapshot
class Maker:
    """What is drawn of a row x (d,): its own picture, or what the model rebuilds from some of its scores.

    used  the numbers of the scores that are used; None: all of them
    """

    image: tuple[int, int]
    model: Rebuilding | None = None
    used: tuple[int, ...] | None = None
    title: str = ""

    def __call__(self, x: np.ndarray) -> np.ndarray:
        if self.model is None:
            return np.asarray(x.reshape(self.image))
        scores = self.model.transform(x[None])
        if self.used is not None:
            scores = np.where(np.isin(np.arange(scores.shape[1]), self.used), scores, 0.0)
        return np.asarray(self.model.inverse_transform(scores)[0].reshape(self.image))
