"""The generalisation error of known Gaussians against quadrature, and the test error on its way to it."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import numpy as np
import pytest

import engine
from engine.core.marks import Curve, Points, Segments
from engine.families.resampling.generalisation_error.known import Answers, Known, answers_of
from engine.families.resampling.generalisation_error.loop import stops
from engine.models.linear import Hyperplane
from tests.catalogue import shows
from tests.engine.families import looked_at

KEY = "generalisation_error"
CARD = engine.algorithm(KEY)
DATA = engine.Dataset.from_arrays([[0.0], [1.0]], [0, 1])


def told(seed: int = 0, **params: Any) -> tuple[Any, list[Any], list[Any]]:
    return looked_at.told(KEY, DATA, seed, **params)


# -- the true error ----------------------------------------------------------------------------------------------------


@shows("EV10")
@pytest.mark.parametrize("classifier", ["nearest_mean", "knn", "cart", "softmax_newton"])
def test_true_error_matches_quadrature(classifier: str) -> None:
    from scipy.integrate import quad
    from scipy.stats import norm

    settings = "penalty = 0.1" if classifier == "softmax_newton" else ""
    step = engine.trace(KEY, DATA, classifier=classifier, settings=settings, apart=1.5, prior=0.3, seed=4)[1]
    cuts, total = [-12.0, *step.answers.cuts, 12.0], 0.0
    for low, high in pairwise(cuts):
        said = int(step.model.predict(np.array([[0.5 * (low + high)]]))[0])
        mean, share = (0.75, 0.3) if said == 0 else (-0.75, 0.7)  # of the other class
        total += share * quad(norm(mean, 1.0).pdf, low, high, epsabs=1e-12)[0]
    assert step.exact == pytest.approx(total, abs=1e-9) and step.exact >= step.known.bayes_error - 1e-12


@shows("EV10")
def test_the_best_cut_has_the_bayes_error() -> None:
    from scipy.stats import norm

    known = Known(2.0, 0.5)
    assert known.bayes_error == pytest.approx(norm.sf(1.0), abs=1e-12)
    rule = Hyperplane(np.array([1.0]), 0.0)
    assert answers_of(rule, known).error(known) == pytest.approx(norm.sf(1.0), abs=1e-12)
    uneven = Known(1.0, 0.2)
    at = answers_of(Hyperplane(np.array([1.0]), -np.log(4.0)), uneven)
    assert at.cuts.tolist() == pytest.approx([np.log(4.0)]) and at.error(uneven) == pytest.approx(uneven.bayes_error)
    assert Answers(np.zeros(0), np.array([0])).error(uneven) == pytest.approx(0.2)
    assert Known(0.0, 0.3).bayes_error == 0.3


def test_sample_has_the_stated_shares_and_means() -> None:
    known = Known(3.0, 0.25)
    x, codes = known.sample(np.random.default_rng(0).random((20_000, 2)))
    assert codes.mean() == pytest.approx(0.25, abs=0.01) and x.shape == (20_000, 1)
    assert [x[codes == k].mean() for k in (0, 1)] == pytest.approx([-1.5, 1.5], abs=0.05)
    assert x[codes == 0].std() == pytest.approx(1.0, abs=0.03)


# -- its estimate ------------------------------------------------------------------------------------------------------


@shows("EV10")
def test_test_error_converges_and_training_error_is_optimistic() -> None:
    off, training = [], []
    for seed in range(12):
        end = engine.trace(KEY, DATA, m=2000, settings="k = 1", seed=seed)[-1]
        off.append((end.estimate - end.exact) / end.error)
        training.append(end.training)
        assert end.error == pytest.approx(np.sqrt(end.estimate * (1 - end.estimate) / 2000))
    assert np.abs(off).max() < 4 and np.std(off) == pytest.approx(1.0, abs=0.5) and max(training) == 0.0


@shows("EV10")
def test_each_test_point_is_explained_with_a_standard_error() -> None:
    trace, stories, marks = told(m=40, stop_at="every point", seed=1)
    assert [len(step.wrong) for step in list(trace)[2:]] == list(range(1, 41))
    step = trace[31]
    truth = step.model.predict(step.test_x[:, None]) != step.test_y
    assert step.wrong.tolist() == truth.tolist() and step.estimate == truth.mean()
    curves = {mark.label: mark.positions for mark in marks[31] if isinstance(mark, Curve) and mark.label}
    assert curves["test error"][:, 1].tolist() == (truth.cumsum() / np.arange(1, 31)).tolist()
    assert set(curves["E_gen"][:, 1]) == {step.exact} and set(curves["training error"][:, 1]) == {step.training}
    low, high = [mark.positions for mark in marks[31] if isinstance(mark, Curve) and mark.role == "margin"]
    assert (high - low)[-1, 1] == pytest.approx(2 * step.error)
    assert f"test error = {truth.sum()} / 30 = " in stories[31].worked[0]
    assert (
        f"{truth.sum()} misclassified" in stories[31].sentence and "standard errors from E_gen." in stories[31].sentence
    )
    assert "as yet it says nothing" in stories[2].sentence


@shows("EV10")
def test_densities_and_errors_are_drawn_and_unknowns_stated() -> None:
    trace, stories, marks = told(classifier="nearest_mean", apart=2.0)
    assert stories[0].sentence.endswith(
        "For real data p(x, y) is not known, and the generalisation error cannot be computed."
    )
    cut = float(trace[1].answers.cuts[0])
    off = {int(mark.groups[0]): mark for mark in marks[1] if isinstance(mark, Segments) and mark.groups is not None}
    assert (off[0].starts[:, 0] > cut - 0.05).all() and (off[1].starts[:, 0] < cut + 0.05).all()
    shown = [mark for mark in marks[1] if isinstance(mark, Curve) and mark.role == "boundary"]
    assert [mark.positions[0, 0] for mark in shown] == [cut]
    (dots,) = [mark for mark in marks[1] if isinstance(mark, Points)]
    assert np.array_equal(dots.positions[:, 0], trace[1].x) and np.array_equal(dots.groups, trace[1].y)
    assert stories[1].checks[0].holds and stories[1].worked[0].startswith("E_gen = 0.5 · ")
    optimistic = trace[1].training < trace[1].exact
    assert ("that training error is optimistic." in stories[1].sentence) == optimistic
    assert trace.ending.words.startswith("E_gen = ") and CARD.event(trace[1]).role == "best"


def test_run_stops_at_round_numbers_and_the_last() -> None:
    assert stops(70, "round numbers") == [1, 2, 5, 10, 20, 50, 70] and stops(1, "round numbers") == [1]
    assert stops(3, "every point") == [1, 2, 3]


def test_what_the_learner_refuses_is_told() -> None:
    with pytest.raises(engine.Refusal, match="settings = 'q=1' will not do"):
        engine.trace(KEY, DATA, settings="q=1")
    with pytest.raises(engine.Refusal, match="classifier = k nearest neighbours, N = 10"):
        engine.trace(KEY, DATA, settings="k = 20", N=10)
    one = engine.trace(KEY, DATA, classifier="softmax_newton", prior=0.05, N=4, seed=2).to_end()
    assert one.ending.kind == "failed" and one.ending.words.startswith("The sample gives no model: ")


def test_a_slow_fit_pauses(monkeypatch: pytest.MonkeyPatch) -> None:
    from engine.families import learners

    monkeypatch.setattr(learners, "AT_ONCE", 5_000)
    params = {"classifier": "softmax_gradient", "m": 5}
    trace, stories, _ = told(**params)
    assert trace[1].part == "pause" and stories[1].sentence.startswith(
        "The classifier is being fitted: the learner has"
    )
    assert trace.known <= CARD.bound(DATA, CARD.params(**params))
