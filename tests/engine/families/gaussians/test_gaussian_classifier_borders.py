"""The Gaussian classifier: kinds of borders, tied classes, features one by one, and a class that is added."""

from __future__ import annotations

import numpy as np
import pytest
from sklearn.naive_bayes import GaussianNB

import engine
from engine.base.errors import KeepColumns, Refusal, SetParameter
from engine.core.marks import Bars, Ellipse, Line, Matrix, Region, Segments
from engine.data.dataset import Dataset
from engine.families.gaussians.holding import ends, pulled
from engine.models.gaussians import GaussianClasses
from tests.catalogue import shows
from tests.engine.families.gaussians.test_gaussian_classifier import KEY, SEVEN, ended, part, told
from tests.examples import numbers

CARD = engine.algorithm(KEY)
UNIT = Dataset.from_arrays([[1.0, 1.0], [1.0, -1.0], [-1.0, 1.0], [-1.0, -1.0]], [0, 0, 1, 1])
"""The mean of its points is 0 and their standard deviation 1, so the examples stand there as they are written."""
IRIS = engine.load("iris")


@shows("GC13", "W64", "W92")
@pytest.mark.parametrize(
    ("example", "Q", "kind"),
    [
        ("line", [[0.0, 0.0], [0.0, 0.0]], "a line"),
        ("circle", [[-0.375, 0.0], [0.0, -0.375]], "a circle"),
        ("ellipse", [[-0.375, 0.0], [0.0, -0.444444444444]], "an ellipse"),
        ("parabola", [[-0.375, 0.0], [0.0, 0.0]], "a parabola"),
        ("hyperbola", [[-0.375, 0.0], [0.0, 0.375]], "a hyperbola"),
        ("two crossing lines", [[-0.375, 0.0], [0.0, 0.375]], "two crossing lines"),
        ("two parallel lines", [[-0.375, 0.0], [0.0, 0.0]], "two parallel lines"),
    ],
)
def test_w64_border_kind_is_named_drawn_and_explained(example: str, Q: list[list[float]], kind: str) -> None:
    (at,) = part(ended(UNIT, example=example), "border")
    assert at.border.kind == kind
    assert np.abs(at.border.Q) == pytest.approx(np.abs(np.array(Q)), rel=1e-9)
    assert at.border.det == pytest.approx(float(np.linalg.det(np.array(Q))), abs=1e-9)
    (story,) = told(UNIT, "border", example=example)
    assert f"the border is {kind}" in story.sentence
    found = numbers(story)
    assert found["det Q"] == pytest.approx(at.border.det)
    assert found["largest eigenvalue of Q"] == pytest.approx(np.linalg.eigvalsh(at.border.Q)[1])
    assert (found["b1"], found["b2"], found["c"]) == (*at.border.b, at.border.c)
    drawn = CARD.marks(at, UNIT, CARD.params(example=example))
    (cells,) = [mark for mark in drawn if isinstance(mark, Matrix) and mark.title == "Q"]
    assert (cells.values == at.border.Q).all()
    texts = [getattr(mark, "text", "") or next(iter(getattr(mark, "labels", ())), "") for mark in drawn]
    assert kind in texts
    at_places = np.array([[0.3, -0.7], [2.0, 1.0], [-1.5, 2.5]])
    log = at.model.log_joint(at_places)
    u = at_places - at.border.middle
    a = np.einsum("ni,ij,nj->n", u, at.border.Q, u) + u @ at.border.b + at.border.c
    assert log[0] - log[1] == pytest.approx(a)


@shows("GC13")
def test_reason_follows_the_signs_of_the_eigenvalues() -> None:
    reasons = {
        "line": "Both have one covariance, so the squares in x cancel",
        "ellipse": "all eigenvalues of Q have one sign",
        "parabola": "an eigenvalue of Q is 0",
        "hyperbola": "the eigenvalues of Q have both signs",
    }
    for example, words in reasons.items():
        (story,) = told(UNIT, "border", example=example)
        assert words in story.sentence, example


