"""The notebooks run as they stand, and show what their committed outputs show."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import nbformat
import pytest
from nbclient import NotebookClient

ROOT = Path(__file__).parents[2]
NOTEBOOKS = sorted((ROOT / "notebooks").glob("*.ipynb"))
SECONDS = 60


def shown(notebook: Any) -> list[tuple[str, list[str]]]:
    """What each code cell shows: its printed text, and the kinds of its other outputs."""
    cells = []
    for cell in notebook.cells:
        if cell.cell_type == "code":
            printed = "".join(o.text for o in cell.outputs if o.output_type == "stream")
            kinds = [kind for o in cell.outputs for kind in sorted(o.get("data", {}))]
            cells.append((printed, kinds))
    return cells


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_runs_and_shows_what_is_committed(
    path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Executed afresh in an empty folder, each cell prints and draws the same as before."""
    monkeypatch.setenv("PYTHONPATH", str(ROOT))
    committed = nbformat.read(path, as_version=4)
    executed = nbformat.read(path, as_version=4)
    resources = {"metadata": {"path": str(tmp_path)}}
    NotebookClient(
        executed, timeout=SECONDS, kernel_name="python3", resources=resources
    ).execute()
    assert shown(executed) == shown(committed)


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_was_committed_after_a_clean_run(path: Path) -> None:
    """Its cells were run once, from first to last, none failed, and something is drawn."""
    cells = [c for c in nbformat.read(path, as_version=4).cells if c.cell_type == "code"]
    assert [cell.execution_count for cell in cells] == list(range(1, len(cells) + 1))
    outputs = [output for cell in cells for output in cell.outputs]
    assert all(output.output_type != "error" for output in outputs)
    assert any("image/png" in output.get("data", {}) for output in outputs)
