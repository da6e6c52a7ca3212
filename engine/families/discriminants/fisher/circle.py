"""The whitened picture: measured so that S_W is a circle, the best direction is an ordinary eigenvector of S_B.

z = A (x − m),   A (S_W + λI) Aᵀ = I        drawn √N times as large: then the variance within the classes is 1
"""

from __future__ import annotations

import numpy as np

from engine.core.marks import Ellipse, Mark, Points, Segments
from engine.core.surfaces import Surface
from engine.data.dataset import Dataset
from engine.families.discriminants.fisher.loop import Step
from engine.maths.algebra.scatter import Scatter, Whitening
from engine.maths.algebra.spread import spread

MOST = 2000
"""Of more points than this the picture shows evenly spaced ones."""
SCALE = 2.0
"""The circles are so many standard deviations wide."""


def axes_of(white: Whitening, parts: Scatter) -> tuple[np.ndarray, np.ndarray]:
    """u (d, r) and λ (r,): the eigenvectors of A S_B Aᵀ of unit length and their values, the greatest first."""
    u, sizes, _ = np.linalg.svd(white.map_there(parts.spread), full_matrices=False)
    u = np.where((u.T @ white.map_there(parts.spread)).sum(axis=1) < 0, -1.0, 1.0) * u
    return u, sizes**2


def frame_of(white: Whitening, parts: Scatter) -> np.ndarray:
    """(d, 2) what is looked at: the two whitened features as they are, or of more the best axis and one across it."""
    d = len(parts.mean)
    if d <= 2:
        return np.eye(d, 2)
    u = axes_of(white, parts)[0]
    if u.shape[1] > 1:
        return np.asarray(u[:, :2])
    other = np.eye(d)[int(np.argmin(np.abs(u[:, 0])))]
    across = other - (other @ u[:, 0]) * u[:, 0]
    return np.column_stack([u[:, 0], across / np.linalg.norm(across)])


def circles(step: Step, data: Dataset) -> list[Mark]:
    """The points, the class means with the circle that S_W has become, and in the end the best axis."""
    white, parts = step.white, step.parts
    assert white is not None and parts is not None
    frame, size = frame_of(white, parts), np.sqrt(data.n)
    look = size * white.map_back(frame)
    d, codes = len(parts.mean), np.array(data.classes_present)
    axes = ("z1", "z2") if d <= 2 else ("along the best axis", "across it")
    surface = Surface("chart", "Whitened", axes[0], axes[1] if d > 1 else "", square=True)
    rows = spread(data.n, MOST)
    means = (parts.means - parts.mean) @ look
    drawn: list[Mark] = [
        Points((data.X[rows] - parts.mean) @ look, "data", data.codes[rows], rows=rows, names=data.class_titles,
               surface=surface),
        *(Ellipse(mean, np.eye(2), SCALE, group=int(code), surface=surface) for mean, code in zip(means, codes,
                                                                                               strict=True)),
        Points(means, "centre", groups=codes, surface=surface),
    ]  # fmt: skip
    if step.stage == "axis":
        u = frame.T @ axes_of(white, parts)[0][:, 0]
        tip = float(np.abs(means @ u).max()) * u  # as far as the farthest mean
        drawn.append(Segments(np.zeros((1, 2)), tip[None], "axis", arrows=True, labels=("u",), surface=surface))
    return drawn
