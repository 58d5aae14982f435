"""What a tool output speaks of: its words in order, and the object each belongs to.

An object is a record: a dict in a list, a dict under a key that is an id (it holds a
digit, or the child repeats it), or the whole output; a dict under a plain key
(`"prices": {…}`) belongs to the object around it. In text that is no JSON every line is
an object.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

from tests.benchmarks.replay.words import Words, value_words, words


@dataclass(frozen=True)
class Cell:
    """A scalar of an object and where its words begin in the output."""

    value: Words
    start: int


@dataclass(frozen=True)
class Object:
    """A record of an output; `parent` is the number of the object around it."""

    parent: int | None
    cells: list[Cell] = field(default_factory=list)


@dataclass(frozen=True)
class Output:
    """One tool output: `owners[i]` is the object that word `i` belongs to."""

    words: list[str] = field(default_factory=list)
    owners: list[int] = field(default_factory=list)
    objects: list[Object] = field(default_factory=list)

    def open(self, parent: int | None) -> int:
        """Begin an object; its number."""
        self.objects.append(Object(parent))
        return len(self.objects) - 1

    def say(self, some: Words, owner: int, *, cell: bool) -> None:
        """Append words that belong to an object, as one of its cells or as a name."""
        if cell and some:
            self.objects[owner].cells.append(Cell(some, len(self.words)))
        self.words.extend(some)
        self.owners.extend([owner] * len(some))


@lru_cache(maxsize=8_192)
def read_output(text: str) -> Output:
    """Read a tool output of any shape."""
    output = Output()
    try:
        data = json.loads(text)
    except (ValueError, RecursionError):
        for line in text.splitlines():
            owner = output.open(None)
            for word in words(line):
                output.say((word,), owner, cell=True)
    else:
        _walk(data, output, output.open(None))
    return output


def _walk(data: Any, output: Output, owner: int) -> None:
    if isinstance(data, Mapping):
        for key, child in data.items():
            inner = owner
            if isinstance(child, Mapping) and _is_id(key, child):
                inner = output.open(owner)
            output.say(words(key), inner, cell=inner != owner)
            _walk(child, output, inner)
    elif isinstance(data, list):
        for child in data:
            inner = output.open(owner) if isinstance(child, Mapping) else owner
            _walk(child, output, inner)
    elif data is None or isinstance(data, bool):
        output.say(words(json.dumps(data)), owner, cell=False)
    else:
        output.say(value_words(data), owner, cell=True)


def _is_id(key: str, child: Mapping[str, Any]) -> bool:
    return key in child.values() or any(letter.isdigit() for letter in key)
