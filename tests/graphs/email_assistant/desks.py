"""Desks and conversations for the tests of the e-mail assistant."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from pathlib import Path
from typing import Any

from langchain_core.messages import AIMessage, BaseMessage
from langgraph.checkpoint.memory import InMemorySaver

from graphs.email_assistant.graph import Graph, assistant_memory, make_graph
from graphs.email_assistant.mail.box import Box
from graphs.email_assistant.mail.source import Mail
from graphs.email_assistant.mail.writing import make_mailbox
from graphs.email_assistant.rooms import Rooms
from graphs.email_assistant.tasks import NOW, OWNER
from graphs.email_assistant.tools import Desk, make_tools
from langgraph_memory import Memory
from langgraph_memory.testing import HashEmbeddings, ScriptedChatModel

ANN = {"configurable": {"thread_id": "1", "user_id": "ann"}}


def mail(number: int, text: str, **parts: Any) -> Mail:
    given: dict[str, Any] = {
        "date": datetime.fromisoformat(f"2027-03-{number:02}T09:00:00+00:00"),
        "sender": "Ada Brandt <ada@kestrel.example>",
        "to": (OWNER,),
        "subject": "Launch",
        "message_id": f"<{number}@kestrel.example>",
    }
    return Mail(text=text, **{**given, **parts})


def desk_of(folder: Path, *mails: Mail) -> Desk:
    path = folder / "inbox.mbox"
    make_mailbox(path, mails)
    return Desk(Box(path), Rooms(), owner=OWNER, now=NOW)


def tool(desk: Desk, name: str) -> Any:
    return next(one for one in make_tools(desk) if one.name == name)


def call(name: str, call_id: str = "1", **args: Any) -> dict[str, Any]:
    return {"name": name, "args": args, "id": call_id, "type": "tool_call"}


def used(desk: Desk, name: str, **args: Any) -> Any:
    """The tool message that a call gives."""
    return tool(desk, name).invoke(call(name, **args))


def scripted(desk: Desk, *script: Any) -> Graph:
    """The assistant without memory, whose model says these things."""
    model = ScriptedChatModel(script=list(script))
    return make_graph(desk, model=model, checkpointer=InMemorySaver())


def asks(*calls: Mapping[str, Any]) -> AIMessage:
    return AIMessage("", tool_calls=[dict(one) for one in calls])


def texts(messages: Sequence[BaseMessage]) -> list[str]:
    return [message.text for message in messages]


def memory() -> Memory:
    return assistant_memory(embeddings=HashEmbeddings())
