"""Columns far from 0, large or small: refused with a remedy, or no check is broken by rounding."""

from __future__ import annotations

import itertools
import warnings
from itertools import islice
from typing import Any

import numpy as np
import pytest

import engine
from engine.base.errors import Prepare, Refusal
from engine.base.params import specs
from engine.core.algorithm import Algorithm
from engine.core.param_handle import within
from engine.data.dataset import Dataset
from tests.contract.edges import bound_of
from tests.contract.pool import blobs

CLASSES = blobs(15, 2, 2, spread=1.5)
NUMBERS = CLASSES.changed(y=CLASSES.X @ [1.0, 2.0], class_names=())
BASES: tuple[dict[str, Any], ...] = (
    {"basis": "polynomial", "degree": 6},
    {"basis": "polynomial", "degree": 3},
    {"basis": "gaussian at points", "functions": 100},
)
MOVED = {
    "a million off": lambda X: X + 1e6,
    "a milliard off": lambda X: X + 1e9,
    "a million times as large": lambda X: X * 1e6,
    "a millionth": lambda X: X * 1e-6,
    "numbers of rows": lambda X: np.column_stack([1e12 + np.arange(len(X)), X[:, 1:]]),
}
PULLED = 12
WITH_BASIS = [key for key, algorithm in engine.algorithms().items() if "basis" in specs(algorithm.params)]
ONE = blobs(20, 1, 2)
TABLES = {
    "two classes": CLASSES,
    "three classes": blobs(12, 3, 3),
    "a number": NUMBERS,
    "one feature": ONE,
    "a curve": ONE.changed(y=np.sin(ONE.X[:, 0]), class_names=()),
    "iris": engine.load("iris").subset(range(0, 150, 3)),
}
APART = {
    **MOVED,
    "clouds a million apart": lambda X: X + 1e6 * (np.arange(len(X)) % 2)[:, None],
    "columns of unlike size": lambda X: X * np.where(np.arange(X.shape[1]) == 0, 1e6, 1e-6),
}
BUMPS = (36, 100, 243)
RUNS = 12
"""So many runs of an algorithm, drawn from all its options and bounds on all these tables."""
KNOWN: tuple[tuple[str, dict[str, Any], str, str], ...] = (
    ("fisher", {"basis": "gaussian by hand"}, "one feature", "a millionth"),
    ("fisher", {"basis": "polynomial"}, "two classes", "a million off"),
    ("fisher", {"basis": "gaussian grid", "functions": 36}, "one feature", "a millionth"),
    ("fisher", {"basis": "polynomial"}, "one feature", "numbers of rows"),
    ("least_squares", {"basis": "gaussian by hand"}, "iris", "columns of unlike size"),
    ("least_squares", {"basis": "sigmoid", "functions": 36}, "iris", "a million times as large"),
    ("separability", {"basis": "polynomial", "degree": 6}, "two classes", "numbers of rows"),
    ("linear_network", {"bias": "from the means"}, "three classes", "a milliard off"),
    ("linear_network", {"bias": "from the means"}, "three classes", "numbers of rows"),
    ("mlp", {"activation": "identity"}, "iris", "numbers of rows"),
)
"""Runs with checks that were broken by rounding."""


def suited(algorithm: Algorithm) -> Dataset | None:
    return next((data for data in (CLASSES, NUMBERS) if not algorithm.unsuitable(data)), None)


@pytest.mark.full
@pytest.mark.parametrize("key", WITH_BASIS)
def test_no_check_fails_by_rounding_under_a_basis(key: str) -> None:
    algorithm = engine.algorithm(key)
    if (data := suited(algorithm)) is None:
        return
    for name, moved in MOVED.items():
        for values in BASES:
            if (legal := _legal(algorithm, values)) is not None:
                _no_check_is_broken(algorithm, data.changed(X=moved(data.X)), legal, name)


@pytest.mark.parametrize(("key", "values", "table", "moved"), KNOWN)
def test_check_failing_by_rounding_holds_or_is_refused_with_a_remedy(
    key: str, values: dict[str, Any], table: str, moved: str
) -> None:
    data = TABLES[table]
    _no_check_is_broken(engine.algorithm(key), data.changed(X=APART[moved](data.X)), values, moved)


@pytest.mark.full
@pytest.mark.parametrize("key", engine.algorithms())
def test_no_check_fails_by_rounding_for_any_options(key: str) -> None:
    """Of all algorithms, with one option or bound at a time: some of the runs, drawn anew for each algorithm."""
    algorithm = engine.algorithm(key)
    there = [(f"{table}, {name}", data.changed(X=moved(data.X)))
             for table, data in TABLES.items() for name, moved in APART.items()]  # fmt: skip
    tables = [(name, data) for name, data in there if not algorithm.unsuitable(data)]
    runs = list(itertools.product(tables, _settings(algorithm)))
    drawn = np.random.default_rng([*key.encode()]).permutation(len(runs))[:RUNS]
    for (name, data), values in (runs[one] for one in drawn):
        bounded = {one: bound_of(specs(algorithm.params)[one], value, data) for one, value in values.items()}
        _no_check_is_broken(algorithm, data, bounded, name)


def _settings(algorithm: Algorithm) -> list[dict[str, Any]]:
    """Each option and each bound, one at a time, and every basis with few functions and with many."""
    declared = specs(algorithm.params)
    found: list[dict[str, Any]] = [{}, *({name: value} for name, spec in declared.items() for value in spec.bounds())]
    if "basis" in declared:
        bases = [basis for basis in declared["basis"].bounds() if basis not in ("none", "polynomial")]
        wanted = [{"basis": basis, "functions": count} for basis in bases for count in BUMPS]
        found += [legal for values in wanted if (legal := _legal(algorithm, values)) is not None]
    return found


def _legal(algorithm: Algorithm, values: dict[str, Any]) -> dict[str, Any] | None:
    """The values nearest to these that an algorithm takes; None where it has not such a parameter or such a basis."""
    declared = specs(algorithm.params)
    if not values.keys() <= declared.keys() or values["basis"] not in declared["basis"].bounds():
        return None
    return {name: within(declared[name], value) for name, value in values.items()}


def _no_check_is_broken(algorithm: Algorithm, data: Dataset, values: dict[str, Any], about: str) -> None:
    """Nor does NumPy warn; or the table is refused, with a remedy."""
    try:
        trace = algorithm.trace(data, seed=5, budget=0, **values)
    except Refusal as refusal:
        assert refusal.remedies, f"{about}, {values}: {refusal}"
        return
    with warnings.catch_warnings():
        warnings.simplefilter("error", RuntimeWarning)
        for index, step in enumerate(islice(trace, PULLED)):
            story = algorithm.explain(step, data, algorithm.params(**values))
            broken = [check.words for check in story.checks if not check.holds]
            assert not broken, f"{about}, {values}, step {index}: {broken}"


def test_powers_of_distant_columns_are_refused_if_ill_conditioned() -> None:
    """At degree 6 of values about a million; standardised, or as they are near 0, they are taken."""
    far = CLASSES.changed(X=CLASSES.X + 1e6)
    with pytest.raises(Refusal, match="standardise") as refusal:
        engine.trace("bayesian_logistic", far, **BASES[0])
    assert refusal.value.remedies == (Prepare("Standardise"),)
    for data in (CLASSES, engine.prepare(far, "Standardise").data):
        deviations = np.sqrt(np.diag(engine.fit("bayesian_logistic", data, **BASES[0]).covariance))
        assert deviations.max() <= 1 + 1e-9
