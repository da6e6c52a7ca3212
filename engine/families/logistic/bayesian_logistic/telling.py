"""What Bayesian logistic regression says of its steps and of a point."""

from __future__ import annotations

import math

import numpy as np

from engine.base.words import counted, figure, shown, taken, vector
from engine.core.algorithm import Inquiry
from engine.core.story import Check, Event, Number, Story, Table
from engine.data.dataset import Dataset
from engine.families.logistic.bayesian_logistic import charts
from engine.families.logistic.bayesian_logistic.chain import doubts, kept, series_of
from engine.families.logistic.bayesian_logistic.loop import Params, Step
from engine.families.logistic.bayesian_logistic.peak import posed
from engine.families.logistic.bayesian_logistic.predictions import four_ways, moderate, places, worked
from engine.maths.algebra.agreement import agree
from engine.maths.probability.cross_entropy import penalised
from engine.maths.probability.laplace import Gaussian
from engine.maths.probability.metropolis import Chain, autocorrelation, effective_sizes, log_acceptance
from engine.models.linear import features
from engine.parts.line import coded, names_of

RULE = {
    "prior": r"\ln p(\mathbf{w}\mid\mathbf{t}) = -\frac{\alpha}{2}\|\mathbf{w}\|^2"
    r" + \sum_n \{t_n\ln y_n + (1 - t_n)\ln(1 - y_n)\} + c",
    "newton": r"\mathbf{w} \leftarrow \mathbf{w} - H^{-1}\nabla, \quad "
    r"\nabla = \Phi^\top(\mathbf{y} - \mathbf{t}) + \alpha\mathbf{w}, \quad H = \alpha I + \Phi^\top R\,\Phi",
    "laplace": r"S_N^{-1} = \alpha I + \sum_n y_n(1 - y_n)\,\varphi_n\varphi_n^\top, \quad "
    r"q(\mathbf{w}) = N(\mathbf{w}_{MAP},\, S_N)",
    "prediction": r"m = \mathbf{w}_{MAP}^\top\varphi, \quad s^2 = \varphi^\top S_N\,\varphi, \quad "
    r"P \approx \sigma(\kappa m), \quad \kappa = \frac{1}{\sqrt{1 + \pi s^2/8}}",
    "chain": r"\mathbf{w}' = \mathbf{w} + L\xi, \quad "
    r"P(\mathrm{accept}) = \min(1,\; e^{\ln p(\mathbf{w}') - \ln p(\mathbf{w})})",
    "summary": r"P = \frac{1}{S}\sum_s \sigma(\mathbf{w}_s^\top\varphi)",
}


def explain(step: Step, data: Dataset, params: Params) -> Story:
    tellers = {
        "prior": _prior, "newton": _newton, "laplace": _laplace,
        "prediction": _prediction, "chain": _chain, "summary": _summary,
    }  # fmt: skip
    return tellers[step.phase](step, data, params)


# -- up to the posterior -----------------------------------------------------------------------------------------------


def _prior(step: Step, data: Dataset, params: Params) -> Story:
    spread = figure(params.penalty**-0.5)
    said = (
        f"The prior N(0, I/α): every weight, the bias too, has the mean 0 and the standard deviation {spread}. "
        f"The thin lines are {len(step.fan)} boundaries drawn from it. {coded(data, '0', '1')}."
    )
    told = (
        Number("α", params.penalty, "the precision of the prior: the same as ridge λ = α on all weights"),
        *_heights(step),
        Number("weights M", len(step.peak.move), "the bias counted"),
    )
    return Story(said, RULE["prior"], numbers=told)


def _heights(step: Step) -> list[Number]:
    told = [Number("E", step.peak.error, "−ln likelihood"), Number("−ln posterior", step.peak.objective, "+ c")]
    return [number for number in told if np.isfinite(number.value)]


def _newton(step: Step, data: Dataset, params: Params) -> Story:
    number = len(step.way) - 1
    fell = (step.objective_before or 0.0) - step.peak.objective
    rose = fell > 1e-12 * (1.0 + abs(step.peak.objective))
    did = f"rises by {figure(fell)}" if rose else "stays as it is, but for its last digits"
    said = f"Newton step {number} towards the most probable weights: ln p(w | t) {did}."
    if step.halvings:
        said += f" The step was halved {counted(step.halvings, 'time')}, or it would have fallen."
    told = [*_heights(step), Number("‖∇‖", float(np.linalg.norm(step.peak.gradient)))]
    told.append(Number("next change", step.peak.change, "of an activation, at most"))
    checks = (Check("ln p does not fall", fell >= -1e-12 * (1.0 + abs(step.peak.objective))),)
    lines = (f"w = {vector(step.model.packed)}, the bias first",)
    return Story(said, RULE["newton"], lines, tuple(told), checks=checks)


