"""A model that weighs its rows: its answers class by class, its fallbacks, and what could not answer."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from engine.base.errors import Refusal
from engine.maths.probability.kernels import KERNELS
from engine.models.kernel_votes import AskedVotes, KernelVotes
from engine.models.neighbours import Metric

METRIC = Metric("Euclidean", np.ones(2), np.zeros((0, 0)))
GOOD = KernelVotes(np.array([[0.0, 1.0], [1.0, 0.0]]), METRIC, np.array([0, 1]), 2, "uniform", 0.5, "leave it open")
HOSTILE = {
    "no row": lambda: replace(GOOD, X=np.zeros((0, 2)), y=np.zeros(0, dtype=int)),
    "a gap": lambda: replace(GOOD, X=np.array([[np.nan, 1.0], [1.0, 0.0]])),
    "a class too many": lambda: replace(GOOD, K=1),
    "more classes than there can be": lambda: replace(GOOD, K=10**12),
    "a class below 0": lambda: replace(GOOD, y=np.array([-1, 0])),
    "half a class": lambda: replace(GOOD, y=np.array([0.5, 1.0])),
    "an unknown kernel": lambda: replace(GOOD, kernel="popcorn"),
    "an unknown fallback": lambda: replace(GOOD, fallback="coin"),
    "no width": lambda: replace(GOOD, h=0.0),
    "a width that is no number": lambda: replace(GOOD, h=float("nan")),
    "a distance of other features": lambda: replace(GOOD, metric=Metric("Euclidean", np.ones(3), np.zeros((0, 0)))),
    "a query of other features": lambda: AskedVotes(np.zeros(3), GOOD),
}


@pytest.mark.parametrize("how", HOSTILE)
def test_what_could_not_answer_is_refused(how):
    with pytest.raises(Refusal) as refusal:
        HOSTILE[how]()
    assert str(refusal.value).endswith(".")


def test_empty_window_uses_the_fallback():
    far = np.array([[9.0, 0.0], [0.0, 1.2]])
    assert GOOD.predict(far).tolist() == [-1, 0]
    assert np.isnan(GOOD.predict_proba(far)[0]).all() and GOOD.predict_proba(far)[1].tolist() == [1.0, 0.0]
    assert replace(GOOD, fallback="nearest row").predict_proba(far).tolist() == [[0.0, 1.0], [1.0, 0.0]]
    assert replace(GOOD, fallback="class shares").predict_proba(far).tolist() == [[0.5, 0.5], [1.0, 0.0]]


@pytest.mark.parametrize("kernel", KERNELS)
def test_prediction_does_not_depend_on_other_points(kernel):
    rng = np.random.default_rng(0)
    X, Z = rng.normal(size=(2000, 2)), rng.normal(size=(900, 2))
    rows = KernelVotes(X, METRIC, rng.integers(3, size=2000), 4, kernel, 0.3, "leave it open")
    together, alone = rows.predict_proba(Z), np.vstack([rows.predict_proba(z[None]) for z in Z[:40]])
    assert np.array_equal(together[:40], alone, equal_nan=True) and not np.nan_to_num(together[:, 3]).any()
