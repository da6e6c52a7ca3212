"""The parts of an Excel workbook, read piece by piece as they are unpacked.

Nothing that the file says of its size is believed: bytes, cells and characters are counted on the way. Of openpyxl only
the rules of dates are used: it fills up every row before a far one, and takes ten times as long.
"""

from __future__ import annotations

import posixpath
import re
from array import array
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from xml.parsers.expat import ParserCreate
from zipfile import ZipFile

from engine.base.errors import Refusal
from engine.data.tables import budgets

LESS = "save a part of its rows, or the table as CSV"
Start = Callable[[str, Mapping[str, str]], None]
End = Callable[[str], None]

_CHUNK = 1 << 18
_PIECES = 16
"""Of so many pieces of text, of 64 kB each, no cell is made."""
_NAMES = 10_000
"""So many different names of elements and attributes no workbook has."""
_AREA = re.compile(r"([A-Z]{1,3})(\d{1,10}):[A-Z]{1,3}(\d{1,10})")
_DIGITS = 400
"""Longer whole numbers are beyond the largest float."""


class _Local(dict[str, str]):
    """The name of an element without its prefix."""

    def __missing__(self, name: str) -> str:
        self[name] = name.rpartition(":")[2]
        return self[name]


class _Columns(dict[str, int]):
    """The number of a column by its letters, counted from 1: A is 1, AA is 27."""

    def __missing__(self, letters: str) -> int:
        if not letters.isascii() or not letters.isupper() or len(letters) > 3:
            raise ValueError(f"{letters} is no column")
        number = 0
        for letter in letters:
            number = number * 26 + ord(letter) - 64
        self[letters] = number
        return number


