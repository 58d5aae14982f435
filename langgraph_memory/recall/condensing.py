"""One conversation made shorter, as a pure call: what tools said, by decision value."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import Any, Final

from langchain_core.messages import BaseMessage, ToolMessage

from langgraph_memory.cards.form.model import Correction, Output
from langgraph_memory.cards.selection.statistics import Statistics
from langgraph_memory.config import CardConfig, MemoryConfig
from langgraph_memory.facts.messages import as_messages
from langgraph_memory.recall.arguments import (
    card_config,
    check_limit,
    check_share,
    statistics_of,
)
from langgraph_memory.recall.counting import Count, Counting
from langgraph_memory.recall.hearing import heard_of, is_told, outputs_of
from langgraph_memory.recall.picturing import Pictured, pictured
from langgraph_memory.recall.shelf import Shelf, Toolbox
from langgraph_memory.recall.shortening import without_oldest
from langgraph_memory.recall.telling import (
    ELSEWHERE,
    FLOOR,
    Chosen,
    choose_within,
    placed,
)

_POINTERS: Final = 0.02
_TRIES: Final = 4  # choices until what is told fits, counted as one
_SOME: Final = 1_000  # characters of an output that surely take the least of tokens
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
            With 0 they all are empty. None: what the whole compact form takes.
        max_tokens: Most tokens of all messages; None: no limit.
        config: Settings of the cards; the weights and the kind of task matter here.
        statistics: What `learn_statistics` learned from other conversations.
        token_counter: Tokens of a list of messages, in place of the own estimate.

    Returns:
        A fresh list; messages that did not change are the same objects. Tool messages keep
        their ids. Of outputs with pictures, sound or files the text is told like any;
        the pictures of the newest results stay, and only `max_tokens` counts them; where
        not everything has room, those of older results are left out, and it says so.

    Raises:
        ConfigError: A limit is no number or out of its range, another argument is not of
            its kind, or `max_tokens` is too little for what has to stay; the message
            names the least limit that is enough.
    """
    count = Counting(token_counter)
    limits = Limits(max_tool_tokens, max_tokens, count)
    seen = seen_of(as_messages(messages), limits)
    card_config(config)
    statistics_of(statistics)
    if not any(map(is_told, seen.messages)):
        if max_tokens is None:
            return list(seen.messages)
        return without_oldest(seen.messages, max_tokens, count.messages)
    with chosen_of(seen, limits, tools, config, statistics) as (told, _):
        return told


@dataclass(frozen=True)
class Limits:
    """The room for a conversation.

    Attributes:
        tool_tokens: For what stands for tool outputs, as `condense` takes it.
        tokens: For all messages, likewise.
        count: Counts tokens.
        spared: Of the room for all messages, what is left empty.
    """

    tool_tokens: float | None
    tokens: int | None
    count: Counting
    spared: int = 0

    def over(self, messages: Sequence[BaseMessage]) -> int:
        """How many tokens messages take beyond the room for all."""
        most = self.tokens
        return 0 if most is None else max(0, self.count.messages(messages) - most)


def seen_of(conversation: Sequence[BaseMessage], limits: Limits) -> Pictured:
    """The conversation as it is told: where it is crowded, without older pictures.

    Raises:
        ConfigError: As `condense` does.
    """
    check_limit(limits.tokens)
    check_share(limits.tool_tokens)
    seen = pictured(conversation, crowded=False)
    if not seen.pictures:
        return seen
    most = _most(limits.tool_tokens, outputs_of(seen.messages), limits.count)
    if _crowded(conversation, most, limits.tokens, limits.count):
        seen = pictured(conversation, crowded=True)
        if most is not None and _noted(seen, limits.count) > most:
            return replace(seen, notes=dict.fromkeys(seen.notes, ""))
    return seen


