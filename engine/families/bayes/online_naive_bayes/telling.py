"""What a step of online naive Bayes says."""

from __future__ import annotations

import numpy as np

from engine.base.words import added, bracketed, counted, divided, enough, figure, less, taken
from engine.core.algorithm import Inquiry
from engine.core.story import Check, Event, Number, Story, Table
from engine.data.dataset import Dataset
from engine.families.bayes.bells import LIKELIHOOD, moments
from engine.families.bayes.chances import level_counts
from engine.families.bayes.factor_words import naive_inquiry
from engine.families.bayes.fit_words import LISTED, named
from engine.families.bayes.online_naive_bayes.loop import Params, Step, columns_of
from engine.families.bayes.stepping import places
from engine.maths.algebra.agreement import agree

COST = r"\mathrm{learn}\; O(d), \qquad \mathrm{fit}\; O(n\, d), \qquad \mathrm{space}\; O(d\, K)"
COME = (
    r"\mu \leftarrow \mu + \frac{x - \mu}{n}, \qquad S \leftarrow S + (x - \mu_{\mathrm{before}})(x - \mu), \qquad "
    r"\sigma^2 = \frac{S}{n}"
)
GO = (
    r"\mu \leftarrow \mu - \frac{x - \mu}{n}, \qquad S \leftarrow S - (x - \mu_{\mathrm{before}})(x - \mu), \qquad "
    r"\sigma^2 = \frac{S}{n}"
)
COUNTED = r"n_{vk} \leftarrow n_{vk} \pm 1"
LOST = 1e-6
"""Variances that differ by so large a share are not the same."""


def explain(step: Step, data: Dataset, params: Params) -> Story:
    if step.part == "start":
        said = (
            f"Nothing is learnt yet. {counted(data.n, 'example')} will come one by one; of each class only counts, "
            "means and sums of squares are kept, and no example."
        )
        return Story(said, COST, (), (Number("numbers kept", step.numbers_kept, "however many examples come"),))
    j = params.which(data)
    numeric = not data.columns[j].levels
    formula = (COME if step.part == "learn" else GO) if numeric else COUNTED
    told = [
        Number("examples", int(step.counts.sum())),
        Number("numbers updated", step.operations, "so far: one for each feature, and the count of the class"),
        Number("numbers kept", step.numbers_kept, "however many examples come"),
    ]
    n, d = len(step.kept), data.d
    worked = (*_updated(step, j, data), f"a fit afresh: n·d = {figure(n)} · {d} = {figure(n * d)}")
    said = f"{_what(step, data)}{_lost(step, j, data) if numeric else ''}"
    return Story(said, formula, worked, tuple(told), (_table(step, j, data),), _checks(step, data))


def _what(step: Step, data: Dataset) -> str:
    row, many = int(step.rows[-1]), len(step.rows)
    verb = "learnt" if step.part == "learn" else "forgotten"
    name = named(data, int(places(data)[row]))
    said = f"Row {data.row_name(row)} ({name}) is {verb}: {counted(data.d, 'feature')} and a count are updated."
    if many > 1:
        said = f"{counted(many, 'example')} are {verb}, the last of them row {data.row_name(row)} ({name})."
    if step.emptied:
        gone = next(int(k) for k in places(data)[step.rows] if not step.counts[k])
        said += f" The last example of {named(data, gone)} is gone: the class leaves the model."
    flat = [int(k) for k in np.flatnonzero(step.counts) if not step.varied[k].all()]
    if step.model is None and flat:
        said += f" {named(data, flat[0])} has a feature without variance so far, so there is no model yet."
    return said


