"""What a step of the support vector machine says."""

from __future__ import annotations

import numpy as np

from engine.base.words import counted, divided, enough, figure, shown, taken, vector
from engine.core.algorithm import Inquiry
from engine.core.marks import Segments
from engine.core.story import Check, Event, Number, Story, Table
from engine.data.dataset import Dataset
from engine.families.support_vectors.dual import Pair
from engine.families.support_vectors.svm.drawing import rings
from engine.families.support_vectors.svm.loop import Params, Step
from engine.maths.algebra.agreement import agree, exceeds
from engine.models.support_vectors import SupportVectors
from engine.parts.ranges import scaled_first

LISTED = 12
"""So many support vectors are listed."""
WRITTEN = 4
"""So many terms of a sum are written out."""
PROBLEM = (
    r"\underset{\alpha}{\mathrm{max}}\; W = \sum_n \alpha_n - \frac{1}{2}\sum_{n}\sum_{m} \alpha_n \alpha_m t_n t_m "
    r"K(\mathbf{x}_n, \mathbf{x}_m) \quad \mathrm{with} \quad 0 \leq \alpha_n \leq C, \quad \sum_n \alpha_n t_n = 0"
)
UPDATE = (
    r"\Delta = \frac{b_i - b_j}{\eta}, \qquad \alpha_i \leftarrow \alpha_i + t_i \Delta, \quad "
    r"\alpha_j \leftarrow \alpha_j - t_j \Delta, \qquad 0 \leq \alpha \leq C, \qquad "
    r"b_n = t_n - \sum_m \alpha_m t_m K(\mathbf{x}_m, \mathbf{x}_n)"
)
KERNELS = {
    "linear": r"K(\mathbf{x}, \mathbf{z}) = \mathbf{x}^\top\mathbf{z}",
    "rbf": r"K(\mathbf{x}, \mathbf{z}) = e^{-\gamma \|\mathbf{x} - \mathbf{z}\|^2}",
    "polynomial": r"K(\mathbf{x}, \mathbf{z}) = (\gamma\,\mathbf{x}^\top\mathbf{z} + r)^p",
}
SCORE = r"f(\mathbf{x}) = \sum_n \alpha_n t_n K(\mathbf{x}_n, \mathbf{x}) + b"


def explain(step: Step, data: Dataset, params: Params) -> Story:
    formula = UPDATE if step.pair else rf"{PROBLEM}, \qquad {KERNELS[step.problem.kernel.kind]}"
    worked = _moved(step.pair, step) if step.pair else ()
    tables = (_listed(step, data, params),) if len(step.support) else ()
    story = Story(
        _sentence(step, data), formula, (*worked, *_state(step)), _numbers(step), tables, _checks(step, params)
    )
    if step.pair or step.problem.kernel.kind != "rbf":
        return story
    return scaled_first(story, data, "γ is the same for all.")


# -- the sentence ------------------------------------------------------------------------------------------------------


def _sentence(step: Step, data: Dataset) -> str:
    if step.pair is None:
        return _opening(step, data)
    pair, (i, j) = step.pair, step.pair.rows
    least, most = (_asks(row, value, data) for row, value in zip(pair.rows, pair.asked, strict=True))
    asked = f"{least[0]} requires b ≥ {least[1]}, {most[0]} requires b ≤ {most[1]}"
    agreed = (
        "Their multipliers change until both conditions agree" if not pair.clipped else _stopped(pair, i, j, step, data)
    )
    return f"Pair {step.pairs}: {asked}. {agreed}: {_outcome(step)}."


def _opening(step: Step, data: Dataset) -> str:
    low, high = (data.class_name(code) for code in step.problem.classes)
    names = f"t is −1 for {low} and +1 for {high}"
    if len(step.support):
        return f"The run begins with {counted(len(step.support), 'support vector')}, and {names}."
    return f"All multipliers are 0, so no point is a support vector yet; {names}."


def _asks(row: int, value: float, data: Dataset) -> tuple[str, str]:
    words = data.class_name(int(data.codes[row]))
    return f"point {data.row_name(row)} ({words})", figure(value)


def _stopped(pair: Pair, i: int, j: int, step: Step, data: Dataset) -> str:
    """Which α met which end of its box."""
    for row, alpha in zip((i, j), pair.after, strict=True):
        if alpha == step.problem.C:
            return f"Their multipliers change until that of point {data.row_name(row)} is at its limit C"
    gone = i if pair.after[0] == 0 else j
    return f"Their multipliers change until that of point {data.row_name(gone)} is 0"


def _outcome(step: Step) -> str:
    if step.gap <= 0:
        return "now all conditions hold"
    return f"the largest violation is now {figure(step.gap)}"


