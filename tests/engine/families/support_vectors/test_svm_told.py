"""What a step of the support vector machine draws and says, looked up in the step and worked again."""

from __future__ import annotations

import numpy as np
import pytest

import engine
from engine.core.marks import Bars, Line, Points, Region, Segments
from engine.core.story import Event
from engine.core.surfaces import PLANE
from engine.data.dataset import Dataset
from engine.data.toys import generate
from engine.families.support_vectors.svm import drawing

SVM = engine.algorithm("svm")
TWO = Dataset(np.array([[1.0], [3.0]]), np.array([0, 1]), class_names=("A", "B"))


def told(data: Dataset, index: int, **values):
    params = SVM.params(**values)
    step = engine.trace(SVM.key, data, **values)[index]
    return step, SVM.explain(step, data, params), SVM.marks(step, data, params)


def of(marks, kind, role=""):
    return [mark for mark in marks if isinstance(mark, kind) and role in ("", getattr(mark, "role", ""))]


def test_pair_is_explained_from_its_violations_to_the_update():
    _, story, _ = told(TWO, 1, kernel="linear")
    assert story.sentence == (
        "Pair 1: point 2 (B) requires b ≥ 1, point 1 (A) requires b ≤ −1. "
        "Their multipliers change until both conditions agree: now all conditions hold."
    )
    assert story.worked == (
        "b_i − b_j = 1 + 1 = 2",
        "η = ‖x_i − x_j‖² = ‖(3) − (1)‖² = 4",
        "Δ = (b_i − b_j) / η = 2 / 4 = 0.5",
        "α_i ← 0 + 0.5 = 0.5",
        "α_j ← 0 + 0.5 = 0.5",
        "W rises by Δ (b_i − b_j) − Δ² η / 2 = 0.5·2 − 0.5²·4 / 2 = 0.5",
        "W = Σ α − ‖w‖² / 2 = 1 − 0.5 = 0.5",
        "b = (m + M) / 2 = (−2 − 2) / 2 = −2",
    )
    assert len(story.checks) == 4 and all(check.holds for check in story.checks)
    assert {n.name: n.value for n in story.numbers}["width of the margin"] == 2.0


def test_clipped_pair_names_the_bound():
    _, story, _ = told(TWO, 1, kernel="linear", C=0.25)
    assert "until that of point 2 is at its limit C: now all conditions hold." in story.sentence
    assert "(b_i − b_j) / η = 2 / 4 = 0.5,  clipped by the box to Δ = 0.25" in story.worked


def test_at_the_start_there_is_no_support_vector():
    step, story, marks = told(TWO, 0)
    assert step.model is None and "no point is a support vector yet; t is −1 for A and +1 for B." in story.sentence
    assert {mark.surface.name for mark in marks} == {"Bias required"} and len(of(marks, Points)) == 1
    assert SVM.inspect(step, TWO, SVM.params(), np.zeros(1)) is None


@pytest.mark.parametrize("index", [3, 40, -1])
def test_what_is_ringed_is_what_it_says(index):
    data = generate("moons", n=120, noise=0.3)
    step, story, marks = told(data, index)
    f = step.model.decision_function(data.X)
    t = step.problem.t
    assert step.rightness == pytest.approx(t * f, abs=1e-9)
    (support,), (wrong,), (focus,) = (of(marks, Points, role) for role in ("support", "wrong", "focus"))
    assert support.rows.tolist() == np.flatnonzero(step.shares).tolist()
    assert wrong.rows.tolist() == np.flatnonzero(t * f < 0).tolist()
    assert tuple(focus.rows) == step.pair.rows
    numbers = {number.name: number.value for number in story.numbers}
    assert numbers["support vectors"] == len(support.rows) and numbers["points on the wrong side"] == len(wrong.rows)
    assert numbers["primal objective"] == pytest.approx(0.5 * step.square + np.maximum(1 - t * f, 0).sum())
    (region,) = of(marks, Region)
    assert region.model is step.model and region.heights == (-1.0, 1.0)


def test_of_very_many_support_vectors_those_on_the_margin_are_ringed(monkeypatch):
    """One more support vector changes one ring at most: none come and go together while a slider moves."""
    data = generate("moons", n=120, noise=0.3)
    step, story, marks = told(data, -1)
    (every,) = of(marks, Points, "support")
    assert not next(number.note for number in story.numbers if number.name == "support vectors")
    monkeypatch.setattr(drawing, "RINGED", len(every.rows) - 1)
    _, story, marks = told(data, -1)
    (most,) = of(marks, Points, "support")
    (left,) = set(every.rows.tolist()) - set(most.rows.tolist())
    away = np.abs(1.0 - step.rightness[every.rows])
    assert left == every.rows[away.argmax()] and most.rows.tolist() == sorted(most.rows.tolist())
    assert np.array_equal(most.positions, data.X[most.rows])
    note = next(number.note for number in story.numbers if number.name == "support vectors")
    assert note == f"the {len(most.rows)} nearest to the edges of the margin are ringed"


