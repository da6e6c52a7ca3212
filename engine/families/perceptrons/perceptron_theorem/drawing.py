"""What a step of the theorem looks like: circle of radius D, strip of w*, bound, and the two inequalities."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from engine.core.marks import Bars, Curve, Ellipse, Line, Mark, Text
from engine.core.surfaces import Surface
from engine.data.dataset import Dataset
from engine.data.targets import signs
from engine.families.perceptrons import examples
from engine.families.perceptrons.mistakes import mistaken
from engine.families.perceptrons.perceptron_theorem.loop import Params, Step
from engine.families.perceptrons.perceptron_theorem.theorem import Proof, bounds, tracked
from engine.parts.basis import expanded
from engine.parts.basis_drawing import feature_marks
from engine.parts.line import line_marks

LENGTHS = Surface("chart", "Proof: lengths", "mistakes n", "length")
ANGLE = Surface("chart", "Proof: angle", "mistakes n", "cos θ between w and w*", open=False)
BOUND = Surface("chart", "Mistakes and bound", "", "mistakes", open=False)
PLACES = 200
BESIDE = 0.25
"""The angle from the longest example to the name of the circle."""
ROOM = 3.0
"""The chart reaches so many times as far as the run has come, but not beyond the bound."""


def marks(step: Step, data: Dataset, params: Params) -> Sequence[Mark]:
    line, watched = step.model, step.watched
    missed = np.flatnonzero(mistaken(line, expanded(data, line.basis).X, signs(data), params.at_zero))
    drawn = [*examples.areas(line), *_proved(step, data.X)]
    if watched.mistake:
        drawn += line_marks(watched.before, "ghost", normal=True)
    drawn += line_marks(line, "boundary", normal=True)
    drawn += examples.missed_points(missed, watched.sample, data)
    return [*drawn, *feature_marks(data, line)]


def _proved(step: Step, X: np.ndarray) -> list[Mark]:
    """The proof so far; nothing where there is no separating w*, nor where a square is too large for a number."""
    proof = step.proof
    if not proof.exists or not np.isfinite(proof.history).all():
        return []
    plane = [] if step.model.basis is not None else _on_the_plane(proof, X)
    return [*plane, *_lengths(proof), *_angle(proof), _mistakes_and_bound(proof)]


def _on_the_plane(proof: Proof, X: np.ndarray) -> list[Mark]:
    """w* in the strip that no example enters, and in one or two dimensions the circle that none leaves."""
    weights, bias = proof.reference[1:], float(proof.reference[0])
    level, d = proof.margin * proof.length, len(weights)
    drawn: list[Mark] = []
    if d <= 2:
        reach = float(np.sqrt(max(proof.radius**2 - 1.0, 0.0)))
        drawn += [Ellipse(np.zeros(d), np.eye(d), reach), Text(_beside_longest(X), "‖(1, x)‖ = D", anchor=(1.0, 0.0))]
    if weights.any():
        drawn += [Line(weights, bias, "margin", edge) for edge in (level, -level)]
        drawn.append(Line(weights, bias, "plain", label="w*"))
    return drawn


def _beside_longest(X: np.ndarray) -> np.ndarray:
    """(d,) the longest example, in two dimensions turned a little about the origin: a name there does not hide it."""
    longest: np.ndarray = X[int(np.argmax((X**2).sum(axis=1)))]
    c, s = np.cos(BESIDE), np.sin(BESIDE)
    return longest if len(longest) == 1 else np.array([[c, -s], [s, c]]) @ longest


def _end(proof: Proof) -> float:
    """How far the charts go: to where the bounds cross if that is not too far, else a little beyond the run."""
    n = float(proof.history[-1, 0])
    within = max(ROOM * n, 60.0)
    return min(1.08 * proof.bound, within) if proof.from_zero else within


def _lengths(proof: Proof) -> list[Mark]:
    """w · w* / ‖w*‖ and ‖w‖ between a line that rises steadily and a root that flattens: they must cross."""
    rows, star = tracked(proof), proof.length
    at = rows[:, 0]
    end = max(_end(proof), float(at[-1]))
    n = np.linspace(0.0, end, PLACES)
    least, most = bounds(proof, n)
    drawn: list[Mark] = [
        Curve(np.column_stack([n, np.sqrt(most)]), "margin", label="√n η D", surface=LENGTHS),
        Curve(np.column_stack([at, np.sqrt(rows[:, 3])]), "focus", label="‖w‖", surface=LENGTHS),
        Curve(np.column_stack([at, rows[:, 1] / star]), "path", dots=True, surface=LENGTHS),
        Text(np.array([at[-1], rows[-1, 1] / star]), "w · w* / ‖w*‖", anchor=(0.0, 0.0), surface=LENGTHS),
        Curve(np.column_stack([n, least / star]), "ghost", label="n η δ*", surface=LENGTHS),
    ]
    if proof.from_zero and end >= proof.bound:
        height = proof.bound * proof.rate * proof.margin
        drawn.append(Text(np.array([proof.bound, height]), "n = (D/δ*)²", anchor=(1.0, 0.0), surface=LENGTHS))
    return drawn


def _angle(proof: Proof) -> list[Mark]:
    """cos θ between its lower bound and 1."""
    rows = tracked(proof)
    turned = rows[np.isfinite(rows[:, 5])]
    end = max(_end(proof), float(rows[-1, 0]))
    drawn: list[Mark] = [Curve(np.array([[0.0, 1.0], [end, 1.0]]), "plain", label="1", surface=ANGLE)]
    if proof.from_zero:
        n = np.linspace(0.0, min(end, proof.bound), PLACES)
        drawn.append(Curve(np.column_stack([n, np.sqrt(n / proof.bound)]), "ghost", label="√n δ*/D", surface=ANGLE))
    if len(turned):
        drawn.append(Curve(turned[:, [0, 5]], "path", label="cos θ", dots=True, surface=ANGLE))
    return drawn


def _mistakes_and_bound(proof: Proof) -> Bars:
    n = float(proof.history[-1, 0])
    if not proof.from_zero:
        return Bars(np.array([n]), ("mistakes so far",), surface=BOUND)
    return Bars(np.array([n, proof.bound]), ("mistakes so far", "bound (D/δ*)²"), chosen=0, surface=BOUND)
