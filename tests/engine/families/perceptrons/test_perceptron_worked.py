"""The perceptron against the worked examples."""

from __future__ import annotations

import numpy as np
import pytest

import engine
from engine.base.words import figure
from engine.core.marks import Contours, Line, Segments
from engine.families.perceptrons.mistakes import criterion
from engine.families.perceptrons.perceptron.criterion import FALLS
from engine.families.perceptrons.perceptron.loop import Params, corrected
from engine.families.perceptrons.perceptron.telling import explain, inspect
from engine.models.linear import Hyperplane
from tests.catalogue import shows
from tests.examples import weights

marks = engine.algorithm("perceptron").marks

AND = [
    (1, 0, [-1, 0, 0]),
    (1, 3, [0, 1, 1]),
    (2, 0, [-1, 1, 1]),
    (2, 1, [-2, 1, 0]),
    (2, 3, [-1, 2, 1]),
    (3, 1, [-2, 2, 0]),
    (3, 2, [-3, 1, 0]),
    (3, 3, [-2, 2, 1]),
    (4, 2, [-3, 1, 1]),
    (4, 3, [-2, 2, 2]),
    (5, 1, [-3, 2, 1]),
    (5, 3, [-2, 3, 2]),
    (6, 1, [-3, 3, 1]),
    (6, 2, [-4, 2, 1]),
    (6, 3, [-3, 3, 2]),
    (7, 2, [-4, 2, 2]),
    (7, 3, [-3, 3, 3]),
    (8, 1, [-4, 3, 2]),
]
OR = [
    (1, 0, [-1, 0, 0]),
    (1, 1, [0, 0, 1]),
    (1, 2, [1, 1, 1]),
    (2, 0, [0, 1, 1]),
    (3, 0, [-1, 1, 1]),
    (3, 1, [0, 1, 2]),
    (4, 0, [-1, 1, 2]),
    (4, 2, [0, 2, 2]),
    (5, 0, [-1, 2, 2]),
]


def updates(trace):
    return [(step.epoch, step.sample, weights(step.model)) for step in trace if step.mistake]


# -- the worked examples -----------------------------------------------------------------------------------------------


@shows("PE3", "W32")
@pytest.mark.parametrize(("name", "expected", "clean"), [("gate_and", AND, 9), ("gate_or", OR, 6)])
def test_w32_every_update_of_and_and_or(name, expected, clean):
    trace = engine.trace("perceptron", engine.load(name)).to_end()
    assert updates(trace) == expected
    assert trace[-1].mistakes == len(expected)
    assert trace.ending.kind == "converged"
    assert trace.ending.words.startswith(f"Epoch {clean} had no mistake: {len(expected)} corrections")


def test_w32_xor_goes_round_in_a_circle():
    trace = engine.trace("perceptron", engine.load("gate_xor"), epochs=6).to_end()
    assert trace[-1].mistakes == 24
    ends = [[step for step in trace if step.epoch == epoch][-1] for epoch in range(1, 7)]
    assert [weights(step.model) for step in ends] == [[0.0, 0.0, 0.0]] * 6
    assert trace.ending.kind == "stopped"
    assert trace.ending.words.startswith("No line separates these classes: the weights repeat every epoch. 6 epochs")


@shows("W67")
def test_w67_one_update_and_its_criterion():
    X, t = np.array([[-1, 0.5], [-0.2, -1], [-1.0, -1.0]]), np.ones(3)
    before = Hyperplane(np.array([1.0, 0.0]), 0.0)
    after = corrected(before, X[0], 1.0, 1.0)
    assert before.decision_function(X) == pytest.approx([-1.0, -0.2, -1.0])
    assert criterion(before, X, t) == pytest.approx(2.2)
    assert weights(after) == [1.0, 0.0, 0.5]
    assert after.decision_function(X) == pytest.approx([1.25, 0.5, 0.5])
    assert criterion(after, X, t) == 0.0
    assert -after.decision_function(X)[0] == pytest.approx(1.0 - (1 + 1 + 0.25))


