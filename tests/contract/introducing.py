"""What an algorithm promises before it runs: its card, its parameters, and what it refuses."""

from __future__ import annotations

import re
from typing import Any, get_args

import numpy as np
import pytest

import engine
from engine.base.errors import ParameterError, Refusal
from engine.base.params import LARGEST, Choice, Flag, Numbers, Real, Spec, Text, Whole, specs
from engine.base.snapshot import same
from engine.core.algorithm import Algorithm, Task
from tests.contract.pool import pool
from tests.contract.runs import (
    few_runs,
)
from tests.contract.telling import check_sentence, typesets


def it_introduces_itself(algorithm: Algorithm) -> None:
    """Name, summary, source and task are there, and the key leads to it."""
    check_sentence(algorithm.summary)
    assert algorithm.name.strip() and algorithm.source.strip()
    assert algorithm.task in get_args(Task)
    assert engine.algorithm(algorithm.key) is algorithm


def it_is_found_by_the_words_of_the_field(algorithm: Algorithm) -> None:
    """Its card has two synonyms or more, none of them its name, and none that another card of its task has too, or is
    called by.

    Of two tasks the search takes the one that suits the data: boosting of classes, or of numbers.
    """
    own = {synonym.casefold() for synonym in algorithm.synonyms}
    assert len(own) >= 2, f"{algorithm.name} has {len(own)} synonyms: people look for it by at least two"
    assert all(synonym.strip() == synonym != "" for synonym in algorithm.synonyms)
    assert algorithm.name.casefold() not in own
    others = (other for other in engine.algorithms().values() if other is not algorithm)
    for other in (other for other in others if other.task == algorithm.task):
        shared = own & {synonym.casefold() for synonym in other.synonyms}
        assert not shared, f"{algorithm.key} and {other.key} are both found by {', '.join(shared)}"
        its_own = {squeezed(words) for words in (other.key, other.name)}
        taken = [] if CASES.get(other.key) == algorithm.key else [word for word in own if squeezed(word) in its_own]
        assert not taken, f"{', '.join(taken)} is what {other.key} is called, and would lead to {algorithm.key}"


def squeezed(words: str) -> str:
    """Words without capitals, spaces and the signs between them."""
    return re.sub(r"[\W_]+", "", words).casefold()


CASES = {"nearest_neighbour": "knn"}
"""A method that is looked for under the one of which it is a case."""


def its_parameters_are_well_declared(algorithm: Algorithm) -> None:
    """Each has a legal default, legal finite bounds, help, and a symbol that typesets."""
    taken = {"key", "data", "seed", "start", "budget", "record", "array"}
    for name, spec in specs(algorithm.params).items():
        assert name not in taken, f"{name} means something else in engine.trace or in a file"
        assert spec.help.strip() and not spec.help.endswith(".")
        assert same(spec.checked(name, spec.default), spec.default)
        for bound in spec.bounds():
            assert same(spec.checked(name, bound), bound)
        if isinstance(spec, (Real, Whole)):
            assert np.isfinite(spec.bounds()).all() and spec.low < spec.high
            assert spec.low >= 0 or not spec.log, f"{name} starts at {spec.low:g} and cannot have a logarithmic scale"
        assert not spec.symbol or typesets(spec.symbol)


def an_illegal_value_is_refused_with_name_and_range(algorithm: Algorithm) -> None:
    data = next(iter(few_runs(algorithm))).data
    for name, spec in specs(algorithm.params).items():
        for value in illegal(spec):
            with pytest.raises(ParameterError) as refusal:
                algorithm.trace(data, **{name: value})
            assert name in str(refusal.value) and spec.legal() in str(refusal.value)
    with pytest.raises(ParameterError, match="no_such_parameter"):
        algorithm.trace(data, no_such_parameter=1)


def illegal(spec: Spec) -> list[Any]:
    """Values of every wrong sort for a parameter."""
    if isinstance(spec, Real):
        return [spec.low - 1, spec.high + 1, float("nan"), float("inf"), 10**400, "1", None, True]
    if isinstance(spec, Whole):
        return [spec.low - 1, spec.high + 1, spec.low + 0.5, float("nan"), np.float64("inf"), "1", None, True]
    if isinstance(spec, Choice):
        return ["no such option", 0, None]
    if isinstance(spec, Numbers):
        return [1.0, "1 2", None, (1.0, "2"), (float("nan"),), (2 * LARGEST,), (0.0,) * (spec.most + 1), (True,)]
    if isinstance(spec, Text):
        return [1, None, "two\nlines", "x" * (spec.most + 1), ("a",)]
    assert isinstance(spec, Flag), f"{type(spec).__name__} is a kind of parameter that this test does not know"
    return ["yes", 1, None]


def unsuitable_data_is_refused_in_a_sentence(algorithm: Algorithm) -> None:
    """Every data set of the pool either runs or is refused by a need; nothing may fail in between."""
    for name, data in pool().items():
        if words := algorithm.unsuitable(data):
            check_sentence(words)
            with pytest.raises(Refusal) as refusal:
                algorithm.trace(data)
            assert words in str(refusal.value), name
    for hopeless in ("no row", "no feature", "an infinite cell"):
        assert algorithm.unsuitable(pool()[hopeless]), f"{algorithm.name} accepts a table with {hopeless}"
    assert few_runs(algorithm), f"no data set of the pool suits {algorithm.name}"
