"""Categorical naive Bayes: W22 on play-tennis, scikit-learn, the zero that smoothing heals, and gaps."""

from __future__ import annotations

import numpy as np
import pytest

import engine
from engine.base.errors import Refusal, SetParameter
from engine.core.marks import Matrix
from tests.catalogue import shows
from tests.engine.families.bayes.worked_tables import ended, part, told

KEY = "categorical_naive_bayes"
TENNIS = engine.load("play_tennis")
YES, NO = (TENNIS.class_names.index(name) for name in ("Yes", "No"))


def coded(*levels: str) -> tuple[float, ...]:
    return tuple(float(column.levels.index(level)) for column, level in zip(TENNIS.columns, levels, strict=True))


SUNNY, OVERCAST = coded("Sunny", "Cool", "High", "Strong"), coded("Overcast", "Cool", "High", "Strong")


@shows("W22")
@pytest.mark.parametrize(
    ("query", "alpha", "yes", "no", "posterior_no"),
    [
        (SUNNY, 0.0, 0.00529100529101, 0.0205714285714, 0.795417348609),
        (SUNNY, 1.0, 0.00708382526564, 0.018221574344, 0.720066650797),
        (OVERCAST, 0.0, 0.010582010582, 0.0, 0.0),
    ],
)
def test_w22_the_product_and_the_posterior(
    query: tuple[float, ...], alpha: float, yes: float, no: float, posterior_no: float
) -> None:
    (at,) = part(ended(KEY, TENNIS, query=query, alpha=alpha), "posterior")
    assert np.exp(at.joint[[YES, NO]]) == pytest.approx([yes, no], rel=1e-9)
    assert at.posterior[NO] == pytest.approx(posterior_no, rel=1e-9)


@shows("W22")
def test_w22_smoothing_heals_the_zero() -> None:
    (at,) = part(ended(KEY, TENNIS, query=OVERCAST, alpha=1.0), "posterior")
    assert at.posterior[NO] == pytest.approx(0.278416935113, rel=1e-9)
    story = told(KEY, TENNIS, "factor", query=OVERCAST, alpha=0.0)[0]
    assert "It never occurs in No: the product is 0 there" in story.sentence
    fit = told(KEY, TENNIS, "fit", alpha=0.0)[0]
    assert fit.sentence.endswith("Overcast never occurs in No: its chance is 0 there.")


@pytest.mark.parametrize("alpha", [0.5, 1.0, 3.0])
def test_joint_log_likelihood_matches_scikit_learn(alpha: float) -> None:
    from sklearn.naive_bayes import CategoricalNB

    model = engine.fit(KEY, TENNIS, alpha=alpha)
    other = CategoricalNB(alpha=alpha).fit(TENNIS.X.astype(int), TENNIS.codes)
    assert pytest.approx(other.predict_joint_log_proba(TENNIS.X.astype(int)), rel=1e-10) == model.log_joint(TENNIS.X).T


def test_probability_table_is_drawn_and_explained() -> None:
    step = part(ended(KEY, TENNIS, alpha=0.0), "fit")[1]
    (drawn,) = [m for m in engine.algorithm(KEY).marks(step, TENNIS, None) if isinstance(m, Matrix)]
    assert drawn.values[YES].tolist() == pytest.approx(
        [{"Sunny": 2, "Overcast": 4, "Rain": 3}[v] / 9 for v in drawn.column_labels]
    )
    assert drawn.surface.name == "Chances of Outlook"


def test_unseen_level_drops_its_factor() -> None:
    model = ended(KEY, TENNIS)[-1].model
    beyond = np.array([[9.0, *SUNNY[1:]]])
    gap = np.array([[np.nan, *SUNNY[1:]]])
    assert model.predict_proba(beyond) == pytest.approx(model.predict_proba(gap))


def test_all_zero_products_are_undefined_and_stated() -> None:
    """Of four days none is mild, so both products are 0."""
    data, mild = TENNIS.subset([0, 2, 5, 6]), coded("Sunny", "Mild", "High", "Weak")
    trace = ended(KEY, data, alpha=0.0, query=mild)
    assert np.isnan(part(trace, "posterior")[0].posterior).all()
    (story,) = told(KEY, data, "posterior", alpha=0.0, query=mild)
    assert "the posterior is 0 / 0: undefined" in story.sentence
    assert trace[-1].model.predict(np.array([mild])).tolist() == [-1]
    assert engine.algorithm(KEY).event(part(trace, "posterior")[0]).word == "undefined"


def test_feature_unknown_in_a_class_needs_smoothing() -> None:
    X = np.array(TENNIS.X)
    X[TENNIS.codes == NO, 0] = np.nan
    with pytest.raises(Refusal, match="Outlook has no known value in No") as refused:
        engine.trace(KEY, TENNIS.changed(X=X), alpha=0.0)
    assert SetParameter("alpha", 1.0) in refused.value.remedies
    assert ended(KEY, TENNIS.changed(X=X))[-1].model.factors[0].chances[NO] == pytest.approx([1 / 3] * 3)
