"""Questions about the Runnables that nodes are made of, as LangGraph asks them."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, cast

from langchain_core.runnables import (
    Runnable,
    RunnableLambda,
    RunnableParallel,
    RunnableSequence,
)
from langchain_core.runnables.base import RunnableBindingBase
from langchain_core.runnables.config import run_in_executor
from langgraph.graph import StateGraph
from typing_extensions import TypedDict


class _NoState(TypedDict):
    """A state that agrees with any other."""


def unbound(node: Any) -> Any:
    """A node without the configuration bound to it."""
    while isinstance(node, RunnableBindingBase):
        node = node.bound
    return node


def runnable_of(node: Runnable[Any, Any] | Callable[..., Any]) -> Runnable[Any, Any]:
    """The Runnable that LangGraph makes of a node, with all that it injects."""
    maker = StateGraph(_NoState).add_node("node", node)
    return cast("Runnable[Any, Any]", maker.nodes["node"].runnable)


_OfFunction = type(runnable_of(print))


def is_async_by_nature(node: Runnable[Any, Any]) -> bool:
    """Whether `ainvoke` of a node is its own, not its `invoke` in a thread.

    Args:
        node: The node.

    Returns:
        What LangGraph says of it when it checks whether the node may have a timeout.
    """
    if isinstance(node, RunnableBindingBase):
        return is_async_by_nature(node.bound)
    if isinstance(node, RunnableSequence):
        return all(is_async_by_nature(step) for step in node.steps)
    if isinstance(node, RunnableParallel):
        return all(is_async_by_nature(step) for step in node.steps__.values())
    if isinstance(node, RunnableLambda | _OfFunction):
        function = getattr(node, "afunc", None)
        in_a_thread = isinstance(function, partial) and function.func is run_in_executor
        return function is not None and not in_a_thread
    return type(node).ainvoke is not Runnable.ainvoke
