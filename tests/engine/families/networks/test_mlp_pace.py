"""Back-propagation: first weights, a rate that falls, and rows that are watched to stop in time."""

from __future__ import annotations

from dataclasses import asdict

import numpy as np
import pytest

import engine
from engine.base.errors import Refusal
from engine.core.marks import Points
from engine.data.dataset import Dataset
from engine.data.toys import generate
from engine.families.networks.mlp.loop import Params, gradient, through, updated
from engine.families.networks.mlp.pacing import divided, rate_of, watched_rows
from engine.families.networks.mlp.posing import OUTPUTS
from engine.families.networks.mlp.starting import DRAWN
from engine.maths.optimisation.first_order import nothing_yet
from engine.maths.optimisation.schedules import SCHEDULES

KEY = "mlp"
ALGORITHM = engine.algorithm(KEY)
NOISY = generate("moons", seed=2, n=60, noise=0.45)
OVER = Params(hidden=(16.0,), rate=1.0, batch=0, epochs=400, patience=12, watched=0.3)
"""So many units learn the noise by heart."""


@pytest.mark.parametrize(
    ("initial", "size"),
    [
        ("random", 1 / np.sqrt(30)),
        ("small uniform", 0.1 / np.sqrt(3)),
        ("Xavier", np.sqrt(2 / (30 + 32))),
        ("He", np.sqrt(2 / 30)),
        ("zeros", 0.0),
    ],
)
def test_initial_weights_have_the_size_of_their_rule(initial: str, size: float) -> None:
    cancer = engine.load("breast_cancer")
    first = engine.trace(KEY, cancer, hidden=(32,), initial=initial, seed=4)[0].model.layers[0]
    assert first.weights.shape == (32, 30) and not first.biases.any()
    assert np.sqrt(np.mean(first.weights**2)) == pytest.approx(size, rel=0.06)
    if initial in DRAWN:
        twice = engine.trace(KEY, cancer, hidden=(32,), initial=initial, scale=2.0, seed=4)[0].model.layers[0]
        assert twice.weights == pytest.approx(2 * first.weights)
    if initial in ("small uniform", "Xavier"):
        assert np.abs(first.weights).max() <= np.sqrt(3) * size + 1e-12


@pytest.mark.parametrize("initial", ["small uniform", "He"])
def test_start_states_signal_sizes_per_layer(initial: str) -> None:
    params = Params(hidden=(20.0, 20.0, 20.0), activation="ReLU", initial=initial)
    data = engine.load("wine")
    step = ALGORITHM.trace(data, **asdict(params))[0]
    problem = divided(data, params)
    A, H, D = through(step.model, problem, np.arange(data.n))
    table = next(one for one in ALGORITHM.explain(step, data, params).tables if one.title.startswith("How large"))
    assert [row[0] for row in table.rows] == ["hidden 1", "hidden 2", "hidden 3", "outputs"]
    for row, layer, a, h, delta in zip(table.rows, step.model.layers, A, H[1:], D, strict=True):
        assert row[1:] == pytest.approx([np.sqrt(np.mean(part**2)) for part in (layer.weights, a, h, delta)])
    passed = table.rows[2][3] / table.rows[0][3]
    assert passed < 0.1 if initial == "small uniform" else 0.4 < passed < 2.5


def test_zero_weights_learn_only_output_biases_and_say_so() -> None:
    data = generate("xor", seed=0, n=80)
    trace = engine.trace(KEY, data, initial="zeros", epochs=5)
    told = ALGORITHM.explain(trace[0], data, Params(initial="zeros")).sentence
    assert "no δ goes back to the hidden units, and they stay as they are" in told
    for layer in trace.to_end()[-1].model.layers:
        assert not layer.weights.any()


