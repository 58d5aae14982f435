"""What a summarising middleware does to a history, with a model that answers at once."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from langchain_core.messages import BaseMessage, HumanMessage, RemoveMessage, ToolMessage
from langgraph.graph.message import REMOVE_ALL_MESSAGES

from langgraph_memory.recall.tokens import count_tokens

KEPT_MESSAGES = 20
"""Messages that LangChain's `SummarizationMiddleware` keeps by default."""

SUMMARY = (
    "The user asks for one thing after the other. What there is was looked up and "
    "compared, and what others say of it was read. Each question so far has been answered, "
    "and none is open."
)


def summarise(messages: Sequence[BaseMessage], budget: int) -> dict[str, Any]:
    """Replace the older messages by a summary once they exceed a budget.

    Args:
        messages: The conversation.
        budget: Tokens up to which nothing is done.

    Returns:
        The update of the state; a result that stays keeps its call.
    """
    if count_tokens(messages) <= budget:
        return {}
    cut = max(0, len(messages) - KEPT_MESSAGES)
    while cut < len(messages) and isinstance(messages[cut], ToolMessage):
        cut -= 1
    if cut <= 0:
        return {}
    told = HumanMessage(f"Here is a summary of the conversation to date:\n\n{SUMMARY}")
    return {"messages": [RemoveMessage(REMOVE_ALL_MESSAGES), told, *messages[cut:]]}
