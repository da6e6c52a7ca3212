"""The convergence theorem: the worked proof row by row, and that its inequalities hold in every run."""

from __future__ import annotations

import re

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import engine
from engine.base.errors import Refusal, SetParameter
from engine.core import pauses
from engine.core.marks import Bars, Curve, Ellipse, Line
from engine.data.toys import generate
from engine.families.perceptrons.perceptron_theorem.drawing import marks
from engine.families.perceptrons.perceptron_theorem.loop import Params
from engine.families.perceptrons.perceptron_theorem.telling import explain
from engine.families.perceptrons.perceptron_theorem.theorem import LONGEST, tracked
from engine.models.basis import Polynomial
from engine.models.linear import Hyperplane
from tests.catalogue import shows

PLACED = {
    "Proof: lengths: path": lambda step, data, params: _along(step.proof),
    "Proof: angle: path": lambda step, data, params: _cosines(step.proof),
}
FOLLOWS = {"the theorem allows at most": lambda step, data, params: np.floor(step.proof.bound * (1 + 1e-9))}

AND = engine.Dataset.from_arrays([[0, 0], [0, 1], [1, 0], [1, 1]], [0, 0, 0, 1])
TRACKER = [
    [1, 3.0, 1.0, 1.0, 3.0, 0.727606875109, 0.140028008403],
    [2, 4.0, 2.0, 2.0, 6.0, 0.68599434057, 0.198029508595],
    [3, 7.0, 3.0, 3.0, 9.0, 0.98019605882, 0.242535625036],
    [4, 8.0, 4.0, 5.0, 12.0, 0.867721831275, 0.280056016806],
    [5, 9.0, 5.0, 6.0, 15.0, 0.891132788679, 0.313112145543],
    [6, 10.0, 6.0, 8.0, 18.0, 0.857492925713, 0.342997170285],
    [7, 11.0, 7.0, 10.0, 21.0, 0.843661487732, 0.370479286817],
    [8, 12.0, 8.0, 9.0, 24.0, 0.970142500145, 0.396059017191],
    [9, 13.0, 9.0, 11.0, 27.0, 0.950654151365, 0.420084025208],
    [10, 14.0, 10.0, 12.0, 30.0, 0.98019605882, 0.44280744277],
    [11, 15.0, 11.0, 14.0, 33.0, 0.972305585328, 0.464420364013],
    [12, 16.0, 12.0, 17.0, 36.0, 0.941176470588, 0.485071250073],
    [13, 17.0, 13.0, 19.0, 39.0, 0.945905302927, 0.504878164297],
    [14, 18.0, 14.0, 21.0, 42.0, 0.952661023245, 0.523936831996],
    [15, 19.0, 15.0, 22.0, 45.0, 0.982466610991, 0.542326144547],
    [16, 20.0, 16.0, 24.0, 48.0, 0.990147542977, 0.560112033611],
    [17, 21.0, 17.0, 27.0, 51.0, 0.98019605882, 0.57735026919],
    [18, 22.0, 18.0, 29.0, 54.0, 0.990830168044, 0.594088525786],
]


def _cosines(proof):
    """cos θ over the mistakes, but where w = 0."""
    n, along, square = proof.history[proof.history[:, 2] > 0].T
    return np.column_stack([n, along / np.sqrt(square) / proof.length])


def _along(proof):
    """w · w* / ‖w*‖ over the mistakes."""
    return np.column_stack([proof.history[:, 0], proof.history[:, 1] / proof.length])


def watched(data, **values):
    return engine.trace("perceptron_theorem", data, **values).to_end()