@pytest.mark.parametrize("schedule", SCHEDULES)
def test_rate_of_each_epoch_is_that_of_the_schedule(schedule: str) -> None:
    data = generate("xor", seed=0, n=40)
    params = Params(schedule=schedule, span=3, epochs=5, batch=0, optimiser="gradient descent", rate=0.5)
    steps = list(ALGORITHM.trace(data, **asdict(params)))
    problem = divided(data, params)
    for step in steps[1:]:
        rate = 0.5 * SCHEDULES[schedule]((step.epoch - 1) / 3)
        _, H, D = through(step.before, problem, step.rows)
        g = gradient(step.before, H, D, problem, params)
        after, _ = updated(step.before, g, nothing_yet(len(g)), rate, params)
        assert step.model.parameters == pytest.approx(after.parameters, abs=1e-14)
        assert rate_of(params, step.epoch) == rate
        story = ALGORITHM.explain(step, data, params)
        shown = [number.value for number in story.numbers if number.name == "learning rate"]
        assert shown == ([] if schedule == "constant" else [rate])


def test_early_stopping_ends_and_keeps_the_best_network() -> None:
    trace = ALGORITHM.trace(NOISY, **asdict(OVER)).to_end()
    steps, last = list(trace), trace[-1]
    watched = watched_rows(NOISY, OVER)
    learnt = np.delete(np.arange(NOISY.n), watched)
    problem = divided(NOISY, OVER)
    means = [problem.errors(step.model.activations(NOISY.X[watched]), problem.T[watched]).mean() for step in steps]
    assert [step.watched for step in steps] == pytest.approx(means)
    best = int(np.argmin(means[:-1]))
    assert last.kind == "best" and last.model == steps[best].model and last.best.index == last.best.epoch == best
    assert last.epoch == best + 12 < 400, "it stops after so many epochs without a smaller E"
    words = trace.ending.words
    assert trace.ending.kind == "stopped" and words.startswith("E of the watched rows has not fallen for 12 epochs.")
    assert f"The network of epoch {best}, step {best}, was the best on them, and is kept." in words
    assert all(np.isin(step.rows, learnt).all() for step in steps), "they are not learnt from"
    errors = problem.errors(last.model.activations(NOISY.X[learnt]), problem.T[learnt])
    assert last.error == pytest.approx(errors.sum())
    unseen = generate("moons", seed=77, n=2000, noise=0.45)
    off = [np.log(step.model.predict_proba(unseen.X)[np.arange(2000), unseen.codes]).mean() for step in steps[-2:]]
    assert off[1] > off[0], "on points that nobody has seen it is the better one too"


def test_every_step_reports_and_rings_the_validation_rows() -> None:
    steps = list(ALGORITHM.trace(NOISY, **asdict(OVER)))
    best = steps[-1].best.index
    said = ALGORITHM.explain(steps[best], NOISY, OVER).sentence
    assert "is the least so far" in said
    said = ALGORITHM.explain(steps[best + 3], NOISY, OVER).sentence
    assert f"was the least 3 epochs ago: {engine.base.words.figure(steps[best].watched)} at step {best}." in said
    assert ALGORITHM.explain(steps[-1], NOISY, OVER).sentence == (
        f"The network of epoch {best}, step {best}, is the result: in none of the 12 epochs after it was E of the "
        "watched rows smaller."
    )
    marks = ALGORITHM.marks(steps[2], NOISY, OVER)
    ringed = next(mark for mark in marks if isinstance(mark, Points) and mark.role == "support")
    assert np.array_equal(ringed.rows, watched_rows(NOISY, OVER))
    curves = ALGORITHM.measure(steps[2], NOISY, OVER)
    assert curves["E watched, mean"] == steps[2].watched
    assert curves["E learnt, mean"] == steps[2].error / (NOISY.n - len(ringed.rows))


@pytest.mark.parametrize("stop_at", ["every update", "every layer"])
def test_best_step_is_named_by_its_place_in_the_run(stop_at: str) -> None:
    params = Params(hidden=(8.0, 4.0), rate=1.0, batch=20, epochs=60, patience=4, watched=0.3, stop_at=stop_at)
    trace = ALGORITHM.trace(NOISY, **asdict(params)).to_end()
    best = trace[-1].best
    there = trace[best.index]
    assert trace[-1].kind == "best" and there.kind == ("update" if best.epoch else "start")
    assert there.epoch == best.epoch > 0 and there.model == best.network == trace[-1].model