# -- the numbers -------------------------------------------------------------------------------------------------------


def _moved(pair: Pair, step: Step) -> tuple[str, ...]:
    """The rule with the numbers of the pair."""
    t_i, t_j = step.problem.t[list(pair.rows)]
    moved = [
        f"α_{name} ← {_added_up(after, before, t * pair.shift)}"
        for name, before, after, t in zip("ij", pair.before, pair.after, (t_i, -t_j), strict=True)
    ]
    shift, apart, eta = shown(pair.rise, _risen, pair.shift, pair.asked[0] - pair.asked[1], pair.eta)
    return (
        f"b_i − b_j = {taken(*pair.asked)}",
        _eta(pair, step),
        _shift(pair),
        *moved,
        f"W rises by Δ (b_i − b_j) − Δ² η / 2 = {shift}·{apart} − {shift}²·{eta} / 2 = {figure(pair.rise)}",
    )


def _added_up(result: float, *parts: float) -> str:
    """A sum of some parts: '0.25 − 0.25 = 0'."""
    first, *others = shown(result, lambda *one: sum(one), *parts)
    told = (f"− {one.removeprefix('−')}" if one.startswith("−") else f"+ {one}" for one in others)
    return f"{' '.join([first, *told])} = {figure(result)}"


def _risen(shift: float, apart: float, eta: float) -> float:
    """By how much W rises."""
    return shift * apart - shift**2 * eta / 2


def _eta(pair: Pair, step: Step) -> str:
    """How far the two lie from each other among the φ(x), which are x itself where the kernel is linear."""
    ends = step.problem.X[list(pair.rows)]
    if step.problem.kernel.kind == "linear":
        d = ends.shape[1]
        if d > WRITTEN:
            return f"η = ‖x_i − x_j‖² = {figure(pair.eta)}"
        n = enough(pair.eta, lambda *x: sum((a - b) ** 2 for a, b in zip(x[:d], x[d:], strict=True)), *ends.ravel())
        return f"η = ‖x_i − x_j‖² = ‖{vector(ends[0], n)} − {vector(ends[1], n)}‖² = {figure(pair.eta)}"
    (ii, ij), (_, jj) = step.problem.kernel.between(ends, ends)
    first, second, both = shown(pair.eta, lambda a, b, c: a + b - 2 * c, ii, jj, ij)
    return f"η = K_ii + K_jj − 2 K_ij = {first} + {second} − 2·{both} = {figure(pair.eta)}"


def _shift(pair: Pair) -> str:
    if not np.isfinite(pair.free):
        return f"η is 0: Δ = {figure(pair.shift)}, as far as the box lets it"
    free = f"(b_i − b_j) / η = {divided(pair.asked[0] - pair.asked[1], pair.eta)}"
    return f"Δ = {free}" if not pair.clipped else f"{free},  clipped by the box to Δ = {figure(pair.shift)}"


def _state(step: Step) -> tuple[str, ...]:
    """W and the bias of the multipliers as they are now."""
    total, half = float(np.abs(step.shares).sum()), 0.5 * step.square
    m, M = float(step.biases[step.up]), float(step.biases[step.low])
    low, high = shown(step.bias, lambda a, b: (a + b) / 2, m, M)
    return (
        f"W = Σ α − ‖w‖² / 2 = {taken(total, half)}",
        f"b = (m + M) / 2 = ({low} {'−' if M < 0 else '+'} {high.removeprefix('−')}) / 2 = {figure(step.bias)}",
    )


def _numbers(step: Step) -> tuple[Number, ...]:
    limit = np.abs(step.shares) == step.problem.C
    return (
        Number("dual objective W", step.dual, "it never falls"),
        Number("primal objective", step.primal, "½‖w‖² + C Σ max(0, 1 − t f): never less than W"),
        Number("m − M", step.gap, "the largest violation of the conditions"),
        Number("support vectors", len(step.support), _ringed(step)),
        Number("at the limit C", int(limit.sum())),
        Number("points on the wrong side", wrong(step)),
        *_width(step),
    )


def _ringed(step: Step) -> str:
    """Which of them have a ring, where not all have."""
    count = rings(step)
    return f"the {count:,} nearest to the edges of the margin are ringed" if count < len(step.support) else ""


def _width(step: Step) -> tuple[Number, ...]:
    """How wide the margin is, where it can be measured on the plane."""
    if step.problem.kernel.kind != "linear" or step.square <= 0:
        return ()
    return (Number("width of the margin", float(2.0 / np.sqrt(step.square)), "2 / ‖w‖"),)


def wrong(step: Step) -> int:
    """How many rows lie on the wrong side; without support vectors there is no side."""
    return int(np.count_nonzero(step.rightness < 0)) if step.shares.any() else 0


