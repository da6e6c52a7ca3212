"""One versus the rest against the worked example, drawn and told; and K scores by arg-max."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import engine
from engine.base.words import signed, vector
from engine.core.marks import Line, Matrix, Points, Region
from engine.families.discriminants.one_versus_rest.drawing import marks
from engine.families.discriminants.one_versus_rest.loop import Params
from engine.families.discriminants.one_versus_rest.telling import explain, inspect
from engine.families.discriminants.schemes import undecided
from engine.families.discriminants.two_sides import REST
from engine.models.linear import Hyperplane, Scores
from engine.models.scheme import AMBIGUOUS, Scheme
from tests.catalogue import shows
from tests.engine.families.discriminants.test_one_versus_rest import blobs

W = np.array([[1.0, 0.0], [-0.5, 0.9], [-0.5, -0.9]])
B = np.array([-1.0, -1.0, -1.0])
POINTS = np.array([[3.0, 0.0], [0.0, 0.0], [0.0, 0.1], [1.0, 1.5], [2.0, 3.0], [-3.0, 0.0]])
W28_Y = [
    [2.0, -2.5, -2.5],
    [-1.0, -1.0, -1.0],
    [-1.0, -0.91, -1.09],
    [0.0, -0.15, -2.85],
    [1.0, 0.7, -4.7],
    [-4.0, 0.5, 0.5],
]


def rest_scheme(lines: int = 3, resolve: bool = False) -> Scheme:
    """The lines of W28, the first so many of them."""
    planes = tuple(Hyperplane(w, float(b), (REST, k)) for k, (w, b) in enumerate(zip(W, B, strict=True)))
    return Scheme(planes[:lines], np.arange(lines), np.full(lines, REST), np.arange(3), resolve)


# -- the worked example ------------------------------------------------------------------------------------------------


@shows("LD5", "W28")
def test_w28_claims_and_ambiguous_places() -> None:
    scheme = rest_scheme()
    assert np.allclose(scheme.decision_function(POINTS), W28_Y, rtol=0, atol=1e-12)
    positive = [np.flatnonzero(row).tolist() for row in scheme.claims(POINTS)]
    assert positive == [[0], [], [], [], [0, 1], [1, 2]]
    assert (scheme.predict(POINTS) == AMBIGUOUS).tolist() == [False, True, True, True, True, True]


@shows("W28")
def test_w28_arg_max_and_its_ties() -> None:
    scores = Scores(W, B, np.arange(3))
    assert np.allclose(scores.decision_function(POINTS), W28_Y, rtol=0, atol=1e-12)
    assert scores.predict(POINTS).tolist() == [0, 0, 1, 0, 0, 1]
    assert rest_scheme(resolve=True).predict(POINTS).tolist() == [0, 0, 1, 0, 0, 1]


@shows("W28")
def test_w28_segment_stays_in_a_region_only_between_its_ends() -> None:
    scores = Scores(np.array([[1.0, 0.0], [-1.0, 0.0], [0.0, 1.0]]), np.zeros(3), np.arange(3))
    one, other = np.array([1.0, 0.9]), np.array([2.0, 0.0])
    alphas = np.array([0.0, 0.5, 1.0, 3.0])[:, None]
    assert scores.predict(alphas * one + (1 - alphas) * other).tolist() == [0, 0, 0, 2]


@given(st.integers(0, 100_000), st.integers(2, 5), st.integers(1, 4))
def test_the_regions_of_arg_max_are_convex(seed: int, K: int, d: int) -> None:
    rng = np.random.default_rng(seed)
    scores = Scores(rng.normal(size=(K, d)), rng.normal(size=K), np.arange(K))
    X = rng.normal(scale=3.0, size=(30, d))
    codes = scores.predict(X)
    alphas = rng.uniform(size=(5, 1))
    for one, other in zip(range(29), range(1, 30), strict=True):
        if codes[one] == codes[other]:
            between = alphas * X[one] + (1 - alphas) * X[other]
            a = scores.decision_function(between)
            assert (a[:, codes[one]] >= a.max(axis=1) - 1e-9).all()


def test_dominated_class_has_an_empty_region() -> None:
    scores = Scores(np.array([[1.0, 0.0], [1.0, 0.0], [0.0, 1.0]]), np.array([0.0, -1.0, 0.0]), np.arange(3))
    assert 1 not in scores.predict(np.random.default_rng(0).normal(scale=9.0, size=(500, 2)))


# -- the model ---------------------------------------------------------------------------------------------------------


def test_with_k_minus_1_lines_the_last_class_is_the_rest() -> None:
    scheme = rest_scheme(lines=2)
    assert scheme.claims(POINTS).tolist() == [[1, 0, 0], [0, 0, 1], [0, 0, 1], [0, 0, 0], [1, 1, 0], [0, 1, 0]]
    # (1, 1.5) lies exactly on the first line: nobody claims it
    assert scheme.predict(POINTS).tolist() == [0, 2, 2, AMBIGUOUS, AMBIGUOUS, 1]


def test_model_without_weights_claims_nothing_and_never_wins() -> None:
    silent = Hyperplane(np.zeros(2), 0.0, (REST, 2))
    lines = (*rest_scheme().binaries[:2], silent)
    places = np.array([[-1.0, -3.0], [3.0, 0.0]])
    plain = Scheme(lines, np.arange(3), np.full(3, REST), np.arange(3))
    assert plain.predict(places).tolist() == [AMBIGUOUS, 0]
    resolved = Scheme(lines, np.arange(3), np.full(3, REST), np.arange(3), True)
    assert resolved.decision_function(places)[0].tolist() == pytest.approx([-2.0, -3.2, 0.0])
    assert resolved.predict(places).tolist() == [0, 0]
    nothing = Scheme((silent,) * 3, np.arange(3), np.full(3, REST), np.arange(3), True)
    assert nothing.predict(places).tolist() == [AMBIGUOUS, AMBIGUOUS]


def test_lines_of_different_functions_are_refused() -> None:
    with pytest.raises(engine.Refusal, match="same functions"):
        Scheme((Hyperplane(np.ones(2), 0.0), Hyperplane(np.ones(3), 0.0)), np.arange(2), np.full(2, -1), np.arange(2))


# -- drawn ------------------------------------------------------------------------------------------------------------


def test_the_picture_of_a_step() -> None:
    data = blobs(spread=1.5)
    steps = list(engine.trace("one_versus_rest", data))
    second, last = marks(steps[2], data, Params()), marks(steps[4], data, Params())
    lines = [mark for mark in second if isinstance(mark, Line)]
    assert [(line.role, line.normal) for line in lines] == [("spoke", False), ("boundary", True)]
    assert lines[1].label == "green against the rest"
    assert [mark.model for mark in last if isinstance(mark, Region)] == [steps[4].model]
    assert sum(isinstance(mark, Line) for mark in last) == 3
    (table,) = [mark for mark in last if isinstance(mark, Matrix)]
    ambiguous = steps[4].ambiguous
    assert ambiguous and all("ambiguous" in name for name in table.row_labels[:ambiguous])
    assert not any("ambiguous" in name for name in table.row_labels[ambiguous:])


def test_misclassified_rows_of_a_problem_are_ringed() -> None:
    data = blobs(spread=1.5)
    for step in list(engine.trace("one_versus_rest", data))[1:4]:
        line = step.newest.binary
        wrong = np.flatnonzero((line.decision_function(data.X) > 0) != (data.codes == line.classes[1]))
        (ringed,) = [mark for mark in marks(step, data, Params()) if isinstance(mark, Points) and mark.role == "wrong"]
        assert ringed.rows.tolist() == wrong.tolist() and step.newest.wrong == len(wrong) > 0


def test_ambiguous_share_of_a_picture_computed_by_hand() -> None:
    """x > 1 and y > 1 in the square from 0 to 2: a quarter has both claims, a quarter none."""
    lines = (Hyperplane(np.array([1.0, 0.0]), -1.0, (REST, 0)), Hyperplane(np.array([0.0, 1.0]), -1.0, (REST, 1)))
    scheme = Scheme(lines, np.arange(2), np.full(2, REST), np.arange(2))
    side = (np.arange(100) + 0.5) / 50
    places = np.stack([axis.ravel() for axis in np.meshgrid(side, side)], axis=1)
    assert undecided(scheme.claims(places)) == (0.25, 0.25)


def test_share_is_of_the_box_for_two_features_and_of_rows_for_more() -> None:
    data = blobs()
    last = engine.trace("one_versus_rest", data)[-1]
    low, high = data.X.min(axis=0), data.X.max(axis=0)
    random = np.random.default_rng(0).uniform(low, high, size=(200_000, 2))
    share = float((last.model.predict(random) == AMBIGUOUS).mean())
    assert last.none + last.several == pytest.approx(share, abs=0.01) and share > 0.02
    assert " % of the box around the points is ambiguous, hatched: " in explain(last, data, Params()).sentence
    iris = engine.load("iris")
    last = engine.trace("one_versus_rest", iris)[-1]
    assert (last.none + last.several) * 150 == pytest.approx(last.ambiguous)
    said = explain(last, iris, Params()).sentence
    assert f"{last.ambiguous} of 150 rows are ambiguous (with 4 features rows are counted, not area)" in said


# -- asking ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("place", "words"),
    [
        ([3.0, 0.0], "red claims this point. It is classified as red."),
        ([0.0, 0.0], "No class claims this point. It is ambiguous."),
        ([2.0, 3.0], "red and green claim this point. It is ambiguous."),
    ],
)
def test_point_gets_the_classes_that_claim_it(place: list[float], words: str) -> None:
    data = blobs()
    step = engine.trace("one_versus_rest", data)[-1]
    step = type(step)(rest_scheme(), step.trained, 0, 0, True)
    asked = inspect(step, data, Params(), np.array(place)).story
    assert asked.sentence == words
    votes = asked.tables[0].rows
    assert [row[1] for row in votes] == pytest.approx((W @ place + B).tolist())
    assert votes[2][2] == "not blue"
    resolved = type(step)(rest_scheme(resolve=True), step.trained, 0, 0, True)
    sentence = inspect(resolved, data, Params(), np.array([2.0, 3.0])).story.sentence
    assert sentence.endswith("It is classified as red, by the greatest score.")


def test_every_stated_line_and_count_matches_the_data() -> None:
    data = blobs(spread=1.5)
    steps = list(engine.trace("one_versus_rest", data))
    for k, step in enumerate(steps[1:4]):
        told, line = explain(step, data, Params()), step.newest.binary
        assert (
            f"Two-class problem {k + 1} of 3: {data.class_names[k]} against the rest, 20 rows against 40."
            in told.sentence
        )
        wrong = int(((data.X @ line.weights + line.bias > 0) != (data.codes == k)).sum())
        assert f"{wrong} row{'s' * (wrong != 1)} of them on the wrong side of its line." in told.sentence
        assert (told.numbers[0].name, told.numbers[0].value) == ("on the wrong side", wrong)
        assert told.worked[0] == f"y = {vector(line.weights)} · x {signed(line.bias)}"
        lines = [mark for mark in marks(step, data, Params()) if isinstance(mark, Line)]
        assert np.array_equal(lines[-1].weights, line.weights) and lines[-1].bias == line.bias
    told, claims = explain(steps[4], data, Params()), steps[4].model.claims(data.X)
    sure = claims.sum(axis=1) == 1
    answer = np.where(sure, claims.argmax(axis=1), AMBIGUOUS)
    wrong, left = int((sure & (answer != data.codes)).sum()), int((~sure).sum())
    values = {number.name: number.value for number in told.numbers}
    assert (values["wrong class"], values["ambiguous"], values["lines trained"]) == (wrong, left, 3)
    assert told.worked == (f"right + wrong + ambiguous = {60 - wrong - left} + {wrong} + {left} = 60",)
    (missed,) = [mark for mark in marks(steps[4], data, Params()) if isinstance(mark, Points) and mark.role == "wrong"]
    assert left > 0 and missed.rows.tolist() == np.flatnonzero(sure & (answer != data.codes)).tolist()
    assert [row[:3] for row in told.tables[0].rows] == [
        (f"{name} against the rest", 60, step.newest.wrong)
        for name, step in zip(data.class_names, steps[1:4], strict=True)
    ]


def test_vote_table_has_the_rows_and_claims_of_each_class() -> None:
    data = blobs(spread=1.5)
    step = engine.trace("one_versus_rest", data)[-1]
    (table,) = [mark for mark in marks(step, data, Params()) if isinstance(mark, Matrix)]
    assert table.column_labels == ("red", "green", "blue") and table.values.shape == (40, 3)
    assert table.title == "votes for 40 of 60 rows"
    for name, votes in zip(table.row_labels, table.values, strict=True):
        x = data.X[int(name.split()[0]) - 1]
        expected = [float(line.weights @ x + line.bias > 0) for line in step.model.binaries]
        assert votes.tolist() == expected and name.endswith("(ambiguous)") == (sum(expected) != 1)


def test_hatched_share_is_divided_by_its_two_reasons() -> None:
    data = blobs(spread=1.5)
    step = engine.trace("one_versus_rest", data)[-1]
    low, high = data.X.min(axis=0), data.X.max(axis=0)
    places = np.random.default_rng(1).uniform(low, high, size=(100_000, 2))
    claims = np.column_stack([places @ line.weights + line.bias > 0 for line in step.model.binaries]).sum(axis=1)
    values = {number.name: number.value for number in explain(step, data, Params()).numbers}
    assert values["claimed by no class"] == pytest.approx((claims == 0).mean(), abs=0.01) and (claims == 0).any()
    assert values["tied"] == pytest.approx((claims > 1).mean(), abs=0.01) and (claims > 1).any()


def test_point_gets_the_sum_of_every_line() -> None:
    step = engine.trace("one_versus_rest", blobs())[-1]
    step = type(step)(rest_scheme(), step.trained, 0, 0, True)
    told = inspect(step, blobs(), Params(), np.array([2.0, 3.0])).story
    assert told.worked == (
        "y of red against the rest = 1·2 + 0·3 − 1 = 1",
        "y of green against the rest = − 0.5·2 + 0.9·3 − 1 = 0.7",
        "y of blue against the rest = − 0.5·2 − 0.9·3 − 1 = −4.7",
    )
    assert {number.name: number.value for number in told.numbers} == {
        "votes for red": 1, "votes for green": 1, "votes for blue": 0,
    }  # fmt: skip
    assert [row[2] for row in told.tables[0].rows] == ["red", "green", "not blue"]
