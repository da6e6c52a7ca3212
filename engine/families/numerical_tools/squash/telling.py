"""What a step of the sigmoid or the softmax says."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from engine.base.words import divided, figure, shown, vector
from engine.core.story import Check, Number, Story
from engine.data.dataset import Dataset
from engine.families.numerical_tools.squash.loop import Params, Step
from engine.maths.algebra.agreement import agree
from engine.maths.probability.sigmoid import sigmoid, softmax

VALUE = r"\sigma(a) = \frac{1}{1 + e^{-a}}, \qquad \sigma(-a) = 1 - \sigma(a)"
SLOPE = r"\sigma'(a) = \sigma(a)\,(1 - \sigma(a))"
LOGARITHM = r"\ln \sigma(a) = -\ln(1 + e^{-a}) = \min(a, 0) - \ln(1 + e^{-|a|})"
LOGIT = r"\mathrm{logit}\,p = \ln \frac{p}{1 - p}, \qquad \sigma(\mathrm{logit}\,p) = p"
SOFTMAX = (
    r"y_k = \frac{e^{a_k/T}}{\sum_j e^{a_j/T}} = \frac{e^{(a_k - m)/T}}{\sum_j e^{(a_j - m)/T}}, \qquad m = \max_j a_j"
)
JACOBIAN = r"\frac{\partial y_k}{\partial a_j} = \frac{1}{T}\, y_k\, (I_{kj} - y_j)"
FAR = 700.0
"""e to more than this is too large for a number."""
SHIFT = 5.0


def explain(step: Step, data: Dataset, params: Params) -> Story:
    return TOLD[step.part](step, params)


def _exponential(step: Step, params: Params) -> Story:
    said = f"At a = {figure(step.a)} the power e^(−|a|) is {figure(step.power)}. It is never above 1, whatever a is."
    if abs(step.a) > FAR:
        said += " e to the power of |a| would be too large for a number."
    return Story(said, VALUE, (), (Number("a", step.a), Number("e^(−|a|)", step.power)))


def _value(step: Step, params: Params) -> Story:
    said = f"σ({figure(step.a)}) = {figure(step.y)}. The curve is symmetric about the point (0, ½): σ(−a) = 1 − σ(a)."
    whole = 1 + step.power
    worked = (f"σ = {divided(1.0 if step.a >= 0 else step.power, whole)}",)
    mirrored = float(sigmoid(np.array(-step.a)))
    check = Check("σ(−a) = 1 − σ(a)", agree(mirrored, 1 - step.y, 1.0))
    return Story(said, VALUE, worked, (Number("σ(a)", step.y),), (), (check,))


def _slope(step: Step, params: Params) -> Story:
    said = f"The slope at a = {figure(step.a)} is {figure(step.slope)}; it is greatest, ¼, at a = 0."
    if abs(step.a) > FAR:
        return Story(f"{said} So far out nothing is left of it.", SLOPE, (), (Number("σ′(a)", step.slope),))
    one, other = shown(step.slope, lambda u, v: u * v, step.y, 1 - step.y if step.y < HALF else _rest(step))
    return Story(
        said, SLOPE, (f"σ′ = σ(1 − σ) = {one}·{other} = {figure(step.slope)}",), (Number("σ′(a)", step.slope),)
    )


def _rest(step: Step) -> float:
    """1 − σ(a) by σ(−a), whose digits are not lost."""
    return float(sigmoid(np.array(-step.a)))


def _logarithm(step: Step, params: Params) -> Story:
    said = f"ln σ({figure(step.a)}) = {figure(step.ln_y)}"
    said += (
        ", though σ itself is 0 to the computer."
        if step.y == 0
        else ", worked out without σ, so that no digit is lost."
    )
    return Story(said, LOGARITHM, (), (Number("ln σ(a)", step.ln_y),))


def _logit(step: Step, params: Params) -> Story:
    said = f"The inverse is the logit, the log-odds: of p = {figure(step.p)} it is {figure(step.logit)}."
    side = "more" if step.logit > 0 else "less"
    said += " Both outcomes are equally probable." if step.logit == 0 else f" It is {side} probable than not."
    back = Check("σ(logit p) = p", agree(float(sigmoid(np.array(step.logit))), step.p, 1.0))
    return Story(said, LOGIT, (), (Number("logit p", step.logit), Number("p", step.p)), (), (back,))


def _scores(step: Step, params: Params) -> Story:
    assert step.scores is not None
    said = (
        f"{len(step.scores)} scores, of any size and sign. The softmax makes probabilities of them, in the same order."
    )
    return Story(said, SOFTMAX, (), (Number("scores", step.scores), Number("T", params.temperature)))


def _shifted(step: Step, params: Params) -> Story:
    assert step.shifted is not None and step.scores is not None
    said = f"The greatest score, {figure(float(step.scores.max()))}, is taken from all: "
    said += "none is above 0, so none overflows."
    if params.temperature != 1:
        said += f" The temperature T = {figure(params.temperature)} divides them."
    return Story(said, SOFTMAX, (), (Number("(a − m)/T", step.shifted),))


def _powers(step: Step, params: Params) -> Story:
    assert step.powers is not None
    said = "e to the power of each: all are positive, the greatest is 1, and one unit less is e times less."
    return Story(said, SOFTMAX, (), (Number("exponentials", step.powers), Number("sum", float(step.powers.sum()))))


def _shares(step: Step, params: Params) -> Story:
    assert step.shares is not None and step.powers is not None and step.scores is not None
    y, T = step.shares, params.temperature
    k = int(y.argmax())
    said = f"Divided by their sum they are probabilities. Class {k + 1} has the greatest, {figure(float(y[k]))}."
    tied = int((step.powers == 1.0).sum())
    if tied > 1:
        said = f"Divided by their sum they are probabilities. {tied} scores tie, and share equally."
    worked = [f"y{k + 1} = {divided(float(step.powers[k]), float(step.powers.sum()))}"]
    checks = [
        Check("they add up to 1", agree(y.sum(), 1.0, 1.0)),
        Check(
            f"adding {figure(SHIFT)} to all scores changes nothing",
            agree(_of(step.scores + SHIFT, T), y, 1.0 + float(np.abs(step.scores).max()) / T),
        ),
    ]
    if len(y) == 2:
        gap = float(step.scores[0] - step.scores[1]) / T
        said += " Of two classes it is the sigmoid of the difference of the scores."
        checks.append(Check("y1 = σ((a1 − a2)/T)", agree(float(sigmoid(np.array(gap))), y[0], 1.0)))
    return Story(said, SOFTMAX, tuple(worked), (Number("softmax", y),), (), tuple(checks))


def _of(scores: np.ndarray, T: float) -> np.ndarray:
    return np.asarray(softmax((scores / T)[None])[0])


def _jacobian(step: Step, params: Params) -> Story:
    assert step.jacobian is not None
    said = "The slopes: a score raises its own probability and lowers all others, so that each row adds up to 0."
    largest = float(np.abs(step.jacobian).max())
    rows = Check("each row adds up to 0", agree(step.jacobian.sum(axis=1), 0.0, largest))
    even = Check("it is symmetric", agree(step.jacobian, step.jacobian.T, largest))
    return Story(said, JACOBIAN, (f"diagonal = {vector(np.diag(step.jacobian))}",), (), (), (rows, even))


HALF = 0.5
TOLD: dict[str, Callable[[Step, Params], Story]] = {
    "exponential": _exponential, "value": _value, "slope": _slope, "logarithm": _logarithm, "logit": _logit,
    "scores": _scores, "shifted": _shifted, "powers": _powers, "shares": _shares, "Jacobian": _jacobian,
}  # fmt: skip
