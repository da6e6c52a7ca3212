"""The cells of a raster: which are in doubt, where those are, and how they become finer."""

from __future__ import annotations

import numpy as np


def doubtful(labels: np.ndarray) -> np.ndarray:
    """(h, w) which cells differ from one of their eight neighbours."""
    found = np.zeros(labels.shape, dtype=bool)
    for one, other in (
        (np.s_[:-1, :], np.s_[1:, :]),
        (np.s_[:, :-1], np.s_[:, 1:]),
        (np.s_[:-1, :-1], np.s_[1:, 1:]),
        (np.s_[:-1, 1:], np.s_[1:, :-1]),
    ):
        differ = labels[one] != labels[other]
        found[one] |= differ
        found[other] |= differ
    return found


def places(mask: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """The rows and columns where a mask is true, several times as fast as np.nonzero."""
    flat = np.flatnonzero(mask)
    return flat // mask.shape[1], flat % mask.shape[1]


def doubled(cells: np.ndarray, size: tuple[int, ...]) -> np.ndarray:
    """Every cell as four, cut to `size`."""
    wide = np.repeat(np.repeat(cells, 2, axis=0), 2, axis=1)
    return np.ascontiguousarray(wide[: size[0], : size[1]])


def stretched(values: np.ndarray, spots: np.ndarray, size: int, axis: int) -> np.ndarray:
    """Values known at `spots` along an axis, interpolated at 0, 1, ..., size - 1."""
    where = np.arange(size)
    above = np.clip(np.searchsorted(spots, where, side="right"), 1, max(len(spots) - 1, 1))
    if len(spots) == 1:
        return np.repeat(values, size, axis=axis)
    share = ((where - spots[above - 1]) / (spots[above] - spots[above - 1])).astype(np.float32)
    share = share[:, None] if axis == 0 else share[None, :]
    return np.asarray(np.take(values, above - 1, axis) * (1 - share) + np.take(values, above, axis) * share)
