"""Distances of two points against the worked example and scipy, and what is drawn and said of each."""

from __future__ import annotations

import math

import numpy as np
import pytest
from scipy.spatial import distance as theirs

import engine
from engine.base.errors import Refusal, SetParameter
from engine.base.params import applies, specs
from engine.base.words import figure
from engine.core.marks import Bars, Curve, Ellipse, Graph, Points, Segments, Text
from engine.data.dataset import Dataset
from engine.families.distances.distance import loop
from engine.families.distances.distance.drawing import BALLS, TRIANGLE
from engine.families.distances.distance.loop import KINDS, SQUARED
from engine.maths.algebra.metrics import similarity
from engine.models.neighbours import CHEBYSHEV, EUCLIDEAN, HAMMING, MANHATTAN, MINKOWSKI
from engine.models.pair import Pair
from tests.catalogue import shows

KEY = "distance"
W01 = Dataset(np.array([[1.0, 2.0, 3.0], [4.0, 0.0, 3.0]]))
PLANE = Dataset(np.array([[0.0, 0.0], [3.0, -4.0]]))


def told(data, **params):
    card = engine.algorithm(KEY)
    trace = engine.trace(KEY, data, **params).to_end()
    built = card.params(**params)
    return trace, [card.explain(s, data, built) for s in trace], [card.marks(s, data, built) for s in trace]


def of(kind, marks, role=None, surface="Data"):
    named = [mark for mark in marks if isinstance(mark, kind) and mark.surface.name == surface]
    return [mark for mark in named if role in (None, getattr(mark, "role", None))]


@shows("DS1", "DS2", "DS3", "DS4", "DS5", "DS6", "W01")
@pytest.mark.parametrize(
    ("params", "expected"),
    [
        ({"distance": MANHATTAN}, 5.0),
        ({"distance": EUCLIDEAN}, 3.60555127546),
        ({"distance": SQUARED}, 13.0),
        ({"distance": MINKOWSKI, "p": 3.0}, 3.27106631019),
        ({"distance": MINKOWSKI, "p": 0.5}, 9.89897948557),
        ({"distance": CHEBYSHEV}, 3.0),
        ({"distance": HAMMING}, 2.0),
        ({"distance": HAMMING, "normalised": True}, 2.0 / 3.0),
    ],
)
def test_w01_a_coordinate_a_step(params, expected):
    assert engine.algorithm(KEY).params().distance == EUCLIDEAN  # that which feeds the similarity, unless it is chosen
    trace, stories, marks = told(W01, **params)
    assert trace[-1].distance == pytest.approx(expected, abs=1e-9)
    assert [step.done for step in trace if step.part == "coordinate"] == [1, 2, 3]
    assert ("root" in [step.part for step in trace]) == (params["distance"] in (EUCLIDEAN, MINKOWSKI))
    for step, shown in zip(trace, marks, strict=True) if params["distance"] != HAMMING else ():
        (bars,) = of(Bars, shown, surface="Each coordinate")
        assert bars.values.tolist() == [*step.terms[: step.done], *[0.0] * (3 - step.done)]
    rows = stories[-1].tables[0].rows
    total = sum(row[3] for row in rows)
    assert [row[4] for row in rows] == [f"{100 * row[3] / total:.3g} %" for row in rows]
    similarity = {number.name: number.value for number in stories[-1].numbers}["similarity"]
    assert similarity == pytest.approx(1 / (1 + expected))


@shows("DS6", "W01")
def test_w01_two_strings():
    bits = Dataset(np.array([[float(c) for c in text] for text in ("01101001", "10101010")]))
    trace, stories, marks = told(bits, distance=HAMMING)
    assert trace[-1].distance == 4 and "They differ in 4 of 8 positions." in stories[-1].sentence
    assert stories[-1].worked[0] == "share = 4 / 8 = 0.5" and "compared exactly" in stories[0].sentence
    (graph,) = of(Graph, marks[-1], surface="Position by position")
    differ = [a != b for a, b in zip("01101001", "10101010", strict=True)]
    assert [node.role == "wrong" for node in graph.nodes[::2]] == differ
    assert [node.label for node in graph.nodes[1::2]] == list("10101010")
    for done in range(1, 9):
        (begun,) = of(Graph, marks[done], surface="Position by position")
        looks = [node.role for node in begun.nodes[::2]]
        assert looks == [("wrong" if other else "path") for other in differ[:done]] + ["plain"] * (8 - done)
    assert {node.role for node in of(Graph, marks[0], surface="Position by position")[0].nodes} == {"plain"}
    words = engine.load("play_tennis")
    _, said, drawn = told(words, distance=HAMMING)
    assert "Weak" in said[0].sentence and "compared exactly" not in said[0].sentence
    assert of(Graph, drawn[-1], surface="Position by position")[0].nodes[6].role == "wrong"


