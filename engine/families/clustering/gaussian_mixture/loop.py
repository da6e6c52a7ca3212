"""Gaussian mixture: share every point among K Gaussians, fit every Gaussian to its shares.   (Dempster et al. 1977)

E  γₙₖ = πₖ N(xₙ | mₖ, Σₖ) / Σⱼ πⱼ N(xₙ | mⱼ, Σⱼ)        ln L = Σₙ ln Σₖ πₖ N(xₙ | mₖ, Σₖ)
M  Nₖ = Σₙ γₙₖ    πₖ = Nₖ / N    mₖ = Σₙ γₙₖ xₙ / Nₖ    Σₖ = Σₙ γₙₖ (xₙ − mₖ)(xₙ − mₖ)ᵀ / Nₖ
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import numpy as np

from engine.base.params import choice, flag, real, whole
from engine.base.snapshot import snapshot
from engine.base.words import counted, figure
from engine.core.algorithm import Steps
from engine.core.ending import Ending
from engine.data.dataset import Dataset
from engine.families.clustering.counting import enough_points
from engine.families.clustering.gaussian_mixture.covariances import (
    KINDS,
    SHARED,
    floored,
    floors,
    scattered,
    size_limits,
)
from engine.families.clustering.gaussian_mixture.restarting import RESTARTS, restarted
from engine.families.clustering.gaussian_mixture.starting import begun
from engine.families.clustering.seeding import SEEDING
from engine.maths.optimisation.rising import change
from engine.maths.probability.gaussians import log_sum
from engine.models.groups import Centres
from engine.models.mixture import Mixture, shared_out


def run(data: Dataset, params: Params, rng: np.random.Generator, start: Mixture | Centres | None = None) -> Steps:
    X, least = data.X, floors(data.X, params.floor)
    mixture, rows = begun(X, data.row_keys, params.k, params.seeding, params.covariances, least, rng, start)
    joint = mixture.log_joint(X)
    total = log_likelihood(joint, params.assignment)
    yield Step(half="start", round=0, model=mixture, before=mixture, log_likelihood=total, rows=rows)

    restarts = RESTARTS if params.collapse == "restart" and params.covariances not in SHARED else 0
    for round in range(1, params.iterations + 1):
        gamma = responsibilities(joint, params.assignment)
        yield Step(
            half="E", round=round, model=mixture, before=mixture, responsibilities=gamma.T, log_likelihood=total,
            log_likelihood_before=total,
        )  # fmt: skip

        before, was = mixture, total
        mixture, held = maximised(X, gamma, before, least, params)
        joint = mixture.log_joint(X)
        total = log_likelihood(joint, params.assignment)
        given = round == 1 and isinstance(start, Mixture)  # it may be what no mixture of this kind can be
        yield Step(
            half="M", round=round, model=mixture, before=before, responsibilities=gamma.T, log_likelihood=total,
            log_likelihood_before=None if given else was, held=held,
        )  # fmt: skip

        if held and restarts:
            before, restarts = mixture, restarts - 1
            mixture, rows = restarted(X, data.row_keys, mixture, held, least, params.covariances, rng)
            joint = mixture.log_joint(X)
            total = log_likelihood(joint, params.assignment)
            yield Step(
                half="restart", round=round, model=mixture, before=before, log_likelihood=total, held=held, rows=rows
            )
        elif not given and change(total, was) <= params.tolerance * data.n:
            return Ending.converged(at_rest(round, total, len(mixture.weights), params.tolerance))
    rounds = counted(params.iterations, "iteration")
    return Ending.stopped(f"After {rounds} ln L = {figure(total)} may still rise: allow more iterations.")


def responsibilities(joint: np.ndarray, assignment: str) -> np.ndarray:
    """The E step: (K, n) the share of each component in each point; hard: the likeliest has all of it."""
    if assignment == "hard":
        shares = np.zeros_like(joint)
        shares[joint.argmax(axis=0), np.arange(joint.shape[1])] = 1.0
    else:
        shares = shared_out(joint)
    shares.setflags(write=False)
    return shares


def log_likelihood(joint: np.ndarray, assignment: str) -> float:
    """ln L = Σₙ ln Σₖ πₖ N(xₙ | mₖ, Σₖ); hard: Σₙ maxₖ ln πₖ N(xₙ | mₖ, Σₖ), each point made by its own component."""
    return float((joint.max(axis=0) if assignment == "hard" else log_sum(joint)).sum())


def maximised(
    X: np.ndarray, shares: np.ndarray, before: Mixture, least: np.ndarray, params: Params
) -> tuple[Mixture, tuple[int, ...]]:
    """The M step: the most likely mixture for the shares (K, n), and which components are at the floor."""
    counts = effective(shares)
    means = averaged(X, shares, counts, before.means)
    scatters = scattered(X, shares, means, counts, params.covariances)
    covariances = []
    held = []
    for k, count in enumerate(counts):
        covariance, low = floored(scatters[k], params.covariances, least)
        alone = not count and params.covariances not in SHARED  # without points it stays as it was
        covariances.append(before.covariances[k] if alone else covariance)
        held += [k] if low else []
    weights = np.full(len(counts), 1 / len(counts)) if params.equal_weights else counts / counts.sum()
    return Mixture(weights, means, np.array(covariances)), tuple(held)


def effective(shares: np.ndarray) -> np.ndarray:
    """(K,) Nₖ = Σₙ γₙₖ, how many points each component has in all; 0 for less than rounding leaves of all points."""
    counts = shares.sum(axis=1)
    return np.where(counts > NOTHING * shares.shape[1], counts, 0.0)


def averaged(X: np.ndarray, shares: np.ndarray, counts: np.ndarray, before: np.ndarray) -> np.ndarray:
    """(K, d) mₖ = Σₙ γₙₖ xₙ / Nₖ, taken around the first row; a component without points stays."""
    sums, means = shares @ (X - X[0]), np.array(before, dtype=float)
    for k in np.flatnonzero(counts):
        means[k] = X[0] + sums[k] / counts[k]
    return means


def at_rest(round: int, total: float, K: int, tolerance: float) -> str:
    """The words of the ending: it is a place where ln L is flat, and perhaps not the highest there is."""
    said = f"In iteration {round} ln L gained no more than {figure(tolerance)} a point: ln L = {figure(total)}."
    return said if K == 1 else f"{said} Another start may end higher."


def bound(data: Dataset, params: Params) -> int:
    """The start, and in each round two halves; so many times a component is put elsewhere."""
    return 1 + 2 * params.iterations + RESTARTS


def limits(data: Dataset, params: Params) -> str:
    """K may not exceed the number of distinct points, nor what one half of a round has time for."""
    return size_limits(data, params.k, params.covariances) or enough_points(data, params.k)


NOTHING = 1e-14
"""Of all the points, so small a share is none."""


@dataclass(frozen=True)
class Params:
    k: int = whole(
        3, low=1, high=100, symbol="K", log=True, label="components", clear=True, help="unless a start is given"
    )
    covariances: Literal["full", "diagonal", "spherical", "shared", "shared spherical"] = choice(
        "full", KINDS, symbol=r"\mathbf{\Sigma}_k", help="what shape a component may have; shared: one for all"
    )
    assignment: str = choice(
        "soft",
        ("soft", "hard"),
        clear=True,
        help="soft: responsibilities; hard: the most probable component takes the point",
    )
    equal_weights: bool = flag(False, label="equal weights", clear=True, rare=True, help="each component has 1/K")
    seeding: str = choice(
        "k-means++",
        tuple(SEEDING),
        label="initialisation",
        clear=True,
        help="how the rows for the first means are chosen",
    )
    collapse: str = choice(
        "hold", ("hold", "restart"), label="collapse", rare=True,
        help="hold: a component stays at the floor; restart: it is put elsewhere, wide, a few times",
    )  # fmt: skip
    floor: float = real(
        1e-6, low=1e-12, high=0.1, log=True, label="variance floor", rare=True,
        help="the least variance, as a share of that of all the data",
    )  # fmt: skip
    tolerance: float = real(1e-4, low=0.0, high=1e6, rare=True, help="ln L gains no more than this for each point")
    iterations: int = whole(
        300, low=1, high=10_000, log=True, label="maximum iterations", clear=True, rare=True, help="of E and M"
    )


@snapshot
class Step:
    """One half-step. `responsibilities` is None until the points have been shared out."""

    half: Literal["start", "E", "M", "restart"]
    round: int
    model: Mixture
    before: Mixture
    responsibilities: np.ndarray | None = None  # (n, K)
    log_likelihood: float = 0.0
    log_likelihood_before: float | None = None
    held: tuple[int, ...] = ()  # the components at the floor, or put elsewhere
    rows: tuple[int, ...] = ()  # on which a mean was put
