"""Cards as the text a model reads in place of the raw output, and back."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

from langgraph_memory.cards.card import SHORT_KEY, DecisionCard
from langgraph_memory.cards.quoting import quote, read, take, take_json, write
from langgraph_memory.errors import LangGraphMemoryError
from langgraph_memory.facts.tables import MISSING, Cell, Row

_COLUMN, _PART, _ITEM = " | ", " · ", ", "
_ALL, _NOTE = "all: ", "note: "
_OPENING = re.compile(r"\[card ([0-9a-f]+)\] ")
_ROWS = re.compile(r"(\d+) of (\d+) rows?", re.ASCII)
_AS_OF, _REPLACED = "as of ", "replaced by "
_DATE = 10


@dataclass(frozen=True, kw_only=True)
class ParsedCard:
    """What the text of a card says.

    Attributes:
        key: The first digits of the card's key.
        name: The tool that was called, or `user` or `model`.
        args: Arguments of the call.
        path: Where in the tool's output the table was; empty at the top.
        kind: `record` for a single object, `list` for a table, `note` for prose only.
        columns: Names of the columns shown.
        rows: The rows shown; one row for a record.
        rows_total: Rows the source had.
        constants: Columns equal in all rows.
        notes: Lines of prose.
        as_of: Day of observation, ISO 8601; to the minute or second, in UTC, where it was
            shown beside others of that day.
        replaced_by: First digits of the key of the newer card, or None.
    """

    key: str
    name: str
    args: dict[str, Any]
    path: str
    kind: Literal["record", "list", "note"]
    columns: tuple[str, ...]
    rows: tuple[Row, ...]
    rows_total: int
    constants: dict[str, Cell]
    notes: tuple[str, ...]
    as_of: str
    replaced_by: str | None

    @property
    def objects(self) -> list[dict[str, Cell]]:
        """The rows as mappings, constants included and absent cells left out."""
        return [
            self.constants
            | {
                column: cell
                for column, cell in zip(self.columns, row, strict=True)
                if cell is not MISSING
            }
            for row in self.rows
        ]


def rows_of(card: DecisionCard) -> int:
    """How many rows a card can show; a card of notes alone counts as one."""
    return len(card.table.rows) if card.table is not None else 1


def render(card: DecisionCard, rows: int | None = None, when: str | None = None) -> str:
    """The card as text.

    Args:
        card: The card.
        rows: Most rows shown, the best ones, in the order of their source; None shows all
            that were kept.
        when: The time of observation as it is told; None: its day.

    Returns:
        A head line, the columns and rows, then constants and notes, one line each.
    """
    lines: list[str] = []
    parts = [_call(card)]
    if (table := card.table) is not None:
        shown = card.best_rows(rows)
        if table.kind == "list":
            noun = "row" if card.rows_total == 1 else "rows"
            parts.append(f"{len(shown)} of {card.rows_total} {noun}")
            lines += [_row(row) for row in ((table.columns, *shown) if shown else ())]
        else:
            for row in shown:
                lines += map(_line, table.columns, row)
    if left := len(card.fields_left):
        parts.append(f"+{left} field{'s' * (left > 1)}")
    if (left := card.notes_left) and not card.told:
        parts.append(f"+{left} sentence{'s' * (left > 1)}")
    parts.append(_AS_OF + (when or card.as_of[:_DATE]))
    if card.superseded_by is not None:
        parts.append(_REPLACED + card.superseded_by[:SHORT_KEY])
    if card.constants:
        lines.append(_ALL + _pairs(card.constants))
    notes = card.told or card.notes
    lines += [_NOTE + (note if _plain(note) else quote(note)) for note in notes]
    return "\n".join([f"[card {card.key[:SHORT_KEY]}] {_PART.join(parts)}", *lines])


def call_text(tool: str, args: Mapping[str, Any]) -> str:
    """A call in the words of a card's head: `search_hotels(city=Rome)`."""
    pairs = _ITEM.join(f"{write(k, '=', ')')}={_value(v)}" for k, v in args.items())
    return f"{write(tool, '(', _PART)}({pairs})"


def is_card(text: str) -> bool:
    """Whether a text begins with a card."""
    return _OPENING.match(text.lstrip()) is not None


def parse(text: str) -> ParsedCard:
    """Read the text of a card, the inverse of `render`.

    Args:
        text: What `render` gave.

    Returns:
        Its parts, scalars typed as they were.

    Raises:
        LangGraphMemoryError: When the text is not that of a card.
    """
    head, *lines = text.split("\n")
    opening = _OPENING.match(head)
    if opening is None:
        msg = f"not the text of a card: {head[:80]!r}"
        raise LangGraphMemoryError(msg)
    name, args, path, at = _read_call(head, opening.end())
    tail = head[at:].split(_PART) if at < len(head) else []
    counted = next((m for part in tail if (m := _ROWS.fullmatch(part))), None)
    notes = [_read_note(line) for line in lines if line.startswith(_NOTE)]
    constants = [line for line in lines if line.startswith(_ALL)]
    body = [line for line in lines if not line.startswith((_NOTE, _ALL))]
    columns, rows = _read_rows(body) if counted else _read_record(body)
    return ParsedCard(
        key=opening[1],
        name=name,
        args=args,
        path=path,
        kind="list" if counted else "record" if rows else "note",
        columns=columns,
        rows=rows,
        rows_total=int(counted[2]) if counted else len(rows),
        constants=_read_pairs(constants[0].removeprefix(_ALL)) if constants else {},
        notes=tuple(notes),
        as_of=_tail(tail, _AS_OF) or "",
        replaced_by=_tail(tail, _REPLACED),
    )


