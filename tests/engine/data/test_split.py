"""The three parts of the rows: disjoint, complete, as large as asked; and folds, which partition the rows."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import engine
from engine.base.errors import ParameterError, Refusal
from engine.base.params import specs
from engine.core.algorithm import Algorithm
from engine.data.dataset import Dataset
from engine.data.split import PARTS, Split, folds, split_from_json

SHARES = st.sampled_from([0.0, 0.1, 0.2, 0.25, 0.3, 0.45])
SPLITS = st.builds(Split, SHARES, SHARES, st.booleans(), st.booleans(), st.integers(0, 2**31))


def classed(codes: list[int], names: str = "ABC") -> Dataset:
    return Dataset(
        np.arange(len(codes), dtype=float)[:, None], np.array(codes, dtype=np.int64), class_names=tuple(names)
    )


CLASSED = st.lists(st.integers(-1, 2), min_size=1, max_size=120).map(classed)


@given(CLASSED, SPLITS)
def test_parts_are_disjoint_complete_and_of_rounded_sizes(data: Dataset, split: Split) -> None:
    parts = split.of(data)
    found = [parts.rows(part) for part in PARTS]
    assert np.array_equal(np.sort(np.concatenate(found)), np.arange(data.n))
    assert all((np.diff(rows) > 0).all() for rows in found)
    if parts.why:
        assert not parts.codes.any() and parts.why.endswith((".", "!"))
        return
    kinds = np.unique(data.codes) if split.stratify else [None]
    for kind in kinds if split.is_on else []:
        there = np.ones(data.n, dtype=bool) if kind is None else data.codes == kind
        sizes = np.bincount(parts.codes[there], minlength=3)
        exact = there.sum() * np.array(split.shares)
        assert (np.abs(sizes - exact) < 1 - 1e-9).all(), "the rule of the largest remainder"
        assert ((sizes > 0) == (np.array(split.shares) > 0)).all(), "no part is empty"


@given(CLASSED, SPLITS, st.integers(-1, 2))
def test_added_row_moves_at_most_two_others_over_each_border(data: Dataset, split: Split, code: int) -> None:
    before, after = split.of(data), split.of(data.with_rows([[0.5]], code))
    if not before.why and not after.why:
        assert (before.codes != after.codes[: data.n]).sum() <= 4


@given(CLASSED, SPLITS.filter(lambda split: split.shuffle), st.data())
def test_deleted_row_moves_at_most_two_others_over_each_border(
    data: Dataset, split: Split, draw: st.DataObject
) -> None:
    gone = draw.draw(st.integers(0, data.n - 1))
    rest = data.without_rows([gone])
    before, after = split.of(data), split.of(rest)
    if not before.why and not after.why:
        assert (np.delete(before.codes, gone) != after.codes).sum() <= 4


def test_parts_are_kept_while_rows_with_key_gaps_move() -> None:
    data = classed([0] * 50).without_rows([7])
    moved = data.with_values([0], [[3.0]])
    assert Split(0.2).of(moved) is Split(0.2).of(data)
    assert Split(0.2).of(data.without_rows([9])) is not Split(0.2).of(data)


@given(st.integers(0, 40), st.integers(0, 2**31))
def test_the_lots_of_the_rows_are_their_own(n: int, seed: int) -> None:
    """The rows that training takes have the lowest random keys of all, and those for test the highest."""
    from engine.maths.probability.row_keys import random_keys

    data = classed([0] * (n + 10))
    own, parts = random_keys(range(n + 10), np.random.default_rng(seed)), Split(0.2, 0.2, seed=seed).of(data)
    training, validation, test = (own[parts.rows(part)] for part in PARTS)
    assert training.max() < validation.min() and validation.max() < test.min()


def test_validation_share_does_not_change_the_test_rows() -> None:
    data = engine.load("iris")
    few, many = (Split(share, 0.2, stratify=True).of(data).rows("test") for share in (0.2, 0.4))
    assert np.array_equal(few, many)


def test_iris_in_60_20_20() -> None:
    data = engine.load("iris")
    train, validation, test = engine.split(data, 0.2, 0.2, stratify=True, seed=4)
    for rows, each in ((train, 30), (validation, 10), (test, 10)):
        assert np.bincount(data.codes[rows]).tolist() == [each] * 3
    assert [len(rows) for rows in engine.split(data, 0.2, 0.2)] == [90, 30, 30]
    first, middle, last = engine.split(data, 0.2, 0.2, shuffle=False)
    assert (first.max(), middle.min(), middle.max(), last.min()) == (89, 90, 119, 120)
    assert not np.array_equal(test, engine.split(data, 0.2, 0.2, stratify=True, seed=5)[2])


def test_remainder_goes_to_the_largest_fractions_training_first() -> None:
    assert Split(0.2, 0.2).of(classed([0] * 6)).counts == (4, 1, 1)  # 3.6, 1.2, 1.2
    assert Split(0.2, 0.2).of(classed([0] * 7)).counts == (4, 2, 1)  # 4.2, 1.4, 1.4
    assert Split(0.25, 0.25).of(classed([0] * 5)).counts == (3, 1, 1)  # 2.5, 1.25, 1.25
    assert Split(0.29, 0.0).of(classed([0] * 100)).counts == (71, 29, 0)


@pytest.mark.parametrize(
    ("codes", "split", "said"),
    [
        ([0] * 3, Split(0.2, 0.2), "Of 3 rows, with 20 % for validation and 20 % for test, none would be for test: "),
        ([0] * 4, Split(test=0.1), "Of 4 rows, with 10 % for test, none would be for test: add rows"),
        ([0] * 9, Split(0.6, 0.4), "60 % for validation and 40 % for test leave nothing to learn from: take smaller"),
        ([0] * 9 + [2], Split(0.2, stratify=True), "Class C has 1 row, which would not be for validation: add rows of"),
        ([0] * 9 + [1] * 3, Split(0.2, 0.2, stratify=True), "Class B has 3 rows, none of which would be for test: add"),
        ([0] * 9 + [-1], Split(0.2, stratify=True), "No class has 1 row, which would not be for validation: "),
    ],
)
def test_empty_part_and_tiny_class_are_refused_with_a_remedy(codes: list[int], split: Split, said: str) -> None:
    data = classed(codes)
    parts = split.of(data)
    assert parts.why.startswith(said) and parts.training is None and parts.counts == (len(codes), 0, 0)
    with pytest.raises(Refusal, match=r"take|do not stratify"):
        engine.split(data, **{name: value for name, value in split.values().items() if name != "seed"})


def test_unlabelled_and_empty_tables_are_split() -> None:
    split = Split(0.2, 0.2, stratify=True)
    assert split.of(Dataset(np.zeros((10, 1)))).counts == replace(split, stratify=False).of(classed([0] * 10)).counts
    assert split.of(classed([])).why == "" and not Split().is_on


def test_split_round_trips_and_a_damaged_one_is_refused() -> None:
    split = Split(0.2, 0.1, False, True, 7)
    assert split_from_json(split.to_json()) == split and split_from_json(Split().to_json()) == Split()
    for wrong in ({"validation": 2}, {"validation": True}, {"seed": -1}, {"train": 0.5}, {"shuffle": 1}):
        with pytest.raises(ParameterError):
            split_from_json(wrong)
    with pytest.raises(Refusal, match="must be an object"):
        split_from_json([0.2])


def test_method_without_validation_gets_no_validation_rows() -> None:
    data = engine.load("iris")
    held = data.changed(held=np.arange(data.n) % 3 == 0)
    with pytest.raises(Refusal, match="leave the 50 rows for validation out"):
        engine.trace("kmeans", held)
    assert sum(card.validates for card in engine.algorithms().values() if isinstance(card, Algorithm)) >= 3
    again = held.subset(range(10, 20)).with_rows(data.X[:2], 0, at=[0, 5])
    assert again.held is not None and again.held.tolist() == [
        row in (12, 15, 18) for row in (0, 10, 11, 12, 13, 0, 14, 15, 16, 17, 18, 19)
    ]
    assert held.changed(held=np.zeros(data.n, dtype=bool)).held is None
    for key in ("choosing_k", "pruning", "mlp"):
        with pytest.raises(Refusal, match="none is left to learn from"):
            engine.trace(key, data.changed(held=np.ones(data.n, dtype=bool)))
    with pytest.raises(Refusal, match="held has the shape"):
        data.changed(held=np.zeros(3, dtype=bool))


@given(st.integers(2, 200), st.data())
def test_folds_partition_the_rows_evenly(n: int, draw: st.DataObject) -> None:
    k = draw.draw(st.integers(2, n))
    parts = folds(range(n), k, np.random.default_rng(1))
    assert np.array_equal(np.sort(np.concatenate(parts)), np.arange(n))
    sizes = [len(part) for part in parts]
    assert max(sizes) - min(sizes) <= 1
    assert all(np.array_equal(part, np.sort(part)) for part in parts)


@given(st.integers(2, 100), st.integers(0, 50), st.data())
def test_row_stays_in_its_fold_when_rows_are_added(n: int, more: int, draw: st.DataObject) -> None:
    k = draw.draw(st.integers(2, n))
    few, many = folds(range(n), k, np.random.default_rng(1)), folds(range(n + more), k, np.random.default_rng(1))
    assert all(np.array_equal(one, other[other < n]) for one, other in zip(few, many, strict=True))


@given(st.integers(3, 100), st.data())
def test_deleted_row_moves_at_most_one_other_to_another_fold(n: int, draw: st.DataObject) -> None:
    k, gone = draw.draw(st.integers(2, n - 1)), draw.draw(st.integers(0, n - 1))
    left = np.delete(np.arange(n), gone)
    before, after = (np.empty(n, dtype=int) for _ in range(2))
    for part, (one, other) in enumerate(zip(of(range(n), k), of(left, k), strict=True)):
        before[one], after[left[other]] = part, part
    assert (before != after)[left].sum() <= 1


@given(st.lists(st.integers(0, 300), min_size=2, max_size=60, unique=True), st.data())
def test_folds_are_stable_under_deletion(row_keys: list[int], draw: st.DataObject) -> None:
    n, k = len(row_keys), draw.draw(st.integers(2, len(row_keys)))
    parts = of(np.array(row_keys), k)
    assert np.array_equal(np.sort(np.concatenate(parts)), np.arange(n))
    assert max(map(len, parts)) - min(map(len, parts)) <= 1


def of(row_keys: range | np.ndarray, k: int) -> tuple[np.ndarray, ...]:
    return folds(row_keys, k, np.random.default_rng(1))


@pytest.mark.parametrize("k", [0, 1, 11])
def test_illegal_number_of_folds_is_refused(k: int) -> None:
    with pytest.raises(Refusal, match="from 2 to 10 folds"):
        folds(range(10), k, np.random.default_rng(0))


def test_form_texts_contain_no_identifiers():
    assert not [spec.help for spec in specs(Split).values() if "_" in spec.help]
