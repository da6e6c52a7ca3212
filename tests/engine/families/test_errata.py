"""The errors of the notes that the families show: each once, and with the wrong numbers of the worked cases."""

from __future__ import annotations

import re
from typing import Any

import numpy as np
import pytest
from scipy.stats import multivariate_normal, norm

import engine
from engine.base.files import RESOURCES
from engine.core.errata import Erratum, Misprint
from engine.data.dataset import Column, Dataset
from engine.models import Centres, Hyperplane, Scores
from engine.models.network import Layer, network_of
from tests.catalogue import shows

NOTES = ("000_5d3271ecdf60f079.txt", "001_4879c9e7d291b724.txt", "002_9e25850559f9c059.txt", "003_5694847191d4e823.txt")
LISTED = {0: 37, 1: 36, 2: 25, 3: 9}
"""How many errors the list of errata has of each note."""
OPEN = {
    0: {1, 3, 4, 6, 7, 8, 9, 11, 17, 22, 30, 32, 33},
    1: {3, 4, 6, 10, 15, 25, 27, 35, 36},
    2: {3, 4, 5, 6, 7, 10, 12, 14, 15, 18, 19, 20, 21, 23, 24},
    3: {5, 6, 7, 8, 9},
}
COPIED = {0: {10, 20, 23}, 1: {2, 5, 8, 13, 19, 26, 28, 31}, 2: {1}, 3: {3}}
"""What the list of errata calls ambiguous or a convention, and what damaged in copying; the others it calls wrong."""
GUIDE = RESOURCES / "guide" / "9-lecture-notes.md"


def declared() -> list[tuple[str, Erratum]]:
    return [(key, erratum) for key, algorithm in engine.algorithms().items() for erratum in algorithm.errata]


def test_no_erratum_is_declared_twice() -> None:
    found = [(erratum.id, erratum.part) for _, erratum in declared()]
    assert len(set(found)) == len(found)


def test_every_erratum_is_shown_or_in_the_guide() -> None:
    every = {f"E00{note}-{number + 1}" for note, count in LISTED.items() for number in range(count)}
    shown = {erratum.id for _, erratum in declared()}
    words = re.findall(r"^\| (E00\d-\d+) \|", GUIDE.read_text(encoding="utf-8"), re.MULTILINE)
    assert len(set(words)) == len(words) and not shown & set(words)
    assert shown | set(words) == every


@pytest.mark.parametrize(("key", "erratum"), declared(), ids=lambda one: one if isinstance(one, str) else one.id)
def test_erratum_states_its_place_and_reason(key: str, erratum: Erratum) -> None:
    known = re.fullmatch(r"E00([0-3])-(\d{1,2})", erratum.id)
    assert known
    note, number = int(known[1]), int(known[2])
    assert erratum.place.startswith(f"{NOTES[note]}, ")
    assert erratum.printed != erratum.right
    assert erratum.kind == ("open" if number in OPEN[note] else "copy" if number in COPIED[note] else "wrong")
    assert erratum.why.count(". ") == 0 and len(erratum.why) < 180, "one sentence"


def told(key: str, data: Dataset, step: int, id: str, start: Any = None, part: str = "", **params: Any) -> Misprint:
    """What a step says of an erratum."""
    algorithm = engine.algorithm(key)
    trace = engine.trace(key, data, start=start, **params)
    index = len(trace.to_end()) + step if step < 0 else step
    story = algorithm.explain(trace[index], data, algorithm.params(**params))
    (found,) = [one for one in story.misprints if one.erratum.id == id and part in ("", one.erratum.part)]
    return found


def points(X: Any, y: Any = None) -> Dataset:
    rows = np.atleast_2d(np.asarray(X, dtype=float))
    return Dataset.from_arrays(rows if len(rows) > 1 else rows.T, y)


AND = points([[0, 0], [0, 1], [1, 0], [1, 1]], ["no", "no", "no", "yes"])


@shows("E001-3")
def test_a_strict_sign_never_begins_to_learn() -> None:
    found = told("perceptron", AND, 1, "E001-3")
    np.testing.assert_array_equal(found.gives, [0, 0, 0])
    np.testing.assert_array_equal(found.right, [-1, 0, 0])