@shows("PE6", "W33")
def test_w33_pe6_the_tracker_row_by_row():
    trace = watched(AND)
    proof = trace[-1].proof
    assert proof.reference == pytest.approx([-3, 2, 2], abs=1e-6)
    assert proof.margin == pytest.approx(0.242535625036, abs=1e-6)
    assert proof.radius == pytest.approx(1.73205080757, abs=1e-9)
    assert tracked(proof)[1:] == pytest.approx(np.array(TRACKER), abs=1e-9)
    assert np.isnan(tracked(proof)[0, 5]), "while w = 0 it has no angle"
    for step, row in zip(trace[1:], TRACKER, strict=True):
        assert tracked(step.proof)[-1] == pytest.approx(row, abs=1e-9)


@shows("W33")
def test_w33_pe5_the_bound_and_the_mistakes():
    last = watched(AND)[-1]
    assert last.proof.bound == pytest.approx(51, abs=1e-6)
    assert last.watched.mistakes == 18
    said = explain(last, AND, Params())
    assert "18 mistakes so far, and the theorem allows at most 51." in said.sentence
    assert [check.holds for check in said.checks] == [True] * 3
    assert any(line.startswith("w · w* = 22 ≥ n η δ* ‖w*‖ = 18·1·0.2425·4.123 = 18") for line in said.worked)


@shows("W33")
def test_w33_another_w_star_gives_a_larger_bound():
    """(D / δ_max)² ≤ (D / δ*)²: note 001 prints it the other way round (E001-7)."""
    last = watched(AND, reference="final weights")[-1]
    assert last.proof.reference.tolist() == [-4.0, 3.0, 2.0]
    assert last.proof.margin == pytest.approx(0.185695338177, abs=1e-9)
    assert last.proof.bound == pytest.approx(87, abs=1e-9)


@shows("PE5", "W33")
@pytest.mark.parametrize(
    ("typed", "margin", "bound"), [((-3, 2, 2), 0.242535625036, 51.0), ((-4, 3, 2), 0.185695338177, 87.0)]
)
def test_w33_pe5_a_w_star_that_was_typed(typed, margin, bound):
    trace = watched(AND, reference="typed", typed=typed)
    params = Params(reference="typed", typed=typed)
    opening, last = explain(trace[0], AND, params), explain(trace[-1], AND, params)
    assert "w* is the line that was typed." in opening.sentence
    told = {number.name: number for number in last.numbers}
    assert told["δ*"].value == pytest.approx(margin, abs=1e-9) and told["(D / δ*)²"].value == pytest.approx(bound)
    assert told["D"].value == pytest.approx(1.73205080757, abs=1e-9)
    assert "closer classes, larger bound" in told["(D / δ*)²"].note
    assert trace[-1].watched.mistakes == 18 <= bound
    (table,) = opening.tables
    t, length = np.where(AND.codes, 1, -1), np.linalg.norm(typed)
    sides = t * (np.column_stack([np.ones(4), AND.X]) @ typed) / length
    assert [row[2] for row in table.rows] == pytest.approx(np.sort(sides)) and table.chosen == 0
    (star,) = [mark for mark in marks(trace[0], AND, params) if isinstance(mark, Line) and mark.label == "w*"]
    assert (star.bias, *star.weights) == typed
    (bars,) = [mark for mark in marks(trace[-1], AND, params) if isinstance(mark, Bars)]
    assert bars.values == pytest.approx([18, bound])


@pytest.mark.parametrize(
    ("typed", "words"),
    [
        ((-3, 2), "w* needs 3 numbers, the bias first, and 2 were typed"),
        ((0, 0, 0), "t w* · (1, x) = 0 for row 1"),
        ((-1, 1, 0), "w* = (−1, 1, 0) does not separate the classes: t w* · (1, x) = 0 for row 3"),
        ((3, -2, -2), "t w* · (1, x) = −3 for row 1"),
    ],
)
def test_pe5_typed_w_star_that_does_not_separate_is_refused(typed, words):
    with pytest.raises(Refusal, match=re.escape(words)) as refusal:
        watched(AND, reference="typed", typed=typed)
    assert refusal.value.remedies == (SetParameter("reference", "maximum margin"),)


