"""What naive Bayes draws of a point: bars to either side, the evidence in order, and the weights, largest first."""

from __future__ import annotations

import numpy as np
import pytest

import engine
from engine.core.marks import Bars, Contours, Curve, Line, Points
from engine.data.toys import generate
from tests.engine.families.bayes.worked_tables import MIXED, PEOPLE, WORDS, drawn, ended, part

GAUSSIAN, WORD, PRESENCE = (f"{kind}_naive_bayes" for kind in ("gaussian", "multinomial", "bernoulli"))


def bars(marks: list[object], name: str) -> Bars:
    (found,) = [mark for mark in marks if isinstance(mark, Bars) and mark.surface.name.startswith(name)]
    return found


def test_factors_are_bars_towards_the_class_they_favour() -> None:
    trace = ended(GAUSSIAN, PEOPLE, query=(6.0, 130.0))
    for j, step in enumerate(part(trace, "factor")):
        odds = bars(drawn(GAUSSIAN, PEOPLE, step), "Log-odds")
        assert odds.chosen == j + 1 and odds.labels == ("prior", "height", "weight")[: j + 2]
    assert odds.values == pytest.approx([0.0, *np.diff(step.logs, axis=1)[:, 0]])
    assert odds.groups.tolist() == [0, 1, 0], "what says nothing has the colour of the first class"
    assert odds.surface.y == "for M (up), F (down)"
    later = bars(drawn(GAUSSIAN, PEOPLE, part(trace, "posterior")[0]), "Log-odds")
    assert later.chosen is None
    last = trace[-1]
    assert not [m for m in drawn(GAUSSIAN, PEOPLE, last) if isinstance(m, Bars)]
    (wrong,) = [m for m in drawn(GAUSSIAN, PEOPLE, last) if isinstance(m, Points) and m.role == "wrong"]
    assert wrong.rows.tolist() == last.wrong.tolist()


def test_point_is_on_the_evidence_curve() -> None:
    for query in ((6.0, 130.0), (5.85, 176.0), (4.0, 80.0)):
        (at,) = part(ended(GAUSSIAN, PEOPLE, query=query), "flag")
        (dot,) = [
            m for m in drawn(GAUSSIAN, PEOPLE, at) if isinstance(m, Points) and m.surface.name.startswith("Evidence")
        ]
        assert dot.positions.tolist() == [[1.0 + (at.densities < at.evidence).sum(), at.evidence]]
        curve, line = [m for m in drawn(GAUSSIAN, PEOPLE, at) if isinstance(m, Curve)]
        assert curve.positions[:, 0].tolist() == list(range(1, 9)) and line.label == "threshold"


def test_tint_needs_two_numeric_features_and_many_rows_shorten_the_curve() -> None:
    (at,) = part(ended("mixed_naive_bayes", MIXED), "flag")
    assert not [mark for mark in drawn("mixed_naive_bayes", MIXED, at) if isinstance(mark, Contours)]
    iris = engine.load("iris")
    (at,) = part(ended(GAUSSIAN, iris), "flag")
    assert not [mark for mark in drawn(GAUSSIAN, iris, at) if isinstance(mark, Contours)]
    many = generate("blobs", n=5000, classes=2)
    (at,) = part(ended(GAUSSIAN, many), "flag")
    curve = next(mark for mark in drawn(GAUSSIAN, many, at) if isinstance(mark, Curve))
    assert 1900 <= len(curve.positions) <= 2000
    assert (np.diff(curve.positions[:, 0]) > 0).all() and curve.positions[-1, 0] == 5000


def test_weights_are_bars_sorted_by_size_and_the_line_is_the_boundary() -> None:
    trace = ended(WORD, WORDS, query=(2, 1, 0, 1))
    order = [0, 2, 1, 3]
    for step in part(trace, "weight"):
        ranked = bars(drawn(WORD, WORDS, step), "Weights")
        assert ranked.chosen == order.index(step.j)
        assert ranked.groups.tolist() == [0, 1, 0, 1], "goal and match vote for S"
    (at,) = part(trace, "linear")
    (line,) = [mark for mark in drawn(WORD, WORDS, at) if isinstance(mark, Line)]
    assert line.weights == pytest.approx(at.weights[1] - at.weights[0])
    assert line.bias == pytest.approx(at.biases[1] - at.biases[0])
    (presence,) = part(ended(PRESENCE, WORDS, query=(2, 1, 0, 1)), "linear")
    assert not [mark for mark in drawn(PRESENCE, WORDS, presence) if isinstance(mark, Line)], "steps, no line"
    digits = engine.load("digits")
    (many,) = part(ended(WORD, digits), "linear")
    assert not [m for m in drawn(WORD, digits, many) if isinstance(m, Bars) and m.surface.name.startswith("Weights")]


def test_class_rows_are_bars_while_counting() -> None:
    trace = ended(GAUSSIAN, PEOPLE)
    for step in trace:
        found = [m for m in drawn(GAUSSIAN, PEOPLE, step) if isinstance(m, Bars) and m.surface.name.startswith("Rows")]
        assert len(found) == (step.part in ("count", "prior"))