@shows("E001-4")
def test_single_point_term_is_not_the_criterion() -> None:
    """W68: the criterion rises from 6 to 10, and as printed it would be −11."""
    data = points([[-4.0], [2.0], [3.0]], ["yes", "no", "yes"])
    found = told("perceptron", data, 1, "E001-4", start=Hyperplane(np.array([1.0]), -2.0, (0, 1)))
    assert found.gives == -11.0 and found.right == pytest.approx(10.0)


@shows("E000-37")
def test_three_equal_letters_have_six_permutations() -> None:
    eee = told("multinomial", points([[0.0], [1.0]]), 2, "E000-37", word="eee", probabilities=())
    assert (eee.gives, eee.right) == (3.0, 6.0)
    card = engine.algorithm("multinomial")
    hello = card.params(word="hello")
    steps = engine.trace("multinomial", points([[0.0], [1.0]]), word="hello").to_end()
    assert not [one for step in steps for one in card.explain(step, points([[0.0], [1.0]]), hello).misprints]


@shows("E002-2")
def test_product_of_densities_is_not_the_log_likelihood() -> None:
    """Seven ones in ten tosses: L = 0.7⁷·0.3³ = 0.002224, ln L = −6.109."""
    sample = (1.0,) * 7 + (0.0,) * 3
    found = told("likelihood", points([[0.0], [1.0]]), -1, "E002-2", sample=sample)
    assert found.gives == pytest.approx(0.7**7 * 0.3**3) and found.right == pytest.approx(np.log(0.7**7 * 0.3**3))


@shows("E000-21")
def test_density_is_not_the_class_posterior() -> None:
    data = points([[0.0], [2.0], [5.0], [6.0], [7.0]], ["a", "a", "b", "b", "b"])
    steps = engine.trace("gaussian_1d", data, row=1).to_end()
    at = next(i for i, step in enumerate(steps) if step.part == "posterior")
    found = told("gaussian_1d", data, at, "E000-21", row=1)
    densities = [norm.pdf(0.0, 1.0, 1.0), norm.pdf(0.0, 6.0, np.sqrt(2 / 3))]
    assert found.gives == pytest.approx(densities[0])
    assert found.right == pytest.approx(0.4 * densities[0] / (0.4 * densities[0] + 0.6 * densities[1]))


@shows("E001-7")
def test_widest_margin_gives_the_least_bound() -> None:
    """W33: 51 with the widest margin; any other separating weights give more."""
    found = told("perceptron_theorem", AND, -1, "E001-7")
    assert found.right == pytest.approx(51.0) and found.gives > found.right


def test_equal_margins_are_not_shown() -> None:
    """Where the weights found have the widest margin, nothing can be reversed."""
    algorithm = engine.algorithm("perceptron_theorem")
    trace = engine.trace("perceptron_theorem", AND, start=Hyperplane(np.zeros(2), 0.0, (0, 1)))
    last = trace.to_end()[-1]
    weights = last.model.packed
    same = np.allclose(weights / weights[1], [-1.5, 1, 1])
    shown = {one.erratum.id for one in algorithm.explain(last, AND, algorithm.params()).misprints}
    assert ("E001-7" in shown) is not same


@shows("E001-5", "E001-6")
def test_the_terms_of_the_start_are_lost() -> None:
    start = Hyperplane(np.array([3.0, 4.0]), 0.0, (0, 1))
    found = told("perceptron_theorem", AND, 0, "E001-5", start=start)
    assert (found.gives, found.right) == (5.0, 25.0)
    found = told("perceptron_theorem", AND, 0, "E001-6", start=start)
    reference = engine.trace("perceptron_theorem", AND, start=start)[0].proof.reference
    assert found.gives == 0.0 and found.right == pytest.approx(float(reference @ [0, 3, 4]))


W43 = network_of((Layer(np.array([[0.2, -0.1]]), np.array([0.1]), "identity"),), (0, 1))


@shows("E000-27")
def test_a_step_output_is_not_linear() -> None:
    """W43's four points: with w = (0.1, 0.2, −0.1) the squares of w·x − t add up to 0.74."""
    start = Hyperplane(np.array([0.2, -0.1]), 0.1, (0, 1))
    found = told("perceptron_delta", AND, 0, "E000-27", start=start)
    assert found.gives == pytest.approx(2 * 0.37) and found.right == 2


