"""Every number that the perceptron tells or draws, against one found independently from the data and the step."""

from __future__ import annotations

import numpy as np
import pytest

import engine
from engine.core.story import Event
from engine.families.perceptrons.perceptron.loop import Params
from engine.families.perceptrons.perceptron.telling import event, explain, measure
from engine.models.linear import Hyperplane
from engine.parts.basis_drawing import feature_marks
from tests.engine.families.perceptrons.reading import (
    activations_of,
    chart,
    figures,
    is_line,
    lines_of,
    lists_correction,
    near,
    overlapping,
    rows_of,
    signs_of,
    tells_activation,
    tells_correction,
)
from tests.examples import numbers

# -- what is told, number by number ------------------------------------------------------------------------------------

DATA, RATE = overlapping(), 0.3
marks = engine.algorithm("perceptron").marks
X, T = DATA.X, signs_of(DATA)


def watched(stop_at="examples"):
    """Steps of a run that is right and wrong in turn, each with its story."""
    params = Params(rate=RATE, epochs=6, stop_at=stop_at)
    steps = list(engine.trace("perceptron", DATA, rate=RATE, epochs=6, stop_at=stop_at))
    assert {step.mistake for step in steps[1:]} == ({True, False} if stop_at == "examples" else {True})
    return [(step, explain(step, DATA, params), marks(step, DATA, params)) for step in steps]


def test_pe7_correction_lowers_its_term_by_eta_times_the_squared_norm():
    rises = set()
    for step, story, _ in watched():
        if not step.mistake:
            continue
        by_name, n = numbers(story), step.sample
        before, after = (-T * activations_of(line, X) for line in (step.before, step.model))
        assert by_name["this point's −t a before"] == pytest.approx(before[n]) and before[n] >= 0
        assert by_name["this point's −t a after"] == pytest.approx(before[n] - RATE * (1 + X[n] @ X[n]))
        assert by_name["this point's −t a after"] == pytest.approx(after[n])
        assert by_name["criterion before"] == pytest.approx(before[before > 0].sum())
        assert by_name["criterion after"] == pytest.approx(after[after > 0].sum())
        (note,) = [number.note for number in story.numbers if number.name == "criterion after"]
        rises.add(by_name["criterion after"] > by_name["criterion before"])
        assert bool(note) == (by_name["criterion after"] > by_name["criterion before"])
    assert rises == {True, False}


def test_counts_and_activation_match_the_step():
    mistakes, best = 0, None
    for step, story, _ in watched():
        by_name, wrong = numbers(story), int((T * activations_of(step.model, X) <= 0).sum())
        mistakes, best = mistakes + step.mistake, wrong if best is None else min(best, wrong)
        assert measure(step, DATA, Params()) == {"points on the wrong side": wrong, "best so far": best}
        assert event(step) == (Event("mistake", "wrong") if step.mistake else None)
        if step.sample is None:
            assert by_name == {
                "rows on the wrong side": wrong,
                "criterion": 0,
                "gradient of the criterion": "(0, 0, 0, 0)",
            }
            continue
        a = activations_of(step.before, X)[step.sample]
        assert by_name["activation a"] == pytest.approx(a) and by_name["target t"] == T[step.sample]
        assert step.mistake == (T[step.sample] * a <= 0)
        assert [one.note for one in story.numbers if one.name == "best line so far"] == ["points on the wrong side"]
        assert (by_name["mistakes so far"], by_name["wrong side now"], by_name["best line so far"]) == (
            mistakes, wrong, best,
        )  # fmt: skip


def test_worked_lines_use_the_point_and_weights_of_the_step():
    for step, story, _ in watched():
        if step.sample is None:
            assert figures(story.worked[0]) == [0, 0, 0, 0]
            continue
        x, t, before, after = X[step.sample], T[step.sample], step.before, step.model
        a = before.weights @ x + before.bias
        assert tells_activation(story.worked[0], before, x)
        assert figures(story.worked[1]) == near([t, a, t * a, 0])
        assert story.worked[1].endswith("≤ 0" if step.mistake else "> 0")
        assert (len(story.worked), len(story.tables)) == ((5, 2) if step.mistake else (2, 0))
        if step.mistake:
            assert tells_correction(*story.worked[2:4], before, RATE * t, x, after)
            assert figures(story.worked[4])[-3:] == near([-t * a, -RATE * (1 + x @ x), -t * a - RATE * (1 + x @ x)])
            assert lists_correction(story.tables[0], before, RATE * t, x, after)
            assert [row[0] for row in story.tables[0].rows] == ["bias", *DATA.feature_names]


def test_sentence_names_point_class_side_and_direction():
    ways, sides = set(), set()
    for step, story, _ in watched()[1:]:
        n = step.sample
        a, name = activations_of(step.before, X)[n], "dog" if T[n] > 0 else "cat"
        target = "+1" if T[n] > 0 else "−1"
        side = "exactly on the line" if a == 0 else f"on the {'positive' if a > 0 else 'negative'} side"
        begun = f"Epoch {step.epoch}: point {n + 1} (class {name}, t = {target}) lies {side}"
        way = "added to" if T[n] > 0 else "subtracted from"
        change = activations_of(step.model, X)[n] - a
        moved = "raises" if change > 0 else "lowers"
        turned = f": mistake {step.mistakes}. The point is {way} the weights, which {moved} its activation."
        assert story.sentence == begun + (turned if step.mistake else ". That is right, so nothing changes.")
        ways, sides = ways | {way}, sides | {side}
    assert len(ways) == 2 and len(sides) == 3


