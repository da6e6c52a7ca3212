"""The Parzen window against the worked example, scikit-learn, and what its steps promise."""

from __future__ import annotations

from functools import partial

import numpy as np
import pytest
from sklearn.neighbors import KNeighborsClassifier, RadiusNeighborsClassifier

import engine
from engine.base.errors import ParameterError
from engine.core.marks import Bars, Ellipse, Points, Region, Segments
from engine.models.kernel_votes import AskedVotes
from tests.catalogue import shows
from tests.engine.families import looked_at
from tests.engine.families.looked_at import of

KEY = "parzen"
W11 = engine.Dataset.from_arrays([[0.0], [1.0], [1.5], [3.0], [4.0], [4.5]], ["0", "0", "1", "1", "1", "0"])
AT = (2.0,)
FOLLOWS = {
    "Rows": lambda step, data, params: step.before + 1,
    "Rows # to": lambda step, data, params: step.tested,
}


told = partial(looked_at.told, KEY)


def last(data, **params):
    return engine.trace(KEY, data, **params)[-1]


# -- the worked example ------------------------------------------------------------------------------------------------


@shows("KN6", "W11")
@pytest.mark.parametrize(("radius", "inside", "p"), [(1.0, 3, 0.666666666667), (2.0, 5, 0.6), (3.0, 6, 0.5)])
def test_w11_the_rows_inside_and_their_votes(radius, inside, p):
    trace, stories, marks = told(W11, radius=radius, query=AT)
    assert [step.part for step in trace] == ["start", *["test"] * 6, "answer"]
    end, within = trace[-1], np.abs(W11.X[:, 0] - 2.0) <= radius
    assert [int(step.counts.sum()) for step in trace[1:7]] == np.cumsum(within).tolist()
    assert int(end.counts.sum()) == inside and end.shares[1] == pytest.approx(p, abs=1e-9)
    theirs = RadiusNeighborsClassifier(radius).fit(W11.X, W11.codes)
    assert theirs.predict_proba([AT])[0] == pytest.approx(end.shares, abs=1e-12)
    numbers = {number.name: number.value for number in stories[-1].numbers}
    assert numbers == {
        "class 0 inside": end.counts[0],
        "class 1 inside": end.counts[1],
        "rows inside": inside,
        "R": radius,
    }
    assert f"P(class 1) = {end.counts[1]} / {inside} = " in stories[-1].worked[1]
    for row, (story, drawn) in enumerate(zip(stories[1:7], marks[1:7], strict=True)):
        assert ("has one vote" if within[row] else "has no vote") in story.sentence
        (ring,) = of(Ellipse, drawn)
        assert (ring.scale, ring.centre.tolist(), ring.role) == (radius, [2.0], "margin")
        (lit,) = of(Points, drawn, "support")
        assert lit.rows.tolist() == np.flatnonzero(within[: row + 1]).tolist()
        (spoke,) = of(Segments, drawn, "spoke")
        assert spoke.ends.tolist() == [W11.X[row].tolist()]
        (bars,) = of(Bars, drawn)
        assert bars.values.tolist() == trace[row + 1].counts.tolist()
        assert bars.labels == ("class 0", "class 1") and bars.chosen is None
        assert spoke.groups.tolist() == [W11.codes[row]]
        assert story.numbers[-1].note == f"of {row + 1} tested"
    assert f"those at most R = {radius:g} away" in stories[0].sentence
    share = f"({100 * end.shares[end.answer]:.1f}"
    assert share in stories[-1].sentence and of(Bars, marks[-1])[0].chosen == end.answer
    assert of(Segments, marks[-1], "spoke")[0].ends.tolist() == W11.X[within].tolist()
    card = engine.algorithm(KEY)
    assert [card.measure(step, W11, card.params()) for step in trace] == [
        {}, *({"rows inside": count} for count in [*np.cumsum(within), inside])
    ]  # fmt: skip


