"""The weights of a two-class logistic regression at once, by Newton's method with halved steps."""

from __future__ import annotations

import numpy as np

from engine.maths.optimisation.newton import newton_step
from engine.maths.probability.cross_entropy import gradient, hessian, penalised

STEPS, HALVINGS = 60, 40
AT_REST = 1e-10
"""A step that changes no activation by more is the last."""


@np.errstate(over="ignore", invalid="ignore")
def logistic_fit(Phi: np.ndarray, t: np.ndarray, penalties: np.ndarray) -> np.ndarray:
    """(M,) the w with the least E + ½ Σ λⱼ wⱼ², of Φ (n, M), targets t (n,) 0 and 1, and λ (M,).

    Where the classes are separable there is a least only with a penalty; without, it stops after so many steps.

    >>> Phi = np.column_stack([np.ones(6), np.arange(6.0)])
    >>> logistic_fit(Phi, np.array([0.0, 0, 0, 1, 1, 1]), np.array([0.0, 0.1])).round(4)
    array([-6.687 ,  2.6748])
    """
    w = np.zeros(Phi.shape[1])
    least = penalised(w, Phi, t, penalties)
    for _ in range(STEPS):
        move = newton_step(gradient(w, Phi, t, penalties), hessian(w, Phi, penalties))[0]
        for _ in range(HALVINGS):
            if (reached := penalised(w + move, Phi, t, penalties)) <= least:
                w, least = w + move, reached
                break
            move = move / 2
        if not np.abs(Phi @ move).max() > AT_REST:
            break
    return w
