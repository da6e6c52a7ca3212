"""What a step of the Gaussians of one feature says."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from engine.base.words import counted, divided, enough, figure, joined, signed, taken
from engine.core.algorithm import Inquiry
from engine.core.story import Check, Event, Number, Story, Table
from engine.data.dataset import Dataset
from engine.families.gaussians.answering import LISTED, answered
from engine.families.gaussians.estimating import LIKELIHOOD, divided_by
from engine.families.gaussians.gaussian_1d.drawing import named
from engine.families.gaussians.gaussian_1d.loop import Params, Step
from engine.maths.algebra.agreement import agree
from engine.maths.algebra.conics import EVERYWHERE, NONE

DENSITY = r"\ln p(x \mid C_k) = -\tfrac{1}{2}\left(\ln 2\pi + \ln \sigma_k^2 + \frac{(x - \mu_k)^2}{\sigma_k^2}\right)"
FIT = (
    r"\hat{\mu}_k = \frac{1}{N_k} \sum_{n \in k} x_n, \qquad "
    r"\hat{\sigma}_k^2 = \frac{1}{N_k} \sum_{n \in k} (x_n - \hat{\mu}_k)^2"
)
FIT_UNBIASED = FIT.replace(r"^2 = \frac{1}{N_k}", r"^2 = \frac{1}{N_k - 1}")
POOL = r"\hat{\sigma}^2 = \sum_k \frac{N_k}{N} \hat{\sigma}_k^2"
POOL_UNBIASED = r"\hat{\sigma}^2 = \sum_k \frac{N_k - 1}{N - K} \hat{\sigma}_k^2"
SCORE = r"\ln P(C_k \mid x) = \ln p(x \mid C_k) + \ln \pi_k + \kappa, \qquad \kappa = -\ln p(x)"
POSTERIOR = r"P(C_k \mid x) = \frac{\exp a_k}{\sum_j \exp a_j}"
RATIO = r"a(x) = \ln \frac{p(x \mid C_1)\, \pi_1}{p(x \mid C_2)\, \pi_2} = q u^2 + b u + c, \quad u = x - m"
ROOTS = r"a(x) = 0 \;\Leftrightarrow\; u = \frac{-b \pm \sqrt{b^2 - 4 q c}}{2 q}"


def explain(step: Step, data: Dataset, params: Params) -> Story:
    return TOLD[step.part](step, data, params)


def _start(step: Step, data: Dataset, params: Params) -> Story:
    said = (
        f"{counted(data.n, 'point')} of {len(step.counts)} classes on a line. Each class will be described by a bell."
    )
    rows = tuple((named(step, k, data), int(count)) for k, count in enumerate(step.counts))
    return Story(said, DENSITY, tables=(Table("Classes", ("class", "points"), rows),))


def _class(step: Step, data: Dataset, params: Params) -> Story:
    assert step.k is not None and step.means is not None and step.variances is not None and step.priors is not None
    k, own = step.k, data.X[data.codes == data.classes_present[step.k], 0]
    mean, variance = float(step.means[k, 0]), float(step.variances[k, 0, 0])
    squares, divisor = float(((own - mean) ** 2).sum()), divided_by(len(own), params.divisor)
    points, spread = counted(len(own), "point"), figure(variance)
    said = f"{named(step, k, data)}: {points} with the mean {figure(mean)} and the variance {spread}."
    worked = []
    if agree(own.sum() / len(own), mean, abs(mean) + 1e-300, 1e-6):
        worked.append(f"μ{k + 1} = {divided(float(own.sum()), len(own))}")
    if agree(squares / divisor, variance, variance, 1e-6):
        worked.append(f"σ²{k + 1} = {divided(squares, divisor)}")
    told = (Number("μ", mean), Number("σ²", variance), Number("π", float(step.priors[k]), "the prior"))
    return Story(said, FIT if params.divisor == LIKELIHOOD else FIT_UNBIASED, tuple(worked), told)


def _pool(step: Step, data: Dataset, params: Params) -> Story:
    assert step.variances is not None and step.former is not None
    said = "One variance serves all classes: the mean of theirs, weighted by their points. Dashed are their own bells."
    weights = step.counts if params.divisor == LIKELIHOOD else step.counts - 1
    over, parts, result = int(weights.sum()), step.former[:, 0, 0], float(step.variances[0, 0, 0])
    worked: tuple[str, ...] = ()
    if len(parts) <= LISTED:
        digits = enough(result, lambda *each: float(weights @ each) / over, *parts)
        terms = [f"{w}/{over}·{figure(part, digits)}" for w, part in zip(weights, parts, strict=True)]
        worked = (f"σ² = {' + '.join(terms)} = {figure(result)}",)
    return Story(said, POOL if params.divisor == LIKELIHOOD else POOL_UNBIASED, worked, (Number("σ²", result),))


def _evaluate(step: Step, data: Dataset, params: Params) -> Story:
    assert step.k is not None and step.terms is not None and step.row is not None
    square, width, prior = (float(term) for term in step.terms[step.k])
    total = square + width + prior
    said = (
        f"Point {data.row_name(step.row)} at {data.columns[0].figure(float(data.X[step.row, 0]))}: the score of "
        f"{named(step, step.k, data)} is {figure(total)}. −½ ln 2π is the same for all classes and left out."
    )
    worked: tuple[str, ...] = ()
    if np.isfinite(total):
        n = enough(total, lambda a, b, c: a + b + c, square, width, prior)
        worked = (f"a{step.k + 1} = {figure(square, n)} {signed(width, n)} {signed(prior, n)} = {figure(total)}",)
    rows = tuple((named(step, k, data), *map(float, t), float(t.sum())) for k, t in enumerate(step.terms))
    table = Table("Terms of the scores", ("class", "distance", "width", "ln π", "a"), rows, step.k)
    return Story(said, SCORE, worked, (), (table,))


def _posterior(step: Step, data: Dataset, params: Params) -> Story:
    assert step.posterior is not None and step.row is not None and step.scores is not None
    best = int(step.posterior.argmax())
    said = (
        f"Point {data.row_name(step.row)} is most probably {named(step, best, data)}: "
        f"P = {figure(step.posterior[best])}. κ is the same for every class, and cancels."
    )
    if (step.posterior == step.posterior[best]).sum() > 1:
        said = f"Point {data.row_name(step.row)}: several classes are equally probable, and the first is taken."
    rows = tuple(
        (named(step, k, data), float(a), float(p))
        for k, (a, p) in enumerate(zip(step.scores, step.posterior, strict=True))
    )
    sums = Check("the posteriors add up to 1", agree(step.posterior.sum(), 1.0, 1.0))
    return Story(said, POSTERIOR, (), (), (Table("Posteriors", ("class", "a", "P"), rows, best),), (sums,))


def _ratio(step: Step, data: Dataset, params: Params) -> Story:
    assert step.border is not None and step.pair is not None
    first, second = (named(step, k, data) for k in step.pair)
    a = step.border
    bent = float(a.Q[0, 0])
    said = f"a(x) is the log-odds of {first} against {second}: {first} is more probable where a(x) > 0. "
    said += "The variances are equal, so it is a line." if not bent else "The variances differ, so it is a parabola"
    if bent:
        wider = first if bent > 0 else second
        said += f" that opens {'upwards' if bent > 0 else 'downwards'}: far out the wider class, {wider}, wins."
    told = (
        Number("q", bent), Number("b", float(a.b[0])), Number("c", a.c, "the log-odds at m"),
        Number("m", float(a.middle[0]), "half-way between the means"),
    )  # fmt: skip
    return Story(said, RATIO, (), told)


def _roots(step: Step, data: Dataset, params: Params) -> Story:
    assert step.border is not None and step.pair is not None and step.roots is not None and step.model is not None
    first, second = (named(step, k, data) for k in step.pair)
    a, count = step.border, len(step.roots)
    if a.kind == EVERYWHERE:
        said = f"{first} and {second} have the same bell: there is a tie everywhere."
    elif a.kind == NONE or not count:
        winner = first if a.c > 0 else second
        said = f"a(x) is never 0: {winner} is more probable everywhere."
    else:
        places = joined([data.columns[0].figure(root) for root in step.roots.tolist()])
        said = f"{first} and {second} are equally probable at {places}."
        if count == 2:
            inside = second if float(a.Q[0, 0]) > 0 else first
            said += f" Between them {inside} is more probable."
    told = tuple(Number(f"boundary {k + 1}", root) for k, root in enumerate(step.roots.tolist()))
    two = list(step.pair)
    joint = step.model.log_joint(step.roots[:, None])[two] if count else np.zeros((2, 0))
    size = np.abs(joint).max(initial=1.0) + np.abs(step.roots).max(initial=0.0) * np.abs(a.b[0])
    same = Check("both scores are equal there", agree(joint[0], joint[1], size, 1e-7))
    return Story(said, ROOTS if a.Q.any() else ROOT, _solved(step), told, (), (same,) if count else ())


ROOT = r"a(x) = 0 \;\Leftrightarrow\; u = -\frac{c}{b}"


def _solved(step: Step) -> tuple[str, ...]:
    """b² − 4 q c, or the one root of a line."""
    assert step.border is not None and step.roots is not None
    q, b, c = float(step.border.Q[0, 0]), float(step.border.b[0]), step.border.c
    if not np.isfinite(c) or not (q or b):
        return ()
    if not q:
        digits = enough(-c / b, lambda c, b: -c / b, c, b)
        return (f"u = −{_inside(c, digits)} / {_inside(b, digits)} = {figure(-c / b)}",)
    square, product = b * b, 4 * q * c
    return (f"b² − 4 q c = {taken(square, product)}",)


def _inside(value: float, digits: int) -> str:
    text = figure(value, digits)
    return f"({text})" if value < 0 else text


def _classified(step: Step, data: Dataset, params: Params) -> Story:
    wrong = len(step.wrong)
    right = counted(data.n - wrong, "point lies", "points lie")
    said = f"{right} where their own class is the most probable, {wrong} elsewhere."
    return Story(said, SCORE, (), (Number("training errors", wrong),))


TOLD: dict[str, Callable[[Step, Dataset, Params], Story]] = {
    "start": _start, "class": _class, "pool": _pool, "evaluate": _evaluate, "posterior": _posterior,
    "ratio": _ratio, "roots": _roots, "classified": _classified,
}  # fmt: skip


def inspect(step: Step, data: Dataset, params: Params, x: np.ndarray) -> Inquiry | None:
    """The posteriors of a place on the line."""
    model = step.model
    if model is None:
        return None
    best, said, told, terms = answered(model, x, lambda k: named(step, k, data))
    worked: tuple[str, ...] = ()
    if np.isfinite(terms).all():
        total = float(terms.sum())
        n = enough(total, lambda a, b, c: a + b + c, *map(float, terms))
        one, two, three = map(float, terms)
        worked = (f"a{best + 1} = {figure(one, n)} {signed(two, n)} {signed(three, n)} = {figure(total)}",)
    return Inquiry(Story(said, SCORE, worked, told))


def measure(step: Step, data: Dataset, params: Params) -> dict[str, float]:
    return {"training errors": len(step.wrong)} if step.part == "classified" else {}


def event(step: Step) -> Event | None:
    if step.part == "class":
        return Event("class", "centre")
    return (
        Event("boundary", "boundary") if step.part == "roots" and step.roots is not None and len(step.roots) else None
    )
