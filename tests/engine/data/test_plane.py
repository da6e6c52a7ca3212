"""The plane: it projects and lifts, and says what it leaves out."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays
from sklearn.decomposition import PCA
from sklearn.discriminant_analysis import LinearDiscriminantAnalysis

import engine
import engine.maths.algebra.directions as directions
from engine.base.errors import Refusal
from engine.data.dataset import Column, Dataset
from engine.data.plane import Plane, checked_view, no_fisher_plane
from engine.data.preparing.preparation import Entry, Preparation
from engine.data.preparing.terms import Sines
from engine.maths.algebra.covariance import orthonormal

numbers = st.floats(-1e6, 1e6)
tables = st.integers(2, 6).flatmap(
    lambda d: arrays.arrays(float, st.tuples(st.integers(1, 12), st.just(d)), elements=numbers)
)


@given(tables, arrays.arrays(float, (5, 2), elements=numbers))
def test_projecting_inverts_lifting_on_every_plane(X: np.ndarray, uv: np.ndarray) -> None:
    data = Dataset(X)
    for view in ("auto", "pca", "fisher", (1, 0), (0, data.d - 1)):
        plane = Plane.of(data, view)
        np.testing.assert_allclose(plane.axes @ plane.axes.T, np.eye(2), atol=1e-12)
        np.testing.assert_allclose(plane.project(plane.lift(uv)), uv, atol=1e-6)


@given(tables)
def test_feature_plane_shows_the_values_themselves(X: np.ndarray) -> None:
    plane = Plane.features(Dataset(X), 1, 0)
    assert np.array_equal(plane.project(X), X[:, [1, 0]])
    held = plane.lift(np.array([[7.0, 8.0]]))[0]
    assert np.array_equal(held[[1, 0]], [7.0, 8.0])
    np.testing.assert_allclose(held[2:], X.mean(axis=0)[2:], rtol=1e-9, atol=1e-9)


@pytest.mark.parametrize("name", ["iris", "wine", "digits", "breast_cancer"])
def test_principal_plane_matches_scikit_learn(name: str) -> None:
    data = engine.load(name)
    plane, oracle = Plane.principal(data), PCA(2).fit(data.X)
    for mine, other in zip(plane.axes, oracle.components_, strict=True):
        np.testing.assert_allclose(mine * np.sign(mine @ other), other, atol=1e-9)
        assert mine[np.argmax(np.abs(mine))] > 0


@pytest.mark.parametrize("name", ["iris", "wine", "breast_cancer"])
def test_fisher_plane_matches_scikit_learn(name: str) -> None:
    data = engine.load(name)
    plane = Plane.of(data, "fisher")
    oracle = LinearDiscriminantAnalysis(solver="eigen").fit(data.X, data.codes).scalings_
    np.testing.assert_allclose(plane.axes @ plane.axes.T, np.eye(2), atol=1e-12)
    for direction in oracle.T[: min(len(data.classes_present) - 1, 2)]:
        unit = direction / np.linalg.norm(direction)
        np.testing.assert_allclose(plane.axes.T @ (plane.axes @ unit), unit, atol=1e-6)
    first = oracle[:, 0] / np.linalg.norm(oracle[:, 0])
    np.testing.assert_allclose(abs(plane.axes[0] @ first), 1.0, atol=1e-9)


def test_second_fisher_axis_of_two_classes_has_maximal_variance() -> None:
    data = engine.load("breast_cancer")
    plane = Plane.fisher(data)
    left = data.X - data.X.mean(axis=0)
    left = left - np.outer(left @ plane.axes[0], plane.axes[0])
    oracle = PCA(1).fit(left).components_[0]
    np.testing.assert_allclose(abs(plane.axes[1] @ oracle), 1.0, atol=1e-9)
    sides = [plane.project(data.X)[data.codes == code, 0].mean() for code in (0, 1)]
    assert sides[0] < sides[1]
    assert plane.labels == ("Fisher direction", "widest direction perpendicular to it")
    assert plane.caption == (
        "plane of Fisher's direction and the widest direction perpendicular to it; what lies off the plane is not shown"
    )
    assert "axes made perpendicular" in Plane.fisher(engine.load("wine")).caption


def test_unavailable_fisher_plane_falls_back_to_the_principal_plane() -> None:
    iris = engine.load("iris")
    reasons = {
        "a class for every point": iris.changed(y=None, class_names=()),
        "at least 2 classes": iris.subset(iris.codes == 0),
        "cannot take missing values": iris.with_values([3], [[np.nan, 1, 1, 1]]),
        "Outlook is categorical": engine.load("play_tennis"),
        "class means are equal": engine.load("gate_xor"),
    }
    for words, data in reasons.items():
        with pytest.raises(Refusal, match=words):
            Plane.fisher(data)
        shown = Plane.of(data, "fisher")
        assert words in shown.caption
        assert np.array_equal(shown.axes, Plane.of(data, "pca").axes)
    assert no_fisher_plane(iris) == ""


def test_unlabelled_row_is_projected_on_the_fisher_plane_of_others() -> None:
    iris = engine.load("iris")
    assert Plane.fisher(iris.with_targets([0, 70], -1)) == Plane.fisher(iris.without_rows([0, 70]))


def test_fisher_plane_of_collinear_classes_has_a_second_axis() -> None:
    X = np.outer([0.0, 1.0, 2.0, 9.0], np.ones(3))
    plane = Plane.fisher(Dataset(X, np.array([0, 0, 1, 1]), class_names=("a", "b")))
    np.testing.assert_allclose(plane.axes @ plane.axes.T, np.eye(2), atol=1e-12)
    assert np.ptp(plane.project(X)[:, 1]) < 1e-6 < np.ptp(plane.project(X)[:, 0])


def test_the_caption_says_what_is_left_out() -> None:
    iris = engine.load("iris")
    assert Plane.of(iris).caption == (
        "slice through the mean of the 2 other features (sepal length (cm), sepal width (cm))"
    )
    assert Plane.of(iris, "pca").caption == (
        "plane of the first two principal components (97.8 % of the variance); what lies off the plane is not shown"
    )
    assert "over 99.9 %" in Plane.of(engine.load("wine"), "pca").caption
    assert Plane.of(engine.load("wine")).caption.endswith("11 other features (malic_acid, ash, alcalinity_of_ash, …)")
    assert Plane.of(engine.load("film_critics")).caption == "slice through the mean of the other feature (f3)"
    flat = engine.load("old_faithful")
    assert Plane.of(flat).caption == Plane.of(flat, "pca").caption == ""


def test_ordered_levels_are_held_at_the_middle_one() -> None:
    sizes, wind = ("small", "medium", "large"), ("weak", "strong")
    columns = (Column("x"), Column("y"), Column("size", "ordinal", sizes), Column("wind", "categorical", wind))
    data = Dataset(
        np.array([[0, 0, 2, 1], [1, 2, 0, 1], [2, 4, 2, 0], [5, 6, 1, 1], [7, 8, np.nan, 1]]), columns=columns
    )
    plane = Plane.of(data)
    assert plane.origin.tolist() == [0, 0, 1, 1]  # of 0, 1, 2, 2 the lower middle one; the mean is 1.25
    assert plane.caption == (
        "slice through the middle level of the other feature (size) "
        "and the most frequent level of the other feature (wind)"
    )
    none = Dataset(np.array([[0, 0, np.nan], [1, 2, np.nan]]), columns=columns[:3])
    assert Plane.of(none).origin.tolist() == [0, 0, 0]


def test_categorical_feature_is_held_at_its_mode() -> None:
    columns = (Column("x"), Column("y"), Column("wind", "categorical", ("weak", "strong")))
    data = Dataset(np.array([[0, 0, 1], [1, 2, 1], [2, 4, 0], [5, 6, np.nan]]), columns=columns)
    plane = Plane.of(data)
    assert plane.origin.tolist() == [0, 0, 1]
    assert plane.caption == "slice through the most frequent level of the other feature (wind)"
    other = Plane.of(data, (0, 2))
    assert other.origin.tolist() == [0, 3, 0]
    assert other.ticks == ((), ("weak", "strong"))
    assert other.labels == ("x", "wind")


def test_one_feature_lies_on_a_line() -> None:
    plane = Plane.of(Dataset(np.array([[3.0], [4.0]]), columns=(Column("x"),)), "pca")
    assert plane.project(np.array([[3.0], [4.0]])).tolist() == [[3.0, 0.0], [4.0, 0.0]]
    assert plane.lift(np.array([[3.0, 9.0]])).tolist() == [[3.0]]
    assert plane.labels == ("x", "")


def test_gap_hides_a_point_only_in_shown_features() -> None:
    data = Dataset(np.array([[1.0, 2.0, np.nan], [np.nan, 5.0, 6.0]]))
    shown = Plane.of(data).project(data.X)
    assert shown[0].tolist() == [1.0, 2.0]
    assert np.isnan(shown[1, 0])
    assert shown[1, 1] == 5.0
    assert np.isfinite(Plane.of(data, "pca").lift(np.zeros((1, 2)))).all()


@pytest.mark.parametrize(
    "X", [np.zeros((0, 3)), np.ones((1, 3)), np.full((2, 3), np.nan), np.array([[1e308] * 3, [-1e308] * 3])]
)
def test_empty_and_extreme_data_have_a_plane(X: np.ndarray) -> None:
    for view in ("auto", "pca", "fisher"):
        plane = Plane.of(Dataset(X), view)
        np.testing.assert_allclose(plane.axes @ plane.axes.T, np.eye(2), atol=1e-12)
        assert np.isfinite(plane.origin).all()


def test_plane_needs_two_different_features() -> None:
    for view in ((0, 0), (0, 4), (-1, 0)):
        with pytest.raises(Refusal, match="two different features with numbers from 0 to 3"):
            Plane.of(engine.load("iris"), view)


def test_bundled_view_is_used_only_with_its_features() -> None:
    iris = engine.load("iris")
    assert Plane.of(iris).labels == ("petal length (cm)", "petal width (cm)")
    assert Plane.of(iris.select([0, 1, 2])).labels == ("sepal length (cm)", "sepal width (cm)")
    assert Plane.of(engine.load("digits")).labels[0] == "principal component 1"


def test_principal_plane_of_wide_data_matches_scikit_learn() -> None:
    rng = np.random.default_rng(0)
    X = rng.normal(size=(20, 60)) * np.linspace(3.0, 0.1, 60)
    plane = Plane.of(Dataset(X), "pca")
    wanted = PCA(2, svd_solver="full").fit(X).components_
    np.testing.assert_allclose(np.abs(plane.axes @ wanted.T), np.eye(2), atol=1e-9)


def test_second_fisher_axis_avoids_a_full_eigendecomposition(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two thousand features took 24 s, for directions that nobody asked for."""
    asked = []
    monkeypatch.setattr(directions, "orthonormal", lambda rows: asked.append(len(rows)) or orthonormal(rows))
    rng = np.random.default_rng(1)
    codes = np.arange(30) % 2
    data = Dataset(rng.normal(size=(30, 100)) + codes[:, None], codes, class_names=("A", "B"))
    axes = Plane.of(data, "fisher").axes
    np.testing.assert_allclose(axes @ axes.T, np.eye(2), atol=1e-12)
    assert max(asked) <= 2


