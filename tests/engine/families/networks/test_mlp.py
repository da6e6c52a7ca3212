"""Back-propagation: the worked network by hand, gradients against differences, XOR, and layers that collapse."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

import engine
from engine.base.words import figure
from engine.core.marks import Gallery, Graph, Line, Matrix, Points
from engine.data.dataset import Dataset
from engine.data.toys import generate
from engine.families.networks.mlp import checking
from engine.families.networks.mlp.loop import Params, forward, gradient, sent_back
from engine.families.networks.mlp.posing import OUTPUTS, SQUARES, Problem, posed
from engine.families.networks.mlp.starting import BENDS, beginning
from engine.families.networks.mlp.symmetry import evened, is_symmetric
from engine.maths.optimisation.first_order import WAYS
from engine.models.layer import Layer
from engine.models.network import Network, ProbabilityNetwork, network_of, with_parameters
from tests.catalogue import shows

FOLLOWS = {
    "RMSE": lambda step, data, params: (
        0.0 if step.model.classes else np.sqrt(np.mean((step.model.predict(data.X) - data.y) ** 2))
    )
}

KEY = "mlp"
CORNERS = np.array([[0.0, 0.0], [0.0, 1.0], [1.0, 0.0], [1.0, 1.0]])
XOR = Dataset.from_arrays(CORNERS, ["0", "1", "1", "0"])
PLAIN = {"fed": "as they are", "rate": 0.1, "epochs": 100}
ONLINE = {"batch": 1, "optimiser": "gradient descent", "order": "as given", **PLAIN}
W1 = np.array([[0.1, 0.4, -0.2], [-0.3, 0.2, 0.5]])
W2 = np.array([[0.2, -0.4, 0.6]])


def layer(packed: Any, activation: str) -> Layer:
    """A layer from its weights with the bias first, as the catalogue writes them."""
    packed = np.array(packed, dtype=float)
    return Layer(packed[:, 1:], packed[:, 0], activation)


def worked(error: str) -> tuple[Network, Problem]:
    """The network of W44 with its one example."""
    network = network_of((layer(W1, "logistic"), layer(W2, "logistic")), (0, 1))
    X, T = np.array([[0.5, -1.0]]), np.array([[1.0]])
    return network, Problem(X, T, (0, 1), np.array([1]), "logistic", error, 0.0, SQUARES)


@pytest.mark.parametrize(
    ("error", "E", "first", "last"),
    [
        (
            "squared error",
            0.106973660454,
            [
                [0.0108089662237, 0.00540448311185, -0.0108089662237],
                [-0.0152964836364, -0.00764824181818, 0.0152964836364],
            ],
            [-0.114987185973, -0.0715748468775, -0.0381541543498],
        ),
        (
            "cross-entropy",
            0.620909124904,
            [
                [0.0434798603152, 0.0217399301576, -0.0434798603152],
                [-0.0615312286169, -0.0307656143084, 0.0615312286169],
            ],
            [-0.46254439885, -0.28791507716, -0.153477887454],
        ),
    ],
)  # fmt: skip
def test_w44_worked_network_layer_by_layer(error: str, E: float, first: Any, last: Any) -> None:
    network, problem = worked(error)
    a1, h = forward(network.layers[0], problem.X)
    a2, y = forward(network.layers[1], h)
    assert a1[0] == pytest.approx([0.5, -0.7], abs=1e-11)
    assert h[0] == pytest.approx([0.622459331202, 0.331812227832], abs=1e-11)
    assert a2[0, 0] == pytest.approx(0.150103604218, abs=1e-11) and y[0, 0] == pytest.approx(0.53745560115, abs=1e-11)
    assert problem.errors(a2, problem.T)[0] == pytest.approx(E, abs=1e-11)
    above = problem.output_deltas(a2, y, problem.T)
    delta = sent_back(above, network.layers[1], network.layers[0], a1)
    g = gradient(network, [problem.X, h, y], [delta, above], problem, Params())
    assert g == pytest.approx([*np.ravel(first), *last], abs=1e-11)


@shows("NE9")
def test_w44_run_makes_that_step_and_shows_its_numbers() -> None:
    """One example of one of two classes, from the worked weights: every stop has the worked numbers."""
    data = Dataset.from_arrays([[0.5, -1.0], [3.0, 3.0]], ["1", "0"], class_names=["0", "1"])
    network, _ = worked("cross-entropy")
    how = {"output": OUTPUTS[1], "stop_at": "every layer", **ONLINE}
    trace = engine.trace(KEY, data, start=network, **how)
    assert [trace[i].kind for i in range(6)] == ["start", "forward", "forward", "backward", "backward", "update"]
    assert trace[4].signals[0].delta == pytest.approx([0.0434798603152, -0.0615312286169], abs=1e-11)
    assert trace[5].model.layers[1].packed[0] == pytest.approx(
        W2[0] - 0.1 * np.array([-0.46254439885, -0.28791507716, -0.153477887454]), abs=1e-11
    )
    story = engine.algorithm(KEY).explain(trace[2], data, engine.algorithm(KEY).params(**how))
    assert story.worked[-1] == "y₁ = σ(0.1501) = 0.5375"
    graph = next(mark for mark in engine.algorithm(KEY).marks(trace[4], data, Params(**how)) if isinstance(mark, Graph))
    assert "a = 0.5\nh = 0.622\nδ = 0.0435" in graph.nodes[2].detail
    assert [link.weight for link in graph.links] == [0.4, -0.2, 0.2, 0.5, -0.4, 0.6]
    assert graph.columns == (0, 0, 1, 1, 2)


def test_w44_threshold_units_compute_xor_and_the_identity_collapses() -> None:
    hidden, output = [[-0.5, 1, 1], [-1.5, 1, 1]], [[-0.5, 1, -1]]
    steps = network_of((layer(hidden, "threshold"), layer(output, "threshold")), (0, 1))
    assert steps.predict(CORNERS).tolist() == [0, 1, 1, 0]
    straight = network_of((layer(W1, "identity"), layer(W2, "identity")), (0, 1))
    assert straight.collapsed.weights[0] == pytest.approx([-0.04, 0.38], abs=1e-12)
    assert straight.collapsed.biases[0] == pytest.approx(-0.02, abs=1e-12)


@pytest.mark.parametrize("output", OUTPUTS)
@pytest.mark.parametrize("activation", BENDS)
def test_gradient_matches_finite_differences(activation: str, output: str) -> None:
    data = engine.load("iris").subset([*range(0, 150, 5)])
    params = Params(hidden=(4.0, 3.0), activation=activation, output=output, decay=0.3)
    problem = posed(data, params)
    network = beginning(problem, params, np.random.default_rng(1), None)
    rows, w = np.arange(20), network.parameters
    g = checking.back_propagated(network, problem, rows, params)

    def value(at: np.ndarray) -> float:
        return checking.objective(with_parameters(network, at), problem, problem.X[rows], problem.T[rows], params)

    for i in range(0, len(w), 3):
        nudge = 1e-6 * np.eye(len(w))[i]
        assert g[i] == pytest.approx((value(w + nudge) - value(w - nudge)) / 2e-6, abs=1e-6)
    assert checking.agrees(network, g, problem, rows, params, np.arange(len(w)))
    wrong = g.copy()
    wrong[0] += 0.01 * np.abs(g).max()
    assert not checking.agrees(network, wrong, problem, rows, params, np.array([0])), (
        "the check of the story would not notice"
    )


def test_probabilities_match_scikit_learn_with_equal_weights() -> None:
    from sklearn.neural_network import MLPClassifier

    iris = engine.load("iris")
    for activation, theirs in (("tanh", "tanh"), ("logistic", "logistic"), ("ReLU", "relu")):
        network = engine.fit(KEY, iris, hidden=(4, 3), activation=activation, epochs=5)
        peer = MLPClassifier((4, 3), activation=theirs, max_iter=1)
        peer.partial_fit(iris.X, iris.codes, classes=[0, 1, 2])
        layers = [network.first, *network.layers[1:]]
        peer.coefs_ = [one.weights.T for one in layers]
        peer.intercepts_ = [one.biases for one in layers]
        assert network.predict_proba(iris.X) == pytest.approx(peer.predict_proba(iris.X), abs=1e-12)


def test_xor_is_learnt_with_two_hidden_units_only() -> None:
    how = {"batch": 0, "rate": 1.0, "epochs": 400, "output": OUTPUTS[1]}
    learnt = engine.fit(KEY, XOR, hidden=(2,), seed=3, **how)
    assert isinstance(learnt, ProbabilityNetwork) and (learnt.predict(CORNERS) == XOR.codes).all()
    alone = engine.trace(KEY, XOR, hidden=(), **how).to_end()
    assert alone[-1].wrong >= 1, "no straight line does it"


@shows("NE11")
def test_ne11_identity_activations_are_one_layer() -> None:
    how = {"activation": "identity", "hidden": (3, 2), "epochs": 5}
    data = generate("moons", n=60)
    trace = engine.trace(KEY, data, **how).to_end()
    network = trace[-1].model
    assert network.scale is not None
    W, b = np.diag(1 / network.scale.spread), -network.scale.middle / network.scale.spread
    for one in network.layers:
        W, b = one.weights @ W, one.weights @ b + one.biases
    assert network.activations(data.X) == pytest.approx(data.X @ W.T + b, abs=1e-12)
    scores = network.linear_scores()
    assert scores is not None and scores.weights == pytest.approx(W) and scores.biases == pytest.approx(b)
    algorithm = engine.algorithm(KEY)
    story = algorithm.explain(trace[-1], data, algorithm.params(hidden=(3.0, 2.0), activation="identity", epochs=5))
    assert any(check.holds and "W² W¹" in check.words for check in story.checks)
    table = next(table for table in story.tables if "as one" in table.title)
    marks = algorithm.marks(trace[-1], data, algorithm.params(hidden=(3.0, 2.0), activation="identity", epochs=5))
    alone = next(mark for mark in marks if isinstance(mark, Graph) and mark.surface.name == "All layers as one")
    assert [link.weight for link in alone.links] == pytest.approx(W.ravel()) and alone.columns == (0, 0, 1, 1)
    assert np.array([row[1:] for row in table.rows]) == pytest.approx(np.column_stack([b, W]))
    *factors, product = [m for m in marks if isinstance(m, Matrix) and m.surface.name == "Layers multiplied"]
    assert [one.title for one in factors] == ["W³", "W²", "W¹"] and product.title.startswith(
        "W³ W² W¹, for the standard"
    )
    assert factors[0].values @ factors[1].values @ factors[2].values == pytest.approx(product.values, abs=1e-12)
    assert product.values / network.scale.spread == pytest.approx(W)
    assert factors[0].column_labels == factors[1].row_labels and product.column_labels == data.feature_names
    begun = algorithm.explain(trace[0], data, algorithm.params(hidden=(3.0, 2.0), activation="identity", epochs=5))
    assert "Only with an activation that is not linear do more layers give more." in begun.sentence
    assert sum(line.startswith("all layers as one") for line in story.worked) == 2
    assert engine.fit(KEY, data, hidden=(3,)).linear_scores() is None


@shows("OP7")
def test_op7_weight_at_a_relu_kink_is_skipped_and_stated() -> None:
    """The first unit is at 0 for the row (0, 0): its bias has no slope there, one that a row reaches far off has."""
    start = network_of(
        (layer([[0.0, 1.0, 1.0], [0.5, 1.0, -1.0]], "ReLU"), layer([[0.0, 1.0, 1.0]], "logistic")), (0, 1)
    )
    how = {"hidden": (2,), "activation": "ReLU", "output": OUTPUTS[1], "batch": 0, **PLAIN}
    problem = posed(XOR, Params(**how))
    rows = np.arange(4)
    assert checking.at_kink(start, problem, rows, 0) and not checking.at_kink(start, problem, rows, 3)
    said = []
    for step in engine.trace(KEY, XOR, start=start, **{**how, "rate": 1e-6, "epochs": 12}):
        said += [one.words for one in engine.algorithm(KEY).explain(step, XOR, Params(**how)).checks]
    assert any("over its kink" in words for words in said) and any(words.endswith("of E") for words in said)


@shows("NE11", "W44")
def test_ne11_xor_layers_fail_with_the_identity() -> None:
    """W44's two units with thresholds ½ and 1½: with steps they give XOR, with the identity one layer, no XOR."""
    first, last = [[-0.5, 1.0, 1.0], [-1.5, 1.0, 1.0]], [[-0.5, 1.0, -1.0]]
    bent = network_of((layer(first, "threshold"), layer(last, "threshold")), (0, 1))
    assert bent.predict(CORNERS).tolist() == [0, 1, 1, 0]
    flat = network_of((layer(first, "identity"), layer(last, "logistic")), (0, 1))
    assert flat.collapsed.weights == pytest.approx(np.array([[0.0, 0.0]])) and flat.collapsed.biases == pytest.approx(
        0.5
    )
    assert flat.predict(CORNERS).tolist() == [1, 1, 1, 1]


