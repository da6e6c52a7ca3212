"""Multi-output regression: one pseudo-inverse, a solution a target, missing targets, and what cannot be a target."""

from __future__ import annotations

import numpy as np
import pytest
from sklearn.linear_model import LinearRegression

import engine
from engine.core.marks import Line, Matrix, Points, Segments
from engine.data.dataset import Column, Dataset
from engine.models.linear import LinearPredictors
from tests.catalogue import shows

KEY = "multi_output_regression"
CARD = engine.algorithm(KEY)
X, Y2 = np.arange(1.0, 6.0), np.array([[2.2, 1.0], [2.8, 0.0], [4.5, 1.0], [3.7, 2.0], [5.5, 1.0]])
W47 = Dataset(np.column_stack([X, Y2[:, 1]]), Y2[:, 0], (Column("x"), Column("u")), target_name="t")


def _rmse(step, data, params):
    squares = step.squares[step.target]
    t = data.y if step.target == 0 else data.X[:, -1]
    return np.sqrt(squares / np.isfinite(t).sum())


FOLLOWS = {"RMSE": _rmse}


def story(step, data=W47, **params):
    return CARD.explain(step, data, CARD.params(**params))


def drawn(step, kind, data=W47, surface=None, **params):
    marks = CARD.marks(step, data, CARD.params(**params))
    return [one for one in marks if isinstance(one, kind) and (surface is None or one.surface.name == surface)]


@shows("RG5", "W47")
def test_w47_two_targets_share_a_pseudo_inverse() -> None:
    trace = engine.trace(KEY, W47).to_end()
    assert [step.part for step in trace] == ["targets", "target", "target", "all"]
    assert trace[3].weights == pytest.approx(np.array([[1.49, 0.4], [0.75, 0.2]]), abs=1e-9)
    Phi = np.column_stack([np.ones(5), X])
    assert trace[3].weights == pytest.approx(np.linalg.lstsq(Phi, Y2, rcond=None)[0], abs=1e-9)
    assert trace[1].weights[:, 0] == pytest.approx([1.49, 0.75]) and np.isnan(trace[1].weights[:, 1]).all()
    T, W, Plus = drawn(trace[1], Matrix)
    assert T.values == pytest.approx(Y2) and Plus.values == pytest.approx(np.linalg.pinv(Phi))
    assert W.values[:, 0] == pytest.approx([1.49, 0.75]) and np.isnan(W.values[:, 1]).all()
    assert "one pseudo-inverse Φ⁺, and a product with it for each target" in story(trace[0]).sentence
    assert story(trace[1]).sentence == "Target 1, t: its weights are (1.49, 0.75), the bias first."
    assert story(trace[1]).worked == ("RMSE² of t = Σ r² / N = 1.307 / 5 = 0.2614",)
    told = {number.name: number.value for number in story(trace[1]).numbers}
    assert told == pytest.approx({"Σ r²": 1.307, "RMSE": 0.511272921247, "rows": 5, "rank of Φ": 2})
    for q, name in enumerate(("t", "u")):
        surface = f"Target: {name}"
        (dots,) = drawn(trace[3], Points, surface=surface)
        (sticks,), (line,) = drawn(trace[3], Segments, surface=surface), drawn(trace[3], Line, surface=surface)
        assert dots.positions == pytest.approx(np.column_stack([X, Y2[:, q]])) and dots.surface.open
        y = Phi @ trace[3].weights[:, q]
        assert sticks.ends[:, 1] == pytest.approx(y) and line.weights @ [X[2], y[2]] + line.bias == pytest.approx(0.0)
    assert trace[3].model.predict(W47.X) == pytest.approx(Phi @ [1.49, 0.75])
    assert trace[3].model.predict_all(W47.X) == pytest.approx(Phi @ trace[3].weights)
    assert trace.ending.words == "2 targets: 4 weights by least squares, column by column."


@shows("E002-16")
def test_several_targets_have_the_right_name() -> None:
    trace = engine.trace(KEY, W47)
    (misprint,) = story(trace[0]).misprints
    assert (misprint.gives, misprint.right) == (4, 2) and misprint.quantity == "weights of a multiple regression"
    assert "multi-output" in misprint.erratum.right
    one = W47.select([0])
    assert not story(engine.trace(KEY, one)[0], one).misprints and not story(trace[1]).misprints