def test_two_feature_plane_is_the_identity_without_copies() -> None:
    data = Dataset(np.array([[1.0, 2.0], [np.nan, 4.0]]))
    uv = Plane.of(data).project(data.X)
    assert np.shares_memory(uv, data.X) and not uv.flags.writeable
    own = np.array([[5.0, 6.0]])
    assert not Plane.of(data).project(own).flags.writeable and own.flags.writeable
    assert not np.shares_memory(Plane.of(data, (1, 0)).project(data.X), data.X)


@pytest.mark.parametrize(
    "view",
    [[0, False], [1, 1], [0, 4], [0], [0.0, 1.0], "sideways", None, [4, "target"], ["target", 0]],
)
def test_impossible_view_is_refused_before_opening(view: object) -> None:
    with pytest.raises(Refusal, match="The view must be"):
        checked_view(view, 4)
    assert checked_view([0, 1], 4) == (0, 1) and checked_view([0, 0], 1) == (0, 0)
    assert checked_view([3, "target"], 4) == (3, "target")


def petals() -> Dataset:
    """The width of a petal beside the three other numbers of iris."""
    iris = engine.load("iris")
    return Dataset(iris.X[:, :3], iris.X[:, 3], iris.columns[:3], target_name="petal width")


def test_target_axis_plane_holds_the_other_features() -> None:
    data = petals()
    plane = Plane.of(data, (2, "target"))
    assert plane.target and plane.labels == (data.columns[2].title, data.target_name)
    uv = plane.project(data.X, data.y)
    assert np.array_equal(uv[:, 0], data.X[:, 2]) and np.array_equal(uv[:, 1], data.y)
    lifted = plane.lift(np.array([[0.5, 7.0], [0.5, -9.0]]))
    assert np.array_equal(lifted[0], lifted[1]) and lifted[0, 2] == 0.5
    np.testing.assert_allclose(np.delete(lifted[0], 2), np.delete(data.X.mean(axis=0), 2), atol=1e-12)
    assert plane.caption.startswith("slice through the mean of the 2 other features (")
    assert not plane.measured and plane.crossed is None