@shows("DS1", "DS2", "DS3", "DS4", "DS5")
def test_distances_match_scipy_and_large_numbers_do_not_overflow():
    rng = np.random.default_rng(0)
    for d in (1, 3, 40):
        a, b = rng.normal(size=(2, d)) * 100
        data = Dataset(np.array([a, b]))
        wanted = {
            MANHATTAN: theirs.cityblock(a, b), EUCLIDEAN: theirs.euclidean(a, b), SQUARED: theirs.sqeuclidean(a, b),
            CHEBYSHEV: theirs.chebyshev(a, b), HAMMING: theirs.hamming(a, b) * d,
        }  # fmt: skip
        for kind, value in wanted.items():
            assert engine.trace(KEY, data, distance=kind)[-1].distance == pytest.approx(value, rel=1e-12)
        for p in (0.1, 0.5, 1.0, 2.0, 7.0, 100.0):
            mine = engine.trace(KEY, data, distance=MINKOWSKI, p=p)[-1].distance
            assert mine == pytest.approx(theirs.minkowski(a, b, p), rel=1e-11)
    large = Dataset(np.array([[0.0, 0.0], [3e140, 4e140]]))
    assert engine.trace(KEY, large, distance=EUCLIDEAN)[-1].distance == pytest.approx(5e140)
    assert engine.trace(KEY, large, distance=MINKOWSKI, p=90.0)[-1].distance == pytest.approx(4e140)
    assert "divided by the largest" in told(large, distance=MINKOWSKI, p=90.0)[1][0].sentence
    for kind in KINDS:
        assert engine.trace(KEY, PLANE, distance=kind, second=1)[-1].distance == 0


@shows("DS2")
@pytest.mark.parametrize("size", [1e200, 2e299, 1e-200])
def test_overflowing_squares_are_scaled_by_the_largest_difference(size):
    data = Dataset(np.array([[0.0, 0.0], [3.0, 4.0]]) * size)
    trace, stories, marks = told(data, distance=EUCLIDEAN)
    assert trace[-1].distance == pytest.approx(5 * size, rel=1e-15) == pytest.approx(math.hypot(3 * size, 4 * size))
    assert trace[0].unit == 4 * size and [step.total for step in trace[1:3]] == [0.5625, 1.5625]
    assert (
        "All gaps are divided by the largest" in stories[0].sentence and "as its square would be" in stories[0].sentence
    )
    assert stories[1].worked[-2:] == ("its square = 0.75² = 0.5625", "sum = 0 + 0.5625 = 0.5625")
    assert stories[3].worked == (f"d = {figure(4 * size)}·√1.5625 = {figure(5 * size)}",)
    assert "no square is too large or too small" in stories[3].sentence
    (ring,) = of(Ellipse, marks[-1], "margin")
    assert ring.scale == trace[-1].distance
    for kind in (MANHATTAN, MINKOWSKI, CHEBYSHEV):
        assert engine.trace(KEY, data, distance=kind)[-1].distance in (
            pytest.approx(7 * size), pytest.approx(5 * size), 4 * size,
        )  # fmt: skip
    with pytest.raises(Refusal, match="to square") as refusal:
        engine.trace(KEY, data, distance=SQUARED)
    assert refusal.value.remedies[0].value == EUCLIDEAN
    with pytest.raises(Refusal, match="too large to add up") as refusal:
        engine.trace(KEY, Dataset(np.array([[0.0], [1.5e308]])))
    assert refusal.value.remedies


