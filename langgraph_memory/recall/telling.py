"""What tools said, told anew: all of it where it fits, else what is worth most of it.

The newest tool message tells of the objects of all outputs together; what only a call names
stands with its call; the other tool messages only say where to look. So the view of a graph
and a condensed conversation are made by the same reading, scoring and writing.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Final, NamedTuple

from langchain_core.messages import BaseMessage

from langgraph_memory.cards.context import infer_mode
from langgraph_memory.cards.form.placing import Told
from langgraph_memory.cards.form.spelling import CUT
from langgraph_memory.cards.selection.known import Known
from langgraph_memory.cards.selection.modes import weights_for
from langgraph_memory.cards.selection.scoring import Scorer
from langgraph_memory.cards.selection.selecting import cues_of, select
from langgraph_memory.cards.selection.statistics import Statistics
from langgraph_memory.config import CardConfig, TaskMode
from langgraph_memory.facts.collecting import uncollected
from langgraph_memory.facts.tools import ToolSchema
from langgraph_memory.recall.hearing import last_tool, talk_of, task_of
from langgraph_memory.recall.passages import beginning
from langgraph_memory.recall.shelf import Tools
from langgraph_memory.weights import Weights

FLOOR: Final = 64
"""Tokens that a share is at least, and that the whole form may take in a view."""

ELSEWHERE: Final = "below"
"""Stands in a tool message whose output is told in the newest one."""

NOTHING: Final = "-"
"""Stands in a tool message of whose output nothing is told."""

BETWEEN: Final = "\n\n"
"""Between what answers the newest call alone and what all tools said."""

_MOST_OFF: Final = 1.1


class Chosen(NamedTuple):
    """What is told of all that tools said, and by which scores it was chosen.

    Attributes:
        told: The texts.
        cells: Numbers of the cells that are told; None where all are.
        scorer: Knows what they are worth.
    """

    told: Told
    cells: Collection[int] | None
    scorer: Scorer


def choose_within(  # noqa: PLR0913  the last ones are settings, by keyword
    known: Known,
    visible: Sequence[BaseMessage],
    tools: Tools,
    budget: int | None,
    count: Callable[[str], int],
    *,
    config: CardConfig,
    statistics: Statistics,
    away: Collection[int] = (),
    floor: int = FLOOR,
) -> Chosen:
    """Choose what is told within a budget of what tools said.

    Args:
        known: All that they said.
        visible: The messages that the model is shown beside it, oldest first.
        tools: Those that can be called.
        budget: Most tokens; None: all of it.
        count: Tokens of a text.
        config: The kind of task, where it is given.
        statistics: What other conversations taught.
        away: Numbers of the outputs whose calls are not visible.
        floor: Tokens that all of it may take, where the budget is less.

    Returns:
        The choice.
    """
    scorer = Scorer(
        known,
        talk_of(visible),
        tools.parameters,
        weights=weights_of(config, visible, tools.schemas),
        statistics=statistics,
        last_tool=last_tool(visible),
    )
    acting = tools.parameters.acting
    if budget is None:
        told = known.whole(cues_of(scorer), count, away=away, acting=acting)
        return Chosen(told, None, scorer)
    budget = max(0, budget - count(BETWEEN))
    room = max(budget, floor)
    if known.least <= _MOST_OFF * room:
        told = known.whole(cues_of(scorer), count, away=away, acting=acting)
        if told.tokens <= room:
            return Chosen(told, None, scorer)
    with uncollected(sum(len(output.content) for output in known.form.outputs)):
        selected = select(scorer, budget, count, away=away, acting=acting)
    told = selected.told
    if not told.tokens and budget:  # not even one line has room
        told = _begun(known.whole((), count, away=away, acting=acting), budget, count, told)
    return Chosen(told, selected.cells, scorer)


def _begun(whole: Told, room: int, count: Callable[[str], int], nothing: Told) -> Told:
    """The beginning of what stands with the newest call that has any, else of the rest."""
    newest = max((number for number, text in whole.places.items() if text), default=None)
    text = whole.together if newest is None else whole.places[newest]
    shown = beginning(text, room - count(f" {CUT}"), count).rstrip()
    told = f"{shown} {CUT}"
    if not shown or count(told) > room:
        return nothing
    if newest is None:
        return nothing._replace(together=told, tokens=count(told), silent=frozenset())
    return nothing._replace(
        places={newest: told},
        tokens=count(told),
        cut=frozenset({newest}),
        silent=nothing.silent - {newest},
    )


def placed(
    told: Told, marks: Sequence[str], pointers: Mapping[str, str], *, names: bool = False
) -> dict[str, str]:
    """What stands in each tool message.

    Args:
        told: What is told.
        marks: Of the outputs, in order.
        pointers: What stands in the messages that are there and tell nothing.
        names: Whether pointers name records: then they stand also in messages that tell
            only a part.

    Returns:
        The texts by mark, for the messages that have a pointer.
    """
    texts: dict[str, str] = {}
    newest = next((mark for mark in reversed(marks) if mark in pointers), None)
    for number, mark in enumerate(marks):
        if mark in pointers:
            parts = [told.places.get(number, "")]
            if names and not told.whole and (number in told.cut or not parts[0]):
                parts.append(pointers[mark])
            parts += [told.together] if mark == newest else []
            silent = mark == newest or (number in told.silent and not names)
            otherwise = NOTHING if silent and pointers[mark] else pointers[mark]
            texts[mark] = BETWEEN.join(filter(None, parts)) or otherwise
    return texts


def weights_of(
    config: CardConfig, messages: Sequence[BaseMessage], tools: Sequence[ToolSchema]
) -> Weights:
    """The weights of scores: those of the settings, else those for the kind of task.

    Args:
        config: How cards are made.
        messages: The conversation.
        tools: Those that the agent can call.
    """
    return config.weights or weights_for(config.task_mode or _inferred(messages, tools))


def _inferred(messages: Sequence[BaseMessage], tools: Sequence[ToolSchema]) -> TaskMode:
    mode = infer_mode(task_of(messages), tools)
    # An agent that can act looks things up in order to act on them.
    acts = mode == "gathering" and any(tool.changes for tool in tools)
    return "precise" if acts else mode
