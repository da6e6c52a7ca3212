"""An entropy is added up class by class, a gain value by value: each a step, lit and worked."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.stats import entropy as scipy_entropy

import engine
from engine.core.marks import Bars, Curve, Matrix, Points
from engine.families.trees.id3 import loop
from engine.families.trees.id3.drawing import marks
from engine.families.trees.id3.telling import explain
from engine.parts.trees.drawing import NODE
from tests.catalogue import shows


def bars_on(name, step, data, params):
    return [mark for mark in marks(step, data, params) if isinstance(mark, Bars) and mark.surface.name == name]


def table_of(step, data, params):
    """The last table of the node in numbers."""
    return [mark for mark in marks(step, data, params) if isinstance(mark, Matrix) and mark.surface == NODE][-1]


@pytest.fixture
def steps(tennis):
    return list(engine.trace("id3", tennis, stop_at="every term").to_end())


@shows("TR1")
def test_entropy_terms_are_added_class_by_class(tennis, steps):
    params = loop.Params(stop_at="every term")
    assert [(step.kind, step.cell) for step in steps[:3]] == [("start", -1), ("class", 0), ("class", 1)]
    no, yes = (explain(step, tennis, params) for step in steps[1:3])
    assert no.sentence == "5 rows of 14: No adds 0.5305 to H."
    assert yes.worked == ("−9/14·log₂ 9/14 = 0.4098", "H so far = 0.5305 + 0.4098 = 0.9403")
    assert "at most log₂ 2 = 1 bit, where all are as frequent" in explain(steps[0], tennis, params).sentence
    (curve,) = [mark for mark in marks(steps[0], tennis, params) if isinstance(mark, Curve)]
    p, H = curve.positions.T
    assert np.allclose(H, scipy_entropy([1 - p, p], base=2), atol=1e-12) and H.max() == 1
    here = next(mark for mark in marks(steps[1], tennis, params) if isinstance(mark, Points) and mark.rows is None)
    assert here.positions.ravel() == pytest.approx([9 / 14, 0.9402859586706311])


@shows("TR1")
def test_highlighted_cell_and_bar_are_the_added_term(tennis, steps):
    params = loop.Params(stop_at="every term")
    terms = scipy_entropy([5 / 14, 1 - 5 / 14], base=2) - np.array([9 / 14 * np.log2(14 / 9), 5 / 14 * np.log2(14 / 5)])
    for step in steps[1:3]:
        cells = table_of(step, tennis, params)
        assert (cells.chosen_row, cells.chosen_column) == (step.cell, 2) and cells.row_labels == ("No", "Yes")
        assert cells.values[:, 2] == pytest.approx(terms, abs=1e-12) and cells.values[:, 0].tolist() == [5, 9]
        (bars,) = bars_on("Terms of H", step, tennis, params)
        assert bars.values == pytest.approx(terms, abs=1e-12) and bars.chosen == step.cell and bars.surface.open
        assert bars.steps.tolist() == [1, 2] and bars.values.sum() == pytest.approx(0.9402859586706311)
    assert not bars_on("Terms of H", steps[0], tennis, loop.Params())[0].surface.open, "where terms are no steps"


def boxes_of(step, data, params):
    """The names of the boxes, and the rows in each."""
    (bars,) = bars_on("Rows in boxes", step, data, params)
    dots = next(one for one in marks(step, data, params) if isinstance(one, Points) and one.surface == bars.surface)
    assert dots.groups.tolist() == data.codes[dots.rows].tolist() and bars.values.sum() == len(dots.rows)
    box, height = np.rint(dots.positions[:, 0]).astype(int), dots.positions[:, 1]
    assert ((height > 0) & (height < bars.values[box])).all()
    assert len(np.unique(dots.positions, axis=0)) == len(dots.rows), "no dot hides another"
    return bars, {name: sorted(dots.rows[box == v].tolist()) for v, name in enumerate(bars.labels)}


@shows("TR2")
def test_rows_move_from_the_set_into_a_box_per_value(tennis, steps):
    params, outlook = loop.Params(stop_at="every term"), tennis.X[:, 0]
    for step in steps[3:6]:
        bars, boxes = boxes_of(step, tennis, params)
        assert bars.labels == ("S", "Sunny", "Overcast", "Rain") and bars.chosen == step.cell + 1
        assert bars.surface.x == "Outlook" and bars.surface.open
        assert boxes["S"] == np.flatnonzero(outlook > step.cell).tolist()
        for v, name in enumerate(bars.labels[1:]):
            assert boxes[name] == (np.flatnonzero(outlook == v).tolist() if v <= step.cell else [])
        cells = table_of(step, tennis, params)
        assert (cells.chosen_row, cells.chosen_column) == (step.cell, 3)
        weighed = [5 / 14 * scipy_entropy([3, 2], base=2), 0.0, 5 / 14 * scipy_entropy([2, 3], base=2)]
        assert cells.values[:, 3] == pytest.approx(weighed, abs=1e-12) and cells.column_labels[3] == "|Sᵥ|/|S|·H(Sᵥ)"


@shows("TR4")
def test_split_sorts_its_rows_into_boxes_and_a_leaf_has_one(tennis):
    trace = engine.trace("id3", tennis).to_end()
    _, boxes = boxes_of(trace[2], tennis, loop.Params())
    assert boxes == {"High": [0, 1, 7], "Normal": [8, 10]}, "below Sunny"
    assert boxes_of(trace[3], tennis, loop.Params())[1] == {"S": [0, 1, 7]}
    many = tennis.subset(np.arange(14).repeat(20))
    boxes_of(engine.trace("id3", many)[1], many, loop.Params())


@shows("TR3")
def test_gain_ratio_is_shown_beside_the_gain_with_a_reason(tennis):
    params = loop.Params(criterion="gain ratio")
    step = engine.trace("id3", tennis, criterion="gain ratio")[1]
    (bars,) = bars_on("Gains", step, tennis, params)
    assert bars.line == pytest.approx(step.scores.gains / step.scores.splits) and bars.line_label == "gain ratio"
    assert "divides by the split entropy, in bits as the gain is" in explain(step, tennis, params).sentence


@shows("TR2")
def test_gain_terms_are_added_value_by_value_with_their_rows(tennis, steps):
    params = loop.Params(stop_at="every term")
    values = [step for step in steps if step.kind == "value" and step.node == 0]
    assert [step.cell for step in values] == [0, 1, 2] and steps[3] is values[0] and steps[6].kind == "split"
    levels, rows = tennis.columns[0].levels, tennis.X[:, 0]
    for step in values:
        lit = next(mark for mark in marks(step, tennis, params) if isinstance(mark, Points) and mark.rows is not None)
        assert lit.rows.tolist() == np.flatnonzero(rows == step.cell).tolist()
    sunny = explain(values[levels.index("Sunny")], tennis, params)
    assert sunny.sentence.startswith("Outlook = Sunny: 5 rows of 14, 3 No, 2 Yes. ")
    last = explain(values[-1], tennis, params).worked[-1]
    total = float(last.split(" = ")[-1])
    assert steps[3].scores.gains[0] == pytest.approx(0.9402859586706311 - total, abs=1e-4)


def test_gini_impurity_subtracts_the_square_of_each_class(tennis):
    params = loop.Params(criterion="gini", stop_at="every term")
    trace = engine.trace("id3", tennis, criterion="gini", stop_at="every term")
    last = explain(trace[2], tennis, params)
    assert last.sentence == "9 rows of 14: Yes takes 0.4133 off G."
    assert last.worked == ("(9/14)² = 0.4133", "G so far = 1 − 0.1276 − 0.4133 = 0.4592")
    assert "at most 1 − 1/2 = 0.5, where all are as frequent." in explain(trace[0], tennis, params).sentence


def test_terms_are_shown_only_on_request(tennis):
    kinds = {step.kind for step in engine.trace("id3", tennis).to_end()}
    assert kinds == {"start", "split", "leaf"}
