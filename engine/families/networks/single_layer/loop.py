"""Single-layer network: the delta rule, gradient descent on the squared error.   (Widrow and Hoff 1960)

y = g(W x̃),  x̃ = (1, x)        E = ½ Σ (y − t)²        ΔW = Σ δ x̃ᵀ,  δ = (y − t) g′(a)        W ← W − η ΔW

of linear units g′ = 1, and it is stable iff 0 < η < 2/λmax of X̃ᵀX̃
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from engine.base.errors import Objection, SetParameter
from engine.base.params import choice, real, whole
from engine.base.words import counted, figure
from engine.core.algorithm import Steps
from engine.core.ending import Ending
from engine.data.dataset import Dataset
from engine.families.networks.single_layer.posing import LINEAR, SIGMOID, Problem, posed
from engine.families.networks.single_layer.stepping import Step, adding, begun, moved
from engine.maths.probability.activations import ACTIVATIONS
from engine.maths.probability.lots import shuffled
from engine.models.network import Network
from engine.parts.descending import is_blown_up, rate_used


def run(data: Dataset, params: Params, rng: np.random.Generator, start: Network | None = None) -> Steps:
    problem = posed(data, params.output, params.bias)
    W, rate = settled(problem.first(start), problem), params.rate or problem.usual_rate
    step = begun(problem, W, rate)
    yield step
    for epoch in range(1, params.epochs + 1):
        delta_W = np.zeros_like(W)
        if params.updates == ONLINE:
            for n in in_order(data.n, params, rng):
                part = of_row(W, problem, n)
                W, delta_W = settled(updated(W, part, rate), problem), delta_W + part
                if params.stop_at != STOPS[0] and np.isfinite(W).all():
                    step = moved(step, problem, W, epoch, part, n)
                    yield step
        else:
            if params.stop_at == STOPS[0]:
                delta_W = added_up(W, problem)
            else:
                for delta_W, n, cell in one_by_one(W, problem):
                    if params.stop_at == STOPS[2] or cell == problem.last_cell:
                        yield adding(step, epoch, delta_W, n, cell)
            W = settled(updated(W, delta_W, rate), problem)

        if not np.isfinite(problem.error(W)):
            return Ending.failed(_diverged(step, problem))
        if params.updates == BATCH or params.stop_at == STOPS[0]:
            step = moved(step, problem, W, epoch, delta_W)
            yield step
        if is_blown_up(step.error, step.first):
            return Ending.failed(_diverged(step, problem))
        if np.linalg.norm(delta_W) <= params.tolerance:
            return Ending.converged(_at_rest(step))
    return Ending.stopped(_out_of_epochs(step, problem))


@np.errstate(over="ignore", invalid="ignore")
def deltas(W: np.ndarray, X: np.ndarray, T: np.ndarray, output: str) -> np.ndarray:
    """(m, K) δ = (y − t) g′(a) of rows X (m, D+1) with targets T (m, K)."""
    A, unit = X @ W.T, ACTIVATIONS[output]
    return np.asarray((unit.value(A) - T) * unit.slope(A))


@np.errstate(over="ignore", invalid="ignore")
def added_up(W: np.ndarray, problem: Problem) -> np.ndarray:
    """(K, D+1) ΔW = Σ δ x̃ᵀ over all rows at once."""
    return np.asarray(deltas(W, problem.X, problem.T, problem.output).T @ problem.X)


def of_row(W: np.ndarray, problem: Problem, n: int) -> np.ndarray:
    """(K, D+1) δ x̃ᵀ of one row: its part of ΔW, and all that an online update goes by."""
    return np.asarray(deltas(W, problem.X[[n]], problem.T[[n]], problem.output).T @ problem.X[[n]])


def in_order(n: int, params: Params, rng: np.random.Generator) -> list[int]:
    """The rows of an epoch of online updates."""
    return (np.arange(n) if params.order == ORDERS[0] else shuffled(n, rng)).tolist()


def one_by_one(W: np.ndarray, problem: Problem) -> Iterator[tuple[np.ndarray, int, tuple[int, int]]]:
    """ΔW (K, D+1) filling, cell (k, d) by cell of row n by row."""
    delta_W = np.zeros_like(W)
    for n in range(len(problem.X)):
        delta = deltas(W, problem.X[[n]], problem.T[[n]], problem.output)[0]
        for k in range(len(W)):
            for d in range(W.shape[1]):
                delta_W[k, d] += delta[k] * problem.X[n, d]
                yield delta_W, n, (k, d)


@np.errstate(over="ignore", invalid="ignore")
def updated(W: np.ndarray, delta_W: np.ndarray, rate: float) -> np.ndarray:
    """W − η ΔW."""
    return np.asarray(W - rate * delta_W)


@np.errstate(over="ignore", invalid="ignore")
def settled(W: np.ndarray, problem: Problem) -> np.ndarray:
    """W itself; or with the biases t̄ − w · x̄, where they follow from the means: then ∂E/∂b is 0 of linear units."""
    if not problem.bias_follows:
        return W
    biases = problem.T.mean(axis=0) - W[:, 1:] @ problem.X[:, 1:].mean(axis=0)
    return np.column_stack([biases, W[:, 1:]])


def bound(data: Dataset, params: Params) -> int:
    K = max(len(data.classes_present), 1)
    inside = {STOPS[0]: 0, STOPS[1]: data.n, STOPS[2]: data.n * K * (data.d + 1)}
    return 1 + params.epochs * (1 + inside[params.stop_at])


def limits(data: Dataset, params: Params) -> str:
    if params.output == LINEAR or params.bias == BIASES[0]:
        return ""
    words = "A bias from the means is right for linear units alone: the mean of σ(a) is not σ of the mean. "
    return Objection(f"{words}Have the bias learnt.", SetParameter("bias", BIASES[0]))


STOPS = ("every epoch", "every example", "every cell of ΔW")
BIASES = ("learnt", "from the means")
BATCH, ONLINE = UPDATES = ("batch", "online")
ORDERS = ("as given", "shuffled")


@dataclass(frozen=True)
class Params:
    output: str = choice(LINEAR, (LINEAR, SIGMOID), label="output", help="what a unit gives: a itself, or σ(a)")
    rate: float = real(
        0.0, low=0.0, high=1e6, log=True, auto=rate_used, symbol=r"\eta", label="learning rate",
        help="auto: linear 0.5/λmax; logistic 13/λmax",
    )  # fmt: skip
    stop_at: str = choice(STOPS[0], STOPS, label="stop at", clear=True, help="for a look")
    updates: str = choice(
        BATCH, UPDATES, label="updates", help="batch: after all rows are added up; online: after each row"
    )
    order: str = choice(ORDERS[0], ORDERS, rare=True, when=("updates", (ONLINE,)), help="of the rows of an epoch")
    epochs: int = whole(50, low=1, high=100_000, log=True, label="most epochs", clear=True, help="passes over the rows")
    bias: str = choice(BIASES[0], BIASES, rare=True, help="from the means: t̄ − w · x̄, linear units only")
    tolerance: float = real(
        1e-6, low=1e-12, high=1.0, log=True, label="stop at slope", rare=True, help="‖ΔW‖ is no longer"
    )


def _diverged(step: Step, problem: Problem) -> str:
    words = f"In {counted(step.epoch, 'epoch')} E grew from {figure(step.first)} to {figure(step.error)}: "
    if step.rate < problem.stable_below:
        return f"{words}the numbers are too large to go on. Standardise the columns."
    return (
        f"{words}it diverged, as η = {figure(step.rate)} is too large. Stable is a rate below {problem.stable_words}."
    )


def _at_rest(step: Step) -> str:
    words = f"After {counted(step.epoch, 'epoch')} E = {figure(step.error)} is as good as flat"
    return f"{words}: ‖ΔW‖ is {figure(step.slope, 2)}."


def _out_of_epochs(step: Step, problem: Problem) -> str:
    words = f"{counted(step.epoch, 'epoch')} are over: E = {figure(step.error)}, ‖ΔW‖ is still {figure(step.slope, 2)}"
    if step.rate > problem.stable_below:
        return f"{words}. The rate {figure(step.rate)} is too large: stable is a rate below {problem.stable_words}."
    if problem.output == LINEAR and problem.best_rate > 2 * step.rate:
        return f"{words}. The best rate is {figure(problem.best_rate)}."
    return f"{words}. Standardise the columns, or allow more epochs."
