"""Recorded traces: reading them, and weaving several into one.

A set is a file `NAME.jsonl.gz` with one trace a line: `{id, domain, task, user, reward,
messages: [{role, content, tool_calls: [{id, name, args, inserted?}], name?}]}`.
"""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import zip_longest
from pathlib import Path
from typing import Any, Final

from langchain_core.messages import (
    AIMessage,
    BaseMessage,
    HumanMessage,
    SystemMessage,
    ToolMessage,
)

SUFFIX: Final = ".jsonl.gz"
_ROLES: Final = {"human": "user", "ai": "assistant"}


@dataclass(frozen=True, kw_only=True)
class Trace:
    """One run of an agent.

    Attributes:
        id: Unique within its set.
        members: Ids of the recorded traces in it: its own, or those that were woven.
        domain: Traces of one domain share their tools.
        task: What was asked; several traces may try the same task.
        users: Whose task it is; the task's own name where a set has no users.
        reward: 1 for success; None where it is not known.
        messages: The conversation. Ids of calls are unique, unlike in some recordings.
        inserted: Ids of the calls that the agent did not decide on.
    """

    id: str
    members: tuple[str, ...]
    domain: str
    task: str
    users: frozenset[str]
    reward: float | None
    messages: tuple[BaseMessage, ...]
    inserted: frozenset[str]


def read_set(folder: Path, name: str) -> list[Trace]:
    """Read a set.

    Args:
        folder: Where the files are.
        name: File name without its suffix.

    Raises:
        FileNotFoundError: There is no such file; says which file is missed and what sets
            there are.
    """
    path = folder / f"{name}{SUFFIX}"
    if not path.is_file():
        there = ", ".join(sorted(p.name[: -len(SUFFIX)] for p in folder.glob(f"*{SUFFIX}")))
        message = f"{path} is missing; sets in {folder}: {there or 'none'}"
        raise FileNotFoundError(message)
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        return [trace_of(json.loads(line)) for line in lines]


def trace_of(row: Mapping[str, Any]) -> Trace:
    """Make a trace of one line's data."""
    inserted: set[str] = set()
    task = str(row["task"])
    return Trace(
        id=str(row["id"]),
        members=(str(row["id"]),),
        domain=str(row["domain"]),
        task=task,
        users=frozenset([str(row.get("user") or task)]),
        reward=row.get("reward"),
        messages=tuple(_messages(row["messages"], inserted)),
        inserted=frozenset(inserted),
    )


def trace_from(
    messages: Iterable[BaseMessage],
    *,
    name: str,
    domain: str,
    user: str,
    reward: float | None = None,
) -> Trace:
    """Make a trace of a conversation that an agent had here.

    Ids of messages and calls, which every run draws anew, are replaced by numbers.

    Args:
        messages: The whole conversation, its request first.
        name: Id of the trace and of its task.
        domain: Traces of one domain share their tools.
        user: Whose task it is.
        reward: 1 for success; None where it is not known.
    """
    rows = [_row(message) for message in messages]
    about = {"id": name, "task": name, "domain": domain, "user": user, "reward": reward}
    return trace_of({**about, "messages": rows})


def interleave(traces: Sequence[Trace], count: int) -> list[Trace]:
    """Weave traces into longer ones that take turns, a user's turn at a time.

    Members are a third (for three) of the set apart, so that they seldom share a task.
    Up to `count - 1` traces at the end of the set are left over.

    Args:
        traces: The set, in its order.
        count: Traces in one; at least 1.
    """
    groups = len(traces) // count
    return [_woven(traces[start : groups * count : groups]) for start in range(groups)]


def _woven(members: Sequence[Trace]) -> Trace:
    marked = [_marked(trace, f"{number}.") for number, trace in enumerate(members)]
    rounds = zip_longest(*(_turns(trace.messages) for trace in marked), fillvalue=())
    return Trace(
        id="+".join(trace.id for trace in members),
        members=tuple(trace.id for trace in members),
        domain=members[0].domain,
        task="+".join(trace.task for trace in members),
        users=frozenset().union(*(trace.users for trace in members)),
        reward=min((t.reward for t in members if t.reward is not None), default=None),
        messages=tuple(m for turns in rounds for turn in turns for m in turn),
        inserted=frozenset().union(*(trace.inserted for trace in marked)),
    )


def _marked(trace: Trace, mark: str) -> Trace:
    def renamed(message: BaseMessage) -> BaseMessage:
        update: dict[str, Any] = {"id": f"{mark}{message.id}"}
        if isinstance(message, AIMessage):
            calls = [{**call, "id": f"{mark}{call['id']}"} for call in message.tool_calls]
            update["tool_calls"] = calls
        elif isinstance(message, ToolMessage):
            update["tool_call_id"] = f"{mark}{message.tool_call_id}"
        return message.model_copy(update=update)

    return Trace(
        **{
            **vars(trace),
            "messages": tuple(map(renamed, trace.messages)),
            "inserted": frozenset(f"{mark}{call}" for call in trace.inserted),
        }
    )


def _turns(messages: Iterable[BaseMessage]) -> list[tuple[BaseMessage, ...]]:
    turns: list[list[BaseMessage]] = []
    for message in messages:
        if not turns or isinstance(message, HumanMessage):
            turns.append([])
        turns[-1].append(message)
    return [tuple(turn) for turn in turns]


def _row(message: BaseMessage) -> dict[str, Any]:
    row = {"role": _ROLES.get(message.type, message.type), "content": message.text}
    if isinstance(message, AIMessage):
        return {**row, "tool_calls": message.tool_calls}
    if isinstance(message, ToolMessage):
        return {**row, "tool_call_id": message.tool_call_id, "name": message.name}
    return row


def _messages(
    rows: Sequence[Mapping[str, Any]], inserted: set[str]
) -> Iterator[BaseMessage]:
    # Recordings use one call id several times, so calls are numbered and a result belongs
    # to the newest call of its id.
    numbered: dict[str, str] = {}
    names: dict[str, str] = {}
    for position, row in enumerate(rows):
        text, mark = row.get("content") or "", f"m{position}"
        if row["role"] == "tool":
            call = numbered[row["tool_call_id"]]
            name = row.get("name") or names[call]
            yield ToolMessage(text, tool_call_id=call, name=name, id=mark)
        elif row["role"] == "assistant":
            calls = []
            for call_row in row.get("tool_calls") or ():
                call = f"c{len(names)}"
                numbered[call_row["id"]], names[call] = call, call_row["name"]
                calls.append(
                    {"id": call, "name": call_row["name"], "args": call_row["args"]}
                )
                if call_row.get("inserted"):
                    inserted.add(call)
            yield AIMessage(text, tool_calls=calls, id=mark)
        elif row["role"] == "system":
            yield SystemMessage(text, id=mark)
        else:
            yield HumanMessage(text, id=mark)
