"""What the lecture notes print wrongly about a coin."""

from __future__ import annotations

import math

from engine.base.words import figure
from engine.core.errata import Erratum, Misprint
from engine.data.dataset import Dataset
from engine.families.distributions.chosen import BERNOULLI
from engine.families.distributions.distribution.loop import Params, Step

SWAPPED = Erratum(
    "E000-12",
    "000_5d3271ecdf60f079.txt, §7.1",
    r"P(X = 0) = p, \quad P(X = 1) = 1 - p",
    r"P(X = 1) = p, \quad P(X = 0) = 1 - p",
    "The closing formula p^k (1 − p)^(1 − k) gives p for k = 1, and so do the mean p and the estimate.",
)
ERRATA = (SWAPPED,)


def misprints(step: Step, data: Dataset, params: Params) -> tuple[Misprint, ...]:
    if step.part != "density" or params.family != BERNOULLI or step.x not in (0.0, 1.0) or step.ln_p is None:
        return ()
    right = math.exp(step.ln_p)
    printed = 1 - params.p if step.x == 1 else params.p
    way = f"1 − p = 1 − {figure(params.p)}" if step.x == 1 else "p"
    worked = (f"P(X = {figure(step.x)}) = {way} = {figure(printed)}",)
    return (Misprint(SWAPPED, f"P(X = {figure(step.x)})", printed, right, worked),)
