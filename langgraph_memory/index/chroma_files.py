"""Folders that Chroma leaves behind when a collection is deleted.

Each collection on disk has a folder, named by its segment in the table `segments` of
`chroma.sqlite3`. Deleting the collection deletes the row and keeps the folder, vectors and
all, for ever.
"""

from __future__ import annotations

import shutil
import sqlite3
import uuid
from contextlib import closing
from pathlib import Path


def remove_dead(folder: Path) -> list[str]:
    """Remove the folders of collections that are deleted.

    Nothing is removed where the database is not as known.

    Args:
        folder: The folder given to Chroma.

    Returns:
        The names of the folders removed.
    """
    candidates = {path.name for path in folder.iterdir() if _is_segment(path)}
    database = folder / "chroma.sqlite3"
    try:
        with closing(
            sqlite3.connect(f"{database.resolve().as_uri()}?mode=ro", uri=True)
        ) as c:
            alive = {str(row[0]) for row in c.execute("SELECT id FROM segments")}
    except sqlite3.Error:
        return []
    # A segment has its row before it has its folder, so what has none now is dead.
    dead = sorted(candidates - alive)
    for name in dead:
        shutil.rmtree(folder / name, ignore_errors=True)
    return dead


def _is_segment(path: Path) -> bool:
    try:
        return path.is_dir() and str(uuid.UUID(path.name)) == path.name
    except ValueError:
        return False
