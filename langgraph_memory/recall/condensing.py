"""One conversation made shorter, as a pure call: what tools said, by decision value."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Final

from langchain_core.messages import BaseMessage, ToolMessage

from langgraph_memory.cards.context import infer_mode
from langgraph_memory.cards.form.model import Output
from langgraph_memory.cards.selection.modes import weights_for
from langgraph_memory.cards.selection.scoring import Scorer
from langgraph_memory.cards.selection.selecting import cues_of, select
from langgraph_memory.cards.selection.statistics import NOTHING_LEARNED, Statistics
from langgraph_memory.config import CardConfig, MemoryConfig, TaskMode
from langgraph_memory.errors import ConfigError
from langgraph_memory.facts.messages import as_messages
from langgraph_memory.facts.tools import ToolSchema
from langgraph_memory.recall.hearing import (
    is_told,
    last_tool,
    outputs_of,
    talk_of,
    task_of,
)
from langgraph_memory.recall.shelf import Shelf, Toolbox
from langgraph_memory.recall.shortening import without_oldest
from langgraph_memory.recall.tokens import count_text, count_tokens
from langgraph_memory.weights import Weights

Count = Callable[[Sequence[BaseMessage]], int]

FLOOR: Final = 64
"""Tokens that a share is at least, and that the whole form may take whatever the budget."""

ELSEWHERE: Final = "below"
"""Stands in a tool message whose output is told in the newest one."""

_NOTHING: Final = "-"
_POINTERS: Final = 0.02
_MOST_OFF: Final = 1.1
_SHELF: Final = Shelf()
_TOOLBOX: Final = Toolbox()


def condense(
    messages: Iterable[Any],
    *,
    tools: Iterable[Any] = (),
    max_tool_tokens: float | None = None,
    max_tokens: int | None = None,
    config: MemoryConfig | CardConfig | None = None,
    statistics: Statistics | None = None,
    token_counter: Count | None = None,
) -> list[BaseMessage]:
    """Make a conversation shorter, so that what its next decisions need is still there.

    The newest tool message tells in compact form what all tools said: all of it where it
    fits, else the values that later decisions are most likely to use, each with what the
    conversation calls its object by. Older tool messages only point to it. All else stays
    as it is; only `max_tokens` may take the oldest messages away, calls together with
    their results, but never a system message, the newest message of the user or the newest
    tool results.

    No store and no model is asked, and the messages that are given are not changed. What
    was read of the last few conversations is kept in this process's memory, so that the
    next call reads only what is new.

    Args:
        messages: The conversation, the oldest message first, in any form that graphs take.
        tools: The tools that the agent can call: LangChain tools, functions, or schemas in
            the form of OpenAI or Anthropic. Without them nothing is known of the arguments
            to come, and what is kept is chosen by the conversation alone.
        max_tool_tokens: Most tokens of the contents of all tool messages: an integer, or a
            float from 0 to 1 as a share of their tokens now, which stands for at least 64.
            None: what the whole compact form takes.
        max_tokens: Most tokens of all messages; None: no limit.
        config: Settings of the cards; the weights and the kind of task matter here.
        statistics: What `learn_statistics` learned from other conversations.
        token_counter: Tokens of a list of messages, in place of the own estimate.

    Returns:
        A fresh list; messages that did not change are the same objects. Tool messages keep
        their ids; contents that are not text alone are left as they are, and only
        `max_tokens` counts them.

    Raises:
        ConfigError: A limit is out of its range, or `max_tokens` is too little for what
            has to stay; the message says how much that is.
    """
    conversation = as_messages(messages)
    count = _Counting(token_counter)
    outputs = outputs_of(conversation)
    if not outputs:
        limit = count.messages(conversation) if max_tokens is None else max_tokens
        return without_oldest(conversation, limit, count.messages)
    most = _most(max_tool_tokens, outputs, count)
    bare, budget = _bare(conversation, len(outputs), most, max_tokens, count)
    known = _SHELF.known(outputs)
    schemas = _TOOLBOX.read(tools)
    scorer = Scorer(
        known,
        talk_of(bare),
        schemas.parameters,
        weights=_weights(config, bare, schemas.schemas),
        statistics=statistics or NOTHING_LEARNED,
        last_tool=last_tool(bare),
    )
    text = _told(scorer, budget, count.text)
    _SHELF.put(outputs, known)
    newest = max(i for i, message in enumerate(bare) if is_told(message))
    bare[newest] = _saying(bare[newest], text or _NOTHING)
    return bare


@dataclass(frozen=True)
class _Counting:
    """Tokens of messages and of texts, by one counter."""

    counter: Count | None

    def messages(self, messages: Sequence[BaseMessage]) -> int:
        return (self.counter or count_tokens)(messages)

    def text(self, text: str) -> int:
        """Tokens of a text, without what frames a message."""
        if self.counter is None:
            return count_text(text)
        return self._framed(text) - self._framed("")

    def _framed(self, text: str) -> int:
        return self.messages([ToolMessage(text, tool_call_id="")])


def _most(limit: float | None, outputs: Sequence[Output], count: _Counting) -> int | None:
    """The limit of what stands for tool outputs, in tokens."""
    if limit is None:
        return None
    is_share = not isinstance(limit, int)
    if limit < 0 or (is_share and limit > 1):
        msg = f"max_tool_tokens must be a share from 0 to 1 or an integer, not {limit!r}"
        raise ConfigError(msg)
    if isinstance(limit, int):
        return limit
    return max(FLOOR, int(limit * sum(count.text(one.content) for one in outputs)))


def _bare(
    conversation: Sequence[BaseMessage],
    outputs: int,
    most: int | None,
    max_tokens: int | None,
    count: _Counting,
) -> tuple[list[BaseMessage], int | None]:
    """The conversation without what tools said, and the tokens that are left to tell it."""
    pointer = ELSEWHERE
    if most is not None and (outputs - 1) * count.text(ELSEWHERE) > _POINTERS * most:
        pointer = ""
    bare = [_saying(m, pointer) if is_told(m) else m for m in conversation]
    if max_tokens is not None:
        bare = without_oldest(bare, max_tokens - FLOOR, count.messages)
    told = sum(map(is_told, bare))
    if most is not None:
        most -= (told - 1) * count.text(pointer)
    if max_tokens is not None:
        room = max_tokens - count.messages(bare)
        most = room if most is None else min(room, most)
    return bare, most


def _told(scorer: Scorer, budget: int | None, count: Callable[[str], int]) -> str:
    """All that tools said if it fits, else what is worth most of it."""
    known = scorer.known
    if budget is None:
        return known.whole(cues_of(scorer))
    room = max(budget, FLOOR)
    if known.least <= _MOST_OFF * room:
        text = known.whole(cues_of(scorer))
        if count(text) <= room:
            return text
    return select(scorer, budget, count).text


def _weights(
    config: MemoryConfig | CardConfig | None,
    messages: Sequence[BaseMessage],
    tools: Sequence[ToolSchema],
) -> Weights:
    cards = config.cards if isinstance(config, MemoryConfig) else config or CardConfig()
    mode = cards.task_mode or _inferred(messages, tools)
    return cards.weights or weights_for(mode)


def _inferred(messages: Sequence[BaseMessage], tools: Sequence[ToolSchema]) -> TaskMode:
    mode = infer_mode(task_of(messages), tools)
    # An agent that can act looks things up in order to act on them.
    acts = mode == "gathering" and any(tool.changes for tool in tools)
    return "precise" if acts else mode


def _saying(message: BaseMessage, text: str) -> BaseMessage:
    return message.model_copy(update={"content": text, "artifact": None})
