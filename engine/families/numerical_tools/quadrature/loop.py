"""Quadrature: an integral by numbers, halving where the function bends, or at the nodes of Gauss and Hermite.

S(l, r) = (r − l)/6 {f(l) + 4 f(m) + f(r)}      ε = {S(l, m) + S(m, r) − S(l, r)} / 15
halve [l, r] while |ε| > τ (r − l) / (high − low)           ∫ f ≈ Σ {S(l, m) + S(m, r) + ε}

f(z) = e^(−z²/2) g(z):   ∫ f = √(2π) Σ wᵢ g(zᵢ), exact where g is a polynomial of a degree below twice the nodes
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import numpy as np

from engine.base.errors import Objection, SetParameter
from engine.base.params import choice, real, several, whole
from engine.base.snapshot import snapshot
from engine.base.words import counted, figure
from engine.core.algorithm import Steps
from engine.core.ending import Ending
from engine.data import needs
from engine.data.dataset import Dataset
from engine.families.numerical_tools.quadrature.integrands import (
    FUNCTIONS,
    LAPLACE,
    POSTERIOR,
    UNDER,
    Integrand,
    integrand,
)
from engine.families.numerical_tools.quadrature.pictured import Picture, pictured
from engine.families.numerical_tools.quadrature.rules import Nodes, Work
from engine.families.numerical_tools.reading import unread_words
from engine.maths.probability.quadrature import hermite, pieces


def run(data: Dataset, params: Params, rng: np.random.Generator, start: None = None) -> Steps:
    f = integrand(data, params)
    if params.rule == NODES:
        picture = seen(f, WHOLE, data, params)
        for m in COUNTS:
            z, weights = hermite(m)
            nodes = Nodes(z, weights, f.g(z))
            yield Step(stage="nodes", picture=picture, value=nodes.value, error=nodes.off(f.g), nodes=nodes)
        return settled_nodes(nodes, nodes.off(f.g), picture, params)

    picture = seen(f, (params.low, params.high), data, params)
    work = Work.begun(f, *pieces(params.low, params.high, params.breaks), params.tolerance)
    yield Step(stage="pieces", picture=picture, value=work.value, error=work.error, work=work)
    while (np.abs(work.errors) > work.allowed).any() and len(work.left) < MOST:
        worst = work.roughest
        work = work.halved(f, worst)
        yield Step(stage="halved", picture=picture, value=work.value, error=work.error, work=work, halved=worst)
    return settled_pieces(work, picture)


def seen(f: Integrand, ends: tuple[float, float], data: Dataset, params: Params) -> Picture:
    """The function as it is drawn; the data set keeps it, for another tolerance or break point does not change it."""
    key = ("integrand", params.function, params.mean, params.deviation, params.feature, *ends)
    return data.cached(key, lambda: pictured(f, *ends))


ADAPTIVE, NODES = "adaptive halving", "Gauss and Hermite"
WHOLE = (-8.0, 8.0)
"""Beyond these ends nothing is left of the bell."""
COUNTS = (2, 4, 8, 16, 32, 64, 128)
MOST = 4000
"""More intervals than this are not made."""


def settled_pieces(work: Work, picture: Picture) -> Ending:
    """How the halving ended, and where it was deceived."""
    if work.rough.any():
        return Ending.stopped(f"{counted(len(work.left), 'interval')}, and some are still too rough: allow more error.")
    said = f"The integral is {figure(work.value, 10)}, from {counted(len(work.left), 'interval')}"
    if picture.deceives(work.value, work.error):
        return Ending.stopped(f"{said}, and that is wrong: a spike was missed. Name its place as a break point.")
    return Ending.converged(f"{said}; its estimated error is {figure(work.error)}.")


def settled_nodes(nodes: Nodes, off: float, picture: Picture, params: Params) -> Ending:
    """How the nodes ended, and where they were deceived."""
    said = f"{len(nodes.z)} nodes give {figure(nodes.value, 10)}; half as many differ by {figure(off)}"
    if off > params.tolerance:
        return Ending.stopped(f"{said}: g is too steep for a polynomial, so halve instead.")
    if picture.deceives(nodes.value, off):
        return Ending.stopped(f"{said}, and yet it is wrong: a spike stands between the nodes.")
    return Ending.converged(f"{said}.")


def bound(data: Dataset, params: Params) -> int:
    return len(COUNTS) if params.rule == NODES else 1 + MOST


def limits(data: Dataset, params: Params) -> str:
    """Only the posterior of a weight reads the table: two classes, and numbers in the columns; or ''."""
    if params.function != POSTERIOR:
        return ""
    if needs.classes(2, 2)(data) or needs.labelled(data):
        words = "As function the posterior of one weight needs points of two classes: integrate another function."
        return Objection(words, SetParameter("function", LAPLACE))
    said = "As function the posterior of one weight reads the table."
    return unread_words(data, needs.POINTS, said, SetParameter("function", LAPLACE))


@dataclass(frozen=True)
class Params:
    function: str = choice(LAPLACE, FUNCTIONS, symbol="f", clear=True, help="what is integrated")
    mean: float = real(1.0, low=-10.0, high=10.0, symbol="m", when=("function", UNDER), help="of the activation")
    deviation: float = real(
        2.0, low=0.0, high=10.0, symbol="s", when=("function", UNDER), help="of the activation m + s z"
    )
    feature: int = whole(1, low=1, high=1_000_000, when=("function", (POSTERIOR,)), help="the number of the one x")
    rule: str = choice(ADAPTIVE, (ADAPTIVE, NODES), help="intervals, or nodes under the bell")
    tolerance: float = real(1e-10, low=1e-12, high=0.1, log=True, symbol=r"\tau", help="the error that is allowed")
    breaks: tuple[float, ...] = several(
        most=16, when=("rule", (ADAPTIVE,)), label="break points", help="spikes and kinks, by their places"
    )
    low: float = real(
        WHOLE[0], low=-50.0, high=-1.0, when=("rule", (ADAPTIVE,)), rare=True, label="from", help="the left end"
    )
    high: float = real(
        WHOLE[1], low=1.0, high=50.0, when=("rule", (ADAPTIVE,)), rare=True, label="to", help="the right end"
    )


@snapshot
class Step:
    """The integral so far: by the intervals there are, or by some nodes. There is no model."""

    stage: Literal["pieces", "halved", "nodes"]
    picture: Picture
    value: float
    error: float  # the estimate of how far off the value is
    work: Work | None = None
    halved: int | None = None  # the place of the interval that was halved: its halves stand there and behind it
    nodes: Nodes | None = None
    model: None = None