def test_linear_kernel_has_a_straight_margin_and_slacks():
    data = generate("moons", n=120, noise=0.3)
    step, _, marks = told(data, -1, kernel="linear")
    lines = {(mark.role, mark.level) for mark in of(marks, Line) if mark.surface == PLANE}
    assert lines == {("boundary", 0.0), ("margin", 1.0), ("margin", -1.0)}
    (slack,) = of(marks, Segments, "residual")
    ends = step.model.decision_function(slack.ends)
    assert np.abs(ends) == pytest.approx(np.ones(len(ends)), abs=1e-9)
    assert len(ends) == (step.rightness < 1 - 1e-9).sum()
    assert of(marks, Region)[0].heights == ()


def test_bars_are_the_largest_multipliers():
    data = generate("moons", n=120, noise=0.3)
    step, story, marks = told(data, 12)
    (bars,) = of(marks, Bars)
    assert bars.values.tolist() == sorted(np.abs(step.shares[step.support]).tolist(), reverse=True)[:40]
    assert bars.labels[bars.chosen] == data.row_name(step.pair.rows[0])
    first = story.tables[0].rows[0]
    assert first[:3] == (bars.labels[0], data.class_name(int(bars.groups[0])), bars.values[0])
    places = {"on the wrong side": (-np.inf, 0), "inside the margin": (0, 1), "outside": (1, np.inf)}
    for *_, right, where in story.tables[0].rows:
        low, high = places.get(where, (1 - 1e-3, 1 + 1e-3))
        assert low <= right <= high


def on_chart(step, marks):
    chart = [mark for mark in marks if mark.surface.name == "Bias required"]
    (dots,), lines = of(chart, Points), {line.label: line.level - line.bias for line in of(chart, Line)}
    return dots.positions, lines


def test_condition_chart_ends_as_steps():
    data = generate("moons", n=120, noise=0.3)
    step, _, marks = told(data, 12)
    places, lines = on_chart(step, marks)
    m, M = step.biases[[step.up, step.low]]
    assert lines == {"b": step.bias, "m": pytest.approx(m), "M": pytest.approx(M)} and m > M
    step, _, marks = told(data, -1)
    places, lines = on_chart(step, marks)
    t, room = step.problem.t, step.gap / 2 + 1e-9
    left, right = places[:, 0] < lines["b"] - room, places[:, 0] > lines["b"] + room
    assert (places[left, 1] == np.where(t > 0, 0.0, -1.0)[left]).all()
    assert (places[right, 1] == np.where(t > 0, 1.0, 0.0)[right]).all()


def test_point_explanation_lists_the_largest_contributions():
    data = generate("moons", n=120, noise=0.3)
    step = engine.trace(SVM.key, data)[-1]
    x = np.array([0.3, 0.1])
    asked = SVM.inspect(step, data, SVM.params(), x)
    f = float(step.model.decision_function(x[None])[0])
    assert asked.story.numbers[0].value == f
    rows = asked.story.tables[0].rows
    K = step.model.kernel.between(step.model.vectors, x[None])[:, 0]
    parts = step.model.coefficients * K
    assert [row[3] for row in rows] == sorted(parts.tolist(), key=abs, reverse=True)[: len(rows)]
    coefficients = dict(zip(step.support.tolist(), step.model.coefficients.tolist(), strict=True))
    for name, called, coefficient, _ in rows:
        row = int(name) - 1
        assert (called, coefficient) == (data.class_names[data.codes[row]], coefficients[row])
    assert ("inside" in asked.story.sentence) == (abs(f) < 1)
    (spokes,) = of(asked.marks, Segments, "spoke")
    assert spokes.ends.tolist() == [data.X[int(row[0]) - 1].tolist() for row in rows[:4]]


def test_what_meets_an_end_is_an_event():
    steps = list(engine.trace(SVM.key, generate("moons", n=120, noise=0.3)))
    for step in steps[1:]:
        C = step.problem.C
        expected = "at the limit" if C in step.pair.after else "let go" if 0.0 in step.pair.after else ""
        event = SVM.event(step)
        assert (event.word if event else "") == expected
    assert Event("let go", "ghost") in map(SVM.event, steps) and SVM.event(steps[0]) is None


def test_at_most_a_thousand_support_vectors_are_ringed():
    data = generate("moons", n=1500, noise=2.0)
    step, _, marks = told(data, -1, C=0.01)
    assert len(step.support) > 1000 and [len(one.rows) for one in of(marks, Points, "support")] == [1000]


def test_problem_is_shown_first_and_the_update_at_each_pair():
    (_, first, _), (_, pair, _) = told(TWO, 0, kernel="rbf"), told(TWO, 1, kernel="rbf")
    assert r"e^{-\gamma \|\mathbf{x} - \mathbf{z}\|^2}" in first.formula and r"\mathrm{max}" in first.formula
    assert r"\Delta" in pair.formula and r"e^{-\gamma" not in pair.formula
    notes = {number.name: number.note for number in first.numbers}
    assert notes["m − M"] == "the largest violation of the conditions" and notes["dual objective W"] == "it never falls"
