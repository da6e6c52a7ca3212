"""Ratings as inner products of the factors of people and items, with biases."""

from __future__ import annotations

from typing import ClassVar

import numpy as np

from engine.base.errors import Refusal
from engine.models.shapes import Axes, model, shaped


@model
class RatingFactors:
    """x̂_uf = mean + unit · (b_u + b_f + p_u · q_f): user_bias (U,), film_bias (F,), P (U, k), Q (F, k).

    unit     what the ratings are measured in
    penalty  λ of the ridge regression that finds the factors of a new person;   biases  whether it finds a bias too

    >>> q = np.array([[1.0], [2.0], [3.0]])
    >>> model = RatingFactors(0.0, 1.0, np.zeros(1), np.zeros(3), np.ones((1, 1)), q, 1e-9, False)
    >>> model.predicted(np.array([0]), np.array([2])), model.completed(np.array([[2.0, np.nan, 6.0]])).round(6)
    (array([3.]), array([[2., 4., 6.]]))
    """

    CALLED = "factors of ratings"

    AXES: ClassVar[Axes] = {
        "user_bias": ("row",),
        "film_bias": ("feature",),
        "P": ("row", "factor"),
        "Q": ("feature", "factor"),
    }

    mean: float
    unit: float
    user_bias: np.ndarray
    film_bias: np.ndarray
    P: np.ndarray
    Q: np.ndarray
    penalty: float = 0.5
    biases: bool = True

    def __post_init__(self) -> None:
        shaped(self, user_bias="U", film_bias="F", P="Uk", Q="Fk")
        if not self.penalty > 0 or not self.unit > 0:
            raise Refusal("The penalty and the unit of factors of ratings are numbers above 0.")

    # -- the people it was fitted to ---------------------------------------------------------------------------------

    def predicted(self, rows: np.ndarray, columns: np.ndarray) -> np.ndarray:
        """(m,) what is predicted of these cells, a person and an item each."""
        inner = (self.P[rows] * self.Q[columns]).sum(axis=1)
        return np.asarray(self.mean + self.unit * (self.user_bias[rows] + self.film_bias[columns] + inner))

    def block(self, rows: np.ndarray, columns: np.ndarray) -> np.ndarray:
        """(r, c) the predictions of all cells of some rows and columns."""
        inner = self.P[rows] @ self.Q[columns].T
        return np.asarray(self.mean + self.unit * (self.user_bias[rows, None] + self.film_bias[columns] + inner))

    # -- anybody -----------------------------------------------------------------------------------------------------

    def completed(self, X: np.ndarray) -> np.ndarray:
        """(n, F) rows of ratings, NaN where there is none, with every gap predicted; what is rated stays.

        The items stay as they are, and each row is a ridge regression on them: also of a person who is new. A row
        without a rating gets the mean and the bias of the item.
        """
        M = np.atleast_2d(np.asarray(X, dtype=float))
        if M.shape[1] != len(self.film_bias):
            raise Refusal(f"The rows have {M.shape[1]} items, and the factors are of {len(self.film_bias)}.")
        made = np.array(M)
        for row in made:
            known = ~np.isnan(row)
            row[~known] = self._guess(row, known)[~known]
        return made

    def _guess(self, row: np.ndarray, known: np.ndarray) -> np.ndarray:
        """(F,) all predictions of a row: min Σ (r − b − p · q)² + λ (b² + ‖p‖²) over the ratings that are known."""
        D = np.column_stack([np.ones(len(self.Q)), self.Q]) if self.biases else self.Q
        seen = D[known]
        r = (row[known] - self.mean) / self.unit - self.film_bias[known]
        w = np.linalg.solve(seen.T @ seen + self.penalty * np.eye(D.shape[1]), seen.T @ r)
        return np.asarray(self.mean + self.unit * (self.film_bias + D @ w))

    # -- its size ----------------------------------------------------------------------------------------------------

    @property
    def finite(self) -> bool:
        """Whether all of it are numbers, as is not so once a descent has diverged."""
        parts = (self.user_bias, self.film_bias, self.P, self.Q)
        return all(bool((np.abs(one) < 1e100).all()) for one in parts)

    @property
    def size(self) -> float:
        """The sum of the squares of all of them."""
        return float(sum((one * one).sum() for one in (self.user_bias, self.film_bias, self.P, self.Q)))
