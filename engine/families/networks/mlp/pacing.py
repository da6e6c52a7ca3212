"""How fast and how long a run goes: the rate from epoch to epoch, and the rows that are watched and not learnt from."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from engine.base.errors import Objection, SetParameter
from engine.base.params import choice, real, whole
from engine.base.snapshot import snapshot
from engine.base.words import counted
from engine.data.dataset import Dataset
from engine.data.split import VALIDATION, Split
from engine.families.networks.mlp.posing import NO_ROWS, Measured, OutputParams, Problem, posed
from engine.maths.optimisation.schedules import FALLING, SCHEDULES, STEADY, scheduled
from engine.models.network import Network

STOPS = ("every epoch", "every update", "every layer")
WATCHED = 1
"""The seed of the rows that are watched: others than those that a run never sees, which have seed 0."""


@dataclass(frozen=True)
class PaceParams(OutputParams):
    """The learning rate, how it falls, when a run ends, and which rows it does not learn from but watches."""

    rate: float = real(0.1, low=1e-6, high=100.0, log=True, symbol=r"\eta", label="learning rate", help="of each step")
    schedule: str = choice(
        STEADY, tuple(SCHEDULES), label="schedule of the rate", rare=True, help="how it falls from epoch to epoch"
    )
    span: int = whole(
        10, low=1, high=100_000, log=True, symbol=r"\tau", rare=True, when=("schedule", FALLING),
        help="epochs, of the schedule",
    )  # fmt: skip
    patience: int = whole(
        0, low=0, high=10_000, symbol="p", label="early stopping", rare=True,
        help="epochs without a smaller E of the watched rows; 0: it goes on",
    )  # fmt: skip
    watched: float = real(
        0.25,
        low=0.05,
        high=0.5,
        label="validation fraction",
        rare=True,
        help="for early stopping, where no rows are for validation",
    )
    epochs: int = whole(
        30, low=1, high=100_000, log=True, label="maximum epochs", clear=True, help="passes over the rows"
    )
    stop_at: str = choice(STOPS[0], STOPS, label="stop at", clear=True, help="for a look")
    tolerance: float = real(3e-3, low=1e-12, high=1.0, log=True, rare=True, help="no slope of an epoch was steeper")


@snapshot
class Best:
    """The network that did best on the watched rows, the epoch and the step that made it, and its error there."""

    network: Network
    epoch: int
    index: int
    error: float


def rate_of(params: PaceParams, epoch: int) -> float:
    """η of an epoch: t epochs lie behind the one of number t + 1."""
    return scheduled(params.schedule, params.rate, max(epoch - 1, 0), params.span)


def watched_rows(data: Dataset, params: PaceParams) -> np.ndarray:
    """(v,) the rows that are looked at and not learnt from: those for validation, or with patience a random share."""
    if data.held is not None:
        return np.flatnonzero(data.held)
    if not params.patience:
        return NO_ROWS
    return Split(validation=params.watched, seed=WATCHED).of(data).rows(VALIDATION)


def divided(data: Dataset, params: PaceParams) -> Problem:
    """The problem, with the rows that are watched."""
    return posed(data, params, watched_rows(data, params))


def too_few(data: Dataset, params: PaceParams) -> Objection | str:
    """Why the rows cannot be divided, or ""."""
    if data.held is not None or not params.patience or 0 < len(watched_rows(data, params)) < data.n:
        return ""
    words = f"Of {counted(data.n, 'row')} none is left to watch or to learn from. Have no early stopping."
    return Objection(words, SetParameter("patience", 0))


def better(
    best: Best | None, here: Measured, network: Network, epoch: int, updates: int, params: PaceParams
) -> Best | None:
    """The best so far, after an epoch; on a tie the earlier one stays."""
    if best is None or here.watched is None or not here.watched < best.error:
        return best
    return Best(network, epoch, _index(epoch, updates, len(network.layers), params), here.watched)


def _index(epoch: int, updates: int, layers: int, params: PaceParams) -> int:
    """Which step of the run an update is: each layer may be a stop on the way forward and one on the way back."""
    if params.stop_at == STOPS[0]:
        return epoch
    return updates * (2 * layers + 1) if params.stop_at == STOPS[2] else updates