@shows("E000-29")
def test_weights_do_not_decay() -> None:
    """W43's three outputs: as printed each weight loses a tenth of itself; ΔW of the first is (−0.2, 0.4, 0.6)."""
    three = points([[0, 0], [1, 0], [0, 1], [1, 1]], ["a", "b", "c", "b"])
    layer = Layer(np.array([[0, 0.2], [0.3, -0.1], [0.1, 0]]), np.array([0.1, 0, -0.1]), "identity")
    found = told("linear_network", three, 1, "E000-29", start=network_of((layer,), (0, 1, 2)), rate=0.1)
    np.testing.assert_allclose(found.gives, [0.09, 0.0, 0.18])
    np.testing.assert_allclose(found.right, [0.12, -0.04, 0.14])
    card = engine.algorithm("linear_network")
    means = card.params(bias="from the means")
    steps = engine.trace("linear_network", three, bias="from the means")
    assert not card.explain(steps[1], three, means).misprints, "there the bias is not moved by ΔW"


@shows("E000-25", "E000-26")
def test_without_its_sign_the_farthest_mean_wins() -> None:
    """W25's means with one point each: both are called wrongly as printed, and neither in truth."""
    data = points([[3, 1], [0, 2]], ["one", "two"])
    found = told("nearest_mean", data, -1, "E000-25")
    assert (found.gives, found.right) == (2, 0)
    found = told("nearest_mean", data, -1, "E000-26")
    assert (found.gives, found.right) == (1, 0)


@shows("E000-8")
def test_a_centre_without_points_has_no_mean() -> None:
    """W07: the centre 50 gets no point; E = 0.5 after the first assignment, whatever the labels."""
    data = points([0, 1, 2, 10])
    start = Centres(np.array([[1.0], [10.0], [50.0]]))
    found = told("kmeans", data, 2, "E000-8", start=start, part="empty clusters", empty="keep")
    assert found.gives == "0/0" and found.right.tolist() == [50.0]
    pairs = points([[1.0, 1.0], [1.5, 2.0], [3.0, 4.0], [5.0, 7.0], [3.5, 5.0], [4.5, 5.0]])
    start = Centres(np.array([[1.0, 1.0], [5.0, 7.0]]))
    found = told("kmeans", pairs, 2, "E000-8", start=start, part="what is chosen")
    assert found.gives == pytest.approx(4.125) and found.right == pytest.approx(1.77777777778)


@shows("E000-9")
def test_right_angle_alone_bounds_no_variance() -> None:
    """W09: the first axis has the variance 4.5, and a vector twice as long 18."""
    data = points([[1, 2], [2, 1], [3, 4], [4, 3], [5, 5]])
    found = told("pca", data, 3, "E000-9", part="length")
    assert found.gives == pytest.approx(18.0) and found.right == pytest.approx(4.5)
    found = told("pca", data, 5, "E000-9", part="centre")
    assert found.gives == pytest.approx(3 * 0.707106781187) and found.right == pytest.approx(-2.12132034356)


@shows("E002-6")
def test_entropy_shares_are_not_percentages() -> None:
    """W21: the entropy of the play-tennis table is 0.940 bits."""
    found = told("id3", engine.load("play_tennis"), 1, "E002-6", part="per cent")
    p = 100 * np.array([9, 5]) / 14
    assert found.gives == pytest.approx(-float(p @ np.log2(p))) and found.right == pytest.approx(0.940285958671)
    ratio = told("id3", engine.load("play_tennis"), 1, "E002-6", part="base of the logarithm", criterion="gain ratio")
    assert ratio.gives == pytest.approx(ratio.right / np.log(2))


FISHER = points(
    [[4, 2], [2, 4], [2, 3], [3, 6], [4, 4], [9, 10], [6, 8], [9, 5], [8, 7], [10, 8]], ["one"] * 5 + ["two"] * 5
)


@shows("E003-5", "E001-14", "E000-24")
def test_scatters_are_not_variances_or_sums_of_deviations() -> None:
    """W31: J = 3.050 with scatters, five times that with variances of five points each."""
    found = told("fisher", FISHER, 5, "E003-5")
    assert found.gives == pytest.approx(5 * 3.05016611296) and found.right == pytest.approx(3.05016611296)
    found = told("fisher", FISHER, 2, "E001-14")
    np.testing.assert_array_equal(found.gives, [0, 0])
    np.testing.assert_allclose(found.right, [13.2, -1.2])
    found = told("fisher", FISHER, 5, "E000-24")
    way = np.array([5.4 / 13.2, 3.8 / 22.0])
    np.testing.assert_allclose(found.gives, way / np.linalg.norm(way))
    np.testing.assert_allclose(found.right, [0.908785584334, 0.417263420044])


