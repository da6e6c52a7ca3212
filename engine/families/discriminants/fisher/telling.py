"""What Fisher's discriminant says: of the means, the scatter, the direction, the threshold, and of one point."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from engine.base.words import counted, figure, vector
from engine.core.algorithm import Inquiry
from engine.core.story import Check, Event, Number, Story, Table
from engine.data.dataset import Dataset
from engine.families.discriminants.fisher import asking
from engine.families.discriminants.fisher.drawing import CELLS, along, overlap, split
from engine.families.discriminants.fisher.loop import Params, Step
from engine.maths.algebra.covariance import EQUAL
from engine.maths.algebra.scatter import criterion
from engine.maths.probability.threshold import Projected, crossings, cut, meetings
from engine.models import Discriminants, Hyperplane
from engine.parts.basis import expanded

J = (
    r"J(\mathbf{w}) = \frac{(m_2 - m_1)^2}{s_1^2 + s_2^2} = "
    r"\frac{\mathbf{w}^\top S_B \mathbf{w}}{\mathbf{w}^\top S_W \mathbf{w}}"
)
SCATTER = r"S_W = \sum_k \sum_{n \in k} (\mathbf{x}_n - \mathbf{m}_k)(\mathbf{x}_n - \mathbf{m}_k)^\top, \quad "
TWO = r"S_B = (\mathbf{m}_2 - \mathbf{m}_1)(\mathbf{m}_2 - \mathbf{m}_1)^\top"
MORE = r"S_B = \sum_k N_k (\mathbf{m}_k - \mathbf{m})(\mathbf{m}_k - \mathbf{m})^\top"
SOLVED = r"S_W \mathbf{w} = \mathbf{m}_2 - \mathbf{m}_1, \quad S_B \mathbf{w} = \lambda_{\max} S_W \mathbf{w}, \quad "
EIGEN = r"S_B \mathbf{w}_j = J_j S_W \mathbf{w}_j, \quad J_1 \geq J_2 \geq \ldots"
CUT = r"y = \mathbf{w}^\top\mathbf{x} \geq \theta \;\Rightarrow\; \mathrm{class\ 2}, \quad "
EITHER = r"\theta = \frac{m_1 + m_2}{2} \;\mathrm{or}\; \pi_1 N(\theta|m_1,\sigma_1^2) = \pi_2 N(\theta|m_2,\sigma_2^2)"
COMMON = r"\theta = \frac{m_1 + m_2}{2} - \frac{\sigma^2}{m_2 - m_1} \ln \frac{\pi_2}{\pi_1}"
THETA = {"midpoint": EITHER, "gaussians": EITHER, "common gaussian": COMMON}
RULES = {
    "midpoint": "half-way between the projected means",
    "gaussians": "where the two Gaussians are equally likely",
    "common gaussian": "where two Gaussians of one common variance are equally likely",
}


def told(step: Any, data: Dataset, params: Any) -> Story:
    """The story of a step."""
    if step.parts is None:
        return _data(step, data, params)
    return TOLD[step.stage](step, expanded(data, step.basis), params)


def _data(step: Any, data: Dataset, params: Any) -> Story:
    count = len(data.classes_present)
    goal = "the direction" if count == 2 else f"{counted(params.kept(data), 'direction')}"
    said = f"Before anything is reckoned: {data.n} points of {count} classes. Sought is {goal} to look along."
    return Story(said, J if count == 2 else EIGEN, numbers=_counts(data))


def _counts(data: Dataset) -> tuple[Number, ...]:
    counts = [(data.class_name(code), int((data.codes == code).sum())) for code in data.classes_present[:12]]
    return tuple(Number(f"points of {name}", count) for name, count in counts)


# -- before the best direction -----------------------------------------------------------------------------------------


def _given(step: Any, table: Dataset, params: Any) -> Story:
    said = f"The direction is given by hand: along it J = {figure(criterion(step.direction, step.parts))}."
    return Story(f"{said} The run goes on to the best one.", J, _ratio(step, table), _numbers(step, table))


def _means(step: Any, table: Dataset, params: Any) -> Story:
    parts = step.parts
    names = [table.class_name(code) for code in table.classes_present]
    rows = tuple((name, int(n), *mean[:CELLS]) for name, n, mean in zip(names, parts.counts, parts.means, strict=True))
    tables = (Table("Class means", ("class", "points", *table.feature_names[:CELLS]), rows),)
    if not parts.apart:
        return Story("The class means are equal: J is 0 along every direction.", J, tables=tables)
    if len(names) > 2:
        said = f"The means of the {len(names)} classes, and the arrows to them from the mean of all points."
        return Story(said, MORE, (f"m = {vector(parts.mean)}",), _counts(table), tables)
    shared = overlap(step, table)
    said = f"Looked at along the way from the mean of {names[0]} to that of {names[1]}, the means are farthest apart"
    said += ", and nothing overlaps." if shared == 0 else f", yet {100 * shared:.0f} % of the histograms overlap."
    way = parts.spread[:, 0]
    line = f"m2 − m1 = {vector(parts.means[1])} − {vector(parts.means[0])} = {vector(way)}"
    return Story(said, J, (line, *_ratio(step, table)), _numbers(step, table), tables)


def _ratio(step: Any, table: Dataset) -> tuple[str, ...]:
    """J with its numerator and denominator as numbers."""
    w, parts = step.direction, step.parts
    above, below = float(((parts.spread.T @ w) ** 2).sum()), float(w @ parts.within @ w)
    lines = [f"w = {vector(w)}, ‖w‖ = 1"]
    if isinstance(step.model, Hyperplane):
        moments = split(step, table)
        (m1, m2), (s1, s2) = moments.means, moments.variances * moments.counts
        ratio = f"({figure(m2)} − {figure(m1)})² / ({figure(s1)} + {figure(s2)})".replace("− −", "+ ")
        lines.append(f"J = {ratio} = {figure(criterion(w, parts))}")
    else:
        lines.append(f"J = {figure(above)} / {figure(below)} = {figure(criterion(w, parts))}")
    return tuple(lines)


def _numbers(step: Any, table: Dataset) -> tuple[Number, ...]:
    numbers = [Number("J", criterion(step.direction, step.parts))]
    if isinstance(step.model, Hyperplane):
        moments = split(step, table)
        numbers += [Number("m1, m2", moments.means), Number("s1², s2²", moments.variances * moments.counts, "sums")]
        numbers.append(Number("overlap", overlap(step, table), "of the histograms, from 0 to 1"))
    return tuple(numbers)


def _scatter(step: Any, table: Dataset, params: Any) -> Story:
    parts, two = step.parts, len(step.parts.means) == 2
    within, between = float(np.trace(parts.within)), float((parts.spread**2).sum())
    rank = 1 if two else int(np.linalg.matrix_rank(parts.spread))
    said = (
        f"How the points scatter around the means of their own classes (S_W), and how the means lie apart (S_B). "
        f"Both are sums, nothing is divided by the number of points. S_B has the rank {rank}."
    )
    worked = [f"S_W = {_rows(parts.within)}", f"S_B = {_rows(parts.between)}"] if len(parts.mean) <= 3 else []
    numbers = (Number("trace of S_W", within), Number("trace of S_B", between), Number("rank of S_B", rank))
    return Story(said, SCATTER + (TWO if two else MORE), tuple(worked), numbers)


def _rows(matrix: np.ndarray) -> str:
    return "[" + ", ".join(vector(row) for row in matrix) + "]"


# -- the best direction ------------------------------------------------------------------------------------------------


def _direction(step: Any, table: Dataset, params: Any) -> Story:
    held = _held(step, params)
    weights = _weights(step, table)
    if isinstance(step.model, Discriminants):
        said, checks = _several(step, table) + held, _checks(step, params)
        return Story(said, EIGEN, _ratio(step, table), _axes(step), weights, checks)
    before = 0.0 if step.before is None else criterion(step.before, step.parts)
    now = criterion(step.direction, step.parts)
    turned = "" if step.before is None else f" It is turned by {figure(_angle(step), 3)}° from the one before:"
    said = f"The direction solves S_W w = m2 − m1.{turned} J rises from {figure(before)} to {figure(now)}, the most"
    said += f" there is, and {100 * overlap(step, table):.0f} % of the histograms overlap."
    numbers = (*_numbers(step, table), Number("λmax", float(step.separations[0]), "the only eigenvalue above 0"))
    found = raw(step)
    worked = (f"w ∝ {vector(found)}, made of length 1", *_ratio(step, table), _constraint(step, found))
    return Story(said + held, SOLVED + J, worked, numbers, weights, _checks(step, params))


def raw(step: Any) -> np.ndarray:
    """(M,) w = S_W⁻¹ (m₂ − m₁) before it is brought to length 1: along u with uᵀ(m₂ − m₁) = λmax / ‖w‖."""
    u, way = step.direction, step.parts.spread[:, 0]
    return np.asarray(u * float(step.separations[0]) / float(u @ way))


def _constraint(step: Any, w: np.ndarray) -> str:
    within = float(w @ step.parts.within @ w)
    if not within > 0:
        return "wᵀ S_W w = 0: the classes collapse to points along w"
    return f"wᵀ S_W w = {figure(within)}; divided by its root, w meets the constraint wᵀ S_W w = 1"


def _angle(step: Any) -> float:
    cosine = float(np.clip(abs(step.direction @ step.before), 0.0, 1.0))
    return float(np.degrees(np.arccos(cosine)))


def _held(step: Any, params: Any) -> str:
    said = f" A penalty of λ = {figure(params.penalty)} stands on the diagonal of S_W." if params.penalty else ""
    if step.ridge:
        said += (
            " S_W is singular: there are directions without any scatter within the classes. A ridge of "
            f"{figure(step.ridge)} of the total scatter holds them; set a penalty for a stronger one."
        )
    return said


def _several(step: Any, table: Dataset) -> str:
    k, share = len(step.model.components), step.separations / step.separations.sum()
    said = f"Direction {k} of {len(step.separations)}: J = {figure(step.model.separations[-1])}, "
    said += f"{100 * share[k - 1]:.1f} % of the separation. Along it the variance within the classes is 1."
    others = np.delete(step.separations, k - 1)
    if (np.abs(others - step.separations[k - 1]) <= EQUAL * step.separations[0]).any():
        said += " Another direction has the same J: any turn of the two in their plane is as good."
    return said


def _axes(step: Any) -> tuple[Number, ...]:
    share = np.cumsum(step.separations) / step.separations.sum()
    pairs = list(zip(step.separations, share, strict=True))[:8]
    return tuple(Number(f"J{k + 1}", float(J_k), f"{100 * sum_k:.1f} % so far") for k, (J_k, sum_k) in enumerate(pairs))


def _weights(step: Any, table: Dataset) -> tuple[Table, ...]:
    if isinstance(step.model, Hyperplane):
        before = np.zeros(table.d) if step.before is None else step.before
        rows = zip(table.feature_names, before, step.direction, strict=True)
        return (Table("Direction, feature by feature", ("feature", "before", "now"), tuple(rows)),)
    columns = tuple(f"w{k + 1}" for k in range(len(step.model.components)))
    rows = zip(table.feature_names, *step.model.components, strict=True)
    return (Table("Directions, feature by feature", ("feature", *columns), tuple(rows), None),)


def _checks(step: Any, params: Any) -> tuple[Check, ...]:
    """λmax is the J of the direction: for each of them where S_W stands as it is."""
    if params.penalty or step.ridge:
        return ()
    value = float(step.separations[0 if isinstance(step.model, Hyperplane) else len(step.model.components) - 1])
    close = abs(criterion(step.direction, step.parts) - value) <= 1e-6 * float(step.separations[0])
    return (Check("the eigenvalue is the J of its direction", close),)


# -- the answer --------------------------------------------------------------------------------------------------------


def _classified(step: Any, table: Dataset, params: Any) -> Story:
    wrong = f"{counted(step.wrong, 'point')} of {table.n} on the wrong side"
    if isinstance(step.model, Discriminants):
        said = f"Each point gets the class of the nearest mean among the directions: {wrong}."
        formula = r"\underset{k}{\mathrm{arg\,min}}\; \|W^\top\mathbf{x} - W^\top\mathbf{m}_k\|"
        return Story(said, formula, (), (Number("points on the wrong side", step.wrong), *_axes(step)))
    moments = split(step, table)
    place = -float(step.model.bias)
    said = f"The threshold is {figure(place)}, {RULES[params.threshold]}: {wrong}."
    said += _second(moments, params, place, table) + _generative(step, table, params)
    worked = [f"midpoint = ({figure(moments.means[0])} + {figure(moments.means[1])}) / 2 = {figure(moments.midpoint)}"]
    worked[0] = worked[0].replace("+ −", "− ")
    worked += [f"equally likely at {figure(spot)}" for spot, _ in meetings(moments, params.threshold)]
    numbers = (
        Number("threshold", place, params.threshold),
        *(Number(f"threshold by {rule}", cut(moments, rule)) for rule in RULES if rule != params.threshold),
        Number("m1, m2", moments.means),
        Number("σ1², σ2²", moments.variances, "divisor Nk"),
        Number("common σ²", moments.pooled, "divisor N"),
        Number("priors", moments.counts / moments.counts.sum()),
        Number("J", criterion(step.direction, step.parts)),
        *_estimated(table.d, params),
    )
    return Story(said, CUT + THETA[params.threshold], tuple(worked), numbers, (_rules(step, table, moments, params),))


def _second(moments: Projected, params: Any, place: float, table: Dataset) -> str:
    """What there is to say of Gaussians that meet twice, or not at all."""
    if params.threshold == "midpoint":
        return ""
    spots = meetings(moments, params.threshold)
    if not any(begins for _, begins in spots):
        return " One class is likelier everywhere, or nothing varies, so the midpoint is taken instead."
    ends = [spot for spot, begins in spots if not begins]
    if not ends:
        return ""
    first, second = (table.class_name(code) for code in table.classes_present)
    side, name = ("beyond", first) if ends[0] > place else ("below", second)
    return (
        f" The variances differ, so the Gaussians meet again at {figure(ends[0])}, {side} which {name} is likelier; "
        f"a line has one threshold, and the one where {second} begins is used."
    )


def _generative(step: Any, table: Dataset, params: Any) -> str:
    """What a common Gaussian makes of Fisher's direction, and what it costs beside logistic regression."""
    if params.threshold != "common gaussian" or params.penalty or step.ridge:
        return ""
    generative, discriminative = _estimated(table.d, params)
    return (
        " This is the boundary of linear discriminant analysis, which models the classes themselves: Gaussians with "
        f"one covariance matrix. It estimates KD + D(D + 1)/2 + K − 1 = {generative.value} parameters; "
        f"logistic regression, which models only the probability of a class, D + 1 = {discriminative.value}."
    )


