"""Bernoulli naive Bayes: W19, W20, scikit-learn, the linear form, and certainty without smoothing."""

from __future__ import annotations

import numpy as np
import pytest

import engine
from tests.catalogue import shows
from tests.engine.families.bayes.worked_tables import WORDS, ended, part, told

KEY = "bernoulli_naive_bayes"


@shows("NB6", "W19")
def test_w19_chances_and_posteriors() -> None:
    plain = [factor.chances.tolist() for factor in ended(KEY, WORDS, alpha=0.0)[-1].model.factors]
    assert pytest.approx(np.array([[1.0, 2 / 3, 0.0, 1 / 3], [0.0, 1 / 3, 1.0, 2 / 3]])) == np.array(plain).T
    trace = ended(KEY, WORDS, query=(2, 1, 0, 1))
    smooth = [factor.chances.tolist() for factor in trace[-1].model.factors]
    assert pytest.approx(np.array([[0.8, 0.6, 0.2, 0.4], [0.2, 0.4, 0.8, 0.6]])) == np.array(smooth).T
    assert part(trace, "posterior")[0].posterior[0] == pytest.approx(0.941176470588, rel=1e-9)
    (at,) = part(ended(KEY, WORDS, query=(1, 0, 1, 0)), "posterior")
    assert at.posterior[0] == pytest.approx(0.5)


@shows("W19")
def test_w19_without_smoothing_both_products_are_zero() -> None:
    (at,) = part(ended(KEY, WORDS, alpha=0.0, query=(1, 0, 1, 0)), "posterior")
    assert np.isnan(at.posterior).all()
    (story,) = told(KEY, WORDS, "posterior", alpha=0.0, query=(1, 0, 1, 0))
    assert "the posterior is 0 / 0: undefined" in story.sentence
    assert "it is certain, so the other value has the chance 0" in told(KEY, WORDS, "fit", alpha=0.0)[0].sentence


@shows("NB14", "W20")
def test_w20_it_is_linear_in_what_is_present() -> None:
    (at,) = part(ended(KEY, WORDS, query=(2, 1, 0, 1)), "linear")
    w, b = at.weights[0] - at.weights[1], at.biases[0] - at.biases[1]
    assert w == pytest.approx([2.77258872224, 0.810930216216, -2.77258872224, -0.810930216216], rel=1e-9)
    assert b == pytest.approx(0.0, abs=1e-12)
    assert w @ [1, 1, 0, 1] + b == pytest.approx(2.77258872224, rel=1e-9)
    (story,) = told(KEY, WORDS, "linear", query=(2, 1, 0, 1))
    assert "what is absent counts in the constant" in story.sentence and all(c.holds for c in story.checks)
    weights = told(KEY, WORDS, "weight", query=(2, 1, 0, 1))
    assert "a vote for P. What the absence of a feature says is in the constant." in weights[2].sentence
    assert not part(ended(KEY, WORDS, alpha=0.0, query=(2, 1, 0, 1)), "linear")


@pytest.mark.parametrize("alpha", [0.5, 1.0])
def test_joint_log_likelihood_matches_scikit_learn(alpha: float) -> None:
    from sklearn.naive_bayes import BernoulliNB

    data = engine.load("digits")
    model = engine.fit(KEY, data, alpha=alpha, threshold=7.5)
    other = BernoulliNB(alpha=alpha, binarize=7.5).fit(data.X, data.codes)
    assert pytest.approx(other.predict_joint_log_proba(data.X), rel=1e-9) == model.log_joint(data.X).T
