"""What a step of naive Bayes says while it learns: the counts, the priors, and the factor of a feature."""

from __future__ import annotations

import numpy as np

from engine.base.words import added, counted, divided, enough, figure, joined, spoken
from engine.core.story import Check, Number, Story, Table
from engine.data.dataset import Dataset
from engine.families.bayes.asking import UNIFORM, AskParams
from engine.families.bayes.bells import Bells, spread
from engine.families.bayes.stepping import NaiveStep, places
from engine.maths.algebra.agreement import agree
from engine.models.naive_bayes import CountFactor, Factor, GaussianFactor, LevelFactor, PresenceFactor

CHAIN = r"p(\mathbf{x} \mid C_k) = \prod_j p(x_j \mid C_k, x_1, \ldots, x_{j-1}) \approx \prod_j p(x_j \mid C_k)"
PRIOR = r"\hat{\pi}_k = \frac{N_k}{N}"
FEW_NAMES = 3
"""So many classes are named in a sentence."""
LISTED = 8
"""So many features or classes are told in a table or a list."""
SIGNS = "=<>≤≥←~"
"""A level whose name has one of these is called by its number in a worked line."""


def named(data: Dataset, k: int) -> str:
    """The class at a place, in a sentence."""
    return spoken(data.class_name(data.classes_present[k]))


def started(step: NaiveStep, data: Dataset) -> Story:
    """What is assumed, and which classes there are."""
    said = (
        f"{counted(data.n, 'row')} of {len(step.counts)} classes. Each feature gets a factor for each class, and the "
        "factors are multiplied: within a class no feature is assumed to say anything about another. Over all classes "
        "together they may well depend on each other."
    )
    empty = [spoken(name) for code, name in enumerate(data.class_names) if code not in data.classes_present]
    if empty:
        said += f" No row is of {joined(empty[:LISTED])}: left out."
    rows = tuple((named(data, k), int(data.class_sizes[1:][code])) for k, code in enumerate(data.classes_present))
    return Story(said, CHAIN, tables=(Table("Classes", ("class", "rows"), rows),))


def counted_story(step: NaiveStep, data: Dataset) -> Story:
    """The row that was counted last, or how many have been."""
    row = step.seen - 1
    k = int(places(data)[row])
    said = f"{counted(step.seen, 'row')} of {data.n:,} are counted."
    worked: tuple[str, ...] = ()
    if data.n <= 40:
        said = f"Row {data.row_name(row)} is {named(data, k)}."
        worked = (f"N{k + 1} ← {added(int(step.counts[k]) - 1, 1)}",)
    if any(tally.size for tally in step.tallies):
        said += " Its values are counted in the row of its class." if data.n <= 40 else ""
    rows = tuple((named(data, k), int(count)) for k, count in enumerate(step.counts))
    return Story(said, PRIOR, worked, (Number("rows counted", step.seen),), (Table("Counts", ("class", "N"), rows),))


def prior_story(step: NaiveStep, data: Dataset, params: AskParams) -> Story:
    """Where the priors come from, and which class is rare."""
    assert step.priors is not None
    worked: tuple[str, ...] = ()
    rare, often = int(step.priors.argmin()), int(step.priors.argmax())
    said = f"All classes are given the same prior, {figure(step.priors[0])}."
    if params.typing:
        said = f"The priors are typed: the largest is that of {named(data, often)}."
        worked = tuple(
            f"π{k + 1} = {divided(value, float(np.sum(params.typed)))}" for k, value in enumerate(params.typed[:LISTED])
        )
    elif params.priors != UNIFORM:
        first = [named(data, int(k)) for k in np.flatnonzero(step.counts == step.counts[often])]
        said = "The prior of a class is its share of the rows: "
        if len(first) == len(step.counts):
            said += "all classes have as many."
        else:
            said += f"{joined(first) if len(first) <= FEW_NAMES else counted(len(first), 'class', 'classes')} "
            said += "has the most." if len(first) == 1 else "have the most."
        worked = tuple(f"π{k + 1} = {divided(int(count), data.n)}" for k, count in enumerate(step.counts[:LISTED]))
    if 0 < step.priors[rare] < step.priors[often]:
        times = figure(float(step.priors[often] / step.priors[rare]))
        said += (
            f" The rarest is {named(data, rare)}: a point must be {times} times as probable in it as in "
            f"{named(data, often)} to be given it."
        )
    rows = tuple((named(data, k), int(count), float(step.priors[k])) for k, count in enumerate(step.counts))
    sums = Check("the priors add up to 1", agree(step.priors.sum(), 1.0, 1.0))
    return Story(said, PRIOR, worked, (), (Table("Priors", ("class", "rows", "π"), rows),), (sums,))


# -- how a factor is estimated -----------------------------------------------------------------------------------------


