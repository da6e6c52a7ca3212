"""Complement naive Bayes: exact fractions, scikit-learn, and unbalanced classes."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest

import engine
from engine.base.errors import Refusal
from engine.core.marks import Bars
from tests.engine.families.documents.corpora import ASKED, BEIJING, GOAL, corpus, drawn, ended, part, told

KEY = "complement_naive_bayes"


@pytest.mark.parametrize("scaled", [False, True])
@pytest.mark.parametrize("alpha", [0.01, 1.0])
@pytest.mark.parametrize("name", ["messages", "reviews"])
def test_weights_and_predictions_match_scikit_learn(name: str, alpha: float, scaled: bool) -> None:
    from sklearn.feature_extraction.text import CountVectorizer
    from sklearn.naive_bayes import ComplementNB

    data = engine.load(name)
    texts = [data.columns[0].levels[int(code)] for code in data.X[:, 0]]
    model = engine.fit(KEY, data, alpha=alpha, scaled=scaled)
    X = CountVectorizer(vocabulary=list(model.words), token_pattern=r"[^\W_]+(?:'[^\W_]+)*").fit_transform(texts)
    other = ComplementNB(alpha=alpha, norm=scaled).fit(X, data.codes)
    assert model.there == pytest.approx(other.feature_log_prob_, rel=1e-10)
    assert np.array_equal(model.predict(data.X), other.predict(X))


def test_exact_fractions_of_a_class_without_its_own_words() -> None:
    model = engine.fit(KEY, BEIJING)
    china = [Fraction(1 + (["tokyo", "japan", "chinese"].count(word)), 3 + 6) for word in model.words]
    assert model.chances[0] == pytest.approx([float(one) for one in china], rel=1e-12)
    stories = told(KEY, BEIJING, "estimate")
    assert stories[0].worked[:2] == ("θ1 = (0 + 1) / (3 + 1·6) = 0.1111", "θ2 = (1 + 1) / (8 + 1·6) = 0.1429")
    assert "as frequent in the other classes of not China as in those of China" in stories[0].sentence


def test_the_sum_of_weights_decides() -> None:
    (at,) = part(ended(KEY, BEIJING, text=ASKED), "posterior")
    model, x = at.model, np.array([0, 3, 1, 0, 0, 1])
    assert at.joint == pytest.approx(-np.log(model.chances) @ x)
    (story,) = told(KEY, BEIJING, "posterior", text=ASKED)
    assert "the greatest sum of weights is that of not China" in story.sentence
    words = part(ended(KEY, BEIJING, text=ASKED), "word")
    (bars,) = drawn(KEY, BEIJING, words[-1], Bars, "Sum of the weights so far")
    assert bars.values == pytest.approx(at.joint)


def test_a_frequent_class_has_no_head_start() -> None:
    texts = ["goal match"] * 9 + ["vote"]
    data = corpus(texts, ["sport"] * 9 + ["politics"])
    complement = part(ended(KEY, data, text="zebra"), "posterior")[0]
    multinomial = part(ended("multinomial_documents", data, text="zebra"), "posterior")[0]
    assert complement.joint.tolist() == [0.0, 0.0] and multinomial.posterior[0] == pytest.approx(0.9)
    (story,) = told(KEY, data, "posterior", text="zebra")
    assert "all sums are 0, and the first class is taken" in story.sentence


def test_without_smoothing_each_class_needs_words_in_the_others() -> None:
    with pytest.raises(Refusal, match="choose a smoothing above 0"):
        engine.trace(KEY, corpus(["goal", "!"], ["a", "b"]), alpha=0.0)
    weights = engine.fit(KEY, GOAL, alpha=0.0).there
    assert np.isinf(weights).any() and not np.isnan(weights).any()
