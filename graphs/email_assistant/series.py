"""All tasks one after another, with memory and without, measured alike."""

from __future__ import annotations

import tempfile
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Literal, Protocol
from uuid import uuid4

from langchain_core.language_models import BaseChatModel
from langgraph.checkpoint.base import BaseCheckpointSaver
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.store.base import BaseStore

from graphs.email_assistant.graph import assistant_memory, make_graph
from graphs.email_assistant.running import Run, Watch, converse
from graphs.email_assistant.tasks import TASKS, Task, arrive, make_desk
from langgraph_memory import Memory, PreferenceProfile, Scope

Setting = Literal["on", "off"]
SETTINGS: tuple[Setting, ...] = ("on", "off")

_RETRIES = 1


@dataclass(frozen=True, kw_only=True)
class Row:
    """How one task went.

    Attributes:
        task: Its number.
        memory: `on` or `off`.
        success: Whether it was done in the end.
        first_try: Whether the first attempt did it.
        attempts: How often it was tried, at most twice.
        steps: Model calls.
        tokens: Tokens shown to the model in all of them together.
        mail: Characters of the mail that was sent last; None for none.
        wishes: What is known afterwards of how the user likes to be served.
        noticed: Changes of it that were noticed: dimension, old and new value, and when.
    """

    task: int
    memory: Setting
    success: bool
    first_try: bool
    attempts: int
    steps: int
    tokens: int
    mail: int | None = None
    wishes: Sequence[str] = ()
    noticed: Sequence[Mapping[str, str]] = ()

    def to_dict(self) -> dict[str, Any]:
        """The row as plain data."""
        return asdict(self)


class Watches(Protocol):
    """What is told of a series as it goes."""

    def follow(self, task: Task) -> Watch:
        """Told that a task begins; gives what is told of each stream event."""

    def after(self, run: Run, row: Row) -> None:
        """Told how a task went."""


def run_series(
    setting: Setting,
    *,
    user: str = "noa",
    tasks: Sequence[Task] = TASKS,
    model: BaseChatModel | None = None,
    memory: Memory | None = None,
    checkpointer: BaseCheckpointSaver[Any] | None = None,
    show: Watches | None = None,
) -> Iterator[Row]:
    """Do the tasks, each in a conversation of its own.

    Both settings may try each task twice: with memory the graph itself tries again, without
    it the user asks to. What failed the user does by hand, so that later tasks find the
    same mailbox and rooms.

    Args:
        setting: Whether there is a memory.
        user: Whose memory.
        tasks: The tasks, in order.
        model: A chat model; None: the embedded policy.
        memory: The memory; None: one with the assistant's settings.
        checkpointer: Where conversations and memory are kept; None: in the process.
        show: Told of all that happens.

    Yields:
        One row per task.
    """
    saver = checkpointer or InMemorySaver()
    held = (memory or assistant_memory()) if setting == "on" else None
    store = held.store(saver) if held else None
    with tempfile.TemporaryDirectory() as folder:
        desk = make_desk(Path(folder))
        graph = make_graph(desk, memory=held, model=model, checkpointer=saver, store=store)
        before = _known(held, store, user)
        for task in tasks:
            arrive(desk, task)
            run = converse(
                graph,
                task.request,
                thread=f"{task.number}/{uuid4().hex[:8]}",
                user=user,
                answer=task.answer,
                retries=0 if held else _RETRIES,
                watch=show.follow(task) if show else None,
            )
            done = task.done(desk, run.answer)
            if not done:
                task.by_hand(desk)
            after = _known(held, store, user)
            new = after.changes[len(before.changes) :]
            row = Row(
                task=task.number,
                memory=setting,
                success=done,
                first_try=done and run.attempts == 1,
                attempts=run.attempts,
                steps=len(run.tokens),
                tokens=sum(run.tokens),
                mail=len(desk.box.sent()[-1].text) if _sends(run) else None,
                wishes=after.tags(),
                noticed=[asdict(change) for change in new],
            )
            before = after
            if show:
                show.after(run, row)
            yield row


def _known(memory: Memory | None, store: BaseStore | None, user: str) -> PreferenceProfile:
    """How the user likes to be served, as far as it is known."""
    if memory is None or store is None:
        return PreferenceProfile()
    return memory.preferences(store, Scope(user=user))


def _sends(run: Run) -> bool:
    return any(name == "send_reply" for name, _ in run.calls)


def summed(rows: Iterable[Row]) -> dict[str, Any]:
    """The rows of one setting in one.

    Args:
        rows: The rows, in order.

    Returns:
        Plain data: `task` (`all`), `memory`, counts of `success` and `first_try`, of these
        in the `first_half` and the `second_half` of the tasks, and sums of `attempts`,
        `steps` and `tokens`.
    """
    held = list(rows)
    half = len(held) // 2
    halves = {"first_half": held[:half], "second_half": held[half:]}
    return {
        "task": "all",
        "memory": held[0].memory,
        "tasks": len(held),
        "success": sum(row.success for row in held),
        "first_try": sum(row.first_try for row in held),
        **{
            f"{name}_success": sum(r.success for r in part) for name, part in halves.items()
        },
        "attempts": sum(row.attempts for row in held),
        "steps": sum(row.steps for row in held),
        "tokens": sum(row.tokens for row in held),
    }