@shows("DS6")
def test_missing_entries_are_omitted_and_no_overlap_is_undefined():
    tennis = engine.load("play_tennis")
    gaps = tennis.with_values([0], [[np.nan, *tennis.X[0, 1:]]])
    whole, (trace, stories, marks) = told(tennis, distance=HAMMING)[0], told(gaps, distance=HAMMING)
    assert tennis.X[0, 0] != tennis.X[-1, 0] and trace[-1].distance == whole[-1].distance - 1
    assert "1 coordinate is missing in a or b and left out" in stories[0].sentence
    assert stories[0].sentence.startswith("a is missing, ")
    assert (
        stories[1].sentence == f"{tennis.columns[0].name} is missing in a: it does not count." and not stories[1].worked
    )
    differ = int(trace[-1].distance)
    assert f"They differ in {differ} of 3 positions that both have, of 4." in stories[-1].sentence
    assert stories[-1].worked[0] == f"share = {differ} / 3 = {figure(differ / 3)}"
    assert told(gaps, distance=HAMMING, normalised=True)[0][-1].distance == pytest.approx(differ / 3)
    (graph,) = of(Graph, marks[-1], surface="Position by position")
    assert [node.role for node in graph.nodes[:2]] == ["ghost", "ghost"] and graph.nodes[0].label == "missing"
    assert graph.nodes[1].label == tennis.columns[0].text(tennis.X[-1, 0])
    (ends,) = of(Points, marks[-1], "focus")
    assert np.isnan(ends.positions).tolist() == [[True, False, False, False], [False] * 4]
    none = Dataset(np.array([[np.nan, 1.0], [2.0, np.nan]]))
    with pytest.raises(Refusal, match="no coordinate in common, so their distance is undefined") as refusal:
        engine.trace(KEY, none, distance=HAMMING)
    assert refusal.value.remedies
    pair = Pair(np.array([[2.0, 1.0], [2.0, 3.0]]))
    assert (
        engine.trace(KEY, Dataset(np.array([[2.0, 1.0], [np.nan, 3.0]])), start=pair, distance=HAMMING)[-1].distance
        == 1
    )


@shows("DS1", "DS2", "DS3", "DS5")
def test_path_is_a_staircase_legs_a_square_or_the_longest_leg():
    _, stories, marks = told(PLANE, distance=MANHATTAN)
    assert of(Curve, marks[1], "boundary")[0].positions.tolist() == [[0, 0], [3, 0]]
    assert of(Curve, marks[-1], "boundary")[0].positions.tolist() == [[0, 0], [3, 0], [3, -4]]
    assert stories[2].worked == ("gap = 0 + 4 = 4", "sum = 3 + 4 = 7")
    _, _, marks = told(PLANE, distance=EUCLIDEAN)
    assert [one.ends.tolist() for one in of(Segments, marks[-1])] == [[[3, 0]], [[3, -4]], [[3, -4]]]
    assert [one.role for one in of(Segments, marks[-1])] == ["plain", "plain", "boundary"]
    (round_,) = of(Ellipse, marks[-1], "margin")
    assert round_.scale == 5 and of(Points, marks[-1], "focus")[0].labels == ("a", "b")
    _, stories, marks = told(PLANE, distance=SQUARED)
    (square,) = of(Curve, marks[-1], "margin")
    sides = np.linalg.norm(np.diff(square.positions, axis=0), axis=1)
    assert sides == pytest.approx([5.0] * 4) and "Not a metric" in stories[-1].sentence
    assert of(Ellipse, marks[-1])[0].scale == 5
    _, stories, marks = told(PLANE, distance=CHEBYSHEV)
    assert [one.role for one in of(Segments, marks[-1])] == ["plain", "boundary"]
    assert "x2 decides alone" in stories[-1].sentence and "It is the largest so far." in stories[2].sentence
    assert of(Bars, marks[-1], surface="Each coordinate")[0].lit.tolist() == [False, True]
    tie = told(Dataset(np.array([[0.0, 0.0], [2.0, 2.0]])), distance=CHEBYSHEV)[1]
    assert "x1, x2 tie for it" in tie[-1].sentence and "as large as the largest" in tie[2].sentence


