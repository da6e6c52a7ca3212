"""What a leak makes better on paper: a preparation that has seen the rows on which it is then judged.   (DP15)"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from engine.base.errors import Refusal
from engine.base.words import counted, figure
from engine.core.algorithm import Algorithm
from engine.core.trace import Trace
from engine.data.dataset import Dataset
from engine.data.preparing.preparation import Preparation


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
    algorithm: Algorithm, params: Any, seed: int, table: Dataset, preparation: Preparation, train: np.ndarray,
    stopped: Callable[[], bool] = lambda: False,
) -> Leak:  # fmt: skip
    """Fit the algorithm to the training rows twice, and judge both on the others; a Refusal where that cannot be."""
    if algorithm.task != "classification" or table.target != "class":
        raise Refusal(f"{algorithm.name} does not answer with the classes of the table: choose a classifier.")
    errors = []
    for fitted in (train, None):
        prepared = preparation.fit(table, fitted)
        learning = np.isin(prepared.rows, train)
        judged = prepared.data.subset(~learning & (prepared.data.codes >= 0))
        trace = algorithm.traced(prepared.data.subset(learning), params, seed=seed)
        model = _last(trace, algorithm.name, stopped)
        errors.append((int((np.asarray(model.predict(judged.X)) != judged.codes).sum()), judged.n))
    (honest, fair), (leaky, paper) = errors
    return Leak(algorithm.name, honest, leaky, (fair, paper))


def _last(trace: Trace, name: str, stopped: Callable[[], bool]) -> Any:
    """The model of the last step."""
    while trace.advance():
        if stopped():
            raise Refusal("Stopped.")
    model = trace.peek(trace.known - 1).model if trace.known else None
    if not hasattr(model, "predict"):
        raise Refusal(f"{name} has no model that answers.")
    return model


def _share(wrong: int, n: int) -> str:
    return f"{figure(100 * wrong / max(n, 1), 3)} % ({wrong:,} of {counted(n, 'row')})"
