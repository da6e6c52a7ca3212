"""What the notes print wrongly about the convergence of the perceptron."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from engine.base.words import figure
from engine.core.errata import Erratum, Misprint
from engine.data.dataset import Dataset
from engine.data.targets import signs
from engine.families.perceptrons.perceptron_theorem.loop import WIDEST, Params, Step
from engine.families.perceptrons.perceptron_theorem.theorem import bounds, is_told
from engine.maths.optimisation.margin import Line, margins
from engine.parts.basis import expanded

NO_SQUARE = Erratum(
    "E001-5",
    "001_4879c9e7d291b724.txt, Part II, proof of convergence",
    r"\|\mathbf{w}^n\|^2 \leq \|\mathbf{w}^0\| + n\,\eta^2 D^2",
    r"\|\mathbf{w}^n\|^2 \leq \|\mathbf{w}^0\|^2 + n\,\eta^2 D^2",
    "The left side is squared, so the norm of the start must be squared on the right too.",
    kind="copy",
)
FROM_ZERO = Erratum(
    "E001-6",
    "001_4879c9e7d291b724.txt, Part II, proof of convergence",
    r"\mathbf{w}^n \cdot \mathbf{w}^* \geq \eta\,n\,\delta^*\|\mathbf{w}^*\|",
    r"\mathbf{w}^n \cdot \mathbf{w}^* \geq \mathbf{w}^0 \cdot \mathbf{w}^* + \eta\,n\,\delta^*\|\mathbf{w}^*\|",
    "The proof begins at w = 0 without saying so; from any other start, the term of the start remains.",
    kind="open",
)
REVERSED = Erratum(
    "E001-7",
    "001_4879c9e7d291b724.txt, Part II, convergence time",
    r"n \leq \frac{D^2}{\delta^{*2}} \leq \frac{D^2}{\delta_{max}^2}",
    r"n \leq \frac{D^2}{\delta_{max}^2} \leq \frac{D^2}{\delta^{*2}}",
    "The widest margin is the largest divisor, so it gives the smallest bound, and not the largest.",
)
ERRATA = (NO_SQUARE, FROM_ZERO, REVERSED)


def misprints(step: Step, data: Dataset, params: Params) -> Iterator[Misprint]:
    proof = step.proof
    if not proof.exists:
        return
    n, eta, D = figure(proof.history[-1, 0]), figure(proof.rate), figure(proof.radius)
    if not proof.from_zero:
        least, most = (float(bound) for bound in bounds(proof, proof.history[-1, 0]))
        _, along, square = proof.history[0]
        begun = float(np.sqrt(square))
        line = f"‖w⁰‖ + n η² D² = {figure(begun)} + {n}·{eta}²·{D}² = {figure(most - square + begun)}"
        yield Misprint(NO_SQUARE, "the most that ‖w‖² may be", most - square + begun, most, (line,))
        line = f"η n δ* ‖w*‖ = {eta}·{n}·{figure(proof.margin)}·{figure(proof.length)} = {figure(least - along)}"
        yield Misprint(FROM_ZERO, "the least that w · w* may be", least - along, least, (line,))
    elif step.watched.wrong == 0 and params.reference == WIDEST:
        yield from _reversed(step, data)


def _reversed(step: Step, data: Dataset) -> Iterator[Misprint]:
    """The weights found separate the classes too, with a margin of their own: a second w* for the same bound."""
    proof, line = step.proof, step.model
    margin = float(
        margins(expanded(data, line.basis).X, signs(data), Line(line.weights, line.bias), with_bias=True).min()
    )
    if not is_told(proof.radius, margin):
        return
    D, larger = figure(proof.radius), (proof.radius / margin) ** 2
    lines = (
        f"with w itself for w*, D²/δ*² = {D}²/{figure(margin)}² = {figure(larger)}",
        f"with the widest margin, D²/δ_max² = {D}²/{figure(proof.margin)}² = {figure(proof.bound)}",
        f"as printed the smaller of the two would be {figure(larger)}",
    )
    yield Misprint(REVERSED, "the smaller bound on n", larger, proof.bound, lines)