@shows("DS3", "W01")
def test_square_uses_its_formula_unless_digits_are_lost():
    _, stories, _ = told(W01, distance=SQUARED)
    assert stories[-1].worked[0] == "expanded = 14 − 2·13 + 25 = 13"
    near = Dataset(np.array([[1e8, 1e8 + 0.5], [1e8 + 0.1, 1e8 + 0.25]]))
    trace, stories, _ = told(near, distance=SQUARED)
    a, b = near.X
    there = a @ a - 2 * (a @ b) + b @ b
    assert trace[-1].distance == pytest.approx(0.0725, rel=1e-6) and abs(there - 0.0725) > 0.05
    said = stories[-1].sentence
    assert f"they come to {figure(there)}" in said and ("cut at 0" in said) == (there < 0)
    assert not any("expanded" in line for line in stories[-1].worked)
    below = Dataset(np.array([[1e8 + 3.3, 1e8 + 0.7], [1e8 + 3.1, 1e8 + 0.9]]))
    a, b = below.X
    assert ("cut at 0" in told(below, distance=SQUARED)[1][-1].sentence) == (a @ a - 2 * (a @ b) + b @ b < 0)


@shows("DS4")
def test_below_p_1_the_triangle_inequality_fails():
    _, stories, marks = told(PLANE, distance=MINKOWSKI, p=0.5)
    assert "from (0, 0) to (1, 1) it is 4, but by way of (1, 0) only 2." in stories[-1].sentence
    assert stories[-1].worked[:2] == ("by way of (1, 0) = 1 + 1 = 2", "4 > 2")
    assert "Towards p = 0 the sum, without the root, counts the coordinates that differ" in stories[-1].sentence
    pieces = of(Segments, marks[0], surface=TRIANGLE.name)
    assert [(one.labels, one.role) for one in pieces] == [(("1",), "best"), (("1",), "best"), (("4",), "wrong")]
    assert [one.ends[0].tolist() for one in pieces] == [[1.0, 0.0], [1.0, 1.0], [1.0, 1.0]]
    assert not of(Segments, told(PLANE, distance=MINKOWSKI, p=1.0)[2][0], surface=TRIANGLE.name)
    ways = {1.0: "p = 1 is Manhattan.", 2.0: "p = 2 is Euclidean.", 3.0: "With p → ∞ it becomes Chebyshev"}
    for p, words in ways.items():
        assert words in told(PLANE, distance=MINKOWSKI, p=p)[1][-1].sentence


@shows("DS1", "DS2", "DS4", "DS5")
def test_unit_balls_are_side_by_side_and_change_with_p():
    def outlines(p):
        drawn = told(PLANE, distance=MINKOWSKI, p=p)[2][0]
        names = [text.text for text in of(Text, drawn, surface=BALLS.name)]
        curves = of(Curve, drawn, surface=BALLS.name)
        return names, [
            one.positions[:-1] - (one.positions.max(axis=0) + one.positions.min(axis=0)) / 2 for one in curves
        ]

    names, curves = outlines(0.5)
    assert names == [MANHATTAN, EUCLIDEAN, "squared", "p = 0.5", CHEBYSHEV, HAMMING, "Mahalanobis"]
    for order, own in ((0.5, outlines(0.5)), (1.0, outlines(1.0)), (2.0, outlines(2.0)), (9.0, outlines(9.0))):
        gaps = np.abs(own[1][3])
        assert (gaps**order).sum(axis=1) ** (1 / order) == pytest.approx(np.ones(len(gaps)))
    assert np.abs(curves[0]).sum(axis=1) == pytest.approx(np.ones(96))
    assert np.linalg.norm(curves[1], axis=1) == pytest.approx(np.ones(96))
    assert np.abs(curves[4]).max(axis=1) == pytest.approx(np.ones(96))
    inverse = np.linalg.inv([[1.0, 0.6], [0.6, 1.0]])
    assert np.einsum("ni,ij,nj->n", curves[5], inverse, curves[5]) == pytest.approx(np.ones(96))


