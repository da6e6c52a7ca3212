"""The generators: their parameters hold what they promise."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.base.errors import ParameterError, Refusal
from engine.base.params import Choice, build, specs
from engine.base.words import figure
from engine.data.toy_curves import Straight
from engine.data.toys import LONG, TOYS, Blobs, Margin, centres_of, generate, true_line
from engine.data.truths import TRUE, true_parameters

REAL = ("line", "sine", "stairs", "outliers", "widening", "plane", "hills")


PLANE = [key for key in TOYS if TOYS[key].plane]


@pytest.mark.parametrize("key", TOYS)
def test_equal_seeds_give_equal_points_and_others_differ(key: str) -> None:
    assert generate(key, seed=5) == generate(key, seed=5)
    assert not np.array_equal(generate(key, seed=5).X, generate(key, seed=6).X)


@pytest.mark.parametrize("key", PLANE)
def test_generated_picture_fits_a_usual_window(key: str) -> None:
    data = generate(key, n=2000)
    assert data.name == key
    assert data.n == 2000
    assert data.target == ("real" if key in REAL else "class")
    inner = np.percentile(np.abs(data.X), 95)
    assert 1.0 < inner < 3.5


@pytest.mark.parametrize("key", TOYS)
def test_every_bound_of_every_parameter_is_met(key: str) -> None:
    for name, spec in specs(TOYS[key].params).items():
        for value in spec.bounds():
            data = generate(key, **({"n": 12} | {name: value}))
            assert np.isfinite(data.X).all() or (key == "ratings" and not np.isinf(data.X).any())
            assert data.n == (value if name == "n" else 12)
        if not isinstance(spec, Choice):
            with pytest.raises(ParameterError, match=name):
                generate(key, **{name: spec.bounds()[1] + 1})


@given(st.integers(0, 1000), st.integers(1, 300), st.floats(0, 2), st.floats(0, 180))
def test_true_line_separates_with_the_margin(seed: int, n: int, width: float, angle: float) -> None:
    data = generate("margin", seed, n=n, margin=width, angle=angle)
    weights, bias = true_line(build(Margin, {"margin": width, "angle": angle}))
    assert np.linalg.norm(weights) == pytest.approx(1)
    signs = np.where(data.codes == 1, 1.0, -1.0)
    assert (signs * (data.X @ weights + bias) >= width).all()


def test_class_sizes_differ_by_at_most_one() -> None:
    assert np.bincount(generate("blobs", n=100, classes=3).codes).tolist() == [34, 33, 33]
    assert np.bincount(generate("xor", n=100).codes).tolist() == [50, 50]


def test_blobs_lie_around_their_true_centres() -> None:
    data = generate("blobs", n=30_000, classes=3, spread=0.5, features=4)
    true = centres_of(Blobs(classes=3, features=4))
    for code in range(3):
        cloud = data.X[data.codes == code]
        np.testing.assert_allclose(cloud.mean(axis=0), true[code], atol=5 * 0.5 / 100)
        np.testing.assert_allclose(cloud.std(axis=0), 0.5, rtol=0.05)


def test_noise_free_points_lie_on_their_curve() -> None:
    line = generate("line", noise=0.0, slope=2.0, intercept=-1.0)
    np.testing.assert_allclose(line.y, 2 * line.X[:, 0] - 1)
    sine = generate("sine", noise=0.0, periods=2.0)
    np.testing.assert_allclose(sine.y, np.sin(2 * np.pi * sine.X[:, 0] / 3))
    assert Straight().slope == 0.8


def test_stairs_jump_where_they_are_said_to() -> None:
    data = generate("stairs", noise=0.0, steps=2, rise=1.5, n=500)
    x = data.X[:, 0]
    np.testing.assert_allclose(data.y, 1.5 * ((x > -1.0).astype(float) + (x > 1.0)))
    assert dict(true_parameters("stairs", steps=2))["steps at"] == "(−1, 1)"


def test_outliers_are_the_last_rows_at_the_stated_distance() -> None:
    data = generate("outliers", noise=0.0, outliers=3, distance=-7.0, slope=2.0)
    np.testing.assert_allclose(data.y - 2 * data.X[:, 0], [0.0] * 37 + [-7.0] * 3, atol=1e-12)
    assert dict(true_parameters("outliers", outliers=0))["rows above the line"] == "none"


def test_growing_noise_has_the_stated_width_at_both_ends() -> None:
    data = generate("widening", n=5000, slope=1.0, least=0.1, most=2.0)
    x, rest = data.X[:, 0], data.y - data.X[:, 0]
    for low, sigma in ((-3.0, 0.1 + 1.9 * 0.05), (2.4, 0.1 + 1.9 * 0.95)):
        assert rest[(x >= low) & (x < low + 0.6)].std() == pytest.approx(sigma, rel=0.15)


def test_noise_free_circles_and_spirals_have_their_radii() -> None:
    rings = generate("circles", noise=0.0, inner=1.0)
    np.testing.assert_allclose(np.hypot(*rings.X.T), np.where(rings.codes == 0, 1.0, 2.5))
    arms = np.hypot(*generate("spirals", noise=0.0).X.T)
    assert arms.min() >= 0.2
    assert arms.max() <= 2.8


@pytest.mark.parametrize("where", ["right side", "wrong side"])
def test_only_the_outlier_decides_linear_separability(where: str) -> None:
    data = generate("outlier", n=200, spread=1.0, where=where, distance=8.0)
    signs = np.where(data.codes == 1, 1.0, -1.0)
    right = signs * data.X[:, 0] > 0
    assert right[:-1].all()
    assert right[-1] == (where == "right side")
    assert abs(data.X[-1, 0]) == 8.0


def test_xor_puts_the_same_class_into_opposite_corners() -> None:
    data = generate("xor", noise=0.0)
    assert (np.where(data.X[:, 0] * data.X[:, 1] < 0, 1, 0) == data.codes).all()


@pytest.mark.parametrize("key", [key for key in PLANE if key not in ("margin", "widening")])
@pytest.mark.parametrize("size", [0.1, 0.4])
def test_noise_has_the_requested_size(key: str, size: float) -> None:
    """Against the same points without it: three times the noise would show."""
    name = "spread" if key in ("blobs", "outlier") else "noise"
    if key == "anisotropic":
        local = generate(key, n=20_000, angle=0.0, stretch=LONG / size, distance=0.0).X
        assert local.std(axis=0) == pytest.approx([LONG, size], rel=0.03)
        assert true_words(key, stretch=LONG / size)["σ across"] == figure(size)
        return
    if key == "uneven":
        local = generate(key, n=20_000, ratio=1 / size)
        widths = [local.X[local.codes == k].std(axis=0) for k in range(3)]
        assert np.array(widths) == pytest.approx(np.array([[1.0] * 2, [size] * 2, [size] * 2]), rel=0.05)
        assert true_words(key, ratio=1 / size)["σ of B and C"] == figure(size)
        assert np.bincount(local.codes)[0] == pytest.approx(20_000 / (1 + 2 * size), rel=0.01)
        return
    noisy, clean = (generate(key, n=20_000, **{name: value}) for value in (size, 0.0))
    left = (noisy.y - clean.y)[:, None] if key in REAL else noisy.X - clean.X
    kept = left[:-1] if key == "outlier" else left
    assert kept.std(axis=0) == pytest.approx(np.full(kept.shape[1], size), rel=0.05)
    assert kept.mean(axis=0) == pytest.approx(np.zeros(kept.shape[1]), abs=0.02)
    told = true_words(key, **{name: size})
    assert told["σ of each cloud" if name == "spread" else "σ of the noise"] == figure(size)


def true_words(key: str, **values: float) -> dict[str, str]:
    return dict(true_parameters(key, **values))


def test_stated_true_parameters_match_the_points() -> None:
    told = true_words("blobs", classes=4, features=3, spread=0.5)
    data = generate("blobs", n=40_000, classes=4, features=3, spread=0.5)
    for code, name in enumerate("ABCD"):
        centre = [float(part.replace("−", "-")) for part in told[f"centre of {name}"].strip("()").split(", ")]
        assert data.X[data.codes == code].mean(axis=0) == pytest.approx(centre, abs=0.03)
    assert true_words("line", slope=-2.0, intercept=-1.0)["y"] == "−2 x − 1 + noise"
    assert true_words("sine", periods=3.0)["y"] == "sin(3.142 x) + noise"
    assert true_words("plane", slope=2.0, angle=90.0)["y"] == "0 x1 + 2 x2 + noise"
    level = generate("plane", n=50, slope=2.0, angle=90.0, noise=0.0)
    assert level.y == pytest.approx(2.0 * level.X[:, 1])
    told = true_words("hills", width=0.4)
    assert told["hollows of depth 1 at"] == "(−2, −1.25), (0, 1.25), (2, −1.25)" and told["σ of each"] == "0.4"
    hilly = generate("hills", n=4000, width=0.4, noise=0.0)
    away = np.linalg.norm(hilly.X - [2.0, 1.25], axis=1)
    near = away < 0.6  # where no other hill or hollow reaches
    assert hilly.y[near] == pytest.approx(np.exp(-(away[near] ** 2) / (2 * 0.4**2)), abs=0.02)
    assert hilly.y[np.linalg.norm(hilly.X - [0.0, 1.25], axis=1) < 0.1] == pytest.approx(-1.0, abs=0.05)
    rings = generate("circles", n=4000, noise=0.05, inner=0.7)
    radii = [np.hypot(*rings.X[rings.codes == code].T).mean() for code in (0, 1)]
    told = true_words("circles", noise=0.05, inner=0.7)
    assert radii == pytest.approx([float(told["radius of A"]), float(told["radius of B"])], abs=0.02)
    told = true_words("margin", margin=0.5, angle=90.0)
    assert (told["w"], told["b"], told["least distance"]) == ("(0, 1)", "0", "0.5")
    told = true_words("anisotropic", angle=90.0, distance=2.0)
    long = generate("anisotropic", n=40_000, angle=90.0, distance=2.0)
    centre = [float(part.replace("−", "-")) for part in told["centre of B"].strip("()").split(", ")]
    assert long.X[long.codes == 1].mean(axis=0) == pytest.approx(centre, abs=0.05)
    moons = generate("moons", n=4000, noise=0.0)
    assert true_words("moons")["half circle of A around"] == "(−0.8, −0.4)"
    middle = np.where(moons.codes[:, None] == 0, [-0.8, -0.4], [0.8, 0.4])
    assert np.hypot(*(moons.X - middle).T) == pytest.approx(np.full(4000, 1.6))


@pytest.mark.parametrize("key", TOYS)
def test_every_generator_says_what_is_true(key: str) -> None:
    told = true_parameters(key)
    assert told and all(what and value for what, value in told)
    assert TOYS[key].params in TRUE and len(TRUE) == len(TOYS)


def test_unknown_generator_is_refused_with_the_list() -> None:
    with pytest.raises(Refusal, match=r"no generator 'moon'.*moons"):
        generate("moon")
