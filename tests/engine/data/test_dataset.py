"""A data set is immutable; an edit gives a new one and leaves the old one as it was."""

from __future__ import annotations

import copy
import pickle
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine import Column, Dataset, Refusal
from engine.base.coding import encoded
from engine.base.snapshot import same
from engine.data.dataset import CACHED


def points(n: int = 4, named: bool = False) -> Dataset:
    X = np.arange(2.0 * n).reshape(n, 2)
    names = tuple(f"row {i}" for i in range(n)) if named else ()
    return Dataset(X, np.arange(n) % 2, row_names=names, class_names=("no", "yes"))


# -- making one --------------------------------------------------------------------------------------------------------


def test_table_and_target_are_read_only_copies() -> None:
    X, y = np.zeros((2, 2)), np.array([0, 1])
    data = Dataset(X, y, class_names=("no", "yes"))
    X[0, 0], y[0] = 9.0, 1
    assert data.X[0, 0] == 0.0 and data.y is not None and data.y[0] == 0
    for array in (data.X, data.y, data.missing_cells):
        assert not array.flags.writeable


@pytest.mark.parametrize(
    ("y", "class_names", "codes", "names"),
    [
        (["no", "yes", "no"], None, [0, 1, 0], ("no", "yes")),
        ([3, 1, 3], None, [1, 0, 1], ("1", "3")),
        ([10.0, 9.0, 10.0], None, [1, 0, 1], ("9", "10")),
        ([True, False, True], None, [1, 0, 1], ("False", "True")),
        ([1, 0, 1], ["off", "on"], [1, 0, 1], ("off", "on")),
        ([1, 1, 1], ["off", "on", "never"], [1, 1, 1], ("off", "on", "never")),
    ],
)
def test_labels_of_any_kind_become_codes(y: Any, class_names: Any, codes: list[int], names: tuple[str, ...]) -> None:
    data = Dataset.from_arrays(np.zeros((3, 1)), y, class_names=class_names)
    assert data.target == "class" and data.codes.tolist() == codes and data.class_names == names


def test_other_numbers_are_a_real_target() -> None:
    data = Dataset.from_arrays([1, 2], [0.5, 2.0])
    assert data.target == "real" and data.X.shape == (2, 1) and data.y is not None and data.y.tolist() == [0.5, 2.0]
    assert Dataset.from_arrays([[1.0]]).target is None


@pytest.mark.parametrize(
    ("make", "words"),
    [
        (lambda: Dataset(np.zeros(3)), "the shape (rows, features)"),
        (lambda: Dataset.from_arrays([["a", "b"]]), "numbers only"),
        (lambda: Dataset.from_arrays([[1, 2], [3]]), "numbers only"),
        (lambda: Dataset.from_arrays(np.zeros((2, 2)), feature_names=["x"]), "1 feature names for 2 features"),
        (lambda: Dataset(np.zeros((2, 1)), row_names=("a",)), "1 row names for 2 rows"),
        (lambda: Dataset.from_arrays(np.zeros((2, 1)), [0]), "one target for every row"),
        (lambda: Dataset.from_arrays(np.zeros((2, 1)), [0, 2], class_names=["a", "b"]), "from 0 to 1"),
        (lambda: Dataset.from_arrays(np.zeros((2, 1)), ["a", "b"], class_names=["a", "b"]), "class codes"),
        (lambda: Dataset.from_arrays(np.zeros((2, 1)), [0.0, 0.5], class_names=["a", "b"]), "class codes"),
        (lambda: Dataset.from_arrays(np.zeros((2, 1)), [0.0, np.nan], class_names=["a", "b"]), "class codes"),
        (lambda: Dataset(np.zeros((2, 1)), np.array(["a", "b"])), "numbers"),
        (lambda: points().changed(y=None).codes, "choose a class column"),
        (lambda: points().with_rows([[1.0]]), "needs 2 values, and there are 1"),
        (lambda: points().changed(y=None).with_targets([0], [1]), "no target"),
        (lambda: points().with_targets([0], [7]), "from 0 to 1"),
    ],
)
def test_mismatched_arguments_are_refused_in_words(make: Any, words: str) -> None:
    with pytest.raises(Refusal) as refusal:
        make()
    assert words in str(refusal.value) and str(refusal.value).endswith(".")


