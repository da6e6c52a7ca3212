"""What a step of Newton's method says."""

from __future__ import annotations

from engine.base.words import enough, figure
from engine.core.story import Event, Number, Story
from engine.data.dataset import Dataset
from engine.families.numerical_tools.newton_scalar.functions import FUNCTIONS, Function
from engine.families.numerical_tools.newton_scalar.loop import Params, Step, digits, missed

RULE = r"x \leftarrow x - \frac{f(x)}{f'(x)}"
SHOWN = 8
MOST = 12
"""Worked lines show at most so many digits."""


def explain(step: Step, data: Dataset, params: Params) -> Story:
    function = FUNCTIONS[params.function]
    formula = rf"{function.latex}, \quad {RULE}"
    x = figure(step.x, SHOWN)
    if step.height is None:
        return Story(f"At x = {x} f is no number, so there is no tangent.", formula)
    height = _height(step.x, step.height, function)
    told = (
        Number("x", step.x), Number("f here", step.height),
        Number("digits correct", digits(step.x, function.roots), "beside the nearest root"),
    )  # fmt: skip
    if step.tangent is None or step.before is None:
        said = f"It begins at x = {x}, where f is {figure(step.height)}. A click with the start tool begins elsewhere."
        return Story(said, formula, height, told)
    f, slope = step.tangent
    said = f"The tangent at {figure(step.before, SHOWN)} meets the axis at x = {x}. {_progress(step, function.roots)}"
    worked = _moved(step.x, step.before, f, slope)
    return Story(said, formula, (worked, *height), (*told, Number("slope before", slope, "of the tangent")))


def _moved(x: float, before: float, f: float, slope: float) -> str:
    """The rule with its numbers, with digits enough for it; at a root two nearly equal ones leave little."""
    many = enough(x, lambda at, height, by: at - height / by, before, f, slope, digits=SHOWN, of_result=SHOWN)
    few = SHOWN if many > MOST else many
    left = f"{figure(before, few)} − ({figure(f, few)}) / ({figure(slope, few)})"
    if many > MOST:
        return f"x ← {left}, which is {figure(x)}: nothing is left of it in the digits that are shown"
    return f"x ← {left} = {figure(x, SHOWN)}"


def _height(x: float, height: float, function: Function) -> tuple[str, ...]:
    """f worked out, with digits of x enough for it; near a root no hand has so many."""
    digits = enough(height, function.f, x, digits=SHOWN)
    at = figure(x, digits)
    if not function.said(at):
        return ()
    if digits > MOST:
        return (f"f({figure(x, SHOWN)}) is {figure(height)}: nothing is left of it in the digits that are shown of x",)
    return (f"f({at}) = {function.said(at)} = {figure(height)}",)


def _progress(step: Step, roots: tuple[float, ...]) -> str:
    """What became of the correct digits."""
    assert step.before is not None
    now, then = digits(step.x, roots), digits(step.before, roots)
    if came_back(step):
        return "It has been there before: the tangents repeat in a cycle."
    if missed(step.x, roots) > missed(step.before, roots):
        return "That is farther from the nearest root than before."
    if then > 1.0 and now > 1.7 * then:
        return f"Its correct digits have nearly doubled, from {figure(then, 2)} to {figure(now, 2)}."
    return f"Its correct digits were {figure(then, 2)} and are {figure(now, 2)}."


def came_back(step: Step) -> bool:
    """Whether a place comes up again, and is no root."""
    return bool(step.height) and step.before != step.x and step.x in step.path[:-1].tolist()


def measure(step: Step, data: Dataset, params: Params) -> dict[str, float]:
    found = {"digits correct": digits(step.x, FUNCTIONS[params.function].roots)}
    return found if step.height is None else found | {"|f|": abs(step.height)}


def event(step: Step) -> Event | None:
    if came_back(step):
        return Event("round in a circle", "wrong")
    return Event("root", "best") if step.height == 0.0 and step.n else None
