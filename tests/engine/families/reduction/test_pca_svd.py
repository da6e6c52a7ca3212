"""PCA by singular values: W09's axes and variances, the same as by eigenvectors, also with more features than rows."""

from __future__ import annotations

import numpy as np
import pytest

import engine
from engine.core.marks import Bars, Points, Segments
from engine.families.reduction.pca_svd.drawing import marks
from engine.families.reduction.pca_svd.loop import Params
from engine.families.reduction.pca_svd.telling import explain
from tests.catalogue import shows
from tests.engine.families.reduction.stages import ROOT
from tests.examples import numbers


def ran(data, **values):
    return engine.trace("pca_svd", data, **values).to_end()


@shows("DR8")
def test_w09_dr8_the_same_axes_and_variances(worked):
    run = ran(worked)
    last = run[-1]
    assert last.model.variances == pytest.approx([4.5, 0.5]) and last.singular**2 / 4 == pytest.approx([4.5, 0.5])
    np.testing.assert_allclose(last.model.components, [[ROOT, ROOT], [ROOT, -ROOT]], atol=1e-9)
    assert last.scores[:, 0] == pytest.approx(
        [-2.12132034356, -2.12132034356, 0.707106781187, 0.707106781187, 2.82842712475]
    )
    np.testing.assert_allclose(last.scores, last.model.transform(worked.X), atol=1e-12)
    assert numbers(explain(run[1], worked, Params()))["λ"] == pytest.approx(4.5)


@shows("DR8")
@pytest.mark.parametrize("name", ["iris", "wine", "few rows"])
def test_dr8_agrees_with_numpy_and_the_eigendecomposition(name):
    data = engine.load("digits").subset(range(20)) if name == "few rows" else engine.load(name)
    run, eigen = ran(data, components=3), engine.fit("pca", data, components=3)
    s = np.linalg.svd(data.X - data.X.mean(axis=0), compute_uv=False)
    np.testing.assert_allclose(run[-1].singular, s, rtol=1e-9, atol=1e-9)
    np.testing.assert_allclose(run[-1].model.variances, eigen.variances, rtol=1e-9)
    np.testing.assert_allclose(run[-1].model.components, eigen.components, atol=1e-7)
    assert run[-1].apart < 1e-9 * eigen.variances[0]


@shows("DR8")
def test_dr8_axes_are_drawn_with_their_singular_values():
    iris = engine.load("iris")
    run = ran(iris)
    assert [step.stage for step in run] == ["centred", "axis", "axis", "scores", "checked"]
    drawn = marks(run[2], iris, Params())
    bars = {mark.surface.name: mark for mark in drawn if isinstance(mark, Bars)}
    assert bars["Singular values"].values == pytest.approx(run[2].singular)
    assert bars["Scree"].values.sum() == pytest.approx(1.0) and bars["Scree"].steps.tolist() == [1, 2, -1, -1]
    arrows = [mark for mark in drawn if isinstance(mark, Segments)]
    lengths = np.concatenate([np.linalg.norm(mark.ends - mark.starts, axis=1) for mark in arrows])
    assert lengths == pytest.approx(np.sqrt(run[2].model.variances))
    (scores,) = [m for m in marks(run[3], iris, Params()) if isinstance(m, Points) and m.surface.name == "Projection"]
    np.testing.assert_allclose(scores.positions, run[3].scores, atol=1e-12)


def test_number_of_axes_is_the_rank():
    flat = engine.Dataset.from_arrays([[0.0, 0.0], [1.0, 2.0], [2.0, 4.0]])
    assert len(ran(flat)[-1].model.components) == 1
    same = engine.Dataset.from_arrays([[1.0, 2.0], [1.0, 2.0]])
    assert ran(same).ending.kind == "failed"


def test_rounding_sized_singular_value_is_0():
    """Two rows lie on a line: the second singular value is 0, and no bar, number or table tells 5e-17 of it."""
    data = engine.Dataset.from_arrays([[0.1, 0.7], [0.4, 0.2]])
    assert np.linalg.svd(data.X - data.X.mean(axis=0))[1][1] != 0
    for step in list(engine.trace("pca_svd", data).to_end())[1:]:
        assert step.singular[1] == 0 == step.variances[1]
        assert step.singular[0] == pytest.approx(np.hypot(0.3, 0.5) / np.sqrt(2))
