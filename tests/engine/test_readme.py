"""The examples of `engine/README.md` do what it says, and its algorithm keeps every promise of the contract."""

from __future__ import annotations

import doctest
import re
import sys
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

import engine
from engine.core.algorithm import Algorithm
from engine.families import algorithms
from tests.contract.promises import PROMISES, Promise

README = Path(engine.__file__).parent / "README.md"


def test_the_examples_of_the_notebook() -> None:
    failed, tried = doctest.testfile(str(README), module_relative=False)
    assert tried > 20 and not failed


@pytest.fixture(scope="module")
def example(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Algorithm]:
    """The algorithm of the page, in a family folder of its own that the engine finds by itself."""
    blocks = re.findall(r"```python\n(.*?)```", README.read_text(encoding="utf-8"), re.DOTALL)
    (source,) = [block for block in blocks if "ALGORITHM = " in block]
    folder = tmp_path_factory.mktemp("more")
    (folder / "examples").mkdir()
    (folder / "examples" / "__init__.py").write_text("", encoding="utf-8")
    (folder / "examples" / "medoid.py").write_text(source, encoding="utf-8")
    engine.__path__.append(str(folder))
    algorithms.cache_clear()
    yield engine.algorithm("medoid")
    engine.__path__.remove(str(folder))
    algorithms.cache_clear()
    for name in [name for name in sys.modules if name.startswith("engine.examples")]:
        del sys.modules[name]


@pytest.mark.parametrize("promise", PROMISES, ids=lambda promise: promise.__name__)
def test_the_example_keeps_its_promise(example: Algorithm, promise: Promise) -> None:
    promise(example)


def test_the_example_finds_the_medoid(example: Algorithm) -> None:
    iris = engine.load("iris")
    distances = np.sqrt(((iris.X[:, None] - iris.X[None]) ** 2).sum(axis=2)).sum(axis=1)
    assert example.trace(iris)[-1].best == np.argmin(distances)
    assert example.family == "examples" and len(example.trace(iris, stop_at="every row")) == 151
