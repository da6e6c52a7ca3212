"""Basis expansion: the worked functions and fits, functions drawn as they are added, and what is wrong with a basis."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

import engine
from engine.core.marks import Bars, Curve, Points, Region, Response
from engine.data.dataset import Dataset
from engine.families.regression.basis_expansion.loop import KINDS
from engine.families.regression.growing import first, spaced
from engine.models.basis import Gaussians, Polynomial, Sigmoids
from engine.parts.basis import BasisParams, chosen_basis, expanded
from tests.catalogue import shows

KEY = "basis_expansion"
CARD = engine.algorithm(KEY)
X49, Y49 = np.array([0, 0.2, 0.4, 0.6, 0.8, 1.0])[:, None], np.array([0.1, 0.9, 0.8, -0.5, -1.1, 0.05])
W49 = Dataset(X49, Y49, target_name="t")
RMSE = [0.696668660284, 0.591292638316, 0.591187767288, 0.130386584339, 0.0784375362307, 0.0]
PLACES = Dataset(np.array([[-1.0], [0.0], [0.5], [2.0]]))
CENTRES = np.array([0.0, 1.0])


def story(step, data=W49, **params):
    return CARD.explain(step, data, CARD.params(**params))


def drawn(step, kind, surface=None, data=W49, **params):
    marks = CARD.marks(step, data, CARD.params(**params))
    return [one for one in marks if isinstance(one, kind) and (surface is None or one.surface.name == surface)]


def seen(data: Dataset, held) -> Dataset:
    mask = np.zeros(data.n, dtype=bool)
    mask[held] = True
    return data.changed(held=mask)


@shows("RG7", "W49")
def test_w49_powers_of_x_and_fits_of_rising_order() -> None:
    powers = Polynomial.of_degree(3, 1).features(PLACES.X)
    assert powers.tolist() == [[-1.0, 1.0, -1.0], [0.0, 0.0, 0.0], [0.5, 0.25, 0.125], [2.0, 4.0, 8.0]]
    for rescale in (False, True):
        trace = engine.trace(KEY, W49, order=5, rescale=rescale).to_end()
        assert len(trace) == 6 and trace[5].training == pytest.approx(RMSE, abs=1e-8)
        for order, step in enumerate(trace):
            other = np.polyfit(X49[:, 0], Y49, order)
            along = np.linspace(-0.2, 1.2, 9)
            assert step.model.predict(along[:, None]) == pytest.approx(np.polyval(other, along), abs=1e-8)
    plain = engine.trace(KEY, W49, order=3, rescale=False).to_end()[3]
    w = [0.0396825396825, 11.0522486772, -33.0109126984, 21.9328703704]
    assert plain.model.packed == pytest.approx(w, abs=1e-8)
    assert story(plain).sentence.startswith("Order 3: x1³ is added. The training RMSE falls from 0.5912 to 0.1304.")
    assert story(plain, rescale=False).worked == ("RMSE² = Σ r² / N = 0.102 / 6 = 0.017",)
    assert drawn(plain, Bars, "Coefficients")[0].values == pytest.approx(w) and plain.condition > 50


def test_order_with_as_many_weights_as_rows_interpolates() -> None:
    trace = engine.trace(KEY, W49, order=8).to_end()
    assert not trace[5].residuals.any() and trace[5].model.predict(X49) == pytest.approx(Y49)
    assert "With 6 weights for 6 rows the model passes through every target." in story(trace[5]).sentence
    assert "The rank of Φ is 6 of 8: many weights fit equally well" in story(trace[7]).sentence
    assert "many weights fit equally well" in trace.ending.words
    assert "passes through" not in story(trace[4]).sentence


def test_coinciding_rows_are_fitted_by_their_mean() -> None:
    data = Dataset(np.array([[0.0], [1.0], [1.0], [2.0]]), np.array([0.0, 1.0, 3.0, 1.0]))
    step = engine.trace(KEY, data, order=2).to_end()[2]
    assert step.model.predict(np.array([[1.0]])) == pytest.approx([2.0])
    assert "The 4 rows stand at 3 places" in story(step, data).sentence


def test_nearly_equal_columns_are_reported_and_rescaling_helps() -> None:
    x = np.linspace(100.0, 110.0, 30)[:, None]
    data = Dataset(x, np.sin(x[:, 0]))
    raw, rescaled = (engine.trace(KEY, data, order=6, rescale=one).to_end()[-1] for one in (False, True))
    assert raw.condition > 1e12 > 1e4 > rescaled.condition
    assert "The condition number of Φ is " in story(raw, data, rescale=False).sentence
    assert "condition number" not in story(rescaled, data).sentence
    assert rescaled.model.basis.names(("x",))[:2] == ("z", "z²")
    z = (x[:, 0] - 105.0) / 5.0
    assert rescaled.model.predict(x) == pytest.approx(np.polyval(np.polyfit(z, data.y, 6), z), abs=1e-9)


@shows("RG8")
def test_w49_gaussian_functions_join_one_by_one() -> None:
    bumps = Gaussians(CENTRES[:, None], 0.5)
    assert pytest.approx(
        np.array([
            [0.135335283237, 0.000335462627903], [1.0, 0.135335283237],
            [0.606530659713, 0.606530659713], [0.000335462627903, 0.135335283237],
        ]), abs=1e-12,
    ) == expanded(PLACES, bumps).X  # fmt: skip
    how = {"basis": "gaussian", "functions": 4, "width": 0.25}
    trace = engine.trace(KEY, W49, **how).to_end()
    assert trace[0].counts.tolist() == [0] and trace[4].counts.tolist() == [0, 1, 2, 3, 4]
    assert trace[4].model.basis.centres[:, 0] == pytest.approx([0, 1 / 3, 2 / 3, 1])
    for k, step in enumerate(trace):
        Phi = np.exp(-0.5 * (X49 - np.linspace(0, 1, 4)[:k]) ** 2 / 0.25**2)
        Phi = np.column_stack([np.ones(6), Phi])
        w = np.linalg.lstsq(Phi, Y49, rcond=None)[0]
        assert step.training[-1] == pytest.approx(np.sqrt(np.mean((Y49 - Phi @ w) ** 2)))
    far = trace[4].model.predict(np.array([[50.0]]))[0]
    assert far == pytest.approx(trace[4].model.bias)
    assert "Far from all centres only the bias is left." in story(trace[3], **how).sentence
    terms = [one for one in drawn(trace[4], Response, **how) if one.role != "ghost"]
    parts = np.array([one.function(X49) for one in terms])
    assert parts.sum(axis=0) + trace[4].model.bias == pytest.approx(trace[4].model.predict(X49))
    assert [one.role for one in terms] == ["spoke", "spoke", "spoke", "focus"]
    ghost = next(one for one in drawn(trace[4], Response, **how) if one.role == "ghost")
    assert ghost.function(X49) == pytest.approx(trace[3].model.predict(X49))
    narrow = engine.trace(KEY, W49, **(how | {"width": 0.05})).to_end()[3]
    assert "too narrow" in story(narrow, **how).sentence
    wide = engine.trace(KEY, W49, **(how | {"width": 1.0})).to_end()[3]
    assert "neighbours are nearly alike" in story(wide, **how).sentence and wide.condition > trace[3].condition


@shows("RG9")
def test_w49_sigmoid_functions_join_one_by_one() -> None:
    steps = Sigmoids(CENTRES, np.zeros(2, dtype=int), 0.5, 1)
    assert pytest.approx(
        np.array([
            [0.119202922022, 0.0179862099621], [0.5, 0.119202922022],
            [0.73105857863, 0.26894142137], [0.982013790038, 0.880797077978],
        ]), abs=1e-12,
    ) == expanded(PLACES, steps).X  # fmt: skip
    how = {"basis": "sigmoid", "functions": 3, "width": 0.1}
    trace = engine.trace(KEY, W49, **how).to_end()
    assert trace[3].model.basis.centres == pytest.approx([0.25, 0.5, 0.75])
    terms = [one for one in drawn(trace[3], Response, **how) if one.role != "ghost"]
    parts = np.array([one.function(X49) for one in terms])
    assert parts.sum(axis=0) + trace[3].model.bias == pytest.approx(trace[3].model.predict(X49))
    assert terms[2].label.endswith("σ(x1 − 0.75)") and "nearly a step" not in story(trace[3], **how).sentence
    steep = engine.trace(KEY, W49, **(how | {"width": 0.001})).to_end()[3]
    assert set(np.round(steep.model.basis.features(X49), 6).ravel()) == {0.0, 1.0}
    assert "each function is nearly a step" in story(steep, **how).sentence


def test_validation_rows_are_not_fitted_and_score_every_order() -> None:
    data = seen(W49, [1, 4])
    trace = engine.trace(KEY, data, order=3).to_end()
    rest = [0, 2, 3, 5]
    for order, step in enumerate(trace):
        p = np.polyfit(X49[rest, 0], Y49[rest], order)
        assert step.validation[order] == pytest.approx(
            np.sqrt(np.mean((Y49[[1, 4]] - np.polyval(p, X49[[1, 4], 0])) ** 2))
        )
    said = story(trace[2], data).sentence
    assert "; the validation RMSE " in said
    training, validation = drawn(trace[3], Curve, "Error", data)
    assert training.positions[:, 1] == pytest.approx(trace[3].training)
    assert validation.positions == pytest.approx(np.column_stack([range(4), trace[3].validation]))
    rings = drawn(trace[3], Points, "Error", data)
    assert [one.positions[0, 0] for one in rings] == [3, 3]
    events = {CARD.event(step).word if CARD.event(step) else "" for step in trace}
    assert events <= {"validation rose", "new best", ""} and len(events) > 1
    assert CARD.measure(trace[1], data, CARD.params()) == pytest.approx(
        {"training RMSE": trace[1].training[1], "validation RMSE": trace[1].validation[1]}
    )
    assert "Keep rows for validation" in story(engine.trace(KEY, W49)[0]).sentence


WHOLE = st.integers(-9, 9).map(float)


@given(arrays(float, (7, 1), elements=WHOLE, unique=True), arrays(float, 7, elements=WHOLE), st.sampled_from(KINDS))
def test_the_training_error_never_rises(X: np.ndarray, t: np.ndarray, basis: str) -> None:
    training = engine.trace(KEY, Dataset(X, t), basis=basis, functions=6, order=6).to_end()[-1].training
    assert (np.diff(training) <= 1e-9).all()


def test_all_terms_of_an_order_in_two_features_join_together() -> None:
    rng = np.random.default_rng(0)
    data = Dataset(rng.normal(size=(30, 2)), rng.normal(size=30))
    trace = engine.trace(KEY, data, order=3).to_end()
    assert trace[-1].counts.tolist() == [0, 2, 5, 9] and trace[-1].added == 4
    assert "4 terms of order 3 are added" in story(trace[-1], data).sentence
    assert not drawn(trace[-1], Response, data=data) and drawn(trace[-1], Region, data=data)
    for basis in ("gaussian", "sigmoid"):
        assert engine.trace(KEY, data, basis=basis, functions=4).to_end()[-1].count == 4
    many = Dataset(rng.normal(size=(30, 4)), rng.normal(size=30))
    assert engine.trace(KEY, many, basis="gaussian", functions=4).to_end()[-1].count == 4


def test_unfittable_data_are_refused_with_a_remedy() -> None:
    rng = np.random.default_rng(0)
    many = Dataset(rng.normal(size=(30, 10)), rng.normal(size=30))
    with pytest.raises(engine.Refusal, match="has 3,268,759 terms, too many for 30 rows: set order to 3") as refusal:
        engine.trace(KEY, many, order=15)
    assert refusal.value.remedies[0].value == 3
    far = Dataset(1e20 * W49.X, W49.y)
    with pytest.raises(engine.Refusal, match="rescale x"):
        engine.trace(KEY, far, rescale=False)
    assert engine.trace(KEY, far, order=5).to_end()[-1].training == pytest.approx(RMSE, abs=1e-8)


def test_default_width_is_the_distance_of_the_centres() -> None:
    assert spaced("gaussian", 5, 0.0, W49).width == pytest.approx(0.25)
    assert spaced("sigmoid", 4, 0.0, W49).width == pytest.approx(0.1)
    assert spaced("gaussian", 1, 0.0, W49).width == 1.0 and spaced("gaussian", 3, 0.7, W49).width == 0.7
    assert first(chosen_basis(BasisParams(basis="sigmoid", functions=3), W49), 0) is None
    trace = engine.trace(KEY, W49, basis="gaussian", functions=5)
    assert CARD.params.__dataclass_fields__["width"].metadata["spec"].auto(trace[2], None) == pytest.approx(0.25)
