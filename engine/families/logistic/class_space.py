"""Weight space of several classes: two weights of each as an arrow, and E over those of the class that moves most."""

from __future__ import annotations

import numpy as np

from engine.core.marks import Contours, Curve, Mark, Points, Segments
from engine.core.surfaces import Surface
from engine.data.dataset import Dataset
from engine.maths.probability.softmax_entropy import own_rows
from engine.models.linear import Softmax
from engine.parts.ridge import RidgeParams, penalties
from engine.parts.weight_space import Key, Landscape, Slice, axes, penalised, seen_rows, summed, surface, what_is_shown


def weight_space(
    way: np.ndarray,
    move: np.ndarray,
    model: Softmax,
    data: Dataset,
    table: Dataset,
    params: RidgeParams,
    beside: np.ndarray | None = None,
) -> list[Mark]:
    """Two weights of every class as an arrow from 0, the way of its tip (m, K, 2), and where the next step goes.

    move (K, M)  the next step; the level lines are those of the class that it moves farthest
    beside (m, K, 2)  places that the chart has to hold as well
    """
    tips, pair = way[-1], list(axes(table.d))
    goals = tips + move[:, pair]
    held = [] if beside is None else [beside.reshape(-1, 2)]
    groups = model.classes.astype(np.int64)
    chart = surface(table, np.vstack([np.zeros((1, 2)), way.reshape(-1, 2), goals, *held]))
    names = tuple(data.class_name(int(code)) for code in groups)
    k = int(np.argmax((move[:, pair] ** 2).sum(axis=1)))
    marks = class_landscapes(model, k, table, params, chart)
    marks += [
        Curve(way[:, k], "path", group=int(code), dots=len(way) < 60, surface=chart) for k, code in enumerate(groups)
    ]
    marks.append(Segments(np.zeros_like(tips), tips, arrows=True, groups=groups, surface=chart))
    marks.append(Segments(tips, goals, "axis", surface=chart))
    marks.append(Points(tips, groups=groups, labels=names, names=data.class_titles, surface=chart))
    lines = f"Level lines: over the two weights of {names[k]}, all others held"
    return marks + what_is_shown(lines, table.changed(X=table.X[:1], y=None, row_names=(), numbers=None), chart)


def class_landscapes(model: Softmax, k: int, table: Dataset, params: RidgeParams, chart: Surface) -> list[Mark]:
    """E over the two weights of class k; with a penalty the sum as tint, E, and the penalty alone."""
    W, ridge = model.packed, penalties(params, table.d)
    if not np.isfinite(W).all():
        return []
    pair = list(axes(table.d))
    slice = Slice(W[k, pair], W[k], np.eye(len(ridge))[:, pair], ridge)
    if not ridge.any():
        return [Contours(*class_slice(model, k, table, slice), surface=chart)]
    alone = Slice(slice.here, slice.w, slice.directions, np.zeros_like(ridge))
    return penalised(class_slice(model, k, table, alone), slice, chart)


def class_slice(model: Softmax, k: int, table: Dataset, slice: Slice) -> tuple[Landscape, Key]:
    """E + ½ Σ λⱼ wₖⱼ² as a function of two weights of class k, all other weights held.

    With L = ln Σ eᵃʲ over the other classes a row of class k loses ln(1 + e^(L − aₖ)), and one of class j loses
    ln(1 + e^(aₖ − L)) + L − aⱼ.
    """
    rows = seen_rows(table.n)
    Phi, own = table.design[rows], own_rows(table.codes, model.classes)[rows]
    scores = Phi @ model.packed.T
    others = np.delete(scores, k, axis=1)
    top = others.max(axis=1)
    L = top + np.log(np.exp(others - top[:, None]).sum(axis=1))
    signs = np.where(own == k, 1.0, -1.0)
    lift = float((L - scores[np.arange(len(rows)), own])[own != k].sum())
    right = signs * (scores[:, k] - L)
    return summed(signs[:, None] * (Phi @ slice.directions), right, slice, table.n / len(rows), lift)
