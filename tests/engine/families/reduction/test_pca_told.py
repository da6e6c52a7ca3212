"""What a principal component analysis says, stage by stage."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

import engine
from engine.core.story import Event
from engine.families.reduction.pca import loop as pca
from engine.families.reduction.pca.telling import event, explain, measure
from engine.models.projections import Components
from tests.catalogue import shows
from tests.contract.recomputed import recomputed
from tests.engine.families.reduction.stages import FOUR, LAMBDA, steps_of
from tests.examples import numbers


def told(step, data=FOUR, **values):
    return explain(step, data, pca.Params(**values))


# -- in words ----------------------------------------------------------------------------------------------------------


def test_every_stage_in_words():
    assert [told(step).sentence for step in engine.trace("pca", FOUR)] == [
        "4 points with 2 features. We look for the directions in which they vary most; a target is not used.",
        "The mean is subtracted from every point. The point farthest from it is row 1.",
        "Every point adds the outer product of its deviation; row 1, the farthest, adds most. width and depth rise and "
        "fall together most: their cell of S is 1.333.",
        "Axis 1 takes 82.9 % of the variance. Of u and −u, the one is taken whose largest entry is positive (on a tie, "
        "the first).",
        "Axis 2 takes 17.1 % of the variance. Of u and −u, the one is taken whose largest entry is positive (on a tie, "
        "the first).",
        "Every point is projected onto the axes: 2 scores instead of 2 features. The scores vary as much "
        "as the axes promise.",
        "Without any axis every point is rebuilt as the mean, and all of its deviation is left over.",
        "With 1 of 2 axes, 17.1 % of the squared deviation is left over.",
        "With 2 of 2 axes every point is rebuilt exactly, but for rounding.",
    ]


def test_the_lines_of_numbers():
    lines = [told(step).worked for step in engine.trace("pca", FOUR)]
    assert lines[:8] == [
        ("N = 4,  D = 2,  M = 2",),
        ("x̄ = (2, 1.5)", "row 1: x − x̄ = (−2, −1.5)"),
        (
            "row 1: z = (−2, −1.5), ‖z‖²/3 = 6.25/3 = 2.083 of the trace 4.333",
            "variances (diagonal of S) = (2.667, 1.667)",
        ),
        (
            "u1 = (0.8219, 0.5696)",
            "λ1 = u · S u = (0.82193, 0.56959) · (2.9513, 2.0452) = 3.591",
            "share = 3.591 / 4.333 = 82.9 %",
        ),
        (
            "u2 = (−0.5696, 0.8219)",
            "λ2 = u · S u = (−0.56959, 0.82193) · (−0.42302, 0.61042) = 0.7427",
            "share = 0.7427 / 4.333 = 17.1 %",
        ),
        ("row 1: y1 = (0.8219, 0.5696) · (−2, −1.5) = −2.498",),
        ("SSE = Σ ‖x − x̂‖² = 13", "(N − 1) · Σ λ left out = 3 · 4.333 = 13"),
        ("SSE = Σ ‖x − x̂‖² = 2.228", "(N − 1) · Σ λ left out = 3 · 0.7427 = 2.228"),
    ]


def test_the_numbers_to_watch():
    found = steps_of(FOUR)
    assert numbers(told(found["data"][0])) == {"rows": 4, "features": 2, "axes kept": 2}
    assert numbers(told(found["centred"][0]))["mean"].tolist() == [2, 1.5]
    covariance = told(found["covariance"][0])
    assert numbers(covariance) == {"total variance": pytest.approx(13 / 3), "divisor": 3}
    assert covariance.numbers[1].note == "N − 1"
    for j, step in enumerate(found["axis"]):
        told_of = numbers(told(step))
        assert told_of[f"variance λ{j + 1}"] == pytest.approx(LAMBDA[j])
        assert told_of[f"√λ{j + 1}"] == pytest.approx(np.sqrt(LAMBDA[j]))
        assert (told_of["axes for 90 %"], told_of["axes for 95 %"]) == (2, 2)
    rebuilt = [numbers(told(step)) for step in found["rebuilt"]]
    assert [one["axes used"] for one in rebuilt] == [0, 1, 2]
    assert [one["SSE"] for one in rebuilt] == pytest.approx([13, 3 * LAMBDA[1], 0], abs=1e-12)
    assert [one["left over"] for one in rebuilt] == ["100.0 %", "17.1 %", "0.0 %"]


def test_fewer_axes_for_90_than_for_95_percent():
    data = engine.load("iris")
    found = numbers(told(steps_of(data, components=4)["axis"][0], data, components=4))
    assert (found["axes for 90 %"], found["axes for 95 %"]) == (1, 2)


def test_the_tables():
    found = steps_of(FOUR)
    assert told(found["centred"][0]).tables[0].rows == (("width", 2.0), ("depth", 1.5))
    scree, entries = told(found["axis"][1]).tables
    assert scree.rows == (
        (1, pytest.approx(LAMBDA[0]), "82.9 %", "82.9 %"),
        (2, pytest.approx(LAMBDA[1]), "17.1 %", "100.0 %"),
    )
    assert scree.chosen == 1 and told(found["axis"][0]).tables[0].chosen == 0
    u = found["axis"][1].model.components[1]
    assert entries.rows == (("depth", u[1]), ("width", u[0])) and entries.title == "Entries of u2"
    assert u[0] < 0 < u[1], "an entry keeps its sign, and the largest stands first"
    assert [row[0] for row in told(found["projected"][0]).tables[0].rows] == [1, 2]


def test_two_computations_of_the_score_variance_are_in_their_columns():
    step = steps_of(FOUR)["projected"][0]
    bent = replace(step, model=replace(step.model, variances=2 * step.model.variances))
    for _, of_the_scores, promised in told(bent).tables[0].rows:
        assert promised == pytest.approx(2 * of_the_scores)
    assert not told(bent).checks[0].holds


def test_standardised_run_states_its_divisors():
    step = steps_of(FOUR, standardise=True)["centred"][0]
    story = told(step, standardise=True)
    assert story.tables[0].columns == ("feature", "mean", "standard deviation")
    assert story.tables[0].rows[1] == ("depth", 1.5, pytest.approx(np.sqrt(5 / 3)))
    assert "divided by its standard deviation" in story.sentence


@pytest.mark.parametrize(
    ("X", "words"),
    [
        ([[0, 0], [1, -1], [2, -2.5]], "x1 and x2 go opposite ways most: their cell of S is −1.25."),
        ([[0, 0], [1, 1], [2, 0]], "No two features vary together: off the diagonal S is 0."),
        ([[0, 5], [1, 5], [2, 5]], "1 feature is constant: the row is 0."),
        ([[0, 1], [1, 3]], "With 2 rows for 2 features S is singular: at most 1 λ above 0."),
        ([[0, 0, 0], [1, 9, -9], [2, 0, 0]], "x2 and x3 go opposite ways most: their cell of S is −27."),
    ],
)
def test_notable_covariances_are_stated(X, words):
    data = engine.Dataset.from_arrays(np.array(X, dtype=float))
    assert words in told(steps_of(data)["covariance"][0], data).sentence


def test_given_direction_states_its_orthogonalisation():
    start = Components(np.zeros(2), np.array([[1.0, 0.0], [0.6, 0.8]]), np.ones(2))
    straight, bent = (step for step in engine.trace("pca", FOUR, start=start) if step.stage == "axis")
    given = "was given and is taken with length 1"
    assert told(straight).sentence == f"Direction 1 {given}: 61.5 % of the variance is along it."
    part = "Only the part perpendicular to the directions before is used."
    assert told(bent).sentence == f"Direction 2 {given}: 38.5 % of the variance is along it. {part}"
    own = next(step for step in engine.trace("pca", FOUR) if step.stage == "axis")
    assert told(straight).formula == r"\mathrm{Var}(\mathbf{u} \cdot \mathbf{x}) = \mathbf{u}^\top S\, \mathbf{u}, " + (
        r"\qquad \|\mathbf{u}\| = 1"
    )
    assert told(own).formula.startswith(r"S\, \mathbf{u}_j = \lambda_j \mathbf{u}_j"), "an eigenvector"


def test_curves_and_events():
    curve = [measure(step, FOUR, pca.Params()) for step in engine.trace("pca", FOUR)]
    share = LAMBDA[0] / LAMBDA.sum()
    assert curve[3:5] == [{"share of the variance": pytest.approx(share)}, {"share of the variance": pytest.approx(1)}]
    assert [one["share left over"] for one in curve[6:]] == pytest.approx([1, 1 - share, 0], abs=1e-12)
    assert curve[:3] == [{}] * 3 and curve[5] == {}
    events = [event(step) for step in engine.trace("pca", FOUR)]
    assert events == [None] * 3 + [Event("axis", "axis")] * 2 + [None] * 4


def test_measure_is_a_growing_and_then_a_shrinking_share():
    data, params = engine.load("iris"), pca.Params(components=4)
    curve = [measure(step, data, params) for step in engine.trace("pca", data, components=4)]
    captured = [point["share of the variance"] for point in curve if "share of the variance" in point]
    left = [point["share left over"] for point in curve if "share left over" in point]
    assert captured[-1] == pytest.approx(1.0) and captured == sorted(captured)
    assert left == pytest.approx([1.0, *(1 - np.array(captured))], abs=1e-12)


# -- row by row --------------------------------------------------------------------------------------------------------


@shows("DR1")
def test_dr1_each_outer_product_is_worked_cell_by_cell():
    adding = steps_of(FOUR, stop_at="rows")["added"]
    first, second = told(adding[0], stop_at="rows"), told(adding[1], stop_at="rows")
    assert first.sentence == (
        "Row 1 adds the outer product of its deviation from the mean. In width and depth it deviates the same way, "
        "and their cell of S grows."
    )
    assert first.worked == (
        "z = x − x̄ = (−2, −1.5)",
        "S11 ← 0 + (−2)·(−2)/3 = 1.333",
        "S12 ← 0 + (−2)·(−1.5)/3 = 1",
        "S22 ← 0 + (−1.5)·(−1.5)/3 = 0.75",
    )
    assert "does not deviate in both" in second.sentence and second.worked[2] == "S12 ← 1 + (0)·(−0.5)/3 = 1"
    assert numbers(second) == {
        "adds": pytest.approx(0.25 / 3), "trace so far": pytest.approx(6.5 / 3), "divisor": 3,
    }  # fmt: skip
    down = engine.Dataset.from_arrays([[0, 4], [4, 0], [2, 2]])
    opposite = steps_of(down, stop_at="rows")["added"][0]
    assert "opposite ways, and their cell of S shrinks" in told(opposite, down, stop_at="rows").sentence


@shows("DR3")
def test_dr3_each_score_is_worked_from_the_deviation():
    found = steps_of(FOUR, stop_at="rows")
    story = told(found["dropped"][2], stop_at="rows")
    assert story.sentence == (
        "Row 3 is projected onto u1 and u2: the distance of the projection from the mean is its score, negative "
        "on the far side."
    )
    scores = found["dropped"][2].model.transform(FOUR.X[[2]])[0]
    assert numbers(story) == {"score on u1": pytest.approx(scores[0]), "score on u2": pytest.approx(scores[1])}
    assert story.worked[0].startswith("y1 = u1 · (x − x̄) = ") and story.worked[1].startswith("y2 = u2 · (x − x̄) = ")
    assert not recomputed(story).wrong
    dropped = steps_of(FOUR, stop_at="rows", components=1)["dropped"][0]
    assert "Row 1 is projected onto u1: the" in told(dropped).sentence
