"""What goes to JSON comes back to the last bit, and nothing that comes from a file is trusted."""

from __future__ import annotations

import json
import struct
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays

from engine.base.coding import READABLE, decoded, encoded
from engine.base.errors import Refusal
from engine.data.dataset import Column, Dataset
from engine.export.recipe import known
from engine.models.linear import Hyperplane
from tests.texts import texts

SHAPES = arrays.array_shapes(min_dims=0, max_dims=3, min_side=0, max_side=4)


def through_json(value: Any) -> Any:
    """To text that any JSON reader takes, and back."""
    return decoded(json.loads(json.dumps(encoded(value), allow_nan=False)), known())


def identical(one: np.ndarray, other: np.ndarray) -> bool:
    """Every bit but the payload of a NaN, which JSON has no word for."""
    same_numbers = one.tobytes() == other.tobytes() or np.array_equal(one, other, equal_nan=True)
    signs = one.dtype.kind != "f" or np.array_equal(np.signbit(one[one == 0]), np.signbit(other[other == 0]))
    return one.shape == other.shape and one.dtype == other.dtype and same_numbers and signs


@given(arrays.arrays(np.float64, SHAPES, elements=st.floats()))
def test_every_float_survives(array: np.ndarray) -> None:
    assert identical(array, through_json(array))


@given(arrays.arrays(np.int64, SHAPES) | arrays.arrays(np.bool_, SHAPES))
def test_whole_numbers_and_flags_survive(array: np.ndarray) -> None:
    assert identical(array, through_json(array))


@given(st.floats())
def test_a_float_field_survives(bias: float) -> None:
    again = through_json(Hyperplane(np.zeros(2), bias)).bias
    assert struct.pack("d", again) == struct.pack("d", bias) or (np.isnan(again) and np.isnan(bias))


def test_a_whole_float_stays_a_float() -> None:
    plane = decoded({"record": "Hyperplane", "weights": encoded(np.zeros(1)), "bias": 3}, known())
    assert type(plane.bias) is float


def tables(n: int) -> st.SearchStrategy[Any]:
    """`n` rows of two features, and their codes."""
    cells = arrays.arrays(np.float64, (n, 2), elements=st.floats())
    return st.tuples(cells, st.lists(st.integers(-1, 1), min_size=n, max_size=n))


TEXT = texts(8)


@given(st.integers(0, 4).flatmap(tables), TEXT, TEXT, st.booleans())
def test_a_data_set_survives(content: Any, title: str, level: str, named: bool) -> None:
    X, codes = content
    columns = (Column(title), Column("wind", "categorical", (level, "strong")))
    rows = tuple(f"row {i}" for i in range(len(X))) if named else ()
    data = Dataset(X, codes, columns, rows, ("no", level), "play", title, (1, 2))
    again = through_json(data)
    assert again == data and identical(again.X, data.X)


def test_numpy_numbers_are_plain_numbers_in_a_file() -> None:
    content = encoded({"a": np.float64(0.5), "b": np.int64(3), "c": np.bool_(True), "d": (1, None)})
    assert json.dumps(content) == '{"a": 0.5, "b": 3, "c": true, "d": [1, null]}'


def test_unsupported_type_raises_a_clear_error() -> None:
    with pytest.raises(TypeError, match="has no place in a file"):
        encoded({"run": lambda: 0})


FIELDS = ("record", "array", "type", "shape", "weights", "bias", "classes", "X", "columns", "centres", "name")
ANY_JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | texts(5),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(FIELDS),
            inner | st.sampled_from(["Hyperplane", "Dataset", "Centres", "Column", "float64", "int64"]),
            max_size=4,
        )
    ),
    max_leaves=12,
)


@given(ANY_JSON)
def test_arbitrary_json_is_decoded_or_refused_in_words(content: Any) -> None:
    try:
        decoded(content, known())
    except Refusal as refusal:
        assert str(refusal)


@pytest.mark.parametrize(
    ("kind", "values"),
    [("int64", [1.5]), ("int64", ["1"]), ("int64", [True]), ("int64", [2**63]), ("bool", [1]), ("bool", ["yes"]),
     ("float64", ["1.5"]), ("float64", [None]), ("float64", [True]), ("float64", [[1.0]]), ("float64", [10**400])],
)  # fmt: skip
def test_array_of_wrong_content_is_refused(kind: str, values: list[Any]) -> None:
    with pytest.raises(Refusal):
        decoded({"array": values, "type": kind, "shape": [1]}, known())


@pytest.mark.parametrize("kind", [[], {}, None, 8, "object"])
def test_array_of_an_unknown_type_is_refused(kind: Any) -> None:
    with pytest.raises(Refusal, match="its values, its type and its shape"):
        decoded({"array": [], "type": kind, "shape": [0]}, known())


# -- packed ------------------------------------------------------------------------------------------------------------

LARGE = np.arange(READABLE + 1)


@pytest.mark.parametrize(
    "array",
    [
        np.linspace(-1.0, 1.0, READABLE + 1),
        np.where(LARGE % 3, np.nan, -0.0),
        np.arange(2 * READABLE).reshape(READABLE, 2),
        LARGE % 2 == 0,
        np.asfortranarray(np.ones((READABLE, 2))),
    ],
)
def test_large_array_is_packed_and_restored_exactly(array: np.ndarray) -> None:
    written = json.loads(json.dumps(encoded(array, packed=True), allow_nan=False))
    assert written["packed"] is True and max(map(len, written["array"])) < 100_000
    again = decoded(written, {})
    assert again.dtype == array.dtype and again.shape == array.shape and again.tobytes() == array.tobytes()


def test_small_or_unpacked_arrays_stay_readable() -> None:
    assert encoded(np.ones(3), packed=True)["array"] == [1.0, 1.0, 1.0]
    assert "packed" not in encoded(np.ones(READABLE + 1))


@pytest.mark.parametrize(
    "change",
    [
        {"array": ["not base 64!"]},
        {"array": [1]},
        {"array": ["AAAA"]},
        {"array": "AAAA"},
        {"shape": [10**12]},
        {"shape": [-1]},
        {"type": "object"},
        {"type": "bool"},
    ],
)
def test_a_damaged_packed_array_is_refused(change: dict[str, object]) -> None:
    with pytest.raises(Refusal, match=r"damaged|no bool"):
        decoded(encoded(np.linspace(0.1, 1, READABLE + 1), packed=True) | change, {})


def test_a_shape_of_truths_is_refused() -> None:
    with pytest.raises(Refusal, match="shape is not made of lengths"):
        decoded({"array": [], "type": "float64", "shape": [0, False]}, {})