def test_pe5_without_a_valid_w_star_the_run_has_no_bound():
    """While nothing is typed, and where a start brings a basis of its own, of which the parameters know nothing."""
    start = Hyperplane(np.zeros(5), 0.0, (0, 1), Polynomial.of_degree(2, 2))
    for begin, typed in ((None, ()), (start, (-3, 2, 2))):
        last = watched(AND, start=begin, reference="typed", typed=typed)[-1]
        assert last.watched.mistakes and not last.proof.exists
        assert "No w* has been typed" in explain(last, AND, Params(reference="typed", typed=typed)).sentence


def test_watching_changes_nothing():
    plain, trace = engine.trace("perceptron", AND).to_end(), watched(AND)
    for one, other in zip(plain, trace, strict=True):
        assert one == other.watched and one.model == other.model
    assert plain.ending == trace.ending


@pytest.mark.parametrize("reference", ["maximum margin", "final weights"])
def test_shuffled_runs_are_precomputed_with_equal_numbers(reference):
    iris = engine.load("iris")
    data = iris.subset(iris.codes < 2)
    plain = engine.trace("perceptron", data, order="shuffled", seed=9)
    trace = watched(data, order="shuffled", seed=9, reference=reference)
    assert [step.sample for step in plain] == [step.watched.sample for step in trace]
    if reference == "final weights":
        assert trace[0].proof.reference[1:].tolist() == trace[-1].model.weights.tolist()


@settings(max_examples=50, deadline=None)
@given(st.integers(0, 10_000), st.sampled_from([0.01, 1.0, 7.0]), st.sampled_from(["maximum margin", "final weights"]))
def test_pe5_pe6_inequalities_hold_in_every_separable_run(seed, rate, reference):
    rng = np.random.default_rng(seed)
    X, normal = rng.normal(size=(25, 3)), rng.normal(size=3)
    side = X @ normal > 0.2
    if side.all() or not side.any():
        side[0] = not side[0]
    data = engine.Dataset.from_arrays(X + 0.3 * np.where(side, 1, -1)[:, None] * normal, side)
    trace = watched(data, rate=rate, epochs=2000, reference=reference)
    for step in trace:
        if not step.proof.exists:
            continue
        n, along, least, square, most, cosine, least_cosine = tracked(step.proof)[-1]
        assert along >= least - 1e-9 * abs(along)
        assert square <= most * (1 + 1e-12)
        assert step.watched.mistakes <= step.proof.bound * (1 + 1e-12)
        if n:
            assert least_cosine - 1e-12 <= cosine <= 1 + 1e-12


def test_bound_does_not_depend_on_the_rate():
    small, large = (watched(AND, rate=rate)[-1] for rate in (0.001, 10.0))
    assert small.watched.mistakes == large.watched.mistakes == 18
    assert small.proof.bound == pytest.approx(large.proof.bound, rel=1e-12)
    assert tracked(small.proof)[1:, 5] == pytest.approx(tracked(large.proof)[1:, 5], rel=1e-9)


def test_e001_6_another_start_adds_terms_and_has_no_bound():
    trace = watched(AND, start=Hyperplane(np.array([5.0, -4.0]), 3.0))
    for step in trace:
        _, along, least, square, most, _, _ = tracked(step.proof)[-1]
        assert along >= least - 1e-9 and square <= most + 1e-9
    begun = tracked(trace[0].proof)[0]
    assert begun[1] == pytest.approx(begun[2]) and begun[3] == pytest.approx(begun[4]) and begun[3] == 50
    said = explain(trace[-1], AND, Params())
    assert "the run did not start at 0, so the inequalities have extra terms" in said.sentence
    assert len(said.checks) == 2


def test_without_a_separating_line_there_are_only_words():
    data = engine.load("gate_xor")
    for reference, words in [("maximum margin", "No line separates"), ("final weights", "do not separate")]:
        trace = watched(data, epochs=4, reference=reference)
        params = Params(epochs=4, reference=reference)
        assert not trace[-1].proof.exists
        assert words in explain(trace[-1], data, params).sentence
        assert not [mark for mark in marks(trace[-1], data, params) if isinstance(mark, (Ellipse, Curve))]