@shows("DS4")
def test_order_infinity_counts_only_the_largest_difference():
    data = Dataset(np.array([[1.0, 2.0, 3.0], [4.0, 0.0, 3.0]]))
    trace, stories, marks = told(data, distance=MINKOWSKI, infinite=True)
    assert trace[-1].distance == theirs.minkowski(*data.X, np.inf) == 3.0
    assert [step.total for step in trace if step.part == "coordinate"] == [3.0, 3.0, 3.0]
    assert "p = ∞ is Chebyshev. x1 decides alone" in stories[-1].sentence and stories[-1].formula.startswith("D_")
    assert stories[-1].sentence.startswith("The Minkowski distance of a and b is 3.")
    names = [text.text for text in of(Text, marks[0], surface=BALLS.name)]
    own = of(Curve, marks[0], "boundary", BALLS.name)
    assert names[3] == "p = ∞" and len(own) == 1
    middle = (own[0].positions.max(axis=0) + own[0].positions.min(axis=0)) / 2
    assert np.abs(own[0].positions - middle).max(axis=1) == pytest.approx(np.ones(97))
    declared = specs(loop.Params)
    for values, shown in (({"distance": MINKOWSKI, "infinite": False}, ["p", "infinite"]),
                          ({"distance": MINKOWSKI, "infinite": True}, ["infinite"]),
                          ({"distance": MANHATTAN, "infinite": False}, [])):  # fmt: skip
        assert [name for name in ("p", "infinite") if applies(name, declared, values)] == shown


@shows("DS7", "W01", "E000-1")
def test_similarity_depends_on_the_scale_unlike_the_notes():
    _, stories, _ = told(W01)
    (one,) = stories[-1].misprints
    assert one.erratum.id == "E000-1" and (one.gives, one.right) == pytest.approx((0.217129272955, 0.0269865379174))
    assert one.worked == ("independent of the scale it would stay 1 / (1 + 3.60555) = 0.2171",)
    assert not any(story.misprints for story in stories[:-1])
    assert not told(W01, distance=HAMMING)[1][-1].misprints, "a count has no unit"


@shows("DS7", "W01")
def test_similarity_falls_with_distance_and_changes_with_the_unit():
    for kind, times in ((EUCLIDEAN, 10.0), (MANHATTAN, 10.0), (SQUARED, 100.0), (HAMMING, 1.0)):
        trace, stories, marks = told(W01, distance=kind)
        r = trace[-1].distance
        curve, unit, here = (mark for mark in marks[-1] if mark.surface.name == "Similarity 1 / (1 + r)")
        assert curve.positions[:, 1] == pytest.approx(1 / (1 + curve.positions[:, 0]))
        assert here.positions[0] == pytest.approx([r, 1 / (1 + r)])
        again = engine.trace(KEY, Dataset(10 * W01.X), distance=kind)[-1].distance
        assert again == pytest.approx(times * r) and unit.positions[0] == pytest.approx([again, 1 / (1 + again)])
        assert not any(mark.surface.name.startswith("Similarity") for mark in marks[0])
    _, stories, marks = told(W01, distance=EUCLIDEAN)
    assert stories[-1].worked == (
        "similarity = 1 / (1 + 3.60555) = 0.2171", "with numbers 10 times as large = 1 / (1 + 36.0555) = 0.02699",
    )  # fmt: skip
    assert similarity(np.array([13**0.5, 10 * 13**0.5])) == pytest.approx([0.217129272955, 0.0269865379174], abs=1e-9)
    assert similarity(np.array([0.0, np.inf])).tolist() == [1.0, 0.0]
    assert "1 where they are the same, and tends to 0 far away; it depends on the unit." in stories[-1].sentence
    _, stories, marks = told(W01, distance=HAMMING)
    assert stories[-1].sentence.endswith("and tends to 0 far away.")
    _, stories, marks = told(W01, distance=EUCLIDEAN)
    with pytest.raises(Refusal, match="below 0"):
        similarity(-1.0)


def test_first_and_last_row_are_measured_by_default():
    iris = engine.load("iris")
    assert engine.trace(KEY, iris)[0].model.points.tolist() == iris.X[[0, -1]].tolist()
    assert engine.trace(KEY, iris, first=3, second=2)[0].model.points.tolist() == iris.X[[2, 1]].tolist()


