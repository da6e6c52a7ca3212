"""Parameters of one method typed in a line: "k = 5, scale = always"."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from engine.base.errors import ParameterError
from engine.base.params import Choice, Flag, Numbers, Real, Spec, Whole
from engine.base.words import listed, quoted

BEGINS = re.compile(r"(?:^|[,;])\s*([^,;=]+?)\s*=")
"""Where a parameter begins: its name, with a comma before it, and "=" after it."""
WORDS = {"true": True, "yes": True, "1": True, "false": False, "no": False, "0": False}


def read_settings(text: str, known: Mapping[str, Spec]) -> dict[str, Any]:
    """The values of the parameters in a line, each named by its name or by its label.

    >>> from engine.base.params import specs, whole, choice
    >>> known = {"k": Whole(3, "", label="neighbours"), "tie": Choice("a", "", options=("a", "b, c"))}
    >>> read_settings("neighbours = 5, tie = b, c", known)
    {'k': 5, 'tie': 'b, c'}
    """
    begins = list(BEGINS.finditer(text))
    if text.strip() and (not begins or text[: begins[0].start()].strip()):
        raise ParameterError(f"{quoted(text)} is not written as name = value, with commas between.")
    ends = [one.start() for one in begins[1:]] + [len(text)] * bool(begins)
    values = {}
    for begin, end in zip(begins, ends, strict=True):
        name = _named(begin.group(1), known)
        values[name] = read_value(known[name], text[begin.end() : end].strip(" \t,;"))
    return values


def parameter_named(said: str, known: Mapping[str, Spec]) -> str | None:
    """The name of the parameter that is called so, by its name or its label; None where there is none.

    >>> parameter_named("Neighbours", {"k": Whole(3, "", label="neighbours")})
    'k'
    """
    labels = {spec.called(name).casefold(): name for name, spec in known.items()}
    return said if said in known else labels.get(said.casefold())


def _named(said: str, known: Mapping[str, Spec]) -> str:
    """The same; refused where there is none."""
    name = parameter_named(said, known)
    if name is None:
        raise ParameterError(f"There is no parameter {quoted(said)}; the parameters are: {listed(known, 40)}.")
    return name


def read_value(spec: Spec, text: str) -> Any:
    """Text as the kind of value a parameter has; what cannot be read stays text, and is then refused by its range."""
    plain = text.replace("−", "-")
    try:
        if isinstance(spec, Flag):
            return WORDS[text.lower()]
        if isinstance(spec, Whole) and plain.lstrip("-").isdigit():
            return int(plain)
        if isinstance(spec, Numbers):
            return [float(one) for one in re.split(r"[\s,;]+", plain.strip("()[] ")) if one]
        if isinstance(spec, Choice) and text in spec.names:
            return spec.options[spec.names.index(text)]
        return float(plain) if isinstance(spec, (Real, Whole)) else text
    except (KeyError, ValueError):
        return text
