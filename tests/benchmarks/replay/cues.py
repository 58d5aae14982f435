"""What was heard so far, and by which cue an object was spoken of.

A value alone does not say which object it belongs to. The cue is what the conversation
calls the object by: a cell of the value's object whose words stand in the conversation,
that is in what the user and the agent said or in the arguments of earlier calls (there the
user's "New York" reads `JFK`, as in the outputs). Where an object has no such cell, the
object around it is asked. Of several cues the one that stands fewest times in the outputs
so far counts, since it tells the object best from others.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

from langchain_core.messages import AIMessage, BaseMessage, ToolMessage

from tests.benchmarks.replay.objects import Output, read_output
from tests.benchmarks.replay.words import END, Places, Words, apart, spoken, value_words

NEAR: Final = 12
"""Words that always count as near, about a row of a table: whoever writes a record anew
may put the cells of a row in another order."""


@dataclass(frozen=True)
class Bond:
    """A cue, and how many words may stand between it and the value."""

    cue: Words
    within: int


class Heard:
    """The messages so far, as a decision needs to know them."""

    def __init__(self) -> None:
        self._outputs = Places()
        self._said = Places()
        self._read: list[Output] = []
        self._starts: list[int] = []

    def listen(self, message: BaseMessage) -> None:
        """Take in the next message."""
        if isinstance(message, ToolMessage):
            output = read_output(str(message.content))
            self._read.append(output)
            self._starts.append(len(self._outputs.words))
            self._outputs.extend([*output.words, END])
            return
        self._said.extend(spoken(str(message.content)))
        if isinstance(message, AIMessage):
            for call in message.tool_calls:
                for _, value in leaves(call["args"]):
                    self._said.extend(value_words(value))

    def only_in_outputs(self, value: Words) -> bool:
        """Whether tool outputs said a value and nobody else did."""
        return value in self._outputs and value not in self._said

    def bond(self, value: Words) -> Bond | None:
        """The rarest cue of the objects that hold a value; None when none has a cue.

        It has to stand as near as it does where it stands nearest, or within `NEAR`.
        """
        found: dict[Words, int] = {}
        for position in self._outputs.find(value):
            for cue, distance in self._cues_at(position, value):
                found[cue] = min(distance, found.get(cue, distance))
        if not found:
            return None
        best = min(found, key=lambda cue: (self._outputs.count(cue), found[cue]))
        return Bond(best, max(NEAR, found[best]))

    def _cues_at(self, position: int, value: Words) -> list[tuple[Words, int]]:
        number = bisect_right(self._starts, position) - 1
        output, place = self._read[number], position - self._starts[number]
        owner: int | None = output.owners[place]
        while owner is not None:
            cues = [
                (cell.value, apart(cell.start, place, (len(cell.value), len(value))))
                for cell in output.objects[owner].cells
                if not cell.start <= place < cell.start + len(cell.value)
                and cell.value != value
                and _telling(cell.value)
                and cell.value in self._said
            ]
            if cues:
                return cues
            owner = output.objects[owner].parent
        return []


def leaves(value: Any, path: str = "") -> Iterator[tuple[str, Any]]:
    """Scalars of nested data with their paths: `flights[].date`."""
    if isinstance(value, Mapping):
        for key, child in value.items():
            yield from leaves(child, f"{path}.{key}" if path else str(key))
    elif isinstance(value, list):
        for child in value:
            yield from leaves(child, f"{path}[]")
    else:
        yield path, value


def _telling(cue: Words) -> bool:
    # Single letters and digits occur anywhere.
    return sum(map(len, cue)) > 1
