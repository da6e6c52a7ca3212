"""The delta rule, whatever the units: how far the weights go, which rows make up an update, and how a run ends."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from engine.base.params import choice, real, whole
from engine.base.words import counted, figure
from engine.core.ending import Ending
from engine.data.dataset import Dataset
from engine.families.networks.layer_stepping import Step
from engine.families.networks.one_layer import LINEAR, Problem
from engine.families.networks.valley import valley_of
from engine.maths.probability.row_keys import shuffled
from engine.parts.descending import is_blown_up, rate_used

EPOCHS, EXAMPLES = STOPS = ("every epoch", "every example")
BATCH, ONLINE = UPDATES = ("batch", "online")
ORDERS = ("as given", "shuffled")


@dataclass(frozen=True)
class RateParams:
    """How far each step goes, and for how long."""

    rate: float = real(
        0.0, low=0.0, high=1e6, log=True, auto=rate_used, symbol=r"\eta", label="learning rate",
        help="auto: a safe one, from λmax",
    )  # fmt: skip
    epochs: int = whole(
        50, low=1, high=100_000, log=True, label="maximum epochs", clear=True, help="passes over the rows"
    )
    tolerance: float = real(
        1e-6,
        low=1e-12,
        high=1.0,
        log=True,
        label="tolerance",
        rare=True,
        help="ends where ‖∇E‖ is no longer than this",
    )

    @property
    def in_batches(self) -> bool:
        """Whether all rows of an epoch are added up before the weights change."""
        return True


@dataclass(frozen=True)
class UpdateParams(RateParams):
    """After which rows the weights change, and where to stop for a look."""

    stop_at: str = choice(EPOCHS, STOPS, label="stop at", clear=True, help="for a look")
    updates: str = choice(
        BATCH, UPDATES, label="updates", help="batch: after all rows are added up; online: after each row"
    )
    order: str = choice(ORDERS[0], ORDERS, rare=True, when=("updates", (ONLINE,)), help="of the rows of an epoch")

    @property
    def in_batches(self) -> bool:
        return self.updates == BATCH


def parts_of_epoch(data: Dataset, params: UpdateParams, rng: np.random.Generator) -> Iterator[np.ndarray]:
    """(m,) the rows that are added up at once: each alone where it is stopped at or updates, else all together."""
    if params.in_batches and params.stop_at == EPOCHS:
        yield np.arange(data.n)
        return
    as_given = params.in_batches or params.order == ORDERS[0]
    yield from (np.arange(data.n) if as_given else shuffled(data.row_keys, rng))[:, None]


@np.errstate(over="ignore", invalid="ignore")
def updated(W: np.ndarray, delta_W: np.ndarray, rate: float) -> np.ndarray:
    """W − η ∇E."""
    return np.asarray(W - rate * delta_W)


def most_steps(rows: int, params: UpdateParams) -> int:
    """The most steps a run can have."""
    return 1 + params.epochs * (1 + (rows if params.stop_at == EXAMPLES else 0))


# -- how it ends -------------------------------------------------------------------------------------------------------


def ended(step: Step, problem: Problem, delta_W: np.ndarray, params: RateParams) -> Ending | None:
    """Why a run ends after an epoch with this ∇E (K, D+1); None to go on."""
    if is_blown_up(step.error, step.first):
        return diverged(step, problem, params)
    slope = float(np.linalg.norm(delta_W))
    if slope > params.tolerance:
        return None
    words = f"After {counted(step.epoch, 'epoch')} E = {figure(step.error)} is practically flat"
    return Ending.converged(f"{words}: ‖∇E‖ is {figure(slope, 2)}.")


def diverged(step: Step, problem: Problem, params: RateParams) -> Ending:
    """A run whose error has grown beyond all bounds."""
    words = f"In {counted(step.epoch, 'epoch')} E grew from {figure(step.first)} to {figure(step.error)}: "
    if step.rate < problem.limit(params.in_batches):
        return Ending.failed(f"{words}the numbers are too large to go on. Standardise the columns.")
    why = f"it diverged, as η = {figure(step.rate)} is too large. {limit_words(problem, params)}."
    return Ending.failed(f"{words}{why}")


def limit_words(problem: Problem, params: RateParams) -> str:
    """Below which rate nothing diverges, as a sentence without its end."""
    if params.in_batches:
        return f"Stable is a rate below {problem.stable_words}"
    return f"Online the error of each row itself shrinks with a rate below {problem.online_words}"


def best_ends_lower(step: Step, problem: Problem) -> bool:
    """Whether t epochs with the best rate end lower: at E* + q²ᵗ (E₀ − E*) at most, q of the slowest way."""
    least = valley_of(problem).least
    return least + problem.slowest ** (2 * step.epoch) * (step.first - least) < step.error


def out_of_epochs(step: Step, problem: Problem, delta_W: np.ndarray, params: RateParams) -> Ending:
    """A run that has had all its epochs, the last with this ∇E (K, D+1)."""
    slope = float(np.linalg.norm(delta_W))
    words = f"{counted(step.epoch, 'epoch is', 'epochs are')} over: E = {figure(step.error)}"
    words += f", ‖∇E‖ is still {figure(slope, 2)}"
    if params.in_batches and step.rate > problem.stable_below:
        return Ending.stopped(f"{words}. The rate {figure(step.rate)} is too large. {limit_words(problem, params)}.")
    if (
        params.in_batches
        and problem.output == LINEAR
        and problem.best_rate > 2 * step.rate
        and best_ends_lower(step, problem)
    ):
        return Ending.stopped(f"{words}. The best rate is {figure(problem.best_rate)}.")
    return Ending.stopped(f"{words}. Standardise the columns, or allow more epochs.")
