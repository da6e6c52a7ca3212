"""Correlation matrix: every covariance divided by two standard deviations.   (Pearson 1896; Murdoch and Chow 1996)

ρᵢⱼ = σᵢⱼ / √(σᵢᵢ σⱼⱼ)          (D, D), undefined where a variance is 0

σᵢᵢ is a variance, so that ρᵢᵢ = 1.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

import numpy as np

from engine.base.errors import AddPoints, Objection, Prepare, SetParameter
from engine.base.params import choice, several
from engine.base.snapshot import snapshot
from engine.base.words import counted, figure
from engine.core.algorithm import Steps
from engine.core.ending import Ending
from engine.data.dataset import Dataset
from engine.maths.algebra.covariance import column_means


def run(data: Dataset, params: Params, rng: np.random.Generator, start: None = None) -> Steps:
    S = params.typed if params.covariance else covariances(data, params)
    step = Step(part="start", S=S, rho=np.zeros_like(S), defined=np.zeros(S.shape, dtype=bool))
    yield step
    for i in range(len(S)):
        for j in range(i + 1):
            rho = correlation(S[i, j], S[i, i], S[j, j])
            step = replace(step.filled(i, j, rho), part="cell", i=i, j=j)
            yield step
    row, column = strongest(step.R)
    yield replace(step, part="whole", i=row, j=column)
    flat = int((np.diagonal(S) == 0).sum())
    out = f", {counted(flat, 'column')} without variation" if flat else ""
    return Ending.converged(f"The correlations of {counted(len(S), 'column')}{out}.")


def correlation(covariance: float, one: float, other: float) -> float:
    """ρ of two variances and their covariance, within −1 and 1; NaN, undefined, where a variance is 0."""
    if one == 0 or other == 0:
        return float("nan")
    return float(np.clip(covariance / (np.sqrt(one) * np.sqrt(other)), -1.0, 1.0))


def strongest(R: np.ndarray) -> tuple[int | None, int | None]:
    """The row and the column below it of the correlation farthest from 0, or none where there is no other column."""
    apart = np.where(np.tri(len(R), k=-1) > 0, np.abs(R), np.nan)
    return (None, None) if np.isnan(apart).all() else divmod(int(np.nanargmax(apart)), len(R))


def covariances(data: Dataset, params: Params) -> np.ndarray:
    """(D, D) the covariances of the first columns, over the rows that know all of them."""
    X = data.X[known(data)][:, : shown_columns(data)]
    Z = X - column_means(X)
    return np.asarray(Z.T @ Z / (len(X) - 1 if params.divisor == SAMPLE else len(X)))


def known(data: Dataset) -> np.ndarray:
    """(N,) the rows that know all columns that are shown."""
    return np.flatnonzero(~np.isnan(data.X[:, : shown_columns(data)]).any(axis=1))


def shown_columns(data: Dataset) -> int:
    """Of so many columns there are correlations."""
    return min(data.d, WIDEST)


def bound(data: Dataset, params: Params) -> int:
    D = len(params.typed) if params.covariance else shown_columns(data)
    return 2 + D * (D + 1) // 2


def limits(data: Dataset, params: Params) -> str:
    """What is typed is a covariance matrix; or two rows or more know all columns."""
    if params.covariance:
        return no_covariance(params)
    if len(known(data)) < 2:
        words = "Without a typed covariance two rows or more must know all columns: add some, or fill the gaps."
        return Objection(words, AddPoints(), Prepare("Fill"))
    return ""


def no_covariance(params: Params) -> str:
    """Why what is typed is no covariance matrix, or ''."""
    count = len(params.covariance)
    D = round(count**0.5)
    none = SetParameter("covariance", ())
    if count != D * D:
        words = f"covariance has {count} numbers, which fill no square table: type D times D, row after row, or none."
        return Objection(words, none)
    S = params.typed
    if not np.array_equal(S, S.T):
        i, j = np.argwhere(S != S.T)[0] + 1
        words = (
            f"covariance is not symmetric: row {i}, column {j} is {figure(S[i - 1, j - 1])}, and row {j}, column {i} "
            f"{figure(S[j - 1, i - 1])}: type the same for both."
        )
        mirrored = np.tril(S) + np.tril(S, -1).T
        return Objection(words, SetParameter("covariance", tuple(mirrored.ravel().tolist())), none)
    variances = np.diagonal(S)
    if (variances < 0).any():
        i = int(np.argmax(variances < 0))
        words = f"covariance has {figure(variances[i])} in row {i + 1} of its diagonal, and a variance is not below 0."
        return Objection(words, none)
    if (np.abs(S) > np.sqrt(np.outer(variances, variances)) * (1 + 1e-9)).any():
        words = "covariance is larger than two standard deviations allow: a correlation would lie beyond −1 or 1."
        return Objection(f"{words} Type smaller covariances or larger variances.", none)
    return ""


WIDEST = 12
"""Of so many columns at most."""
SAMPLE, POPULATION = DIVISORS = ("N − 1", "N")


@dataclass(frozen=True)
class Params:
    covariance: tuple[float, ...] = several(
        most=WIDEST * WIDEST, symbol="S", help="D times D numbers, row after row; empty: that of the columns"
    )
    divisor: str = choice(SAMPLE, DIVISORS, help="of the covariances of the columns")

    @property
    def typed(self) -> np.ndarray:
        """(D, D) the covariances as they are typed."""
        D = round(len(self.covariance) ** 0.5)
        return np.array(self.covariance, dtype=float)[: D * D].reshape(D, D)


@snapshot
class Step:
    """Which cell has its correlation."""

    part: Literal["start", "cell", "whole"]
    S: np.ndarray  # (D, D) the covariances
    rho: np.ndarray  # (D, D) the correlations so far
    defined: np.ndarray  # (D, D) where there is one
    i: int | None = None  # of this cell, in the end of the strongest
    j: int | None = None  # at most i
    model: None = None

    @property
    def R(self) -> np.ndarray:
        """(D, D) the correlations so far, NaN for the others and where one is undefined."""
        return np.where(self.defined, self.rho, np.nan)

    def filled(self, i: int, j: int, rho: float) -> Step:
        """With one correlation more, on both sides of the diagonal; nothing where it is undefined."""
        R = self.R
        R[i, j] = R[j, i] = rho
        return replace(self, rho=np.nan_to_num(R), defined=~np.isnan(R))
