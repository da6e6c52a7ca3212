"""What a leak makes better on paper: a preparation that has seen the rows on which it is then judged.   (DP15)"""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import Any

import numpy as np

from engine.base.errors import Refusal
from engine.base.words import counted, figure
from engine.core.algorithm import Algorithm
from engine.data.dataset import Dataset
from engine.data.preparing.preparation import Preparation

PATIENCE = 30.0
"""After so many seconds a run is given up."""


@dataclass(frozen=True)
class Leak:
    """How many of the rows kept for validation are answered wrongly.

    honest   with the preparation fitted to the training rows only;   leaky   fitted to all rows
    n        (2,) how many rows were judged each time: a step may leave rows out
    """

    name: str
    honest: int
    leaky: int
    n: tuple[int, int]

    def words(self) -> str:
        """Both errors and what their difference is worth."""
        fair, paper = (wrong / max(n, 1) for wrong, n in zip((self.honest, self.leaky), self.n, strict=True))
        told = (
            f"{self.name}, validation error: {_share(self.honest, self.n[0])} fitted to the training rows only, "
            f"{_share(self.leaky, self.n[1])} fitted to all rows."
        )
        if paper == fair:
            return f"{told} Here the leak changes nothing; that cannot be relied on."
        better = "better" if paper < fair else "worse"
        return f"{told} The leak looks {figure(100 * abs(fair - paper), 3)} points {better}, on paper only."


def leak(
    algorithm: Algorithm, params: Any, seed: int, table: Dataset, preparation: Preparation, train: np.ndarray
) -> Leak:
    """Fit the algorithm to the training rows twice, and judge both on the others; a Refusal where that cannot be."""
    if algorithm.task != "classification" or table.target != "class":
        raise Refusal(f"{algorithm.name} does not answer with the classes of the table: choose a classifier.")
    (honest, fair), (leaky, paper) = (
        _wrong(algorithm, params, seed, table, preparation, train, fitted) for fitted in (train, None)
    )
    return Leak(algorithm.name, honest, leaky, (fair, paper))


def _wrong(
    algorithm: Algorithm, params: Any, seed: int, table: Dataset, preparation: Preparation,
    train: np.ndarray, fitted: np.ndarray | None,
) -> tuple[int, int]:  # fmt: skip
    """How many validation rows are answered wrongly, and how many there are."""
    prepared = preparation.fit(table, fitted)
    learning = np.isin(prepared.rows, train)
    known = prepared.data.codes >= 0
    judged = prepared.data.subset(~learning & known)
    model = _fitted(algorithm, params, seed, prepared.data.subset(learning))
    return int((np.asarray(model.predict(judged.X)) != judged.codes).sum()), judged.n


def _fitted(algorithm: Algorithm, params: Any, seed: int, data: Dataset) -> Any:
    """The model of the last step."""
    trace, until = algorithm.traced(data, params, seed=seed), time.monotonic() + PATIENCE
    while trace.advance():
        if time.monotonic() > until:
            raise Refusal(f"{algorithm.name} takes more than {PATIENCE:g} seconds: choose fewer rows or passes.")
    model = trace.peek(trace.known - 1).model if trace.known else None
    if not hasattr(model, "predict"):
        raise Refusal(f"{algorithm.name} has no model that answers.")
    return model


def _share(wrong: int, n: int) -> str:
    return f"{figure(100 * wrong / max(n, 1), 3)} % ({wrong:,} of {counted(n, 'row')})"
