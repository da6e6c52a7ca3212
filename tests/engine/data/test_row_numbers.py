"""A row keeps the number it draws random numbers by when others are taken out, put in, or come back."""

from __future__ import annotations

import json

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import engine
from engine.base.coding import encoded
from engine.base.errors import Refusal
from engine.data.dataset import Dataset
from engine.data.row_numbers import MOST
from engine.export.recipe import Recipe, data_from_json


def points(n: int = 6) -> Dataset:
    return Dataset(np.arange(2.0 * n).reshape(n, 2), np.arange(n) % 2, class_names=("no", "yes"))


def numbers(data: Dataset) -> list[int]:
    return list(map(int, data.row_keys))


def test_row_keys_are_positions_until_a_middle_row_is_deleted() -> None:
    data = points()
    assert data.row_keys == range(6) and data.numbers is None
    assert data.with_rows([[0.0, 1.0]]).row_keys == range(7)
    assert data.without_rows([5, 4]).row_keys == range(4)
    assert data.with_values([2], [[0.0, 0.0]]).row_keys == data.select([1]).row_keys == range(6)
    assert data.subset([]).row_keys == range(0)


def test_remaining_rows_keep_their_keys_and_new_ones_are_larger() -> None:
    left = points().without_rows([1, 3])
    assert numbers(left) == [0, 2, 4, 5]
    assert numbers(left.with_rows([[0.0, 1.0], [2.0, 3.0]])) == [0, 2, 4, 5, 6, 7]
    assert numbers(left.without_rows([3]).with_rows([[0.0, 1.0]])) == [0, 2, 4, 5]
    assert numbers(left.with_values([1], [[9.0, 9.0]]).with_targets([0], [1])) == [0, 2, 4, 5]
    assert numbers(left.subset([3, 0])) == [5, 0]
    assert numbers(left.with_rows([[0.0, 1.0]], at=[1])) == [0, 6, 2, 4, 5]


def test_row_taken_twice_gets_a_new_key() -> None:
    assert numbers(points().subset([4, 4, 0, 4])) == [4, 5, 0, 6]
    assert points().subset([0, 1, 2, 3, 4, 5, 0, 1]).row_keys == range(8)


@given(
    st.lists(st.integers(0, 9), unique=True, max_size=9),
    st.lists(st.integers(0, 30), min_size=10, max_size=10, unique=True),
)
def test_rows_come_back_with_theirs(rows: list[int], own: list[int]) -> None:
    data, rows = points(10).changed(numbers=np.array(own)), sorted(rows)
    gone = data.subset(rows)
    assert data.without_rows(rows).with_rows(gone.X, gone.y, rows, (), gone.row_keys) == data


def test_they_are_part_of_what_a_data_set_is() -> None:
    left = points().without_rows([1])
    assert left != Dataset(left.X, left.y, class_names=left.class_names)
    assert left == left.changed(numbers=np.array([0, 2, 3, 4, 5], dtype=np.uint8))
    assert left.numbers is not None and not left.numbers.flags.writeable
    assert points() == points().changed(numbers=np.arange(6))
    assert left.with_values([0], [[7.0, 7.0]]).numbers is left.numbers, "an edit of a cell copies none"


def test_row_keys_of_a_subset_default_to_positions() -> None:
    assert points().row_keys_of(np.arange(6)) == range(6)
    assert list(points().row_keys_of(np.array([1, 4]))) == [1, 4]
    assert list(points().without_rows([0]).row_keys_of(np.array([1, 4]))) == [2, 5]


WRONG = {
    "-1, 2, 3": "must lie from 0",
    f"0, 1, {MOST}": "must lie from 0 to 99,999,999",
    "1000000000000000, 1, 2": "must lie from 0",
    "0, 1, 1": "Two rows have the same number",
    "2, 0, 2": "Two rows have the same number",
    "1, 2": "3 whole numbers are needed",
    "0.0, 1.0, 2.5": "3 whole numbers are needed",
}


@pytest.mark.parametrize("given", WRONG)
def test_impossible_row_keys_are_refused(given: str) -> None:
    with pytest.raises(Refusal, match=WRONG[given]):
        points(3).changed(numbers=np.array(json.loads(f"[{given}]")))


@pytest.mark.parametrize("given", WRONG)
def test_file_with_impossible_row_keys_is_refused(given: str) -> None:
    content = json.loads(json.dumps(encoded(points(4).without_rows([1]))))
    values = json.loads(f"[{given}]")
    kind = "float64" if isinstance(values[0], float) else "int64"
    content["numbers"] = {"array": values, "type": kind, "shape": [len(values)]}
    with pytest.raises(Refusal, match=WRONG[given]):
        data_from_json(content)


@pytest.mark.parametrize("packed", [False, True])
def test_a_file_keeps_them(packed: bool) -> None:
    data = Dataset(np.zeros((12_000, 1))).without_rows([3, 17])
    assert data_from_json(json.loads(json.dumps(encoded(data, packed)))) == data
    content = encoded(points())
    assert content.pop("numbers") is None
    assert data_from_json(json.loads(json.dumps(content))) == points(), "a file without any is as before"


@pytest.mark.parametrize("key", ["kmeans", "random_forest", "pocket"])
def test_recipe_of_remaining_rows_gives_the_same_run(key: str) -> None:
    data = engine.load("iris").subset(range(100)).without_rows([3, 50, 51]).select([0, 1])
    recipe = Recipe(key, data, {}, seed=2)
    again = Recipe.from_json(json.loads(json.dumps(recipe.to_json())))
    assert list(again.trace()) == list(recipe.trace())
    other = Recipe(key, data.changed(numbers=None), {}, seed=2)
    assert list(other.trace()) != list(recipe.trace()), "the numbers decide"
