"""The multivariate Gaussian: W15, scipy.stats, its axes, repairs, what is dragged, and what is refused."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest

import engine
from engine.base.errors import Refusal, SetParameter
from engine.core.marks import Bars, Curve, Ellipse, Matrix, Points, Segments
from engine.core.story import Story
from engine.data.dataset import Dataset
from tests.catalogue import shows

KEY = "multivariate_gaussian"
CARD = engine.algorithm(KEY)
ANY = Dataset.from_arrays([[0.0], [1.0]], [0, 1])
W15 = {"given": "matrix", "matrix": (4.0, 2.0, 2.0, 3.0), "mean": (1.0, 2.0), "x": (3.0, 1.0)}
FOLLOWS = {"tilt in degrees": lambda step, data, params: math.degrees(math.atan2(step.axes[0, 1], step.axes[0, 0]))}


def steps(**params: Any) -> dict[str, Any]:
    return {step.part: step for step in engine.trace(KEY, ANY, **params).to_end()}


def told(step: Any, **params: Any) -> Story:
    return CARD.explain(step, ANY, CARD.params(**params))


def drawn(step: Any, kind: type, name: str, **params: Any) -> list[Any]:
    found = CARD.marks(step, ANY, CARD.params(**params))
    return [mark for mark in found if isinstance(mark, kind) and mark.surface.name == name]


@shows("PD10", "W15")
def test_w15_determinant_distance_and_density() -> None:
    found = steps(**W15)
    last = found["density"]
    assert math.exp(last.ln_det) == pytest.approx(8.0) and last.square == pytest.approx(3.0)
    assert last.ln_p == pytest.approx(-4.37759783725, rel=1e-11)
    assert math.exp(last.ln_p) == pytest.approx(0.012555482738, rel=1e-10)
    assert last.correlations[0, 1] == pytest.approx(0.57735026919, rel=1e-10)
    assert told(found["determinant"], **W15).worked == ("|Σ| = (2 · 1.4142)² = 8",)
    assert told(found["solve"], **W15).worked == ("y2 = (−1 − 1) / 1.414 = −1.414",)
    assert told(found["exponent"], **W15).worked == ("Δ² = 1² + (−1.4142)² = 3",)
    assert told(last, **W15).sentence.endswith("at x the density is 0.01256.")
    assert (
        told(last, **W15).worked == ("ln p(x) = −1.5 + (−2.8776) = −4.378",) or "ln p(x)" in told(last, **W15).worked[0]
    )
    assert told(found["difference"], **W15).worked == ("x1 − μ1 = 3 − 1 = 2",)


@shows("PD10")
@pytest.mark.parametrize("D", [1, 2, 3, 5])
def test_the_density_is_that_of_scipy(D: int) -> None:
    from scipy.stats import multivariate_normal

    rng = np.random.default_rng(D)
    half, mean, x = rng.normal(size=(D, D)), rng.normal(size=D), rng.normal(size=D)
    S = half @ half.T + 0.1 * np.eye(D)
    S = (S + S.T) / 2
    found = steps(given="matrix", matrix=tuple(S.ravel().tolist()), mean=tuple(mean), x=tuple(x))
    assert found["density"].ln_p == pytest.approx(multivariate_normal.logpdf(x, mean, S), rel=1e-10)
    if D > 1:
        rest = slice(1, None)
        slopes = S[rest, 0] / S[0, 0]
        assert found["conditional"].centre == pytest.approx(mean[rest] + slopes * (x[0] - mean[0]))
        both = found["conditional"].left
        given = multivariate_normal.logpdf(x[rest], found["conditional"].centre, both)
        alone = multivariate_normal.logpdf(x[:1], mean[:1], S[:1, :1])
        assert given + alone == pytest.approx(found["density"].ln_p)
        assert "conditional" in found
    else:
        assert "marginal" not in found


@shows("PD10")
def test_axes_tilt_and_correlation_are_stated_and_drawn() -> None:
    params = {"s1": 2.0, "s2": 2.0, "rho": 0.6}
    step = steps(**params)["axes"]
    assert step.variances == pytest.approx([6.4, 1.6]) and abs(step.axes[0]) == pytest.approx([math.sqrt(0.5)] * 2)
    story = told(step, **params)
    assert "the longest is √λ1 = 2.53 long" in story.sentence and "the shortest 1.265" in story.sentence
    assert "The first is tilted by 45°, and the correlation is 0.6" in story.sentence
    (arrows,) = drawn(step, Segments, "Contours at 1, 2 and 3 deviations", **params)
    lengths = np.linalg.norm(arrows.ends - arrows.starts, axis=1)
    assert lengths == pytest.approx(np.sqrt([6.4, 1.6])) and arrows.labels == ("√λ1 = 2.53", "√λ2 = 1.265")
    later = drawn(steps(**params)["solve"], Segments, "Contours at 1, 2 and 3 deviations", **params)
    assert later[0].labels == () and later[1].ends.tolist() == [[4.0, 0.0]]
    rings = drawn(step, Ellipse, "Contours at 1, 2 and 3 deviations", **params)
    assert [ring.scale for ring in rings] == [1.0, 2.0, 3.0]
    flat = {"rho": 0.999}
    assert "almost a line: as |ρ| comes to 1, |Σ| comes to 0" in told(steps(**flat)["axes"], **flat).sentence
    assert "almost a line" not in story.sentence
    one = {"given": "matrix", "matrix": (4.0,)}
    assert told(steps(**one)["axes"], **one).sentence.startswith("There is one axis")


@shows("PD10")
def test_diagonal_and_spherical_are_presets() -> None:
    assert steps(shape="diagonal")["shape"].sigma.tolist() == [[4.0, 0.0], [0.0, 2.25]]
    assert steps(shape="spherical")["shape"].sigma.tolist() == [[3.125, 0.0], [0.0, 3.125]]
    assert "not tilted" in told(steps(shape="diagonal")["shape"], shape="diagonal").sentence
    assert "round" in told(steps(shape="spherical")["shape"], shape="spherical").sentence
    assert "All axes are equally long" in told(steps(shape="spherical")["axes"], shape="spherical").sentence
    assert "how they are tilted. Drag" in told(steps()["shape"]).sentence


@shows("PD10")
def test_the_surface_rises_to_the_density() -> None:
    step = steps()["density"]
    lines = drawn(step, Curve, "Density as a surface")
    assert len(lines) == 2 * 19 and all(len(line.positions) == 61 for line in lines)
    (tip,) = drawn(step, Points, "Density as a surface")
    (stem,) = drawn(step, Segments, "Density as a surface")
    far = 3.3 * 2.0
    assert stem.starts.tolist() == [[4.0, 0.0]] and tip.positions.tolist() == stem.ends.tolist()
    assert stem.ends[0, 1] == pytest.approx(0.9 * far * math.exp(-0.5 * step.square))
    tops = max(float(line.positions[:, 1].max()) for line in lines)
    assert tops >= 0.9 * far
    assert not drawn(steps()["solve"], Curve, "Density as a surface")


@shows("PD10")
def test_invalid_covariance_is_refused_with_repairs() -> None:
    singular = {"given": "matrix", "matrix": (1.0, 2.0, 2.0, 4.0)}
    with pytest.raises(Refusal, match=r"singular.*eigenvalues go from 0 to 5: repair it") as caught:
        engine.trace(KEY, ANY, **singular)
    assert caught.value.remedies == (SetParameter("repair", "ridge"), SetParameter("repair", "diagonal"))
    for repair in ("ridge", "shrunk", "diagonal"):
        found = steps(**singular, repair=repair)
        assert "density" in found
        story = told(found["repair"], **singular, repair=repair)
        assert "Σ had rank 1 of 2" in story.sentence and story.tables[0].rows[0][2] > 0.09
    assert told(steps(**singular, repair="ridge")["repair"], **singular, repair="ridge").worked == (
        "first entry of Σ ← 1 + 0.1 = 1.1",
    )
    rings = drawn(steps(**singular, repair="ridge")["repair"], Ellipse, "Contours at 1, 2 and 3 deviations", **singular)
    assert [ring.role for ring in rings] == ["ghost"] * 3 + ["plain"] * 3
    with pytest.raises(Refusal, match="variance is below 0"):
        engine.trace(KEY, ANY, given="matrix", matrix=(1.0, 2.0, 2.0, 1.0))
    with pytest.raises(Refusal, match=r"eigenvalues go from −0\.9") as caught:
        engine.trace(KEY, ANY, given="matrix", matrix=(1.0, 2.0, 2.0, 1.0), repair="ridge")
    (mend,) = caught.value.remedies
    assert steps(given="matrix", matrix=(1.0, 2.0, 2.0, 1.0), repair="ridge", epsilon=mend.value)["density"]


@pytest.mark.parametrize(
    ("params", "words"),
    [
        ({"given": "matrix", "matrix": (1.0, 2.0)}, "has 2 numbers, and a covariance has 1, 4, 9"),
        ({"given": "matrix", "matrix": ()}, "has 0 numbers"),
        ({"given": "matrix", "matrix": (4.0, 1.0, 2.0, 3.0)}, "has 1 in row 1, column 2 and 2 in row 2, column 1"),
        ({"mean": (1.0,)}, "mean needs 2 numbers, and 1 were typed"),
        ({"x": (1.0, 2.0, 3.0)}, "x needs 2 numbers, and 3 were typed"),
    ],
)
def test_numbers_that_do_not_fit_are_refused(params: dict[str, Any], words: str) -> None:
    with pytest.raises(Refusal, match=words):
        engine.trace(KEY, ANY, **params)


def test_asymmetric_matrix_is_repaired_by_either_half() -> None:
    with pytest.raises(Refusal) as caught:
        engine.trace(KEY, ANY, given="matrix", matrix=(4.0, 1.0, 2.0, 3.0))
    assert [mend.value for mend in caught.value.remedies] == [(4.0, 1.0, 1.0, 3.0), (4.0, 2.0, 2.0, 3.0)]


def test_deviations_and_correlation_are_draggable() -> None:
    step, params = steps()["axes"], CARD.params()
    first, second, rho = (handle.track(step, ANY, params) for handle in CARD.drags[2:])
    assert first.value_at(np.array([3.0, 9.0])) == pytest.approx(3.0) and first.now.tolist() == [2.0, 0.0]
    assert second.value_at(np.array([9.0, 3.0])) == pytest.approx(3.0) and second.now.tolist() == [0.0, 1.5]
    assert rho.value_at(np.array([2.0, -0.75])) == pytest.approx(-0.5) and rho.now == pytest.approx([2.0, 0.9])
    for other in ({"shape": "spherical"}, {"given": "matrix"}, {"repair": "ridge"}):
        assert CARD.drags[2].track(step, ANY, CARD.params(**other)) is None
        assert CARD.drags[3].track(step, ANY, CARD.params(**other)) is None
    assert CARD.drags[4].track(step, ANY, CARD.params(shape="diagonal")) is None


def test_mean_and_place_are_dragged_anywhere() -> None:
    mean, place = CARD.drags[:2]
    assert (mean.parameter, place.parameter) == ("mean", "x")
    params = {"mean": (1.0, -2.0), "x": (3.0, 4.0)}
    step, built = steps(**params)["axes"], CARD.params(**params)
    for handle, now, names in ((mean, [1.0, -2.0], ("μ₁", "μ₂")), (place, [3.0, 4.0], ("x₁", "x₂"))):
        spot = handle.track(step, ANY, built)
        assert spot.now.tolist() == now and spot.names == names
        assert spot.value_at(np.array([0.5, 7.0])).tolist() == [0.5, 7.0]
        assert spot.value_at(np.array([1 / 3, -20 / 3])).tolist() == [0.333, -6.667]
    narrow = {"s1": 0.02, "s2": 0.01}
    spot = place.track(steps(**narrow)["axes"], ANY, CARD.params(**narrow))
    assert spot.value_at(np.array([1 / 3, 2 / 3])).tolist() == [0.33333, 0.66667]
    three = {"given": "matrix", "matrix": (1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0)}
    step = steps(**three)["axes"]
    assert all(handle.track(step, ANY, CARD.params(**three)) is None for handle in (mean, place))


def test_x2_given_x1_is_drawn_beside_x2_alone() -> None:
    found = steps(**W15)
    step = found["conditional"]
    assert step.centre.tolist() == [3.0] and step.left.tolist() == [[2.0]]
    story = told(step, **W15)
    assert "Where x1 = 3 is known, x2 has the mean 3 and the variance 2, less than before" in story.sentence
    assert story.worked[0] == "slope = Σ21 / Σ11 = 2 / 4 = 0.5" and story.checks[0].holds
    assert story.worked[1:] == ("mean of x2 given x1 = 2 + 1 = 3", "variance of x2 given x1 = 3 − 1 = 2")
    name = "x₂ alone, and given x₁"
    alone, given = drawn(step, Curve, name, **W15)
    top = given.positions[np.argmax(given.positions[:, 1])]
    assert top == pytest.approx([3.0, 1 / math.sqrt(4 * math.pi)], abs=0.03) and alone.positions[:, 1].max() < top[1]
    assert len(drawn(found["marginal"], Curve, name, **W15)) == 1
    assert alone.positions[[0, -1], 0] == pytest.approx([2 - 4 * math.sqrt(3), 2 + 4 * math.sqrt(3)])
    (line,) = [m for m in drawn(step, Segments, "Contours at 1, 2 and 3 deviations", **W15) if m.role == "margin"]
    assert line.surface.view == pytest.approx((1 - 2**2.75, 1 + 2**2.75, 2 - 2**2.75, 2 + 2**2.75), abs=1e-9)
    assert line.starts.tolist() == [[3.0, line.surface.view[2]]] and line.ends.tolist() == [[3.0, line.surface.view[3]]]
    (best,) = [m for m in drawn(step, Points, "Contours at 1, 2 and 3 deviations", **W15) if m.role == "best"]
    assert best.positions.tolist() == [[3.0, 3.0]]
    free = {"rho": 0.0}
    assert "the same as before" in told(steps(**free)["conditional"], **free).sentence
    assert told(found["marginal"], **W15).tables[0].rows == (("x1", 1.0, 4.0), ("x2", 2.0, 3.0))


def test_tables_and_bars_show_the_factor_and_each_contribution() -> None:
    found = steps(**W15)
    tables = {mark.title: mark for mark in drawn(found["solve"], Matrix, "Σ = L Lᵀ", **W15)}
    assert tables["Σ"].parameter == "matrix" and tables["L"].values == pytest.approx(np.array([[2, 0], [1, 2**0.5]]))
    assert tables["L"].chosen_row == 1
    assert drawn(steps()["solve"], Matrix, "Σ = L Lᵀ")[0].parameter == ""
    assert drawn(found["shape"], Matrix, "Σ = L Lᵀ", **W15)[0].parameter == "matrix"
    assert not drawn(steps()["shape"], Matrix, "Σ = L Lᵀ")
    cube = {"given": "matrix", "matrix": (4.0, 2.0, 0.0, 2.0, 3.0, 0.0, 0.0, 0.0, 1.0), "x": (2.0, -1.0, 0.0)}
    three = [step for step in engine.trace(KEY, ANY, **cube).to_end() if step.part == "solve"]
    (bars,) = drawn(three[1], Bars, "What each y adds to Δ²", **cube)
    assert bars.values == pytest.approx([1.0, 2.0]) and bars.chosen == 1
    assert not drawn(steps(**cube)["density"], Bars, "What each y adds to Δ²", **cube)
    assert not drawn(steps()["exponent"], Curve, "Density as a surface")
    far = {"x": (1e3, 1e3)}
    assert "0 by underflow" in told(steps(**far)["density"], **far).sentence
    three = {"given": "matrix", "matrix": tuple(np.eye(3).ravel().tolist())}
    assert [m.title for m in drawn(steps(**three)["axes"], Matrix, "Σ = L Lᵀ", **three)] == ["Σ", "ρ"]
    assert not drawn(steps(**three)["axes"], Ellipse, "Contours at 1, 2 and 3 deviations", **three)
    assert [m.title for m in drawn(steps(**three)["conditional"], Matrix, "Σ = L Lᵀ", **three)][-1] == "given x1"
    assert CARD.event(found["density"]).word == "density" and CARD.event(found["axes"]) is None