def test_names_are_said_as_they_are():
    data = engine.Dataset.from_arrays([[1.0], [-1.0]], ["Iris-virginica", "Iris-setosa"])
    step = engine.trace("perceptron", data)[1]
    assert "(class Iris-virginica, t = +1)" in explain(step, data, Params()).sentence


@pytest.mark.parametrize(
    ("at_zero", "words"), [("mistake", "counts as a mistake"), ("+1", "counts as +1"), ("-1", "counts as −1")]
)
def test_opening_states_the_coding_and_the_convention(at_zero, words):
    params = Params(at_zero=at_zero)
    said = explain(engine.trace("perceptron", DATA, at_zero=at_zero)[0], DATA, params).sentence
    assert said.startswith("Before the first example. All weights are 0, so nothing is classified yet, although the c")
    zero = f"an activation of exactly 0 {words} in training, and predicts dog"
    assert said.endswith(f"The target t is −1 for cat and +1 for dog; {zero}.")
    shifted = engine.trace("perceptron", DATA, start=Hyperplane(np.zeros(3), 1.0))[0]
    assert "All weights are 0" not in explain(shifted, DATA, params).sentence


# -- what is drawn -----------------------------------------------------------------------------------------------------


def test_lines_before_after_and_best_are_drawn():
    bests = 0
    for step, _, drawn in watched("mistakes")[2:]:
        (ghost,), (now,) = lines_of(drawn, "ghost"), lines_of(drawn, "boundary")
        assert is_line(ghost, step.before) and is_line(now, step.model) and now.normal
        best = lines_of(drawn, "best")
        assert len(best) == (step.best_wrong < step.wrong)
        if best:
            bests += 1
            assert best[0].label == "best so far"
            assert is_line(best[0], step.best)
            assert int((T * activations_of(best[0], X) <= 0).sum()) == step.best_wrong
    assert bests


def test_exactly_the_mistakes_are_marked_and_the_example_ringed():
    for step, _, drawn in watched():
        missed = np.flatnonzero(T * activations_of(step.model, X) <= 0).tolist()
        assert rows_of(drawn, "wrong") == missed and len(missed) == step.wrong
        assert rows_of(drawn, "focus") == ([] if step.sample is None else [step.sample])
        ghosts = lines_of(drawn, "ghost")
        assert len(ghosts) == (step.mistake and step.before.weights.any())
        assert bool(chart(drawn, "Effect of the update")) == step.mistake
        for mark in drawn:
            if getattr(mark, "rows", None) is not None:
                assert mark.positions.tolist() == X[mark.rows].tolist()
        assert [mark.model for mark in drawn if hasattr(mark, "model")] == (
            [step.model] if step.model.packed.any() else []
        )


@pytest.mark.parametrize(("at_zero", "classes"), [("mistake", {0, 1}), ("+1", {0}), ("-1", {1})])
def test_correct_zero_is_not_marked(at_zero, classes):
    step = engine.trace("perceptron", DATA, at_zero=at_zero)[0]
    missed = rows_of(marks(step, DATA, Params(at_zero=at_zero)), "wrong")
    assert set(DATA.codes[missed].tolist()) == classes and len(missed) == step.wrong


def test_feature_space_shows_the_updated_line():
    params = Params(basis="polynomial")
    for step in list(engine.trace("perceptron", DATA, basis="polynomial", epochs=2))[:4]:
        drawn = [mark for mark in marks(step, DATA, params) if mark.surface.name == "Feature space"]
        wanted = [mark for mark in feature_marks(DATA, step.model) if mark.surface.name == "Feature space"]
        assert drawn == wanted and drawn


def test_pe2_chart_has_the_term_of_each_mistake_sorted():
    chosen = set()
    for step, _, drawn in watched():
        (bars,) = chart(drawn, "Criterion by row")
        terms = -T * activations_of(step.model, X)
        rows = [int(label) - 1 for label in bars.labels]
        assert sorted(rows) == np.flatnonzero(terms >= 0).tolist()
        assert bars.values == pytest.approx(terms[rows]) and (np.diff(bars.values) <= 0).all()
        assert bars.values.sum() == pytest.approx(terms[terms > 0].sum())
        assert bars.groups.tolist() == DATA.codes[rows].tolist()
        wanted = rows.index(step.sample) if step.sample in rows else None
        assert bars.chosen == wanted and not bars.surface.open
        chosen.add(wanted is not None)
    assert chosen == {True, False}


def test_only_the_largest_terms_are_drawn():
    data = overlapping(seed=1, n=200)
    step = engine.trace("perceptron", data)[0]
    begun = engine.trace("perceptron", data, start=Hyperplane(np.array([-1.0, 0.4, -0.3]), 1.2))[0]
    (bars,) = chart(marks(begun, data, Params()), "Criterion by row")
    terms = -signs_of(data) * activations_of(begun.model, data.X)
    assert bars.values == pytest.approx(np.sort(terms)[::-1][:40])
    assert len(chart(marks(step, data, Params()), "Criterion by row")[0].values) == 40
