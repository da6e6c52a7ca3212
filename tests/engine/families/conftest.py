"""Homes that a test makes up, in a family folder of their own that the engine finds by itself."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from engine import families

CARD = """
from engine.core.algorithm import Algorithm
from engine.data import needs

ALGORITHM = Algorithm(__name__, name="Made up", task="clustering", summary="", source="", needs=needs.POINTS)
"""
LOOP = """
from dataclasses import dataclass

from engine.base.snapshot import snapshot
from engine.core.ending import Ending


def run(data, params, rng, start=None):
    yield Step(None)
    return Ending.converged("It is done.")


def bound(data, params):
    return 1


@dataclass(frozen=True)
class Params:
    pass


@snapshot
class Step:
    model: None
"""
DRAWING = """
def marks(step, data, params):
    return []
"""
TELLING = """
from engine.core.story import Story


def explain(step, data, params):
    return Story("A step.", "")
"""
WHOLE = {"__init__": CARD, "loop": LOOP, "drawing": DRAWING, "telling": TELLING}

Add = Callable[..., None]


@pytest.fixture
def add(tmp_path: Path) -> Iterator[Add]:
    """add(key, loop=..., telling=None): a home with these rooms in place of the whole ones, without those of None."""
    before = set(sys.modules)

    def add(key: str, family: str = "made_up", **rooms: str | None) -> None:
        home = tmp_path / family / key
        home.mkdir(parents=True)
        for name, source in (WHOLE | {_file(name): text for name, text in rooms.items()}).items():
            if source is not None:
                (home / f"{name}.py").write_text(source, encoding="utf-8")
        if not (face := home.parent / "__init__.py").exists():
            face.write_text("", encoding="utf-8")
        families.forget()

    families.__path__.append(str(tmp_path))
    yield add
    families.__path__.remove(str(tmp_path))
    families.forget()
    for name in set(sys.modules) - before:
        if name.startswith("engine.families.made_up"):
            del sys.modules[name]


def _file(name: str) -> str:
    return "__init__" if name == "card" else name