@shows("E001-11")
def test_bracket_alone_is_the_nearest_mean() -> None:
    iris = engine.load("iris")
    data = iris.subset(np.flatnonzero(iris.codes != 0))
    found = told("fisher", data, -1, "E001-11")
    means = engine.fit("nearest_mean", data)
    assert found.gives == int((means.predict(data.X) != data.codes).sum()) and found.right == 3


@shows("E000-28")
def test_a_sum_without_squares_has_no_least() -> None:
    """W43's outputs add up to 0.6, its targets to 1; three weights, so ½ (0.6 − 3·1)."""
    found = told("linear_unit", AND, 0, "E000-28", start=W43)
    assert found.gives == pytest.approx(-1.2) and found.right == pytest.approx(0.37)


@shows("E000-28")
def test_target_is_subtracted_once_per_weight_in_the_gradient() -> None:
    """W43: three weights, so as printed three times the target is taken from each output."""
    found = told("linear_unit", AND, 1, "E000-28", start=W43, part="gradient", rate=0.1)
    y, X, t = np.array([0.1, 0.0, 0.3, 0.2]), np.insert(AND.X, 0, 1, axis=1), np.array([0, 0, 0, 1])
    assert found.right == pytest.approx(np.abs(g := (y - t) @ X).max() * -1) and g.argmin() == 2
    assert found.gives == pytest.approx(((y - 3 * t) @ X)[2])
    online = engine.algorithm("linear_unit").params(updates="online")
    step = engine.trace("linear_unit", AND, updates="online")[1]
    parts = {one.erratum.part for one in engine.algorithm("linear_unit").explain(step, AND, online).misprints}
    assert "gradient" not in parts, "there the step goes against a part of it"


@shows("E000-28", "OP7")
def test_printed_gradient_of_a_linear_unit_fails_central_differences() -> None:
    """At W43's weights, from the whole printed gradient (D + 1 components) and the right one."""
    found = told("linear_unit", AND, 1, "E000-28", start=W43, part="gradient", rate=0.1)
    X, t = np.insert(AND.X, 0, 1, axis=1), np.array([0, 0, 0, 1])
    y = np.array([0.1, 0.0, 0.3, 0.2])
    assert printed_off(found) == pytest.approx(gap((y - 3 * t) @ X, (y - t) @ X), rel=1e-2)


@shows("E000-35", "OP7")
def test_printed_gradient_of_softmax_fails_central_differences() -> None:
    """W38 at W = 0, where every output is a third: as printed each weight of a class has the slope (δ − 1) y."""
    found = told("softmax_gradient", W38, 0, "E000-35")
    Phi, T = np.insert(W38.X, 0, 1, axis=1), np.eye(3)[W38.codes]
    right = (1 / 3 - T).T @ Phi
    printed = np.repeat(found.gives[0], Phi.shape[1])
    sizes = np.abs(Phi).max(axis=0)
    off = printed_off(found)
    first = np.abs((printed - right[0]) / sizes).max()
    largest = max(np.abs(right / sizes).max(), 2 / 9)
    assert off > 10 and off >= 100 * first / largest - 1


def printed_off(found: Misprint) -> float:
    """The percentage by which the gradient as printed is off, as the window tells it."""
    (line,) = [line for line in found.worked if line.startswith("gradient check: as printed")]
    return float(re.search(r"by (\S+) % of the steepest slope", line)[1])


def gap(printed: np.ndarray, right: np.ndarray) -> float:
    """The largest difference as a percentage of the steepest slope; inputs are 1 at most."""
    return 100 * np.abs(printed - right).max() / max(np.abs(printed).max(), np.abs(right).max())


