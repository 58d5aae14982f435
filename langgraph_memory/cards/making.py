"""Cards from one observation."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from langgraph_memory.cards.card import CardValue, DecisionCard
from langgraph_memory.cards.columns import Column
from langgraph_memory.cards.context import CardContext
from langgraph_memory.cards.describing import (
    again,
    bounds_of,
    object_of,
    summary_of,
    volatile_of,
)
from langgraph_memory.cards.emptying import on_page
from langgraph_memory.cards.expiry import after, until
from langgraph_memory.cards.explaining import column_reasons, note_reasons
from langgraph_memory.cards.fitting import Fitted, fit, left_out_of
from langgraph_memory.cards.joining import inlined
from langgraph_memory.cards.linking import of_one_record
from langgraph_memory.cards.notes import clip, portions, sentences, undoubled
from langgraph_memory.cards.noting import Note, notes_of
from langgraph_memory.cards.prose import failing
from langgraph_memory.cards.rendering import is_card
from langgraph_memory.cards.selection.modes import weights_for
from langgraph_memory.cards.selection.parts import together
from langgraph_memory.cards.slots import ERROR, STATEMENT
from langgraph_memory.cards.source import Source
from langgraph_memory.cards.statements import concludes, read_statement, stated
from langgraph_memory.cards.wishes import read_wishes
from langgraph_memory.cards.worth import ColumnWorth, Fact, Worth, worth_of
from langgraph_memory.config import CardConfig, TaskMode
from langgraph_memory.facts.collecting import uncollected
from langgraph_memory.facts.reading import read
from langgraph_memory.facts.record import Record
from langgraph_memory.facts.tables import Table
from langgraph_memory.weights import Weights

_TRUST = {"user": 1.0, "tool": 0.9, "prose": 0.8, "model": 0.6, "error": 0.5}
_MOST_CARDS, _MOST_STATEMENTS, _MOST_FEEDS, _MOST_BOUNDS = 6, 5, 8, 6
_LONGEST_ERROR = 300
_NO_OUTPUT, _NOTHING, _FAILED = "no output", "nothing found", "failed"


def make_cards(
    record: Record,
    context: CardContext,
    config: CardConfig,
    count: Callable[[str], int],
) -> tuple[DecisionCard, ...]:
    """Make the decision cards of one observation, by rules.

    A single object becomes an entity card, like objects become one table, scalars and prose
    become notes, an error becomes a constraint. The same input gives the same cards.

    Args:
        record: The observation.
        context: The task, the talk and the tools.
        config: Threshold, room and kind of task.
        count: Tokens of a text.

    Returns:
        The cards in the order of the source; none when nothing reaches the threshold. Texts
        that are cards themselves never become cards again.
    """
    if is_card(record.text):
        return ()
    mode = context.mode or config.task_mode or context.task_mode
    maker = _Maker(Source(record), context, config, count, mode)
    if record.kind == "user":
        cards = maker.statements()
    elif record.kind == "model":
        cards = maker.conclusion()
    elif record.error:
        cards = maker.failure()
    else:
        with uncollected(len(record.text)):
            cards = maker.result()
    kept = [card for card in cards if card.value.total >= maker.threshold]
    worth = sorted((card.value.total for card in kept), reverse=True)
    least = worth[_MOST_CARDS - 1] if len(worth) > _MOST_CARDS else 0.0
    return of_one_record([c for c in kept if c.value.total >= least][:_MOST_CARDS])


@dataclass(frozen=True)
class _Maker:
    """The making of one record's cards."""

    source: Source
    context: CardContext
    config: CardConfig
    count: Callable[[str], int]
    mode: TaskMode

    @property
    def record(self) -> Record:
        return self.source.record

    @property
    def acted(self) -> bool:
        """Whether it tells what a tool did or computed."""
        acting = self.record.tool in self.context.parameters.acting
        return acting and not self.record.error

    @property
    def threshold(self) -> float:
        # What was done or computed cannot be looked up again: it is never dropped.
        return 0.0 if self.acted else self.config.threshold

    def statements(self) -> list[DecisionCard]:
        """One card per statement of the user."""
        kept = stated(self.record.text)
        notes = self.notes(self.worth((), kept).sentences)[:_MOST_STATEMENTS]
        return [
            self.card(
                at, STATEMENT + read_statement(note.text).topic, "user", "user", (note,)
            )
            for at, note in enumerate(notes)
        ]

    def conclusion(self) -> list[DecisionCard]:
        """One card for what the model concluded."""
        kept = [text for text in sentences([self.record.text]) if concludes(text)]
        notes = self.notes(self.worth((), kept).sentences)
        slot = f"conclusion:{self.record.key}"
        return [self.card(0, slot, "model", "model", notes)] if notes else []

    def failure(self) -> list[DecisionCard]:
        """One card that says why a call failed."""
        reading = read(self.record.text)
        cells = [c for table in reading.tables for row in table.rows for c in row]
        said = [*reading.prose, *(str(cell) for cell in cells if cell or cell == 0)]
        text = clip(failing(said, _LONGEST_ERROR) or _FAILED, _LONGEST_ERROR)
        slot = ERROR + self.source.call_slot
        [why] = self.worth((), [text]).sentences
        return [self.card(0, slot, self.source.call, "error", (Note(why, bounding=True),))]

    def result(self) -> list[DecisionCard]:
        """One card per table of a tool's result; its prose goes with the first."""
        reading = read(self.record.text)
        scalars = [
            t for t in reading.tables if t.columns == ("value",) and len(t.rows) == 1
        ]
        tables = inlined([t for t in reading.tables if t not in scalars])
        lines = [str(table.rows[0][0]) for table in scalars] + list(reading.prose)
        if not tables and not lines:
            lines = [_NO_OUTPUT]
        worth = self.worth(tables, undoubled(portions(lines)))
        notes = self.notes(worth.sentences)
        top = object_of(tables[0], self.record) if tables else None
        cards: list[DecisionCard] = []
        columns = ([worth.column for worth in worths] for worths in worth.tables)
        ends = list(map(self.end, tables, columns))
        outer = next(iter(ends), None) or self.declared  # of all that lies in the answer
        for at, (table, worths) in enumerate(zip(tables, worth.tables, strict=True)):
            told, end = () if cards else notes, ends[at] or outer
            card = self.table_card(at, table, worths, top, told, end)
            cards += [on_page(card, tables[0])] if card is not None else []
        if not cards and notes:
            slot, call = self.source.matter, self.source.call
            cards = [self.card(0, slot, call, "prose", notes)]
        left = len(worth.sentences) - len(notes)
        return [replace(cards[0], notes_left=left), *cards[1:]] if cards and left else cards

    def table_card(
        self,
        ordinal: int,
        table: Table,
        columns: Sequence[ColumnWorth],
        top: tuple[str, str] | None,
        notes: Sequence[Note],
        expires: str | None,
    ) -> DecisionCard | None:
        """The card of one table, or None when no column is worth keeping."""
        room, args, least = self.config.max_tokens, self.record.args, self.threshold
        changes = self.context.changes(self.record.tool or "")
        fitted = fit(table, columns, args, least, room, self.count, changes=changes)
        if fitted.total and not fitted.worths:
            return None
        if not fitted.total:
            fitted = replace(fitted, value=self.nothing())
        entity, slot = self.source.subject(table, top)
        wishes = read_wishes(self.context.task)
        every = [worth.column for worth in columns]
        bounding = (
            bounds_of(table, every, fitted, wishes, self.record.as_of)
            if fitted.total
            else (_NOTHING,)
        )
        volatile = () if self.acted else volatile_of(fitted)
        card = self.card(ordinal, slot, entity, "tool", notes, fitted)
        return replace(
            card,
            left_out=left_out_of(table, fitted),
            decision_impact=_impact(fitted),
            constraints=tuple(dict.fromkeys((*bounding[:_MOST_BOUNDS], *card.constraints))),
            volatile=volatile,
            expires=expires,
            refresh=self.refresh(volatile, expires),
            reasons=(*column_reasons(self.source, columns, fitted), *card.reasons),
        )

    def end(self, table: Table, columns: Sequence[Column]) -> str | None:
        """Until when a single object is as it is told; rows of a list each have theirs."""
        return until(columns, self.record.as_of) if table.kind == "record" else None

    @property
    def declared(self) -> str | None:
        """Until when the result holds by what its tool declares; failures are none."""
        seconds = self.context.lifetimes.get(self.record.tool or "")
        if seconds is None or self.record.error:
            return None
        return after(self.record.as_of, seconds)

    def refresh(self, volatile: Sequence[str], expires: str | None) -> str | None:
        """What to do before relying on what may have changed; nothing undoes an act."""
        tool = self.record.tool
        return None if tool is None or self.acted else again(tool, volatile, expires)

    def nothing(self) -> CardValue:
        """What it is worth that there is nothing: it excludes options, as failures do."""
        none = replace(self.record, error=True)
        [why] = worth_of(none, (), [_NOTHING], self.context, self.weights).sentences
        return together([why.value])

    def card(
        self,
        ordinal: int,
        slot: str,
        entity: str,
        trust: str,
        notes: Sequence[Note],
        fitted: Fitted | None = None,
    ) -> DecisionCard:
        """A card of this record, valued by what it keeps."""
        record = self.record
        texts = tuple(note.text for note in notes)
        call = f"{self.source.call} failed" if record.error else self.source.call
        values = [note.fact.value for note in notes]
        values += [fitted.value] if fitted else []
        return DecisionCard(
            key=self.source.card_key(ordinal),
            record_id=record.key,
            summary=summary_of(call, texts, fitted),
            source=self.source.name,
            thread_id=record.thread_id,
            message_id=record.message_id,
            tool_call_id=record.tool_call_id,
            entity=entity,
            slot=slot,
            args=self.source.args(ordinal),
            table=fitted.table if fitted else None,
            rows_total=fitted.total if fitted else 0,
            row_values=fitted.row_values if fitted else (),
            row_places=fitted.row_places if fitted else (),
            constants=fitted.constants if fitted else {},
            notes=texts,
            constraints=tuple(note.text for note in notes if note.bounding),
            expires=self.declared,
            refresh=self.refresh((), self.declared),
            value=together(values),
            confidence=_TRUST[trust],
            task_mode=self.mode,
            as_of=record.as_of,
            reasons=tuple(note_reasons(self.source, notes)),
        )

    @property
    def weights(self) -> Weights:
        return self.config.weights or weights_for(self.mode)

    def worth(self, tables: Sequence[Table], lines: Sequence[str]) -> Worth:
        return worth_of(self.record, tables, lines, self.context, self.weights)

    def notes(self, facts: Sequence[Fact]) -> tuple[Note, ...]:
        # Of what people state and tools do nothing would be known again.
        lasts = self.acted or self.record.kind != "tool"
        threshold = 0.0 if lasts else self.threshold
        return notes_of(facts, threshold, self.config.max_tokens, self.count)


def _impact(fitted: Fitted) -> tuple[str, ...]:
    ranked = sorted(
        (place, target)
        for worth in fitted.worths
        for place, target in enumerate(worth.feeds)
    )
    return tuple(dict.fromkeys(target for _, target in ranked))[:_MOST_FEEDS]
