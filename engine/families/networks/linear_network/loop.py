"""Linear network: a linear output for each class, and gradient descent on the squared error, in batches.

y = W x̃,  x̃ = (1, x)        E = ½ Σ (y − t)²        ∇E = Σ δ x̃ᵀ,  δ = y − t        W ← W + ΔW,  ΔW = −η ∇E

The biases are learnt like the others; or they follow from the means, w₀ = t̄ − W x̄, where ∂E/∂w₀ is 0.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from engine.base.errors import Objection, Prepare, SetParameter
from engine.base.params import choice
from engine.core.algorithm import Steps
from engine.data.dataset import Dataset
from engine.data.targets import one_of_k
from engine.families.networks.delta_rule import (
    EPOCHS,
    EXAMPLES,
    STOPS,
    RateParams,
    diverged,
    ended,
    out_of_epochs,
    updated,
)
from engine.families.networks.layer_stepping import adding, begun, moved
from engine.families.networks.one_layer import LINEAR, Problem, problem_of
from engine.models.network import Network


def run(data: Dataset, params: Params, rng: np.random.Generator, start: Network | None = None) -> Steps:
    problem = posed(data, params)
    X = problem.X
    T = problem.T
    W = settled(problem.first(start), problem)
    rate = params.rate or problem.usual_rate
    N, D = X.shape
    K = T.shape[1]
    first = int(problem.bias_follows)  # the biases are no part of ∇E where they follow from the means
    step = begun(problem, W, rate)
    yield step
    for epoch in range(1, params.epochs + 1):
        delta_W = np.zeros_like(W)
        if params.stop_at == EPOCHS:
            delta_W[:, first:] = added_up(W, X, T)[:, first:]
        else:
            for n in range(N):
                delta = deltas(W, X[n], T[n])
                for k in range(K):
                    for d in range(first, D):
                        delta_W[k, d] += delta[k] * X[n, d]
                        if params.stop_at == CELLS or (k, d) == (K - 1, D - 1):
                            yield adding(step, epoch, delta_W, n, (k, d))
        W = settled(updated(W, delta_W, rate), problem)

        last, step = step, moved(step, problem, W, epoch, delta_W)
        if step.is_lost:
            return diverged(last, problem, params)
        yield step
        if end := ended(step, problem, delta_W, params):
            return end
    return out_of_epochs(step, problem, delta_W, params)


def posed(data: Dataset, params: Params) -> Problem:
    """The problem: an output for each class, which is to be 1 of its own rows and 0 of the others."""
    follows = params.bias == FROM_MEANS
    return data.cached(("linear network", follows), lambda: problem_of(data, one_of_k(data), LINEAR, follows))


@np.errstate(over="ignore", invalid="ignore")
def settled(W: np.ndarray, problem: Problem) -> np.ndarray:
    """W itself; or with the biases t̄ − w · x̄, where they follow from the means: then ∂E/∂b is 0 of linear units."""
    if not problem.bias_follows:
        return W
    biases = problem.T.mean(axis=0) - W[:, 1:] @ problem.X[:, 1:].mean(axis=0)
    return np.column_stack([biases, W[:, 1:]])


@np.errstate(over="ignore", invalid="ignore")
def added_up(W: np.ndarray, X: np.ndarray, T: np.ndarray) -> np.ndarray:
    """(K, D+1) ∇E = Σ δ x̃ᵀ over all rows at once: the sums of the three loops, without a stop inside."""
    return np.asarray((X @ W.T - T).T @ X)


@np.errstate(over="ignore", invalid="ignore")
def deltas(W: np.ndarray, x: np.ndarray, t: np.ndarray) -> np.ndarray:
    """(K,) δ = y − t of a row x (D+1,) with the targets t (K,)."""
    return np.asarray(W @ x - t)


def limits(data: Dataset, params: Params) -> str:
    """Far from 0 nothing is left of ∇E = Σ δ x̃ᵀ where Σ δ is 0: what rounding leaves of Σ δ is multiplied by x̄."""
    reach = np.ptp(data.X, axis=0)
    far = (reach > 0) & (np.abs(data.X.mean(axis=0)) > FARTHEST * reach)
    if params.bias == LEARNT or not far.any():
        return ""
    name = data.feature_names[int(np.argmax(far))]
    words = f"bias = {FROM_MEANS!r}: {name} is so far from 0, for its range, that the gradient would be rounding alone"
    return Objection(
        f"{words}: standardise the columns, or learn the bias.", Prepare("Standardise"), SetParameter("bias", LEARNT)
    )


def bound(data: Dataset, params: Params) -> int:
    K = max(len(data.classes_present), 1)
    inside = {EPOCHS: 0, EXAMPLES: data.n, CELLS: data.n * K * (data.d + 1)}
    return 1 + params.epochs * (1 + inside[params.stop_at])


CELLS = "every cell of ΔW"
FARTHEST = 1e6
LEARNT, FROM_MEANS = BIASES = ("learnt", "from the means")


@dataclass(frozen=True)
class Params(RateParams):
    stop_at: str = choice(EPOCHS, (*STOPS, CELLS), label="stop at", clear=True, help="for a look")
    bias: str = choice(LEARNT, BIASES, help="from the means: t̄ − w · x̄")
