"""Breaks a file in one place at a time: a sign, an operand, a neighbouring field, an index, a comparison, a word.

A mutant is one expression put in the place of another. What is only layout (the view of a chart, the anchor of a text),
annotations, docstrings and what is imported stay as they are.
"""

from __future__ import annotations

import ast
import copy
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

Neighbours = Mapping[str, str]
"""Of a field the next one of the same record that is annotated alike."""

SIGNS: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.Div,
    ast.Div: ast.Mult,
    ast.Pow: ast.Mult,
    ast.FloorDiv: ast.Mult,
    ast.BitAnd: ast.BitOr,
    ast.BitOr: ast.BitAnd,
}
COMPARISONS: dict[type[ast.cmpop], tuple[type[ast.cmpop], ...]] = {
    ast.Lt: (ast.GtE, ast.LtE),
    ast.LtE: (ast.Gt, ast.Lt),
    ast.Gt: (ast.LtE, ast.GtE),
    ast.GtE: (ast.Lt, ast.Gt),
    ast.Eq: (ast.NotEq,),
    ast.NotEq: (ast.Eq,),
    ast.Is: (ast.IsNot,),
    ast.IsNot: (ast.Is,),
    ast.In: (ast.NotIn,),
    ast.NotIn: (ast.In,),
}
SAID = (
    ("most", "least"), ("greatest", "smallest"), ("largest", "smallest"), ("highest", "lowest"), ("falls", "rises"),
    ("fell", "rose"), ("first", "last"), ("left", "right"), ("above", "below"), ("before", "after"), ("more", "fewer"),
    ("larger", "smaller"), ("greater", "less"), ("higher", "lower"), ("nearest", "farthest"), ("inside", "outside"),
    ("training", "validation"), ("row", "column"), ("rows", "columns"), ("maximum", "minimum"), ("within", "beyond"),
    ("best", "worst"), ("better", "worse"), ("up", "down"), ("both", "neither"), ("right", "wrong"), ("true", "false"),
    ("positive", "negative"), ("next", "previous"),
)  # fmt: skip
"""Words that say the contrary of each other; of one with two contraries the first counts."""
CALLED = (("min", "max"), ("argmin", "argmax"), ("minimum", "maximum"), ("any", "all"), ("floor", "ceil"), ("n", "d"))
"""Names of functions and fields that do."""


def _both_ways(pairs: tuple[tuple[str, str], ...]) -> dict[str, str]:
    return {one: other for pair in reversed(pairs) for one, other in (pair[::-1], pair)}


CONTRARY, OTHER_NAME = _both_ways(SAID), _both_ways(CALLED)
WORD = re.compile(rf"(?<![\w\\-])(?<!add )(?<!adds )({'|'.join(sorted(CONTRARY, key=len, reverse=True))})(?![\w-])")
"""Such a word by itself: not in "within-class", nor where something "adds up"."""
LAYOUT = ("view", "anchor", "place", "square", "open")
"""Arguments that say where and how large something is shown, and nothing of what."""
EVEN = {
    "max",
    "min",
    "maximum",
    "minimum",
    "isinstance",
    "getattr",
    "hasattr",
    "range",
    "array_equal",
    "zip",
    "replace",
}
"""Functions whose first two arguments are not exchanged: they are alike, or nobody would."""


@dataclass(frozen=True)
class Slot:
    """An expression and where it hangs: `parent.field[index]`, or `parent.field` with the index None.

    around  the statement that it is in;   within  the name of the function around that, "" at the top of the file
    """

    node: ast.expr
    parent: ast.AST
    field: str
    index: int | None
    around: ast.stmt
    within: str

    def put(self, other: ast.expr) -> None:
        """Hang something else there."""
        if self.index is None:
            setattr(self.parent, self.field, other)
        else:
            getattr(self.parent, self.field)[self.index] = other


@dataclass(frozen=True, eq=False)
class Mutant:
    """One change of a file: what stood on a line, and what stands there now.

    lines   the first and the last of the lines that are run with it;   within  the function around, "" for none
    number  of its slot in the file
    """

    line: int
    lines: tuple[int, int]
    within: str
    was: str
    now: str
    number: int
    other: ast.expr

    def put_into(self, source: str) -> ast.Module:
        """The file with the change in it."""
        tree = ast.parse(source)
        slot = next(slot for number, slot in enumerate(slots(tree)) if number == self.number)
        slot.put(self.other)
        return ast.fix_missing_locations(tree)


