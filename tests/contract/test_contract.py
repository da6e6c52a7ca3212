"""Every algorithm that the engine finds keeps every promise. A new package is found by itself."""

from __future__ import annotations

import pytest

import engine
from tests.contract.homes import ROOT, own_test
from tests.contract.promises import PROMISES, Promise

KEYS = [pytest.param(key, marks=pytest.mark.xdist_group(key)) for key in engine.algorithms()]
"""All promises of one algorithm are kept in one process, which remembers its runs."""


@pytest.mark.tiered
@pytest.mark.parametrize("promise", PROMISES, ids=lambda promise: promise.__name__)
@pytest.mark.parametrize("key", KEYS)
def test_promise(key: str, promise: Promise) -> None:
    promise(engine.algorithm(key))


@pytest.mark.parametrize("key", engine.algorithms())
def test_it_has_its_test(key: str) -> None:
    path = own_test(engine.algorithm(key))
    assert path.exists(), f"{key} has no test: write {path.relative_to(ROOT)}"


def test_there_are_algorithms() -> None:
    assert {"perceptron", "kmeans", "pca", "nearest_mean", "logistic_newton", "id3"} <= set(engine.algorithms())
