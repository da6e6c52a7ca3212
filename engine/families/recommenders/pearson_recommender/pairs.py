"""The user and one critic, film by film, and the correlations of all pairs."""

from __future__ import annotations

import numpy as np

from engine.base.snapshot import snapshot
from engine.families.recommenders.weights import IN_COMMON, correlations, standardised

MOST = 20
"""The matrix has so many critics at most."""


@snapshot
class Pair:
    """Two who are compared over the films in common (n,): their ratings, their scores, and r, None if undefined."""

    critic: int
    films: np.ndarray
    own: np.ndarray
    theirs: np.ndarray
    z_own: np.ndarray
    z_theirs: np.ndarray
    r: float | None

    @property
    def products(self) -> np.ndarray:
        """(n,) z_u z_c."""
        return np.asarray(self.z_own * self.z_theirs)

    @property
    def sums(self) -> np.ndarray:
        """(n,) the products added up."""
        return np.asarray(self.products.cumsum())


def paired(M: np.ndarray, u: int, c: int, over: str) -> Pair:
    """User u and critic c."""
    known = ~np.isnan(M[[u, c]])
    both = known.all(axis=0)
    of = np.broadcast_to(both, known.shape) if over == IN_COMMON else known
    z, _ = standardised(M[[u, c]], of)
    r, defined, _ = correlations(M, u, np.array([c]), over)
    return Pair(c, np.flatnonzero(both), M[u, both], M[c, both], z[0, both], z[1, both],
                float(r[0]) if defined[0] else None)  # fmt: skip


def places_shown(count: int, u: int, c: int) -> np.ndarray:
    """The critics whose correlations are shown: all, or the first ones with the two in detail."""
    rows = np.arange(min(count, MOST))
    return np.unique(np.concatenate([rows[: MOST - 2], [u, c]])) if count > MOST else rows


def matrix_of(M: np.ndarray, rows: np.ndarray, over: str) -> np.ndarray:
    """(k, k) r of every two of these, NaN where it is undefined."""
    R = np.empty((len(rows), len(rows)))
    for at, row in enumerate(rows):
        r, defined, _ = correlations(M, int(row), rows, over)
        R[at] = np.where(defined, r, np.nan)
    return R