def parse_all(text: str) -> tuple[ParsedCard, ...]:
    """Read every card of a text that may hold several, and other lines beside them.

    Args:
        text: Cards, each beginning on a line of its own and ending before a blank line, the
            next card, or the end of the text.

    Returns:
        The cards in order; empty when there is none.

    Raises:
        LangGraphMemoryError: When a card's text is damaged.
    """
    starts = [m.start() for m in re.finditer(rf"^{_OPENING.pattern}", text, re.MULTILINE)]
    ends = [at - 1 for at in starts[1:]] + [len(text)]
    pieces = (text[a:b] for a, b in zip(starts, ends, strict=False))
    return tuple(parse(piece.split("\n\n", 1)[0]) for piece in pieces)


def _call(card: DecisionCard) -> str:
    if card.tool is None:
        return card.source
    path = "" if card.table is None else card.table.name
    call = call_text(card.tool, card.args)
    return f"{call}.{write(path, _PART)}" if path else call


def _value(value: Any) -> str:
    if isinstance(value, dict | list):
        return json.dumps(value, ensure_ascii=False)
    return write(value, _ITEM, ")")


def _row(row: Row) -> str:
    return _COLUMN.join(write(cell, _COLUMN) for cell in row)


def _line(column: str, cell: Cell) -> str:
    name = quote(column) if f"{column}: " in (_ALL, _NOTE) else write(column, ": ")
    return f"{name}: {write(cell)}"


def _pairs(constants: Mapping[str, Cell]) -> str:
    return _ITEM.join(f"{write(k, '=')}={write(v, _ITEM)}" for k, v in constants.items())


def _plain(note: str) -> bool:
    return bool(note) and note == note.strip() and note[0] != '"' and "\n" not in note


def _read_note(line: str) -> str:
    text = line.removeprefix(_NOTE)
    return str(take_json(text, 0)[0]) if text.startswith('"') else text


def _read_call(head: str, at: int) -> tuple[str, dict[str, Any], str, int]:
    written, mark, at = take(head, at, ("(", _PART))
    name = str(read(written))
    args: dict[str, Any] = {}
    if mark != "(":
        return name, args, "", at
    while mark != ")":
        if head.startswith(")", at):
            at += 1
            break
        key, _, at = take(head, at, ("=",))
        value, mark, at = take(head, at, (_ITEM, ")"))
        args[str(read(key))] = (
            take_json(value, 0)[0] if value[:1] in ("{", "[") else read(value)
        )
        if not mark:
            msg = f"the call is not closed in {head[:80]!r}"
            raise LangGraphMemoryError(msg)
    if not head.startswith(".", at):
        return name, args, "", at + len(_PART)
    path, _, at = take(head, at + 1, (_PART,))
    return name, args, str(read(path)), at


def _read_cells(line: str) -> Row:
    cells: list[Cell] = []
    at, mark = 0, _COLUMN
    while mark:
        written, mark, at = take(line, at, (_COLUMN,))
        cells.append(read(written))
    return tuple(cells)


def _read_rows(lines: list[str]) -> tuple[tuple[str, ...], tuple[Row, ...]]:
    if not lines:
        return (), ()
    header, *rest = (_read_cells(line) for line in lines)
    for line, row in zip(lines[1:], rest, strict=True):
        if len(row) != len(header):
            msg = f"{len(row)} cells under {len(header)} columns in {line[:80]!r}"
            raise LangGraphMemoryError(msg)
    return tuple(str(cell) for cell in header), tuple(rest)


def _read_record(lines: list[str]) -> tuple[tuple[str, ...], tuple[Row, ...]]:
    columns: list[str] = []
    cells: list[Cell] = []
    for line in lines:
        name, _, at = take(line, 0, (": ",))
        columns.append(str(read(name)))
        cells.append(read(line[at:]))
    return tuple(columns), (tuple(cells),) if columns else ()


def _read_pairs(text: str) -> dict[str, Cell]:
    pairs: dict[str, Cell] = {}
    at = 0
    while at < len(text):
        key, _, at = take(text, at, ("=",))
        value, _, at = take(text, at, (_ITEM,))
        pairs[str(read(key))] = read(value)
    return pairs


def _tail(parts: list[str], mark: str) -> str | None:
    return next((p.removeprefix(mark) for p in parts if p.startswith(mark)), None)
