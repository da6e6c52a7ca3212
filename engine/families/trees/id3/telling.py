"""What a step of ID3 says."""

from __future__ import annotations

import numpy as np

from engine.base.words import divided, figure
from engine.core.algorithm import Inquiry
from engine.core.story import Check, Event, Number, Story, Table
from engine.core.surfaces import Role
from engine.data.dataset import Dataset
from engine.families.trees.asking import asked
from engine.families.trees.id3.chance import (
    CHANCE,
    EXPECTED,
    FEW,
    asked_attribute,
    cell_line,
    cell_terms,
    cells_of,
    chance_lines,
    chance_of,
    chance_said,
    expected_lines,
)
from engine.families.trees.id3.drawing import columns
from engine.families.trees.id3.loop import Params, Scores, Step, tied
from engine.families.trees.id3.terms import class_said, most_said, value_said
from engine.families.trees.rules import reached
from engine.maths.probability.impurity import ROUNDING
from engine.parts.trees.growing import errors, leaves
from engine.parts.trees.tree_words import (
    ENTROPY,
    FORMULAS,
    LEAF,
    REASONS,
    at_node,
    branch_table,
    gain_line,
    impurity_of,
    rows_counted,
    share_lines,
)

XOR = (
    " Yet two attributes together may separate what neither does alone, as in XOR. A test before the split cannot see "
    "that: growing all of the tree, and pruning it afterwards, can."
)


def explain(step: Step, data: Dataset, params: Params) -> Story:
    said = {"start": _say_start, "class": _say_term, "value": _say_term}
    said |= {"test": _say_test, "split": _say_split, "leaf": _say_leaf}
    return said[step.kind](step, data, params)


def _say_start(step: Step, data: Dataset, params: Params) -> Story:
    counts, impurity = step.model.counts[0], impurity_of(params.criterion)
    answer = data.class_name(int(step.model.majority[0]))
    said = f"{reached(step.model, 0, data)} Before any question the answer is the majority: {answer}."
    said += (
        f"{most_said(len(counts), impurity)} The gain of a question is the drop of {impurity.letter} to be expected."
    )
    return Story(said, impurity.formula, (impurity.line(counts),), _numbers(step, data, params))


def _say_split(step: Step, data: Dataset, params: Params) -> Story:
    assert step.scores is not None and step.chosen is not None
    scores, impurity, counts = step.scores, impurity_of(params.criterion), step.model.counts[step.node]
    column = data.columns[scores.attributes[step.chosen]]
    table = step.model.counts[np.flatnonzero(step.model.parent == step.node)]
    gain, split = float(scores.gains[step.chosen]), float(scores.splits[step.chosen])
    worked = [impurity.line(counts), gain_line(column.name, table, impurity, gain)]
    if params.criterion == "gain ratio":
        worked.append(f"SplitEntropy({column.name}) = {ENTROPY.terms(table.sum(axis=1))} = {figure(split)}")
        worked.append(f"GainRatio({column.name}) = {divided(gain, split)}")
    bounded = (scores.gains >= 0) & (scores.gains <= impurity.value(counts) + ROUNDING)
    chance = chance_of(step, data, params)
    worked += chance_lines(chance)
    return Story(
        f"{reached(step.model, step.node, data)} {_choice(scores, step.chosen, table, data, params)}"
        f"{chance_said(chance, params.alpha)}",
        FORMULAS[params.criterion],
        tuple(worked),
        _numbers(step, data, params),
        (_score_table(scores, step.chosen, data, params), branch_table(step.model, step.node, data, impurity)),
        (
            Check(f"0 ≤ gain ≤ {impurity.letter}(S) for every attribute", bool(bounded.all())),
            Check("the branches together hold the rows of the node", bool((table.sum(axis=0) == counts).all())),
        ),
    )


def _say_term(step: Step, data: Dataset, params: Params) -> Story:
    """A class of the impurity, or a value of the best attribute, that is added."""
    impurity = impurity_of(params.criterion)
    if step.kind == "class":
        said, worked = class_said(step, data, impurity)
        return Story(said, impurity.formula, worked, _numbers(step, data, params))
    said, worked = value_said(step, data, impurity)
    assert step.scores is not None
    table = _score_table(step.scores, step.chosen, data, params)
    return Story(said, FORMULAS[params.criterion], worked, _numbers(step, data, params), (table,))


