"""The linear programs of separability, where a column never changes or nearly so."""

from __future__ import annotations

import numpy as np
import pytest

from engine.maths.algebra.affine import activations
from engine.maths.optimisation.linear_program import meeting, separating, touching

T = np.array([-1.0, -1.0, 1.0, 1.0])


@pytest.mark.parametrize("still", [np.full(4, 1e149), 1e-310 * np.arange(4.0), np.zeros(4)])
def test_a_column_that_never_changes_has_no_weight(still):
    X = np.column_stack([[0.0, 1.0, 2.0, 3.0], still])
    (w, b), room = separating(X, T)
    assert w[1] == 0 and room > 0.3 and (T * activations(X, w, b) > 0).all()
    X[:, 0] = 0.0, 1.0, 1.0, 2.0
    (w, b), _, wrong = touching(X, T)
    assert w[1] == 0 and wrong == pytest.approx(0.0) and (T * activations(X, w, b) >= -1e-9).all()
    proof = meeting(X, T)
    assert proof is not None and proof.low == pytest.approx(proof.high)
    assert proof.low[1] == pytest.approx(still[0], abs=1e-300)
