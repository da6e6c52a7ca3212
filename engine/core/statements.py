"""The statements of a source file: which lines each stands on, and which names it binds, changes and asks."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

COMPREHENSIONS = (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp, ast.Lambda)
"""Expressions with names of their own."""


@dataclass(frozen=True, eq=False)
class Statement:
    """A simple statement, or the head of a compound one, of which there is one record. Lines count from 1."""

    first: int
    last: int
    binds: tuple[str, ...]  # names it gives a value: w = ..., for row in ...
    changes: tuple[str, ...]  # names of what it changes in place: means[k] = ..., waiting.append(...)
    asks: tuple[str, ...]  # what a condition looks at: wrong, params.stop_at
    uses: tuple[str, ...]  # every name it reads
    returns: bool = False
    yields: bool = False
    delegates: bool = False  # another generator yields through it
    body: range | None = None  # the lines inside a for: its head may run once more and bind nothing
    bare: bool = False  # it yields a step and computes nothing for it


@dataclass(frozen=True)
class Function:
    """A function of a file, from its first line to its last."""

    name: str
    first: int
    last: int


@cache
def text(file: str) -> str:
    """The text of a source file, or "" when it cannot be read."""
    try:
        return Path(file).read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError):
        return ""


@cache
def statements(file: str) -> dict[int, Statement]:
    """The statement on each line of a file that has one: of two on a line the inner."""
    found: dict[int, Statement] = {}
    for node in _within(_tree(file).body):
        statement = _read(node)
        for line in range(statement.first, statement.last + 1):
            found[line] = statement
    return found


@cache
def functions(file: str) -> tuple[Function, ...]:
    """The functions of a file, also those inside others."""
    nodes = [node for node in _within(_tree(file).body) if isinstance(node, ast.FunctionDef)]
    return tuple(Function(node.name, node.lineno, node.end_lineno or node.lineno) for node in nodes)


def around(file: str, line: int) -> Function | None:
    """The innermost function that a line stands in."""
    inside = [function for function in functions(file) if function.first <= line <= function.last]
    return max(inside, key=lambda function: function.first, default=None)


def _tree(file: str) -> ast.Module:
    try:
        return ast.parse(text(file))
    except SyntaxError:
        return ast.Module([], [])


def _within(body: Sequence[ast.AST]) -> Iterator[ast.stmt]:
    """Every statement, an outer one before those inside it; only statements hold statements."""
    for node in body:
        if isinstance(node, ast.stmt):
            yield node
        for part in ("body", "orelse", "handlers", "finalbody", "cases"):
            yield from _within(getattr(node, part, ()))


def _read(node: ast.stmt) -> Statement:
    binds, changes = _targets(node)
    made = node.value if isinstance(node, ast.Expr) and isinstance(node.value, ast.Yield) else None
    return Statement(
        first=node.lineno,
        last=_end(node),
        binds=binds,
        changes=changes,
        asks=_names_asked(node),
        uses=_used(node),
        returns=isinstance(node, ast.Return),
        yields=made is not None,
        delegates=isinstance(getattr(node, "value", None), ast.YieldFrom),
        body=range(node.body[0].lineno, (node.body[-1].end_lineno or 0) + 1) if isinstance(node, ast.For) else None,
        bare=made is not None and not _computes(made.value),
    )


def _end(node: ast.stmt) -> int:
    """The last line of a simple statement, or of the head of a compound one."""
    if isinstance(node, (ast.If, ast.While)):
        return node.test.end_lineno or node.lineno
    if isinstance(node, ast.For):
        return node.iter.end_lineno or node.lineno
    body = getattr(node, "body", None)
    return max(node.lineno, body[0].lineno - 1) if body else node.end_lineno or node.lineno


def _targets(node: ast.stmt) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The names that a statement binds, and those of what it changes in place."""
    head: list[ast.AST | None] = [node]
    if isinstance(node, (ast.FunctionDef, ast.ClassDef)):
        return (), ()
    if isinstance(node, (ast.If, ast.While)):
        head = [node.test]
    elif isinstance(node, ast.For):
        head = [node.target, node.iter]
    elif isinstance(node, ast.With):
        head = [*node.items]
    elif getattr(node, "body", None):
        head = []
    binds = [name for part in head for name in _names(part, ast.Store)]
    inside = [child for part in head if part is not None for child in ast.walk(part)]
    changed = [_base(one) for one in inside if isinstance(getattr(one, "ctx", None), ast.Store)]
    if isinstance(node, ast.Expr) and isinstance(node.value, ast.Call) and isinstance(node.value.func, ast.Attribute):
        changed.append(_base(node.value.func))
    return tuple(binds), tuple(dict.fromkeys(name for name in changed if name and name not in binds))


def _names(node: ast.AST | None, kind: type[ast.expr_context]) -> tuple[str, ...]:
    """The names in an expression that are loaded or stored, each once, in the order in which they stand."""
    found = [] if node is None else [one for one in _shallow(node) if isinstance(one, ast.Name)]
    return tuple(dict.fromkeys(one.id for one in found if isinstance(one.ctx, kind)))


def _names_asked(node: ast.stmt) -> tuple[str, ...]:
    """What a condition looks at; of a function, what it is given."""
    if isinstance(node, ast.FunctionDef):
        return tuple(one.arg for one in (*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs))
    return tuple(dict.fromkeys(_asked(node.test))) if isinstance(node, (ast.If, ast.While)) else ()


def _used(node: ast.stmt) -> tuple[str, ...]:
    """Every name that a simple statement reads, in comprehensions too."""
    inside = () if getattr(node, "body", None) else ast.walk(node)
    return tuple({one.id for one in inside if isinstance(one, ast.Name) and isinstance(one.ctx, ast.Load)})


def _asked(node: ast.AST) -> Iterator[str]:
    """The names in a condition, and attributes of names as they are written."""
    if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
        yield f"{node.value.id}.{node.attr}"
    elif isinstance(node, ast.Name):
        yield node.id
    elif not isinstance(node, COMPREHENSIONS):
        for child in ast.iter_child_nodes(node):
            yield from _asked(child)


def _shallow(node: ast.AST) -> Iterator[ast.AST]:
    """What stands in an expression in its order, without the insides of comprehensions: their names are their own."""
    yield node
    if not isinstance(node, COMPREHENSIONS):
        for child in ast.iter_child_nodes(node):
            yield from _shallow(child)


def _base(node: ast.AST) -> str:
    """The name at the root of `means[k]` or `circle.period`, or ""."""
    while isinstance(node, (ast.Attribute, ast.Subscript)):
        node = node.value
    return node.id if isinstance(node, ast.Name) else ""


def _computes(step: ast.expr | None) -> bool:
    """Whether what is yielded is more than a record of values that are there: a call or a sum inside it."""
    parts = [*step.args, *(word.value for word in step.keywords)] if isinstance(step, ast.Call) else [step]
    inside = [child for part in parts if part is not None for child in ast.walk(part)]
    return any(isinstance(child, (ast.Call, ast.BinOp)) for child in inside)
