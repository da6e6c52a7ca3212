"""The mathematics of the proof: what w · w* and ‖w‖² have come to after n mistakes, and what they must and may be.

    w · w* ≥ w⁰ · w* + n η δ* ‖w*‖          ‖w‖² ≤ ‖w⁰‖² + n η² D²

All vectors have the bias first and 1 before x: D is the largest norm of a (1, x), δ* the least distance of one from
w* · x = 0. Only from w⁰ = 0 do the two give a bound on n.
"""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import replace

import numpy as np

from engine.base.snapshot import snapshot
from engine.core.pauses import Pauses, most_pauses
from engine.maths.optimisation.margin import STEPS, Line, margins, radius, widening
from engine.models.linear import Hyperplane

LARGEST = 1e150
"""The square of a larger ratio is no number."""
SCALING = 20
"""To bring a number of the table to one scale takes as much as so many differences."""
LONGEST = 256
"""A longer history is thinned to every second mistake."""


@snapshot
class Proof:
    """What the theorem needs to know of a run so far.

    reference  (M + 1,) w*, or (0,) where there is none that separates;   margin  δ*;   radius  D;   rate  η
    history    (m, 3) mistakes n, w · w* and ‖w‖², from the start to now
    """

    reference: np.ndarray
    margin: float
    radius: float
    rate: float
    history: np.ndarray

    @property
    def exists(self) -> bool:
        """Whether there is a w* that separates."""
        return bool(len(self.reference))

    @property
    def from_zero(self) -> bool:
        """Whether the run began at w = 0, which the theorem asks for."""
        return bool(self.history[0, 2] == 0)

    @property
    def bound(self) -> float:
        """(D / δ*)², the most mistakes that a run from 0 can make."""
        return (self.radius / self.margin) ** 2

    @property
    def length(self) -> float:
        """‖w*‖."""
        return float(np.linalg.norm(self.reference))


NO_PROOF = Proof(np.zeros(0), 0.0, 0.0, 0.0, np.zeros((1, 3)))
"""Where no w* is known."""


def widest_reference(X: np.ndarray, t: np.ndarray) -> Generator[int, None, np.ndarray | None]:
    """(M + 1,) the w* of the greatest margin, which gives the least bound; None if no line separates. On the way,
    where it takes long, how many rows have been tried for its edges.
    """
    work, pauses, tried, (n, M) = widening(X, t, with_bias=True), Pauses(), 0, X.shape
    if pauses.due(SCALING * n * M):
        yield tried
    while True:
        try:
            with np.errstate(over="ignore", invalid="ignore"):
                k = next(work)
        except StopIteration as end:
            line: Line | None = end.value
            return None if line is None else line.packed
        tried += 1
        if pauses.due(work_of(n, M, k)):
            yield tried


def work_of(n: int, M: int, k: int) -> int:
    """What one more row takes: all n are compared with the line, and k of them are mixed anew."""
    return (M + 1) * (n + 2 * k**2)


def reference_pauses(n: int, M: int) -> int:
    """How many pauses the w* of the greatest margin can take."""
    return most_pauses(SCALING * n * M + STEPS * work_of(n, M, M + 2))


def begun(X: np.ndarray, t: np.ndarray, line: Hyperplane, rate: float, reference: np.ndarray | None) -> Proof:
    """The proof before the first mistake of a run that begins from a line; without a w* that separates there is none.

    X (n, M) the values of the basis functions, t (n,) the targets ±1.
    """
    nothing = replace(NO_PROOF, rate=rate)
    if reference is None or not np.isfinite(line.packed).all():
        return nothing
    with np.errstate(over="ignore", invalid="ignore"):
        margin = float(margins(X, t, Line(reference[1:], float(reference[0])), with_bias=True).min())
        longest = radius(X)
        if not is_told(longest, margin):
            return nothing
        return Proof(reference, margin, longest, rate, _row(reference, line, 0)[None])


def is_told(longest: float, margin: float) -> bool:
    """Whether a margin is above 0, and not so small beside the longest point that (D / δ*)² is no number."""
    return margin > longest / LARGEST


def continued(proof: Proof, line: Hyperplane, mistakes: int) -> Proof:
    """The proof after one more mistake."""
    if not proof.exists:
        return proof
    history = np.vstack([proof.history, _row(proof.reference, line, mistakes)])
    if len(history) > LONGEST:
        history = np.vstack([history[:-1:2], history[-1]])
    return replace(proof, history=history)


def _row(reference: np.ndarray, line: Hyperplane, mistakes: int) -> np.ndarray:
    w = line.packed
    with np.errstate(over="ignore", invalid="ignore"):
        return np.array([mistakes, w @ reference, w @ w])


def bounds(proof: Proof, n: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """What w · w* cannot fall below after n mistakes, and what ‖w‖² cannot rise above."""
    _, along, square = proof.history[0]
    least = along + n * proof.rate * proof.margin * proof.length
    return least, square + n * proof.rate**2 * proof.radius**2


def tracked(proof: Proof) -> np.ndarray:
    """(m, 7) for every mistake kept: n, w · w*, its lower bound, ‖w‖², its upper bound, cos θ, its lower bound.

    While w = 0 it has no angle: NaN.
    """
    n, along, square = proof.history.T
    least, most = bounds(proof, n)
    with np.errstate(divide="ignore", invalid="ignore"):
        cosine = along / (np.sqrt(square) * proof.length)
        least_cosine = least / (np.sqrt(most) * proof.length)
    return np.column_stack([n, along, least, square, most, cosine, least_cosine])