@shows("GC13")
def test_tolerance_treats_nearly_equal_covariances_as_equal() -> None:
    start = GaussianClasses(
        np.array([0.5, 0.5]),
        np.array([[-1.0, 0.0], [1.0, 0.0]]),
        np.array([np.eye(2), 1.001 * np.eye(2)]),
        np.arange(2),
    )
    kinds = [
        part(engine.trace(KEY, SEVEN, start=start, tolerance=size).to_end(), "border")[0].border.kind
        for size in (1e-9, 0.01)
    ]
    assert kinds == ["a circle", "a line"]


@shows("GC13")
def test_one_class_may_win_everywhere() -> None:
    start = GaussianClasses(
        np.array([1e-6, 1 - 1e-6]), np.zeros((2, 2)), np.array([np.eye(2), 4 * np.eye(2)]), np.arange(2)
    )
    (story,) = told(SEVEN, "border", start)
    assert "there is no border, two is more probable everywhere" in story.sentence


def test_an_example_needs_two_features() -> None:
    with pytest.raises(Refusal, match="have 2 features, and the table has 4") as refused:
        engine.trace(KEY, IRIS, example="circle")
    assert refused.value.remedies == (KeepColumns((0, 1)), SetParameter("example", "from the points"))
    with pytest.raises(Refusal, match="take the Gaussians from the points"):
        engine.trace(KEY, IRIS.select([0]), example="circle")


@shows("GC15")
def test_three_gaussians_with_two_tied_have_one_linear_border() -> None:
    trace = ended(UNIT, example="three classes, two tied")
    kinds = [step.border.kind for step in part(trace, "border")]
    assert kinds[0] == "a line" and set(kinds[1:]) <= {"a hyperbola", "an ellipse"}
    (at,) = part(trace, "borders")
    assert at.kinds == tuple(kinds)
    (story,) = told(UNIT, "borders", example="three classes, two tied")
    assert story.sentence == (
        "Linear where two share a covariance, as the squares in x cancel: class 0 and class 1. In the other borders "
        "they stay."
    )
    assert [row[1:] for row in story.tables[0].rows] == [
        (kind, "one covariance" if k == 0 else "two covariances") for k, kind in enumerate(kinds)
    ]
    drawn = CARD.marks(at, UNIT, CARD.params(example="three classes, two tied"))
    assert [mark.labels for mark in drawn if isinstance(mark, Segments)] == [tuple(kinds)]
    assert sum(isinstance(mark, Ellipse) for mark in drawn) == 6 and any(isinstance(mark, Region) for mark in drawn)
    (first, *_) = part(trace, "border")
    (line,) = [m for m in CARD.marks(first, UNIT, CARD.params()) if isinstance(m, Line)]
    on = np.array([-line.bias / line.weights[0], 0.0])
    log = first.model.log_joint(on[None])[:, 0]
    assert log[0] == pytest.approx(log[1])


@shows("GC15")
@pytest.mark.parametrize(
    "params", [{"example": "three classes, two tied"}, {"covariance": "tied", "groups": (1, 1, 2)}]
)
def test_ellipses_of_tied_classes_are_dragged_together(params: dict[str, object]) -> None:
    data = IRIS.select([0, 1])
    model = ended(data, **params)[-1].model
    held = np.array(ends(model))
    held[0] += [0.3, 0.2]
    turned = pulled(held, data, CARD.params(**params), model)
    assert (turned.covariances[0] == turned.covariances[1]).all()
    assert (turned.covariances[0] != model.covariances[0]).any()
    assert turned.covariances[2] == pytest.approx(model.covariances[2])


