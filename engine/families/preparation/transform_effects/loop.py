"""Which learner minds which transform: one cell of the table a step, a learner on rows transformed in one way.

A third of the rows is held out, the same in every cell; the transform and the learner see the others alone.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from engine import families
from engine.base.errors import Refusal
from engine.base.params import real
from engine.base.snapshot import snapshot
from engine.base.words import counted
from engine.core.algorithm import Steps
from engine.core.ending import Ending
from engine.data.dataset import Dataset
from engine.families.preparation.transform_effects.transforms import NONE, TRANSFORMS, Transform
from engine.maths.probability.row_keys import shuffled

NOT_FILLED = -1
LEARNERS = ("cart", "knn", "nearest_mean", "least_squares", "softmax_newton")
"""By their keys: a tree, two that go by distances, two that are linear."""
SETTINGS: dict[str, dict[str, Any]] = {"knn": {"scale": "never"}}
"""Every other parameter has its default. Neighbours that scale the columns themselves would hide what scaling does."""


def run(data: Dataset, params: Params, rng: np.random.Generator, start: None = None) -> Steps:
    out = held_out(data, params, rng)
    wrong, fitted = np.full((2, len(LEARNERS), len(TRANSFORMS)), NOT_FILLED)
    yield Step(model=None, learner=None, transform=None, out=out, wrong=wrong, fitted=fitted, plain=None, own=None)
    train = data.without_rows(np.flatnonzero(out))
    for learner, key in enumerate(LEARNERS):
        plain: Transformed | None = None
        for j, name in enumerate(TRANSFORMS):
            model = learnt(key, name, train)
            plain = model if name == NONE else plain
            if model is not None:
                missed = model.predict(data.X) != data.codes
                wrong, fitted = wrong.copy(), fitted.copy()
                wrong[learner, j], fitted[learner, j] = missed[out].sum(), missed[~out].sum()
            yield Step(
                model=None, learner=learner, transform=j, out=out, wrong=wrong, fitted=fitted, plain=plain, own=model
            )
    cells = counted(int((wrong != NOT_FILLED).sum()), "cell")
    return Ending.converged(
        f"{cells} are filled. Monotone transforms leave trees as they are; distances depend on scale, linear models on "
        "shape."
    )


def held_out(data: Dataset, params: Params, rng: np.random.Generator) -> np.ndarray:
    """(n,) which rows are held out: of every class the same share, rounded down, at random."""
    out, order = np.zeros(data.n, dtype=bool), shuffled(data.row_keys, rng)
    for code in data.classes_present:
        own = order[data.codes[order] == code]
        out[own[: int(params.share * len(own))]] = True
    return out


def learnt(key: str, name: str, train: Dataset) -> Transformed | None:
    """A learner on transformed rows; None where it refuses them."""
    transform = Transform.fitted(name, train.X)
    with np.errstate(over="ignore"):
        X = transform.applied(train.X)
    try:
        model = families.algorithm(key).trace(train.changed(X=X), **SETTINGS.get(key, {})).to_end()[-1].model
    except Refusal:
        return None
    return None if model is None else Transformed(transform, model)


def bound(data: Dataset, params: Params) -> int:
    return 1 + len(LEARNERS) * len(TRANSFORMS)


@dataclass(frozen=True)
class Params:
    share: float = real(
        0.33, low=0.1, high=0.6, label="rows held out", clear=True, help="of every class, for the errors"
    )


@snapshot
class Transformed:
    """A model of transformed rows, asked about rows as they are."""

    transform: Transform
    model: Any

    def predict(self, X: np.ndarray) -> np.ndarray:
        with np.errstate(over="ignore"):
            return np.asarray(self.model.predict(self.transform.applied(np.asarray(X, dtype=float))))


@snapshot
class Step:
    """One cell of the table; at the start none is filled. A cell that the learner refuses stays so."""

    model: None
    learner: int | None  # a row of the table
    transform: int | None  # a column
    out: np.ndarray  # (n,) the rows held out
    wrong: np.ndarray  # (L, T) misclassified rows among those held out
    fitted: np.ndarray  # (L, T) misclassified rows among the training rows
    plain: Transformed | None  # the learner on the rows as they are
    own: Transformed | None  # the learner on transformed rows
