"""Class codes of labels of any kind."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np


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
