"""Retrieval: tf–idf and cosines of scikit-learn, plain loops with decimals, the steps and what they say."""

from __future__ import annotations

import re
from decimal import Decimal, getcontext
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

import engine
from engine.base.tokens import Tokenising, words_of
from engine.core.marks import Bars
from engine.data.dataset import Dataset
from engine.families.documents.retrieval.judging import gain, precision
from tests.catalogue import shows
from tests.engine.families.documents.corpora import BEIJING, GOAL, corpus, drawn, ended, part, told
from tests.engine.families.documents.searching import ASKS, CARD, KEY, MESSAGES, QUERY, ranking


def so_far(step: Any) -> list[bool]:
    return [bool(one) for one in step.hits[: step.place]]


def average_precision(hits: list[bool], many: int) -> float:
    found = [Fraction(sum(hits[: i + 1]), i + 1) for i, hit in enumerate(hits) if hit]
    return float(sum(found, Fraction(0)) / many)


def ndcg(hits: list[bool], many: int) -> float:
    best = sum(1 / np.log2(i + 2) for i in range(many))
    return float(sum(hit / np.log2(i + 2) for i, hit in enumerate(hits)) / best)


def _gain(step: Any, data: Dataset, params: Any) -> float:
    if step.part == "every":
        return float(np.mean(step.judged.gains))
    return ndcg(so_far(step), step.many)


FOLLOWS = {
    "AP": lambda step, data, params: average_precision(so_far(step), step.many),
    "NDCG": _gain,
}


def _down(step: Any, of: int) -> np.ndarray:
    """Precision and recall down to each place, by counting."""
    hits = so_far(step)
    found = [sum(hits[: i + 1]) for i in range(len(hits))]
    return np.array([[i + 1.0, count / (of or i + 1)] for i, count in enumerate(found)])


def _means(step: Any, data: Dataset) -> list[float]:
    """The mean average precision of each class that has asked, in the order of the classes."""
    pairs = list(zip(data.codes[step.judged.rows].tolist(), step.judged.precisions.tolist(), strict=True))
    return [float(np.mean([ap for code, ap in pairs if code == k])) for k in sorted({code for code, _ in pairs})]


def _on_the_list(step: Any) -> list[bool]:
    """Whether each of the twelve best texts so far is on the list that was merged last."""
    found = sorted(np.flatnonzero(step.touched).tolist(), key=lambda row: -step.scores[row])
    return [row in step.on_list for row in found[:12]]


PLACED = {
    "Precision and recall: boundary": lambda step, data, params: _down(step, 0),
    "Precision and recall: axis": lambda step, data, params: _down(step, step.many),
    "Scores: lit": lambda step, data, params: _on_the_list(step),
    "Every text asks: bars": lambda step, data, params: _means(step, data),
}


def texts_of(data: Dataset) -> list[str]:
    levels = data.columns[0].levels
    return [levels[int(code)] if code >= 0 else "" for code in data.X[:, 0]]


# -- oracles -----------------------------------------------------------------------------------------------------------


@shows("BE13")
@pytest.mark.parametrize("name", ["beijing", "messages"])
@pytest.mark.parametrize("tf", ["raw", "log", "binary"])
@pytest.mark.parametrize("idf", ["smoothed", "none"])
@pytest.mark.parametrize("unit", [True, False])
def test_weights_and_scores_match_scikit_learn(name: str, tf: str, idf: str, unit: bool) -> None:
    from sklearn.feature_extraction.text import TfidfVectorizer

    data = engine.load(name)
    vectors = TfidfVectorizer(
        token_pattern=r"[^\W_]+(?:'[^\W_]+)*",
        norm="l2" if unit else None,
        use_idf=idf == "smoothed",
        sublinear_tf=tf == "log",
        binary=tf == "binary",
    )
    X = vectors.fit_transform(texts_of(data)).toarray()
    query = "the film was a free goal for Chinese Tokyo, goal goal"
    step = ranking(data, text=query, tf=tf, idf=idf, unit=unit)
    index = step.model
    assert index.words == tuple(vectors.get_feature_names_out())
    table = np.zeros(X.shape)
    for row in range(data.n):
        at, w = index.of(row)
        table[row, at] = w
    assert table == pytest.approx(X, rel=1e-12, abs=1e-15)
    scores = X @ vectors.transform([query]).toarray()[0]
    assert step.scores == pytest.approx(scores, rel=1e-12, abs=1e-15)
    assert sorted(step.order) == np.flatnonzero((X > 0) @ (vectors.transform([query]).toarray()[0] > 0)).tolist()
    assert (np.diff(step.scores[step.order]) <= 1e-12).all()


