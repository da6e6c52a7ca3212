"""The point nearest to the origin among all mixtures of given points.   (Wolfe 1976)

    p = Σᵢ λᵢ vᵢ,  λᵢ ≥ 0,  Σᵢ λᵢ = 1        ‖p‖ is least  ⇔  p · v ≥ ‖p‖² for every point v

A step lets in the point that violates this most, and lets go of those whose share falls to 0. The points need not be
listed: it is enough to be able to name the one that lies lowest in a direction.
"""

from __future__ import annotations

import numpy as np

from engine.base.snapshot import snapshot

TINY = 1e-13
"""A share below this is none."""


@snapshot
class Mixture:
    """A mixture of a few points.

    names (k, r) what each point is made of;   points (k, m);   shares (k,) > 0 with the sum 1
    """

    names: np.ndarray
    points: np.ndarray
    shares: np.ndarray

    @property
    def place(self) -> np.ndarray:
        """p (m,), the mixture."""
        return np.asarray(self.shares @ self.points)


def single(name: np.ndarray, point: np.ndarray) -> Mixture:
    """One point, whole."""
    return Mixture(name[None], point[None], np.ones(1))


def entered(mixture: Mixture, name: np.ndarray, point: np.ndarray) -> Mixture:
    """The mixture nearest to the origin of the points it had and one more; those without a share are let go.

    >>> entered(single(np.array([0]), np.array([1.0, 0.0])), np.array([1]), np.array([0.0, 1.0])).place
    array([0.5, 0.5])
    """
    names, points = np.vstack([mixture.names, name]), np.vstack([mixture.points, point])
    shares = np.append(mixture.shares, 0.0)
    while True:
        wanted = flat_shares(points)
        falling = wanted <= TINY
        if not falling.any():
            return Mixture(names, points, wanted)
        reach = np.full(len(shares), np.inf)
        reach[falling] = shares[falling] / np.maximum(shares[falling] - wanted[falling], TINY**2)
        shares = shares + min(float(reach.min()), 1.0) * (wanted - shares)
        shares[int(np.argmin(reach))] = 0.0
        kept = shares > TINY
        names, points, shares = names[kept], points[kept], shares[kept] / shares[kept].sum()


def flat_shares(points: np.ndarray) -> np.ndarray:
    """(k,) shares with the sum 1, of any sign, of the point nearest to the origin on the flat through the points."""
    first, rest = points[0], points[1:]
    others = np.linalg.lstsq((rest - first).T, -first, rcond=None)[0]
    return np.append(1.0 - others.sum(), others)
