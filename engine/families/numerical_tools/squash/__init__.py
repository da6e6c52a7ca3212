"""Sigmoid and softmax: scores become probabilities, with their slopes and the logit.   (Bishop 2006, section 4.2)"""

from __future__ import annotations

from engine.core.algorithm import Algorithm
from engine.core.param_handle import ParamHandle
from engine.data import needs
from engine.families.numerical_tools.squash.holding import CURVE, of_activation, of_probability

ALGORITHM = Algorithm(
    __name__,
    name="Sigmoid and softmax",
    task="concept",
    summary="Turns scores into probabilities step by step, without overflow, with slopes and the logit.",
    source="Bishop 2006, section 4.2",
    synonyms=("logistic sigmoid", "softmax function", "logit", "log-odds", "softmax temperature", "log-sum-exp"),
    drags=(
        ParamHandle("a", "the activation", CURVE, of_activation, line="upright"),
        ParamHandle("p", "the probability", CURVE, of_probability, line="level"),
    ),
    needs=(needs.rows(1), needs.features(1), needs.moderate),
    aside=True,
)
