"""Saying what a tree does: class counts, the way to a node, an impurity and a gain term by term."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from engine.base.words import counted, figure, spoken
from engine.core.story import Table
from engine.data.dataset import Column, Dataset
from engine.maths.probability.impurity import entropy, gini
from engine.models.tree import Tree

FORMULAS = {
    "gain": r"\mathrm{Gain}(S, A) = H(S) - \sum_v \frac{|S_v|}{|S|}\, H(S_v)",
    "gini": r"\mathrm{Gain}(S, A) = G(S) - \sum_v \frac{|S_v|}{|S|}\, G(S_v)",
    "gain ratio": r"\mathrm{GainRatio}(S, A) = "
    r"\frac{\mathrm{Gain}(S, A)}{-\sum_v \frac{|S_v|}{|S|} \log_2 \frac{|S_v|}{|S|}}",
}
REASONS: dict[str, str] = {
    "pure": "All are of one class, so this is a leaf: {0}.",
    "empty": "No row has this value, so the leaf answers with the majority of the node above: {0}.",
    "depth": "max_depth questions have been asked, so this is a leaf with the majority: {0}.",
    "few rows": "These are fewer than min_rows, so this is a leaf with the majority: {0}.",
    "no attribute left": "All attributes have been asked, yet the classes are mixed: a leaf with the majority, {0}.",
    "rows alike": "No attribute left tells these rows apart, yet their classes differ: a leaf with the majority, {0}.",
    "no gain": "No attribute tells a thing, and zero_gain says stop: a leaf with the majority, {0}.",
}


@dataclass(frozen=True)
class Impurity:
    """An impurity of class counts: its letter, its formula, the function, and how a class's term is written."""

    letter: str
    formula: str
    of: Callable[[np.ndarray], np.ndarray]
    first: str  # what its sum begins with
    term: str

    def value(self, counts: np.ndarray) -> float:
        return float(self.of(counts))

    def line(self, counts: np.ndarray) -> str:
        """The impurity of one set with its numbers: 'H(S) = −9/14·log₂ 9/14 − 5/14·log₂ 5/14 = 0.9403'."""
        return f"{self.letter}(S) = {self.first}{self.terms(counts)} = {figure(self.value(counts))}"

    def terms(self, counts: np.ndarray) -> str:
        share = [f"{count}/{counts.sum()}" for count in counts if count]
        said = " ".join(self.term.format(p) for p in share)
        return said if self.first else said.replace("− ", "−", 1)


ENTROPY = Impurity("H", r"H(S) = -\sum_c p_c \log_2 p_c", entropy, "", "− {0}·log₂ {0}")
GINI = Impurity("G", r"G(S) = 1 - \sum_c p_c^2", gini, "1 ", "− ({0})²")


def tally(counts: np.ndarray, data: Dataset, most: int = 4) -> str:
    """Class counts in words, the most frequent first and the absent left out: '9 Yes, 5 No'."""
    order = [code for code in np.argsort(-counts, kind="stable") if counts[code]]
    said = [spoken(data.class_name(int(code)), counts[code]) for code in order[:most]]
    return ", ".join([*said, "…"] if len(order) > most else said)


def level(column: Column, value: float) -> str:
    """The level that a value counts as, or what it is if no level stands for it."""
    if 0 <= np.rint(value) < len(column.levels):
        return column.text(float(np.rint(value)))
    return "?" if np.isnan(value) else "another value"


def way_to(tree: Tree, node: int, data: Dataset) -> str:
    """The answers on the way to a node: 'Outlook = Sunny, Humidity = High'; 'Root' at the root."""
    way = list[str]()
    while (above := int(tree.parent[node])) >= 0:
        column = data.columns[int(tree.attribute[above])]
        way.insert(0, f"{column.name} = {column.levels[int(tree.branch[node])]}")
        node = above
    return ", ".join(way) or "Root"


def reached(tree: Tree, node: int, data: Dataset) -> str:
    """The way to a node and who comes there: 'Humidity = High (3 rows: 3 No).'"""
    counts = tree.counts[node]
    who = f": {tally(counts, data)}" if counts.any() else ""
    return f"{way_to(tree, node, data)} ({counted(int(counts.sum()), 'row')}{who})."


def way_of(tree: Tree, x: np.ndarray, data: Dataset) -> str:
    """How a row x (d,) is classified, question by question: 'Outlook = Sunny, Humidity = High: No (…).'"""
    way = tree.path(x)
    rest = way[-1]
    asked = [int(a) for a in tree.attribute[way] if a >= 0]
    answers = ", ".join(f"{data.columns[a].name} = {level(data.columns[a], x[a])}" for a in asked)
    said = f"{answers or 'No question is asked'}: {data.class_words(int(tree.majority[rest]))}"
    said += f" (training rows there: {tally(tree.counts[rest], data) or 'none, so the majority above answers'})."
    if tree.attribute[rest] >= 0:
        said += " No branch stands for the last value, so the majority of the node that asked answers."
    return said


def gain_line(name: str, table: np.ndarray, impurity: Impurity, gain: float) -> str:
    """The gain of an attribute branch by branch, from its contingency table (V, K)."""
    sizes, whole = table.sum(axis=1), impurity.value(table.sum(axis=0))
    pairs = [(size, impurity.value(row)) for size, row in zip(sizes, table, strict=True) if size]
    terms = " ".join(f"− {size}/{sizes.sum()}·{figure(mixed)}" for size, mixed in pairs)
    return f"Gain({name}) = {figure(whole)} {terms} = {figure(gain)}"


def branch_table(table: np.ndarray, column: Column, data: Dataset, impurity: Impurity) -> Table:
    """The branches of a split: how many rows each receives, of which classes, and how mixed they are."""
    rows = tuple(
        (value, int(counts.sum()), tally(counts, data) or "none", impurity.value(counts))
        for value, counts in zip(column.levels, table, strict=True)
    )
    return Table("Branches", (column.name, "rows", "classes", impurity.letter), rows)
