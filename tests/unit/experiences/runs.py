"""Runs of an invented travel agent, for the tests of experiences."""

from __future__ import annotations

from typing import Any

from langchain_core.messages import AIMessage, BaseMessage, HumanMessage, ToolMessage

from langgraph_memory.experiences.distilling import distil
from langgraph_memory.experiences.experience import Experience, Kind
from langgraph_memory.experiences.outcome import judge_run
from langgraph_memory.experiences.run import Run, run_from

NOW = "2026-03-01T12:00:00+00:00"


def call(tool: str, result: str, **args: Any) -> tuple[str, dict[str, Any], str, bool]:
    """A call that succeeded."""
    return tool, args, result, False


def failed(tool: str, result: str, **args: Any) -> tuple[str, dict[str, Any], str, bool]:
    """A call that failed."""
    return tool, args, result, True


def conversation(
    task: str, *calls: Any, answer: str | None = "Done.", start: int = 0
) -> list[BaseMessage]:
    """A task, calls one after the other (a list of calls is made at once), an answer."""
    messages: list[BaseMessage] = [HumanMessage(task, id=f"h{start}")]
    for turn, made in enumerate(calls, start=start):
        together = made if isinstance(made, list) else [made]
        ids = [f"c{turn}-{i}" for i in range(len(together))]
        tool_calls = [
            {"id": one, "name": tool, "args": args, "type": "tool_call"}
            for one, (tool, args, _, _) in zip(ids, together, strict=True)
        ]
        messages.append(AIMessage("", id=f"a{turn}", tool_calls=tool_calls))
        messages += [
            ToolMessage(
                result,
                id=f"t{one}",
                name=tool,
                tool_call_id=one,
                status="error" if error else "success",
            )
            for one, (tool, _, result, error) in zip(ids, together, strict=True)
        ]
    if answer is not None:
        messages.append(AIMessage(answer, id=f"end{start}"))
    return messages


def run_of(task: str, *calls: Any, answer: str | None = "Done.", thread: str = "t1") -> Run:
    """The run of one conversation."""
    return run_from(conversation(task, *calls, answer=answer), thread_id=thread)


def lessons(run: Run, kind: Kind | None = None) -> list[Experience]:
    """What a run teaches by rules, judged by rules."""
    found = distil(run, judge_run(run), created_at=NOW)
    return [lesson for lesson in found if kind in (None, lesson.kind)]


def experience(**changes: Any) -> Experience:
    """An experience with some entries of one's own."""
    entries: dict[str, Any] = {
        "kind": "recovery",
        "scenario": "book_hotel fails: invalid date. Task: book a hotel in <city>",
        "content": 'When book_hotel fails with "invalid date", write date as YYYY-MM-DD.',
        "keywords": ("book", "hotel"),
        "confidence": 0.7,
        "tools": ("book_hotel",),
        "rule": {
            "tool": "book_hotel",
            "condition": "invalid date",
            "change": "shape",
            "parameters": ["date"],
            "expected": {"date": "YYYY-MM-DD"},
        },
        "evidence": (("t1", "m1"),),
        "created_at": NOW,
    }
    return Experience(**(entries | changes))


DATE_FIXED = (
    "Book a hotel in Rockford for Ann Marie Lee on March 3rd",
    failed(
        "book_hotel", "Error: invalid date '03/03/2026'", city="Rockford", date="03/03/2026"
    ),
    call("book_hotel", '{"booking": "B-7"}', city="Rockford", date="2026-03-03"),
)
"""A task and its calls: the date was first written in a form that the tool refuses."""
