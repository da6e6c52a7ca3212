"""Whether a split could be chance: the χ² test of the attribute that is best at a node."""

from __future__ import annotations

import numpy as np

from engine.base.words import figure
from engine.data.dataset import Dataset
from engine.families.trees.growing import contingency, level_codes
from engine.families.trees.id3.loop import Params, Step
from engine.maths.probability.chi_squared import ChiSquared, chi_squared

CHANCE = r"\chi^2 = \sum_{v, c} \frac{(O_{vc} - E_{vc})^2}{E_{vc}}, \quad E_{vc} = \frac{|S_v|\,|S_c|}{|S|}"
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


def chance_of(step: Step, data: Dataset, params: Params) -> ChiSquared | None:
    """The test of the best attribute; None where no test is asked for, or nothing was to be split."""
    if not params.alpha or step.scores is None or step.chosen is None:
        return None
    return chi_squared(table_of(step, data))


def chance_lines(test: ChiSquared | None) -> list[str]:
    """The statistic cell by cell."""
    if test is None:
        return []
    cells = zip(test.observed.ravel().tolist(), test.expected.ravel().tolist(), strict=True)
    terms = [f"({figure(seen)} − {figure(hoped)})²/{figure(hoped)}" for seen, hoped in cells]
    V, K = test.observed.shape
    freedom = f"degrees of freedom = ({V} − 1)·({K} − 1) = {test.freedom}"
    return [f"χ² = {' + '.join(terms)} = {figure(test.statistic)}", freedom]


def chance_said(test: ChiSquared | None, alpha: float) -> str:
    """The decision, beside α; and a warning where the test is rough."""
    if test is None:
        return ""
    side = f"more than α = {figure(alpha)}" if test.p > alpha else f"not more than α = {figure(alpha)}"
    said = f" Chance alone would part the classes as much with the probability p = {figure(test.p)}, {side}."
    if test.expected.min() < FEW:
        said += f" Chance expects fewer than {FEW} rows in some cells: so few rows make the test rough."
    return said