def test_pe5_picture_has_circle_strip_bound_and_curves():
    step = watched(AND)[-1]
    drawn = marks(step, AND, Params())
    (circle,) = [mark for mark in drawn if isinstance(mark, Ellipse)]
    assert circle.scale == pytest.approx(np.sqrt(2)) and circle.centre.tolist() == [0, 0]
    strip = [mark.level for mark in drawn if isinstance(mark, Line) and mark.role == "margin"]
    assert strip == pytest.approx([1, -1], abs=1e-6)
    (bars,) = [mark for mark in drawn if isinstance(mark, Bars) and mark.surface.name == "Mistakes and bound"]
    assert bars.values == pytest.approx([18, 51])
    curves = {mark.label: mark for mark in drawn if isinstance(mark, Curve) and mark.surface.name == "Proof: lengths"}
    line, root = curves["n η δ*"].positions, curves["√n η D"].positions
    crossing = line[np.argmax(line[1:, 1] >= root[1:, 1] - 1e-9) + 1, 0]
    assert crossing == pytest.approx(51, abs=0.5)
    assert (curves["‖w‖"].positions[:, 1] <= np.sqrt(3 * np.arange(19)) + 1e-9).all()


def test_long_history_is_thinned_but_keeps_its_ends():
    from engine.data.toys import generate

    data = generate("margin", n=200, margin=0.01, seed=2)
    trace = watched(data.changed(X=data.X + np.array([6.0, -3.0])), epochs=2000)
    last = trace[-1]
    assert last.watched.mistakes > LONGEST
    assert len(last.proof.history) <= LONGEST
    assert last.proof.history[0, 0] == 0 and last.proof.history[-1, 0] == last.watched.mistakes
    assert (np.diff(last.proof.history[:, 0]) > 0).all()


def test_pe11_theorem_in_the_space_of_a_basis():
    data = engine.load("gate_xor")
    trace = watched(data, basis="polynomial")
    assert trace.ending.kind == "converged"
    assert len(trace[-1].proof.reference) == 6
    assert trace[-1].watched.mistakes <= trace[-1].proof.bound
    assert marks(trace[-1], data, Params(basis="polynomial"))


def test_too_long_run_is_refused_with_an_alternative():
    data = generate("blobs", n=20_000, classes=2, seed=1)
    with pytest.raises(Refusal, match="the whole run is made once beforehand") as refusal:
        engine.trace("perceptron_theorem", data, reference="final weights")
    widest, fewer = refusal.value.remedies
    assert widest == SetParameter("reference", "maximum margin") and fewer == SetParameter("epochs", 15)
    engine.trace("perceptron_theorem", data, reference="final weights", epochs=15)


def test_slow_search_for_w_star_pauses_with_equal_result(monkeypatch):
    card, data = engine.algorithm("perceptron_theorem"), generate("blobs", 1, n=60, classes=2, spread=1.0)
    params = card.params(basis="gaussian at points", functions=20)
    plain = list(card.traced(data, params))
    monkeypatch.setattr(pauses, "AT_ONCE", 4_000)
    steps = list(card.traced(data, params))
    paused = [step for step in steps if step.tried is not None]
    assert len(paused) > 2 and steps[: len(paused)] == paused and len(steps) <= card.bound(data, params)
    assert steps[len(paused) :] == plain
    tried = [step.tried for step in paused]
    assert tried == sorted(tried) and tried[0] == 0
    said = explain(paused[-1], data, params).sentence
    assert said == f"Looking for w*, the maximum-margin line: {tried[-1]} rows tried for its edges so far."
    assert not [mark for mark in marks(paused[-1], data, params) if isinstance(mark, Bars)]