@shows("E002-17")
def test_feature_density_is_not_a_class_probability() -> None:
    """By scipy: the Gaussians of the two classes, with the covariance that both share."""
    for data in (SIX, engine.load("iris").subset(range(50, 150))):
        data = data.changed(X=0.5 * data.X)
        trace = engine.trace("logistic_newton", data).to_end()
        found = told("logistic_newton", data, -1, "E002-17")
        chance = trace[-1].model.predict_proba(data.X)
        own = chance[np.arange(data.n), np.searchsorted(trace[-1].model.classes, data.codes)]
        row = int(np.argmin(own))
        means = {code: data.X[data.codes == code].mean(axis=0) for code in data.classes_present}
        off = data.X - np.array([means[code] for code in data.codes])
        S = off.T @ off / data.n
        assert found.gives == pytest.approx(multivariate_normal(means[data.codes[row]], S).pdf(data.X[row]))
        assert found.right == pytest.approx(own[row])


@shows("E003-1")
def test_region_may_end_beyond_its_two_points() -> None:
    """W28: the segment between two points of a region stays in it, and α = 3 leaves it."""
    y = Scores(np.array([[1.0, 0.0], [-1.0, 0.0], [0.0, 1.0]]), np.zeros(3), np.arange(3))
    A, B = np.array([1, 0.9]), np.array([2.0, 0.0])
    assert [int(y.predict((a * A + (1 - a) * B)[None])[0]) for a in (0, 0.5, 1, 3)] == [0, 0, 0, 2]
    found = told("least_squares", engine.load("iris"), -1, "E003-1")
    assert found.at is not None and found.gives < found.right


@shows("E003-9", "W91")
def test_mislabelled_far_point_turns_logistic_regression() -> None:
    """W91: the slope is 2.6748 before, −0.04683 after; W30's far points have the right label, and nothing is said."""
    X, t = [[0.0], [1], [2], [3], [4], [5], [20]], [0, 0, 0, 1, 1, 1]
    found = told("logistic_newton", points(X, [*t, 0]), -1, "E003-9", penalty=0.1)
    assert found.gives[1] == pytest.approx(2.6748, abs=1e-3) and found.right[1] == pytest.approx(-0.04683, abs=1e-3)
    card, right = engine.algorithm("logistic_newton"), points(X, [*t, 1])
    step = engine.trace("logistic_newton", right, penalty=0.1).to_end()[-1]
    misprints = card.explain(step, right, card.params(penalty=0.1)).misprints
    assert "E003-9" not in {one.erratum.id for one in misprints}


@shows("E000-31")
def test_two_layers_of_step_units_compute_xor() -> None:
    """W44: with the hidden thresholds 0.5 and 1.5 the answers are 0, 1, 1, 0."""
    found = told("separability", engine.load("gate_xor"), -1, "E000-31")
    assert found.right.tolist() == [0, 1, 1, 0] and found.gives.tolist() == [0, 1, 1, 1]
    assert "0.5" in found.worked[1] and "1.5" in found.worked[2]
    xnor = points([[0, 0], [0, 1], [1, 0], [1, 1]], ["yes", "no", "no", "yes"])
    assert told("separability", xnor, -1, "E000-31").right.tolist() == [1, 0, 0, 1]


@shows("E002-24")
def test_binary_features_must_be_conditionally_independent() -> None:
    """XOR: each class has Bernoulli(½) features, which alone would give each of four rows ¼; it has ½ of two."""
    found = told("separability", engine.load("gate_xor"), -1, "E002-24")
    assert (found.gives, found.right) == (0.25, 0.5) and found.worked[0].endswith(" = 0.5·0.5 = 0.25")
    card = engine.algorithm("separability")
    four = points([[0, 0], [0, 2], [2, 0], [2, 2]], ["no", "yes", "yes", "no"])
    for data in (AND, four):
        story = card.explain(engine.trace("separability", data).to_end()[-1], data, card.params())
        assert "E002-24" not in {one.erratum.id for one in story.misprints}, "a line is there, or no Bernoulli variable"


