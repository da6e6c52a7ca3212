"""What the notes print wrongly about the greatest of several linear outputs."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from engine.base.words import figure, vector
from engine.core.errata import Erratum, Misprint
from engine.data.dataset import Dataset
from engine.families.discriminants.least_squares.loop import Params, Step
from engine.models.linear import Scores

BEYOND = Erratum(
    "E003-1",
    "003_5694847191d4e823.txt, Simple Solution",
    r"y_k(\alpha\mathbf{x}_A + (1 - \alpha)\mathbf{x}_B) \quad > y_j(\alpha\mathbf{x}_A + (1 - \alpha)\mathbf{x}_B), "
    r"\quad \alpha > 0",
    r"y_k(\alpha\mathbf{x}_A + (1 - \alpha)\mathbf{x}_B) \quad > y_j(\alpha\mathbf{x}_A + (1 - \alpha)\mathbf{x}_B), "
    r"\quad 0 \leq \alpha \leq 1",
    "The region is convex between A and B; beyond them the same line may leave it.",
)
ERRATA = (BEYOND,)
ALPHA = 3.0


def misprints(step: Step, data: Dataset, params: Params) -> Iterator[Misprint]:
    if step.stage == "classified" and isinstance(step.model, Scores) and step.basis is None:
        yield from _beyond(step.model, data)


def _beyond(model: Scores, data: Dataset) -> Iterator[Misprint]:
    """A is the point nearest to losing its class, B the one farthest from it, and α = 3 goes on from B beyond A."""
    y = model.decision_function(data.X)
    winner, ordered = np.argmax(y, axis=1), np.sort(y, axis=1)
    lead = ordered[:, -1] - ordered[:, -2]
    for k in np.unique(winner):
        mine = np.flatnonzero(winner == k)
        a, b = int(mine[np.argmin(lead[mine])]), int(mine[np.argmax(lead[mine])])
        place = ALPHA * data.X[a] + (1.0 - ALPHA) * data.X[b]
        there = model.decision_function(place[None])[0]
        if int(np.argmax(there)) != k:
            name = data.class_name(int(model.classes[k]))
            lines = (
                f"A is point {data.row_name(a)}, B point {data.row_name(b)}, both called {name}; α = {figure(ALPHA)}",
                f"there y = {vector(there)}, and y of {name} = {figure(there[k])}",
            )
            said = f"greatest output at {vector(place)}"
            yield Misprint(BEYOND, said, float(there[k]), float(there.max()), lines, place)
            return
