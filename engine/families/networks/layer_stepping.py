"""What a stop on the way of one layer keeps: the weights, and how ∇E is filling."""

from __future__ import annotations

from dataclasses import replace
from math import isfinite
from typing import Literal

import numpy as np

from engine.base.snapshot import snapshot
from engine.families.networks.one_layer import Problem
from engine.models.network import Network
from engine.parts.descending import grown


@snapshot
class Step:
    """At the start nothing; while ∇E is added up the row, or its cell, that came last; then the weights moved."""

    kind: Literal["start", "add", "update"]
    model: Network
    before: Network
    epoch: int
    rate: float
    delta_W: np.ndarray  # (K, D+1) as far as it has been added up
    error: float
    error_before: float | None
    first: float  # E at the start
    mistakes: np.ndarray  # (w,) the rows answered wrongly
    way: np.ndarray  # (m, K, D+1) the weights so far
    updates: int = 0  # of the weights
    row: int | None = None  # which was added last
    cell: tuple[int, int] | None = None  # which cell was, where they fill one by one

    @property
    def wrong(self) -> int:
        """How many rows are answered wrongly."""
        return len(self.mistakes)

    @property
    def is_lost(self) -> bool:
        """Whether E is no number any more."""
        return not isfinite(self.error)

    @property
    def slope(self) -> float:
        """‖∇E‖."""
        return float(np.linalg.norm(self.delta_W))

    @property
    def weights(self) -> np.ndarray:
        """(K, D+1) the biases first."""
        return self.model.layers[0].packed


def begun(problem: Problem, W: np.ndarray, rate: float) -> Step:
    """The start; the weights of a single unit (D+1,) are one row of W (K, D+1)."""
    W = np.atleast_2d(W)
    error, model = problem.error(W), problem.model(W)
    return Step(
        kind="start", model=model, before=model, epoch=0, rate=rate, delta_W=np.zeros_like(W), error=error,
        error_before=None, first=error, mistakes=problem.mistakes(model), way=W[None],
    )  # fmt: skip


def adding(step: Step, epoch: int, delta_W: np.ndarray, row: int, cell: tuple[int, int] | None = None) -> Step:
    """A stop while ∇E is added up: the weights stay what they were."""
    so_far = np.atleast_2d(delta_W).copy()
    return replace(
        step, kind="add", before=step.model, epoch=epoch, delta_W=so_far, error_before=None, row=row, cell=cell
    )


@np.errstate(over="ignore", invalid="ignore")
def moved(step: Step, problem: Problem, W: np.ndarray, epoch: int, delta_W: np.ndarray, row: int | None = None) -> Step:
    """The weights after an epoch, or after one row of it."""
    W, delta_W = np.atleast_2d(W), np.atleast_2d(delta_W)
    model = problem.model(W)
    return Step(
        kind="update", model=model, before=step.model, epoch=epoch, rate=step.rate, delta_W=delta_W,
        error=problem.error(W), error_before=step.error, first=step.first, mistakes=problem.mistakes(model),
        way=grown(step.way, W), updates=step.updates + 1, row=row,
    )  # fmt: skip
