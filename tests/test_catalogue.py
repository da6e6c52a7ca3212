"""What is done of the catalogue: the entries named by `@shows` at the tests, read from their files."""

from __future__ import annotations

import pytest

from tests.catalogue import ENTRIES, marked, marks_in, missing


def test_every_catalogue_mark_is_above_a_test_and_legal() -> None:
    """One test for all of them: a test each would have every worker read all files, to know of them."""
    marks = marked()
    assert marks
    wrong = {f"{mark.file}::{mark.name}": mark.wrong() for mark in marks if mark.wrong()}
    assert not wrong


@pytest.mark.parametrize(
    ("source", "file", "words"),
    [
        ('@shows("PE3", "W32")\ndef test_it(): ...', "engine/test_it.py", ""),
        ('@shows("PE3")\ndef helper(): ...', "engine/test_it.py", "only a test"),
        ('@shows("PE3")\nclass Anything: ...', "engine/test_it.py", "only a test"),
        ('@shows("PE3")\ndef test_it(): ...', "engine/examples.py", "only a test"),
        ("@shows()\ndef test_it(): ...", "engine/test_it.py", "names entries"),
        ('@shows("PE3", "PE3")\ndef test_it(): ...', "engine/test_it.py", "each once"),
        ("@shows(ENTRY)\ndef test_it(): ...", "engine/test_it.py", "nothing else"),
        ('@shows("PE3", whole=True)\ndef test_it(): ...', "engine/test_it.py", "nothing else"),
        ('@shows("XX3")\ndef test_it(): ...', "engine/test_it.py", "no such entries: XX3"),
    ],
)
def test_a_mark_that_means_nothing_is_found(source: str, file: str, words: str) -> None:
    (mark,) = marks_in(source, file)
    assert words in mark.wrong() and bool(mark.wrong()) == bool(words)


def test_every_catalogue_entry_and_worked_case_is_shown() -> None:
    shown = {entry for mark in marked() for entry in mark.entries}
    assert missing(shown) == []
    worked = {int(entry[1:]) for entry in shown if entry[0] == "W" and entry[1:].isdigit()}
    assert sorted(set(range(1, 95)) - worked) == []


def test_what_is_missing_is_named_in_order() -> None:
    every = {f"{family}{n}" for family, most in ENTRIES.items() for n in range(1, most + 1)}
    assert len(every) == 309 and missing(every) == []
    assert missing(every - {"OP11", "DS2", "DS10"}) == ["DS2", "DS10", "OP11"]