def _listed(step: Step, data: Dataset, params: Params) -> Table:
    """The support vectors with the greatest multipliers."""
    alphas, right, support = np.abs(step.shares), step.rightness, step.support
    rows = support[np.argsort(-alphas[support], kind="stable")[:LISTED]]
    cells = tuple(
        (data.row_name(row), data.class_name(int(data.codes[row])), float(alphas[row]), float(right[row]),
         _where(float(right[row]), params.tolerance))
        for row in rows.tolist()
    )  # fmt: skip
    chosen = next((place for place, row in enumerate(rows.tolist()) if step.pair and row == step.pair.rows[0]), None)
    return Table("The support vectors, greatest α first", ("point", "class", "α", "t f(x)", "where"), cells, chosen)


def _where(right: float, room: float) -> str:
    if right < 0:
        return "on the wrong side"
    if right < 1 - room:
        return "inside the margin"
    return "on its edge" if right <= 1 + room else "outside"


def _checks(step: Step, params: Params) -> tuple[Check, ...]:
    """What holds at every step, and at the end the conditions of the best."""
    alphas = np.abs(step.shares)
    total, C = float(alphas.sum()), step.problem.C
    terms = total + step.square + abs(step.primal)
    kept = (
        Check("Σ α t = 0", agree(step.shares.sum(), 0.0, total)),
        Check("0 ≤ α ≤ C", bool((step.shares * step.problem.t >= 0).all() and (alphas <= C).all())),
        Check("the dual objective is not above the primal", not exceeds(step.dual, step.primal, terms)),
    )
    return kept if step.gap > params.tolerance else (*kept, _best(step, alphas))


def _best(step: Step, alphas: np.ndarray) -> Check:
    """The conditions of Karush, Kuhn and Tucker, to half of what two points may still disagree by."""
    room, terms = 0.5 * max(step.gap, 0.0), 1.0 + float(np.abs(step.biases).max())
    right = step.rightness
    free, held = right[alphas < step.problem.C], right[alphas > 0]
    words = "t f ≥ 1 wherever α < C, and t f ≤ 1 wherever α > 0, to half of m − M"
    return Check(words, not exceeds(1.0 - room, free, terms) and not exceeds(held, 1.0 + room, terms))


# -- a point -----------------------------------------------------------------------------------------------------------


def inspect(step: Step, data: Dataset, params: Params, x: np.ndarray) -> Inquiry | None:
    """f at a point, and which support vectors say most about it."""
    model = step.model
    if model is None:
        return None
    parts = model.coefficients * model.kernel.between(model.vectors, x[None])[:, 0]
    f = float(model.decision_function(x[None])[0])
    if not np.isfinite(f):
        return None
    order = np.argsort(-np.abs(parts), kind="stable")[:LISTED]
    rows, called = step.support[order], data.class_name(int(model.predict(x[None])[0]))
    cells = tuple(
        (data.row_name(int(row)), data.class_name(int(data.codes[row])), float(model.coefficients[k]), float(parts[k]))
        for row, k in zip(rows, order.tolist(), strict=True)
    )
    story = Story(
        f"This point is classified as {called}: {_place(f)}.",
        SCORE,
        (_summed(parts[order], model, f),),
        (Number("f(x)", f, "±1 on the edges of the margin"), Number("support vectors", len(parts))),
        (Table("What each support vector adds", ("point", "class", "α t", "α t K"), cells),),
    )
    most = rows[:WRITTEN]
    return Inquiry(story, (Segments(np.repeat(x[None], len(most), axis=0), data.X[most], "spoke"),))


def _place(f: float) -> str:
    if abs(f) < 1:
        return f"it lies inside the margin, at f = {figure(f)}"
    return f"it lies outside of the margin, at f = {figure(f)}"


def _summed(parts: np.ndarray, model: SupportVectors, f: float) -> str:
    """f as a sum over the support vectors that say most."""
    if len(model.vectors) > WRITTEN:
        return f"f(x) = Σ α t K + b = {_added_up(f, f - model.bias, model.bias)}"
    return f"f(x) = {_added_up(f, *parts[:WRITTEN].tolist(), model.bias)}"


# -- curves and events -------------------------------------------------------------------------------------------------


def measure(step: Step, data: Dataset, params: Params) -> dict[str, float]:
    return {"dual objective W": step.dual, "m − M": step.gap, "points on the wrong side": wrong(step)}


def event(step: Step) -> Event | None:
    if step.pair is None:
        return None
    if step.problem.C in step.pair.after and step.pair.after != step.pair.before:
        return Event("at the limit", "margin")
    if 0.0 in step.pair.after:
        return Event("let go", "ghost")
    return None
