"""Documents and ratings: their moments are those they were made with, and the true parameters are told."""

from __future__ import annotations

import numpy as np
import pytest

from engine.base.errors import ParameterError
from engine.data.toy_tables import Documents, Ratings, genres, word_chances
from engine.data.toys import generate
from engine.data.truths import true_parameters
from tests.catalogue import shows


@pytest.mark.parametrize("focus", [0.0, 0.35, 1.0])
def test_words_are_drawn_with_the_stated_probabilities(focus):
    params = Documents(n=3000, topics=3, length=40, focus=focus)
    data, chances = generate("documents", 4, n=3000, topics=3, length=40, focus=focus), word_chances(params)
    assert (data.X.sum(axis=1) == 40).all() and data.class_names == ("sport", "politics", "computing")
    assert chances.sum(axis=1) == pytest.approx(np.ones(3))
    for topic in range(3):
        found = data.X[data.codes == topic].mean(axis=0) / 40
        error = np.sqrt(chances[topic] * (1 - chances[topic]) / (1000 * 40))
        assert (np.abs(found - chances[topic]) <= 5 * error + 1e-12).all()
    told = dict(true_parameters("documents", focus=focus))
    assert float(told["P(a word of its own | topic)"]) == pytest.approx(focus / 4 + (1 - focus) / 12, abs=1e-4)
    assert float(told["P(any other word | topic)"]) == pytest.approx((1 - focus) / 12, abs=1e-4)


@shows("DP14")
def test_ratings_have_the_stated_factors_noise_and_gaps():
    params = Ratings(n=4000, films=6, known=0.5, noise=0.4)
    data = generate("ratings", 2, n=4000, films=6, known=0.5, noise=0.4)
    seen = ~np.isnan(data.X)
    assert seen.any(axis=1).all() and 0.5 < seen.mean() < 0.6
    spread = np.sqrt(genres(params) ** 2 + 0.4**2)  # of t g + noise
    for film in range(6):
        values = data.X[seen[:, film], film]
        assert values.mean() == pytest.approx(3.0, abs=5 * spread[film] / np.sqrt(len(values)))
        assert values.std() == pytest.approx(spread[film], rel=0.08)
    both = seen[:, 0] & seen[:, 5]
    covariance = np.cov(data.X[both, 0], data.X[both, 5])[0, 1]
    assert covariance == pytest.approx(genres(params)[0] * genres(params)[5], rel=0.12), "one taste for all films"
    assert dict(true_parameters("ratings", noise=0.25))["σ of the noise"] == "0.25"


def test_equal_seeds_give_equal_tables_and_limits_are_stated():
    assert generate("ratings", 3) == generate("ratings", 3) != generate("ratings", 4)
    assert generate("documents", 3) == generate("documents", 3) != generate("documents", 4)
    with pytest.raises(ParameterError, match="n must be a whole number from 1 to 100000"):
        generate("documents", n=0)
