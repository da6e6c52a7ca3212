"""What a step of independent component analysis says."""

from __future__ import annotations

import numpy as np

from engine.base.words import bracketed, brief, counted, figure, shown, vector
from engine.core.algorithm import Inquiry
from engine.core.marks import Mark, Points, Segments
from engine.core.story import Check, Event, Number, Story, Table
from engine.core.surfaces import Surface
from engine.data.dataset import Dataset
from engine.families.reduction.axes_drawing import on_two
from engine.families.reduction.ica.loop import ONE_BY_ONE, Params, Step, gaussian
from engine.families.reduction.pictures import Maker, beside
from engine.maths.algebra.agreement import agree, cleared
from engine.maths.probability.contrasts import CONTRASTS, excess_kurtosis, fixed_point, negentropy

CENTRE = r"\bar{\mathbf{x}} = \frac{1}{N} \sum_n \mathbf{x}_n"
WHITE = r"\mathbf{z} = K (\mathbf{x} - \bar{\mathbf{x}}), \quad K = \mathrm{diag}(\lambda)^{-1/2}\, U"
TURN = r"\mathbf{w} \leftarrow E[\mathbf{z}\, g(\mathbf{w}^\top \mathbf{z})] - "
TURN += r"E[g'(\mathbf{w}^\top \mathbf{z})]\, \mathbf{w}"
ONE = TURN + r", \quad \mathbf{w} \leftarrow \mathbf{w} / \|\mathbf{w}\|"
ALL = TURN + r", \quad W \leftarrow (W W^\top)^{-1/2} W"
LISTED = 12
FOUND = r"\mathbf{s} = W K (\mathbf{x} - \bar{\mathbf{x}})"


def explain(step: Step, data: Dataset, params: Params) -> Story:
    say = {
        "centred": _say_centred, "whitened": _say_whitened, "started": _say_started, "turned": _say_turned,
        "sources": _say_sources,
    }  # fmt: skip
    return say[step.stage](step, data, params)


def _say_centred(step: Step, data: Dataset, params: Params) -> Story:
    said = f"The mean is subtracted from {counted(data.n, 'row')}. We look for directions along which the rows are "
    said += "least Gaussian: a mixture of independent sources is more Gaussian than any one of them."
    return Story(said, CENTRE, (f"x̄ = {brief(step.mean)}",), (Number("rows", data.n), Number("features", data.d)))


def _say_whitened(step: Step, data: Dataset, params: Params) -> Story:
    assert step.K is not None
    k, asked = len(step.K), params.components
    Z = step.whitened(data.X)
    said = f"Whitened: along each of {counted(k, 'principal axis', 'principal axes')} the rows are divided by their "
    said += "standard deviation. Now they vary as much in every direction, and only a rotation is left to find."
    if k < asked:
        said += f" {counted(asked, 'source')} asked for, and {counted(k, 'direction has', 'directions have')} variance."
    row = int(np.argmax((Z**2).sum(axis=1)))
    worked = (f"row {data.row_name(row)}, the farthest: z = K (x − x̄) = {vector(cleared(Z[row], 1.0))}",)
    white = Check("the covariance of z is I", agree(Z.T @ Z / data.n, np.eye(k), 1.0, 1e-6))
    return Story(said, WHITE, worked, (Number("directions", k),), (), (white,))


def _say_started(step: Step, data: Dataset, params: Params) -> Story:
    assert step.W is not None
    if step.source is None:
        said = f"{counted(len(step.W), 'direction')} at random, made orthogonal together."
    else:
        said = f"Direction {step.source + 1} begins at random"
        said += "." if not step.source else ", orthogonal to those that are found."
    return Story(said, _rule(params), _line(step), _numbers(step, data, params), (_table(step, data, params),))


def _rule(params: Params) -> str:
    return ONE if params.order == ONE_BY_ONE else ALL


def _line(step: Step) -> tuple[str, ...]:
    assert step.W is not None
    name = "w1" if step.source is None else f"w{step.source + 1}"
    w = step.W[0 if step.source is None else -1]
    return (f"{name} = {vector(cleared(w, 1.0))}",)


def _say_turned(step: Step, data: Dataset, params: Params) -> Story:
    assert step.W is not None and step.before is not None
    j = 0 if step.source is None else -1
    w, before, g = step.W[j], step.before[0], CONTRASTS[params.contrast]
    Z = step.whitened(data.X)
    y = Z @ before
    bend, free = float(g.bend(y).mean()), fixed_point(Z, before, g)
    one = cleared(free + bend * before, 1.0)
    name = f"w{1 if step.source is None else step.source + 1}"
    angle = float(np.degrees(np.arccos(min(abs(float(w @ before)), 1.0)))) if step.gap else 0.0
    who = "All directions turn" if step.source is None else f"Direction {step.source + 1} turns"
    said = f"Iteration {step.round}: {who} towards what is least Gaussian"
    said += f", {name} by {figure(angle)} degrees." if angle else f"; {name} stays as it was."
    if step.gap <= params.tolerance:
        said += " It has settled." if step.source is not None else " They have settled."
    worked = (
        f"before: {name} = {vector(cleared(before, 1.0))}",
        f"E[z g(wᵀz)] = {vector(one)},  E[g′(wᵀz)] = {figure(bend)}",
        _entry_line(float(one[0]), bend, float(before[0]), float(free[0])),
        f"orthogonal and of length 1: {name} = {vector(cleared(w, 1.0))}",
        _negentropy_line(step, Z @ w, params),
    )
    unit = Check("the directions are orthogonal and of length 1", agree(step.W @ step.W.T, np.eye(len(step.W)), 1.0))
    told = (Number("turned by", angle, "degrees"), *_numbers(step, data, params))
    return Story(said, _rule(params), worked, told, (_table(step, data, params),), (unit,))


