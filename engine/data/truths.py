"""What is true of a generated data set: the numbers that it was made with, to compare with what a method finds.

true_parameters("circles")      # (("radius of A", "1"), ("radius of B", "2.5"), ("σ of the noise", "0.15"))
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np

from engine.base.params import build
from engine.base.words import figure, signed, vector
from engine.data import toys
from engine.data.toy_curves import Outliers, Sine, Stairs, Straight, Widening, step_edges
from engine.data.toy_heights import HILLS, HOLLOWS, Hills, Tilted, slopes_of
from engine.data.toy_tables import Documents, Ratings, Songs, genres, word_chances

Truth = tuple[str, str]
"""What it is, and its value in words."""


def true_parameters(key: str, **values: Any) -> tuple[Truth, ...]:
    """The true parameters of a generator with these values; an illegal one is refused in words.

    >>> true_parameters("line", noise=0.5)
    (('y', '0.8 x + 0.3 + noise'), ('σ of the noise', '0.5'))
    """
    params = build(toys.TOYS[key].params, values)
    return TRUE[type(params)](params)


def _noise(params: Any) -> Truth:
    return ("σ of the noise", figure(params.noise))


def _blobs(params: toys.Blobs) -> tuple[Truth, ...]:
    centres = toys.centres_of(params)
    return (*((f"centre of {chr(ord('A') + k)}", vector(at)) for k, at in enumerate(centres)), _spread(params))


def _spread(params: Any) -> Truth:
    return ("σ of each cloud", figure(params.spread))


def _margin(params: toys.Margin) -> tuple[Truth, ...]:
    weights, bias = toys.true_line(params)
    return (("w", vector(np.round(weights, 12))), ("b", figure(bias)), ("least distance", figure(params.margin)))


def _anisotropic(params: toys.Anisotropic) -> tuple[Truth, ...]:
    turn = math.radians(params.angle)
    half = 0.5 * params.distance * np.array([-math.sin(turn), math.cos(turn)])
    return (
        ("centre of A", vector(-half)),
        ("centre of B", vector(half)),
        ("σ along", figure(toys.LONG)),
        ("σ across", figure(toys.LONG / params.stretch)),
    )


def _outlier(params: toys.Outlier) -> tuple[Truth, ...]:
    clouds = (("centre of A", "(−1.5, 0)"), ("centre of B", "(1.5, 0)"), _spread(params))
    return (*clouds, ("far point", f"{figure(params.distance)} from the middle, on the {params.where}"))


def _moons(params: toys.Moons) -> tuple[Truth, ...]:
    circles = (("half circle of A around", "(−0.8, −0.4)"), ("half circle of B around", "(0.8, 0.4)"))
    return (*circles, ("radius", "1.6"), _noise(params))


def _circles(params: toys.Circles) -> tuple[Truth, ...]:
    return (("radius of A", figure(params.inner)), ("radius of B", "2.5"), _noise(params))


def _xor(params: toys.Xor) -> tuple[Truth, ...]:
    return (("centres of A", "(−1.5, −1.5), (1.5, 1.5)"), ("centres of B", "(1.5, −1.5), (−1.5, 1.5)"), _noise(params))


def _spirals(params: toys.Spirals) -> tuple[Truth, ...]:
    return (("arms", str(params.classes)), ("turns of each", figure(params.turns)), _noise(params))


def _straight(params: Straight) -> tuple[Truth, ...]:
    return (("y", f"{figure(params.slope)} x {signed(params.intercept)} + noise"), _noise(params))


def _stairs(params: Stairs) -> tuple[Truth, ...]:
    return (("steps at", vector(step_edges(params))), ("height of each", figure(params.rise)), _noise(params))


def _outliers(params: Outliers) -> tuple[Truth, ...]:
    above = f"the last {params.outliers}, by {figure(params.distance)}" if params.outliers else "none"
    return (("y", f"{figure(params.slope)} x + noise"), ("rows above the line", above), _noise(params))


def _widening(params: Widening) -> tuple[Truth, ...]:
    ends = (("σ of the noise at −3", figure(params.least)), ("σ of the noise at 3", figure(params.most)))
    return (("y", f"{figure(params.slope)} x + noise"), *ends)


def _tilted(params: Tilted) -> tuple[Truth, ...]:
    across, up = (round(float(slope), 12) for slope in slopes_of(params))
    return (("y", f"{figure(across)} x1 {signed(up)} x2 + noise"), _noise(params))


def _hills(params: Hills) -> tuple[Truth, ...]:
    places = (", ".join(map(vector, middles)) for middles in (HILLS, HOLLOWS))
    told = zip(("hills of height 1 at", "hollows of depth 1 at"), places, strict=True)
    return (*told, ("σ of each", figure(params.width)), _noise(params))


def _sine(params: Sine) -> tuple[Truth, ...]:
    return (("y", f"sin({figure(math.pi * params.periods / 3)} x) + noise"), _noise(params))


def _documents(params: Documents) -> tuple[Truth, ...]:
    chances = word_chances(params)
    return (
        ("P(a word of its own | topic)", figure(chances[0, 0])),
        ("P(any other word | topic)", figure(chances[0, -1])),
        ("words of a document", str(params.length)),
    )


def _ratings(params: Ratings) -> tuple[Truth, ...]:
    said = ("rating", "3 + t g + noise, with the taste t of the person and the kind g of the film")
    return (said, ("g of the films", vector(genres(params))), ("t", "normal, mean 0, σ = 1"), _noise(params))


def _songs(params: Songs) -> tuple[Truth, ...]:
    said = (("happy", "where tempo + noise is above 0"), ("loud", "where loudness + noise is above 0"))
    return (*said, ("dance", "where happy and not loud"), _noise(params))


def _uneven(params: toys.Uneven) -> tuple[Truth, ...]:
    small, fuller = figure(1 / params.ratio), figure(params.ratio)
    return (("σ of A", "1"), ("σ of B and C", small), ("points of A", f"{fuller} for one of B and one of C"))


TRUE: dict[type, Callable[[Any], tuple[Truth, ...]]] = {
    toys.Blobs: _blobs,
    toys.Margin: _margin,
    toys.Anisotropic: _anisotropic,
    toys.Outlier: _outlier,
    toys.Uneven: _uneven,
    toys.Moons: _moons,
    toys.Circles: _circles,
    toys.Xor: _xor,
    toys.Spirals: _spirals,
    Straight: _straight,
    Sine: _sine,
    Stairs: _stairs,
    Outliers: _outliers,
    Widening: _widening,
    Tilted: _tilted,
    Hills: _hills,
    Documents: _documents,
    Ratings: _ratings,
    Songs: _songs,
}
