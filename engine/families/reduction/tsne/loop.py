"""t-SNE: a map on which the neighbours of each row are its neighbours again.   (van der Maaten and Hinton 2008)

p = (p(j|i) + p(i|j)) / 2N       q = w / Σ w,  w = 1 / (1 + ‖yᵢ − yⱼ‖²)       g = 4 Σⱼ (pᵢⱼ − qᵢⱼ) wᵢⱼ (yᵢ − yⱼ)
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial
from typing import Literal

import numpy as np

from engine.base.errors import Objection, SetParameter
from engine.base.params import choice, real, whole
from engine.base.snapshot import read_only, snapshot
from engine.base.words import counted, figure
from engine.core.algorithm import Steps
from engine.core.ending import Ending
from engine.core.pauses import on_the_way
from engine.data.dataset import Dataset
from engine.maths.algebra.covariance import upright
from engine.maths.algebra.distances import pair_distances
from engine.maths.probability.row_keys import normals
from engine.maths.probability.tsne_affinities import Divergence, divergence, forces, joint, precisions
from engine.models.maps import Map
from engine.parts.pairs import measured_pairs, most_measured


def run(data: Dataset, params: Params, rng: np.random.Generator, start: None = None) -> Steps:
    near, rate = params.neighbours(data.n), params.speed(data.n)
    step = Step(kind="measure", model=None, far=np.zeros((0, 0)), perplexity=near, rate=rate)
    known = measured_pairs(data.X, pair_distances)
    far = read_only((yield from on_the_way(known, partial(measuring, step))))
    step = replace(step, kind="distances", far=far)
    yield step
    if data.n < 2:
        return Ending.converged("A row alone has no neighbours, and needs no map.")
    beta, conditional = precisions(far**2, step.perplexity)
    step = replace(step, kind="widths", widths=read_only(1 / np.sqrt(2 * beta)), conditional=read_only(conditional))
    yield step
    P = read_only(joint(conditional))
    step = replace(step, kind="joint", P=P)
    yield step

    places = principal(data.X) if params.begin == AXES else normals(data.row_keys, rng, 2)
    places = places * NEAR
    now = divergence(P, places)
    step = replace(step, kind="start", model=Map(places, data.d), conditional=None, parts=now)
    yield step
    velocity = np.zeros_like(places)
    gains = np.ones_like(places)
    shown = places
    for iteration in range(1, params.iterations + 1):
        early = iteration <= params.early
        gradient = forces(P, places, params.exaggeration if early else 1.0).gradient
        gains = adapted(gains, gradient, velocity)
        velocity = (SLOW if early else FAST) * velocity - step.rate * gains * gradient
        places = places + velocity
        if not np.abs(places).max() < LOST:
            return Ending.failed(_flown(step, params.speed(data.n, auto=True)))
        length = float(np.sqrt(np.vdot(gradient, gradient)))
        settled = iteration >= params.early + WARM and length <= params.tolerance
        if iteration % params.every == 0 or iteration in (params.early, params.iterations) or settled:
            now = divergence(P, places, now.known)
            step = replace(
                step, kind="move", model=Map(places, data.d), before=shown, since=step.iteration, iteration=iteration,
                early=early, slope=length, parts=now,
            )  # fmt: skip
            yield step
            shown = places
        if settled:
            return Ending.converged(f"In iteration {iteration} the slope, {figure(length)}, is practically flat.")
    return Ending.stopped(f"After {counted(params.iterations, 'iteration')} the map may still move: allow more.")


def measuring(step: Step, measured: int) -> Step:
    """A pause, at which the distances of so many rows are known."""
    return replace(step, measured=measured)


def principal(X: np.ndarray) -> np.ndarray:
    """(n, 2) the scores on the two principal axes, measured by the standard deviation along the first."""
    Z = X - X.mean(axis=0)
    Z /= np.abs(Z).max() or 1.0
    _, sizes, axes = np.linalg.svd(Z, full_matrices=False)
    scores = Z @ upright(axes[:2]).T / ((sizes[0] or 1.0) / np.sqrt(len(X)))
    return np.pad(scores, ((0, 0), (0, 2 - scores.shape[1])))


def adapted(gains: np.ndarray, gradient: np.ndarray, velocity: np.ndarray) -> np.ndarray:
    """(n, 2) a coordinate that goes on the same way goes faster, one that turns back slower.   (Jacobs 1988)"""
    onwards = gradient * velocity < 0
    return np.maximum(np.where(onwards, gains + 0.2, gains * 0.8), LEAST_GAIN)


def _flown(step: Step, rate: float) -> str:
    return f"The map flew apart: the rate {figure(step.rate)} is too large. A rate of {figure(rate)} is usual."


def bound(data: Dataset, params: Params) -> int:
    """The distances, the widths, P and the start; the stops, and one more where the exaggeration ends, and the last."""
    return 6 + params.iterations // params.every + most_measured(data)


def limits(data: Dataset, params: Params) -> str:
    """No row has more neighbours than there are other rows."""
    most = float(max(data.n - 1, 1))
    if params.perplexity and not 1 <= params.perplexity <= most:
        near = min(max(params.perplexity, 1.0), most)
        words = f"A perplexity of {figure(params.perplexity)} cannot be reached among {counted(data.n, 'row')}"
        return Objection(
            f"{words}: it counts neighbours, and lies from 1 to {most:.0f}.", SetParameter("perplexity", near)
        )
    return ""


NEAR, LOST = 1e-4, 1e3
"""So near together all begin; on a map so wide nothing pulls any more, and it is lost."""
SLOW, FAST = 0.5, 0.8
"""The momentum while likenesses are exaggerated, and after."""
LEAST_GAIN = 0.01
WARM = 20
"""While all are still close together the slope is small: so many iterations without exaggeration are made first."""
USUAL = 30.0
AXES, RANDOM = "principal axes", "random places"


@dataclass(frozen=True)
class Params:
    perplexity: float = real(
        0.0, low=0.0, high=100.0, log=True, auto=lambda step, params: float(step.perplexity),
        help="how many neighbours count; auto: 30, or of few rows a third",
    )  # fmt: skip
    begin: str = choice(RANDOM, (RANDOM, AXES), label="initialisation", help="all begin close together")
    every: int = whole(
        10, low=1, high=100, log=True, label="iterations per step", clear=True, help="so many are shown at once"
    )
    iterations: int = whole(
        250, low=1, high=5000, log=True, label="maximum iterations", clear=True, help="before giving up"
    )
    exaggeration: float = real(
        4.0, low=1.0, high=100.0, log=True, rare=True, help="P is so many times as large at first: groups form"
    )
    early: int = whole(
        50, low=0, high=1000, label="exaggerated iterations", rare=True, help="so many at first, with less momentum"
    )
    rate: float = real(
        0.0, low=0.0, high=1e5, log=True, auto=lambda step, params: float(step.rate), symbol=r"\eta",
        label="learning rate", rare=True, help="auto: N / (4 × the exaggeration), at least 20",
    )  # fmt: skip
    tolerance: float = real(1e-4, low=0.0, high=1.0, rare=True, help="the gradient is no longer")

    def neighbours(self, n: int) -> float:
        """The perplexity that is used."""
        return self.perplexity or max(min(USUAL, (n - 1) / 3), 1.0)

    def speed(self, n: int, auto: bool = False) -> float:
        """The rate that is used, or would be by itself.   (Belkina 2019)"""
        return self.rate if self.rate and not auto else max(n / self.exaggeration / 4, 20.0)


@snapshot
class Step:
    """One stage, or some iterations in which every row of the map has moved."""

    kind: Literal["measure", "distances", "widths", "joint", "start", "move"]
    model: Map | None
    far: np.ndarray  # (n, n) the distances of the data, once all are known
    perplexity: float
    rate: float
    widths: np.ndarray | None = None  # (n,) σ of each row
    conditional: np.ndarray | None = None  # (n, n) p(j|i), a row for each i
    P: np.ndarray | None = None  # (n, n)
    before: np.ndarray | None = None  # (n, 2) the places at the last stop
    since: int = 0  # how many iterations there had been then
    iteration: int = 0
    early: bool = False  # whether the last iteration exaggerated P
    slope: float = 0.0  # the length of the gradient in the last iteration
    parts: Divergence | None = None  # of KL(P ‖ Q)
    measured: int = 0  # at a pause before the distances are known: of so many rows they are

    @property
    def divergence(self) -> float:
        """KL(P ‖ Q)."""
        return self.parts.value if self.parts else 0.0
