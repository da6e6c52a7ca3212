"""Spoilt models, recipes and tables: each is read or refused in words, quickly, and what is read can be used."""

from __future__ import annotations

import json
import time
import warnings
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

import engine
from engine.base.coding import encoded
from engine.base.errors import Refusal
from engine.data.tables.reading import TableWarning
from engine.export.models import FORMAT, VERSION
from engine.export.recipe import Recipe
from tests.soak.spoiling import spoilt, spoilt_text

PATIENCE = 5.0
"""Seconds of computing that a small file may take at most."""
LONGEST = 1_000
"""No refusal is longer than this many letters."""
USED = ("predict", "decision_function", "predict_proba", "transform")


@cache
def examples() -> tuple[dict[str, Any], ...]:
    """The content of a saved model of every kind that an algorithm makes on a few small data sets."""
    found: dict[str, Any] = {}
    for key, algorithm in engine.algorithms().items():
        for name in ("gate_and", "iris", "play_tennis"):
            try:
                model = engine.trace(key, engine.load(name))[-1 if key != "bayesian_logistic" else 20].model
            except (Refusal, IndexError):
                continue
            if model is not None:
                found.setdefault(f"{type(model).__name__} {name} {algorithm.name}", encoded(model))
    return tuple({"format": FORMAT, "version": VERSION, "model": content} for content in found.values())


@cache
def recipes() -> tuple[dict[str, Any], ...]:
    """A few whole recipes, one with a start."""
    start = engine.models.Centres(engine.load("gate_and").X[:2])
    made = (
        Recipe("perceptron", engine.load("gate_and"), {"rate": 0.5}),
        Recipe("kmeans", engine.load("gate_and"), {"k": 2}, 3, start),
        Recipe("id3", engine.load("play_tennis")),
    )
    return tuple(recipe.to_json() for recipe in made)


def tables() -> tuple[str, ...]:
    """A few tables as text."""
    folder = Path(__file__).resolve().parents[2] / "resources" / "datasets"
    odd = 'a;b;c\n1,5;"x ""y""";10.000\n?;z;-\n2,5;;NA\n'
    return (
        (folder / "play_tennis.csv").read_text(encoding="utf-8"),
        "\n".join((folder / "iris.csv").read_text(encoding="utf-8").splitlines()[:40]),
        odd,
    )


def attack_model(seed: int, folder: Path) -> str:
    """What went wrong with a spoilt model, or ""."""
    content = spoilt(examples()[seed % len(examples())], seed)
    path = folder / "model.json"
    path.write_text(json.dumps(content), encoding="utf-8", errors="surrogatepass")
    return _tried(lambda: _asked(engine.load_model(path)))


def _asked(model: Any) -> None:
    width = getattr(model, "n_features", 4)
    points = np.random.default_rng(0).normal(size=(50, min(width, 10_000)))
    with np.errstate(all="ignore"):
        for ask in USED:
            if hasattr(model, ask):
                getattr(model, ask)(points)


def attack_recipe(seed: int, folder: Path) -> str:
    """What went wrong with a spoilt recipe, or ""."""
    content = spoilt(recipes()[seed % len(recipes())], seed)

    def run() -> None:
        trace = Recipe.from_json(content).trace()
        for _ in range(5):
            trace.advance()

    return _tried(run)


def attack_table(seed: int, folder: Path) -> str:
    """What went wrong with a spoilt table, or ""."""
    kinds = tables()
    path = folder / f"table.{('csv', 'tsv', 'txt')[seed % 3]}"
    path.write_bytes(spoilt_text(kinds[seed % len(kinds)], seed))

    def read() -> None:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", TableWarning)
            engine.read_table(path)

    return _tried(read)


def _tried(act: Callable[[], object]) -> str:
    began = time.thread_time()
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error", RuntimeWarning)
            act()
    except Refusal as refusal:
        words = str(refusal)
        if len(words) > LONGEST:
            return f"a refusal of {len(words)} letters: {words[:200]}"
        if not words.rstrip().endswith((".", "?", "!")):
            return f"a refusal that is no sentence: {words[-200:]!r}"
    except Exception as error:
        return f"{type(error).__name__}: {str(error)[:200]}"
    took = time.thread_time() - began
    return f"it took {took:.1f} s" if took > PATIENCE else ""


ATTACKS = {"models": attack_model, "recipes": attack_recipe, "tables": attack_table}
