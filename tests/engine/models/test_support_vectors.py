"""Support vectors as a model: what it answers, on a grid and off it, what goes to a file, and what is refused."""

from __future__ import annotations

import json
from dataclasses import replace

import numpy as np
import pytest

import engine
from engine import models
from engine.base.coding import decoded, encoded
from engine.base.errors import Refusal
from engine.models.soundness import sound
from engine.models.support_vectors import KINDS, InnerProduct, SupportVectors

RNG = np.random.default_rng(4)
VECTORS, SHARES = RNG.normal(size=(12, 2)), RNG.normal(size=12)


def made(kind: str, d: int = 2) -> SupportVectors:
    vectors = np.column_stack([VECTORS, *[VECTORS[:, 0]] * (d - 2)])
    return SupportVectors(vectors, SHARES - SHARES.mean(), 0.3, InnerProduct(kind, 0.8, 3, 1.0), (2, 5))


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("d", [2, 4])
def test_a_score_is_the_sum_over_the_vectors(kind, d):
    model = made(kind, d)
    x, y = (axis.ravel() for axis in np.meshgrid(np.linspace(-2, 2, 40), np.linspace(-2, 2, 40)))
    places = np.column_stack([x, y, *[0 * x] * (d - 2)])
    expected = model.kernel.between(places, model.vectors) @ model.coefficients + 0.3
    assert model.decision_function(places) == pytest.approx(expected, abs=1e-10)
    assert model.predict(places).tolist() == np.where(expected >= 0, 5, 2).tolist()


def test_linear_kernel_has_flat_borders_and_others_do_not():
    model = made("linear")
    scores = model.linear_scores()
    assert scores.classes.tolist() == [5, 2]  # a score of 0 belongs to the upper class
    assert scores.weights[0] == pytest.approx(model.weights) and scores.biases[0] == 0.3
    assert made("rbf").linear_scores() is None and made("polynomial").linear_scores() is None


def test_weights_keep_their_digits_far_from_the_origin():
    near = made("linear")
    far = replace(near, vectors=near.vectors + 1e8)
    assert far.weights == pytest.approx(near.weights, abs=1e-6)


@pytest.mark.parametrize("kind", KINDS)
def test_it_goes_to_a_file_and_comes_back(kind, tmp_path):
    model = made(kind)
    engine.save_model(model, tmp_path / "model.json")
    assert engine.load_model(tmp_path / "model.json") == model


@pytest.mark.parametrize(
    ("field", "value"),
    [("kind", "sigmoid"), ("degree", 0), ("degree", 10**9), ("gamma", -1.0), ("gamma", float("nan")), ("offset", -1.0)],
)
def test_a_kernel_that_is_none_is_refused(field, value):
    with pytest.raises(Refusal):
        InnerProduct(**{field: value})


def test_a_hostile_file_is_refused():
    text = json.loads(json.dumps(encoded(made("rbf"))))
    for vectors, shares in (
        (np.zeros((3, 2)), np.zeros(2)),
        (np.zeros(3), np.zeros(3)),
        (np.zeros((3, 0)), np.zeros(3)),
    ):
        text["vectors"], text["coefficients"] = encoded(vectors), encoded(shares)
        with pytest.raises(Refusal):
            sound(decoded(text, models.parts()))
    with pytest.raises(Refusal):
        SupportVectors(VECTORS, SHARES, 0.0, classes=(0, 1, 2))


def test_no_vector_at_all_says_the_bias():
    none = SupportVectors(np.zeros((0, 2)), np.zeros(0), -0.5)
    for kind in KINDS:
        model = replace(none, kernel=InnerProduct(kind))
        assert model.decision_function(np.ones((3, 2))).tolist() == [-0.5] * 3
