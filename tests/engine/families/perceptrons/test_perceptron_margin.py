"""Time against the margin: the mistakes are those of the perceptron itself, and the bound grows as 1/δ²."""

from __future__ import annotations

import math

import numpy as np
import pytest

import engine
from engine.core.marks import Curve, Line, Points, Segments
from engine.families.perceptrons.perceptron_margin.drawing import marks
from engine.families.perceptrons.perceptron_margin.loop import Params, corrections
from engine.families.perceptrons.perceptron_margin.telling import event, explain, measure
from engine.maths.algebra.affine import with_ones
from tests.catalogue import shows
from tests.examples import numbers


def _by_gap(step, what):
    """The bound or the mean over the gap, in powers of ten, where the gap has a place there."""
    shown = [one for one in step.tried if one.gap and one.margin]
    heights = {
        "bound": [2 * math.log10(one.radius / one.margin) for one in shown],
        "mean": [math.log10(max(one.mistakes.mean(), 1)) for one in shown],
    }
    return np.column_stack([[math.log10(one.gap) for one in shown], heights[what]])


PLACED = {
    "Mistakes by gap: margin": lambda step, data, params: _by_gap(step, "bound"),
    "Mistakes by gap: path": lambda step, data, params: _by_gap(step, "mean"),
}
AND = engine.Dataset.from_arrays([[0, 0], [0, 1], [1, 0], [1, 1]], [0, 0, 0, 1])
CLOUDS = engine.Dataset.from_arrays(
    np.random.default_rng(4).normal(size=(40, 2)) + np.repeat([[0.0, 0.0], [6.0, 2.0]], 20, axis=0),
    np.repeat([0, 1], 20),
)


def ran(data, **values):
    return engine.trace("perceptron_margin", data, **values).to_end()


def t(data):
    return np.where(data.codes == 1, 1.0, -1.0)


@pytest.mark.parametrize("data", [AND, CLOUDS])
def test_pe13_mistakes_equal_those_of_the_perceptron(data):
    order = np.random.default_rng(2).permutation(data.n)
    shuffled = data.subset(order)
    signed = t(shuffled)[:, None] * with_ones(shuffled.X)
    corrected = corrections(signed @ signed.T, 10_000)
    last = engine.trace("perceptron", shuffled, epochs=10_000).to_end()[-1]
    assert corrected.sum() == last.mistakes
    assert corrected @ signed == pytest.approx(last.model.packed)


@shows("W33")
def test_w33_and_gate_in_its_order_makes_18_mistakes():
    signed = t(AND)[:, None] * with_ones(AND.X)
    assert corrections(signed @ signed.T, 100).sum() == 18
    assert corrections(signed @ signed.T, 5).sum() == 5


@shows("PE13")
def test_pe13_bound_has_slope_minus_two_and_is_never_exceeded():
    tried = ran(CLOUDS, gaps=12, touch=False)[-1].tried
    gaps = np.array([one.gap for one in tried])
    assert gaps == pytest.approx(gaps[0] / 2.0 ** np.arange(12))
    slopes = np.diff(np.log([one.bound for one in tried])) / np.diff(np.log(gaps))
    assert slopes[-1] == pytest.approx(-2, abs=0.01)
    for one in tried:
        assert one.mistakes.max() <= one.bound
        assert one.radius <= math.sqrt(one.bound) * one.margin * (1 + 1e-12)
    assert tried[-1].mean > 4 * tried[0].mean


@shows("PE13")
def test_pe13_classes_have_the_stated_distance():
    params = Params(gaps=3)
    for step in ran(CLOUDS, gaps=3)[1:]:
        drawn = marks(step, CLOUDS, params)
        dots = [mark for mark in drawn if isinstance(mark, Points) and mark.role == "plain"]
        X = next((mark.positions for mark in dots if mark.rows is not None), CLOUDS.X)
        u = step.strip.normal
        low, high = (X @ u)[CLOUDS.codes == 0].max(), (X @ u)[CLOUDS.codes == 1].min()
        assert high - low == pytest.approx(2 * step.gap, abs=1e-9)
        edges = [mark for mark in drawn if isinstance(mark, Line) and mark.label != "w*" and mark.role != "boundary"]
        edges = edges or [mark for mark in drawn if isinstance(mark, Line) and mark.label == "w*"]
        assert {round(mark.level - mark.bias, 9) for mark in edges} == {round(low, 9), round(high, 9)}
        moved = engine.Dataset.from_arrays(X, CLOUDS.codes)
        if step.gap:
            proof = engine.trace("perceptron_theorem", moved)[0].proof
            told = numbers(explain(step, CLOUDS, params))
            assert (proof.margin, proof.radius) == pytest.approx((told["δ*"], told["D"]), rel=1e-6)
            assert proof.bound == pytest.approx(step.tried[-1].bound, rel=1e-6)


