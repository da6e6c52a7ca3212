"""What a step of the expected loss looks like: the losses to be typed, the risks, and where they cross."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from engine.core.marks import Bars, Curve, Mark, Matrix, Points, Segments
from engine.core.surfaces import Surface
from engine.data.dataset import Dataset
from engine.families.decisions.expected_loss.loop import Params, Step
from engine.families.decisions.expected_loss.risks import OVER

LOSSES = Surface("table", "Losses")
RISKS = Surface("chart", "Expected loss of each action", "action", "R(a | x)")


def marks(step: Step, data: Dataset, params: Params) -> Sequence[Mark]:
    K, A = step.losses.shape
    own = A - len(params.reject)
    classes = tuple(f"class {k + 1}" for k in range(K))
    posterior = step.posterior[:, None]
    drawn: list[Mark] = [
        Matrix(step.losses[:, :own], classes, names(step, params)[:own], "table", title="loss of each action",
               surface=LOSSES, parameter="loss"),
        Matrix(posterior, classes, ("P(C | x)",), "table", title="posterior", place=(0, 1), surface=LOSSES),
    ]  # fmt: skip
    if step.risks is not None:
        drawn.append(Bars(step.risks, names(step, params)[: len(step.risks)], None, step.action, surface=RISKS))
    return drawn + over_probability(step, params)


def names(step: Step, params: Params) -> tuple[str, ...]:
    """What the actions are called."""
    A = step.losses.shape[1]
    own = A - len(params.reject)
    return tuple(f"action {a + 1}" if a < own else "reject" for a in range(A))


def over_probability(step: Step, params: Params) -> list[Mark]:
    """Of two classes the risks as lines over P(C₁ | x), the least of them, and the probability in use."""
    if len(step.posterior) != 2 or step.risks is None:
        return []
    ends = np.array([0.0, 1.0])
    lines = [np.array([losses[1], losses[0]]) for losses in step.losses.T[: len(step.risks)]]
    drawn: list[Mark] = [
        Curve(np.column_stack([ends, line]), group=a, label=names(step, params)[a], surface=OVER)
        for a, line in enumerate(lines)
    ]
    here = np.column_stack([np.full(len(step.risks), step.posterior[0]), step.risks])
    low, high = float(np.min(lines)), float(np.max(lines))
    upright = np.array([[step.posterior[0], low]]), np.array([[step.posterior[0], max(high, low + 1e-9)]])
    drawn.append(Segments(*upright, "boundary", surface=OVER))
    drawn.append(Points(here, "focus", surface=OVER))
    if step.part in ("choice", "threshold"):
        drawn.append(Curve(envelope(step.losses), "best", label="least", surface=OVER))
    return drawn


def envelope(L: np.ndarray) -> np.ndarray:
    """(m, 2) the least risk over P(C₁ | x): straight between the places where two actions cost the same."""
    slopes, heights = L[0] - L[1], L[1]
    places = {0.0, 1.0}
    for a in range(len(slopes)):
        for b in range(a):
            if slopes[a] != slopes[b]:
                places.add(float((heights[b] - heights[a]) / (slopes[a] - slopes[b])))
    x = np.array(sorted(place for place in places if 0 <= place <= 1))
    return np.column_stack([x, (heights + np.outer(x, slopes)).min(axis=1)])
