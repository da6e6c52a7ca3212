"""The evidence of all 512 data sets against integrals written out, and what the steps show."""

from __future__ import annotations

from functools import partial
from itertools import product

import numpy as np
import pytest
from scipy import integrate
from scipy.special import expit, roots_hermitenorm
from scipy.stats import norm

import engine
from engine.base.words import figure
from engine.core.marks import Bars, Curve, Points
from engine.core.story import Event
from engine.families.bayesian_regression.matching_complexity import labellings
from engine.families.bayesian_regression.matching_complexity.labellings import GRID, LABELS, evidences, winners
from tests.catalogue import shows
from tests.engine.families import looked_at
from tests.examples import SIX

KEY = "matching_complexity"
told = partial(looked_at.told, KEY)
of = looked_at.of

FOLLOWS = {
    "data sets above the coin": lambda step, data, params: (
        (np.exp(step.log_p[step.which]) > (1 + 1e-9) / 512).sum()
    ),
    "):": lambda step, data, params: (np.exp(step.log_p[step.which]) > (1 + 1e-9) / 512).sum(),
    "data sets.": lambda step, data, params: _alike(step),
    "left for it.": lambda step, data, params: _alike(step),
}  # fmt: skip


def _alike(step):
    """How many other data sets have the same evidence under all models."""
    columns = np.exp(step.log_p)
    return np.isclose(columns, columns[:, [step.labelling]], rtol=1e-8, atol=0).all(axis=0).sum() - 1


PLACED = {
    "Every data set and its best model: click one: bars": lambda step, data, params: (
        step.log_p[:, step.order].max(axis=0) / np.log(10) - np.floor(step.log_p.min() / np.log(10))
    )
}


def _integral(model, t, spread):
    """p(D | M) by nested quadrature of SciPy, or by Gauss and Hermite for a small spread."""
    if model == 1:
        f = lambda w: np.prod(expit(t * w * GRID[:, 0])) * norm.pdf(w, scale=spread)  # noqa: E731
        return integrate.quad(f, -8 * spread, 8 * spread, epsabs=1e-14, limit=500, points=[0.0])[0]
    z, weights = roots_hermitenorm(60)
    places = np.stack(np.meshgrid(*[z * spread] * model), axis=-1).reshape(-1, model)
    shares = np.prod(np.stack(np.meshgrid(*[weights / weights.sum()] * model), axis=-1).reshape(-1, model), axis=1)
    a = places[:, :2] @ GRID.T + (places[:, 2:] if model == 3 else 0.0)
    return shares @ np.prod(expit(t * a), axis=1)


@shows("RG22")
def test_every_curve_sums_to_1_and_the_coin_is_uniform():
    for model in range(4):
        for spread in (0.1, 1.0, 10.0):
            assert evidences(model, spread).sum() == pytest.approx(1.0, abs=1e-12)
            assert (evidences(model, spread) > 0).all()
    assert evidences(0, 10.0) == pytest.approx(np.full(512, 1 / 512), abs=0)
    assert sorted({tuple(row) for row in LABELS.tolist()}) == sorted(product((-1, 1), repeat=9))


@shows("RG22")
@pytest.mark.parametrize("labelling", [0, 7, 73, 170, 300, 511])
def test_the_evidence_is_the_integral(labelling):
    t = LABELS[labelling]
    for spread in (1.0, 10.0):
        assert evidences(1, spread)[labelling] == pytest.approx(_integral(1, t, spread), rel=1e-8)
    assert evidences(2, 1.0)[labelling] == pytest.approx(_integral(2, t, 1.0), rel=1e-7)


@shows("RG22")
@pytest.mark.parametrize("labelling", [170])
def test_evidence_of_three_weights_is_the_integral(labelling):
    w = 0.5 * np.arange(-120, 121)
    W = np.stack(np.meshgrid(w, w), axis=-1).reshape(-1, 2)
    prior = np.exp(-0.5 * (w / 10) ** 2)
    flat = np.exp(-0.005 * (W**2).sum(axis=1))
    t, total = LABELS[labelling], 0.0
    for bias, share in zip(w, prior, strict=True):
        total += share * (flat @ np.prod(expit(t * (W @ GRID.T + bias)), axis=1))
    assert evidences(3, 10.0)[labelling] == pytest.approx(total / (prior.sum() * flat.sum()), rel=1e-7)
    two = flat @ np.prod(expit(t * (W @ GRID.T)), axis=1) / flat.sum()
    assert evidences(2, 10.0)[labelling] == pytest.approx(two, rel=1e-7)
    assert evidences(3, 1.0)[labelling] == pytest.approx(_integral(3, t, 1.0), rel=1e-6)


