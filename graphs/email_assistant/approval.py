"""Asking the user before something is sent or booked."""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any, Literal, NotRequired, TypedDict, cast

from langchain_core.messages import AIMessage, AnyMessage, ToolCall, ToolMessage
from langchain_core.tools import BaseTool
from langgraph.graph import MessagesState
from langgraph.types import Command, Send, interrupt

Describe = Callable[[str, Mapping[str, Any]], str]

DECLINED = "Not done: the user declined."


class Decision(TypedDict):
    """What the user says to one call.

    Attributes:
        type: `approve`: do it; `edit`: do it with these arguments; `reject`: do not.
        args: With `edit`: the arguments in place of the model's.
        reason: With `reject`: why, for the model to read.
    """

    type: Literal["approve", "edit", "reject"]
    args: NotRequired[Mapping[str, Any]]
    reason: NotRequired[str]


class Approval:
    """A node between the model and the tools.

    For each call that needs it there is one interrupt, whose value is `{"tool": …,
    "args": …, "shows": what it would do, in words}`, and which is resumed with a
    `Decision`. What was agreed goes on to the tools, with the other calls of the same
    message; what was declined is answered here. An edited call replaces the model's own
    under the same id, so that the conversation holds what was really done.
    """

    def __init__(
        self, needing: Sequence[BaseTool], describe: Describe, *, tools: str, model: str
    ) -> None:
        """Make the node.

        Args:
            needing: The tools that need approval.
            describe: Says what a call would do.
            tools: Name of the node that runs tools.
            model: Name of the node that goes on when nothing is left to run.
        """
        self._needing = {one.name: frozenset(one.args) for one in needing}
        self._describe = describe
        self._tools = tools
        self._model = model

    def __call__(self, state: MessagesState) -> Command[Any]:
        """Ask for each call of the newest message that needs it."""
        last = cast("AIMessage", state["messages"][-1])
        allowed: list[ToolCall] = []
        kept: list[ToolCall] = []
        answers: list[ToolMessage] = []
        for call in last.tool_calls:
            agreed, declined = self._asked(call)
            kept.append(agreed)
            if declined is None:
                allowed.append(agreed)
            else:
                answers.append(declined)
        update: list[AnyMessage] = list(answers)
        if kept != last.tool_calls:
            update.insert(0, last.model_copy(update={"tool_calls": kept}))
        goto = Send(self._tools, allowed) if allowed else self._model
        return Command(update={"messages": update}, goto=goto)

    def _asked(self, call: ToolCall) -> tuple[ToolCall, ToolMessage | None]:
        """The call as it may run, or the answer to one that may not."""
        if call["name"] not in self._needing:
            return _typed(call, call["args"]), None
        name, args = call["name"], call["args"]
        question = {"tool": name, "args": args, "shows": self._describe(name, args)}
        while True:
            try:
                decision = checked(interrupt(question), self._needing[name])
                break
            except ValueError as error:
                # Nothing is done by misunderstanding: the user is asked once more.
                question = {**question, "error": str(error)}
        if decision["type"] == "approve":
            return _typed(call, args), None
        if decision["type"] == "edit":
            return _typed(call, decision["args"]), None
        reason = decision.get("reason", "")
        text = f"{DECLINED} {reason}".strip()
        return call, ToolMessage(text, tool_call_id=call["id"], name=call["name"])


def _typed(call: ToolCall, args: Mapping[str, Any]) -> ToolCall:
    # ToolNode knows a bare call by its type, which a model need not have given.
    return ToolCall(name=call["name"], args=dict(args), id=call["id"], type="tool_call")


def checked(answer: Any, arguments: Collection[str]) -> Decision:
    """A decision, from what a graph was resumed with.

    Args:
        answer: A `Decision`, or only its type as a text.
        arguments: Names of the arguments that the tool takes.

    Returns:
        The decision.

    Raises:
        ValueError: When it is none, or changes what the tool does not take; nothing is
            done then.
    """
    decision = {"type": answer} if isinstance(answer, str) else answer
    kind = decision.get("type") if isinstance(decision, Mapping) else None
    given = isinstance(decision, Mapping) and isinstance(decision.get("args"), Mapping)
    if kind == "edit" and given and (strange := set(decision["args"]) - set(arguments)):
        msg = f"{sorted(strange)} cannot be edited, only {sorted(arguments)}"
        raise ValueError(msg)
    if kind in {"approve", "reject"} or (kind == "edit" and given):
        return cast("Decision", decision)
    shown = json.dumps(answer, ensure_ascii=False, default=str)[:200]
    msg = (
        'resume with {"type": "approve"}, {"type": "edit", "args": {…}} or '
        f'{{"type": "reject", "reason": "…"}}, not with {shown}'
    )
    raise ValueError(msg)
