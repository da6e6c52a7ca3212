"""The covariance of a Gaussian: typed as a matrix or by deviations and a correlation, of some shape, and repaired."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from engine.base.errors import Objection, Refusal, SetParameter
from engine.base.params import choice, real, several
from engine.base.words import counted, figure
from engine.maths.algebra.metrics import whitening
from engine.maths.algebra.repairs import diagonal, ridged, shrunk

BY_DEVIATIONS, BY_MATRIX = GIVEN = ("deviations and correlation", "matrix")
FULL, DIAGONAL, SPHERICAL = SHAPES = ("full", "diagonal", "spherical")
NONE, RIDGE, SHRUNK, ALONE = REPAIRS = ("none", "ridge", "shrunk", "diagonal")
MOST = 6
"""A Gaussian has at most so many numbers."""
ROOM = 1.1
"""A ridge is so much larger than what just lifts the least variance above 0."""


@dataclass(frozen=True)
class SigmaParams:
    """Mean, covariance and the place looked at."""

    given: str = choice(
        BY_DEVIATIONS, GIVEN, label="covariance by", clear=True, help="two numbers, or as many as typed"
    )
    s1: float = real(
        2.0, low=1e-3, high=1e3, log=True, symbol=r"\sigma_1", when=("given", (BY_DEVIATIONS,)),
        label="deviation of x₁", clear=True, help="its standard deviation",
    )  # fmt: skip
    s2: float = real(
        1.5, low=1e-3, high=1e3, log=True, symbol=r"\sigma_2", when=("given", (BY_DEVIATIONS,)),
        label="deviation of x₂", clear=True, help="its standard deviation",
    )  # fmt: skip
    rho: float = real(
        0.6, low=-0.9999, high=0.9999, symbol=r"\rho", when=("given", (BY_DEVIATIONS,)), label="correlation",
        clear=True, help="of both",
    )  # fmt: skip
    matrix: tuple[float, ...] = several(
        (4.0, 2.0, 2.0, 3.0), most=MOST**2, symbol=r"\mathbf{\Sigma}", when=("given", (BY_MATRIX,)),
        help="row after row; also typed in the table",
    )  # fmt: skip
    shape: str = choice(FULL, SHAPES, help="diagonal: no covariances; spherical: one variance")
    mean: tuple[float, ...] = several(most=MOST, symbol=r"\boldsymbol{\mu}", help="a number each; none: 0")
    x: tuple[float, ...] = several(
        most=MOST, symbol=r"\mathbf{x}", label="place", auto=lambda step, params: tuple(step.x),
        help="none: two deviations above the mean in x₁",
    )  # fmt: skip
    repair: str = choice(NONE, REPAIRS, rare=True, help="of a covariance that is flat in some direction")
    epsilon: float = real(
        0.1, low=1e-9, high=1e6, log=True, symbol=r"\epsilon", when=("repair", (RIDGE,)), rare=True, label="ridge",
        help="is added to every variance",
    )  # fmt: skip
    share: float = real(
        0.1, low=1e-6, high=1.0, log=True, when=("repair", (SHRUNK,)), rare=True, label="shrunk by",
        help="the share of the sphere",
    )  # fmt: skip

    @property
    def typed(self) -> np.ndarray:
        """(D, D) Σ as it is given."""
        if self.given == BY_MATRIX:
            D = round(len(self.matrix) ** 0.5)
            return np.array(self.matrix).reshape(D, D)
        both = self.rho * self.s1 * self.s2
        return np.array([[self.s1**2, both], [both, self.s2**2]])

    @property
    def shaped(self) -> np.ndarray:
        """(D, D) Σ of the shape that is asked for."""
        S = self.typed
        if self.shape == SPHERICAL:
            return np.asarray(np.trace(S) / len(S) * np.eye(len(S)))
        return diagonal(S) if self.shape == DIAGONAL else S

    @property
    def repaired(self) -> np.ndarray:
        """(D, D) Σ in use."""
        S = self.shaped
        ways: dict[str, Callable[[], np.ndarray]] = {
            RIDGE: lambda: ridged(S, self.epsilon), SHRUNK: lambda: shrunk(S, self.share), ALONE: lambda: diagonal(S),
        }  # fmt: skip
        return ways[self.repair]() if self.repair in ways else S

    @property
    def centre(self) -> np.ndarray:
        """(D,) μ."""
        return np.array(self.mean) if self.mean else np.zeros(len(self.typed))


def objection(params: SigmaParams) -> str:
    """Why the numbers are no Gaussian with a place, and what would help, or ''."""
    if params.given == BY_MATRIX and (words := matrix_objection(params.matrix)):
        return words
    D = len(params.typed)
    for name, numbers in (("mean", params.mean), ("x", params.x)):
        if len(numbers) not in (0, D):
            words = f"{name} needs {counted(D, 'number')}, and {len(numbers)} were typed: type them all, or none."
            return Objection(words, SetParameter(name, ()))
    return flat_objection(params)


def matrix_objection(matrix: tuple[float, ...]) -> str:
    """Why the numbers are no symmetric square table."""
    D = round(len(matrix) ** 0.5)
    if not D or len(matrix) != D * D:
        words = f"matrix has {counted(len(matrix), 'number')}, and a covariance has 1, 4, 9, …: type a square table."
        return Objection(words, SetParameter("matrix", (4.0, 2.0, 2.0, 3.0)))
    S = np.array(matrix).reshape(D, D)
    if (S == S.T).all():
        return ""
    i, j = map(int, np.argwhere(S != S.T)[0])
    upper, lower = np.triu(S), np.tril(S)
    words = (
        f"A covariance is symmetric, and matrix has {figure(S[i, j])} in row {i + 1}, column {j + 1} and "
        f"{figure(S[j, i])} in row {j + 1}, column {i + 1}: type the same number in both."
    )
    return Objection(
        words,
        *(SetParameter("matrix", tuple((T + T.T - np.diag(np.diagonal(T))).ravel().tolist())) for T in (upper, lower)),
    )


def flat_objection(params: SigmaParams) -> str:
    """Why Σ has no inverse, and the repairs that would give it one."""
    S = params.repaired
    try:
        whitening(S)
    except Refusal as refusal:
        values = np.linalg.eigvalsh(S)
        wide = float(max(abs(values).max(), 1e-6))
        ridge = ROOM * max(-float(np.linalg.eigvalsh(params.shaped)[0]), 0.0) + 1e-2 * wide
        helps = [SetParameter("epsilon", ridge)] if params.repair == RIDGE else []
        if params.repair == NONE:
            helps = [SetParameter("repair", RIDGE)] if values[0] + params.epsilon > 1e-6 * wide else []
            if np.diagonal(S).min() > 0:
                helps.append(SetParameter("repair", ALONE))
        spans = f"Its eigenvalues go from {figure(values[0])} to {figure(values[-1])}"
        words = f"{refusal} {spans}: repair it, or type another."
        return Objection(words, *helps)
    return ""
