"""What is about to be decided, as far as the state and the conversation tell.

In this order: what the state says; the call that was drafted and has no result yet; the
step of the plan that is next; what the agent said last, to which the user now agrees or
not; what the conversation began with. Where no call is drafted, it is guessed from the
words for what is to be done, and needs what earlier calls have not settled.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from typing import Any, Final

from langchain_core.messages import AIMessage, BaseMessage, HumanMessage, ToolMessage

from langgraph_memory.cards.words import name_words, words
from langgraph_memory.facts.messages import content_text
from langgraph_memory.facts.tools import Parameter, ToolSchema
from langgraph_memory.recall.feeding import NOTHING, Need, Needs
from langgraph_memory.recall.plans import Step, pending, steps_of, written_plan

SPOKEN: Final = 0.5
"""Share of the words of a tool's name, 0–1, that must be spoken for it to be meant; words
that many tools have in their names count less."""

_MOST: Final = 16  # parameters that are looked for
_LONGEST: Final = 2_000  # characters of what the agent said


@dataclass(frozen=True)
class Focus:
    """What is about to be decided.

    Attributes:
        text: In words; empty: nothing is known.
        needs: What the next call needs.
        tools: Names of the tools that are called next, as far as that is told.
        unread: The type of what the state names as the focus and has no words in it; empty:
            there is nothing of that kind.
    """

    text: str = ""
    needs: Needs = NOTHING
    unread: str = ""
    tools: tuple[str, ...] = ()


@dataclass(frozen=True, kw_only=True)
class Signs:
    """What the focus is told by.

    Attributes:
        given: What the state names as the focus; None: nothing.
        plans: Plans that the state holds, the most telling first.
        messages: The conversation.
        tools: The tools that can be called.
        asked: What the user asks now.
        began: What the conversation began with.
    """

    given: Any = None
    plans: Sequence[Any] = ()
    messages: Sequence[BaseMessage] = ()
    tools: Sequence[ToolSchema] = ()
    asked: str = ""
    began: str = ""


def focus_of(signs: Signs) -> Focus:
    """Tell what is about to be decided.

    Args:
        signs: What tells it.

    Returns:
        The focus.
    """
    given = _in_words(signs.given)
    unread = "" if given else _wordless(signs.given)
    drafts = _drafts(signs.messages)
    if drafts:
        by_name = {tool.name: tool for tool in signs.tools}
        found = tuple(n for call in drafts for n in _missing(call, by_name))
        text = given or " ".join(
            [*dict.fromkeys(n.tool for n in found), *(n.parameter for n in found)]
        )
        tools = tuple(dict.fromkeys(str(call["name"]) for call in drafts))
        return Focus(_spaced(text), Needs(found[:_MOST], certain=True), unread, tools)
    planned = given or _next_step(signs)
    proposed = "" if planned else _proposed(signs.messages)
    meant = spoken_of(signs.tools, planned or f"{proposed} {signs.asked}")
    known = frozenset(_settled(signs.messages))
    needs = tuple(n for tool in meant for n in _required(tool, known))
    text, tools = planned or proposed or signs.began, tuple(tool.name for tool in meant)
    return Focus(text, Needs(needs[:_MOST]), unread, tools)


def _in_words(given: Any) -> str:
    if isinstance(given, str):
        return given.strip()
    if isinstance(given, BaseMessage):
        return content_text(given.content).strip()
    return " ".join(filter(None, map(_in_words, _within(given) or ())))


def _wordless(given: Any) -> str:
    """The type of the first thing in what was given that is not made of words."""
    if given is None or isinstance(given, str | BaseMessage):
        return ""
    inner = _within(given)
    if inner is None:
        return type(given).__name__
    return next(filter(None, map(_wordless, inner)), "")


def _within(given: Any) -> Collection[Any] | None:
    """What a mapping or a list holds; None of anything else."""
    if isinstance(given, Mapping):
        return list(given.values())
    return given if isinstance(given, list | tuple) else None


def _spaced(names: str) -> str:
    return names.replace("_", " ").replace(".", " ").replace("[]", " ")


def _drafts(messages: Sequence[BaseMessage]) -> list[Mapping[str, Any]]:
    """Calls of the newest answer of the model that have no result yet."""
    for at in range(len(messages) - 1, -1, -1):
        message = messages[at]
        if isinstance(message, AIMessage):
            later = (m for m in messages[at + 1 :] if isinstance(m, ToolMessage))
            answered = {m.tool_call_id for m in later}
            return [dict(c) for c in message.tool_calls if c["id"] not in answered]
        if not isinstance(message, ToolMessage):
            break
    return []


def _missing(call: Mapping[str, Any], tools: Mapping[str, ToolSchema]) -> Iterator[Need]:
    """The parameters that a draft leaves open; all of them where it leaves none."""
    name, args = str(call["name"]), call["args"]
    open_ones = [key for key, value in args.items() if value in (None, "", [], {})]
    if name in tools:
        required = (p.name for p in _leaves(tools[name]) if p.required)
        open_ones += [p for p in required if p.split(".")[0].removesuffix("[]") not in args]
    told = {p.name: p.description for p in tools[name].parameters} if name in tools else {}
    for key in dict.fromkeys(open_ones or args):
        yield Need(name, key, told.get(key, ""))


def _proposed(messages: Sequence[BaseMessage]) -> str:
    """What the agent said to which the newest human message answers."""
    for before, message in reversed(list(pairwise(messages))):
        if isinstance(message, HumanMessage):
            said = isinstance(before, AIMessage)
            return content_text(before.content)[:_LONGEST] if said else ""
    return ""


def _next_step(signs: Signs) -> str:
    return pending(plan_of(signs))


def plan_of(signs: Signs) -> Sequence[Step]:
    """The plan that the state holds, else the one that the agent wrote.

    Args:
        signs: The plans and the conversation.

    Returns:
        Its steps, without those of a written plan that later calls carried out; none where
        there is no plan.
    """
    for plan in signs.plans:
        if steps := steps_of(plan):
            return steps
    steps, at = written_plan(signs.messages)
    return _carried_out(steps, signs.messages[at + 1 :])


def _carried_out(steps: Sequence[Step], messages: Iterable[BaseMessage]) -> Sequence[Step]:
    """A plan, without the steps that later calls carried out."""
    left = list(steps)
    for message in messages:
        for call in message.tool_calls if isinstance(message, AIMessage) else ():
            name = name_words(call["name"])
            spoken = (frozenset(words(step.text)) for step in left if not step.done)
            shares = [len(said.intersection(name)) / max(1, len(name)) for said in spoken]
            if shares and max(shares) >= SPOKEN:
                open_ones = [step for step in left if not step.done]
                left.remove(open_ones[shares.index(max(shares))])
    return left


def spoken_of(tools: Sequence[ToolSchema], text: str) -> list[ToolSchema]:
    """The tools whose names a text speaks of most, if it speaks of them enough.

    Args:
        tools: The tools that can be called.
        text: What is to be done, in words.
    """
    if not tools:
        return []
    spoken = frozenset(words(text))
    tellings = _tellings(tuple(tool.name for tool in tools))
    shares = [
        sum(weight for word, weight in telling if word in spoken) for telling in tellings
    ]
    best = max(shares, default=0.0)
    if best < SPOKEN:
        return []
    return [tool for tool, share in zip(tools, shares, strict=True) if share == best]


@lru_cache(maxsize=64)
def _tellings(names: tuple[str, ...]) -> tuple[tuple[tuple[str, float], ...], ...]:
    """By tool, the words of its name and their shares: rare ones tell more."""
    sets = [frozenset(name_words(name)) for name in names]
    rarity = {word: 1 / sum(word in one for one in sets) for one in sets for word in one}
    return tuple(
        tuple((word, rarity[word] / sum(map(rarity.__getitem__, one))) for word in one)
        for one in sets
    )


def _settled(messages: Iterable[BaseMessage]) -> Iterator[tuple[str, ...]]:
    """Names of arguments that several calls were given, always with the same value.

    One that differed, or was given once, says nothing of the value that is next.
    """
    given: defaultdict[tuple[str, ...], list[str]] = defaultdict(list)
    for message in messages:
        for call in message.tool_calls if isinstance(message, AIMessage) else ():
            for name, value in call["args"].items():
                given[name_words(name)].append(repr(value))
    return (name for name, v in given.items() if len(v) > 1 and len({*v}) == 1)


def _required(tool: ToolSchema, known: Collection[tuple[str, ...]]) -> Iterator[Need]:
    leaves = _leaves(tool)
    wanted = [p for p in leaves if p.required] or leaves
    for parameter in wanted:
        last = parameter.name.replace("[]", "").rsplit(".", 1)[-1]
        if name_words(last) not in known:
            yield Need(tool.name, parameter.name, parameter.description)


def _leaves(tool: ToolSchema) -> list[Parameter]:
    names = [p.name for p in tool.parameters]
    return [
        p
        for p in tool.parameters
        if not any(n.startswith((f"{p.name}.", f"{p.name}[].")) for n in names)
    ]
