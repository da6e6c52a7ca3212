"""What a step of the Gaussian classifier says."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from engine.base.words import counted, divided, enough, figure, joined, signed, spoken, taken, vector
from engine.core.algorithm import Inquiry
from engine.core.marks import Segments
from engine.core.story import Check, Event, Number, Story, Table
from engine.data.dataset import Dataset
from engine.families.gaussians.answering import LISTED, answered
from engine.families.gaussians.estimating import (
    ESTIMATED,
    LIKELIHOOD,
    SHARED_SPHERICAL,
    SLIDER,
    SPHERICAL,
    TYPED,
    divided_by,
    estimates,
)
from engine.families.gaussians.gaussian_classifier.border_words import say_border, say_borders
from engine.families.gaussians.gaussian_classifier.drawing import named
from engine.families.gaussians.gaussian_classifier.likeliest import SLOPED, best_likelihood, flat_at
from engine.families.gaussians.gaussian_classifier.linear_telling import say_cancelled, say_collected, say_expanded
from engine.families.gaussians.gaussian_classifier.stepping import Params, Step
from engine.maths.algebra.agreement import agree, exceeds
from engine.maths.algebra.repairs import varying
from engine.parts.querying import place_words
from engine.parts.repairing import DIAGONAL as ALONE
from engine.parts.repairing import POOLED, PSEUDO, RIDGE, SHRUNK

SCORE = (
    r"a_k(\mathbf{x}) = -\tfrac{1}{2}(\mathbf{x} - \boldsymbol{\mu}_k)^\top \mathbf{\Sigma}_k^{-1}"
    r"(\mathbf{x} - \boldsymbol{\mu}_k) \quad - \tfrac{1}{2}\ln|\mathbf{\Sigma}_k| + \ln \pi_k"
)
POSTERIOR = r"P(C_k \mid \mathbf{x}) = \frac{\exp a_k}{\sum_j \exp a_j}"
PRIOR = r"\hat{\pi}_k = \frac{N_k}{N}"
MEAN = r"\hat{\boldsymbol{\mu}}_k = \frac{1}{N_k} \sum_{n \in k} \mathbf{x}_n"
SCATTER = (
    r"S_k = \frac{1}{N_k} \sum_{n \in k} (\mathbf{x}_n - \hat{\boldsymbol{\mu}}_k)"
    r"(\mathbf{x}_n - \hat{\boldsymbol{\mu}}_k)^\top"
)
SCATTER_UNBIASED = SCATTER.replace(r"\frac{1}{N_k}", r"\frac{1}{N_k - 1}")
POOL = r"\hat{\mathbf{\Sigma}} = \sum_k \frac{N_k}{N} S_k"
POOL_UNBIASED = r"\hat{\mathbf{\Sigma}} = \sum_k \frac{N_k - 1}{N - K} S_k"
DIAGONAL = r"\mathbf{\Sigma}_k \leftarrow \mathrm{diag}(\mathbf{\Sigma}_k)"
SPHERE = r"\mathbf{\Sigma}_k \leftarrow \frac{\mathrm{tr}\,\mathbf{\Sigma}_k}{D}\, I"
BY_FEATURE = (
    r"a_k(\mathbf{x}) = \sum_j \left(-\frac{(x_j - \mu_{kj})^2}{2\sigma_{kj}^2} - \tfrac{1}{2}\ln\sigma_{kj}^2\right) "
    r"+ \ln \pi_k"
)
LEFT_OUT = r"p(\mathbf{x}_o \mid C_k) = N(\mathbf{x}_o \mid \boldsymbol{\mu}_{k,o}, \mathbf{\Sigma}_{k,oo})"
JOINT = r"\ln L = \sum_n \ln \pi_{k(n)} + \ln N(\mathbf{x}_n \mid \boldsymbol{\mu}_{k(n)}, \mathbf{\Sigma}_{k(n)})"
REPAIR = {
    RIDGE: r"\mathbf{\Sigma}_k \leftarrow \mathbf{\Sigma}_k + \epsilon\, I",
    SHRUNK: r"\mathbf{\Sigma}_k \leftarrow (1 - \rho)\, \mathbf{\Sigma}_k + "
    r"\rho\, \frac{\mathrm{tr}\,\mathbf{\Sigma}_k}{D} I",
    ALONE: DIAGONAL,
    POOLED: r"\mathbf{\Sigma}_k \leftarrow \hat{\mathbf{\Sigma}}",
    PSEUDO: r"\mathbf{\Sigma}_k^{+} = \sum_{\lambda_j > 0} \frac{1}{\lambda_j} \mathbf{u}_j \mathbf{u}_j^\top",
}


def explain(step: Step, data: Dataset, params: Params) -> Story:
    return TOLD[step.part](step, data, params)


# -- the fit -----------------------------------------------------------------------------------------------------------


def _start(step: Step, data: Dataset, params: Params) -> Story:
    sizes = [(data.class_name(code), int(count)) for code, count in zip(data.classes_present, step.counts, strict=True)]
    said = (
        f"{counted(data.n, 'point')} of {len(sizes)} classes. Each class is described by a Gaussian, and a point "
        "goes to the class with the greatest posterior."
    )
    return Story(said, SCORE, tables=(Table("Classes", ("class", "points"), tuple(sizes)),))


def _prior(step: Step, data: Dataset, params: Params) -> Story:
    assert step.priors is not None
    estimated = params.priors == ESTIMATED
    words = "The prior of a class is its share of the rows" if estimated else "All classes are given the same prior"
    if params.priors == SLIDER or (params.priors == TYPED and params.typed):
        words = "The priors are set by hand"
    greatest = int(step.priors.argmax())
    said = f"{words}: {named(step, greatest, data)} has {figure(step.priors[greatest])}."
    if (step.priors == step.priors[0]).all():
        said = f"{words}: {figure(step.priors[0])} for each of {len(step.priors)}."
    worked: tuple[str, ...] = ()
    if estimated:
        total = int(step.counts.sum())
        worked = tuple(f"π{k + 1} = {divided(int(count), total)}" for k, count in enumerate(step.counts[:LISTED]))
    rows = tuple(
        (data.class_name(code), int(count), float(prior))
        for code, count, prior in zip(data.classes_present, step.counts, step.priors, strict=False)
    )
    sums = Check("the priors add up to 1", agree(step.priors.sum(), 1.0, 1.0))
    return Story(said, PRIOR, worked, (), (Table("Priors", ("class", "points", "π"), rows),), (sums,))


def _mean(step: Step, data: Dataset, params: Params) -> Story:
    assert step.k is not None and step.means is not None
    k, code = step.k, data.classes_present[step.k]
    own, mean = data.X[data.codes == code], step.means[step.k]
    sums = own.sum(axis=0)
    worked = tuple(
        f"{name}: {divided(float(total), len(own))}"
        for name, total, found in zip(data.feature_names[:6], sums, mean, strict=False)
        if agree(total / len(own), found, abs(found), 1e-6)
    )
    return Story(
        f"The mean of the {counted(len(own), 'point')} of {named(step, k, data)} is {place_words(data, mean)}.",
        MEAN,
        worked,
        (Number("points", len(own)),),
    )


def _scatter(step: Step, data: Dataset, params: Params) -> Story:
    assert step.k is not None and step.scatters is not None and step.means is not None
    k, code = step.k, data.classes_present[step.k]
    own, S = data.X[data.codes == code], step.scatters[step.k]
    divisor = divided_by(len(own), params.divisor)
    rank = len(varying(S)[1]) if S.any() else 0
    name = data.feature_names[0]
    name_of, by = named(step, k, data), params.divisor.replace("N", "Nₖ")
    said = f"The covariance of {name_of} is divided by {by} = {divisor}."
    if rank < data.d:
        said += f" It has rank {rank} of {data.d}: by itself it has no inverse."
    squares = float(((own[:, 0] - step.means[k, 0]) ** 2).sum())
    worked = (
        [f"variance of {name} = {divided(squares, divisor)}"]
        if agree(squares / divisor, S[0, 0], S[0, 0], 1e-6)
        else []
    )
    told = [Number("variance", float(S[0, 0]), f"of {name}")]
    if data.d > 1:
        told.append(Number("covariance", float(S[0, 1]), f"of {name} and {data.feature_names[1]}"))
    formula = SCATTER if params.divisor == LIKELIHOOD else SCATTER_UNBIASED
    return Story(said, formula, tuple(worked), tuple(told))


def _pool(step: Step, data: Dataset, params: Params) -> Story:
    assert step.covariances is not None and step.scatters is not None
    groups = params.grouped(len(step.counts))
    sizes = np.bincount(groups)
    own = np.flatnonzero(groups == int(np.argmax(sizes > 1)))
    weights = (step.counts if params.divisor == LIKELIHOOD else step.counts - 1)[own]
    over = int(weights.sum())
    parts, result = step.scatters[own, 0, 0], float(step.covariances[own[0], 0, 0])
    worked: tuple[str, ...] = ()
    if len(parts) <= LISTED:
        digits = enough(result, lambda *each: float(weights @ each) / over, *parts)
        terms = [f"{w}/{over}·{figure(part, digits)}" for w, part in zip(weights, parts, strict=True)]
        worked = (f"variance of {data.feature_names[0]} = {' + '.join(terms)} = {figure(result)}",)
    whose = f"all {len(own)} classes"
    if len(own) < len(groups):
        whose = joined([named(step, int(k), data) for k in own])
    said = f"One covariance serves {whose}: the mean of theirs, weighted by their points. "
    if (sizes > 1).sum() > 1:
        said += f"So it is in {int((sizes > 1).sum())} groups of classes. "
    said += "The dashed ellipses are those of the classes alone."
    return Story(said, POOL if params.divisor == LIKELIHOOD else POOL_UNBIASED, worked)


def _shape(step: Step, data: Dataset, params: Params) -> Story:
    assert step.covariances is not None
    S = step.covariances[0]
    if params.covariance in (SPHERICAL, SHARED_SPHERICAL):
        said = "Only the mean variance is kept, the same in every direction: circles, in the units of the features."
        return Story(said, SPHERE, (), (Number("σ²", float(S[0, 0]), f"of {named(step, 0, data)}"),))
    said = "Only the variances are kept: the ellipses stand parallel to the axes, as in naive Bayes."
    told = tuple(Number(f"σ² of {name}", float(S[j, j])) for j, name in enumerate(data.feature_names[:LISTED]))
    return Story(said, DIAGONAL, (), told)


def _repair(step: Step, data: Dataset, params: Params) -> Story:
    assert step.former is not None and step.covariances is not None
    ranks = [len(varying(S)[1]) if S.any() else 0 for S in step.former]
    flat = [k for k, rank in enumerate(ranks) if rank < data.d]
    said = "Every covariance had an inverse already. "
    if flat:
        names = joined([named(step, k, data) for k in flat[:4]])
        thin = np.linalg.eigh(step.former[flat[0]])[1][:, 0]
        thin = thin * (1 if thin[np.abs(thin).argmax()] > 0 else -1)
        said = f"No variance in some direction: {names}, along {vector(thin)} for instance. "
    return Story(said + MENDED[params.repair], REPAIR[params.repair], (), (), (_eigenvalues(step, data),))


MENDED = {
    RIDGE: "Every variance gets ε more, in the unit of the features squared.",
    SHRUNK: "Each is shrunk towards a sphere of the same total variance.",
    ALONE: "The variances alone are kept.",
    POOLED: "Each class takes the covariance that all share.",
    PSEUDO: "The pseudo-inverse leaves those directions out: what a point has along them does not count.",
}


def _eigenvalues(step: Step, data: Dataset) -> Table:
    assert step.former is not None and step.covariances is not None
    rows = []
    for k, (one, other) in enumerate(zip(step.former, step.covariances, strict=True)):
        before, after = np.linalg.eigvalsh(one), np.linalg.eigvalsh(other)
        before = np.where(np.abs(before) <= 1e-12 * np.abs(before).max(initial=0.0), 0.0, before)
        after = np.where(np.abs(after) <= 1e-12 * np.abs(after).max(initial=0.0), 0.0, after)
        rows.append((data.class_name(data.classes_present[k]), float(before[0]), float(after[0])))
    return Table("Least eigenvalue", ("class", "before", "after"), tuple(rows[:LISTED]))


def _fitted(step: Step, data: Dataset, params: Params) -> Story:
    assert step.means is not None
    name = data.class_name(data.classes_present[-1])
    others = counted(len(step.means), "class is", "classes are")
    return Story(f"The other {others} fitted. {name} is still unknown to the model.", SCORE)


def _new(step: Step, data: Dataset, params: Params) -> Story:
    assert step.k is not None and step.means is not None and step.scatters is not None and step.priors is not None
    name, found = named(step, step.k, data), estimates(data, params.divisor)
    said = (
        f"{name} is added: only its mean and covariance are estimated, those of the others stay as they were. "
        "The priors are shared out again"
    )
    said += ", and the covariance of its group will be averaged again. " if _joins(step, params) else ". "
    said += "Softmax regression would have to train all its weights again."
    told = (
        Number("points of the class", int(step.counts[step.k])),
        Number("π", float(step.priors[step.k]), f"of {name}"),
    )
    size = float(np.abs(found.means).max()), float(np.abs(found.scatters).max())
    same = agree(step.means, found.means, size[0]) and agree(step.scatters, found.scatters, size[1])
    return Story(said, MEAN, (), told, (), (Check("a fit of all classes at once has the same means and Sₖ", same),))


def _joins(step: Step, params: Params) -> bool:
    """Whether the last class shares its covariance with another."""
    groups = params.grouped(len(step.counts))
    return bool((groups[:-1] == groups[-1]).any())


# -- one point ---------------------------------------------------------------------------------------------------------


def _feature(step: Step, data: Dataset, params: Params) -> Story:
    """One feature: its square and its width, for each class."""
    assert step.model is not None and step.row is not None
    j, model = step.parts.shape[1] - 1, step.model
    name, x = data.feature_names[j], float(data.X[step.row, j])
    said = f"Point {data.row_name(step.row)}: {name} adds a term of its own to each score, as without covariances "
    said += "the density is a product of bells, one for each feature: a naive Bayes classifier."
    variance = float(model.covariances[0, j, j])
    square, width = -0.5 * (x - float(model.means[0, j])) ** 2 / variance, -0.5 * float(np.log(variance))
    n = enough(square + width, lambda one, other: one + other, square, width)
    worked = (f"{name}, {named(step, 0, data)}: {figure(square, n)} {signed(width, n)} = {figure(square + width)}",)
    rows = tuple((named(step, k, data), *map(float, parts)) for k, parts in enumerate(step.parts))
    heads = ("class", *data.feature_names[: j + 1])
    return Story(said, BY_FEATURE, worked, (), (Table("Terms of the features", heads, rows),))


def _score(step: Step, data: Dataset, params: Params) -> Story:
    assert step.k is not None and step.terms is not None and step.row is not None
    square, spread, prior = (float(term) for term in step.terms[step.k])
    total = square + spread + prior
    name = named(step, step.k, data)
    said = f"Point {data.row_name(step.row)}: the score of {name} is {figure(total)}, the sum of three terms."
    if not np.isfinite(prior):
        said = f"Point {data.row_name(step.row)}: {name} has the prior 0, so its score is −∞."
    return Story(said, SCORE, _sum_of_terms(step.k, square, spread, prior), (), (_terms(step, data),))


def _sum_of_terms(k: int, square: float, spread: float, prior: float) -> tuple[str, ...]:
    total = square + spread + prior
    if not np.isfinite(total):
        return ()
    n = enough(total, lambda a, b, c: a + b + c, square, spread, prior)
    return (f"a{k + 1} = {figure(square, n)} {signed(spread, n)} {signed(prior, n)} = {figure(total)}",)


def _terms(step: Step, data: Dataset) -> Table:
    """The three terms of each class so far."""
    assert step.terms is not None and step.model is not None
    rows = tuple((named(step, k, data), *map(float, terms), float(terms.sum())) for k, terms in enumerate(step.terms))
    return Table("Terms of the scores", ("class", "distance", "volume", "ln π", "a"), rows, step.k)


def _posterior(step: Step, data: Dataset, params: Params) -> Story:
    assert step.posterior is not None and step.row is not None and step.model is not None and step.scores is not None
    best = int(step.posterior.argmax())
    own, name = int(data.codes[step.row]), named(step, best, data)
    tied = int((step.posterior == step.posterior[best]).sum())
    said = f"Point {data.row_name(step.row)} is most probably {name}: P = {figure(step.posterior[best])}."
    if tied > 1:
        said = f"Point {data.row_name(step.row)}: {tied} classes are equally probable, and the first, {name}, is taken."
    elif own >= 0:
        right = own == int(step.model.classes[best])
        said += " That is its class." if right else f" Its class is {spoken(data.class_name(own))}."
    rows = tuple(
        (named(step, k, data), float(score), float(share))
        for k, (score, share) in enumerate(zip(step.scores, step.posterior, strict=True))
    )
    table = Table("Posteriors", ("class", "a", "P"), rows, best)
    worked = _log_odds(step) if len(rows) == 2 else ()
    sums = Check("the posteriors add up to 1", agree(step.posterior.sum(), 1.0, 1.0))
    return Story(said, POSTERIOR, worked, (), (table,), (sums,))


def _log_odds(step: Step) -> tuple[str, ...]:
    """Of two classes a = a₁ − a₂, and the sigmoid of it."""
    assert step.scores is not None and step.posterior is not None
    one, other = map(float, step.scores)
    if not (np.isfinite(one) and np.isfinite(other)):
        return ()
    a, first = one - other, float(step.posterior[0])
    n = enough(first, lambda value: 1 / (1 + float(np.exp(value))), -a)
    return (
        f"a = a1 − a2 = {taken(one, other)}",
        f"P1 = σ(a) = 1 / (1 + exp({figure(-a, n)})) = {figure(first)}",
    )


def _missing(step: Step, data: Dataset, params: Params) -> Story:
    assert step.marginal is not None and step.posterior is not None and step.model is not None
    name = data.columns[params.left_out(data)].title
    best, was = int(step.marginal.argmax()), int(step.posterior.argmax())
    change = "as with it" if best == was else f"with it {named(step, was, data)}"
    what = "Its row and column of every mean and covariance are struck out" if data.d > 1 else "The priors are left"
    said = (
        f"Without {name} the point is most probably {named(step, best, data)}, "
        f"P = {figure(step.marginal[best])}; {change}. {what}. A discriminant that is no density has no such answer."
    )
    rows = tuple(
        (named(step, k, data), float(one), float(other))
        for k, (one, other) in enumerate(zip(step.posterior, step.marginal, strict=True))
    )
    return Story(said, LEFT_OUT, (), (), (Table("Posteriors", ("class", "with it", "without it"), rows, best),))


def _classified(step: Step, data: Dataset, params: Params) -> Story:
    assert step.log_likelihood is not None and step.model is not None
    wrong = len(step.wrong)
    said = f"{counted(data.n - wrong, 'point is', 'points are')} in the area of their own class, {wrong} in another."
    told = [
        Number("training errors", wrong),
        Number("ln L", step.log_likelihood, "of rows and classes together"),
    ]
    best = best_likelihood(step.model, data, params)
    checks: tuple[Check, ...] = ()
    if best is not None:
        size = abs(best) + data.n
        if exceeds(best, step.log_likelihood, size):
            said += f" ln L = {figure(step.log_likelihood, 6)}; the maximum-likelihood fit has {figure(best, 6)}."
        holds = not exceeds(step.log_likelihood, best, size)
        checks = (Check("no Gaussians of this kind have a greater ln L than the fit", holds),)
        if not exceeds(best, step.log_likelihood, size) and data.n * data.d * len(step.model.means) <= SLOPED:
            checks = (
                *checks,
                Check("ln L has the slope 0 in every mean, by central differences", flat_at(step.model, data)),
            )
    return Story(said, JOINT, (), tuple(told), (), checks)


TOLD: dict[str, Callable[[Step, Dataset, Params], Story]] = {
    "start": _start, "prior": _prior, "mean": _mean, "scatter": _scatter, "pool": _pool, "shape": _shape,
    "repair": _repair, "fitted": _fitted, "new": _new, "border": say_border, "borders": say_borders,
    "feature": _feature, "score": _score, "expand": say_expanded, "cancel": say_cancelled, "collect": say_collected,
    "posterior": _posterior, "missing": _missing, "classified": _classified,
}  # fmt: skip


def inspect(step: Step, data: Dataset, params: Params, x: np.ndarray) -> Inquiry | None:
    """The posteriors of a point, the terms of the best, and how probable the point is itself."""
    model = step.model
    if model is None:
        return None
    best, said, told, terms = answered(model, x, lambda k: named(step, k, data))
    if len(model.classes) == 2:
        first, second = model.log_joint(x[None])[:, 0]
        if np.isfinite(first) and np.isfinite(second):
            told = (*told, Number("log-odds", float(second - first), f"of {named(step, 1, data)}"))
    spokes = Segments(np.broadcast_to(x, model.means.shape), model.means, "spoke", groups=model.classes)
    return Inquiry(Story(said, SCORE, _sum_of_terms(best, *map(float, terms)), told), (spokes,))


def measure(step: Step, data: Dataset, params: Params) -> dict[str, float]:
    return {} if step.log_likelihood is None else {"training errors": len(step.wrong)}


def event(step: Step) -> Event | None:
    if step.part in ("mean", "scatter"):
        return Event(step.part, "centre")
    if step.part == "new":
        return Event("class added", "centre")
    return Event("border", "boundary") if step.part == "border" else None
