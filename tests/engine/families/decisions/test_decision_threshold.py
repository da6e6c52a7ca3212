"""The decision threshold: W26, quadrature, several regions, the drag along both charts, and what is refused."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import engine
from engine.base.errors import Refusal, SetParameter
from engine.core.marks import Curve, Points, Segments
from engine.data.dataset import Dataset
from tests.catalogue import shows

KEY = "decision_threshold"
CARD = engine.algorithm(KEY)
ANY = Dataset.from_arrays([[0.0], [1.0]], [0, 1])


def steps(**params: Any) -> list[Any]:
    return list(engine.trace(KEY, ANY, **params).to_end())


def sentence(step: Any, **params: Any) -> str:
    return CARD.explain(step, ANY, CARD.params(**params)).sentence


@shows("DE1", "W26")
@pytest.mark.parametrize(
    ("priors", "threshold", "best", "least"),
    [
        ((0.5, 0.5), 1.0, 1.0, 0.158655253931),
        ((0.7, 0.3), 1.0, 1.42364893019, 0.138748529971),
        ((0.7, 0.3), 1.42364893019, 1.42364893019, 0.138748529971),
    ],
)
def test_w26_best_threshold_and_its_errors(
    priors: tuple[float, float], threshold: float, best: float, least: float
) -> None:
    last = steps(priors=priors, threshold=(threshold,))[-1]
    assert last.crossings == pytest.approx([best], rel=1e-9)
    assert last.least == pytest.approx(least, rel=1e-9)
    at_one = last.mistake if threshold == 1.0 else None
    assert at_one is None or at_one == pytest.approx(0.158655253931, rel=1e-9)
    if threshold == best:
        assert "no other cut makes fewer mistakes" in sentence(last, priors=priors, threshold=(threshold,))


@shows("DE1")
def test_both_integrals_match_quadrature() -> None:
    from scipy.integrate import quad
    from scipy.stats import norm

    params = {"means": (0.0, 2.0), "deviations": (1.0, 2.5), "priors": (0.4, 0.6), "threshold": (0.7,)}
    last = steps(**params)[-1]
    first = quad(lambda x: 0.6 * norm.pdf(x, 2.0, 2.5), -60, 0.7)[0]
    second = quad(lambda x: 0.4 * norm.pdf(x, 0.0, 1.0), 0.7, 60)[0]
    assert last.first == pytest.approx(first, rel=1e-8) and last.second == pytest.approx(second, rel=1e-8)
    best = quad(
        lambda x: max(0.4 * norm.pdf(x), 0.6 * norm.pdf(x, 2.0, 2.5)), -60, 60, limit=500, points=last.crossings
    )
    assert last.least == pytest.approx(1 - best[0], abs=1e-7)


@shows("DE1")
def test_wider_class_has_the_region_on_both_sides() -> None:
    last = steps(means=(0.0, 0.5), deviations=(1.0, 3.0))[-1]
    assert len(last.crossings) == 2 and last.best.winners.tolist() == [1, 0, 1]
    assert "from the left class 2, class 1 and class 2" in sentence(last, means=(0.0, 0.5), deviations=(1.0, 3.0))


@shows("DE1")
def test_errors_are_hatched_and_the_excess_drawn() -> None:
    params = {"threshold": (1.8,)}
    last = steps(**params)[-1]
    drawn = CARD.marks(last, ANY, CARD.params(**params))
    hatches = [mark for mark in drawn if isinstance(mark, Segments) and mark.role == "wrong"]
    below, above = hatches
    assert below.groups[0] == last.high == 1 and (below.ends[:, 0] <= 1.8).all()
    assert above.groups[0] == last.low == 0 and (above.ends[:, 0] >= 1.8).all()
    assert below.ends[:, 1] == pytest.approx(last.bells.joint(below.ends[:, 0])[1])
    (dot,) = [mark for mark in drawn if isinstance(mark, Points) and mark.surface.name.startswith("Probability")]
    assert dot.positions.tolist() == [[1.8, last.mistake]]
    (swept,) = [mark for mark in drawn if isinstance(mark, Curve) and mark.label == "P(mistake)"]
    assert swept.positions[:, 1].min() == pytest.approx(0.158655253931, abs=1e-4)
    extra = [mark for mark in drawn if isinstance(mark, Segments) and mark.role == "focus"]
    (saved,) = extra
    assert saved.starts[:, 0].min() >= 1.0 and saved.starts[:, 0].max() <= 1.8
    heights = (saved.ends - saved.starts)[:, 1]
    assert np.trapezoid(heights, saved.starts[:, 0]) == pytest.approx(last.extra, abs=0.005)
    assert last.extra == pytest.approx(last.mistake - 0.158655253931)
    assert [mark.labels for mark in drawn if isinstance(mark, Segments) and mark.role == "residual"] == [
        ("can be saved",)
    ]
    best = CARD.marks(steps()[-1], ANY, CARD.params())
    assert not [mark for mark in best if isinstance(mark, Segments) and mark.role == "residual"]


def test_threshold_is_dragged_across_the_densities() -> None:
    step, handle = steps()[0], CARD.drags[0]
    track = handle.track(step, ANY, CARD.params())
    assert handle.line == "upright" and track.now.tolist() == [1.0, 0.0]
    assert track.value_at(np.array([0.25, 0.1])) == pytest.approx(0.25)
    assert CARD.drags[1].track(step, ANY, CARD.params()) is None


@given(st.floats(-3, 3), st.floats(0.2, 3), st.floats(0.05, 0.95), st.floats(-4, 6))
def test_no_threshold_beats_the_best_regions(mean: float, width: float, prior: float, cut: float) -> None:
    last = steps(means=(0.0, mean), deviations=(1.0, width), priors=(prior, 1 - prior), threshold=(cut,))[-1]
    assert last.least <= last.mistake + 1e-12
    assert last.least <= min(prior, 1 - prior) + 1e-12


@pytest.mark.parametrize(
    ("params", "words", "remedy"),
    [
        ({"means": (1.0,)}, "means needs 2 numbers", SetParameter("means", (0.0, 2.0))),
        ({"deviations": (1.0,)}, "deviations needs 2 numbers", SetParameter("deviations", (1.0, 1.0))),
        ({"deviations": (1.0, 0.0)}, "A standard deviation is from", SetParameter("deviations", (1.0, 1.0))),
        ({"priors": (0.0, 0.0)}, "not all are 0", SetParameter("priors", (1.0, 1.0))),
        ({"means": (0.0, 1e12)}, "A mean is at most", SetParameter("means", (0.0, 2.0))),
    ],
)
def test_unsuitable_targets_are_refused_with_a_remedy(params: dict[str, Any], words: str, remedy: SetParameter) -> None:
    with pytest.raises(Refusal, match=words) as refused:
        engine.trace(KEY, ANY, **params)
    assert refused.value.remedies == (remedy,)


def test_the_same_bell_twice_never_crosses() -> None:
    last = steps(means=(1.0, 1.0), priors=(0.3, 0.7))[-1]
    assert last.best.winners.tolist() == [1] and last.least == pytest.approx(0.3)
    assert "class 2 on the whole line" in sentence(last, means=(1.0, 1.0), priors=(0.3, 0.7))
