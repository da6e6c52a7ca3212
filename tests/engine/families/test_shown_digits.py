"""Who works a line out by hand, with the digits that are shown, comes to the digits that are shown of the result."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

import pytest

import engine
from tests.contract import expression
from tests.contract.expression import value_of
from tests.contract.interval import Interval, Unknown, exactly
from tests.contract.recomputed import clauses, computed
from tests.contract.runs import plain_runs

SLACK = 1e-6
"""Of the last digit shown: what a sum of floats may be off."""
HELD = ("neighbours", "distances", "trees", "support_vectors", "ensembles", "clustering", "perceptrons")
"""The families whose every worked line holds."""
KEYS = [key for key, card in engine.algorithms().items() if card.family in HELD]


@pytest.mark.parametrize("key", KEYS)
def test_the_parts_as_shown_come_to_the_result_as_shown(key, monkeypatch):
    shown = {line: list(equated(line)) for line in dict.fromkeys(worked(key))}
    monkeypatch.setattr(expression, "printed", lambda mantissa, exponent=0: exactly(float(f"{mantissa}e{exponent}")))
    off = [line for line, pairs in shown.items() for parts, result in pairs if not reached(parts, result)]
    assert not off, off[:5]


def worked(key: str) -> Iterator[str]:
    for run in plain_runs(engine.algorithm(key))[:4]:
        for index in range(len(run.steps)):
            yield from run.story(index).worked


def equated(line: str) -> Iterator[tuple[str, Interval]]:
    """What stands on the left of every equality, and the number on its right, by what its digits may stand for."""
    for clause in clauses(line):
        for (left, right), sign in zip(pairwise(clause[0::2]), clause[1::2], strict=True):
            try:
                result = value_of(right, {})
            except Unknown:
                continue
            if sign in "=←" and isinstance(result, Interval):
                yield left, result


def reached(parts: str, result: Interval) -> bool:
    """Whether the parts, taken as they are shown, come to one of the numbers that the result may stand for."""
    value = computed(parts, {}, first=True, last=False)
    room = SLACK * (result.high - result.low) if result.high > result.low else 1e-3
    return not isinstance(value, Interval) or result.low - room <= value.low <= result.high + room