def _entry_line(one: float, bend: float, before: float, free: float) -> str:
    """The first entry of the fixed-point update."""
    free = float(cleared(free, abs(one) + abs(bend * before)))
    first, second, third = shown(free, lambda a, b, c: a - b * c, one, bend, before)
    return f"first entry: {first} − {bracketed(second)}·{bracketed(third)} = {figure(free)}"


def _negentropy_line(step: Step, y: np.ndarray, params: Params) -> str:
    """J of the direction that is told of, from the mean of G along it."""
    g = CONTRASTS[params.contrast]
    mean, J = float(g.whole(y).mean()), negentropy(y, g)
    first, second = shown(J, lambda a, b: (a - b) ** 2, mean, g.normal)
    return f"J = (E[G(y)] − E[G(ν)])² = ({first} {less_of(g.normal, second)})² = {figure(J)}"


def less_of(value: float, text: str) -> str:
    """A number as it is taken from another, in the digits that are given."""
    return f"+ {text[1:]}" if value < 0 else f"− {text}"


def _say_sources(step: Step, data: Dataset, params: Params) -> Story:
    assert step.model is not None and step.W is not None
    S = step.model.transform(data.X)
    k = S.shape[1]
    said = f"The {counted(k, 'source')} of every row. They are uncorrelated, and as far from Gaussian as a rotation "
    said += "makes them. Their order and their signs are free."
    alike = gaussian(S)
    if alike:
        which = counted(len(alike), "source has", "sources have")
        said += f" {which} a kurtosis as near to 0 as chance brings a Gaussian's"
        said += ": two such cannot be told apart." if len(alike) > 1 else "; one such source is allowed."
    row = int(np.argmax((S**2).sum(axis=1)))
    worked = (f"row {data.row_name(row)}: s = W K (x − x̄) = {vector(cleared(S[row], 1.0))}",)
    white = Check("the covariance of s is I", agree(S.T @ S / data.n, np.eye(k), 1.0, 1e-6))
    return Story(said, FOUND, worked, _numbers(step, data, params), (_table(step, data, params),), (white,))


def _numbers(step: Step, data: Dataset, params: Params) -> tuple[Number, ...]:
    return tuple(Number(name, value, "0 if Gaussian") for name, value in measure(step, data, params).items())


def _table(step: Step, data: Dataset, params: Params) -> Table:
    """Of each direction so far how far from Gaussian the rows are along it."""
    assert step.W is not None
    S, g = step.whitened(data.X) @ step.W.T, CONTRASTS[params.contrast]
    kurtosis = excess_kurtosis(S)
    rows = tuple((f"w{j + 1}", float(kurtosis[j]), negentropy(S[:, j], g)) for j in range(S.shape[1]))
    chosen = step.source if step.stage != "sources" else None
    return Table(
        "How far from Gaussian",
        ("direction", "excess kurtosis", "J"),
        rows[:12],
        chosen if (chosen or 0) < 12 else None,
    )


def inspect(step: Step, data: Dataset, params: Params, x: np.ndarray) -> Inquiry | None:
    """The sources of a point, and what they make of it."""
    if step.model is None:
        return None
    model = step.model
    s = model.transform(x[None])
    rebuilt = model.inverse_transform(s)
    said = f"This point has the sources {brief(s[0])}."
    drawn: list[Mark] = [Segments(x[None], rebuilt, "residual"), Points(rebuilt, "focus")]
    if step.stage == "sources":
        surface = Surface("chart", "Sources", "s1", "s2" if s.shape[1] > 1 else "", square=True)
        drawn.append(Points(on_two(s), "focus", surface=surface))
    if data.image is not None:
        drawn += beside(data, x, "this point", [Maker(data.image, model, None, "by its sources")], at=1)
    told = tuple(Number(f"s{j + 1}", float(value)) for j, value in enumerate(s[0, :8]))
    return Inquiry(Story(said, FOUND, numbers=told), tuple(drawn))


def measure(step: Step, data: Dataset, params: Params) -> dict[str, float]:
    """How far from Gaussian the rows are along the directions so far."""
    if step.W is None:
        return {}
    S, g = step.whitened(data.X) @ step.W.T, CONTRASTS[params.contrast]
    return {"J of all directions": float(sum(negentropy(s, g) for s in S.T))}


EVENTS = {
    "whitened": Event("white", "plain"), "started": Event("direction", "axis"), "sources": Event("sources", "best"),
}  # fmt: skip


def event(step: Step) -> Event | None:
    return EVENTS.get(step.stage)