@pytest.mark.parametrize("hidden", [(1,), (2,), (3,), (5, 3), (7, 7, 2)])
@pytest.mark.parametrize("initial", ["all alike", "zeros"])
def test_rounding_does_not_separate_equal_units(hidden: tuple[int, ...], initial: str) -> None:
    iris = engine.load("iris")
    for step in engine.trace(KEY, iris, initial=initial, hidden=hidden, activation="logistic", rate=0.5, epochs=12):
        *below, last = step.model.layers
        assert all((layer.packed == layer.packed[0]).all() for layer in below)
        assert all((layer.weights == layer.weights[:, :1]).all() for layer in (*below[1:], last))


def test_gradients_of_equal_units_are_those_of_the_first() -> None:
    network = network_of(
        (layer([[0.1, 0.2, 0.3]] * 3, "tanh"), layer([[0.5, 1, 1, 1], [0, 2, 2, 2]], "logistic")), (0, 1)
    )
    even = evened(np.arange(17.0), network)
    assert is_symmetric(network) and even.tolist() == [0, 1, 2] * 3 + [9, 10, 10, 10, 13, 14, 14, 14]
    for one in (3, 7, 12):  # a bias, a weight into a unit, one out of it
        assert not is_symmetric(with_parameters(network, network.parameters + np.eye(17)[one]))


