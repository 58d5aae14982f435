"""The embedded model: a deterministic planning policy in the shape of a chat model.

It stands in for a language model where there is none, and plays by a model's rules: it is
given messages, it knows nothing else, and it answers with tool calls or with text.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import Any

from langchain_core.callbacks import CallbackManagerForLLMRun
from langchain_core.language_models import BaseChatModel, LanguageModelInput
from langchain_core.messages import AIMessage, BaseMessage
from langchain_core.outputs import ChatGeneration, ChatResult
from langchain_core.runnables import Runnable

from graphs.travel_planner.policy.deciding import decide
from graphs.travel_planner.policy.reading import Call, see


class PlanningPolicy(BaseChatModel):
    """Plans a trip from the messages it is shown."""

    @property
    def _llm_type(self) -> str:
        return "travel-planning-policy"

    def bind_tools(
        self, tools: Sequence[Any], **kwargs: Any
    ) -> Runnable[LanguageModelInput, AIMessage]:
        """Bind tools; the policy knows the planner's own by name."""
        return self.bind(tools=list(tools), **kwargs)

    def _generate(
        self,
        messages: list[BaseMessage],
        stop: list[str] | None = None,
        run_manager: CallbackManagerForLLMRun | None = None,
        **kwargs: Any,
    ) -> ChatResult:
        del stop, run_manager, kwargs
        move = decide(see(messages))
        reply = AIMessage(
            content=move.text,
            tool_calls=[
                {"name": call.tool, "args": dict(call.args), "id": _id(call, messages)}
                for call in move.calls
            ],
        )
        return ChatResult(generations=[ChatGeneration(message=reply)])


def _id(call: Call, messages: Sequence[BaseMessage]) -> str:
    # Equal calls at different points of a conversation need ids of their own.
    where = f"{len(messages)} {messages[-1].id}" if messages else ""
    return hashlib.sha256(f"{where} {call.key}".encode()).hexdigest()[:8]