@shows("E000-36")
def test_ratio_of_two_logarithms_picks_the_other_class() -> None:
    """With 0.8 and 0.2 it is 0.1386: below 1, although the first is larger."""
    data = points([[0.0], [1.0]], ["no", "yes"])
    start = Hyperplane(np.array([np.log(16.0)]), -np.log(4.0), (0, 1))
    long = {"length": float(np.log(16.0))}
    found = told("logistic_by_hand", data, 2, "E000-36", start=start, **long)
    assert engine.trace("logistic_by_hand", data, start=start, **long)[2].probabilities == pytest.approx([0.2, 0.8])
    assert found.worked[0] == "point 1: ln P(yes | x) / ln P(no | x) = −1.6094 / (−0.22314) = 7.213"
    assert found.worked[1] == "above 1, so it would be yes; the difference is below 0, and it is no"
    assert found.gives == pytest.approx(np.log(0.2) / np.log(0.8)) and found.right == pytest.approx(np.log(0.25))
    assert 1 / found.gives == pytest.approx(0.138647, abs=1e-6), "of 0.8 and 0.2, as the list of errata has it"


SIX = points([0.5, 1.0, 1.5, 2.0, 2.5, 3.0], ["a", "a", "b", "a", "b", "b"])


@shows("E001-20", "E001-21", "E001-22")
def test_newton_goes_by_a_convex_error() -> None:
    found = told("logistic_newton", SIX, 0, "E001-20")
    assert found.gives == pytest.approx(1 / 3) and found.right == 0.25
    found = told("logistic_newton", SIX, 0, "E001-22")
    assert (found.gives, found.right) == (6, 2)
    found = told("logistic_newton", SIX, 1, "E001-21")
    trace = engine.trace("logistic_newton", SIX)
    went = trace[1].model.packed
    assert found.gives == pytest.approx(6 * np.log(2) + float(trace[0].gradient @ went))
    assert found.right == trace[1].error > found.gives


@shows("E001-24")
def test_null_space_of_the_table_keeps_the_error() -> None:
    """W72: along (1, −0.2, −0.6) E stays 0.9575; along a direction at a right angle to w it does not."""
    data = points([[2, 1], [-1, 2]], ["yes", "no"])
    start = Hyperplane(np.array([0.3, -0.1]), 0.2, (0, 1))
    found = told("logistic_newton", data, 0, "E001-24", start=start)
    assert found.right == pytest.approx(0.957541293354)
    assert "0.9575" in found.worked[1] and abs(found.gives - found.right) > 0.1


@shows("E001-25")
def test_no_finite_weights_have_no_loss() -> None:
    """W37: after the first Newton step E is 0.2539, and falls for ever."""
    data = points([-1, 1], ["no", "yes"])
    found = told("logistic_newton", data, 1, "E001-25")
    assert found.gives == 0.0 and found.right == pytest.approx(0.253856022086)


@shows("E001-1", "E001-9", "E003-2")
def test_probability_of_the_other_class_and_a_product() -> None:
    """A ratio upside down gives 1 − P, a target of 0 leaves nothing of a product, and a prior must not count twice."""
    iris = engine.load("iris")
    data = iris.subset(np.flatnonzero(iris.codes != 0)[:80])
    found = told("logistic_gradient", data, 5, "E001-9")
    assert found.gives == pytest.approx(1 - found.right)
    found = told("logistic_gradient", data, 0, "E003-2")
    assert not found.gives.any() and found.right[0] == 0.5
    found = told("logistic_gradient", data, 40, "E001-1")
    step = engine.trace("logistic_gradient", data)[40]
    a = step.model.decision_function(data.X)
    own = (data.codes == 2) == (a >= np.log(50 / 30))
    assert found.gives == int((~own).sum()) and found.right == step.wrong


@shows("E000-30")
def test_means_do_not_give_the_bias_of_a_sigmoid() -> None:
    found = told("sigmoid_unit", SIX, 3, "E000-30")
    step = engine.trace("sigmoid_unit", SIX)[3]
    (_, w), x, t = step.weights[0], SIX.X[:, 0], SIX.codes
    assert found.gives == pytest.approx(0.5 - w * x.mean()) and abs(found.gives - found.right) > 0.1
    y = 1 / (1 + np.exp(-(w * x + found.right)))
    assert ((y - t) * y * (1 - y)).sum() == pytest.approx(0.0, abs=1e-7), "there E is least for this w"


W38 = points([[0, 0], [1, 0], [0, 1], [2, 1], [1, 2], [2, 2]], ["a", "a", "b", "c", "b", "c"])