def test_equally_initialised_units_stay_equal_as_stated() -> None:
    iris = engine.load("iris")
    trace = engine.trace(KEY, iris, initial="all alike", hidden=(3,)).to_end()
    first = trace[-1].model.layers[0].packed
    assert (first == first[0]).all() and (first != trace[0].model.layers[0].packed).any()
    algorithm = engine.algorithm(KEY)
    said = algorithm.explain(trace[-1], iris, algorithm.params(initial="all alike", hidden=(3.0,))).sentence
    assert "and stay alike" in said


def test_units_with_different_outgoing_weights_are_not_equal() -> None:
    hidden = Layer(np.ones((2, 2)), np.zeros(2), "tanh")
    XOR = Dataset.from_arrays([[0.0, 0], [0, 1], [1, 0], [1, 1]], ["a", "b", "b", "a"])
    card, how = engine.algorithm(KEY), {"hidden": (2.0,), "output": "logistic, cross-entropy"}
    for weights, alike in (([0.5, 0.5], True), ([0.5, -0.5], False)):
        start = network_of((hidden, Layer(np.array([weights]), np.zeros(1), "logistic")), (0, 1))
        trace = engine.trace(KEY, XOR, start=start, **how)
        said = card.explain(trace[0], XOR, card.params(**how)).sentence
        assert ("and stay alike" in said) == alike
    answer = card.inspect(trace[0], XOR, card.params(**how), XOR.X[1])
    assert answer.story.sentence.startswith("The output is 0.5: it is called ")


