"""Multinomial naive Bayes: W19, W20, W63, scikit-learn, and counts that are none."""

from __future__ import annotations

import numpy as np
import pytest

import engine
from engine.base.errors import Refusal, SetParameter
from engine.core.marks import Bars
from engine.data.dataset import Dataset
from tests.catalogue import shows
from tests.engine.families.bayes.worked_tables import WORDS, ended, part, told

KEY = "multinomial_naive_bayes"


@shows("W19")
def test_w19_shares_of_words_and_posteriors() -> None:
    plain = np.array([factor.chances for factor in ended(KEY, WORDS, alpha=0.0)[-1].model.factors]).T
    assert plain == pytest.approx(np.array([[0.6, 0.3, 0.0, 0.1], [0.0, 0.1, 0.6, 0.3]]))
    trace = ended(KEY, WORDS, query=(2, 1, 0, 1))
    smooth = np.array([factor.chances for factor in trace[-1].model.factors]).T
    assert smooth[0] == pytest.approx([0.5, 0.285714285714, 0.0714285714286, 0.142857142857], rel=1e-9)
    assert part(trace, "posterior")[0].posterior[0] == pytest.approx(0.98, rel=1e-9)
    (at,) = part(ended(KEY, WORDS, alpha=0.0, query=(1, 0, 1, 0)), "posterior")
    assert np.isnan(at.posterior).all()
    (at,) = part(ended(KEY, WORDS, alpha=0.0, query=(2, 1, 0, 1)), "posterior")
    assert at.posterior[0] == pytest.approx(1.0)


@shows("NB13", "W20")
def test_w20_it_is_linear_in_the_counts() -> None:
    trace = ended(KEY, WORDS, query=(2, 1, 0, 1))
    (at,) = part(trace, "linear")
    w, b = at.weights[0] - at.weights[1], at.biases[0] - at.biases[1]
    assert w == pytest.approx([1.94591014906, 0.69314718056, -1.94591014906, -0.69314718056], rel=1e-9)
    assert w @ [2, 1, 0, 1] + b == pytest.approx(3.89182029811, rel=1e-9)
    (story,) = told(KEY, WORDS, "linear", query=(2, 1, 0, 1))
    assert "The strongest weight of the log-odds is that of goal, −1.946." in story.sentence
    bars = [mark for mark in engine.algorithm(KEY).marks(at, WORDS, None) if isinstance(mark, Bars)]
    (ranked,) = [mark for mark in bars if mark.surface.name == "Weights of the linear form"]
    assert ranked.labels == ("goal", "vote", "match", "law") and ranked.values[0] == pytest.approx(-1.94591014906)
    weights = told(KEY, WORDS, "weight", query=(2, 1, 0, 1))
    assert len(weights) == 4 and weights[0].sentence == "goal: its weight in the log-odds is −1.946, a vote for S."
    assert weights[0].worked == ("w = ln 0.07143 − ln 0.5 = −1.946",)
    assert not part(ended(KEY, WORDS, alpha=0.0, query=(2, 1, 0, 1)), "linear")


@shows("W63")
def test_w63_each_word_multiplies_the_odds() -> None:
    model = ended(KEY, WORDS)[-1].model
    shares = model.predict_proba(np.array([[k, 0.0, 3.0, 1.0] for k in range(7)]))[:, 0]
    expected = [0.00145560407569, 0.010101010101, 0.0666666666667, 0.333333333333, 0.777777777778, 0.960784313725]
    assert shares == pytest.approx([*expected, 0.994202898551], rel=1e-9)


@pytest.mark.parametrize("alpha", [0.01, 1.0])
def test_joint_log_likelihood_matches_scikit_learn(alpha: float) -> None:
    from sklearn.naive_bayes import MultinomialNB

    data = engine.load("digits")
    model = engine.fit(KEY, data, alpha=alpha)
    other = MultinomialNB(alpha=alpha).fit(data.X, data.codes)
    assert pytest.approx(other.predict_joint_log_proba(data.X), rel=1e-9) == model.log_joint(data.X).T


def test_the_shares_of_the_words_are_stacked() -> None:
    step = part(ended(KEY, WORDS), "smooth")[-1]
    bars = [mark for mark in engine.algorithm(KEY).marks(step, WORDS, None) if isinstance(mark, Bars)][-1]
    assert bars.surface.name == "Chances of the words, class by class"
    assert bars.values == pytest.approx([1.0, 1.0])
    assert bars.cuts[0] == pytest.approx([0.5, 0.785714285714, 0.857142857143])


def test_negative_counts_are_refused_by_their_cell() -> None:
    data = Dataset.from_arrays([[1.0, 2.0], [3.0, -1.0]], [0, 1])
    with pytest.raises(Refusal, match="row 2, column x2 is −1"):
        engine.trace(KEY, data)


def test_class_without_counts_needs_smoothing() -> None:
    data = Dataset.from_arrays([[1.0, 2.0], [0.0, 0.0]], [0, 1])
    with pytest.raises(Refusal, match="All counts of class 1 are 0") as refused:
        engine.trace(KEY, data, alpha=0.0)
    assert refused.value.remedies == (SetParameter("alpha", 1.0),)
    assert ended(KEY, data)[-1].model.factors[0].chances[1] == pytest.approx(0.5)