@shows("GC15")
def test_tied_classes_share_the_mean_of_their_covariances() -> None:
    trace = ended(IRIS, covariance="tied", groups=(1, 2, 2))
    model = trace[-1].model
    parts = [IRIS.X[IRIS.codes == k] for k in range(3)]
    S = [np.cov(X.T, bias=True) for X in parts]
    assert model.covariances[0] == pytest.approx(S[0])
    assert model.covariances[1] == pytest.approx((S[1] + S[2]) / 2)
    assert (model.covariances[1] == model.covariances[2]).all()
    assert [step.border.kind for step in part(trace, "border")][2] == "a hyperplane"
    (story,) = told(IRIS, "pool", covariance="tied", groups=(1, 2, 2))
    assert story.sentence.startswith("One covariance serves versicolor and virginica: the mean of theirs")
    (all_alone,) = told(IRIS, "borders")
    assert all_alone.sentence.startswith("No two classes share a covariance")
    (all_tied,) = told(IRIS, "borders", covariance="shared")
    assert all_tied.sentence.startswith("All classes share one covariance")
    own, alike = (
        ended(IRIS, covariance=kind, groups=groups)[-1].model for kind, groups in (("own", ()), ("tied", (1,)))
    )
    assert own == alike


@shows("GC7", "W66")
def test_w66_shared_variances_make_a_line_with_these_weights() -> None:
    data = Dataset.from_arrays(
        [[2.0, 1.0], [1.0, 3.0], [0.0, 0.0], [1.0, 0.0], [0.5, 1.0]], [1, 1, 0, 0, 0], class_names=["zero", "one"]
    )
    start = GaussianClasses(
        np.array([0.5, 0.5]), np.array([[0.0, 0.0], [2.0, 1.0]]), np.repeat([np.diag([1.0, 2.0])], 2, 0), np.arange(2)
    )
    trace = engine.trace(KEY, data, start=start, covariance="shared diagonal", row=1).to_end()
    (at,) = part(trace, "collect")
    assert at.weights[1] - at.weights[0] == pytest.approx([2.0, 0.5])
    assert at.biases[1] - at.biases[0] == pytest.approx(-2.25)
    (last,) = part(trace, "posterior")
    assert last.posterior[1] == pytest.approx(0.904650535101, rel=1e-9)
    story = CARD.explain(at, data, CARD.params(covariance="shared diagonal", row=1))
    (found,) = [one for one in story.misprints if one.erratum.id == "E001-18"]
    assert found.gives == pytest.approx(-13.5) and found.right == pytest.approx(2.25)
    assert found.worked == ("at the mean of one: −2·4.5 − 4.5 = −13.5",)


@shows("E001-18")
def test_printed_line_gives_the_centre_of_a_class_to_the_other() -> None:
    """Tested with the numbers of W66 above; of other covariances the form is not printed, and not told."""
    (story,) = told(SEVEN, "collect", covariance="shared diagonal")
    (found,) = story.misprints
    assert found.gives < 0 < found.right
    (plain,) = told(SEVEN, "collect", covariance="shared")
    assert plain.misprints == ()


@shows("E002-22", "W92")
def test_equal_means_do_not_make_an_ellipse() -> None:
    (story,) = told(UNIT, "border", example="two crossing lines")
    (found,) = story.misprints
    assert (found.erratum.id, found.gives, found.right) == ("E002-22", "an ellipse", "two crossing lines")
    assert found.worked[1:] == ("det Q = −0.1406 < 0: two crossing lines",)
    assert told(UNIT, "border", example="ellipse")[0].misprints == ()
    (at,) = part(ended(UNIT, example="two crossing lines"), "border")
    on = np.array([[1.3, 1.3], [-2.0, 2.0]])
    log = at.model.log_joint(on)
    assert log[0] == pytest.approx(log[1])


