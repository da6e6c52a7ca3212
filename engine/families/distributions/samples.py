"""A sample of numbers: typed, or a feature of the data."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from engine.base.errors import Objection, SetParameter
from engine.base.params import choice, several, whole
from engine.base.words import figure
from engine.data.dataset import Dataset

LARGEST = 1e6
"""No point is larger."""
TYPED, FEATURE = SOURCES = ("typed", "a feature of the data")
TOSSES = (1.0, 0.0, 1.0, 1.0, 0.0, 1.0, 1.0, 0.0, 1.0, 1.0)


@dataclass(frozen=True)
class SampleParams:
    """Where the points of the sample come from."""

    source: str = choice(TYPED, SOURCES, label="sample", help="where its points come from")
    sample: tuple[float, ...] = several(
        TOSSES, most=64, when=("source", (TYPED,)), label="points", help="the typed sample"
    )
    feature: int = whole(1, low=1, high=1_000_000, when=("source", (FEATURE,)), help="the number of the feature")

    def points(self, data: Dataset) -> np.ndarray:
        """(N,) the sample."""
        return np.array(self.sample) if self.source == TYPED else np.array(data.X[:, self.feature - 1])


def sample_objection(data: Dataset, params: SampleParams) -> str:
    """Why there is no sample of usable numbers, or ''."""
    if params.source == FEATURE and params.feature > data.d:
        words = f"feature = {params.feature}, and there are {data.d}: name one of them."
        return Objection(words, SetParameter("feature", 1))
    x = params.points(data)
    if not len(x):
        return Objection("The sample is empty: type a number or more.", SetParameter("sample", TOSSES))
    if not np.isfinite(x).all():
        words = f"Column {data.columns[params.feature - 1].title} lacks values: take a typed sample, or fill it."
        return Objection(words, SetParameter("source", TYPED))
    if float(np.abs(x).max()) > LARGEST:
        words = f"A point is at most {figure(LARGEST)}, and one is {figure(float(np.abs(x).max()))}: scale the sample."
        return Objection(words, SetParameter("source", TYPED))
    return ""
