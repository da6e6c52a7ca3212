"""Logistic regression by Newton's method: jump to the bottom of the bowl that touches the error.   (IRLS)

    y = σ(w · x + b)      ∇E = Φᵀ(y − t) + λ w      H = Φᵀ R Φ + λ I,  R = diag(y (1 − y))      w ← w − H⁻¹ ∇E
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from engine.core import needs
from engine.core.algorithm import Algorithm, Handle, Inquiry, Steps
from engine.core.ending import Ending
from engine.core.marks import Mark
from engine.core.models import Hyperplane, Logistic
from engine.core.params import flag, real, whole
from engine.core.snapshot import snapshot
from engine.core.story import Check, Number, Story, counted, figure, vector
from engine.data.dataset import Dataset
from engine.linear import logistic_view, weight_space
from engine.linear.weight_space import packed, unpacked
from engine.maths.cross_entropy import cross_entropy, gradient, hessian, penalised, with_ones
from engine.maths.newton import newton_step
from engine.maths.targets import two_classes, zero_one

HALVINGS = 60
"""A step halved so often no longer moves anything."""


@dataclass(frozen=True)
class Params:
    penalty: float = real(0.0, low=0.0, high=1e6, log=True, symbol=r"\lambda", help="ridge: holds the weights near 0")
    penalise_bias: bool = flag(False, help="whether the penalty holds the bias near 0 as well")
    damping: bool = flag(True, help="halve a step while the error would rise")
    iterations: int = whole(25, low=1, high=1000, log=True, help="Newton steps before giving up")
    tolerance: float = real(1e-10, low=1e-14, high=1e-2, log=True, help="stop when no activation would change by more")


@snapshot
class Step:
    """The weights after so many Newton steps, and the bowl that touches the error there. M = d + 1, the bias first."""

    model: Logistic
    path: tuple[Logistic, ...]  # every model so far, from the start to this one
    error: float  # E, the cross-entropy, a sum over the rows
    objective: float  # E + ½ Σ λ w²: what is made least
    objective_before: float | None
    gradient: np.ndarray  # (M,)
    hessian: np.ndarray  # (M, M)
    move: np.ndarray  # (M,) the full Newton step from here
    rank: int  # of the Hessian
    unmet: float  # the part of the gradient that no step can meet, in units free of those of the features
    change: float  # the most that the full step would change an activation
    wrong: int  # rows whose own class has a probability below ½
    halvings: int = 0  # how often the step that led here was halved

    @property
    def iteration(self) -> int:
        """How many Newton steps led here."""
        return len(self.path) - 1

    @property
    def gain(self) -> float:
        """By how much the bottom of the bowl lies lower than here."""
        return -0.5 * float(self.gradient @ self.move)

    @property
    def before(self) -> Logistic:
        """The model before the last step; at the start, the model itself."""
        return self.path[-2] if self.iteration else self.model


def run(data: Dataset, params: Params, rng: np.random.Generator, start: Hyperplane | None = None) -> Steps:
    Phi, t, ridge = with_ones(data.X), zero_one(data), penalties(params, data.d)
    classes = two_classes(data)
    w, halvings, before = _beginning(data, start), 0, None
    path: tuple[Logistic, ...] = ()
    while True:
        with np.errstate(over="ignore", invalid="ignore"):
            g, H = gradient(w, Phi, t, ridge), hessian(w, Phi, ridge)
            error, objective = cross_entropy(w, Phi, t), penalised(w, Phi, t, ridge)
            move, rank, unmet = newton_step(g, H)
            change = float(np.abs(Phi @ move).max())
        model = unpacked(w, classes)
        path = (*path, model)
        wrong = int((model.predict(data.X) != data.codes).sum())
        step = Step(model, path, error, objective, before, g, H, move, rank, unmet, change, wrong, halvings)
        yield step

        if ending := _ending(step, data, params):
            return ending
        before = objective
        w, halvings = descended(w, move, objective, params, Phi, t, ridge)


def penalties(params: Params, d: int) -> np.ndarray:
    """(M,) λ for each weight; the bias is free unless it is to be penalised."""
    ridge = np.full(d + 1, params.penalty)
    ridge[0] = params.penalty if params.penalise_bias else 0.0
    return ridge


def descended(
    w: np.ndarray, move: np.ndarray, objective: float, params: Params, Phi: np.ndarray, t: np.ndarray, ridge: np.ndarray
) -> tuple[np.ndarray, int]:
    """The weights after the step, halved while the error would rise if damping is on, and how often it was halved."""
    with np.errstate(over="ignore", invalid="ignore"):
        for halvings in range(HALVINGS):
            after = w + 0.5**halvings * move
            if not params.damping or penalised(after, Phi, t, ridge) <= objective * (1 + 1e-14):
                return after, halvings
    return w, HALVINGS


def _beginning(data: Dataset, start: Hyperplane | None) -> np.ndarray:
    return np.zeros(data.d + 1) if start is None else packed(start)


# -- how it ends -------------------------------------------------------------------------------------------------------


def _ending(step: Step, data: Dataset, params: Params) -> Ending | None:
    """Why the run ends at this step, or None to go on."""
    if not (np.isfinite(step.objective) and np.isfinite(step.hessian).all()):
        return Ending.failed(f"The numbers are too large to go on from these weights. {_remedy(params)}")
    separated = params.penalty == 0 and is_separated(step)
    if separated and step.error < 1e-6:
        return Ending.stopped(_for_ever(step, "The classes are separable: a line has every point on its right side"))
    stuck = step.halvings == HALVINGS or (step.change <= 1e-6 and _stalled(step, 1e-14))
    if stuck or (step.change <= params.tolerance and step.gain <= 1e-14 * step.objective):
        return _at_rest(step) if _is_least(step) else Ending.failed(_lost(step, data, params))
    if params.penalty == 0 and _stalled(step, 1e-6) and _outward(step, data):
        return Ending.stopped(_for_ever(step, "The classes only touch: a line separates all points but those on it"))
    if step.iteration < params.iterations:
        return None
    if separated:
        return Ending.stopped(_for_ever(step, "The classes are separable: a line has every point on its right side"))
    return Ending.stopped(_out_of_steps(step, params))


def is_separated(step: Step) -> bool:
    """E < ln 2 leaves no row a loss of ln 2: each lies on its right side, and longer weights always lower E."""
    return step.error < float(np.log(2.0))


def _stalled(step: Step, share: float) -> bool:
    """Whether the last step lowered the error by no more than this share of it."""
    before = step.objective_before
    return before is not None and abs(before - step.objective) <= share * before


def _outward(step: Step, data: Dataset) -> bool:
    """Whether the step pushes rows farther to their right side, and none back: then one could go on for ever."""
    pushes = (2.0 * zero_one(data) - 1.0) * (with_ones(data.X) @ step.move)
    return step.change > 0.1 and bool(pushes.min() >= -1e-2 * pushes.max())


def _remedy(params: Params) -> str:
    if params.damping:
        return "Add a penalty (λ > 0), or begin from smaller weights."
    return "Turn damping on, add a penalty (λ > 0), or begin from smaller weights."


def _for_ever(step: Step, why: str) -> str:
    return (
        f"{why}. E = {figure(step.error)} can still fall, but only while the weights grow for ever: "
        f"‖w‖ = {figure(_norm(step.model.weights))} now. Add a penalty (λ > 0)."
    )


def _is_least(step: Step) -> bool:
    """Whether the error could fall neither by the step nor in a direction whose curvature these digits cannot hold."""
    return step.gain <= 1e-9 * step.objective and step.unmet <= 1e-11 * float(np.sqrt(max(step.objective, 1.0)))


def _lost(step: Step, data: Dataset, params: Params) -> str:
    rank = f"the Hessian has rank {step.rank} of {len(step.move)}"
    if name := _far_column(data):
        return f"{name} lies so far from 0 that it cannot be told from the bias, and {rank}: subtract its mean first."
    near = "the probabilities are so near to 0 and 1 that its curvature is lost"
    return f"E is not at its least, but {near}: {rank}. {_remedy(params)}"


def _far_column(data: Dataset) -> str:
    """A feature whose spread is lost in the digits of its mean, or ''."""
    spread, size = np.ptp(data.X, axis=0), np.abs(data.X).max(axis=0)
    far = np.flatnonzero((spread > 0) & (spread < 1e-6 * size))
    return data.feature_names[far[0]] if len(far) else ""


def _at_rest(step: Step) -> Ending:
    M, steps, change = len(step.move), counted(step.iteration, "Newton step"), figure(step.change, 1)
    again = f" Other weights do as well: the Hessian has rank {step.rank} of {M}. A penalty (λ > 0) picks one."
    least = f"After {steps} E = {figure(step.objective, 6)} is the least"
    said = f"{least}; the next would change no activation by more than {change}."
    return Ending.converged(said + (again if step.rank < M else ""))


def _out_of_steps(step: Step, params: Params) -> str:
    risen = step.objective_before is not None and step.objective > step.objective_before
    why = _remedy(params) if risen else "Allow more steps, or add a penalty (λ > 0)."
    steps = counted(params.iterations, "Newton step")
    return f"{steps}, and the next would still change an activation by {figure(step.change)}. {why}"


# -- drawing -----------------------------------------------------------------------------------------------------------

def marks(step: Step, data: Dataset, params: Params) -> Sequence[Mark]:
    drawn = logistic_view.plane(step.model, step.before if step.iteration else None, data)
    if not np.isfinite(step.objective):
        return drawn
    problem = weight_space.Problem(with_ones(data.X), zero_one(data), penalties(params, data.d))
    bowl = weight_space.Bowl(step.objective, step.gradient, step.hessian)
    drawn += weight_space.drawn(step.path, step.move, problem, bowl, data)
    return [*drawn, *logistic_view.response(step.model, step.move, data)]



# -- explaining --------------------------------------------------------------------------------------------------------


def explain(step: Step, data: Dataset, params: Params) -> Story:
    return Story(
        _sentence(step, data, params),
        r"\nabla E = \Phi^\top(\mathbf{y} - \mathbf{t}) + \lambda\mathbf{w}, \quad "
        r"H = \Phi^\top R\,\Phi + \lambda I, \quad \mathbf{w} \leftarrow \mathbf{w} - H^{-1}\nabla E",
        _taken(step) + logistic_view.largest_loss(step.model, data),
        _numbers(step, data, params),
        (logistic_view.weights(step.before, step.model, step.gradient, data),),
        _checks(step, params),
    )


def _sentence(step: Step, data: Dataset, params: Params) -> str:
    said = _say_start(step, data) if not step.iteration else _say_step(step)
    if step.rank < len(step.move) and np.isfinite(step.objective):
        said += f" {_why_flat(step, data)} Of the many steps to its bottom the shortest is taken; a penalty leaves one."
    if step.iteration and params.penalty == 0 and is_separated(step):
        said += " Every point is on its right side: the classes are separable, and the weights will grow for ever."
    return said


def _say_start(step: Step, data: Dataset) -> str:
    low, high = (data.class_name(code) for code in step.model.classes)
    given = "The start is given" if packed(step.model).any() else "All weights are 0, so every probability is σ(0) = ½"
    return f"{given}: E = {figure(step.error)} for {counted(data.n, 'point')}. {low} is coded 0 and {high} 1."


def _say_step(step: Step) -> str:
    fell = (step.objective_before or 0.0) - step.objective
    change = f"E {'falls' if fell >= 0 else 'rises'} by {figure(abs(fell))} to {figure(step.objective)}."
    halved = f" It was halved {counted(step.halvings, 'time')}, or E would have risen." if step.halvings else ""
    return f"Newton step {step.iteration}: {change}{halved}"


def _why_flat(step: Step, data: Dataset) -> str:
    M, constant = len(step.move), np.flatnonzero(data.X.min(axis=0) == data.X.max(axis=0))
    if data.n < M:
        return f"There are {M} weights for {data.n} points: the Hessian has rank {step.rank}, and the bowl is flat."
    if len(constant):
        return f"{data.feature_names[constant[0]]} never changes, as the bias, so the bowl is flat along the two."
    if name := _far_column(data):
        return f"{name} lies so far from 0 that it cannot be told from the bias."
    return f"The Hessian has rank {step.rank} of {M}: a column is a sum of others, or nearly, and the bowl is flat."


def _taken(step: Step) -> tuple[str, ...]:
    if not step.iteration:
        return ()
    before, after = packed(step.before), packed(step.model)
    return (f"w ← {vector(before)} + {vector(after - before)} = {vector(after)}, the bias first",)


def _numbers(step: Step, data: Dataset, params: Params) -> tuple[Number, ...]:
    told = [Number("E", step.error, "cross-entropy, a sum")]
    if params.penalty:
        told.append(Number("E + penalty", step.objective, "½ λ ‖w‖² added"))
    told += [Number("‖∇E‖", _norm(step.gradient)), Number("wrong side", step.wrong)]
    if step.iteration:
        told.append(Number("step length", _norm(packed(step.model) - packed(step.before))))
    told.append(Number("next change", step.change, _digits(step.change)))
    told.append(Number("‖w‖", _norm(step.model.weights)))
    if data.d <= 3:
        told.append(Number("det H", float(np.linalg.det(step.hessian))))
    return tuple(number for number in told if np.isfinite(number.value))


def _digits(change: float) -> str:
    if not 0 < change < 0.1:
        return "of an activation, at most"
    return f"of an activation: about {counted(int(-np.log10(change)), 'digit')} stand; a step doubles them"


def _norm(values: np.ndarray) -> float:
    return float(np.linalg.norm(values))


def _checks(step: Step, params: Params) -> tuple[Check, ...]:
    checks = [Check("the next step leads downhill", step.gain >= -1e-12 * step.objective)]
    if step.objective_before is not None and params.damping:
        checks.append(Check("E does not rise", step.objective <= step.objective_before * (1 + 1e-12)))
    return tuple(checks)


def inspect(step: Step, data: Dataset, params: Params, x: np.ndarray) -> Inquiry:
    return logistic_view.about(step.model, data, x)


def measure(step: Step, data: Dataset, params: Params) -> dict[str, float]:
    return {"E": step.error, "points on the wrong side": step.wrong}


def event(step: Step) -> str:
    return "halved" if step.halvings else ""


def bound(data: Dataset, params: Params) -> int:
    return params.iterations + 1


ALGORITHM = Algorithm(
    name="Logistic regression (Newton)",
    task="classification",
    summary="Finds the most likely probabilities of two classes, jumping from bowl to bowl in weight space.",
    source="Berkson 1944; IRLS: Bishop 2006, section 4.3.3",
    params=Params,
    run=run,
    marks=marks,
    explain=explain,
    bound=bound,
    needs=(needs.classes(2, 2), needs.labelled, *needs.POINTS),
    inspect=inspect,
    measure=measure,
    event=event,
    starts=(Hyperplane,),
    handles=(
        Handle(
            label="the weights to start from",
            make=weight_space.placed,
            positions=weight_space.place,
            most=lambda params: 1,
            surface=weight_space.HERE,
        ),
    ),
)
