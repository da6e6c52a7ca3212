"""Of many rows the solver gets the worst few at a time, and says the same."""

from __future__ import annotations

import numpy as np
import pytest

from engine.maths.optimisation import linear_program
from engine.maths.optimisation.linear_program import meeting, separating, touching


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("gap", [1.0, 2.0, 9.0])
def test_worst_rows_first_decide_like_all_at_once(monkeypatch, seed, gap):
    rng = np.random.default_rng(seed)
    t = np.where(np.arange(400) % 2, 1.0, -1.0)
    X = rng.normal(size=(400, 3)) + gap * (t > 0)[:, None]
    whole, solved, given = [separating(X, t)[1], touching(X, t)[1], meeting(X, t)], linear_program._solved, []
    monkeypatch.setattr(linear_program, "MANY", 50)
    monkeypatch.setattr(linear_program, "FEW", 6)

    def counted(cost, **problem):
        given.append(len(problem.get("b_ub", cost)))
        return solved(cost, **problem)

    monkeypatch.setattr(linear_program, "_solved", counted)
    assert separating(X, t)[1] == pytest.approx(whole[0], abs=1e-8)
    assert touching(X, t)[1] == pytest.approx(whole[1], rel=1e-7, abs=1e-6)
    found = meeting(X, t)
    assert (found is None) == (whole[2] is None) == (gap == 9.0)
    if found is not None:
        assert found.apart < 1e-8 and (found.shares > 0).all()
        for mixture, side in ((found.low, -1), (found.high, 1)):
            own = t[found.rows] == side
            assert found.shares[own].sum() == pytest.approx(1.0)
            assert found.shares[own] @ X[found.rows[own]] == pytest.approx(mixture, abs=1e-8)
    assert max(given) < 200 and min(given) <= 12
