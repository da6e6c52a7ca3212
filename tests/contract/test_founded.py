"""What the promise about plain numbers and figures notices, on a step that is worked by hand."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import pytest

from engine.base.snapshot import snapshot
from engine.core.story import Number, Story, Table
from engine.data.dataset import Dataset
from tests.contract.founded import Told

DATA = Dataset.from_arrays([[1.0, 2.0], [3.0, 5.0], [7.0, 11.0]], [0, 1, 1])


@snapshot
class Step:
    total: float
    gaps: np.ndarray


@dataclass(frozen=True)
class Params:
    rate: float = 0.37


STEP = Step(12.34, np.array([0.5, 1.75, 2.25]))


def unfounded(sentence=".", numbers=(), worked=(), tables=(), measured=None, oracles=None, literal=()):
    story = Story(sentence, "", tuple(worked), tuple(numbers), tuple(tables))
    with np.errstate(all="ignore"):
        return Told(story, STEP, DATA, Params(), measured or {}, frozenset(literal)).unfounded(oracles or {})


@pytest.mark.parametrize(
    "value", [12.34, 0.37, 4.5, 1.5, 3, 1.75, 0.5 / 4.5, np.sqrt(12.34), 12.34 * 0.37, np.array([0.5, 2.25])]
)
def test_stored_and_directly_derived_numbers_are_founded(value):
    assert not unfounded(numbers=[Number("it", value)]) and not unfounded(measured={"it": float(np.max(value))})


def test_underivable_number_is_reported_without_a_worked_line():
    assert unfounded(numbers=[Number("it", 8.7654)]) == ["it = 8.7654"]
    assert unfounded(measured={"it": 8.7654}) == ["it = 8.7654"]
    assert not unfounded(numbers=[Number("it", 8.7654)], worked=["it = 2·4.3827 = 8.7654"])


def test_figure_of_a_sentence_must_be_in_step_table_numbers_or_text():
    assert not unfounded("The sum is 12.34, of which 11.1 % is the first.")
    assert unfounded("The sum is 12.43.") == ["'12.43' in 'The sum is 12.43.'"]
    assert unfounded("It is 12.1 % of the sum.") == ["'12.1 %' in 'It is 12.1 % of the sum.'"]
    assert not unfounded("The other is 87.65.", tables=[Table("All", ("which", "it"), (("other", 87.654),))])
    assert not unfounded("Below 86.5 nothing is seen.", literal=["86.5"])


def test_figure_of_a_note_must_be_founded():
    assert not unfounded(numbers=[Number("it", 2, "of 3"), Number("rate", 0.37, "by 12.34")])
    assert unfounded(numbers=[Number("it", 2, "of 8.7654")]) == ["'8.7654' in 'it: of 8.7654'"]
    assert unfounded(numbers=[Number("it", 3, "of 2")]) == ["it = 3, of 2"]
    oracle = {"it: of": lambda step, data, params: data.n}
    assert unfounded(numbers=[Number("it", 2, "of 2")], oracles=oracle) == ["'2' in 'it: of 2', and should be [3.]"]


def test_oracle_overrides_other_derivations():
    oracles = {"it": lambda step, data, params: step.gaps.max(), "rows (": lambda step, data, params: [2, 3]}
    assert not unfounded(numbers=[Number("it", 2.25)], oracles=oracles)
    assert unfounded(numbers=[Number("it", 1.75)], oracles=oracles) == ["it = 1.75, and should be [2.25]"]
    assert not unfounded("There are two rows (2, 3) left.", oracles=oracles)
    assert unfounded("There are two rows (2, 1) left.", oracles=oracles)
