"""What is made least: the targets of the outputs, how wrong they are, and what the weights cost."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import NamedTuple

import numpy as np

from engine.base.params import choice, real
from engine.base.snapshot import read_only
from engine.data.dataset import Dataset
from engine.data.targets import one_of_k, zero_one
from engine.maths.probability.activations import ACTIVATIONS
from engine.maths.probability.cross_entropy import losses
from engine.maths.probability.sigmoid import log_sum_exp, softmax
from engine.models.layer import SOFTMAX
from engine.models.network import Network
from engine.models.scaling import Scale

CROSS, SQUARED = "cross-entropy", "squared error"
OUTPUTS = (
    f"{SOFTMAX}, {CROSS}", f"logistic, {CROSS}", f"{SOFTMAX}, {SQUARED}", f"logistic, {SQUARED}",
    f"identity, {SQUARED}",
)  # fmt: skip
PENALTIES = SQUARES, SIZES = "squares (L2)", "sizes (L1)"
LINEAR = OUTPUTS[4]
"""What alone can give any number."""
SOFTENED = OUTPUTS[2]
"""Where every output answers to every activation, and the error is not the one that undoes it."""
SCALED, UNSCALED = TARGETS = ("standardised", "as it is")


@dataclass(frozen=True)
class OutputParams:
    """What the outputs are, how their error is measured, and what the weights cost."""

    output: str = choice(
        OUTPUTS[0], OUTPUTS, label="outputs and error", help="logistic or identity: two classes share one output"
    )
    target: str = choice(
        SCALED, TARGETS, rare=True, help="what a number to be learnt is measured in: standard deviations, or itself"
    )
    decay: float = real(
        0.0, low=0.0, high=1e3, log=True, symbol=r"\lambda", label="weight decay", rare=True,
        help="λ times what the weights cost is added to E; biases are free",
    )  # fmt: skip
    penalty: str = choice(
        SQUARES, PENALTIES, label="weight decay (L1 or L2)", rare=True,
        help="½ Σ w² is weight decay; Σ |w| drives needless weights to 0",
    )  # fmt: skip


def least_of(params: OutputParams) -> str:
    """What is made least, by name."""
    return "E + penalty" if params.decay else "E"


def penalised(network: Network) -> np.ndarray:
    """(P,) which of the parameters cost something: the weights, and not the biases."""
    return np.concatenate([np.tile(np.arange(layer.inputs + 1) > 0, layer.units) for layer in network.layers])


NO_ROWS = read_only(np.zeros(0, dtype=np.intp))


@dataclass(frozen=True, eq=False)
class Problem:
    """The rows X (n, d) with the targets T (n, K), of two classes that share an output (n, 1).

    A number has one output (n, 1) and no classes; with a scale T has it in standard deviations from the mean.
    """

    X: np.ndarray
    T: np.ndarray
    classes: tuple[int, ...]
    own: np.ndarray  # (n,) the codes, none of a number
    output: str  # the activation of the outputs
    error: str  # how it is measured
    decay: float  # λ
    penalty: str  # what of the weights λ is times of; squares, which have no corner, where λ is 0
    watched: np.ndarray = field(default_factory=lambda: NO_ROWS)  # (v,) the rows that are looked at and not learnt from
    scale: Scale | None = None  # of the target

    @cached_property
    def learnt(self) -> np.ndarray:
        """(n − v,) the rows that are learnt from."""
        return np.delete(np.arange(len(self.X)), self.watched)

    @np.errstate(over="ignore", invalid="ignore")
    def errors(self, A: np.ndarray, T: np.ndarray) -> np.ndarray:
        """(n,) the error of each row, by the activations A (n, K) of the outputs."""
        if self.error == SQUARED:
            return np.asarray(0.5 * ((outputs(self.output, A) - T) ** 2).sum(axis=1))
        if self.output == SOFTMAX:
            return np.asarray(log_sum_exp(A) - (A * T).sum(axis=1))
        return np.asarray(losses(A, T).sum(axis=1))

    @np.errstate(over="ignore", invalid="ignore")
    def output_deltas(self, A: np.ndarray, Y: np.ndarray, T: np.ndarray) -> np.ndarray:
        """(n, K) δ = ∂E/∂a of the outputs Y = g(A): y − t, unless the squared error meets a bent output."""
        off = Y - T
        if self.error == CROSS:
            return np.asarray(off)
        if self.output == SOFTMAX:  # Σⱼ (yⱼ − tⱼ) yⱼ (Iⱼₖ − yₖ)
            return np.asarray(Y * (off - (off * Y).sum(axis=1, keepdims=True)))
        return np.asarray(ACTIVATIONS[self.output].slope(A) * off)

    @np.errstate(over="ignore", invalid="ignore")
    def objective(self, network: Network, error: float) -> float:
        """E + ½ λ Σ w² or E + λ Σ |w|, the biases left out."""
        if not self.decay:
            return error
        if self.penalty == SIZES:
            return error + self.decay * float(sum(np.abs(layer.weights).sum() for layer in network.layers))
        return error + 0.5 * self.decay * float(sum((layer.weights**2).sum() for layer in network.layers))

    def penalty_slopes(self, weights: np.ndarray) -> np.ndarray:
        """(J, I) λ w, or λ sign w: at the corner w = 0 of |w| the sign is 0."""
        return self.decay * (np.sign(weights) if self.penalty == SIZES else weights)


def posed(data: Dataset, params: OutputParams, watched: np.ndarray = NO_ROWS) -> Problem:
    """The problem: with a softmax an output for each class, else two classes share one; a number has one of its own."""
    if data.target == "real":
        return _of_number(data, params, watched)
    output, _, error = params.output.partition(", ")
    shared = output != SOFTMAX and len(data.classes_present) == 2
    T = zero_one(data)[:, None] if shared else one_of_k(data)
    classes = tuple(int(code) for code in data.classes_present)
    return Problem(data.X, T, classes, data.codes, output, error, params.decay, _penalty(params), watched)


def _of_number(data: Dataset, params: OutputParams, watched: np.ndarray) -> Problem:
    """The problem of a number: the squared error of one linear output, whose scale is that of the rows learnt from."""
    assert data.y is not None
    t, (output, _, error) = data.y[:, None], LINEAR.partition(", ")
    scale = Scale.of(np.delete(t, watched, axis=0)) if params.target == SCALED else None
    T = t if scale is None else scale.applied(t)
    no_rows = np.zeros(0, dtype=np.intp)
    return Problem(data.X, T, (), no_rows, output, error, params.decay, _penalty(params), watched, scale)


def _penalty(params: OutputParams) -> str:
    """What of the weights is penalised."""
    return params.penalty if params.decay else SQUARES


def outputs(kind: str, A: np.ndarray) -> np.ndarray:
    """(n, K) what the last layer gives."""
    return softmax(A) if kind == SOFTMAX else ACTIVATIONS[kind].value(A)


class Measured(NamedTuple):
    """Of the rows learnt from E and what is made least, of all rows those (w,) answered wrongly: none of numbers.

    watched  the mean error of a row that is watched, None where none is
    """

    error: float
    objective: float
    mistakes: np.ndarray
    watched: float | None = None


def measured(network: Network, problem: Problem, fed: np.ndarray | None = None) -> Measured:
    """What the table makes of a network; `fed`, what its first layer is fed with, need not be made again."""
    A = network.activations_from(network.fed(problem.X) if fed is None else fed)
    errors, mistakes = problem.errors(A, problem.T), _mistakes(network, A, problem)
    if not len(problem.watched):
        return Measured(error := float(errors.sum()), problem.objective(network, error), mistakes)
    error, watched = float(errors[problem.learnt].sum()), float(errors[problem.watched].mean())
    return Measured(error, problem.objective(network, error), mistakes, watched)


def _mistakes(network: Network, A: np.ndarray, problem: Problem) -> np.ndarray:
    """(w,) the rows answered wrongly, by the activations A (n, K); a number is only nearer or farther."""
    return np.flatnonzero(network.answers(A) != problem.own) if problem.classes else problem.own
