"""What a step of naive Bayes says: the priors, the factor of a feature, and the product of a point's factors."""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np

from engine.base.words import added, are, bracketed, counted, divided, enough, figure, plain_figure, signed
from engine.core.algorithm import Inquiry
from engine.core.story import Check, Event, Number, Story, Table
from engine.data.dataset import Dataset
from engine.families.bayes.asking import AskParams
from engine.families.bayes.fit_words import LISTED, counted_story, named, prior_story, started, unknown
from engine.families.bayes.linear_words import linear_story, weight_story
from engine.families.bayes.stepping import NaiveStep
from engine.maths.algebra.agreement import agree
from engine.models.naive_bayes import CountFactor, GaussianFactor, LevelFactor, NaiveBayes, PresenceFactor

PRODUCT = r"P(C_k \mid \mathbf{x}) = \frac{\pi_k \prod_j p(x_j \mid C_k)}{p(\mathbf{x})}"
SUM = r"\ln p(\mathbf{x}, C_k) = \ln \pi_k + \sum_j \ln p(x_j \mid C_k)"
EVIDENCE = r"p(\mathbf{x}) = \sum_k p(\mathbf{x}, C_k), \qquad " + PRODUCT
OBSERVED = r"P(C_k \mid \mathbf{x}) \propto \pi_k \prod_{j\ \mathrm{observed}} p(x_j \mid C_k)"
FLAG = r"p(\mathbf{x}) = \sum_k p(\mathbf{x} \mid C_k) P(C_k), \qquad \ln p(\mathbf{x}) < q\mathrm{-quantile}"
COPIED = r"\ln p(\mathbf{x}, C_k) + m \ln p(x_j \mid C_k)"

FitStory = Callable[[NaiveStep, int, Dataset], Story]
"""What is said when the factor of a feature has been estimated."""


def tell(step: NaiveStep, data: Dataset, params: AskParams, fit: FitStory) -> Story:
    """The story of a step; `fit` says how the factors of this method are estimated."""
    if step.part in ("fit", "smooth"):
        assert step.j is not None
        return fit(step, step.j, data)
    if step.part == "prior":
        return prior_story(step, data, params)
    say: dict[str, Callable[[NaiveStep, Dataset], Story]] = {
        "start": started, "count": counted_story, "factor": _factor, "sum": _sum, "posterior": _posterior,
        "left out": _left_out, "copy": _copy, "flag": _flag, "weight": weight_story, "linear": linear_story,
        "classified": _classified,
    }  # fmt: skip
    return say[step.part](step, data)


# -- a point -----------------------------------------------------------------------------------------------------------


def point_named(step: NaiveStep, data: Dataset) -> str:
    """The point that is worked out, as the beginning of a sentence."""
    return "The typed point" if step.row is None else f"Row {data.row_name(step.row)}"


def value_told(step: NaiveStep, j: int, data: Dataset) -> str:
    """A feature of the point with its value."""
    assert step.query is not None
    column, value = data.columns[j], float(step.query[j])
    if np.isnan(value):
        return f"{column.title} is missing"
    return f"{column.title} = {column.text(value) if column.levels else column.figure(value)}"


def _factor(step: NaiveStep, data: Dataset) -> Story:
    assert step.j is not None and step.logs is not None and step.query is not None and step.joint is not None
    j, logs = step.j, step.logs[step.j]
    table = _factors(step, data)
    if np.isnan(step.query[j]):
        said = f"{point_named(step, data)}: {value_told(step, j, data)}, so its factor is struck out."
        return Story(said, SUM, (), (), (table,))
    said = f"{point_named(step, data)}: {value_told(step, j, data)}. {_favours(logs, data)}"
    if unknown(step.factors[j], float(step.query[j])):
        said = f"{point_named(step, data)}: {value_told(step, j, data)} is not known, so its factor is struck out."
    return Story(said, SUM, _added(step, j), (), (table,))


def _favours(logs: np.ndarray, data: Dataset) -> str:
    """The class that the factor favours, and by how much more than the least of them."""
    best, least = int(logs.argmax()), int(logs.argmin())
    if logs[best] == logs[least]:
        return "It is as probable in every class, and so changes nothing."
    if not np.isfinite(logs[least]):
        return f"It never occurs in {named(data, least)}: the product is 0 there, whatever the other factors are."
    ratio = float(np.exp(min(logs[best] - logs[least], 700.0)))
    times = f"{figure(ratio)} times" if logs[best] - logs[least] < 700.0 else "very many times"
    return f"It is most probable in {named(data, best)}, {times} as probable as in {named(data, least)}."


