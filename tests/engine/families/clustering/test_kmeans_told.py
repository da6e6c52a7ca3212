"""What K-means says and draws, step by step, of five points whose numbers can be worked by hand."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

import engine
from engine.core.marks import Ellipse, Matrix, Points, Region, Segments
from engine.core.story import Event
from engine.data.toys import generate
from engine.families.clustering.kmeans.loop import Params
from engine.families.clustering.kmeans.telling import event, explain, inspect, measure
from engine.models.groups import Centres
from tests.catalogue import shows

marks = engine.algorithm("kmeans").marks
FIVE = engine.Dataset.from_arrays([[0.0, 0.0], [0.0, 2.0], [4.0, 0.0], [4.0, 2.0], [9.0, 1.0]])
BEGUN = Centres(np.array([[0.0, 0.0], [4.0, 0.0], [20.0, 20.0]]))
"""The third centre gets no point, and is put on the farthest one: row 5, at a squared distance of 26 from centre 2."""


MANY = engine.Dataset.from_arrays(np.arange(122.0).reshape(61, 2))
"""One point more than have a square each."""


def many():
    return next(step for step in engine.trace("kmeans", MANY) if step.half == "assign")


def steps(**params):
    return list(engine.trace("kmeans", FIVE, start=BEGUN, **params))


def told(step, **params):
    return explain(step, FIVE, Params(**params))


def drawn(step, data=FIVE):
    return marks(step, data, Params())


def only(step, kind, role, data=FIVE):
    (mark,) = [mark for mark in drawn(step, data) if isinstance(mark, kind) and mark.role == role]
    return mark


def table(step, data=FIVE, **params):
    (mark,) = [mark for mark in marks(step, data, Params(**params)) if isinstance(mark, Matrix)]
    return mark


@shows("CL2")
def test_cl2_membership_table_has_z_and_the_part_of_each_point():
    assigned, empty = steps()[1:3]
    cells = table(assigned)
    assert cells.column_labels == ("z1", "z2", "z3", "part of E") and cells.rows.tolist() == list(range(5))
    assert cells.values[:, :3].tolist() == [[1, 0, 0], [1, 0, 0], [0, 1, 0], [0, 1, 0], [0, 1, 0]]
    assert cells.values[:, 3] == pytest.approx([0.0, 0.8, 0.0, 0.8, 5.2])
    assert cells.values[:, 3].sum() == pytest.approx(assigned.error)
    assert table(empty).values[4].tolist() == [0, 0, 1, 0]
    assert not cells.surface.open and cells.title == ""


@shows("CL2")
def test_cl2_point_by_point_fills_the_membership_table():
    fine = [step for step in steps(stop_at="points") if step.half == "point"]
    third = table(fine[2], stop_at="points")
    assert third.chosen_row == 2 and np.isnan(third.values).any(axis=1).tolist() == [False] * 3 + [True] * 2
    again = table(next(step for step in fine if step.round == 2 and step.row == 0), stop_at="points")
    assert not np.isnan(again.values).any() and again.values[4, :3].tolist() == [0, 0, 1]


@shows("CL2")
def test_cl2_first_of_many_rows_and_clusters_are_listed():
    data = engine.Dataset.from_arrays(np.arange(600.0).reshape(300, 2))
    cells = table(next(step for step in engine.trace("kmeans", data, k=13) if step.half == "assign"), data)
    assert cells.values.shape == (200, 13) and cells.title == "The first 200 rows"


@shows("CL2")
def test_cl2_formula_of_the_error_is_beside_its_number():
    for step in steps()[1:]:
        assert r"E = \frac{1}{N} \sum_k \sum_n z_{nk}" in told(step).formula


@shows("CL4")
def test_cl4_arrow_leads_from_the_empty_centre_to_its_new_row():
    step = steps()[2]
    arrow = only(step, Segments, "path")
    assert arrow.arrows and (arrow.starts.tolist(), arrow.ends.tolist()) == ([[20.0, 20.0]], [[9.0, 1.0]])
    assert only(step, Points, "focus").positions.tolist() == [[9.0, 1.0]]
    for policy in ("keep", "drop"):
        other = next(step for step in steps(empty=policy) if step.half == "empty")
        assert not [mark for mark in drawn(other) if isinstance(mark, Segments) and mark.role == "path"]


# -- in words ----------------------------------------------------------------------------------------------------------


def test_the_run_from_given_centres_in_words():
    assert [told(step).sentence for step in steps()] == [
        "The run begins from 3 given centres.",
        "Iteration 1, assign: Every point goes to its nearest centre.",
        "Iteration 1: cluster 3 received no points. It is put on row 5, the point with the largest error. "
        "E falls by 5.2.",
        "Iteration 1, move: every centre goes to the mean of its points; centre 1 moves farthest, by 1. "
        "E falls by 0.8.",
        "Iteration 2, assign: No point changed its cluster. E stays as it was. E does not reward separation between "
        "clusters; the silhouette does.",
    ]


def test_dashed_squares_are_explained_exactly_where_drawn():
    for step in steps():
        dashed = [mark for mark in drawn(step) if isinstance(mark, Segments) and mark.role == "ghost"]
        notes = [number.note for number in told(step).numbers if number.name == "N E"]
        assert any("the dashed squares" in note for note in notes) == bool(dashed)
    assert not any("squares" in number.note for number in explain(many(), MANY, Params()).numbers)


def test_the_lines_of_numbers():
    assert [told(step).worked for step in steps()] == [
        (),
        ("E = 34 / 5 = 6.8",),
        ("E = 8 / 5 = 1.6   (before: 6.8)",),
        ("m1 ← (0, 2) / 2 = (0, 1), before (0, 0)", "E = 4 / 5 = 0.8   (before: 1.6)"),
        ("E = 4 / 5 = 0.8   (before: 0.8)",),
    ]


def test_sentence_names_the_centre_that_moves_farthest():
    start = Centres(np.array([[0.0, 1.0], [4.0, 1.0], [7.0, 1.0]]))
    trace = engine.trace("kmeans", FIVE, start=start)
    said = explain(trace[2], FIVE, Params())
    assert "centre 3 moves farthest, by 2." in said.sentence
    assert said.worked[0] == "m3 ← (9, 1) / 1 = (9, 1), before (7, 1)"


def test_centre_without_points_shows_no_mean():
    far_centre = Centres(np.array([[50.0, 50.0], [0.0, 1.0], [4.0, 1.0], [9.0, 1.0]]))
    trace = engine.trace("kmeans", FIVE, start=far_centre, empty="keep")
    moved = next(step for step in trace if step.half == "move")
    assert told(moved, empty="keep").worked[0] == "m1 ← (50, 50), before (50, 50)"


def test_the_numbers_to_watch():
    found = [{number.name: number.value for number in told(step).numbers} for step in steps()]
    assert [numbers.get("E") for numbers in found] == pytest.approx([None, 6.8, 1.6, 0.8, 0.8])
    assert [numbers.get("fell by") for numbers in found] == pytest.approx([None, None, 5.2, 0.8, 0.0])
    assert [numbers.get("N E") for numbers in found] == pytest.approx([None, 34, 8, 4, 4])
    for numbers, step in ((found[0], steps()[0]), (found[3], steps()[3])):
        assert np.array([numbers[f"centre {k + 1}"] for k in range(3)]) == pytest.approx(step.model.centres)


def test_table_has_the_error_of_each_cluster():
    rows = [table.rows for step in steps() for table in told(step).tables]
    assert [row[:2] for row in rows[0]] == [(1, 2), (2, 3), (3, 0)] and rows[0][1][2] == pytest.approx(6.0)
    assert [row[:2] for row in rows[1]] == [(1, 2), (2, 2), (3, 1)]
    assert [table.chosen for step in steps() for table in told(step).tables] == [None, 2, None, None]


@pytest.mark.parametrize(
    ("policy", "words"),
    [
        ("re-seed", "It is put on row 5, the point with the largest error. E falls by 5.2."),
        ("keep", "It stays where it is. E stays as it was."),
        ("drop", "It is dropped, and the clusters above it move down by one number. E stays as it was."),
    ],
)
def test_treatment_of_an_empty_cluster_is_stated(policy, words):
    assert told(steps(empty=policy)[2], empty=policy).sentence == f"Iteration 1: cluster 3 received no points. {words}"


def test_a_centre_that_was_drawn_says_how():
    for seeding in ("random rows", "k-means++"):
        first, second, *_ = engine.trace("kmeans", FIVE, k=2, seeding=seeding)
        params = Params(k=2, seeding=seeding)
        said = f"Centre 1 of 2 is chosen: {seeding}, from the seed on screen. Row {first.row + 1} was drawn;"
        assert explain(first, FIVE, params).sentence.startswith(said)
        assert explain(second, FIVE, params).sentence.startswith("Centre 2 of 2 ")
        assert (r"\propto" in explain(second, FIVE, params).formula) == (seeding == "k-means++")
        assert first.before.centres.shape == (0, 2) and len(second.model.centres) == 2


def test_curves_and_events():
    assert [measure(step, FIVE, Params()).get("E") for step in steps()] == pytest.approx([None, 6.8, 1.6, 0.8, 0.8])
    change, empty = Event("change", "centre"), Event("empty cluster", "wrong")
    assert [event(step) for step in steps()] == [None, change, empty, None, None]


# -- in pictures -------------------------------------------------------------------------------------------------------


def test_spoke_leads_from_every_point_to_its_centre():
    step = steps()[1]
    spokes = only(step, Segments, "spoke")
    assert np.array_equal(spokes.starts, FIVE.X) and spokes.groups.tolist() == [0, 0, 1, 1, 1]
    assert spokes.ends.tolist() == [[0, 0], [0, 0], [4, 0], [4, 0], [4, 0]] and not spokes.arrows


def test_no_spokes_if_they_would_cover_the_picture():
    for n, there in [(300, True), (301, False)]:
        data = engine.Dataset.from_arrays(np.arange(2.0 * n).reshape(n, 2))
        step = engine.trace("kmeans", data, k=2)[2]
        assert any(isinstance(mark, Segments) for mark in marks(step, data, Params())) == there


def test_move_is_an_arrow_from_the_old_centre():
    step = steps()[3]
    path, ghosts = only(step, Segments, "path"), only(step, Points, "ghost")
    assert np.array_equal(path.starts, step.before.centres) and np.array_equal(path.ends, step.model.centres)
    assert path.arrows and path.groups.tolist() == [0, 1, 2] == ghosts.groups.tolist()
    assert np.array_equal(ghosts.positions, step.before.centres)


def test_points_and_centres_have_cluster_colours_and_names():
    step = steps()[4]
    points, centres = only(step, Points, "data"), only(step, Points, "centre")
    assert points.groups.tolist() == step.labels.tolist() == [0, 0, 1, 1, 2] and points.rows.tolist() == [0, 1, 2, 3, 4]
    assert points.names == ("cluster 1", "cluster 2", "cluster 3")
    assert centres.labels == ("1", "2", "3") and centres.groups.tolist() == [0, 1, 2]
    assert np.array_equal(centres.positions, step.model.centres)
    (region,) = [mark for mark in drawn(step) if isinstance(mark, Region)]
    assert region.model == step.model


def test_empty_centre_is_in_focus_with_a_ghost_at_its_old_place():
    step = steps()[2]
    assert only(step, Points, "focus").positions.tolist() == [[9, 1]]
    ghost = only(step, Points, "ghost")
    assert ghost.positions.tolist() == [[20, 20]] and ghost.labels == ("no points",)


def test_query_draws_a_spoke_to_every_centre():
    (spokes,) = inspect(steps()[4], FIVE, Params(), np.array([1.0, 1.0])).marks
    assert spokes.starts.tolist() == [[1, 1]] * 3 and np.array_equal(spokes.ends, steps()[4].model.centres)
    assert spokes.groups.tolist() == [0, 1, 2] and spokes.role == "spoke"


def test_change_by_rounding_is_no_decrease():
    """E is summed anew in every round: the last digits of the same sum may differ."""
    last = steps()[-1]
    for before in (last.error * (1 + 1e-15), last.error * (1 - 1e-15)):
        said = told(replace(last, error_before=before))
        assert "E stays as it was." in said.sentence
        assert {number.name: number.value for number in said.numbers}["fell by"] == 0.0
    assert "E falls by" in told(replace(last, error_before=last.error * (1 + 1e-6))).sentence


def test_quality_of_the_groups_is_stated_for_small_tables():
    from sklearn.metrics import adjusted_rand_score, silhouette_score

    iris = engine.load("iris")
    step = engine.trace("kmeans", iris, seed=1).to_end()[-1]
    told = {number.name: number.value for number in explain(step, iris, Params()).numbers}
    assert told["silhouette"] == pytest.approx(silhouette_score(iris.X, step.labels))
    assert told["adjusted Rand index"] == pytest.approx(adjusted_rand_score(iris.codes, step.labels))
    digits = engine.load("digits")
    large = explain(engine.trace("kmeans", digits)[4], digits, Params())
    assert "silhouette" not in {number.name for number in large.numbers}


def test_centres_of_pictures_are_pictures():
    digits = engine.load("digits").subset(range(100))
    step = engine.trace("kmeans", digits, k=3).to_end()[-1]
    shown = [mark for mark in marks(step, digits, Params(k=3)) if isinstance(mark, Matrix) and mark.style == "image"]
    assert [mark.title for mark in shown] == ["centre 1", "centre 2", "centre 3"]
    assert all((mark.values.ravel() == centre).all() for mark, centre in zip(shown, step.model.centres, strict=True))


@shows("CL6")
def test_e_prefers_cutting_a_wide_cluster_beside_two_small_ones():
    """The built-in data: of uneven clouds E of what is found is less than E of the classes, which the rings show."""
    data = generate("uneven", seed=1, n=210, ratio=6.0, separation=2.5)
    best = min((engine.trace("kmeans", data, seed=seed).to_end()[-1] for seed in range(6)), key=lambda step: step.error)
    means = np.array([data.X[data.codes == k].mean(axis=0) for k in range(3)])
    truth = ((data.X - means[data.codes]) ** 2).sum(axis=1).mean()
    story = explain(best, data, Params())
    assert best.error < truth
    assert {number.name: number.value for number in story.numbers}["E of the classes"] == pytest.approx(truth)
    assert "have a larger E" in story.sentence
    assert "E rewards short distances, not true groups." in story.sentence
    rings = [mark for mark in marks(best, data, Params()) if isinstance(mark, Ellipse)]
    assert np.array([ring.centre for ring in rings]) == pytest.approx(means)
    for code, ring in enumerate(rings):
        assert ring.covariance == pytest.approx(np.eye(2) * data.X[data.codes == code].var(axis=0).mean())
    even = generate("uneven", seed=1, n=210, ratio=1.0, separation=4.0)
    assert np.bincount(even.codes).tolist() == [70, 70, 70]


def test_local_minimum_is_reported_if_the_classes_have_a_smaller_e():
    data = engine.Dataset.from_arrays([[0, 0], [4, 0], [0, 1], [4, 1]], ["a", "b", "a", "b"])
    step = engine.trace("kmeans", data, start=Centres(np.array([[2.0, 0.0], [2.0, 1.0]]))).to_end()[-1]
    assert (
        "The classes (rings) have a smaller E, 0.25: this is only a local minimum."
        in explain(step, data, Params()).sentence
    )
    good = engine.trace("kmeans", data, start=Centres(np.array([[0.0, 0.5], [4.0, 0.5]]))).to_end()[-1]
    assert "The classes (rings) have the same E." in explain(good, data, Params()).sentence
