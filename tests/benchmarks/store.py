"""How fast the stores are, beside LangGraph's own and Chroma.

    python -m tests.benchmarks.store [--items 1000 10000 100000] [--out DIR]

Embeddings cost nothing here: they are looked up. All times are medians of one run, in which
the stores take turns, so that whatever drifts hits all alike. Each has its own defaults, as
to the disk too. A table and the targets go to standard error, JSON lines to standard
output, and both into DIR, with the growth curves.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path

from tests.benchmarks.data import Vectors
from tests.benchmarks.drawing import draw
from tests.benchmarks.field import Databases, Field
from tests.benchmarks.fresh import imports, opening
from tests.benchmarks.measuring import (
    measure_items,
    measure_namespaces,
    measure_tenths,
    namespace_of,
)
from tests.benchmarks.opening import KINDS, MEMORY, OURS, OURS_IN_MEMORY, SQLITE
from tests.benchmarks.peers import ONE, tenth_of
from tests.benchmarks.results import Results
from tests.benchmarks.targets import judged

_FEW = 100  # namespaces
_FILLING = 30  # times the patience for one operation


class Run:
    """One run of the benchmark."""

    def __init__(self, options: argparse.Namespace, folder: Path) -> None:
        """Make what all measurements share.

        Args:
            options: Of the command line.
            folder: For the files of the stores.
        """
        self._sizes: list[int] = sorted(set(options.items))
        self._rounds: int = options.rounds
        self._patience: float = options.patience
        self._folder = folder
        self._file = folder / "vectors.npy"
        self._vectors = Vectors.make(self._file, self._sizes[-1])
        self._databases = Databases()
        self.results = Results()

    def note(self, text: str) -> None:
        """Say what is not measured, now and in the end."""
        if text not in self.results.notes:
            self.results.notes.append(text)
            _say(text)

    def all(self) -> Results:
        """Measure everything."""
        with ExitStack() as ending:
            ending.callback(self._databases.close)
            self._items()
            self._namespaces()
        _say("imports")
        self.results.add("import", 0, imports(min(9, self._rounds)))
        return self.results

    def _field(self, name: str, kinds: Sequence[str]) -> Field:
        folder = self._folder / name
        return Field(kinds, folder, self._vectors, self._databases, self.note)

    def _items(self) -> None:
        filling = _FILLING * self._patience
        with ExitStack() as ending:
            field = self._field("items", list(KINDS))
            ending.callback(field.close)
            tenths = self._field("tenths", [OURS, OURS_IN_MEMORY])
            ending.callback(tenths.close)
            for size in self._sizes:
                _say(f"{size:,} items")
                field.grow(size, lambda _: ONE, filling)
                tenths.grow(size, tenth_of, filling)
                timed = (size, self._vectors, self.results, self._rounds, self._patience)
                measure_tenths(tenths, field, size, self.results, *timed[3:])
                measure_items(field, *timed)
        self._opening(field)

    def _opening(self, field: Field) -> None:
        size = self._sizes[-1]
        _say("opening")
        for name in field.peers:
            kind, place = KINDS[name], field.places[name]
            times = min(3, self._rounds) if kind.lasts else 1
            ms, kb = opening(name, place, self._file, size, times)
            if kind.lasts:
                self.results.add("open", size, {name: ms})
            if kb is None:
                self.note("memory is not measured: this system does not tell it")
            else:
                self.results.add("memory", size, {name: kb}, "kb")

    def _namespaces(self) -> None:
        kinds = [OURS, OURS_IN_MEMORY, MEMORY, SQLITE]
        fields: dict[int, Field] = {}
        with ExitStack() as ending:
            for size in sorted({_FEW, max(_FEW, self._sizes[-1])}):
                _say(f"{size:,} namespaces")
                fields[size] = self._field(f"namespaces-{size}", kinds)
                ending.callback(fields[size].close)
                fields[size].grow(size, namespace_of, _FILLING * self._patience)
            measure_namespaces(fields, self.results, self._rounds, self._patience)


def _say(text: str) -> None:
    sys.stderr.write(f"{text}\n")
    sys.stderr.flush()


def _options(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="python -m tests.benchmarks.store",
        description="How fast the stores are, beside LangGraph's own and Chroma.",
    )
    add = parser.add_argument
    add("--items", type=int, nargs="+", default=[1_000, 10_000, 100_000], metavar="N")
    add(
        "--out",
        type=Path,
        default=Path("build/benchmarks"),
        help="a folder for the results",
    )
    add("--rounds", type=int, default=100, help="repetitions of each operation")
    add("--patience", type=float, default=20, help="seconds for each operation of a store")
    return parser.parse_args(arguments)


def main(arguments: Sequence[str] | None = None) -> None:
    """Run it.

    Args:
        arguments: Of the command line; None: those of this process.
    """
    options = _options(arguments)
    options.out.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix="store-") as folder:
        results = Run(options, Path(folder)).all()
    targets = list(judged(results))
    lines = [*results.lines(), *(line for line, _ in targets)]
    if missing := draw(results, options.out / "store.png"):
        results.notes.append(missing)
    words = [*results.table(), "", *(text for _, text in targets), "", *results.notes]
    (options.out / "store.jsonl").write_text("\n".join(lines) + "\n", encoding="utf-8")
    (options.out / "store.txt").write_text("\n".join(words) + "\n", encoding="utf-8")
    _say("\n" + "\n".join(words))
    sys.stdout.write("\n".join(lines) + "\n")


if __name__ == "__main__":
    main()