def _added(step: NaiveStep, j: int) -> tuple[str, ...]:
    """The sum of logarithms of the class for which it is the largest so far."""
    assert step.joint is not None and step.logs is not None
    k = int(step.joint.argmax())
    total, more = float(step.joint[k]), float(step.logs[j][k])
    if not np.isfinite(total):
        return ()
    before = total - more
    n = enough(total, lambda a, b: a + b, before, more)
    return (f"ln p(x, C{k + 1}) ← {figure(before, n)} {signed(more, n)} = {figure(total)}",)


def _factors(step: NaiveStep, data: Dataset) -> Table:
    """The logarithms of the last factors, and their sum with the prior, a column for each class."""
    assert step.logs is not None and step.joint is not None
    first = max(len(step.logs) - LISTED, 0)
    columns = range(min(len(step.joint), LISTED))
    rows = [
        (value_told(step, j, data), *(float(step.logs[j][k]) for k in columns)) for j in range(first, len(step.logs))
    ]
    rows.append(("with the prior", *(float(step.joint[k]) for k in columns)))
    heads = ("ln of the factor", *(named(data, k) for k in columns))
    return Table("Factors of the point", heads, tuple(rows), len(rows) - 2 if step.part == "factor" else None)


def _sum(step: NaiveStep, data: Dataset) -> Story:
    """The products, and what they add up to."""
    assert step.joint is not None and step.evidence is not None
    products = np.exp(step.joint)
    rows = tuple((named(data, k), float(log), float(products[k])) for k, log in enumerate(step.joint))
    best = int(step.joint.argmax())
    table = Table("Products", ("class", "ln p(x, C)", "p(x, C)"), rows, best)
    told = (Number("ln p(x)", step.evidence, "the evidence: how probable such a point is at all"),)
    if not np.isfinite(step.joint[best]):
        said = f"{point_named(step, data)}: the product is 0 for every class, and so is their sum."
        return Story(f"{said} None of them is the answer.", EVIDENCE, (), told, (table,))
    said = (
        f"{point_named(step, data)}: the products add up to the evidence p(x). The largest is that of "
        f"{named(data, best)}, with and without this denominator; but without it they add up to p(x), and not to 1."
    )
    whole = float(np.exp(step.evidence))
    if not whole > SMALLEST:
        said += " They are so small that they are compared by their logarithms."
        return Story(said, EVIDENCE, (), told, (table,))
    worked = tuple(fractions(step, data, k) for k in range(min(len(products), 3)))
    if len(products) == 2:
        worked += (f"p(x) = {added(float(products[0]), float(products[1]))}",)
    return Story(said, EVIDENCE, tuple(filter(None, worked)), (*told, Number("p(x)", whole)), (table,))


SMALLEST = 1e-250
"""What is less is told by its logarithm alone."""


def fractions(step: NaiveStep, data: Dataset, k: int) -> str:
    """The product of a class as fractions of counts, where every factor is a table or a presence; else ''."""
    assert step.model is not None and step.query is not None and step.joint is not None and step.priors is not None
    if len(step.factors) > LISTED or not np.isfinite(step.joint[k]):
        return ""
    prior, parts = float(step.priors[k]), []
    for j, (factor, value) in enumerate(zip(step.factors, step.query.tolist(), strict=True)):
        if not isinstance(factor, LevelFactor | PresenceFactor):
            return ""
        if np.isnan(value) or unknown(factor, value):
            continue
        n = step.tallies[j][k]
        V = int((~np.isnan(factor.chances)).any(axis=0).sum()) if isinstance(factor, LevelFactor) else 2
        v = int(value) if isinstance(factor, LevelFactor) else int(not value > factor.threshold)
        parts.append(f"{plain_figure(n[v] + step.alpha)}/{plain_figure(n.sum() + V * step.alpha)}")
    if round(prior * int(step.counts.sum())) == step.counts[k] and agree(
        prior, step.counts[k] / step.counts.sum(), 1.0
    ):
        first = f"{step.counts[k]}/{step.counts.sum()}"
    else:
        parted = float(np.exp(step.joint[k])) / prior
        first = plain_figure(prior, enough(prior * parted, lambda p: p * parted, prior))
    return f"p(x, C{k + 1}) = {' · '.join([first, *parts])} = {figure(float(np.exp(step.joint[k])))}"


