"""What a step of fingerprints says."""

from __future__ import annotations

import math

import numpy as np

from engine.base.words import bracketed, counted, enough, figure, signed
from engine.core.story import Check, Event, Number, Story, Table
from engine.data.dataset import Dataset
from engine.families.neighbour_search.fingerprints.drawing import written
from engine.families.neighbour_search.fingerprints.loop import MINHASH, Params, Step, measured
from engine.maths.algebra.agreement import cleared
from engine.models.fingerprints import MinHash, PlaneBits
from engine.parts.ranges import scaled_first

BIT = r"b_j = [\mathbf{h}_j^\top (\mathbf{x} - \mathbf{m}) \geq 0], \quad P(\mathrm{bit\ equal}) = 1 - \theta / \pi"
COIN = r"b_j = \mathrm{coin}_j\left(\underset{a \in \mathbf{x}}{\mathrm{arg\,min}}\; \mathrm{key}_j(a)\right), \quad "
SETS = COIN + r"P(\mathrm{bit\ equal}) = (1 + J) / 2"
BUCKET = r"\{n : \mathbf{b}(\mathbf{x}_n) = \mathbf{b}(\mathbf{z})\}"
COST = r"O(d\, n'), \quad n' \ll n"
FEW, SHOWN = 4, 8
"""Of more coordinates a product is not written out; so many rows are listed."""


def explain(step: Step, data: Dataset, params: Params) -> Story:
    say = {
        "start": _say_start, "bit": _say_bit, "look": _say_bucket,
        "compare": _say_compared, "answer": _say_answer,
    }  # fmt: skip
    return say[step.part](step, data, params)


def _formula(params: Params) -> str:
    return SETS if params.kind == MINHASH else BIT


def _say_start(step: Step, data: Dataset, params: Params) -> Story:
    each = f"{counted(params.bits, 'bit')}" + (f" in each of {params.tables} tables" if params.tables > 1 else "")
    how = "a coin for one of its attributes" if params.kind == MINHASH else "the side of a random plane that it lies on"
    said = f"Each of {counted(data.n, 'row')} gets {each}. A bit of a row is {how}, so rows that are alike often agree."
    told = (Number("rows n", data.n), Number("bits", params.bits), Number("tables", params.tables))
    story = Story(said, _formula(params), numbers=told)
    return story if params.kind == MINHASH else scaled_first(story, data)


# -- a bit -------------------------------------------------------------------------------------------------------------


def _say_bit(step: Step, data: Dataset, params: Params) -> Story:
    model, z, near = step.model, step.model.point, true_nearest(step, data, params)
    own, every = model.bits(z[None])[0], model.bits(data.X)
    j = model.width
    same, alike = int((every[:, -1] == own[-1]).sum()), int((every == own).all(axis=1).sum())
    which = f"Bit {j}" + (f" of table {step.table + 1}" if params.tables > 1 else "")
    said = f"{which} of the query is {int(own[-1])}: {_why(model)}. "
    rows = f"of {data.n:,} rows"
    said += f"{counted(same, f'{rows} has', f'{rows} have')} the same bit, and "
    said += f"{counted(alike, 'agrees', 'agree')} in every bit so far."
    told = (
        Number("rows in the bucket", alike),
        Number("P(bit equal)", agreement(model, data, params, near), "for the nearest"),
    )
    return Story(said, _formula(params), _worked(model, data, params, near), told, _random_keys(model))


def _random_keys(model: PlaneBits | MinHash) -> tuple[Table, ...]:
    """What the attributes of the query drew for the last bit, the smallest random key first; a plane draws none."""
    if isinstance(model, PlaneBits) or not (has := model.items.of(model.point[None])[0]).any():
        return ()
    random_keys, coins = model.random_keys[-1], model.coins[-1]
    order = np.flatnonzero(has)[np.argsort(random_keys[has], kind="stable")][:SHOWN].tolist()
    rows = tuple((model.items.names[one], float(random_keys[one]), int(coins[one])) for one in order)
    return (Table("The random keys of its attributes", ("attribute", "random key", "coin"), rows, 0),)


def _why(model: PlaneBits | MinHash) -> str:
    """What decides the last bit of the query."""
    z = model.point
    if isinstance(model, PlaneBits):
        return f"it lies on the {'side of the arrow' if model.bits(z[None])[0, -1] else 'other side of the plane'}"
    has = model.items.of(z[None])[0]
    if not has.any():
        return "it has no attribute"
    least = int(np.where(has, model.random_keys[-1], np.inf).argmin())
    coin = f"whose coin shows {int(model.coins[-1, least])}"
    return f"of its attributes {model.items.names[least]} has the smallest random key, {coin}"


def _worked(model: PlaneBits | MinHash, data: Dataset, params: Params, near: int) -> tuple[str, ...]:
    if isinstance(model, MinHash):
        J = 1.0 - float(measured(model.point, np.array([near]), data, params)[0])
        return (f"P(bit equal) = (1 + {figure(J)}) / 2 = {figure(agreement(model, data, params, near))}",)
    h, gap = model.normals[-1], from_middle(model, data)
    lines: tuple[str, ...] = ()
    if data.d <= FEW:
        value = float(h @ gap)
        n = enough(value, lambda *parts: float(np.dot(parts[: data.d], parts[data.d :])), *h.tolist(), *gap.tolist())
        terms = " ".join(f"{signed(a, n)}·{bracketed(figure(b, n))}" for a, b in zip(h, gap, strict=True)).removeprefix(
            "+ "
        )
        lines = (f"h·(z − m) = {terms} = {figure(value)}",)
    theta = angle(gap, data.X[near] - model.middle)
    n = enough(1 - theta / math.pi, lambda turn: 1 - turn / math.pi, theta)
    return (*lines, f"P(bit equal) = 1 − {figure(theta, n)}/π = {figure(1 - theta / math.pi)}")


