"""What of a form is shown: all of it, or the rows that hold some chosen cells."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass

from langgraph_memory.cards.form.merging import Form
from langgraph_memory.cards.form.model import Cell, Path, Row, Table
from langgraph_memory.cards.form.spelling import CUT, around, as_json, spell_text


@dataclass(slots=True, eq=False)
class Shown:
    """A row as far as it is shown.

    Attributes:
        row: The row.
        texts: Its values, as they are spelled, by path.
        below: Its children that are shown, by path.
        was: Its former values, the newest first.
        cues: Paths of what the conversation calls the object by, which stays in its row.
        left: Paths of what it has and is not shown.
    """

    row: Row
    texts: dict[Path, str]
    below: dict[Path, list[Shown]]
    was: list[tuple[Path, str]]
    cues: tuple[Path, ...] = ()
    left: Sequence[Path] = ()

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
    form: Form, selection: Collection[int] | None, cues: Collection[int] = ()
) -> Iterator[tuple[Table, list[Shown]]]:
    """The tables that are no children, each with its rows that are to be shown.

    Args:
        form: The tables.
        selection: Numbers of the cells to show; None shows all.
        cues: Numbers of the cells by which the conversation calls their objects.

    Yields:
        Tables, and the rows that have something to show, themselves or below them;
        nothing of tables that have none.
    """
    if selection is None:
        found = (
            (t, [_whole(r, cues) for r in t.rows if not r.dropped]) for t in form.tables
        )
    else:
        alive = _alive(form, selection)
        found = ((t, _chosen(t.rows, selection, cues, alive)) for t in form.tables)
    return ((table, rows) for table, rows in found if rows)


def _alive(form: Form, selection: Collection[int]) -> set[Row]:
    """The rows that have a chosen cell, and those around them."""
    alive: set[Row] = set()
    for row in {form.cells[number].row for number in selection}:
        here: Row | None = row
        while here is not None and here not in alive:
            alive.add(here)
            here = here.parent
    return alive


def _whole(row: Row, cues: Collection[int]) -> Shown:
    return Shown(
        row,
        {path: cell.text for path, cell in row.cells.items()},
        {
            path: [_whole(child, cues) for child in children]
            for path, children in row.children.items()
            if children
        },
        [(cell.path, cell.text) for cell in row.was],
        tuple([path for path, cell in row.cells.items() if cell.id in cues]),
    )


def _chosen(
    rows: Iterable[Row],
    selection: Collection[int],
    cues: Collection[int],
    alive: Collection[Row],
) -> list[Shown]:
    found = []
    for row in rows:
        if row not in alive or row.dropped:
            continue
        below: dict[Path, list[Shown]] = {}
        left: list[Path] = []
        for path, children in row.children.items():
            if inner := _chosen(children, selection, cues, alive):
                below[path] = inner
            elif any(not child.gone for child in children):
                left.append(path)
        texts: dict[Path, str] = {}
        told: list[Path] = []
        for path, cell in row.cells.items():
            if cell.id in selection:
                texts[path] = cell.text
            elif cell.items and (text := _picked(cell, selection)):
                texts[path] = text
            else:
                left.append(path)
                continue
            if cell.id in cues:
                told.append(path)
        was = [(c.path, text) for c in row.was if (text := _picked(c, selection))]
        found.append(Shown(row, texts, below, was, tuple(told), left))
    return found


def _picked(
    cell: Cell, selection: Collection[int], spell: Callable[[str], str] = spell_text
) -> str:
    """What is shown of a cell: all, some of its items, or nothing."""
    if cell.id in selection:
        return cell.text
    if type(cell.value) is list:
        items = [_picked(item, selection, as_json) for item in cell.items]
        some = [item for item in items if item]
        text = around(cell.value, ",".join(some)) if some else ""
        return text + CUT if some and len(some) < len(items) else text
    said = _pieces(cell, selection)
    return spell(said) if said and cell.row.table.kind != "text" else said


def _pieces(cell: Cell, selection: Collection[int]) -> str:
    """The chosen pieces of a text, with a mark where others are left out."""
    said = ""
    whole = True
    for item in cell.items:
        if item.id in selection:
            said += item.text if whole else f"{CUT} {item.text}"
            whole = True
        elif whole:
            whole = False
    return said if whole or not said else f"{said.rstrip()} {CUT}"
