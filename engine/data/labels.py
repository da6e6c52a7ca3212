"""Targets: class codes of labels of any kind, and what a target must be."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from engine.base.errors import Refusal
from engine.base.snapshot import read_only
from engine.base.words import short


def coded(y: np.ndarray, class_names: Sequence[str] | None) -> tuple[np.ndarray, tuple[str, ...]]:
    """Class codes and names, or a real target and no names."""
    if class_names is not None:
        return y, tuple(str(name) for name in class_names)
    if y.dtype.kind == "f" and not np.array_equal(y, np.round(y)):
        return y, ()
    if y.dtype.kind == "f":
        y = y.astype(np.int64)
    labels, codes = np.unique(y.astype(str) if y.dtype.kind == "O" else y, return_inverse=True)
    return codes, tuple(str(label) for label in labels)


def checked_target(y: np.ndarray, n: int, class_names: tuple[str, ...]) -> np.ndarray:
    """The target of n rows, read-only: class codes where classes have names, else numbers."""
    if y.shape != (n,):
        raise Refusal(f"X has {n} rows and y has the shape {y.shape}: one target for every row is needed.")
    if class_names and y.dtype == np.int64:  # a million codes are looked at once, at every edit
        return read_only(_checked_codes(y, class_names))
    try:
        target = y.astype(np.float64)
    except (TypeError, ValueError) as error:
        wanted = "class codes 0, 1, ..." if class_names else "numbers"
        raise Refusal(f"y must hold {wanted}: {short(error)}.") from error
    if not class_names:
        return read_only(target)
    if not np.isfinite(target).all() or (target != np.round(target)).any():
        raise Refusal("y must hold class codes 0, 1, ..., and it has other numbers.")
    return read_only(_checked_codes(target, class_names).astype(np.int64))


def _checked_codes(codes: np.ndarray, class_names: tuple[str, ...]) -> np.ndarray:
    """Class codes still as numbers: one beyond the largest integer would wrap round to another."""
    if codes.size and not (codes.min() >= -1 and codes.max() < len(class_names)):
        raise Refusal(f"A class code must lie from 0 to {len(class_names) - 1}.")
    return codes
