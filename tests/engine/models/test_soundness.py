"""A model from a file that could not answer, or would never be done answering, is refused when it is opened."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import engine
from engine.base.coding import encoded
from engine.base.errors import Refusal
from engine.export.models import FORMAT, VERSION
from engine.models.basis import Gaussians, Polynomial, Sigmoids
from engine.models.groups import Centres
from engine.models.linear import Hyperplane, Scores
from engine.models.scheme import Scheme
from engine.models.tree import Tree

WHOLE = np.arange


def opened(content: dict[str, Any], folder: Path) -> Any:
    path = folder / "model.json"
    path.write_text(json.dumps({"format": FORMAT, "version": VERSION, "model": content}), encoding="utf-8")
    return engine.load_model(path)


PARTS: dict[str, Callable[[], object]] = {
    "a power that would never be done": lambda: Polynomial(np.array([[10**12, 0]])),
    "a negative power": lambda: Polynomial(np.array([[-1, 0]])),
    "a power of a half": lambda: Polynomial(np.array([[0.5, 0.0]])),
    "a bump of no width": lambda: Gaussians(np.eye(2), 0.0),
    "a bump of width NaN": lambda: Gaussians(np.eye(2), float("nan")),
    "a step along no feature": lambda: Sigmoids(np.zeros(1), np.array([7]), 1.0, 2),
    "a step along a negative feature": lambda: Sigmoids(np.zeros(1), np.array([-1]), 1.0, 2),
    "a tree that asks for too many features": lambda: Tree(
        np.array([10**9, -1]), np.array([-1, 0]), np.array([-1, 0]), np.ones((2, 2), dtype=int), np.zeros(2, dtype=int)
    ),
    "a tree of halves": lambda: Tree(
        np.array([0.5, -1]), np.array([-1, 0]), np.array([-1, 0]), np.ones((2, 2), dtype=int), np.zeros(2, dtype=int)
    ),
}


@pytest.mark.parametrize("how", PARTS)
def test_impossible_model_is_refused_on_construction(how: str) -> None:
    with pytest.raises(Refusal):
        PARTS[how]()


UNSOUND: dict[str, dict[str, Any]] = {
    "a basis of other features": encoded(Hyperplane(np.ones(5), 0.0, basis=Polynomial.of_degree(2, 2)))
    | {"basis": encoded(Gaussians(np.ones((5, 0)), 1.0))},
    "a basis that is a tuple": encoded(Hyperplane(np.ones(2), 0.0)) | {"basis": [1, 2]},
    "a basis that is a model": encoded(Hyperplane(np.ones(2), 0.0)) | {"basis": encoded(Centres(np.eye(2)))},
    "classes that are words": encoded(Hyperplane(np.ones(2), 0.0)) | {"classes": ["a", "b"]},
    "classes that are none": encoded(Hyperplane(np.ones(2), 0.0)) | {"classes": [None, 1]},
    "no features at all": encoded(Centres(np.zeros((2, 0)))),
    "no centres at all": encoded(Centres(np.zeros((0, 2)))),
    "no classes at all": encoded(Scores(np.zeros((0, 2)), np.zeros(0), WHOLE(0))),
    "binaries of other features": encoded(
        Scheme(
            (Hyperplane(np.ones(5), 0.0, basis=Polynomial.of_degree(2, 2)),) * 2,
            np.array([0, 1]), np.array([1, 0]), np.array([0, 1]),
        )
    ) | {"binaries": [encoded(Hyperplane(np.ones(2), 0.0)), encoded(Centres(np.eye(2)))]},
}  # fmt: skip


@pytest.mark.parametrize("how", UNSOUND)
def test_model_that_cannot_predict_is_refused_in_words(how: str, tmp_path: Path) -> None:
    with pytest.raises(Refusal) as refusal:
        opened(UNSOUND[how], tmp_path)
    assert str(refusal.value).endswith(".") and len(str(refusal.value)) < 400


def test_a_message_repeats_little_of_a_file(tmp_path: Path) -> None:
    for spoilt in ({"record": "x" * 10_000}, encoded(Centres(np.eye(2))) | {"y" * 10_000: 1}):
        with pytest.raises(Refusal) as refusal:
            opened(spoilt, tmp_path)
        assert len(str(refusal.value)) < 300


def test_recipe_starts_from_no_unsound_model() -> None:
    from engine.export.recipe import Recipe

    content = Recipe("kmeans", engine.load("gate_and"), {"k": 2}).to_json()
    with pytest.raises(Refusal, match="features"):
        Recipe.from_json(content | {"start": encoded(Centres(np.zeros((2, 0))))})