def test_points_are_draggable_and_many_coordinates_taken_in_blocks():
    pair = Pair(np.array([[1.0, 1.0], [2.0, 5.0]]))
    assert engine.trace(KEY, PLANE, start=pair, distance=MANHATTAN)[-1].distance == 5
    wide = Dataset(np.random.default_rng(0).normal(size=(2, 100)))
    trace, stories, marks = told(wide, distance=MANHATTAN)
    assert len(trace) == 22 and "more coordinates are counted in" in stories[3].sentence
    assert len(of(Bars, marks[-1], surface="Each coordinate")[0].values) == 24


def test_what_cannot_be_measured_is_refused():
    for data, params, words in (
        (PLANE, {"second": 3}, "second = 3 is no row"),
        (engine.load("play_tennis"), {}, "take Hamming"),
        (PLANE.with_values([0], [[np.nan, 1.0]]), {}, "missing"),
    ):
        with pytest.raises(Refusal, match=words) as refusal:
            engine.trace(KEY, data, **params)
        assert refusal.value.remedies
    for points in (np.zeros((3, 2)), np.zeros((2, 0)), np.full((2, 2), np.inf), np.zeros(2)):
        with pytest.raises(Refusal):
            Pair(points)


# -- whole sentences ---------------------------------------------------------------------------------------------------


def sentences(data, **params):
    return [story.sentence for story in told(data, **params)[1]]


def test_w01_is_told_word_by_word():
    said = sentences(W01, distance=EUCLIDEAN)
    assert said[:5] == [
        "a is (1, 2, 3), b is (4, 0, 3): 3 coordinates to compare.", "x1 differs by 3.", "x2 differs by 2.",
        "x3 differs by 0.", "The root of the sum is the distance.",
    ]  # fmt: skip
    assert said[5] == (
        "The Euclidean distance of a and b is 3.606. x1 makes 69.2 % of the sum. The shares, and so the distance, "
        "depend on the unit. The similarity is 1 where they are the same, and tends to 0 far away; it "
        "depends on the unit."
    )
    later = Dataset(W01.X[:, [1, 0, 2]])
    assert "x2 makes 60 % of the sum. The similarity" in sentences(later, distance=MANHATTAN)[-1]
    squared = "Not a metric: 0 to 1 to 2 is 1 + 1, but 0 to 2 is 4. The nearest neighbour is that of Euclidean."
    assert squared in sentences(W01, distance=SQUARED)[-1]
    assert "With p → ∞ it becomes Chebyshev, the largest gap. x1 makes" in sentences(W01, distance=MINKOWSKI, p=3.0)[-1]
    said = sentences(W01, distance=CHEBYSHEV)
    assert said[2] == "x2 differs by 2. A larger one was there before."
    assert told(W01, distance=CHEBYSHEV)[1][2].worked == ("gap = 2 − 0 = 2", "the largest so far is 3")
    assert said[-1].startswith(
        "The Chebyshev distance of a and b is 3. x1 decides alone: two points are far apart if any one attribute is."
    )


def test_hamming_is_told_word_by_word():
    said = sentences(W01, distance=HAMMING)
    assert said[:4] == [
        "a is (1, 2, 3), b is (4, 0, 3): 3 coordinates to compare. Numbers are compared exactly: two that differ in "
        "the last digit differ.",
        "x1 is not the same in a and b.", "x2 is not the same in a and b.", "x3 is the same in a and b.",
    ]  # fmt: skip
    assert "They differ in 2 of 3 positions." in said[-1]
    _, stories, _ = told(W01, distance=HAMMING)
    assert stories[-1].worked[0] == "share = 2 / 3 = 0.6667"
    assert [(one.name, one.value) for one in stories[0].numbers] == [("coordinates D", 3)]
    gap = Dataset(np.array([[1.0, np.nan, 3.0, 5.0], [1.0, 2.0, 4.0, np.nan]]))
    said = sentences(gap, distance=HAMMING)
    assert said[0].startswith(
        "a is 1, missing, 3, 5, b is 1, 2, 4, missing: 2 coordinates to compare. 2 coordinates are missing in a or b "
        "and left out: what is not known is neither alike nor different."
    )
    assert (said[2], said[4]) == ("x2 is missing in a: it does not count.", "x4 is missing in b: it does not count.")