@shows("KN6", "W11")
def test_w11_the_rim_counts():
    _, stories, _ = told(W11, radius=1.0, query=AT)
    assert stories[2].sentence == "Row 2 (class 0) is 1 away, on the rim of the circle, which counts: it has one vote."
    assert stories[2].worked == ("d = √(1²) = 1", "1 ≤ 1", "class 0 inside: 0 + 1 = 1")
    assert stories[1].worked == ("d = √(2²) = 2", "2 > 1")
    assert "of the 3 rows inside the circle" in stories[-1].sentence and "class 1, as 2" in stories[-1].sentence


@shows("KN6", "W11")
def test_w11_circle_of_the_nearest_neighbours_beside_it():
    _, stories, marks = told(W11, radius=2.0, query=AT)
    window, grown = of(Ellipse, marks[-1])
    assert (window.scale, window.role) == (2.0, "margin")
    far = KNeighborsClassifier(3).fit(W11.X, W11.codes).kneighbors([AT])[0][0, -1]
    assert (grown.scale, grown.role) == (far, "ghost") == (1.0, "ghost")
    assert "The circle of the k = 3 nearest rows (grey) ends at 1: it is small where rows" in stories[-1].sentence
    two = W11.subset([0, 1])
    assert "k = 2 nearest rows (grey) ends at 2" in told(two, radius=3.0, query=AT)[1][-1].sentence
    for undrawn in (told(W11, distance="Hamming", query=AT), told(W11.subset([1, 1, 1]), query=(1.0,), radius=1.0)):
        assert "nearest rows ends at " in undrawn[1][-1].sentence and not of(Ellipse, undrawn[2][-1], "ghost")


@shows("KN6")
@pytest.mark.parametrize(("features", "distance"), [(3, "Euclidean"), (2, "Hamming")])
def test_grey_ball_is_mentioned_only_if_drawn(features, distance):
    """Of more features the rows inside of the window would lie far outside of it."""
    data = engine.load("iris").select(range(features))
    _, stories, marks = told(data, distance=distance, radius=3.0)
    assert [shape.role for shape in of(Ellipse, marks[-1])] == (["margin"] if distance == "Euclidean" else [])
    assert "of the k = 3 nearest rows ends at" in stories[-1].sentence


@shows("KN6", "W11", "E002-14")
def test_w11_empty_window_is_undefined_without_a_fallback():
    trace, stories, marks = told(W11, radius=0.25, query=AT)
    end = trace[-1]
    assert end.counts.tolist() == [0, 0] and np.isnan(end.shares).all() and end.answer == -1
    assert "no neighbours" in stories[-1].sentence and "0/0" in stories[-1].sentence and not stories[-1].worked
    assert "a wider R or a fallback" in stories[-1].sentence and "ends at 1: " in stories[-1].sentence
    assert trace.ending.kind == "stopped"  # it is an answer, no mistake
    assert trace.ending.words.endswith("its class is undefined: bring it nearer, or widen R.")
    assert engine.algorithm(KEY).event(end).word == "undefined"
    assert end.model.predict(np.array([AT])).tolist() == [-1] and of(Region, marks[-1])[0].show == "probability"
    shares, stories, _ = told(W11, radius=0.25, query=AT, fallback="class shares")
    assert shares[-1].shares.tolist() == [0.5, 0.5] and "the commonest class is taken: class 0" in stories[-1].sentence
    assert [number.value for number in stories[-1].numbers if number.name.startswith("P(")] == [0.5, 0.5]
    (misprint,) = stories[-1].misprints
    assert (misprint.gives, misprint.right, misprint.quantity) == ("0/0", 0.5, "P(class 0)") and misprint.matters()
    nearest, stories, _ = told(W11, radius=0.25, query=AT, fallback="nearest row")
    assert nearest[-1].answer == 1 and "the nearest row decides: class 1" in stories[-1].sentence
    assert (stories[-1].misprints[0].right, stories[-1].misprints[0].quantity) == (1.0, "P(class 1)")
    for radius in (0.25, 1.0):  # left open it is undefined as printed too
        assert not told(W11, radius=radius, query=AT)[1][-1].misprints