def test_too_large_rate_is_reported_with_its_update() -> None:
    how = {"rate": 100.0, "hidden": (3,), "activation": "identity", "output": OUTPUTS[4], "epochs": 100}
    trace = engine.trace(KEY, engine.load("iris"), **how).to_end()
    assert trace.ending.kind == "failed" and "At update " in trace.ending.words and "rate 100" in trace.ending.words
    assert all(np.isfinite(step.model.parameters).all() for step in trace)


@pytest.mark.parametrize("way", WAYS)
def test_every_way_downhill_goes_down(way: str) -> None:
    rate = 0.01 if way in ("Adam", "RMSProp") else 0.1
    trace = engine.trace(KEY, engine.load("iris"), optimiser=way, rate=rate, batch=0, epochs=40).to_end()
    assert trace[-1].error < 0.9 * trace[0].error


def test_online_and_batch_differ_by_the_squared_rate() -> None:
    """One pass over the rows, one by one, is one step of the summed batch but for O(η²)."""
    apart = []
    for rate in (1e-3, 1e-4):
        how = {"hidden": (2,), "rate": rate, "epochs": 1, "optimiser": "gradient descent", "pull": "sum", "seed": 2}
        online = engine.fit(KEY, XOR, batch=1, order="as given", **how)
        batch = engine.fit(KEY, XOR, batch=0, **how)
        apart.append(np.abs(online.parameters - batch.parameters).max())
    assert 0 < apart[1] < apart[0] / 90


def test_stops_inside_an_epoch_lead_to_equal_weights() -> None:
    data = engine.load("iris").subset([*range(0, 150, 3)])
    ends = [engine.trace(KEY, data, stop_at=stop, epochs=3, batch=7).to_end()[-1] for stop in
            ("every epoch", "every update", "every layer")]  # fmt: skip
    assert all((end.model.parameters == ends[0].model.parameters).all() for end in ends)


