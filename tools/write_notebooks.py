"""Runs notebooks from first cell to last and writes what they show into them.

python tools/write_notebooks.py notebooks/quickstart.ipynb ...
"""

from __future__ import annotations

import os
import sys
import tempfile
from pathlib import Path

import nbformat
from nbclient import NotebookClient

ROOT = Path(__file__).resolve().parents[1]


def main() -> None:
    """Run the notebooks that are named, or all."""
    os.environ["PYTHONPATH"] = str(ROOT)
    for path in map(Path, sys.argv[1:] or sorted((ROOT / "notebooks").glob("*.ipynb"))):
        notebook = nbformat.read(path, as_version=4)
        with tempfile.TemporaryDirectory() as folder:
            resources = {"metadata": {"path": folder}}
            NotebookClient(notebook, kernel_name="python3", resources=resources).execute()
        for cell in notebook.cells:
            cell.metadata.clear()  # when each cell ran is nobody's business
        nbformat.write(notebook, path)
        print(path)


if __name__ == "__main__":
    main()
