"""What an entropy and a gain are added up from: a class at a time, then a value of the best attribute at a time."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from engine.base.words import figure, shown
from engine.core.marks import Bars, Curve, Mark, Points
from engine.core.surfaces import Surface
from engine.data.dataset import Dataset
from engine.families.trees.id3.chance import asked_attribute, table_of
from engine.families.trees.id3.loop import Step
from engine.parts.trees.growing import level_codes
from engine.parts.trees.tree_words import ENTROPY, Impurity, rows_counted, tally

Said = tuple[str, tuple[str, ...]]
"""A sentence, and its worked lines."""
FINE = 101
"""So many places of the curve are drawn."""


def rows_in_view(step: Step, data: Dataset) -> np.ndarray:
    """The rows that a step is about: of a class or of a value those alone."""
    if step.kind == "class":
        return np.asarray(step.rows[data.codes[step.rows] == step.cell])
    if step.kind == "value":
        return np.asarray(step.rows[level_codes(data)[step.rows, asked_attribute(step)] == step.cell])
    return step.rows


def class_said(step: Step, data: Dataset, impurity: Impurity) -> Said:
    """One class's term of the impurity of all rows, and what there is so far."""
    counts = step.model.counts[0]
    whole, code = int(counts.sum()), step.cell
    before = brought(counts[: code + 1] / whole, impurity)[counts[: code + 1] > 0].tolist()
    share, term, letter = f"{counts[code]}/{whole}", figure(before[-1]), impurity.letter
    line = f"−{share}·log₂ {share} = {term}" if impurity is ENTROPY else f"({share})² = {term}"
    terms = (" + " if impurity is ENTROPY else " − ").join(figure(one) for one in before)
    total = sum(before) if impurity is ENTROPY else 1 - sum(before)
    so_far = f"{letter} so far = {terms if impurity is ENTROPY else f'1 − {terms}'} = {figure(total)}"
    does = f"adds {term} to" if impurity is ENTROPY else f"takes {term} off"
    said = f"{rows_counted(float(counts[code]))} of {whole}: {data.class_name(code)} {does} {letter}."
    return said, (line, so_far)


def brought(shares: np.ndarray, impurity: Impurity) -> np.ndarray:
    """(K,) what each class of these shares (K,) brings to an entropy, −p log₂ p, or takes off a Gini impurity, p²."""
    if impurity is ENTROPY:
        return np.asarray(-shares * np.log2(np.where(shares > 0, shares, 1.0)) + 0.0)
    return np.asarray(shares**2)


def value_said(step: Step, data: Dataset, impurity: Impurity) -> Said:
    """One value of the best attribute: its rows, how mixed they are, and how much that weighs."""
    table, column, v = table_of(step, data), data.columns[asked_attribute(step)], step.cell
    sizes, whole, letter = table.sum(axis=1), int(table.sum()), impurity.letter
    weighed = [size / whole * impurity.value(row) for size, row in zip(sizes[: v + 1], table, strict=False) if size]
    mixed, name = figure(impurity.value(table[v])), column.levels[v]
    said = (
        f"{column.name} = {name}: {rows_counted(float(sizes[v]))} of {whole}, {tally(table[v], data)}. "
        f"How mixed they are counts by that share: {figure(weighed[-1])}."
    )
    return said, (
        f"{letter}({name}) = {impurity.first}{impurity.terms(table[v])} = {mixed}",
        f"weighed = {sizes[v]}/{whole}·{mixed} = {figure(weighed[-1])}",
        f"sum so far = {' + '.join(shown(sum(weighed), lambda *parts: sum(parts), *weighed))} = {figure(sum(weighed))}",
    )


def most_said(K: int, impurity: Impurity) -> str:
    """Between what an impurity lies."""
    most = f"log₂ {K} = {figure(np.log2(K))}" if impurity is ENTROPY else f"1 − 1/{K} = {figure(1 - 1 / K)}"
    unit = "" if impurity is not ENTROPY else " bit" if K == 2 else " bits"
    return f" {impurity.letter} is 0 where all are of one class, and at most {most}{unit}, where all are as frequent."


def term_bars(step: Step, data: Dataset, impurity: Impurity, shown: bool) -> Bars:
    """A bar for each class of all rows, as high as its term; that of the class that is added has a rim."""
    counts = step.model.counts[0]
    does = "adds to" if impurity is ENTROPY else "takes off"
    chart = Surface("chart", f"Terms of {impurity.letter}", "class", f"{does} {impurity.letter}", open=shown)
    steps = np.where(counts > 0, np.cumsum(counts > 0), -1) if shown else None
    chosen = step.cell if step.kind == "class" else None
    names, groups = data.class_titles, np.arange(len(counts))
    return Bars(brought(counts / counts.sum(), impurity), names, groups, chosen, surface=chart, steps=steps)


def share_curve(counts: np.ndarray, data: Dataset, impurity: Impurity, shown: bool) -> Iterator[Mark]:
    """Of two classes the impurity over the share of one, and where these counts (2,) stand on it.

    shown  whether at once: it is where the terms are steps
    """
    if len(counts) != 2 or not counts.any():
        return
    chart = Surface(
        "chart", f"{impurity.letter} by the share", f"share of {data.class_name(1)}", impurity.letter, open=shown
    )
    p = np.linspace(0, 1, FINE)
    yield Curve(np.column_stack([p, impurity.of(np.column_stack([1 - p, p]))]), "axis", surface=chart)
    yield Points(np.array([[counts[1] / counts.sum(), impurity.value(counts)]]), "focus", surface=chart)