def true_nearest(step: Step, data: Dataset, params: Params) -> int:
    """The row that is nearest to the query of all."""
    return int(np.argmin(measured(step.model.point, np.arange(data.n), data, params)))


def agreement(model: PlaneBits | MinHash, data: Dataset, params: Params, near: int) -> float:
    """How likely the query and the row nearest to it have a bit alike."""
    if isinstance(model, MinHash):
        return 1.0 - float(measured(model.point, np.array([near]), data, params)[0]) / 2
    return 1.0 - angle(from_middle(model, data), data.X[near] - model.middle) / math.pi


def from_middle(model: PlaneBits, data: Dataset) -> np.ndarray:
    """(d,) z − m, and 0 where it is rounding."""
    return cleared(model.point - model.middle, np.abs(data.X).max(axis=0))


def angle(a: np.ndarray, b: np.ndarray) -> float:
    """The angle between two directions (d,); 0 where one of them has none."""
    a, b = (one / (np.abs(one).max(initial=0.0) or 1.0) for one in (a, b))
    lengths = float(np.linalg.norm(a) * np.linalg.norm(b))
    return math.acos(min(max(float(a @ b) / lengths, -1.0), 1.0)) if lengths else 0.0


# -- the bucket --------------------------------------------------------------------------------------------------------


def _say_bucket(step: Step, data: Dataset, params: Params) -> Story:
    model, held = step.model, np.flatnonzero(step.bucket)
    code = written(int(model.predict(model.point[None])[0]), model)
    where = f"The bucket {code}" + (f" of table {step.table + 1}" if params.tables > 1 else "")
    said = f"{where}, that of the query, holds {counted(len(held), 'row')} of {data.n:,}."
    if step.widened:
        said = f"{where}, that of the query, is empty. With one bit different there are {counted(len(held), 'row')}."
    if params.tables > 1:
        said += f" The tables so far have {counted(len(step.candidates), 'candidate')} together."
    line = f"share of the rows = {len(held)} / {data.n:,} = {figure(len(held) / data.n)}"
    return Story(said, BUCKET, (line,), _counts(step, data), _bits(step, data))


def _bits(step: Step, data: Dataset) -> tuple[Table, ...]:
    """The codes of some rows that agree most, beside that of the query."""
    model = step.model
    own, every = model.bits(step.model.point[None]), model.bits(data.X)
    apart = (every != own).sum(axis=1)
    codes = model.predict(data.X)
    order = np.argsort(apart, kind="stable")[:SHOWN].tolist()
    rows = tuple((data.row_name(row), written(int(codes[row]), model), int(apart[row])) for row in order)
    return (Table("The codes that differ least", ("row", "bits", "different"), rows),)


def _say_compared(step: Step, data: Dataset, params: Params) -> Story:
    if step.found < 0:
        return Story("There is no row to compare: no bucket holds one.", COST, numbers=_counts(step, data))
    said = (
        f"{counted(len(step.candidates), 'distance')} of {data.n:,} {'is' if len(step.candidates) == 1 else 'are'} "
        f"measured. The least is {figure(step.distances.min())}, to row {data.row_name(step.found)}."
    )
    return Story(said, COST, (), (*_counts(step, data), Number("least distance", float(step.distances.min()))))


def _say_answer(step: Step, data: Dataset, params: Params) -> Story:
    true = f"row {data.row_name(step.nearest)} at {figure(step.least)}"
    if step.found < 0:
        said = f"The true nearest neighbour, {true}, was missed: no bucket with a row was found."
    elif step.missed:
        found = f"row {data.row_name(step.found)} at {figure(step.distances.min())}"
        said = f"The search finds {found}; it has missed the nearest neighbour, {true}, in another bucket."
    else:
        said = f"The search found the nearest neighbour, row {data.row_name(step.found)} at {figure(step.least)}."
    bits, measured_now = params.bits * params.tables, len(step.candidates)
    work = (
        f"work = {params.tables}·{params.bits} + {measured_now} = {bits + measured_now}",
        f"share measured = {measured_now} / {data.n:,} = {figure(measured_now / data.n)}",
    )
    said += f" It computed {counted(bits, 'bit')} and {counted(measured_now, 'distance')} in place of {data.n:,}."
    right = step.found >= 0 and float(step.distances.min()) < step.least
    checks = (Check("nothing is nearer than the nearest of all", not right),)
    return Story(said, COST, work, _counts(step, data), _bits(step, data), checks)


def _counts(step: Step, data: Dataset) -> tuple[Number, ...]:
    return (Number("candidates n'", len(step.candidates)), Number("rows n", data.n))


def measure(step: Step, data: Dataset, params: Params) -> dict[str, float]:
    if step.part != "bit":
        return {}
    alike = step.model.predict(data.X) == step.model.predict(step.model.point[None])
    return {"rows in the bucket": float(alike.sum())}


def event(step: Step) -> Event | None:
    if step.part == "look" and step.widened:
        return Event("empty bucket", "wrong")
    if step.part == "answer":
        return Event("missed", "wrong") if step.missed else Event("found", "best")
    return None
