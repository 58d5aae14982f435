"""What came of tuning: a table and a plot of success against the number of lessons."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict, dataclass
from os import PathLike
from typing import Any

from langgraph_memory.errors import ConfigError
from langgraph_memory.experiences.acquired import FailedRun
from langgraph_memory.experiences.tuning import Cell

_COLUMNS = ("k", "samples", "temperature", "success", "low", "high", "solved", "runs")


@dataclass(frozen=True, kw_only=True)
class Tuned:
    """What came of `Memory.tune`.

    Attributes:
        cells: One for each setting of the grid: by temperature, k and samples.
        left_out: The runs that could not be scored, each with the reason.
        temperature_taken: Whether a model took every temperature that was asked for; None:
            none was, or it cannot be told.
    """

    cells: tuple[Cell, ...]
    left_out: tuple[FailedRun, ...]
    temperature_taken: bool | None

    @property
    def best(self) -> Cell:
        """The cell of most success; of equal ones that with fewest lessons and runs."""
        return max(self.cells, key=lambda c: (c.success, c.score, -c.k, -c.samples))

    def rows(self) -> list[dict[str, Any]]:
        """The cells as plain data, for a table of one's own."""
        return [asdict(cell) for cell in self.cells]

    def __str__(self) -> str:
        """The cells as a table; `low` and `high` hold success at 95 %."""
        told = [_COLUMNS, *map(_told, self.cells)]
        widths = [max(map(len, column)) for column in zip(*told, strict=True)]
        lines = (zip(row, widths, strict=True) for row in told)
        return "\n".join("  ".join(f"{one:>{w}}" for one, w in line) for line in lines)

    def figure(self) -> Any:
        """Success against k, with its confidence interval; one line per other setting.

        Returns:
            A figure of matplotlib, which the extra `plot` brings.

        Raises:
            ConfigError: When matplotlib is not installed.
        """
        try:
            from matplotlib.figure import Figure  # noqa: PLC0415  an extra, when used
        except ImportError as error:
            msg = "plots need matplotlib: pip install 'langgraph-memory-nodes[plot]'"
            raise ConfigError(msg) from error
        figure = Figure(figsize=(6.4, 4.0), layout="constrained")
        axes = figure.subplots()
        for label, line in self._lines():
            ks = [cell.k for cell in line]
            axes.plot(ks, [cell.success for cell in line], marker="o", label=label)
            low, high = [cell.low for cell in line], [cell.high for cell in line]
            axes.fill_between(ks, low, high, alpha=0.15)
        axes.set_xlabel("lessons shown at most (k)")
        axes.set_ylabel("success, with 95 % confidence")
        axes.set_xticks(sorted({cell.k for cell in self.cells}))
        axes.set_ylim(0, 1.02)
        axes.legend()
        return figure

    def plot(self, path: str | PathLike[str]) -> None:
        """Draw `figure` into a file.

        Args:
            path: The file; its ending says how: `.png`, `.svg`, `.pdf`.

        Raises:
            ConfigError: When matplotlib is not installed.
            OSError: When the file cannot be written.
        """
        self.figure().savefig(path)

    def _lines(self) -> Iterator[tuple[str, list[Cell]]]:
        lines: dict[tuple[int, float | None], list[Cell]] = {}
        for cell in self.cells:
            lines.setdefault((cell.samples, cell.temperature), []).append(cell)
        for (samples, heat), line in lines.items():
            runs = "1 run" if samples == 1 else f"{samples} runs"
            label = runs if heat is None else f"{runs} at temperature {heat:g}"
            yield label, sorted(line, key=lambda cell: cell.k)


def _told(cell: Cell) -> tuple[str, ...]:
    heat = "-" if cell.temperature is None else f"{cell.temperature:g}"
    shares = (f"{x:.2f}" for x in (cell.success, cell.low, cell.high, cell.solved))
    return str(cell.k), str(cell.samples), heat, *shares, str(cell.runs)