@pytest.mark.parametrize("tf", ["raw", "log", "binary"])
@pytest.mark.parametrize("unit", [True, False])
@pytest.mark.parametrize("asked", [{"text": QUERY}, {"row": 3}])
def test_plain_weights_match_a_decimal_loop(tf: str, unit: bool, asked: dict[str, Any]) -> None:
    getcontext().prec = 40
    texts = [words_of(text, Tokenising()) for text in texts_of(MESSAGES)]
    N = len(texts)

    def vector(words: list[str]) -> dict[str, Decimal]:
        found = {}
        for word in dict.fromkeys(words):
            df = sum(word in text for text in texts)
            if df:
                n = Decimal(words.count(word))
                count = {"raw": n, "log": 1 + n.ln(), "binary": Decimal(1)}[tf]
                found[word] = count * (Decimal(N) / df).ln()
        size = sum(w * w for w in found.values()).sqrt() if unit else Decimal(1)
        return {word: w / size for word, w in found.items()}

    query = vector(words_of(QUERY, Tokenising()) if "text" in asked else texts[2])
    step = ranking(MESSAGES, tf=tf, unit=unit, **asked)
    own = 2 if "row" in asked else None
    for row, words in enumerate(texts):
        weights = vector(words)
        score = sum((query[word] * weights[word] for word in query if word in weights), Decimal(0))
        assert step.scores[row] == pytest.approx(0.0 if row == own else float(score), rel=1e-12, abs=1e-16)
        assert (row in step.order) == (row != own and any(word in query for word in words))
    assert step.touched.sum() == len(step.order)


def test_the_loop_makes_what_the_model_answers() -> None:
    step = ranking(MESSAGES, **ASKS)
    read = step.document
    scores, touched = step.model.scored(read.at, step.model.weighed(read.at, read.times))
    assert scores == pytest.approx(step.scores, rel=1e-15) and touched.tolist() == np.flatnonzero(step.touched).tolist()
    assert step.parts.sum(axis=1) == pytest.approx(step.scores[step.order[:12]])


@pytest.mark.parametrize("params", [{}, {"idf": "smoothed"}, {"idf": "none", "unit": False}])
def test_precision_and_gain_match_a_plain_loop(params: dict[str, Any]) -> None:
    last = part(ended(KEY, MESSAGES, results=7, **params), "every")[-1]
    assert last.judged.rows.tolist() == list(range(100)) and last.asking == 100
    for i, row in enumerate(last.judged.rows.tolist()):
        index = last.model
        scores, touched = index.scored(*index.of(row))
        order = [at for at in touched if at != row]
        order.sort(key=lambda at: (-round(scores[at], 12), at))
        hits = [bool(MESSAGES.codes[at] == MESSAGES.codes[row]) for at in order]
        many = int((MESSAGES.codes == MESSAGES.codes[row]).sum()) - 1
        assert last.judged.precisions[i] == pytest.approx(average_precision(hits, many))
        assert last.judged.gains[i] == pytest.approx(ndcg(hits, many))
        assert last.judged.shares[i] == pytest.approx(sum(hits[:7]) / 7)
        assert last.judged.chance[i] == pytest.approx(many / 99)


def test_measures_match_scikit_learn_if_every_text_is_found() -> None:
    from sklearn.metrics import average_precision_score, ndcg_score

    rng = np.random.default_rng(3)
    hits = rng.random(30) < 0.4
    falling = np.arange(30.0, 0.0, -1.0)
    assert precision(hits, int(hits.sum())) == pytest.approx(average_precision_score(hits, falling))
    assert gain(hits, int(hits.sum())) == pytest.approx(ndcg_score([hits.astype(float)], [falling]))
    assert precision(hits[:0], 3) == 0.0 and gain(hits[:0], 3) == 0.0


