"""k nearest neighbours against the worked example, scikit-learn, and what its steps promise."""

from __future__ import annotations

from functools import partial

import numpy as np
import pytest
from sklearn.neighbors import KNeighborsClassifier

import engine
from engine.base.errors import Refusal
from engine.core.marks import Bars, Curve, Ellipse, Points, Region, Segments
from engine.models.neighbours import Query
from tests.catalogue import shows
from tests.engine.families import looked_at
from tests.engine.families.looked_at import of

KEY = "knn"
X = [[1.0, 1.0], [2.0, 1.0], [2.0, 3.0], [4.0, 4.5], [6.0, 4.0], [4.0, 7.0]]
W10 = engine.Dataset.from_arrays(X, ["A", "A", "B", "B", "B", "A"])
AT = (3.0, 3.0)
VOTES = {1: (0, 1), 2: (0, 2), 3: (1, 2), 4: (2, 2), 5: (2, 3), 6: (3, 3)}


told = partial(looked_at.told, KEY)


def last(data, **params):
    return engine.trace(KEY, data, **params)[-1]


def parts(trace):
    return [step.part for step in trace]


# -- the worked example ------------------------------------------------------------------------------------------------


@shows("KN1", "W10")
@pytest.mark.parametrize("k", VOTES)
def test_w10_distances_order_votes_and_shares(k):
    trace, stories, marks = told(W10, k=k, query=AT)
    assert parts(trace) == ["start", *["distance"] * 6, "sort", *["take"] * k, "vote", "answer"]
    assert trace[6].distances == pytest.approx(
        [2.82842712475, 2.2360679775, 1.0, 1.80277563773, 3.16227766017, 4.12310562562], abs=1e-9
    )
    assert trace[7].order.tolist() == [2, 3, 1, 0, 4, 5]
    end = trace[-1]
    assert tuple(end.votes) == VOTES[k] and end.radius == trace[7].distances[trace[7].order[k - 1]]
    assert (len(end.tied) > 1) == (k in (4, 6))
    assert stories[3].worked == ("d = √(1² + 0²) = 1",)
    assert stories[7].tables[0].rows[:2] == ((1, "3", "B", 1.0), (2, "4", "B", trace[7].distances[3]))
    assert f"P(B): {VOTES[k][1]} / {k} = " in " ".join(stories[-2].worked)
    (bars,) = [mark for mark in marks[-1] if isinstance(mark, Bars)]
    assert bars.values.tolist() == list(VOTES[k])


@shows("KN1")
def test_circle_grows_to_k_rows_and_then_the_plane_is_divided():
    trace, stories, marks = told(W10, k=5, query=AT)
    ascending = np.sort(np.linalg.norm(W10.X - AT, axis=1))
    assert [story.sentence for story in stories[8:10]] == [
        "Neighbour 1 is row 3 (B): the circle grows to 1 and holds 1 row.",
        "Neighbour 2 is row 4 (B): the circle grows from 1 to 1.803 and holds 2 rows.",
    ]
    for step, drawn in zip(trace, marks, strict=True):
        margin, ghost = of(Ellipse, drawn, "margin"), of(Ellipse, drawn, "ghost")
        assert [one.scale for one in margin] == pytest.approx(
            ascending[step.taken - 1 : step.taken] if step.taken else []
        )
        grows = step.part == "take" and step.taken > 1
        assert [one.scale for one in ghost] == pytest.approx([ascending[step.taken - 2]] if grows else [])
        spokes = [one for one in of(Segments, drawn, "spoke") if step.taken]
        assert [len(one.ends) for one in spokes] == ([step.taken] if step.taken else [])
        assert [one.model for one in of(Region, drawn)] == ([step.model.known] if step.part == "answer" else [])
    square = engine.Dataset.from_arrays([[1, 0], [0, 1], [-1, 0], [0, -1]], ["a", "b", "b", "b"])
    _, stories, marks = told(square, k=3, query=(0.0, 0.0))
    assert stories[7].sentence == "Neighbour 2 is row 2 (b): the circle keeps the radius 1 and holds 2 rows."
    here = told(square, k=2, query=(1.0, 0.0))[1]
    assert here[6].sentence.endswith("the circle grows to 0 and holds 1 row.")
    assert here[7].sentence.endswith("the circle grows to 1.414 and holds 2 rows.")
    assert not any(of(Ellipse, drawn, "ghost") for drawn in marks), "as far as the one before it does not grow"


@shows("KN1")
def test_k_of_1_to_n_is_taken():
    for k in range(1, 7):
        assert last(W10, k=k, query=AT).taken == k
    assert engine.algorithm(KEY).params().k == 3


