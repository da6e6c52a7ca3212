"""Parameters are declared once: default, range, scale, words, symbol and help, beside the field itself.

    @dataclass(frozen=True)
    class Params:
        rate: float = real(1.0, low=1e-6, high=10.0, log=True, label="learning rate", symbol=r"\\eta", help="...")

From that one line come validation, the form field, the documentation and the recipe.
"""

from __future__ import annotations

import math
import numbers
from collections.abc import Callable, Container, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from functools import cache
from typing import Any

from engine.base.errors import ParameterError
from engine.base.words import quoted

When = tuple[str, Container[Any]] | None
Auto = Callable[[Any, Any], "float | tuple[float, ...] | None"] | None
LARGEST = 1e12
"""A number that is typed with others may be as large as this: its square, and a sum of them, is a number too."""


@dataclass(frozen=True)
class Spec:
    """What one parameter may be. The kinds below say how a value is checked and what its ends are."""

    default: Any
    help: str
    symbol: str = ""
    when: When = field(default=None, kw_only=True)
    """Another parameter and the values of it for which this one means anything; a form hides it otherwise."""
    aside: bool = field(default=False, kw_only=True)
    """Whether it stands after all others, although inherited: it belongs to many methods and is the point of none."""
    label: str = field(default="", kw_only=True)
    """What it is called in plain words ("learning rate"); without one, its own name is."""
    clear: bool = field(default=False, kw_only=True)
    """Whether the label says it all: the help need not stand beside it."""
    rare: bool = field(default=False, kw_only=True)
    """Whether it is seldom changed: a form folds it away while it has its default."""
    auto: Auto = field(default=None, kw_only=True)
    """For a number that is chosen automatically where it is 0, or numbers where there are none: auto(step, params) is
    what was chosen, or None while nothing is yet."""

    def called(self, name: str) -> str:
        """The plain words for this parameter, whose name is `name`."""
        return self.label or name.replace("_", " ")

    def checked(self, name: str, value: Any) -> Any:
        """The value in its own type, or a ParameterError naming the parameter and what is legal."""
        raise ParameterError(f"{name} = {quoted(value)}: this parameter has no kind.")

    def legal(self) -> str:
        """The legal values in words, as every refusal and every tool tip says them."""
        return "anything"

    def bounds(self) -> tuple[Any, ...]:
        """The extreme legal values; the contract tests run every algorithm at each of them."""
        return (self.default,)

    def refuse(self, name: str, value: Any) -> ParameterError:
        return ParameterError(f"{name} = {quoted(value)} is not legal: {name} must be {self.legal()}.")


@dataclass(frozen=True)
class Real(Spec):
    """A real number from low to high; `log` says that its natural scale is logarithmic, `share`: it is a part of 1."""

    low: float = -math.inf
    high: float = math.inf
    log: bool = False
    share: bool = field(default=False, kw_only=True)

    def checked(self, name: str, value: Any) -> float:
        if not _is_number(value) or not self.low <= value <= self.high:
            raise self.refuse(name, value)
        return float(value)

    def legal(self) -> str:
        per_cent = f", or {100 * self.low:g} % to {100 * self.high:g} %" if self.share else ""
        return f"a number from {self.low:g} to {self.high:g}{per_cent}"

    def bounds(self) -> tuple[float, float]:
        return (self.low, self.high)


@dataclass(frozen=True)
class Whole(Spec):
    """A whole number from low to high."""

    low: int = 0
    high: int = 2**31
    log: bool = False
    of_rows: bool = field(default=False, kw_only=True)
    """Whether it counts or names rows of the data: a slider ends at the last of them."""
    of_classes: bool = field(default=False, kw_only=True)
    """Whether it is the number of a class, from 1, or for more than there are that of the last: a form names them."""

    def checked(self, name: str, value: Any) -> int:
        if not _is_number(value) or not self.low <= value <= self.high or value != int(value):
            raise self.refuse(name, value)
        return int(value)

    def legal(self) -> str:
        return f"a whole number from {self.low} to {self.high}"

    def bounds(self) -> tuple[int, int]:
        return (self.low, self.high)


@dataclass(frozen=True)
class Choice(Spec):
    """One of a few named options."""

    options: tuple[str, ...] = ()
    names: tuple[str, ...] = field(default=(), kw_only=True)
    """What a person reads in place of each option, where the options are keys of something that has a name."""
    typical: tuple[str, ...] = field(default=(), kw_only=True)
    """Of many options, each of which is tested by itself, a few that stand for all: the contract tests run these."""

    def checked(self, name: str, value: Any) -> str:
        if not isinstance(value, str) or value not in self.options:
            raise self.refuse(name, value)
        return value

    def legal(self) -> str:
        return "one of " + ", ".join(repr(option) for option in self.options)

    def bounds(self) -> tuple[str, ...]:
        return self.typical or self.options

    def read(self) -> tuple[str, ...]:
        """The options as a person reads them."""
        return self.names or self.options


@dataclass(frozen=True)
class Flag(Spec):
    """Yes or no."""

    def checked(self, name: str, value: Any) -> bool:
        if not isinstance(value, bool):
            raise self.refuse(name, value)
        return value

    def legal(self) -> str:
        return "True or False"

    def bounds(self) -> tuple[bool, bool]:
        return (False, True)


