"""Two document models side by side: W19, the example on which they disagree, repetition, absence and stuffing."""

from __future__ import annotations

import numpy as np
import pytest

import engine
from engine.core.marks import Bars, Curve, Passage
from tests.catalogue import shows
from tests.engine.families.documents.corpora import ASKED, BEIJING, GOAL, TEST_1, TEST_2, drawn, ended, part, told
from tests.engine.families.documents.searching import MESSAGES

KEY = "two_document_models"


@shows("W19")
def test_w19_both_posteriors() -> None:
    (at,) = part(ended(KEY, GOAL, text=TEST_2), "posterior")
    assert at.shares[:, 0] == pytest.approx([0.98, 0.941176470588], rel=1e-9)
    (at,) = part(ended(KEY, GOAL, text=TEST_1), "posterior")
    assert at.shares[:, 0] == pytest.approx([0.5, 0.5])
    (at,) = part(ended(KEY, GOAL, text=TEST_1, alpha=0.0), "posterior")
    assert np.isnan(at.shares).all()


@pytest.mark.parametrize("text", [ASKED, "Chinese Tokyo Japan", "Macao", ""])
def test_each_is_the_model_by_itself(text: str) -> None:
    (at,) = part(ended(KEY, BEIJING, text=text), "posterior")
    for shares, key in zip(at.shares, ("multinomial_documents", "bernoulli_documents"), strict=True):
        (alone,) = part(ended(key, BEIJING, text=text), "posterior")
        assert shares == pytest.approx(alone.posterior, rel=1e-12)


@shows("DC9")
def test_dc9_they_disagree_and_say_why() -> None:
    trace = ended(KEY, BEIJING, text=ASKED)
    (at,) = part(trace, "posterior")
    assert at.shares[:, 0] == pytest.approx([0.6897586, 0.1910668], rel=1e-6)
    (story,) = told(KEY, BEIJING, "posterior", text=ASKED)
    assert "the multinomial model says China, the Bernoulli model not China" in story.sentence
    assert "Repetition matters to the multinomial model alone, absence to the Bernoulli model alone." in story.sentence
    assert trace.ending.words == "The multinomial model says China, the Bernoulli model not China."
    assert engine.algorithm(KEY).event(at).word == "disagree"
    once = part(ended(KEY, BEIJING, text="Chinese Tokyo Japan"), "posterior")[0]
    assert once.shares[1] == pytest.approx(at.shares[1]) and once.shares[0, 0] < 0.5, "repetition"
    for name in ("Multinomial", "Bernoulli"):
        assert drawn(KEY, BEIJING, at, Bars, f"{name}: word by word") and drawn(
            KEY, BEIJING, at, Bars, f"{name}: posterior"
        )


def test_words_are_compared_in_twin_panels() -> None:
    steps = part(ended(KEY, BEIJING, text=ASKED), "word")
    first, last = steps[0], steps[-1]
    one, other = (drawn(KEY, BEIJING, last, Bars, f"{name}: word by word")[0] for name in ("Multinomial", "Bernoulli"))
    assert (
        one.labels == other.labels == ("prior", "chinese ×3", "tokyo", "japan", "no beijing", "no macao", "no shanghai")
    )
    assert one.values[4:].tolist() == [0, 0, 0] and (other.values[4:] > 0).all()
    assert one.values.sum() == pytest.approx(last.joints[0, 1] - last.joints[0, 0])
    assert other.values.sum() == pytest.approx(last.joints[1, 1] - last.joints[1, 0])
    (text,) = drawn(KEY, BEIJING, first, Passage)
    assert text.groups.tolist() == [0, 0, 0, -1, -1] and text.chosen == 0
    stories = told(KEY, BEIJING, "word", text=ASKED)
    assert stories[0].worked == (
        "multinomial: 3·(ln 0.22222 − ln 0.42857) = −1.97", "Bernoulli: ln 0.6667 − ln 0.8 = −0.1823"
    )  # fmt: skip
    assert "adds nothing in the multinomial model" in stories[3].sentence
    assert stories[3].worked == ("Bernoulli: ln 0.6667 − ln 0.6 = 0.1054",)