class Parts:
    """The parts of one file; what all of them unpack to is counted together."""

    def __init__(self, archive: ZipFile, file: str) -> None:
        self.archive, self.file = archive, file
        self.names = set(archive.namelist())
        self._bytes = self._elements = self._characters = 0

    def read(self, part: str, start: Start, end: End | None = None, text: list[str] | None = None) -> None:
        """Go through a part: `start` and `end` hear of every element; the pieces of text between them are in `text`."""
        parser = ParserCreate()
        parser.buffer_text, parser.buffer_size = True, 1 << 16
        parser.StartElementHandler, parser.EndElementHandler = start, end
        parser.StartDoctypeDeclHandler = self._no_entities
        if text is not None:
            parser.CharacterDataHandler = text.append
        self._bytes += self.archive.getinfo(part).file_size  # zipfile gives no more than that
        self._check(0, 0, 0)
        given = 0
        with self.archive.open(part) as file:
            while piece := file.read(_CHUNK):
                given += len(piece)
                parser.Parse(piece)
                self._elements += piece.count(b"<")
                self._check(given - parser.CurrentByteIndex, len(text or ()), len(parser.intern))
        parser.Parse(b"", True)

    def check_cells(self, part: str) -> None:
        """Refuse a sheet with too many cells before one of them is kept; the elements that hold their values are v."""
        found = 0
        with self.archive.open(part) as file:
            while piece := file.read(_CHUNK):
                found += piece.count(b"v>")
                self.check_filled(found // 2)

    def check_filled(self, cells: int) -> None:
        """Refuse more cells than `MOST_FILLED`."""
        if cells > budgets.MOST_FILLED:
            raise Refusal(f"{self.file} has more than {budgets.MOST_FILLED:,} cells: {LESS}.")

    def keep(self, words: str) -> str:
        """The text of a cell, counted."""
        self._characters += len(words)
        if self._characters > budgets.MOST_CHARACTERS:
            raise Refusal(f"{self.file} has more than {budgets.MOST_CHARACTERS:,} characters of text: {LESS}.")
        return words

    def _check(self, waiting: int, pieces: int, names: int) -> None:
        if self._bytes > budgets.MOST_UNPACKED:
            raise Refusal(f"{self.file} unpacks to more than {budgets.MOST_UNPACKED:,} bytes: {LESS}.")
        if self._elements > budgets.MOST_ELEMENTS or names > _NAMES:
            raise Refusal(f"{self.file} has more elements of XML than can be read: {LESS}.")
        if waiting > _PIECES << 16 or pieces > _PIECES:
            raise Refusal(f"{self.file} has a cell of more than {_PIECES << 16:,} characters: shorten it.")

    def _no_entities(self, *declared: Any) -> None:
        raise Refusal(f"{self.file} declares a document type, which no workbook does: save it again as .xlsx.")


@dataclass(frozen=True)
class Book:
    """The sheets of a workbook and where they stand, and what their cells need to be understood."""

    parts: Parts
    sheets: Mapping[str, str]
    strings: str
    styles: str
    since_1904: bool


@dataclass
class Sheet:
    """The cells of a sheet that hold something, in the order of the file; rows and columns are counted from 1.

    merged   column, first and last row of each merged area that goes down
    """

    rows: array[int] = field(default_factory=lambda: array("q"))
    columns: array[int] = field(default_factory=lambda: array("q"))
    values: list[Any] = field(default_factory=list)
    merged: list[tuple[int, int, int]] = field(default_factory=list)


def opened(archive: ZipFile, path: Path) -> Book:
    """What a workbook consists of."""
    parts = Parts(archive, path.name)
    whole = next(target for _, kind, target in _related(parts, "") if kind == "officeDocument")
    related = list(_related(parts, whole))
    where = {name: target for name, kind, target in related if kind == "worksheet"}
    kinds = {kind: target for _, kind, target in related}
    sheets: dict[str, str] = {}
    dated: list[str] = []
    local = _Local()

    def start(tag: str, attributes: Mapping[str, str]) -> None:
        tag = local[tag]
        if tag == "sheet":
            name = next((value for key, value in attributes.items() if key.rpartition(":")[2] == "id"), "")
            if name in where:
                sheets[attributes["name"]] = where[name]
        elif tag == "workbookPr":
            dated.append(attributes.get("date1904", ""))

    parts.read(whole, start)
    return Book(parts, sheets, kinds.get("sharedStrings", ""), kinds.get("styles", ""), bool({"1", "true"} & {*dated}))


def _related(parts: Parts, part: str) -> Iterator[tuple[str, str, str]]:
    """The id, the kind and the place of each part that a part relates to."""
    folder, name = posixpath.split(part)
    listed = posixpath.join(folder, "_rels", f"{name}.rels")
    found: list[tuple[str, str, str]] = []
    local = _Local()

    def start(tag: str, attributes: Mapping[str, str]) -> None:
        tag = local[tag]
        if tag == "Relationship":
            target = posixpath.normpath(posixpath.join("/", folder, attributes["Target"])).lstrip("/")
            found.append((attributes["Id"], attributes["Type"].rpartition("/")[2], target))

    parts.read(listed, start)
    return (one for one in found if one[2] in parts.names)


def sheet_of(book: Book, name: str) -> Sheet:
    """The cells of a sheet."""
    book.parts.check_cells(book.sheets[name])
    made, text, local, numbers = Sheet(), list[str](), _Local(), _Columns()
    value = _Values(book, _strings(book))
    row = column = 0
    kind = style = ""
    found: Any = ""
    aside = False

    def start(tag: str, attributes: Mapping[str, str]) -> None:
        nonlocal row, column, kind, style, found, aside
        tag = local[tag]
        if tag == "c":
            if place := attributes.get("r"):
                letters = place.rstrip("0123456789")
                row, column = int(place[len(letters) :]), numbers[letters]
            else:
                column += 1
            kind, style, found = attributes.get("t", "n"), attributes.get("s", ""), ""
        elif tag == "row":
            row, column = int(float(attributes["r"])) if "r" in attributes else row + 1, 0
        elif tag == "mergeCell" and (area := _AREA.fullmatch(attributes.get("ref", ""))):
            made.merged.append((numbers[area[1]], int(area[2]), int(area[3])))
        aside = tag == "rPh" or (aside and tag == "t")
        text.clear()

    def end(tag: str) -> None:
        nonlocal found
        tag = local[tag]
        if tag == "v":
            found = value.of("".join(text), kind, style)
        elif tag == "c" and found != "":
            made.rows.append(row)
            made.columns.append(column)
            made.values.append(found)
            book.parts.check_filled(len(made.values))
        elif tag == "t" and not aside:
            found += value.kept("".join(text))
        text.clear()

    book.parts.read(book.sheets[name], start, end, text)
    return made


def _strings(book: Book) -> list[str]:
    """The texts that the cells share."""
    strings: list[str] = []
    text: list[str] = []
    said: list[str] = []
    local, aside = _Local(), False

    def start(tag: str, attributes: Mapping[str, str]) -> None:
        nonlocal aside
        tag = local[tag]
        aside = tag == "rPh" or (aside and tag == "t")  # how it is pronounced
        text.clear()

    def end(tag: str) -> None:
        tag = local[tag]
        if tag == "t" and not aside:
            said.append("".join(text))
        elif tag == "si":
            strings.append(book.parts.keep("".join(said)).replace("x005F_", ""))
            said.clear()
        text.clear()

    if book.strings:
        book.parts.read(book.strings, start, end, text)
    return strings


class _Values:
    """What stands in a cell, from its text, its type and its style."""

    def __init__(self, book: Book, strings: list[str]) -> None:
        from openpyxl.utils.datetime import MAC_EPOCH, WINDOWS_EPOCH

        self.strings, self.kept = strings, book.parts.keep
        self.epoch = MAC_EPOCH if book.since_1904 else WINDOWS_EPOCH
        self.dates, self.spans = _dated(book)

    def of(self, text: str, kind: str, style: str) -> Any:
        """The value of a cell: a number, a text, a truth value or a moment; "" for an error."""
        if not text:  # a formula without a computed value
            return ""
        if kind == "n":
            number = int(text) if text.isdecimal() and len(text) < _DIGITS else float(text)
            return self._moment(number, style) if style in self.dates else number
        if kind == "s":
            return self.strings[int(text)]
        if kind == "b":
            return bool(int(text))
        if kind == "e":
            return ""
        if kind == "d":
            from openpyxl.utils.datetime import from_ISO8601

            return from_ISO8601(text)
        return self.kept(text)

    def _moment(self, number: float, style: str) -> Any:
        from openpyxl.utils.datetime import from_excel

        try:
            return from_excel(number, self.epoch, timedelta=style in self.spans)
        except (OverflowError, ValueError):  # no date that there is
            return ""


def _dated(book: Book) -> tuple[set[str], set[str]]:
    """The styles of cells that hold dates or times, and those of lengths of time."""
    from openpyxl.styles.numbers import builtin_format_code, is_date_format, is_timedelta_format

    codes: dict[int, str] = {}
    numbers: list[int] = []
    local, inside = _Local(), False

    def start(tag: str, attributes: Mapping[str, str]) -> None:
        nonlocal inside
        tag = local[tag]
        if tag == "numFmt":
            codes[int(attributes["numFmtId"])] = attributes.get("formatCode", "")
        elif tag == "xf" and inside:
            numbers.append(int(attributes.get("numFmtId", 0)))
        inside = tag == "cellXfs" or (inside and tag != "cellStyleXfs" and tag != "cellStyles")

    if book.styles:
        book.parts.read(book.styles, start)
    told = {one: codes.get(one) or builtin_format_code(one) for one in set(numbers)}
    dates = {one for one, code in told.items() if is_date_format(code)}
    spans = {one for one, code in told.items() if is_timedelta_format(code)}
    places = [(str(place), one) for place, one in enumerate(numbers)]
    return {place for place, one in places if one in dates}, {place for place, one in places if one in spans}
