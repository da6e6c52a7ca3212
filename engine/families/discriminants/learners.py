"""The learners that a scheme can take: whatever fits two classes, found by what their cards say.

A learner is given the parameters of the scheme that it declares too, with the same range; all others stay as it
declares them.
"""

from __future__ import annotations

from collections.abc import Container
from dataclasses import dataclass
from typing import Any

from engine import families
from engine.base.errors import KeepClasses, Objection, Refusal
from engine.base.params import Spec, build, choice, flag, real, specs, whole
from engine.base.words import counted
from engine.core.algorithm import Algorithm
from engine.data.dataset import Dataset
from engine.families.learners import learns, names_of, two_classes
from engine.models.support_vectors import KINDS
from engine.parts.basis import basis_limits
from engine.parts.ridge import RidgeParams

MOST_MODELS = 2000
"""A scheme of more two-class models than this is refused: each is fitted, kept, and asked about every place."""


def able(algorithm: Algorithm) -> bool:
    """Whether a card says that it fits a classifier to two classes, by the rows it is given and nothing else."""
    return "two at a time" not in algorithm.codings and learns(algorithm, two_classes())


LEARNERS = tuple(key for key, algorithm in families.algorithms().items() if able(algorithm))
"""The two-class learners by their keys,"""
NAMES = names_of(LEARNERS)
"""and by the names that a person reads."""


@dataclass(frozen=True)
class Taking(Container[object]):
    """The keys of the learners that take a parameter of the scheme: those that declare one of its name and range."""

    name: str

    def __contains__(self, key: object) -> bool:
        return key in LEARNERS and self.name in shared(families.algorithm(str(key)))


def shared(algorithm: Algorithm) -> tuple[str, ...]:
    """The parameters of the scheme that a learner is given."""
    own, theirs = specs(SchemeParams), specs(algorithm.params)
    return tuple(name for name in HANDED_ON if name in theirs and _alike(own[name], theirs[name]))


def _alike(own: Spec, theirs: Spec) -> bool:
    """Whether they are one parameter; one that is folded away needs the same default: nothing changes unseen."""
    same = type(own) is type(theirs) and own.bounds() == theirs.bounds()
    return same and (not own.rare or own.default == theirs.default)


@dataclass(frozen=True)
class Chosen:
    """What comes first among the parameters."""

    base: str = choice(
        "logistic_newton", LEARNERS, names=NAMES, label="base estimator", clear=True,
        help="the learner of the two-class problems",
    )  # fmt: skip
    resolve: bool = flag(False, label="resolve ties by score", help="ambiguous places go to the greatest score")


@dataclass(frozen=True)
class SchemeParams(RidgeParams, Chosen):
    """The learner of the two-class problems, and what it is given."""

    penalty: float = real(
        0.1, low=0.0, high=1e6, log=True, symbol=r"\lambda", when=("base", Taking("penalty")),
        help="holds the weights near 0 (ridge)",
    )  # fmt: skip
    rate: float = real(
        1.0, low=1e-6, high=10.0, log=True, symbol=r"\eta", when=("base", Taking("rate")),
        label="learning rate", help="size of one correction",
    )  # fmt: skip
    k: int = whole(
        3, low=1, high=1_000_000, log=True, of_rows=True, symbol="k", when=("base", Taking("k")), label="neighbours",
        help="that are asked about a point",
    )  # fmt: skip
    kernel: str = choice(
        "linear", KINDS, symbol="K", when=("base", Taking("kernel")), help="how two points are compared"
    )
    C: float = real(
        1.0, low=1e-4, high=1e6, log=True, symbol="C", when=("base", Taking("C")),
        label="regularisation", help="of a point that breaks the margin",
    )  # fmt: skip
    epochs: int = whole(
        100, low=1, high=10_000, log=True, when=("base", Taking("epochs")), label="maximum epochs", clear=True,
        rare=True, help="over the data",
    )  # fmt: skip


HANDED_ON = ("penalty", "penalise_bias", "rate", "k", "kernel", "C", "epochs")
"""The parameters that a learner is given if it takes them."""


def learner(params: SchemeParams) -> tuple[Algorithm, Any]:
    """The algorithm that learns the two-class problems, with its own parameters; refuses values it cannot take."""
    algorithm = families.algorithm(params.base)
    return algorithm, build(algorithm.params, {name: getattr(params, name) for name in shared(algorithm)})


def refused(models: int, data: Dataset, params: SchemeParams, most_classes: int) -> str:
    """Why so many two-class models, or these parameters, will not do, or ''; most_classes need no more of them."""
    if models > MOST_MODELS:
        words = f"It fits {counted(models, 'two-class model')}, and takes at most {MOST_MODELS:,}: keep {most_classes} "
        return Objection(f"{words}of the {len(data.classes_present)} classes.", KeepClasses(most_classes))
    try:
        learner(params)
    except Refusal as refusal:
        return str(refusal)
    return basis_limits(data, params)