def test_single_neighbour_refers_to_its_cells():
    _, stories, _ = told(W10, k=1, query=AT)
    assert f"{engine.algorithm('nearest_neighbour').name} shows the cell that each rules" in stories[-1].sentence
    assert "cell" not in told(W10, k=2, query=AT)[1][-1].sentence


@shows("KN3", "W10")
def test_w10_ties_by_every_rule():
    for k in (4, 6):
        end = last(W10, k=k, query=AT)
        assert end.answer == 1 and [name for name, _ in end.rules] == ["nearest neighbour"]
        end = last(W10, k=k, query=AT, tie="larger prior")
        assert end.rules == (("larger prior", (0, 1)), ("nearest neighbour", (1,))) and end.answer == 1
        end = last(W10, k=k, query=AT, tie="odd k")
        assert end.answer == last(W10, k=k - 1, query=AT).answer == 1
    assert last(W10.without_rows([4]), k=4, query=AT, tie="larger prior").answer == 0
    answers = {engine.trace(KEY, W10, k=4, query=AT, tie="random", seed=seed)[-1].answer for seed in range(20)}
    assert answers == {0, 1}
    card, (trace, stories, marks) = engine.algorithm(KEY), told(W10, k=4, query=AT, tie="larger prior")
    assert "a tie between A and B" in stories[-2].sentence and card.event(trace[-2]).word == "tie"
    assert "the class with more rows in the table decides, and leaves A and B" in stories[-1].sentence
    assert "Then: the nearest neighbour" in stories[-1].sentence
    (bars,) = [mark for mark in marks[-2] if isinstance(mark, Bars)]
    assert bars.labels == ("A: tied", "B: tied") and bars.lit.tolist() == [True, True] and bars.chosen is None
    (bars,) = [mark for mark in marks[-1] if isinstance(mark, Bars)]
    assert bars.lit is None and bars.chosen == 1


def test_rule_that_leaves_a_tie_falls_back_to_the_first_class():
    even = engine.Dataset.from_arrays([[-1.0, 0.0], [1.0, 0.0]], ["left", "right"])
    trace, stories, _ = told(even, k=2, query=(0.0, 5.0))
    assert trace[-1].answer == 0 and len(trace[-1].rules) == 2
    assert "the first in the list of classes wins, left" in stories[-1].sentence


# -- edges -------------------------------------------------------------------------------------------------------------


@shows("KN1")
def test_more_neighbours_than_rows_are_refused():
    with pytest.raises(Refusal, match="k = 7") as refusal:
        engine.trace(KEY, W10, k=7)
    assert refusal.value.remedies[0].value == 6


@shows("KN1")
def test_equal_distances_at_the_rim_take_the_lower_row_or_all():
    square = engine.Dataset.from_arrays([[1, 0], [0, 1], [-1, 0], [0, -1], [9, 9]], ["a", "b", "b", "b", "a"])
    trace, stories, _ = told(square, k=1, query=(0.0, 0.0))
    assert trace[-1].near.tolist() == [0] and trace[-1].answer == 0
    assert "4 rows are 1 away, as far as neighbour 1: those with the lower row numbers are taken" in stories[6].sentence
    trace, stories, _ = told(square, k=1, query=(0.0, 0.0), all_tied=True)
    assert trace[-1].near.tolist() == [0, 1, 2, 3] and trace[-1].answer == 1
    assert "all of them are taken" in stories[6].sentence


@shows("KN1")
def test_one_class_is_a_constant_answer():
    one = W10.subset([0, 1, 5])
    assert (last(one, k=3).model.predict(np.random.default_rng(0).normal(size=(9, 2))) == 0).all()


def test_wide_features_are_scaled_or_reported_as_dominant():
    wide = W10.changed(X=W10.X * [1.0, 1000.0])
    scaled, stories, marks = told(wide)
    assert "divided by its standard deviation (N − 1)" in stories[0].sentence
    assert scaled[0].model.known.metric.scales == pytest.approx(wide.X.std(axis=0, ddof=1))
    (ring,) = [mark for mark in marks[-1] if isinstance(mark, Ellipse)]
    assert np.sqrt(np.diagonal(ring.covariance)) == pytest.approx(scaled[0].model.known.metric.scales)
    _, stories, _ = told(wide, scale="never")
    assert "the widest feature alone decides" in stories[0].sentence
    assert "standard deviation" not in told(W10)[1][0].sentence
    assert last(W10, scale="always").model.known.metric.scales[0] != 1


@pytest.mark.parametrize(("distance", "reach"), [("Manhattan", 1.0), ("Chebyshev", np.inf), ("Minkowski", 3.0)])
def test_ball_has_the_shape_of_the_distance(distance, reach):
    trace, _, marks = told(W10, distance=distance, query=AT)
    (outline,) = [mark for mark in marks[-1] if isinstance(mark, Curve)]
    away = np.linalg.norm(outline.positions - AT, ord=reach, axis=1)
    assert away == pytest.approx(np.full(len(away), trace[-1].radius))
    assert outline.positions[0] == pytest.approx(outline.positions[-1])


