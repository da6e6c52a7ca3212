"""What a leak makes better on paper: a preparation that has seen the rows on which it is then judged.   (DP15)"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np

from engine.base.errors import Refusal
from engine.base.words import counted, figure
from engine.core.algorithm import Algorithm
from engine.core.trace import Trace
from engine.data.dataset import Dataset
from engine.data.preparing.preparation import Preparation
from engine.data.split import PARTS, TRAINING, VALIDATION, Parts


@dataclass(frozen=True)
class Leak:
    """How far the answers for the rows kept for validation are from their targets.

    honest   with the preparation fitted to the training rows only;   leaky   fitted to all rows: how many rows are
             answered wrongly, or, of a target that is a number, the root of the mean squared error
    n        (2,) how many rows were judged each time: a step may leave rows out
    """

    name: str
    honest: float
    leaky: float
    n: tuple[int, int]
    target: Literal["class", "real"] = "class"

    def words(self) -> str:
        """Both errors and what their difference is worth."""
        said = [self._said(error, n) for error, n in zip((self.honest, self.leaky), self.n, strict=True)]
        fair, paper = (self._share(error, n) for error, n in zip((self.honest, self.leaky), self.n, strict=True))
        what = "validation error" if self.target == "class" else "root of the mean squared error in validation"
        told = f"{self.name}, {what}: {said[0]} fitted to the training rows only, {said[1]} fitted to all rows."
        if paper == fair:
            return f"{told} Here the leak changes nothing; that cannot be relied on."
        by = f"{figure(100 * abs(fair - paper), 3)} points " if self.target == "class" else ""
        return f"{told} The leak looks {by}{'better' if paper < fair else 'worse'}, on paper only."

    def _share(self, error: float, n: int) -> float:
        return error / max(n, 1) if self.target == "class" else error

    def _said(self, error: float, n: int) -> str:
        if self.target == "real":
            return figure(error)
        return f"{figure(100 * self._share(error, n), 3)} % ({int(error):,} of {counted(n, 'row')})"


def leak(
    algorithm: Algorithm, params: Any, seed: int, table: Dataset, preparation: Preparation, parts: Parts,
    stopped: Callable[[], bool] = lambda: False,
) -> Leak:  # fmt: skip
    """Fit the algorithm to the training rows twice, and judge both on those for validation, or refuse."""
    target = _target(algorithm, table)
    errors: list[tuple[float, int]] = []
    for fitted in (parts.training, None):
        prepared = preparation.fit(table, fitted)
        codes = parts.codes[prepared.rows]
        known = prepared.data.codes >= 0 if target == "class" else np.isfinite(np.asarray(prepared.data.y))
        judged = prepared.data.subset((codes == PARTS.index(VALIDATION)) & known)
        trace = algorithm.traced(prepared.data.subset(codes == PARTS.index(TRAINING)), params, seed=seed)
        answers = np.asarray(_last(trace, algorithm.name, stopped).predict(judged.X))
        errors.append((_error(answers, np.asarray(judged.y), target), judged.n))
    (honest, fair), (leaky, paper) = errors
    return Leak(algorithm.name, honest, leaky, (fair, paper), target)


def _target(algorithm: Algorithm, table: Dataset) -> Literal["class", "real"]:
    """What the answers are judged by; where there is nothing of the kind a Refusal says why."""
    judged: dict[str, Literal["class", "real"]] = {"classification": "class", "regression": "real"}
    task = algorithm.task_on(table)
    if task not in judged:
        raise Refusal(
            f"{algorithm.name} has no target to be judged by, and its own measures are in the units of each "
            "preparation, so two cannot be compared: choose a classifier."
        )
    if table.target != judged[task]:
        raise Refusal(f"{algorithm.name} does not answer with the target of the table: choose another method.")
    return judged[task]


def _error(answers: np.ndarray, truth: np.ndarray, target: Literal["class", "real"]) -> float:
    """How many are wrong, or how far the answers are off."""
    if target == "class":
        return float(np.count_nonzero(answers != truth))
    return float(np.sqrt(np.mean((answers - truth) ** 2))) if len(truth) else float("nan")


def _last(trace: Trace, name: str, stopped: Callable[[], bool]) -> Any:
    """The model of the last step."""
    while trace.advance():
        if stopped():
            raise Refusal("Stopped.")
    model = trace.peek(trace.known - 1).model if trace.known else None
    if not hasattr(model, "predict"):
        raise Refusal(f"{name} has no model that answers.")
    return model
