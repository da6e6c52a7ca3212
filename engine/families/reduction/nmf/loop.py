"""Non-negative matrix factorisation: every row as a sum of parts, with nothing subtracted.   (Lee and Seung 1999)

X ≈ W H,  W ≥ 0,  H ≥ 0        E = ½ ‖X − W H‖²
multiplicative       W ← W ∘ X Hᵀ / (W H Hᵀ)        H ← H ∘ Wᵀ X / (Wᵀ W H)
coordinate descent   one column of W, then one row of H after the other, at its minimum or at 0
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Literal

import numpy as np

from engine.base.params import choice, real, whole
from engine.base.snapshot import read_only, snapshot
from engine.base.words import counted, figure
from engine.core.algorithm import Steps
from engine.core.ending import Ending
from engine.data.dataset import Dataset
from engine.maths.algebra.agreement import cleared
from engine.maths.optimisation.nonnegative import by_singular_vectors, multiplied, scores, swept
from engine.maths.probability.row_keys import normals
from engine.models.additive import Parts


def run(data: Dataset, params: Params, rng: np.random.Generator, start: Parts | None = None) -> Steps:
    X, improved = data.X, RULES[params.method]
    size = float(np.vdot(X, X))
    W, H = begun(data, params, rng, start)
    step = Step(kind="start", model=Parts(H), scores=read_only(W), error=error(X, W, H, size))
    yield step
    if not X.any():
        return Ending.failed("Every value is 0: there is nothing to take apart.")

    first = step.error
    for round in range(1, params.rounds + 1):
        was = step.error
        before, W = W, improved(W, H @ H.T, X @ H.T)
        step = replace(
            step,
            kind="scores",
            scores=read_only(W),
            before=before,
            round=round,
            error=error(X, W, H, size),
            was=step.error,
        )
        yield step
        before, H = H, improved(H.T, W.T @ W, X.T @ W).T
        step = replace(step, kind="parts", model=Parts(H), before=before, error=error(X, W, H, size), was=step.error)
        yield step
        if was - step.error <= params.tolerance * first:
            return Ending.converged(_settled(step, params))
    return Ending.stopped(
        f"After {counted(params.rounds, 'iteration')} the error, {figure(step.error)}, may still fall."
    )


def begun(
    data: Dataset, params: Params, rng: np.random.Generator, start: Parts | None
) -> tuple[np.ndarray, np.ndarray]:
    """W (n, k) and H (k, d) before the first iteration."""
    if start is not None:
        return scores(data.X, start.parts), start.parts
    k = params.kept(data)
    usual = float(np.sqrt(data.X.mean() / k))
    if params.begin == SINGULAR:
        return by_singular_vectors(data.X, k, FILL * usual)
    H = np.abs(normals(range(data.d), rng.spawn(1)[0], k)).T * usual
    return np.abs(normals(data.row_keys, rng.spawn(1)[0], k)) * usual, H


def error(X: np.ndarray, W: np.ndarray, H: np.ndarray, size: float) -> float:
    """E = ½ ‖X − W H‖²; 0 where of ‖X‖², the size, only rounding is left."""
    left = W @ H
    left -= X
    return float(cleared(np.vdot(left, left), size, ROUNDING)) / 2


def _settled(step: Step, params: Params) -> str:
    other = " Another seed may end lower." if params.begin == RANDOM and step.error else ""
    return f"Iteration {step.round} takes no more than the tolerance off the error, {figure(step.error)}.{other}"


def bound(data: Dataset, params: Params) -> int:
    return 1 + 2 * params.rounds


ROUNDING = 1e-26
"""A share of the squares that is rounding alone."""
FILL = 0.01
"""What would begin at 0 begins at this share of a usual entry."""
NEAR_0 = 0.01
"""An entry below this share of the greatest of its part is nearly 0."""
MULTIPLICATIVE, DESCENT = "multiplicative", "coordinate descent"
RULES: dict[str, Callable[[np.ndarray, np.ndarray, np.ndarray], np.ndarray]] = {
    MULTIPLICATIVE: multiplied, DESCENT: swept,
}  # fmt: skip
RANDOM, SINGULAR = "random", "singular vectors"


@dataclass(frozen=True)
class Params:
    components: int = whole(
        3, low=1, high=200, log=True, symbol="k", label="parts", clear=True, help="at most the features, and the rows"
    )
    method: str = choice(MULTIPLICATIVE, tuple(RULES), label="update rule", help="how W and H are improved in turns")
    begin: str = choice(RANDOM, (RANDOM, SINGULAR), label="initialisation", help="W and H before the first iteration")
    tolerance: float = real(
        1e-5, low=0.0, high=0.1, rare=True, help="an iteration takes no larger share of the first error off"
    )
    rounds: int = whole(
        300, low=1, high=2000, log=True, label="maximum iterations", clear=True, rare=True, help="before giving up"
    )

    def kept(self, data: Dataset) -> int:
        """How many parts are found."""
        return min(self.components, data.n, data.d)


@snapshot
class Step:
    """The start, or one half of an iteration: new scores for the same parts, or new parts for the same scores."""

    kind: Literal["start", "scores", "parts"]
    model: Parts
    scores: np.ndarray  # (n, k) W
    error: float  # E
    was: float = 0.0  # E before the half
    round: int = 0
    before: np.ndarray | None = None  # the scores (n, k) or the parts (k, d) before the half

    @property
    def contributions(self) -> np.ndarray:
        """(k,) what each part adds to all rows and features together."""
        return np.asarray(self.scores.sum(axis=0) * self.model.parts.sum(axis=1))

    @property
    def near_0(self) -> float:
        """Which share of the entries of the parts is below 1 % of the greatest entry of its part."""
        H = self.model.parts
        near = NEAR_0 * H.max(axis=1, keepdims=True)
        return float((near >= H).mean())
