"""Any parameter of a learner as a knob: which it is, and the values at which it is tried."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from engine.base.errors import ParameterError, Refusal, SetParameter
from engine.base.params import Choice, Flag, Real, Spec, Whole, applies, build, flag, line, specs, whole
from engine.base.settings import parameter_named, read_value
from engine.base.words import figure, listed, quoted
from engine.families.learners import Learner, LearnerParams
from engine.maths.evaluation.missed import deviation

LEAST, MOST = 1e-4, 1e4
"""Between these a parameter is tried whose range is wider, unless its values are given."""


@dataclass(frozen=True)
class KnobParams(LearnerParams):
    """Behind the learner: which of its parameters is tried, and where."""

    knob: str = line("", label="its parameter", help="that is tried, such as k; none: its first number")
    values: str = line("", most=300, label="its values", help="such as 1, 3, 5; none: evenly over its range")
    count: int = whole(12, low=2, high=40, rare=True, label="number of values", help="where none are given")
    one_se: bool = flag(False, label="one-standard-error rule", help="the simplest value that is about as good")


@dataclass(frozen=True)
class Knob:
    """A parameter of a learner by its name, and the values tried, in their order."""

    name: str
    spec: Spec
    values: tuple[Any, ...]

    @property
    def called(self) -> str:
        """What it is called: its symbol where that is one letter, else its plain words."""
        return self.name if len(self.name) == 1 else self.spec.called(self.name)

    @property
    def in_decades(self) -> bool:
        """Whether its axis counts powers of ten."""
        numbers = [value for value in self.values if not isinstance(value, (str, bool))]
        log = isinstance(self.spec, (Real, Whole)) and self.spec.log
        return log and len(numbers) == len(self.values) and min(numbers) > 0 and max(numbers) >= 50 * min(numbers)

    def places(self) -> np.ndarray:
        """(m,) where the values stand on their axis."""
        if isinstance(self.spec, (Choice, Flag)):
            return np.arange(float(len(self.values)))
        numbers = np.array(self.values, dtype=float)
        return np.log10(numbers) if self.in_decades else numbers

    def told(self, place: int) -> str:
        """One of the values, in words: "k = 5"."""
        return f"{self.called} = {value_text(self.values[place])}"

    def at(self, learner: Learner, place: int) -> Learner:
        """The learner with this value of the parameter."""
        values = {name: getattr(learner.params, name) for name in specs(learner.algorithm.params)}
        return Learner(learner.algorithm, build(learner.algorithm.params, values | {self.name: self.values[place]}))


def value_text(value: Any) -> str:
    """A value as it is told."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    return figure(value) if isinstance(value, (int, float)) else str(value)


def knob_of(learner: Learner, params: KnobParams, n: int) -> Knob:
    """The parameter that is tried on a learner that has n rows, and its values; refuses what there is not."""
    name = _named(learner, params.knob)
    spec = specs(learner.algorithm.params)[name]
    if not params.values.strip():
        return Knob(name, spec, _spread(spec, params.count, n))
    texts = [text.strip() for text in params.values.replace(";", ",").split(",") if text.strip()]
    try:
        values = [spec.checked(name, read_value(spec, text)) for text in texts]
    except ParameterError as error:
        raise Refusal(f"values = {quoted(params.values)}: {error}", SetParameter("values", "")) from error
    return Knob(name, spec, tuple(dict.fromkeys(values)))


def _named(learner: Learner, said: str) -> str:
    """The parameter that is meant by a name or a label; without one the first number that means anything."""
    known = specs(learner.algorithm.params)
    kinds = [name for name, spec in known.items() if isinstance(spec, (Real, Whole, Choice, Flag))]
    if said.strip():
        name = parameter_named(said.strip(), {name: known[name] for name in kinds})
        if name is None:
            words = f"knob = {quoted(said)} is no parameter of {learner.name}; it has {listed(kinds, 40)}."
            raise Refusal(words, SetParameter("knob", ""))
        return name
    values = {name: getattr(learner.params, name) for name in known}
    numbers = [name for name in kinds if isinstance(known[name], (Real, Whole)) and applies(name, known, values)]
    usual = [name for name in numbers if not known[name].rare] or numbers
    if not usual:
        raise Refusal(
            f"knob: {learner.name} has no number to try; it has {listed(kinds) if kinds else 'no parameter'}."
        )
    return usual[0]


def _spread(spec: Spec, count: int, n: int) -> tuple[Any, ...]:
    """Values over the range of a parameter, in even steps, or even ratios where its scale is a logarithm."""
    if not isinstance(spec, (Real, Whole)):
        return tuple(spec.bounds())
    if isinstance(spec, Whole):
        high = min(spec.high, n) if spec.of_rows else min(spec.high, max(spec.low, 1) * 100)
        low = min(spec.low, high)
        ends = (max(low, 1), max(high, 1))
        spread = np.geomspace(*ends, count) if spec.log else np.linspace(low, min(high, low + 2 * count), count)
        return tuple(int(value) for value in dict.fromkeys(np.round(spread).tolist()))
    if spec.log:
        spread = np.geomspace(max(spec.low, LEAST), min(spec.high, MOST), count)
    else:
        spread = np.linspace(max(spec.low, -10.0), min(spec.high, 10.0), count)
    return tuple(float(f"{value:.3g}") for value in spread)


# -- which value is the best -------------------------------------------------------------------------------------------


def standard_error(errors: np.ndarray, losses: np.ndarray) -> float:
    """Of the validation error: by the scatter of the parts' errors, or of one part by that of its rows' losses."""
    each = errors if len(errors) > 1 else losses
    return float(deviation(each, 1) / np.sqrt(len(each))) if len(each) > 1 else 0.0


def simpler_first(training: np.ndarray) -> np.ndarray:
    """(m,) the places from the simplest on: the training error is the greater at this end of the range."""
    order = np.arange(len(training))
    return order[::-1] if training[-1] > training[0] else order


def best_of(validation: np.ndarray, training: np.ndarray, off: np.ndarray, one_se: bool) -> int:
    """Where the least validation error (m,) is, the simplest of several as good; by the rule the simplest value that is
    within one standard error (m,) of it.
    """
    order = simpler_first(training)
    least = int(order[np.argmin(validation[order])])
    most = validation[least] + off[least] if one_se else validation[least]
    return int(order[validation[order] <= most][0])
