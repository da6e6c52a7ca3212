"""Naive Bayes of numbers and categories: W80, and the two kinds by themselves."""

from __future__ import annotations

import numpy as np
import pytest

import engine
from engine.core.marks import Curve, Matrix
from engine.data.dataset import Column, Dataset
from engine.models.naive_bayes import GaussianFactor, LevelFactor
from tests.catalogue import shows
from tests.engine.families.bayes.worked_tables import MIXED, PEOPLE, drawn, ended, part, told

KEY = "mixed_naive_bayes"


@shows("W80")
def test_w80_density_and_probability_are_multiplied() -> None:
    trace = ended(KEY, MIXED, query=(4.2, 1.0))
    number, category = trace[-1].model.factors
    assert isinstance(number, GaussianFactor) and isinstance(category, LevelFactor)
    assert number.means == pytest.approx([2.0, 7.0]) and number.variances == pytest.approx([2 / 3, 2 / 3])
    assert category.chances[:, 1] == pytest.approx([0.4, 0.6])
    (at,) = part(trace, "posterior")
    assert at.joint == pytest.approx([-5.95564389158, -7.80017878348], rel=1e-9)
    assert at.posterior[1] == pytest.approx(0.136515841147, rel=1e-9)
    only = trace[-1].model.predict_proba(np.array([[4.2, np.nan]]))[0, 1]
    assert only == pytest.approx(0.0953494648991, rel=1e-9)


@shows("NB9", "W80")
def test_nb9_both_kinds_are_drawn_multiplied_and_explained() -> None:
    steps = part(ended(KEY, MIXED, query=(4.2, 1.0)), "factor")
    assert any(isinstance(mark, Curve) for mark in drawn(KEY, MIXED, steps[0]))
    (table,) = [mark for mark in drawn(KEY, MIXED, steps[1]) if isinstance(mark, Matrix)]
    assert table.values[:, 1] == pytest.approx([0.4, 0.6]) and table.lit[:, 1].all()
    (story,) = told(KEY, MIXED, "posterior", query=(4.2, 1.0))
    assert (
        "Densities and probabilities may be multiplied, as the same x is compared across the classes." in story.sentence
    )


@shows("NB9")
def test_nb9_column_type_decides_and_ordinals_are_categories_by_default() -> None:
    levels = ("low", "middle", "high")
    X, y = np.array([[0.0], [1.0], [0.0], [2.0], [1.0], [2.0]]), np.array([0, 0, 0, 1, 1, 1])
    data = {kind: Dataset(X, y, (Column("size", kind, levels),), class_names=("a", "b")) for kind in KINDS}
    assert isinstance(ended(KEY, data["categorical"])[-1].model.factors[0], LevelFactor)
    assert isinstance(ended(KEY, data["ordinal"])[-1].model.factors[0], LevelFactor)
    (ranks,) = ended(KEY, data["ordinal"], ordinal="numbers")[-1].model.factors
    assert isinstance(ranks, GaussianFactor) and ranks.means == pytest.approx([1 / 3, 5 / 3])
    assert isinstance(ended(KEY, data["categorical"], ordinal="numbers")[-1].model.factors[0], LevelFactor)


KINDS = ("categorical", "ordinal")


@shows("NB9", "W80")
def test_nb9_result_is_the_sum_of_both_methods_less_one_prior() -> None:
    from sklearn.naive_bayes import CategoricalNB, GaussianNB

    one = GaussianNB(var_smoothing=0.0).fit(MIXED.X[:, :1], MIXED.codes)
    other = CategoricalNB().fit(MIXED.X[:, 1:].astype(int), MIXED.codes)
    sums = one.predict_joint_log_proba(MIXED.X[:, :1]) + other.predict_joint_log_proba(MIXED.X[:, 1:].astype(int))
    assert pytest.approx(sums - np.log(0.5), rel=1e-9) == ended(KEY, MIXED)[-1].model.log_joint(MIXED.X).T


def test_of_one_kind_alone_it_is_that_method() -> None:
    assert engine.fit(KEY, PEOPLE) == engine.fit("gaussian_naive_bayes", PEOPLE)
    tennis = engine.load("play_tennis")
    assert engine.fit(KEY, tennis) == engine.fit("categorical_naive_bayes", tennis)


def test_each_column_is_told_by_its_kind() -> None:
    first, _, category, _ = told(KEY, MIXED, "fit")
    assert first.sentence == "x in zero: a Gaussian with the mean and the variance of its rows."
    assert category.sentence == "c in zero: the chance of each level is its share of 3 rows."
    (smooth,) = told(KEY, MIXED, "smooth")
    assert smooth.sentence.startswith("c: 1 is added to every count")
    factors = told(KEY, MIXED, "factor", query=(4.2, 1.0))
    assert factors[1].sentence.startswith("The typed point: c = b. It is most probable in one, 1.5 times")
