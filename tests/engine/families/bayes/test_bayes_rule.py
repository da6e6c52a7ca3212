"""Bayes' rule: W16 of two and of three classes, its tree and bars, ties, zeros, and numbers that are tiny."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import engine
from engine.base.errors import Refusal, SetParameter
from engine.core.marks import Bars, Graph, Matrix
from engine.core.story import Story
from engine.data.dataset import Dataset
from tests.catalogue import shows

KEY = "bayes_rule"
CARD = engine.algorithm(KEY)
ANY = Dataset.from_arrays([[0.0], [1.0]], [0, 1])
THREE = {"priors": (0.5, 0.3, 0.2), "likelihoods": (0.02, 0.1, 0.05)}


def steps(**params: Any) -> list[Any]:
    return list(engine.trace(KEY, ANY, **params).to_end())


def told(part: str, **params: Any) -> list[Story]:
    return [CARD.explain(step, ANY, CARD.params(**params)) for step in steps(**params) if step.part == part]


@shows("NB1", "W16")
def test_w16_rare_illness_and_positive_test() -> None:
    run = steps()
    assert [step.part for step in run] == ["priors", "multiply", "multiply", "sum", "divide", "divide", "label"]
    last = run[-1]
    assert last.evidence == pytest.approx(0.0594, rel=1e-9)
    assert last.posterior == pytest.approx([0.166666666667, 0.833333333333], rel=1e-9)
    a = last.logs[0] - last.logs[1]
    assert a == pytest.approx(-1.60943791243, rel=1e-9) and 1 / (1 + np.exp(-a)) == pytest.approx(1 / 6)
    assert told("multiply")[0].worked == ("p(x, C1) = 0.99 · 0.01 = 0.0099",)
    assert told("multiply")[0].sentence.startswith("Of 100 cases of C1 x is seen in 99")
    assert told("sum")[0].worked == ("p(x) = 0.0099 + 0.0495 = 0.0594",)
    assert told("divide")[0].worked == ("P(C1 | x) = 0.0099 / 0.0594 = 0.1667",)
    assert told("divide")[0].sentence == "C1 is more probable than before: 0.1667 after 0.01."
    assert told("label")[0].worked[1] == "P(C1 | x) = 1 / (1 + exp(−(−1.609))) = 0.1667"


@shows("NB1", "W16")
def test_w16_three_classes_and_the_softmax_of_their_logarithms() -> None:
    last = steps(**THREE)[-1]
    assert last.evidence == pytest.approx(0.05) and last.posterior == pytest.approx([0.2, 0.6, 0.2])
    assert last.logs == pytest.approx([-4.60517018599, -3.50655789732, -4.60517018599], rel=1e-9)
    (story,) = told("label", **THREE)
    assert story.sentence == (
        "The answer is C2, P = 0.6. Without the denominator C2 has the largest product too; but the products add up "
        "to 0.05, and not to 1."
    )
    assert [number.value for number in story.numbers] == pytest.approx(last.logs.tolist())


@shows("NB1")
def test_nb1_cases_are_a_tree_and_the_bars_are_stacked() -> None:
    last = steps()[-1]
    drawn = CARD.marks(last, ANY, CARD.params())
    (tree,) = [mark for mark in drawn if isinstance(mark, Graph)]
    assert [node.label for node in tree.nodes] == [
        "10,000 cases", "C1: 100", "C2: 9900", "x: 99", "not x: 1", "x: 495", "not x: 9405",
    ]  # fmt: skip
    assert [(node.parent, node.edge) for node in tree.nodes[3:]] == [(1, "0.99"), (1, "0.01"), (2, "0.05"), (2, "0.95")]
    first, second = [mark for mark in drawn if isinstance(mark, Bars)]
    assert first.values == pytest.approx([0.01, 0.0099, 1 / 6]) and first.bases.tolist() == [0.0, 0.0, 0.0]
    assert second.values == pytest.approx([0.99, 0.0495, 5 / 6]) and second.tops == pytest.approx([1, 0.0594, 1])
    tables = {mark.row_labels[0]: mark for mark in drawn if isinstance(mark, Matrix)}
    assert tables["prior"].parameter == "priors" and tables["p(x | C)"].parameter == "likelihoods"
    assert tables["P(C | x)"].values[0] == pytest.approx([1 / 6, 5 / 6])
    early = next(mark for mark in CARD.marks(steps()[1], ANY, CARD.params()) if isinstance(mark, Graph))
    assert len(early.nodes) == 5 and early.nodes[1].role == "focus"


@shows("NB1")
def test_nb1_all_zero_products_are_undecided_and_ties_go_to_the_first() -> None:
    none = {"priors": (0.5, 0.5), "likelihoods": (0.0, 0.0)}
    trace = engine.trace(KEY, ANY, **none).to_end()
    assert np.isnan(trace[-1].posterior).all() and trace[-1].best is None
    assert "0 / 0" in trace.ending.words and CARD.event(trace[-1]).word == "undecided"
    assert "the class undecided" in told("label", **none)[0].sentence
    assert "0 / 0" in told("divide", **none)[0].sentence
    even = {"priors": (0.25, 0.75), "likelihoods": (0.6, 0.2)}
    assert told("label", **even)[0].sentence.startswith("A tie of 2 classes: the first of them, C1, is the answer.")
    zero = steps(priors=(1.0, 0.0), likelihoods=(0.5, 1.0))[-1]
    assert zero.posterior.tolist() == [1.0, 0.0]


@shows("NB1")
def test_nb1_priors_are_normalised_and_change_the_answer() -> None:
    assert steps(priors=(1, 99))[-1].posterior == pytest.approx(steps()[-1].posterior)
    assert steps(priors=(1, 1))[-1].posterior[0] == pytest.approx(0.99 / 1.04)


def test_densities_have_no_tree_and_tiny_ones_use_logarithms() -> None:
    wide = {"priors": (0.5, 0.5), "likelihoods": (3.0, 1.0)}
    assert steps(**wide)[-1].posterior == pytest.approx([0.75, 0.25])
    assert not [mark for mark in CARD.marks(steps(**wide)[-1], ANY, CARD.params(**wide)) if isinstance(mark, Graph)]
    assert "the tree is left out" in told("priors", **wide)[0].sentence
    tiny = {"priors": (0.5, 0.5), "likelihoods": (3e-300, 1e-300)}
    assert steps(**tiny)[-1].posterior == pytest.approx([0.75, 0.25])
    assert not told("sum", **tiny)[0].worked and told("multiply", **tiny)[0].sentence.endswith("its logarithm is told.")


@pytest.mark.parametrize(
    ("params", "words"),
    [
        ({"priors": ()}, "priors are empty"),
        ({"priors": (0.2, 0.3, 0.5)}, "There are 3 priors and 2 likelihoods"),
        ({"priors": (-0.1, 1.1)}, "A prior is at least 0"),
        ({"priors": (0.0, 0.0)}, "A prior is at least 0"),
        ({"likelihoods": (-1.0, 1.0)}, "A likelihood is at least 0; the least is −1"),
    ],
)
def test_mismatched_input_is_refused_with_a_remedy(params: dict[str, Any], words: str) -> None:
    with pytest.raises(Refusal, match=words) as refused:
        engine.trace(KEY, ANY, **params)
    assert all(isinstance(one, SetParameter) for one in refused.value.remedies) and refused.value.remedies


def test_every_class_is_explained_with_its_own_number() -> None:
    assert told("priors")[0].sentence.startswith("Before anything is seen C2 is most probable.")
    for k, story in enumerate(told("multiply", **THREE), start=1):
        assert story.worked[0].startswith(f"p(x, C{k}) = ") and story.numbers[0].name == f"ln p(x, C{k})"
        assert f"cases of C{k} " in story.sentence
    for k, story in enumerate(told("divide", **THREE), start=1):
        assert story.worked[0].startswith(f"P(C{k} | x) = ") and story.sentence.startswith(f"C{k} is ")
    (story,) = told("label", **THREE)
    assert [(one.name, one.note) for one in story.numbers] == [(f"a{k}", f"ln p(x, C{k})") for k in (1, 2, 3)]
    assert [row[0] for row in story.tables[0].rows] == ["C1", "C2", "C3"] and story.tables[0].chosen == 1
    tiny = told("multiply", likelihoods=(1e-300, 1e-300))
    assert [story.numbers[0].name for story in tiny] == ["ln p(x, C1)", "ln p(x, C2)"]
    none = {"priors": (0.5, 0.3, 0.2), "likelihoods": (0.0, 0.0, 0.0)}
    assert [story.sentence[:3] for story in told("divide", **none)] == ["C1:", "C2:", "C3:"]
    assert [row[0] for row in told("label", **none)[0].tables[0].rows] == ["C1", "C2", "C3"]


def test_tree_and_tables_follow_the_step() -> None:
    run = steps(**THREE)
    params = CARD.params(**THREE)
    for at, k in ((1, 0), (2, 1), (3, 2)):
        drawn = CARD.marks(run[at], ANY, params)
        (tree,) = [mark for mark in drawn if isinstance(mark, Graph)]
        assert [i for i, node in enumerate(tree.nodes) if node.role == "focus"] == [1 + k, 4 + 2 * k]
        assert [node.group for node in tree.nodes[1:4]] == [0, 1, 2] and tree.nodes[4].group == 0
        (table,) = [mark for mark in drawn if isinstance(mark, Matrix) and mark.row_labels == ("p(x, C)",)]
        assert (table.chosen_row, table.chosen_column) == (0, k)
        assert table.column_labels == ("C1", "C2", "C3")[: k + 1]
    for step in run[4:]:
        (tree,) = [mark for mark in CARD.marks(step, ANY, params) if isinstance(mark, Graph)]
        assert [tree.nodes[place].role for place in (5, 7, 9)] == ["ghost"] * 3
    tables = [mark for mark in CARD.marks(run[-1], ANY, params) if isinstance(mark, Matrix)]
    assert all(table.chosen_row is None or table.chosen_column is None for table in tables)


def test_one_class_is_certain() -> None:
    assert steps(priors=(1.0,), likelihoods=(0.3,))[-1].posterior.tolist() == [1.0]
