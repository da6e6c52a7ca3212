"""Generators of data sets: clouds, moons, circles, spirals, curves and landscapes to fit; word counts and ratings.

    generate("moons", seed=3, n=500, noise=0.2)

A generator is declared like an algorithm: a frozen Params, and make(params, rng) -> Dataset. The same seed gives the
same points, on another machine to rounding; their coordinates lie around −3 to 3.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from engine.base.errors import Refusal
from engine.base.params import build, choice, real, whole
from engine.base.words import quoted
from engine.data.dataset import Dataset
from engine.data.toy_curves import (
    Outliers,
    Sine,
    Stairs,
    Straight,
    Widening,
    outliers,
    sine,
    stairs,
    straight,
    widening,
)
from engine.data.toy_fields import noise_level, point_count
from engine.data.toy_heights import Hills, Tilted, hills, tilted
from engine.data.toy_tables import Documents, Ratings, Songs, documents, ratings, songs

LONG = 1.2
"""The standard deviation of a stretched cloud along its long axis."""


@dataclass(frozen=True)
class Toy:
    """A generator: its name in the list, what it is good for, its parameters, and how it makes a data set.

    plane   whether its rows are points around −3 to 3, and not the rows of a table
    """

    key: str
    title: str
    description: str
    params: type
    make: Callable[[Any, np.random.Generator], Dataset]
    plane: bool = True


def generate(key: str, seed: int = 0, **values: Any) -> Dataset:
    """The data set of a generator with these parameters; an illegal one is refused in words.

    >>> generate("xor", n=8).class_names
    ('A', 'B')
    """
    if key not in TOYS:
        raise Refusal(f"There is no generator {quoted(key)}. The generators are: {', '.join(TOYS)}.")
    toy = TOYS[key]
    return toy.make(build(toy.params, values), np.random.default_rng(seed)).changed(name=key)


def _labelled(X: np.ndarray, codes: np.ndarray, classes: int = 2) -> Dataset:
    """Points with classes called A, B, C, ..."""
    return Dataset(X, codes, class_names=tuple(chr(ord("A") + code) for code in range(classes)))


def _in_turn(n: int, classes: int = 2) -> np.ndarray:
    """(n,) class codes 0, 1, ..., 0, 1, ...: as equal in number as can be, and mixed in order."""
    return np.arange(n) % classes


# -- clouds ------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Blobs:
    n: int = point_count()
    classes: int = whole(3, low=1, high=10, symbol="K", clear=True, help="number of clouds, each a class")
    spread: float = real(0.6, low=0.0, high=3.0, symbol=r"\sigma", clear=True, help="standard deviation of a cloud")
    features: int = whole(2, low=2, high=10, symbol="D", clear=True, help="number of features")


def centres_of(params: Blobs) -> np.ndarray:
    """(K, D) the true centres: evenly on a circle of radius 2 in the first two features, and in every further pair."""
    turn = 2 * np.pi * np.arange(params.classes) / params.classes
    columns = []
    for j in range(params.features):
        angle = (1 + j // 2) * turn
        columns.append(2 * (np.cos(angle) if j % 2 == 0 else np.sin(angle)))
    return np.round(np.column_stack(columns), 12) + 0.0


def blobs(params: Blobs, rng: np.random.Generator) -> Dataset:
    codes = _in_turn(params.n, params.classes)
    noise = params.spread * rng.standard_normal((params.n, params.features))
    return _labelled(centres_of(params)[codes] + noise, codes, params.classes)


@dataclass(frozen=True)
class Margin:
    n: int = point_count(100)
    margin: float = real(0.4, low=0.0, high=2.0, symbol=r"\gamma", help="least distance from the true line")
    angle: float = real(30.0, low=0.0, high=180.0, label="tilt", help="direction of the true line's normal, in degrees")


def true_line(params: Margin) -> tuple[np.ndarray, float]:
    """The weights (2,), of length 1, and the bias of the line that separates the classes with the margin."""
    angle = np.deg2rad(params.angle)
    return np.array([np.cos(angle), np.sin(angle)]), 0.0


def margin(params: Margin, rng: np.random.Generator) -> Dataset:
    normal, _ = true_line(params)
    along = np.array([-normal[1], normal[0]])
    codes = _in_turn(params.n)
    # A hair more than the margin, so that rounding leaves no point closer than promised.
    away = params.margin * (1 + 1e-12) + 1e-12 + (3.0 - params.margin) * rng.random(params.n)
    offset = np.where(codes == 1, away, -away)
    return _labelled(offset[:, None] * normal + rng.uniform(-3.0, 3.0, params.n)[:, None] * along, codes)


@dataclass(frozen=True)
class Anisotropic:
    n: int = point_count()
    stretch: float = real(4.0, low=1.0, high=20.0, help="how many times longer than wide")
    angle: float = real(35.0, low=0.0, high=180.0, label="tilt", help="direction of the long axis, in degrees")
    distance: float = real(1.6, low=0.0, high=6.0, help="between the centres, across the long axis")


def anisotropic(params: Anisotropic, rng: np.random.Generator) -> Dataset:
    codes = _in_turn(params.n)
    local = rng.standard_normal((params.n, 2)) * [LONG, LONG / params.stretch]
    local[:, 1] += params.distance * (codes - 0.5)
    turn = np.deg2rad(params.angle)
    axes = np.array([[np.cos(turn), np.sin(turn)], [-np.sin(turn), np.cos(turn)]])
    return _labelled(local[:, :1] * axes[0] + local[:, 1:] * axes[1], codes)


@dataclass(frozen=True)
class Outlier:
    n: int = point_count(60)
    spread: float = real(0.4, low=0.0, high=1.0, symbol=r"\sigma", clear=True, help="standard deviation of a cloud")
    where: str = choice(
        "wrong side",
        ("right side", "wrong side"),
        label="far point on the",
        clear=True,
        help="on which side the far point lies",
    )
    distance: float = real(6.0, low=2.0, high=50.0, help="of the far point from the middle")


def outlier(params: Outlier, rng: np.random.Generator) -> Dataset:
    codes = _in_turn(params.n)
    # Within two standard deviations sideways, and never across the middle: the clouds alone are separable.
    noise = np.clip(params.spread * rng.standard_normal((params.n, 2)), -1.2, 1.2)
    X = np.where(codes == 1, 1.5, -1.5)[:, None] * [1.0, 0.0] + noise
    far = params.n - 1
    side = 1.0 if codes[far] == 1 else -1.0
    X[far] = [side * params.distance * (1.0 if params.where == "right side" else -1.0), 1.0]
    return _labelled(X, codes)


# -- shapes ------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Moons:
    n: int = point_count()
    noise: float = noise_level(0.15, "standard deviation around the two half circles")


def moons(params: Moons, rng: np.random.Generator) -> Dataset:
    codes = _in_turn(params.n)
    angle = np.pi * rng.random(params.n)
    side = np.where(codes == 0, 1.0, -1.0)
    x1 = 1.6 * np.cos(angle) * side + np.where(codes == 0, -0.8, 0.8)
    x2 = 1.6 * np.sin(angle) * side + np.where(codes == 0, -0.4, 0.4)
    return _labelled(np.column_stack([x1, x2]) + _cloud(params.noise, params.n, rng), codes)


@dataclass(frozen=True)
class Circles:
    n: int = point_count()
    noise: float = noise_level(0.15, "standard deviation around the two circles")
    inner: float = real(1.0, low=0.0, high=2.5, label="inner radius", help="the outer circle has 2.5")


def circles(params: Circles, rng: np.random.Generator) -> Dataset:
    codes = _in_turn(params.n)
    angle = 2 * np.pi * rng.random(params.n)
    radius = np.where(codes == 0, params.inner, 2.5)
    ring = np.column_stack([radius * np.cos(angle), radius * np.sin(angle)])
    return _labelled(ring + _cloud(params.noise, params.n, rng), codes)


@dataclass(frozen=True)
class Xor:
    n: int = point_count()
    noise: float = noise_level(0.5, "standard deviation of each of the four clouds")


def xor(params: Xor, rng: np.random.Generator) -> Dataset:
    corner = _in_turn(params.n, 4)
    right, top = corner % 2, corner // 2
    centres = 1.5 * np.column_stack([2.0 * right - 1, 2.0 * top - 1])
    return _labelled(centres + _cloud(params.noise, params.n, rng), right ^ top)


@dataclass(frozen=True)
class Spirals:
    n: int = point_count(300)
    noise: float = noise_level(0.08, "standard deviation around the spirals")
    classes: int = whole(2, low=2, high=6, symbol="K", label="arms", clear=True, help="number of arms, each a class")
    turns: float = real(1.25, low=0.25, high=4.0, clear=True, help="how often an arm goes round")


def spirals(params: Spirals, rng: np.random.Generator) -> Dataset:
    codes = _in_turn(params.n, params.classes)
    # The square root spreads the points evenly over the length of an arm, not over its angle.
    out = np.sqrt(rng.random(params.n))
    angle = 2 * np.pi * (params.turns * out + codes / params.classes)
    radius = 0.2 + 2.6 * out
    arm = np.column_stack([radius * np.cos(angle), radius * np.sin(angle)])
    return _labelled(arm + _cloud(params.noise, params.n, rng), codes, params.classes)


@dataclass(frozen=True)
class Uneven:
    n: int = point_count()
    ratio: float = real(5.0, low=1.0, high=20.0, symbol="r", clear=True, help="how much wider and fuller one cloud is")
    separation: float = real(2.5, low=0.0, high=4.0, clear=True, help="of the small clouds from the large one")


def uneven(params: Uneven, rng: np.random.Generator) -> Dataset:
    codes = np.where(np.arange(params.n) % (params.ratio + 2) < params.ratio, 0, 1 + _in_turn(params.n))
    middles = np.array([[0.0, 0.0], [params.separation, 0.8], [params.separation, -0.8]]) - [1.0, 0.0]
    widths = np.array([1.0, 1 / params.ratio, 1 / params.ratio])[codes, None]
    return _labelled(middles[codes] + widths * rng.standard_normal((params.n, 2)), codes, 3)


def _cloud(noise: float, n: int, rng: np.random.Generator) -> np.ndarray:
    scattered: np.ndarray = noise * rng.standard_normal((n, 2))
    return scattered


TOYS: dict[str, Toy] = {
    toy.key: toy
    for toy in (
        Toy("blobs", "Blobs", "Round clouds, one for each class.", Blobs, blobs),
        Toy("margin", "Separable, with a margin", "Two classes with an empty strip between them.", Margin, margin),
        Toy("moons", "Two moons", "Two half circles that reach into each other: no line separates them.", Moons, moons),
        Toy("circles", "Circles", "One class inside the other.", Circles, circles),
        Toy("xor", "XOR", "Four clouds, the opposite ones of the same class.", Xor, xor),
        Toy("spirals", "Spirals", "Arms wound around each other.", Spirals, spirals),
        Toy("anisotropic", "Stretched clouds", "Two long clouds aslant, side by side.", Anisotropic, anisotropic),
        Toy("uneven", "Uneven clouds", "A wide cloud beside two small ones.", Uneven, uneven),
        Toy("outlier", "With an outlier", "Two separable clouds and one point far away.", Outlier, outlier),
        Toy("line", "Line with noise", "A number that grows evenly with one feature.", Straight, straight),
        Toy("sine", "Sine with noise", "A number that follows a wave: too wiggly for a line.", Sine, sine),
        Toy("stairs", "Steps with noise", "A number that jumps: what a tree finds and no line.", Stairs, stairs),
        Toy("outliers", "Line with outliers", "A few rows far off the line, which pull at it.", Outliers, outliers),
        Toy("widening", "Line with growing noise", "Heteroscedastic: the noise grows with x.", Widening, widening),
        Toy("plane", "Tilted plane", "A number that grows evenly along one way through two features.", Tilted, tilted),
        Toy("hills", "Hills and hollows", "A number that goes up and down over two features.", Hills, hills),
        Toy("documents", "Documents", "How often words stand in texts of a few topics.", Documents, documents, False),
        Toy("ratings", "Ratings", "What people think of films, with many gaps.", Ratings, ratings, False),
        Toy(
            "songs",
            "Songs with several moods",
            "Three labels: one follows from the others.",
            Songs,
            songs,
            False,
        ),
    )
}
