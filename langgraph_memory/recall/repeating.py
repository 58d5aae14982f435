"""An agent that asks again: what it was not shown the first time, in their compact form.

Somebody who repeats a call that nothing has changed lacks something that the view has cut.
Its rows are shown a page at a time, so that in the end all of them were.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence

from langgraph_memory.cards.form.merging import Form
from langgraph_memory.cards.form.model import Cell, Output, Row
from langgraph_memory.cards.form.placing import tell
from langgraph_memory.recall.passages import parts_of
from langgraph_memory.recall.reminding import Seen


def earlier(outputs: Mapping[str, Output], mark: str, acting: Collection[str]) -> list[str]:
    """Outputs that answered the same call before and said mostly the same.

    Args:
        outputs: By fingerprint, what tools said, the oldest first.
        mark: Fingerprint of one of them.
        acting: Tools whose calls are not repeated in order to read.

    Returns:
        Their fingerprints, the oldest first.
    """
    one = outputs[mark]
    if one.tool in acting:
        return []
    before = list(outputs)[: list(outputs).index(mark)]
    alike = [
        m for m in before if (outputs[m].tool, outputs[m].args) == (one.tool, one.args)
    ]
    return [m for m in alike if _mostly_same(outputs[m].content, one.content)]


def page_of(
    output: Output,
    seen: Seen,
    *,
    after: int,
    room: int,
    count: Callable[[str], int],
) -> tuple[int, ...]:
    """Choose what to show of an output that does not fit.

    Args:
        output: What the tool said.
        seen: What was in view.
        after: Number of the part that the page before ended with, or -1.
        room: Most tokens.
        count: Tokens of a text.

    Returns:
        Numbers of its parts, those that were not in view and come next; empty when all
        were, or none fits.
    """
    form = Form([output])
    units = list(_units(form))
    hidden = [at for at, unit in enumerate(units) if any(map(seen.lacks, _said(unit)))]
    hidden.sort(key=lambda at: (at <= after, at))
    sizes = range(1, len(hidden) + 1)

    def tokens(size: int) -> int:
        return count(_text(form, units, hidden[:size], count))

    fitting = bisect_right(sizes, room, key=tokens)
    return tuple(hidden[:fitting])


def page_text(output: Output, numbers: Sequence[int], count: Callable[[str], int]) -> str:
    """A page in its compact form.

    Args:
        output: What the tool said.
        numbers: Of the parts.
        count: Tokens of a text.
    """
    form = Form([output])
    return _text(form, list(_units(form)), numbers, count)


_Unit = Sequence[Cell]


def _text(
    form: Form, units: Sequence[_Unit], numbers: Sequence[int], count: Callable[[str], int]
) -> str:
    cells = [cell for at in numbers if at < len(units) for cell in units[at]]
    named = [key for cell in cells for key in _keys(cell.row)]
    told = tell(form, count, frozenset(cell.id for cell in (*cells, *named)))
    return told.places.get(0) or told.together


def _units(form: Form) -> Iterator[_Unit]:
    """What is shown or not: rows of a list, else single values or pieces of a text."""
    for row in form.rows:
        if len(row.table.rows) > 1:
            yield [part for cell in row.cells.values() for part in cell.parts()]
        else:
            yield from ([leaf] for leaf in row.leaves())


def _said(unit: _Unit) -> Iterator[str]:
    for cell in unit:
        if not cell.items and cell.value is not None and not isinstance(cell.value, bool):
            yield cell.text


def _keys(row: Row | None) -> Iterator[Cell]:
    """What names an object and those that it is part of."""
    while row is not None:
        if row.table.key is not None and row.table.key in row.cells:
            yield row.cells[row.table.key]
        row = row.parent


def _mostly_same(before: str, now: str) -> bool:
    if before == now:
        return True
    one, other = (Counter(part.text for part in parts_of(text)) for text in (before, now))
    return 2 * (one & other).total() > max(one.total(), other.total())