# -- what is there -----------------------------------------------------------------------------------------------------


def test_names_and_classes() -> None:
    data = points(3, named=True).changed(y=np.array([0, -1, 0]))
    assert data.row_name(1) == "row 1" and points().row_name(1) == "2"
    assert data.classes_present == (0,) and data.class_name(1) == "yes" and data.class_name(-1) == "no class"
    assert data.feature_names == ("x1", "x2")


def test_class_counts_are_updated_after_an_edit() -> None:
    data = points(4).changed(y=np.array([0, -1, 2, 0]), class_names=("a", "b", "c", "d"))
    assert data.class_sizes == (1, 2, 0, 1, 0) and data.classes_present == (0, 2)
    assert data.with_rows([[1.0, 1.0]], [1]).class_sizes == (1, 2, 1, 1, 0)
    assert data.without_rows([2, 1]).class_sizes == (0, 2, 0, 0, 0)
    assert data.without_rows(range(4)).class_sizes == (0, 0, 0, 0, 0)


@pytest.mark.parametrize("target", [None, np.array([1.0, -1.0])])
def test_without_classes_there_are_no_class_counts(target: np.ndarray | None) -> None:
    data = Dataset(np.zeros((2, 1)), target)
    assert data.classes_present == ()
    with pytest.raises(Refusal, match="no classes"):
        _ = data.class_sizes


def test_missing_cells_are_found() -> None:
    data = Dataset(np.array([[0.0, np.nan], [np.nan, 1.0]]))
    assert data.missing_cells.tolist() == [[0, 1], [1, 0]] and data.missing_count == 2


def test_a_cell_reads_as_a_person_wrote_it() -> None:
    wind = Column("wind", "categorical", ("weak", "strong"))
    assert [wind.text(1.0), wind.text(np.nan), Column("x").text(-0.25)] == ["strong", "?", "-0.25"]


# -- edits -------------------------------------------------------------------------------------------------------------


def test_rows_are_added_at_the_end_or_at_given_places() -> None:
    data = points(3, named=True)
    longer = data.with_rows([[9.0, 9.0]], [1])
    assert longer.n == 4 and longer.X[3].tolist() == [9.0, 9.0] and longer.codes.tolist() == [0, 1, 0, 1]
    assert longer.row_names == ("row 0", "row 1", "row 2", "new 4")
    front = data.with_rows([[9.0, 9.0], [8.0, 8.0]], [1, 1], at=[2, 0])
    assert front.X[:, 0].tolist() == [8.0, 0.0, 9.0, 2.0, 4.0] and front.codes.tolist() == [1, 0, 1, 1, 0]


def test_new_row_without_a_target_has_no_class_or_the_mean() -> None:
    assert points(2).with_rows([[1.0, 1.0]]).codes.tolist() == [0, 1, -1]
    real = Dataset(np.zeros((2, 1)), np.array([1.5, 2.5])).with_rows([[1.0]])
    assert real.y is not None and real.y.tolist() == [1.5, 2.5, 2.0]


def test_the_first_row_of_an_empty_table() -> None:
    empty = points().without_rows(range(4))
    assert (empty.n, empty.d, empty.classes_present) == (0, 2, ())
    assert empty.with_rows([[1.0, 2.0]], [1]).codes.tolist() == [1]


def test_columns_are_selected_in_order() -> None:
    data = points().select([1, 0, 1])
    assert data.feature_names == ("x2", "x1", "x2") and data.X[0].tolist() == [1.0, 0.0, 1.0]


def test_subset_takes_indices_or_a_mask_and_may_be_empty() -> None:
    data = points(named=True)
    assert data.subset([2, 0]).row_names == ("row 2", "row 0")
    assert data.subset(data.codes == 1).row_names == ("row 1", "row 3")
    assert data.subset([]).n == 0 and data.subset(np.zeros(4, dtype=bool)).n == 0


TABLES = st.tuples(st.integers(1, 8), st.booleans(), st.randoms(use_true_random=False))