@shows("W68")
def test_w68_update_can_raise_the_criterion():
    X, t = np.array([[-4.0], [2.0], [3.0]]), np.array([1.0, -1.0, 1.0])
    before = Hyperplane(np.array([1.0]), -2.0)
    after = corrected(before, X[0], t[0], 1.0)
    assert before.decision_function(X) == pytest.approx([-6.0, 0.0, 1.0])
    assert criterion(before, X, t) == pytest.approx(6.0)
    assert weights(after) == [-1.0, -3.0]
    assert criterion(after, X, t) == pytest.approx(10.0)
    assert after.decision_function(X)[0] * t[0] == pytest.approx(11.0)


def test_w68_is_said_by_the_step():
    data = engine.Dataset.from_arrays([[-4.0], [2.0], [3.0]], [1, 0, 1])
    trace = engine.trace("perceptron", data, start=Hyperplane(np.array([1.0]), -2.0))
    numbers = {number.name: number for number in explain(trace[1], data, Params()).numbers}
    assert numbers["criterion before"].value == pytest.approx(6.0)
    assert numbers["criterion after"].value == pytest.approx(10.0)
    assert "only this point's term is guaranteed to fall" in numbers["criterion after"].note


# -- the criterion, before and after an update -------------------------------------------------------------------------

W67 = engine.Dataset.from_arrays([[-1, 0.5], [-0.2, -1], [-1.0, -1.0], [9.0, 0.0]], [1, 1, 1, 1]).changed(
    y=np.array([1, 1, 1, 0]), class_names=("no", "yes")
)
"""The rows of W67, and one of the other class, without which nothing could be learned."""
W67_START = Hyperplane(np.array([1.0, 0.0]), 0.0)
W68 = engine.Dataset.from_arrays([[-4.0], [2.0], [3.0]], [1, 0, 1])
W68_START = Hyperplane(np.array([1.0]), -2.0)


def of_surface(step, data, name):
    drawn = marks(step, data, Params())
    return [mark for mark in drawn if mark.surface.name == name]


@shows("PE7")
@pytest.mark.parametrize(
    ("data", "start", "falls", "own"),
    [
        (W68, W68_START, {"before": 6, "1": -6, "2": 0, "3": 10, "after": 10}, (6, 1 * 17, -11)),
        (W67, W67_START, {"before": 11.2, "1": -1, "2": -0.2, "3": -1, "4": -8, "after": 1}, (1, 2.25, -1.25)),
    ],
    ids=["W68", "W67"],
)
def test_pe7_waterfall_leads_from_old_to_new_criterion(data, start, falls, own):
    step = engine.trace("perceptron", data, start=start)[1]
    assert step.sample == 0
    (bars,) = of_surface(step, data, "Effect of the update")
    drawn = dict(zip(bars.labels, bars.values.tolist(), strict=True))
    assert drawn == pytest.approx({name: fall for name, fall in falls.items() if fall})
    assert bars.labels[1] == "1" == bars.labels[bars.chosen], "the row presented comes first"
    assert bars.bases[1:-1] == pytest.approx(bars.tops[:-2]), "each bar begins where the one before it ends"
    assert bars.tops[-2] == pytest.approx(bars.values[-1]) and bars.bases[[0, -1]].tolist() == [0, 0]
    story = explain(step, data, Params())
    told = {number.name: number for number in story.numbers}
    assert (told["criterion before"].value, told["criterion after"].value) == pytest.approx(
        (falls["before"], falls["after"])
    )
    before, fall, after = own
    assert (told["this point's −t a before"].value, told["this point's −t a after"].value) == (before, after)
    line = f"−t a − η‖(1, x)‖² = {figure(before)} − {figure(fall)} = {figure(after)}"
    assert story.worked[-1] == line
    (table,) = [table for table in story.tables if table.title.startswith("Terms")]
    rows = {row[0]: row[1:] for row in table.rows}
    assert rows["1"] == pytest.approx((before, after, -before))
    assert {name: row[2] for name, row in rows.items()} == pytest.approx(
        {name: fall for name, fall in falls.items() if name.isdigit()}
    )


