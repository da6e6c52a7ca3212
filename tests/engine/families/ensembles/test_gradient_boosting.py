"""Gradient boosting against scikit-learn with the same trees, its residuals by hand, and at its edges."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest
from sklearn.ensemble import GradientBoostingRegressor

import engine
from engine.base.errors import Refusal
from engine.core.marks import Curve, Gallery, Line, Points, Segments
from engine.data.dataset import Column, Dataset
from engine.export.models import load_model, save_model
from engine.families.ensembles.gradient_boosting import loop
from engine.models.boosted import Boosted

KEY = "gradient_boosting"


def numbers(n: int = 80, d: int = 3, seed: int = 0) -> Dataset:
    """A number that depends on two features, without ties."""
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(n, d))
    return Dataset(X, np.sin(2 * X[:, 0]) + 0.5 * X[:, -1] ** 2 + 0.1 * rng.normal(size=n), target_name="height")


@pytest.mark.parametrize("leaves", [2, 3, 5])
def test_predictions_match_scikit_learn(leaves):
    data = numbers()
    model = engine.fit(KEY, data, rounds=25, rate=0.2, leaves=leaves)
    theirs = GradientBoostingRegressor(n_estimators=25, learning_rate=0.2, max_leaf_nodes=leaves, max_depth=None).fit(
        data.X, data.y
    )
    assert model.predict(data.X) == pytest.approx(theirs.predict(data.X), abs=1e-9)
    new = np.random.default_rng(9).normal(size=(50, 3))
    assert model.predict(new) == pytest.approx(theirs.predict(new), abs=1e-9)


def test_two_steps_by_hand():
    """Targets 0, 0, 4, 8: the mean 3; the first stump parts {0, 0} from {4, 8} and adds half of −3 and of +3."""
    data = Dataset(np.arange(4.0)[:, None], np.array([0.0, 0.0, 4.0, 8.0]))
    trace = engine.trace(KEY, data, rounds=2, rate=0.5, leaves=2)
    assert trace[0].residuals.tolist() == [-3, -3, 1, 5]
    assert trace[1].model.predict(data.X).tolist() == [1.5, 1.5, 4.5, 4.5]
    assert trace[1].residuals.tolist() == [-1.5, -1.5, -0.5, 3.5]
    assert trace[2].rounds[1].tree.threshold[0] == 2.5, "the row that is left over most is parted from the others"
    added = 0.5 * np.array([-3.5 / 3, -3.5 / 3, -3.5 / 3, 3.5])
    assert trace[2].model.predict(data.X) == pytest.approx(np.array([1.5, 1.5, 4.5, 4.5]) + added)


def test_category_levels_get_a_share_of_their_mean():
    """Targets 1, 3 | 10 | 6, 8, 2 of three levels around the mean 5; the number beside them says less."""
    X = np.column_stack([[0, 0, 1, 2, 2, 2], [1, 2, 1, 2, 1, 2]]).astype(float)
    columns = Column("word", "categorical", ("a", "b", "c")), Column("size")
    data = Dataset(X, np.array([1.0, 3, 10, 6, 8, 2]), columns)
    trace = engine.trace(KEY, data, rounds=2, rate=0.5, leaves=2)
    tree = trace[1].rounds[0].tree
    assert tree.attribute.tolist() == [0, -1, -1, -1] and tree.means[1:] == pytest.approx([-3, 5, 1 / 3])
    assert trace[1].residuals == pytest.approx(data.y - 5 - 0.5 * np.array([-3, -3, 5, 1 / 3, 1 / 3, 1 / 3]))
    assert trace[2].model.predict(X) == pytest.approx(data.y - trace[2].residuals)


def test_two_level_words_are_boosted_like_0_and_1_in_scikit_learn():
    rng = np.random.default_rng(5)
    X = rng.integers(0, 2, (70, 4)).astype(float)
    t = X @ [3.0, 1.0, -2.0, 0.5] + X[:, 0] * X[:, 1] + 0.3 * rng.normal(size=70)
    data = Dataset(X, t, tuple(Column(f"w{j}", "categorical", ("no", "yes")) for j in range(4)))
    model = engine.fit(KEY, data, rounds=20, rate=0.3, leaves=4)
    theirs = GradientBoostingRegressor(n_estimators=20, learning_rate=0.3, max_leaf_nodes=4, max_depth=None).fit(X, t)
    assert model.predict(X) == pytest.approx(theirs.predict(X), abs=1e-9)


def test_boosted_model_of_words_round_trips(tmp_path):
    X = np.array([[0.0, 1], [1, 0], [2, 1], [0, 0], [2, 0]])
    columns = Column("word", "categorical", ("a", "b", "c")), Column("size")
    model = engine.fit(KEY, Dataset(X, np.array([1.0, 5, 2, 0, 3]), columns), rounds=3)
    save_model(model, tmp_path / "model.json")
    assert load_model(tmp_path / "model.json") == model
    assert load_model(tmp_path / "model.json").predict(X).tolist() == model.predict(X).tolist()


def test_mean_square_never_rises_and_residuals_are_exact():
    data = numbers()
    trace = engine.trace(KEY, data, rounds=30).to_end()
    squares = [loop.mean_square(step.residuals) for step in trace]
    assert all(after <= before for before, after in pairwise(squares)) and squares[-1] < 0.05
    for step in trace:
        assert step.residuals == pytest.approx(data.y - step.model.predict(data.X))


def test_equal_targets_need_no_tree():
    trace = engine.trace(KEY, Dataset(np.arange(5.0)[:, None], np.full(5, 2.0))).to_end()
    assert len(trace) == 1 and trace.ending.kind == "converged"
    assert trace[0].model.predict(np.zeros((1, 1))).tolist() == [2.0]


def test_classes_are_refused():
    with pytest.raises(Refusal):
        engine.trace(KEY, engine.load("iris"))


def test_round_is_a_panel_with_residual_sizes_and_cut():
    data = numbers()
    trace = engine.trace(KEY, data, rounds=3)
    marks = engine.algorithm(KEY).marks(trace[2], data, loop.Params())
    gallery = next(mark for mark in marks if isinstance(mark, Gallery))
    assert [panel.title for panel in gallery.panels] == ["Tree 1", "Tree 2"] and gallery.panels[1].role == "focus"
    r = trace[2].rounds[1].residuals
    assert gallery.panels[1].dots.sizes == pytest.approx(np.minimum(r**2 / (r**2).mean(), 16))
    tree, lines = trace[2].rounds[1].tree, gallery.panels[1].marks
    assert [-line.bias for line in lines if isinstance(line, Line)] == tree.threshold[tree.attribute >= 0].tolist()
    assert len(lines) == 2 and np.isinf(lines[0].within).all() and np.isfinite(lines[1].within).sum() == 1


def test_model_of_one_feature_is_a_step_function_through_the_targets():
    data = numbers(d=1)
    trace = engine.trace(KEY, data, rounds=4)
    marks = engine.algorithm(KEY).marks(trace[4], data, loop.Params())
    curve = next(mark for mark in marks if isinstance(mark, Curve) and mark.role == "boundary")
    assert trace[4].model.predict(curve.positions[:, :1]) == pytest.approx(curve.positions[:, 1])
    (residuals,) = (m for m in marks if isinstance(m, Points) and m.surface.name.endswith("residuals"))
    assert residuals.positions[:, 1] == pytest.approx(trace[3].residuals)
    jumps = np.flatnonzero(np.diff(curve.positions[:, 1]))
    assert (np.diff(curve.positions[:, 0])[jumps] < 1e-12).all(), "it is upright at every cut"


def test_model_round_trips_and_a_broken_file_is_refused(tmp_path):
    model = engine.fit(KEY, numbers(), rounds=3)
    save_model(model, tmp_path / "boosted.json")
    assert load_model(tmp_path / "boosted.json") == model
    for broken in ({"trees": ("no tree",)}, {"base": float("nan")}, {"rate": float("inf")}, {"n_features": 7}):
        with pytest.raises(Refusal):
            Boosted(**({"base": 0.0, "trees": model.trees, "rate": 0.1, "n_features": 3} | broken))


def test_sentence_of_a_step_by_hand():
    """The same four targets: after the first stump the residuals are −1.5, −1.5, −0.5 and 3.5."""
    data = Dataset(np.arange(4.0)[:, None], np.array([0.0, 0.0, 4.0, 8.0]), target_name="yield")
    how = {"rounds": 2, "rate": 0.5, "leaves": 2}
    trace, card = engine.trace(KEY, data, **how).to_end(), engine.algorithm(KEY)
    first, second = (card.explain(step, data, card.params(**how)) for step in trace[:2])
    assert first.sentence == "Before the first tree the answer is the mean yield of all rows, 3."
    assert [(one.name, one.value) for one in first.numbers] == [("mean square of the residuals", 11.0)]
    assert second.sentence == "Tree 1 is fitted to the residuals; it asks x1 first and has 2 leaves."
    assert second.worked == ("row 4: r = 8 − 3 = 5", "f ← 3 + 1.5 = 4.5")
    assert [(one.name, one.value) for one in second.numbers] == [
        ("mean square of the residuals before", 11.0), ("mean square of the residuals", 4.25), ("largest residual", 3.5)
    ]  # fmt: skip
    assert [check.words for check in second.checks] == ["the mean square of the residuals does not rise"]
    assert [card.event(step) and card.event(step).word for step in trace[:2]] == [None, "tree"]
    asked = card.inspect(trace[1], data, card.params(**how), np.array([0.2])).story
    assert asked.sentence == "The mean, 3, and what 1 tree adds: 1.5." and asked.numbers[0].value == 1.5
    drawn = [
        mark for mark in card.marks(trace[1], data, card.params(**how)) if mark.surface.name.startswith("The newest")
    ]
    (level,), (rows,) = ([mark for mark in drawn if isinstance(mark, kind)] for kind in (Segments, Points))
    assert (level.starts.tolist(), level.ends.tolist(), level.role) == ([[0, 0]], [[3, 0]], "ghost")
    assert rows.positions.tolist() == [[0, -3], [1, -3], [2, 1], [3, 5]], "what the tree is fitted to"


def test_predictions_of_several_features_are_plotted_against_targets():
    data = numbers(d=2)
    step, card = engine.trace(KEY, data)[3], engine.algorithm(KEY)
    (dots,) = (
        mark
        for mark in card.marks(step, data, card.params())
        if isinstance(mark, Points) and mark.surface.name == "Predicted and true"
    )
    assert dots.positions == pytest.approx(np.column_stack([data.y, step.model.predict(data.X)]))
    assert (dots.surface.x, dots.surface.y) == ("height", "predicted")
