"""A file is held by one at a time, and temporaries are swept only when nobody is at work on them."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from engine.base import file_lock
from engine.base.file_lock import PREFIX, FileLock, swept
from engine.base.files import replaced


def test_one_holds_a_file_until_it_lets_go(tmp_path: Path) -> None:
    one, other = FileLock(tmp_path / "a"), FileLock(tmp_path / "a")
    assert one.take() and one.take() and not other.take()
    one.release()
    assert not (tmp_path / "a").exists()
    assert other.take()
    one.release()
    assert (tmp_path / "a").exists(), "who lets go twice takes nothing from another"
    other.release()


def test_replaced_file_is_not_the_locked_one(tmp_path: Path) -> None:
    one, other = FileLock(tmp_path / "a"), FileLock(tmp_path / "a")
    assert one.take()
    (tmp_path / "a").unlink()
    assert other.take()
    other.release()
    one.release()


def test_unwritable_folder_gives_no_lock(tmp_path: Path) -> None:
    assert not FileLock(tmp_path / "no folder" / "a").take()


def test_only_old_unlocked_temporaries_are_removed(tmp_path: Path) -> None:
    names = (f"{PREFIX}old-1.csv", f"{PREFIX}new-1.csv", ".hidden", "points.csv")
    for name in names:
        (tmp_path / name).write_text("x")
        os.utime(tmp_path / name, (0, 0))
    os.utime(tmp_path / names[1])
    with replaced(tmp_path / "points.csv") as temporary:
        os.utime(temporary, (0, 0))
        assert [path.name for path in swept(tmp_path)] == [names[0]]
        temporary.write_text("y")
    assert sorted(path.name for path in tmp_path.iterdir()) == sorted(names[1:])
    assert (tmp_path / "points.csv").read_text() == "y"


def test_missing_folder_needs_no_cleanup(tmp_path: Path) -> None:
    assert swept(tmp_path / "none") == []


def test_failed_block_keeps_the_old_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(file_lock, "YOUNG", -1.0)
    path = tmp_path / "a.json"
    path.write_text("old")
    with pytest.raises(ZeroDivisionError), replaced(path) as temporary:
        temporary.write_text("new")
        raise ZeroDivisionError
    assert [item.name for item in tmp_path.iterdir()] == ["a.json"] and path.read_text() == "old"