@shows("GC7")
@pytest.mark.parametrize("covariance", ["diagonal", "shared diagonal", "spherical"])
def test_without_covariances_each_feature_adds_its_own_term(covariance: str) -> None:
    steps = part(ended(IRIS, covariance=covariance, row=60), "feature")
    assert len(steps) == IRIS.d
    model, x = steps[-1].model, IRIS.X[59]
    bells = [
        -0.5 * (x - mean) ** 2 / np.diag(S) - 0.5 * np.log(np.diag(S))
        for mean, S in zip(model.means, model.covariances, strict=True)
    ]
    assert steps[-1].parts == pytest.approx(np.array(bells))
    scores = part(ended(IRIS, covariance=covariance, row=60), "score")[-1].scores
    assert steps[-1].parts.sum(axis=1) + np.log(model.priors) == pytest.approx(scores)
    (bars,) = [m for m in CARD.marks(steps[1], IRIS, CARD.params()) if isinstance(m, Bars)]
    assert bars.values == pytest.approx(np.array(bells)[:, 1])
    story = told(IRIS, "feature", covariance=covariance, row=60)[1]
    assert "naive Bayes" in story.sentence and story.tables[0].columns == ("class", *IRIS.feature_names[:2])
    assert not part(ended(IRIS), "feature")


@shows("GC7")
def test_diagonal_kind_is_naive_bayes_with_axis_parallel_ellipses() -> None:
    trace = ended(IRIS, covariance="diagonal")
    other = GaussianNB(var_smoothing=0).fit(IRIS.X, IRIS.codes)
    assert trace[-1].model.predict_proba(IRIS.X) == pytest.approx(other.predict_proba(IRIS.X), abs=1e-9)
    ellipses = [m for m in CARD.marks(trace[-1], IRIS, CARD.params(covariance="diagonal")) if isinstance(m, Ellipse)]
    assert len(ellipses) == 6 and all((m.covariance == np.diag(np.diag(m.covariance))).all() for m in ellipses)
    with pytest.raises(Refusal, match="x2 never changes there"):
        engine.trace(KEY, Dataset.from_arrays([[0.0, 1.0], [1.0, 1.0], [2.0, 3.0], [3.0, 4.0]], [0, 0, 1, 1]),
                     covariance="diagonal")  # fmt: skip


@shows("GC14")
@pytest.mark.parametrize("params", [{}, {"covariance": "shared"}, {"covariance": "tied", "groups": (1, 2, 1)}])
def test_fit_of_all_classes_grows_by_the_added_class(params: dict[str, object]) -> None:
    trace = ended(IRIS, later=True, **params)
    assert trace[-1].model == ended(IRIS, **params)[-1].model
    (before,), (new,) = part(trace, "fitted"), part(trace, "new")
    assert before.model == ended(IRIS.subset(IRIS.codes < 2), **params)[-1].model
    assert (new.means[:2] == before.means).all() and (new.scatters[:2] == before.scatters).all()
    assert new.counts.tolist() == [50, 50, 50] and new.priors == pytest.approx(np.full(3, 1 / 3))
    (story,) = told(IRIS, "new", later=True, **params)
    assert story.sentence.startswith("virginica is added: only its mean and covariance are estimated")
    assert ("averaged again" in story.sentence) == bool(params)
    assert story.sentence.endswith("Softmax regression would have to train all its weights again.")
    assert all(check.holds for check in story.checks)
    assert CARD.event(new).word == "class added"
    (waiting,) = told(IRIS, "fitted", later=True, **params)
    assert "The other 2 classes are fitted. virginica is still unknown" in waiting.sentence


@shows("GC14")
def test_new_ellipse_is_drawn_and_areas_are_recomputed() -> None:
    trace = ended(IRIS, later=True)
    (before,), (new,) = part(trace, "fitted"), part(trace, "new")
    params = CARD.params(later=True)
    ellipses = [{m.group for m in CARD.marks(at, IRIS, params) if isinstance(m, Ellipse)} for at in (before, new)]
    assert ellipses == [{0, 1}, {0, 1, 2}]
    regions = [
        [m.model.classes.tolist() for m in CARD.marks(at, IRIS, params) if isinstance(m, Region)]
        for at in (before, trace[-1])
    ]
    assert regions == [[[0, 1]], [[0, 1, 2]]]
