"""Small disks to fill."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from contextlib import suppress
from functools import cache
from pathlib import Path

_ROOT = Path(__file__).parents[2]
_MOUNT = 'mount -t tmpfs -o size="$0" tmpfs "$1" && shift && exec "$@"'
# Whoever may not mount may do it among users and mounts of his own.
_WAYS = (["unshare", "-m"], ["unshare", "-U", "-r", "-m"])


@cache
def _way() -> list[str] | None:
    for way in _WAYS:
        try:
            _run([*way, "sh", "-c", _MOUNT, "64k", "/mnt", "true"])
        except (OSError, subprocess.CalledProcessError):
            continue
        return way
    return None


def why_not() -> str | None:
    """Why there are no small disks here, or None where there are."""
    return None if _way() else "neither root nor `unshare` may mount a small disk here"


def on_a_small_disk(scenario: Callable[[Path], None], size: str, folder: Path) -> None:
    """Run a scenario in a process of its own, the only one for which the disk exists.

    Args:
        scenario: A function of a module, given the folder.
        size: The size of the disk, as "2m".
        folder: The folder that is the disk.
    """
    folder.mkdir()
    call = (
        f"from pathlib import Path; from {scenario.__module__} import {scenario.__name__}"
        f" as scenario; scenario(Path({str(folder)!r}))"
    )
    python = [sys.executable, "-W", "ignore", "-c", call]
    way = _way()
    assert way is not None
    result = _run([*way, "sh", "-c", _MOUNT, size, str(folder), *python], check=False)
    assert result.returncode == 0, result.stderr


def _run(command: list[str], *, check: bool = True) -> subprocess.CompletedProcess[str]:
    return subprocess.run(  # noqa: S603 - fixed programs
        command, check=check, capture_output=True, text=True, cwd=_ROOT
    )


class Ballast:
    """A file that leaves no room for anything else."""

    def __init__(self, folder: Path) -> None:
        self._file = folder / "ballast"

    def take(self, size: int) -> None:
        """Take so many bytes, or all there are."""
        with suppress(OSError), self._file.open("ab", buffering=0) as file:
            for _ in range(0, size, 4_096):
                file.write(bytes(4_096))

    def drop(self) -> None:
        """Give all of it back."""
        self._file.unlink(missing_ok=True)
