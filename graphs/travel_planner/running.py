"""One conversation with the planner, measured and judged."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from langchain_core.messages import AIMessage, BaseMessage

from graphs.travel_planner.graph import MOST_STEPS, Graph
from graphs.travel_planner.itinerary import AnswerError, Itinerary, read_answer
from graphs.travel_planner.judging.checks import Findings, Plan, check
from graphs.travel_planner.judging.feasibility import possible
from graphs.travel_planner.policy.reading import Call
from graphs.travel_planner.request.task import Task
from graphs.travel_planner.world.catalogue import Catalogue
from graphs.travel_planner.world.desk import Desk

Watch = Callable[[str, Any], None]
"""Told of each stream event: its mode, `updates` or `custom`, and its content."""


@dataclass(frozen=True, kw_only=True)
class Run:
    """A conversation that has ended.

    Attributes:
        messages: All its messages since the request.
        shown: Tokens shown to the model at each step.
        history: Tokens of the whole conversation at each step.
    """

    messages: tuple[BaseMessage, ...]
    shown: tuple[int, ...]
    history: tuple[int, ...]

    @property
    def calls(self) -> list[Call]:
        """All tool calls in order."""
        return [
            Call(tool=call["name"], args=call["args"])
            for message in self.messages
            if isinstance(message, AIMessage)
            for call in message.tool_calls
        ]

    @property
    def repeated(self) -> int:
        """Tool calls that had been made before with the same arguments."""
        return len(self.calls) - len({call.key for call in self.calls})


@dataclass(frozen=True, kw_only=True)
class Verdict:
    """What the checks say of a run.

    Attributes:
        findings: By name of the check: what is wrong, or None.
        trip: The itinerary; None for a refusal or an answer that cannot be read.
        refused: Whether the model said that no trip fits.
    """

    findings: Findings
    trip: Itinerary | None = None
    refused: bool = False

    @property
    def passed(self) -> bool:
        """Whether nothing is wrong."""
        return not any(self.findings.values())


def converse(
    graph: Graph, query: str, *, thread: str, user: str, watch: Watch | None = None
) -> Run:
    """Put one request to the planner.

    Args:
        graph: The planner.
        query: The traveller's words.
        thread: The conversation's id.
        user: Whose memory is used.
        watch: Told of each event as it comes.

    Returns:
        The run.
    """
    shown: list[int] = []
    history: list[int] = []
    messages: list[BaseMessage] = []
    stream = graph.stream(
        {"messages": [("user", query)]},
        {
            "configurable": {"thread_id": thread, "user_id": user},
            "recursion_limit": 8 * MOST_STEPS,
        },
        stream_mode=["updates", "custom"],
    )
    for event in stream:
        mode, content = _parted(event)
        if mode == "custom" and content.get("event") == "model_step":
            shown.append(content["shown"])
            history.append(content["history"])
        elif mode == "updates":
            messages += _messages(content)
        if watch:
            watch(mode, content)
    return Run(messages=tuple(messages), shown=tuple(shown), history=tuple(history))


def _parted(event: Any) -> tuple[str, dict[str, Any]]:
    # With several stream modes an event is a pair; the types of `stream` do not say so.
    mode, content = event
    return mode, content


def _messages(update: Mapping[str, Any]) -> list[BaseMessage]:
    found: list[BaseMessage] = []
    for part in update.values():
        new = (part or {}).get("messages", [])
        found += new if isinstance(new, list) else [new]
    return found


def judge(run: Run, task: Task, rows: Catalogue, desk: Desk) -> Verdict:
    """Check what a run came to.

    Args:
        run: The run.
        task: What was asked.
        rows: The catalogue at the end of the run.
        desk: The desk where it booked.

    Returns:
        The verdict. A refusal passes only if a complete search finds no trip.
    """
    try:
        answer = read_answer(run.messages[-1].text if run.messages else "")
    except AnswerError as error:
        return Verdict(findings={"answer": str(error)})
    if isinstance(answer, str):
        wrong = "a trip exists" if possible(task, rows) else None
        return Verdict(findings={"refusal": wrong}, refused=True)
    plan = Plan(task=task, rows=rows, trip=answer, bookings=list(desk.bookings.values()))
    return Verdict(findings=check(plan), trip=answer)