def _laplace(step: Step, data: Dataset, params: Params) -> Story:
    model, w = step.model, step.model.packed
    deviations = np.sqrt(np.diag(model.covariance))
    said = (
        "Laplace's approximation: a Gaussian with the top and the curvature of the posterior. S_N is the INVERSE of "
        "the negative Hessian of ln p(w | t), not that Hessian itself. The thin lines are "
        f"{len(step.fan)} boundaries drawn from it; the grey lines to both sides are p = 0.1 and 0.9."
    )
    rows = zip(("bias", *names_of(model.basis, data)), w, deviations, strict=True)
    tables = [Table("Most probable weights", ("weight of", "w_MAP", "deviation"), tuple(rows))]
    worked = [f"w_MAP = {vector(w)}, the bias first"]
    if len(w) <= 3:
        worked += [f"S_N⁻¹ row {i + 1} = {vector(line)}" for i, line in enumerate(step.peak.hessian)]
        worked += [f"S_N row {i + 1} = {vector(line)}" for i, line in enumerate(model.covariance)]
    told = (*_heights(step), Number("ln p(t), Laplace", log_evidence(step, params), "the evidence for α"))
    product, terms = (one(step.peak.hessian) @ one(model.covariance) for one in (np.asarray, np.abs))
    checks = (
        Check("S_N⁻¹ S_N = I", agree(product, np.eye(len(w)), terms.max())),
        Check("no deviation above that of the prior", bool(deviations.max() <= params.penalty**-0.5 * (1 + 1e-9))),
    )
    return Story(said, RULE["laplace"], tuple(worked), told, tuple(tables), checks)


def log_evidence(step: Step, params: Params) -> float:
    """ln p(t) by Laplace: the log of likelihood × prior at the top, and the volume of the Gaussian there."""
    M = len(step.peak.move)
    top = -step.peak.objective + 0.5 * M * float(np.log(params.penalty / (2.0 * np.pi)))
    return Gaussian(step.model.packed, step.peak.factor, top).log_integral


# -- predictions -------------------------------------------------------------------------------------------------------


def _prediction(step: Step, data: Dataset, params: Params) -> Story:
    assert step.row is not None
    x = data.X[step.row]
    _, variance = (float(part[0]) for part in step.model.activation_moments(x[None]))
    said = (
        f"Predictions average over all weights. Point {data.row_name(step.row)} has the least certain activation, "
        f"with a deviation of {figure(np.sqrt(variance))}; far from the data it grows, and the lines fan out."
    )
    told, checks = [*four_ways(step.model, x, params)], moderate(step.model, data)
    return Story(
        said,
        RULE["prediction"],
        worked(step.model, x, params),
        tuple(told),
        (places(step.model, step.row, data),),
        checks,
    )


def inspect(step: Step, data: Dataset, params: Params, x: np.ndarray) -> Inquiry:
    """The point x (d,) by every rule, side by side, with the bell of its activation."""
    model = step.model
    if not np.isfinite(features(model.basis, x[None])).all():
        return Inquiry(Story("This point lies too far out for the basis functions.", RULE["prediction"]))
    share = model.predict_proba(x[None])[0]
    code = int(model.predict(x[None])[0])
    chosen = model.classes.index(code)
    name, p = data.class_name(code), figure(share[chosen])
    said = f"This point is classified as {name}, with the probability {p} by {model.rule}."
    if model.rule == "samples" and not len(model.samples):
        said += " There are no samples yet: it is the probit rule that answers."
    told, lines = four_ways(model, x, params), worked(model, x, params)
    marks = tuple(charts.activation(model, x, params, charts.ASKED))
    return Inquiry(Story(said, RULE["prediction"], lines, tuple(told)), marks)


# -- the chain ---------------------------------------------------------------------------------------------------------


