"""What the penalised regressions say alike: what is made least, the weights beside least squares, of a point."""

from __future__ import annotations

from engine.base.words import added, counted, figure, shown
from engine.core.story import Story, Table
from engine.data.dataset import Dataset
from engine.families.shrinkage.posing import Posed
from engine.maths.algebra.linear_fit import residuals
from engine.models.linear import LinearPredictor
from engine.parts.basis import entries_of
from engine.parts.ranges import scaled_first

UNITS = "λ holds a weight in the unit of its column, so the narrow columns are held most."


def squared(problem: Posed, model: LinearPredictor) -> float:
    """Σ r²; residuals that are rounding count as 0."""
    left = residuals(problem.problem.X, problem.problem.t, model.packed)
    return float(left @ left)


def objective_lines(squares: float, penalty: float, what: str, least: str = "E + penalty") -> tuple[str, ...]:
    """E, and its sum with a penalty, worked; `what` says what the penalty is."""
    (half,) = shown(0.5 * squares, lambda s: 0.5 * s, squares)
    return (
        f"E = ½ Σ r² = 0.5·{half} = {figure(0.5 * squares)}",
        f"penalty = {what}",
        f"{least} = {added(0.5 * squares, penalty)}",
    )


def rank_words(problem: Posed, rank: int) -> str:
    """Why many weights have the same error without a penalty, if they have."""
    M = len(problem.of.cross)
    if rank >= M:
        return ""
    n, free = problem.of.rows, " beside the bias" if problem.free_bias else ""
    few = f"{counted(n, 'row')} cannot determine" if n < M + problem.free_bias else "some columns depend on others in"
    return (
        f" The columns of Φ have the rank {rank}: {few} {counted(M, 'weight')}{free}. The pseudo-inverse gives the "
        "shortest of the weights that fit equally well."
    )


def beside_least_squares(model: LinearPredictor, least: LinearPredictor, problem: Posed) -> Table:
    """Every weight beside its least-squares value, the bias first."""
    rows = zip(problem.problem.names, least.packed.tolist(), model.packed.tolist(), strict=True)
    return Table("Weights", (entries_of(model.basis), "least squares", "w"), tuple(rows))


def advised(story: Story, problem: Posed, data: Dataset) -> Story:
    """The story; where columns range differently, that it matters for a penalty."""
    return scaled_first(story, data, UNITS) if problem.problem.basis is None and data.d > 1 else story
