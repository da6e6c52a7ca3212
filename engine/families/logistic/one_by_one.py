"""Descent by one example at a time, on any cross-entropy: each pulls at the weights as it comes by.

w ← w − η {∇Eₙ + (λ/N) w}      η constant, or η₀ / (1 + κ τ) after τ examples
"""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass
from typing import Any, Generic, NamedTuple, Protocol

import numpy as np

from engine.base.params import choice, real, whole
from engine.base.snapshot import snapshot
from engine.base.words import counted, figure
from engine.core.ending import Ending
from engine.maths.probability.row_keys import RowKeys, shuffled
from engine.parts.descending import (
    NOTHING_LEFT,
    LengthParams,
    M,
    Made,
    Objective,
    gradient_of,
    grown,
    is_blown_up,
    is_too_long,
    thinned,
    too_long,
)
from engine.parts.ridge import RidgeParams


class Presented(Objective[Made], Protocol[Made]):
    """An objective that is a sum over examples."""

    @property
    def Phi(self) -> np.ndarray: ...  # (n, M)
    @property
    def ridge(self) -> np.ndarray: ...  # (M,) the penalties
    @property
    def bent(self) -> float: ...  # no example curves E by more, times ‖φ‖²
    def pull(self, w: np.ndarray, row: int) -> np.ndarray: ...  # the gradient of one example, in the shape of w


def presented(
    objective: Presented[M], row_keys: RowKeys, params: OneByOneParams, rng: np.random.Generator
) -> Generator[OneStep[M], None, Ending]:
    n, share = len(objective.Phi), objective.ridge / len(objective.Phi) if objective.ridge.any() else None
    rate = params.rate or safe_rate(objective, params.penalty)
    w = objective.start
    w_batch = objective.start
    way = batch = objective.shown(w)[None]
    step = begun(objective, rate, way)
    yield step
    walk = np.empty((n + 1, *w.shape))  # the weights inside a pass, from its start on
    seen = 0
    for epoch in range(1, params.epochs + 1):
        order = np.arange(n) if params.order == "as given" else shuffled(row_keys, rng)
        w_batch = downhill(w_batch, objective)
        batch = grown(batch, objective.shown(w_batch))
        walk[0] = w
        passed = 0
        for rows in stretches(order.tolist(), params):
            w = along(rows, w, seen, walk[passed:], rate, share, objective, params)
            seen, passed, used = seen + len(rows), passed + len(rows), rate_at(seen + len(rows) - 1, rate, params)
            way = grown(way, objective.shown(w)) if passed == n else way
            here, shown = measured(w, objective), rows[0] if params.stop_at == "examples" else None
            inside, average = thinned(objective.shown(walk[: passed + 1])), walk[1 : passed + 1].mean(axis=0)
            step = OneStep(
                model=objective.model(w), before=step.model, average=average, sample=shown, epoch=epoch,
                seen=seen, rate=used, way=way, inside=inside, batch=batch,
                least=objective.least, error=here.error, objective=here.objective, objective_before=step.objective,
                first=step.first, slope=here.slope, wrong=here.wrong,
            )  # fmt: skip
            yield step
            if is_blown_up(step.objective, step.first):
                return Ending.failed(_blown_up(step))
        endless = objective.endless(w, step.error)
        if step.slope <= params.tolerance or (endless and step.error < NOTHING_LEFT):
            return Ending.stopped(endless) if endless else _at_rest(step)
        if endless and is_too_long(w, params):
            return Ending.stopped(too_long(endless, params))
    return Ending.stopped(_out_of_passes(step, params, endless))


def stretches(order: list[int], params: OneByOneParams) -> list[list[int]]:
    """The rows from one stop to the next: one, or all of a pass."""
    return [[row] for row in order] if params.stop_at == "examples" else [order]


def along(
    rows: list[int],
    w: np.ndarray,
    seen: int,
    walk: np.ndarray,
    rate: float,
    share: np.ndarray | None,
    objective: Presented[M],
    params: OneByOneParams,
) -> np.ndarray:
    """The weights after these rows, one after the other; `walk` takes down each of them, after that it begins from."""
    with np.errstate(over="ignore", invalid="ignore"):
        rates = [rate_at(tau, rate, params) for tau in range(seen, seen + len(rows))]
        for here, row, eta in zip(walk[1:], rows, rates, strict=False):
            w = updated(w, objective.pull(w, row), eta, share, here)
    return w.copy()  # else every step would keep the whole walk


def safe_rate(objective: Presented[M], penalty: float) -> float:
    """1 / (c max ‖φ‖² + λ/N), c the most that an example can curve E: none raises its own error by its step."""
    with np.errstate(over="ignore"):
        longest = float((objective.Phi**2).sum(axis=1).max())
        return 1.0 / (objective.bent * longest + penalty / len(objective.Phi))


def begun(objective: Presented[M], rate: float, way: np.ndarray) -> OneStep[M]:
    """The start, where no example has been presented."""
    w, model = objective.start, objective.model(objective.start)
    here = measured(w, objective)
    return OneStep(
        model=model, before=model, average=w, sample=None, epoch=0, seen=0, rate=rate, way=way, inside=way, batch=way,
        least=objective.least, error=here.error, objective=here.objective, objective_before=None,
        first=here.objective, slope=here.slope, wrong=here.wrong,
    )  # fmt: skip