def mutants_of(source: str, neighbours: Neighbours) -> list[Mutant]:
    """Every change of a file, in the order of its lines."""
    found = []
    for number, slot in enumerate(slots(ast.parse(source))):
        for change in CHANGES:
            for other in change(slot, neighbours):
                ast.copy_location(other, slot.node)
                said = (ast.unparse(slot.node), ast.unparse(ast.fix_missing_locations(other)))
                lines = _run_with(slot)
                found.append(Mutant(slot.node.lineno, lines, slot.within, *said, number, other))
    return sorted(found, key=lambda mutant: mutant.line)


def _run_with(slot: Slot) -> tuple[int, int]:
    """The lines of a statement, of one with a body those of the expression at its head."""
    if isinstance(slot.around, (ast.If, ast.For, ast.While, ast.With, ast.Match, ast.FunctionDef, ast.ClassDef)):
        return slot.node.lineno, slot.node.end_lineno or slot.node.lineno
    return slot.around.lineno, slot.around.end_lineno or slot.around.lineno


def slots(tree: ast.Module) -> Iterator[Slot]:
    """Every expression that may be changed, always in the same order."""
    yield from _in_body(tree, "")


def _in_body(holder: ast.AST, within: str) -> Iterator[Slot]:
    for name in ("body", "orelse", "handlers", "finalbody", "cases"):
        inside = getattr(holder, name, None)
        for one in inside if isinstance(inside, list) else []:
            if isinstance(one, ast.stmt):
                yield from _in_statement(one, within)
            elif isinstance(one, ast.AST):
                yield from _in_body(one, within)


def _in_statement(one: ast.stmt, within: str) -> Iterator[Slot]:
    docstring = isinstance(one, ast.Expr) and isinstance(one.value, ast.Constant)
    typed = isinstance(one, ast.If) and "TYPE_CHECKING" in ast.unparse(one.test)
    if docstring or typed or isinstance(one, (ast.Import, ast.ImportFrom, ast.Assert, ast.Raise)):
        return
    if isinstance(one, (ast.FunctionDef, ast.ClassDef)):
        yield from _in_body(one, f"{within}.{one.name}".lstrip("."))
        return
    if not (isinstance(one, ast.Assign) and ast.unparse(one.targets[0]) in LAYOUT):
        yield from _in_expressions(one, one, within)
    yield from _in_body(one, within)


def _in_expressions(parent: ast.AST, around: ast.stmt, within: str) -> Iterator[Slot]:
    """The expressions that hang below a node, none of a statement in its body."""
    if isinstance(parent, ast.keyword) and parent.arg in LAYOUT:
        return
    for field, value in ast.iter_fields(parent):
        if field in ("annotation", "returns", "ctx") or (parent is around and field == "targets"):
            continue
        for index, child in enumerate(value if isinstance(value, list) else [value]):
            if isinstance(child, (ast.stmt, ast.ExceptHandler, ast.match_case)) or not isinstance(child, ast.AST):
                continue
            if isinstance(child, ast.expr) and not isinstance(child, (ast.JoinedStr, ast.FormattedValue)):
                yield Slot(child, parent, field, index if isinstance(value, list) else None, around, within)
            yield from _in_expressions(child, around, within)


# -- the changes -------------------------------------------------------------------------------------------------------

Change = Callable[[Slot, Neighbours], Iterator[ast.expr]]


def a_sign(slot: Slot, neighbours: Neighbours) -> Iterator[ast.expr]:
    """a − b for a + b, a for −a, "or" for "and"."""
    node = slot.node
    if isinstance(node, ast.BinOp) and type(node.op) in SIGNS and not _fixed(node):
        yield ast.BinOp(copy.deepcopy(node.left), SIGNS[type(node.op)](), copy.deepcopy(node.right))
    elif isinstance(node, ast.UnaryOp) and not isinstance(node.operand, ast.Constant):
        yield copy.deepcopy(node.operand)
    elif isinstance(node, ast.BoolOp):
        yield ast.BoolOp(ast.Or() if isinstance(node.op, ast.And) else ast.And(), copy.deepcopy(node.values))


def _fixed(node: ast.BinOp) -> bool:
    """Whether it joins texts, lists or types, or holds nothing but constants of the file, which are layout."""
    if any(_is_text(part) or isinstance(part, (ast.List, ast.Tuple)) for part in (node.left, node.right)):
        return True
    names = [one.id for one in ast.walk(node) if isinstance(one, ast.Name)]
    return bool(names) and all(name.isupper() for name in names)


