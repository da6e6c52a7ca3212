"""The perceptron convergence theorem, watched at work: two inequalities squeeze the weights after n mistakes.

    start at 0:   w · w* ≥ n η δ* ‖w*‖,   ‖w‖² ≤ n η² D²     ⇒   1 ≥ cos θ ≥ √n δ* / D     ⇒   n ≤ (D / δ*)²

All vectors have the bias first and 1 before x: D is the greatest length of a (1, x), δ* the least distance of one from
w* · x = 0. From other starting weights w⁰ the terms w⁰ · w* and ‖w⁰‖² are added, and the bound is not promised.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from engine.base.snapshot import snapshot
from engine.base.words import counted, figure, vector
from engine.core.story import Check, Number, Story
from engine.data.dataset import Dataset
from engine.maths.optimisation.margin import Line, margins, radius, widest
from engine.models import Hyperplane

LONGEST = 256
"""A longer history is thinned to every second mistake."""
ROUNDING = 1e-9
REFERENCES = ("maximum margin", "final weights")


@snapshot
class Proof:
    """What the theorem needs to know of a run so far. Without a separating w* there is nothing but words.

    reference  (M + 1,) w*;   margin  δ*;   radius  D;   rate  η
    history    (m, 3) mistakes n, w · w* and ‖w‖², from the start to now
    """

    words: str
    reference: np.ndarray
    margin: float
    radius: float
    rate: float
    history: np.ndarray

    @property
    def exists(self) -> bool:
        """Whether there is a w* that separates."""
        return bool(len(self.reference))

    @property
    def from_zero(self) -> bool:
        """Whether the run began at w = 0, which the theorem asks for."""
        return bool(self.history[0, 2] == 0)

    @property
    def bound(self) -> float:
        """(D / δ*)², the most mistakes that a run from 0 can make."""
        return (self.radius / self.margin) ** 2

    @property
    def length(self) -> float:
        """‖w*‖."""
        return float(np.linalg.norm(self.reference))


def opened(table: Dataset, t: np.ndarray, begin: Hyperplane, rate: float, reference: Hyperplane | None) -> Proof:
    """The theorem before the first mistake; w* is the reference, or the line with the widest strip if there is none."""
    with np.errstate(over="ignore", invalid="ignore"):
        if reference is None:
            name, line = "the line with the widest strip", widest(table.X, t, with_bias=True)
            why = "No line separates these classes (or none that the digits can tell): there is no w*, and no bound."
        else:
            name, line = "the weights that the run ends with", Line(reference.weights, float(reference.bias))
            why = "The weights that the run ends with do not separate the classes: they are no w*, and give no bound."
        least = float(margins(table.X, t, line, with_bias=True).min()) if line else 0.0
        if line is None or not least > 0 or not np.isfinite(begin.packed).all():
            return Proof(why, np.zeros(0), 0.0, 0.0, rate, np.zeros((1, 3)))
        w = np.append(line.bias, line.weights)
        return Proof(f"w* is {name}.", w, least, radius(table.X), rate, _row(w, begin, 0)[None])


def continued(proof: Proof, plane: Hyperplane, mistakes: int) -> Proof:
    """The theorem after one more mistake."""
    if not proof.exists:
        return proof
    history = np.vstack([proof.history, _row(proof.reference, plane, mistakes)])
    if len(history) > LONGEST:
        history = np.vstack([history[:-1:2], history[-1]])
    return replace(proof, history=history)


def _row(reference: np.ndarray, plane: Hyperplane, mistakes: int) -> np.ndarray:
    w = plane.packed
    with np.errstate(over="ignore", invalid="ignore"):
        return np.array([mistakes, w @ reference, w @ w])


def tracked(proof: Proof) -> np.ndarray:
    """(m, 7) for every mistake kept: n, w · w*, its lower bound, ‖w‖², its upper bound, cos θ, its lower bound.

    While w = 0 it has no angle: NaN.
    """
    n, along, square = proof.history.T
    least, most = bounds(proof, n)
    with np.errstate(divide="ignore", invalid="ignore"):
        cosine = along / (np.sqrt(square) * proof.length)
        least_cosine = least / (np.sqrt(most) * proof.length)
    return np.column_stack([n, along, least, square, most, cosine, least_cosine])


def bounds(proof: Proof, n: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """What w · w* cannot fall below after n mistakes, and what ‖w‖² cannot rise above."""
    _, along, square = proof.history[0]
    least = along + n * proof.rate * proof.margin * proof.length
    return least, square + n * proof.rate**2 * proof.radius**2


# -- telling -----------------------------------------------------------------------------------------------------------


def told(story: Story, proof: Proof | None) -> Story:
    """The story of a step with what the theorem says of it."""
    if proof is None:
        return story
    if not proof.exists:
        return replace(story, sentence=f"{story.sentence} {proof.words}")
    now = tracked(proof)[-1]
    return replace(
        story,
        sentence=f"{story.sentence} {_sentence(proof)}",
        worked=(*story.worked, *_inequalities(proof, now)),
        numbers=(*story.numbers, *_numbers(proof)),
        checks=(*story.checks, *_checks(proof, now)),
    )


def _sentence(proof: Proof) -> str:
    said = f"{counted(int(proof.history[-1, 0]), 'mistake')} so far"
    if not proof.from_zero:
        return f"{proof.words} {said}; the run did not begin at 0, so extra terms stand in the inequalities."
    return f"{proof.words} {said}, and the theorem allows at most {figure(np.floor(proof.bound * (1 + ROUNDING)))}."


def _inequalities(proof: Proof, now: np.ndarray) -> tuple[str, ...]:
    n, along, least, square, most, cosine, least_cosine = now
    begun, extra = proof.history[0], ("", "")
    if not proof.from_zero:
        extra = (f"{figure(begun[1])} + ", f"{figure(begun[2])} + ")
    eta, d, D = figure(proof.rate), figure(proof.margin), figure(proof.radius)
    lines = [
        f"w · w* = {figure(along)} ≥ {extra[0]}n η δ* ‖w*‖ = "
        f"{extra[0]}{figure(n)}·{eta}·{d}·{figure(proof.length)} = {figure(least)}",
        f"‖w‖² = {figure(square)} ≤ {extra[1]}n η² D² = {extra[1]}{figure(n)}·{eta}²·{D}² = {figure(most)}",
    ]
    if n and proof.from_zero:
        lines.append(f"cos θ = {figure(cosine)} ≥ √n δ* / D = √{figure(n)}·{d} / {D} = {figure(least_cosine)}")
    return tuple(lines)


def _numbers(proof: Proof) -> tuple[Number, ...]:
    stars = vector(proof.reference)
    return (
        Number("w*", stars, "the bias first"),
        Number("D", proof.radius, "the greatest length of a (1, x)"),
        Number("δ*", proof.margin, "the least distance of a (1, x) from w* · (1, x) = 0"),
        Number("(D / δ*)²", proof.bound, "the same for every η" if proof.from_zero else "promised only from w = 0"),
    )


def _checks(proof: Proof, now: np.ndarray) -> tuple[Check, ...]:
    n, along, least, square, most, _, _ = now
    if not np.isfinite(now[:5]).all():
        return ()
    slack = ROUNDING * np.sqrt(most) * proof.length
    checks = [
        Check("w · w* has grown with every mistake as it must", bool(along >= least - slack)),
        Check("‖w‖² has grown no faster than it may", bool(square <= most * (1 + ROUNDING))),
    ]
    if proof.from_zero:
        checks.append(Check("no more mistakes than the bound", bool(n <= proof.bound * (1 + ROUNDING))))
    return tuple(checks)
