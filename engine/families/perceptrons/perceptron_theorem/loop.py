"""Perceptron convergence theorem: the perceptron runs, and after each mistake the proof goes on.   (Novikoff 1962)

    start at 0:   w · w* ≥ n η δ* ‖w*‖,   ‖w‖² ≤ n η² D²     ⇒   1 ≥ cos θ ≥ √n δ* / D     ⇒   n ≤ (D / δ*)²

after n mistakes, for any w* that separates the classes with the margin δ* (`theorem.py`).
"""

from __future__ import annotations

import copy
from collections.abc import Generator
from dataclasses import dataclass, replace
from functools import partial

import numpy as np

from engine.base.errors import Objection, SetParameter
from engine.base.params import choice, several
from engine.base.snapshot import snapshot
from engine.base.words import counted, figure, vector
from engine.core.algorithm import Steps
from engine.core.ending import Ending
from engine.core.pauses import on_the_way
from engine.data.dataset import Dataset
from engine.families.perceptrons.passes import posed
from engine.families.perceptrons.perceptron import loop as perceptron
from engine.families.perceptrons.perceptron_theorem.theorem import (
    NO_PROOF,
    Proof,
    begun,
    continued,
    reference_pauses,
    widest_reference,
)
from engine.maths.algebra.affine import activations
from engine.models.linear import Hyperplane
from engine.parts.basis import basis_limits


def run(data: Dataset, params: Params, rng: np.random.Generator, start: Hyperplane | None = None) -> Steps:
    steps = perceptron.run(data, params, copy.deepcopy(rng), start)
    first = next(steps)
    proof = yield from on_the_way(opened(data, params, rng, start), partial(pause, first))
    yield Step(model=first.model, watched=first, proof=proof)
    while True:
        try:
            step = next(steps)
        except StopIteration as end:
            ending: Ending = end.value
            return ending
        proof = continued(proof, step.model, step.mistakes) if step.mistake else proof
        yield Step(model=step.model, watched=step, proof=proof)


def pause(first: perceptron.Step, tried: int) -> Step:
    """On the way to w*, before the run."""
    return Step(model=first.model, watched=first, proof=NO_PROOF, tried=tried)


def opened(
    data: Dataset, params: Params, rng: np.random.Generator, start: Hyperplane | None
) -> Generator[int, None, Proof]:
    """The theorem before the first mistake. The final weights are found by the same run, made once beforehand."""
    X, t, line = posed(data, params, start)
    if params.reference == TYPED:
        return begun(X, t, line, params.rate, typed_reference(X, params))
    if params.reference == WIDEST:
        return begun(X, t, line, params.rate, (yield from widest_reference(X, t)))
    for step in perceptron.run(data, replace(params, stop_at="mistakes"), rng, start):
        last = step.model
    return begun(X, t, line, params.rate, last.packed)


def typed_reference(X: np.ndarray, params: Params) -> np.ndarray | None:
    """The w* that was typed, if it has a number for the bias and for each of the columns of X (n, M)."""
    return np.array(params.typed) if len(params.typed) == X.shape[1] + 1 else None


def bound(data: Dataset, params: Params) -> int:
    pauses = reference_pauses(*posed(data, params, None)[0].shape) if params.reference == WIDEST else 0
    return perceptron.bound(data, params) + pauses


def limits(data: Dataset, params: Params) -> str:
    """What the basis cannot do, and a w* that was typed and does not separate; while none is typed, the run goes on."""
    words = basis_limits(data, params) or too_long(data, params)
    if words or params.reference != TYPED or not params.typed:
        return words
    X, t, _ = posed(data, params, None)
    other, w = SetParameter("reference", WIDEST), typed_reference(X, params)
    if w is None:
        return Objection(
            f"w* needs {X.shape[1] + 1} numbers, the bias first, and {len(params.typed)} were typed: "
            "type them, or take the maximum-margin line.",
            other,
        )
    sides = t * activations(X, w[1:], float(w[0]))
    if sides.min() > 0:
        return ""
    worst, row = int(np.argmin(sides)), "(1, x)" if params.basis == "none" else "(1, φ(x))"
    return Objection(
        f"w* = {vector(w)} does not separate the classes: t w* · {row} = {figure(sides[worst])} "
        f"for row {data.row_name(worst)}, and must be above 0. Type another, or take the maximum-margin line.",
        other,
    )


def too_long(data: Dataset, params: Params) -> str:
    """Why the run that finds the final weights takes longer than one step may, or ''."""
    if params.reference != FINAL or data.n * params.epochs <= AT_ONCE:
        return ""
    words = f"reference = {FINAL!r}: the whole run is made once beforehand, and {counted(params.epochs, 'epoch')} with "
    words += f"{counted(data.n, 'row')} take too long: take the maximum-margin line"
    fewer = AT_ONCE // data.n
    widest = SetParameter("reference", WIDEST)
    if not fewer:
        return Objection(f"{words}.", widest)
    return Objection(f"{words}, or {counted(fewer, 'epoch')} at most.", widest, SetParameter("epochs", fewer))


AT_ONCE = 300_000
"""So many rows are presented in a second or so."""
WIDEST = "maximum margin"
FINAL = "final weights"
TYPED = "typed"


@dataclass(frozen=True)
class Params(perceptron.Params):
    reference: str = choice(
        WIDEST, (WIDEST, FINAL, TYPED), symbol="w^*", label="line", clear=True, help="w* of the theorem"
    )
    typed: tuple[float, ...] = several(
        most=1001, symbol="w^*", label="weights", when=("reference", (TYPED,)), help="the bias first: b w1 w2 …"
    )


@snapshot
class Step:
    """A step of the perceptron, and how far the proof has come after it."""

    model: Hyperplane
    watched: perceptron.Step
    proof: Proof
    tried: int | None = None  # while w* is looked for: the rows tried so far for the edges of the widest strip