def test_normalisation_is_explained_in_words():
    huge = Dataset(np.array([[0.0, 0.0], [3e200, 4e200]]))
    _, stories, _ = told(huge, distance=EUCLIDEAN)
    assert stories[0].sentence == (
        "a is (0, 0), b is (3e+200, 4e+200): 2 coordinates to compare. All gaps are divided by the largest, 4e+200, as "
        "its square would be too large or small."
    )
    assert stories[1].worked[1] == "in units of the largest = 3e+200 / 4e+200 = 0.75"
    assert stories[3].sentence == (
        "The root of the sum, times the largest gap, is the distance: no square is too large or too small."
    )
    _, stories, _ = told(huge, distance=MINKOWSKI, p=3.0)
    assert "as its power would be" in stories[0].sentence
    assert (
        stories[3].sentence == f"The distance is 4e+200 times the sum to the power 1 / 3: {figure(91 ** (1 / 3))}e+200."
    )
    assert sentences(W01, distance=MINKOWSKI, p=3.0)[4] == "The distance is the sum to the power 1 / 3: 3.271."


def test_blocks_of_many_coordinates_are_explained_in_words():
    wide = Dataset(np.random.default_rng(0).normal(size=(2, 100)))
    for kind in (MANHATTAN, HAMMING):
        said = sentences(wide, distance=kind)
        assert said[1:4] == [f"5 more coordinates are counted in, x{last} the last." for last in (5, 10, 15)]


@shows("DS6", "W01")
def test_typed_strings_are_compared_letter_by_letter():
    strings = {"distance": HAMMING, "first_string": "karolin", "second_string": "kathrin"}
    trace, stories, marks = told(PLANE, **strings)
    assert [step.done for step in trace] == [0, *range(1, 8), 7] and trace[-1].distance == 3
    assert stories[0].sentence == "String a is karolin, string b is kathrin: 7 positions to compare."
    assert stories[3].sentence == "Position 3 is not the same in a and b." and stories[3].worked == ("sum = 0 + 1 = 1",)
    assert stories[4].sentence == "Position 4 is not the same in a and b." and trace[4].total == 2
    assert "They differ in 3 of 7 positions." in stories[-1].sentence
    assert stories[-1].worked[0] == f"share = 3 / 7 = {figure(3 / 7)}"
    (graph,) = of(Graph, marks[-1], surface="Position by position")
    assert "".join(node.label for node in graph.nodes[::2]) == "karolin"
    assert "".join(node.label for node in graph.nodes[1::2]) == "kathrin"
    assert [node.role == "wrong" for node in graph.nodes[::2]] == [place in (2, 3, 4) for place in range(7)]
    assert all(step.model is None for step in trace) and not of(Points, marks[-1], "focus"), "they are on no plane"
    bits = told(PLANE, distance=HAMMING, first_string="01101001", second_string="10101010")[0]
    assert bits[-1].distance == 4
    share = told(PLANE, **strings, normalised=True)[0]
    assert share[-1].distance == pytest.approx(theirs.hamming(list("karolin"), list("kathrin")))
    one = told(PLANE, distance=HAMMING, first_string="karolin")[0]
    assert one[0].model is not None, "until both are typed the rows are compared"
    placed = Pair(np.array([[0.0, 0.0], [1.0, 0.0]]))
    assert engine.trace(KEY, PLANE, start=placed, **strings)[-1].distance == 3
    long = engine.trace(KEY, PLANE, distance=HAMMING, first_string="ab" * 40, second_string="ba" * 40)
    assert long[-1].distance == 80


@shows("DS6")
def test_strings_of_unequal_length_are_refused_naming_the_edit_distance():
    with pytest.raises(Refusal, match=r"String a has 6 characters and string b 7.*edit distance: there is") as refusal:
        engine.trace(KEY, PLANE, distance=HAMMING, first_string="kitten", second_string="sitting")
    assert refusal.value.remedies == (SetParameter("second_string", ""),)