def _is_text(node: ast.expr) -> bool:
    plain = isinstance(node, ast.Constant) and (node.value is None or isinstance(node.value, str))
    return plain or isinstance(node, ast.JoinedStr)


def an_operand(slot: Slot, neighbours: Neighbours) -> Iterator[ast.expr]:
    """a for a * b, b − a for a − b, and f(b, a) for f(a, b)."""
    node = slot.node
    if isinstance(node, ast.BinOp) and not _fixed(node):
        simple = isinstance(node.left, ast.Constant)
        yield copy.deepcopy(node.right if simple else node.left)
        if isinstance(node.op, (ast.Sub, ast.Div)):
            yield ast.BinOp(copy.deepcopy(node.right), node.op, copy.deepcopy(node.left))
    elif isinstance(node, ast.Call) and len(node.args) >= 2 and _name_of(node.func) not in EVEN:
        one, other, *rest = copy.deepcopy(node.args)
        whole = (ast.Constant, ast.JoinedStr, ast.Starred, ast.Lambda)
        kept = any(isinstance(part, whole) or _name_of(part) in ("step", "data", "params") for part in (one, other))
        if not kept and ast.dump(one) != ast.dump(other):
            yield ast.Call(copy.deepcopy(node.func), [other, one, *rest], copy.deepcopy(node.keywords))


def _name_of(function: ast.expr) -> str:
    return getattr(function, "attr", getattr(function, "id", ""))


def a_comparison(slot: Slot, neighbours: Neighbours) -> Iterator[ast.expr]:
    """≥ and ≤ for <, and "not" before what is asked."""
    node = slot.node
    if isinstance(node, ast.Compare) and len(node.ops) == 1:
        for other in COMPARISONS[type(node.ops[0])]:
            yield ast.Compare(copy.deepcopy(node.left), [other()], copy.deepcopy(node.comparators))
    elif slot.field == "test" and isinstance(node, (ast.Name, ast.Attribute, ast.Call, ast.Subscript)):
        yield ast.UnaryOp(ast.Not(), copy.deepcopy(node))


def a_field(slot: Slot, neighbours: Neighbours) -> Iterator[ast.expr]:
    """The neighbouring field of a record; min for max."""
    node = slot.node
    if isinstance(node, ast.Attribute):
        for name in dict.fromkeys((neighbours.get(node.attr), OTHER_NAME.get(node.attr))):
            if name is not None and not (node.attr == "n" and slot.field == "func"):
                yield ast.Attribute(copy.deepcopy(node.value), name, ast.Load())
    elif isinstance(node, ast.Name) and slot.field == "func" and node.id in OTHER_NAME:
        yield ast.Name(OTHER_NAME[node.id], ast.Load())


def an_index(slot: Slot, neighbours: Neighbours) -> Iterator[ast.expr]:
    """The entry before and the one after, also at the ends of a slice."""
    node, holder = slot.node, slot.parent
    inside = isinstance(holder, ast.Slice) or (isinstance(holder, ast.Subscript) and slot.field == "slice")
    if not inside or (isinstance(holder, ast.Subscript) and _name_of(holder.value).isupper()):
        return
    value = _whole(node)
    if value is not None:
        yield from (ast.Constant(value + by) for by in (1, -1))
    elif isinstance(node, ast.Name) and not node.id.isupper():
        for sign in (ast.Add(), ast.Sub()):
            yield ast.BinOp(copy.deepcopy(node), sign, ast.Constant(1))


def _whole(node: ast.expr) -> int | None:
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
        inner = _whole(node.operand)
        return None if inner is None else -inner
    return node.value if isinstance(node, ast.Constant) and type(node.value) is int else None


def a_word(slot: Slot, neighbours: Neighbours) -> Iterator[ast.expr]:
    """ "rises" for "falls"; each such word of a text by itself. A text of one word may be a role or a key."""
    node = slot.node
    if isinstance(node, ast.Constant) and isinstance(node.value, str) and " " in node.value and "\\" not in node.value:
        for word in WORD.finditer(node.value):
            yield ast.Constant(node.value[: word.start()] + CONTRARY[word[0]] + node.value[word.end() :])


CHANGES: tuple[Change, ...] = (a_sign, an_operand, a_comparison, a_field, an_index, a_word)