def _posterior(step: NaiveStep, data: Dataset) -> Story:
    assert step.posterior is not None and step.joint is not None and step.evidence is not None
    rows = tuple(
        (named(data, k), float(np.exp(log)), float(share), *(() if step.unsmoothed is None else (step.unsmoothed[k],)))
        for k, (log, share) in enumerate(zip(step.joint, step.posterior, strict=True))
    )
    heads = ("class", "p(x, C)", "P(C | x)", *(() if step.unsmoothed is None else ("without smoothing",)))
    if np.isnan(step.posterior).any():
        said = f"{point_named(step, data)}: the product is 0 for every class, so the posterior is 0 / 0: undefined."
        said += " The class stays undecided. With smoothing no count is 0, and there is an answer."
        return Story(said, EVIDENCE, (), (), (Table("Posteriors", heads, rows),))
    best = int(step.posterior.argmax())
    said = f"{point_named(step, data)} is most probably {named(data, best)}: P = {figure(step.posterior[best])}."
    if (step.posterior == step.posterior[best]).sum() > 1:
        first = named(data, best)
        said = f"{point_named(step, data)}: several classes are equally probable, and the first, {first}, wins."
    said += _healed(step, best) + _multiplied_kinds(step)
    joint, whole = float(np.exp(step.joint[best])), float(np.exp(step.evidence))
    worked = () if not whole > SMALLEST else (f"P{best + 1} = {divided(joint, whole)}",)
    sums = Check("the posteriors add up to 1", agree(step.posterior.sum(), 1.0, 1.0))
    told = [Number("ln p(x)", step.evidence, "the evidence: how probable such a point is at all")]
    if (orders := coefficient(step)) is not None:
        told.append(Number("n! / Π xⱼ!", orders, "multiplies every p(x, C), and cancels"))
    return Story(said, EVIDENCE, worked, tuple(told), (Table("Posteriors", heads, rows, best),), (sums,))


def _healed(step: NaiveStep, best: int) -> str:
    """What the posterior of the best class is without smoothing."""
    if step.unsmoothed is None:
        return ""
    if np.isnan(step.unsmoothed).any():
        return " Without smoothing every product is 0, and the posterior undefined."
    return f" Without smoothing it is {figure(step.unsmoothed[best])}."


def _multiplied_kinds(step: NaiveStep) -> str:
    """Why factors of these kinds may be multiplied, or what cancels."""
    kinds = {type(factor) for factor in step.factors}
    if GaussianFactor in kinds and len(kinds) > 1:
        return " Densities and probabilities may be multiplied, as the same x is compared across the classes."
    if CountFactor in kinds:
        return " In how many orders the words could stand is the same for every class: that coefficient cancels."
    return ""


def coefficient(step: NaiveStep) -> float | None:
    """n! / Π xⱼ! of a point that is words counted; None of any other, and of one so long that it overflows."""
    x = step.query
    if x is None or not any(isinstance(factor, CountFactor) for factor in step.factors):
        return None
    if np.isnan(x).any() or (x != np.rint(x)).any() or not 0 < x.sum() <= LONGEST_POINT:
        return None
    return math.factorial(int(x.sum())) / math.prod(math.factorial(int(count)) for count in x)


LONGEST_POINT = 150
"""Of more words the number of orders is not told."""


def _left_out(step: NaiveStep, data: Dataset) -> Story:
    assert step.without is not None and step.posterior is not None and step.j is not None
    name = data.columns[step.j].title
    rows = tuple((named(data, k), float(step.posterior[k]), float(step.without[k])) for k in range(len(step.without)))
    heads = ("class", "with it", "without it")
    if np.isnan(step.without).any():
        said = f"Without {name} the product is still 0 for every class: its posterior is undefined."
        return Story(said, OBSERVED, (), (), (Table("Posteriors", heads, rows),))
    best = int(step.without.argmax())
    said = (
        f"Were {name} missing, its factor would be struck out: {named(data, best)} is most probable then, "
        f"P = {figure(step.without[best])}, and {figure(step.posterior[best])} with it."
    )
    if len(step.factors) == 1:
        said += " Nothing is left but the priors."
    return Story(said, OBSERVED, (), (), (Table("Posteriors", heads, rows, best),))


