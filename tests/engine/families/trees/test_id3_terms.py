"""An entropy is added up class by class, a gain value by value: each a step, lit and worked."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.stats import entropy as scipy_entropy

import engine
from engine.core.marks import Bars, Curve, Points
from engine.families.trees.id3 import loop
from engine.families.trees.id3.drawing import marks
from engine.families.trees.id3.telling import explain
from tests.catalogue import shows


@pytest.fixture
def steps(tennis):
    return list(engine.trace("id3", tennis, stop_at="every term").to_end())


@shows("TR1")
def test_one_class_after_the_other_is_a_term_of_the_entropy(tennis, steps):
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


@shows("TR3")
def test_the_gain_ratio_stands_beside_the_gain_and_says_why(tennis):
    params = loop.Params(criterion="gain ratio")
    step = engine.trace("id3", tennis, criterion="gain ratio")[1]
    (bars,) = [mark for mark in marks(step, tennis, params) if isinstance(mark, Bars)]
    assert bars.line == pytest.approx(step.scores.gains / step.scores.splits) and bars.line_label == "gain ratio"
    assert "divides by the split entropy, in bits as the gain is" in explain(step, tennis, params).sentence


@shows("TR2")
def test_one_value_after_the_other_is_a_term_of_the_gain_and_its_rows_are_lit(tennis, steps):
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


def test_of_the_gini_impurity_each_class_takes_its_square_off(tennis):
    params = loop.Params(criterion="gini", stop_at="every term")
    trace = engine.trace("id3", tennis, criterion="gini", stop_at="every term")
    last = explain(trace[2], tennis, params)
    assert last.sentence == "9 rows of 14: Yes takes 0.4133 off G."
    assert last.worked == ("(9/14)² = 0.4133", "G so far = 1 − 0.1276 − 0.4133 = 0.4592")
    assert "at most 1 − 1/2 = 0.5, where all are as frequent." in explain(trace[0], tennis, params).sentence


def test_without_being_asked_for_there_are_none(tennis):
    kinds = {step.kind for step in engine.trace("id3", tennis).to_end()}
    assert kinds == {"start", "split", "leaf"}
