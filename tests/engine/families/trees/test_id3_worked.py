"""ID3 on the worked cases: playing tennis, and a day number that tells everything."""

from __future__ import annotations

import numpy as np
import pytest

import engine
from engine.core.trace import Trace
from engine.data.dataset import Column, Dataset
from engine.families.trees.id3 import loop as id3
from engine.families.trees.id3.telling import explain, inspect, measure
from tests.catalogue import shows
from tests.engine.families.trees.tables import TENNIS, nested


def gains(trace: Trace, index: int, data: Dataset) -> dict[str, float]:
    scores = trace[index].scores
    return {data.columns[a].name: gain for a, gain in zip(scores.attributes, scores.gains, strict=True)}


@shows("TR4")
def test_w21_the_tree(tennis):
    trace = engine.trace("id3", tennis).to_end()
    assert nested(trace[-1].model, tennis) == TENNIS
    assert measure(trace[-1], tennis, None) == {"training errors": 0, "nodes": 8, "leaves": 5}
    assert "depth 2" in trace.ending.words and trace.ending.kind == "converged"


@shows("W21")
def test_w21_gains_at_every_node(tennis):
    trace = engine.trace("id3", tennis)
    splits = [i for i, step in enumerate(trace) if step.kind == "split"]
    assert gains(trace, splits[0], tennis) == pytest.approx(
        {"Outlook": 0.246749819774, "Temperature": 0.029222565659, "Humidity": 0.151835501362, "Wind": 0.0481270304083},
        abs=1e-10,
    )
    assert gains(trace, splits[1], tennis) == pytest.approx(
        {"Temperature": 0.570950594455, "Humidity": 0.970950594455, "Wind": 0.019973094022}, abs=1e-10
    )
    assert gains(trace, splits[2], tennis) == pytest.approx(
        {"Temperature": 0.019973094022, "Humidity": 0.019973094022, "Wind": 0.970950594455}, abs=1e-10
    )


def test_w21_gain_ratios(tennis):
    step = engine.trace("id3", tennis, criterion="gain ratio")[1]
    ratios = [0.156427562421, 0.0187726462224, 0.151835501362, 0.0488486155115]
    assert step.scores.values == pytest.approx(ratios, abs=1e-10)
    assert step.scores.splits == pytest.approx([1.57740628285, 1.55665670746, 1.0, 0.985228136034], abs=1e-10)


def test_w21_steps_are_depth_first_and_leaves_separate(tennis):
    steps = list(engine.trace("id3", tennis))
    assert [step.kind for step in steps] == ["start", "split", "split", "leaf", "leaf", "leaf", "split", "leaf", "leaf"]
    assert [step.node for step in steps] == [0, 0, 1, 4, 5, 2, 3, 6, 7]
    assert steps[1].waiting == (3, 2, 1)
    assert [tennis.row_name(row) for row in steps[2].rows] == ["D1", "D2", "D8", "D9", "D11"]


def test_w21_the_story_has_the_numbers(tennis):
    trace = engine.trace("id3", tennis)
    story = explain(trace[1], tennis, id3.Params())
    assert story.worked[0] == "H(S) = −5/14·log₂ 5/14 − 9/14·log₂ 9/14 = 0.9403"
    assert story.worked[1] == "Gain(Outlook) = 0.9403 − 5/14·0.971 − 4/14·0 − 5/14·0.971 = 0.2467"
    assert story.tables[0].chosen == 0 and story.tables[0].rows[0][0] == "Outlook"
    assert story.tables[1].rows[1] == ("Overcast", 4, "4 Yes", 0.0)
    assert all(check.holds for check in story.checks)
    assert "Outlook = Sunny (5 rows: 3 No, 2 Yes)" in explain(trace[2], tennis, id3.Params()).sentence


@shows("TR5", "W70")
def test_w70_unseen_value_ends_at_the_root_with_its_majority(tennis):
    trace = engine.trace("id3", tennis).to_end()
    foggy = np.array([3.0, 0.0, 0.0, 0.0])
    assert trace[-1].model.path(foggy) == [0]
    assert tennis.class_name(int(trace[-1].model.predict(foggy[None])[0])) == "Yes"
    assert trace[-1].model.predict_proba(foggy[None])[0] == pytest.approx([5 / 14, 9 / 14])
    asked = inspect(trace[-1], tennis, id3.Params(), foggy).story
    assert (asked.numbers[0].value, asked.numbers[0].note) == (0, "at most the depth, 2: the cost is O(depth)")
    said = asked.sentence
    assert "another value: Yes" in said and "9 Yes, 5 No" in said


def test_w70_day_number_is_asked_first_by_gain_and_ratio(tennis):
    days = Column("Day", "categorical", tuple(f"D{i + 1}" for i in range(14)))
    data = tennis.changed(X=np.column_stack([tennis.X, np.arange(14.0)]), columns=(*tennis.columns, days))
    for criterion, expected in (("gain", 0.940285958671), ("gain ratio", 0.246965669847)):
        trace = engine.trace("id3", data, criterion=criterion).to_end()
        step = trace[1]
        assert step.scores.values[step.chosen] == pytest.approx(expected, abs=1e-10)
        assert data.columns[step.model.attribute[0]].name == "Day" and len(step.model.parent) == 15
