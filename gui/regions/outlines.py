"""The lines between the areas of a model, traced through a raster of its answers and then moved to where they are."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import numpy as np

HALVINGS = 4
"""How often the way between two neighbouring samples with different answers is halved."""


def outlines(labels: np.ndarray) -> list[np.ndarray]:
    """Polylines (m, 2) of columns and rows between areas of a raster (h, w); each line separates two of them.

    Every vertex lies halfway between two neighbours with different labels, so one coordinate is whole.

    >>> outlines(np.array([[0, 0, 1], [0, 0, 1]]))[0]
    array([[1.5, 1. ],
           [1.5, 0. ]])
    """
    import contourpy  # the first picture needs no outlines

    found: list[np.ndarray] = []
    for one, other, (top, left, bottom, right) in _meetings(labels):
        part = labels[top:bottom, left:right]
        inside = part == other
        field = np.ma.masked_array(inside.astype(float), ~(inside | (part == one)))
        generator = contourpy.contour_generator(z=field, name="serial", corner_mask=False)
        found += [np.asarray(line) + np.array((left, top)) for line in generator.lines(0.5)]
    return found


def _meetings(labels: np.ndarray) -> Iterator[tuple[int, int, tuple[int, int, int, int]]]:
    """The pairs of labels that are neighbours somewhere, with the part of the raster in which they meet."""
    corners, pairs = [], []
    for one, other in ((labels[:-1], labels[1:]), (labels[:, :-1], labels[:, 1:])):
        rows, columns = np.nonzero(one != other)
        corners.append(np.column_stack([rows, columns]))
        pairs.append(np.sort(np.column_stack([one[rows, columns], other[rows, columns]]), axis=1))
    where, kinds = np.concatenate(corners), np.concatenate(pairs)
    different, which = np.unique(kinds, axis=0, return_inverse=True)
    for k, (one, other) in enumerate(different.tolist()):
        own = where[which.ravel() == k]
        (top, left), (bottom, right) = np.maximum(own.min(axis=0) - 1, 0), own.max(axis=0) + 3
        yield one, other, (int(top), int(left), int(bottom), int(right))


def sharpened(
    lines: list[np.ndarray], place: Callable[[np.ndarray], np.ndarray], ask: Callable[[np.ndarray], np.ndarray]
) -> list[np.ndarray]:
    """The lines (m, 2) on the plane, every vertex where the answer really changes, by bisection.

    place  from columns and rows of the raster to the plane;   ask  the answers (m,) at positions (m, 2) of the plane
    """
    if not lines:
        return []
    vertices = np.vstack(lines)
    near, far = place(np.floor(vertices)), place(np.ceil(vertices))
    answer = ask(near)
    for _ in range(HALVINGS):
        middle = (near + far) / 2
        like = (ask(middle) == answer)[:, None]
        near, far = np.where(like, middle, near), np.where(like, far, middle)
    return np.split((near + far) / 2, np.cumsum([len(line) for line in lines])[:-1])