def test_pe7_many_small_changes_share_a_bar():
    data = engine.load("breast_cancer").select([0, 1])
    step = engine.trace("perceptron", data)[7]
    (bars,) = of_surface(step, data, "Effect of the update")
    assert len(bars.values) == FALLS + 3 and bars.labels[-2] == "others"
    t = np.where(data.codes == 1, 1.0, -1.0)
    E = [criterion(line, data.X, t) for line in (step.before, step.model)]
    assert bars.values[[0, -1]] == pytest.approx(E) and bars.tops[-2] == pytest.approx(E[1])


@shows("PE2")
@pytest.mark.parametrize(("data", "start"), [(W67, W67_START), (W68, W68_START)], ids=["W67", "W68"])
def test_pe2_criterion_is_drawn_as_a_surface_over_the_weights(data, start):
    step = engine.trace("perceptron", data, start=start)[1]
    pair = [1, 2] if data.d == 2 else [0, 1]
    drawn = of_surface(step, data, "Criterion over w")
    (landscape,) = [mark for mark in drawn if isinstance(mark, Contours)]
    t = np.where(data.codes == 1, 1.0, -1.0)
    places = np.random.default_rng(1).normal(size=(40, 2)) * 3
    wanted = []
    for place in places:
        w = step.model.packed.copy()
        w[pair] = place
        wanted.append(criterion(Hyperplane.unpacked(w, (0, 1)), data.X, t))
    assert landscape.function(places) == pytest.approx(wanted)
    here = step.model.packed[pair]
    assert landscape.function(here[None]) == pytest.approx([criterion(step.model, data.X, t)])
    (arrow,) = [mark for mark in drawn if isinstance(mark, Segments)]
    assert arrow.starts[0] == pytest.approx(step.before.packed[pair]) and arrow.ends[0] == pytest.approx(here)
    (crease,) = [mark for mark in drawn if isinstance(mark, Line)]
    on_it = here - (crease.weights @ here + crease.bias) * crease.weights / (crease.weights @ crease.weights)
    w = step.model.packed.copy()
    w[pair] = on_it
    assert Hyperplane.unpacked(w, (0, 1)).decision_function(data.X)[0] == pytest.approx(0, abs=1e-9)


@shows("PE2")
def test_pe2_criterion_and_gradient_are_stated_and_zero_weights_flagged():
    opening = explain(engine.trace("perceptron", W68, start=W68_START)[0], W68, Params())
    told = {number.name: number for number in opening.numbers}
    assert told["criterion"].value == pytest.approx(6)
    assert told["criterion"].note == "0 only where no point lies on the wrong side, or all weights are 0"
    assert told["gradient of the criterion"].value == "(−1, 4)"
    assert r"\nabla E_P" in opening.formula and r"\geq 0" in opening.formula
    blank = explain(engine.trace("perceptron", W68)[0], W68, Params())
    assert "nothing is classified yet, although the criterion is 0" in blank.sentence
    last = engine.trace("perceptron", engine.load("gate_or")).to_end()[-1]
    assert criterion(last.model, engine.load("gate_or").X, np.array([-1.0, 1, 1, 1])) == 0 == last.wrong


@shows("W27")
def test_w27_inspect_gives_the_signed_distance():
    data = engine.Dataset.from_arrays([[2.0, 5.0], [0.0, 0.0]], [1, 0])
    step = engine.trace("perceptron", data, start=Hyperplane(np.array([3.0, 4.0]), -10.0))[0]
    said = inspect(step, data, Params(), np.array([2.0, 5.0])).story
    told = {number.name: number.value for number in said.numbers}
    assert told["y"] == 16.0
    assert told["signed distance"] == pytest.approx(3.2)
    assert told["foot on the boundary"] == pytest.approx([0.08, 2.44])
    assert told["boundary from the origin"] == 2.0


def test_without_weights_there_is_no_distance():
    data = engine.load("gate_and")
    said = inspect(engine.trace("perceptron", data)[0], data, Params(), np.array([1.0, 1.0])).story
    assert [number.name for number in said.numbers] == ["y"]
    assert "there is no boundary" in said.sentence
