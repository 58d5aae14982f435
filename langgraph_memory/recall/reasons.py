"""Why something is kept, or is not: of a card, or of a conversation made shorter."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any, Final

from langgraph_memory.cards.card import DecisionCard
from langgraph_memory.cards.form.model import Cell, Row
from langgraph_memory.cards.reason import Reason, reasoned
from langgraph_memory.cards.selection.by_column import names_of
from langgraph_memory.cards.selection.known import key_cell
from langgraph_memory.cards.selection.statistics import Statistics
from langgraph_memory.cards.selection.talk import normal
from langgraph_memory.config import CardConfig, MemoryConfig
from langgraph_memory.errors import ConfigError
from langgraph_memory.facts.messages import as_messages
from langgraph_memory.recall.condensing import Limits, chosen_of, seen_of
from langgraph_memory.recall.counting import Count, Counting
from langgraph_memory.recall.hearing import is_told
from langgraph_memory.recall.telling import Chosen

SAID: Final = "the conversation says it already"
TWICE: Final = "something that was kept says the same"
FULL: Final = "others are worth more for their tokens, and the room is used up"
NOTHING: Final = "it says nothing"


def why(
    of: DecisionCard | Iterable[Any],
    about: str | float | None = None,
    *,
    tools: Iterable[Any] = (),
    max_tool_tokens: float | None = None,
    max_tokens: int | None = None,
    config: MemoryConfig | CardConfig | None = None,
    statistics: Statistics | None = None,
    token_counter: Count | None = None,
) -> list[Reason]:
    """Tell why what tools said is kept, or is not.

    Each fact has one score, the chance that a later decision uses it, and a reason names
    the terms that it is the sum of; their weights are `Weights`.

    Args:
        of: A conversation, as `condense` takes it; or a card, which holds the reasons of
            the time when it was made: one for each field of its source, and each note.
        about: What to tell of: a value, the name of a field, of an object around fields or
            of a tool, or words of a text; None: of everything.
        tools: Of a conversation, this and all below as for `condense`: the reasons are
            those of the same call of it.
        max_tool_tokens: See there.
        max_tokens: See there.
        config: See there.
        statistics: See there.
        token_counter: See there.

    Returns:
        The reasons, in the order of what they tell of; none when nothing was said about
        it.

    Raises:
        ConfigError: As `condense` does; or `about` is something else.
    """
    asked = _asked(about)
    if isinstance(of, DecisionCard):
        return [reason for reason in of.reasons if asked(reason)]
    limits = Limits(max_tool_tokens, max_tokens, Counting(token_counter))
    seen = seen_of(as_messages(of), limits)
    if not any(map(is_told, seen.messages)):
        return []
    with chosen_of(seen, limits, tools, config, statistics) as (_, chosen):
        return list(filter(asked, _reasons(chosen)))


def _asked(about: Any) -> Callable[[Reason], bool]:
    if about is None:
        return bool
    if not isinstance(about, str | int | float):
        msg = f"about must be a value, a name or words, such as 'B107', not {about!r}"
        raise ConfigError(msg)
    wanted = _spoken(about)

    def is_asked(reason: Reason) -> bool:
        said = _spoken(reason.value)
        within = not reason.field and f" {wanted} " in f" {said} "
        named = about == reason.tool or f".{about}." in f".{reason.field}."
        return named or (bool(wanted) and (said == wanted or within))

    return is_asked


def _spoken(value: Any) -> str:
    """A value in the form in which they are compared here, booleans among them."""
    return str(value).casefold() if isinstance(value, bool) else normal(value)


def _reasons(chosen: Chosen) -> Iterator[Reason]:
    known, scorer = chosen.scorer.known, chosen.scorer
    cells = chosen.cells
    kept = {known.normals[number] for number in cells or ()}
    for row in known.form.rows:
        for cell in row.leaves():
            is_kept = cells is None or cell.id in cells
            yield Reason(
                tool=row.table.tool,
                field=".".join(names_of(row.table, cell.path)),
                value=cell.value,
                object=_object(cell),
                terms=reasoned(scorer.terms(cell), scorer.learned(cell)),
                score=min(1.0, scorer.score(cell)),
                kept=is_kept,
                because="" if is_kept else _because(cell, chosen, kept),
            )


def _because(cell: Cell, chosen: Chosen, kept: set[str]) -> str:
    """Why a cell was not kept."""
    value = chosen.scorer.known.normals[cell.id]
    if chosen.scorer.covers(cell):
        return SAID
    if cell.value is None:
        return NOTHING
    return TWICE if value and value in kept else FULL


def _object(cell: Cell) -> str:
    """What names the object of a cell, or the one around it."""
    row: Row | None = cell.row
    while row is not None:
        key = key_cell(row)
        if key is not None and key is not cell:
            return str(key.value)
        row = row.parent
    return ""
