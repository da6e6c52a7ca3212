"""What a step of pruning says."""

from __future__ import annotations

import numpy as np

from engine.base.words import counted, figure
from engine.core.algorithm import Inquiry
from engine.core.story import Check, Event, Number, Story, Table
from engine.data.dataset import Dataset
from engine.families.trees.asking import asked
from engine.families.trees.pruning.candidates import Candidates, cheapest, impurities
from engine.families.trees.pruning.drawing import MOST, costs, mistaken, numbers, ranked, short_way, titles
from engine.families.trees.pruning.loop import Params, Step
from engine.families.trees.rules import way_to
from engine.parts.trees.growing import errors, leaves, size
from engine.parts.trees.tree_words import impurity_of

REDUCED = r"\underset{t}{\mathrm{arg\,min}}\; E(\mathrm{leaf}\; t) - E(\mathrm{branch}\; T_t)"
WEAKEST = r"\alpha(t) = \frac{R(t) - R(T_t)}{|T_t| - 1}, \quad R(t) = \frac{|S_t|}{|S|}\, G(S_t)"

PESSIMISTIC = (
    r"N U(\mathrm{leaf}) \leq \sum_i N_i U_i, \quad \sum_{k=0}^{E} \binom{N}{k} U^k (1 - U)^{N - k} = \mathrm{CF}"
)
FORMULAS = {"reduced error": REDUCED, "cost complexity": WEAKEST, "pessimistic": PESSIMISTIC}
REASONS = {
    "reduced error": "costs least on the validation rows",
    "cost complexity": "is the weakest link",
    "pessimistic": "comes off best by its pessimistic errors",
}


def explain(step: Step, data: Dataset, params: Params) -> Story:
    said, worked = {"start": _begun, "try": _tried, "prune": _removed, "stop": _stopped, "choose": _taken}[step.kind](
        step, data, params
    )
    table = _table(step, data, params)
    checks = [Check("no row is both grown from and kept", bool(step.model.counts[0].sum() + len(step.kept) == data.n))]
    if params.rule == "reduced error" and step.kind == "prune":
        checks.append(Check("the errors on the validation rows do not rise", step.path.kept[-1] <= step.path.kept[-2]))
    return Story(said, FORMULAS[params.rule], worked, _numbers(step, data, params), table, tuple(checks))


def _begun(step: Step, data: Dataset, params: Params) -> tuple[str, tuple[str, ...]]:
    kept, wrong = len(step.kept), step.judged.before
    unseen = f"{counted(kept, 'row')} that it has not seen {'judge' if kept > 1 else 'judges'} it: {wrong} wrong"
    if params.rule == "pessimistic":
        unseen = f"Of {counted(kept, 'row')} that it has not seen it gets {wrong} wrong, which the rule does not ask"
    said = f"The tree is grown to the end from {counted(data.n - kept, 'row')}: {size(step.model)}. {unseen}."
    return said, (f"error on the validation rows = {wrong} / {kept} = {figure(wrong / kept)}",)


def _removed(step: Step, data: Dataset, params: Params) -> tuple[str, tuple[str, ...]]:
    judged, place = step.judged, step.judged.chosen
    before, after = judged.before, int(step.path.kept[-1])
    branch, leaf, under = int(judged.branch[place]), int(judged.leaf[place]), int(judged.below[place])
    answer = data.class_name(int(step.before.majority[judged.node]))
    change = "stay" if after == before else f"go from {before} to"
    said = (
        f"Of {counted(len(judged.nodes), 'branch', 'branches')}, {way_to(step.before, judged.node, data)} "
        f"{REASONS[params.rule]}: its "
        f"{counted(under, 'leaf', 'leaves')} become one that answers {answer}. "
        f"The errors on the validation rows {change} {after}.{_tie(judged, params)}"
    )
    worked = [f"errors after = {before} − {branch} + {leaf} = {after}"]
    if params.rule == "cost complexity":
        alone = float(impurities(step.before)[judged.node])
        together = alone - float(judged.links[place]) * (under - 1)
        worked.append(f"α = ({figure(alone)} − {figure(together)}) / ({under} − 1) = {figure(judged.links[place])}")
    return said, (*_pessimistic(step), *worked)


