"""The one channel that the memory adds to a graph's state, and how two updates merge.

The channel `memory` is plain data, keyed by the name of the model node it serves, so that
several agents of one graph, parallel branches and `Send` do not disturb each other:

```
{"agent": {
    "seen":   ["<fingerprint>", …]              messages that observe has read
    "cards":  {"<fingerprint>": ["<key>", …]}   cards made of a tool result
    "used":   {"<key>": "<fingerprint>"}        the last model message that used a card
    "turn":   {…}                               hits and block, fixed for one human message
    "recipe": {…}                               how the view is built from the messages
    "retry":  {…}                               attempts after a failed run
}}
```

It holds no message, no document and no object: only keys, numbers and short texts.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any

from typing_extensions import TypedDict

Channel = dict[str, dict[str, Any]]


def merge_memory(old: Mapping[str, Any] | None, new: Mapping[str, Any] | None) -> Channel:
    """Merge two updates of the channel; associative, so that any order of merges agrees.

    What was seen is united in order, cards and their uses are united by key, every other
    part is replaced by the newer one.

    Args:
        old: The channel's value, or None.
        new: The update, or None.

    Returns:
        A fresh value; neither argument is changed.
    """
    merged: Channel = {name: dict(part) for name, part in (old or {}).items()}
    for name, part in (new or {}).items():
        before = merged.get(name, {})
        after = {**before, **part}
        if "seen" in before and "seen" in part:
            after["seen"] = list(dict.fromkeys([*before["seen"], *part["seen"]]))
        for by_key in ("cards", "used"):
            if by_key in before and by_key in part:
                after[by_key] = {**before[by_key], **part[by_key]}
        merged[name] = after
    return merged


class MemoryState(TypedDict, total=False):
    """What the memory's nodes read and write.

    Inherit from it, or do not: LangGraph adds the channels of a node's input to the graph.
    `messages` is declared without a reducer, so that the graph's own declaration stands.
    """

    messages: list[Any]
    memory: Annotated[Channel, merge_memory]


def state_schema(messages_key: str) -> type[Any]:
    """The input schema of the memory's nodes for a graph with another messages key.

    Args:
        messages_key: Name of the state's list of messages.

    Returns:
        `MemoryState`, or a TypedDict like it with that key in place of `messages`.
    """
    if messages_key == "messages":
        return MemoryState
    fields: dict[str, Any] = {
        messages_key: list[Any],
        "memory": Annotated[Channel, merge_memory],
    }
    return TypedDict("MemoryState", fields, total=False)  # type: ignore[operator,no-any-return]  # a schema made at run time
