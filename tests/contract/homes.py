"""Where an algorithm stands, and where its tests do."""

from __future__ import annotations

from pathlib import Path

import engine
from engine.core.algorithm import Algorithm

ROOT = Path(engine.__file__).resolve().parents[1]


def home_of(algorithm: Algorithm) -> Path:
    """Its package."""
    return ROOT / algorithm.home.replace(".", "/")


def own_test(algorithm: Algorithm) -> Path:
    """The file of its own tests: what it does on examples worked by hand, and what always holds."""
    return ROOT / "tests" / "engine" / "families" / algorithm.family / f"test_{algorithm.key}.py"
