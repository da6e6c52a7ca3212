"""Generators of a number that follows one feature: along a line, and along a wave, with noise."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from engine.base.params import real
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


def _curve(x: np.ndarray, height: np.ndarray, noise: float, rng: np.random.Generator) -> Dataset:
    y = height + noise * rng.standard_normal(len(x))
    return Dataset(x[:, None], y, (Column("x"),), target_name="y")
