"""The picture of a region for a figure: asked some pixels at a time, and the same as when all are asked at once."""

from __future__ import annotations

import numpy as np

from gui.look.theme import LIGHT
from gui.regions.banded import SMALLEST, piecemeal
from gui.regions.regions import Grid
from gui.regions.request import Request


class Sure:
    """Two classes divided by a wave, with a probability; it counts how many points it is asked about at a time."""

    def __init__(self) -> None:
        self.asked: list[int] = []

    def predict(self, X: np.ndarray) -> np.ndarray:
        self.asked.append(len(X))
        return (X[:, 1] > np.sin(3 * X[:, 0])).astype(int)

    def predict_proba(self, X: np.ndarray) -> np.ndarray:
        p = 1 / (1 + np.exp(X[:, 1] - np.sin(3 * X[:, 0])))
        return np.column_stack([p, 1 - p])


def test_banded_computation_equals_one_pass() -> None:
    model = Sure()
    request = Request(model, None, (-2.0, 2.0, -1.0, 1.5), 211, 97, "auto", LIGHT)
    work, shares = piecemeal(request), []
    while True:
        try:
            shares.append(next(work))
        except StopIteration as end:
            raster = end.value
            break
    whole = Grid(model, None, request.rect, 211, 97).exact("auto")
    assert np.array_equal(raster.labels, whole.labels) and np.array_equal(raster.depth, whole.depth)
    assert raster.classes == whole.classes == 2
    assert model.asked[0] == SMALLEST, "a slow model is asked about a few first, and can be given up soon"
    assert shares == sorted(shares) and shares[-1] == 1.0
