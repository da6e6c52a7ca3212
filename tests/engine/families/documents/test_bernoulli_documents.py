"""The Bernoulli document model: W19, W20, exact fractions, scikit-learn, and what is absent."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest

import engine
from engine.core.marks import Bars, Curve, Matrix
from tests.catalogue import shows
from tests.engine.families.documents.corpora import (
    ASKED,
    BEIJING,
    GOAL,
    ORDER,
    TEST_1,
    TEST_2,
    drawn,
    ended,
    part,
    told,
)

KEY = "bernoulli_documents"


@shows("DC5", "W19")
def test_w19_documents_are_counted_not_occurrences() -> None:
    trace = ended(KEY, GOAL, alpha=0.0)
    assert part(trace, "document")[-1].counts[:, ORDER].tolist() == [[3, 2, 0, 1], [0, 1, 3, 2]]
    plain = np.array([[1.0, 0.666666666667, 0.0, 0.333333333333], [0.0, 0.333333333333, 1.0, 0.666666666667]])
    assert trace[-1].model.chances[:, ORDER] == pytest.approx(plain, rel=1e-9)
    smooth = ended(KEY, GOAL)[-1].model.chances[:, ORDER]
    assert smooth == pytest.approx(np.array([[0.8, 0.6, 0.2, 0.4], [0.2, 0.4, 0.8, 0.6]]), rel=1e-9)


@shows("DC6", "DC7", "W19")
def test_w19_posteriors() -> None:
    (at,) = part(ended(KEY, GOAL, text=TEST_1), "posterior")
    assert at.posterior[0] == pytest.approx(0.5)
    (at,) = part(ended(KEY, GOAL, text=TEST_2), "posterior")
    assert at.posterior[0] == pytest.approx(0.941176470588, rel=1e-9)
    (at,) = part(ended(KEY, GOAL, alpha=0.0, text=TEST_1), "posterior")
    assert np.isnan(at.posterior).all() and np.isneginf(at.joint).all()


@shows("W20")
def test_w20_model_is_linear_with_absent_words_in_the_constant() -> None:
    (at,) = part(ended(KEY, GOAL, text=TEST_2), "linear")
    w, b = (at.weights[0] - at.weights[1])[ORDER], at.biases[0] - at.biases[1]
    assert w == pytest.approx([2.77258872224, 0.810930216216, -2.77258872224, -0.810930216216], rel=1e-9)
    assert b == pytest.approx(0.0) and w @ [1, 1, 0, 1] + b == pytest.approx(2.77258872224, rel=1e-9)
    (story,) = told(KEY, GOAL, "linear", text=TEST_2)
    assert all(check.holds for check in story.checks) and "absent words say is in the constant" in story.sentence


def test_exact_fractions_of_the_textbook() -> None:
    joint = Fraction(3, 4) * Fraction(4, 5) * Fraction(1, 5) ** 2 * (1 - Fraction(2, 5)) ** 3
    other = Fraction(1, 4) * Fraction(2, 3) ** 3 * (1 - Fraction(1, 3)) ** 3
    (at,) = part(ended(KEY, BEIJING, text=ASKED), "posterior")
    assert np.exp(at.joint) == pytest.approx([float(joint), float(other)], rel=1e-12)
    assert at.posterior.argmax() == 1, "the multinomial model says China"


@pytest.mark.parametrize("alpha", [0.01, 1.0, 5.0])
@pytest.mark.parametrize("name", ["messages", "reviews"])
def test_probabilities_and_joint_logarithms_match_scikit_learn(alpha: float, name: str) -> None:
    from sklearn.feature_extraction.text import CountVectorizer
    from sklearn.naive_bayes import BernoulliNB

    data = engine.load(name)
    texts = [data.columns[0].levels[int(code)] for code in data.X[:, 0]]
    model = engine.fit(KEY, data, alpha=alpha)
    X = CountVectorizer(vocabulary=list(model.words), token_pattern=r"[^\W_]+(?:'[^\W_]+)*").fit_transform(texts)
    other = BernoulliNB(alpha=alpha).fit(X, data.codes)
    assert np.log(model.chances) == pytest.approx(other.feature_log_prob_, rel=1e-10)
    assert pytest.approx(other.predict_joint_log_proba(X), rel=1e-9) == model.log_joint(data.X).T


def test_every_word_of_the_vocabulary_has_a_factor() -> None:
    steps = part(ended(KEY, BEIJING, text=ASKED), "word")
    assert len(steps) == 6 and steps[-1].times.tolist() == [1, 1, 1, 0, 0, 0]
    (bars,) = drawn(KEY, BEIJING, steps[-1], Bars, "Word by word")
    assert bars.labels[1:] == ("chinese", "tokyo", "japan", "no beijing", "no macao", "no shanghai")
    stories = told(KEY, BEIJING, "word", text=ASKED)
    assert "does not have “beijing”, and its absence counts" in stories[3].sentence
    assert stories[3].worked[0] == "ln(1 − 0.33333) = −0.4055"


def test_repetition_says_nothing() -> None:
    once, often = (part(ended(KEY, GOAL, text=text), "posterior")[0] for text in ("goal law", "goal law goal goal"))
    assert np.array_equal(once.joint, often.joint)


def test_only_the_first_copy_counts() -> None:
    steps = part(ended(KEY, GOAL, text="vote law", stuffing="goal", copies=5), "stuffed")
    shares = steps[-1].stuffed[:, 0]
    assert shares[1] > shares[0] and np.array_equal(shares[1:], np.full(5, shares[1]))
    story = told(KEY, GOAL, "stuffed", text="vote law", stuffing="goal", copies=5)[-1]
    assert "Only the first copy counts here" in story.sentence
    curve = drawn(KEY, GOAL, steps[-1], Curve)[0]
    assert curve.positions[:, 1] == pytest.approx(shares)


def test_absence_of_a_word_common_to_a_class_counts() -> None:
    story = told(KEY, GOAL, "word", alpha=0.0, text="match")
    assert any("All texts of sport have it: its absence makes the product 0 there." in one.sentence for one in story)
    estimates = told(KEY, GOAL, "estimate", alpha=0.0)
    assert "All texts of sport have it: its absence has the chance 0 there." in estimates[0].sentence


def test_what_the_notes_mean_by_a_count() -> None:
    first = told(KEY, GOAL, "document")[0]
    (found,) = [one for one in first.misprints if one.erratum.id == "E000-16"]
    assert (found.gives, found.right) == (2.0, 1.0)
    estimate = told(KEY, GOAL, "estimate")[0]
    (found,) = [one for one in estimate.misprints if one.erratum.id == "E000-17"]
    assert (found.gives[0], found.right[0]) == (2.0, 1.0), "6 occurrences in 3 texts"
    absent = [one for story in told(KEY, GOAL, "word", text="goal") for one in story.misprints]
    assert {one.erratum.id for one in absent} == {"E000-19"} and all(one.gives == 0 for one in absent)


@shows("E000-16", "E000-17", "E000-19")
def test_w19_errors_of_the_notes_have_the_numbers_of_the_worked_case() -> None:
    absent = [one for story in told(KEY, GOAL, "word", text="goal goal match law") for one in story.misprints]
    (found,) = absent
    assert found.right == pytest.approx(np.log(1 - 0.8)), "vote is absent"
    estimate = told(KEY, GOAL, "estimate")[ORDER[1]]
    (found,) = [one for one in estimate.misprints if one.erratum.id == "E000-17"]
    assert found.gives[0] == pytest.approx(1.0) and found.right[0] == pytest.approx(0.666666666667)
    (found,) = [one for one in told(KEY, GOAL, "document")[2].misprints if one.erratum.id == "E000-16"]
    assert (found.gives, found.right) == (3.0, 1.0)


def test_texts_are_ticked_word_by_word() -> None:
    steps = part(ended(KEY, GOAL), "document")
    counts, grid = drawn(KEY, GOAL, steps[-1], Matrix, "Counts")
    assert (counts.place, grid.place, grid.title) == ((0, 0), (0, 1), "ticks")
    assert grid.values[:, ORDER].tolist() == [
        [1, 1, 0, 0], [1, 1, 0, 0], [1, 0, 0, 1], [0, 0, 1, 1], [0, 1, 1, 1], [0, 0, 1, 0]
    ]  # fmt: skip
    assert grid.rows.tolist() == [*range(6)]


def test_factors_are_in_a_column_per_class() -> None:
    at = part(ended(KEY, GOAL, text="goal"), "word")[-1]
    (grid,) = drawn(KEY, GOAL, at, Matrix, "Document")
    assert grid.row_labels == ("goal", "no law", "no match", "no vote")
    assert grid.values == pytest.approx(np.array([[0.8, 0.2], [0.6, 0.4], [0.4, 0.6], [0.8, 0.2]]))
    story = told(KEY, GOAL, "word", text="goal")[-1]
    assert [(one.name, one.value) for one in story.numbers] == [("absent words so far", 3)]
