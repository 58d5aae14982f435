"""The decision card: the facts of one object, list or conclusion that decisions need."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from copy import deepcopy
from dataclasses import dataclass, field, fields, replace
from typing import Any, Literal

from langgraph_memory.cards.reason import Reason
from langgraph_memory.config import TaskMode
from langgraph_memory.facts.tables import MISSING, Cell, Row, Table

SHORT_KEY = 8
"""Hex digits by which a card or record is named in text."""

_MADE_ANEW = frozenset({"table", "value", "reasons", "links"})  # of data, part by part


@dataclass(frozen=True, kw_only=True)
class CardValue:
    """How much later decisions would change without the card; each part is 0–1.

    The parts are told by the named terms of scores, see `selection/parts.py`.

    Attributes:
        necessity: The chance that a decision uses something of it, by what makes its facts
            arguments to come, or what the user speaks of.
        constraint: How much that changes because its facts exclude, bound or compare
            options.
        change: How much it changes because they tell of what was done, computed or
            concluded.
        total: The chance that a later decision uses something of it.
    """

    necessity: float
    constraint: float
    change: float
    total: float


LinkKind = Literal["record", "entity", "fed_by", "fed", "led_to"]


@dataclass(frozen=True)
class CardLink:
    """What a card belongs together with, and how.

    Attributes:
        kind: `record`: a card of the same record; `entity`: one about the same object, or
            about a list with a row of it; `fed_by`: one whose values the call was given
            that this card is the result of; `fed`: a call that was given values of this
            card; `led_to`: a card of what such a call gave.
        key: The card's key; for `fed` the id of the call.
    """

    kind: LinkKind
    key: str


@dataclass(frozen=True, kw_only=True)
class DecisionCard:
    """What is kept of one observation.

    Attributes:
        key: 32 hex digits: of the record's key and the card's ordinal in it.
        record_id: Key of the record it was made from.
        summary: One line that says what the card holds.
        source: `tool:NAME`, `user` or `model`.
        thread_id: The thread it comes from.
        message_id: The message it comes from, if that has an id.
        tool_call_id: The call it answers, or None.
        entity: What it is about, as a person would call it.
        slot: What it is about, for comparing: a newer card of one slot replaces the older.
        args: Arguments of the call.
        table: The kept cells, best rows first, or None when there are only notes.
        rows_total: Rows the source had.
        constants: Columns that are equal in all rows of the source.
        left_out: Cells of a single object that the source had and the card does not show,
            long ones aside; they are newer than what older cards show.
        notes: Lines of prose that were kept.
        notes_left: How many others the source has.
        told: What stands in place of the notes once the memory's model has summarised the
            text and rules have checked it; empty until then.
        decision_impact: What it can feed, as `tool(parameter)`; and open steps of the plan
            that it bears on, as `step: Book a hotel`.
        constraints: What excludes or bounds options, in words.
        value: The decision value.
        row_values: One value per kept row, 0–1, never rising.
        row_places: By kept row, its place among the rows of the source; empty where they
            stand in the source's order.
        confidence: Trust in the source, 0–1.
        task_mode: The kind of task it was valued for.
        as_of: When it was observed, ISO 8601 in UTC.
        expires: When it stops being true, ISO 8601, or None when the source does not say.
        refresh: What to do before relying on volatile values, or None.
        volatile: Columns whose values may change on their own.
        corrected: By column, the wrong value where the user put it right.
        supersedes: Keys of the cards it replaced.
        superseded_by: Key of the card that replaced it, or None while it is valid.
        links: What it belongs together with, at most eight of each kind. What came after
            the card, `fed` and `led_to`, is not stored with it but told by `Memory.cards`.
        credit: How many calls it fed; told by `Memory.cards`, too.
        reasons: Why its facts were kept, and fields of their source were not.
        revision: Counts the changes of the card itself, from 0.
    """

    key: str
    record_id: str
    summary: str
    source: str
    thread_id: str
    message_id: str | None = None
    tool_call_id: str | None = None
    entity: str
    slot: str
    args: dict[str, Any] = field(default_factory=dict)
    table: Table | None = None
    rows_total: int = 0
    constants: dict[str, Cell] = field(default_factory=dict)
    left_out: dict[str, Cell] = field(default_factory=dict)
    notes: tuple[str, ...] = ()
    notes_left: int = 0
    told: tuple[str, ...] = ()
    decision_impact: tuple[str, ...] = ()
    constraints: tuple[str, ...] = ()
    value: CardValue
    row_values: tuple[float, ...] = ()
    row_places: tuple[int, ...] = ()
    confidence: float
    task_mode: TaskMode
    as_of: str
    expires: str | None = None
    refresh: str | None = None
    volatile: tuple[str, ...] = ()
    corrected: dict[str, Cell] = field(default_factory=dict)
    supersedes: tuple[str, ...] = ()
    superseded_by: str | None = None
    links: tuple[CardLink, ...] = ()
    credit: int = 0
    reasons: tuple[Reason, ...] = ()
    revision: int = 0

    @property
    def tool(self) -> str | None:
        """Name of the tool it comes from, or None."""
        return (
            self.source.removeprefix("tool:") if self.source.startswith("tool:") else None
        )

    @property
    def attributes(self) -> dict[str, tuple[Cell, ...]]:
        """By name, what it says of its object, or of each of its rows, the best first."""
        table = self.table
        rows = () if table is None else zip(*table.rows, strict=True)
        told = dict(zip(() if table is None else table.columns, rows, strict=False))
        return told | {name: (cell,) for name, cell in self.constants.items()}

    def best_rows(self, most: int | None = None) -> tuple[Row, ...]:
        """The best rows, in the order in which the source had them.

        Args:
            most: How many; None: all that are kept.
        """
        rows = () if self.table is None else self.table.rows[:most]
        if len(self.row_places) < len(rows):
            return rows
        order = sorted(range(len(rows)), key=self.row_places.__getitem__)
        return tuple(rows[at] for at in order)

    @property
    def fields_left(self) -> tuple[str, ...]:
        """Fields of its source that neither it nor its call tells, the likeliest first."""
        shown = {*self.attributes, *self.args}
        left = [r for r in self.reasons if r.field and not r.kept and r.field not in shown]
        return tuple(r.field for r in sorted(left, key=lambda reason: -reason.score))

    @property
    def by_rules(self) -> DecisionCard:
        """The card without what a model told of it."""
        return replace(self, told=()) if self.told else self

    @property
    def text(self) -> str:
        """The words by which the card is found again."""
        table = self.table
        cells = () if table is None else (cell for row in table.rows for cell in row)
        parts = [
            self.summary,
            self.entity,
            *(f"{name} {value}" for name, value in self.args.items()),
            *(() if table is None else table.columns),
            *(str(cell) for cell in cells if cell is not MISSING and cell is not None),
            *(f"{name} {value}" for name, value in self.constants.items()),
            *self.told,
            *self.notes,
            *self.constraints,
        ]
        return "\n".join(dict.fromkeys(part for part in parts if part))

    def to_dict(self) -> dict[str, Any]:
        """The card as plain JSON data; an absent cell is an empty mapping."""
        data: dict[str, Any] = {
            f.name: deepcopy(getattr(self, f.name))
            for f in fields(self)
            if f.name not in ("links", "reasons")
        }
        data["table"] = None if self.table is None else _table_to(self.table)
        data["links"] = [{"kind": link.kind, "key": link.key} for link in self.links]
        data["reasons"] = [reason.to_dict() for reason in self.reasons]
        data["value"] = {f.name: getattr(self.value, f.name) for f in fields(self.value)}
        return {
            name: list(value) if isinstance(value, tuple) else value
            for name, value in data.items()
        }

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> DecisionCard:
        """The inverse of `to_dict`; keys it does not know are left aside.

        Args:
            data: What `to_dict` gave, possibly with keys of others beside.

        Returns:
            An equal card.

        Raises:
            KeyError: When a required part is missing.
        """
        parts: dict[str, Any] = {
            name: _own(data[name]) for name in _TAKEN_OVER if name in data
        }
        parts["table"] = _table_from(data["table"]) if data.get("table") else None
        parts["value"] = CardValue(
            **{f.name: data["value"][f.name] for f in fields(CardValue)}
        )
        parts["links"] = tuple(
            CardLink(link["kind"], link["key"]) for link in data.get("links", ())
        )
        parts["reasons"] = tuple(map(Reason.from_dict, data.get("reasons", ())))
        return cls(**parts)

    def changed(self, **changes: Any) -> DecisionCard:
        """The card with some parts changed and its revision raised."""
        return replace(self, revision=self.revision + 1, **changes)


_TAKEN_OVER = tuple(f.name for f in fields(DecisionCard) if f.name not in _MADE_ANEW)


def _own(value: Any) -> Any:
    """Plain data as a card has it, sharing nothing that can change."""
    if not isinstance(value, (list, dict)):
        return value
    own = deepcopy(value) if value else type(value)()
    return tuple(own) if isinstance(own, list) else own


def _table_to(table: Table) -> dict[str, Any]:
    rows: list[list[Any]] = [
        [{} if cell is MISSING else cell for cell in row] for row in table.rows
    ]
    return {
        "name": table.name,
        "columns": list(table.columns),
        "rows": rows,
        "key": table.key,
        "kind": table.kind,
    }


def _table_from(data: Mapping[str, Any]) -> Table:
    rows: tuple[Row, ...] = tuple(_row_from(row) for row in data["rows"])
    return Table(
        name=data["name"],
        columns=tuple(data["columns"]),
        rows=rows,
        key=data["key"],
        kind=data["kind"],
    )


def _row_from(cells: Iterable[Any]) -> Row:
    return tuple(MISSING if isinstance(cell, Mapping) else cell for cell in cells)
