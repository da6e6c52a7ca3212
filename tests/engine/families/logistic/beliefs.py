"""The posterior of the six points as it was worked by hand, two moons, and the steps of a run by their phase."""

from __future__ import annotations

import numpy as np

import engine

QUERY = np.array([[1.0], [1.75], [4.0], [10.0]])
W_MAP = [-0.468852947256, 0.45469313916]
PRECISION = [[2.41179409715, 2.39837416048], [2.39837416048, 6.07441111048]]
S_N = [[0.682669191089, -0.269539897496], [-0.269539897496, 0.271048089342]]
PROBIT = [0.496717283028, 0.573339856951, 0.716299668426, 0.786342211037]
QUADRATURE = [0.496767430909, 0.572032940311, 0.712708168077, 0.789901288849]


def run(data, start=None, seed=0, **params):
    return engine.trace("bayesian_logistic", data, seed=seed, start=start, **params).to_end()


def phase(trace, name):
    return next(step for step in trace if step.phase == name)


def two_moons():
    rng = np.random.default_rng(4)
    X = np.vstack([rng.normal([-1, 0], 0.8, (30, 2)), rng.normal([1, 0.5], 0.8, (30, 2))])
    return engine.Dataset.from_arrays(X, np.repeat([0, 1], 30))


MOONS = two_moons()
