"""RBF regression: centres from the data, one after the other, and what many of them do."""

from __future__ import annotations

import numpy as np
import pytest
from sklearn.cluster import KMeans
from sklearn.linear_model import Ridge

import engine
from engine.core.marks import Curve, Ellipse, Points, Response
from engine.data.dataset import Dataset
from engine.data.split import learnable
from engine.families.regression.rbf_regression.centres import cluster_means
from tests.catalogue import shows
from tests.engine.families.regression.test_basis_expansion import W49, X49, Y49, seen

KEY = "rbf_regression"
CARD = engine.algorithm(KEY)


def _far(rows):
    def share(step, data, params):
        X = data.X[rows(data)]
        apart = np.linalg.norm(X[:, None] - step.model.basis.centres, axis=2)
        return np.mean(apart.min(axis=1) > 2 * step.width)

    return share


FOLLOWS = {"out of reach": _far(learnable)}


def story(step, data=W49, **params):
    return CARD.explain(step, data, CARD.params(**params))


def drawn(step, kind, surface=None, data=W49, **params):
    marks = CARD.marks(step, data, CARD.params(**params))
    return [one for one in marks if isinstance(one, kind) and (surface is None or one.surface.name == surface)]


def bumps(X, centres, width):
    return np.exp(-0.5 * ((X[:, None] - centres) ** 2).sum(axis=2) / width**2)


@shows("RG10")
@pytest.mark.parametrize("penalty", [0.0, 0.5])
@pytest.mark.parametrize("rule", ["random rows", "k-means", "all rows"])
def test_each_added_centre_gives_the_least_squares_fit(rule: str, penalty: float) -> None:
    rng = np.random.default_rng(1)
    data = Dataset(rng.normal(size=(14, 2)), rng.normal(size=14))
    how = {"rule": rule, "centres": 5, "width": 0.8, "penalty": penalty}
    trace = engine.trace(KEY, data, **how).to_end()
    count = 14 if rule == "all rows" else 5
    assert len(trace) == count + 1 and trace[-1].growth.counts.tolist() == list(range(count + 1))
    for M, step in enumerate(trace[1:6], start=1):
        centres = step.model.basis.centres
        Phi = bumps(data.X, centres, 0.8)
        other = Ridge(alpha=penalty).fit(Phi, data.y) if penalty else None
        w = np.linalg.lstsq(np.column_stack([np.ones(14), Phi]), data.y, rcond=None)[0]
        expected = np.append(other.intercept_, other.coef_) if other else w
        assert step.model.packed == pytest.approx(expected, rel=1e-8, abs=1e-8) and len(centres) == M
        left = data.y - expected[0] - Phi @ expected[1:]
        assert step.growth.training[M] == pytest.approx(np.sqrt(np.mean(left**2)))
        circles = drawn(step, Ellipse, data=data)
        assert len(circles) == M and circles[-1].covariance == pytest.approx(0.64 * np.eye(2))
        assert circles[-1].centre == pytest.approx(centres[-1])
        ring, new = [one for one in drawn(step, Points, "Data", data)]
        assert ring.positions == pytest.approx(centres) and new.positions == pytest.approx(centres[-1:])
        assert (ring.role, new.role) == ("centre" if rule == "k-means" else "support", "focus")
        if rule != "k-means":
            assert ring.rows.tolist() == step.rows.tolist() and data.X[step.rows] == pytest.approx(centres)
        else:
            assert new.targets == pytest.approx(step.model.predict(centres[-1:]))
    (curve,) = drawn(trace[-1], Curve, "Error", data)
    assert curve.positions == pytest.approx(np.column_stack([range(count + 1), trace[-1].growth.training]))


def test_kmeans_centres_match_scikit_learn_from_equal_starts() -> None:
    rng = np.random.default_rng(0)
    X = rng.normal(size=(60, 2))
    start = X[[0, 7, 20, 31]]
    other = KMeans(4, init=start, n_init=1, max_iter=30).fit(X).cluster_centers_
    assert cluster_means(X, start) == pytest.approx(other)


