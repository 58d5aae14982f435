"""The policy in the shape of a chat model.

It stands in for a language model where there is none, and plays by a model's rules: it is
given messages, it knows nothing else, and it answers with a tool call or with text.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from typing import Any

from langchain_core.callbacks import CallbackManagerForLLMRun
from langchain_core.language_models import BaseChatModel, LanguageModelInput
from langchain_core.messages import AIMessage, BaseMessage, ToolCall
from langchain_core.outputs import ChatGeneration, ChatResult
from langchain_core.runnables import Runnable

from graphs.email_assistant.policy.deciding import Move, decide
from graphs.email_assistant.policy.seeing import see


class MailPolicy(BaseChatModel):
    """Works on mails and rooms by the messages it is shown."""

    @property
    def _llm_type(self) -> str:
        return "mail-policy"

    def bind_tools(
        self, tools: Sequence[Any], **kwargs: Any
    ) -> Runnable[LanguageModelInput, AIMessage]:
        """Bind tools; the policy knows the assistant's own by name."""
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
        calls = [_call(move, messages)] if move.tool else []
        reply = AIMessage(content=move.text, tool_calls=calls)
        return ChatResult(generations=[ChatGeneration(message=reply)])


def _call(move: Move, messages: Sequence[BaseMessage]) -> ToolCall:
    # Equal calls at different points of a conversation need ids of their own.
    where = f"{len(messages)} {messages[-1].id} {move.tool} {json.dumps(dict(move.args))}"
    call_id = hashlib.sha256(where.encode()).hexdigest()[:8]
    return ToolCall(name=move.tool, args=dict(move.args), id=call_id)
