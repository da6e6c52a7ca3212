"""Which member of the exponential family, its parameters or natural ones, and the sample it is fitted to."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from engine.base.errors import Objection, SetParameter
from engine.base.params import choice, real, several
from engine.base.words import counted, figure
from engine.families.distributions.exponential_family.natural import (
    BERNOULLI,
    EXPONENTIAL,
    FAMILIES,
    GAUSSIAN,
    MULTINOMIAL,
    POISSON,
    Form,
    form_of,
)

SAMPLES = {
    BERNOULLI: (0.0, 1.0, 1.0, 0.0, 1.0), GAUSSIAN: (2.0, 4.0, 4.0, 4.0, 5.0, 5.0, 7.0, 9.0),
    MULTINOMIAL: (1.0, 2.0, 3.0, 3.0, 2.0, 3.0), POISSON: (3.0, 0.0, 2.0, 5.0, 1.0), EXPONENTIAL: (0.5, 1.2, 0.3, 2.0),
}  # fmt: skip
SHARES = (0.2, 0.3, 0.5)
LARGEST = 1e6
"""No number of the sample is larger."""
MOST = 100
"""A count of the sample is at most so large: each has a bar."""
STEEPEST = 500.0
"""A natural parameter that is typed is at most so large; of a Gaussian and an exponential LARGEST."""
USUAL_ETA = {BERNOULLI: (0.0,), GAUSSIAN: (0.25, -0.125), POISSON: (1.0,), EXPONENTIAL: (-1.0,)}
LEAST_ETA = 1e-6
"""So far below 0 a natural parameter that must be is typed at least."""


@dataclass(frozen=True)
class FormParams:
    """The member of the family."""

    family: str = choice(GAUSSIAN, FAMILIES, label="distribution", clear=True, help="which is rewritten")
    p: float = real(0.3, low=0.0, high=1.0, share=True, when=("family", (BERNOULLI,)), help="the probability of a 1")
    mean: float = real(1.0, low=-1e3, high=1e3, symbol=r"\mu", when=("family", (GAUSSIAN,)), clear=True, help="of x")
    variance: float = real(
        4.0, low=1e-3, high=1e6, log=True, symbol=r"\sigma^2", when=("family", (GAUSSIAN,)), clear=True, help="of x"
    )
    shares: tuple[float, ...] = several(
        SHARES, most=9, symbol="p", when=("family", (MULTINOMIAL,)), label="probabilities", help="they add up to 1"
    )
    expected: float = real(
        3.0, low=0.01, high=30.0, log=True, symbol=r"\lambda", when=("family", (POISSON,)), label="expected events",
        clear=True, help="in a unit of time",
    )  # fmt: skip
    rate: float = real(
        1.0,
        low=1e-3,
        high=1e3,
        log=True,
        symbol=r"\lambda",
        when=("family", (EXPONENTIAL,)),
        clear=True,
        help="of events",
    )
    eta: tuple[float, ...] = several(
        most=8, symbol=r"\eta", label="natural parameters", rare=True, help="typed; none: from those above"
    )
    sample: tuple[float, ...] = several(most=64, help="what is fitted; none: one that suits")

    @property
    def form(self) -> Form:
        """Its natural form."""
        return form_of(self.family, len(self.shares))

    @property
    def usual(self) -> np.ndarray:
        """(P,) θ."""
        if self.eta:
            return np.asarray(self.form.theta(np.array(self.eta)))
        given = {
            BERNOULLI: (self.p,), GAUSSIAN: (self.mean, self.variance), MULTINOMIAL: self.shares,
            POISSON: (self.expected,), EXPONENTIAL: (self.rate,),
        }  # fmt: skip
        return np.array(given[self.family])

    @property
    def points(self) -> np.ndarray:
        """(N,) the sample; of a multinomial the kinds from 0 on."""
        found = np.array(self.sample or SAMPLES[self.family])
        return found - 1 if self.family == MULTINOMIAL else found

    @property
    def places(self) -> np.ndarray:
        """(m,) where it is drawn."""
        theta = self.usual
        if self.family == GAUSSIAN:
            reach = 4 * float(np.sqrt(theta[1]))
            return np.linspace(theta[0] - reach, theta[0] + reach, CURVE)
        if self.family == EXPONENTIAL:
            return np.linspace(0.0, 6 / float(theta[0]), CURVE)
        most = {BERNOULLI: 1.0, MULTINOMIAL: len(self.shares) - 1.0}
        far = max(float(np.ceil(theta[0] + 4 * np.sqrt(theta[0]) + 4)), float(self.points.max()))
        return np.arange(0, most.get(self.family, far) + 1)

    @property
    def discrete(self) -> bool:
        """Whether it has probabilities of whole numbers."""
        return self.family not in (GAUSSIAN, EXPONENTIAL)


CURVE = 201


def objection(params: FormParams) -> str:
    """Why there is no such distribution or no such sample, with what would help, or ''."""
    return shares_objection(params) or eta_objection(params) or sample_objection(params)


def shares_objection(params: FormParams) -> str:
    if params.family != MULTINOMIAL:
        return ""
    total = float(np.sum(params.shares))
    if len(params.shares) < 2 or min(params.shares) < 0 or abs(total - 1) > 1e-9:
        words = f"There are 2 probabilities or more, none below 0, and they add up to 1, not to {figure(total)}: "
        even = (1 / max(len(params.shares), 2),) * max(len(params.shares), 2)
        scaled = tuple((np.array(params.shares) / total).tolist()) if len(params.shares) > 1 and total > 0 else even
        return Objection(
            f"{words}divide them by their sum.", SetParameter("shares", scaled if min(scaled) >= 0 else even)
        )
    return ""


def eta_objection(params: FormParams) -> str:
    """The natural parameters that are typed fit, and those that must be below 0 are."""
    if not params.eta:
        return ""
    M = len(params.form.names[1])
    if len(params.eta) != M:
        words = (
            f"eta needs {counted(M, 'number')} for this distribution, and has {len(params.eta)}: type them, or none."
        )
        return Objection(words, SetParameter("eta", ()))
    negative = params.family in (GAUSSIAN, EXPONENTIAL)
    last = params.eta[-1]
    if negative and not last <= -LEAST_ETA:
        name = params.form.names[1][-1]
        words = f"{name} = {figure(last)}: it must be below 0, or the density grows without end and has no integral."
        return Objection(words, SetParameter("eta", USUAL_ETA[params.family]))
    most = LARGEST if negative else (3.0 if params.family == POISSON else STEEPEST)
    if max(np.abs(params.eta)) > most:
        words = f"A natural parameter of this distribution is at most {figure(most)} in size: type smaller ones."
        return Objection(words, SetParameter("eta", ()))
    return ""


def sample_objection(params: FormParams) -> str:
    """Every point is one that the distribution can give."""
    x = params.points
    wanted, fits = {
        BERNOULLI: ("0 or 1", np.isin(x, (0.0, 1.0))),
        GAUSSIAN: (f"at most {figure(LARGEST)} in size", np.abs(x) <= LARGEST),
        MULTINOMIAL: (f"a kind from 1 to {len(params.shares)}", np.isin(x, np.arange(len(params.shares)))),
        POISSON: (f"a whole number from 0 to {MOST}", (x >= 0) & (x == np.floor(x)) & (x <= MOST)),
        EXPONENTIAL: ("a number from 0 on", (x >= 0) & (x <= LARGEST)),
    }[params.family]
    if fits.all():
        return ""
    at = int(np.flatnonzero(~fits)[0])
    words = f"Point {at + 1} of the sample is {figure(params.sample[at])}, and it must be {wanted}: type another."
    return Objection(words, SetParameter("sample", ()))