def _tie(judged: Candidates, params: Params) -> str:
    """Where others cost as little: why it is this one that goes."""
    tied = len(cheapest(costs(judged, params)))
    return f" {tied} branches are tied: the one with the most leaves goes, then the first." if tied > 1 else ""


def _pessimistic(step: Step) -> tuple[str, ...]:
    """The pessimistic errors of the branch in view, and of a leaf in its place."""
    judged, tree = step.judged, step.before
    if not len(judged.expected):
        return ()
    branch, leaf = (float(errors) for errors in judged.expected[judged.chosen])
    rows = int(tree.counts[judged.node].sum())
    sign = "≤" if leaf <= branch else ">"
    terms = f"{rows}·{figure(leaf / rows)} = {figure(leaf)} {sign} {figure(branch)}"
    return (f"pessimistic errors as a leaf = {terms} as a branch",)


def _tried(step: Step, data: Dataset, params: Params) -> tuple[str, tuple[str, ...]]:
    judged, place = step.judged, step.judged.chosen
    branch, leaf = int(judged.branch[place]), int(judged.leaf[place])
    after = judged.before - branch + leaf
    what = f"go from {judged.before} to {after}" if after != judged.before else "stay"
    answer = data.class_name(int(step.before.majority[judged.node]))
    way = way_to(step.before, judged.node, data)
    said = f"If {way} became a leaf that answers {answer}, the errors on the validation rows would {what}."
    return said, (
        *_pessimistic(step),
        f"errors after = {judged.before} − {branch} + {leaf} = {after}",
    )


def _stopped(step: Step, data: Dataset, params: Params) -> tuple[str, tuple[str, ...]]:
    judged, place = step.judged, step.judged.chosen
    change = int(judged.changes[place])
    what = "make neither more nor fewer errors" if change == 0 else f"make {counted(change, 'error')} more"
    if params.rule == "pessimistic":
        what = f"raise the pessimistic errors by {figure(judged.rises[place])}"
    said = f"The best of what is left, {way_to(step.before, judged.node, data)}, would {what}: the tree stays as it is."
    after, branch, leaf = judged.before + change, int(judged.branch[place]), int(judged.leaf[place])
    return said, (*_pessimistic(step), f"errors after = {judged.before} − {branch} + {leaf} = {after}")


def _taken(step: Step, data: Dataset, params: Params) -> tuple[str, tuple[str, ...]]:
    path, best = step.path, step.path.best
    ends, wrong = counted(int(path.leaves[best]), "leaf", "leaves"), int(path.kept[best])
    said = (
        f"Of {counted(len(path.leaves), 'tree')} on the way, the one with {ends} makes the fewest errors on the "
        f"validation rows, {wrong}; of several, the smallest is taken."
    )
    return said, (f"error on the validation rows = {wrong} / {len(step.kept)} = {figure(wrong / len(step.kept))}",)


def _table(step: Step, data: Dataset, params: Params) -> tuple[Table, ...]:
    places = ranked(step.judged, params)[:MOST]
    if not len(places):
        return ()
    rows = tuple(
        (short_way(step.before, int(node), data), *(float(cell) for cell in cells))
        for node, cells in zip(step.judged.nodes[places], numbers(step.judged, places, params), strict=True)
    )
    return (Table("What each branch costs", ("branch", *titles(params)), rows, 0),)


def _numbers(step: Step, data: Dataset, params: Params) -> tuple[Number, ...]:
    return tuple(Number(name, value) for name, value in measure(step, data, params).items())


def inspect(step: Step, data: Dataset, params: Params, x: np.ndarray) -> Inquiry:
    none = np.full(len(step.model.parent), -1)
    return asked(step.model, data, impurity_of(params.criterion), x, steps=none)


def measure(step: Step, data: Dataset, params: Params) -> dict[str, float]:
    kept = len(mistaken(step, data))
    return {
        "errors on validation rows": kept,
        "errors on rows grown from": errors(step.model),
        "leaves": leaves(step.model),
    }


def event(step: Step) -> Event | None:
    return {"prune": Event("removed", "boundary"), "choose": Event("chosen", "best")}.get(step.kind)
