"""Code in a fresh interpreter that has no network and no files of its own."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

_REFUSE = """
import sys

def refuse(event, args):
    if event in ("socket.connect", "socket.getaddrinfo", "socket.gethostbyname"):
        raise RuntimeError(f"{event} {args}")

sys.addaudithook(refuse)
"""


def run(code: str, home: Path) -> subprocess.CompletedProcess[str]:
    """Run code in a fresh interpreter whose home folder is empty, without a network."""
    environment = {**os.environ, "HOME": str(home), "PYTHONPATH": os.pathsep.join(sys.path)}
    return subprocess.run(  # noqa: S603 - our own code
        [sys.executable, "-c", f"{_REFUSE}{code}"],
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
