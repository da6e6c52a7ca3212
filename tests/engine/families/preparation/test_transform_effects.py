"""Effects of transforms on learners: cells against scikit-learn on the same split, and trees under monotone ones."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import stats
from sklearn.linear_model import LinearRegression
from sklearn.neighbors import NearestCentroid
from sklearn.preprocessing import StandardScaler

import engine
from engine.core.marks import Gallery, Matrix, Points, Region
from engine.families.preparation.transform_effects.drawing import marks
from engine.families.preparation.transform_effects.loop import LEARNERS, SETTINGS, Params
from engine.families.preparation.transform_effects.telling import WHY, event, explain
from engine.families.preparation.transform_effects.transforms import (
    BINS,
    LOGARITHM,
    NONE,
    RANK,
    SQUARE,
    STANDARDISED,
    TRANSFORMS,
    Transform,
)
from tests.catalogue import shows

KEY = "transform_effects"
WINE = engine.load("wine")
RUN = engine.trace(KEY, WINE).to_end()


def made(name: str, train: np.ndarray, X: np.ndarray) -> np.ndarray:
    """The transforms by other means."""
    if name == LOGARITHM:
        return np.log(1 + np.clip(X - train.min(axis=0), 0, None) / train.std(axis=0))
    if name == STANDARDISED:
        return stats.zmap(X, train)
    if name == RANK:
        return np.array([[np.mean(train[:, j] <= x) for j, x in enumerate(row)] for row in X])
    if name == BINS:
        quartiles = np.percentile(train, [25, 50, 75], axis=0)
        return np.array([[sum(q <= x for q in quartiles[:, j]) for j, x in enumerate(row)] for row in X], dtype=float)
    return X**2 if name == SQUARE else X


@shows("DP16")
@pytest.mark.parametrize("name", TRANSFORMS)
def test_dp16_transforms_are_fitted_to_training_rows_only(name):
    rng = np.random.default_rng(0)
    train, X = rng.exponential(size=(40, 3)), rng.exponential(size=(10, 3)) * 2 - 0.5
    transform = Transform.fitted(name, train)
    assert transform.applied(X) == pytest.approx(made(name, train, X))
    order = all((np.argsort(transform.applied(train)[:, j]) == np.argsort(train[:, j])).all() for j in range(3))
    assert transform.monotone(train) == order == (name != BINS)
    assert Transform.fitted(SQUARE, X).monotone(X) is False


class OneHot(LinearRegression):
    """Least squares on 0/1 targets, of which the largest output wins; scaled, as its tolerance is an absolute one."""

    def fit(self, X, codes):
        self.scaler = StandardScaler().fit(X)
        return super().fit(self.scaler.transform(X), np.eye(3)[codes])

    def predict(self, X):
        return super().predict(self.scaler.transform(X)).argmax(axis=1)


@shows("DP16")
def test_dp16_cells_count_misclassified_held_out_rows():
    out = RUN[0].out
    assert [int(out[WINE.codes == code].sum()) for code in range(3)] == [19, 23, 15]
    train, test = WINE.without_rows(np.flatnonzero(out)), WINE.subset(out)
    assert len(RUN) == 31
    oracles = {"nearest_mean": NearestCentroid, "least_squares": OneHot}
    for step in RUN[1:]:
        key, name = LEARNERS[step.learner], TRANSFORMS[step.transform]
        model = engine.fit(key, train.changed(X=made(name, train.X, train.X)), **SETTINGS.get(key, {}))
        for rows, counts in ((test, step.wrong), (train, step.fitted)):
            missed = (model.predict(made(name, train.X, rows.X)) != rows.codes).sum()
            assert counts[step.learner, step.transform] == missed
            if key in oracles:
                oracle = oracles[key]().fit(made(name, train.X, train.X), train.codes)
                assert missed == (oracle.predict(made(name, train.X, rows.X)) != rows.codes).sum()
    assert (RUN[7].wrong == -1).sum() == 23 and (RUN[-1].wrong >= 0).all()


@shows("DP16")
def test_dp16_trees_ignore_monotone_transforms_and_distances_do_not():
    last = RUN[-1]
    tree, neighbours = last.fitted[LEARNERS.index("cart")], last.wrong[LEARNERS.index("knn")]
    assert tree[TRANSFORMS.index(NONE)] == tree[TRANSFORMS.index(LOGARITHM)] == tree[TRANSFORMS.index(RANK)]
    assert neighbours[TRANSFORMS.index(STANDARDISED)] < neighbours[TRANSFORMS.index(NONE)] / 2
    noisy = engine.load("iris")
    for data in (WINE, noisy):
        for step in engine.trace(KEY, data).to_end()[1:7]:
            checks = explain(step, data, Params()).checks
            kept = step.transform and TRANSFORMS[step.transform] != BINS
            assert [check.holds for check in checks] == [True] * bool(kept)
    assert "Monotone transforms leave trees as they are" in RUN.ending.words


@shows("DP16")
def test_dp16_a_step_says_this():
    first = explain(RUN[0], WINE, Params())
    assert first.sentence == (
        "5 learners will be fitted to 121 rows, as they are and transformed in 5 ways, and judged by the other 57."
    )
    for step in (RUN[7], RUN[9], RUN[12]):
        said = explain(step, WINE, Params())
        wrong, plain = (int(step.wrong[step.learner, j]) for j in (step.transform, 0))
        name = engine.algorithm(LEARNERS[step.learner]).name
        beginning = f"{name}, {TRANSFORMS[step.transform]}: {wrong} row{'' if wrong == 1 else 's'} of 57 held out"
        against = "" if not step.transform else (
            ", as many as without" if wrong == plain
            else f", {abs(wrong - plain)} {'more' if wrong > plain else 'fewer'} than without"
        )  # fmt: skip
        verb = "is" if wrong == 1 else "are"
        assert said.sentence == f"{beginning} {verb} misclassified{against}. {WHY[LEARNERS[step.learner]]}"
        assert said.worked == (f"error = {wrong} / 57 = {wrong / 57:.4g}",)
        assert [(one.value, one.note) for one in said.numbers] == [
            (wrong, "of 57"), (int(step.fitted[step.learner, step.transform]), "of 121")
        ]  # fmt: skip
        word = None if wrong == plain else "fewer errors" if wrong < plain else "more errors"
        assert (event(step) and event(step).word) == word
    assert event(RUN[0]) is None
    for step in RUN:
        assert step.transform or event(step) is None, "nothing is compared with itself"


@shows("DP16")
def test_dp16_heat_table_leads_to_cells_and_both_areas_are_drawn():
    step = RUN[9]
    drawn = marks(step, WINE, Params())
    (table,) = (mark for mark in drawn if isinstance(mark, Matrix))
    assert table.row_labels == ("tree", "neighbours", "class means", "least squares", "softmax")
    assert len(table.row_labels) == len(LEARNERS)
    assert (table.chosen_row, table.chosen_column) == (1, 2) and table.steps[1, 2] == 9 and table.steps[1, 3] == -1
    assert table.steps.ravel()[:9].tolist() == list(range(1, 10))
    assert table.values[0, 0] == pytest.approx(100 * step.wrong[0, 0] / 57) and np.isnan(table.values[1, 3])
    (gallery,) = (mark for mark in drawn if isinstance(mark, Gallery))
    assert [(panel.title, panel.detail) for panel in gallery.panels] == [
        (NONE, f"{step.wrong[1, 0]} of 57 wrong"), (STANDARDISED, f"{step.wrong[1, 2]} of 57 wrong"),
    ]  # fmt: skip
    assert gallery.panels[0].model is RUN[7].own and gallery.panels[1].model is step.own
    assert next(mark for mark in drawn if isinstance(mark, Region)).model is step.own
    ring = next(mark for mark in drawn if isinstance(mark, Points))
    assert len(ring.rows) == step.wrong[1, 2] and step.out[ring.rows].all()
    assert (step.own.predict(WINE.X[ring.rows]) != WINE.codes[ring.rows]).all()
    assert len(next(mark for mark in marks(RUN[7], WINE, Params()) if isinstance(mark, Gallery)).panels) == 1


@shows("DP16")
def test_dp16_learner_that_refuses_leaves_an_empty_cell():
    """The squares of 1e100 are too large to be squared once more."""
    rng = np.random.default_rng(0)
    data = engine.Dataset.from_arrays(1e100 * (rng.normal(size=(30, 2)) + np.repeat([[0.0], [4.0]], 15, axis=0)),
                                      np.repeat([0, 1], 15))  # fmt: skip
    run, j = engine.trace(KEY, data).to_end(), TRANSFORMS.index(SQUARE)
    refused = [step for step in run[1:] if step.own is None]
    assert LEARNERS.index("knn") in [step.learner for step in refused if step.transform == j]
    for step in refused:
        name = engine.algorithm(LEARNERS[step.learner]).name
        said = f"{name} refuses the rows after the transform “{TRANSFORMS[step.transform]}”."
        assert explain(step, data, Params()).sentence == said
        assert event(step) is None and step.wrong[step.learner, step.transform] == -1
        (table,) = marks(step, data, Params())
        assert np.isnan(table.values[step.learner, step.transform])
    assert run.ending.words.startswith(f"{30 - len(refused)} cells are filled.")
