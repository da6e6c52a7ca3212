"""Metropolis's sampler: its chances, its moments on known targets, and what its draws are worth."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.base.snapshot import same
from engine.maths.probability.laplace import laplace_of_one
from engine.maths.probability.metropolis import (
    autocorrelation,
    chains,
    drift,
    effective_size,
    effective_sizes,
    log_acceptance,
    standard_error,
    walk,
)
from engine.maths.probability.probit import moderated
from engine.maths.probability.quadrature import integral
from engine.maths.probability.sigmoid import log_sigmoid, sigmoid
from tests.catalogue import shows

X, T, QUERY = np.array([-2.0, -1.0, 0.5, 1.5]), np.array([0.0, 1.0, 0.0, 1.0]), 2.0
"""W69: one weight, no bias."""


def level(w):
    """ln of exp(−w²/2) × likelihood at each w."""
    w = np.asarray(w, dtype=float)
    return -0.5 * w**2 + log_sigmoid((2 * T - 1) * X * w[..., None]).sum(axis=-1)


def target(w):
    return float(level(w[0]))


def walked(seed=0, total=20_000, every=1000, scale=1.5, size=512, log_density=target, start=(0.0,)):
    factor, rng = scale * np.eye(len(start)), np.random.default_rng(seed)
    return list(chains(log_density, np.array(start), factor, rng, total, every, size))


@shows("W69")
def test_w69_the_chances_of_acceptance():
    w_map = 0.354682854297
    assert np.exp(log_acceptance(target([0.0]), target([1.0]))) == pytest.approx(0.709573468199, abs=1e-7)
    assert np.exp(log_acceptance(target([w_map]), target([-1.0]))) == pytest.approx(0.0805635205107, abs=1e-7)
    assert log_acceptance(target([-1.0]), target([w_map])) == 0.0


@shows("W69")
def test_w69_exact_by_quadrature():
    Z = integral(lambda w: np.exp(level(w)), -12, 12).value
    mean = integral(lambda w: w * np.exp(level(w)), -12, 12).value / Z
    square = integral(lambda w: w**2 * np.exp(level(w)), -12, 12).value / Z
    predicted = integral(lambda w: sigmoid(QUERY * w) * np.exp(level(w)), -12, 12).value / Z
    assert pytest.approx(0.117038291893, abs=1e-7) == Z
    assert np.log(Z) == pytest.approx(-2.1452541166, abs=1e-7)
    assert mean == pytest.approx(0.404368578509, abs=1e-7)
    assert square - mean**2 == pytest.approx(0.416815101488, abs=1e-7)
    assert predicted == pytest.approx(0.647593329405, abs=1e-7)


@shows("W69")
def test_w69_laplace_at_the_mode_and_its_predictions():
    found = laplace_of_one(
        lambda w: float(level(w)),
        lambda w: float(X @ (T - sigmoid(X * w))) - w,
        lambda w: -1.0 - float(X**2 @ (sigmoid(X * w) * (1 - sigmoid(X * w)))),
        start=0.0,
    )
    mean, variance = found.mode * QUERY, found.covariance[0] * QUERY**2
    assert found.mode == pytest.approx([0.354682854297], abs=1e-7)
    assert found.covariance[0] == pytest.approx([0.368615126839], abs=1e-7)
    assert sigmoid(mean) == pytest.approx([0.670260989449], abs=1e-7)
    assert moderated(mean, variance) == pytest.approx([0.637496875586], abs=1e-7)


@shows("OP9", "W69")
@pytest.mark.parametrize("seed", range(3))
def test_w69_walk_finds_mean_and_variance(seed):
    draws = walked(seed)[-1].states(1000)[:, 0]
    error = standard_error(draws)
    assert abs(draws.mean() - 0.404368578509) < 4 * error < 0.1
    assert abs(draws.var() - 0.416815101488) < 4 * standard_error((draws - draws.mean()) ** 2)


def test_op9_the_moments_of_a_gaussian():
    S = np.array([[2.0, 1.2], [1.2, 1.0]])
    precision, mean = np.linalg.inv(S), np.array([3.0, -1.0])
    chain = walked(3, log_density=lambda w: -0.5 * float((w - mean) @ precision @ (w - mean)), start=(0.0, 0.0))[-1]
    draws = chain.states(1000)
    for j in range(2):
        assert abs(draws[:, j].mean() - mean[j]) < 4 * standard_error(draws[:, j])
    assert np.cov(draws.T) == pytest.approx(S, abs=0.25)


def two_hills(w):
    """ln of two equal bells around −10 and 10."""
    return float(np.logaddexp(-0.5 * (w[0] - 10) ** 2, -0.5 * (w[0] + 10) ** 2))


@shows("OP9")
def test_op9_short_proposals_stay_at_one_mode_and_long_ones_do_not():
    """Of two hills a walk with short proposals knows one, and nothing in its own numbers tells."""
    short, long = (
        walked(1, log_density=two_hills, start=(10.0,), scale=scale)[-1].states()[:, 0] for scale in (1.5, 15.0)
    )
    assert (short > 0).all() and effective_sizes(short[None])[0] > 1000
    assert 0.3 < (long > 0).mean() < 0.7


@shows("OP9")
def test_op9_chain_without_acceptances_is_worth_one_draw():
    stuck = walked(1, scale=1e9, total=500)[-1]
    assert stuck.taken == 0 and effective_sizes(stuck.states().T)[0] == 1.0


def test_walk_does_not_depend_on_how_often_it_is_read():
    ends = [walked(total=777, every=every)[-1] for every in (1, 10, 777, 5000)]
    for chain in ends[1:]:
        assert same(chain.states(), ends[0].states()) and chain.taken == ends[0].taken


def test_snapshot_contains_only_the_walk_so_far():
    looks = walked(total=1003, every=10, size=64)
    assert [chain.seen for chain in looks] == [*range(10, 1001, 10), 1003]
    whole = looks[-1]
    for chain in (looks[0], looks[6], looks[-1]):
        assert same(chain.states(), whole.states()[: chain.seen])
        assert chain.taken == int(chain.accepted().sum())
        assert chain.acceptance == chain.taken / chain.seen
        assert same(chain.states(chain.seen - 3), whole.states()[chain.seen - 3 : chain.seen])
        for first, every in ((0, 1), (0, 7), (3, 5), (70, 64), (130, 200), (chain.seen, 3)):
            assert same(chain.thinned(first, every), chain.states()[first::every])
    assert looks[0].blocks[0] is looks[5].blocks[0], "steps within a block share it"


def test_memory_grows_linearly_with_the_walk():
    looks = walked(total=5000, every=1, size=1024)
    arrays = {id(block.states): block.states.nbytes for chain in looks for block in chain.blocks}
    assert sum(arrays.values()) == 5000 * 8


def test_rejected_proposal_keeps_the_position():
    block = walk(target, np.array([0.3]), np.array([[50.0], [0.1]]), np.array([-1e-9, -1e9]))
    assert block.accepted.tolist() == [False, True]
    assert block.states[:, 0] == pytest.approx([0.3, 0.4])
    assert block.proposals[:, 0] == pytest.approx([50.3, 0.4])


def test_undefined_place_is_never_entered():
    block = walk(lambda w: float("nan") if w[0] > 1 else 0.0, np.zeros(1), np.full((3, 1), 0.6), np.full(3, -1e-300))
    assert block.states[:, 0] == pytest.approx([0.6, 0.6, 0.6])


# -- what draws are worth ----------------------------------------------------------------------------------------------


def slow(rho, n=50_000, seed=0):
    """A series whose correlation falls by ρ with every place."""
    from scipy.signal import lfilter

    return lfilter([np.sqrt(1 - rho**2)], [1.0, -rho], np.random.default_rng(seed).normal(size=n))


def test_autocorrelation_matches_its_sum():
    series = np.random.default_rng(0).normal(size=200)
    centred = series - series.mean()
    expected = [centred[: 200 - k] @ centred[k:] / (centred @ centred) for k in range(200)]
    assert autocorrelation(series) == pytest.approx(np.array(expected), abs=1e-12)


@pytest.mark.parametrize("rho", [0.0, 0.5, 0.9])
def test_effective_size_of_a_series_with_known_correlation(rho):
    assert effective_size(slow(rho)) == pytest.approx(50_000 * (1 - rho) / (1 + rho), rel=0.15)


def test_constant_series_has_effective_size_one():
    assert effective_size(np.full(100, 0.1)) == 1.0
    assert drift(np.full(100, 0.1)) == 0.0


def test_drifting_series_is_reported():
    series = slow(0.5, 4000)
    assert drift(series) < 0.3 and 1.0 < drift(series + np.linspace(0, 5, 4000)) <= 2.0


@given(st.lists(st.floats(-1e6, 1e6), min_size=1, max_size=50))
def test_effective_sample_size_is_between_one_and_all(values):
    assert 1.0 <= effective_size(np.array(values)) <= len(values)
    assert standard_error(np.array(values)) >= 0.0
