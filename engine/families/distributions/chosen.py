"""Which distribution is chosen, with its parameters."""

from __future__ import annotations

from dataclasses import dataclass

from engine.base.errors import Objection, SetParameter
from engine.base.params import choice, real, whole
from engine.base.words import figure
from engine.families.distributions.kinds import (
    Beta,
    Binomial,
    Exponential,
    Gamma,
    Gaussian,
    Kind,
    Poisson,
    StudentT,
)

NARROW = 1e-6
"""A standard deviation is at least this share of the mean."""
BERNOULLI, BINOMIAL, POISSON, GAUSSIAN, EXPONENTIAL, BETA, GAMMA, STUDENT = FAMILIES = (
    "Bernoulli", "binomial", "Poisson", "Gaussian", "exponential", "beta", "gamma", "Student's t",
)  # fmt: skip


@dataclass(frozen=True)
class FamilyParams:
    """A distribution of one number."""

    family: str = choice(GAUSSIAN, FAMILIES, label="distribution", clear=True, help="whose numbers are worked out")
    p: float = real(
        0.3, low=0.0, high=1.0, share=True, when=("family", (BERNOULLI, BINOMIAL)), help="the probability of a 1"
    )
    n: int = whole(
        5, low=0, high=10_000, when=("family", (BINOMIAL,)), label="tosses", symbol="n", clear=True, help="of a coin"
    )
    poisson_rate: float = real(
        3.0, low=0.01, high=10_000.0, log=True, symbol=r"\lambda", when=("family", (POISSON,)),
        label="expected events", help="the mean of a Poisson distribution",
    )  # fmt: skip
    mean: float = real(0.0, low=-1e6, high=1e6, symbol=r"\mu", when=("family", (GAUSSIAN,)), help="of the bell")
    deviation: float = real(
        1.0, low=1e-6, high=1e6, log=True, symbol=r"\sigma", when=("family", (GAUSSIAN,)),
        label="standard deviation", help="above 0; N(x | μ, σ²) is written with its square, the variance",
    )  # fmt: skip
    rate: float = real(
        1.0, low=1e-3, high=1e3, log=True, symbol=r"\lambda", when=("family", (EXPONENTIAL,)),
        label="rate", help="events in a unit of time",
    )  # fmt: skip
    a: float = real(2.0, low=0.1, high=100.0, log=True, when=("family", (BETA,)), help="pulls towards 1")
    b: float = real(5.0, low=0.1, high=100.0, log=True, when=("family", (BETA,)), help="pulls towards 0")
    shape: float = real(
        3.0, low=0.1, high=100.0, log=True, symbol="k", when=("family", (GAMMA,)), label="shape", help="events"
    )
    scale: float = real(
        1.0, low=1e-3, high=1e3, log=True, symbol=r"\theta", when=("family", (GAMMA,)),
        label="scale", help="the mean wait for one event",
    )  # fmt: skip
    degrees: int = whole(
        3, low=1, high=200, log=True, symbol=r"\nu", when=("family", (STUDENT,)),
        label="degrees of freedom", help="1 is the Cauchy distribution",
    )  # fmt: skip

    @property
    def kind(self) -> Kind:
        """The distribution that is chosen."""
        made: dict[str, Kind] = {
            BERNOULLI: Binomial(1, self.p),
            BINOMIAL: Binomial(self.n, self.p),
            POISSON: Poisson(self.poisson_rate),
            GAUSSIAN: Gaussian(self.mean, self.deviation),
            EXPONENTIAL: Exponential(self.rate),
            BETA: Beta(self.a, self.b),
            GAMMA: Gamma(self.shape, self.scale),
            STUDENT: StudentT(self.degrees),
        }
        return made[self.family]


def narrow_words(params: FamilyParams) -> str:
    """A Gaussian is not so narrow beside its mean that its width is rounding."""
    if params.family == GAUSSIAN and params.deviation < NARROW * abs(params.mean):
        words = f"σ = {figure(params.deviation)} is lost beside μ = {figure(params.mean)}: take a wider one."
        return Objection(words, SetParameter("deviation", NARROW * abs(params.mean)))
    return ""
