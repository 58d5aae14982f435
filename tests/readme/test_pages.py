"""The pages of the repository are tried: their code runs, their links lead somewhere."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PAGES = sorted(ROOT.glob("*.md"))
FENCE = re.compile(r"^```(\S+)?[ ]?(.*)\n((?:.*\n)*?)^```$", re.MULTILINE)


def blocks(page: Path, language: str) -> list[tuple[int, str, str]]:
    """The fenced blocks of a language: first line, words after the language, code."""
    text = page.read_text(encoding="utf-8")
    return [
        (text.count("\n", 0, match.start(3)), match[2], match[3])
        for match in FENCE.finditer(text)
        if match[1] == language
    ]


def run(command: list[str], folder: Path) -> None:
    path = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
    done = subprocess.run(  # noqa: S603 - the repository's own pages
        command,
        cwd=folder,
        env={**os.environ, "PATH": path, "PYTHONPATH": str(ROOT)},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_python_blocks_run(page: Path, tmp_path: Path) -> None:
    """All Python blocks of a page, in order, are one program that runs anywhere."""
    program = ""
    for line, _, code in blocks(page, "python"):
        # An error names the line of the page.
        program += "\n" * (line - program.count("\n")) + code
    script = tmp_path / f"{page.stem}.py"
    script.write_text(program, encoding="utf-8")
    run([sys.executable, str(script)], tmp_path)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_shell_blocks_are_sound(page: Path, tmp_path: Path) -> None:
    """Shell blocks parse; those marked `bash run` run in an empty folder."""
    for _, mark, code in blocks(page, "bash"):
        run(["bash", *([] if mark == "run" else ["-n"]), "-euc", code], tmp_path)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_and_targets_exist(page: Path) -> None:
    """Links within the repository lead to files, and each `make` to a target."""
    text = page.read_text(encoding="utf-8")
    links = re.findall(r"\]\((?!https?:|#|mailto:)([^)#]+)", text)
    targets = re.findall(
        r"^([\w-]+):", (ROOT / "Makefile").read_text("utf-8"), re.MULTILINE
    )
    assert [link for link in links if not (ROOT / link).exists()] == []
    assert set(re.findall(r"^(?:`)?make ([a-z]+)", text, re.MULTILINE)) <= set(targets)
