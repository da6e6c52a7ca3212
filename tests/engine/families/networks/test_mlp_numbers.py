"""A network that learns a number: by hand, against scikit-learn and differences, and in the units of the target."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import engine
from engine.base.errors import Refusal
from engine.base.words import figure
from engine.core.marks import Curve, Graph, Points, Region, Segments
from engine.data.dataset import Dataset
from engine.data.toys import generate
from engine.families.networks.mlp.checking import agrees
from engine.families.networks.mlp.loop import Params, gradient, through
from engine.families.networks.mlp.pacing import divided, watched_rows
from engine.families.networks.mlp.posing import OUTPUTS, PENALTIES, SCALED, UNSCALED
from engine.families.networks.mlp.rules_told import rule_of
from engine.families.networks.mlp.starting import BENDS, FED, INITIAL
from engine.maths.optimisation.first_order import WAYS
from engine.models.layer import Layer
from engine.models.network import NumberNetwork, network_of, with_parameters
from tests.catalogue import shows
from tests.engine.families.networks.test_mlp import KEY, layer

ALGORITHM = engine.algorithm(KEY)
HILLS = generate("hills", n=60, seed=3)
PLAIN = {"fed": "as they are", "target": UNSCALED, "optimiser": "gradient descent", "order": "as given"}
BY_HAND = network_of((layer([[0.0, 1.0, -1.0], [1.0, 0.5, 0.5]], "ReLU"), layer([[0.5, 2.0, -1.0]], "identity")), ())
ONE_ROW = Dataset(np.array([[2.0, 1.0]]), np.array([1.0]))


def run(data: Dataset, **values: Any) -> Any:
    return engine.trace(KEY, data, **values).to_end()[-1]


@shows("NE9")
def test_regression_step_as_worked_by_hand() -> None:
    trace = engine.trace(KEY, ONE_ROW, start=BY_HAND, batch=1, rate=0.1, stop_at="every layer", epochs=1, **PLAIN)
    _, first, second, above, below, update = (trace[i] for i in range(6))
    assert first.signals[0].h.tolist() == [1.0, 2.5] and second.signals[1].h.tolist() == [0.0]
    assert above.signals[1].delta.tolist() == [-1.0] and below.signals[0].delta.tolist() == [-2.0, 1.0]
    assert trace[0].error == 0.5
    assert update.gradient.tolist() == [-2.0, -4.0, -2.0, 1.0, 2.0, 1.0, -1.0, -1.0, -2.5]
    hidden, output = update.model.layers
    assert hidden.packed == pytest.approx(np.array([[0.2, 1.4, -0.8], [0.9, 0.3, 0.4]]), abs=1e-15)
    assert output.packed[0] == pytest.approx([0.6, 2.1, -0.75], abs=1e-15)
    assert update.model.predict(ONE_ROW.X) == pytest.approx([3.795], abs=1e-14)
    assert update.error == pytest.approx(0.5 * 2.795**2)


LEARNT_FROM = ("of the rows learnt from", " on the rows learnt from")


@pytest.mark.parametrize(
    ("activation", "batch", "decay"), [("tanh", 7, 0.0), ("logistic", 1, 0.0), ("ReLU", 0, 0.0), ("tanh", 0, 0.5)]
)
def test_epoch_from_equal_weights_matches_scikit_learn(activation: str, batch: int, decay: float) -> None:
    from sklearn.neural_network import MLPRegressor

    trace = engine.trace(
        KEY, HILLS, hidden=(4, 3), activation=activation, batch=batch, rate=0.05, epochs=1, decay=decay, seed=2, **PLAIN
    ).to_end()  # fmt: skip
    assert HILLS.y is not None
    known = {"tanh": "tanh", "logistic": "logistic", "ReLU": "relu"}
    other = MLPRegressor(
        hidden_layer_sizes=(4, 3), activation=known[activation], solver="sgd", alpha=decay,
        batch_size=batch or HILLS.n, shuffle=False, learning_rate_init=0.05, momentum=0.0, nesterovs_momentum=False,
    )  # fmt: skip
    other.partial_fit(HILLS.X, HILLS.y)
    other.coefs_ = [np.array(layer.weights.T) for layer in trace[0].model.layers]
    other.intercepts_ = [np.array(layer.biases) for layer in trace[0].model.layers]
    assert trace[0].model.predict(HILLS.X) == pytest.approx(other.predict(HILLS.X))
    other.partial_fit(HILLS.X, HILLS.y)
    for ours, weights, biases in zip(trace[-1].model.layers, other.coefs_, other.intercepts_, strict=True):
        assert ours.weights == pytest.approx(weights.T, abs=1e-12) and ours.biases == pytest.approx(biases, abs=1e-12)
    assert trace[-1].model.predict(HILLS.X) == pytest.approx(other.predict(HILLS.X))


@pytest.mark.parametrize("activation", BENDS)
@pytest.mark.parametrize("target", [SCALED, UNSCALED])
@pytest.mark.parametrize("penalty", PENALTIES)
def test_gradient_is_that_of_the_squared_error(activation: str, target: str, penalty: str) -> None:
    params = Params(hidden=(3.0, 2.0), activation=activation, target=target, penalty=penalty, decay=0.3)
    data = HILLS.changed(y=250.0 + 40.0 * np.asarray(HILLS.y))
    problem, network = divided(data, params), ALGORITHM.trace(data, **asdict(params), seed=1)[0].model
    rows = np.arange(20)
    _, H, D = through(network, problem, rows)
    g, every = gradient(network, H, D, problem, params), np.arange(len(network.parameters))
    assert agrees(network, g, problem, rows, params, every)
    assert not agrees(network, 1.01 * g + 0.01, problem, rows, params, every)


def test_regression_output_is_linear_for_any_class_setting() -> None:
    usual = run(HILLS, epochs=3)
    for output in OUTPUTS:
        assert run(HILLS, epochs=3, output=output) == usual
    assert usual.model.layers[-1].activation == "identity" and isinstance(usual.model, NumberNetwork)
    moons = generate("moons", n=20)
    assert run(moons, epochs=3, target=UNSCALED) == run(moons, epochs=3)
    for data, names in ((HILLS, {"output"}), (moons, {"target"})):
        assert {one.parameter for one in ALGORITHM.settled if one.when(data)} == names
    assert next(one for one in ALGORITHM.settled if one.parameter == "output").value in OUTPUTS
    assert ALGORITHM.task_on(HILLS) == "regression" and ALGORITHM.task_on(moons) == "classification"


@pytest.mark.parametrize("way", WAYS)
def test_standardised_target_is_learnt_alike_in_any_unit(way: str) -> None:
    """The answers are in the units of the target, and the way there is the same."""
    values: dict[str, Any] = {"hidden": (5,), "epochs": 15, "optimiser": way, "rate": 0.02, "seed": 1}
    assert HILLS.y is not None
    small, large = run(HILLS, **values), run(HILLS.changed(y=1e6 + 300.0 * HILLS.y), **values)
    assert large.error == pytest.approx(small.error, rel=1e-5)
    assert large.model.predict(HILLS.X) == pytest.approx(1e6 + 300.0 * small.model.predict(HILLS.X), rel=1e-9)
    told = ALGORITHM.measure(large, HILLS, Params())["RMSE"]
    off = large.model.predict(HILLS.X) - (1e6 + 300.0 * HILLS.y)
    assert told == pytest.approx(np.sqrt(np.mean(off**2)))


def test_unscaled_large_target_diverges_and_the_stable_rate_is_stated() -> None:
    far = HILLS.changed(y=500.0 * np.asarray(HILLS.y))
    values: dict[str, Any] = {"hidden": (8,), "rate": 0.5, "activation": "ReLU", "epochs": 20}
    ending = engine.trace(KEY, far, target=UNSCALED, **values).to_end().ending
    assert ending.kind == "failed" and "largest safe rate is about" in ending.words
    assert engine.trace(KEY, far, **values).to_end().ending.kind != "failed"


def test_it_fits_hills_that_no_plane_can() -> None:
    data = generate("hills", n=150, seed=1, noise=0.0)
    values: dict[str, Any] = {"epochs": 150, "optimiser": "Adam", "rate": 0.03, "seed": 1}
    flat, bent = run(data, hidden=(), **values), run(data, hidden=(12, 8), **values)
    X = np.column_stack([np.ones(data.n), data.X])
    left = data.y - X @ np.linalg.lstsq(X, data.y, rcond=None)[0]
    assert ALGORITHM.measure(flat, data, Params())["RMSE"] == pytest.approx(np.sqrt(np.mean(left**2)), rel=0.01)
    assert ALGORITHM.measure(bent, data, Params())["RMSE"] < 0.3 * np.sqrt(np.mean(left**2))


def test_validation_rows_are_scored_and_scale_nothing() -> None:
    held = HILLS.changed(held=np.arange(HILLS.n) % 3 == 0)
    step = run(held, epochs=30, patience=3, rate=0.3)
    assert HILLS.y is not None and held.held is not None
    learnt = HILLS.y[~held.held]
    target = step.model.target
    assert target.middle == pytest.approx(learnt.mean()) and target.spread == pytest.approx(learnt.std())
    off = (step.model.predict(held.X) - HILLS.y) / learnt.std()
    assert step.watched == pytest.approx(0.5 * np.mean(off[held.held] ** 2))
    assert step.error == pytest.approx(0.5 * np.sum(off[~held.held] ** 2))


@pytest.mark.parametrize("target", [SCALED, UNSCALED])
@pytest.mark.parametrize("n", [1, 40])
def test_constant_target_is_predicted(target: str, n: int) -> None:
    step = run(HILLS.subset(range(n)).changed(y=np.full(n, 7.0)), target=target, epochs=200, batch=0)
    assert step.model.predict(HILLS.X[:n]) == pytest.approx(np.full(n, 7.0), abs=0.1)


@pytest.mark.parametrize(("value", "words"), [(np.nan, "Row 4 has no number"), (1e300, "too large to square")])
def test_invalid_target_is_refused_with_its_row(value: float, words: str) -> None:
    with pytest.raises(Refusal, match=words):
        engine.trace(KEY, HILLS.with_targets([3], value))


def test_texts_have_the_prediction_in_target_units() -> None:
    data = HILLS.changed(y=250.0 + 40.0 * np.asarray(HILLS.y))
    params = Params(stop_at="every layer", epochs=1)
    trace = ALGORITHM.trace(data, **asdict(params))
    start, forward, backward = (ALGORITHM.explain(trace[i], data, params) for i in (0, 2, 3))
    assert "one linear unit, which learns y by its squared error, in standard deviations" in start.sentence
    assert [number.name for number in start.numbers] == ["E", "RMSE"]
    row, model = int(trace[2].rows[0]), trace[2].before
    predicted = float(model.predict(data.X[[row]])[0])
    (line,) = (line for line in forward.worked if line.startswith("ŷ = "))
    assert float(line.split(" = ")[-1]) == pytest.approx(predicted, rel=1e-3)
    (line,) = (line for line in backward.worked if line.startswith("t = "))
    t = (data.y[row] - data.y.mean()) / data.y.std()
    assert float(line.split(" = ")[-1].replace("−", "-")) == pytest.approx(t, rel=1e-3)
    asked = ALGORITHM.inspect(trace[2], data, params, data.X[row])
    assert asked is not None and "the prediction of y is" in asked.story.sentence
    graph = next(mark for mark in ALGORITHM.marks(trace[3], data, params) if isinstance(mark, Graph))
    assert f"ŷ = {figure(predicted, 3)}" in graph.nodes[-1].detail
    ended = engine.trace(KEY, data, epochs=2).to_end()
    missed = np.sqrt(np.mean((ended[-1].model.predict(data.X) - data.y) ** 2))
    assert ended.ending is not None and ended.ending.words.endswith(f"the RMSE of the answers is {figure(missed)}.")


@pytest.mark.parametrize("target", [SCALED, UNSCALED])
def test_output_and_error_state_their_units_and_rows(target: str) -> None:
    data = HILLS.changed(y=250.0 + 40.0 * np.asarray(HILLS.y), target_name="price (EUR)")
    params = Params(stop_at="every layer", epochs=1, target=target)
    trace = ALGORITHM.trace(data, **asdict(params))
    step = trace[3]
    graph = next(mark for mark in ALGORITHM.marks(step, data, params) if isinstance(mark, Graph))
    lines = dict(line.split(" = ") for line in graph.nodes[-1].detail.splitlines())
    y = float(step.signals[-1].h[0])
    answer = float(trace[2].before.predict(data.X[[step.shown]])[0])
    if target == SCALED:
        assert lines["y"] == f"{figure(y, 3)} sd" and lines["ŷ"] == f"{figure(answer, 3)} EUR"
        assert "in standard deviations (sd) from its mean" in ALGORITHM.explain(trace[0], data, params).sentence
    else:
        assert lines["y"] == f"{figure(answer, 3)} EUR" and "ŷ" not in lines and y == pytest.approx(answer)
    for held, rows, on in ((None, "of all rows", ""), (np.arange(data.n) % 3 == 0, *LEARNT_FROM)):
        known = data.changed(held=held)
        ended = engine.trace(KEY, known, epochs=2, target=target).to_end()
        learnt = np.ones(data.n, dtype=bool) if held is None else ~held
        missed = np.sqrt(np.mean((ended[-1].model.predict(data.X) - data.y)[learnt] ** 2))
        told = {one.name: one for one in ALGORITHM.explain(ended[-1], known, Params(target=target)).numbers}["RMSE"]
        assert told.value == pytest.approx(missed)
        assert told.note == f"{rows}: root of the mean square of ŷ less the target, in EUR"
        assert f"the RMSE of the answers{on} is {figure(missed)} EUR." in ended.ending.words


def test_chart_shows_the_error_of_each_target() -> None:
    sine = generate("sine", n=30, seed=1)
    for data in (sine, HILLS):
        step, params = run(data, epochs=5, hidden=(2,)), Params()
        marks = ALGORITHM.marks(step, data, params)
        chart = [mark for mark in marks if getattr(mark.surface, "name", "") == "Target and answer"]
        (left,) = (mark for mark in chart if isinstance(mark, Segments))
        answers = step.model.predict(data.X)
        assert left.starts[:, 1].tolist() == data.y.tolist() and left.ends[:, 1] == pytest.approx(answers)
        across = data.X[:, 0] if data.d == 1 else answers
        assert left.starts[:, 0] == pytest.approx(across) and left.ends[:, 0] == pytest.approx(across)
        (curve,) = (mark for mark in chart if isinstance(mark, Curve)) if data.d == 1 else (None,)
        if curve is not None:
            assert curve.positions[:, 1] == pytest.approx(step.model.predict(curve.positions[:, :1]))
    bent = [mark for mark in marks if "bends" in getattr(mark.surface, "name", "")]
    (region,) = (mark for mark in bent if isinstance(mark, Region))
    dots = next(mark for mark in bent if isinstance(mark, Points))
    assert region.model.predict(dots.positions) == pytest.approx(step.model.predict(HILLS.X)) and dots.groups is None
    assert not any(isinstance(mark, Points) and mark.role == "wrong" and len(mark.positions) for mark in marks)


@pytest.mark.parametrize("toy", ["sine", "hills"])
def test_validation_rows_are_small_in_the_chart(toy: str) -> None:
    data = generate(toy, n=30, seed=1)
    aside = np.arange(data.n) % 3 == 0

    def areas(table: Dataset, **values: Any) -> np.ndarray | None:
        marks = ALGORITHM.marks(run(table, epochs=3, hidden=(2,), **values), table, Params(**values))
        return next(mark for mark in marks if isinstance(mark, Points) and mark.surface.kind == "chart").sizes

    held, by_lots = areas(data.changed(held=aside)), areas(data, patience=2)
    assert held is not None and (held[aside] < 0.5).all() and (held[~aside] == 1.0).all()
    assert by_lots is not None and set(np.flatnonzero(by_lots < 1.0)) == set(watched_rows(data, Params(patience=2)))
    assert areas(data) is None


def test_run_starts_from_a_network_with_another_target_scale() -> None:
    before = run(HILLS, epochs=5).model
    other = HILLS.changed(y=100.0 + 7.0 * np.asarray(HILLS.y))
    for data, target in ((other, SCALED), (other, UNSCALED), (HILLS, SCALED)):
        first = engine.trace(KEY, data, start=before, target=target)[0].model
        assert first.predict(HILLS.X) == pytest.approx(before.predict(HILLS.X))
        assert (first == before) == (data is HILLS)
    single = run(HILLS, epochs=5, hidden=(), fed="as they are").model
    unit = engine.trace("linear_unit", HILLS, start=single)[0].model
    assert unit.predict(HILLS.X) == pytest.approx(single.predict(HILLS.X))


def test_regression_network_round_trips_through_a_file(tmp_path: Path) -> None:
    model = run(HILLS, epochs=3).model
    engine.save_model(model, tmp_path / "network.json")
    again = engine.load_model(tmp_path / "network.json")
    assert again == model and again.predict(HILLS.X).tolist() == model.predict(HILLS.X).tolist()
    assert again.predict(HILLS.X).dtype == np.float64
    assert again.plain.predict(HILLS.X) == pytest.approx(model.predict(HILLS.X)) and again.plain.target is None
    assert with_parameters(model, model.parameters) == model
    with pytest.raises(Refusal, match="of the one number"):
        NumberNetwork((Layer(np.ones((1, 2)), np.zeros(1), "identity"),), (), None, model.scale)


def test_regression_network_carries_its_preparation() -> None:
    data = generate("hills", n=80, seed=2)
    train, kept, _ = engine.split(data, 0.2, 0.2, seed=3)
    prepared = engine.prepare(data, "Standardise", train=train)
    fitted = engine.fit(KEY, prepared.data.subset(train), epochs=3)
    carried = engine.Carried.of(fitted, data, "regression", prepared)
    expected = fitted.predict(prepared.data.X[kept])
    assert carried.predict(data.X[kept]) == pytest.approx(expected) and expected.dtype == np.float64


@pytest.mark.parametrize(("pull", "over"), [("mean", r"\frac{1}{m} \sum_n"), ("sum", r"g_{ji} = \sum_n")])
@pytest.mark.parametrize("optimiser", ["gradient descent", "momentum", "Adam"])
def test_rule_states_mean_or_sum_and_the_update_of_the_gradient(pull, over, optimiser):
    rule = rule_of(Params(pull=pull, optimiser=optimiser))
    assert over in rule and rule.endswith(r"w \leftarrow w + \Delta w") and r"\Delta w = " in rule
    if optimiser == "Adam":
        assert r"m \leftarrow" in rule and r"v \leftarrow" in rule and r"\hat{m}" in rule and "s " not in rule


@pytest.mark.parametrize("fed", FED)
@pytest.mark.parametrize("initial", [INITIAL[0], INITIAL[-1]])
def test_start_says_what_is_standardised_and_what_stays_alike(fed, initial):
    data, values = engine.load("gate_xor"), {"fed": fed, "initial": initial}
    said = ALGORITHM.explain(engine.trace(KEY, data, **values)[0], data, Params(**values)).sentence
    assert ("Each column is standardised first: z is x less the mean" in said) == (fed == FED[0])
    alike = "All units of the first hidden layer are alike, so they get the same δ, and stay alike."
    assert (alike in said) == (initial == INITIAL[-1])


def test_a_point_is_answered_with_every_output():
    iris = engine.load("iris")
    step = engine.trace(KEY, iris)[0]
    story = ALGORITHM.inspect(step, iris, Params(), iris.X[0]).story
    assert story.sentence.startswith("The outputs are (") and story.sentence.split(")")[0].count(", ") == 2
    step = engine.trace(KEY, HILLS)[0]
    assert ALGORITHM.inspect(step, HILLS, Params(), HILLS.X[0]).story.sentence.startswith("The output is ")
