"""Codings of a class target as numbers.   (DP10)

±1       −1 for the lower of the two classes that occur, +1 for the higher, which is the positive class
0/1      t₀₁ = (t± + 1) / 2, so that t± = 2 t₀₁ − 1
1 of K   for each class that occurs a column, with 1 for its own rows and 0 for the others
"""

from __future__ import annotations

from typing import Literal

import numpy as np

from engine.data.dataset import Dataset

Coding = Literal["±1", "0/1", "1 of K", "two at a time"]
"""What numbers a method makes of the classes; two at a time: of each of its two-class problems as its learner does."""
CODES: tuple[Coding, ...] = ("0/1", "±1", "1 of K")
FOR_TWO: tuple[Coding, ...] = ("0/1", "±1")
"""One number, which tells two classes apart."""
"""Those that can be written beside the classes."""


def two_classes(data: Dataset) -> tuple[int, int]:
    """The two class codes that occur, the lower first: it is coded −1 (or 0), the higher +1 (or 1)."""
    low, high = data.classes_present
    return low, high


def signs(data: Dataset) -> np.ndarray:
    """(n,) the target coded −1 and +1."""
    return data.signs


def zero_one(data: Dataset) -> np.ndarray:
    """(n,) the target coded 0 and 1."""
    return data.zero_one


def one_of_k(data: Dataset) -> np.ndarray:
    """(n, K) for each class that occurs a column, with 1 for its own rows and 0 for the others.

    >>> import engine
    >>> one_of_k(engine.load("gate_and"))[-2:]
    array([[1., 0.],
           [0., 1.]])
    """
    return np.asarray(data.codes[:, None] == np.array(data.classes_present), dtype=float)


def code_of(coding: Coding, place: int, classes: int) -> tuple[int, ...] | None:
    """What stands for the class at this place among those that occur; None where that coding cannot be.

    >>> code_of("±1", 0, 2), code_of("1 of K", 1, 3), code_of("0/1", 1, 3)
    ((-1,), (0, 1, 0), None)
    """
    if coding == "1 of K":
        return tuple(int(place == other) for other in range(classes))
    if classes != 2 or coding == "two at a time":
        return None
    return (place,) if coding == "0/1" else (2 * place - 1,)


def labels(codes: np.ndarray, data: Dataset) -> np.ndarray:
    """(n,) the class codes again of a target coded as (n,) numbers below and above, or as (n, K).

    >>> import engine
    >>> gate = engine.load("gate_and")
    >>> [bool((labels(code(gate), gate) == gate.codes).all()) for code in (signs, zero_one, one_of_k)]
    [True, True, True]
    """
    places = np.argmax(codes, axis=1) if codes.ndim == 2 else (codes > 0).astype(np.intp)
    return np.asarray(np.array(data.classes_present)[places])
