"""The convexity of an error: along a segment of weights cross-entropy lies below its chord, squared error not."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import optimize, special

import engine
from engine.base.errors import Refusal, SetParameter
from engine.base.params import specs
from engine.core.marks import Contours, Curve, Points, Segments, Text
from engine.data.toys import generate
from engine.families.numerical_tools.convexity import ALGORITHM
from engine.families.numerical_tools.convexity.drawing import marks
from engine.families.numerical_tools.convexity.ends import moved, place
from engine.families.numerical_tools.convexity.errors import CROSS_ENTROPY, HALF_SQUARES, Error
from engine.families.numerical_tools.convexity.loop import SHARES, Params
from engine.families.numerical_tools.convexity.telling import event, explain
from engine.models.linear import Hyperplane
from tests.catalogue import shows
from tests.examples import SIX, numbers, two_of

TWICE = engine.Dataset.from_arrays([[-1.0], [1.0]], [0, 1])
"""By symmetry both rows add as much to E(0, w): it is twice that of one example x = 1, t = 1."""
W86 = {"a": (0.0, -6.0), "b": (0.0, 6.0)}


def watched(data=TWICE, start=None, **values):
    """(step, story, marks) of every step, by stage."""
    params = Params(**values)
    trace = engine.trace("convexity", data, start=start, **values).to_end()
    return {step.stage: (step, explain(step, data, params), marks(step, data, params)) for step in trace}, trace.ending


def on(drawn, name, kind):
    return [mark for mark in drawn if mark.surface.name == name and isinstance(mark, kind)]


@shows("OP11")
def test_w86_op11_cross_entropy_lies_below_its_chord():
    run, ending = watched(share=0.5, **W86)
    told = numbers(run["between"][1])
    assert [told[name] / 2 for name in ("at a", "at b", "E")] == pytest.approx(
        [6.00247568514, 0.00247568513773, 0.69314718056], abs=1e-9
    )
    assert told["gap"] / 2 == pytest.approx(2.30932850458, abs=1e-9)
    _, story, drawn = run["segment"]
    chord, curve = on(drawn, "E along the segment", Curve)
    assert chord.role == "margin" and (curve.positions[:, 0] == SHARES).all()
    straight = np.interp(SHARES, *chord.positions.T)
    assert (curve.positions[1:-1, 1] < straight[1:-1]).all(), "the chord lies above the curve"
    assert "nowhere above its chord" in story.sentence and "convex" in ending.words
    assert [check.holds for check in story.checks] == [True]
    (gap,) = on(drawn, "E along the segment", Segments)
    assert (gap.ends - gap.starts)[0] == pytest.approx([0.0, 2 * 2.30932850458], abs=1e-8)
    assert (run["curvature"][0].eigenvalues >= -1e-10).all()


@shows("OP11")
def test_w86_op11_half_squares_of_the_sigmoid_do_not():
    run, ending = watched(error=HALF_SQUARES, share=0.5, a=(0.0, -6.0), b=(0.0, 0.0))
    told = numbers(run["between"][1])
    assert [told[name] / 2 for name in ("at a", "E", "at b")] == pytest.approx([0.497530433776, 0.453698733546, 0.125])
    assert -told["gap"] / 2 == pytest.approx(0.142433516658, abs=1e-9)
    assert "E lies 0.2849 above the chord. The squared error of a sigmoid is not convex" in run["between"][1].sentence
    _, story, drawn = run["segment"]
    (above,) = [mark for mark in on(drawn, "E along the segment", Segments) if mark.role == "wrong"]
    assert len(above.starts) == 49 and (above.ends[:, 1] > above.starts[:, 1]).all()
    assert ending.words.startswith("Not convex: at α = ") and not story.checks
    assert run["curvature"][0].eigenvalues[0] < -1e-3 and "below 0" in run["curvature"][1].sentence
    whole = watched(error=HALF_SQUARES, share=0.5, **W86)[0]
    assert numbers(whole["between"][1])["gap"] > 0, "one chord that holds proves nothing"
    assert numbers(whole["segment"][1])["least gap"] < 0


@shows("OP11")
def test_op11_alpha_slider_updates_the_picture():
    declared = specs(Params)["share"]
    assert (declared.low, declared.high) == (0.0, 1.0)
    data = two_of("iris", 1, 2)
    for share in (0.0, 0.3, 1.0):
        run, _ = watched(data, share=share)
        step, _, drawn = run["segment"]
        assert step.model.packed == pytest.approx(share * step.a + (1 - share) * step.b)
        (focus,) = [mark for mark in on(drawn, "E along the segment", Points) if mark.role == "focus"]
        assert focus.positions[0] == pytest.approx([share, step.height])
        assert step.height == pytest.approx(np.interp(share, SHARES, step.heights))


@given(
    st.sampled_from([CROSS_ENTROPY, HALF_SQUARES]),
    st.lists(st.floats(-9, 9), min_size=4, max_size=4),
    st.floats(0, 1),
)
def test_hessian_matches_differences_and_cross_entropy_crosses_no_chord(error, ends, share):
    E = Error.of(SIX, error)
    a, b = np.array(ends[:2]), np.array(ends[2:])
    slope = optimize.approx_fprime(a, lambda w: optimize.approx_fprime(w, E, 1e-5), 1e-4)
    assert E.hessian(a) == pytest.approx(slope, abs=2e-2)
    if error == CROSS_ENTROPY:
        assert share * E(a) + (1 - share) * E(b) - E(share * a + (1 - share) * b) >= -1e-9
        assert np.linalg.eigvalsh(E.hessian(a))[0] >= -1e-10


@pytest.mark.parametrize("error", [CROSS_ENTROPY, HALF_SQUARES])
def test_landscape_is_a_slice_through_both_ends(error):
    data = two_of("iris", 1, 2)
    run, _ = watched(data, error=error, a=(1.0, -0.5, 0.2, 0.1, 0.3), b=(-1.0, 0.5, 0.4, 0.0, 0.2))
    step, _, drawn = run["segment"]
    (landscape,) = on(drawn, "Weight space", Contours)
    ends = np.array([step.a, step.b])
    heights = landscape.function(np.vstack([ends, 0.3 * ends[0] + 0.7 * ends[1]])[:, [1, 2]])
    assert heights == pytest.approx([step.at_a, step.at_b, step.heights[15]])


def test_end_is_typed_placed_or_a_line_between_the_means():
    step = watched(SIX)[0]["end a"][0]
    a = step.model.decision_function(SIX.X)
    assert np.abs(a).max() == pytest.approx(6.0) and step.b == pytest.approx(-step.a)
    assert a[SIX.codes == 0].mean() > a[SIX.codes == 1].mean(), "a is the wrong way round"
    start = Hyperplane(np.array([2.0]), -1.0)
    assert watched(SIX, start=start, a=(5.0, 5.0))[0]["end a"][0].a.tolist() == [-1.0, 2.0]
    held = moved(np.array([[0.5, -0.25]]), SIX, Params(), start)
    assert place(held, SIX).tolist() == [[0.5, -0.25]] and ALGORITHM.decided[0].value(held) == (0.5, -0.25)
    with pytest.raises(Refusal, match="b needs 2 numbers, the bias first, and 3 were typed") as refusal:
        engine.trace("convexity", SIX, b=(1.0, 2.0, 3.0))
    assert refusal.value.remedies == (SetParameter("b", ()),)


def test_single_place_states_that_e_is_convex_there():
    data = generate("blobs", seed=1, n=40, classes=2, spread=1.2)
    step, params = engine.trace("convexity", data).to_end()[-1], ALGORITHM.params()
    assert step.eigenvalues is not None and (step.eigenvalues > 0).all()
    said = ALGORITHM.explain(step, data, params).sentence
    assert said == "At α = 0.75 no eigenvalue of the Hessian is below 0: there E bends down in no direction."


@shows("OP11", "W86")
def test_w86_op11_a_step_says_this():
    """Of two rows the squared error is E(0, w) = σ(−w)²: from 0 at 1/4 to −6 the curve lies above the chord."""

    def E(w):
        return special.expit(-w) ** 2

    run, _ = watched(error=HALF_SQUARES, share=0.5, a=(0.0, -6.0), b=(0.0, 0.0))
    gaps = SHARES * E(-6) + (1 - SHARES) * E(0) - E(-6 * SHARES)
    worst, why = (
        int(gaps.argmin()),
        "The squared error of a sigmoid is not convex: far on the wrong side σ is flat, and so is E.",
    )
    second = (E(-3 + 1e-4) - 2 * E(-3) + E(-3 - 1e-4)) / 1e-8
    said = {stage: story for stage, (_, story, _) in run.items()}
    assert [story.sentence for story in said.values()] == [
        f"One end of the segment: at the weights a the squared error is E(a) = {E(-6):.4g}. The target t is 0 for "
        "class 0 and 1 for class 1.",
        "The other end: E(b) = 0.25. The straight line between the two heights is the chord; where E is convex it lies "
        "nowhere above its chords.",
        f"At α = 0.5 E lies {-gaps[25]:.4g} above the chord. {why} Move α along.",
        f"E lies up to {-gaps[worst]:.4g} above its chord, at α = {SHARES[worst]:.4g}. {why}",
        "At α = 0.5 2 eigenvalues of the Hessian are below 0: there E bends down, and is not convex.",
    ]
    assert said["end a"].worked == ("at a: w = (0, −6), the bias first",)
    assert said["end b"].worked == ("at b: w = (0, 0), the bias first",)
    chord = (E(-6) + E(0)) / 2
    assert said["between"].worked[:2] == (
        "w = α a + (1 − α) b = (0, −3), the bias first", f"chord = 0.5·{E(-6):.4g} + 0.5·0.25 = {chord:.4g}"
    )  # fmt: skip
    assert [(one.name, one.note) for one in said["segment"].numbers] == [
        ("at a", "E(a)"), ("at b", "E(b)"), ("gap", "at the α in view"), ("least gap", "chord − E")
    ]  # fmt: skip
    assert [one.value for one in said["segment"].numbers] == pytest.approx([E(-6), 0.25, gaps[25], gaps[worst]])
    bent = f"{second:.4g}".replace("-", "−")
    assert said["curvature"].worked == (f"eigenvalues = ({bent}, {bent}), the least first",)
    (table,) = said["curvature"].tables
    assert table.chosen == 0 and table.rows == tuple((name, pytest.approx(second, rel=1e-4)) for name in ("1", "2"))
    assert [one.name for one in said["curvature"].numbers] == ["least eigenvalue", "largest eigenvalue"]
    assert [event(step) and event(step).word for step, _, _ in run.values()] == [None] * 3 + ["above the chord", None]


@shows("OP11", "W86")
def test_w86_op11_part_above_the_chord_and_worst_place_are_marked():
    run, _ = watched(error=HALF_SQUARES, share=0.5, a=(0.0, -6.0), b=(0.0, 0.0))
    drawn = run["segment"][2]
    heights = special.expit(6 * SHARES) ** 2
    chord = SHARES * heights[-1] + (1 - SHARES) * heights[0]
    (above,) = [mark for mark in on(drawn, "E along the segment", Segments) if mark.role == "wrong"]
    assert above.starts == pytest.approx(np.column_stack([SHARES, chord])[1:-1])
    assert above.ends == pytest.approx(np.column_stack([SHARES, heights])[1:-1])
    worst = int((chord - heights).argmin())
    (words,) = (mark for mark in on(drawn, "E along the segment", Text) if "above" in mark.text)
    assert words.text == f"{heights[worst] - chord[worst]:.4g} above the chord"
    assert words.position == pytest.approx([SHARES[worst], chord[worst] - 0.12 * heights.max()])
    for stage, lit in (("end a", []), ("end b", []), ("between", [[0.0, -3.0]])):
        seen = [mark for mark in run[stage][2] if isinstance(mark, Points) and mark.surface.name == "Weight space"]
        assert [mark.positions[0].tolist() for mark in seen if mark.role == "focus"] == lit
        (held,) = (mark for mark in seen if mark.role == "centre")
        assert held.positions.tolist() == [[0, -6], [0, 0]] and held.labels == ("a", "b")


@shows("OP11")
def test_op11_negative_eigenvalue_and_the_least_are_stated():
    """Of one row x = 1 the Hessian is r (1 1; 1 1): one eigenvalue is 2 r, the other 0."""
    data = engine.Dataset.from_arrays([[1.0], [1.0], [1.0]], [1, 1, 0])
    step, story, _ = watched(data, error=HALF_SQUARES, share=0.5, a=(-6.0, 0.0), b=(0.0, 0.0))[0]["curvature"]
    y = special.expit(-3)
    r = sum(y * (1 - y) * (y * (1 - y) + (y - t) * (1 - 2 * y)) for t in (1, 1, 0))
    told = numbers(story)
    assert r < 0 and told["least eigenvalue"] == pytest.approx(2 * r) and told["largest eigenvalue"] == pytest.approx(0)
    assert (
        story.sentence.startswith("At α = 0.5 1 eigenvalue of the Hessian is below 0:") and len(step.eigenvalues) == 2
    )