def test_stuffing_is_played_against_both() -> None:
    steps = part(ended(KEY, GOAL, text="vote vote vote law", stuffing="goal", copies=6), "stuffed")
    politics = 1 - np.array([0.00145560407569, 0.010101010101, 0.0666666666667, 0.333333333333, 0.777777777778])
    assert steps[-1].target == 1 and steps[-1].stuffed[:5, 0] == pytest.approx(politics, rel=1e-9)
    assert np.ptp(steps[-1].stuffed[1:, 1]) == pytest.approx(0, abs=1e-15), "only the first copy counts"
    curves = drawn(KEY, GOAL, steps[-1], Curve)
    assert [curve.label for curve in curves] == ["Multinomial", "Bernoulli"]
    assert not part(ended(KEY, GOAL, text=TEST_2), "stuffed")
    assert not part(ended(KEY, GOAL, text=TEST_1, alpha=0.0, stuffing="goal"), "stuffed")


def test_best_two_of_three_classes_are_compared() -> None:
    from tests.contract.pool import texts

    steps = part(ended(KEY, texts(3), text="goal goal tune"), "word")
    low, high = steps[-1].pair
    joint = steps[-1].joints[0]
    assert joint[high] == joint.max() and joint[low] == np.sort(joint)[-2]


def test_worked_lines_are_of_the_class_each_model_predicts() -> None:
    (story,) = told(KEY, BEIJING, "posterior", text=ASKED)
    assert story.worked == (
        "multinomial P(C1 | x) = 0.00030121 / 0.00043669 = 0.6898",
        "Bernoulli P(C2 | x) = 0.021948 / 0.027132 = 0.8089",
    )
    (row,) = [row for row in story.tables[0].rows if row[0] == "China"]
    assert row[1:] == pytest.approx((0.6897586, 0.1910668), rel=1e-6)


def test_posterior_just_below_1_is_not_told_as_1() -> None:
    (story,) = told(KEY, MESSAGES, "posterior")
    assert story.tables[0].rows[0] == ("ham", "0.99998", "0.999999")
    multinomial, bernoulli = (line.rsplit(" = ", 1) for line in story.worked)
    assert (multinomial[1], bernoulli[1]) == ("0.99998", "0.999999")
    sure = told(KEY, MESSAGES, "stuffed", stuffing="prize", copies=4)[-1]
    assert sure.tables[0].rows[1] == ("Bernoulli", "0.99999") and "the Bernoulli model 0.99999." in sure.sentence


def test_table_words_and_colours_follow_the_log_odds() -> None:
    last = part(ended(KEY, BEIJING, text=ASKED), "word")[-1]
    rows = told(KEY, BEIJING, "word", text=ASKED)[-1].tables[0].rows
    assert [row[0] for row in rows] == [
        "“chinese” ×3",
        "“tokyo”",
        "“japan”",
        "no “beijing”",
        "no “macao”",
        "no “shanghai”",
    ]
    assert [row[1] for row in rows] == pytest.approx(last.odds[0, 1:]) and rows[3][2] == pytest.approx(last.odds[1, 4])
    (bars,) = drawn(KEY, BEIJING, last, Bars, "Bernoulli: word by word")
    assert bars.groups.tolist() == [0, 0, 1, 1, 1, 1, 1]
    (text,) = drawn(KEY, BEIJING, last, Passage)
    gap = np.log(last.model.chances[1] / last.model.chances[0])
    assert text.groups.tolist() == [0, 0, 0, 1, 1] and text.depths[0] == pytest.approx(abs(gap[1]) / 3)


def test_both_models_agree_with_an_event() -> None:
    (at,) = part(ended(KEY, GOAL, text=TEST_2), "posterior")
    assert engine.algorithm(KEY).event(at).word == "agree"
    assert ended(KEY, GOAL, text=TEST_2).ending.words == "Both models say sport."
