"""Output as probability: a sigmoid unit is trained on a sample of two Gaussian classes whose posterior is known.

a = ln p(x|C) P(C) / p(x|C′) P(C′)   ⇒   σ(a) = P(C|x)       of equal variances 1: a = s x + ln P(C)/P(C′), exactly
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from engine.base.params import real, whole
from engine.base.snapshot import snapshot
from engine.base.words import counted, figure
from engine.core.algorithm import Steps
from engine.core.ending import Ending
from engine.data.dataset import Dataset
from engine.maths.algebra.affine import with_ones
from engine.maths.probability.cross_entropy import cross_entropy
from engine.maths.probability.cross_entropy import gradient as slopes
from engine.maths.probability.sigmoid import sigmoid


def run(data: Dataset, params: Params, rng: np.random.Generator, start: None = None) -> Steps:
    x, t = sample(params, rng)
    Phi = with_ones(x[:, None])
    w = np.zeros(2)
    free = np.zeros(2)
    rate = 4.0 / float(np.linalg.eigvalsh(Phi.T @ Phi)[-1])
    came = w
    for epoch in range(params.epochs + 1):
        step = Step(
            model=None, x=x, t=t, w=w, before=came, epoch=epoch, rate=rate, error=cross_entropy(w, Phi, t),
            gap=gap(w, params),
        )  # fmt: skip
        yield step
        came, w = w, w - rate * slopes(w, Phi, t, free)
    return Ending.stopped(_told(step, params))


def sample(params: Params, rng: np.random.Generator) -> tuple[np.ndarray, np.ndarray]:
    """x (n,) and t (n,): of C, t = 1, as many as its prior says, around s/2; the others around −s/2; each has one."""
    ones = min(max(round(params.prior * params.n), 1), params.n - 1)
    t = (np.arange(params.n) < ones).astype(float)
    return (t - 0.5) * params.separation + rng.standard_normal(params.n), t


def true_weights(params: Params) -> np.ndarray:
    """(2,) of the true posterior, the bias first: ln P(C)/P(C′), and s."""
    return np.array([np.log(params.prior / (1.0 - params.prior)), params.separation])


def gap(w: np.ndarray, params: Params) -> float:
    """How far y is from the true posterior, at most."""
    return float(np.abs(output(w, PLACES) - posterior(PLACES, params)).max())


def output(w: np.ndarray, x: np.ndarray) -> np.ndarray:
    """(m,) y of the unit with weights w (2,) at places x (m,)."""
    return sigmoid(with_ones(x[:, None]) @ w)


def posterior(x: np.ndarray, params: Params) -> np.ndarray:
    """(m,) P(C|x) at places x (m,)."""
    return output(true_weights(params), x)


def bound(data: Dataset, params: Params) -> int:
    return params.epochs + 1


PLACES = np.linspace(-6.0, 6.0, 241)


@dataclass(frozen=True)
class Params:
    n: int = whole(
        200, low=2, high=20_000, log=True, symbol="N", label="points", help="drawn at random, of both classes"
    )
    separation: float = real(2.0, low=0.0, high=6.0, symbol="s", help="between the means, in standard deviations")
    prior: float = real(0.5, low=0.01, high=0.99, symbol="P(C)", help="share of the class C")
    epochs: int = whole(
        30, low=1, high=1000, log=True, label="maximum epochs", clear=True, help="passes over the points"
    )


@snapshot
class Step:
    """The unit after so many epochs."""

    model: None
    x: np.ndarray  # (n,) the sample
    t: np.ndarray  # (n,) 1 of C, else 0
    w: np.ndarray  # (2,) the bias first
    before: np.ndarray  # (2,) an epoch earlier
    epoch: int
    rate: float
    error: float  # cross-entropy, a sum
    gap: float  # |y − P(C|x)| at most


def _told(step: Step, params: Params) -> str:
    over = counted(step.epoch, "epoch is", "epochs are")
    return f"{over} over: y is nowhere farther than {figure(step.gap, 2)} from P(C|x). More points bring it nearer."
