"""The network model: its answers, what it refuses, and its way through a file."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import engine
from engine.models.layer import Layer
from engine.models.network import (
    ACTIVE,
    SILENT,
    Network,
    NumberNetwork,
    ProbabilityNetwork,
    network_of,
    with_parameters,
)
from engine.models.scaling import Scale

TWO = Layer(np.array([[1.0, -1.0], [0.5, 2.0]]), np.array([0.1, -0.2]), "tanh")
ONE = Layer(np.array([[1.0, -2.0]]), np.array([0.3]), "logistic")


def test_one_logistic_output_is_the_probability_of_the_higher_class() -> None:
    network = network_of((TWO, ONE), (2, 5))
    X = np.array([[0.3, 0.7], [-1.0, 0.2]])
    a = np.tanh(X @ TWO.weights.T + TWO.biases) @ ONE.weights[0] + 0.3
    assert isinstance(network, ProbabilityNetwork)
    assert network.predict_proba(X)[:, 1] == pytest.approx(1 / (1 + np.exp(-a)))
    assert network.predict(X).tolist() == np.where(a >= 0, 5, 2).tolist()


def test_identity_output_changes_its_prediction_at_a_half() -> None:
    network = network_of((Layer(np.array([[1.0]]), np.zeros(1), "identity"),), (0, 1))
    assert network.predict(np.array([[0.49], [0.5]])).tolist() == [0, 1]
    scores = network.linear_scores()
    assert scores is not None and scores.weights @ [0.5] + scores.biases == pytest.approx(0)
    assert not hasattr(network, "predict_proba")


def test_network_without_classes_predicts_its_output() -> None:
    line = Layer(np.array([[2.0, -1.0]]), np.array([0.5]), "identity")
    network, X = network_of((line,), ()), np.array([[1.0, 0.0], [0.0, 3.0]])
    assert isinstance(network, NumberNetwork) and network.predict(X).tolist() == [2.5, -2.5]
    assert network.decision_function(X).tolist() == [2.5, -2.5] and network.linear_scores() is None
    with pytest.raises(engine.Refusal, match="one output and no classes, not 2 and 0"):
        NumberNetwork((TWO,))
    with pytest.raises(engine.Refusal, match="one output and no classes, not 1 and 2"):
        NumberNetwork((line,), (0, 1))


@pytest.mark.parametrize(
    ("layers", "classes", "words"),
    [
        ((), (0, 1), "at least one layer"),
        ((TWO, Layer(np.ones((1, 3)), np.zeros(1), "logistic")), (0, 1), "as many numbers"),
        ((Layer(np.ones((2, 2)), np.zeros(2), "softmax"), ONE), (0, 1), "Only the last layer"),
        ((TWO, ONE), (0, 1, 2), "cannot tell 3 classes"),
        ((TWO, ONE), (0, -1), "whole numbers"),
    ],
)
def test_mismatched_parts_are_refused(layers: tuple[Layer, ...], classes: tuple[int, ...], words: str) -> None:
    with pytest.raises(engine.Refusal, match=words):
        Network(layers, classes)


def test_a_layer_that_is_none_is_refused() -> None:
    with pytest.raises(engine.Refusal, match="The activation of a layer"):
        Layer(np.ones((1, 1)), np.zeros(1), "sine")
    with pytest.raises(engine.Refusal):
        Layer(np.ones((2, 1)), np.zeros(1), "tanh")
    with pytest.raises(engine.Refusal, match="needs units"):
        Layer(np.ones((0, 1)), np.zeros(0), "tanh")
    with pytest.raises(engine.Refusal, match="no probabilities"):
        ProbabilityNetwork((Layer(np.ones((1, 1)), np.zeros(1), "identity"),))


def test_model_round_trips_and_a_damaged_file_is_refused(tmp_path: Path) -> None:
    network, path = network_of((TWO, ONE), (0, 1)), tmp_path / "network.json"
    engine.save_model(network, path)
    assert engine.load_model(path) == network
    path.write_text(path.read_text(encoding="utf-8").replace('"tanh"', '"threshold of doom"'), encoding="utf-8")
    with pytest.raises(engine.Refusal, match="activation of a layer"):
        engine.load_model(path)


def test_parameters_are_unpacked_and_packed() -> None:
    network = network_of((TWO, ONE), (0, 1))
    again = with_parameters(network, network.parameters)
    assert again == network and (network.parameters[:3] == [0.1, 1.0, -1.0]).all()
    assert not again.layers[0].weights.flags.writeable


@pytest.mark.parametrize(("activation", "middle"), [("tanh", 0.0), ("logistic", 0.5), ("ReLU", 0.0), ("identity", 0.0)])
def test_hidden_unit_is_active_beyond_the_middle_of_its_range(activation: str, middle: float) -> None:
    """Its picture is blue there, as its card in the drawn network is."""
    X = np.random.default_rng(0).normal(size=(40, 2))
    first = Layer(TWO.weights, TWO.biases, activation)
    second = Layer(np.array([[1.0, -2.0], [0.5, 1.0]]), np.array([0.1, -0.2]), activation)
    units = network_of((first, second, ONE), (0, 1)).hidden_units
    H = X
    for depth, layer in enumerate((first, second)):
        H = layer.outputs(layer.activations(H))
        for j, unit in enumerate(units[depth]):
            assert unit.predict(X).tolist() == np.where(H[:, j] > middle, ACTIVE, SILENT).tolist()


def test_scale_standardises_the_columns_before_the_first_layer(tmp_path: Path) -> None:
    X = np.array([[1.0, 200.0], [3.0, 600.0], [5.0, 100.0]])
    scale, path = Scale.of(X), tmp_path / "network.json"
    Z = (X - X.mean(axis=0)) / X.std(axis=0)
    scaled, plain = network_of((TWO, ONE), (0, 1), scale), network_of((TWO, ONE), (0, 1))
    assert scaled.activations(X) == pytest.approx(plain.activations(Z), abs=1e-12)
    assert scaled.first.activations(X) == pytest.approx(TWO.activations(Z), abs=1e-12)
    assert scaled.hidden_units[0][1].predict(X).tolist() == plain.hidden_units[0][1].predict(Z).tolist()
    straight = Layer(TWO.weights, TWO.biases, "identity")
    assert network_of((straight, ONE), (0, 1), scale).collapsed.activations(X) == pytest.approx(
        network_of((straight, ONE), (0, 1)).activations(Z), abs=1e-12
    )
    assert with_parameters(scaled, scaled.parameters) == scaled
    engine.save_model(scaled, path)
    assert engine.load_model(path) == scaled
    assert Scale.of(np.ones((3, 1))).spread.tolist() == [1.0], "a column that never changes"
    with pytest.raises(engine.Refusal, match="spreads above 0"):
        Scale(np.zeros(2), np.array([1.0, 0.0]))
    with pytest.raises(engine.Refusal, match="columns that its first layer takes"):
        network_of((TWO, ONE), (0, 1), Scale(np.zeros(3), np.ones(3)))


def test_batched_rows_predict_like_all_at_once(monkeypatch):
    """All at once a table of 10,000 rows left the cache after each layer."""
    rng = np.random.default_rng(8)
    X = rng.normal(size=(57, 2))
    asked, outputs = [], Layer.outputs
    monkeypatch.setattr(Layer, "outputs", lambda self, A: asked.append(len(A)) or outputs(self, A))
    wide, narrow = (Layer(rng.normal(size=size), rng.normal(size=size[0]), "tanh") for size in ((5, 2), (2, 5)))
    deep = Network((wide, narrow, ONE))
    whole, hidden = deep.activations(X), deep.hidden_outputs(X)
    assert asked == [57] * 4
    monkeypatch.setattr("engine.models.network.TOGETHER", 50)
    asked.clear()
    assert deep.activations(X) == pytest.approx(whole, abs=1e-14) and deep.activations(X[:0]).shape == (0, 1)
    assert max(asked) == 10 and deep.hidden_outputs(X) == pytest.approx(hidden, abs=1e-14)