def _say_test(step: Step, data: Dataset, params: Params) -> Story:
    """What chance expects of the best question; then its cells, one after the other."""
    assert step.scores is not None
    test, column = chance_of(step, data, params), data.columns[asked_attribute(step)]
    assert test is not None
    names, scores = cells_of(step, data)[0], _score_table(step.scores, step.chosen, data, params)
    if step.cell < 0:
        said = f"{column.name} would be asked. If it had nothing to do with the class, chance would expect these rows."
        return Story(said, EXPECTED, tuple(expected_lines(step, data, test)), _numbers(step, data, params), (scores,))
    seen, hoped = float(test.observed.ravel()[step.cell]), float(test.expected.ravel()[step.cell])
    few = f" Fewer than {FEW} are expected, which makes the test rough." if hoped < FEW else ""
    said = f"{names[step.cell]}: {rows_counted(seen)} seen, {figure(hoped)} expected by chance.{few}"
    sofar = Number("χ² so far", float(cell_terms(test)[: step.cell + 1].sum()))
    lines = tuple(cell_line(test, step.cell))
    return Story(said, CHANCE, lines, (sofar, *_numbers(step, data, params)), (scores,))


def _choice(scores: Scores, chosen: int, table: np.ndarray, data: Dataset, params: Params) -> str:
    """Which attribute is asked and why, with its ties and those that the guard bars."""
    name = data.columns[scores.attributes[chosen]].name
    best = {"gini": "Gini gain"}.get(params.criterion, params.criterion)
    said = f"{name} has the largest {best}, {figure(scores.values[chosen])}, so the node asks it."
    if not scores.gains.any():
        said = f"No attribute has any gain by itself, so the first with several values is asked: {name}."
    elif len(tied(scores)) > 1:
        names = ", ".join(data.columns[a].name for a in scores.attributes[tied(scores)])
        said += f" It is a tie of {names}: the first in column order is taken."
    if params.criterion == "gain ratio":
        said += " The ratio penalises many values: it divides by the split entropy, in bits as the gain is."
    if barred := [data.columns[a].name for a in scores.attributes[scores.values < 0]]:
        said += f" Below the average gain, and so not considered: {', '.join(barred)}."
    return said + _single_rows(table)


def _single_rows(table: np.ndarray) -> str:
    """What is to be thought of an attribute that has a value for each row, from its contingency table (V, K)."""
    sizes = table.sum(axis=1)
    if sizes.max() > 1 or np.count_nonzero(sizes) < 3:
        return ""
    return (
        f" It has another value in each of these {sizes.sum()} rows: it identifies each of them, and says nothing of "
        "other rows. The gain ratio penalises such a split, but not always enough."
    )


def _score_table(scores: Scores, chosen: int | None, data: Dataset, params: Params) -> Table:
    titles, values = columns(scores, params)
    lines = zip(scores.attributes, values, strict=True)
    rows = tuple((data.columns[a].name, *(float(value) for value in line)) for a, line in lines)
    return Table("Scores of the attributes", ("attribute", *titles), rows, chosen)


def _say_leaf(step: Step, data: Dataset, params: Params) -> Story:
    counts, answer = step.model.counts[step.node], data.class_name(int(step.model.majority[step.node]))
    tie = XOR if step.why == "by chance" and step.scores is not None and not step.scores.gains.any() else ""
    if counts.any() and np.count_nonzero(counts == counts.max()) > 1:
        tie += " It is a tie: the class that is more frequent in the whole table answers, then the first."
    chance = chance_of(step, data, params)
    return Story(
        f"{reached(step.model, step.node, data)} {REASONS[step.why].format(answer)}{tie}"
        f"{chance_said(chance, params.alpha)}",
        LEAF if chance is None else CHANCE,
        (*(share_lines(counts, data) if chance is None else ()), *chance_lines(chance)),
        _numbers(step, data, params),
        () if step.scores is None else (_score_table(step.scores, step.chosen, data, params),),
    )


def _numbers(step: Step, data: Dataset, params: Params) -> tuple[Number, ...]:
    here = at_node(step.model.counts[step.node], impurity_of(params.criterion))
    test = None if step.kind in ("test", "value") else chance_of(step, data, params)
    decided = () if test is None else (Number("χ²", test.statistic), Number("p", test.p), Number("α", params.alpha))
    return here, *decided, *(Number(name, value) for name, value in measure(step, data, params).items())


def inspect(step: Step, data: Dataset, params: Params, x: np.ndarray) -> Inquiry:
    return asked(step.model, data, impurity_of(params.criterion), x, step.waiting)


def measure(step: Step, data: Dataset, params: Params) -> dict[str, float]:
    tree = step.model
    return {"training errors": errors(tree), "nodes": len(tree.parent), "leaves": leaves(tree)}


def event(step: Step) -> Event | None:
    roles: dict[str, Role] = {"split": "boundary", "leaf": "centre", "test": "residual"}
    return Event(step.kind, roles[step.kind]) if step.kind in roles else None
