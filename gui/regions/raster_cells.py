"""The cells of a raster: which are in doubt, where those are, and how they become finer."""

from __future__ import annotations

import numpy as np

NO_CLASS = -1
"""The label where a model gives no class, or more than one."""


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


def kept_apart(values: np.ndarray, labels: np.ndarray, cell: int) -> np.ndarray:
    """(h, w) interpolated values, beside an area without a class from the samples of a pixel's own area alone.

    At the rim of such an area they leap; at any other border they meet.

    labels  (h, w) the areas;   cell  the values were known at every so many pixels, and at the last ones
    """
    if labels.min() != NO_CLASS or min(labels.shape) < 2:
        return values
    spots = [samples(size, cell) for size in labels.shape]
    rows, columns = places(_crossed(labels, spots))
    (above, down), (left, right) = (_beside(at, spot) for at, spot in zip((rows, columns), spots, strict=True))
    own, weight, added = labels[rows, columns], np.zeros(len(rows)), np.zeros(len(rows))
    for i, across in ((0, 1.0 - down), (1, down)):
        for j, along in ((0, 1.0 - right), (1, right)):
            corner = spots[0][above + i], spots[1][left + j]
            share = across * along * (labels[corner] == own)
            weight += share
            added += share * values[corner]
    known = weight > 0
    apart = values.copy()
    apart[rows[known], columns[known]] = added[known] / weight[known]
    return apart


def samples(size: int, cell: int) -> np.ndarray:
    """Every so many of a number of pixels, and the last of them."""
    return np.unique(np.append(np.arange(0, size, cell), size - 1))


def _crossed(labels: np.ndarray, spots: list[np.ndarray]) -> np.ndarray:
    """(h, w) the pixels in cells between samples that are partly of an area without a class."""
    firsts = [spot[:-1] for spot in spots]
    corners = labels[np.ix_(*spots)]
    least, most = (
        find.reduceat(find.reduceat(labels, firsts[0], axis=0), firsts[1], axis=1) for find in (np.minimum, np.maximum)
    )
    lowest, mixed = least, least != most
    for one in (corners[1:, :-1], corners[:-1, 1:], corners[1:, 1:]):
        mixed |= least != one
        lowest = np.minimum(lowest, one)
    mixed &= lowest == NO_CLASS
    counts = [np.diff(np.append(first, size)) for first, size in zip(firsts, labels.shape, strict=True)]
    return np.repeat(np.repeat(mixed, counts[0], axis=0), counts[1], axis=1)


def _beside(at: np.ndarray, spots: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """The sample before each pixel, by its number, and which share of the way to the next one it lies."""
    before = np.clip(np.searchsorted(spots, at, side="right") - 1, 0, len(spots) - 2)
    return before, (at - spots[before]) / (spots[before + 1] - spots[before])
