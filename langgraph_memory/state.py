"""The one channel that the memory adds to a graph's state, and how two updates merge.

The channel `memory` is plain data, keyed by the name of the model node it serves, so that
several agents of one graph, parallel branches and `Send` do not disturb each other:

```
{"agent": {
    "seen":   ["<fingerprint>", …]              messages that observe has read
    "cards":  {"<fingerprint>": ["<key>", …]}   cards made of a tool result
    "past":   {"<fingerprint>": "<key>"}        records of outputs that were removed
    "known":  ["<fingerprint>", …]              messages left when some were removed
    "turn":   {…}                               hits, fixed for one human message
    "block":  {…}                               what its memory block shows
    "blocks": {"<fingerprint>": {…}}            blocks of earlier turns that still stand
    "recipe": {…}                               how the view is built from the messages
    "answers": {"<fingerprint>": {…}}           lessons told with an error
    "retry":  {…}                               attempts after a failed run
}}
```

It holds no message, no document and no object: only keys, numbers and short texts.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any

from langgraph.graph.message import add_messages
from typing_extensions import TypedDict

Channel = dict[str, dict[str, Any]]


def merge_memory(old: Mapping[str, Any] | None, new: Mapping[str, Any] | None) -> Channel:
    """Merge two updates of the channel; associative, so that any order of merges agrees.

    What was seen is united in order, cards are united by key, every other part is replaced
    by the newer one. Where the newer says what is `known`, the older is first cut down to
    that, so that the channel does not outgrow the conversation.

    Args:
        old: The channel's value, or None.
        new: The update, or None.

    Returns:
        A fresh value; neither argument is changed.
    """
    merged: Channel = {name: dict(part) for name, part in (old or {}).items()}
    for name, part in (new or {}).items():
        before = merged.get(name, {})
        if "known" in part:
            before, part = _cut_down(before, part)  # noqa: PLW2901  both sides
        after = {**before, **part}
        if "seen" in before and "seen" in part:
            after["seen"] = list(dict.fromkeys([*before["seen"], *part["seen"]]))
        if "cards" in before and "cards" in part:
            after["cards"] = {**before["cards"], **part["cards"]}
        merged[name] = after
    return merged


def _cut_down(
    before: Mapping[str, Any], part: Mapping[str, Any]
) -> tuple[dict[str, Any], dict[str, Any]]:
    kept = set(part["known"])
    cut = dict(before)
    if "seen" in cut:
        cut["seen"] = [mark for mark in cut["seen"] if mark in kept]
    if "cards" in cut:
        cut["cards"] = {mark: keys for mark, keys in cut["cards"].items() if mark in kept}
    # Merged updates know what each of them knows.
    both = [m for m in part["known"] if m in set(cut.get("known", kept))]
    return cut, {**part, "known": both}


class MemoryState(TypedDict, total=False):
    """What the memory's nodes read and write.

    Inherit from it, or do not: LangGraph adds the channels of a node's input to the graph.
    `messages` is declared without a reducer, so that the graph's own declaration stands.
    """

    messages: list[Any]
    memory: Annotated[Channel, merge_memory]


def state_schema(messages_key: str, *, compacts: bool = False) -> type[Any]:
    """The input schema of the memory's nodes for a graph with another messages key.

    Args:
        messages_key: Name of the state's list of messages.
        compacts: Whether messages are replaced by id. The list is then declared with
            `add_messages`, so that LangGraph refuses a graph that reduces it otherwise.

    Returns:
        `MemoryState`, or a TypedDict like it with that key in place of `messages`.
    """
    if messages_key == "messages" and not compacts:
        return MemoryState
    fields: dict[str, Any] = {
        messages_key: Annotated[list[Any], add_messages] if compacts else list[Any],
        "memory": Annotated[Channel, merge_memory],
    }
    return TypedDict("MemoryState", fields, total=False)  # type: ignore[operator,no-any-return]  # a schema made at run time