def test_categories_are_compared_by_hamming_only():
    tennis = engine.load("play_tennis")
    with pytest.raises(Refusal, match="take Hamming") as refusal:
        engine.trace(KEY, tennis)
    assert refusal.value.remedies[0].value == "Hamming"
    end = last(tennis, distance="Hamming", k=5)
    assert (end.distances == np.round(end.distances)).all()
    assert "exactly" in told(W10, distance="Hamming")[1][0].sentence


def test_singular_table_has_no_mahalanobis_distance():
    with pytest.raises(Refusal, match="take Euclidean"):
        engine.trace(KEY, W10.changed(X=W10.X * [1.0, 0.0]), distance="Mahalanobis")


def test_missing_values_are_refused_with_a_way_to_fill_them():
    with pytest.raises(Refusal, match="fill the gaps"):
        engine.trace(KEY, W10.with_values([0], [[np.nan, 1.0]]))


# -- the query ---------------------------------------------------------------------------------------------------------


def test_query_is_typed_placed_or_in_the_middle():
    assert last(W10).model.point.tolist() == np.median(W10.X, axis=0).tolist()
    assert last(W10, query=AT) == engine.trace(KEY, W10, start=Query(np.array(AT)))[-1]
    with pytest.raises(Refusal, match="query needs 2 numbers"):
        engine.trace(KEY, W10, query=(1.0,))


def test_rows_are_cached_independently_of_the_query():
    moved = [engine.trace(KEY, W10, start=Query(np.array(place)))[-1] for place in ([0.0, 0.0], [5.0, 5.0])]
    assert moved[0].model.known is moved[1].model.known


def test_any_point_is_answered():
    card, end = engine.algorithm(KEY), last(W10, k=4, query=AT)
    answer = card.inspect(end, W10, card.params(k=4), np.array(AT))
    assert answer.story.sentence.startswith("This point is classified as B: of 4 votes A has 2, B has 2. It was a tie")
    assert [number.value for number in answer.story.numbers] == pytest.approx(end.distances[end.near])


@shows("KN1")
@pytest.mark.parametrize("name", ["iris", "wine", "breast_cancer", "digits"])
def test_sklearn_answers_alike(name):
    data = engine.load(name)
    end = last(data, k=5, scale="never")
    Z = data.X + 1e-4 * np.random.default_rng(0).normal(size=data.X.shape)
    theirs = KNeighborsClassifier(5).fit(data.X, data.codes)
    shares = end.model.predict_proba(Z)
    clear = ~end.model.known.neighbours(Z).tied & ((shares == shares.max(axis=1)[:, None]).sum(axis=1) == 1)
    assert clear.sum() > 100
    assert shares[clear] == pytest.approx(theirs.predict_proba(Z)[clear], abs=1e-12)
    assert (end.model.predict(Z)[clear] == theirs.predict(Z)[clear]).all()


def test_many_rows_are_processed_in_blocks_or_one_by_one():
    rng = np.random.default_rng(0)
    many = engine.Dataset.from_arrays(rng.normal(size=(5000, 2)), rng.integers(2, size=5000))
    begun = parts(engine.trace(KEY, many, k=3).to_end())
    assert begun == ["start", "distance", "sort", *["take"] * 3, "vote", "answer"]
    assert len(engine.trace(KEY, many, k=500)) == 25
    few = many.subset(range(60))
    assert parts(engine.trace(KEY, few, k=50, every_row=True).to_end()).count("take") == 50


@shows("E002-12")
def test_orders_0_and_infinity_of_the_notes_are_explained():
    trace, stories, _ = told(W10, distance="Hamming", query=AT)
    assert {one.gives for story in stories for one in story.misprints} == {"1/0"}
    assert [story.misprints[0].right for story in stories[1:7]] == trace[6].distances.tolist()
    _, stories, _ = told(W10, distance="Chebyshev", query=AT)
    assert [story.misprints[0].right for story in stories[1:3]] == [2.0, 2.0]
    assert stories[1].misprints[0].gives == 1.0 and not stories[3].misprints, "where it is 1 both agree"


def test_one_of_several_equally_near_rows_is_not_called_decisive():
    data = engine.Dataset.from_arrays([[0.0], [2.0], [5.0]], ["A", "B", "A"])
    for all_tied, taken in ((True, 2), (False, 1)):
        trace, stories, _ = told(data, k=1, query=(1.0,), all_tied=all_tied)
        assert trace[-1].taken == taken and ("A single row decides" in stories[-1].sentence) == (taken == 1)


