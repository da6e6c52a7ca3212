"""More weights than the rows can tell apart: a direction v with Φ v = 0, along which E does not change."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from engine.base.params import real
from engine.base.words import figure, vector
from engine.core.marks import Curve, Line, Mark, Points
from engine.core.story import Check, Number
from engine.core.surfaces import Surface
from engine.data.dataset import Dataset
from engine.data.targets import zero_one
from engine.maths.algebra.affine import UNSEEN
from engine.maths.algebra.agreement import agree, cleared_weights
from engine.maths.probability.cross_entropy import cross_entropy
from engine.maths.probability.sigmoid import sigmoid
from engine.models.linear import Logistic

CHART = Surface("chart", "Along the null direction", "r", "E", open=False)
EMPTY = 1e-9
"""Activations that change by no more than this share of their terms do not change."""


@dataclass(frozen=True)
class AlongParams:
    """How far to look along a direction that changes nothing at the points."""

    along: float = real(
        0.0, low=-100.0, high=100.0, symbol="r", label="along v", rare=True, help="look at w + r v, where Φ v = 0"
    )


def null_direction(Phi: np.ndarray) -> np.ndarray | None:
    """(M,) a v with Φ v = 0 whose largest entry is 1, or None where the columns of Φ (n, M) are independent."""
    sizes = np.abs(Phi).max(axis=0)
    if not np.isfinite(Phi).all():
        return None
    if (unseen := sizes <= UNSEEN).any():
        return np.asarray(unseen.astype(float))
    unit = Phi / sizes
    v = np.linalg.eigh(unit.T @ unit)[1][:, 0] / sizes
    v = cleared_weights(v / v[np.argmax(np.abs(v))], Phi)
    return v if (np.abs(Phi @ v) <= EMPTY * np.abs(Phi * v).sum(axis=1).max()).all() else None


def moved(model: Logistic, v: np.ndarray, params: AlongParams) -> Logistic:
    """The model at w + r v."""
    return Logistic.unpacked(model.packed + params.along * v, model.classes, model.basis)


def drawn(model: Logistic, table: Dataset, params: AlongParams) -> list[Mark]:
    """E along v, which is a valley, and along one weight, which is none; and the line of the model at w + r v."""
    Phi, t, w = table.design, zero_one(table), model.packed
    if (v := null_direction(Phi)) is None:
        return []
    reach = max(10.0, 1.2 * abs(params.along))
    r = np.linspace(-reach, reach, 81)
    steep = np.zeros_like(w)
    steep[int(np.argmax(np.abs(Phi).sum(axis=0)))] = 1.0
    floor, wall = (np.array([cross_entropy(w + one * way, Phi, t) for one in r]) for way in (v, steep))
    marks: list[Mark] = [
        Curve(np.column_stack([r, wall]), "ghost", label="along one weight", surface=CHART),
        Curve(np.column_stack([r, floor]), "boundary", label="along v", surface=CHART),
    ]
    here = cross_entropy(w + params.along * v, Phi, t)
    marks.append(Points(np.array([[params.along, here]]), "focus", labels=("w + r v",), surface=CHART))
    other = moved(model, v, params)
    if params.along and model.basis is None and other.weights.any():
        marks.append(Line(other.weights, other.bias, "axis", label="w + r v"))
    return marks


def worked(model: Logistic, table: Dataset, params: AlongParams) -> tuple[str, ...]:
    """E at both ends of the move, with numbers."""
    Phi, t = table.design, zero_one(table)
    if (v := null_direction(Phi)) is None:
        return ()
    here, there = (cross_entropy(model.packed + r * v, Phi, t) for r in (0.0, params.along))
    said = f"at w it is {figure(here)}, and {figure(params.along)} v away {figure(there)}"
    return (f"no activation changes along v = {vector(v)}", f"so E stays: {said}")


def told(model: Logistic, table: Dataset, params: AlongParams) -> tuple[list[Number], list[Check]]:
    """The rank, and what the move changes at the points and elsewhere."""
    Phi, t, w = table.design, zero_one(table), model.packed
    if (v := null_direction(Phi)) is None:
        return [], []
    M, rank = len(v), int(np.linalg.matrix_rank(Phi / np.maximum(np.abs(Phi).max(axis=0), 1e-300)))
    away = np.append(1.0, table.X.mean(axis=0) + v[1:] * np.ptp(table.X, axis=0).max())
    at, off = (sigmoid(rows @ (w + params.along * v)) - sigmoid(rows @ w) for rows in (Phi, away[None]))
    numbers = [
        Number("rank of Φ", rank, f"of {M}: nullity {M - rank}"),
        Number("largest change of P at the points", float(np.abs(at).max()), "moving by r v"),
        Number("change of P away from them", float(off[0]), "at a place off the points, along v"),
    ]
    here, there = cross_entropy(w, Phi, t), cross_entropy(w + params.along * v, Phi, t)
    size = 1.0 + float(np.abs(Phi).max() * (np.abs(w) + np.abs(params.along * v)).max()) * len(Phi)
    return numbers, [Check("E is the same at w + r v", agree(here, there, size))]