def test_point_without_a_target_is_off_the_target_plane() -> None:
    plane = Plane.of(petals(), (0, "target"))
    assert np.isnan(plane.project(np.zeros((2, 3)))[:, 1]).all()


def test_caption_says_why_a_non_numeric_target_is_no_axis() -> None:
    data = engine.load("iris")
    plane, usual = Plane.of(data, (0, "target")), Plane.of(data)
    assert not plane.target and np.array_equal(plane.axes, usual.axes)
    assert plane.caption.startswith("The target goes up where it is a number, and there is none: choose a column")
    with pytest.raises(Refusal, match="there is none"):
        Plane.response(data, 0)
    with pytest.raises(Refusal, match="from 0 to 2, not 3"):
        Plane.response(petals(), 3)


def test_one_feature_and_numeric_target_allow_only_the_target_plane() -> None:
    data = petals().select([0])
    for view in ("auto", "pca", "fisher", (0, 0), (0, "target")):
        assert Plane.of(data, view).target, view
    assert not Plane.of(data.changed(y=None)).target and not Plane.of(petals()).target


def test_derived_columns_follow_the_feature_on_the_target_plane() -> None:
    prepared = Preparation((Entry(Sines(2.0)),)).fit(petals().select([1]))
    plane = Plane.of(prepared.data, (0, "target"), prepared.derived)
    lifted = plane.lift(np.array([[3.0, 1.0], [-2.0, np.nan]]))
    assert prepared.data.d > 1 and prepared.derived is not None
    assert np.array_equal(
        lifted, prepared.derived.completed(np.column_stack([[3.0, -2.0], np.zeros((2, prepared.data.d - 1))]))
    )