@contextmanager
def chosen_of(
    seen: Pictured,
    limits: Limits,
    tools: Iterable[Any],
    config: MemoryConfig | CardConfig | None,
    statistics: Statistics | None,
) -> Iterator[tuple[list[BaseMessage], Chosen]]:
    """Choose what is told of what tools said; the form is in use until the end.

    The tokens of a list need not be the sum of those of its parts: what turns out to be
    over the limit is chosen anew with less room.

    Args:
        seen: The conversation, of which some messages are told.
        limits: The room.
        tools: As `condense` takes them.
        config: Likewise.
        statistics: Likewise.

    Yields:
        The conversation with what is told in its place, and the choice.

    Raises:
        ConfigError: As `condense` does.
    """
    heard, toolbox = [one for _, one in heard_of(seen.messages)], _TOOLBOX.read(tools)
    outputs, known = outputs_of(seen.messages), _SHELF.known(heard)
    numbers = [at for at, one in enumerate(heard) if not isinstance(one, Correction)]
    for left in range(_TRIES, -1, -1):
        bare, budget = _bare(seen, outputs, limits)
        chosen = choose_within(
            known,
            bare,
            toolbox,
            budget,
            limits.count.text,
            config=card_config(config),
            statistics=statistics_of(statistics),
            away=numbers[: len(numbers) - sum(map(is_told, bare))],
            floor=0,
        )
        told = _filled(seen, bare, chosen, numbers)
        over = limits.over(told)
        if not over:
            break
        # In the end nothing is told, which has room for sure.
        spared = limits.spared + over if left > 1 else limits.tokens or 0
        limits = replace(limits, spared=spared)
    yield told, chosen
    _SHELF.put(heard, known)


def _filled(
    seen: Pictured, bare: list[BaseMessage], chosen: Chosen, numbers: Sequence[int]
) -> list[BaseMessage]:
    """The conversation with what is told in its place.

    Args:
        seen: The conversation.
        bare: The messages that stay, with pointers in place of what is told.
        chosen: What is told.
        numbers: Of what tools said among all that the form was made of.
    """
    spots = [i for i, message in enumerate(bare) if is_told(message)]
    marks = [str(number) for number in range(len(chosen.scorer.known.form.outputs))]
    stood = [at for at, message in enumerate(seen.messages) if is_told(message)]
    places = {marks[number]: at for number, at in zip(numbers, stood, strict=True)}
    here = list(places)[len(places) - len(spots) :]
    pointers = {m: str(bare[i].content) for m, i in zip(here, spots, strict=True)}
    texts = placed(chosen.told, marks, pointers)
    for mark, i in zip(here, spots, strict=True):
        at, text = places[mark], texts[mark]
        same = seen.messages[at].content == text and at not in seen.notes
        said = seen.messages[at] if same else _saying(bare[i], text)
        bare[i] = seen.dressed(said, at)
    return bare


def _crowded(
    conversation: Sequence[BaseMessage],
    most: int | None,
    max_tokens: int | None,
    count: Counting,
) -> bool:
    """Whether not everything has room as it is."""
    results = [m for m in conversation if isinstance(m, ToolMessage)]
    return (most is not None and count.messages(results) > most) or (
        max_tokens is not None and count.messages(conversation) > max_tokens
    )


def _most(limit: float | None, outputs: Sequence[Output], count: Counting) -> int | None:
    """The limit of what stands for tool outputs, in tokens."""
    if limit is None or isinstance(limit, int):
        return limit
    return max(FLOOR, int(limit * sum(count.text(one.content) for one in outputs)))


def _bare(
    seen: Pictured, outputs: Sequence[Output], limits: Limits
) -> tuple[list[BaseMessage], int | None]:
    """The conversation without what tools said, and the tokens that are left to tell it."""
    count, max_tokens = limits.count, limits.tokens
    most = _most(limits.tool_tokens, outputs, count)
    pointer, cost = ELSEWHERE, count.text(ELSEWHERE)
    if most is not None and (cost > most or (len(outputs) - 1) * cost > _POINTERS * most):
        pointer = ""
    bare = [_saying(m, pointer) if is_told(m) else m for m in seen.messages]
    notes = _noted(seen, count)
    if max_tokens is not None:
        pictures = [seen.dressed(bare[at], at) for at in seen.kept]
        plain = [bare[at] for at in seen.kept]
        held = notes + count.messages(pictures) - count.messages(plain)
        beside = held + _least(outputs, count)
        bare = without_oldest(bare, max_tokens, count.messages, beside)
        max_tokens -= held
    told = sum(map(is_told, bare))
    if most is not None:
        most -= (told - 1) * count.text(pointer) + notes
    if max_tokens is not None:
        room = max(0, max_tokens - count.messages(bare) - limits.spared)
        most = room if most is None else min(room, most)
    return bare, most


def _noted(seen: Pictured, count: Counting) -> int:
    """Tokens of what says that pictures were left out."""
    return sum(map(count.text, seen.notes.values()))


def _least(outputs: Sequence[Output], count: Counting) -> int:
    """Tokens that are set aside for what tools said: no more than they said."""
    return min(FLOOR, sum(count.text(one.content[:_SOME]) for one in outputs))


def _saying(message: BaseMessage, text: str) -> BaseMessage:
    return message.model_copy(update={"content": text, "artifact": None})