# -- the steps ---------------------------------------------------------------------------------------------------------


def test_lists_grow_and_words_get_rarer() -> None:
    trace = ended(KEY, GOAL)
    read = part(trace, "document")
    assert [step.df.tolist() for step in read][-1] == [3, 3, 3, 3] and read[0].df.tolist() == [1, 0, 1, 0]
    rarities = part(ended(KEY, BEIJING), "idf")
    assert [rarities[-1].words[v] for v in (1, 5)] == ["chinese", "tokyo"]
    assert rarities[-1].idf[[1, 5]] == pytest.approx([0.0, np.log(4)]) and np.isnan(rarities[0].idf[1:]).all()
    stories = told(KEY, BEIJING, "idf")
    assert stories[5].sentence == "“tokyo” is in 1 of 4 texts: the fewer, the more it tells."
    smoothed = told(KEY, BEIJING, "idf", idf="smoothed")[5].sentence
    assert smoothed == "“tokyo” is in 1 of 4 texts: the fewer, the more it tells."
    assert stories[1].sentence == "“chinese” is in 4 of 4 texts: a word that all have tells nothing."
    assert stories[1].worked == ("idf = ln(4 / 4) = 0",) and stories[5].worked == ("idf = ln(4 / 1) = 1.386",)
    assert told(KEY, BEIJING, "idf", idf="smoothed")[5].worked == ("idf = ln(5 / 2) + 1 = 1.916",)
    (plain,) = {one.sentence for one in told(KEY, GOAL, "idf", idf="none")[:1]}
    assert plain == "“goal” is in 3 of 6 texts: all words count alike here."
    assert "its idf is 0" in told(KEY, BEIJING, "idf", more="osaka")[4].sentence


def test_texts_are_put_on_lists_and_weighed() -> None:
    first = told(KEY, GOAL, "document")[4]
    assert first.sentence == "Row 5 is put on the list of each of its 3 words."
    assert first.worked == ("entries ← 8 + 3 = 11",) and first.tables[0].rows[2] == ("“law”", 2, 3)
    weighed = told(KEY, GOAL, "weight")[0]
    assert weighed.sentence.startswith("In row 1 “goal” weighs most, 1.386. The vector is divided by its length.")
    assert weighed.worked == ("w(“goal”) = 2·0.6931 = 1.386", "‖w‖ = √(1.386² + 0.6931²) = 1.55")
    assert told(KEY, GOAL, "weight", tf="log")[0].worked[0] == "tf = 1 + ln 2 = 1.693"
    assert told(KEY, GOAL, "weight", unit=False)[0].sentence == "In row 1 “goal” weighs most, 1.386."
    many = told(KEY, MESSAGES, "document")[0]
    assert many.sentence == "Texts up to row 8 are put on the lists of their words." and not many.worked
    assert told(KEY, MESSAGES, "weight")[0].sentence.startswith("Texts up to row 8 are weighed. In row 8 ")


def test_lists_are_merged_in_order_and_others_not_read() -> None:
    trace = ended(KEY, GOAL, text="goal law")
    steps = part(trace, "list")
    assert [step.on_list.tolist() for step in steps] == [[0, 1, 2], [2, 3, 4]]
    assert [(step.fresh, step.read) for step in steps] == [(3, 3), (2, 6)]
    half = np.sqrt(0.5)
    assert steps[0].scores == pytest.approx(np.array([2 / 5**0.5, 1 / 5**0.5, 3 / 10**0.5, 0, 0, 0]) * half)
    step = ranking(GOAL, text="goal law")
    assert step.order.tolist() == [2, 0, 4, 1, 3] and step.scores[2] == pytest.approx(4 / 10**0.5 * half)
    one, other = told(KEY, GOAL, "list", text="goal law")
    assert one.sentence == "The list of “goal” has 3 texts: rows 1, 2 and 3. 3 texts were on no list before."
    assert other.sentence == "The list of “law” has 3 texts: rows 3, 4 and 5. 2 texts were on no list before."
    assert one.worked == ("s(row 3) ← 0 + 0.7071·0.9487 = 0.6708",)
    (story,) = told(KEY, GOAL, "ranking", text="goal law")
    assert story.sentence == (
        "Row 3 is first, s = 0.8944: “goal” 0.6708, “law” 0.2236. 1 of 6 texts has no word of the query: "
        "it was never touched."
    )
    assert story.worked == ("s = 0.6708 + 0.2236 = 0.8944",) and story.checks[0].holds
    assert story.tables[0].rows[2] == ("3. row 5", pytest.approx(0.57735, abs=1e-5), "law")
    assert trace.ending.words == "Row 3 is first of 5 texts found; 1 was never touched."