def _estimated(d: int, params: Any) -> tuple[Number, ...]:
    """How many parameters the two models of two classes have, where the rule is that of a common Gaussian."""
    if params.threshold != "common gaussian":
        return ()
    both = 2 * d + d * (d + 1) // 2 + 1
    return Number("parameters of LDA", both), Number("parameters of logistic regression", d + 1)


def _rules(step: Any, table: Dataset, moments: Projected, params: Any) -> Table:
    """The errors of each rule, and of both crossings of the Gaussians together."""
    values, second = along(step, table.X), table.codes == table.classes_present[1]
    rows = []
    for rule in RULES:
        place = -float(step.model.bias) if rule == params.threshold else cut(moments, rule)
        rows.append((rule, figure(place), int(((values >= place) != second).sum())))
    spots = crossings(moments)
    if len(spots) == 2:
        inside = (values >= spots[0][0]) & (values < spots[1][0])
        guess = inside if spots[0][1] else ~inside
        rows.append(("gaussians, both", " and ".join(figure(spot) for spot, _ in spots), int((guess != second).sum())))
    chosen = list(RULES).index(params.threshold)
    return Table("Errors of each rule", ("rule", "threshold", "wrong"), tuple(rows), chosen)


TOLD: dict[str, Callable[[Any, Dataset, Any], Story]] = {
    "given": _given,
    "means": _means,
    "scatter": _scatter,
    "direction": _direction,
    "classified": _classified,
}


def explain(step: Step, data: Dataset, params: Params) -> Story:
    return told(step, data, params)


def inspect(step: Step, data: Dataset, params: Params, x: np.ndarray) -> Inquiry | None:
    """Where a point falls along the direction, and which side or which class mean that is."""
    return None if step.model is None or step.parts is None else asking.asked(step, data, x)


def measure(step: Step, data: Dataset, params: Params) -> dict[str, float]:
    if step.direction is None or step.parts is None:
        return {}
    if isinstance(step.model, Discriminants) and step.stage == "classified":
        return {"points on the wrong side": step.wrong}
    J = criterion(step.direction, step.parts)
    told = {"points on the wrong side": float(step.wrong)} if step.stage == "classified" else {}
    return told | {"J of the direction": J} if np.isfinite(J) else told


def event(step: Step) -> Event | None:
    return Event("direction", "axis") if step.stage == "direction" else None
