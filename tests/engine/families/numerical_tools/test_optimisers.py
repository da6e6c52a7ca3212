"""Optimisers: the ways downhill on formulas and on errors a table makes, against hand and scipy."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.optimize import approx_fprime, minimize

import engine
from engine.base.errors import Refusal, SetParameter
from engine.core.marks import Contours, Curve, Line, Points, Segments, Text
from engine.families.numerical_tools.optimisers.drawing import marks
from engine.families.numerical_tools.optimisers.landscapes import (
    BOWL,
    LANDSCAPES,
    LINE,
    ROSENBROCK,
    SIGMOID,
    VALLEY,
    landscape,
)
from engine.families.numerical_tools.optimisers.loop import Params
from engine.families.numerical_tools.optimisers.telling import event, explain
from engine.families.numerical_tools.optimisers.walking import ALL, ALONE, LBFGS, NEVER
from engine.maths.optimisation.first_order import WAYS, Memory
from engine.maths.optimisation.limited_memory import inverse_hessian
from engine.models.place import Place
from tests.catalogue import shows
from tests.examples import numbers

W35 = engine.Dataset.from_arrays([[0.5], [1.0], [1.5], [2.0], [2.5], [3.0]], [0, 0, 1, 0, 1, 1])
PLAIN = "gradient descent"


def ran(data=W35, at=None, **values):
    start = None if at is None else Place(np.array(at, dtype=float), data.d)
    return engine.trace("optimisers", data, start=start, **values).to_end()


@pytest.mark.parametrize(("rate", "expected"), [(0.5, [1.0, 0.5, 0.25, 0.125]), (2.5, [1.0, -1.5, 2.25, -3.375])])
def test_w60_op1_gradient_descent_on_half_a_square(rate, expected):
    run = ran(landscape=BOWL, at=[1, 0], way=PLAIN, beside=ALONE, rate=rate, tolerance=1e-12)
    assert [step.told.w.tolist() for step in run][:4] == [[one, 0.0] for one in expected]
    if rate > 2:
        assert run.ending.kind == "failed" and "Take a rate below 2.5" in run.ending.words
        assert explain(run[2], W35, Params(landscape=BOWL, way=PLAIN, rate=rate)).sentence.endswith("bend.")


@shows("W35")
def test_w35_op1_gradient_descent_on_the_error_of_a_sigmoid():
    run = ran(landscape=SIGMOID, over="sum", way=PLAIN, beside=ALONE, rate=0.1, steps=3)
    expected = [(4.15888308336, [0, -1.75]), (3.93903864021, [0.453347425821, -0.770213017123])]
    for step, (height, g) in zip(run, [*expected, (3.86783419462, [0.579484293136, -0.472326243464])], strict=False):
        assert step.told.height == pytest.approx(height, abs=1e-9)
        assert step.told.here == pytest.approx(g, abs=1e-9)
    assert run[3].told.w == pytest.approx([-0.103283171896, 0.299253926059], abs=1e-9)
    assert run[3].told.height == pytest.approx(3.81346439554, abs=1e-9)


@pytest.mark.parametrize("name", LANDSCAPES)
def test_derivatives_and_minima_agree_with_differences_and_scipy(name):
    f = landscape(W35, Params(landscape=name))
    w = np.array([0.7, -0.4])
    assert f.gradient(w, None) == pytest.approx(approx_fprime(w, f.height, 1e-7), rel=1e-4, abs=1e-6)
    assert f.hessian(w) == pytest.approx(
        np.array([approx_fprime(w, lambda v, i=i: f.gradient(v, None)[i], 1e-7) for i in (0, 1)]), rel=1e-4, abs=1e-5
    )
    assert f.drawn(w[None])[0] == pytest.approx(f.height(w), rel=1e-12)
    assert f.lowest == pytest.approx(minimize(f.height, f.begin, tol=1e-12).x, abs=1e-4)
    x0, x1, y0, y1 = f.view
    for seen in (f.begin, f.lowest):
        assert x0 < seen[0] < x1 and y0 < seen[1] < y1


@pytest.mark.parametrize("name", LANDSCAPES)
def test_be5_optimisers_side_by_side_follow_their_rules(name):
    """Every step of every way is its rule, from the slope where it stands and what it remembers."""
    params = Params(landscape=name, beside=ALL, schedule="1 / t", span=20)
    run = ran(landscape=name, beside=ALL, schedule="1 / t", span=20)
    f = landscape(W35, params)
    assert set(run[0].walk.ways) == {*WAYS, LBFGS} and run[0].way == "Adam"
    for step in (run[1], run[2], run[len(run) // 2]):
        for way, was, now in zip(step.walk.ways, step.walk_before.walkers, step.walk.walkers, strict=True):
            if was.ended:
                assert now.w.tolist() == was.w.tolist()
                continue
            if way == LBFGS:
                H = inverse_hessian(was.known, 2)
                assert now.w == pytest.approx(was.w - now.rate * H @ f.gradient(was.w, None), rel=1e-9)
                continue
            rate = step.rates.of(way) / (1 + (step.t - 1) / 20)
            memory = Memory(was.v, was.s, step.t - 1)
            delta, _ = WAYS[way](f.gradient(was.w, None), memory, rate, 0.9)
            assert now.w == pytest.approx(was.w + delta, rel=1e-12)
    assert (run[-1].walk.height < run[0].first).all(), "all of them have come down"


def test_momentum_and_adam_beat_gradient_descent_in_a_valley():
    run = ran(landscape=VALLEY, beside=ALL, steps=60)
    f = dict(zip(run[-1].walk.ways, run[-1].walk.height.tolist(), strict=True))
    assert max(f["Adam"], f["Nesterov"]) < 0.2 * f[PLAIN] and f["AdaGrad"] > f["Adam"]
    story = explain(run[30], W35, Params(beside=ALL))
    table = story.tables[0]
    heights = [row[1] for row in table.rows]
    assert heights == sorted(heights) and table.rows[table.chosen][0] == "Adam"
    assert numbers(story)["f"] == run[30].told.height


def test_automatic_rate_is_half_the_limit_and_shown_in_the_form():
    run = ran(landscape=VALLEY, steepness=25.0)
    assert run[0].rates.plain == pytest.approx(0.5 / 25) and run[0].rates.scaled == pytest.approx(np.hypot(4, 2) / 20)
    assert ran(landscape=VALLEY, way=PLAIN, rate=2.1 / 25, steps=1000).ending.kind == "failed"
    assert ran(landscape=VALLEY, way=PLAIN, rate=1.9 / 25, steps=1000).ending.kind == "converged"


@pytest.mark.parametrize("name", LANDSCAPES)
def test_be5_l_bfgs_converges_like_scipy(name):
    run = ran(landscape=name, way=LBFGS, beside=ALONE, tolerance=1e-6)
    f = landscape(W35, Params(landscape=name))
    theirs = minimize(f.height, f.begin, jac=lambda w: f.gradient(w, None), method="L-BFGS-B", tol=1e-14)
    assert run.ending.kind == "converged" and run[-1].told.w == pytest.approx(theirs.x, abs=1e-4)
    assert (np.diff([step.told.height for step in run]) <= 0).all(), "Wolfe's lengths never lead uphill"
    assert len(run) < 60 < len(ran(landscape=ROSENBROCK, way="Adam", beside=ALONE))
    params = Params(landscape=name, way=LBFGS)
    for step in run[1:]:
        assert all(check.holds for check in explain(step, W35, params).checks)
    assert explain(run[2], W35, params).worked[0].endswith("1 step remembered")


def test_diverging_optimiser_is_reported_and_others_continue():
    run = ran(landscape=VALLEY, way="Adam", beside=PLAIN, rate=1.0, steps=60)
    lost = run[-1].walk.lost[0]
    assert lost != NEVER and run.ending.kind == "stopped", "Adam goes on"
    (words,) = [mark for mark in marks(run[-1], W35, Params(rate=1.0)) if isinstance(mark, Text)]
    assert words.text == "lost: gradient descent"
    assert np.isfinite(run[-1].path).all()


def test_separable_classes_have_no_minimum_as_stated():
    apart = W35.changed(y=np.array([0, 0, 0, 1, 1, 1]))
    run = ran(apart, landscape=SIGMOID)
    assert landscape(apart, Params(landscape=SIGMOID)).lowest is None
    assert "f falls for ever" in explain(run[0], apart, Params(landscape=SIGMOID)).sentence
    assert run.ending.words.endswith("it has no lowest place.")


def test_batches_use_every_row_once_per_epoch_for_all_optimisers():
    run = ran(landscape=LINE, batch=2, steps=6, beside=ALL)
    batches = [run[t].rows.tolist() for t in range(1, 7)]
    assert sorted(np.ravel(batches[:3])) == sorted(np.ravel(batches[3:])) == [0, 1, 2, 3, 4, 5]
    f = landscape(W35, Params(landscape=LINE))
    for way, was, now in zip(run[1].walk.ways, run[0].walk.walkers, run[1].walk.walkers, strict=True):
        rows = None if way == LBFGS else run[1].rows  # it compares slopes of one function, and takes all rows
        assert now.g == pytest.approx(f.gradient(was.w, rows)), way
    assert np.mean([f.gradient(np.ones(2), np.array(part)) for part in batches[:3]], axis=0) == pytest.approx(
        f.gradient(np.ones(2), None)
    ), "over a pass the slopes of the batches make up that of all rows"


def test_paths_are_drawn_and_the_threshold_is_on_the_plane():
    params = Params(landscape=SIGMOID, beside=ALL)
    run = ran(landscape=SIGMOID, beside=ALL)
    step = run[10]
    drawn = marks(step, W35, params)
    curves = [mark for mark in drawn if isinstance(mark, Curve)]
    assert [curve.positions[-1].tolist() for curve in curves] == step.walk.w.tolist()
    assert len({curve.group for curve in curves}) == 7
    (arrow,) = [mark for mark in drawn if isinstance(mark, Segments)]
    way = arrow.ends[0] - arrow.starts[0]
    assert arrow.starts[0].tolist() == step.was.w.tolist()
    assert way @ step.told.g == pytest.approx(-np.linalg.norm(way) * np.linalg.norm(step.told.g))
    (line,) = [mark for mark in drawn if isinstance(mark, Line)]
    assert (line.bias, *line.weights) == pytest.approx(step.told.w)
    (relief,) = [mark for mark in drawn if isinstance(mark, Contours)]
    assert list(relief.levels) == sorted(relief.levels) and len(relief.levels) == 9
    (best,) = [mark for mark in drawn if isinstance(mark, Points) and mark.role == "best"]
    assert best.positions[0] == pytest.approx(landscape(W35, params).lowest)
    (walkers,) = [mark for mark in drawn if isinstance(mark, Points) and mark.role == "data"]
    (ring,) = [mark for mark in drawn if isinstance(mark, Points) and mark.role == "focus"]
    told = step.walk.ways.index(step.way)
    assert ring.positions[0].tolist() == walkers.positions[told].tolist() and ring.labels == (step.way,)
    assert [label or step.way for label in walkers.labels] == list(step.walk.ways), "each is named once"
    assert walkers.labels[told] == "", "its name would lie under the ring"


def test_error_objective_needs_a_suitable_table():
    for name in (LINE, SIGMOID):
        with pytest.raises(Refusal, match=f"As landscape the {name} reads the table") as refusal:
            engine.trace("optimisers", engine.load("iris"), landscape=name)
        assert SetParameter("landscape", VALLEY) in refusal.value.remedies
    numbers_wanted = engine.Dataset(np.arange(4.0)[:, None], np.array([1.0, 3.0, 5.0, 7.0]))
    run = engine.trace("optimisers", numbers_wanted, landscape=LINE, way=PLAIN, steps=1000, tolerance=1e-8).to_end()
    assert run[-1].told.w == pytest.approx([1, 2], abs=1e-6)
    assert ROSENBROCK in LANDSCAPES


@shows("OP1")
def test_op1_tangent_plane_overestimates_the_decrease():
    """½(w₁² + w₂²) from (2, 1) with η = 0.5: g = (2, 1), Δ = −(1, 0.5), so −2.5 is promised and −1.875 comes."""
    params = Params(landscape=BOWL, way=PLAIN, beside=ALONE, rate=0.5)
    step = ran(at=(2, 1), landscape=BOWL, way=PLAIN, beside=ALONE, rate=0.5)[1]
    told = numbers(explain(step, W35, params))
    assert told["predicted change"] == pytest.approx(-2.5) and told["actual change"] == pytest.approx(-1.875)
    drawn = marks(step, W35, params)
    (patch,) = [mark for mark in drawn if isinstance(mark, Segments) and not mark.arrows]
    for places in (patch.starts, patch.ends):  # the plane through (2, 1, 2.5) with the slope (2, 1)
        assert 2.5 + (places[:2] - [2, 1]) @ [2, 1] == pytest.approx([2.5, 0.0])
    assert (patch.starts + patch.ends)[:2] / 2 == pytest.approx(np.array([[2.0, 1.0], [1.0, 0.5]]))
    (words,) = [mark for mark in drawn if isinstance(mark, Text)]
    x0, _, y0, _ = landscape(W35, params).view
    assert words.text.endswith("from 2.5 there to 0 after the step") and words.position.tolist() == [x0, y0]
    other = Params(landscape=BOWL, way="Adam", beside=ALONE)
    step = ran(at=(2, 1), landscape=BOWL, way="Adam", beside=ALONE)[1]
    assert not [mark for mark in marks(step, W35, other) if isinstance(mark, Segments) and not mark.arrows]


def test_gradient_descent_states_its_numbers_and_rank():
    run = ran(way=PLAIN, beside=ALL, landscape=VALLEY)
    step, params = run[3], Params(way=PLAIN, beside=ALL, landscape=VALLEY)
    story, told = explain(step, W35, params), run[3].told
    assert "The step is the rate times the negative gradient." in story.sentence
    assert numbers(story)["to the lowest place"] == pytest.approx(float(np.linalg.norm(told.w)))  # it is (0, 0)
    (table,) = [table for table in story.tables if table.title == "The ways, the lowest first"]
    heights = {way: walker.height for way, walker in zip(step.walk.ways, step.walk.walkers, strict=True)}
    assert [row[:2] for row in table.rows] == sorted(heights.items(), key=lambda pair: pair[1])
    slopes = {way: walker.slope for way, walker in zip(step.walk.ways, step.walk.walkers, strict=True)}
    assert all(row[2] == slopes[row[0]] for row in table.rows) and table.rows[table.chosen][0] == PLAIN


def test_contours_span_seven_tenths_of_the_range():
    params = Params(landscape=SIGMOID, over="sum")
    f = landscape(W35, params)
    x0, x1, y0, y1 = f.view
    bottom = float(f.drawn(f.lowest[None])[0])
    top = max(float(f.drawn(np.array([[x, y]]))[0]) for x in (x0, x1) for y in (y0, y1))
    (drawn, *_) = [m for m in marks(ran(landscape=SIGMOID, over="sum")[1], W35, params) if isinstance(m, Contours)]
    assert bottom > 0 and max(drawn.levels) == pytest.approx(bottom + 0.7 * (top - bottom))


def test_diverging_optimiser_is_named_in_the_upper_left_corner():
    params = Params(landscape=BOWL, way=PLAIN, beside="Adam", rate=2.5)
    step = ran(landscape=BOWL, way=PLAIN, beside="Adam", rate=2.5)[-1]
    (text,) = [m for m in marks(step, W35, params) if isinstance(m, Text) and m.role == "wrong"]
    assert text.surface.view is not None
    assert np.ravel(text.position).tolist() == [text.surface.view[0], text.surface.view[3]]
    assert text.text == f"lost: {PLAIN}"


def test_stated_rate_and_distance_match_and_only_gradient_descent_rises():
    step, params = ran(landscape=ROSENBROCK, way=PLAIN, beside=ALONE)[1], Params(landscape=ROSENBROCK, way=PLAIN)
    told = numbers(explain(step, W35, params))
    assert told["learning rate"] == pytest.approx(-step.told.delta[0] / step.told.g[0])
    assert told["to the lowest place"] == pytest.approx(float(np.hypot(step.told.w[0] - 1, step.told.w[1] - 1)))
    far = {"landscape": VALLEY, "beside": ALONE, "rate": 0.09, "scaled_rate": 3.0}
    for way, rises in ((PLAIN, True), ("Adam", False)):
        run = ran(**{**far, "way": way})
        rose = [step for step in run if step.t and not step.told.ended and step.told.height > step.was.height]
        assert rose and {bool(said := event(step)) and said.word == "rose" for step in rose} == {rises}


def test_others_beside_it_and_the_lost_are_told():
    for beside, words in ((ALONE, "where f = "), ("Adam", "with 1 other optimiser beside it. ")):
        params = Params(landscape=BOWL, way=PLAIN, beside=beside, rate=2.5)
        run = ran(landscape=BOWL, way=PLAIN, beside=beside, rate=2.5)
        said = explain(run[0], W35, params).sentence
        assert words in said and ("beside it" in said) == (beside != ALONE)
    last = explain(run[-1], W35, params)
    gone = run[-1].told.lost
    assert f"was lost at step {gone}: f grew beyond all bounds, as its rate is too large." in last.sentence
    states = {row[0]: row[3] for row in last.tables[0].rows}
    assert states[PLAIN] == f"lost at {gone}" and not states["Adam"].startswith("lost")