def test_drawing_has_unit_lines_pictures_and_the_bent_plane() -> None:
    trace = engine.trace(KEY, XOR, hidden=(2,), output=OUTPUTS[1], epochs=5)
    step, algorithm = trace.to_end()[-1], engine.algorithm(KEY)
    marks = algorithm.marks(step, XOR, replace(algorithm.params(), hidden=(2.0,), output=OUTPUTS[1]))
    network = step.model
    for j, line in enumerate(mark for mark in marks if isinstance(mark, Line)):
        on = CORNERS[0] - (line.bias + CORNERS[0] @ line.weights) / (line.weights @ line.weights) * line.weights
        assert network.first.activations(on[None])[0, j] == pytest.approx(0, abs=1e-12)
    gallery = next(mark for mark in marks if isinstance(mark, Gallery))
    for j, panel in enumerate(gallery.panels):
        h = np.tanh(network.first.activations(CORNERS)[:, j])
        assert panel.model.predict_proba(CORNERS)[:, 1] == pytest.approx((1 + h) / 2)
    wrong = next(mark for mark in marks if isinstance(mark, Points) and mark.role == "wrong")
    assert (
        wrong.rows is not None and wrong.rows.tolist() == np.flatnonzero(network.predict(XOR.X) != XOR.codes).tolist()
    )
    moved = next(mark for mark in marks if isinstance(mark, Points) and mark.surface.kind == "chart")
    assert moved.positions == pytest.approx(np.tanh(network.first.activations(CORNERS)))


def test_impossible_hidden_layers_are_refused() -> None:
    for hidden in ((0,), (33,), (2.5,)):
        with pytest.raises(engine.Refusal, match="hidden takes whole numbers"):
            engine.trace(KEY, XOR, hidden=hidden)


def test_six_hidden_layers_match_differences_and_more_are_refused() -> None:
    data = generate("moons", n=40, seed=0)
    params = Params(hidden=(3, 3, 2, 2, 3, 2))
    problem, rows = posed(data, params), np.arange(40)
    network = beginning(problem, params, np.random.default_rng(0), None)
    assert [len(one.weights) for one in network.layers] == [3, 3, 2, 2, 3, 2, 2]
    g = checking.back_propagated(network, problem, rows, params)
    assert np.abs(g[:9]).max() > 0, "something comes back to the first layer"
    assert checking.agrees(network, g, problem, rows, params, np.arange(len(g)))
    with pytest.raises(engine.Refusal, match="at most 6 numbers"):
        engine.fit(KEY, data, hidden=(2,) * 7)


@pytest.mark.parametrize("fed", ["as they are", "standardised"])
def test_layer_matrices_are_multiplied_in_one_scale(fed: str) -> None:
    data, values = engine.load("iris"), {"activation": "identity", "fed": fed, "epochs": 2}
    trace = engine.trace("mlp", data, **values).to_end()
    network = trace[-1].model
    (line,) = [
        one
        for one in engine.algorithm("mlp").explain(trace[-1], data, engine.algorithm("mlp").params(**values)).worked
        if one.startswith("W² W¹")
    ]
    product = float((network.layers[1].weights @ network.layers[0].weights)[0, 0])
    assert line.endswith(f"= {figure(product)}") and ("standardised" in line) == (fed == "standardised")


@shows("NE11")
def test_ne11_bias_of_rounding_size_is_shown_as_0() -> None:
    """The mean of the first column is 1.9e−17, and so are the biases of all layers as one, before the first step."""
    X = np.array([[0.1, 0.1], [0.2, -0.3], [0.3, 0.2], [-0.1, -0.2], [-0.2, 0.3], [-0.3, -0.1]])
    data = engine.Dataset.from_arrays(X, [0, 0, 0, 1, 1, 1])
    card, step = engine.algorithm("mlp"), engine.trace("mlp", data, activation="identity")[0]
    assert step.model.collapsed.biases.any()
    story = card.explain(step, data, card.params(activation="identity"))
    assert [row[1] for row in story.tables[-1].rows] == [0.0, 0.0]
    assert all(line.endswith("·x + 0") for line in story.worked if line.startswith("all layers as one"))


def test_error_is_a_sum_over_rows_and_the_epoch_named() -> None:
    card, data = engine.algorithm("mlp"), engine.load("iris")
    trace = engine.trace("mlp", data, epochs=2).to_end()
    story = card.explain(trace[-1], data, card.params(epochs=2))
    assert story.sentence.startswith("Epoch 2, update ") and trace[-1].updates > 2
    assert any(number.name == "E" and number.note.endswith("of all rows, a sum") for number in story.numbers)
