"""What the notes print wrongly about the perceptron."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from engine.base.words import figure, vector
from engine.core.errata import Erratum, Misprint
from engine.data.dataset import Dataset
from engine.data.targets import signs
from engine.families.perceptrons.mistakes import criterion
from engine.families.perceptrons.perceptron.loop import Params, Step
from engine.maths.algebra.affine import with_ones
from engine.parts.basis import expanded
from engine.parts.line import activation

NEVER_STARTS = Erratum(
    "E001-3",
    "001_4879c9e7d291b724.txt, Part II, proof of convergence",
    r"t\,\mathbf{w}^\top\mathbf{x} < 0 \;\Rightarrow\; \mathbf{w} \leftarrow \mathbf{w} + \eta\,t\,\mathbf{x}",
    r"t\,\mathbf{w}^\top\mathbf{x} \leq 0 \;\Rightarrow\; \mathbf{w} \leftarrow \mathbf{w} + \eta\,t\,\mathbf{x}",
    "With the strict sign a point on the line counts as correct; at w = 0 every point is, and training never begins.",
    kind="open",
)
ONE_TERM = Erratum(
    "E001-4",
    "001_4879c9e7d291b724.txt, Part II, error function",
    r"E(\mathbf{w}^{(T+1)}) = -\mathbf{w}^{(T)\top}\boldsymbol{\varphi}_{n+1} - "
    r"\eta\,\boldsymbol{\varphi}_{n+1}^\top\boldsymbol{\varphi}_{n+1} \quad "
    r"< -\mathbf{w}^{(T)\top}\boldsymbol{\varphi}_{n+1}",
    r"-t_n\mathbf{w}^{(T+1)\top}\boldsymbol{\varphi}_n \quad = -t_n\mathbf{w}^{(T)\top}\boldsymbol{\varphi}_n - "
    r"\eta\,\|\boldsymbol{\varphi}_n\|^2",
    "Only the term of the point just corrected is guaranteed to fall; the criterion, a sum over mistakes, can rise.",
    kind="open",
)
ERRATA = (NEVER_STARTS, ONE_TERM)


def misprints(step: Step, data: Dataset, params: Params) -> Iterator[Misprint]:
    if step.sample is None or not step.mistake:
        return
    table, t = expanded(data, step.model.basis), signs(data)
    x, sign = table.X[step.sample], float(t[step.sample])
    a = activation(step.before, x)
    before, after = step.before.packed, step.model.packed
    if a == 0:
        line = f"t a = {figure(sign)}·{figure(a)} = {figure(sign * a)} is not below 0, so w stays {vector(before)}"
        yield Misprint(NEVER_STARTS, "w, the bias first", before, after, (line,))
    falls, rises = (criterion(line, table.X, t) for line in (step.before, step.model))
    if rises > falls:
        square = float(np.sum(with_ones(x) ** 2))
        term = -sign * a - params.rate * square
        line = f"E(w) = {figure(-sign * a)} − {figure(params.rate)}·{figure(square)} = {figure(term)}"
        yield Misprint(ONE_TERM, "criterion after", term, rises, (line.replace("−−", "− −"),))
