"""The joint log-likelihood: W24, scipy.stats row by row, and ln L as each parameter moves off its estimate."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import multivariate_normal

import engine
from engine.base.errors import KeepColumns, Refusal, SetParameter
from engine.base.words import figure
from engine.core.marks import Curve, Ellipse, Points, Segments
from engine.core.story import Story
from engine.core.trace import Trace
from engine.data.dataset import Dataset
from engine.families.gaussians.joint_likelihood.moving import MOVED, moved, shifted
from engine.families.gaussians.scoring import likelihood
from tests.catalogue import shows
from tests.engine.families.gaussians.test_gaussian_classifier import SEVEN
from tests.examples import numbers

KEY = "joint_likelihood"
CARD = engine.algorithm(KEY)
IRIS = engine.load("iris")


def ended(data: Dataset = SEVEN, **params: Any) -> Trace:
    return engine.trace(KEY, data, **params).to_end()


def told(step: Any, data: Dataset = SEVEN, **params: Any) -> Story:
    return CARD.explain(step, data, CARD.params(**params))


@shows("GC9", "W24")
def test_w24_the_sum_over_rows_and_classes() -> None:
    trace = ended()
    assert [step.part for step in trace] == ["fit", *["row"] * 7, "total", "moved"]
    total = trace[-2].total
    assert total == pytest.approx(-22.3823011205, rel=1e-9) and trace[-1].total == pytest.approx(total)
    sums = 0.0
    for n, step in enumerate(trace[1:8]):
        k = int(SEVEN.codes[n])
        prior, mean, S = step.model.priors[k], step.model.means[k], step.model.covariances[k]
        assert step.row == n and step.prior == pytest.approx(np.log(prior))
        assert step.density == pytest.approx(multivariate_normal(mean, S).logpdf(SEVEN.X[n]))
        sums += step.prior + step.density
        assert step.total == pytest.approx(sums)
    story = told(trace[2])
    assert story.sentence.startswith("Row 2, of one, adds ") and numbers(story)["ln π"] == trace[2].prior
    assert told(trace[-2]).sentence == "All 7 rows together: ln L = −22.38."


@shows("GC9")
@pytest.mark.parametrize("what", MOVED)
@pytest.mark.parametrize("covariance", ["shared", "own"])
def test_likelihood_falls_off_the_estimate_in_any_direction(what: str, covariance: str) -> None:
    params = {"moved": what, "covariance": covariance, "of": 2, "feature": 3, "by": 1.0}
    last = ended(IRIS, **params)[-1]
    assert (
        last.heights.argmax() == 30
        and (np.diff(last.heights)[:30] > 0).all()
        and (np.diff(last.heights)[30:] < 0).all()
    )
    assert last.total < last.best == pytest.approx(last.heights[30])
    assert (np.diff(last.places) > 0).all() and last.places[30] == pytest.approx(last.best_value)
    model = last.model
    direct = sum(
        np.log(model.priors[k]) + multivariate_normal(model.means[k], model.covariances[k]).logpdf(x)
        for x, k in zip(IRIS.X, IRIS.codes, strict=True)
    )
    assert last.total == pytest.approx(direct)
    story = told(last, IRIS, **params)
    assert "ln L falls by" in story.sentence and "No value has a greater ln L than the estimate" in story.sentence
    assert all(check.holds for check in story.checks)
    best = last.best_model
    changed = [
        name for name in ("priors", "means", "covariances") if (getattr(best, name) != getattr(model, name)).any()
    ]
    assert changed == [{"mean": "means", "prior": "priors"}.get(what, "covariances")]


@given(st.integers(0, 1000), st.floats(-3, 3), st.sampled_from(MOVED))
def test_moved_model_is_still_a_gaussian_classifier(seed: int, by: float, what: str) -> None:
    rng = np.random.default_rng(seed)
    data = Dataset.from_arrays(rng.normal(size=(30, 3)) @ rng.normal(size=(3, 3)), np.arange(30) % 3)
    model = engine.fit("gaussian_classifier", data)
    found = moved(model, what, 1, np.array([2, 0] if what == "covariance" else [2]), np.arange(3), by)
    assert found.priors.sum() == pytest.approx(1.0)
    assert all(np.linalg.eigvalsh(S)[0] > 0 for S in found.covariances)
    assert (found.covariances[[0, 2]] == model.covariances[[0, 2]]).all()
    both = [likelihood(one.log_joint(data.X), one.classes, data.codes) for one in (found, model)]
    assert both[0] <= both[1] + 1e-6


def test_the_other_priors_share_the_rest() -> None:
    found = shifted(np.array([0.2, 0.3, 0.5]), 0, 1.5)
    assert np.log(found[0] / (1 - found[0])) == pytest.approx(np.log(0.25) + 1.5)
    assert found[2] / found[1] == pytest.approx(5 / 3) and found.sum() == pytest.approx(1.0)


@shows("GC9")
def test_dragging_over_the_curve_updates_the_ellipses() -> None:
    params = CARD.params(by=-1.0, moved="mean")
    last = ended(by=-1.0, moved="mean")[-1]
    (handle,) = CARD.drags
    track = handle.track(last, SEVEN, params)
    assert track.value_at(np.array([last.best_value, 0.0])) == pytest.approx(0.0, abs=1e-9)
    assert track.now[0] == last.value and handle.track(ended()[0], SEVEN, params) is None
    drawn = CARD.marks(last, SEVEN, params)
    (curve,) = [mark for mark in drawn if isinstance(mark, Curve)]
    assert curve.positions[:, 1].tolist() == last.heights.tolist()
    spots = {
        mark.role: mark.positions[0].tolist()
        for mark in drawn
        if isinstance(mark, Points) and mark.surface.kind == "chart"
    }
    assert spots == {"best": [last.best_value, last.best], "focus": [last.value, last.total]}
    ghosts = {tuple(mark.centre.tolist()) for mark in drawn if isinstance(mark, Ellipse) and mark.role == "ghost"}
    assert ghosts == {tuple(mean) for mean in last.best_model.means.tolist()}
    assert curve.surface.x == "mean of x1, one"
    step = ended()[3]
    (spoke,) = [mark for mark in CARD.marks(step, SEVEN, CARD.params()) if isinstance(mark, Segments)]
    assert spoke.ends[0].tolist() == step.model.means[0].tolist()


def test_nothing_is_claimed_without_maximum_likelihood() -> None:
    params = {"divisor": "N − 1", "by": 1.0, "moved": "variance"}
    story = told(ended(**params)[-1], **params)
    assert "No value" not in story.sentence and not story.checks


@pytest.mark.parametrize("params", [{"covariance": "diagonal"}, {"repair": "pseudo-inverse"}])
def test_zero_covariance_cannot_be_moved(params: dict[str, object]) -> None:
    with pytest.raises(Refusal, match="needs two features, and covariances that are not set to 0") as refused:
        engine.trace(KEY, SEVEN, moved="covariance", **params)
    assert refused.value.remedies == (SetParameter("moved", "mean"),)


def test_many_features_are_refused_and_large_tables_use_few_values() -> None:
    rng = np.random.default_rng(0)
    with pytest.raises(
        Refusal, match=r"It takes at most 200 features, .* and there are 201: leave some out"
    ) as refused:
        engine.trace(KEY, Dataset.from_arrays(rng.normal(size=(12, 201)), np.arange(12) % 2))
    assert refused.value.remedies[0] == KeepColumns(tuple(range(200)))
    data = Dataset.from_arrays(rng.normal(size=(400, 60)), np.arange(400) % 2)
    last = ended(data)[-1]
    assert len(last.places) % 2 == 1 and 3 <= len(last.places) < 61
    assert last.heights[len(last.places) // 2] == pytest.approx(last.best)


def test_decrease_is_computed_and_the_vertical_line_spans_the_curve() -> None:
    last = ended(by=1.0)[-1]
    assert numbers(told(last, by=1.0))["ln L of the estimate"] == last.best
    (line,) = told(last, by=1.0).worked
    assert line.startswith("fall = ") and line.endswith(f"= {figure(last.best - last.total)}")
    assert told(ended()[-1]).worked == ()
    (upright,) = [m for m in CARD.marks(last, SEVEN, CARD.params(by=1.0)) if isinstance(m, Segments)]
    assert upright.starts[0].tolist() == [last.value, last.heights.min()]
    assert upright.ends[0].tolist() == [last.value, max(last.heights.max(), last.best)]
    assert told(ended()[0]).sentence.startswith(
        "Each row adds the logarithm of its class's prior and that of its density"
    )
