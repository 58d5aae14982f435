"""A state is read and copied by its own type."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple

import pytest
from pydantic import BaseModel, ConfigDict

from langgraph_memory.wiring.states import messages_in, with_value


class Form(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")
    messages: list[Any]
    mood: str = ""


@dataclass(frozen=True, slots=True)
class Sheet:
    messages: list[Any]
    mood: str = ""


class Free:
    def __init__(self, messages: list[Any]) -> None:
        self.messages = messages


@pytest.mark.parametrize(
    "state", [{"messages": [1], "mood": "x"}, Form(messages=[1]), Sheet([1]), Free([1])]
)
def test_a_copy_with_other_messages(state: Any) -> None:
    """The copy is of the same type, holds the new messages, and leaves the state alone."""
    copied = with_value(state, "messages", [2])
    assert type(copied) is type(state)
    assert messages_in(copied, "messages") == [2]
    assert messages_in(state, "messages") == [1]


class Packet(NamedTuple):
    no: int


@pytest.mark.parametrize("state", [{}, Packet(1), None, "text"])
def test_a_state_without_messages(state: Any) -> None:
    """Where there are no messages, as in the payload of a `Send`, None is read."""
    assert messages_in(state, "messages") is None
