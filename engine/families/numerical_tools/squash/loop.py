"""Sigmoid and softmax: scores become probabilities, with their slopes and the logit.   (Bishop 2006, section 4.2)

σ(a) = 1 / (1 + e⁻ᵃ)        σ(−a) = 1 − σ(a)        σ′ = σ (1 − σ)        logit p = ln p / (1 − p)
yₖ = e^(aₖ/T) / Σⱼ e^(aⱼ/T)        ∂yₖ/∂aⱼ = yₖ (Iₖⱼ − yⱼ) at T = 1
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import Literal

import numpy as np

from engine.base.errors import Objection, SetParameter
from engine.base.params import choice, real, several
from engine.base.snapshot import snapshot
from engine.base.words import figure, vector
from engine.core.algorithm import Steps
from engine.core.ending import Ending
from engine.data.dataset import Dataset
from engine.maths.probability.sigmoid import log_sigmoid, sigmoid, softmax_jacobian


def run(data: Dataset, params: Params, rng: np.random.Generator, start: None = None) -> Steps:
    if params.function == SOFTMAX:
        return (yield from of_scores(np.array(params.scores), params.temperature))
    a = params.a
    step = Step(part="exponential", a=a, power=math.exp(-abs(a)))
    yield step
    step = replace(step, part="value", y=float(sigmoid(np.array(a))))
    yield step
    step = replace(step, part="slope", slope=slope(a))
    yield step
    step = replace(step, part="logarithm", ln_y=float(log_sigmoid(np.array(a))))
    yield step
    step = replace(step, part="logit", p=params.p, logit=logit(params.p))
    yield step
    return Ending.converged(f"σ({figure(a)}) = {figure(step.y)}, with the slope {figure(step.slope)}.")


def of_scores(a: np.ndarray, T: float) -> Steps:
    """The softmax of scores a (K,) at temperature T."""
    step = Step(part="scores", scores=a)
    yield step
    shifted = (a - a.max()) / T  # a constant taken from all scores changes nothing
    step = replace(step, part="shifted", shifted=shifted)
    yield step
    powers = np.exp(shifted)
    step = replace(step, part="powers", powers=powers)
    yield step
    y = powers / powers.sum()
    step = replace(step, part="shares", shares=y)
    yield step
    yield replace(step, part="Jacobian", jacobian=softmax_jacobian(y) / T)
    return Ending.converged(f"The softmax is {vector(y)}.")


def slope(a: float) -> float:
    """σ′ = σ(a) σ(−a), which is not lost where σ(a) is nearly 1."""
    return float(sigmoid(np.array(a)) * sigmoid(np.array(-a)))


def logit(p: float) -> float:
    """ln p − ln(1 − p): the a whose sigmoid is p."""
    return math.log(p) - math.log1p(-p)


def bound(data: Dataset, params: Params) -> int:
    return 5


def limits(data: Dataset, params: Params) -> str:
    """The softmax has two scores or more."""
    if params.function == SOFTMAX and len(params.scores) < 2:
        words = f"The softmax takes 2 scores or more, and there are {len(params.scores)}: type others."
        return Objection(words, SetParameter("scores", SCORES))
    return ""


SIGMOID, SOFTMAX = FUNCTIONS = ("sigmoid", "softmax")
SCORES = (1.0, 2.0, 3.0)
NEAR = 1e-12
"""A probability is so far from 0 and from 1 that its logit is finite."""


@dataclass(frozen=True)
class Params:
    function: str = choice(SIGMOID, FUNCTIONS, clear=True, help="of one score, or of several")
    a: float = real(2.0, low=-1000.0, high=1000.0, when=("function", (SIGMOID,)), label="activation", symbol="a",
                    help="typed, or dragged under the curve")  # fmt: skip
    p: float = real(0.9, low=NEAR, high=1 - NEAR, share=True, when=("function", (SIGMOID,)), label="probability",
                    symbol="p", help="whose logit is taken")  # fmt: skip
    scores: tuple[float, ...] = several(
        SCORES, most=12, symbol="a", when=("function", (SOFTMAX,)), help="one for each class"
    )
    temperature: float = real(
        1.0, low=0.1, high=10.0, log=True, symbol="T", when=("function", (SOFTMAX,)),
        help="divides all scores: a low one sharpens, a high one levels",
    )  # fmt: skip


@snapshot
class Step:
    """How far the sigmoid of a, or the softmax of the scores, has been worked out."""

    part: Literal[
        "exponential", "value", "slope", "logarithm", "logit", "scores", "shifted", "powers", "shares", "Jacobian"
    ]
    a: float = 0.0
    power: float = 1.0  # e^−|a|, which is never too large
    y: float = 0.0  # σ(a)
    slope: float = 0.0  # σ′(a)
    ln_y: float = 0.0  # ln σ(a)
    p: float = 0.5  # whose logit is taken
    logit: float = 0.0
    scores: np.ndarray | None = None  # (K,)
    shifted: np.ndarray | None = None  # (K,) less the greatest, over the temperature
    powers: np.ndarray | None = None  # (K,) e to these
    shares: np.ndarray | None = None  # (K,) the softmax
    jacobian: np.ndarray | None = None  # (K, K)
    model: None = None