class Measured(NamedTuple):
    """Over the whole table: E, what is made least, the length of its gradient, and the misclassified rows."""

    error: float
    objective: float
    slope: float
    wrong: int


def measured(w: np.ndarray, objective: Presented[M]) -> Measured:
    """What the whole table makes of the weights w (M,)."""
    with np.errstate(over="ignore", invalid="ignore"):
        here = objective.at(w)
        return Measured(here.error, here.value, float(np.linalg.norm(here.gradient())), here.wrong())


def downhill(w: np.ndarray, objective: Presented[M]) -> np.ndarray:
    """The weights after a step of batch descent at its safe rate."""
    with np.errstate(over="ignore", invalid="ignore"):
        return np.asarray(w - objective.safe_rate * objective.at(w).gradient())


def rate_at(seen: int, rate: float, params: OneByOneParams) -> float:
    """The rate after so many examples."""
    return rate if params.schedule == SCHEDULES[0] else rate / (1.0 + params.decay * seen)


def first_rate(step: OneStep[Any], params: OneByOneParams) -> float:
    """η₀, from the rate of the last example."""
    return step.rate / rate_at(max(step.seen - 1, 0), 1.0, params)


def updated(w: np.ndarray, pull: np.ndarray, rate: float, share: np.ndarray | None, into: np.ndarray) -> np.ndarray:
    """The update rule: w − η {∇Eₙ + (λ/N) w}, with `pull` ∇Eₙ and an example's share (M,) of the penalty, if any."""
    np.subtract(w, rate * (pull if share is None else pull + share * w), out=into)
    return into


SCHEDULES = ("constant", "η₀/(1+κτ)")


@dataclass(frozen=True)
class OneByOneParams(LengthParams, RidgeParams):
    """The rate and the order of the examples, the penalty, and when the passes end."""

    rate: float = real(
        0.0,
        low=0.0,
        high=1e3,
        log=True,
        auto=first_rate,
        symbol=r"\eta_0",
        label="learning rate",
        help="auto: the safe 1/(c max ‖φ‖² + λ/N), with c = ¼, of softmax ½",
    )
    schedule: str = choice(SCHEDULES[0], SCHEDULES, help="whether the rate falls with the examples τ seen")
    decay: float = real(0.01, low=0.0, high=10.0, log=True, symbol=r"\kappa", help="how fast a falling rate falls")
    order: str = choice("shuffled", ("as given", "shuffled"), clear=True, rare=True, help="within an epoch")
    epochs: int = whole(
        30,
        low=1,
        high=10_000,
        log=True,
        label="maximum epochs",
        clear=True,
        help="passes over the data",
    )
    stop_at: str = choice(
        "epochs", ("epochs", "examples"), label="stop after", clear=True, help="each epoch, or every example"
    )
    tolerance: float = real(1e-6, low=1e-12, high=1.0, log=True, rare=True, help="the gradient norm is no larger")


@snapshot
class OneStep(Generic[M]):
    """The weights after an example, or after a pass over all of them, the bias first."""

    model: M
    before: M  # the model one example, or one pass, earlier; at the start, the model itself
    average: np.ndarray  # the mean of the weights during this pass
    sample: int | None  # the row just presented, when the run stops at each
    epoch: int
    seen: int  # examples presented so far, τ
    rate: float  # of the last example
    way: np.ndarray  # (m, ...) where the passes ended on the chart of weight space
    inside: np.ndarray  # (m, ...) the way inside this pass
    batch: np.ndarray  # (m, ...) the way of batch gradient descent, a step for each pass
    least: str  # what is made least, by name
    error: float  # E, the cross-entropy of all rows, a sum
    objective: float  # E + ½ Σ λ w²
    objective_before: float | None
    first: float  # the objective at the start
    slope: float  # of what is made least, over all rows: the length of its gradient
    wrong: int


def _at_rest(step: OneStep[M]) -> Ending:
    passes = counted(step.epoch, "epoch")
    return Ending.converged(
        f"After {passes} ‖{gradient_of(step.least)}‖ = {figure(step.slope, 2)} is no more than the tolerance."
    )


def _blown_up(step: OneStep[M]) -> str:
    grew = f"{step.least} grew from {figure(step.first)} to {figure(step.objective)}"
    return f"After {counted(step.seen, 'example')} {grew}: the rate {figure(step.rate)} is too large. Take 0, or less."


def _left(step: OneStep[M]) -> str:
    return f"{step.least} = {figure(step.objective)}, and ‖{gradient_of(step.least)}‖ is still {figure(step.slope)}"


def _out_of_passes(step: OneStep[M], params: OneByOneParams, endless: str) -> str:
    said = f"{counted(step.epoch, 'epoch')}, {_left(step)}."
    if endless:
        return f"{said} {endless}"
    if params.schedule == SCHEDULES[0]:
        return f"{said} With a constant rate the weights keep fluctuating from example to example. Let the rate fall."
    return f"{said} The rate has fallen to {figure(step.rate)}: allow more epochs."
