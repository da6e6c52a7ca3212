"""Bayesian model comparison: polynomials of every order, by how probable each makes the targets.   (MacKay 1992)

p(Mᵢ | D) = p(Mᵢ) p(D | Mᵢ) / Σⱼ p(Mⱼ) p(D | Mⱼ)            as logarithms, the largest taken out (log-sum-exp)
ln p(D | M) = ln p(D | m) + ln O        ln O = M/2 ln α − α/2 mᵀm − ½ ln |S⁻¹|: the Occam factor, exact
ln p(D | M) ≃ ln p(D | m) + Σ ln (Δw_post / Δw_prior)           prior and posterior as boxes, roughly
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Literal

import numpy as np

from engine.base.errors import Objection, SetParameter
from engine.base.params import real, several, whole
from engine.base.snapshot import snapshot
from engine.base.words import counted, figure
from engine.core.algorithm import Steps
from engine.core.ending import Ending
from engine.data.dataset import Dataset
from engine.families.bayesian_regression.beliefs import LONGEST, noise_precision
from engine.families.bayesian_regression.model_comparison.orders import Order, model_of, order_of, powers_of
from engine.maths.probability.gaussians import log_sum
from engine.models.bayesian_linear import BayesianLinear

MOST_WEIGHTS = 300
"""A model has so many weights at most."""


def run(data: Dataset, params: Params, rng: np.random.Generator, start: None = None) -> Steps:
    t, highest = np.asarray(data.y, dtype=float), powers_of(data, params.highest)
    alpha, beta = params.alpha, params.beta or noise_precision(highest, t)
    log_priors = prior_of(params)
    tried: tuple[Order, ...] = ()
    for order in range(params.highest + 1):
        one, belief = order_of(powers_of(data, order), t, alpha, beta)
        tried = (*tried, one)
        posterior = compared(np.array([one.evidence for one in tried]), log_priors[: order + 1])
        model = model_of(belief, data, order, alpha, beta)
        yield Step(phase="model", model=model, order=order, tried=tried, posterior=posterior)

    best = int(np.argmax(posterior))
    _, belief = order_of(powers_of(data, best), t, alpha, beta)
    yield Step(
        phase="posterior", model=model_of(belief, data, best, alpha, beta), order=best, tried=tried, posterior=posterior
    )
    return Ending.converged(f"Order {best} is the most probable, with P = {figure(posterior[best])}.")


def compared(log_evidence: np.ndarray, log_priors: np.ndarray) -> np.ndarray:
    """(k,) the posterior of the models, from logarithms alone.

    >>> compared(np.array([-1000.0, -1000.0]), np.log([0.5, 0.5])).round(9).tolist()
    [0.5, 0.5]
    """
    joints = log_priors + log_evidence
    if not np.isfinite(joints).any():  # those that are possible come later
        return np.zeros(len(joints))
    return np.asarray(np.exp(joints - log_sum(joints[:, None])[0]))


def prior_of(params: Params) -> np.ndarray:
    """(k,) ln p(Mᵢ): as typed, made to add up to 1, or all the same."""
    shares = np.array(params.priors or (1.0,) * (params.highest + 1))
    with np.errstate(divide="ignore"):
        return np.asarray(np.log(shares / shares.sum()))


def bound(data: Dataset, params: Params) -> int:
    return params.highest + 2


def limits(data: Dataset, params: Params) -> str:
    count = params.highest + 1
    if params.priors and len(params.priors) != count:
        words = f"The orders 0 to {params.highest} need {counted(count, 'prior')}, and {len(params.priors)} were typed"
        return Objection(f"{words}: type one for each, or none for equal ones.", SetParameter("priors", ()))
    if params.priors and (min(params.priors) < 0 or not sum(params.priors) > 0):
        words = "Priors are none below 0 and not all 0: type others, or none for equal ones."
        return Objection(words, SetParameter("priors", ()))
    weights = math.comb(data.d + params.highest, params.highest)
    fits = [k for k in range(1, params.highest) if math.comb(data.d + k, k) <= MOST_WEIGHTS]
    if weights > MOST_WEIGHTS:
        lower = max(fits, default=0)
        words = f"A polynomial of order {params.highest} in {data.d} features has {weights:,} weights: choose a lower "
        return Objection(f"{words}highest order.", SetParameter("highest", lower))
    largest = float(np.abs(data.X).max(initial=0.0))
    if params.highest * math.log(max(largest, 1.0)) > math.log(LONGEST) / 2:
        lower = int(math.log(LONGEST) / 2 / math.log(largest))
        words = f"To the power of {params.highest} the values of the features are too large: choose a lower order."
        return Objection(words, SetParameter("highest", lower))
    return ""


def chosen_beta(step: Step, params: Params) -> float:
    """β where it is not set."""
    return step.model.beta


@dataclass(frozen=True)
class Params:
    """The models that are compared, and what they suppose."""

    highest: int = whole(6, low=0, high=9, label="highest order", clear=True, help="of the polynomials")
    alpha: float = real(
        5e-3, low=1e-6, high=1e6, log=True, symbol=r"\alpha", label="prior precision", help="of every weight"
    )
    beta: float = real(
        0.0, low=0.0, high=1e6, log=True, symbol=r"\beta", label="noise precision", auto=chosen_beta,
        help="auto: by the residuals of least squares of the highest order",
    )  # fmt: skip
    priors: tuple[float, ...] = several(
        most=10, label="priors of the orders", help="one for each order from 0 on, as shares; empty: all the same"
    )


@snapshot
class Step:
    """The orders that are compared so far."""

    phase: Literal["model", "posterior"]
    model: BayesianLinear
    order: int
    tried: tuple[Order, ...]
    posterior: np.ndarray  # (k,) of the orders so far
