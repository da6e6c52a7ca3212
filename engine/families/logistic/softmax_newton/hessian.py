"""The Hessian of a softmax regression as a picture: K × K blocks, and its eigenvalues."""

from __future__ import annotations

import numpy as np

from engine.core.marks import Bars, Mark, Matrix
from engine.core.story import Check, Number
from engine.core.surfaces import Surface
from engine.data.dataset import Dataset
from engine.maths.algebra.agreement import exceeds
from engine.models.linear import Softmax

BLOCKS = Surface("table", "Hessian", open=False)
EIGENVALUES = Surface("chart", "Eigenvalues of the Hessian", "rank", "eigenvalue", open=False)
MOST_CELLS = 120
"""A Hessian with more rows than this is shown by the traces of its blocks."""
MOST_EIGENVALUES = 300
"""The eigenvalues of a larger Hessian take too long for a picture."""


def surfaces(hessian: np.ndarray) -> tuple[Surface, ...]:
    """Where a Hessian is drawn: a large one has no eigenvalues."""
    return (BLOCKS,) if len(hessian) > MOST_CELLS else (BLOCKS, EIGENVALUES)


def blocks(hessian: np.ndarray, model: Softmax, table: Dataset) -> list[Mark]:
    """The blocks Hₖⱼ as a heat map, class by class, and the eigenvalues as bars, the largest first."""
    classes = [table.class_name(int(code)) for code in model.classes]
    K = len(classes)
    if len(hessian) > MOST_CELLS:
        traces = hessian.reshape(K, -1, K, len(hessian) // K).trace(axis1=1, axis2=3)
        return [Matrix(traces, tuple(classes), tuple(classes), title="Traces of the blocks", surface=BLOCKS)]
    names = tuple(f"{name}: {weight}" for name in classes for weight in ("bias", *table.feature_names))
    values = np.linalg.eigvalsh(hessian)[::-1]
    labels = tuple(str(i + 1) for i in range(len(values)))
    return [
        Matrix(hessian, names, names, title="Blocks, one for each pair of classes", surface=BLOCKS),
        Bars(values, labels, surface=EIGENVALUES),
    ]


def spectrum(hessian: np.ndarray) -> list[Number]:
    """The least and the largest eigenvalue."""
    if len(hessian) > MOST_EIGENVALUES or not np.isfinite(hessian).all():
        return []
    values = np.linalg.eigvalsh(hessian)
    least = 0.0 if abs(values[0]) <= 1e-12 * abs(values[-1]) else float(values[0])
    return [Number("least eigenvalue of H", least), Number("largest eigenvalue of H", float(values[-1]))]


def definite(hessian: np.ndarray) -> list[Check]:
    """The promise that the error curves down nowhere."""
    if len(hessian) > MOST_EIGENVALUES:
        return []
    values = np.linalg.eigvalsh(hessian)
    return [Check("no eigenvalue of H is below 0", not exceeds(-values[0], 0.0, values[-1]))]
