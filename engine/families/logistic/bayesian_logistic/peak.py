"""The top of a posterior over weights, and Newton's way there.

−ln p(w | t) = E + ½ α ‖w‖² + c      ∇ = Φᵀ(y − t) + α w      S_N⁻¹ = α I + Φᵀ R Φ
"""

from __future__ import annotations

import numpy as np

from engine.base.errors import Objection, Prepare
from engine.base.snapshot import snapshot
from engine.data.dataset import Dataset
from engine.data.targets import zero_one
from engine.maths.probability.cross_entropy import cross_entropy, gradient, hessian, penalised, uncertainty
from engine.maths.probability.laplace import stacked_root
from engine.models.basis import Basis
from engine.parts.basis import expanded
from engine.parts.newton import HALVINGS
from engine.parts.weight_space import Problem

MOST_ROWS = 2_000
"""So many rows at most show whether the basis functions can be told apart."""
EPSILON = float(np.finfo(float).eps)


@snapshot
class Peak:
    """How the log posterior looks from some weights: its height, slope and curvature. M counts the bias, the first."""

    error: float  # E = −ln p(t | w)
    objective: float  # E + ½ α ‖w‖²: −ln p(w | t) up to a constant
    gradient: np.ndarray  # (M,) of the objective
    hessian: np.ndarray  # (M, M) S_N⁻¹
    factor: np.ndarray  # (M, M) T with T Tᵀ = S_N
    move: np.ndarray  # (M,) Newton's step, −S_N ∇
    change: float  # the most that it would change an activation

    @property
    def gain(self) -> float:
        """By how much the bottom of the bowl lies lower than here."""
        return -0.5 * float(self.gradient @ self.move)


def posed(data: Dataset, basis: Basis | None, alpha: float) -> Problem:
    """Φ with its ones, the targets 0 and 1, and the precision α of every weight."""
    table = expanded(data, basis)
    return Problem(table.design, zero_one(data), np.full(table.d + 1, alpha))


def surveyed(w: np.ndarray, problem: Problem) -> Peak:
    """Height, slope and curvature of −ln p(w | t) at w, and Newton's step −S ∇ with S = H⁻¹ = T Tᵀ."""
    Phi, t, ridge = problem.Phi, problem.t, problem.penalties
    with np.errstate(over="ignore", invalid="ignore"):
        error, objective = cross_entropy(w, Phi, t), penalised(w, Phi, t, ridge)
        g, H = gradient(w, Phi, t, ridge), hessian(w, Phi, ridge)
        if not (np.isfinite(H).all() and np.isfinite(g).all()):
            T, move = np.diag(ridge**-0.5), np.zeros(len(w))
            return Peak(error=error, objective=objective, gradient=g, hessian=H, factor=T, move=move, change=0.0)
        T = stacked_root(H, np.sqrt(uncertainty(Phi @ w))[:, None] * Phi, ridge)
        move = -T @ (T.T @ g)
        change = float(np.abs(Phi @ move).max())
        return Peak(error=error, objective=objective, gradient=g, hessian=H, factor=T, move=move, change=change)


def lowered(w: np.ndarray, peak: Peak, problem: Problem) -> tuple[np.ndarray, int]:
    """The weights after Newton's step, halved while −ln p would rise, and how often it was halved."""
    with np.errstate(over="ignore", invalid="ignore"):
        for halvings in range(HALVINGS):
            after = w + 0.5**halvings * peak.move
            if penalised(after, problem.Phi, problem.t, problem.penalties) <= peak.objective * (1 + 1e-14):
                return after, halvings
    return w, HALVINGS


def is_top(peak: Peak, halvings: int) -> bool:
    """Whether Newton's method has arrived: no activation would change, or nothing is left to gain."""
    return peak.change <= 1e-10 or peak.gain <= 1e-15 * (1.0 + peak.objective) or halvings == HALVINGS


def curvature_limits(data: Dataset, basis: Basis | None, alpha: float) -> str:
    """Why S_N cannot be found from S_N⁻¹ = αI + ΦᵀRΦ with these functions, or ''.

    With each weight in units of its own it has eigenvalues from about 0 to M; one below what rounding leaves of them is
    none, and no digit of S_N would be right. As R is not known yet, ¼, the most it can be, stands for it.
    """
    if basis is None:
        return ""
    design = expanded(data, basis).design
    Phi = design[np.unique(np.linspace(0, data.n - 1, min(data.n, MOST_ROWS)).round().astype(np.intp))]
    M = Phi.shape[1]
    with np.errstate(over="ignore"):
        curvature = Phi.T @ Phi / 4 + alpha * np.eye(M)
    sizes = np.sqrt(np.diag(curvature))
    if M * EPSILON * float(sizes.max()) ** 2 < alpha:  # the prior alone is more than all rounding
        return ""
    if np.isfinite(sizes).all() and np.linalg.eigvalsh(curvature / sizes / sizes[:, None])[0] > M * EPSILON / 4:
        return ""
    words = f"The {M} basis functions of columns so large or so far from 0 are numerically the same"
    words += ", and the covariance S_N would have no correct digit: standardise the columns."
    return Objection(words, Prepare("Standardise"))