@given(TABLES)
def test_what_is_taken_out_can_be_put_back(shape: Any) -> None:
    """The basis of undo: without rows, and with the same rows at the same places, is the same data set."""
    n, named, random = shape
    data = points(n, named)
    rows = sorted(random.sample(range(n), random.randint(0, n)))
    taken = data.subset(rows)
    back = data.without_rows(rows).with_rows(taken.X, taken.y, at=rows, row_keys=taken.row_keys)
    assert back.changed(row_names=data.row_names) == data


@given(TABLES, st.integers(0, 5))
def test_edit_leaves_the_old_data_set_unchanged(shape: Any, which: int) -> None:
    n, named, random = shape
    data = points(n, named)
    before = copy.deepcopy(data)
    row = random.randrange(n)
    new = (
        data.with_rows([[1.0, 2.0]], [1]), data.without_rows([row]), data.with_values([row], [[7.5, -1.0]]),
        data.with_targets([row], [1 - int(data.codes[row])]), data.select([1]), data.subset([row]),
    )[which]  # fmt: skip
    assert same(data, before) and (new != data or (which == 5 and n == 1))
    assert not new.X.flags.writeable and new.y is not None and not new.y.flags.writeable


# -- what a data set keeps ---------------------------------------------------------------------------------------------


def test_results_are_cached_with_a_data_set_up_to_a_limit() -> None:
    data, made = points(), list[int]()

    def asked(key: int) -> int:
        return data.cached(key, lambda: made.append(key) or key)

    assert [asked(1), asked(1), asked(2), asked(1)] == [1, 1, 2, 1] and made == [1, 2]
    for key in range(3, 3 + CACHED):
        asked(key)
    made.clear()
    assert asked(1) == 1 and made == [1]
    assert points().cached(1, lambda: "another data set") == "another data set"


def test_cache_keys_are_compared_by_type_and_content() -> None:
    data = points()
    assert data.cached(Column("x"), lambda: "column") == data.cached(Column("x"), lambda: "again") == "column"
    assert data.cached(1, lambda: "whole") == "whole" and data.cached(1.0, lambda: "real") == "real"


def test_cache_is_not_part_of_equality() -> None:
    plain, data = points(), points()
    assert data.cached("table", lambda: np.zeros(1000)).shape == (1000,) and data.classes_present == (0, 1)
    assert data == plain and encoded(data) == encoded(plain)
    assert pickle.dumps(data) == pickle.dumps(plain)
    for again in (pickle.loads(pickle.dumps(data)), copy.copy(data), copy.deepcopy(data), data.changed(name="other")):
        assert "_cache" not in vars(again) and again.changed(name=data.name) == data


def test_many_threads_may_ask_at_once() -> None:
    data, keys = points(), [1, 2, 3, 4, 5] * 200
    with ThreadPoolExecutor(8) as pool:
        found = list(pool.map(lambda key: data.cached(key, lambda: [key]), keys))
    assert found == [[key] for key in keys]


def test_shared_arrays_are_computed_once_and_read_only() -> None:
    data = points(5)
    assert data.signs is data.signs and data.signs.tolist() == [-1, 1, -1, 1, -1]
    with pytest.raises(ValueError, match="read-only"):
        data.signs[0] = 7
    assert data.with_values([0], [[9.0, 9.0]]).signs is data.signs
    assert data.with_targets([0], [1]).signs.tolist() == [1, 1, -1, 1, -1]
    assert data.subset([2, 3]).signs.tolist() == [-1, 1]


def test_cached_results_follow_a_moved_row():
    before = Dataset.from_arrays([[0, 0], [0, 1], [1, 0], [1, 1]], ["no", "no", "no", "yes"])
    assert before.design is before.design and before.zero_one.tolist() == [0, 0, 0, 1]
    moved = before.with_values([3], [[5.0, 7.0]])
    assert moved.design[3].tolist() == [1.0, 5.0, 7.0] and before.design[3].tolist() == [1.0, 1.0, 1.0]
    assert moved.zero_one is before.zero_one
    assert moved.with_targets([0], [1]).zero_one.tolist() == [1, 0, 0, 1]
    with pytest.raises(ValueError, match="read-only"):
        moved.design[0, 0] = 2.0
