"""Reading and replacing the messages of a state, whatever its type."""

from __future__ import annotations

import copy
from collections.abc import Mapping
from typing import Any

from pydantic import BaseModel


def messages_in(state: Any, key: str) -> Any:
    """What a state holds under its messages key.

    Args:
        state: A mapping, or an object with attributes.
        key: Name of the state's list of messages.

    Returns:
        The value as it is; None where there is none, as in the payload of a `Send`.
    """
    if isinstance(state, Mapping):
        return state.get(key)
    return getattr(state, key, None)


def with_value(state: Any, key: str, value: Any) -> Any:
    """A copy of a state with one value replaced; the state itself is left alone.

    Args:
        state: A mapping, a pydantic model, a dataclass (frozen or not) or a like object.
        key: Name of the value.
        value: What stands there in the copy.

    Returns:
        A dict for a mapping, else an object of the same type, not validated anew.
    """
    if isinstance(state, Mapping):
        return {**state, key: value}
    if isinstance(state, BaseModel):
        return state.model_copy(update={key: value})
    copied = copy.copy(state)
    object.__setattr__(copied, key, value)
    return copied
