"""What is said of the whitened picture: S_W becomes the identity, and the problem an ordinary one of eigenvectors."""

from __future__ import annotations

import numpy as np

from engine.base.words import figure, vector
from engine.core.story import Check, Number, Story
from engine.data.dataset import Dataset
from engine.families.discriminants.fisher.circle import axes_of
from engine.families.discriminants.fisher.loop import Params, Step
from engine.families.discriminants.fisher.ratio import held_scatter, held_words, matrix_formula, matrix_words
from engine.maths.algebra.agreement import SHARE, agree
from engine.maths.algebra.scatter import Scatter, Whitening
from engine.parts.basis import entries_of, in_basis

WRITTEN = 3
"""A matrix with more rows than this is not written out in a line."""
ORDINARY = r"A S_B A^\top \mathbf{u} = \lambda\,\mathbf{u}, \quad \mathbf{w} = A^\top \mathbf{u}"
LAGRANGE = r", \quad -\mathbf{w}^\top S_B \mathbf{w} + \lambda\,(\mathbf{w}^\top S_W\,\mathbf{w} - 1)"
"""What has the slope 0 where w is best; of S_W alone, as it is printed."""


def whitened(step: Step, table: Dataset, params: Params) -> Story:
    white, _ = _both(step)
    matrix = matrix_words(step, params)
    A = _matrix(white)
    held = held_scatter(step, params).within
    turned, terms = A @ held @ A.T, np.abs(A) @ np.abs(held) @ np.abs(A).T
    changing = np.flatnonzero(white.scale > 0)
    there = np.ix_(changing, changing)
    is_one = agree(turned[there], np.eye(len(changing)), 1e-5 / SHARE + terms[there])
    x = in_basis("x", step.basis)
    said = (
        f"The {entries_of(step.basis)}s are transformed, z = A({x} − m), so that {matrix} becomes the identity: "
        "the within-class scatter is then the same in every direction: a circle."
    )
    worked = (f"A = {_rows(A)}", f"A {matrix} Aᵀ = {_rows(turned)}") if len(A) <= WRITTEN else ()
    formula = rf"\mathbf{{z}} = A(\mathbf{{x}} - \mathbf{{m}}), \quad A\,{matrix_formula(step, params)}\,A^\top = I"
    return Story(
        said + held_words(step, params),
        in_basis(formula, step.basis),
        worked,
        (Number(f"{entries_of(step.basis)}s", len(A)),),
        checks=(Check(f"A {matrix} Aᵀ is the identity", is_one),),
    )


def axis(step: Step, table: Dataset, params: Params) -> Story:
    white, parts = _both(step)
    u, values = axes_of(white, parts)
    matrix = matrix_words(step, params)
    back = white.map_back(u[:, :1])[:, 0]
    if parts.two:
        said = (
            "In the circle the scatter is the same in all directions, so the best is the direction between the means: "
        )
    else:
        said = "In the circle the scatter is the same in all directions, so the best is where the means spread most: "
    said += f"an ordinary eigenvector u of A S_B Aᵀ. Mapped back, w = Aᵀ u meets the constraint wᵀ {matrix} w = 1."
    held = held_scatter(step, params).within
    within, terms = float(back @ held @ back), float(np.abs(back) @ np.abs(held) @ np.abs(back))
    between = float(((parts.spread.T @ back) ** 2).sum())
    return Story(
        said,
        ORDINARY + LAGRANGE * (matrix == "S_W"),
        (
            f"u = {vector(u[:, 0])}",
            f"Aᵀ u = {vector(back)}",
            f"wᵀ {matrix} w = {figure(within)}",
            f"wᵀ S_B w = {figure(between)}",
        ),
        (Number("λmax", float(values[0]), "the ratio, maximised"),),
        checks=(
            Check("mapped back, w meets the constraint", agree(within, 1.0, 1e-6 / SHARE + terms)),
            Check("λ is wᵀ S_B w", agree(between, values[0], values[0], 1e-6)),
        ),
    )


def _both(step: Step) -> tuple[Whitening, Scatter]:
    assert step.white is not None and step.parts is not None
    return step.white, step.parts


def _matrix(white: Whitening) -> np.ndarray:
    """(d, d) A."""
    return white.map_there(np.eye(len(white.scale)))


def _rows(matrix: np.ndarray) -> str:
    rounded = np.where(np.abs(matrix) < 1e-12, 0.0, matrix)
    return "[" + ", ".join(vector(row) for row in rounded) + "]"