def _chain(step: Step, data: Dataset, params: Params) -> Story:
    chain = step.chain
    assert chain is not None
    series = series_of(kept(chain, params))
    sizes, count = effective_sizes(series), series.shape[1]
    burning = f"{counted(count, 'draw')} kept" if count else f"still burning in, up to {params.burn_in:,}"
    new = chain.accepted(chain.seen - step.fresh)
    if step.fresh == 1:
        said = f"Proposal {chain.seen:,} is {'accepted' if new[0] else 'rejected: the chain stays'}; {burning}."
    else:
        first = chain.seen - step.fresh + 1
        said = f"Proposals {first:,} to {chain.seen:,}: {int(new.sum())} of {step.fresh} accepted; {burning}."
    said = " ".join([said, *doubts(chain, series, sizes)])
    return Story(said, RULE["chain"], _ratio(step, data, params), tuple(_worth(chain, series, sizes)))


def _ratio(step: Step, data: Dataset, params: Params) -> tuple[str, ...]:
    """The last proposal: ln p before and there, and the chance that it was accepted."""
    chain = step.chain
    assert chain is not None
    problem = posed(data, step.model.basis, params.penalty)
    before = chain.states(chain.seen - 2)[0] if chain.seen > 1 else chain.start
    levels = [
        -penalised(w, problem.Phi, problem.t, problem.penalties) for w in (before, chain.proposals(chain.seen - 1)[0])
    ]
    chance = float(np.exp(log_acceptance(*levels)))
    (gain,) = shown(chance, lambda power: math.exp(min(power, 0.0)), levels[1] - levels[0])
    return (
        f"w = {vector(before)}, proposed w' = {vector(chain.proposals(chain.seen - 1)[0])}",
        f"ln p(w') − ln p(w) = {taken(levels[1], levels[0])}",
        f"P(accept) = min(1, e^({gain})) = {figure(chance)}",
    )


def _worth(chain: Chain, series: np.ndarray, sizes: np.ndarray) -> list[Number]:
    """Acceptance, and what the draws (M, s) of effective sizes (M,) are worth for the weight that is known worst."""
    told = [Number("acceptance rate", chain.acceptance, f"of {counted(chain.seen, 'proposal')}; 0.2 to 0.5 is usual")]
    if series.shape[1] < 4 or (series == series[:, :1]).all():
        return told  # a chain that never moved has no mean of its own, and nothing to tell how far it may be off
    worst = int(np.argmin(sizes))
    errors = series.std(axis=1) / np.sqrt(sizes)
    of = f"of {counted(series.shape[1], 'draw')}, the least of all weights"
    told.append(Number("effective sample size", float(sizes[worst]), of))
    told.append(Number("autocorrelation", float(autocorrelation(series[worst])[1]), "of one draw with the next"))
    told.append(Number("mean of the draws", series.mean(axis=1), "the bias first"))
    told.append(Number("standard errors", errors, "how far these means may be off"))
    return told


def _summary(step: Step, data: Dataset, params: Params) -> Story:
    assert step.chain is not None and step.row is not None
    model, x, series = step.model, data.X[step.row], series_of(kept(step.chain, params))
    sizes = effective_sizes(series)
    said = (
        f"The {counted(len(model.samples), 'draw')} of the chain are samples of the true posterior, not of its "
        "Gaussian approximation; the table compares the predictions of the rules."
    )
    said = " ".join([said, *doubts(step.chain, series, sizes)])
    told = (*_worth(step.chain, series, sizes), *four_ways(model, x, params))
    means = model.samples.mean(axis=0)
    rows = zip(
        ("bias", *names_of(model.basis, data)),
        model.packed, means, np.sqrt(np.diag(model.covariance)), model.samples.std(axis=0), strict=True,
    )  # fmt: skip
    columns = ("weight of", "w_MAP", "mean of the chain", "Laplace deviation", "deviation of the chain")
    tables = (
        places(step.model, step.row, data),
        Table("The weights by Laplace and by the chain", columns, tuple(rows)),
    )
    return Story(said, RULE["summary"], worked(model, x, params), told, tables)


def measure(step: Step, data: Dataset, params: Params) -> dict[str, float]:
    if step.chain is not None:
        return {"acceptance rate": step.chain.acceptance}
    values = {"E": step.peak.error, "−ln posterior": step.peak.objective}
    return {name: value for name, value in values.items() if np.isfinite(value)}


def event(step: Step) -> Event | None:
    if step.phase in ("laplace", "summary"):
        return Event("posterior", "best") if step.phase == "laplace" else Event("chain complete", "best")
    if step.chain is not None and step.fresh == 1:
        accepted = step.chain.accepted(step.chain.seen - 1)[0]
        return Event("accepted", "path") if accepted else Event("rejected", "wrong")
    return Event("halved", "wrong") if step.halvings else None
