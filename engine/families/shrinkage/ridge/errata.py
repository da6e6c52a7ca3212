"""What the notes leave open about ridge regression: which weights the penalty holds."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from engine.base.words import figure, vector
from engine.core.errata import Erratum, Misprint
from engine.data.dataset import Dataset
from engine.families.shrinkage.posing import posed_with
from engine.families.shrinkage.ridge.loop import Params, Step
from engine.maths.algebra.reduced import reduced, ridge_weights

BIAS = Erratum(
    "E003-7",
    "003_5694847191d4e823.txt, Midterm Review",
    r"\mathbf{w} = (\lambda I + \Phi^\top\Phi)^{-1}\Phi^\top\mathbf{t}, \quad \Phi = (1, X)",
    r"\mathbf{w} = (\lambda I + X_c^\top X_c)^{-1} X_c^\top\mathbf{t}_c, \quad b = \bar{t} - \mathbf{w}^\top\bar{x}",
    "λ I holds the bias too; left free, the bias follows the means, and without λ the inverse needs full rank.",
    kind="open",
)
ERRATA = (BIAS,)


def misprints(step: Step, data: Dataset, params: Params) -> Iterator[Misprint]:
    """At every penalty, where the bias is free."""
    problem = posed_with(data, step.model.basis, params)
    if not step.penalty or not problem.free_bias:
        return
    X, t = problem.problem.X, problem.problem.t
    printed = data.cached(("as printed", problem.problem.basis), lambda: reduced(problem.problem.Phi, t, centred=False))
    w, _ = ridge_weights(printed, step.penalty)
    if np.isfinite(w).all() and len(X):
        line = f"(λ I + ΦᵀΦ) w = Φᵀt with all weights held: w = {vector(w)}, the bias first: b = {figure(w[0])}"
        yield Misprint(BIAS, "b", float(w[0]), step.model.bias, (line,))
