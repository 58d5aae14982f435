"""What was measured, as a table and as lines of JSON."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from tests.benchmarks.opening import KINDS
from tests.benchmarks.timing import exponent

Figures = dict[str, float]


@dataclass
class Results:
    """All figures of a run.

    Attributes:
        figures: By operation and number of items, one for each store.
        units: The unit of each operation: `ms`, `kb` per item, or `recall`, 0 to 1.
        notes: What was not measured, and why.
    """

    figures: dict[tuple[str, int], Figures] = field(default_factory=dict)
    units: dict[str, str] = field(default_factory=dict)
    notes: list[str] = field(default_factory=list)

    def add(
        self, operation: str, items: int, found: Mapping[str, float], unit: str = "ms"
    ) -> None:
        """Note the figures of some stores for one operation."""
        self.figures.setdefault((operation, items), {}).update(found)
        self.units[operation] = unit

    def sizes(self, operation: str, store: str) -> list[int]:
        """The numbers of items at which an operation of a store was measured."""
        found = self.figures.items()
        return sorted(n for (name, n), of in found if name == operation and store in of)

    def value(self, operation: str, items: int, store: str) -> float | None:
        """One figure, or None where it was not measured."""
        return self.figures.get((operation, items), {}).get(store)

    def growth(self, operation: str, store: str) -> float | None:
        """The exponent of an operation's time in the number of items, or None."""
        sizes = self.sizes(operation, store)
        if len(sizes) < 2 or self.units[operation] != "ms":
            return None
        return exponent(sizes, [self.figures[operation, n][store] for n in sizes])

    def exponents(self) -> Iterator[tuple[str, str, float]]:
        """Operation, store and exponent, of all that was measured at several sizes."""
        pairs = {
            (op, store): None for (op, _), found in self.figures.items() for store in found
        }
        for operation, store in pairs:
            if (value := self.growth(operation, store)) is not None:
                yield operation, store, value

    def lines(self) -> Iterator[str]:
        """One line of JSON for each figure, and for each exponent."""
        for (operation, items), found in self.figures.items():
            unit = self.units[operation]
            for store, value in found.items():
                line: dict[str, Any] = {
                    "operation": operation,
                    "items": items,
                    "store": store,
                }
                line[unit] = round(value, 4)
                line["ratio_to"] = _ratios(store, found)
                yield json.dumps(line)
        for operation, store, value in self.exponents():
            yield json.dumps(
                {"operation": operation, "store": store, "exponent": round(value, 3)}
            )

    def table(self) -> Iterator[str]:
        """The figures for people: a row for each operation and size, a column per store."""
        known = {key: of for key, of in self.figures.items() if key[1]}
        stores = list(dict.fromkeys(store for of in known.values() for store in of))
        rows = [["", "items", "unit", *stores]]
        for (operation, items), found in known.items():
            cells = [_short(found.get(store)) for store in stores]
            rows.append([operation, f"{items:,}", self.units[operation], *cells])
        for name in dict.fromkeys(name for name, _, _ in self.exponents()):
            growths = [self.growth(name, store) for store in stores]
            cells = ["" if value is None else f"{value:.2f}" for value in growths]
            rows.append([name, "", "exponent", *cells])
        widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
        for first, *rest in rows:
            cells = [
                cell.rjust(width) for cell, width in zip(rest, widths[1:], strict=True)
            ]
            yield "  ".join([first.ljust(widths[0]), *cells])
        for (operation, items), found in self.figures.items():
            if not items:
                yield from (
                    f"{operation} {what}: {ms:.0f} ms" for what, ms in found.items()
                )


def _ratios(store: str, found: Figures) -> Figures:
    peers = {name: value for name, value in found.items() if name != store and value}
    return {
        name: round(found[store] / value, 4)
        for name, value in peers.items()
        if name not in KINDS or not KINDS[name].ours
    }


def _short(value: float | None) -> str:
    return "" if value is None else f"{value:.3g}" if value < 100 else f"{value:,.0f}"
