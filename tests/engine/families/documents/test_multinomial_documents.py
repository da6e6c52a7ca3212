"""The multinomial document model: W19, W20, W63, exact fractions, scikit-learn, and texts of every kind."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction

import numpy as np
import pytest

import engine
from engine.base.errors import Refusal, SetParameter
from engine.core.errata import Misprint
from engine.core.marks import Bars, Curve, Matrix, Passage, Points
from tests.catalogue import shows
from tests.engine.families.documents.corpora import (
    ASKED,
    BEIJING,
    GOAL,
    ORDER,
    TEST_1,
    TEST_2,
    corpus,
    drawn,
    ended,
    part,
    told,
)

KEY = "multinomial_documents"


@shows("DC3", "W19")
def test_w19_word_shares_with_and_without_smoothing() -> None:
    theta = ended(KEY, GOAL, alpha=0.0)[-1].model.chances[:, ORDER]
    assert theta == pytest.approx(np.array([[0.6, 0.3, 0.0, 0.1], [0.0, 0.1, 0.6, 0.3]]))
    trace = ended(KEY, GOAL)
    assert part(trace, "document")[-1].counts[:, ORDER].tolist() == [[6, 3, 0, 1], [0, 1, 6, 3]]
    expected = [
        [0.5, 0.285714285714, 0.0714285714286, 0.142857142857],
        [0.0714285714286, 0.142857142857, 0.5, 0.285714285714],
    ]
    assert trace[-1].model.chances[:, ORDER] == pytest.approx(np.array(expected), rel=1e-9)


@shows("DC4", "DC7", "W19")
def test_w19_posteriors_and_the_coefficient() -> None:
    (at,) = part(ended(KEY, GOAL, text=TEST_1), "posterior")
    assert at.posterior[0] == pytest.approx(0.5)
    (at,) = part(ended(KEY, GOAL, text=TEST_2), "posterior")
    assert at.posterior[0] == pytest.approx(0.98, rel=1e-9) and np.exp(at.coefficient) == pytest.approx(12)
    with_it = np.exp(at.coefficient + at.joint[0]) / at.priors[0]
    assert with_it == pytest.approx(0.122448979592, rel=1e-9)
    (story,) = told(KEY, GOAL, "posterior", text=TEST_2)
    assert "P(x | C1) = 12·0.0102 = 0.1224" in story.worked
    (story,) = told(KEY, GOAL, "posterior", text=TEST_2, coefficient=False)
    assert not any("12·" in line for line in story.worked)


@shows("DC4")
def test_the_coefficient_is_that_of_scipy() -> None:
    from scipy.stats import multinomial

    (at,) = part(ended(KEY, GOAL, text="goal goal goal match vote vote"), "posterior")
    order = at.document.at
    theta = at.model.chances[0, order]
    x = at.document.times
    rest = 1 - theta.sum()
    probability = multinomial.pmf([*x, 0], int(x.sum()), [*theta, rest])
    assert np.exp(at.coefficient + at.joint[0]) / at.priors[0] == pytest.approx(probability, rel=1e-9)


@shows("DC8", "W19")
def test_w19_one_unseen_word_makes_the_product_zero() -> None:
    trace = ended(KEY, GOAL, alpha=0.0, text=TEST_1)
    (at,) = part(trace, "posterior")
    assert np.isnan(at.posterior).all() and np.isneginf(at.joint).all()
    (story,) = told(KEY, GOAL, "posterior", alpha=0.0, text=TEST_1)
    assert "the product is 0 for every class, because of “goal” and “vote”" in story.sentence
    assert engine.algorithm(KEY).event(at).word == "undefined"
    words = part(trace, "word")
    assert [engine.algorithm(KEY).event(one).word for one in words] == ["factor 0", "factor 0"]
    first, _ = told(KEY, GOAL, "word", alpha=0.0, text=TEST_1)
    assert "It never occurs in politics: the product is 0 there" in first.sentence
    (at,) = part(ended(KEY, GOAL, alpha=0.0, text=TEST_2), "posterior")
    assert at.posterior == pytest.approx([1.0, 0.0])
    (story,) = told(KEY, GOAL, "posterior", alpha=0.0, text=TEST_2)
    assert "Some product is 0 because of “goal”: one unseen word decides alone." in story.sentence


@shows("W20")
def test_w20_it_is_linear_in_the_counts() -> None:
    trace = ended(KEY, GOAL, text=TEST_2)
    (at,) = part(trace, "linear")
    w, b = (at.weights[0] - at.weights[1])[ORDER], at.biases[0] - at.biases[1]
    assert w == pytest.approx([1.94591014906, 0.69314718056, -1.94591014906, -0.69314718056], rel=1e-9)
    assert b == pytest.approx(0.0) and w @ [2, 1, 0, 1] + b == pytest.approx(3.89182029811, rel=1e-9)
    (story,) = told(KEY, GOAL, "linear", text=TEST_2)
    assert all(check.holds for check in story.checks)
    (ranked,) = drawn(KEY, GOAL, at, Bars, "Weights of the linear form")
    assert set(ranked.labels[:2]) == {"goal", "vote"} and abs(ranked.values[0]) == pytest.approx(1.94591014906)
    assert not part(ended(KEY, GOAL, alpha=0.0), "linear"), "an infinite weight"


@shows("DC10", "W63")
def test_w63_each_copy_multiplies_the_odds_and_flips_the_answer() -> None:
    trace = ended(KEY, GOAL, text="vote vote vote law", stuffing="Goal", copies=6)
    steps = part(trace, "stuffed")
    expected = [0.00145560407569, 0.010101010101, 0.0666666666667, 0.333333333333, 0.777777777778, 0.960784313725]
    assert len(steps) == 7 and steps[-1].stuffed[:, 0] == pytest.approx([*expected, 0.994202898551], rel=1e-9)
    assert [step.flip for step in steps] == [-1, -1, -1, -1, 4, 4, 4]
    assert [bool(engine.algorithm(KEY).event(step)) for step in steps].index(True) == 4
    curves = drawn(KEY, GOAL, steps[-1], Curve)
    assert [curve.group for curve in curves] == [0, 1] and curves[0].positions[:, 0].tolist() == [*range(7)]
    (ring,) = drawn(KEY, GOAL, steps[-1], Points)
    assert ring.positions[0] == pytest.approx([4.0, 0.777777777778])
    last = told(KEY, GOAL, "stuffed", text="vote vote vote law", stuffing="Goal", copies=6)[-1]
    assert last.sentence == (
        "With 6 copies of “goal” added it is sport, P = 0.9942. From 4 copies on another class wins."
    )


def test_exact_fractions_of_the_textbook() -> None:
    counts = {"China": Counter(["chinese", "beijing", "chinese", "chinese", "chinese", "shanghai", "chinese", "macao"])}
    counts["not China"] = Counter(["tokyo", "japan", "chinese"])
    words = sorted({*counts["China"], *counts["not China"]})
    joint = []
    for name, prior in (("China", Fraction(3, 4)), ("not China", Fraction(1, 4))):
        bag = counts[name]
        for word in ASKED.lower().split():
            prior *= Fraction(bag[word] + 1, sum(bag.values()) + len(words))
        joint.append(prior)
    (at,) = part(ended(KEY, BEIJING, text=ASKED), "posterior")
    assert at.posterior[0] == pytest.approx(float(joint[0] / sum(joint)), rel=1e-12)
    assert np.exp(at.joint) == pytest.approx([float(one) for one in joint], rel=1e-12)


@pytest.mark.parametrize("alpha", [0.01, 1.0, 5.0])
@pytest.mark.parametrize("name", ["messages", "reviews"])
def test_probabilities_and_joint_logarithms_match_scikit_learn(alpha: float, name: str) -> None:
    from sklearn.feature_extraction.text import CountVectorizer
    from sklearn.naive_bayes import MultinomialNB

    data = engine.load(name)
    texts = [data.columns[0].levels[int(code)] for code in data.X[:, 0]]
    model = engine.fit(KEY, data, alpha=alpha)
    vectors = CountVectorizer(vocabulary=list(model.words), token_pattern=r"[^\W_]+(?:'[^\W_]+)*")
    X = vectors.fit_transform(texts)
    other = MultinomialNB(alpha=alpha).fit(X, data.codes)
    assert np.log(model.chances) == pytest.approx(other.feature_log_prob_, rel=1e-10)
    assert pytest.approx(other.predict_joint_log_proba(X), rel=1e-9) == model.log_joint(data.X).T
    assert np.array_equal(model.predict_texts(texts), other.predict(X))


def test_the_bag_of_each_class_fills() -> None:
    steps = part(ended(KEY, BEIJING), "document")
    grids = [drawn(KEY, BEIJING, step, Matrix, "Counts")[0] for step in steps]
    assert [int(grid.values.sum()) for grid in grids] == [3, 6, 8, 11]
    stories = told(KEY, BEIJING, "document")
    assert stories[0].sentence.startswith("Row 1 (China) has “chinese” ×2 and “beijing”")
    assert stories[1].worked == ("n(“chinese”, C1) ← 2 + 2 = 4",)


def test_fraction_of_a_word_is_explained_with_its_numbers() -> None:
    story = told(KEY, BEIJING, "estimate")[1]
    assert story.worked[:2] == ("θ1 = (5 + 1) / (8 + 1·6) = 0.4286", "θ2 = (1 + 1) / (3 + 1·6) = 0.2222")
    plain = told(KEY, BEIJING, "estimate", alpha=0.0)[0]
    assert plain.worked[0] == "θ1 = 1 / 8 = 0.125" and "its chance is 0 there" in plain.sentence


def test_deciding_words_are_tinted_and_others_faint() -> None:
    step = ended(KEY, BEIJING, text="Chinese, Tokyo and Osaka")[-1]
    (text,) = drawn(KEY, BEIJING, step, Passage)
    assert [text.text[a:b] for a, b in text.spans.tolist()] == ["Chinese", "Tokyo", "and", "Osaka"]
    assert text.groups.tolist() == [0, 1, -1, -1] and text.faint.tolist() == [False, False, True, True]
    assert text.depths[1] > text.depths[0] > 0 and "not in the vocabulary" in text.told[3]


def test_contribution_of_a_word_is_a_bar_to_one_side() -> None:
    at = part(ended(KEY, BEIJING, text=ASKED), "word")[-1]
    (bars,) = drawn(KEY, BEIJING, at, Bars, "Word by word")
    assert bars.labels == ("prior", "chinese ×3", "tokyo", "japan") and bars.chosen == 3
    assert np.sign(bars.values).tolist() == [-1, -1, 1, 1] and bars.groups.tolist() == [0, 0, 1, 1]
    assert bars.values.sum() == pytest.approx(at.joint[1] - at.joint[0])


def test_vocabulary_may_contain_a_word_no_text_has() -> None:
    plain = ended(KEY, GOAL, more="penalty", alpha=0.0)[-1].model
    assert plain.words == ("goal", "law", "match", "penalty", "vote") and (plain.chances[:, 3] == 0).all()
    smooth = ended(KEY, GOAL, more="penalty")[-1].model
    assert smooth.chances[:, 3] == pytest.approx([1 / 15, 1 / 15])
    (at,) = part(ended(KEY, GOAL, more="penalty", alpha=0.0, text="penalty"), "posterior")
    assert np.isnan(at.posterior).all()


def test_an_empty_document_has_the_priors() -> None:
    data = corpus(["goal goal", "vote", "", "law"], ["s", "p", "s", "p"])
    (at,) = part(ended(KEY, data, row=3), "posterior")
    assert at.posterior == pytest.approx([0.5, 0.5]) and at.coefficient == pytest.approx(0.0)
    (story,) = told(KEY, data, "posterior", row=3)
    assert "It has no word: only the prior counts" in story.sentence


def test_texts_without_a_word_are_refused() -> None:
    with pytest.raises(Refusal, match="No text has a word"):
        engine.trace(KEY, corpus(["...", "!!"], ["a", "b"]))
    with pytest.raises(Refusal, match="All words of the texts are stop words") as refused:
        engine.trace(KEY, corpus(["the of", "and is"], ["a", "b"]), stop=True)
    assert refused.value.remedies == (SetParameter("stop", False),)
    with pytest.raises(Refusal, match="No word is in 5 texts") as refused:
        engine.trace(KEY, GOAL, least=5)
    assert refused.value.remedies == (SetParameter("least", 1),)
    with pytest.raises(Refusal, match="The texts of class b have no word") as refused:
        engine.trace(KEY, corpus(["goal", "!"], ["a", "class b"]), alpha=0.0)
    assert refused.value.remedies == (SetParameter("alpha", 1.0),)
    with pytest.raises(Refusal, match="'penalty' is no word of the vocabulary") as refused:
        engine.trace(KEY, GOAL, stuffing="penalty")
    assert refused.value.remedies == (SetParameter("stuffing", ""),)
    with pytest.raises(Refusal, match="'goal vote' is more than one word: a single word is added") as refused:
        engine.trace(KEY, GOAL, stuffing="goal vote")
    assert refused.value.remedies == (SetParameter("stuffing", "goal"),)


def test_document_without_words_has_only_the_prior() -> None:
    last = told(KEY, GOAL, "posterior", text="!!! ...")[-1]
    assert last.sentence.endswith("It has no word: only the prior counts.")
    last = told("bernoulli_documents", GOAL, "posterior", text="!!! ...")[-1]
    assert last.sentence.endswith("It has no word: only the prior counts, and the words that are absent.")


def test_word_of_a_million_letters_other_scripts_and_emoji() -> None:
    texts = ["a" * 1_000_000, "हिन्दी भाषा", "中文 文本 🙂", "🙂 🙂 naïve\x00"]
    trace = ended(KEY, corpus(texts, ["x", "y", "x", "y"]), text="🙂 भाषा")
    model = trace[-1].model
    assert set(model.words) == {"हिन्दी", "भाषा", "中文", "文本", "🙂", "naïve"}
    assert part(trace, "posterior")[0].document.at.shape == (2,)
    first = engine.algorithm(KEY).marks(trace[1], corpus(texts, ["x", "y", "x", "y"]), None)
    assert len(first[0].told[0]) < 120 and first[0].told[0].endswith(": longer than 64 letters, left out")


def misprint(id: str, name: str, at: int = 0, **params: object) -> Misprint:
    """What a step of a part says of an erratum."""
    story = told(KEY, GOAL, name, **params)[at]
    (found,) = [one for one in story.misprints if one.erratum.id == id]
    return found


@shows("E000-15")
def test_share_of_documents_is_no_share_of_words() -> None:
    found = misprint("E000-15", "estimate")
    assert found.gives[0] == 1.0 and found.right[0] == pytest.approx(0.6)


@shows("E000-18")
def test_normalised_product_is_no_likelihood() -> None:
    found = misprint("E000-18", "posterior", text=TEST_2)
    assert found.gives == pytest.approx(0.98) and found.right == pytest.approx(0.122448979592)


@shows("E001-16")
def test_the_coefficient_is_counted_once() -> None:
    found = misprint("E001-16", "posterior", text=TEST_2)
    assert found.right == pytest.approx(np.log(0.122448979592))
    assert found.gives == pytest.approx(np.log(0.122448979592) + 3 * np.log(12))


@shows("E001-17")
def test_the_prior_is_counted_once() -> None:
    (story,) = told(KEY, BEIJING, "linear")
    (found,) = [one for one in story.misprints if one.erratum.id == "E001-17"]
    assert found.right == pytest.approx(np.log(1 / 3)) and found.gives == pytest.approx(6 * np.log(1 / 3))


def test_coefficient_has_its_own_step() -> None:
    (at,) = part(ended(KEY, GOAL, text=TEST_2), "coefficient")
    assert np.exp(at.coefficient) == pytest.approx(12) and at.joint == pytest.approx(np.log(at.priors))
    (story,) = told(KEY, GOAL, "coefficient", text=TEST_2)
    assert story.worked == ("n! / Π x! = 24 / 2 = 12",) and "the same for all" in story.sentence
    (story,) = told(KEY, corpus(["goal", "vote", "!"], ["a", "b", "a"]), "coefficient", row=3)
    assert "P(x | C) = 1 in every class" in story.sentence
    assert not part(ended(KEY, GOAL, text=TEST_2, coefficient=False), "coefficient")


def test_the_word_that_kills_is_ringed() -> None:
    (at,) = part(ended(KEY, GOAL, alpha=0.0, text="match vote"), "posterior")
    (text,) = drawn(KEY, GOAL, at, Passage)
    assert text.chosen == 1 and at.killed.tolist() == [3]
    (at,) = part(ended(KEY, GOAL, text="match vote"), "posterior")
    assert drawn(KEY, GOAL, at, Passage)[0].chosen is None


def test_the_stories_whole() -> None:
    (prior,) = told(KEY, BEIJING, "prior")
    assert prior.worked == ("π1 = 3 / 4 = 0.75", "π2 = 1 / 4 = 0.25")
    beijing, chinese, japan = told(KEY, BEIJING, "estimate")[:3]
    assert beijing.sentence.endswith("smoothed, 1 is counted. It is 1.286 times as frequent in China as in not China.")
    assert (
        chinese.sentence
        == "“chinese” occurs 6 times in the texts. It is 1.929 times as frequent in China as in not China."
    )
    assert (
        "It never occurs in China: smoothed" in japan.sentence
        and japan.worked[2] == "θ2 / θ1 = 0.2222 / 0.07143 = 3.111"
    )
    assert chinese.formula.startswith(r"\hat\theta_{vk}") and chinese.tables[0].rows[0] == pytest.approx(
        ("China", 5, 3 / 7)
    )
    (whole,) = told(KEY, BEIJING, "coefficient", text=ASKED)
    assert whole.worked == ("n! / Π x! = 120 / 6 = 20",) and whole.numbers[0].value == 20
    assert whole.formula.startswith(r"P(\mathbf{x} \mid C_k) = \frac{n!}")
    (one,) = told(KEY, BEIJING, "posterior", text="Tokyo Osaka")
    assert (
        one.sentence
        == "The typed document: most probably not China, P = 0.5091. 1 word of it is not in the vocabulary."
    )
    assert one.worked == ("P(C2 | x) = 0.055556 / 0.10913 = 0.5091", "P(x | C2) = 1·0.2222 = 0.2222")
    (two,) = told(KEY, GOAL, "posterior", text="vote Berlin Rome")
    assert two.sentence.endswith("2 words of it are not in the vocabulary.")
    (flat,) = told(KEY, GOAL, "linear", text="goal vote")
    assert "The strongest weight is that of “goal”, −1.946, a vote for sport." in flat.sentence


def test_of_many_words_the_first_are_named() -> None:
    data = corpus(["a b c d e f g h i j", "k"], ["x", "y"])
    first, second = told(KEY, data, "document")
    assert "“g” and “h” and others: every" in first.sentence and "“k”: every" in second.sentence
    many = told(KEY, engine.load("messages"), "document")
    assert many[0].sentence.startswith("Texts up to row 8 are counted. Row 8 (") and not many[0].worked


def test_queried_text_is_explained() -> None:
    card, last = engine.algorithm(KEY), ended(KEY, GOAL)[-1]
    answer = card.inspect(last, GOAL, card.params(), np.array([0.0]))
    assert GOAL.columns[0].levels[0] == "goal goal goal law"
    assert answer.story.sentence == "Most probably sport: P = 0.9942. “goal” speaks most for it."
    answer = card.inspect(last, GOAL, card.params(), np.array([3.0]))
    assert answer.story.sentence == "Most probably politics: P = 0.9333. “vote” speaks most for it."
    assert [one.name for one in answer.story.numbers] == ["P(politics)", "P(sport)"]


def test_tints_grow_with_the_log_ratio_and_axes_name_the_classes() -> None:
    at = part(ended(KEY, BEIJING, text=ASKED), "word")[-1]
    (text,) = drawn(KEY, BEIJING, at, Passage)
    gaps = np.abs(np.log(at.model.chances[0] / at.model.chances[1]))
    assert text.depths == pytest.approx(gaps[[1, 1, 1, 5, 2]] / 3)
    (bars,) = drawn(KEY, BEIJING, at, Bars, "Word by word")
    assert bars.surface.y == "for not China (up), China (down)"
    wide = part(ended(KEY, engine.load("reviews")), "estimate")[-1]
    (grid,) = drawn(KEY, engine.load("reviews"), wide, Matrix, "Chances of the words")
    assert grid.row_labels[-1] == wide.words[-1] and grid.chosen_row == 15 and np.isfinite(grid.values).all()
    assert not drawn(KEY, BEIJING, part(ended(KEY, BEIJING), "posterior")[0], Bars, "Log of the product so far")


def test_probability_just_below_1_is_not_shown_as_1() -> None:
    how = {"text": "goal goal goal match match match match match match", "alpha": 0.1, "stuffing": "goal", "copies": 3}
    (sure,) = told(KEY, GOAL, "posterior", **how)
    shares = part(ended(KEY, GOAL, **how), "posterior")[0].posterior
    best = float(shares.max())
    assert 0.99995 < best < 1
    digits = sure.sentence.split("P = ")[1].removesuffix(".")
    assert "0.9999" in digits and float(digits) == pytest.approx(best, abs=0.5 * 10.0 ** (2 - len(digits)))
    assert sure.tables[0].rows[int(shares.argmax())][2] == digits
    assert "P = 1." not in " ".join(story.sentence for story in told(KEY, GOAL, "stuffed", **how))


def test_stuffing_is_drawn_as_a_curve_from_the_first_copy_on() -> None:
    how = {"text": "vote law", "stuffing": "goal", "copies": 2}
    none, one, _ = part(ended(KEY, GOAL, **how), "stuffed")
    assert not drawn(KEY, GOAL, none, Curve, "Word stuffing", **how)
    (bars,) = drawn(KEY, GOAL, none, Bars, "Posterior", **how)
    assert bars.values == pytest.approx(none.posterior)
    assert len(drawn(KEY, GOAL, one, Curve, "Word stuffing", **how)) == 2
    assert not drawn(KEY, GOAL, one, Bars, "Posterior", **how)


@pytest.mark.parametrize(
    ("key", "said"),
    [
        (KEY, "The typed document is most probably politics, P = "),
        ("bernoulli_documents", "The typed document is most probably politics, P = "),
        ("complement_naive_bayes", "The typed document has the greatest sum of weights for politics. "),
    ],
)
def test_last_step_tells_the_class_of_a_typed_document(key: str, said: str) -> None:
    (last,) = told(key, GOAL, "classified", text="vote law vote")
    (step,) = part(ended(key, GOAL, text="vote law vote"), "classified")
    best = int(step.posterior.argmax())
    assert last.sentence.startswith(said) and GOAL.class_name(GOAL.classes_present[best]) == "politics"
    if "P = " in said:
        assert float(last.sentence.removeprefix(said).split(". ")[0]) == pytest.approx(step.posterior[best], abs=1e-4)
    (other,) = told(key, GOAL, "classified")
    assert other.sentence.startswith("6 texts are given their own class"), "a row is among those that are counted"


def test_last_step_tells_that_zeros_decide_nothing() -> None:
    (last,) = told(KEY, GOAL, "classified", text="goal vote", alpha=0.0)
    assert last.sentence.startswith("The typed document has the product 0 for every class. ")
