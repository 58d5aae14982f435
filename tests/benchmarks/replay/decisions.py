"""Decisions of a trace, and the values that each of them took from tool outputs."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from typing import Final

from langchain_core.messages import AIMessage, ToolCall, ToolMessage

from tests.benchmarks.replay.cues import Bond, Heard, leaves
from tests.benchmarks.replay.traces import Trace
from tests.benchmarks.replay.words import Places, Words, value_words, words

CHANCE: Final = 0.5
"""A slot is coincidental when strange outputs hold at least this share of its values."""

Slot = tuple[str, str, str]
"""Domain, tool, and path of parameter names (`flights[].date`)."""


@dataclass(frozen=True)
class Given:
    """A value of an argument: where it stands, its words, and its text."""

    slot: Slot
    value: Words
    text: str


@dataclass(frozen=True)
class Needed:
    """A value that stood in tool outputs only, and the cue of its object, if it has one."""

    slot: Slot
    value: Words
    bond: Bond | None


@dataclass(frozen=True, kw_only=True)
class Decision:
    """One tool call.

    Attributes:
        step: Index of its message: what stands before it is what a policy sees.
        given: The values of all its arguments, wherever they came from.
        needed: Those that no one but tools had said, each once.
    """

    step: int
    given: tuple[Given, ...]
    needed: tuple[Needed, ...]


def decisions_of(trace: Trace) -> list[Decision]:
    """Every call that the agent decided on, in order, whatever its slots."""
    found = []
    heard = Heard()
    for step, message in enumerate(trace.messages):
        if isinstance(message, AIMessage):
            found += [
                _decision(trace.domain, step, call, heard)
                for call in message.tool_calls
                if call["id"] not in trace.inserted
            ]
        heard.listen(message)
    return found


def coincidental(
    traces: Sequence[Trace], decisions: Sequence[Sequence[Decision]]
) -> frozenset[Slot]:
    """Slots whose values stand in tool outputs by coincidence.

    `economy`, `no`, `0` or `USA` stand in the outputs of nearly every trace, so that it
    says nothing that they stand in this one. For the values of a slot that a trace found
    in outputs only, the chance to stand in all outputs of a trace of another user is
    averaged; from `CHANCE` on the slot is not scored.

    Args:
        traces: The set.
        decisions: Those of each trace.

    Returns:
        The slots; of a set with one user there are none.
    """
    outputs = [Places(_outputs_of(trace)) for trace in traces]
    chances: dict[Slot, list[float]] = defaultdict(list)
    known: dict[tuple[Words, frozenset[str]], float] = {}
    for trace, made in zip(traces, decisions, strict=True):
        for needed in (needed for decision in made for needed in decision.needed):
            key = needed.value, trace.users
            if key not in known:
                strange = [
                    places
                    for places, other in zip(outputs, traces, strict=True)
                    if other.domain == trace.domain and not other.users & trace.users
                ]
                held = sum(needed.value in places for places in strange)
                known[key] = held / len(strange) if strange else 0.0
            chances[needed.slot].append(known[key])
    return frozenset(
        slot for slot, values in chances.items() if sum(values) / len(values) >= CHANCE
    )


def without(decisions: Sequence[Decision], slots: Collection[Slot]) -> list[Decision]:
    """Decisions of which the values of some slots count neither as given nor as needed."""
    return [
        replace(
            decision,
            given=tuple(given for given in decision.given if given.slot not in slots),
            needed=tuple(needed for needed in decision.needed if needed.slot not in slots),
        )
        for decision in decisions
    ]


def _decision(domain: str, step: int, call: ToolCall, heard: Heard) -> Decision:
    given = tuple(
        Given((domain, call["name"], path), value_words(value), str(value))
        for path, value in leaves(call["args"])
    )
    hard = {one.value: one.slot for one in reversed(given) if one.value}
    needed = tuple(
        Needed(slot, value, heard.bond(value))
        for value, slot in reversed(hard.items())
        if heard.only_in_outputs(value)
    )
    return Decision(step=step, given=given, needed=needed)


def _outputs_of(trace: Trace) -> list[str]:
    return [
        word
        for message in trace.messages
        if isinstance(message, ToolMessage)
        for word in words(str(message.content))
    ]