@shows("PE13")
def test_pe13_without_a_gap_there_is_no_bound_as_stated():
    trace = ran(AND, gaps=3, most=200)
    said = explain(trace[-1], AND, Params(gaps=3, most=200))
    assert said.sentence.startswith("δ = 0: the classes touch, no line separates them, and the theorem gives no bound")
    assert said.sentence.endswith("Of 5 runs, 5 reached the maximum of 200 mistakes.")
    assert not said.checks and trace[-1].tried[-1].mistakes.tolist() == [200] * 5
    xor = engine.load("gate_xor")
    assert "No line separates" in explain(ran(xor)[0], xor, Params()).sentence
    assert ran(xor).ending.kind == "failed"


@shows("PE13")
def test_pe13_chart_has_bound_and_mistakes_in_powers_of_ten():
    params = Params(gaps=4)
    step = ran(CLOUDS, gaps=4)[4]
    drawn = [mark for mark in marks(step, CLOUDS, params) if mark.surface.name == "Mistakes by gap"]
    curves = {mark.label: mark.positions for mark in drawn if isinstance(mark, Curve)}
    assert 10 ** curves["bound (D/δ*)²"] == pytest.approx(np.array([[one.gap, one.bound] for one in step.tried]))
    assert 10 ** curves["mean"] == pytest.approx(np.array([[one.gap, one.mean] for one in step.tried]))
    runs, focus = (mark for mark in drawn if isinstance(mark, Points))
    assert np.sort(10 ** runs.positions[-5:, 1]) == pytest.approx(np.sort(step.tried[-1].mistakes))
    assert 10 ** focus.positions[0] == pytest.approx([step.tried[-1].gap, step.tried[-1].mean])
    said = explain(step, CLOUDS, params)
    now, before = step.tried[-1], step.tried[-2]
    assert f"the bound is {now.bound / before.bound:.4g} times the one before" in said.sentence
    assert f"the mean {now.mean / before.mean:.4g} times." in said.sentence


def test_first_gap_can_be_set():
    tried = ran(AND, gap=2.0, gaps=2, touch=False)[-1].tried
    assert [one.gap for one in tried] == [2.0, 1.0]


