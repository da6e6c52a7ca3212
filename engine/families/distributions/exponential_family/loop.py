"""The exponential family: a distribution in its natural form, and its fit by matching means.   (Bishop 2006)

p(x | η) = h(x) g(η) exp(ηᵀ u(x))        the most likely η̂:  −∇ ln g(η̂) = (1/N) Σₙ u(xₙ)
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Literal

import numpy as np

from engine.base.params import several
from engine.base.snapshot import no_numbers, snapshot
from engine.base.words import vector
from engine.core.algorithm import Steps
from engine.core.ending import Ending
from engine.data.dataset import Dataset
from engine.families.distributions.exponential_family.choosing import FormParams, objection
from engine.families.distributions.exponential_family.natural import GAUSSIAN, MULTINOMIAL, matched


def run(data: Dataset, params: Params, rng: np.random.Generator, start: None = None) -> Steps:
    form, theta, x = params.form, params.usual, params.place
    with np.errstate(divide="ignore"):  # a probability of 0 has the logarithm −∞
        usual, ln_p = form.log_p(theta, params.places), float(form.log_p(theta, np.array([x]))[0])
        eta = np.asarray(form.eta(theta))
    step = Step(part="usual", theta=theta, x=x, places=params.places, usual=usual, ln_p=ln_p)
    yield step
    step = replace(step, part="eta", eta=eta)
    yield step
    if not np.isfinite(eta).all():
        return Ending.failed("A probability of 0 or 1 has an infinite η, and no natural form.")
    u = form.u(np.array([x]))[0]
    step = replace(step, part="u", u=u)
    yield step
    step = replace(step, part="h", ln_h=float(form.log_h(np.array([x]))[0]))
    yield step
    step = replace(step, part="g", ln_g=form.log_g(eta))
    yield step
    natural = form.log_h(step.places) + form.log_g(eta) + form.u(step.places) @ eta
    step = replace(step, part="natural", natural=natural, product=float(eta @ u))
    yield step

    points = params.points
    step = replace(step, part="mean", points=points, means=form.u(points).mean(axis=0))
    yield step
    found = matched(params.family, step.means)
    if found is None:
        yield replace(step, part="border")
        return Ending.stopped("The most likely parameters lie on the border, where η is infinite.")
    best = np.asarray(form.eta(found))
    over = np.exp(form.log_p(found, step.places))
    yield replace(step, part="matched", best=best, fitted=found, over=over, slope=np.asarray(form.slope(best)))
    return Ending.converged(f"The most likely η is {vector(best)}: there −∇ ln g is the mean of u.")


def bound(data: Dataset, params: Params) -> int:
    return 9


def limits(data: Dataset, params: Params) -> str:
    """The parameters are legal, and the distribution can give every point of the sample."""
    return objection(params)


@dataclass(frozen=True)
class Params(FormParams):
    x: tuple[float, ...] = several(
        most=1, label="place", symbol="x", auto=lambda step, params: (params.shown(step.x),),
        help="where both forms are worked out",
    )  # fmt: skip

    @property
    def place(self) -> float:
        """The place that is worked out: that nearest to what is typed where the distribution has any probability."""
        near = self.x[0] if self.x else {GAUSSIAN: 2.0}.get(self.family, 1.0)
        if not self.discrete:
            return near if self.family == GAUSSIAN else max(near, 0.0)
        near = near - 1 if self.family == MULTINOMIAL else near
        return float(np.clip(round(near), self.places[0], self.places[-1]))

    def shown(self, x: float) -> float:
        """A place as it is typed and told: the kinds of a multinomial begin with 1."""
        return x + 1 if self.family == MULTINOMIAL else x


@snapshot
class Step:
    """How far the natural form has been put together, and then the fit."""

    part: Literal["usual", "eta", "u", "h", "g", "natural", "mean", "border", "matched"]
    theta: np.ndarray  # (P,) the usual parameters
    x: float  # the place that is worked out; of a multinomial the kind from 0 on
    places: np.ndarray  # (m,) where it is drawn
    usual: np.ndarray  # (m,) ln p(x) there
    ln_p: float = 0.0  # at x
    eta: np.ndarray = field(default_factory=no_numbers)  # (M,)
    u: np.ndarray = field(default_factory=no_numbers)  # (M,) u(x)
    ln_h: float | None = None
    ln_g: float | None = None
    product: float | None = None  # ηᵀ u(x)
    natural: np.ndarray = field(default_factory=no_numbers)  # (m,) ln p(x) by the natural form
    points: np.ndarray = field(default_factory=no_numbers)  # (N,) the sample
    means: np.ndarray = field(default_factory=no_numbers)  # (M,) the mean of u over it
    best: np.ndarray = field(default_factory=no_numbers)  # (M,) η̂
    fitted: np.ndarray = field(default_factory=no_numbers)  # (P,) θ̂
    over: np.ndarray = field(default_factory=no_numbers)  # (m,) p(x) of the fit where the first is drawn
    slope: np.ndarray = field(default_factory=no_numbers)  # (M,) −∇ ln g(η̂)
    model: None = None

    @property
    def heights(self) -> np.ndarray:
        """(m,) p(x) by the usual form."""
        return np.asarray(np.exp(self.usual))

    @property
    def again(self) -> np.ndarray:
        """(m,) p(x) by the natural form."""
        return np.asarray(np.exp(self.natural))
