"""Choosing between models by likelihood: the one under which the sample is most probable.   (Fisher 1922)

M̂ = argmax_M ln p(D | M)        ln p(D | M) = Σₙ ln p(xₙ | θ̂), each model with its own most likely parameters θ̂
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

import numpy as np

from engine.base.params import choice, real, several
from engine.base.snapshot import snapshot
from engine.base.words import figure
from engine.core.algorithm import Steps
from engine.core.ending import Ending
from engine.data.dataset import Dataset
from engine.families.distributions.kinds import Kind, log_density
from engine.families.distributions.likelihood_choice.candidates import DENSITIES, MASSES, Candidate
from engine.families.distributions.samples import TYPED, SampleParams, sample_objection


def run(data: Dataset, params: Params, rng: np.random.Generator, start: None = None) -> Steps:
    x = params.points(data)
    step = Step(part="sample", x=x)
    yield step
    for model in params.models:
        kind = model.fit(x, params.mean, params.deviation)
        terms = np.full(len(x), -np.inf) if kind is None else log_density(kind, x)
        one = Fitted(model.name, model.free, kind, float(terms.sum()))
        step = replace(step, part="model", fitted=(*step.fitted, one))
        yield step
    best = max(range(len(step.fitted)), key=lambda k: step.fitted[k].total)
    chosen = step.fitted[best]
    if chosen.total == -np.inf:
        return Ending.failed("No model can give this sample: take another kind of models.")
    yield replace(step, part="chosen", best=best)
    return Ending.converged(f"The most likely model is {chosen.name}, with ln L = {figure(chosen.total)}.")


def bound(data: Dataset, params: Params) -> int:
    return 2 + len(params.models)


def limits(data: Dataset, params: Params) -> str:
    """The sample has a point, all of them numbers."""
    return sample_objection(data, params)


DENSITY, MASS = KINDS = ("densities", "probabilities of whole numbers")


@dataclass(frozen=True)
class Params(SampleParams):
    sample: tuple[float, ...] = several(
        (2.0, 4.0, 4.0, 4.0, 5.0, 5.0, 7.0, 9.0), most=64, when=("source", (TYPED,)), label="points",
        help="the typed sample",
    )  # fmt: skip
    kind: str = choice(
        DENSITY, KINDS, label="models", help="a density and a probability have no common scale, so one kind at a time"
    )
    mean: float = real(
        4.0,
        low=-1e6,
        high=1e6,
        symbol=r"\mu",
        when=("kind", (DENSITY,)),
        label="typed mean",
        help="of the simplest bell",
    )
    deviation: float = real(
        3.0, low=1e-3, high=1e6, log=True, symbol=r"\sigma", when=("kind", (DENSITY,)), label="typed deviation",
        help="of the bells whose width is not fitted",
    )  # fmt: skip

    @property
    def models(self) -> tuple[Candidate, ...]:
        """Those that are compared."""
        return DENSITIES if self.kind == DENSITY else MASSES


@snapshot
class Fitted:
    """A model with its most likely parameters.   kind  None where it cannot give the sample;   total  ln L"""

    name: str
    free: int
    kind: Kind | None
    total: float


@snapshot
class Step:
    """The models fitted so far."""

    part: Literal["sample", "model", "chosen"]
    x: np.ndarray  # (N,) the sample
    fitted: tuple[Fitted, ...] = ()
    best: int | None = None  # which of them is the most likely
    model: None = None

    @property
    def possible(self) -> tuple[Fitted, ...]:
        """Those that can give the sample."""
        return tuple(one for one in self.fitted if one.total > -np.inf)
