"""Naive Bayes of numbers and categories: W80, and the two kinds by themselves."""

from __future__ import annotations

import numpy as np
import pytest

import engine
from engine.models.naive_bayes import GaussianFactor, LevelFactor
from tests.catalogue import shows
from tests.engine.families.bayes.worked_tables import MIXED, PEOPLE, ended, part, told

KEY = "mixed_naive_bayes"


@shows("W80")
def test_w80_a_density_and_a_chance_are_multiplied() -> None:
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


def test_of_one_kind_alone_it_is_that_method() -> None:
    assert engine.fit(KEY, PEOPLE) == engine.fit("gaussian_naive_bayes", PEOPLE)
    tennis = engine.load("play_tennis")
    assert engine.fit(KEY, tennis) == engine.fit("categorical_naive_bayes", tennis)


def test_each_column_is_told_by_its_kind() -> None:
    number, category = told(KEY, MIXED, "fit")
    assert number.sentence.startswith("x: a Gaussian for each class")
    assert category.sentence == "c: every count has 1 added to it, so that no chance is 0."
    factors = told(KEY, MIXED, "factor", query=(4.2, 1.0))
    assert factors[1].sentence.startswith("The typed point: c = b. It is most probable in one, 1.5 times")