@shows("E000-34")
def test_sigmoids_of_several_classes_do_not_sum_to_one() -> None:
    """W38: at W = 0 three sigmoids of ½; of two classes there is one unit, and nothing to add."""
    found = told("sigmoid_unit", W38, 0, "E000-34")
    assert (found.gives, found.right) == (1.0, 1.5) and found.worked == (
        "point 1: Σ y = 0.5 + 0.5 + 0.5 = 1.5, and not 1",
    )
    card = engine.algorithm("sigmoid_unit")
    assert not card.explain(engine.trace("sigmoid_unit", SIX)[0], SIX, card.params()).misprints


@shows("E000-35", "E001-12")
def test_gradient_has_its_feature_and_uses_softmax() -> None:
    """W38: at W = 0 the gradient of the first class is (0, 1, 2)."""
    found = told("softmax_gradient", W38, 0, "E000-35")
    assert len(set(found.gives.tolist())) == 1
    np.testing.assert_allclose(found.right, [0.0, 1.0, 2.0], atol=1e-12)
    found = told("softmax_gradient", W38, 0, "E001-12")
    assert found.gives == 0.5 and found.right == pytest.approx(1 / 3)


@shows("E001-23")
def test_the_printed_hessian_curves_down() -> None:
    found = told("softmax_newton", W38, 0, "E001-23")
    np.testing.assert_allclose(found.gives, -found.right)
    assert found.right[0] == pytest.approx(6 * 2 / 9)


@shows("E001-28", "E001-29")
def test_sum_is_the_inverse_of_the_covariance() -> None:
    """W41: S_N⁻¹ and S_N of six points with the prior N(0, I)."""
    at = [step.phase for step in engine.trace("bayesian_logistic", SIX, draws=0).to_end()].index("laplace")
    found = told("bayesian_logistic", SIX, at, "E001-29", draws=0)
    np.testing.assert_allclose(found.gives, [2.41179409715, 2.39837416048])
    np.testing.assert_allclose(found.right, [0.682669191089, -0.269539897496])
    found = told("bayesian_logistic", SIX, at, "E001-28", draws=0)
    np.testing.assert_array_equal(found.gives, [0, 0])
    np.testing.assert_allclose(found.right, [2.41179409715, 2.39837416048])


@shows("E001-32", "E001-33", "E001-34")
def test_what_the_printed_rules_predict() -> None:
    """W42's formulas at mean 1 and variance 4, and Φ(1.3)."""
    from engine.families.logistic.bayesian_logistic.errata import predicted
    from engine.families.logistic.bayesian_logistic.loop import Params

    found = {one.erratum.id: one for one in predicted(1.0, 4.0, Params())}
    assert found["E001-34"].gives == pytest.approx(0.832488904427)
    assert found["E001-34"].right == pytest.approx(0.651056462046)
    assert found["E001-33"].gives == pytest.approx(0.560703810498)
    assert found["E001-33"].right == pytest.approx(0.652041283239)
    mean = 1.3 * np.sqrt(Params().stretch ** -2 + 4.0)
    (probit,) = [one for one in predicted(float(mean), 4.0, Params()) if one.erratum.id == "E001-32"]
    assert probit.gives == pytest.approx(0.785105111521) and probit.right == pytest.approx(0.903199515414)


@shows("E001-30", "E001-31")
def test_variance_is_no_deviation_and_delta_no_function() -> None:
    found = told("bayesian_logistic", SIX, -1, "E001-31", draws=100)
    assert found.gives == pytest.approx(found.right**2)
    found = told("bayesian_logistic", SIX, -1, "E001-30", draws=100)
    assert found.gives == 0.0 and 0 < found.right < 1


def test_coinciding_or_undefined_values_are_not_shown() -> None:
    erratum = Erratum("E000-0", "000", "a", "b", "Because.")
    assert Misprint(erratum, "E", 1.0, 2.0, ()).matters()
    assert not Misprint(erratum, "E", 1.00001, 1.00002, ()).matters()
    assert not Misprint(erratum, "E", np.inf, 2.0, ()).matters()
    assert not Misprint(erratum, "E", 1.0, np.nan, ()).matters()


def test_algorithm_without_errata_shows_none() -> None:
    words = Dataset(np.array([[0.0], [1.0]]), np.array([0, 1]), (Column("a", "numeric"),), class_names=("n", "y"))
    algorithm = engine.algorithm("max_margin")
    assert algorithm.errata == ()
    trace = engine.trace("max_margin", words)
    assert algorithm.explain(trace[0], words, algorithm.params()).misprints == ()
