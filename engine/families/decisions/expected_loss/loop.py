"""Expected loss: which action costs least, when mistakes cost differently.   (Bishop 2006, section 1.5.2)

R(a | x) = Σₖ Lₖₐ P(Cₖ | x)        a* = argmin R(a | x)

Two classes: say class 1 where P(C₁ | x) > L_FP / (L_FP + L_FN).
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

import numpy as np

from engine.base.errors import Objection, SetParameter
from engine.base.params import real, several
from engine.base.snapshot import snapshot
from engine.base.words import figure
from engine.core.algorithm import Steps
from engine.core.ending import Ending
from engine.data.dataset import Dataset


def run(data: Dataset, params: Params, rng: np.random.Generator, start: None = None) -> Steps:
    P, L = params.given, params.losses
    step = Step(part="given", posterior=P, losses=L)
    yield step
    risks = np.zeros(0)
    for a in range(L.shape[1]):
        risks = np.append(risks, risk(L[:, a], P))
        step = replace(step, part="action", risks=risks, action=a)
        yield step
    best = int(risks.argmin())
    step = replace(step, part="choice", action=best)
    yield step
    if L.shape == (2, 2):
        step = replace(step, part="threshold", threshold=threshold(L))
        yield step
    return Ending.converged(f"Action {best + 1} has the least expected loss, {figure(risks[best])}.")


def risk(losses: np.ndarray, P: np.ndarray) -> float:
    """R = Σₖ Lₖ P(Cₖ | x) of one action: losses (K,) and posterior (K,)."""
    return float(losses @ P)


def threshold(L: np.ndarray) -> float | None:
    """P(C₁ | x) above which action 1 costs less than action 2: (L₂₁ − L₂₂) / (L₂₁ − L₂₂ + L₁₂ − L₁₁), in [0, 1].

    None where one of the two costs less whatever the probability is.
    """
    false_alarm, miss = float(L[1, 0] - L[1, 1]), float(L[0, 1] - L[0, 0])
    if false_alarm + miss == 0 or not 0 <= false_alarm / (false_alarm + miss) <= 1:
        return None
    return false_alarm / (false_alarm + miss)


def bound(data: Dataset, params: Params) -> int:
    return 3 + MOST + 1


def limits(data: Dataset, params: Params) -> str:
    """The losses are a row for each class; the posterior adds up to more than 0."""
    K = len(params.posterior) or 2
    if params.posterior and (min(params.posterior) < 0 or not sum(params.posterior) > 0 or K < 2):
        words = "posterior is two numbers or more, at least 0 each and not all 0: they are divided by their sum."
        return Objection(words, SetParameter("posterior", ()))
    if not params.loss or len(params.loss) % K:
        words = f"loss has {len(params.loss)} numbers, and needs as many for each of {K} classes: a row for each class."
        return Objection(words, SetParameter("loss", tuple(float(k != a) for k in range(K) for a in range(K))))
    if len(params.loss) > K * MOST:
        words = f"At most {MOST} actions are weighed, and the losses have {len(params.loss) // K}."
        return Objection(words, SetParameter("loss", tuple(float(k != a) for k in range(K) for a in range(K))))
    return ""


MOST = 8
"""So many actions are weighed at most, and one more that rejects."""


@dataclass(frozen=True)
class Params:
    probability: float = real(0.3, low=0.0, high=1.0, share=True, symbol="P", help="of class 1, of two classes")
    loss: tuple[float, ...] = several(
        (0.0, 1.0, 1.0, 0.0), most=64, symbol="L", help="a row for each class, a number for each action"
    )
    reject: tuple[float, ...] = several(
        most=1, label="loss of rejecting", rare=True, help="one more action, which costs as much in every class"
    )
    posterior: tuple[float, ...] = several(
        most=8, label="posterior", rare=True, help="of more than two classes; empty: P and 1 − P"
    )

    @property
    def given(self) -> np.ndarray:
        """(K,) the posterior, which adds up to 1."""
        if not self.posterior:
            return np.array([self.probability, 1.0 - self.probability])
        return np.asarray(np.array(self.posterior) / np.sum(self.posterior))

    @property
    def losses(self) -> np.ndarray:
        """(K, A) what each action costs in each class, and last what rejecting costs."""
        K = len(self.given)
        L = np.array(self.loss, dtype=float).reshape(K, -1)
        return np.column_stack([L, *(np.full(K, cost) for cost in self.reject)])


@snapshot
class Step:
    """How many of the actions have been weighed, and which costs least."""

    part: Literal["given", "action", "choice", "threshold"]
    posterior: np.ndarray  # (K,)
    losses: np.ndarray  # (K, A)
    risks: np.ndarray | None = None  # (a,) of the actions so far
    action: int | None = None  # the one of this step, and at last the best
    threshold: float | None = None  # the probability of class 1 at which two actions cost the same
    model: None = None