# -- the radius --------------------------------------------------------------------------------------------------------


@shows("KN6")
def test_default_radius_is_three_median_nearest_distances():
    end = last(W11)
    assert end.model.known.h == pytest.approx(3 * np.median([1.0, 0.5, 0.5, 1.0, 0.5, 0.5]))
    assert last(W11.changed(X=np.zeros((6, 1)))).model.known.h == 1.0
    twice = W11.changed(X=np.array([[0.0], [0.0], [0.0], [0.0], [0.0], [7.0]]))
    assert last(twice).model.known.h == 21.0


@shows("KN6")
@pytest.mark.parametrize("name", ["iris", "wine", "breast_cancer"])
def test_sklearn_answers_alike(name):
    data = engine.load(name)
    end = last(data, scale="never")
    R = end.model.known.h
    near = KNeighborsClassifier(2).fit(data.X, data.codes).kneighbors(data.X)[0][:, 1]
    assert pytest.approx(3 * np.median(near)) == R
    Z = data.X[::3] + 0.01
    distances = end.model.known.metric.between(Z, data.X)
    clear = (np.abs(distances - R) > 1e-9 * R).all(axis=1) & (distances <= R).any(axis=1)
    theirs = RadiusNeighborsClassifier(R).fit(data.X, data.codes)
    assert clear.sum() > 20
    assert end.model.predict_proba(Z)[clear] == pytest.approx(theirs.predict_proba(Z[clear]), abs=1e-12)
    assert (end.model.predict(Z)[clear] == theirs.predict(Z[clear])).all()


def test_a_radius_below_0_is_refused():
    with pytest.raises(ParameterError, match="radius = -1"):
        engine.trace(KEY, W11, radius=-1.0)


# -- edges -------------------------------------------------------------------------------------------------------------


def test_tie_is_won_by_the_first_class_as_stated():
    even = engine.Dataset.from_arrays([[-1.0], [1.0]], ["left", "right"])
    _, stories, _ = told(even, query=(0.0,), radius=1.0)
    assert "classified as left, as 1 of the 2 rows" in stories[-1].sentence and "It is a tie" in stories[-1].sentence


def test_run_and_point_predictions_match_the_model():
    iris = engine.load("iris")
    trace, stories, _ = told(iris)
    end = trace[-1]
    assert isinstance(end.model, AskedVotes)
    assert end.model.predict_proba(end.model.point[None])[0] == pytest.approx(end.shares, abs=1e-12)
    card = engine.algorithm(KEY)
    answer = card.inspect(end, iris, card.params(), end.model.point).story
    assert [n.value for n in answer.numbers] == pytest.approx([*end.shares, end.counts.sum()])
    assert [n.name for n in answer.numbers] == [*(f"P({name})" for name in iris.class_names), "rows inside"]
    asked = card.inspect(end, iris, card.params(), iris.X[3])
    assert [n.value for n in asked.story.numbers[:-1]] == end.model.predict_proba(iris.X[[3]])[0].tolist() == [1, 0, 0]
    (ring,) = of(Ellipse, asked.marks)
    assert (ring.scale, ring.centre.tolist()) == (end.model.known.h, iris.X[3].tolist())
    assert answer.sentence == stories[-1].sentence.split(" The circle")[0].replace("The query", "This point")
    far = card.inspect(end, iris, card.params(), end.model.point + 100.0).story
    assert "of this point: no neighbours" in far.sentence and [n.name for n in far.numbers] == ["rows inside"]