@shows("KN1", "KN3", "W10")
def test_w10_a_step_says_this():
    trace, stories, marks = told(W10, k=4, query=AT)
    card = engine.algorithm(KEY)
    assert [stories[k].sentence for k in (0, 3, 7, 8, 9, 12, 13)] == [
        "Nothing is learnt: 6 rows are kept. The query z is at (3, 3); its 4 nearest rows will vote.",
        "Row 3 (B) is 1 away from the query.",
        "Sorted by distance, row 3 (B) comes first, at 1.",
        "Neighbour 1 is row 3 (B): the circle grows to 1 and holds 1 row.",
        "Neighbour 2 is row 4 (B): the circle grows from 1 to 1.803 and holds 2 rows.",
        "Of 4 votes A has 2, B has 2: a tie between A and B, which a rule has to decide.",
        "The query is classified as B: of 4 votes A has 2, B has 2. It was a tie: the nearest neighbour among the tied "
        "classes decides.",
    ]
    assert [stories[k].worked for k in (7, 9, 10, 11, 12)] == [
        ("1 ≤ 1.803 ≤ 2.236 ≤ 2.828 ≤ 3.162",), ("votes for B: 1 + 1 = 2",), ("votes for A: 0 + 1 = 1",),
        ("votes for A: 1 + 1 = 2",), ("P(A): 2 / 4 = 0.5", "P(B): 2 / 4 = 0.5"),
    ]  # fmt: skip
    each, radius = [("votes for A", ""), ("votes for B", "")], ("radius", "how far the last of them is")
    assert [[(one.name, one.note) for one in stories[k].numbers] for k in (0, 9, 12, 13)] == [
        [("k", ""), ("z", ""), ("rows kept", "")], [radius, *each], each, [*each, radius]
    ]  # fmt: skip
    assert [one.value for one in stories[13].numbers] == pytest.approx([2, 2, 8**0.5])
    assert [stories[k].tables[0].chosen for k in (7, 8, 11, 12)] == [None, 0, 3, None]
    assert [check.words for check in stories[13].checks] == ["every neighbour has one vote"]
    assert [(card.event(step).word, card.event(step).role) for step in trace[12:]] == [
        ("tie", "wrong"), ("answer", "best")
    ]  # fmt: skip
    assert not any(card.event(step) for step in trace[:12]) and card.event(last(W10, k=3, query=AT)).word == "answer"
    for step in trace:
        assert bool(card.measure(step, W10, card.params())) == bool(step.taken), (
            "before one is taken there is no radius"
        )
    assert card.measure(trace[7], W10, card.params()) == {}
    assert card.measure(trace[9], W10, card.params()) == {"radius": pytest.approx(3.25**0.5)}
    (spokes,), (lit,) = of(Segments, marks[3]), of(Points, marks[3])
    assert spokes.starts.tolist() == [[3, 3]] and spokes.ends.tolist() == [[2, 3]] and spokes.rows.tolist() == [2]
    assert lit.positions.tolist() == [[3, 3]] and lit.labels == ("z",) and lit.role == "focus"
    (taken,) = of(Points, marks[10], "best")
    assert taken.rows.tolist() == [2, 3, 1] and taken.positions.tolist() == [[2, 3], [4, 4.5], [2, 1]]
    (bars,) = of(Bars, marks[10])
    assert (bars.labels, bars.values.tolist(), bars.chosen, bars.surface.name) == (("A", "B"), [1, 2], None, "Votes")
    asked = card.inspect(trace[-1], W10, card.params(k=4), np.array(AT)).story
    assert [(one.name, one.note) for one in asked.numbers] == [
        (f"distance to row {row}", name) for row, name in ((3, "B"), (4, "B"), (2, "A"), (1, "A"))
    ]
    (ring,) = of(Ellipse, card.inspect(trace[-1], W10, card.params(k=4), np.array(AT)).marks)
    assert ring.scale == pytest.approx(8**0.5), "as far as the last of them"


@shows("KN1")
def test_as_many_rows_as_there_are_may_vote():
    rng = np.random.default_rng(4)
    data = engine.Dataset.from_arrays(rng.normal(size=(1800, 2)), rng.integers(0, 2, 1800))
    for k in (1001, 1500, 1800):
        model = engine.fit(KEY, data, k=k)
        theirs = KNeighborsClassifier(k).fit(data.X, data.codes)
        answer = model.known.predict(data.X[:40])
        share = theirs.predict_proba(data.X[:40])
        clear = np.abs(share[:, 0] - 0.5) > 1e-9
        assert clear.sum() > 30 and answer[clear].tolist() == theirs.predict(data.X[:40])[clear].tolist()
    with pytest.raises(Refusal, match="k = 1,801 neighbours need as many points, and there are 1,800"):
        engine.trace(KEY, data, k=1801)
