"""The linear programs of separability, where a column never changes or nearly so."""

from __future__ import annotations

from types import SimpleNamespace

import numpy as np
import pytest

import engine
from engine.data.dataset import Dataset
from engine.maths.algebra.affine import activations
from engine.maths.optimisation.linear_program import meeting, same_place, separating, touching

T = np.array([-1.0, -1.0, 1.0, 1.0])


@pytest.mark.parametrize("still", [np.full(4, 1e149), 1e-310 * np.arange(4.0), np.zeros(4)])
def test_constant_column_has_no_weight(still):
    X = np.column_stack([[0.0, 1.0, 2.0, 3.0], still])
    (w, b), room = separating(X, T)
    assert w[1] == 0 and room > 0.3 and (T * activations(X, w, b) > 0).all()
    X[:, 0] = 0.0, 1.0, 1.0, 2.0
    (w, b), _, wrong = touching(X, T)
    assert w[1] == 0 and wrong == pytest.approx(0.0) and (T * activations(X, w, b) >= -1e-9).all()
    proof = meeting(X, T)
    assert proof is not None and proof.low == pytest.approx(proof.high)
    assert proof.low[1] == pytest.approx(still[0], abs=1e-300)


def test_failed_program_gives_no_line_and_no_certificate(monkeypatch):
    monkeypatch.setattr("scipy.optimize.linprog", lambda *_, **__: SimpleNamespace(status=4, x=None))
    X = np.array([[0.0], [1.0], [2.0], [3.0]])
    (w, _), room = separating(X, T)
    assert not w.any() and room == 0 and not touching(X, T)[0].weights.any() and meeting(X, T) is None
    data = Dataset(X, (T > 0).astype(int), class_names=("a", "b"))
    trace = engine.trace("separability", data).to_end()
    assert trace.ending.kind == "failed" and [step.stage for step in trace] == ["question", "not strict", "none"]
    told = engine.algorithm("separability").explain(trace[-1], data, None)
    assert "within floating-point precision" in told.sentence


def test_coinciding_rows_of_both_classes_are_a_certificate():
    X = np.array([[0.0, 1.0], [-0.0, 2.0], [3.0, 1.0], [0.0, 2.0]])
    found = same_place(X, T)
    assert found is not None and found.rows.tolist() == [1, 3] and found.shares.tolist() == [1.0, 1.0]
    assert found.low.tolist() == found.high.tolist() == [0.0, 2.0] and not found.apart
    assert same_place(X + np.arange(4.0)[:, None], T) is None
