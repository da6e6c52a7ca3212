"""The Laplace approximation: W39, W40 and W41, finite differences, every refusal, and what is drawn."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest

import engine
from engine.base.errors import Refusal, SetParameter
from engine.core.marks import Contours, Curve, Ellipse, Points
from engine.data.dataset import Dataset
from engine.families.posteriors.laplace_approximation.functions import (
    BELL,
    BORDER,
    CORNER,
    CUT,
    DENSITIES,
    GAMMA,
    IN_LOGARITHM,
    LOGISTIC,
    TILTED,
    TWO,
    TYPED,
)  # fmt: skip
from engine.families.posteriors.laplace_approximation.loop import climb
from tests.catalogue import shows

KEY = "laplace_approximation"
CARD = engine.algorithm(KEY)
ANY = Dataset.from_arrays([[0.0], [1.0]], [0, 1])
FOLLOWS = {"relative error of Z": lambda step, data, params: np.expm1(step.q.log_integral - step.log_true)}


def trace(**params: Any) -> Any:
    return engine.trace(KEY, ANY, **params).to_end()


def last(**params: Any) -> Any:
    return trace(**params)[-1]


def story(step: Any, **params: Any) -> Any:
    return CARD.explain(step, ANY, CARD.params(**params))


@shows("PD21", "W39")
def test_w39_a_bell_cut_by_a_sigmoid() -> None:
    step = last(function=CUT)
    assert step.z[0] == pytest.approx(0.0774795809853, abs=1e-9)
    assert step.A[0, 0] == pytest.approx(2.54358853424, rel=1e-8)
    assert step.q.factor[0, 0] == pytest.approx(0.627013036716, rel=1e-8)
    assert step.height == pytest.approx(-0.00688304507727, rel=1e-8)
    assert math.exp(step.q.log_integral) == pytest.approx(1.560907748, rel=1e-8)
    assert math.exp(step.log_true) == pytest.approx(1.45118936756, rel=1e-8)
    told = story(step, function=CUT)
    assert "Under f lies 1.451 by quadrature, and Laplace's Z is 1.561." in told.sentence


@shows("PD21", "PD22", "W40")
def test_w40_a_gamma_density_and_a_saddle() -> None:
    step = last(function=GAMMA)
    assert (step.z[0], step.A[0, 0]) == pytest.approx((4.0, 0.25), rel=1e-9)
    assert math.exp(step.q.log_integral) == pytest.approx(23.5061751329, rel=1e-9)
    assert math.exp(step.log_true) == pytest.approx(24.0, rel=1e-9)
    assert math.exp(step.q.log_integral - step.log_true) == pytest.approx(0.979423963871, rel=1e-9)
    run = trace(function=TILTED, z0=(0.0, 0.0))
    assert run[-1].A.tolist() == [[0.0, 1.0], [1.0, 2.0]] and np.linalg.det(run[-1].A) == pytest.approx(-1)
    assert run[-1].q is None and run.ending.kind == "failed" and "no maximum" in run.ending.words


@shows("PD21")
@pytest.mark.parametrize(
    ("text", "name", "ends"),
    [("-z**2/2 + logsigmoid(20*z + 4)", CUT, (-12.0, 12.0)), ("4*log(z) - z", GAMMA, (0.0, 80.0))],
)
def test_typed_function_is_approximated_like_a_known_one(text: str, name: str, ends: tuple[float, float]) -> None:
    params = {"function": TYPED, "typed": text, "low": ends[0], "high": ends[1]}
    step, known = last(**params), last(function=name)
    assert step.z == pytest.approx(known.z, abs=1e-8) and pytest.approx(known.A, rel=1e-6) == step.A
    assert step.log_true == pytest.approx(known.log_true, rel=1e-8)
    assert step.q.log_integral == pytest.approx(known.q.log_integral, rel=1e-8)


@shows("PD21")
def test_typed_function_ends_at_the_bracket_and_may_be_multimodal() -> None:
    border = trace(function=TYPED, typed="z", low=-1.0, high=2.0)
    assert border.ending.kind == "failed" and "lies at a border or a corner" in border.ending.words
    assert border[-1].z[0] == pytest.approx(2.0, abs=1e-6)
    assert math.exp(border[-1].log_true) == pytest.approx(math.exp(2) - math.exp(-1), rel=1e-8)
    corner = trace(function=TYPED, typed="-sqrt(abs(z))")
    assert corner.ending.kind == "failed"
    two = last(function=TYPED, typed="-(z**2 - 4)**2", low=-4.0, high=4.0, z0=(1.0,))
    assert two.z[0] == pytest.approx(2.0) and two.A[0, 0] == pytest.approx(32.0) and len(two.others) == 1
    assert last(function=TYPED).z[0] == pytest.approx(1.0)


@pytest.mark.parametrize(
    ("params", "words"),
    [
        ({"typed": "x**2"}, "'x' is nothing that a function of z is made of"),
        ({"typed": "z +"}, "no function of z that can be read"),
        ({"low": 1.0, "high": 1.0}, "its end must lie above"),
        ({"typed": "log(z)", "low": -3.0, "high": -1.0}, "−∞ or undefined on the bracket"),
        ({"typed": "1/z", "low": 0.0, "high": 1.0}, "infinite somewhere on the bracket"),
        ({"typed": "-1000*z**2", "z0": (5.0,)}, "lies where f is 0"),
    ],
)
def test_typed_function_that_is_no_density_is_refused(params: dict[str, Any], words: str) -> None:
    with pytest.raises(Refusal, match=words) as caught:
        trace(function=TYPED, **params)
    assert caught.value.remedies


@shows("W41")
def test_w41_evidence_of_a_logistic_regression() -> None:
    step = last(function=LOGISTIC)
    assert step.z == pytest.approx([-0.468852947256, 0.45469313916], abs=1e-8)
    assert step.q.covariance[0] == pytest.approx([0.682669191089, -0.269539897496], abs=1e-8)
    assert step.q.log_integral == pytest.approx(-4.85815649663, abs=1e-8)
    assert step.log_true == pytest.approx(-4.80874119698, abs=1e-4)


@pytest.mark.parametrize("name", [name for name in DENSITIES if name not in (BORDER, CORNER)])
def test_gradient_and_curvature_match_finite_differences(name: str) -> None:
    density = DENSITIES[name]
    z, h = np.array(density.start), 1e-5
    ways = h * np.eye(len(z))
    slope = [(density.at(z + way) - density.at(z - way)) / (2 * h) for way in ways]
    bend = [(density.slope(z + way) - density.slope(z - way)) / (2 * h) for way in ways]
    assert density.slope(z) == pytest.approx(slope, rel=1e-6, abs=1e-8)
    assert density.bend(z) == pytest.approx(np.array(bend), rel=1e-6, abs=1e-6)


@pytest.mark.parametrize("name", [TILTED, LOGISTIC, BELL])
def test_integral_over_two_variables_matches_scipy(name: str) -> None:
    from scipy.integrate import dblquad

    density = DENSITIES[name]
    found = dblquad(lambda y, x: math.exp(density.at(np.array([x, y]))), -7, 7, -7, 7, epsabs=1e-7)[0]
    assert math.exp(last(function=name).log_true) == pytest.approx(found, rel=1e-5)


def test_approximation_depends_on_the_variable_and_is_exact_for_gaussians() -> None:
    ways = [last(function=name) for name in (GAMMA, IN_LOGARITHM)]
    assert [math.exp(step.log_true) for step in ways] == pytest.approx([24.0, 24.0], rel=1e-8)
    assert math.exp(ways[1].q.log_integral) == pytest.approx(5**5 * math.exp(-5) * math.sqrt(2 * math.pi / 5))
    step = last(function=BELL)
    assert step.q.log_integral == pytest.approx(step.log_true) and len(step.path) == 2


@pytest.mark.parametrize(("name", "count"), [(CUT, 0), (TWO, 1), (TILTED, 1), (LOGISTIC, 0)])
def test_each_mode_has_its_own_approximation(name: str, count: int) -> None:
    step = last(function=name)
    assert len(step.others) == count
    assert ("is 1 other mode" in story(step, function=name).sentence) == bool(count)
    density = DENSITIES[name]
    for q in step.others:
        assert np.abs(density.slope(q.mode)).max() < 1e-6 and not np.allclose(q.mode, step.z, atol=0.1)
    if name == TWO:
        both = np.logaddexp(step.q.log_integral, step.others[0].log_integral)
        assert both == pytest.approx(step.log_true, abs=0.02)


def test_ln_f_rises_at_every_step() -> None:
    for name, density in DENSITIES.items():
        heights = [density.at(z) for z in (np.array(density.start), *climb(density, np.array(density.start)))]
        assert (np.diff(heights) > 0).all(), name


@shows("PD22")
def test_eigenvalues_of_the_curvature_decide() -> None:
    run = trace(function=TILTED)
    at = next(step for step in run if step.part == "curvature")
    assert at.eigenvalues == pytest.approx(np.linalg.eigvalsh(at.A)) and at.eigenvalues[0] > 0
    told = story(at, function=TILTED)
    assert told.sentence.endswith("a maximum.") and all(check.holds for check in told.checks)
    saddle = trace(function=TILTED, z0=(0.0, 0.0))[-1]
    assert "eigenvalues of A are (−0.4142, 2.414): not all are above 0" in story(saddle, function=TILTED).sentence
    assert CARD.event(saddle).role == "wrong"


@pytest.mark.parametrize("name", [BORDER, CORNER])
def test_mode_at_a_boundary_or_corner_is_refused(name: str) -> None:
    run = trace(function=name)
    assert run.ending.kind == "failed" and "border or a corner" in run.ending.words and run[-1].q is None
    assert run[-1].z[0] == pytest.approx(0.0, abs=1e-6)
    assert story(run[-1], function=name).sentence == run.ending.words


def test_parabola_and_gaussian_touch_at_the_mode() -> None:
    step = last(function=TWO)
    drawn = list(CARD.marks(step, ANY, CARD.params(function=TWO)))
    curves = {mark.label: mark.positions for mark in drawn if isinstance(mark, Curve)}
    x = curves["ln f"][:, 0]
    assert curves["ln f"][:, 1] == pytest.approx(DENSITIES[TWO].log_f(x[:, None]))
    d = curves["parabola"][:, 0] - step.z[0]
    assert curves["parabola"][:, 1] == pytest.approx(step.height - 0.5 * step.A[0, 0] * d**2, abs=1e-6)
    assert np.trapezoid(curves["f"][:, 1], curves["f"][:, 0]) == pytest.approx(1.0, abs=1e-3)
    for name in ("q", "q of another mode"):
        assert np.trapezoid(curves[name][:, 1], curves[name][:, 0]) == pytest.approx(1.0, abs=1e-3)
    assert curves["q"][curves["q"][:, 1].argmax(), 0] == pytest.approx(step.z[0], abs=0.02)
    (here,) = [mark for mark in drawn if isinstance(mark, Points) and mark.role == "focus"]
    assert here.positions.tolist() == [[step.z[0], step.height]]


@shows("PD22")
def test_contours_are_of_f_and_ellipses_of_q() -> None:
    step = last(function=TILTED)
    drawn = list(CARD.marks(step, ANY, CARD.params(function=TILTED)))
    (lines,) = [mark for mark in drawn if isinstance(mark, Contours)]
    assert lines.function(step.z[None])[0] == pytest.approx(1.0, abs=2e-3)
    told = story(trace(function=TILTED)[-2], function=TILTED)
    (table,) = told.tables
    L = np.array([row[1:] for row in table.rows], dtype=float)
    assert pytest.approx(step.A) == L @ L.T and told.worked[0].startswith("√|A| = ")
    best = [mark for mark in drawn if isinstance(mark, Ellipse) and mark.role == "best"]
    assert [mark.scale for mark in best] == [1.0, 2.0]
    assert best[0].covariance @ step.A == pytest.approx(np.eye(2), abs=1e-9)
    assert best[0].centre.tolist() == step.z.tolist()


def test_the_start_is_dragged_along_ln_f() -> None:
    (handle,) = CARD.drags
    step = trace()[0]
    track = handle.track(step, ANY, CARD.params())
    assert track.value_at(np.array([0.3, 0.0])) == pytest.approx(0.3) and track.now[0] == -0.3
    assert handle.track(last(), ANY, CARD.params()) is None


@pytest.mark.parametrize(
    ("params", "words"),
    [
        ({"z0": (1.0, 2.0)}, "z0 needs 1 number for this f, and has 2"),
        ({"function": GAMMA, "z0": (-1.0,)}, "lies where f is 0"),
        ({"function": GAMMA, "z0": (0.0,)}, "lies where f is 0"),
        ({"function": GAMMA, "z0": (1e-300,)}, "or as good as 0"),
        ({"function": BELL, "z0": (1e9, 0.0)}, "lies where f is 0, or as good as 0"),
    ],
)
def test_what_is_no_start_is_refused(params: dict[str, Any], words: str) -> None:
    with pytest.raises(Refusal, match=words) as refused:
        engine.trace(KEY, ANY, **params)
    assert refused.value.remedies == (SetParameter("z0", ()),)


def test_a_cap_ends_the_climb() -> None:
    assert trace(function=GAMMA, cap=1).ending.kind == "stopped"


def test_step_states_its_places_and_the_parabola_stays_visible() -> None:
    run = trace(function=GAMMA)
    assert story(run[0], function=GAMMA).sentence.startswith("The climb to the mode begins at 2.")
    told = story(run[1], function=GAMMA)
    assert told.worked == ("z ← 2 + 1 = 3",) and told.sentence == "Newton step 1: from 2 to 3, and ln f rises."
    for step in run:
        drawn = CARD.marks(step, ANY, CARD.params(function=GAMMA))
        parabola, ln_f = (
            next(mark for mark in drawn if isinstance(mark, Curve) and mark.label == name)
            for name in ("parabola", "ln f")
        )
        low, high, floor, top = parabola.surface.view
        up, d = parabola.positions[:, 1], parabola.positions[:, 0] - step.z[0]
        assert (up > floor).all() and (up < top).all()
        assert up == pytest.approx(step.height + step.g[0] * d - 0.5 * step.A[0, 0] * d**2)
        assert ln_f.positions[:, 1].min() < floor - 4 and (low, high) == (0.0, 14.0)


def test_one_variable_has_a_curvature_and_two_a_factor() -> None:
    from engine.core.marks import Segments

    one = story(trace(function=CUT)[0], function=CUT)
    assert [number.name for number in one.numbers] == ["ln f", "slope of ln f", "curvature A"]
    two = trace(function=BELL)
    assert [number.name for number in story(two[0], function=BELL).numbers] == ["ln f", "slope of ln f"]
    bell = next(step for step in two if step.part == "Gaussian")
    (table,) = story(bell, function=BELL).tables
    assert [row[0] for row in table.rows] == ["1", "2"] and table.rows[1][1:] == tuple(bell.L[1])
    last = two[-1]
    drawn = CARD.marks(last, ANY, CARD.params(function=BELL))
    (way,) = [mark for mark in drawn if isinstance(mark, Segments) and mark.role == "path"]
    assert way.starts.tolist() == last.path[:-1].tolist() and way.ends.tolist() == last.path[1:].tolist()
    keys = [
        next(mark.key for mark in CARD.marks(trace(function=name)[0], ANY, CARD.params(function=name))
             if isinstance(mark, Contours))
        for name in (BELL, TILTED)
    ]  # fmt: skip
    assert keys[0] != keys[1]
