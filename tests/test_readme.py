"""The two commands of the README are the ones that are checked, and what it points to is there."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
RUN = "python3 -m venv .venv && .venv/bin/pip install -q -e . && .venv/bin/python main.py"
TEST = (
    'python3 -m venv .venv && .venv/bin/pip install -q -e ".[dev]"'
    " && .venv/bin/python -m pytest -n auto --dist loadgroup"
)
CHECKS = (".venv/bin/ruff check .", ".venv/bin/ruff format --check .", ".venv/bin/mypy")
WRITTEN = r"\d+|three|four|five|six|seven|eight|nine|ten|eleven|twelve|\w+teen|\w+ty(?:-\w+)?|hundred"
COUNTED = re.compile(rf"\b(?:{WRITTEN})\s+(?:\w+\s+)?(?:algorithms|methods|lessons)\b", re.IGNORECASE)
DOCUMENTS = ("README.md", "engine/README.md", "gui/README.md", "resources/README.md")


def test_readme_has_the_start_command() -> None:
    assert RUN in _lines("README.md")


def test_readme_and_ci_have_the_same_test_command() -> None:
    assert TEST in _lines("README.md")
    assert TEST in _lines(".ci/run")


def test_ci_checks_style_format_and_types() -> None:
    assert [check for check in CHECKS if check not in _lines(".ci/run")] == []


@pytest.mark.parametrize("document", DOCUMENTS[:2])
def test_no_document_counts_algorithms(document: str) -> None:
    """One more algorithm touches nothing else."""
    text = (ROOT / document).read_text(encoding="utf-8")
    assert COUNTED.findall(text) == []


def test_a_count_is_known_when_it_is_seen() -> None:
    assert COUNTED.search("Step through 21 algorithms") and COUNTED.search("twenty-one linear methods")
    assert not COUNTED.search("Compare two or more methods")


@pytest.mark.parametrize("document", DOCUMENTS)
def test_what_a_document_links_to_is_there(document: str) -> None:
    text = (ROOT / document).read_text(encoding="utf-8")
    for target in re.findall(r"\]\(([^)#]+)(?:#[^)]*)?\)", text):
        if "://" not in target:
            assert ((ROOT / document).parent / target).exists(), f"{document} links to {target}, which is not there"


@pytest.mark.parametrize("document", DOCUMENTS)
def test_source_files_that_a_document_names_are_there(document: str) -> None:
    """The ending of the path is enough: a row of a table says in which room its files are."""
    named = re.findall(r"`([\w/]+\.py)`", (ROOT / document).read_text(encoding="utf-8"))
    there = [
        f"/{path.relative_to(ROOT).as_posix()}"
        for room in ("engine", "gui", "tests")
        for path in (ROOT / room).rglob("*.py")
    ]
    assert [name for name in named if not any(path.endswith(f"/{name}") for path in [*there, "/main.py"])] == []


def _lines(path: str) -> list[str]:
    return [line.strip().removeprefix("$ ") for line in (ROOT / path).read_text(encoding="utf-8").splitlines()]