@shows("PE13")
def test_pe13_a_step_says_this():
    """AND: δ = √2/4 and D = √3; the widest line through the origin of (1, x) has δ* = 1/√17, so the bound is 3 · 17."""
    params = Params(gaps=4, most=40)
    run = ran(AND, gaps=4, most=40)
    opening, step = explain(run[0], AND, params), run[2]
    assert opening.sentence == (
        "The widest strip between the classes has the half width δ = 0.3536. Both classes will be moved together along "
        "its normal, and at each gap the perceptron learns from w = 0, once for each of 5 orders of the rows. The "
        "target t is −1 for class 0 and +1 for class 1."
    )
    assert [(one.name, one.value) for one in opening.numbers] == [("δ", pytest.approx(2**0.5 / 4))]
    counts, first = step.tried[1].mistakes, step.tried[0].mistakes
    assert explain(run[1], AND, params).sentence == (
        f"δ = 0.3536: 5 runs made {first.mean():.4g} mistakes on average, from {first.min():.0f} to {first.max():.0f}; "
        "the theorem allows 51. This is an upper bound: a run may need far fewer."
    )
    said = explain(step, AND, params)
    assert said.sentence == (
        f"δ = 0.1768: 5 runs made {counts.mean():.4g} mistakes on average, from {counts.min():.0f} to "
        f"{counts.max():.0f}; the theorem allows 172.1. Half the gap: the bound is 3.375 times the one before, the "
        f"mean {counts.mean() / first.mean():.4g} times."
    )
    assert said.worked == (
        "(D / δ*)² = (1.591 / 0.12127)² = 172.1", f"mean = {counts.sum():.0f} / 5 = {counts.mean():.4g}"
    )  # fmt: skip
    assert [(one.name, one.note) for one in said.numbers] == [
        ("δ", "half the width of the strip between the classes"),
        ("δ*", "the same with the bias in the norm, as the theorem has it"),
        ("D", "the largest norm of a (1, x)"), ("mean mistakes", ""),
    ]  # fmt: skip
    assert numbers(said)["D"] ** 2 / numbers(said)["δ*"] ** 2 == pytest.approx(172.125)
    assert said.tables[0].rows == (
        (pytest.approx(2**0.5 / 4), pytest.approx(17**-0.5), pytest.approx(51), first.mean()),
        (pytest.approx(2**0.5 / 8), pytest.approx(4 * 17**-0.5 / 8), pytest.approx(172.125), counts.mean()),
    )
    assert said.tables[0].chosen == 1
    touching = explain(run[-1], AND, params)
    assert touching.tables[0].rows[-1] == (0.0, 0.0, "none", 40.0)
    assert [one.name for one in touching.numbers] == ["δ", "D", "mean mistakes"]
    assert touching.worked == ("mean = 200 / 5 = 40",)
    assert measure(run[-1], AND, params) == {"mean mistakes": 40.0} and measure(run[0], AND, params) == {}
    assert [event(one) is not None for one in run] == [
        any(most == 40 for most in one.tried[-1].mistakes) if one.tried else False for one in run
    ]
    assert {event(run[-1]).word, event(run[-1]).role} == {"maximum reached", "wrong"}


@shows("PE13")
def test_pe13_capped_runs_and_gaps_lost_in_rounding_are_reported():
    params = Params(gaps=4, most=40)
    step = ran(AND, gaps=4, most=40)[4]
    ended = (step.tried[-1].mistakes == 40).sum()
    assert 0 < ended < 5
    said = explain(step, AND, params).sentence
    assert said.endswith(f" Of 5 runs, {ended} reached the maximum of 40 mistakes. Half the gap: the bound is 4.144 "
                         "times the one before.")  # fmt: skip
    far = engine.Dataset.from_arrays([[1e12, 0], [1e12, 1e-4]], [0, 1])
    lost = explain(ran(far, gaps=2, most=20)[2], far, Params(gaps=2, most=20))
    assert lost.sentence == (
        "δ = 2.5e−05: 5 runs made 20 mistakes on average, from 20 to 20; the gap is below the rounding error of "
        "D = 1e+12, so there is no bound."
    )
    assert not lost.checks and lost.worked == ("mean = 100 / 5 = 20",)
    assert lost.tables[0].rows[0][2] == "none" and [one.name for one in lost.numbers] == ["δ", "D", "mean mistakes"]


@shows("PE13")
def test_pe13_moved_rows_and_the_strip_between_are_drawn():
    drawn = marks(ran(AND, gaps=3)[2], AND, Params(gaps=3))
    stood, now = (mark for mark in drawn if isinstance(mark, Points) and mark.rows is not None)
    by = 2**0.5 / 8 / 2**0.5  # each class by half of δ along (1, 1) / √2
    assert stood.positions == pytest.approx(AND.X) and stood.sizes.tolist() == [0.15] * 4 and now.sizes is None
    assert now.positions == pytest.approx(AND.X - by * t(AND)[:, None])
    (way,) = (mark for mark in drawn if isinstance(mark, Segments))
    assert (way.starts == stood.positions).all() and (way.ends == now.positions).all() and way.role == "path"
    lines = [mark for mark in drawn if isinstance(mark, Line) and mark.role != "boundary"]
    middle = 3 * 2**0.5 / 4  # x1 + x2 = 1.5
    assert [(line.role, line.label, line.level) for line in lines] == [
        ("plain", "w*", 0.0), ("margin", "", pytest.approx(-(2**0.5) / 8)), ("margin", "", pytest.approx(2**0.5 / 8)),
    ]  # fmt: skip
    assert [line.bias for line in lines] == pytest.approx([-middle] * 3)