def test_row_without_a_target_is_omitted_for_that_target_only() -> None:
    rng = np.random.default_rng(0)
    table, t = rng.normal(size=(12, 4)), rng.normal(size=12)
    table[[2, 5], 3] = np.nan
    t[7] = np.nan
    data = Dataset(table, t)
    trace = engine.trace(KEY, data).to_end()
    for q, (target, kept) in enumerate(((t, [7]), (table[:, 3], [2, 5]))):
        rows = np.setdiff1d(np.arange(12), kept)
        other = LinearRegression().fit(table[rows, :3], target[rows])
        assert trace[-1].weights[:, q] == pytest.approx(np.append(other.intercept_, other.coef_), abs=1e-9)
    assert "1 row without a number for it is left out, for this target alone" in story(trace[1], data).sentence
    assert "2 rows without a number for it are left out" in story(trace[2], data).sentence
    assert [row[1:] for row in story(trace[0], data).tables[0].rows] == [(11, 1), (10, 2)]
    assert np.isfinite(trace[-1].model.predict(data.X)).all(), "a column that is a target is not looked at"
    (sticks,) = drawn(trace[2], Segments, data, "Target: x4")
    rows = np.setdiff1d(np.arange(12), [2, 5])
    y = trace[2].model.predict_all(data.X[rows])[:, 1]
    assert sticks.starts == pytest.approx(np.column_stack([y, table[rows, 3]]))
    assert sticks.ends == pytest.approx(np.column_stack([y, y]))


def test_targets_are_named_and_other_columns_predict_them() -> None:
    rng = np.random.default_rng(1)
    data = Dataset(rng.normal(size=(20, 4)), rng.normal(size=20), tuple(Column(name) for name in "abcd"))
    model = engine.fit(KEY, data, targets="b, d")
    assert model.targets == (data.target_name, "b", "d")
    assert not model.weights[:, [1, 3]].any() and model.weights[:, [0, 2]].all()
    other = LinearRegression().fit(data.X[:, [0, 2]], np.column_stack([data.y, data.X[:, [1, 3]]]))
    assert model.predict_all(data.X) == pytest.approx(other.predict(data.X[:, [0, 2]]))
    asked = CARD.inspect(engine.trace(KEY, data, targets="b;d").to_end()[-1], data, CARD.params(), data.X[3])
    assert [number.value for number in asked.story.numbers] == pytest.approx(model.predict_all(data.X[3:4])[0])
    assert asked.marks[0].targets == pytest.approx(model.predict(data.X[3:4]))
    assert CARD.inspect(engine.trace(KEY, data)[0], data, CARD.params(), data.X[3]) is None
    single = data.select([0])
    trace = engine.trace(KEY, single).to_end()
    assert len(trace) == 3 and "Name further columns as targets" in story(trace[0], single).sentence
    assert "The one target is fitted" in story(trace[-1], single).sentence


@pytest.mark.parametrize(
    ("targets", "words"),
    [
        ("z", "There is no column z to be a target; the columns are x, u"),
        ("x, u", "All 2 columns would be targets"),
    ],
)
def test_invalid_targets_are_refused_with_a_remedy(targets: str, words: str) -> None:
    with pytest.raises(engine.Refusal, match=words) as refusal:
        engine.trace(KEY, W47, targets=targets)
    assert refusal.value.remedies[0].value == ""


def test_data_that_will_not_do_are_refused() -> None:
    with pytest.raises(
        engine.Refusal, match="It cannot take missing values, and 1 cell is empty, first row 2, column x"
    ):
        engine.trace(KEY, W47.with_values([1], [[np.nan, 1.0]]))
    with pytest.raises(engine.Refusal, match="No row has a number for u"):
        engine.trace(KEY, W47.changed(X=np.column_stack([X, np.full(5, np.nan)])))
    with pytest.raises(engine.Refusal, match="Row 2 has 1e\\+145 for u, too large to square: leave 1 such row out"):
        engine.trace(KEY, W47.with_values([1], [[1.0, 1e145]]))
    with pytest.raises(engine.Refusal, match="these have a class"):
        engine.trace(KEY, engine.load("iris"))
    many = Dataset(np.random.default_rng(0).normal(size=(30, 14)), np.zeros(30))
    with pytest.raises(engine.Refusal, match="13 targets are more than the 12"):
        engine.trace(KEY, many, targets=", ".join(many.feature_names[:12]))


def test_model_needs_a_name_for_each_target() -> None:
    with pytest.raises(engine.Refusal, match="2 targets, and each needs a name"):
        LinearPredictors(np.eye(2), np.zeros(2), ("a",))
    with pytest.raises(engine.Refusal, match="needs a target"):
        LinearPredictors(np.zeros((0, 2)), np.zeros(0), ())
    model = LinearPredictors(np.array([[1.0, 0.0], [2.0, 0.0]]), np.array([0.5, 0.0]), ("a", "b"))
    assert model.packed.tolist() == [[0.5, 1.0, 0.0], [0.0, 2.0, 0.0]] and model.n_features == 2
    assert model.predict_all(np.array([[3.0, np.nan]])).tolist() == [[3.5, 6.0]]


def test_model_round_trips_through_a_file(tmp_path) -> None:
    for key, params in ((KEY, {}), ("linear_regression", {}), ("basis_expansion", {"order": 3})):
        model = engine.fit(key, W47, **params)
        engine.save_model(model, tmp_path / "model.json")
        again = engine.load_model(tmp_path / "model.json")
        assert type(again) is type(model) and again == model
        assert again.predict(W47.X).tolist() == model.predict(W47.X).tolist()
