"""Laplace approximation: a Gaussian with the mode and the curvature of a density.   (Bishop 2006, section 4.4)

z ← z + A⁻¹ ∇ ln f(z)        A = −∇∇ ln f        q = N(z₀, A⁻¹)        Z ≈ f(z₀) (2π)^(M/2) / |A|^½

Where A is not positive definite, the climb takes its eigenvalues without their signs; a step that falls is halved.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Literal

import numpy as np

from engine.base.errors import Objection, SetParameter
from engine.base.params import whole
from engine.base.snapshot import snapshot
from engine.base.words import counted, figure, vector
from engine.core.algorithm import Steps
from engine.core.ending import Ending
from engine.data.dataset import Dataset
from engine.families.posteriors.laplace_approximation.choosing import DensityParams, typed_words
from engine.families.posteriors.laplace_approximation.functions import TYPED, Density
from engine.families.posteriors.laplace_approximation.integrals import highest, log_integral
from engine.maths.probability.laplace import Gaussian, laplace


def run(data: Dataset, params: Params, rng: np.random.Generator, start: None = None) -> Steps:
    density = params.density
    begin = params.begin
    top, log_true = highest(density), log_integral(density)
    step = placed("start", density, begin, begin[None], top, log_true)
    yield step
    for z in climb(density, begin):
        path = np.vstack([step.path, z])
        if len(path) > params.cap + 1:
            return Ending.stopped(f"{counted(params.cap, 'step')} and no mode: begin nearer to it.")
        step = placed("climb", density, z, path, top, log_true)
        yield step

    step = replace(step, part="curvature", eigenvalues=np.linalg.eigvalsh(step.A))
    yield step
    if words := no_mode(step):
        return Ending.failed(words)
    step = replace(step, part="Gaussian", L=np.linalg.cholesky(step.A), q=laplace(step.z, step.height, step.A))
    yield step

    others = tuple(other for other in all_modes(density) if not np.allclose(other.mode, step.z, atol=1e-5))
    yield replace(step, part="integral", others=others)
    assert step.q is not None
    ratio = math.exp(step.q.log_integral - log_true)
    return Ending.converged(f"The mode is {named(step.z)}, and Z by the Gaussian is {figure(ratio)} of the integral.")


def placed(
    part: Literal["start", "climb"], density: Density, z: np.ndarray, path: np.ndarray, top: float, log_true: float
) -> Step:
    """The step at a place, with ln f, its slope and its curvature there."""
    g, A = density.slope(z), -density.bend(z)
    return Step(part=part, z=z, height=density.at(z), g=g, A=A, path=path, n=len(path) - 1, top=top, log_true=log_true)


def climb(density: Density, z: np.ndarray) -> Iterator[np.ndarray]:
    """The places (M,) that Newton's steps lead to, while they move and ln f rises."""
    while True:
        move = newton(density.slope(z), -density.bend(z))
        here = density.at(z)
        while not density.at(z + move) > here and far(move, z):
            move = move / 2
        if not far(move, z):
            return
        z = z + move
        yield z


def newton(g: np.ndarray, A: np.ndarray) -> np.ndarray:
    """(M,) A⁻¹ g by the eigenvalues of A, without their signs; along one that is 0 the slope itself."""
    eigenvalues, axes = np.linalg.eigh(A)
    sizes = np.abs(eigenvalues)
    along = axes.T @ g / np.where(sizes > FLAT, sizes, 1.0)
    return np.asarray(axes @ along)


def far(move: np.ndarray, z: np.ndarray) -> bool:
    """Whether a step is still longer than the tolerance."""
    return bool(np.abs(move).max() > TOLERANCE * (1 + np.abs(z).max()))