def test_validation_rows_are_scored_and_not_learnt_from() -> None:
    held = np.arange(NOISY.n) % 4 == 1
    data, params = NOISY.changed(held=held), Params(epochs=40, rate=1.0, hidden=(12.0,), batch=16, tolerance=1e-12)
    trace = ALGORITHM.trace(data, **asdict(params)).to_end()
    alone = ALGORITHM.trace(NOISY.subset(~held), **asdict(params)).to_end()
    problem = divided(data, params)
    for step, other in zip(trace, alone, strict=True):
        assert step.model == other.model and step.error == pytest.approx(other.error)
        own = problem.errors(step.model.activations(data.X[held]), problem.T[held]).mean()
        assert step.watched == pytest.approx(own) and other.watched is None
        told = ALGORITHM.explain(step, data, params).numbers
        assert [number.value for number in told if number.name == "E watched"] == [step.watched]
        assert ALGORITHM.measure(step, data, params)["E watched, mean"] == step.watched
    said = ALGORITHM.explain(trace[0], data, params).sentence
    assert said.endswith(" 15 validation rows will be watched and not learnt from.")
    best = int(np.argmin([step.watched for step in trace]))
    assert 0 < best < 40 and trace.ending.words.endswith(
        f" On the watched rows the network of epoch {best}, step {best}, was the best: "
        "early stopping that waits long enough would keep it."
    )
    patient = ALGORITHM.trace(data, **{**asdict(params), "patience": best}).to_end()
    assert patient[-1].best.epoch == best and patient[-1].model == trace[best].model


def test_early_stopping_uses_validation_rows_if_there_are_some() -> None:
    held = np.arange(NOISY.n) % 3 == 0
    data = NOISY.changed(held=held)
    last = ALGORITHM.trace(data, **asdict(OVER)).to_end()[-1]
    assert last.kind == "best" and last.epoch < OVER.epochs
    assert watched_rows(data, OVER).tolist() == np.flatnonzero(held).tolist()
    assert not any(isinstance(mark, Points) and mark.role == "support" for mark in ALGORITHM.marks(last, data, OVER))
    assert len(watched_rows(NOISY, OVER)) == 18, "without them it draws its own"


def test_columns_are_standardised_by_training_rows_only() -> None:
    learnt = np.delete(np.arange(NOISY.n), watched_rows(NOISY, OVER))
    scale = ALGORITHM.trace(NOISY, **asdict(OVER))[0].model.scale
    assert scale.middle == pytest.approx(NOISY.X[learnt].mean(axis=0))


def test_gradient_with_a_penalty_is_checked() -> None:
    params = Params(patience=3, decay=0.5, output=OUTPUTS[1], epochs=4)
    for step in list(ALGORITHM.trace(NOISY, **asdict(params)))[1:5]:
        assert all(check.holds for check in ALGORITHM.explain(step, NOISY, params).checks)


def test_too_few_validation_rows_are_refused_with_a_remedy() -> None:
    tiny = Dataset.from_arrays([[0.0], [1.0]], ["a", "b"])
    with pytest.raises(Refusal, match="Have no early stopping") as refused:
        engine.trace(KEY, tiny, patience=3, watched=0.05)
    assert refused.value.remedies


def test_layers_are_counted_conventionally() -> None:
    data = engine.load("iris")
    for hidden, said in (((3.0,), "a hidden layer of 3 units"), ((4.0, 3.0, 1.0), "hidden layers of 4, 3 and 1 unit.")):
        params = Params(hidden=hidden)
        story = ALGORITHM.explain(ALGORITHM.trace(data, **asdict(params))[0], data, params)
        assert said in story.sentence