def test_querying_row_is_left_out_of_its_ranking() -> None:
    step = ranking(GOAL, row=3)
    assert step.document.row == 2 and 2 not in step.order and step.scores[2] == 0 and not step.touched[2]
    (query,) = told(KEY, GOAL, "query", row=3)
    assert query.sentence == "Row 3 asks with 2 words: “goal” and “law”. It is left out of its own ranking."
    assert query.worked == ("‖w‖ = √(2.0794² + 0.69315²) = 2.192", "w(“goal”) / ‖w‖ = 2.0794 / 2.1919 = 0.9487")
    first = told(KEY, GOAL, "list", row=3)[0]
    assert first.sentence == "The list of “goal” has 2 other texts: rows 1 and 2. 2 texts were on no list before."


def test_down_the_ranking_place_by_place() -> None:
    steps = part(ended(KEY, GOAL, text="goal law"), "place")
    assert [so_far(step)[-1] for step in steps] == [True, True, False, True, False] and steps[0].many == 3
    stories = told(KEY, GOAL, "place", text="goal law")
    assert stories[2].sentence == "Place 3: row 5 is politics, not relevant. Relevant are the 3 texts of sport."
    assert stories[2].worked == ("P = 2 / 3 = 0.6667", "R = 2 / 3 = 0.6667")
    other = told(KEY, GOAL, "place", text="goal law", relevant=2)[-1]
    assert other.sentence.endswith("1 of them is not found at all: no word of the query is in them.")
    assert CARD.event(steps[2]).word == "not relevant" and CARD.event(steps[3]).role == "best"
    (row,) = {step.wanted for step in part(ended(KEY, GOAL, row=5), "place")}
    assert GOAL.class_names[row] == "politics" and part(ended(KEY, GOAL, row=5), "place")[0].many == 2
    last = told(KEY, GOAL, "every")[-1]
    assert last.sentence.startswith("6 of 6 texts have asked for the others of their class.")


def test_without_classes_nothing_is_judged() -> None:
    plain = GOAL.changed(y=None, class_names=())
    trace = ended(KEY, plain, text="goal law")
    assert not part(trace, "place") and trace[-1].part == "ranking"
    assert trace[-1].model.predict(plain.X).tolist() == [0, 1, 2, 3, 4, 5], "each text is most like itself"
    assert drawn(KEY, plain, trace[-1], Bars, "Scores")[0].groups is None
    alone = corpus(["goal", "vote", "goal vote"], ["a", "b", "c"])
    assert [step.part for step in ended(KEY, alone)][-1] == "ranking", "no other text has the class of row 1"


def test_unlabelled_row_is_not_relevant_and_has_no_relevant_rows() -> None:
    gap = GOAL.with_targets([4], -1)
    story = told(KEY, gap, "place", text="goal law")[2]
    assert story.sentence.startswith("Place 3: row 5 has no class, not relevant.")
    assert 4 not in part(ended(KEY, gap), "every")[-1].judged.rows
    assert not part(ended(KEY, gap, row=5), "place"), "a row without a class wants none"


def numbers(story: Any) -> dict[str, Any]:
    return {one.name: one.value for one in story.numbers}


