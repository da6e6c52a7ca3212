"""The command that holds one algorithm to everything looks at its files, and says in words what it lacks."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

import engine
from tests.contract import newcomer


def test_checks_cover_the_package_and_its_test() -> None:
    kmeans = engine.algorithm("kmeans")
    package, test = "engine/families/clustering/kmeans", "tests/engine/families/clustering/test_kmeans.py"
    commands = newcomer.commands(kmeans)
    assert commands["style"] == ["ruff", "check", package, test]
    assert commands["types"] == ["mypy", package] and test in commands["floors and its own test"]
    assert (newcomer.ROOT / package).is_dir() and (newcomer.ROOT / test).is_file()


def test_what_is_lacking_is_said(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    def broken(algorithm: object) -> None:
        raise AssertionError("it does not hold")

    def refused(command: list[str], **how: object) -> subprocess.CompletedProcess[str]:
        return subprocess.CompletedProcess(command, int("ruff" in command), "kmeans/loop.py:1: E501", "")

    monkeypatch.setattr(newcomer, "PROMISES", (broken,))
    monkeypatch.setattr(newcomer, "own_test", lambda algorithm: newcomer.ROOT / "tests" / "test_nowhere.py")
    monkeypatch.setattr(subprocess, "run", refused)
    assert newcomer.main("kmeans") == 1
    said = capsys.readouterr().out
    for words in (
        "It has no test: write tests/test_nowhere.py.",
        "broken is broken: it does not hold",
        "loop.py:1: E501",
    ):
        assert words.replace("/", str(Path("/"))) in said
    assert said.endswith("kmeans: 4 things to mend\n")


def test_complete_algorithm_passes(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(newcomer, "PROMISES", ())
    monkeypatch.setattr(newcomer, "commands", lambda algorithm: {})
    assert newcomer.main("kmeans") == 0 and capsys.readouterr().out.endswith("kmeans: all holds\n")
