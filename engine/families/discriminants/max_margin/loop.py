"""Maximum margin: the line from which the nearest points lie farthest, found by adding the worst point.

    min ½ ‖w‖²  such that  tₙ (w · xₙ + b) ≥ 1 for every n          δ_max = 1 / ‖w‖          w = Σₙ αₙ tₙ xₙ,  αₙ ≥ 0

The problem is solved for a few candidates; the point that lies deepest in their strip becomes one, and candidates with
α = 0 are removed. The strip gets narrower until no point is in it. With the bias in the norm, as
in the perceptron's convergence theorem, distances are those of (1, x); without, as in a support vector machine, of x.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial

import numpy as np

from engine.base.params import choice, whole
from engine.base.snapshot import snapshot
from engine.base.words import counted, figure
from engine.core.algorithm import Steps
from engine.core.ending import Ending
from engine.data.dataset import Dataset
from engine.data.targets import signs, two_classes
from engine.families.discriminants.meeting import meeting_words
from engine.maths.algebra.affine import activations
from engine.maths.optimisation.linear_program import Meeting, meeting, same_place, separating_rows
from engine.maths.optimisation.margin import Gap, Hulls, gap, hulls_of, is_widest, meets, nearest, portions
from engine.maths.optimisation.nearest_point import Mixture, single
from engine.models.basis import Basis
from engine.models.linear import Hyperplane
from engine.parts.basis import BasisParams, basis_limits, chosen_basis, expanded
from engine.parts.line import length

limits = basis_limits


def run(data: Dataset, params: Params, rng: np.random.Generator, start: Hyperplane | None = None) -> Steps:
    basis = chosen_basis(params, data, start)
    X, t = expanded(data, basis).X, signs(data)
    hulls = hulls_of(X, t, params.margin == WITH)
    candidates, point = hulls.lowest(hulls.outward(first_direction(start, X.shape[1])))
    mixture = single(candidates, point)
    strip_of = partial(strip, data, basis, params, hulls)  # a mixture -> the step that shows its strip
    step: Step | None = None
    for iteration in range(params.iterations + 1):
        mixture = nearest(hulls.among(candidates), mixture)
        if meets(hulls, mixture):
            proof = proof_of_meeting(X, t)
            yield met(step, data, X.shape[1], basis, iteration, proof)
            return Ending.failed(no_strip(proof, data, basis))
        now, before = gap(hulls, mixture), step
        step = strip_of(mixture, now, before, iteration)
        yield step

        if is_widest(hulls, now) or step.worst in step.candidates or (before and not step.margin < before.margin):
            return Ending.converged(_found(step, data, params))
        candidates = np.append(step.candidates, step.worst)
    words = f"{counted(params.iterations, 'candidate')} added, and points still lie in the strip: allow more."
    return Ending.stopped(words)


def first_direction(start: Hyperplane | None, M: int) -> np.ndarray | None:
    """The weights to begin from, bias first; None where the start has none that fit."""
    if start is None or len(start.weights) != M or not start.weights.any() or not np.isfinite(start.packed).all():
        return None
    return start.packed


def proof_of_meeting(X: np.ndarray, t: np.ndarray) -> Meeting | None:
    """A point that both classes reach, for which no line separates them; None where they are only too near."""
    if same := same_place(X, t):
        return same
    _, room, rows = separating_rows(X, t)
    return meeting(X, t, rows) if room <= SMALLEST_ROOM else None


def met(before: Step | None, data: Dataset, M: int, basis: Basis | None, iteration: int, proof: Meeting | None) -> Step:
    """The step at which nothing is left of the strip; the line before stays."""
    model = before.model if before else Hyperplane(np.zeros(M), 0.0, two_classes(data), basis)
    rows = before.candidates if before else np.zeros(0, dtype=np.int64)
    multipliers = before.multipliers if before else np.zeros(0)
    return Step(
        model=model, candidates=rows, multipliers=multipliers, worst=-1, iteration=iteration, margin=0.0, least=0.0,
        meeting=proof,
    )  # fmt: skip


def strip(
    data: Dataset, basis: Basis | None, params: Params, hulls: Hulls,
    mixture: Mixture, now: Gap, before: Step | None, iteration: int,
) -> Step:  # fmt: skip
    """The step of a mixture: its line, the points added and removed, and the one that is deepest in the strip."""
    w, b = hulls.line(mixture)
    model = Hyperplane(w, b, two_classes(data), basis)
    margin = 1.0 / length(model.packed if params.margin == WITH else w)
    rows, shares = portions(mixture)
    kept = set() if before is None else set(before.candidates.tolist())
    came, left = sorted(set(rows.tolist()) - kept), sorted(kept - set(rows.tolist()))
    deepest = now.rows[np.argmin(rightness(model, expanded(data, basis).X[now.rows], signs(data)[now.rows]))]
    return Step(
        model=model, candidates=rows, multipliers=shares * per_share(margin, params), worst=int(deepest),
        iteration=iteration, margin=margin, least=margin * min(max(now.least / now.square, 0.0), 1.0), came=tuple(came),
        left=tuple(left),
    )  # fmt: skip


def rightness(model: Hyperplane, X: np.ndarray, t: np.ndarray) -> np.ndarray:
    """(n,) t (w · x + b): 1 or more outside of the strip, on the right side."""
    return np.asarray(t * activations(X, model.weights, model.bias))


def per_share(margin: float, params: Params) -> float:
    """α over the share: with the bias w = p / ‖p‖² and δ = ‖p‖, without w = 2 p / ‖p‖² and δ = ‖p‖ / 2."""
    return 1.0 / margin**2 if params.margin == WITH else 0.5 / margin**2


def bound(data: Dataset, params: Params) -> int:
    return params.iterations + 1


SMALLEST_ROOM = 1e-9
"""Classes with less room between them, columns scaled to −1 … 1, have none: then there is a proof."""

WITH, WITHOUT = "with the bias in the norm", "without"


@dataclass(frozen=True)
class Params(BasisParams):
    margin: str = choice(WITHOUT, (WITHOUT, WITH), symbol=r"\delta", help="whether the bias counts in the length of w")
    iterations: int = whole(
        1000,
        low=1,
        high=100_000,
        log=True,
        label="maximum iterations",
        clear=True,
        rare=True,
        help="candidates added",
    )


@snapshot
class Step:
    """The widest strip between the candidates, and the points that lie deepest in it."""

    model: Hyperplane  # scaled so that the candidates have t (w · x + b) = 1
    candidates: np.ndarray  # (k,) their rows, ascending
    multipliers: np.ndarray  # (k,) α, each > 0
    worst: int  # the row deepest in the strip: it comes next
    iteration: int
    margin: float  # δ of the candidates: half the width of the strip, which can only shrink
    least: float  # δ of all points, with the line moved to the middle of its gap: the greatest δ lies between the two
    came: tuple[int, ...] = ()  # the rows added by this step
    left: tuple[int, ...] = ()  # the rows removed by it
    meeting: Meeting | None = None  # the proof that there is no line


def no_strip(proof: Meeting | None, data: Dataset, basis: Basis | None) -> str:
    """Why there is no strip."""
    if proof is not None:
        return f"No line separates the classes strictly: {meeting_words(proof, data, basis)}"
    return (
        "The strip is too narrow for floating-point precision: the columns lie too far from 0. "
        "Subtract the mean of each column first, or take the margin without the bias."
    )


def where(params: Params, basis: Basis | None) -> str:
    """Among what distances are measured, where that is not the plane: ' among the (1, x)', ' among the φ(x)'."""
    x = "x" if basis is None else "φ(x)"
    return f" among the (1, {x})" if params.margin == WITH else f" among the {x}" if basis else ""


def _found(step: Step, data: Dataset, params: Params) -> str:
    rows = counted(len(step.candidates), "point")
    named = ", ".join(data.row_name(int(row)) for row in step.candidates[:6])
    more = ", …" if len(step.candidates) > 6 else ""
    wide = f"{figure(2 * step.margin)} wide{where(params, step.model.basis)}"
    return f"No point lies in the strip: it is {wide} and {rows} lie on its edges ({named}{more})."
