"""What a step of naive Bayes says: the priors, the factor of a feature, and the product of a point's factors."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from engine.base.words import counted, divided, enough, figure, inner, joined, signed, spoken, vector
from engine.core.algorithm import Inquiry
from engine.core.story import Check, Event, Number, Story, Table
from engine.data.dataset import Dataset
from engine.families.bayes.stepping import ESTIMATED, AskParams, NaiveStep
from engine.maths.algebra.agreement import agree
from engine.models.naive_bayes import CountFactor, GaussianFactor, LevelFactor, NaiveBayes, PresenceFactor

PRODUCT = r"P(C_k \mid \mathbf{x}) = \frac{\pi_k \prod_j p(x_j \mid C_k)}{p(\mathbf{x})}"
SUM = r"\ln p(\mathbf{x}, C_k) = \ln \pi_k + \sum_j \ln p(x_j \mid C_k)"
EVIDENCE = r"p(\mathbf{x}) = \sum_k p(\mathbf{x}, C_k), \qquad " + PRODUCT
PRIOR = r"\hat{\pi}_k = \frac{N_k}{N}"
COPIED = r"\ln p(\mathbf{x}, C_k) + m \ln p(x_j \mid C_k)"
LINEAR = r"a_k = \mathbf{w}_k^\top \mathbf{x} + b_k"
WEIGHT_OF_COUNTS = r"w_j = \ln \theta_{j2} - \ln \theta_{j1}"
WEIGHT_OF_PRESENCE = r"w_j = \ln \frac{p_{j2}\,(1 - p_{j1})}{p_{j1}\,(1 - p_{j2})}"
WEIGHT_OF_BELLS = r"w_j = \frac{\mu_{j2} - \mu_{j1}}{\sigma_j^2}"
LISTED = 8
"""So many features or classes are told in a table or a list."""

FitStory = Callable[[NaiveStep, int, Dataset], Story]
"""What is said when the factor of a feature has been estimated."""


def tell(step: NaiveStep, data: Dataset, params: AskParams, fit: FitStory) -> Story:
    """The story of a step; `fit` says how the factors of this method are estimated."""
    if step.part == "fit":
        assert step.j is not None
        return fit(step, step.j, data)
    say: dict[str, Callable[[NaiveStep, Dataset, AskParams], Story]] = {
        "start": _start, "prior": _prior, "factor": _factor, "posterior": _posterior, "copy": _copy, "weight": _weight,
        "linear": _linear, "classified": _classified,
    }  # fmt: skip
    return say[step.part](step, data, params)


def named(data: Dataset, k: int) -> str:
    """The class at a place, in a sentence."""
    return spoken(data.class_name(data.classes_present[k]))


def _start(step: NaiveStep, data: Dataset, params: AskParams) -> Story:
    said = (
        f"{counted(data.n, 'row')} of {len(step.counts)} classes. Each feature gets a factor for each class, and the "
        "factors are multiplied as if the features were independent given the class."
    )
    rows = tuple((named(data, k), int(count)) for k, count in enumerate(step.counts))
    return Story(said, PRODUCT, tables=(Table("Classes", ("class", "rows"), rows),))


def _prior(step: NaiveStep, data: Dataset, params: AskParams) -> Story:
    assert step.priors is not None
    worked: tuple[str, ...] = ()
    said = f"All classes are given the same prior, {figure(step.priors[0])}."
    if params.priors == ESTIMATED:
        rare, often = int(step.priors.argmin()), int(step.priors.argmax())
        said = f"The prior of a class is its share of the rows: most rows are {named(data, often)}."
        if step.counts[rare] == step.counts[often]:
            said = "The prior of a class is its share of the rows: all classes have as many."
        worked = tuple(f"π{k + 1} = {divided(int(count), data.n)}" for k, count in enumerate(step.counts[:LISTED]))
    rows = tuple((named(data, k), int(count), float(step.priors[k])) for k, count in enumerate(step.counts))
    sums = Check("the priors add up to 1", agree(step.priors.sum(), 1.0, 1.0))
    return Story(said, PRIOR, worked, (), (Table("Priors", ("class", "rows", "π"), rows),), (sums,))


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


def _factor(step: NaiveStep, data: Dataset, params: AskParams) -> Story:
    assert step.j is not None and step.logs is not None and step.query is not None and step.joint is not None
    j, logs = step.j, step.logs[step.j]
    table = _factors(step, data)
    if np.isnan(step.query[j]):
        said = f"{point_named(step, data)}: {value_told(step, j, data)}, so its factor is left out."
        return Story(said, SUM, (), (), (table,))
    said = f"{point_named(step, data)}: {value_told(step, j, data)}. {_favours(logs, data)}"
    if isinstance(step.factors[j], LevelFactor) and not logs.any() and _unknown(step, j):
        said = f"{point_named(step, data)}: {value_told(step, j, data)} occurs in no row, so its factor is left out."
    return Story(said, SUM, _added(step, j), (), (table,))


def _unknown(step: NaiveStep, j: int) -> bool:
    factor = step.factors[j]
    assert isinstance(factor, LevelFactor) and step.query is not None
    return bool(step.query[j] >= factor.chances.shape[1])


def _favours(logs: np.ndarray, data: Dataset) -> str:
    """Which class the factor speaks for, and by how much more than for the least of them."""
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


def _posterior(step: NaiveStep, data: Dataset, params: AskParams) -> Story:
    assert step.posterior is not None and step.joint is not None and step.evidence is not None
    rows = tuple(
        (named(data, k), float(np.exp(log)), float(share))
        for k, (log, share) in enumerate(zip(step.joint, step.posterior, strict=True))
    )
    table = Table("Posteriors", ("class", "p(x, C)", "P(C | x)"), rows)
    if np.isnan(step.posterior).any():
        said = f"{point_named(step, data)}: the product is 0 for every class, so the posterior is 0 / 0: undefined."
        return Story(f"{said} With smoothing no count is 0, and there is an answer.", EVIDENCE, (), (), (table,))
    best = int(step.posterior.argmax())
    said = f"{point_named(step, data)} is most probably {named(data, best)}: P = {figure(step.posterior[best])}."
    if (step.posterior == step.posterior[best]).sum() > 1:
        first = named(data, best)
        said = f"{point_named(step, data)}: several classes are equally probable, and the first, {first}, wins."
    table = Table("Posteriors", ("class", "p(x, C)", "P(C | x)"), rows, best)
    joint, whole = float(np.exp(step.joint[best])), float(np.exp(step.evidence))
    worked = () if not whole > 1e-250 else (f"P{best + 1} = {divided(joint, whole)}",)
    sums = Check("the posteriors add up to 1", agree(step.posterior.sum(), 1.0, 1.0))
    told = (Number("ln p(x)", step.evidence, "the evidence: how probable such a point is at all"),)
    return Story(said, EVIDENCE, worked, told, (table,), (sums,))


def _copy(step: NaiveStep, data: Dataset, params: AskParams) -> Story:
    assert step.copied is not None and step.posterior is not None and step.j is not None and step.logs is not None
    name = data.columns[step.j].title
    times = counted(step.copies, "copy", "copies")
    if np.isnan(step.copied).any():
        return Story(f"With {times} of {name} the product is still 0 for every class.", COPIED)
    best = int(step.copied.argmax())
    said = (
        f"With {times} of {name} the point is most probably {named(data, best)}: P = {figure(step.copied[best])}, and "
        f"{figure(step.posterior[best])} without. A copy tells nothing new, and yet its factor counts again."
    )
    rows = tuple((named(data, k), float(step.posterior[k]), float(step.copied[k])) for k in range(len(step.copied)))
    return Story(said, COPIED, (), (), (Table("Posteriors", ("class", "without copies", "with them"), rows, best),))


def _weight(step: NaiveStep, data: Dataset, params: AskParams) -> Story:
    """How the weight of one feature follows from its factor, of two classes."""
    assert step.j is not None and step.weights is not None
    factor, name = step.factors[step.j], data.columns[step.j].title
    w = float(step.weights[1, step.j] - step.weights[0, step.j])
    for_which = named(data, 1 if w > 0 else 0)
    said = f"{name}: its weight in the log-odds is {figure(w)}, a vote for {for_which}."
    if not w:
        said = f"{name}: its weight in the log-odds is 0, as it is as probable in both classes."
    if isinstance(factor, GaussianFactor):
        said += " The square of x, divided by the variance that both share, is the same in both: it cancels."
        gap, variance = float(factor.means[1] - factor.means[0]), float(factor.variances[0])
        return Story(said, WEIGHT_OF_BELLS, (f"w = {divided(gap, variance)}",), (Number("w", w),))
    if isinstance(factor, CountFactor):
        one, other = map(float, factor.chances)
        return Story(said, WEIGHT_OF_COUNTS, (f"w = {_log_ratio(other, one)} = {figure(w)}",), (Number("w", w),))
    assert isinstance(factor, PresenceFactor)
    said += " What the absence of a feature says is in the constant."
    one, other = map(float, factor.chances)
    return Story(said, WEIGHT_OF_PRESENCE, (), (Number("w", w), Number("p2", other), Number("p1", one)))


def _log_ratio(above: float, below: float) -> str:
    digits = enough(float(np.log(above) - np.log(below)), lambda a, b: float(np.log(a) - np.log(b)), above, below)
    return f"ln {figure(above, digits)} − ln {figure(below, digits)}"


def _linear(step: NaiveStep, data: Dataset, params: AskParams) -> Story:
    assert step.weights is not None and step.biases is not None
    assert step.query is not None and step.joint is not None
    said = "The logarithm of the product is linear in x: a weight for each feature and a constant for each class."
    if any(isinstance(factor, PresenceFactor) for factor in step.factors):
        said += (
            " Here x is 1 where a feature is present and 0 where it is absent; what is absent counts in the constant."
        )
    worked: tuple[str, ...] = ()
    assert step.model is not None
    x = step.model.inputs(step.query[None])[0]
    if len(step.weights) == 2:
        w, b = step.weights[1] - step.weights[0], float(step.biases[1] - step.biases[0])
        assert step.strongest is not None
        j = int(step.strongest[0])
        worked = (f"w = w2 − w1 = {vector(w)}", f"a = w · x + b = {inner(w, x, float(w @ x) + b, b)}")
        said += f" The strongest weight of the log-odds is that of {data.columns[j].title}, {figure(float(w[j]))}."
    rows = tuple(
        (named(data, k), float(b), *map(float, w[:LISTED]))
        for k, (w, b) in enumerate(zip(step.weights, step.biases, strict=True))
    )
    heads = ("class", "b", *(column.title for column in data.columns[:LISTED]))
    joint = step.weights @ x + step.biases
    gaps = joint - joint.max(), step.joint - step.joint.max()
    sizes = np.abs(step.weights) @ np.abs(x) + np.abs(step.biases) + np.abs(step.joint).max()
    same = Check("the linear form gives the same log-odds", agree(*gaps, sizes.max(), 1e-7))
    return Story(said, LINEAR, worked, (), (Table("Weights", heads, rows),), (same,))


def _classified(step: NaiveStep, data: Dataset, params: AskParams) -> Story:
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
    return Event("factor", "centre") if step.part == "fit" else None


# -- how a factor was estimated ----------------------------------------------------------------------------------------


def gaussian_fit(step: NaiveStep, j: int, data: Dataset, formula: str) -> Story:
    """The mean and the variance of a number in each class."""
    factor = step.factors[j]
    assert isinstance(factor, GaussianFactor)
    name = data.columns[j].title
    said = f"{name}: a Gaussian for each class, with the mean and the variance of its rows."
    if (factor.variances == factor.variances[0]).all():
        said = f"{name}: a Gaussian for each class, with the mean of its rows and one variance for all."
    rows = tuple(
        (named(data, k), float(factor.means[k]), float(factor.variances[k]), float(np.sqrt(factor.variances[k])))
        for k in range(factor.n_classes)
    )
    return Story(said, formula, (), (), (Table(f"Gaussians of {name}", ("class", "μ", "σ²", "σ"), rows),))


def level_fit(step: NaiveStep, j: int, data: Dataset, alpha: float, formula: str) -> Story:
    """The chances of each level in each class."""
    factor = step.factors[j]
    assert isinstance(factor, LevelFactor)
    column = data.columns[j]
    zeros = [
        (named(data, int(k)), column.levels[int(v)])
        for k, v in np.argwhere(factor.chances == 0)
        if int(v) < len(column.levels)
    ]
    said = f"{column.title}: the chance of each level in each class is its share of the rows."
    if alpha:
        said = f"{column.title}: every count has {figure(alpha)} added to it, so that no chance is 0."
    elif zeros:
        said += f" {zeros[0][1]} never occurs in {zeros[0][0]}: its chance is 0 there."
    rows = tuple((named(data, k), *map(float, factor.chances[k, :LISTED])) for k in range(factor.n_classes))
    heads = ("class", *(column.levels[:LISTED]))
    sums = Check("the chances of each class add up to 1", agree(factor.chances.sum(axis=1), 1.0, 1.0))
    return Story(said, formula, (), (), (Table(f"Chances of {column.title}", heads, rows),), (sums,))


def presence_fit(step: NaiveStep, j: int, data: Dataset, alpha: float, formula: str) -> Story:
    """The chance that a feature is present, in each class."""
    factor = step.factors[j]
    assert isinstance(factor, PresenceFactor)
    name, best = data.columns[j].title, int(factor.chances.argmax())
    most = f"{named(data, best)}: p = {figure(factor.chances[best])}"
    said = f"{name} is present most often in {most}. Its absence counts too."
    if (factor.chances == factor.chances[0]).all():
        said = f"{name} is present as often in every class: it tells nothing."
    certain = [named(data, int(k)) for k in np.flatnonzero((factor.chances == 0) | (factor.chances == 1))]
    if certain:
        said += f" In {joined(certain[:3])} it is certain, so the other value has the chance 0."
    rows = tuple((named(data, k), float(p), float(1 - p)) for k, p in enumerate(factor.chances))
    return Story(said, formula, (), (), (Table(f"Chances of {name}", ("class", "present", "absent"), rows),))


def count_fit(step: NaiveStep, j: int, data: Dataset, alpha: float, formula: str) -> Story:
    """The share of a word among all words of each class."""
    factor = step.factors[j]
    assert isinstance(factor, CountFactor)
    name, best, least = data.columns[j].title, int(factor.chances.argmax()), int(factor.chances.argmin())
    most = f"{named(data, best)} it is {figure(factor.chances[best])}"
    said = f"{name}: of all that is counted in {most}, the largest share."
    if factor.chances[best] == factor.chances[least]:
        said = f"{name} has the same share in every class: it tells nothing."
    elif factor.chances[least] == 0:
        said += f" In {named(data, least)} it never occurs: its chance is 0 there."
    rows = tuple((named(data, k), float(theta)) for k, theta in enumerate(factor.chances))
    return Story(said, formula, (), (), (Table(f"Chance of {name}", ("class", "θ"), rows),))
