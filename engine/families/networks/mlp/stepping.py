"""What a stop on the way through an epoch keeps: the network, and what passes through it for one example."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Literal

import numpy as np

from engine.base.snapshot import read_only, snapshot
from engine.families.networks.mlp.pacing import Best
from engine.families.networks.mlp.posing import Problem, measured
from engine.families.networks.signals import Signal
from engine.maths.optimisation.first_order import Memory, nothing_yet
from engine.models.network import Network


@snapshot
class Step:
    """A layer passed forward or backward, or the weights changed; at the start neither."""

    kind: Literal["start", "forward", "backward", "update", "best"]
    model: Network
    before: Network  # which the batch went through
    epoch: int
    updates: int
    rows: np.ndarray  # (m,) the batch; its first example is the one that is shown
    signals: tuple[Signal, ...]  # what the model makes of that example, of each layer that has been reached
    memory: Memory
    memory_before: Memory
    error: float  # E of all rows
    objective: float  # E + penalty
    mistakes: np.ndarray  # (w,) the rows answered wrongly
    first: float  # the objective at the start
    objective_before: float | None = None
    gradient: np.ndarray | None = None  # (P,) of the batch, in the order of the parameters
    watched: float | None = None  # the mean E of a row that is watched
    best: Best | None = None  # which network did best on those rows, up to here

    @property
    def is_past_best(self) -> bool:
        """Whether a network before this one did better on the rows that are watched."""
        return self.best is not None and self.best.epoch < self.epoch

    @property
    def wrong(self) -> int:
        """How many rows are answered wrongly."""
        return len(self.mistakes)

    @property
    def shown(self) -> int | None:
        """The row whose numbers are shown."""
        return int(self.rows[0]) if len(self.rows) else None

    @property
    def layer(self) -> int:
        """Which layer a stop inside an update is about, from 0; of an update the last."""
        if self.kind == "backward":
            return next(i for i, signal in enumerate(self.signals) if signal.delta is not None)
        return len(self.signals) - 1


def begun(problem: Problem, network: Network) -> Step:
    """The start, where no example has gone through."""
    here, memory = measured(network, problem), nothing_yet(len(network.parameters))
    nothing = np.zeros(0, dtype=np.intp)
    best = None if here.watched is None else Best(network, 0, 0, here.watched)
    return Step(
        kind="start", model=network, before=network, epoch=0, updates=0, rows=nothing, signals=(), memory=memory,
        memory_before=memory, error=here.error, objective=here.objective, mistakes=here.mistakes, first=here.objective,
        watched=here.watched, best=best,
    )  # fmt: skip


def kept(step: Step, problem: Problem) -> Step:
    """The end of a run that watched some rows: the network that did best on them is the result."""
    best = step.best
    assert best is not None
    here = measured(best.network, problem)
    return replace(
        step, kind="best", model=best.network, before=step.model, rows=np.zeros(0, dtype=np.intp), signals=(),
        error=here.error, objective=here.objective, mistakes=here.mistakes, memory_before=step.memory,
        objective_before=None, gradient=None, watched=here.watched,
    )  # fmt: skip


def passing(
    kind: Literal["forward", "backward"],
    step: Step,
    epoch: int,
    rows: np.ndarray,
    A: Sequence[np.ndarray],
    H: Sequence[np.ndarray],
    deltas: Sequence[np.ndarray] = (),
) -> Step:
    """A stop at a layer on the way through the network, which stays what it was."""
    return replace(
        step, kind=kind, before=step.model, epoch=epoch, rows=read_only(rows), signals=of_first(A, H, deltas),
        memory_before=step.memory, objective_before=None, gradient=None,
    )  # fmt: skip


def of_first(A: Sequence[np.ndarray], H: Sequence[np.ndarray], deltas: Sequence[np.ndarray]) -> tuple[Signal, ...]:
    """What the first row of a batch makes of each layer: A, and H behind the inputs; δ from the last layer on down."""
    missing = [None] * (len(A) - len(deltas))
    firsts = [*missing, *(delta[0] for delta in deltas)]
    return tuple(Signal(a[0], h[0], delta) for a, h, delta in zip(A, H[1:], firsts, strict=True))
