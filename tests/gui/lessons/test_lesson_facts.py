"""What lessons say that no single number of a step shows: computed again from the runs of their stops."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from scipy.ndimage import label
from scipy.spatial.distance import pdist

import engine
from engine.core.marks import Line
from engine.data.dataset import Dataset
from gui.lessons.claims import Evidence
from gui.lessons.lesson import FOLDER, Cast, Scene, read


def scenes(number: int) -> tuple[Scene, ...]:
    (path,) = FOLDER.glob(f"{number:02d}-*.json")
    return read(path).scenes


def run_of(scene: Scene, data: Dataset, cast: Cast | None = None, **other: Any) -> Any:
    one = scene.cast[0] if cast is None else cast
    return engine.trace(one.key, data, seed=one.seed, start=one.start, **{**one.values, **other}).to_end()


def numbers_of(scene: Scene, step: Any) -> dict[str, Any]:
    """The numbers that the explanation of a step has, by their names."""
    card, run = engine.algorithm(scene.cast[0].key), scene.cast[0]
    return {number.name: number.value for number in card.explain(step, scene.data, card.params(**run.values)).numbers}


def test_rigid_boundary_errs_by_its_shape_not_by_its_bias() -> None:
    """Lesson 16, stop 2: moved to wherever it errs least, the same boundary is hardly better."""
    stiff, between = scenes(16)[1], scenes(16)[4]
    data = stiff.data.subset(stiff.split.of(stiff.data).rows("training"))
    a = run_of(stiff, data)[-1].model.decision_function(data.X)
    said = lambda shift: int(((a > shift) != (data.codes == 1)).sum())  # noqa: E731
    wrong, best = said(0.0), min(said(shift) for shift in a)
    fitted = int((run_of(between, data)[-1].model.predict(data.X) != data.codes).sum())
    assert wrong <= 1.1 * best and best > 2 * fitted
    line = np.column_stack([np.ones(data.n), data.X])
    straight = line @ np.linalg.lstsq(line, a, rcond=None)[0]
    assert np.corrcoef(straight, a)[0, 1] ** 2 > 0.95, "nearly a straight line"


def test_likelihood_of_a_component_on_one_point_is_unbounded() -> None:
    """Lesson 17, stop 4: the lower the floor, the greater ln L, by the same amount for each factor."""
    scene = scenes(17)[3]
    ends = [run_of(scene, scene.data, floor=floor)[-1].log_likelihood for floor in (1e-3, 1e-5, 1e-7)]
    assert ends[0] < ends[1] < ends[2]
    assert ends[1] - ends[0] == pytest.approx(np.log(100), rel=0.05) == ends[2] - ends[1]


def test_tsne_map_puts_neighbouring_groups_farthest_apart() -> None:
    """Lesson 34, stops 3 and 5, from the middles of the groups."""
    ten, forty = scenes(34)[2], scenes(34)[4]

    def between(X: np.ndarray) -> dict[str, float]:
        middle = {name: X[ten.data.codes == code].mean(axis=0) for code, name in enumerate("ABC")}
        return {pair: float(np.linalg.norm(middle[pair[0]] - middle[pair[1]])) for pair in ("AB", "AC", "BC")}

    data, map_of_ten = between(ten.data.X), between(run_of(ten, ten.data)[-1].model.places)
    map_of_forty = between(run_of(forty, forty.data)[-1].model.places)
    assert data["BC"] < min(data["AB"], data["AC"]) and map_of_ten["BC"] > max(map_of_ten["AB"], map_of_ten["AC"])
    assert map_of_forty["BC"] < 0.5 * min(map_of_forty["AB"], map_of_forty["AC"])


def test_elbow_of_e_is_at_three_clusters() -> None:
    """Lesson 27, stop 4: up to K = 3 each centre lowers E by far more than any after it."""
    scene = scenes(27)[-1]
    E = np.array([one.E for one in run_of(scene, scene.data)[-1].tried])
    falls = -np.diff(E)
    assert falls[:2].min() > 5 * falls[2:].max()


def test_least_squares_and_logistic_boundaries_are_half_way_between_classes() -> None:
    """Lesson 04, stop 1: both at x₁ = 2.5."""
    scene = scenes(4)[0]
    left, right = scene.data.X[scene.data.codes == 0, 0].max(), scene.data.X[scene.data.codes == 1, 0].min()
    middle = np.column_stack([np.full(3, (left + right) / 2), [0.0, 1.0, 2.0]])
    squares, logistic = (run_of(scene, scene.data, one)[-1].model for one in scene.cast)
    assert np.diff(squares.decision_function(middle), axis=1) == pytest.approx(0.0, abs=1e-9)
    assert logistic.decision_function(middle) == pytest.approx(0.0, abs=1e-9)


def test_longer_weights_lower_every_loss_and_a_penalty_barely_moves_the_line() -> None:
    """Lesson 05, stops 2 and 6."""
    first, longer, *_, light, heavy = scenes(5)
    data = first.data
    losses = [
        np.logaddexp(0.0, np.where(data.codes == 1, -a, a))
        for a in (run_of(first, data)[step].model.decision_function(data.X) for step in (1, 4))
    ]
    assert longer.cast[0].step == 4 and (losses[1] < losses[0]).all()
    lines = [run_of(scene, data)[-1].model for scene in (light, heavy)]
    angles = [np.degrees(np.arctan2(*line.weights)) for line in lines]
    assert abs(angles[0] - angles[1]) < 3
    assert abs(np.diff([line.bias / np.linalg.norm(line.weights) for line in lines])) < 0.1


def test_newton_doubles_the_correct_digits_near_the_minimum() -> None:
    """Lesson 06, stop 5."""
    scene = scenes(6)[4]
    digits = -np.log10([step.change for step in run_of(scene, scene.data)][5:])
    assert (digits[1:] > 1.75 * digits[:-1]).all()


def test_tiny_weights_give_the_class_share_or_one_half() -> None:
    """Lesson 07, stops 4 and 5."""
    *_, free, penalised = scenes(7)
    for scene, share in ((free, (free.data.codes == 1).mean()), (penalised, 0.5)):
        p = run_of(scene, scene.data)[-1].model.predict_proba(scene.data.X)[:, 1]
        assert p == pytest.approx(share, abs=0.05)
    assert (free.data.codes == 1).mean() == pytest.approx(2 / 3)


def test_some_consistent_lines_pass_the_far_point_on_its_left() -> None:
    """Lesson 08, stop 4: of the thin lines drawn; and among the points all but a few agree."""
    scene = scenes(8)[3]
    step, card = run_of(scene, scene.data)[-1], engine.algorithm("bayesian_logistic")
    lines = [
        mark
        for mark in card.marks(step, scene.data, card.params(**scene.cast[0].values))
        if isinstance(mark, Line) and mark.role == "spoke"
    ]
    x, y = scene.ask
    crossing = [
        (line.bias + line.weights @ (x, y), -(line.bias + line.weights[1] * y) / line.weights[0]) for line in lines
    ]
    left = [(a, at) for a, at in crossing if at < x]
    assert 1 < len(left) < len(lines) / 2 and all(a < 0 for a, _ in left)


def test_votes_tie_in_a_triangle_smaller_than_the_samples() -> None:
    """Lesson 09, stop 5."""
    scene = scenes(9)[4]
    model = run_of(scene, scene.data)[-1].model
    lines = [(one.weights, -one.bias) for one in model.binaries]
    pairs = ((0, 1), (0, 2), (1, 2))
    corners = np.array([np.linalg.solve([lines[i][0], lines[j][0]], [lines[i][1], lines[j][1]]) for i, j in pairs])
    area = 0.5 * abs(np.linalg.det(corners[1:] - corners[0]))
    assert 0 < area < 1e-3 * np.ptp(scene.data.X, axis=0).prod()
    assert (model.predict(corners.mean(axis=0, keepdims=True)) < 0).all()


def test_temperature_is_never_asked() -> None:
    """Lesson 11, stop 5."""
    scene = scenes(11)[-1]
    asked = run_of(scene, scene.data)[-1].model.attribute
    assert scene.data.feature_names[1] == "Temperature" and 1 not in asked and {0, 2, 3} <= set(asked)


def test_fisher_direction_maximises_j() -> None:
    """Lesson 12, stops 1, 3 and 5: and along the line from mean to mean the means are farthest apart."""
    scene = scenes(12)[2]
    X, codes = scene.data.X, scene.data.codes
    angles = np.radians(np.arange(0.0, 180.0, 0.5))
    p = X @ np.array([np.cos(angles), np.sin(angles)])
    between = (p[codes == 1].mean(axis=0) - p[codes == 0].mean(axis=0)) ** 2
    J = between / sum(len(X) / 2 * p[codes == code].var(axis=0) for code in (0, 1))
    steps = run_of(scene, scene.data)
    numbers = numbers_of(scene, steps[5])
    assert J.max() <= numbers["J"] < 1.001 * J.max()
    assert between.max() <= np.sum((X[codes == 1].mean(axis=0) - X[codes == 0].mean(axis=0)) ** 2)


def test_lda_and_logistic_boundaries_almost_coincide_and_one_turns() -> None:
    """Lesson 13, stops 1 and 3."""

    def angles(scene: Scene) -> list[float]:
        models = [run_of(scene, scene.data, one)[-1].model for one in scene.cast]
        return [float(np.degrees(np.arctan2(model.weights[1], model.weights[0]))) for model in models]

    together, apart = angles(scenes(13)[0]), angles(scenes(13)[2])
    assert abs(together[0] - together[1]) < 2
    assert abs(apart[0] - together[0]) > 20 and apart[1] == pytest.approx(together[1])


def test_boundary_depends_only_on_support_vectors() -> None:
    """Lesson 15, stops 1, 2 and 6."""
    first, straight, *_, bent = scenes(15)
    step = run_of(straight, straight.data)[-1]
    without = run_of(straight, straight.data.subset(step.support))[-1].model
    grid = np.stack(np.meshgrid(np.linspace(0, 6, 9), np.linspace(0, 5, 9)), axis=-1).reshape(-1, 2)
    assert without.decision_function(grid) == pytest.approx(step.model.decision_function(grid), abs=5e-3)
    begin = run_of(first, first.data)[0]
    assert np.ptp(begin.biases[first.data.codes == 0]) == 0 == np.ptp(begin.biases[first.data.codes == 1])
    step = run_of(bent, bent.data)[-1]
    share = step.shares[step.support] * step.model.kernel.between(step.model.vectors, np.array([bent.ask]))[:, 0]
    far = np.linalg.norm(step.model.vectors - bent.ask, axis=1)
    assert far[share < 0].max() < far[share > 0].min() and -share[share < 0].sum() > 2 * share[share > 0].sum()


def test_one_point_difference_at_the_first_stop_is_chance() -> None:
    """Lesson 16, stop 5."""
    wrong = []
    for scene in (scenes(16)[0], scenes(16)[-1]):
        parts = scene.split.of(scene.data)
        model, held = run_of(scene, scene.data.subset(parts.rows("training")))[-1].model, parts.rows("validation")
        wrong.append(int((model.predict(scene.data.X[held]) != scene.data.codes[held]).sum()))
    claim = Evidence("fewer", "count error, validation", "stop 1", ("rows validation", "rows validation"))
    assert abs(wrong[0] - wrong[1]) <= 1 and not claim.holds(min(wrong), max(wrong), (200, 200))


def test_lines_separate_to_the_band_edges_and_the_plane_folds() -> None:
    """Lesson 18, stops 2, 3, 5 and 6."""
    scene, fast = scenes(18)[1], scenes(18)[5]
    steps, codes = run_of(scene, scene.data), scene.data.codes
    lines = [steps[at].model.layers[0] for at in (0, -1)]
    begin, end = (one.biases / np.linalg.norm(one.weights, axis=1) for one in lines)
    assert begin == pytest.approx(0.0) and end[0] > 0.4 and end[1] < -0.4
    h = steps[-1].model.hidden_outputs(scene.data.X)
    assert h.min() < -0.99 and h.max() > 0.99
    away = np.abs(h - h[codes == 0].mean(axis=0).round())  # from the corner
    assert away.min(axis=1).max() < 0.05, "all stand along two edges"
    assert away[codes == 0].max() < away[codes == 1].max(axis=1).min(), "A nearer to the corner"
    flat = run_of(fast, fast.data)[-1].model.hidden_outputs(fast.data.X)
    assert (1 - flat**2).max() < 1e-6


@pytest.mark.full
def test_more_neighbours_remove_the_islands_and_nearly_all_leave_one_class() -> None:
    """Lesson 19, stops 1 to 3."""
    islands = []
    for scene in scenes(19)[:3]:
        low, high = scene.data.X.min(axis=0) - 0.3, scene.data.X.max(axis=0) + 0.3
        places = np.stack(np.meshgrid(*np.linspace(low, high, 250).T), axis=-1)
        said = run_of(scene, scene.data)[-1].model.predict(places.reshape(-1, 2)).reshape(250, 250)
        islands.append([label(said == code)[1] for code in (0, 1)])
    assert min(islands[0]) > 1 and islands[1] == [1, 1] and islands[2] == [1, 0]
    scene = scenes(19)[1]
    assert (run_of(scene, scene.data)[-1].model.predict(scene.data.X) != scene.data.codes).any()
    assert set(np.bincount(scene.data.codes)) == {scene.data.n // 2}


def test_weak_correlation_and_a_unit_worse_than_chance() -> None:
    """Lesson 21, stops 3 to 5."""
    *_, correlated, before, after = scenes(21)
    assert 0.1 < abs(np.corrcoef(correlated.data.X.T)[0, 1]) < 0.3
    few, many = (
        numbers_of(scene, run_of(scene, scene.data)[step])["misclassified rows"]
        for scene, step in ((before, 0), (after, -1))
    )
    claim = Evidence("fewer", "number misclassified rows", "before", (after.data.n, after.data.n))
    assert claim.holds(few, many, (after.data.n, after.data.n))


def test_unseen_day_gets_the_majority_class() -> None:
    """Lesson 22, stop 4."""
    scene = scenes(22)[3]
    parts = scene.split.of(scene.data)
    learnt = scene.data.subset(parts.rows("training"))
    said = run_of(scene, learnt)[-1].model.predict(scene.data.X[parts.rows("validation")])
    assert set(said) == {np.bincount(learnt.codes).argmax()}


def test_forest_fits_nearly_every_training_point() -> None:
    """Lesson 24, stop 3."""
    scene = scenes(24)[2]
    learnt = scene.data.subset(scene.split.of(scene.data).rows("training"))
    model = run_of(scene, learnt, scene.cast[1])[scene.cast[1].step].model
    assert (model.predict(learnt.X) != learnt.codes).mean() < 0.03


def test_a_strip_of_b_runs_through_a() -> None:
    """Lesson 25, stops 4 and 5: up to x₁ = 0.7 A, then B, then A up to 2.5; the second cut misclassifies rows of A."""
    scene = scenes(25)[-1]
    steps = run_of(scene, scene.data)
    places = np.column_stack([[0.5, 0.9, 1.2, 2.0, 3.0], np.full(5, 1.6)])
    assert steps[-1].model.predict(places).tolist() == [0, 1, 0, 0, 1]
    right = scene.data.codes == (scene.data.X[:, 0] > steps[2].rounds[0].stump.threshold[0])
    second = scene.data.codes == (scene.data.X[:, 0] > steps[3].rounds[1].stump.threshold[0])
    assert (~second).any() and right[~second].all() and (scene.data.codes[~second] == 0).all()


def test_single_linkage_finds_both_moons_and_complete_cuts_one() -> None:
    """Lesson 28, stops 2 and 4."""
    scene, low = scenes(28)[1], scenes(28)[3]
    single, complete = (run_of(scene, scene.data, one)[-1].model.groups for one in scene.cast)
    moons = [scene.data.codes == code for code in (0, 1)]
    assert all(len(set(single[moon])) == 1 for moon in moons) and len(set(single)) == 2
    assert sorted(len(set(complete[moon])) for moon in moons) == [1, 2]
    heights = run_of(low, low.data)[-1].model.heights
    assert np.ptp(heights[:-2]) < 0.2 < heights[-1] - heights[-2]


def test_two_of_three_units_start_close_and_end_on_one_border() -> None:
    """Lesson 29, stops 4 and 5: h₁ on one border of the band, h₂ and h₃ on the other."""
    scene = scenes(29)[3]
    steps = run_of(scene, scene.data)
    weights = steps[0].model.layers[0].weights
    across = np.degrees(np.arctan2(weights[:, 1], weights[:, 0])) % 180
    assert abs(across[0] - across[1]) < 5 < min(abs(across[2] - across[:2]))
    end = steps[-1].model.layers[0]
    places = end.biases / np.linalg.norm(end.weights, axis=1) * np.sign(end.weights[:, 0])
    assert places[0] > 0.4 and places[1] == pytest.approx(places[2], abs=0.05) and places[1] < -0.4


def test_above_the_stability_limit_e_falls_once_and_then_grows() -> None:
    """Lesson 30, stop 5; at stop 4 each leap across the valley is nearly as long as the one before."""
    *_, below, above = scenes(30)
    E = np.array([step.error for step in run_of(above, above.data)])
    assert E[1] < E[0] and (np.diff(E[1:]) > 0).all()
    step = run_of(below, below.data)[0]
    numbers = numbers_of(below, step)
    assert 0.9 < abs(1 - numbers["rate η"] * numbers["λmax"]) < 1


def test_adam_steps_are_bounded_by_the_rate_and_nearly_straight() -> None:
    """Lesson 31, stops 3 and 4."""
    lost, straight = scenes(31)[2:4]
    for scene in (lost, straight):
        steps = run_of(scene, scene.data)
        w = np.array([steps[at].walk.w[1] for at in range(scene.cast[0].step + 1)])
        assert np.abs(np.diff(w, axis=0)).max() <= 0.2237
    plain = np.array([steps[at].walk.w[0] for at in range(scene.cast[0].step + 1)])
    bent, near = (
        np.linalg.norm(np.diff(one, axis=0), axis=1).sum() / np.linalg.norm(one[-1] - one[0]) for one in (plain, w)
    )
    assert near < 1.01 < 1.1 < bent


def test_first_axis_mixes_the_groups_and_the_second_separates_them() -> None:
    """Lesson 32, stops 2, 3 and 5."""
    scene, *_, wine = scenes(32)[1:]
    model, codes = run_of(scene, scene.data)[-1].model, scene.data.codes
    p = scene.data.X @ model.components.T
    between = np.abs(p[codes == 0].mean(axis=0) - p[codes == 1].mean(axis=0)) / p.std(axis=0)
    assert between[0] < 0.1 and between[1] > 1.5
    variances = run_of(wine, wine.data)[-1].variances
    assert variances[0] < 0.5 * variances.sum()


def test_classical_map_never_overestimates_and_iterations_lower_the_stress() -> None:
    """Lesson 33, stops 2 and 3."""
    scene = scenes(33)[2]
    steps, apart = run_of(scene, scene.data), pdist(scene.data.X)
    classical, best = (pdist(steps[at].model.places) for at in (2, -1))
    assert (classical <= apart + 1e-9).all() and (classical < 0.9 * apart).any()
    assert (best > apart + 1e-9).any() and (best < apart - 1e-9).any()
    assert (np.diff([step.stress for step in steps][2:]) <= 0).all()


def test_small_cloud_is_smaller_than_the_maximum_perplexity() -> None:
    """Lesson 34, stop 5."""
    scene = scenes(34)[-1]
    assert np.bincount(scene.data.codes)[1:].max() < scene.cast[0].values["perplexity"]


def test_columns_chosen_by_all_and_by_training_rows_match_the_ranking() -> None:
    """Lesson 44, stops 2 to 5: what stops 3 and 5 keep is what the stops before them have chosen."""
    for ranking, kept in ((1, 2), (3, 4)):
        scene = scenes(44)[ranking]
        rows = scene.split.of(scene.data).rows("training")
        order = run_of(scene, scene.data.subset(rows))[-1].order[: scene.cast[0].values["keep"]]
        names = [scene.data.feature_names[j] for j in sorted(order)]
        assert names == list(scenes(44)[kept].data.feature_names)


def test_noise_is_predicted_as_well_after_selection_on_all_rows() -> None:
    """Lesson 44: five tables of the same kind; each time by more than two standard errors, against all columns."""
    ranking, peeked = scenes(44)[1:3]
    first = scenes(44)[0].data
    for seed in range(5):
        rng = np.random.default_rng(100 + seed)
        data = Dataset.from_arrays(rng.normal(size=first.X.shape), rng.permutation(np.arange(first.n) % 2))
        order = run_of(ranking, data)[-1].order[: ranking.cast[0].values["keep"]]
        wrong = [int(run_of(peeked, one)[-1].losses.sum()) for one in (data.select(sorted(order.tolist())), data)]
        claim = Evidence("fewer", "number misclassified", "stop 1", (data.n, data.n))
        assert claim.holds(wrong[0], wrong[1], claim.rows), wrong


def test_distance_and_unit_decide_the_nearest_row() -> None:
    """Lesson 53, stops 4 to 6: the nearest row by Manhattan, by Chebyshev, and by Euclidean in either unit."""
    by_manhattan, by_chebyshev, rescaled = (run_of(scene, scene.data) for scene in scenes(53)[3:6])
    b, c = by_manhattan[-1].order[0], by_chebyshev[-1].order[0]
    gaps = np.abs(scenes(53)[3].data.X[[b, c]] - by_manhattan[-1].points[0])
    assert gaps[0, 0] > 0 == gaps[0, 1] and (gaps[1] > 0).all()
    assert rescaled[-1].order[0] == c and rescaled[-1].reordered[0] == b


def test_early_stopping_keeps_the_network_with_least_validation_error() -> None:
    """Lesson 35, stop 7: of all epochs of the run, and not only of those that are shown."""
    scene = scenes(35)[-1]
    validation = scene.split.of(scene.data).rows("validation")
    held = scene.data.changed(held=np.isin(np.arange(scene.data.n), validation))
    steps = list(run_of(scene, held))
    errors = [np.mean((step.model.predict(scene.data.X[validation]) - scene.data.y[validation]) ** 2) for step in steps]
    assert steps[int(np.argmin(errors))].epoch == steps[-1].best.epoch
