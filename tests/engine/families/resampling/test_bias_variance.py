"""Bias and variance against the worked case, the exact smoother, scikit-learn's fits, and what is drawn and told."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import engine
from engine.core.marks import Bars, Curve, Points
from engine.families.resampling.bias_variance.loop import PENALTIES
from engine.families.resampling.bias_variance.smoothing import PLACES, TRUTHS, Smoother, Terms, measured, places
from tests.catalogue import shows
from tests.engine.families import looked_at

KEY = "bias_variance"
CARD = engine.algorithm(KEY)
DATA = engine.Dataset.from_arrays([[0.0], [1.0]], [0, 1])
W53: dict[str, Any] = {
    "truth": "constant", "level": 1.5, "sigma": 2.0, "N": 10, "order": 0, "penalty": 5.0, "penalise_bias": True,
}  # fmt: skip


def told(seed: int = 0, **params: Any) -> tuple[Any, list[Any], list[Any]]:
    return looked_at.told(KEY, DATA, seed, **params)


# -- the three parts ---------------------------------------------------------------------------------------------------


@shows("RG12", "W53")
def test_w53_the_shrunken_mean_exactly() -> None:
    exact = engine.trace(KEY, DATA, **W53)[0].exact
    assert exact.bias2 == pytest.approx(0.25, abs=1e-9) and exact.variance == pytest.approx(0.177777777778, abs=1e-9)
    assert exact.off_truth == pytest.approx(0.427777777778, abs=1e-9)
    assert exact.total == pytest.approx(4.42777777778, abs=1e-9)
    plain = engine.trace(KEY, DATA, **W53 | {"penalty": 0.0})[0].exact
    assert plain.off_truth == pytest.approx(0.4, abs=1e-9) and plain.bias2 == pytest.approx(0.0, abs=1e-20)


@shows("RG12", "W53")
def test_w53_the_best_penalty() -> None:
    from scipy.optimize import minimize_scalar

    truth = TRUTHS["constant"](1.5)
    found = minimize_scalar(
        lambda lam: Smoother(10, 0, lam, penalise_bias=True).expected(truth, 2.0).total,
        bounds=(0.1, 10.0),
        method="bounded",
        options={"xatol": 1e-10},
    )
    assert found.x == pytest.approx(1.77777777778, abs=1e-5)


@shows("RG12", "W53")
def test_w53_simulation_agrees_within_four_standard_errors() -> None:
    step = engine.trace(KEY, DATA, **W53, sets=1000, sweep="nothing")[-1]
    fits = np.array(step.fits)
    off = ((fits - step.h) ** 2).mean(axis=1)
    assert abs(off.mean() - 0.427777777778) < 4 * off.std() / np.sqrt(1000)
    assert abs(fits[:, 0].mean() - 1.0) < 4 * fits[:, 0].std() / np.sqrt(1000)
    assert step.found.off_truth == pytest.approx(off.mean(), rel=1e-12), "they add up exactly with the same averages"
    assert step.found.variance == pytest.approx(0.1778, rel=0.2) and step.found.bias2 == pytest.approx(0.25, rel=0.2)


@shows("RG12")
@pytest.mark.parametrize("basis", ["polynomial", "Gaussian"])
@pytest.mark.parametrize("penalty", [0.0, 0.3])
def test_exact_parts_match_the_smoother_matrix_of_scikit_learn(basis: str, penalty: float) -> None:
    from sklearn.linear_model import LinearRegression, Ridge

    smoother = Smoother(12, 4, penalty, basis)
    x, grid = smoother.inputs, places()
    if basis == "polynomial":
        functions = [(lambda z, j=j: (2 * z - 1) ** j) for j in range(1, 5)]
    else:
        functions = [(lambda z, c=c: np.exp(-0.5 * ((z - c) * 4) ** 2)) for c in (0.125, 0.375, 0.625, 0.875)]
    Phi, at = (np.column_stack([f(z) for f in functions]) for z in (x, grid))
    oracle = Ridge(penalty) if penalty else LinearRegression()
    S = oracle.fit(Phi, np.eye(12)).predict(at)
    h, sigma = TRUTHS["sine"](1.0), 0.4
    exact = smoother.expected(h, sigma)
    assert exact.bias2 == pytest.approx(((S @ h(x) - h(grid)) ** 2).mean(), rel=1e-8)
    assert exact.variance == pytest.approx(sigma**2 * (S**2).sum(axis=1).mean(), rel=1e-8)
    assert exact.total == pytest.approx(exact.bias2 + exact.variance + 0.16)


@shows("RG12")
def test_three_parts_sum_to_the_error_on_new_targets() -> None:
    params = {"order": 4, "sets": 800, "sigma": 0.5, "sweep": "nothing"}
    step = engine.trace(KEY, DATA, **params)[-1]
    fits = np.array(step.fits)
    fresh = step.h + 0.5 * np.random.default_rng(1).normal(size=fits.shape)
    errors = ((fits - fresh) ** 2).mean(axis=1)
    assert abs(errors.mean() - step.found.total) < 4 * errors.std() / np.sqrt(len(errors))
    assert abs(step.exact.total - step.found.total) < 0.1 * step.exact.total


def test_fit_with_more_weights_than_targets_interpolates() -> None:
    trace, stories, _ = told(N=4, order=6, sets=2, sweep="nothing")
    smoother = Smoother(4, 6, 0.0)
    at = np.searchsorted(places(), smoother.inputs)
    assert "With 7 weights for 4 targets many fits pass through all" in stories[0].sentence
    exact = np.interp(smoother.inputs, places(), trace[1].fits[0])
    assert np.allclose(exact, trace[1].targets, atol=0.05) and len(at) == 4
    assert "many fits" not in told(N=4, order=3, sets=1, sweep="nothing")[1][0].sentence


def test_without_noise_there_is_no_variance() -> None:
    step = engine.trace(KEY, DATA, sigma=0.0, sets=3, sweep="nothing")[-1]
    assert step.found.variance == pytest.approx(0.0, abs=1e-25) and step.exact.variance == 0 == step.exact.noise
    assert step.found.bias2 == pytest.approx(step.exact.bias2)


@shows("RG12")
def test_one_data_set_tells_no_variance() -> None:
    trace, stories, _ = told(sets=1, sweep="nothing")
    assert trace[1].found.variance == 0.0 and "From one fit no variance can be told" in stories[1].sentence
    assert measured(np.ones((1, PLACES)), np.zeros(PLACES), 0.5) == Terms(1.0, 0.0, 0.25)


# -- compared by order and by λ ----------------------------------------------------------------------------------------


@shows("RG12")
def test_bias_falls_and_variance_rises_with_the_order() -> None:
    trace, stories, marks = told(sets=20, most=6)
    swept = trace[-1].swept
    assert [one.value for one in swept] == [0, 1, 2, 3, 4, 5, 6]
    bias2, variance = (np.array([getattr(one.exact, name) for one in swept]) for name in ("bias2", "variance"))
    assert (np.diff(bias2) < 1e-12).all() and (np.diff(variance) > 0).all()
    totals = [one.exact.total for one in swept]
    best = int(np.argmin(totals))
    assert f"has order {best}." in trace.ending.words and stories[-1].tables[0].chosen == best
    low, middle, top = [mark for mark in marks[-1] if isinstance(mark, Bars) and mark.inside]
    assert np.array_equal(low.values, bias2) and np.array_equal(middle.bases, bias2)
    assert np.allclose(top.tops, totals) and top.chosen == best and low.labels[-1] == "6"
    assert top.line.tolist() == [one.found.total for one in swept]
    assert stories[-1].sentence.startswith("Order 6: bias² ") and f"that of order {best}" in stories[-1].sentence
    again = Smoother(25, 5, 0.0).A @ trace[3].targets
    assert swept[5].found.variance > swept[1].found.variance and len(again) == PLACES


@shows("RG12")
def test_bias_rises_and_variance_falls_with_the_penalty() -> None:
    trace, stories, marks = told(sets=10, sweep="λ", order=9)
    swept = trace[-1].swept
    assert tuple(one.value for one in swept) == PENALTIES
    assert (np.diff([one.exact.bias2 for one in swept]) > 0).all()
    assert (np.diff([one.exact.variance for one in swept]) < 0).all()
    assert "has λ = " in trace.ending.words and stories[-1].sentence.startswith("λ = 1000: ")
    events = [CARD.event(step) for step in trace]
    assert events[11].role == "best" and events[-1] is None and events[3] is None
    assert next(mark for mark in marks[-1] if isinstance(mark, Bars) and mark.inside).surface.x == "λ"


def test_simpler_of_equal_errors_is_the_minimum() -> None:
    trace, *_ = told(truth="constant", sigma=0.0, sets=1, most=3)
    assert "has order 0." in trace.ending.words
    trace, *_ = told(truth="constant", level=0.0, sigma=0.0, sets=1, sweep="λ")
    assert "has λ = 1000." in trace.ending.words


# -- drawn and told ----------------------------------------------------------------------------------------------------


@shows("RG12")
def test_fits_mean_fit_truth_and_parts_are_drawn() -> None:
    trace, stories, marks = told(sets=60, sweep="nothing")
    step, drawn = trace[50], marks[50]
    curves = [mark for mark in drawn if isinstance(mark, Curve)]
    named = {mark.label: mark.positions[:, 1] for mark in curves if mark.label}
    assert np.array_equal(named["h(x)"], step.h) and np.allclose(named["mean fit"], np.mean(step.fits, axis=0))
    assert np.array_equal(named["newest"], step.fits[-1])
    assert sum(mark.role == "spoke" for mark in curves) == 40 and sum(mark.role == "margin" for mark in curves) == 2
    (dots,) = [mark for mark in drawn if isinstance(mark, Points)]
    assert np.array_equal(dots.positions, np.column_stack([step.x, step.targets]))
    (bars,) = [mark for mark in drawn if isinstance(mark, Bars)]
    found, exact = step.found, step.exact
    assert bars.values.tolist() == pytest.approx([found.bias2, found.variance, 0.09, found.total])
    assert bars.bases.tolist() == pytest.approx([0, found.bias2, found.bias2 + found.variance, 0])
    assert bars.line.tolist() == pytest.approx([exact.bias2, exact.off_truth, exact.total, exact.total])
    assert stories[50].sentence.startswith("Data set 50 of 60: the mean fit is ") and stories[50].checks[0].holds
    assert [mark.label for mark in marks[0]] == ["h(x)"] and stories[0].sentence.startswith("The true function h(x) is")
    rows = {row[0]: row[1:] for row in stories[50].tables[0].rows}
    assert rows["variance"] == (found.variance, exact.variance)


def test_which_part_is_larger_is_said() -> None:
    stiff, free = (told(order=order, sets=20, sweep="nothing")[1][-1].sentence for order in (1, 9))
    assert stiff.endswith("Most of what the fits are off is the bias, so the fit is too stiff.")
    assert free.endswith("Most of what the fits are off is the variance.")


def test_same_noise_is_used_for_every_value() -> None:
    trace, *_ = told(sets=5, most=4, order=3)
    own = trace[-1].swept[3]
    assert own.found == trace[5].found and own.exact == trace[0].exact
