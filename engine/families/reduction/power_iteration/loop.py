"""How principal axes are found: power iteration with deflation, Jacobi's rotations, or two at once by a formula.

v ← S v / ‖S v‖,  λ = vᵀ S v        what is across the axis shrinks to |λ₂/λ₁| of itself each time; then S ← S − λ v vᵀ
Rᵀ S R with R a turn in two of the features until nothing is left beside the diagonal
2 × 2       λ = tr/2 ± √(tr²/4 − det)
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import numpy as np

from engine.base.errors import KeepColumns, Objection, SetParameter
from engine.base.params import choice, real, whole
from engine.base.snapshot import read_only, snapshot
from engine.base.words import counted
from engine.core.algorithm import Steps
from engine.core.ending import Ending
from engine.data.dataset import Dataset
from engine.families.reduction.power_iteration.starting import DUST, STILL, first_vector, missed, random_vector
from engine.maths.algebra.agreement import cleared
from engine.maths.algebra.covariance import EQUAL, column_means, covariance, orthonormal, upright
from engine.maths.algebra.rotations import largest_beside, rotated
from engine.models.projections import Components


def run(data: Dataset, params: Params, rng: np.random.Generator, start: Components | None = None) -> Steps:
    mean = read_only(column_means(data.X))
    S = read_only(covariance(data.X - mean, params.divided_by(data.n)))
    way = {POWER: powers, JACOBI: rotations, FORMULA: formula}[params.method]
    return (yield from (way if np.trace(S) > 0 else nothing)(mean, S, params, rng, start))


def powers(
    mean: np.ndarray, S: np.ndarray, params: Params, rng: np.random.Generator, start: Components | None
) -> Steps:
    """One axis after the other: multiply and normalise until the vector stands still, then subtract the axis from S."""
    yield Step(stage="matrix", model=None, S=S, left=S)
    axes, values = np.zeros((0, len(S))), np.zeros(0)
    left, unit = S, float(np.abs(S).max())
    while len(axes) < params.kept(len(S)):
        v = first_vector(left, S, start if not len(axes) else None)
        if v is None:
            return Ending.converged(f"After {counted(len(axes), 'axis', 'axes')} nothing is left of S.")
        yield Step(stage="vector", model=extended(mean, axes, values, v, left), S=S, left=left)
        moves: list[float] = []
        again = False
        while not moves or moves[-1] > max(params.tolerance, STILL):
            if len(moves) == params.cap:
                return Ending.stopped(_slow(left, len(axes), params))
            before, w = v, left / unit @ v
            v = w / np.linalg.norm(w)
            moves.append(float(cleared(np.linalg.norm(v - before), 1.0, DUST)))
            yield Step(
                stage="multiplied", model=extended(mean, axes, values, v, left), S=S, left=left, before=before,
                moves=np.array(moves),
            )  # fmt: skip
            if not again and moves[-1] <= max(params.tolerance, STILL) and missed(left, v):
                again, moves = True, []
                v = random_vector(rng, len(S))
                yield Step(stage="vector", model=extended(mean, axes, values, v, left), S=S, left=left, again=True)
        axes, values = np.vstack([axes, upright(v[None])]), np.append(values, max(float(v @ left @ v), 0.0))
        left = read_only(left - values[-1] * np.outer(axes[-1], axes[-1]))
        yield Step(stage="deflated", model=Components(mean, axes, values), S=S, left=left)
    return Ending.converged(_found(values))


def extended(mean: np.ndarray, axes: np.ndarray, values: np.ndarray, v: np.ndarray, left: np.ndarray) -> Components:
    """The axes found (k, d), and the vector on its way to the next one with its Rayleigh quotient vᵀ S v."""
    return Components(mean, np.vstack([axes, v]), np.append(values, max(float(v @ left @ v), 0.0)))


def rotations(
    mean: np.ndarray, S: np.ndarray, params: Params, rng: np.random.Generator, start: Components | None
) -> Steps:
    """The largest number beside the diagonal is turned away, again and again; the turns together are the axes."""
    yield Step(stage="matrix", model=None, S=S, left=S)
    A, V = S, np.eye(len(S))
    moves = [largest_beside(A)[1]]
    while moves[-1] > max(params.tolerance, STILL) * float(np.abs(S).max()):
        if len(moves) > params.cap:
            return Ending.stopped(f"{counted(params.cap, 'turn')}, and S is still not diagonal: allow more.")
        (p, q), _ = largest_beside(A)
        before = A
        A, V, angle = rotated(A, V, p, q)
        moves.append(largest_beside(A)[1])
        yield Step(
            stage="rotated", model=ordered(mean, A, V, params), S=S, left=A, before=None, moves=np.array(moves),
            turned=(p, q), angle=angle, matrix_before=before,
        )  # fmt: skip
    yield Step(stage="diagonal", model=ordered(mean, A, V, params), S=S, left=A, before=None, moves=np.array(moves))
    return Ending.converged("Nothing is left beside the diagonal: it has the eigenvalues, and the turns are the axes.")


def ordered(mean: np.ndarray, A: np.ndarray, V: np.ndarray, params: Params) -> Components:
    """The columns of V (d, d) as axes, the largest on the diagonal of A first."""
    order = np.argsort(-np.diag(A), kind="stable")[: params.kept(len(A))]
    return Components(mean, upright(V.T[order]), np.maximum(np.diag(A)[order], 0.0))


def formula(
    mean: np.ndarray, S: np.ndarray, params: Params, rng: np.random.Generator, start: Components | None
) -> Steps:
    """Both axes of a 2 × 2 matrix at once."""
    yield Step(stage="matrix", model=None, S=S, left=S)
    values, axes = closed_form(S)
    yield Step(stage="formula", model=Components(mean, axes, values), S=S, left=S)
    return Ending.converged("Of a 2 × 2 matrix the formula gives both eigenvalues at once.")


def nothing(
    mean: np.ndarray, S: np.ndarray, params: Params, rng: np.random.Generator, start: Components | None
) -> Steps:
    """A run over points that are all alike."""
    yield Step(stage="matrix", model=None, S=S, left=S)
    return Ending.failed("No point differs from another: S is 0, and no direction stands out.")


def closed_form(S: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """(2,) λ = tr/2 ± √(tr²/4 − det), and (2, 2) the axes; of equal λ the two features."""
    unit = float(np.abs(S).max())  # so that no square of an axis is too large
    (a, b), (_, c) = S / unit
    half, root = 0.5 * (a + c), float(np.hypot(0.5 * (a - c), b))
    values = np.array([half + root, max(half - root, 0.0)])
    if root <= EQUAL * half:
        return unit * values, np.eye(2)
    first = np.array([b, values[0] - a]) if abs(values[0] - a) > abs(values[0] - c) else np.array([values[0] - c, b])
    axes, _ = orthonormal(np.array([first, [-first[1], first[0]]]))
    return unit * values, upright(axes)


def _slow(left: np.ndarray, found: int, params: Params) -> str:
    words = f"{counted(params.cap, 'multiplication')}, and axis {found + 1} still moves"
    return f"{words}: the next λ is nearly as large. Begin with another vector, allow more, or rotate."


def _found(values: np.ndarray) -> str:
    if (np.diff(values) > EQUAL * values.max()).any():
        return "A later axis has a greater λ: an earlier vector converged too soon. Take a smaller tolerance."
    return f"{counted(len(values), 'axis is', 'axes are')} found, the greatest λ first."


def bound(data: Dataset, params: Params) -> int:
    return 2 + (2 * (params.cap + 1) + 1) * (params.kept(data.d) if params.method == POWER else 1)


def limits(data: Dataset, params: Params) -> str:
    """The matrix must fit the method; or ''."""
    most = WIDE if params.method == JACOBI else WIDEST
    if params.method == FORMULA and data.d != 2:
        words = f"The method of the formula takes 2 features, and the table has {data.d}"
        if data.d < 2:
            return Objection(f"{words}: take power iteration.", SetParameter("method", POWER))
        return Objection(f"{words}: keep 2.", KeepColumns((0, 1)), SetParameter("method", POWER))
    if data.d <= most:
        return ""
    words = f"The method takes at most {most:,} features, and the table has {data.d:,}: keep the first."
    return Objection(words, KeepColumns(tuple(range(most))))


POWER, JACOBI, FORMULA = METHODS = ("power iteration", "Jacobi rotations", "formula for 2 × 2")
WIDEST, WIDE = 2000, 100
"""More features take too long."""


@dataclass(frozen=True)
class Params:
    method: str = choice(POWER, METHODS, clear=True, help="how the axes are found")
    components: int = whole(2, low=1, high=WIDEST, log=True, symbol="M", clear=True, help="at most")
    cap: int = whole(
        1000, low=1, high=100_000, log=True, label="maximum iterations", clear=True, rare=True, help="for an axis"
    )
    tolerance: float = real(1e-12, low=1e-15, high=0.1, log=True, rare=True, help="v moves no more")
    divisor: str = choice("N - 1", ("N - 1", "N"), rare=True, help="what the sums of squares are divided by")

    def divided_by(self, n: int) -> int:
        """What the sums of squares of n rows are divided by."""
        return n - 1 if self.divisor == "N - 1" else n

    def kept(self, d: int) -> int:
        """How many axes are found, of d."""
        return min(self.components, d)


@snapshot
class Step:
    """The matrix, a vector multiplied, an axis taken out; or a turn. The model has what is known of the axes."""

    stage: Literal["matrix", "vector", "multiplied", "deflated", "rotated", "diagonal", "formula"]
    model: Components | None
    S: np.ndarray  # (d, d)
    left: np.ndarray  # (d, d) what is left of it: with axes taken out, or turned
    before: np.ndarray | None = None  # (d,) the vector before it was multiplied
    moves: np.ndarray | None = None  # (m,) how far v has moved each time; of turns the largest beside the diagonal
    turned: tuple[int, int] | None = None  # the two features of a turn
    angle: float = 0.0  # in degrees
    matrix_before: np.ndarray | None = None  # (d, d) before the turn
    again: bool = False  # begun once more, with a random vector
