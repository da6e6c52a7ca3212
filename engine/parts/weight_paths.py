"""Every weight against the penalty: curves over log₁₀ λ, and the weights of a step on them."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from engine.base.words import counted
from engine.core.marks import Curve, Mark, Points, Text
from engine.core.surfaces import Surface

MOST = 8
"""So many weights have a curve of their own: those that are largest where the penalty is weakest."""


def weight_paths(
    path: np.ndarray, x: np.ndarray, now: np.ndarray, here: float, names: Sequence[str], words: str, surface: Surface
) -> list[Mark]:
    """The curves of the weights path (L, M) at the places x (L,), the weakest last, and rings on a line at `here`.

    x begins at the right end;   now (M,) the weights of the step;   words  what the rings are
    """
    largest = np.argsort(-np.abs(path[-1]), kind="stable")
    shown = sorted(largest[:MOST].tolist())
    marks: list[Mark] = [
        Curve(np.column_stack([x, path[:, j]]), group=i, label=names[j], surface=surface) for i, j in enumerate(shown)
    ]
    rings = np.column_stack([np.full(len(shown), here), now[shown]])
    low, high = (float(end([path[:, shown].min(), path[:, shown].max(), *rings[:, 1]])) for end in (min, max))
    marks.append(Curve(np.array([[here, low], [here, high]]), "spoke", surface=surface))
    marks.append(Points(rings, "focus", groups=np.arange(len(shown)), surface=surface))
    if len(shown) < len(now):
        words += f"; the {counted(len(shown), 'largest weight', 'largest weights')} of {len(now)}"
    above = high + 0.15 * (high - low)
    return [*marks, Text(np.array([float(x[0]), above]), words, anchor=(1.0, 0.0), surface=surface)]
