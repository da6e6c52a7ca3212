"""The shadow of an ellipsoid on the plane is that of its points, and of what the plane does not see nothing is read."""

from __future__ import annotations

import numpy as np

from engine.data.dataset import Dataset
from engine.data.plane import Plane
from gui.painters.ellipse import shadow

RNG = np.random.default_rng(0)
DATA = Dataset.from_arrays(RNG.normal(size=(40, 5)) @ RNG.normal(size=(5, 5)), [0, 1] * 20)
SPREAD = np.cov(DATA.X, rowvar=False)


def test_shadow_is_the_covariance_of_the_projected_points() -> None:
    for plane in (Plane.features(DATA, 3, 1), Plane.principal(DATA), Plane.fisher(DATA)):
        np.testing.assert_allclose(shadow(plane, SPREAD), np.cov(plane.project(DATA.X), rowvar=False), atol=1e-12)


def test_features_outside_the_plane_are_not_evaluated() -> None:
    partly = np.full_like(SPREAD, np.nan)
    partly[np.ix_([1, 3], [1, 3])] = SPREAD[np.ix_([1, 3], [1, 3])]
    assert np.isfinite(shadow(Plane.features(DATA, 3, 1), partly)).all()


def test_on_a_chart_it_is_the_ellipse_itself() -> None:
    np.testing.assert_array_equal(shadow(None, SPREAD[:2, :2]), SPREAD[:2, :2])
