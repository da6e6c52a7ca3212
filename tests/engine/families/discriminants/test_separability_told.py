"""What separability says and draws of a triangle around a point, whose mixtures there is but one of."""

from __future__ import annotations

import numpy as np
import pytest

import engine
from engine.base.words import figure
from engine.core.marks import Points, Region
from engine.families.discriminants.separability.drawing import marks
from engine.families.discriminants.separability.loop import Params
from engine.families.discriminants.separability.telling import MIXED, TOUCHED, event, explain
from tests.engine.families.discriminants.test_separability import TOUCHING, numbers

AROUND = engine.Dataset.from_arrays([[0.0, 0], [4, 0], [0, 6], [1, 1.5]], [1, 1, 1, 0], class_names=["in", "out"])
"""(1, 1.5) is ½ (0, 0) + ¼ (4, 0) + ¼ (0, 6) and no other mixture."""


def steps(data):
    return engine.trace("separability", data).to_end()


def test_the_question_names_both_classes():
    asked = explain(steps(AROUND)[0], AROUND, Params()).sentence
    assert asked.startswith("Is there a line with all of in on one side and all of out on the other?")
    assert "every one of 4 points" in asked


@pytest.mark.parametrize("index", [1, 2])
def test_common_mixture_is_stated_with_shares_point_and_rounding(index):
    step = steps(AROUND)[index]
    told = explain(step, AROUND, Params())
    assert (
        "the convex hulls of in (point 4) and of out (0.5 of point 1 + 0.25 of point 2 + 0.25 of point 3) "
        "meet at (1, 1.5)." in told.sentence
    )
    assert told.worked == (
        "mixture of in = 1·(1, 1.5) = (1, 1.5)",
        "mixture of out = 0.5·(0, 0) + 0.25·(4, 0) + 0.25·(0, 6) = (1, 1.5)",
    )
    assert numbers(told)["where they meet"] == "(1, 1.5)" and numbers(told)["margin ε"] == step.room
    assert numbers(told)["apart by"] == 0 and step.meeting.apart < 1e-12
    rows = told.tables[0].rows
    assert [row[:2] for row in rows] == [("1", "out"), ("2", "out"), ("3", "out"), ("4", "in")]
    assert [row[2] for row in rows] == pytest.approx([0.5, 0.25, 0.25, 1.0])
    assert told.formula == MIXED


def test_mixed_rows_are_sized_and_labelled_by_their_shares():
    drawn = marks(steps(AROUND)[-1], AROUND, Params())
    (mixed,) = [m for m in drawn if isinstance(m, Points) and m.role == "focus"]
    assert mixed.sizes == pytest.approx([3, 2, 2, 5]) and mixed.labels == ("0.5", "0.25", "0.25", "1")
    (both,) = [m for m in drawn if isinstance(m, Points) and m.role == "best"]
    assert both.positions[0] == pytest.approx([1.0, 1.5])


def test_four_of_many_mixed_rows_are_named_and_others_counted():
    X = np.vstack([np.zeros(5), np.eye(5), np.full(5, 1 / 6)])
    data = engine.Dataset.from_arrays(X, [1] * 6 + [0], class_names=["in", "out"])
    told = explain(steps(data)[-1], data, Params())
    assert told.sentence.count("0.167 of point") == 4 and " + 2 more) meet at" in told.sentence
    assert len(told.worked) == 1 and told.worked[0].startswith("mixture of in = 1·(")


def test_formula_and_event_match_the_answer():
    touching = steps(TOUCHING)[-1]
    assert explain(touching, TOUCHING, Params()).formula == TOUCHED and touching.stage == "touching"
    apart = engine.Dataset.from_arrays([[0.0], [1.0]], [0, 1])
    events = [event(step) for step in (*steps(AROUND), touching, steps(apart)[-1])]
    said = [(one.word, one.role) if one else None for one in events]
    assert said == [None, ("not strictly", "wrong"), ("no line", "wrong"), ("touching", "best"), ("strict", "best")]


def test_line_is_tinted_and_its_distance_and_promise_told():
    apart = engine.Dataset.from_arrays([[0.0, 1.0], [4.0, 3.0], [1.0, 0.0]], [0, 1, 0])
    asked, strict = steps(apart)[0], steps(apart)[-1]
    w = strict.model.weights
    far = np.abs(apart.X @ w + strict.model.bias).min() / np.linalg.norm(w)
    assert explain(strict, apart, Params()).worked[-1].endswith(f"= {figure(far)}")
    regions = [[mark for mark in marks(step, apart, Params()) if isinstance(mark, Region)] for step in (asked, strict)]
    assert [len(found) for found in regions] == [int(asked.model.weights.any()), 1]
    promises = [
        [check.words for check in explain(steps(data)[-1], data, Params()).checks] for data in (TOUCHING, AROUND)
    ]
    same = "both mixtures are the same point"
    assert promises == [[same, "no point lies on the wrong side"], [same]]


def test_feature_space_is_drawn_for_two_classes_of_a_basis():
    step = engine.trace("separability", AROUND, basis="polynomial").to_end()[-1]
    names = {mark.surface.name for mark in marks(step, AROUND, Params(basis="polynomial"))}
    assert "Feature space" in names
