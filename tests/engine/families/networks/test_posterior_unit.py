"""A sigmoid output as the posterior of two Gaussian classes: exact for the right weights, near for learnt ones."""

from __future__ import annotations

import numpy as np
import pytest

import engine
from engine.core.marks import Curve
from engine.families.networks.posterior_unit.loop import Params, posterior, true_weights
from tests.catalogue import shows

KEY = "posterior_unit"
GATE = engine.load("gate_and")


def by_densities(x: np.ndarray, params: Params) -> np.ndarray:
    """P(C|x) by Bayes' rule from both bells."""
    ones, others = (
        share * np.exp(-0.5 * (x - mean) ** 2)
        for share, mean in ((params.prior, params.separation / 2), (1 - params.prior, -params.separation / 2))
    )
    return np.asarray(ones / (ones + others))


@shows("NE12", "W87")
def test_ne12_w87_output_converges_to_the_true_posterior() -> None:
    params = Params()
    assert true_weights(params) == pytest.approx([0.0, 2.0])
    assert posterior(np.array([0.3]), params)[0] == pytest.approx(0.645656306226, abs=1e-11)
    for other in (params, Params(separation=3.0, prior=0.2)):
        x = np.linspace(-4, 4, 17)
        assert posterior(x, other) == pytest.approx(by_densities(x, other), abs=1e-12)
    gaps = [
        np.median([engine.trace(KEY, GATE, n=n, epochs=200, seed=s)[200].gap for s in range(5)]) for n in (50, 5000)
    ]
    assert gaps[1] < 0.03 and gaps[1] < gaps[0] / 3
    trace, algorithm = engine.trace(KEY, GATE).to_end(), engine.algorithm(KEY)
    assert trace[-1].error < trace[0].error and trace[-1].gap < trace[0].gap
    drawn = [mark for mark in algorithm.marks(trace[-1], GATE, params) if isinstance(mark, Curve)]
    truth, output = (next(mark.positions for mark in drawn if mark.label == name) for name in ("P(C|x)", "y"))
    assert np.abs(truth[:, 1] - output[:, 1]).max() == pytest.approx(trace[-1].gap)
    assert truth[:, 1] == pytest.approx(by_densities(truth[:, 0], params), abs=1e-12)
    assert "exactly, not roughly" in algorithm.explain(trace[0], GATE, params).sentence


def test_sample_has_both_classes_around_their_means() -> None:
    step = engine.trace(KEY, GATE, n=4000, separation=4.0, prior=0.25)[0]
    assert step.t.sum() == 1000
    assert step.x[step.t == 1].mean() == pytest.approx(2.0, abs=0.15)
    assert step.x[step.t == 0].mean() == pytest.approx(-2.0, abs=0.15)
