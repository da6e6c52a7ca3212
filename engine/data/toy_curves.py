"""Generators of a number that follows one feature: a line, a wave, stairs, with outliers or with growing noise."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from engine.base.params import real, whole
from engine.data.dataset import Column, Dataset
from engine.data.toy_fields import noise_level, point_count


@dataclass(frozen=True)
class Straight:
    n: int = point_count(40)
    slope: float = real(0.8, low=-5.0, high=5.0, clear=True, help="slope of the true line")
    intercept: float = real(
        0.3, low=-3.0, high=3.0, label="height at 0", clear=True, help="height of the true line at 0"
    )
    noise: float = noise_level(0.4, "standard deviation of the target around the line")


def straight(params: Straight, rng: np.random.Generator) -> Dataset:
    x = rng.uniform(-3.0, 3.0, params.n)
    return _curve(x, params.intercept + params.slope * x, params.noise, rng)


@dataclass(frozen=True)
class Sine:
    n: int = point_count(25)
    periods: float = real(1.0, low=0.25, high=5.0, clear=True, help="how many periods the picture holds")
    noise: float = noise_level(0.2, "standard deviation of the target around the curve")


def sine(params: Sine, rng: np.random.Generator) -> Dataset:
    x = rng.uniform(-3.0, 3.0, params.n)
    return _curve(x, np.sin(np.pi * params.periods * x / 3.0), params.noise, rng)


@dataclass(frozen=True)
class Stairs:
    n: int = point_count(40)
    steps: int = whole(3, low=1, high=20, clear=True, help="number of steps up")
    rise: float = real(0.8, low=-5.0, high=5.0, clear=True, help="height of a step")
    noise: float = noise_level(0.2, "standard deviation of the target around the stairs")


def step_edges(params: Stairs) -> np.ndarray:
    """(steps,) where it goes up: evenly between −3 and 3."""
    return np.linspace(-3.0, 3.0, params.steps + 2)[1:-1]


def stairs(params: Stairs, rng: np.random.Generator) -> Dataset:
    x = rng.uniform(-3.0, 3.0, params.n)
    return _curve(x, params.rise * np.searchsorted(step_edges(params), x), params.noise, rng)


@dataclass(frozen=True)
class Outliers:
    n: int = point_count(40)
    slope: float = real(0.8, low=-5.0, high=5.0, clear=True, help="slope of the true line")
    outliers: int = whole(4, low=0, high=20, clear=True, help="how many rows are far off the line")
    distance: float = real(5.0, low=-50.0, high=50.0, help="how far above the line they are")
    noise: float = noise_level(0.3, "standard deviation of the target around the line, and around the outliers")


def outliers(params: Outliers, rng: np.random.Generator) -> Dataset:
    x = rng.uniform(-3.0, 3.0, params.n)
    off = np.arange(params.n) >= params.n - params.outliers
    return _curve(x, params.slope * x + params.distance * off, params.noise, rng)


@dataclass(frozen=True)
class Widening:
    n: int = point_count(60)
    slope: float = real(0.8, low=-5.0, high=5.0, clear=True, help="slope of the true line")
    least: float = real(
        0.05, low=0.0, high=3.0, symbol=r"\sigma_1", label="noise at −3", clear=True, help="standard deviation there"
    )
    most: float = real(
        1.2, low=0.0, high=3.0, symbol=r"\sigma_2", label="noise at 3", clear=True, help="standard deviation there"
    )


def widening(params: Widening, rng: np.random.Generator) -> Dataset:
    x = rng.uniform(-3.0, 3.0, params.n)
    return _curve(x, params.slope * x, params.least + (params.most - params.least) * (x + 3.0) / 6.0, rng)


def _curve(x: np.ndarray, height: np.ndarray, noise: float | np.ndarray, rng: np.random.Generator) -> Dataset:
    y = height + noise * rng.standard_normal(len(x))
    return Dataset(x[:, None], y, (Column("x"),), target_name="y")
