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
from engine import families
from engine.core.algorithm import Algorithm
from tests.contract import newcomer
from tests.contract.promises import PROMISES, Promise

README = Path(engine.__file__).parent / "README.md"
ROOMS = {
    "__init__.py": ["ALGORITHM = Algorithm("],
    "loop.py": ["def run(", "def bound(", "class Params", "class Step"],
    "drawing.py": ["def marks("],
    "telling.py": ["def explain("],
}


def test_the_examples_of_the_notebook() -> None:
    failed, tried = doctest.testfile(str(README), module_relative=False)
    assert tried > 20 and not failed


def rooms() -> dict[str, str]:
    """The four rooms of the page's algorithm: the file that the line above a block names, and the block."""
    page = README.read_text(encoding="utf-8")
    return dict(re.findall(r"^`(\w+\.py)`[^\n]*\n\n```python\n(.*?)```", page, re.DOTALL | re.MULTILINE))


@pytest.fixture(scope="module")
def example(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Algorithm]:
    """The algorithm of the page, in a family folder of its own that the engine finds by itself."""
    more = tmp_path_factory.mktemp("more")
    home = more / "examples" / "medoid"
    home.mkdir(parents=True)
    (home.parent / "__init__.py").write_text("", encoding="utf-8")
    for room, source in rooms().items():
        (home / room).write_text(source, encoding="utf-8")
    families.__path__.append(str(more))
    _look_again()
    yield engine.algorithm("medoid")
    families.__path__.remove(str(more))
    _look_again()
    for name in [name for name in sys.modules if name.startswith("engine.families.examples")]:
        del sys.modules[name]


def _look_again() -> None:
    families.forget()


def test_the_example_has_the_four_rooms_and_what_each_must_have() -> None:
    assert set(rooms()) == set(ROOMS)
    for room, wanted in ROOMS.items():
        assert [name for name in wanted if name not in rooms()[room]] == [], room


@pytest.mark.parametrize("promise", PROMISES, ids=lambda promise: promise.__name__)
def test_the_example_keeps_its_promise(example: Algorithm, promise: Promise) -> None:
    promise(example)


def test_the_example_finds_the_medoid(example: Algorithm) -> None:
    iris = engine.load("iris")
    distances = np.sqrt(((iris.X[:, None] - iris.X[None]) ** 2).sum(axis=2)).sum(axis=1)
    assert example.trace(iris)[-1].best == np.argmin(distances)
    assert example.family == "examples" and len(example.trace(iris, stop_at="every row")) == 151


def test_what_the_page_says_to_read_first_is_there() -> None:
    page = README.read_text(encoding="utf-8")
    said = page[page.index("Read these first") :].partition(" Then ")[0]
    named = re.findall(r"`([\w/.]+)`", said)
    assert named and [name for name in named if not (README.parent / name).exists()] == []


def test_the_page_names_the_command_for_a_newcomer_and_every_folder() -> None:
    page = README.read_text(encoding="utf-8")
    assert f"-m {newcomer.__name__}" in page
    folders = {path.name for path in README.parent.iterdir() if (path / "__init__.py").exists()}
    assert folders == set(re.findall(r"^\| `(\w+)/` \|", page, re.MULTILINE))
