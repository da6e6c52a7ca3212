"""A snapshot cannot be changed, neither through itself nor through what it was made from."""

from __future__ import annotations

import copy
import dataclasses
import tracemalloc
from typing import Any

import numpy as np
import pytest

from engine.base.snapshot import arrays_in, read_only, same, signature, snapshot
from engine.models.basis import Gaussians
from engine.models.linear import LinearPredictor


@snapshot
class Inner:
    values: np.ndarray


@snapshot
class Outer:
    inner: Inner
    codes: np.ndarray | None
    count: int = 0
    pair: tuple[Any, ...] = ()


@snapshot
class Checked:
    values: np.ndarray

    def __post_init__(self) -> None:
        if self.values.ndim != 1:
            raise ValueError("one row, please")


@snapshot
class Derived(Checked):
    """Inherits the fields and the check."""


def test_fields_cannot_be_assigned() -> None:
    with pytest.raises(dataclasses.FrozenInstanceError):
        Inner(np.zeros(2)).values = np.ones(2)


def test_its_arrays_cannot_be_written_to() -> None:
    record = Outer(Inner(np.zeros(3)), np.arange(3))
    for array in arrays_in(record):
        with pytest.raises(ValueError, match="read-only"):
            array[0] = 1


def test_writing_to_the_source_array_does_not_change_a_snapshot() -> None:
    mine = np.zeros(3)
    record = Inner(mine)
    mine[0] = 5.0
    assert record.values[0] == 0.0


def test_read_only_view_of_a_writable_array_is_copied() -> None:
    mine = np.zeros(3)
    view = mine[:2]
    view.setflags(write=False)
    record = Inner(view)
    mine[0] = 5.0
    assert record.values[0] == 0.0


def test_memory_that_is_not_numpys_is_copied() -> None:
    buffer = bytearray(8)
    view = np.frombuffer(buffer, dtype=np.int64)
    view.setflags(write=False)
    record = Inner(view)
    buffer[0] = 1
    assert record.values[0] == 0


def test_what_is_read_only_already_is_shared() -> None:
    record = Inner(np.zeros(3))
    assert Inner(record.values).values is record.values
    assert read_only(record.values[:2]).base is record.values


def test_own_post_init_runs_and_is_inherited() -> None:
    for kind in (Checked, Derived):
        assert not kind(np.zeros(2)).values.flags.writeable
        with pytest.raises(ValueError, match="one row"):
            kind(np.zeros((2, 2)))


@snapshot
class Usual(Inner):
    """A field without a usual value after those that have one, by name alone."""

    scale: np.ndarray = dataclasses.field(default_factory=lambda: np.ones(2))
    word: str = "usual"
    asked: int = dataclasses.field(kw_only=True)


def test_defaults_are_created_per_record_and_sealed() -> None:
    one, other = Usual(np.zeros(1), asked=1), Usual(np.zeros(1), asked=1)
    assert one.word == "usual" and one == other and one.scale is not other.scale
    assert not one.scale.flags.writeable
    assert Usual(np.zeros(1), np.zeros(2), "other", asked=2) != one


@pytest.mark.parametrize(
    ("given", "named", "words"),
    [
        ((), {"asked": 1}, "missing 1 required positional argument: 'values'"),
        ((0,), {}, "missing 1 required keyword-only argument: 'asked'"),
        ((0, 1, 2, 3), {}, "takes from 2 to 4 positional arguments but 5 were given"),
        ((0,), {"asked": 1, "nobody": 2}, "got an unexpected keyword argument 'nobody'"),
    ],
)
def test_record_is_built_from_its_fields_only(given: tuple[Any, ...], named: dict[str, Any], words: str) -> None:
    with pytest.raises(TypeError, match=f"Usual.__init__\\(\\) {words}"):
        Usual(*given, **named)


def test_a_computed_field_cannot_be_given() -> None:
    with pytest.raises(TypeError, match="Hidden: every field of a snapshot is asked for"):

        @snapshot
        class Hidden:
            values: np.ndarray = dataclasses.field(init=False)


def test_equality_is_by_content() -> None:
    one = Outer(Inner(np.array([1.0, np.nan])), None, 1, (np.arange(2), "a"))
    other = Outer(Inner(np.array([1.0, np.nan])), None, 1, (np.arange(2), "a"))
    assert one == other and copy.deepcopy(one) == other
    for change in (
        Outer(Inner(np.array([1.0, 2.0])), None, 1, (np.arange(2), "a")),
        Outer(one.inner, np.zeros(1), 1, one.pair),
        Outer(one.inner, None, 2, one.pair),
        Outer(one.inner, None, 1, (np.arange(2), "b")),
        Outer(one.inner, None, 1, (np.arange(3), "a")),
        Outer(one.inner, None, 1, (np.arange(2.0), "a")),
        Outer(one.inner, None, 1, ()),
        one.inner,
    ):
        assert one != change


def test_same_compares_all_container_kinds() -> None:
    assert same({"a": [np.zeros(2), (1, float("nan"))]}, {"a": [np.zeros(2), (1, float("nan"))]})
    assert not same({"a": 1}, {"b": 1}) and not same([1], (1,)) and not same(1, 1.0) and not same(None, np.zeros(1))
    assert not same(np.zeros((2, 1)), np.zeros((1, 2)))


def test_snapshots_have_no_hash() -> None:
    with pytest.raises(TypeError, match="unhashable"):
        hash(Inner(np.zeros(1)))


def test_arrays_are_found_however_deep() -> None:
    a, b, c = Inner(np.zeros(1)), Inner(np.zeros(2)), Inner(np.zeros(3))
    assert [len(array) for array in arrays_in(Outer(a, b.values, 0, ({"x": c}, [a])))] == [1, 2, 3, 1]


def test_huge_arrays_are_compared_in_blocks_and_stop_early() -> None:
    """The window compares models: three covariances in 2,000 dimensions held it for a quarter of a second."""
    one, asked = np.zeros((500, 2_000)), np.zeros((500, 2_000))
    tracemalloc.start()
    try:
        assert same(one, asked)
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert peak < 200_000, "one array of answers, yes or no, has a million bytes"
    one[499, 1_999] = asked[499, 1_999] = np.nan
    assert same(one, asked)
    asked[499, 1_999] = 0.0
    assert not same(one, asked) and not same(one, asked[:499]) and not same(one.T, asked.T)
    asked[499, 1_999] = np.nan
    assert same(one.T, asked.T) and same(one, np.asfortranarray(asked))


def test_equal_models_have_equal_keys() -> None:
    def made(width: float) -> LinearPredictor:
        return LinearPredictor(np.ones(2), 0.5, Gaussians(np.array([[0.0], [1.0]]), width))

    assert hash(signature(made(1.0))) == hash(signature(made(1.0))) and signature(made(1.0)) == signature(made(1.0))
    assert signature(made(1.0)) != signature(made(2.0))
    assert signature(np.zeros((1, 2))) != signature(np.zeros((2, 1)))
    assert signature((1, [2.0, "a"], None)) == (1, (2.0, "a"), None)
