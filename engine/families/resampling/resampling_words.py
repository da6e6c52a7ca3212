"""Words that several methods here share."""

from __future__ import annotations

from engine.base.params import specs
from engine.base.words import figure
from engine.families.learners import Learner


def with_settings_told(learner: Learner) -> str:
    """A learner and which of its parameters are not at their defaults: "k nearest neighbours (neighbours 7)"."""
    known, usual = specs(learner.algorithm.params), learner.algorithm.params()
    other = [name for name in known if getattr(learner.params, name) != getattr(usual, name)]
    told = [f"{known[name].called(name)} {_value(getattr(learner.params, name))}" for name in other]
    return f"{learner.name} ({', '.join(told)})" if told else learner.name


def _value(value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return figure(value) if isinstance(value, (int, float)) else str(value)
