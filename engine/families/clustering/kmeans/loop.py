"""K-means: give every point to its nearest centre, move every centre to the mean of its points.   (Lloyd 1957)

assign  zₙ = argmin ‖xₙ − mₖ‖²        move  mₖ = mean of the points with zₙ = k        E = (1/N) Σ ‖xₙ − m_zₙ‖²
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import numpy as np

from engine.base.params import choice, real, whole
from engine.base.snapshot import sealed, snapshot
from engine.base.words import counted, figure
from engine.core.algorithm import Steps
from engine.core.ending import Ending
from engine.data.dataset import Dataset
from engine.families.clustering.counting import enough_points
from engine.families.clustering.empty import POLICIES, empty, refilled
from engine.families.clustering.seeding import SEEDING, chosen
from engine.maths.algebra.distances import Nearest, group_sums, nearest, own_squares
from engine.models.groups import Centres


def run(data: Dataset, params: Params, rng: np.random.Generator, start: Centres | None = None) -> Steps:
    X = np.asfortranarray(data.X)  # distances and sums go through it column by column
    for centres, before, k, row, chances in chosen(X, data.row_keys, params.k, params.seeding, rng, start):
        yield Step(half="start", round=0, model=centres, before=before, cluster=k, row=row, chances=chances)

    z: np.ndarray | None = None
    E: float | None = None
    for round in range(1, params.iterations + 1):
        before = centres
        z_before, E_before = z, E
        z, squares, ties = assigned(X, centres)
        for row in range(data.n if params.stop_at == "points" else 0):
            yield Step(
                half="point", round=round, model=centres, before=before, labels=z, labels_before=z_before, row=row
            )
        E, changed = mean(squares), differing(z_before, z)
        yield Step(
            half="assign", round=round, model=centres, before=before, labels=z, error=E, error_before=E_before,
            changed=changed, ties=ties,
        )  # fmt: skip

        for k in empty(z, len(centres.centres)):
            lonely, E_before = centres, E
            centres, z = refilled(X, centres, z, k, params.empty)
            E = mean_square(X, z, centres)
            yield Step(
                half="empty", round=round, model=centres, before=lonely, labels=z, error=E, error_before=E_before,
                cluster=k,
            )  # fmt: skip

        if not changed and centres == before:
            return Ending.converged(at_rest(round, E, len(centres.centres)))

        before, E_before = centres, E
        centres = moved(X, z, centres)
        for k in range(len(centres.centres) if params.stop_at == "points" else 0):
            yield Step(
                half="centre", round=round, model=so_far(before, centres, k), before=so_far(before, centres, k - 1),
                labels=z, cluster=k,
            )  # fmt: skip
        E = mean_square(X, z, centres)
        yield Step(half="move", round=round, model=centres, before=before, labels=z, error=E, error_before=E_before)
        if params.tolerance and farthest_move(before, centres) <= params.tolerance:
            return Ending.converged(hardly_moved(round, E, params.tolerance))
    return Ending.stopped(out_of_rounds(params))


def assigned(X: np.ndarray, centres: Centres) -> Nearest:
    """The assign half: the nearest centres, the lowest on a tie, ‖xₙ − m_zₙ‖², and how many points had a tie."""
    found = nearest(X, centres.centres)
    sealed(found.labels)  # both halves of a round show them: not a copy each
    return found


def mean(squares: np.ndarray) -> float:
    """E from the squared distances (n,) to the own centres."""
    return float(squares.sum() / len(squares))


def mean_square(X: np.ndarray, labels: np.ndarray, centres: Centres) -> float:
    """E = (1/N) Σ ‖xₙ − m_zₙ‖²."""
    return mean(own_squares(X, centres.centres, labels))


def differing(old: np.ndarray | None, labels: np.ndarray) -> int:
    """How many points changed their cluster: all of them when they had none."""
    return len(labels) if old is None else int(np.count_nonzero(labels != old))


def moved(X: np.ndarray, labels: np.ndarray, centres: Centres) -> Centres:
    """The move half: each centre goes to the mean of its points; one without points stays."""
    sums, sizes = group_sums(X, labels, len(centres.centres))
    means = np.array(centres.centres)
    for k in np.flatnonzero(sizes):
        means[k] = sums[k] / sizes[k]
    return Centres(means)


def so_far(before: Centres, after: Centres, k: int) -> Centres:
    """The centres when those up to the k-th have moved."""
    has_moved = np.arange(len(after.centres)) <= k
    return Centres(np.where(has_moved[:, None], after.centres, before.centres))


def farthest_move(before: Centres, after: Centres) -> float:
    """max ‖mₖ after − mₖ before‖."""
    return float(np.sqrt(((after.centres - before.centres) ** 2).sum(axis=1).max()))


def hardly_moved(round: int, E: float, tolerance: float) -> str:
    return f"No centre moved farther than {figure(tolerance)} in iteration {round}: E = {figure(E)}."


def out_of_rounds(params: Params) -> str:
    rounds = counted(params.iterations, "iteration")
    return f"After {rounds} points may still change their cluster: allow more iterations."


def at_rest(round: int, error: float, K: int) -> str:
    """The words of the ending: it is a fixed point, and with several centres perhaps not the least E there is."""
    said = f"No point changed its cluster in iteration {round}: E = {figure(error)}."
    return said if K == 1 else f"{said} Another start may end lower."


def bound(data: Dataset, params: Params) -> int:
    """The centres chosen, and in each round two halves and at most a step for every centre that is empty.

    Point by point each round has a step for every point, and one for every centre, as well.
    """
    each = data.n + params.k if params.stop_at == "points" else 0
    return params.k + params.iterations * (2 + params.k + each)


def limits(data: Dataset, params: Params) -> str:
    """K may not exceed the number of distinct points."""
    return enough_points(data, params.k)


@dataclass(frozen=True)
class Params:
    k: int = whole(
        3, low=1, high=1000, symbol="K", log=True, label="clusters", clear=True, help="unless centres are given"
    )
    seeding: str = choice(
        "random rows",
        tuple(SEEDING),
        label="initialisation",
        clear=True,
        help="how the starting centres are chosen, unless they are placed by hand",
    )
    stop_at: str = choice(
        "halves", ("halves", "points"), label="stop after", clear=True, rare=True, help="each half, or every point"
    )
    empty: str = choice(
        "re-seed", POLICIES, label="empty cluster", clear=True, rare=True, help="for a centre without points"
    )
    iterations: int = whole(
        300, low=1, high=10_000, log=True, label="maximum iterations", clear=True, rare=True, help="of assign and move"
    )
    tolerance: float = real(0.0, low=0.0, high=1e6, rare=True, help="no centre moves farther than this")


@snapshot
class Step:
    """One half-step. `labels` and `error` are None until points have been assigned."""

    half: Literal["start", "point", "assign", "centre", "move", "empty"]
    round: int
    model: Centres
    before: Centres
    labels: np.ndarray | None = None
    error: float | None = None  # E, the mean squared distance to the own centre
    error_before: float | None = None
    changed: int = 0  # points that changed cluster
    ties: int = 0  # points with two nearest centres
    cluster: int | None = None  # the centre just chosen, moved, or found empty
    row: int | None = None  # the row just assigned, or chosen as a centre
    chances: np.ndarray | None = None  # (n,) how likely each row was to be chosen
    labels_before: np.ndarray | None = None  # while points are assigned one by one

    @property
    def focus(self) -> int | None:
        """The centre this step is about, unless it was dropped."""
        dropped = self.half == "empty" and len(self.model.centres) < len(self.before.centres)
        return None if dropped else self.cluster