def test_as_many_centres_as_rows_interpolate() -> None:
    trace = engine.trace(KEY, W49, rule="all rows", width=0.2).to_end()
    assert trace[-1].model.predict(X49) == pytest.approx(Y49, abs=1e-9) and not trace[-1].growth.residuals.any()
    assert "the model passes through every target" in story(trace[-1], rule="all rows").sentence
    terms = [one for one in drawn(trace[-1], Response, rule="all rows") if one.role != "ghost"]
    assert sum(one.function(X49) for one in terms) + trace[-1].model.bias == pytest.approx(Y49, abs=1e-9)


def test_many_centres_overfit_and_coverage_is_stated_in_high_dimension() -> None:
    rng = np.random.default_rng(2)
    data = seen(Dataset(rng.normal(size=(60, 6)), rng.normal(size=60)), range(20))
    how = {"rule": "all rows", "width": 0.7}
    trace = engine.trace(KEY, data, **how).to_end()
    validation = trace[-1].growth.validation
    k = next(k for k in range(2, 41) if validation[k] > validation[: k + 1].min())
    said = story(trace[k], data, **how).sentence
    best = int(np.argmin(validation[: k + 1]))
    assert f"The model over-fits: {best} centre" in said and "With 6 features bumps reach few rows: " in said
    far = np.linalg.norm(data.X[:20, None] - trace[k].model.basis.centres, axis=2).min(axis=1) > 1.4
    assert f"{100 * far.mean():.1f} % of the rows for validation lie farther than 2α = 1.4" in said
    told = {number.name: number.value for number in story(trace[k], data, **how).numbers}
    note = {number.name: number.note for number in story(trace[k], data, **how).numbers}["out of reach"]
    assert note == "share of rows beyond 2α of every centre"
    assert told["out of reach"] == pytest.approx(_far(learnable)(trace[k], data, None)) and told["width α"] == 0.7
    for M, step in enumerate(trace[1:], start=1):
        rose, best = validation[M] > validation[M - 1], validation[M] < validation[:M].min()
        word = "validation rose" if rose else "new best" if best else ""
        assert (CARD.event(step).word if CARD.event(step) else "") == word
    assert CARD.measure(trace[k], data, CARD.params()) == pytest.approx(
        {"training RMSE": trace[k].growth.training[k], "validation RMSE": validation[k]}
    )


def test_centres_are_distinct_and_an_added_row_changes_only_its_draws() -> None:
    twice = Dataset(np.repeat(X49, 2, axis=0), np.repeat(Y49, 2))
    step = engine.trace(KEY, twice, centres=200).to_end()[-1]
    assert step.growth.count == 6 and len(np.unique(step.model.basis.centres)) == 6
    few = engine.trace(KEY, W49.subset(range(5)), centres=5).to_end()[-1].rows
    many = engine.trace(KEY, W49, centres=6).to_end()[-1].rows
    assert [row for row in many.tolist() if row < 5] == few.tolist()
    alike = engine.trace(KEY, W49, width=100.0, centres=6).to_end()[-1]
    assert "The rank of Φ" in story(alike).sentence or "The condition number" in story(alike).sentence
    assert "of Φ is" not in story(alike, penalty=1.0).sentence
    assert story(engine.trace(KEY, W49)[1]).sentence.startswith(f"Centre 1: row {many[0] + 1}.")
    assert story(engine.trace(KEY, W49)[2]).sentence.startswith(f"Centre 2: row {many[1] + 1}.")
    assert "The centres are rows drawn at random: so bumps" in story(engine.trace(KEY, W49)[0]).sentence
    assert story(engine.trace(KEY, W49, rule="k-means")[1]).sentence.startswith("Centre 1: a mean of rows, at (")


def test_width_is_the_mean_distance_to_the_nearest_centre() -> None:
    trace = engine.trace(KEY, W49, centres=6)
    assert trace[2].width == pytest.approx(0.2)
    assert CARD.params.__dataclass_fields__["width"].metadata["spec"].auto(trace[2], None) == trace[2].width
    assert engine.trace(KEY, W49, centres=1)[1].width == 1.0


def test_using_all_of_very_many_rows_as_centres_is_refused() -> None:
    data = Dataset(np.arange(300.0)[:, None], np.arange(300.0))
    with pytest.raises(engine.Refusal, match="All 300 rows would be centres") as refusal:
        engine.trace(KEY, data, rule="all rows")
    assert refusal.value.remedies[0].value == "random rows"
