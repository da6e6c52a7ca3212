"""Φ and Φ⁻¹ of an activation: looked up, undone, told and hatched."""

from __future__ import annotations

import numpy as np
import pytest

import engine
from engine.core.marks import Curve, Segments
from engine.maths.probability.probit import normal_cdf, normal_quantile
from tests.catalogue import shows
from tests.contract.recomputed import recomputed
from tests.examples import SIX


@shows("PD17")
@pytest.mark.parametrize("level", [0.05, 0.5, 0.9, 0.999])
def test_pd17_quantile_of_the_activation(level):
    from scipy.stats import norm

    algorithm = engine.algorithm("bayesian_logistic")
    params = algorithm.params(level=level, draws=0)
    trace = engine.trace("bayesian_logistic", SIX, level=level, draws=0).to_end()
    step = next(step for step in trace if step.phase == "prediction")
    mean, variance = (float(part[0]) for part in step.model.activation_moments(SIX.X[[step.row]]))
    place = norm.ppf(level, mean, np.sqrt(variance))
    story = algorithm.explain(step, SIX, params)
    (line,) = [line for line in story.worked if line.startswith("so a lies below m + s z = ")]
    assert float(line.rsplit("= ", 1)[1].replace("−", "-")) == pytest.approx(place, rel=1e-3, abs=1e-3)
    assert any(line.startswith("looked up: z = Φ⁻¹(p)") for line in story.worked)
    found = recomputed(story)
    assert not found.wrong and any(said.startswith("Φ(") for said in found.right)
    chart = [mark for mark in algorithm.marks(step, SIX, params) if mark.surface.name == "Activation"]
    hatch = next(mark for mark in chart if isinstance(mark, Segments) and mark.role == "ghost")
    assert hatch.ends[-1, 0] == pytest.approx(place) and not hatch.starts[:, 1].any()
    shape = np.exp(-0.5 * (hatch.ends[:, 0] - mean) ** 2 / variance)
    assert hatch.ends[:, 1] == pytest.approx(shape)
    s_curve = [mark for mark in algorithm.marks(step, SIX, params) if isinstance(mark, Curve) and mark.role == "margin"]
    assert any(np.allclose(mark.positions[:, 1], normal_cdf(params.stretch * mark.positions[:, 0])) for mark in s_curve)


@shows("PD17")
@pytest.mark.parametrize(
    ("level", "line", "hatched"),
    [
        (0.0, "looked up: z = Φ⁻¹(0) = −∞, as Φ is above 0 everywhere; below m + s z no a lies", None),
        (1.0, "looked up: z = Φ⁻¹(1) = ∞, as Φ is below 1 everywhere; below m + s z every a lies", 4.0),
    ],
)
def test_pd17_cdf_is_0_and_1_at_the_infinities(level, line, hatched):
    algorithm = engine.algorithm("bayesian_logistic")
    params = algorithm.params(level=level, draws=0)
    trace = engine.trace("bayesian_logistic", SIX, level=level, draws=0).to_end()
    step = next(step for step in trace if step.phase == "prediction")
    story = algorithm.explain(step, SIX, params)
    assert story.worked[-1] == line and not recomputed(story).wrong
    mean, variance = (float(part[0]) for part in step.model.activation_moments(SIX.X[[step.row]]))
    chart = [mark for mark in algorithm.marks(step, SIX, params) if mark.surface.name == "Activation"]
    hatches = [mark for mark in chart if isinstance(mark, Segments) and mark.role == "ghost"]
    ends = [mark.ends[-1, 0] for mark in hatches]
    assert ends == ([] if hatched is None else [pytest.approx(mean + hatched * np.sqrt(variance))])


@shows("PD17")
def test_pd17_quantile_and_cdf_are_inverse_and_symmetric():
    a = np.linspace(-5, 5, 41)
    assert normal_quantile(normal_cdf(a)) == pytest.approx(a, abs=1e-9)
    assert normal_cdf(-a) == pytest.approx(1 - normal_cdf(a), abs=1e-15)
    assert float(normal_cdf(1.3)) == pytest.approx(0.903199515414, abs=1e-9)  # W42
    assert normal_quantile(np.array([0.0, 1.0])).tolist() == [-np.inf, np.inf]