def _copy(step: NaiveStep, data: Dataset) -> Story:
    assert step.copied is not None and step.posterior is not None and step.j is not None and step.logs is not None
    assert step.bins is not None and step.usual is not None
    name = data.columns[step.j].title
    times = counted(step.copies, "copy", "copies")
    if np.isnan(step.copied).any():
        return Story(f"With {times} of {name} the product is still 0 for every class.", COPIED)
    best = int(step.copied.argmax())
    said = (
        f"With {times} of {name} the point is most probably {named(data, best)}: P = {figure(step.copied[best])}, and "
        f"{figure(step.posterior[best])} without. A copy tells nothing new, and yet its factor counts again."
    )
    if step.bins.gap > step.usual.gap:
        said += " Over all rows the answers are surer than they are right: over-confident."
    rows = tuple((named(data, k), float(step.posterior[k]), float(step.copied[k])) for k in range(len(step.copied)))
    told = (
        Number("calibration error", step.bins.gap, "how far the shares that are right are from what is claimed"),
        Number("without copies", step.usual.gap),
    )
    table = Table("Posteriors", ("class", "without copies", "with them"), rows, best)
    return Story(said, COPIED, log_odds(step), told, (table,))


def log_odds(step: NaiveStep) -> tuple[str, ...]:
    """Of two classes the log-odds of the second with the copies: those of the feature count once more for each."""
    assert step.joint is not None and step.logs is not None and step.j is not None
    if len(step.joint) != 2 or not (np.isfinite(step.joint).all() and np.isfinite(step.logs[step.j]).all()):
        return ()
    a, one = float(np.diff(step.joint)[0]), float(np.diff(step.logs[step.j])[0])
    total = a + step.copies * one
    digits = enough(total, lambda a, one: a + step.copies * one, a, one)
    return (f"a = {figure(a, digits)} + {step.copies} · {bracketed(figure(one, digits))} = {figure(total)}",)


def _flag(step: NaiveStep, data: Dataset) -> Story:
    assert step.evidence is not None and step.threshold is not None and step.densities is not None
    assert step.posterior is not None
    told = (
        Number("ln p(x)", step.evidence, "the evidence of the point"),
        Number("threshold", step.threshold, "a quantile of ln p(x) over the rows"),
        Number("rows flagged", len(step.flagged), f"of {data.n:,}"),
    )
    low = step.evidence < step.threshold
    said = f"{point_named(step, data)} is no outlier: its evidence is not below the threshold."
    if low:
        said = (
            f"{point_named(step, data)} is flagged: its evidence is below the threshold, so no class explains it well."
        )
        sure = float(step.posterior.max())
        if sure >= SURE:
            said += f" The posterior of {figure(sure)} does not say so: it only compares the classes."
    flagged = len(step.flagged)
    return Story(f"{said} {counted(flagged, 'row')} of {data.n:,} {are(flagged)} flagged.", FLAG, (), told)


SURE = 0.9
"""A posterior from here on is a confident one."""


def _classified(step: NaiveStep, data: Dataset) -> Story:
    wrong = len(step.wrong)
    said = f"{counted(data.n - wrong, 'row is', 'rows are')} given their own class, {wrong} another or none."
    return Story(said, PRODUCT, (), (Number("training errors", wrong),))


# -- asked about -------------------------------------------------------------------------------------------------------


def naive_inquiry(model: NaiveBayes | None, data: Dataset, x: np.ndarray) -> Inquiry | None:
    """The posteriors of a point, and the features that speak most for the best class and against it."""
    if model is None:
        return None
    shares, evidence = model.predict_proba(x[None])[0], float(model.log_density(x[None])[0])
    told = [Number("ln p(x)", evidence, "the evidence")]
    if np.isnan(shares).any():
        return Inquiry(Story("The product is 0 for every class: the posterior is undefined.", SUM, numbers=tuple(told)))
    order = np.argsort(-shares, kind="stable")
    best = int(order[0])
    logs = np.array([factor.logs(x[[j]])[:, 0] for j, factor in enumerate(model.factors)])
    said = f"Most probably {named(data, best)}: P = {figure(shares[best])}."
    if len(order) > 1:
        gaps = logs[:, best] - logs[:, int(order[1])]
        j = int(np.nanargmax(gaps)) if not np.isnan(gaps).all() else 0
        if gaps[j] > 0:
            said += f" {data.columns[j].title} speaks most for it."
    chances = [Number(f"P({named(data, int(k))})", float(shares[k])) for k in order[:LISTED]]
    return Inquiry(Story(said, SUM, numbers=(*chances, *told)))


def naive_event(step: NaiveStep) -> Event | None:
    """A mark for each factor, and for an undefined posterior."""
    if step.part == "posterior" and step.posterior is not None and np.isnan(step.posterior).any():
        return Event("undefined", "wrong")
    if step.part == "flag" and step.evidence is not None and step.threshold is not None:
        return Event("outlier", "wrong") if step.evidence < step.threshold else None
    last = step.k is None or step.k == len(step.counts) - 1
    return Event("factor", "centre") if step.part == "fit" and last else None
