"""Which density is approximated, one of those that are known or one that is typed, and where the climb begins."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from engine.base.errors import Objection, Refusal, SetParameter
from engine.base.params import choice, line, real, several
from engine.base.words import figure
from engine.families.posteriors.laplace_approximation.functions import CUT, DENSITIES, TYPED, Density, written
from engine.families.posteriors.laplace_approximation.integrals import highest

USUAL = "-z**4/4 + z"
"""What is typed by itself."""


@dataclass(frozen=True)
class DensityParams:
    """The density, and the start."""

    function: str = choice(CUT, (*DENSITIES, TYPED), symbol="f", label="density", clear=True, help="up to its integral")
    typed: str = line(USUAL, when=("function", (TYPED,)), label="ln f(z)", help="such as 4*log(z) - z; a function of z")
    low: float = real(-5.0, low=-1e3, high=1e3, when=("function", (TYPED,)), label="from", help="f is 0 below")
    high: float = real(5.0, low=-1e3, high=1e3, when=("function", (TYPED,)), label="to", help="f is 0 above")
    z0: tuple[float, ...] = several(
        most=2,
        symbol="z",
        label="start",
        auto=lambda step, params: tuple(step.path[0].tolist()),
        help="typed or dragged; empty: usual",
    )

    @property
    def density(self) -> Density:
        """The density that is approximated."""
        return written(self.typed, self.low, self.high) if self.function == TYPED else DENSITIES[self.function]

    @property
    def begin(self) -> np.ndarray:
        """(M,) where the climb begins."""
        return np.array(self.z0 or self.density.start)


def typed_words(params: DensityParams) -> str:
    """Why what is typed is no density on the bracket, or ''."""
    if not params.low < params.high:
        words = f"The bracket goes from {figure(params.low)} to {figure(params.high)}: its end must lie above."
        return Objection(words, SetParameter("high", params.low + 10.0))
    try:
        density = params.density
    except Refusal as refusal:
        return Objection(str(refusal), SetParameter("typed", USUAL))
    top = highest(density)
    if not np.isfinite(top):
        what = "infinite somewhere" if top > 0 else "−∞ or undefined"
        words = f"ln f = {params.typed} is {what} on the bracket, so that f is no density: type another."
        return Objection(words, SetParameter("typed", USUAL))
    return ""