@shows("RG22")
def test_a_finer_step_changes_nothing(monkeypatch):
    coarse = [evidences(model, 4.0) for model in range(3)]
    monkeypatch.setattr(labellings, "STEP", 0.2)
    evidences.cache_clear()
    assert [evidences(model, 4.0) for model in range(3)] == [pytest.approx(one, rel=1e-9) for one in coarse]
    evidences.cache_clear()


@shows("RG22")
def test_models_come_first_and_then_every_data_set_with_its_model():
    trace, stories, marks = told(SIX)
    assert [step.phase for step in trace] == ["model"] * 4 + ["data"] * 512
    log_p = np.log([evidences(model, 10.0) for model in range(4)])
    best = log_p.argmax(axis=0)
    assert np.array_equal(winners(log_p), best) or (log_p.max(axis=0) - log_p[winners(log_p), range(512)]).max() < 1e-7
    assert sorted(step.labelling for step in trace[4:]) == list(range(512))
    order = [step.which or 4 for step in trace[4:]]
    assert order == sorted(order), "by the model, the coin last"
    for step, story, drawn in zip(trace[4::37], stories[4::37], marks[4::37], strict=True):
        ordered, belongs = of(Bars, drawn)
        assert ordered.chosen == step.place and ordered.steps[step.place] == step.place + 4
        assert ordered.tops == pytest.approx(log_p[:, step.order].max(axis=0) / np.log(10))
        assert ordered.groups[step.place] == step.which == belongs.chosen
        assert belongs.values == pytest.approx(
            np.exp(log_p[:, step.labelling]) / np.exp(log_p[:, step.labelling]).sum()
        )
        (grid,) = of(Points, drawn, "data")
        assert grid.positions.tolist() == GRID.tolist() and grid.groups.tolist() == (step.targets > 0).tolist()
        name = labellings.MODELS[step.which]
        assert f"Data set {step.place + 1} of 512 belongs to the" in story.sentence and name in story.sentence
        assert story.tables[0].rows[step.which][1] == pytest.approx(np.exp(log_p[step.which, step.labelling]))
        assert sum(row[1] for row in story.tables[1].rows) == 512
    for number, (story, drawn) in enumerate(zip(stories[:4], marks[:4], strict=True)):
        curves = of(Curve, drawn)
        assert len(curves) == number + 1
        for model, curve in enumerate(curves):
            assert curve.positions[:, 1] == pytest.approx(np.sort(log_p[model])[::-1] / np.log(10))
        assert story.checks[0].holds and labellings.MODELS[number] in story.sentence
    assert "Every data set has one model" in trace.ending.words


@shows("RG22")
def test_mirror_images_have_equal_evidence_as_stated():
    trace, stories, _ = told(SIX)
    alone = [i for i in range(4, 516) if _alike(trace[i]) == 0]
    assert all("by symmetry" not in stories[i].sentence for i in alone)
    some = next(i for i in range(4, 516) if _alike(trace[i]) > 1)
    assert f"{_alike(trace[some])} other data sets have the same evidence, by symmetry." in stories[some].sentence
    card = engine.algorithm(KEY)
    assert card.event(trace[0]) == Event("model", "best") and card.event(trace[9]) is None


@shows("RG22")
def test_data_set_is_on_every_curve_with_its_numbers():
    trace, stories, marks = told(SIX)
    for place in (4, 30, 60, 300):
        step, drawn, log_p = trace[place], marks[place], trace[place].log_p / np.log(10)
        (on,) = of(Points, drawn, "focus")
        assert on.positions[:, 1] == pytest.approx(log_p[:, step.labelling])
        for model, (rank, _) in enumerate(on.positions):
            assert (log_p[model] > log_p[model, step.labelling]).sum() < rank <= 512
        assert [curve.role for curve in of(Curve, drawn)] == ["plain"] * 4
        best, total = step.chances.max(), step.chances.sum()
        assert stories[place].worked[0].endswith(f"= {figure(best / total)}")
    for model in range(1, 4):
        roles = [curve.role for curve in of(Curve, marks[model])]
        assert roles == ["plain"] * model + ["boundary"]
        assert f"the best one {figure(np.exp(trace[model].log_p[model]).max())};" in stories[model].sentence
        assert not of(Points, marks[model])
    assert stories[0].checks[0].words == "the probabilities of all data sets add up to 1"
