"""Numbers from 5e−324 to 1e149, and one far out: a refusal with what would help, or finite numbers and true checks."""

from __future__ import annotations

import warnings
from collections.abc import Iterator
from functools import cache
from typing import Any

import numpy as np

from engine.base.errors import Refusal
from engine.base.params import Choice, Flag, specs
from engine.base.snapshot import arrays_in
from engine.core.algorithm import Algorithm
from engine.data.dataset import Dataset
from tests import tier
from tests.contract.pool import blobs
from tests.contract.runs import Run
from tests.contract.steps import check_steps
from tests.contract.telling import check_sentence

FIRST = 3
OPTIONS = ("large", "small")
"""The tables on which each option runs too, in the full tier."""
PULLED = 24
"""Steps that are looked at from the start of a run, and how many are pulled to look at the last of them."""


@cache
def extremes() -> dict[str, Dataset]:
    """Tables whose numbers are legal and hard to reckon with, with two classes, three, and a number as the target."""
    two, three, wide = blobs(6, 2, 2), blobs(4, 2, 3), blobs(5, 40, 2)
    return {
        "the smallest there are": two.changed(X=two.X * 5e-324),
        "too small to square": two.changed(X=two.X * 1e-160),
        "small": three.changed(X=three.X * 1e-140),
        "large": two.changed(X=two.X * 1e148),
        "a column small, one large": two.changed(X=two.X * [1e-145, 1e148]),
        "a column too small": two.changed(X=two.X * [1e-310, 1.0]),
        "a large column that never changes": three.changed(X=three.X * [1.0, 0.0] + [0.0, 1e149]),
        "an outlier": two.with_values([0], [[1e8, -1e8]]),
        "an outlier of three": three.with_values([0], [[1e8, -1e8]]),
        "an outlier beside which the others are alike": two.with_values([0], [[1e149, -1e149]]),
        "far from 0": three.changed(X=three.X + 1e12),
        "a large target": Dataset(two.X, 1e148 * two.X[:, 0]),
        "no target, small": Dataset(two.X * 1e-140),
        "classes far apart": three.changed(X=three.X + 1e6 * three.codes[:, None]),
        "numbers of rows as a column": two.changed(X=np.column_stack([1e12 + np.arange(two.n), two.X[:, 0]])),
        "more columns than rows, large": wide.changed(X=wide.X * 1e15),
    }


def numbers_of_any_size_are_refused_or_done_right(algorithm: Algorithm) -> None:
    """Without a warning of NumPy, in the loop as in what is drawn and said of its steps."""
    with warnings.catch_warnings():
        warnings.simplefilter("error", RuntimeWarning)
        for name, data in extremes().items():
            for values in ({}, *(_options(algorithm) if tier.full and name in OPTIONS else ())):
                try:
                    trace = algorithm.trace(data, seed=5, **values)
                except Refusal as refusal:
                    assert values or refusal.remedies, f"{name}: nothing is said to help against {refusal}"
                    check_sentence(str(refusal))
                    continue
                _check_run(
                    Run(algorithm, f"{name} {values or ''}".strip(), data, algorithm.params(**values), trace, PULLED)
                )


def _options(algorithm: Algorithm) -> Iterator[dict[str, Any]]:
    """Each option that is not the default, alone: a way that few runs take is a way that few numbers have gone."""
    for name, spec in specs(algorithm.params).items():
        if isinstance(spec, (Choice, Flag)):
            yield from ({name: value} for value in spec.bounds() if value != spec.default)


def _check_run(run: Run) -> None:
    count = len(run.steps)
    check_steps(run, sorted({*range(min(FIRST, count)), count - 1}))
    met: set[int] = set()  # what steps share is looked at once
    for index, step in enumerate(run.steps):
        numbers = (part for part in arrays_in(step, met) if part.dtype.kind == "f")
        assert all(np.isfinite(part).all() for part in numbers), f"{run.about}: step {index} holds what is no number"
    if run.trace.ending is not None:
        check_sentence(run.trace.ending.words)
