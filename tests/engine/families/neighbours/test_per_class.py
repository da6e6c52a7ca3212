"""Of many classes those that have a vote are named one by one, and the others together."""

from __future__ import annotations

import numpy as np
import pytest

import engine
from engine.families.neighbours.per_class import FEW, leading, others, per_class


def crowd(K: int, each: int = 4) -> engine.Dataset:
    """Classes in a row, far from each other."""
    places = np.repeat(np.arange(K) * 3.0, each)
    X = np.stack([places, np.tile(np.arange(each) * 0.1, K)], axis=1)
    return engine.Dataset.from_arrays(X, [f"kind{k:02d}" for k in np.repeat(np.arange(K), each)])


def story(key: str, data: engine.Dataset, index: int, **params):
    algorithm = engine.algorithm(key)
    return algorithm.explain(engine.trace(key, data, **params).to_end()[index], data, algorithm.params(**params))


@pytest.mark.parametrize(
    ("key", "params", "called"),
    [
        ("knn", {"k": 6}, "votes for {}"),
        ("parzen", {"radius": 0.5}, "{} inside"),
        ("kernel_vote", {"kernel": "uniform", "h": 0.5}, "weight of {}"),
    ],
)
def test_list_of_forty_classes_omits_zeros(key, params, called):
    data = crowd(40)
    told = story(key, data, -1, **params)
    names = [called.format(name) for name in (*data.class_names, "the other")]
    numbers = [n for n in told.numbers if any(n.name.startswith(name) or "the other" in n.name for name in names)]
    *each, rest = numbers
    assert 0 < len(each) <= FEW and all(number.value > 0 for number in each)
    assert rest.name == called.format(f"the other {40 - len(each)} classes")
    last = engine.trace(key, data, **params).to_end()[-1]
    every = {"knn": "votes", "parzen": "counts", "kernel_vote": "totals"}[key]
    assert sum(number.value for number in numbers) == pytest.approx(getattr(last, every).sum())
    assert sum(line.startswith("P(") for line in told.worked) == len(each)


def test_few_classes_are_all_named():
    data = crowd(3)
    assert [number.name for number in per_class("{}".format, np.array([0, 2, 0]), data)] == list(data.class_names)


def test_largest_of_many_votes_are_named_and_the_rest_summed():
    data, votes = crowd(12), np.array([1, 9, 2, 8, 3, 7, 1, 6, 1, 5, 4, 4])
    assert leading(votes, data) == [1, 3, 4, 5, 7, 9, 10, 11] and others(votes, data) == ("the other 4 classes", 5)
    assert others(np.zeros(12, dtype=int), data) == ("any of the 12 classes", 0)
    nine = np.array([1] * 8 + [0])
    assert leading(nine, crowd(9)) == list(range(9)), "one class alone is named too"


def test_sentence_with_many_votes_sums_the_others():
    said = story("knn", crowd(12), -1, k=48).sentence
    assert "of 48 votes" in said and said.count(" has ") == FEW and "the other 4 classes have 16" in said