def shown_classes(step: NaiveStep) -> range:
    """The places of the classes whose part of the factor is known."""
    return range(len(step.counts)) if step.k is None else range(step.k + 1)


def gaussian_fit(step: NaiveStep, j: int, data: Dataset, params: Bells, formula: str) -> Story:
    """The mean and the variance of a number in each class."""
    factor = step.shown[j]
    assert isinstance(factor, GaussianFactor)
    name = data.columns[j].title
    shared = bool((factor.variances == factor.variances[0]).all())
    said = f"{name}: a Gaussian for each class, with the mean and the variance of its rows."
    if shared:
        said = f"{name}: a Gaussian for each class, with the mean of its rows and one variance for all."
    worked: tuple[str, ...] = ()
    if step.k is not None:
        said = f"{name} in {named(data, step.k)}: a Gaussian with the mean and the variance of its rows."
        total, N, squares, divisor = spread(data.X[:, j], places(data), step.k, params)
        worked = (f"μ = {divided(total, N)}",)
        if params.shared:
            said = f"{name} in {named(data, step.k)}: a Gaussian with the mean of its rows; all share one variance."
        elif params.floor:
            said += " The floor is added to the variance."
        else:
            worked += (f"σ² = {divided(squares, divisor)}",)
    rows = tuple(
        (named(data, k), float(factor.means[k]), float(factor.variances[k]), float(np.sqrt(factor.variances[k])))
        for k in shown_classes(step)
    )
    return Story(said, formula, worked, (), (Table(f"Gaussians of {name}", ("class", "μ", "σ²", "σ"), rows),))


def called(level: str, v: int) -> str:
    """A level in a worked line."""
    return f"value {v + 1}" if any(sign in level for sign in SIGNS) else level


def level_fit(step: NaiveStep, j: int, data: Dataset, formula: str) -> Story:
    """The chances of each level in each class."""
    factor, column, n = step.shown[j], data.columns[j], step.tallies[j]
    assert isinstance(factor, LevelFactor)
    heads = ("class", *(column.levels[:LISTED]))
    rows = tuple((named(data, k), *map(float, factor.chances[k, :LISTED])) for k in shown_classes(step))
    table = (Table(f"Chances of {column.title}", heads, rows),)
    known = ~np.isnan(factor.chances)
    sums = Check(
        "the chances of each class add up to 1",
        agree(factor.chances.sum(axis=1, where=known)[known.any(axis=1)], 1.0, 1.0),
    )
    if step.part == "smooth":
        return _level_smoothed(step, j, data, formula, table, (sums,))
    said = f"{column.title}: the chance of each level in each class is its share of the rows."
    worked: tuple[str, ...] = ()
    if step.k is not None:
        N = int(n[step.k].sum())
        said = f"{column.title} in {named(data, step.k)}: the chance of each level is its share of {counted(N, 'row')}."
        if N:
            levels = enumerate(column.levels[:LISTED])
            worked = tuple(
                f"P({called(level, v)} | C{step.k + 1}) = {divided(int(n[step.k, v]), N)}" for v, level in levels
            )
    zeros = [
        (named(data, k), column.levels[v]) for k in shown_classes(step) for v in np.flatnonzero(factor.chances[k] == 0)
    ]
    if zeros:
        said += f" {zeros[-1][1]} never occurs in {zeros[-1][0]}: its chance is 0 there."
    unseen = [column.levels[v] for v in np.flatnonzero(~n.any(axis=0))]
    if unseen and step.k in (None, len(step.counts) - 1):
        lost = np.isnan(factor.chances).any()
        said += f" {unseen[0]} occurs in no row" + (", so it has no factor." if lost else ".")
    return Story(said, formula, worked, (), table, (sums,))


def _level_smoothed(
    step: NaiveStep, j: int, data: Dataset, formula: str, tables: tuple[Table, ...], checks: tuple[Check, ...]
) -> Story:
    factor, plain, column, n = step.factors[j], step.plain[j], data.columns[j], step.tallies[j]
    assert isinstance(factor, LevelFactor) and isinstance(plain, LevelFactor)
    V = int((~np.isnan(factor.chances)).any(axis=0).sum())
    said = (
        f"{column.title}: {figure(step.alpha)} is added to every count, as if each level had occurred so often more in "
        f"each class. The chances move towards {figure(1 / V)}, the same for all {V} levels, and none is 0."
    )
    there = np.where(np.isnan(factor.chances), np.inf, n)
    k, v = np.unravel_index(int(there.argmin()), there.shape)
    worked = f"P({called(column.levels[int(v)], int(v))} | C{int(k) + 1})"
    count, N = int(n[k, v]), int(n[k].sum())
    line = f"{worked} = ({count} + {figure(step.alpha)}) / ({N} + {V} · {figure(step.alpha)})"
    return Story(said, formula, (f"{line} = {figure(factor.chances[k, v])}",), (), tables, checks)


