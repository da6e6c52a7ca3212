"""Every algorithm that the engine finds keeps every promise. A new file is found by itself."""

from __future__ import annotations

import pytest

import engine
from tests.contract.promises import PROMISES, Promise


@pytest.mark.parametrize("promise", PROMISES, ids=lambda promise: promise.__name__)
@pytest.mark.parametrize("key", engine.algorithms())
def test_promise(key: str, promise: Promise) -> None:
    promise(engine.algorithm(key))


def test_there_are_algorithms() -> None:
    assert {"perceptron", "kmeans", "pca", "nearest_mean", "logistic_newton", "id3"} <= set(engine.algorithms())