def test_many_rows_are_tested_in_blocks_or_one_by_one():
    rng = np.random.default_rng(0)
    many = engine.Dataset.from_arrays(rng.normal(size=(5000, 2)), rng.integers(2, size=5000))
    trace = engine.trace(KEY, many, radius=0.5).to_end()
    assert len(trace) == 22 and len(engine.trace(KEY, many.subset(range(60)), every_row=True).to_end()) == 62
    _, stories, _ = told(many, radius=0.5)
    new = int(trace[3].counts.sum() - trace[2].counts.sum())
    assert stories[3].sentence == f"Rows 501 to 750 are tested: {new} of these 250 are inside."


@shows("KN6")
def test_unanimous_window_is_stated_in_words():
    alone, some = (told(W11, query=(0.0,), radius=radius)[1][-1].sentence for radius in (0.5, 1.2))
    assert "classified as class 0, as the only row inside the circle is. The circle" in alone
    assert "classified as class 0, as all 2 rows inside the circle are. The circle" in some


@shows("KN6")
def test_kn6_a_step_says_this():
    """Six points around (3, 3), at √8, √5, 1, √3.25, √10 and √17; a window of radius 3 holds the first four."""
    X = [[1.0, 1.0], [2.0, 1.0], [2.0, 3.0], [4.0, 4.5], [6.0, 4.0], [4.0, 7.0]]
    data, how = engine.Dataset.from_arrays(X, ["A", "A", "B", "B", "B", "A"]), {"query": (3.0, 3.0), "radius": 3.0}
    trace, stories, marks = told(data, **how)
    card = engine.algorithm(KEY)
    assert [stories[k].sentence for k in (0, 1, 4, 5)] == [
        "Nothing is learnt: 6 rows are kept. The query z is at (3, 3). Every row is tested: those at most R = 3 away "
        "have one vote each, however many they are.",
        "Row 1 (A) is 2.828 away, inside the circle: it has one vote.",
        "Row 4 (B) is 1.803 away, inside the circle: it has one vote.",
        "Row 5 (B) is 3.162 away, outside of the circle: it has no vote.",
    ]
    assert [stories[k].worked for k in (1, 4, 5, 7)] == [
        ("d = √(2² + 2²) = 2.828", "2.828 ≤ 3", "A inside: 0 + 1 = 1"),
        ("d = √(1² + 1.5²) = 1.803", "1.803 ≤ 3", "B inside: 1 + 1 = 2"),
        ("d = √(3² + 1²) = 3.162", "3.162 > 3"), ("P(A) = 2 / 4 = 0.5", "P(B) = 2 / 4 = 0.5"),
    ]  # fmt: skip
    assert stories[7].sentence == (
        "The query is classified as A, as 2 of the 4 rows inside the circle are (50.0 %). It is a tie: the first of "
        "the classes with as much wins. The circle of the k = 3 nearest rows (grey) ends at 2.236: it is small where "
        "rows are dense, the window is as wide everywhere."
    )
    inside = [("A inside", ""), ("B inside", "")]
    assert [[(one.name, one.note) for one in stories[k].numbers] for k in (5, 7)] == [
        [*inside, ("rows inside", "of 5 tested")], [*inside, ("rows inside", "of 6 tested"), ("R", "the radius")]
    ]  # fmt: skip
    assert [one.value for one in stories[5].numbers] == [2, 2, 4]
    assert [check.words for check in stories[7].checks] == ["every row inside has one vote"]
    assert [card.event(step) and card.event(step).word for step in trace] == [*[None] * 7, "answer"]
    assert card.measure(trace[5], data, card.params()) == {"rows inside": 4.0}
    (ring,), (kept,), (spoke,) = of(Ellipse, marks[5]), of(Points, marks[5], "support"), of(Segments, marks[5])
    assert ring.scale == 3 and kept.rows.tolist() == [0, 1, 2, 3] and spoke.ends.tolist() == [[6, 4]]
    assert [mark.scale for mark in of(Ellipse, marks[7], "ghost")] == pytest.approx([5**0.5])
    (bars,) = of(Bars, marks[7])
    assert bars.values.tolist() == [2, 2] and bars.chosen == 0 and bars.labels == ("A", "B")