def presence_fit(step: NaiveStep, j: int, data: Dataset, formula: str) -> Story:
    """The chance that a feature is present, in each class."""
    factor, n, name = step.shown[j], step.tallies[j], data.columns[j].title
    assert isinstance(factor, PresenceFactor)
    rows = tuple((named(data, k), float(factor.chances[k]), float(1 - factor.chances[k])) for k in shown_classes(step))
    table = (Table(f"Chances of {name}", ("class", "present", "absent"), rows),)
    worked: tuple[str, ...] = ()
    if step.part == "smooth":
        k = int(np.abs(n[:, 0] / np.maximum(n.sum(axis=1), 1) - 0.5).argmax())
        said = (
            f"{name}: {figure(step.alpha)} is added to the count of presences and to that of absences in each class. "
            f"The chances move towards 0.5, and none is 0 or 1."
        )
        line = f"({figure(n[k, 0])} + {figure(step.alpha)}) / ({figure(n[k].sum())} + 2 · {figure(step.alpha)})"
        return Story(said, formula, (f"p{k + 1} = {line} = {figure(factor.chances[k])}",), (), table)
    known = [k for k in shown_classes(step) if not np.isnan(factor.chances[k])]
    said = f"{name} has no known value so far."
    if known:
        best = max(known, key=lambda k: factor.chances[k])
        said = f"{name} is present most often in {named(data, best)}: p = {figure(factor.chances[best])}."
        said += " Its absence counts too."
        if len(known) > 1 and all(factor.chances[k] == factor.chances[known[0]] for k in known):
            said = f"{name} is present as often in every class: it tells nothing."
    if step.k is not None:
        N = int(n[step.k].sum())
        said = f"{name} in {named(data, step.k)}: how often it is present. Its absence counts too."
        worked = (f"p{step.k + 1} = {divided(float(n[step.k, 0]), N)}",) if N else ()
    certain = [named(data, k) for k in known if factor.chances[k] in (0, 1)]
    if certain:
        said += f" In {joined(certain[:3])} it is certain, so the other value has the chance 0."
    return Story(said, formula, worked, (), table)


def count_fit(step: NaiveStep, j: int, data: Dataset, formula: str) -> Story:
    """The share of a word among all words of each class."""
    factor, name, (n,) = step.shown[j], data.columns[j].title, step.tallies
    assert isinstance(factor, CountFactor)
    rows = tuple((named(data, k), float(n[k, j]), float(factor.chances[k])) for k in shown_classes(step))
    table = (Table(f"Chance of {name}", ("class", "counted", "θ"), rows),)
    totals = n.sum(axis=1)
    if step.part == "smooth":
        k, d = int(n[:, j].argmin()), data.d
        said = (
            f"{name}: {figure(step.alpha)} is added to every count, as if each feature had been counted so often more "
            f"in each class. The chances move towards {figure(1 / d)}, the same for all, and none is 0."
        )
        found, alpha = float(factor.chances[k]), step.alpha
        digits = enough(found, lambda a, b: (a + alpha) / (b + d * alpha), float(n[k, j]), float(totals[k]))
        line = f"({figure(n[k, j], digits)} + {figure(alpha)}) / ({figure(totals[k], digits)} + {d} · {figure(alpha)})"
        return Story(said, formula, (f"θ{k + 1} = {line} = {figure(factor.chances[k])}",), (), table)
    known = [k for k in shown_classes(step) if not np.isnan(factor.chances[k])]
    worked: tuple[str, ...] = ()
    said = f"{name}: nothing is counted in any class so far."
    if known:
        best, least = max(known, key=lambda k: factor.chances[k]), min(known, key=lambda k: factor.chances[k])
        said = f"{name}: of all that is counted in {named(data, best)} it is {figure(factor.chances[best])}, "
        said += "the largest share."
        if factor.chances[best] == factor.chances[least]:
            said = f"{name} has the same share in every class: it tells nothing."
        elif factor.chances[least] == 0:
            said += f" In {named(data, least)} it never occurs: its chance is 0 there."
    if step.k is not None:
        said = f"{name} in {named(data, step.k)}: its share of all that is counted there."
        worked = (f"θ{step.k + 1} = {divided(float(n[step.k, j]), float(totals[step.k]))}",) if totals[step.k] else ()
        if not n[step.k, j]:
            said += " It never occurs: its chance is 0."
    return Story(said, formula, worked, (), table)


def unknown(factor: Factor, value: float) -> bool:
    """Whether a value of a category is none that it is known to have."""
    if not isinstance(factor, LevelFactor) or np.isnan(value):
        return False
    return bool(value >= factor.chances.shape[1]) or bool(np.isnan(factor.chances[:, round(float(value))]).all())