@dataclass(frozen=True)
class Numbers(Spec):
    """Any few numbers in a row, such as the weights of a line; none at all is legal too."""

    most: int = 32
    of_point: bool = field(default=False, kw_only=True)
    """Whether they are the values of a point, one for each feature: a category is read and typed by its name."""

    def checked(self, name: str, value: Any) -> tuple[float, ...]:
        several = isinstance(value, (tuple, list)) and len(value) <= self.most
        if not several or not all(_is_number(one) and abs(one) <= LARGEST for one in value):
            raise self.refuse(name, value)
        return tuple(float(one) for one in value)

    def legal(self) -> str:
        return f"at most {self.most} numbers, none beyond {LARGEST:g}"


@dataclass(frozen=True)
class Text(Spec):
    """A line of text, such as a string that is compared; none at all is legal too."""

    most: int = 100
    live: bool = field(default=False, kw_only=True)
    """Whether the run follows every letter that is typed; else it waits until the line is finished."""

    def checked(self, name: str, value: Any) -> str:
        if not isinstance(value, str) or len(value) > self.most or (value and not value.isprintable()):
            raise self.refuse(name, value)
        return value

    def legal(self) -> str:
        return f"one line of at most {self.most} characters"


def _is_number(value: Any) -> bool:
    return isinstance(value, numbers.Real) and not isinstance(value, bool)


def real(
    default: float, *, low: float, high: float, log: bool = False, share: bool = False,
    auto: Auto = None,
    symbol: str = "", when: When = None, label: str = "", clear: bool = False, rare: bool = False, help: str,
) -> Any:  # fmt: skip
    """Declare a real parameter: `rate: float = real(1.0, low=1e-6, high=10.0, help="...")`."""
    return _declared(
        Real(
            default, help, symbol, low, high, log,
            share=share, auto=auto, when=when, label=label, clear=clear, rare=rare,
        )
    )  # fmt: skip


def whole(
    default: int, *, low: int, high: int, log: bool = False, of_rows: bool = False, of_classes: bool = False,
    auto: Auto = None,
    symbol: str = "", when: When = None, label: str = "", clear: bool = False, rare: bool = False, help: str,
) -> Any:  # fmt: skip
    """Declare a whole-number parameter."""
    return _declared(
        Whole(
            default, help, symbol, low, high, log,
            of_rows=of_rows, of_classes=of_classes, auto=auto, when=when, label=label, clear=clear, rare=rare,
        )
    )  # fmt: skip


def choice(
    default: str, options: Sequence[str], *, names: Sequence[str] = (), typical: Sequence[str] = (),
    symbol: str = "", when: When = None, label: str = "", clear: bool = False, rare: bool = False, help: str,
) -> Any:  # fmt: skip
    """Declare a choice among named options."""
    given, read, few = tuple(options), tuple(names), tuple(typical)
    return _declared(
        Choice(default, help, symbol, given, names=read, typical=few, when=when, label=label, clear=clear, rare=rare)
    )


def flag(
    default: bool, *,
    symbol: str = "", when: When = None, label: str = "", clear: bool = False, rare: bool = False, help: str,
) -> Any:  # fmt: skip
    """Declare a yes-or-no parameter."""
    return _declared(Flag(default, help, symbol, when=when, label=label, clear=clear, rare=rare))


def several(
    default: tuple[float, ...] = (), *, most: int = 32, of_point: bool = False, auto: Auto = None,
    symbol: str = "", when: When = None, label: str = "", clear: bool = False, rare: bool = False, help: str,
) -> Any:  # fmt: skip
    """Declare a parameter that is a few numbers in a row."""
    return _declared(
        Numbers(
            default, help, symbol, most, of_point=of_point, auto=auto, when=when, label=label, clear=clear, rare=rare
        )
    )


def line(
    default: str = "", *, most: int = 100, live: bool = False,
    symbol: str = "", when: When = None, label: str = "", clear: bool = False, rare: bool = False, help: str,
) -> Any:  # fmt: skip
    """Declare a parameter that is a line of text."""
    return _declared(Text(default, help, symbol, most, live=live, when=when, label=label, clear=clear, rare=rare))


def aside(declared: Any) -> Any:
    """The same declaration, to stand after all others, among the rare: `degree: int = aside(whole(2, ...))`."""
    return _declared(replace(declared.metadata["spec"], aside=True, rare=True))


def _declared(spec: Spec) -> Any:
    return field(default=spec.default, metadata={"spec": spec})


def specs(params: type) -> dict[str, Spec]:
    """Every parameter of a Params dataclass with its specification, in the order declared, those set aside last."""
    return dict(_declarations(params))


@cache
def _declarations(params: type) -> tuple[tuple[str, Spec], ...]:
    """The same as pairs, looked up once for each class: what trains others builds their parameters again and again."""
    known = [(item.name, item.metadata["spec"]) for item in fields(params)]
    return tuple(sorted(known, key=lambda item: bool(item[1].aside)))


def applies(name: str, known: Mapping[str, Spec], values: Mapping[str, Any]) -> bool:
    """Whether a parameter means anything beside these values of the others: what it hangs on must too."""
    when = known[name].when
    return when is None or (values.get(when[0]) in when[1] and applies(when[0], known, values))


def build(params: type, values: Mapping[str, Any]) -> Any:
    """A validated Params from named values; an unknown name or an illegal value is a ParameterError."""
    known = specs(params)
    for name in values:
        if name not in known:
            names = ", ".join(known) or "none"
            raise ParameterError(f"There is no parameter {quoted(name)}; the parameters are: {names}.")
    return params(**{name: known[name].checked(name, value) for name, value in values.items()})
