"""The weights of the lasso and the elastic net for many penalties, one after the other from the strongest down.

E + λ (ρ ‖w‖₁ + ½ (1 − ρ) ‖w‖²)        on the columns A whose weights are not 0, with signs s:
(G_AA + λ (1 − ρ) I) w_A = c_A − λ ρ s_A        and for the others  |qⱼ| ≤ λ ρ,  q = c − G w
"""

from __future__ import annotations

import numpy as np

from engine.families.shrinkage.coordinates import soft_threshold
from engine.maths.algebra.reduced import Reduced, ridge_weights

ROUNDS = 200
"""So often the signs are looked for at one penalty."""
SLACK = 1e-9
"""By so much of the largest slope a condition may fail: rounding."""


def sparse_path(of: Reduced, penalties: np.ndarray, ratio: float) -> np.ndarray:
    """(L, M) the weights for each of the penalties (L,), falling; ratio ρ is the part of the penalty that is L1."""
    w, path = np.zeros(len(of.cross)), []
    for penalty in penalties.tolist():
        w = least_at(of, w, penalty, ratio) if penalty and ratio else ridge_weights(of, penalty)[0]
        path.append(w)
    return np.array(path)


def least_at(of: Reduced, w: np.ndarray, penalty: float, ratio: float) -> np.ndarray:
    """The weights (M,) for one penalty, found from those of one near it: sweeps until the signs are right."""
    for _ in range(ROUNDS):
        found = _with_signs(of, np.sign(w), penalty, ratio)
        if found is not None:
            return found
        w = _swept(of, w, penalty, ratio)
    return w


def _with_signs(of: Reduced, signs: np.ndarray, penalty: float, ratio: float) -> np.ndarray | None:
    """The weights with these signs (M,) where all conditions hold; None where they do not."""
    active = np.flatnonzero(signs)
    w = np.zeros(len(signs))
    if len(active):
        H = of.gram[np.ix_(active, active)] + penalty * (1 - ratio) * np.eye(len(active))
        scale = 1.0 / np.sqrt(H.diagonal())
        right = of.cross[active] - penalty * ratio * signs[active]
        try:
            w[active] = scale * np.linalg.solve(H * scale[:, None] * scale, scale * right)
        except np.linalg.LinAlgError:
            return None
    if not np.isfinite(w).all() or (np.sign(w) != signs).any():
        return None
    return w if violation(of, w, penalty, ratio) <= SLACK * float(np.abs(of.cross).max(initial=0.0)) else None


def violation(of: Reduced, w: np.ndarray, penalty: float, ratio: float) -> float:
    """By how much the slope of what is made least misses 0, of the weight where it misses most."""
    q = of.cross - of.gram @ w - penalty * (1 - ratio) * w
    beyond = np.where(w == 0, np.maximum(np.abs(q) - penalty * ratio, 0.0), np.abs(q - penalty * ratio * np.sign(w)))
    return float(beyond.max(initial=0.0))


def _swept(of: Reduced, w: np.ndarray, penalty: float, ratio: float) -> np.ndarray:
    """The weights (M,) after one sweep of coordinate descent."""
    w, q = w.copy(), of.cross - of.gram @ w
    for j, a in enumerate(of.gram.diagonal().tolist()):
        if a:
            new = soft_threshold(float(q[j] + a * w[j]), penalty * ratio) / (a + penalty * (1 - ratio))
            q -= (new - w[j]) * of.gram[j]
            w[j] = new
    return w
