"""Where the parts of a form are told: with the call they answer, or all together.

Texts stay with their call, and so does what a tool did or computed. Objects and values are
told together, whatever calls told of them.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import NamedTuple

from langgraph_memory.cards.form.merging import Form
from langgraph_memory.cards.form.model import Row, Table
from langgraph_memory.cards.form.showing import Shown, shown
from langgraph_memory.cards.form.writing import write_rows


class Told(NamedTuple):
    """A form as text.

    Attributes:
        together: The objects of all outputs; empty where there are none.
        places: By number of the output, what stands with its call.
        tokens: Of all this.
        whole: Whether nothing is left out.
        cut: Numbers of the outputs of which not all stands with their call.
        silent: Numbers of the outputs of which nothing is told.
    """

    together: str
    places: dict[int, str]
    tokens: int
    whole: bool
    cut: frozenset[int] = frozenset()
    silent: frozenset[int] = frozenset()


def tell(
    form: Form,
    count: Callable[[str], int],
    selection: Collection[int] | None = None,
    cues: Collection[int] = (),
    *,
    away: Collection[int] = (),
    again: bool = False,
    acting: Collection[str] = (),
) -> Told:
    """Write what tools said, each part where it belongs.

    Args:
        form: The tables.
        count: Tokens of a text.
        selection: Numbers of the cells to write; None writes everything.
        cues: Numbers of the cells by which the conversation calls their objects.
        away: Numbers of the outputs whose calls are not there; what they said is told
            together.
        again: As for `write`.
        acting: Tools that do or compute something, what they say of which stays with its
            call.

    Returns:
        The texts. An output that is told whole stands as it was where that is no longer.
    """
    together: list[tuple[Table, list[Shown]]] = []
    places: dict[int, str] = {}
    cut: set[int] = set()
    tokens = 0
    silent = set(range(len(form.outputs)))
    for table, rows in shown(form, selection, cues):
        for row in rows:
            if table.kind != "text" or any(row.texts.values()):
                silent.discard(row.row.source)
                silent.difference_update(row.row.earlier)
        if table.kind == "text" or (table.by_call and table.tool in acting):
            for row in rows:
                if row.row.source not in away:
                    whole = selection is None or _whole(row.row, selection)
                    text, cost = _in_place(form, row, count, whole=whole)
                    places[row.row.source] = text
                    cut |= set() if whole else {row.row.source}
                    tokens += cost
            rows = [row for row in rows if row.row.source in away]  # noqa: PLW2901
        if rows:
            together.append((table, rows))
    text = write_rows(together, again=again)
    tokens += count(text) if text else 0
    return Told(text, places, tokens, selection is None, frozenset(cut), frozenset(silent))


def _in_place(
    form: Form, row: Shown, count: Callable[[str], int], *, whole: bool
) -> tuple[str, int]:
    amended = row.row.amended
    said = row.texts.get((), "") if amended else form.outputs[row.row.source].content
    if row.row.table.kind in ("text", "value"):
        text = said if whole else row.texts.get((), "")
        return text, count(text)
    text = write_rows([(row.row.table, [row])])
    cost = count(text)
    if whole and not amended and (verbatim := count(said)) <= cost:
        return said, verbatim
    return text, cost


def _whole(row: Row, selection: Collection[int]) -> bool:
    return all(
        cell.id in selection or all(item.id in selection for item in cell.items or (cell,))
        for cell in row.cells.values()
    ) and all(_whole(child, selection) for rows in row.children.values() for child in rows)
