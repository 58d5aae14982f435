"""What a model node was shown, and taking it back out of what the node returns.

A node may return the messages it was given: the whole list with its answer at the end, a
part of it, one of them in a command or a `Send`. What it was given is a view, which must
not enter the state. So each message of the view that comes back unchanged is replaced by
the state's own, which it stood for; what only the view had is left out.
"""

from __future__ import annotations

import copy
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import fields, is_dataclass, replace
from typing import Any, Final

from langchain_core.messages import (
    BaseMessage,
    RemoveMessage,
    ToolMessage,
    convert_to_openai_messages,
)
from langgraph import types
from langgraph.types import Command, Send

from langgraph_memory.wiring.states import with_value

_OVERWRITE: Any = getattr(types, "Overwrite", ())  # the lowest LangGraph has none
_NOT_SHOWN: Final = -2
_VIEW_ONLY: Final = -1


class Handback:
    """The view of one call of a model node, and the way back from it.

    Attributes:
        shown: The messages for the node: the state's own objects where the view left them
            as they were. Always a fresh list.
    """

    def __init__(
        self, own: Sequence[Any], held: Sequence[BaseMessage], view: Sequence[BaseMessage]
    ) -> None:
        """Match a view with the messages that it stands for.

        Args:
            own: The state's messages, in whatever form the state has them.
            held: The same as message objects, one for each.
            view: What the model is to be shown.
        """
        origins = _origins(held, view)
        self._own = list(own)
        self._own_ids = {message.id for message in held}
        self.shown = [
            own[origin]
            if origin >= 0 and held[origin] is message
            else _formed(message, own)
            for message, origin in zip(view, origins, strict=True)
        ]
        self._origin = {id(m): i for m, i in zip(self.shown, origins, strict=True)}
        self._by_id = {m.id: m for m in self.shown if isinstance(m, BaseMessage) and m.id}
        self._spans = _spans(sorted({i for i in origins if i >= 0}), len(own))

    def taken_back(self, output: Any) -> Any:
        """What the node would have returned, had it been shown the state's own messages.

        Args:
            output: What the node returned: an update, a state, a command, a `Send`, a list
                of these, or None.

        Returns:
            The same, without the view.
        """
        match output:
            case Command():
                update, goto = self._update(output.update), self._goto(output.goto)
                return replace(output, update=update, goto=goto)
            case Send():
                return self._goto(output)
            case list() | tuple():
                return [self.taken_back(item) for item in output]
            case _:
                return self._update(output)

    def _goto(self, goto: Any) -> Any:
        match goto:
            case Send():
                sent = copy.copy(goto)
                sent.arg = self._update(goto.arg)
                return sent
            case list() | tuple():
                return [self._goto(target) for target in goto]
            case _:
                return goto

    def _update(self, update: Any) -> Any:
        match update:
            case BaseMessage() | None:
                return update
            case Mapping():
                return {key: self._value(value) for key, value in update.items()}
            case list() | tuple():
                return [self._pair(item) for item in update]
            case _:
                return self._state(update)

    def _pair(self, item: Any) -> Any:
        match item:
            case (str() as key, value):
                return key, self._value(value)
            case _:
                return item

    def _state(self, state: Any) -> Any:
        for key in _names(state):
            value = getattr(state, key, None)
            own = self._value(value)
            if own is not value:
                state = with_value(state, key, own)
        return state

    def _value(self, value: Any) -> Any:
        """One value of an update; the same object where it holds nothing of the view."""
        match value:
            case list():
                return self._messages(value)
            case tuple():
                back = self._messages(value)
                return value if back is value else tuple(back)
            case BaseMessage():
                back = self._messages([value])
                return back[0] if len(back) == 1 else list(back)
            case _ if isinstance(value, _OVERWRITE):
                return with_value(value, "value", self._value(value.value))
            case _:
                return value

    def _messages(self, values: Sequence[Any]) -> Sequence[Any]:
        origins = [self._origin_of(value) for value in values]
        if set(origins) <= {_NOT_SHOWN}:
            return values
        # A node that hands back all it was shown speaks of the whole conversation, so what
        # the view left out comes back too: a state without a reducer would lose it.
        whole = self._spans.keys() <= set(origins)
        back: list[Any] = []
        for value, origin in zip(values, origins, strict=True):
            if origin == _NOT_SHOWN:
                back.append(value)
            elif origin != _VIEW_ONLY:
                back += [self._own[i] for i in (self._spans[origin] if whole else [origin])]
        return back

    def _origin_of(self, value: Any) -> int:
        found = self._origin.get(id(value))
        if found is not None:
            return found
        twin = self._by_id.get(value.id or "") if isinstance(value, BaseMessage) else None
        if twin is None:
            return _NOT_SHOWN
        if isinstance(value, RemoveMessage):
            return _NOT_SHOWN if value.id in self._own_ids else _VIEW_ONLY
        return self._origin[id(twin)] if twin == value else _NOT_SHOWN


def _origins(held: Sequence[BaseMessage], view: Sequence[BaseMessage]) -> list[int]:
    """For each message of a view, the position of the one that it stands for."""
    same = {id(message): i for i, message in enumerate(held)}
    by_id = {message.id: i for i, message in enumerate(held) if message.id}
    by_call = {m.tool_call_id: i for i, m in enumerate(held) if isinstance(m, ToolMessage)}

    def origin(message: BaseMessage) -> int:
        found = same.get(id(message))
        if found is None and message.id:
            found = by_id.get(message.id)
        elif found is None and isinstance(message, ToolMessage):
            found = by_call.get(message.tool_call_id)
        return _VIEW_ONLY if found is None else found

    return [origin(message) for message in view]


def _spans(shown: Sequence[int], count: int) -> dict[int, range]:
    """For each position shown, itself with what was left out before it, or at the end."""
    cuts = [0, *(i + 1 for i in shown[:-1]), count]
    return {i: range(*ends) for i, *ends in zip(shown, cuts, cuts[1:], strict=False)}


def _formed(message: BaseMessage, own: Sequence[Any]) -> Any:
    """A message in the form of the state's own, where those are dicts as of OpenAI."""
    if all(isinstance(item, Mapping) and "role" in item for item in own):
        return convert_to_openai_messages(message)
    return message


def _names(state: Any) -> Iterable[str]:
    if is_dataclass(state) and not isinstance(state, type):
        return [field.name for field in fields(state)]
    return list(getattr(state, "__dict__", ()))
