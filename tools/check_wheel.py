"""Checks a wheel from inside an environment into which nothing else was installed.

Run with that environment's Python in isolated mode: `python -I tools/check_wheel.py WHEEL`.
"""

from __future__ import annotations

import importlib
import importlib.util
import sys
import sysconfig
import zipfile
from pathlib import Path

PACKAGE = Path(__file__).parents[1] / "langgraph_memory"


def check_contents(wheel: Path) -> None:
    """The wheel holds the package, all of it, and nothing else."""
    sources = [path for path in PACKAGE.rglob("*") if path.suffix in {".py", ".typed"}]
    expected = {str(path.relative_to(PACKAGE.parent)) for path in sources}
    names = set(zipfile.ZipFile(wheel).namelist())
    found = {name for name in names if ".dist-info/" not in name}
    if found != expected:
        sys.exit(f"missing {expected - found}, too many {found - expected}")
    if not any(name.endswith("licenses/LICENSE") for name in names):
        sys.exit("the licence is missing")


def check_install() -> None:
    """What was installed is imported, and it stands without extras, graphs and tests."""
    for name in ("langgraph_memory", "langgraph_memory.nodes", "langgraph_memory.testing"):
        module = importlib.import_module(name)
        if not str(module.__file__).startswith(sysconfig.get_path("purelib")):
            sys.exit(f"{name} came from {module.__file__}")
    for name in ("graphs", "tests", "wordllama", "rich"):
        if importlib.util.find_spec(name):
            sys.exit(f"{name} was installed")
    embeddings = importlib.import_module("langgraph_memory.index.embeddings")
    errors = importlib.import_module("langgraph_memory.errors")
    try:
        embeddings.default_embeddings()
    except errors.ConfigError as error:
        print(f"without the extra: {error}")
    else:
        sys.exit("embeddings came from nowhere")


if __name__ == "__main__":
    check_contents(Path(sys.argv[1]))
    check_install()
    print(f"{sys.argv[1]} is complete")
