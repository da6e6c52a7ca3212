"""What a step of the gradient check says."""

from __future__ import annotations

from engine.base.words import counted, figure, vector
from engine.core.story import Check, Event, Number, Story, Table
from engine.data.dataset import Dataset
from engine.families.numerical_tools.gradient_check.drawing import names
from engine.families.numerical_tools.gradient_check.functions import FUNCTIONS, Function
from engine.families.numerical_tools.gradient_check.loop import PRINTED, Params, Step, verdict
from engine.parts.line import coded

DIFFERENCE = (
    r"\frac{\partial E}{\partial w_i} \approx \frac{E(\mathbf{w} + h\mathbf{e}_i) - E(\mathbf{w} - h\mathbf{e}_i)}{2h}"
)


def explain(step: Step, data: Dataset, params: Params) -> Story:
    E = FUNCTIONS[params.error]
    printed = params.formula == PRINTED and E.printed is not None
    if step.i < 0:
        return _formula(step, data, E, printed)
    name, h, found, given = names(data)[step.i], step.nudges[step.i], step.numeric[step.i], step.formula[step.i]
    said = f"The weight of {name} is nudged by h = {figure(h)} both ways: {_compared(step)}"
    if step.i == len(step.formula) - 1:
        said += f" {verdict(step)}"
    told = (
        Number("by the formula", given),
        Number("central difference", found),
        Number("largest gap", float(step.gaps.max()), "as a share of the steepest slope"),
        *((Number("slope to the left", _left(step)), Number("slope to the right", _right(step))) if E.kink else ()),
    )
    return Story(said, DIFFERENCE, _lines(step), told, (_table(step, data),), _checks(step, params, printed))


def _formula(step: Step, data: Dataset, E: Function, printed: bool) -> Story:
    said = f"The gradient by its formula, at E(w) = {figure(step.here)}. {coded(data, '0', '1')}."
    if printed:
        said = (
            f"The gradient as it is printed ({E.erratum}), at E(w) = {figure(step.here)}; its slopes are to be tested."
        )
    latex = rf"{E.latex}, \quad {E.misprint if printed else E.gradient}"
    lines = (f"w = {vector(step.model.packed)}, the bias first", f"∇E = {vector(step.formula)}")
    return Story(said, latex, lines, (Number("E", step.here),))


def _compared(step: Step) -> str:
    rows = int(step.crossed[step.i])
    if rows:
        return (
            f"the activation of {counted(rows, 'row')} passes 0 on the way, a kink of E. To the left the slope is "
            f"{figure(_left(step))}, to the right {figure(_right(step))}, and the central difference is their mean."
        )
    if step.off[step.i]:
        return "the formula gives another slope than E has."
    return "the formula gives the slope that E has."


def _left(step: Step) -> float:
    return float((step.here - step.down) / step.nudges[step.i])


def _right(step: Step) -> float:
    return float((step.up - step.here) / step.nudges[step.i])


def _lines(step: Step) -> tuple[str, ...]:
    return (
        f"E(w + h) − E(w − h) = {figure(step.up - step.down)}, and 2h = {figure(2 * step.nudges[step.i])}",
        f"central difference = {figure(step.numeric[step.i])}, formula = {figure(step.formula[step.i])}",
    )


def _table(step: Step, data: Dataset) -> Table:
    seen = range(step.i + 1)
    rows = tuple(
        (names(data)[i], float(step.formula[i]), float(step.numeric[i]), float(step.gaps[i]), _word(step, i))
        for i in seen
    )
    columns = ("weight of", "formula", "(E(w+h) − E(w−h)) / 2h", "gap", "verdict")
    return Table("Gradient check", columns, rows, chosen=step.i)


def _word(step: Step, i: int) -> str:
    return "kink" if step.crossed[i] else "differs" if step.off[i] else "agrees"


def _checks(step: Step, params: Params, printed: bool) -> tuple[Check, ...]:
    """A right formula agrees wherever E has a slope, as long as the nudge is too short for E to bend."""
    if printed or params.h > 1e-4 or step.crossed[step.i]:
        return ()
    return (Check("the formula agrees with the central difference", not step.off[step.i]),)


def measure(step: Step, data: Dataset, params: Params) -> dict[str, float]:
    return {} if step.i < 0 else {"gap": float(step.gaps[step.i])}


def event(step: Step) -> Event | None:
    if step.i < 0 or not (step.crossed[step.i] or step.off[step.i]):
        return None
    return Event("kink", "focus") if step.crossed[step.i] else Event("differs", "wrong")