def _updated(step: Step, j: int, data: Dataset) -> tuple[str, ...]:
    """How the sums of the class of the one row that came or went have changed."""
    if len(step.rows) > 1:
        return ()
    row, came = int(step.rows[0]), step.part == "learn"
    k, x = int(places(data)[row]), float(data.X[row, j])
    change = added if came else taken
    lines = [f"N{k + 1} ← {change(int(step.counts[k]) - (1 if came else -1), 1)}"]
    if np.isnan(x):
        return tuple(lines)
    if data.columns[j].levels:
        count = int(step.tallies[columns_of(data, levels=True).index(j)][k, int(x)])
        return (*lines, f"n ← {change(count - (1 if came else -1), 1)}")
    place = columns_of(data, levels=False).index(j)
    now, before = step.running[k], step.before[k]
    n, m, m0 = int(now.known[place]), float(now.mean[place]), float(before.mean[place])
    if n < 2 and not (came and n):
        return tuple(lines)
    sign = 1 if came else -1
    digits = enough(m, lambda m0, x: m0 + sign * (x - m0) / n, m0, x)
    gap = f"({figure(x, digits)} {less(m0, digits)})"
    lines.append(f"μ = {figure(m0, digits)} {'+' if came else '−'} {gap} / {n} = {figure(m)}")
    S0, S = float(before.squares[place]), float(now.squares[place])
    if S > 0 and S0 > 0:
        one, other = x - m0, x - m
        digits = enough(S, lambda S0, a, b: S0 + sign * a * b, S0, one, other)
        product = f"{bracketed(figure(one, digits))} · {bracketed(figure(other, digits))}"
        lines.append(f"S = {figure(S0, digits)} {'+' if came else '−'} {product} = {figure(S)}")
    return (*lines, f"σ² = {divided(S, n)}") if S > 0 else tuple(lines)


def from_sums(step: Step, k: int, place: int) -> float:
    """Σx² / n − μ² of a number in a class: what the variance would be without Welford's updates."""
    n = float(step.running[k].known[place])
    return float(step.squares[k, place] / n - (step.sums[k, place] / n) ** 2) if n else 0.0


def _lost(step: Step, j: int, data: Dataset) -> str:
    """Whether the digits of the variance cancel in the sums."""
    place = columns_of(data, levels=False).index(j)
    for k in np.flatnonzero(step.counts).tolist():
        right = float(step.variances[k, place])
        if right > 0 and abs(from_sums(step, k, place) - right) > LOST * right:
            return (
                f" The means of {data.columns[j].title} are so large beside its spread that Σx²/n − μ² loses the "
                "digits of the variance: Welford's updates keep them."
            )
    return ""


def _table(step: Step, j: int, data: Dataset) -> Table:
    """What is kept of a feature in each class."""
    title = f"Kept of {data.columns[j].title}"
    if data.columns[j].levels:
        n = step.tallies[columns_of(data, levels=True).index(j)]
        rows = tuple((named(data, k), *map(int, n[k, :LISTED])) for k in range(len(n)))
        return Table(title, ("class", *data.columns[j].levels[:LISTED]), rows)
    place = columns_of(data, levels=False).index(j)
    kept = tuple(
        (named(data, k), int(one.known[place]), float(one.mean[place]), float(one.variance[place]),
         float(step.sums[k, place]), float(step.squares[k, place]))
        for k, one in enumerate(step.running) if one.n
    )  # fmt: skip
    return Table(title, ("class", "n", "μ", "σ²", "Σx", "Σx²"), kept)


def _checks(step: Step, data: Dataset) -> tuple[Check, ...]:
    """What is kept up to date is what a fit of the examples that are learnt gives."""
    X, k, K = data.X[step.kept], places(data)[step.kept], len(step.counts)
    same = True
    numbers = X[:, columns_of(data, levels=False)]
    for place, x in enumerate(numbers.T):
        means, variances = (each[:, 0] for each in moments(x[:, None], k, K, _Plain()))
        there, size = np.isfinite(means), float(np.abs(x[np.isfinite(x)]).max(initial=0.0))
        same = same and agree(step.means[there, place], means[there], size)
        same = same and agree(step.variances[there, place], variances[there], size**2)
    for n, j in zip(step.tallies, columns_of(data, levels=True), strict=True):
        same = same and bool((n == level_counts(X[:, j], k, K, n.shape[1])).all())
    return (Check("the same as a fit of these examples afresh", same),)


class _Plain:
    """The Gaussians of maximum likelihood."""

    shared, divisor, floor = False, LIKELIHOOD, 0.0


def inspect(step: Step, data: Dataset, params: Params, x: np.ndarray) -> Inquiry | None:
    """The posteriors of a point."""
    if step.model is None or len(step.model.classes) < len(data.classes_present):
        return None
    return naive_inquiry(step.model, data, x)


def measure(step: Step, data: Dataset, params: Params) -> dict[str, float]:
    return {} if step.part == "start" else {"numbers updated": float(step.operations)}


def event(step: Step) -> Event | None:
    if step.part == "forget":
        return Event("class gone", "wrong") if step.emptied else Event("forgotten", "ghost")
    return None
