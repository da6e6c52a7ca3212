"""A recipe comes back from JSON as the run it was, and what is none is refused in words."""

from __future__ import annotations

import json
from typing import Any

import numpy as np
import pytest

import engine
from engine.base.coding import encoded
from engine.base.errors import Refusal
from engine.data.dataset import Dataset
from engine.export.recipe import Recipe


def test_recipe_from_text_gives_the_same_run() -> None:
    start = engine.models.Centres(engine.load("iris").X[[0, 75, 149]])
    recipe = Recipe("kmeans", engine.load("iris"), {"k": 3, "empty": "re-seed"}, seed=7, start=start)
    again = Recipe.from_json(json.loads(json.dumps(recipe.to_json(), allow_nan=False)))
    assert list(again.trace()) == list(recipe.trace())


@pytest.mark.parametrize("start", [None, engine.models.Centres(np.array([[4.0, 0.0, 2.0, 1.0], [7.0, 3.0, 5.0, 2.0]]))])
def test_recipe_runs_with_its_seed_start_and_parameters(start: Any) -> None:
    data, values = engine.load("iris"), {"k": 2, "iterations": 3}
    recipe = Recipe("kmeans", data, values, seed=7, start=start)
    assert list(recipe.trace()) == list(engine.trace("kmeans", data, seed=7, start=start, **values))


NO_RECIPES = [None, [], {}, {"algorithm": 3}, {"algorithm": "perceptron", "params": []}, {"algorithm": "none such"}]


@pytest.mark.parametrize("content", NO_RECIPES)
def test_a_recipe_that_is_none_is_refused(content: Any) -> None:
    data = encoded(Dataset(np.zeros((2, 2)), np.array([0, 1]), class_names=("a", "b")))
    with pytest.raises(Refusal):
        Recipe.from_json({"data": data, **content} if isinstance(content, dict) else {"data": content})


@pytest.mark.parametrize("seed", [-1, 1.5, True, "1", None, 2**63])
def test_recipe_with_an_illegal_seed_is_refused(seed: Any) -> None:
    content = Recipe("perceptron", Dataset(np.zeros((2, 2)), np.array([0, 1]), class_names=("a", "b"))).to_json()
    with pytest.raises(Refusal, match="seed"):
        Recipe.from_json({**content, "seed": seed})
