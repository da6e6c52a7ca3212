"""What a step of ridge regression looks like: the fit, the weights against λ, circle and contours."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from engine.core.later import Later
from engine.core.marks import Mark, Region
from engine.data.dataset import Dataset
from engine.families.shrinkage.pictures import circle, contours, paths, whole_path, without_penalty
from engine.families.shrinkage.posing import Posed, posed_with
from engine.families.shrinkage.ridge.loop import Params, Step
from engine.maths.algebra.reduced import ridge_weights
from engine.parts.basis_drawing import bumps
from engine.parts.weight_space import HERE

PATH = "ridge path"


def marks(step: Step, data: Dataset, params: Params) -> Sequence[Mark | Later]:
    problem = posed_with(data, step.model.basis, params)
    return [
        Region(step.model),
        *without_penalty(step.least, step.model),
        *bumps(step.model.basis, data),
        Later((HERE,), lambda: weights(step, problem, params)),
        *paths(problem, step.model, step.penalty, params.penalty, ridge_path, PATH),
    ]


def weights(step: Step, problem: Posed, params: Params) -> list[Mark]:
    """Two of the weights: the way that λ leads, the level lines of E, and the circle of equal penalty."""
    _, path = whole_path(problem, params.penalty, ridge_path, PATH)
    whole = np.array([problem.packed(slopes) for slopes in path])
    return contours(problem, step.model, np.zeros((0, 2)), circle, "equal penalty", whole)


def ridge_path(problem: Posed, penalties: np.ndarray) -> np.ndarray:
    """(L, M) the weights for each of the penalties (L,)."""
    return np.array([ridge_weights(problem.of, penalty)[0] for penalty in penalties.tolist()])
