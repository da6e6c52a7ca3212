"""With a basis every rule is one of φ(x): no formula, worked line, number, table or picture names x itself."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import chain

import numpy as np
import pytest

import engine
from engine.base.params import specs
from engine.core.story import Story
from engine.data.dataset import Column, Dataset
from engine.models.basis import Gaussians
from engine.parts.basis import in_basis

LATEX = re.compile(r"(?<!\()\\mathbf\{x\}|\\mathbf\{x\}(?!\))|\\tilde\{X\}")
PLAIN = re.compile(r"(?<![\w(])x\b|\bx(?![\w)])|x[ₙₖᵢⱼ]")
COUNTS = re.compile(r"\bfeature\b")
SEED = np.random.default_rng(0)
POINTS = np.vstack([SEED.normal([1.5 * k, 1.5 * (k % 2)], 0.8, (8, 2)) for k in range(3)]).round(2)
CLASSES = np.repeat(["low", "mid", "high"], 8)
NAMES = ("width", "height")  # no feature is called x here: what names x means the input
TABLES = (
    Dataset.from_arrays(POINTS, CLASSES, feature_names=NAMES),
    Dataset.from_arrays(POINTS[:16], CLASSES[:16], feature_names=NAMES),
    Dataset.from_arrays([[0, 0], [1, 0], [0, 1], [5, 4], [4, 5], [4, 4]], list("aaabbb"), feature_names=NAMES),
    Dataset.from_arrays(POINTS, POINTS[:, 0] - POINTS[:, 1] ** 2, feature_names=NAMES),
    Dataset(POINTS, np.rint(3 + 2 * POINTS[:, 0] ** 2), tuple(map(Column, NAMES)), target_name="count"),
)
ON_A_BASIS = [key for key, card in engine.algorithms().items() if hasattr(card.params(), "basis") and not card.aside]
"""The methods with a basis of the features of the table; one that makes its own rows calls them x."""


def lines(story: Story) -> Iterator[str]:
    """All plain text of a story where a rule stands."""
    yield from story.worked
    yield from chain.from_iterable((number.name, number.note) for number in story.numbers)
    yield from chain.from_iterable((table.title, *table.columns) for table in story.tables)
    yield from (check.words for check in story.checks)


def named(key: str, basis: str, data: Dataset) -> set[str]:
    """What names x at some steps of a run, in its stories, in those of one point, and on its pictures."""
    card = engine.algorithm(key)
    params, trace = card.params(basis=basis), engine.trace(key, data, basis=basis).to_end()
    found = set()
    for place in sorted({0, 1, 2, 3, 5, len(trace) // 2, len(trace) - 1} & set(range(len(trace)))):
        step = trace[place]
        inquiry = card.inspect(step, data, params, data.X[1]) if card.inspect is not None else None
        stories = [card.explain(step, data, params)] + ([inquiry.story] if inquiry is not None else [])
        for story in stories:
            found |= {story.formula} if LATEX.search(story.formula) else set()
            found |= {line for line in lines(story) if PLAIN.search(line) or COUNTS.search(line)}
        for mark in card.marks(step, data, params):
            where = mark.surface
            words = (getattr(mark, "label", ""), getattr(mark, "text", ""), *getattr(mark, "labels", ()))
            words += (where.name, where.x, where.y)
            found |= {word for word in words if isinstance(word, str) and PLAIN.search(word)}
    return found


@pytest.mark.parametrize("key", ON_A_BASIS)
def test_with_a_basis_no_rule_names_x(key: str) -> None:
    tables = [data for data in TABLES if not engine.algorithm(key).unsuitable(data)]
    assert tables
    options = specs(engine.algorithm(key).params)["basis"].bounds()
    for data in tables:
        for basis in {"polynomial", "gaussian at points"} & set(options):
            assert not named(key, basis, data)


def test_rules_are_found_where_they_name_x() -> None:
    assert LATEX.search(r"\mathbf{w}^\top\mathbf{x} + b") and LATEX.search(r"A(\mathbf{x} - \mathbf{m})")
    assert not LATEX.search(r"y(\mathbf{x}) = \mathbf{w}^\top\boldsymbol{\varphi}(\mathbf{x})")
    assert PLAIN.search("t (w · x + b)") and PLAIN.search("‖(1, x)‖") and not PLAIN.search("w · φ(x), max")


def test_without_a_basis_a_rule_stays() -> None:
    assert in_basis(r"\mathbf{w}^\top\mathbf{x}_n", None) == r"\mathbf{w}^\top\mathbf{x}_n"


@pytest.mark.parametrize(
    ("rule", "told"),
    [
        (r"\mathbf{x}_\perp = \mathbf{x}", r"\boldsymbol{\varphi}_\perp = \boldsymbol{\varphi}(\mathbf{x})"),
        (r"y_k(\mathbf{x}) = \tilde{\mathbf{x}}", r"y_k(\mathbf{x}) = \tilde{\boldsymbol{\varphi}}(\mathbf{x})"),
        (r"\tilde{X}^\top\tilde{X}", r"\tilde{\Phi}^\top\tilde{\Phi}"),
        ("η t x", "η t φ(x)"),
        ("w · φ(x)", "w · φ(x)"),
    ],
)  # fmt: skip
def test_with_a_basis_the_input_is_a_vector_of_functions(rule: str, told: str) -> None:
    assert in_basis(rule, Gaussians(np.zeros((1, 1)), 1.0)) == told
