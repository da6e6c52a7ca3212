"""Saying what a tree does: class counts, the way to a node, an impurity and a gain term by term."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from engine.base.words import counted, figure, shown, spoken
from engine.core.story import Number, Table
from engine.data.dataset import Column, Dataset
from engine.maths.probability.impurity import entropy, gini
from engine.models.gaps import STOPS
from engine.models.tree import Branching, Tree
from engine.parts.trees.growing import asked_values

FORMULAS = {
    "gain": r"\mathrm{Gain}(S, A) = H(S) - \sum_v \frac{|S_v|}{|S|}\, H(S_v)",
    "gini": r"\mathrm{Gain}(S, A) = G(S) - \sum_v \frac{|S_v|}{|S|}\, G(S_v)",
    "gain ratio": r"\mathrm{GainRatio}(S, A) = "
    r"\frac{\mathrm{Gain}(S, A)}{-\sum_v \frac{|S_v|}{|S|} \log_2 \frac{|S_v|}{|S|}}",
}
LEAF = r"\underset{c}{\mathrm{arg\,max}}\; p_c, \quad p_c = \frac{|S_c|}{|S|}"
"""By what a leaf answers."""
REASONS: dict[str, str] = {
    "pure": "All are of one class, so this is a leaf: {0}.",
    "empty": "No row has this value, so the leaf answers with the majority of the node above: {0}.",
    "depth": "The maximum depth is reached, so this is a leaf with the majority: {0}.",
    "few rows": "These are fewer than the minimum rows to split, so this is a leaf with the majority: {0}.",
    "no attribute left": "All attributes have been asked, yet the classes are mixed: a leaf with the majority, {0}.",
    "rows alike": "No attribute left separates these rows, yet their classes differ: a leaf with the majority, {0}.",
    "by chance": "The best question could be chance, so it is not asked: a leaf with the majority, {0}.",
    "no gain": "No attribute has any gain, so nothing is asked: a leaf with the majority, {0}.",
}

NO_VALUE = "no value"
"""What leads down a branch for rows that have no value of what is asked."""


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
        share = [f"{figure(count)}/{figure(counts.sum())}" for count in counts if count]
        said = " ".join(self.term.format(p) for p in share)
        return said if self.first else said.replace("− ", "−", 1)


ENTROPY = Impurity("H", r"H(S) = -\sum_c p_c \log_2 p_c", entropy, "", "− {0}·log₂ {0}")
GINI = Impurity("G", r"G(S) = 1 - \sum_c p_c^2", gini, "1 ", "− ({0})²")


def impurity_of(criterion: str) -> Impurity:
    """The impurity behind a criterion: that of Gini, or the entropy, of which gain ratios are made too."""
    return GINI if criterion == "gini" else ENTROPY


def at_node(counts: np.ndarray, impurity: Impurity) -> Number:
    """How mixed a node of these class counts is, as a number beside the formula."""
    return Number(f"{impurity.letter} at the node", impurity.value(counts), "bits" if impurity is ENTROPY else "")


def tally(counts: np.ndarray, data: Dataset, most: int = 4) -> str:
    """Class counts in words, the most frequent first and the absent left out: '9 Yes, 5 No'."""
    return _tallied(tuple(counts.tolist()), data.class_names, most)


def _tallied(counts: tuple[float, ...], names: tuple[str, ...], most: int) -> str:
    order = sorted((code for code, count in enumerate(counts) if count), key=lambda code: -counts[code])
    said = [_spoken(names[code], counts[code]) for code in order[:most]]
    return ", ".join([*said, "…"] if len(order) > most else said)


@lru_cache(maxsize=8192)
def mixture(counts: tuple[float, ...], names: tuple[str, ...], impurity: Impurity) -> str:
    """What a card says of class counts, kept because most nodes of a large tree are the same from step to step."""
    return f"{_tallied(counts, names, 4)}\n{impurity.letter} = {figure(impurity.value(np.array(counts)))}"


def _spoken(name: str, count: float) -> str:
    """The name of a class with its count, which parts of rows may make a fraction: '9 Yes', '2.357 of class 0'."""
    if count == int(count):
        return spoken(name, int(count))
    return f"{figure(count)} {name}" if spoken(name) == name else f"{figure(count)} of {spoken(name)}"


def rows_counted(weight: float) -> str:
    """'5 rows'; of parts of rows '5.357 rows'."""
    return counted(int(weight), "row") if weight == int(weight) else f"{figure(weight)} rows"


def level(column: Column, value: float) -> str:
    """The level that a value counts as, or what it is if no level stands for it."""
    if 0 <= np.rint(value) < len(column.levels):
        return column.text(float(np.rint(value)))
    return "?" if np.isnan(value) else "another value"


def branch_name(tree: Branching, node: int, data: Dataset) -> str:
    """What leads from the node above to this one: 'Sunny', '≤ 2.45', '> 2.45', 'no value'."""
    above = int(tree.parent[node])
    column, cut, code = data.columns[int(tree.attribute[above])], tree.cut(above), int(tree.branch[node])
    if code >= (len(column.levels) if np.isnan(cut) else 2):
        return NO_VALUE
    if np.isnan(cut):
        return column.levels[code]
    return f"{'>' if code else '≤'} {cut_name(column, cut)}"


def cut_name(column: Column, cut: float) -> str:
    """Where a column is cut: '2.45'; between two levels the lower one."""
    if not column.levels:
        return column.figure(cut)
    return column.levels[int(np.clip(np.floor(cut), 0, len(column.levels) - 1))]


def cut_dates(attributes: np.ndarray, values: np.ndarray, data: Dataset) -> np.ndarray | None:
    """(c, t) which cells of a table of scores are cuts of dates, where cuts stand first; None where none is."""
    dates = np.zeros(values.shape, dtype=bool)
    dates[:, 0] = [data.columns[a].is_date for a in attributes]
    return dates if dates.any() else None


def cut_cell(column: Column, cut: float) -> float | str:
    """A cut in a table of scores; a dash where an attribute has none."""
    return "–" if np.isnan(cut) else column.told(float(cut))


def condition(tree: Branching, node: int, data: Dataset) -> str:
    """The answer that leads to a node: 'Outlook = Sunny', 'petal length (cm) > 2.45'."""
    above, name = int(tree.parent[node]), branch_name(tree, node, data)
    if name is NO_VALUE:
        return f"{data.columns[int(tree.attribute[above])].name} has no value"
    joint = " = " if np.isnan(tree.cut(above)) else " "
    return f"{data.columns[int(tree.attribute[above])].name}{joint}{name}"


def nothing_to_ask(data: Dataset, why: str, alike: bool) -> str:
    """Why the root stays a leaf: its rows are alike (why), or no column tells them apart; "" where there is a question.

    >>> nothing_to_ask(Dataset(np.ones((2, 1)), np.array([0, 1])), "All are of one class", False)
    ' No column has two different values: there is nothing to ask, and the tree is one leaf.'
    """
    if not alike:
        X = asked_values(data)
        if (np.fmax.reduce(X, axis=0) > np.fmin.reduce(X, axis=0)).any():
            return ""
        why = "No column has two different values"
    return f" {why}: there is nothing to ask, and the tree is one leaf."


def way_of(tree: Tree, x: np.ndarray, data: Dataset) -> str:
    """How a row x (d,) is classified, question by question: 'Outlook = Sunny, Humidity = High: No (…).'"""
    way = tree.path(x)
    rest = way[-1]
    said = f"{answers(tree, x, data)}: {data.class_name(int(tree.majority[rest]))}"
    said += f" (training rows there: {tally(tree.counts[rest], data) or 'none, so the majority above answers'})."
    if tree.attribute[rest] >= 0:
        said += " No branch stands for the last value, so the majority of the node that asked answers."
    return said


def answers(tree: Branching, x: np.ndarray, data: Dataset) -> str:
    """What a row x (d,) answers on its way down."""
    said = ", ".join(_answer(tree, node, x, data) for node in tree.path(x) if tree.attribute[node] >= 0)
    return said or "No question is asked"


def _answer(tree: Branching, node: int, x: np.ndarray, data: Dataset) -> str:
    """What a row x (d,) answers at a node: 'Outlook = Sunny', 'petal length (cm) = 1.4 ≤ 2.45'."""
    column, value, cut = data.columns[int(tree.attribute[node])], float(x[tree.attribute[node]]), tree.cut(node)
    if np.isnan(value):
        return f"{column.name} = ?{_instead(tree, node, x, data)}"
    return f"{column.name} = {_told(column, value) if np.isnan(cut) else side_of(column, value, cut)}"


def _instead(tree: Branching, node: int, x: np.ndarray, data: Dataset) -> str:
    """Where a row x (d,) goes that lacks what a node asks: ', so petal length (cm) = 3.5 ≤ 4.75'."""
    if tree.gaps is None or tree.gaps.onward[node] <= STOPS:
        return ""
    if (leading := tree.gaps.leading(node, x)) is not None:
        feature, cut = leading
        return f", so {data.columns[feature].name} = {side_of(data.columns[feature], float(x[feature]), cut)}"
    return f", so the largest branch, {branch_name(tree, int(tree.gaps.onward[node]), data)}"


def side_of(column: Column, value: float, cut: float) -> str:
    """A value and on which side of a cut it lies: '3.5 ≤ 4.75'."""
    return f"{_told(column, value)} {'>' if value > cut else '≤'} {cut_name(column, cut)}"


def _told(column: Column, value: float) -> str:
    return level(column, value) if column.levels else column.figure(value)


def share_lines(counts: np.ndarray, data: Dataset, most: int = 6) -> tuple[str, ...]:
    """The share of each class at a leaf, which the rule goes by, the largest first: 'p(No) = 3/5 = 0.6'."""
    whole, order = float(counts.sum()), np.argsort(-counts, kind="stable")[:most].tolist()
    shares = ((data.class_name(code), float(counts[code])) for code in order) if whole else ()
    return tuple(f"p({name}) = {figure(count)}/{figure(whole)} = {figure(count / whole)}" for name, count in shares)


def gain_line(name: str, table: np.ndarray, impurity: Impurity, gain: float) -> str:
    """The gain of an attribute branch by branch, from its contingency table (V, K)."""
    sizes, whole = table.sum(axis=1), impurity.value(table.sum(axis=0))
    pairs = [(float(size), impurity.value(row)) for size, row in zip(sizes, table, strict=True) if size]
    return f"Gain({name}) = {' '.join(drop_terms(whole, pairs, gain))} = {figure(gain)}"


def drop_terms(whole: float, parts: Sequence[tuple[float, float]], drop: float) -> list[str]:
    """How mixed a set is less what its parts (size, how mixed) leave, with the digits that the drop needs."""
    sizes, total = [size for size, _ in parts], sum(size for size, _ in parts)

    def left(whole: float, *mixed: float) -> float:
        return whole - sum(size / total * one for size, one in zip(sizes, mixed, strict=True))

    first, *others = shown(drop, left, whole, *(mixed for _, mixed in parts))
    of = figure(total)
    return [first, *(f"− {figure(size)}/{of}·{mixed}" for size, mixed in zip(sizes, others, strict=True))]


def share_of(rows: float, of: float, value: float) -> str:
    """A value times a share of the rows, worked out: '25/50·0.13468 = 0.06734'."""
    result = value * rows / of
    (told,) = shown(result, lambda one: one * rows / of, value)
    return f"{figure(rows)}/{figure(of)}·{told} = {figure(result)}"


def branch_table(tree: Tree, node: int, data: Dataset, impurity: Impurity) -> Table:
    """The branches of a split: how many rows each receives, of which classes, and how mixed they are."""
    below = np.flatnonzero(tree.parent == node).tolist()
    rows = tuple((branch_name(tree, child, data), *_received(tree.counts[child], data, impurity)) for child in below)
    name = data.columns[int(tree.attribute[node])].name
    return Table("Branches", (name, "rows", "classes", impurity.letter), rows)


def _received(counts: np.ndarray, data: Dataset, impurity: Impurity) -> tuple[float, str, float]:
    return counts.sum().item(), tally(counts, data) or "none", impurity.value(counts)
