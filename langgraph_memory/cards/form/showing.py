"""What of a form is shown: all of it, or the rows that hold some chosen cells."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass

from langgraph_memory.cards.form.model import Cell, Path, Row, Table
from langgraph_memory.cards.form.spelling import as_json, spell_text


@dataclass(slots=True, eq=False)
class Shown:
    """A row as far as it is shown.

    Attributes:
        row: The row.
        texts: Its values, as they are spelled, by path.
        below: Its children that are shown, by path.
        was: Its former values, the newest first.
        cues: Paths of what the conversation calls the object by, which stays in its row.
    """

    row: Row
    texts: dict[Path, str]
    below: dict[Path, list[Shown]]
    was: list[tuple[Path, str]]
    cues: tuple[Path, ...] = ()

    def versions(self) -> list[dict[Path, str]]:
        """Its former values, the newest first, as versions that hold each path once."""
        if not self.was:
            return []
        versions: list[dict[Path, str]] = []
        seen: Counter[Path] = Counter()
        for path, text in self.was:
            if seen[path] == len(versions):
                versions.append({})
            versions[seen[path]][path] = text
            seen[path] += 1
        return versions


def shown(
    table: Table, selection: Collection[int] | None, cues: Collection[int] = ()
) -> list[Shown]:
    """The rows of a table that are to be shown.

    Args:
        table: A table that is no child.
        selection: Numbers of the cells to show; None shows all.
        cues: Numbers of the cells by which the conversation calls their objects.

    Returns:
        The rows that have something to show, themselves or below them.
    """
    return _shown(table.rows, selection, cues)


def _shown(
    rows: Iterable[Row], selection: Collection[int] | None, cues: Collection[int]
) -> list[Shown]:
    found = []
    for row in rows:
        below: dict[Path, list[Shown]] = {}
        for path, children in row.children.items():
            if inner := _shown(children, selection, cues):
                below[path] = inner
        if selection is None:
            texts = {path: cell.text for path, cell in row.cells.items()}
            was = [(cell.path, cell.text) for cell in row.was]
        else:
            picked = ((p, _picked(cell, selection)) for p, cell in row.cells.items())
            texts = {path: text for path, text in picked if text}
            former = ((cell.path, _picked(cell, selection)) for cell in row.was)
            was = [(path, text) for path, text in former if text]
        if selection is None or texts or below or was:
            told = [p for p in texts if row.cells[p].id in cues] if cues else ()
            found.append(Shown(row, texts, below, was, tuple(told)))
    return found


def _picked(
    cell: Cell, selection: Collection[int], spell: Callable[[str], str] = spell_text
) -> str:
    """What is shown of a cell: all, some of its items, or nothing."""
    if cell.id in selection:
        return cell.text
    if type(cell.value) is list:
        items = [_picked(item, selection, as_json) for item in cell.items]
        said = ",".join(filter(None, items))
        return said and f"[{said}]"
    said = "".join([item.text for item in cell.items if item.id in selection])
    return spell(said) if said and cell.row.table.kind != "text" else said
