"""How numbers and counts are written: sensible digits, a real minus sign.

From five digits before the point on, a number has its digits set off in threes wherever it stands, in a sentence, a
worked line or a note, be it a count or a measure. Two do not: entries of a vector, where a comma ends the entry
(`vector`, `plain_figure`), and names, such as that of a row or a column, which are no numbers.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterable, Sequence

import numpy as np

ROUNDING = 1e-9
"""A share that is nearer than this to 0 or to 1 is 0 or 1: the rest is rounding."""
LEFT = 1e-14
"""The share of some terms that rounding may leave of a sum of them in which they cancel."""
LONGEST = 17
"""With so many digits a number is read back as it is."""
NOTHING = 5e-4
"""What is less, where 0 is worked out, is 0 to three places."""
WHOLE = 6
"""A vector of so many entries is written whole."""
GROUPED = 10_000
"""From here on the digits before the point are set off in threes."""
SMALL = 9_999.0
"""What is less has at most four digits before the point, however it is rounded."""
NINES = 9
"""So many digits at most of a probability that is hardly less than 1."""
DATE = re.compile(r"\b(\d{4}-\d\d-\d\d)\b")
NUMERAL = re.compile(r"[-+−.(]?\d")
"""How a name begins that could be read as a number."""


def figure(value: float, digits: int = 4) -> str:
    """A number in sensible digits, with a real minus sign, and from five digits before the point on in threes.

    One of four digits may be a year; a count of things has its thousands set off from 1,000 on (`counted`).

    >>> figure(0.32471), figure(-12), figure(1.23e-05), figure(1234567.0), figure(1984.0), figure(-240669.0)
    ('0.3247', '−12', '1.23e−05', '1.235e+06', '1984', '−240,669')
    """
    number = float(value)
    if abs(number) < SMALL and digits >= 4:  # as most are, with nothing to set off
        return f"{number:.{digits}g}".replace("-", "−") if number else "0"
    if not math.isfinite(number):
        return "undefined" if math.isnan(number) else "∞" if number > 0 else "−∞"
    if number == 0:
        return "0"
    text = f"{number:.{digits}g}"
    if abs(number) < 1e6 and (number == int(number) or abs(float(text)) >= 10**digits):
        text = f"{number:.0f}"
    whole, point, rest = text.partition(".")
    if "e" not in text and abs(int(whole)) >= GROUPED:
        text = f"{int(whole):,}{point}{rest}"
    return minus(text)


def chance(share: float, digits: int = 4) -> str:
    """A probability; one that is less than 1 does not read as 1.

    >>> chance(0.5), chance(0.99996), chance(1.0), chance(1 - 1e-14), chance(1.987e-05)
    ('0.5', '0.99996', '1', 'more than 0.999999999', '1.987e−05')
    """
    if not 0.5 < share < 1:
        return figure(share, digits)
    told = next((text for more in range(digits, NINES + 1) if (text := figure(share, more)) != "1"), "")
    return told or f"more than 0.{'9' * NINES}"


def plain_figure(value: float, digits: int = 4) -> str:
    """The digits of `figure` without commas, where these stand between numbers or it is to be read again.

    >>> plain_figure(-240669.0)
    '−240669'
    """
    return figure(value, digits).replace(",", "")


def enough(result: float, worked: Callable[..., float], *parts: float, digits: int = 4, of_result: int = 4) -> int:
    """So many digits the parts need in order that they, as they are shown, come to the result as it is shown.

    A result of 0 is come to when nothing is left to three places.

    >>> enough(0.0016573, lambda a, b: a - b, 0.0621888, 0.0605315), enough(3.0, lambda a, b: a + b, 1.0, 2.0)
    (5, 4)
    >>> enough(0, lambda a, b: 40 * a - b, 1.23456, 49.3824)
    6
    """
    if not all(map(math.isfinite, (result, *parts))):
        return digits
    tried, wanted = range(digits, LONGEST + 1), figure(result, of_result)
    found = ((n, worked(*(_as_read(part, n) for part in parts))) for n in tried)
    comes = (n for n, value in found if (figure(value, of_result) == wanted if result else abs(value) < NOTHING))
    return next(comes, digits)


def shown(result: float, worked: Callable[..., float], *parts: float, digits: int = 4) -> list[str]:
    """The parts of a line, written with digits enough that they come to the result as it is shown.

    >>> shown(0.0016573, lambda a, b: a - b, 0.0621888, 0.0605315)
    ['0.062189', '0.060532']
    """
    many = enough(result, worked, *parts, digits=digits)
    return [figure(part, many) for part in parts]


def added(one: float, other: float) -> str:
    """A sum of two, worked out: what is shown of them comes to what is shown of it.

    >>> added(0.045376, 0.015965), added(1, 2)
    ('0.045376 + 0.015965 = 0.06134', '1 + 2 = 3')
    """
    result = _of_two(one + other, one, other)
    first, second = shown(result, lambda a, b: a + b, one, other)
    return f"{first} + {second} = {figure(result)}"


def taken(one: float, other: float) -> str:
    """A difference, worked out in the same way.

    >>> taken(0.0621888, 0.0605315), taken(1, -2)
    ('0.062189 − 0.060532 = 0.001657', '1 + 2 = 3')
    >>> taken(0.1 + 0.2, 0.3)
    '0.3 − 0.3 = 0'
    """
    result = _of_two(one - other, one, other)
    digits = enough(result, lambda a, b: a - b, one, other) if result else 4
    return f"{figure(one, digits)} {less(other, digits)} = {figure(result)}"


def _of_two(result: float, one: float, other: float) -> float:
    """A sum or difference, and 0 in place of what rounding leaves of the two."""
    return 0.0 if abs(result) <= LEFT * max(abs(one), abs(other)) < math.inf else result


def divided(one: float, other: float) -> str:
    """A quotient, worked out in the same way.

    >>> divided(57.314, 140.15), divided(1, 2)
    ('57.314 / 140.15 = 0.4089', '1 / 2 = 0.5')
    """
    first, second = shown(one / other, lambda a, b: a / b, one, other)
    return f"{first} / {second} = {figure(one / other)}"


def inner(one: np.ndarray, other: np.ndarray, result: float, more: float | None = None) -> str:
    """An inner product, and what is added to it, worked out in the same way; of long vectors only the ends.

    What is added, or comes out, and is no more than rounding leaves of the products, is told as the 0 it stands for.

    >>> inner(np.array([0.76604, 0.64279]), np.array([1.2113, -2.3]), -0.5505152)
    '(0.76604, 0.64279) · (1.2113, −2.3) = −0.5505'
    >>> inner(np.array([0.1, 0.1]), np.array([1.0, 0.5]), 0.15, 2.8e-18)
    '(0.1, 0.1) · (1, 0.5) + 0 = 0.15'
    >>> inner(np.ones(2), np.array([0.3, -0.3]), 6e-17)
    '(1, 1) · (0.3, −0.3) = 0'
    """
    with np.errstate(over="ignore", invalid="ignore"):
        lost = LEFT * float(np.abs(one) @ np.abs(other))
    result, beside = (0.0 if abs(part) <= lost < math.inf else part for part in (result, more or 0.0))
    parts, few = [*map(float, (*one, *other)), beside], len(one)
    digits = enough(result, products_added, *parts) if few <= WHOLE else 4
    rest = "" if more is None else f" {signed(beside, digits)}"
    return f"{brief(one, digits)} · {brief(other, digits)}{rest} = {figure(result)}"


def products_added(*parts: float) -> float:
    """What some weights, as many values after them, and what is added at the end come to.

    >>> products_added(3, 4, 2, 5, -10)
    16
    """
    few = len(parts) // 2
    return sum(a * b for a, b in zip(parts[:few], parts[few:-1], strict=True)) + parts[-1]


def averaged(sums: Sequence[float], weight: float) -> str:
    """A mean, worked out in the same way: '(5.99785) / 6 = (0.9996)'."""
    tried = [enough(one / weight, lambda a, b: a / b, one, weight) for one in sums]
    digits = max(tried, default=4)
    return f"{vector(sums, digits)} / {figure(weight, digits)} = {vector(one / weight for one in sums)}"


def _as_read(value: float, digits: int) -> float:
    return float(plain_figure(value, digits).replace("−", "-"))


def minus(text: str) -> str:
    """A text with real minus signs: a hyphen is shorter, and a line may end after it. Those of a date stay.

    >>> minus("N - 1"), minus("-3 on 2024-03-17")
    ('N − 1', '−3 on 2024-03-17')
    """
    return outside_dates(text, lambda part: part.replace("-", "−"))


def outside_dates(text: str, change: Callable[[str], str]) -> str:
    """A text with a change made of all that is no date: the hyphens of 2024-03-17 are no minus signs."""
    if text.count("-") < 2 or DATE.search(text) is None:
        return change(text)
    parts = DATE.split(text)  # what lies between dates, and the dates, in turns
    return "".join(part if i % 2 else change(part) for i, part in enumerate(parts))


def vector(values: Iterable[float], digits: int = 4, most: int = WHOLE) -> str:
    """A vector in sensible digits, shortened in the middle when it is long.

    >>> vector([1, -2.5])
    '(1, −2.5)'
    """
    entries = np.asarray(values if isinstance(values, np.ndarray) else list(values), dtype=float).reshape(-1)
    first, last = (entries, entries[:0]) if len(entries) <= most else (entries[: most - 1], entries[-1:])
    shown = [plain_figure(value, digits) for value in (*first.tolist(), *last.tolist())]
    if len(last):
        shown.insert(-1, "…")
    return "(" + ", ".join(shown) + ")"


def brief(values: Iterable[float], digits: int = 4) -> str:
    """A vector in a line with several of them, of which a table shows every entry: of a long one only the ends.

    >>> brief([1, 2, 3]), brief(range(30))
    ('(1, 2, 3)', '(0, 1, 2, …, 29)')
    """
    entries = values if isinstance(values, np.ndarray) else list(values)
    return vector(entries, digits, WHOLE if len(entries) <= WHOLE else 4)


def quoted(value: object, most: int = 80) -> str:
    """Text from a person or a file, quoted in a message: never more than `most` letters of it.

    >>> quoted("red"), quoted("x" * 1000, 12)
    ("'red'", "'xxxxxxxxxx…")
    """
    text = repr(value[: most + 1] if isinstance(value, (str, bytes, list, tuple)) else value)
    return text if len(text) <= most else text[: most - 1] + "…"


def short(words: object, most: int = 80) -> str:
    """A name, or what a library said of a file, as a message repeats it: never more than `most` letters of it.

    >>> short("petal width"), short("x" * 1000, 12)
    ('petal width', 'xxxxxxxxxxx…')
    """
    text = str(words)
    return text if len(text) <= most else text[: most - 1] + "…"


def listed(names: Iterable[object], most: int = 12) -> str:
    """Some names, as a message tells what there is: the first few of many, and none of them long.

    >>> listed(["a", "b"]), listed("abcdef", 3), listed([])
    ('a, b', 'a, b, c, …', 'none')
    """
    found = list(names)
    return ", ".join([*(short(name, 40) for name in found[:most]), *(["…"] if len(found) > most else [])]) or "none"


def joined(names: Iterable[str]) -> str:
    """Some things in a sentence, all of them.

    >>> joined(["the points"]), joined(["the points", "the runs", "the notes"]), joined([])
    ('the points', 'the points, the runs and the notes', '')
    """
    *others, last = [*names] or [""]
    return f"{', '.join(others)} and {last}" if others else last


def spoken(name: str, count: int | None = None) -> str:
    """The name of a class in a sentence, and how many are of it, so that it cannot be taken for a number itself.

    >>> spoken("setosa"), spoken("0"), spoken("setosa", 50), spoken("-1", 3)
    ('setosa', 'class 0', '50 setosa', '3 of class -1')
    """
    if not NUMERAL.match(name):
        return name if count is None else f"{count:,} {name}"
    return f"class {name}" if count is None else f"{count:,} of class {name}"


def signed(value: float, digits: int = 4) -> str:
    """A number with its sign set off, as it stands inside a sum: '+ 2' or '− 0.5'."""
    return ("− " if value < 0 else "+ ") + figure(abs(value), digits)


def less(value: float, digits: int = 4) -> str:
    """A number with its sign turned and set off, as it is taken from another: '− 2', or '+ 0.5' of −0.5."""
    return ("+ " if value < 0 else "− ") + figure(abs(value), digits)


def bracketed(number: str) -> str:
    """A number as a factor: in brackets where it has a sign.

    >>> bracketed("−1"), bracketed("2")
    ('(−1)', '2')
    """
    return f"({number})" if number.startswith(("−", "+")) else number


def are(count: int) -> str:
    """The verb for so many of some things: '1 of 6 rows is', '2 of 6 rows are'."""
    return "is" if count == 1 else "are"


def have(count: int) -> str:
    """The verb for so many of some things: '1 row has', '2 rows have'."""
    return "has" if count == 1 else "have"


def counted(count: int, thing: str, things: str = "") -> str:
    """A count with its noun: '1 point', '3 points', '2 classes'."""
    return f"{count:,} {thing if count == 1 else things or thing + 's'}"


def percent(share: float) -> str:
    """A share of the variance; one that is not all of it does not read as 100 %, and one that is some not as 0 %.

    >>> percent(0.9), percent(0.99999), percent(1.0), percent(0.0001)
    ('90.0 %', 'over 99.9 %', '100.0 %', 'under 0.1 %')
    """
    if ROUNDING < share < 0.0005:
        return "under 0.1 %"
    return "over 99.9 %" if 0.9995 <= share < 1 - ROUNDING else f"{100 * share:.1f} %"