def test_every_part_tells_its_numbers() -> None:
    typed = {"text": "goal law"}
    (start,) = told(KEY, GOAL, "start")
    assert start.sentence.startswith("6 texts will be indexed") and numbers(start) == {"N": 6, "words V": 4}
    assert numbers(told(KEY, GOAL, "document")[4]) == {"texts read": 5, "entries": 11}
    assert numbers(told(KEY, MESSAGES, "document")[0]) == {"texts read": 8, "entries": 85}
    assert numbers(told(KEY, GOAL, "idf")[0]) == {"texts with it": 3, "its idf": pytest.approx(np.log(2))}
    weighed = told(KEY, GOAL, "weight")[2]
    assert numbers(weighed) == {"‖w‖": pytest.approx(np.log(2) * 10**0.5)}
    assert weighed.tables[0].rows[0] == ("“goal”", 3, pytest.approx(np.log(2)), pytest.approx(3 * np.log(2)))
    (query,) = told(KEY, GOAL, "query", text="goal goal law osaka")
    assert (
        query.sentence == "The typed query asks with 2 words: “goal” and “law”. 1 word of it is not in the vocabulary."
    )
    assert not told(KEY, GOAL, "query", unit=False)[0].worked and told(KEY, GOAL, "query", lower=False)[0].worked
    assert query.tables[0].rows[0] == ("“goal”", 2, pytest.approx(np.log(2)), pytest.approx(2 / 5**0.5))
    one, other = told(KEY, GOAL, "list", **typed)
    assert numbers(other) == {"texts found": 5, "entries read": 6}
    assert other.tables[0].rows[0] == ("row 3", *map(pytest.approx, (10**-0.5, 3 / 20**0.5, 4 / 20**0.5)))
    assert [len(story.tables[0].rows) for story in (one, other)] == [3, 3]
    (ranked,) = told(KEY, GOAL, "ranking", **typed)
    assert numbers(ranked) == {"texts found": 5, "texts never touched": 1, "entries read": 6}
    assert ranked.tables[0].chosen == 0 and ranked.tables[0].rows[0][0] == "1. row 3"
    assert numbers(told(KEY, GOAL, "ranking", row=3)[0])["texts never touched"] == 1
    place = numbers(told(KEY, GOAL, "place", **typed)[3])
    assert place == {
        "relevant so far": 3, "relevant": 3, "AP": pytest.approx((1 + 1 + 3 / 4) / 3),
        "NDCG": pytest.approx(ndcg([True, True, False, True], 3)),
    }  # fmt: skip
    step = part(ended(KEY, GOAL), "every")[-1]
    last = told(KEY, GOAL, "every", results=2)[-1]
    assert (
        numbers(last)["MAP"] == pytest.approx(step.judged.precisions.mean())
        and step.judged.mean == numbers(last)["MAP"]
    )
    assert numbers(last)["precision at 2"] == pytest.approx(
        part(ended(KEY, GOAL, results=2), "every")[-1].judged.shares.mean()
    )
    assert last.tables[0].rows[0][:3] == ("row 6", step.judged.precisions[-1], step.judged.gains[-1])
    shares = part(ended(KEY, GOAL, results=2), "every")[-1].judged.shares
    assert last.tables[0].rows[0][3] == shares[-1] != step.judged.chance[-1]
    assert "in a random order about 0.4, the share" in last.sentence and "have asked" in last.sentence
    assert told(KEY, GOAL, "every")[0].sentence.startswith("1 of 6 texts has asked")


def test_limits_of_sums_in_a_fraction_are_short() -> None:
    """A long one in a numerator is set over what stands before the fraction."""
    formula = told(KEY, GOAL, "every")[-1].formula
    assert re.findall(r"\\frac\{\\sum_(\{[^}]*\}|\w)", formula) == ["i"]


@pytest.mark.parametrize("name", ["query", "list", "ranking"])
def test_formula_divides_by_lengths_for_unit_vectors(name: str) -> None:
    assert r"\|\mathbf{w}_d\|" in told(KEY, GOAL, "ranking")[0].formula
    for params in ({"unit": False}, {"unit": False, "text": "osaka"}):
        assert all(r"\|" not in story.formula for story in told(KEY, GOAL, name, **params))
    answer = CARD.inspect(ranking(GOAL, unit=False), GOAL, CARD.params(unit=False), GOAL.X[4])
    assert r"\|" not in answer.story.formula


