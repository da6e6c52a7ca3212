"""The parameters of two learners, and why one of them cannot learn."""

from __future__ import annotations

from dataclasses import dataclass, replace

from engine.base.errors import Objection, Remedy, SetParameter, remedies
from engine.base.params import choice, line, real, whole
from engine.data.dataset import Dataset
from engine.families.learners import CLASSIFIERS, REGRESSORS, LearnerParams, few, names_of
from engine.families.resampling.asking import AskedParams, asked_limits
from engine.families.resampling.dividing import ALL, ValidatedParams, parts_limits


@dataclass(frozen=True)
class OtherParams(LearnerParams):
    """Behind the first learner: the second."""

    other_classifier: str = choice(
        "nearest_mean", CLASSIFIERS, names=names_of(CLASSIFIERS), typical=few(CLASSIFIERS, "nearest_mean"), clear=True,
        help="compared with it, where a class is predicted",
    )  # fmt: skip
    other_regressor: str = choice(
        "regression_tree", REGRESSORS, names=names_of(REGRESSORS), typical=few(REGRESSORS, "regression_tree"),
        clear=True, help="compared with it, where a number is predicted",
    )  # fmt: skip
    other_settings: str = line("", most=200, label="the other's parameters", help="such as k = 5")


@dataclass(frozen=True)
class Params(AskedParams, ValidatedParams, OtherParams):
    """Both learners, the folds, the loss, and how sure the verdict is to be."""

    folds: int = whole(10, low=2, high=50, help="at random, each held out once by both learners")
    judged_by: str = choice(ALL, (ALL,), rare=True, label="judged by", help="each row once")
    samples: int = whole(
        400, low=10, high=5000, rare=True, label="bootstrap samples", help="of the differences of rows"
    )
    level: float = real(0.95, low=0.5, high=0.999, share=True, symbol="p", label="confidence", help="of the verdict")


def other(params: Params) -> Params:
    """The same with the second learner in the place of the first."""
    return replace(
        params, classifier=params.other_classifier, regressor=params.other_regressor, settings=params.other_settings
    )


def both_limits(data: Dataset, params: Params) -> str:
    """Why one of the two cannot learn from these rows, or ''; it names the parameter that chose it."""
    words = parts_limits(data, params) or asked_limits(data, params)
    if words:
        return words
    found = asked_limits(data, other(params))
    if found.startswith(("classifier", "regressor", "settings")):
        return Objection(f"other_{found}", *(for_the_other(one) for one in remedies(found)))
    return found


def for_the_other(remedy: Remedy) -> Remedy:
    """A remedy for the first learner as one for the second."""
    if isinstance(remedy, SetParameter) and remedy.name == "settings":
        return replace(remedy, name="other_settings")
    return remedy
