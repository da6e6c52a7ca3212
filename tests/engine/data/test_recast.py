"""Another kind or role for a column of an open table: values, names and gaps are kept, what cannot be is refused."""

from __future__ import annotations

import numpy as np
import pytest

import engine
from engine.base.errors import Refusal
from engine.data.dataset import Column, Dataset
from engine.data.recast import (
    with_kind,
    with_levels,
    with_names_as_feature,
    with_role,
    with_target,
    without_target,
)

NAN = float("nan")


def table() -> Dataset:
    """Three rows with a number, a category of numbers, a category of words, classes and names."""
    X = np.array([[1.5, 0, 0], [NAN, 1, 2], [-2.0, NAN, 1], [1.5, 2, 2]])
    columns = (
        Column("size"),
        Column("code", "categorical", ("10", "9", "-1")),
        Column("mood", "categorical", ("high", "low", "medium")),
    )
    return Dataset(X, np.array([0, 1, -1, 1]), columns, ("a", "b", "c", "d"), ("no", "yes"), "ok", "small")


def texts(data: Dataset, place: int) -> list[str]:
    return [data.columns[place].text(value) for value in data.X[:, place]]


def test_numbers_become_categories_and_back_with_gaps():
    data = with_kind(table(), 0, "categorical")
    assert data.columns[0] == Column("size", "categorical", ("-2", "1.5"))
    assert texts(data, 0) == ["1.5", "?", "-2", "1.5"]
    assert with_kind(data, 0, "numeric") == table()


def test_categories_become_numbers_only_if_every_level_is_one():
    assert np.array_equal(with_kind(table(), 1, "numeric").X[:, 1], [10, 9, NAN, -1], equal_nan=True)
    with pytest.raises(Refusal, match="mood cannot be numbers: its level 'high' is none"):
        with_kind(table(), 2, "numeric")


@pytest.mark.parametrize("place, levels", [(1, ("-1", "9", "10")), (2, ("low", "medium", "high"))])
def test_levels_are_ordered_by_number_or_a_known_scale(place, levels):
    data = with_kind(table(), place, "ordinal")
    assert data.columns[place].levels == levels and data.columns[place].kind == "ordinal"
    assert texts(data, place) == texts(table(), place)


def test_order_of_levels_and_classes_can_be_set():
    data = with_levels(table(), 2, ("medium", "high", "low"))
    assert data.columns[2].levels == ("medium", "high", "low") and texts(data, 2) == texts(table(), 2)
    data = with_levels(table(), 3, ("yes", "no"))
    assert data.class_names == ("yes", "no") and data.codes.tolist() == [1, 0, -1, 0]
    with pytest.raises(Refusal, match="high, low, medium: name each of them once"):
        with_levels(table(), 2, ("high", "low"))


def test_too_many_values_are_no_categories():
    with pytest.raises(Refusal, match="has 150 different values"):
        with_kind(Dataset(np.arange(150.0)[:, None]), 0, "categorical")


def test_target_can_be_replaced_and_restored():
    data = with_target(table(), 2)
    assert data.class_names == ("high", "low", "medium") and data.codes.tolist() == [0, 2, 1, 2]
    assert data.columns[2] == Column("ok", "categorical", ("no", "yes")) and texts(data, 2) == ["no", "yes", "?", "yes"]
    assert data.target_name == "mood" and data.row_names == table().row_names
    assert with_target(data, 2) == table()


def test_numeric_target_drops_rows_without_one():
    data = with_target(table(), 0)
    assert data.target == "real" and data.y.tolist() == [1.5, -2.0, 1.5] and data.row_names == ("a", "c", "d")


def test_few_integers_are_classes_and_can_be_numbers():
    X = np.array([[4.0, 1], [6, 2], [4, 3], [6, 4]])
    data = with_target(Dataset(X, columns=(Column("cylinders"), Column("x"))), 0)
    assert data.class_names == ("4", "6") and data.d == 1
    data = with_kind(data, 1, "numeric")
    assert data.target == "real" and data.y.tolist() == [4, 6, 4, 6]
    assert with_kind(data, 1, "categorical").class_names == ("4", "6")
    with pytest.raises(Refusal, match="A target is a class or a number"):
        with_kind(data, 1, "ordinal")


def test_target_becomes_the_last_feature_with_a_unique_name():
    data = without_target(table().changed(target_name="mood"))
    assert data.target is None and data.feature_names == ("size", "code", "mood", "mood 2")
    assert texts(data, 3) == ["no", "yes", "?", "yes"]
    iris = engine.load("iris")
    assert with_role(without_target(iris), 4, "target") == iris


def test_columns_are_names_or_left_out():
    data = with_role(table(), 1, "name")
    assert data.row_names == ("10", "9", "3", "-1") and data.feature_names == ("size", "mood")
    back = with_names_as_feature(data)
    assert back.X[:, 2].tolist() == [10, 9, 3, -1] and back.columns[2] == Column("code") and back.row_names == ()
    assert with_names_as_feature(table()).columns[3].levels == ("a", "b", "c", "d")
    assert with_role(table(), 3, "skip").target is None and with_role(table(), 0, "skip").d == 2
    with pytest.raises(Refusal, match="x1 is the only feature"):
        with_role(Dataset(np.zeros((2, 1))), 0, "skip")
