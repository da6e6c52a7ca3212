r"""The symbol of a parameter as text: \eta becomes η, \lambda becomes λ, w_0 becomes w₀."""

from __future__ import annotations

import re
import unicodedata

from engine.base.params import Spec

_MARKS = {"hat": "\u0302", "bar": "\u0304", "tilde": "\u0303", "vec": "\u20d7"}
_LOW = dict(zip("0123456789+-=()aeioruvxhklmnpst", "₀₁₂₃₄₅₆₇₈₉₊₋₌₍₎ₐₑᵢₒᵣᵤᵥₓₕₖₗₘₙₚₛₜ", strict=True))
_HIGH = dict(zip("0123456789+-=()n*", "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁼⁽⁾ⁿ*", strict=True))
_VARIANTS = {"varepsilon": "ε", "varphi": "φ", "vartheta": "θ", "ell": "ℓ", "infty": "∞"}


def plain(symbol: str) -> str:
    r"""Simple LaTeX as text; what is not known is left as its letters.

    >>> plain(r"\eta"), plain("K"), plain(r"\sigma^2"), plain(r"w_{0}"), plain(r"\hat{y}"), plain("w^*")
    ('η', 'K', 'σ²', 'w₀', 'ŷ', 'w*')
    """
    text = re.sub(r"\\(hat|bar|tilde|vec)\s*(?:\{(\w)\}|(\w))", _accented, symbol)
    text = re.sub(r"\\(?:mathbf|mathrm|mathcal|text|boldsymbol)\s*\{([^{}]*)\}", r"\1", text)
    text = re.sub(r"\\([A-Za-z]+)", _letter, text)
    text = re.sub(r"_(?:\{([^{}]*)\}|(\w))", lambda found: _shifted(found, _LOW), text)
    text = re.sub(r"\^(?:\{([^{}]*)\}|(\w|\*))", lambda found: _shifted(found, _HIGH), text)
    return unicodedata.normalize("NFC", re.sub(r"[\\{}$]", "", text))


def called(name: str, spec: Spec) -> str:
    """What a form calls a parameter: its plain words with its symbol ("clusters K"), or the symbol alone."""
    words, symbol = spec.called(name), plain(spec.symbol)
    return symbol if symbol.casefold() == words.casefold() else f"{words} {symbol}".strip()


def _accented(found: re.Match[str]) -> str:
    return (found.group(2) or found.group(3)) + _MARKS[found.group(1)]


def _letter(found: re.Match[str]) -> str:
    """A Greek letter by its name, else the name itself."""
    name = found.group(1)
    if name in _VARIANTS:
        return _VARIANTS[name]
    size = "CAPITAL" if name[0].isupper() else "SMALL"
    spelled = {"lambda": "lamda"}.get(name.lower(), name.lower())
    try:
        return unicodedata.lookup(f"GREEK {size} LETTER {spelled.upper()}")
    except KeyError:
        return name


def _shifted(found: re.Match[str], signs: dict[str, str]) -> str:
    text = found.group(1) or found.group(2)
    return "".join(signs[letter] for letter in text) if all(letter in signs for letter in text) else text
