"""The nearest neighbour against the worked example and scikit-learn: its comparisons, its cells, and who is missed."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

import numpy as np
import pytest
from sklearn.neighbors import KNeighborsClassifier

import engine
from engine.base.errors import Refusal
from engine.base.words import figure
from engine.core.marks import Ellipse, Points, Region, Segments
from engine.families.neighbours.nearest_neighbour.voronoi import conflicts
from engine.maths.algebra.metrics import euclidean
from engine.models.neighbours import Query
from tests.catalogue import shows
from tests.engine.families import looked_at
from tests.engine.families.looked_at import of

KEY = "nearest_neighbour"
X = [[1.0, 1.0], [2.0, 1.0], [2.0, 3.0], [4.0, 4.5], [6.0, 4.0], [4.0, 7.0]]
W10 = engine.Dataset.from_arrays(X, ["A", "A", "B", "B", "B", "A"])
AT = (3.0, 3.0)
FOLLOWS = {
    "Rows": lambda step, data, params: step.rival + 2,
    "Rows # to": lambda step, data, params: step.row,
    "away. Row": lambda step, data, params: _as_near(step, data),
}
DISTANCES = [2.82842712475, 2.2360679775, 1.0, 1.80277563773, 3.16227766017, 4.12310562562]


told = partial(looked_at.told, KEY)


def last(data, **params):
    return engine.trace(KEY, data, **params)[-1]


def _as_near(step, data):
    """The numbers of the rows that are as near as the nearest."""
    distances = step.model.known.metric.between(step.model.point, data.X)[0]
    return np.flatnonzero(distances == distances.min()) + 1


def many(n=2000, d=2):
    rng = np.random.default_rng(0)
    return engine.Dataset.from_arrays(rng.normal(size=(n, d)), rng.integers(2, size=n))


# -- the worked example ------------------------------------------------------------------------------------------------


@shows("KN2", "W10")
def test_w10_rows_are_compared_with_the_nearest_so_far():
    trace, stories, marks = told(W10, query=AT)
    assert [step.part for step in trace] == ["start", *["compare"] * 6, "answer"]
    assert [step.d for step in trace[1:7]] == pytest.approx(DISTANCES, abs=1e-9)
    assert [step.least for step in trace[1:7]] == np.minimum.accumulate([step.d for step in trace[1:7]]).tolist()
    assert [step.nearest for step in trace[1:7]] == [0, 1, 2, 2, 2, 2]
    assert stories[3].worked == ("d = √(1² + 0²) = 1", "1 < 2.236")
    assert stories[4].worked == ("d = √(1² + 1.5²) = 1.803", "1.803 ≥ 1")
    assert "it is the first" in stories[1].sentence and "nearer than row 2 (A)" in stories[3].sentence
    assert "not nearer than row 3 (B), which stays the nearest so far" in stories[4].sentence
    end = trace[-1]
    assert (end.nearest, W10.class_name(end.answer)) == (2, "B") and end.least == pytest.approx(1.0)
    assert trace.ending.words == "The query is classified as B, as row 3 is."
    words = [engine.algorithm(KEY).event(step) for step in trace]
    assert [one and one.word for one in words] == [None, "nearer", "nearer", "nearer", None, None, None, "answer"]
    before, now = of(Ellipse, marks[3])
    assert (before.role, before.scale, now.role, now.scale) == ("ghost", trace[2].least, "margin", trace[3].least)
    for step, drawn in zip(trace[1:7], marks[1:7], strict=True):
        (spoke,) = of(Segments, drawn, "spoke")
        assert spoke.ends.tolist() == [X[step.row]] and of(Points, drawn, "support")[0].rows.tolist() == [step.nearest]
        assert not of(Region, drawn)


@shows("KN2", "W10")
def test_w10_text_drawing_and_measures_are_those_of_the_row():
    trace, stories, marks = told(W10, query=AT)
    card, end = engine.algorithm(KEY), trace[-1]
    measured = [card.measure(step, W10, card.params()) for step in trace]
    for row, d in enumerate(DISTANCES):
        story, least = stories[row + 1], min(DISTANCES[: row + 1])
        numbers = {number.name: number.value for number in story.numbers}
        assert numbers == pytest.approx({"d": d, "least so far": least, "rows compared": row + 1})
        assert measured[row + 1] == pytest.approx({"d": d, "least so far": least})
        assert f"Row {row + 1} ({W10.class_name(W10.codes[row])}) is {figure(d)} away" in story.sentence
        assert of(Segments, marks[row + 1], "spoke")[0].groups.tolist() == [W10.codes[row]]
    assert measured[0] == {} and measured[-1] == pytest.approx({"least so far": 1.0})
    assert "The query is classified as B: row 3 is the nearest of 6, 1 away." in stories[-1].sentence
    (spoke,), (region,) = of(Segments, marks[-1], "spoke"), of(Region, marks[-1])
    assert (spoke.ends.tolist(), spoke.groups.tolist(), region.show) == ([X[2]], [1], "labels")
    assert [check.holds for check in stories[-1].checks] == [True]
    assert not card.explain(replace(end, least=1.1), W10, card.params()).checks[0].holds, "row 3 is nearer"


@shows("KN2", "W10")
def test_w10_cells_and_misclassified_rows():
    trace, stories, marks = told(W10, query=AT)
    assert (trace[-1].model.predict(W10.X) == W10.codes).all()
    assert "so no training row is misclassified" in stories[-1].sentence
    assert "No term counts how common a class is, yet the cells do" in stories[-1].sentence
    assert stories[-1].worked == ("share of B where all classes are equally dense = 3 / 6 = 0.5",)
    numbers = {number.name: number.value for number in stories[-1].numbers}
    (wrong,) = of(Points, marks[-1], "wrong")
    D = euclidean(W10.X, W10.X) + np.diag([np.inf] * 6)
    alone = np.flatnonzero(W10.codes[D.argmin(axis=1)] != W10.codes)
    assert wrong.rows.tolist() == alone.tolist() and f"{len(alone)} rows stand nearest to one" in stories[-1].sentence
    assert numbers["misclassified rows"] == 0 and numbers["wrong if left out"] == len(alone)
    (lines,), (own,) = of(Segments, marks[-1], "shade"), of(Segments, marks[-1], "path")
    for pieces in (lines, own):
        middles = (pieces.starts + pieces.ends) / 2
        two = np.sort(euclidean(middles, W10.X), axis=1)[:, :2]
        assert two[:, 0] == pytest.approx(two[:, 1], rel=1e-6)
    owners = np.argsort(euclidean((own.starts + own.ends) / 2, W10.X), axis=1)[:, :2]
    assert (owners == 2).any(axis=1).all() and len(own.starts) == 4
    assert "(that of row 3 outlined)" in stories[-1].sentence


@shows("KN2")
def test_one_wrong_class_turns_a_whole_cell():
    turned = W10.with_targets([2], 0)
    before, after = (last(data, query=AT) for data in (W10, turned))
    assert (before.answer, after.answer) == (1, 0)
    grid = np.stack(np.meshgrid(np.linspace(-1, 8, 30), np.linspace(-1, 9, 30)), axis=-1).reshape(-1, 2)
    changed = before.model.predict(grid) != after.model.predict(grid)
    assert (changed == (euclidean(grid, W10.X).argmin(axis=1) == 2)).all()


@shows("KN2", "E002-23")
def test_equally_dense_classes_are_predicted_by_their_shares():
    """Classes given to rows wherever they lie: on average the class with 5 of 20 rows has a quarter."""
    rng, shares = np.random.default_rng(0), []
    for _ in range(200):
        data = engine.Dataset.from_arrays(rng.uniform(size=(20, 2)), ["many"] * 15 + ["few"] * 5)
        trace = engine.trace(KEY, data, query=tuple(data.X[19].tolist()))
        end = trace[-1]
        shares.append(float((end.model.predict(rng.uniform(size=(200, 2))) == end.answer).mean()))
    error = np.std(shares) / np.sqrt(len(shares))
    assert error < 0.02 and np.mean(shares) == pytest.approx(0.25, abs=3 * error)
    story = told(data, query=tuple(data.X[19].tolist()))[1][-1]
    assert story.worked == ("share of few where all classes are equally dense = 5 / 20 = 0.25",)
    (one,) = story.misprints
    assert (one.erratum.id, one.gives, one.right, one.worked[0][-13:]) == ("E002-23", 0.5, 0.25, ": 1 / 2 = 0.5")
    assert not told(W10, query=AT)[1][-1].misprints, "both classes have as many rows"
    alone = W10.subset([0, 1, 5])
    story = told(alone)[1][-1]
    assert "No term" not in story.sentence and not story.worked and not story.misprints


@shows("KN2")
def test_rows_of_two_classes_at_one_place_are_reported():
    data = W10.with_rows([X[0]], [1])
    trace, stories, _ = told(data, query=AT)
    together = "(2 rows, the first is row 1): there the lowest rules, and 1 training row is misclassified"
    assert together in stories[-1].sentence
    together, wrong = conflicts(data.X, data.codes)
    assert together.tolist() == [0, 6] and wrong.tolist() == [6]
    assert not len(conflicts(W10.X, W10.codes)[0])
    assert (trace[-1].model.predict(data.X) != data.codes).nonzero()[0].tolist() == [6]
    assert last(data, query=X[0]).answer == 0  # as near: the lower row
    _, stories, _ = told(data, query=X[0])
    assert "as near as row 1 (A), which came first and stays" in stories[7].sentence
    assert stories[7].worked[-1] == "0 ≥ 0" and "Row 7 (B) is as near: the lowest row decides" in stories[-1].sentence


@shows("KN2")
@pytest.mark.parametrize("name", ["iris", "wine", "breast_cancer", "digits"])
def test_predictions_and_leave_one_out_errors_match_scikit_learn(name):
    data = engine.load(name)
    trace, stories, _ = told(data, scale="never")
    model = trace[-1].model
    Z = data.X + 1e-4 * np.random.default_rng(0).normal(size=data.X.shape)
    theirs = KNeighborsClassifier(1).fit(data.X, data.codes)
    clear = ~model.known.neighbours(Z).tied
    assert clear.sum() > 100 and (model.predict(Z)[clear] == theirs.predict(Z)[clear]).all()
    missed = {number.name: number.value for number in stories[-1].numbers}["misclassified rows"]
    assert missed == (model.predict(data.X) != data.codes).sum()
    distances = model.known.metric.between(model.point, data.X)[0]
    assert (trace[-1].nearest, trace[-1].least) == (distances.argmin(), distances.min())
    if data.n <= 300:
        D = euclidean(data.X, data.X) + np.diag([np.inf] * data.n)
        left_out = stories[-1].numbers[-1]
        assert left_out.value == (data.codes[D.argmin(axis=1)] != data.codes).sum()


# -- whole sentences ---------------------------------------------------------------------------------------------------


def test_w10_is_told_word_by_word():
    _, stories, _ = told(W10, query=AT)
    assert [(one.name, one.value) for one in stories[0].numbers][1] == ("rows kept", 6)
    assert stories[0].sentence == (
        "Nothing is learnt: 6 rows are kept. The query z is at (3, 3); one row after the other is compared with the "
        "nearest so far."
    )
    assert stories[1].sentence == ("Row 1 (A) is 2.828 away: it is the first, so it is the nearest so far.")
    assert stories[2].sentence == (
        "Row 2 (A) is 2.236 away, nearer than row 1 (A): it is the nearest so far, and the circle shrinks."
    )
    assert stories[4].sentence == (
        "Row 4 (B) is 1.803 away, not nearer than row 3 (B), which stays the nearest so far."
    )
    assert stories[-1].sentence == (
        "The query is classified as B: row 3 is the nearest of 6, 1 away. Every row has its own Voronoi cell (that of "
        "row 3 outlined), so no training row is misclassified. No term counts how common a class is, yet the cells do: "
        "a class with more rows has more of them. 2 rows stand nearest to one of another class (ringed): one wrong "
        "label changes a whole cell."
    )
    assert [check.words for check in stories[-1].checks] == ["no row is nearer"]
    one = W10.subset([0])
    assert told(one)[1][0].sentence.startswith("Nothing is learnt: 1 row is kept.")
    assert " 1 row stands nearest to one of another class" in told(W10.subset([0, 1, 2]), query=AT)[1][-1].sentence


def test_of_301_rows_the_cells_are_too_many():
    rng = np.random.default_rng(0)
    for n in (300, 301):
        data = engine.Dataset.from_arrays(rng.normal(size=(n, 2)), rng.integers(2, size=n))
        _, stories, marks = told(data)
        assert ("Of more than 300 rows the cells are too many to be drawn." in stories[0].sentence) == (n > 300)
        assert bool(of(Segments, marks[-1], "shade")) == bool(of(Points, marks[-1], "wrong")) == (n <= 300)
        assert ("(ringed)" in stories[-1].sentence) == ("outlined" in stories[-1].sentence) == (n <= 300)


def test_query_explanation_names_rows_and_distances():
    card, end = engine.algorithm(KEY), last(W10, query=AT)
    found = card.inspect(end, W10, card.params(), np.array([4.0, 5.0]))
    story, drawn = found.story, found.marks
    assert [(one.name, one.value) for one in story.numbers] == [("distance to row 4", 0.5), ("distance to row 6", 2.0)]
    spoke, ring = of(Segments, drawn, "spoke"), of(Ellipse, drawn)
    assert spoke[0].ends.tolist() == [X[3]] and spoke[0].groups.tolist() == [1] and ring[0].scale == 0.5


# -- many rows ---------------------------------------------------------------------------------------------------------


def test_many_rows_stop_at_nearer_ones_or_at_each():
    data = many()
    trace, stories, marks = told(data, query=(0.5, 0.5))
    distances = trace[0].model.known.metric.between(np.array([0.5, 0.5]), data.X)[0]
    records = np.flatnonzero(distances == np.minimum.accumulate(distances))
    assert [step.row for step in trace[1:-1]] == records.tolist() and len(records) > 3
    for story, row, rival in zip(stories[2:], records[1:], records, strict=False):
        skipped = " are not nearer. Row " if row > rival + 2 else " is not nearer. Row " if row == rival + 2 else "Row "
        assert skipped in story.sentence
    row, rival = records[-1], records[-2]
    assert stories[-2].sentence.startswith(f"Rows {rival + 2} to {row} are not nearer. ") or row <= rival + 2
    assert len(engine.trace(KEY, data, every_row=True).to_end()) == 2002
    assert "too many to be drawn" in stories[0].sentence and not of(Segments, marks[-1], "shade")
    assert [number.name for number in stories[-1].numbers] == ["least so far", "misclassified rows"]


def test_ever_nearer_rows_are_all_listed():
    line = engine.Dataset.from_arrays(np.arange(300.0)[::-1, None], np.arange(300) % 2)
    trace = engine.trace(KEY, line, query=(-1.0,)).to_end()
    assert len(trace) == 302 and trace[-1].nearest == 299


# -- edges -------------------------------------------------------------------------------------------------------------


def test_curved_cell_borders_are_stated():
    _, stories, marks = told(W10, distance="Manhattan", query=AT)
    assert "With a Euclidean distance the border" in stories[0].sentence and "outlined" not in stories[-1].sentence
    assert not of(Segments, marks[-1], "shade") and of(Points, marks[-1], "wrong")
    _, stories, marks = told(W10, distance="Mahalanobis", query=AT)
    assert "border" not in stories[0].sentence
    (lines,) = of(Segments, marks[-1], "shade")
    metric = last(W10, distance="Mahalanobis").model.known.metric
    two = np.sort(metric.between((lines.starts + lines.ends) / 2, W10.X), axis=1)[:, :2]
    assert two[:, 0] == pytest.approx(two[:, 1], rel=1e-6)
    assert "With two features" in told(engine.load("iris"))[1][0].sentence


@pytest.mark.parametrize("scale", ["always", "never"])
def test_own_cell_is_that_of_the_nearest_row_in_any_order_and_unit(scale):
    turned = W10.subset([5, 3, 0, 4, 2, 1])
    data = turned.changed(X=turned.X * [1.0, 7.0])
    trace, stories, marks = told(data, scale=scale, query=(3.0, 21.0))
    metric, (own,) = trace[-1].model.known.metric, of(Segments, marks[-1], "path")
    assert (metric.scales != 1).any() == (scale == "always")
    distances = metric.between((own.starts + own.ends) / 2, data.X)
    two = np.argsort(distances, axis=1)[:, :2]
    assert (two == trace[-1].nearest).any(axis=1).all() and len(own.starts) > 2
    ascending = np.sort(distances, axis=1)
    assert ascending[:, 0] == pytest.approx(ascending[:, 1], rel=1e-6)
    assert f"that of row {trace[-1].nearest + 1} outlined" in stories[-1].sentence


@shows("KN2")
def test_rows_at_one_place_query_the_others():
    """Three rows at 0, of the classes a, b and a, and one far away: each of the three has another beside it."""
    data = engine.Dataset.from_arrays([[0.0, 0.0], [0.0, 0.0], [0.0, 0.0], [9.0, 9.0]], ["a", "b", "a", "a"])
    trace, stories, marks = told(data, query=(1.0, 1.0))
    numbers = {number.name: number.value for number in stories[-1].numbers}
    assert numbers["misclassified rows"] == 1 == (trace[-1].model.predict(data.X) != data.codes).sum()
    assert "2 more rows are as near: the lowest row decides" in told(data, query=(0.0, 0.0))[1][-1].sentence
    (wrong,) = of(Points, marks[-1], "wrong")
    others = [np.delete(np.arange(4), row) for row in range(4)]
    nearest = [int(rest[euclidean(data.X[[row]], data.X[rest])[0].argmin()]) for row, rest in enumerate(others)]
    assert wrong.rows.tolist() == np.flatnonzero(data.codes[nearest] != data.codes).tolist() == [0, 1]
    assert numbers["wrong if left out"] == 2


def test_single_place_and_single_row_have_no_borders():
    for rows in ([[1.0, 2.0]], [[1.0, 2.0], [1.0, 2.0]], [[0.0, 0.0], [1.0, 1.0], [2.0, 2.0]]):
        data = engine.Dataset.from_arrays(rows, ["a"] * len(rows))
        trace, _, marks = told(data)
        assert trace[-1].answer == 0 and not of(Points, marks[-1], "wrong")
    assert len(of(Segments, marks[-1], "path")[0].starts) == 2, "between three rows on a line stand two borders"


def test_any_point_gets_its_nearest_row_of_another_class():
    card, end = engine.algorithm(KEY), last(W10, query=AT)
    story = card.inspect(end, W10, card.params(), np.array([4.0, 5.0])).story
    assert story.sentence == (
        "This point is classified as B, the class of row 4. The nearest row of another class is row 6 (A)."
    )
    assert [number.value for number in story.numbers] == pytest.approx([0.5, 2.0])
    one = W10.subset([0, 1, 5])
    assert "another class" not in card.inspect(last(one), one, card.params(), np.array(AT)).story.sentence


def test_query_is_placed_and_rows_and_cells_stay_cached():
    moved = [engine.trace(KEY, W10, start=Query(np.array(place)))[-1] for place in ([0.0, 0.0], [5.0, 5.0])]
    assert moved[0].model.known is moved[1].model.known and moved[0].answer != moved[1].answer
    with pytest.raises(Refusal, match="query needs 2 numbers"):
        engine.trace(KEY, W10, query=(1.0,))
    with pytest.raises(Refusal, match="take Hamming"):
        engine.trace(KEY, engine.load("play_tennis"))


@shows("KN2", "W10")
def test_w10_a_step_says_this():
    trace, stories, marks = told(W10, query=AT)
    card = engine.algorithm(KEY)
    assert [story.sentence for story in stories[:5]] == [
        "Nothing is learnt: 6 rows are kept. The query z is at (3, 3); one row after the other is compared with the "
        "nearest so far.",
        "Row 1 (A) is 2.828 away: it is the first, so it is the nearest so far.",
        "Row 2 (A) is 2.236 away, nearer than row 1 (A): it is the nearest so far, and the circle shrinks.",
        "Row 3 (B) is 1 away, nearer than row 2 (A): it is the nearest so far, and the circle shrinks.",
        "Row 4 (B) is 1.803 away, not nearer than row 3 (B), which stays the nearest so far.",
    ]
    assert [stories[k].worked for k in (1, 2, 4)] == [
        ("d = √(2² + 2²) = 2.828",), ("d = √(1² + 2²) = 2.236", "2.236 < 2.828"),
        ("d = √(1² + 1.5²) = 1.803", "1.803 ≥ 1"),
    ]  # fmt: skip
    assert [[one.name for one in stories[k].numbers] for k in (0, 4, 7)] == [
        ["z", "rows kept"], ["d", "least so far", "rows compared"],
        ["least so far", "misclassified rows", "wrong if left out"],
    ]  # fmt: skip
    assert [one.value for one in stories[4].numbers] == pytest.approx([3.25**0.5, 1, 4])
    assert stories[7].sentence.startswith(
        "The query is classified as B: row 3 is the nearest of 6, 1 away. Every row has its"
    )
    others = [np.argsort(np.linalg.norm(W10.X - x, axis=1))[1] for x in W10.X]
    wrong = np.flatnonzero(W10.codes != W10.codes[others])
    assert f"{len(wrong)} rows stand nearest to one of another class (ringed)" in stories[7].sentence
    assert [one.value for one in stories[7].numbers] == [1, 0, len(wrong)]
    assert of(Points, marks[7], "wrong")[0].rows.tolist() == wrong.tolist()
    assert [card.event(step) and card.event(step).word for step in trace] == [
        None, *["nearer"] * 3, *[None] * 3, "answer"
    ]  # fmt: skip
    assert card.measure(trace[4], W10, card.params()) == pytest.approx({"least so far": 1.0, "d": 3.25**0.5})
    for k, (now, former) in {2: (5**0.5, 8**0.5), 4: (1, None)}.items():
        assert [one.scale for one in of(Ellipse, marks[k], "margin")] == pytest.approx([now])
        assert [one.scale for one in of(Ellipse, marks[k], "ghost")] == pytest.approx([former] if former else [])
    (spoke,), (held,) = of(Segments, marks[4], "spoke"), of(Points, marks[4], "support")
    assert spoke.starts.tolist() == [[3, 3]] and spoke.ends.tolist() == [[4, 4.5]] and held.rows.tolist() == [2]


def test_distances_of_a_point_are_named_after_its_rows():
    x, algorithm = np.array([3.0, 3.6]), engine.algorithm(KEY)
    story = algorithm.inspect(last(W10, query=AT), W10, algorithm.params(), x).story
    away = np.linalg.norm(W10.X - x, axis=1)
    told_of = {number.name: number.value for number in story.numbers}
    assert told_of == pytest.approx({f"distance to row {row + 1}": away[row] for row in (2, 1)})