def no_mode(step: Step) -> str:
    """Why the place is no maximum that a Gaussian could touch; '' where it is one."""
    assert step.eigenvalues is not None
    here = named(np.round(step.z, 9) + 0.0)
    if np.abs(step.g).max() > LEVEL:
        slope = f"At {here} f is highest, yet the slope of ln f is {named(step.g)} and does not become 0"
        return f"{slope}: the mode lies at a border or a corner, and no Gaussian touches f there. Choose another f."
    if not step.eigenvalues[0] > FLAT:
        said = f"At {here} the slope is 0, but the eigenvalues of A are {vector(step.eigenvalues)}"
        return f"{said}: not all are above 0, so it is no maximum. Begin elsewhere."
    return ""


def all_modes(density: Density) -> list[Gaussian]:
    """An approximation at each mode: climbs from every place of a grid that is higher than its neighbours."""
    axes = [np.linspace(low, high, 401 if len(density.view) == 1 else 61) for low, high in density.view]
    grid = np.stack(np.meshgrid(*axes, indexing="ij"), axis=-1)
    heights = density.log_f(grid.reshape(-1, len(axes))).reshape(grid.shape[:-1])
    higher = np.ones(heights.shape, dtype=bool)
    for axis in range(len(axes)):
        for way in (1, -1):
            beside = np.roll(heights, way, axis)
            np.moveaxis(beside, axis, 0)[0 if way == 1 else -1] = -np.inf
            higher &= heights > beside
    found: list[Gaussian] = []
    for z in grid[higher]:
        *_, mode = [z, *climb(density, z)]
        A = -density.bend(mode)
        known = any(np.allclose(mode, other.mode, atol=1e-5) for other in found)
        if not known and np.linalg.eigvalsh(A)[0] > FLAT and np.abs(density.slope(mode)).max() <= LEVEL:
            found.append(laplace(mode, density.at(mode), A))
    return found


def named(z: np.ndarray) -> str:
    """A place in words: a number, or several in brackets."""
    z = np.where(np.abs(z) < 1e-14, 0.0, z)
    return figure(float(z[0])) if len(z) == 1 else vector(z)


def bound(data: Dataset, params: Params) -> int:
    return 4 + params.cap


def limits(data: Dataset, params: Params) -> str:
    """The climb begins where f is above 0, with as many numbers as f has."""
    if params.function == TYPED and (words := typed_words(params)):
        return words
    density = params.density
    M = len(density.start)
    if len(params.z0) not in (0, M):
        words = f"z0 needs {counted(M, 'number')} for this f, and has {len(params.z0)}: type others, or none."
        return Objection(words, SetParameter("z0", ()))
    ends = np.array(density.ends)
    within = bool(((params.begin >= ends[:, 0]) & (params.begin <= ends[:, 1])).all())
    if not within or density.at(params.begin) < highest(density) - DEEP:
        words = f"z0 = {named(params.begin)} lies where f is 0, or as good as 0: begin nearer to its mode."
        return Objection(words, SetParameter("z0", ()))
    return ""


TOLERANCE, LEVEL, FLAT = 1e-10, 1e-5, 1e-10
"""Steps are no shorter, next to 1 + |z|; a slope no steeper counts as 0, and an eigenvalue no larger too."""

DEEP = 600.0
"""A climb begins at most so far below the highest ln f that is drawn: beyond, f is as good as 0."""


@dataclass(frozen=True)
class Params(DensityParams):
    cap: int = whole(
        50, low=1, high=1000, log=True, label="maximum iterations", clear=True, rare=True, help="before giving up"
    )


@snapshot
class Step:
    """How far the climb, and then the Gaussian, is."""

    part: Literal["start", "climb", "curvature", "Gaussian", "integral"]
    z: np.ndarray  # (M,)
    height: float  # ln f
    g: np.ndarray  # (M,) ∇ ln f
    A: np.ndarray  # (M, M) −∇∇ ln f
    path: np.ndarray  # (n + 1, M) all places so far
    n: int  # so many steps of the climb
    top: float  # the greatest ln f that is drawn
    log_true: float  # ln ∫ f by quadrature
    eigenvalues: np.ndarray | None = None  # (M,) of A, rising
    q: Gaussian | None = None
    L: np.ndarray | None = None  # (M, M) the Cholesky factor of A
    others: tuple[Gaussian, ...] = ()  # the approximations at the other modes
    model: None = None
