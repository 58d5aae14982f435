"""What only a fresh process can tell: opening a store, its memory, and imports.

    python -m tests.benchmarks.fresh NAME FOLDER VECTORS DATABASE ITEMS

opens the store of that name where it lies, or fills one that keeps nothing, and prints how
long that took with the first search, and its memory.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from statistics import median
from time import perf_counter

from tests.benchmarks.data import Vectors
from tests.benchmarks.opening import KINDS, Place
from tests.benchmarks.peers import AT_ONCE, ONE

ROOT = Path(__file__).parents[2]
_STATUS = Path("/proc/self/status")
_IMPORTS = {
    "langgraph.graph": "import langgraph.graph",
    "langgraph_memory": "import langgraph_memory",
    "its main names": (
        "from langgraph_memory import CheckpointStore, ExactIndex, Memory, add_memory"
    ),
    "langgraph.graph, then its main names": (
        "import langgraph.graph\n"
        "from langgraph_memory import CheckpointStore, ExactIndex, Memory, add_memory"
    ),
}


def opening(
    name: str, place: Place, vectors: Path, items: int, times: int
) -> tuple[float, float | None]:
    """Open a store in fresh processes and search in it once.

    Args:
        name: The store.
        place: Where its items are.
        vectors: The file of the embeddings.
        items: How many items it has, or is to have if it keeps none.
        times: In how many processes.

    Returns:
        The median of the milliseconds that opening and the first search take together, and
        kilobytes of memory per item, or None where the system does not tell.
    """
    arguments = [name, str(place.folder), str(vectors), place.database, str(items)]
    found = [json.loads(_run("-m", __spec__.name, *arguments)) for _ in range(times)]
    kb = [each["kb"] for each in found]
    return median(each["ms"] for each in found), None if None in kb else median(kb)


def imports(times: int) -> dict[str, float]:
    """The milliseconds that imports take, each in fresh processes, in turns."""
    taken: dict[str, list[float]] = {name: [] for name in _IMPORTS}
    for _ in range(times + 1):
        for name, statement in _IMPORTS.items():
            code = f"from time import perf_counter as now\nt = now()\n{statement}\n"
            taken[name].append(float(_run("-c", code + "print(1000 * (now() - t))")))
    # The first time, modules may be compiled.
    return {name: median(all_times[1:]) for name, all_times in taken.items()}


def _run(*arguments: str) -> str:
    environment = {k: v for k, v in os.environ.items() if k != "PYTHONDONTWRITEBYTECODE"}
    done = subprocess.run(  # noqa: S603 - this interpreter
        [sys.executable, *arguments],
        check=True,
        cwd=ROOT,
        env=environment,
        stdout=subprocess.PIPE,
        text=True,
    )
    return done.stdout


def _memory() -> int | None:
    """Kilobytes of this process that are not pages of files."""
    if not _STATUS.is_file():
        return None
    lines = _STATUS.read_text().splitlines()
    return next(
        (int(line.split()[1]) for line in lines if line.startswith("RssAnon")), None
    )


def _main(name: str, folder: str, vectors: str, database: str, items: str) -> None:
    kind, size = KINDS[name], int(items)
    place = Place(Path(folder), Vectors(Path(vectors)), database)
    before, start = _memory(), perf_counter()
    with kind.open(place) as peer:
        for first in range(0, 0 if kind.lasts else size, AT_ONCE):
            peer.put_many([(n, ONE) for n in range(first, min(first + AT_ONCE, size))])
        peer.search(0 if peer.by_meaning else None)
        ms, after = 1_000 * (perf_counter() - start), _memory()
    kb = None if before is None or after is None else (after - before) / size
    sys.stdout.write(json.dumps({"ms": ms, "kb": kb}))


if __name__ == "__main__":
    _main(*sys.argv[1:])