def test_text_about_one_word_is_in_the_singular() -> None:
    (query,) = told(KEY, BEIJING, "query", text="Chinese Tokyo")
    assert not query.remedies and "tells nothing apart" not in query.sentence
    assert query.worked == ("‖w‖ = √(0² + 1.386²) = 1.386", "w(“tokyo”) / ‖w‖ = 1.386 / 1.386 = 1")
    _, second = told(KEY, BEIJING, "list", text="Chinese Beijing")
    assert second.sentence == "The list of “beijing” has 1 text: row 1."
    prize = told(KEY, MESSAGES, "list", **ASKS)[1]
    assert prize.worked == ("s(row 2) ← 0.05909 + 0.4786·0.337 = 0.2204",)
    assert (
        prize.sentence
        == "The list of “prize” has 7 texts: rows 2, 9, 37, 54 and others. 5 texts were on no list before."
    )
    (found,) = told(KEY, MESSAGES, "ranking", **ASKS)
    assert numbers(found) == {"texts found": 26, "texts never touched": 74, "entries read": 28} and not found.worked
    assert found.checks[0].words == "the terms add up to the scores" and len(found.tables[0].rows) == 8
    twelfth = told(KEY, MESSAGES, "place", **ASKS)[11]
    assert "not found" not in twelfth.sentence and twelfth.sentence.startswith("Place 12: ")
    assert told(KEY, GOAL, "place", text="goal law")[0].sentence.startswith("Place 1: row 3 is sport, relevant. ")


def test_at_most_two_deciding_words_are_named() -> None:
    data = corpus(["goal law vote", "goal law", "goal", "other"], ["a", "b", "a", "b"])
    (story,) = told(KEY, data, "ranking", text="goal goal goal law law vote", idf="none", unit=False)
    assert [row[2] for row in story.tables[0].rows] == ["goal, law, …", "goal, law", "goal"]
    assert "s = 6: “goal” 3, “law” 2, “vote” 1. 1 of 4 texts" in story.sentence
    assert story.worked == ("s = 3 + 2 + 1 = 6",)
    long = corpus(["a b c d e", "f"], ["a", "b"])
    (story,) = told(KEY, long, "ranking", text="a b c d e", idf="none", unit=False)
    assert "“a” 1, “b” 1, “c” 1, “d” 1 and others. " in story.sentence and not story.worked
    four = corpus(["a b c d", "f"], ["a", "b"])
    (story,) = told(KEY, four, "ranking", text="a b c d", idf="none", unit=False)
    assert "“c” 1, “d” 1. 1 of 2 texts" in story.sentence
    assert told(KEY, GOAL, "weight", tf="binary")[4].worked[0] == "w(“law”) = 1·0.6931 = 0.6931"
    falling = corpus(["goal vote vote", "goal", "vote law"], ["a", "b", "a"])
    assert told(KEY, falling, "weight")[0].worked[0] == "w(“vote”) = 2·0.40547 = 0.8109"
    same = corpus(["goal law", "goal law", "vote"], ["a", "b", "a"])
    (story,) = told(KEY, same, "ranking", text="goal", idf="smoothed")
    assert "2 texts have this score, and the lowest row stands first." in story.sentence


def test_only_texts_with_another_of_their_class_are_queries() -> None:
    gap = GOAL.with_targets([4], -1)
    assert told(KEY, gap, "every")[-1].sentence.startswith("5 of 5 texts have asked")


def test_the_curves_of_a_run() -> None:
    trace = ended(KEY, GOAL, text="goal law")
    params = CARD.params(text="goal law")
    found = [CARD.measure(step, GOAL, params) for step in part(trace, "list")]
    assert found == [{"texts found": 3}, {"texts found": 5}]
    last = trace[-1]
    assert CARD.measure(last, GOAL, params) == {"mean average precision": last.judged.mean}
    assert CARD.measure(trace[0], GOAL, params) == {} and CARD.event(trace[0]) is None
    assert CARD.event(part(trace, "ranking")[0]).word == "found" and CARD.event(ranking(GOAL, text="osaka")) is None
