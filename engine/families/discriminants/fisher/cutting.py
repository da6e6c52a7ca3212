"""What Fisher's discriminant says in the end: of the threshold, of the other rules, and of the nearest class mean."""

from __future__ import annotations

import math

from engine.base.words import counted, figure, shown
from engine.core.story import Number, Story, Table
from engine.data.dataset import Dataset
from engine.families.discriminants.fisher.by_hand import left_by_hand
from engine.families.discriminants.fisher.drawing import split, values_along
from engine.families.discriminants.fisher.loop import Params, Step
from engine.families.discriminants.fisher.ratio import looked_along
from engine.families.discriminants.fisher.solving import axes
from engine.maths.algebra.scatter import criterion
from engine.maths.probability.threshold import Projected, crossings, cut, meetings
from engine.models.linear import HeldThreshold, Hyperplane
from engine.parts.basis import in_basis

NEAREST = r"\underset{k}{\mathrm{arg\,min}}\; \|W^\top\mathbf{x} - W^\top\mathbf{m}_k\|"
CUT = r"y = \mathbf{w}^\top\mathbf{x} \geq \theta \;\Rightarrow\; \mathrm{class\ 2}, \quad "
EITHER = r"\theta = \frac{m_1 + m_2}{2} \;\mathrm{or}\; \pi_1 N(\theta|m_1,\sigma_1^2) = \pi_2 N(\theta|m_2,\sigma_2^2)"
COMMON = r"\theta = \frac{m_1 + m_2}{2} - \frac{\sigma^2}{m_2 - m_1} \ln \frac{\pi_2}{\pi_1}"
THETA = {"midpoint": EITHER, "gaussians": EITHER, "common gaussian": COMMON}
RULES = {
    "midpoint": "half-way between the projected means",
    "gaussians": "where the two Gaussians are equally likely",
    "common gaussian": "where two Gaussians of one common variance are equally likely",
}


def classified(step: Step, table: Dataset, params: Params) -> Story:
    wrong = f"{counted(step.wrong, 'point')} of {table.n:,} on the wrong side"
    if isinstance(step.model, HeldThreshold):
        return left_by_hand(step, step.model, table)
    if isinstance(step.model, Hyperplane):
        return _cut(step, step.model, table, params, wrong)
    said = f"Each point gets the class of the nearest projected mean: {wrong}."
    return Story(
        said,
        in_basis(NEAREST, step.basis),
        numbers=(Number("points on the wrong side", step.wrong), *axes(step, params)),
    )


def _cut(step: Step, model: Hyperplane, table: Dataset, params: Params, wrong: str) -> Story:
    moments = split(step, table)
    place = -float(model.bias)
    begins = any(starts for _, starts in meetings(moments, params.threshold))
    where = RULES[params.threshold if begins else "midpoint"]
    said = f"The threshold is {figure(place)}, {where}: {wrong}."
    said += _second(moments, params, place, table) + _generative(step, table, params)
    low, high = shown(moments.midpoint, lambda a, b: (a + b) / 2, *moments.means)
    worked = [f"midpoint = ({low} + {high}) / 2 = {figure(moments.midpoint)}".replace("+ −", "− ")]
    taken = moments.taken_by(params.threshold)
    for spot, _ in meetings(moments, params.threshold):
        worked += [f"equally likely at {figure(spot)}", f"ln-odds there: {_log_odds(taken, spot)} = 0"]
    numbers = (
        Number("threshold", place, params.threshold),
        *(Number(f"threshold by {rule}", cut(moments, rule)) for rule in RULES if rule != params.threshold),
        Number("m1, m2", moments.means),
        Number("σ1², σ2²", moments.variances, "divisor Nk"),
        Number("common σ²", moments.pooled, "divisor N"),
        Number("priors", moments.counts / moments.counts.sum()),
        Number("J", criterion(*looked_along(step))),
        *_estimated(table.d, params),
    )
    return Story(
        said,
        in_basis(CUT, step.basis) + THETA[params.threshold],
        tuple(worked),
        numbers,
        (_rules(step, table, moments, place, params),),
    )


def _log_odds(classes: Projected, y: float) -> str:
    """ln of π₂ N(y | m₂, σ₂²) over π₁ N(y | m₁, σ₁²), in numbers."""
    n1, n2 = classes.counts

    def odds(at: float, one: float, other: float, v: float, w: float) -> float:
        return math.log(n2 / n1 * math.sqrt(v / w)) + (at - one) ** 2 / (2 * v) - (at - other) ** 2 / (2 * w)

    place, m1, m2, v1, v2 = shown(0.0, odds, y, *classes.means, *classes.variances)
    far = [f"({place} − {m})²".replace("− −", "+ ") for m in (m1, m2)]
    return f"ln({n2}/{n1}) + 0.5·ln({v1}/{v2}) + {far[0]} / (2·{v1}) − {far[1]} / (2·{v2})"


def _second(moments: Projected, params: Params, place: float, table: Dataset) -> str:
    """What there is to say of Gaussians that meet twice, or not at all."""
    if params.threshold == "midpoint":
        return ""
    spots = meetings(moments, params.threshold)
    if not any(begins for _, begins in spots):
        return " One class is likelier everywhere, or nothing varies, so the Gaussians give no threshold."
    ends = [spot for spot, begins in spots if not begins]
    if not ends:
        return ""
    first, second = (table.class_name(code) for code in table.classes_present)
    side, name = ("beyond", first) if ends[0] > place else ("below", second)
    return (
        f" The variances differ, so the Gaussians meet again at {figure(ends[0])}, {side} which {name} is likelier; "
        f"a line has only one threshold: the one where {second} begins is used."
    )


def _generative(step: Step, table: Dataset, params: Params) -> str:
    """What a common Gaussian makes of Fisher's direction, and what it costs beside logistic regression."""
    if params.threshold != "common gaussian" or params.penalty or step.ridge:
        return ""
    generative, discriminative = _estimated(table.d, params)
    return (
        " This is the boundary of linear discriminant analysis, which models the classes themselves: Gaussians with "
        f"one covariance matrix. It estimates KD + D(D + 1)/2 + K − 1 = {generative.value} parameters; "
        f"logistic regression, which models only the probability of a class, D + 1 = {discriminative.value}."
    )


def _estimated(d: int, params: Params) -> tuple[Number, ...]:
    """How many parameters the two models of two classes have, where the rule is that of a common Gaussian."""
    if params.threshold != "common gaussian":
        return ()
    both = 2 * d + d * (d + 1) // 2 + 1
    return Number("parameters of LDA", both), Number("parameters of logistic regression", d + 1)


def _rules(step: Step, table: Dataset, moments: Projected, threshold: float, params: Params) -> Table:
    """The errors of each rule, and of both crossings of the Gaussians together."""
    values, second = values_along(step, table.X), table.codes == table.classes_present[1]
    rows = []
    for rule in RULES:
        place = threshold if rule == params.threshold else cut(moments, rule)
        rows.append((rule, figure(place), int(((values >= place) != second).sum())))
    spots = crossings(moments)
    if len(spots) == 2:
        inside = (values >= spots[0][0]) & (values < spots[1][0])
        guess = inside if spots[0][1] else ~inside
        rows.append(("gaussians, both", " and ".join(figure(spot) for spot, _ in spots), int((guess != second).sum())))
    chosen = list(RULES).index(params.threshold)
    return Table("Errors of each rule", ("rule", "threshold", "wrong"), tuple(rows), chosen)
