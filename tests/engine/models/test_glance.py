"""A network at a glance: its answers to the last place, and how likely they are to what a tint shows."""

from __future__ import annotations

import numpy as np
import pytest

import engine
from engine.models.glance import Glance, ProbableGlance, glanced
from engine.models.layer import Layer
from engine.models.network import Network, network_of
from engine.models.scaling import Scale


def network(kinds: tuple[str, ...], outputs: int, seed: int, size: float = 3.0) -> Network:
    """Layers of weights of that size, over columns that are far from 0."""
    rng = np.random.default_rng(seed)
    sizes = [2, *[7] * (len(kinds) - 1), outputs]
    layers = tuple(
        Layer(size * rng.normal(size=(units, inputs)), rng.normal(size=units), kind)
        for inputs, units, kind in zip(sizes, sizes[1:], kinds, strict=False)
    )
    classes = tuple(range(max(outputs, 2)))
    return network_of(layers, classes, Scale(np.array([1e3, -5.0]), np.array([2.0, 0.1])))


def spots(n: int = 4_000, seed: int = 1) -> np.ndarray:
    return np.array([1e3, -5.0]) + np.random.default_rng(seed).normal(size=(n, 2)) * [4.0, 0.2]


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("bend", ["tanh", "logistic", "ReLU", "identity"])
@pytest.mark.parametrize(("last", "outputs"), [("softmax", 3), ("logistic", 1), ("identity", 1), ("logistic", 4)])
def test_approximation_predicts_like_the_network_within_its_bound(
    bend: str, last: str, outputs: int, seed: int
) -> None:
    model, X = network((bend, bend, last), outputs, seed), spots()
    glance = glanced(model)
    assert isinstance(glance, Glance) and np.array_equal(glance.predict(X), model.predict(X))
    A, off = glance._activations(X)
    assert A.dtype == np.float32 and np.abs(A - model.activations(X)).max() < off
    assert hasattr(glance, "predict_proba") == hasattr(model, "predict_proba")
    if isinstance(glance, ProbableGlance):
        assert glance.predict_proba(X) == pytest.approx(model.predict_proba(X), abs=2e-3)
    assert np.array_equal(glance.decision_function(X), model.decision_function(X))


def test_network_is_evaluated_on_the_border() -> None:
    """Places of one output whose activation is 0 but for the last digits of double precision."""
    model = network(("tanh", "tanh", "logistic"), 1, seed=0)
    low, high = (spots(400)[model.predict(spots(400)) == side] for side in (0, 1))
    few = min(len(low), len(high))
    low, high = low[:few], high[:few]
    for _ in range(60):
        middle = (low + high) / 2
        above = model.predict(middle) == 1
        low, high = np.where(above[:, None], low, middle), np.where(above[:, None], middle, high)
    X = np.concatenate([low, high])
    assert few > 20 and np.array_equal(glanced(model).predict(X), [0] * few + [1] * few)
    assert not np.array_equal(model.answers(glanced(model)._activations(X)[0]), [0] * few + [1] * few)


def test_too_large_weights_are_left_to_the_network() -> None:
    for size in (1e20, 1e45):
        model = network(("ReLU", "ReLU", "softmax"), 3, seed=0, size=size)
        assert np.array_equal(glanced(model).predict(spots()), model.predict(spots()))


def one_layer(weights: list[float], bias: float, last: str = "logistic", scale: Scale | None = None) -> Network:
    return network_of((Layer(np.array([weights]), np.array([bias]), last),), (0, 1), scale)


@pytest.mark.parametrize("far", [1e30, 1e39, 1e200, np.inf, np.nan])
@pytest.mark.parametrize("bend", ["tanh", "ReLU", "identity"])
def test_places_beyond_single_precision_are_left_to_the_network(bend: str, far: float) -> None:
    """Here a sum is −∞ in single precision and positive in double, and a ReLU makes 0 of the one."""
    layers = (
        Layer(np.array([[-1e-3, 1.0]]), np.zeros(1), bend),
        Layer(np.array([[-1.0]]), np.array([1e33]), "logistic"),
    )
    X = np.array([[far, 3e38], [-far, 1.0], [0.0, far], [1.0, 1.0]])
    with np.errstate(all="ignore"):
        model = network_of(layers, (0, 1))
        assert np.array_equal(glanced(model).predict(X), model.predict(X))
        weighed = glanced(model)
        assert isinstance(weighed, ProbableGlance)
        assert np.array_equal(weighed.predict_proba(X), model.predict_proba(X), equal_nan=True)


def test_subnormal_values_are_left_to_the_network() -> None:
    """Sums of products of which it loses some: they count, as there is nothing else."""
    X = np.random.default_rng(3).normal(size=(2_000, 2))
    for size, weight in ((1e-20, 1e-25), (1e-43, 1.0), (1e30, 1e-44)):
        model = one_layer([weight, -0.7 * weight], 0.0)
        assert np.array_equal(glanced(model).predict(size * X), model.predict(size * X))
        A, off = glanced(model)._activations(size * X)
        assert np.abs(A - model.activations(size * X)).max() < off


def test_tint_is_exact_where_single_precision_would_show() -> None:
    """Years in seconds, and a border within an hour."""
    model = one_layer([1.0], -1.7e9)
    X = 1.7e9 + np.linspace(-5, 5, 400)[:, None]
    weighed = glanced(model)
    assert isinstance(weighed, ProbableGlance)
    assert np.array_equal(weighed.predict_proba(X), model.predict_proba(X))
    assert np.array_equal(weighed.predict(X), model.predict(X))


def test_network_regressor_is_not_approximated() -> None:
    model = network_of((Layer(np.array([[2.0]]), np.array([1.0]), "identity"),), ())
    assert glanced(model) is model


def test_immutable_table_is_inspected_once(monkeypatch: pytest.MonkeyPatch) -> None:
    model, X, times = network(("tanh", "softmax"), 3, seed=0), spots(), []
    glance, find = glanced(model), Glance._found
    monkeypatch.setattr(Glance, "_found", lambda self, Z: times.append(len(Z)) or find(self, Z))
    X.flags.writeable = False
    glance.predict(X), glance.predict_proba(X)
    assert len(times) == 1
    again = X.copy()
    first = glance.predict(again)
    again[:] = again[::-1].copy()
    assert np.array_equal(glance.predict(again), first[::-1]) and len(times) == 3


def test_step_activations_and_other_models_are_not_approximated() -> None:
    leaps, means = network(("threshold", "logistic"), 1, seed=0), engine.fit("nearest_mean", engine.load("iris"))
    assert glanced(leaps) is leaps and glanced(means) is means
