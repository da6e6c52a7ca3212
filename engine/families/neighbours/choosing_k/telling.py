"""What a step of choosing k says."""

from __future__ import annotations

import numpy as np

from engine.base.words import counted, figure
from engine.core.story import Check, Event, Number, Story, Table
from engine.data.dataset import Dataset
from engine.families.neighbours.choosing_k.judging import ALL
from engine.families.neighbours.choosing_k.loop import Params, Step, alike, largest_k
from engine.families.neighbours.measuring import scaled_words

BEST = r"\hat{k} = \underset{k}{\mathrm{arg\,min}}\; E_{\mathrm{val}}(k)"
ERROR = r"E_{\mathrm{val}}(k) = \frac{1}{N_{\mathrm{val}}} \sum_{n \in \mathrm{val}} [c_k(\mathbf{x}_n) \neq t_n]"
LISTED = 8
"""So many of the k are listed, the best first."""


def explain(step: Step, data: Dataset, params: Params) -> Story:
    return {"split": _say_split, "search": _say_search, "k": _say_k, "choose": _say_choice}[step.part](
        step, data, params
    )


def _say_split(step: Step, data: Dataset, params: Params) -> Story:
    most = largest_k(step.parts, params)
    if params.judged_by == ALL:
        how = f"The rows are dealt into {len(step.parts)} folds; each is held back once and judged by the others."
    else:
        how = (
            f"{counted(step.kept, 'row is', 'rows are')} held back, and {step.learnt:,} are learnt from "
            f"({params.judged_by})."
        )
    said = f"{how} k = 1 to {most} will be tried. {scaled_words(data, params)}"
    rows = tuple((i + 1, len(part.learnt), len(part.kept)) for i, part in enumerate(step.parts[:LISTED]))
    learnt = (Number("folds", len(step.parts)) if len(step.parts) > 1 else Number("rows learnt from", step.learnt),)
    told = (*learnt, Number("rows held back", step.kept), Number("largest k", most))
    return Story(said.strip(), ERROR, (), told, (Table("Parts", ("part", "learnt from", "held back"), rows),))


def _say_search(step: Step, data: Dataset, params: Params) -> Story:
    most, rows = largest_k(step.parts, params), step.learnt + step.kept
    over = f" in {len(step.parts)} folds" if len(step.parts) > 1 else ""
    said = f"{step.searched:,} of {counted(rows, 'row')}{over} have found their {counted(most, 'nearest neighbour')}."
    return Story(said, ERROR, (), (Number("rows searched", step.searched, f"of {rows:,}"),))


def _say_k(step: Step, data: Dataset, params: Params) -> Story:
    said = f"k = {step.k}: of {counted(step.kept, 'row')} held back {len(step.missed):,} are misclassified"
    told = f"{said}, and {step.wrong:,} of {_answers(step)}. {_judgement(step)}"
    return Story(told, ERROR, _lines(step), _numbers(step), (_table(step),))


def _answers(step: Step) -> str:
    """What the training error is a share of: in cross-validation each row is learnt from in all folds but its own."""
    if len(step.parts) == 1:
        return f"the {counted(step.learnt, 'row')} learnt from"
    fits = len(step.parts)
    return f"{step.learnt:,} training answers ({step.kept:,} rows, each in {fits - 1} of {fits} fits)"


def _judgement(step: Step) -> str:
    """How this k compares with those before it."""
    if step.k == 1:
        return "A row is its own nearest neighbour, so the training error tells nothing here."
    if step.best == step.k:
        before = step.validation[:-1].min()
        return (
            "No other has a smaller error so far."
            if step.validation[-1] < before
            else "That is as good as the best so far."
        )
    return f"k = {step.best} is better."


def _say_choice(step: Step, data: Dataset, params: Params) -> Story:
    least = step.validation[step.best - 1]
    said = (
        f"k = {step.best} is chosen: it misclassifies {figure(least)} of the rows held back.{alike(step)} A small k "
        f"follows every single row, and its boundary is unstable; a large k {_with_all(data)}."
    )
    line = f"E({step.best}) = {figure(least)} ≤ E(1) = {figure(step.validation[0])}"
    checks = (Check("no k has a smaller error on the rows held back", bool(least == step.validation.min())),)
    told = (Number("chosen k", step.best), *_numbers_of(step, step.best), *_counts(step))
    return Story(said, BEST, (line,), told, (_table(step),), checks)


def _with_all(data: Dataset) -> str:
    """What is left where nearly all rows vote."""
    sizes = np.bincount(data.codes, minlength=len(data.class_names))
    most = np.flatnonzero(sizes == sizes.max())
    if len(most) > 1:
        return "counts rows far from the point as well, and no class is the most common"
    return f"tends to the most common class, {data.class_name(int(most[0]))}"


def _counts(step: Step) -> tuple[Number, ...]:
    """Misclassified rows held back with the smallest, the chosen and the largest k."""
    named = (("one neighbour", 1), ("the chosen k", step.best), ("the largest k", step.k))
    counts = (Number(f"errors with {name}", round(float(step.validation[k - 1]) * step.kept)) for name, k in named)
    return (Number("rows held back", step.kept), *counts)


def _lines(step: Step) -> tuple[str, ...]:
    return (
        f"validation error = {figure(len(step.missed))} / {figure(step.kept)} = {figure(step.validation[-1])}",
        f"training error = {figure(step.wrong)} / {figure(step.learnt)} = {figure(step.training[-1])}",
    )


def _numbers(step: Step) -> tuple[Number, ...]:
    return (*_numbers_of(step, step.k), Number("best k so far", step.best))


def _numbers_of(step: Step, k: int) -> tuple[Number, ...]:
    return (
        Number("validation error", float(step.validation[k - 1])),
        Number("training error", float(step.training[k - 1])),
    )


def _table(step: Step) -> Table:
    """The best of the k so far, the larger first of those that err as little."""
    order = np.lexsort([-np.arange(step.k), step.validation])[:LISTED]
    rows = tuple((int(i) + 1, float(step.validation[i]), float(step.training[i])) for i in order)
    return Table("The best so far", ("k", "validation", "training"), rows, 0)


def measure(step: Step, data: Dataset, params: Params) -> dict[str, float]:
    if step.part != "k":
        return {}
    return {"validation error": float(step.validation[-1]), "training error": float(step.training[-1])}


def event(step: Step) -> Event | None:
    if step.part == "choose":
        return Event("chosen", "best")
    return Event("best so far", "centre") if step.part == "k" and step.best == step.k else None
