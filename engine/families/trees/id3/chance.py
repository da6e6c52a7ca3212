"""Whether a split could be chance: the χ² test of the attribute that is best at a node."""

from __future__ import annotations

import numpy as np

from engine.base.words import enough, figure
from engine.data.dataset import Dataset
from engine.families.trees.id3.loop import Params, Step
from engine.maths.probability.chi_squared import ChiSquared, chi_squared
from engine.parts.trees.growing import contingency, level_codes

EXPECTED = r"E_{vc} = \frac{|S_v|\,|S_c|}{|S|}"
CHANCE = rf"\chi^2 = \sum_{{v, c}} \frac{{(O_{{vc}} - E_{{vc}})^2}}{{E_{{vc}}}}, \quad {EXPECTED}"
FEW = 5
"""Where chance expects fewer rows than this in a cell, the test is rough."""


def asked_attribute(step: Step) -> int:
    """The attribute that is best at the node of a step."""
    assert step.scores is not None and step.chosen is not None
    return int(step.scores.attributes[step.chosen])


def table_of(step: Step, data: Dataset) -> np.ndarray:
    """(V, K) how many rows of the node have each value of the best attribute and each class."""
    attribute, K = asked_attribute(step), len(data.class_names)
    codes, values = level_codes(data)[step.rows, attribute], len(data.columns[attribute].levels)
    return contingency(codes, data.codes[step.rows], values, K)


def cells_of(step: Step, data: Dataset) -> tuple[tuple[str, ...], np.ndarray]:
    """The cells of the test, those that are not empty all along a value or a class: their names, and their classes."""
    table, asked = table_of(step, data), data.columns[asked_attribute(step)]
    values, classes = np.flatnonzero(table.any(axis=1)), np.flatnonzero(table.any(axis=0))
    names = tuple(f"{asked.levels[v]}, {data.class_name(int(c))}" for v in values for c in classes)
    return names, np.tile(classes, len(values))


def chance_of(step: Step, data: Dataset, params: Params) -> ChiSquared | None:
    """The test of the best attribute; None where no test is asked for, or nothing was to be split."""
    if not params.test or step.scores is None or step.chosen is None:
        return None
    return chi_squared(table_of(step, data))


def chance_lines(test: ChiSquared | None) -> list[str]:
    """The statistic cell by cell."""
    if test is None:
        return []
    observed, expected = test.observed.ravel(), test.expected.ravel()
    n = enough(test.statistic, lambda *hoped: float(_terms(observed, np.array(hoped)).sum()), *expected.tolist())
    cells = zip(observed.tolist(), expected.tolist(), strict=True)
    terms = [f"({figure(seen)} − {figure(hoped, n)})²/{figure(hoped, n)}" for seen, hoped in cells]
    V, K = test.observed.shape
    freedom = f"degrees of freedom = ({V} − 1)·({K} − 1) = {test.freedom}"
    return [f"χ² = {' + '.join(terms)} = {figure(test.statistic)}", freedom]


def expected_lines(step: Step, data: Dataset, test: ChiSquared) -> list[str]:
    """What chance expects in every cell: 'E(Sunny, No) = 5·5/14 = 1.786'."""
    sizes, classes, whole = test.observed.sum(axis=1), test.observed.sum(axis=0), figure(test.observed.sum())
    pairs = [(size, share) for size in sizes for share in classes]
    return [
        f"E({name}) = {figure(size)}·{figure(share)}/{whole} = {figure(hoped)}"
        for name, (size, share), hoped in zip(cells_of(step, data)[0], pairs, test.expected.ravel(), strict=True)
    ]


def cell_terms(test: ChiSquared) -> np.ndarray:
    """(V·K) what each cell adds to the statistic."""
    return _terms(test.observed.ravel(), test.expected.ravel())


def _terms(observed: np.ndarray, expected: np.ndarray) -> np.ndarray:
    return np.asarray((observed - expected) ** 2 / expected)


def cell_line(test: ChiSquared, cell: int) -> list[str]:
    """What a cell adds, and the sum so far."""
    seen, hoped, terms = test.observed.ravel()[cell], test.expected.ravel()[cell], cell_terms(test)
    before, term = float(terms[:cell].sum()), float(terms[cell])
    return [
        f"({figure(seen)} − {figure(hoped)})²/{figure(hoped)} = {figure(term)}",
        f"χ² so far = {figure(before)} + {figure(term)} = {figure(before + term)}",
    ]


def chance_said(test: ChiSquared | None, alpha: float) -> str:
    """The decision, beside α; and a warning where the test is rough."""
    if test is None:
        return ""
    side = f"more than α = {figure(alpha)}" if test.p > alpha else f"not more than α = {figure(alpha)}"
    said = f" Chance alone would part the classes as much with the probability p = {figure(test.p)}, {side}."
    if test.expected.min() < FEW:
        said += f" Chance expects fewer than {FEW} rows in some cells: so few rows make the test rough."
    return said
