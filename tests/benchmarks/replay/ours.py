"""The library's own policies: its cards, and the lossless form of all that tools said."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from importlib import import_module
from typing import Any, Final

from langchain_core.messages import BaseMessage, ToolMessage

from tests.benchmarks.replay.moment import Moment, Policy, View
from tests.benchmarks.replay.tokens import Count
from tests.benchmarks.replay.traces import Trace

LOSSLESS_SHARE: Final = 1.0
FOLDS: Final = 5
"""Parts that users are divided into to learn from others than those that are measured."""


class MissingError(RuntimeError):
    """The library does not have what a policy needs."""


def cards(statistics: Any = None) -> Policy:
    """Cards within the budget, with learned statistics where there are some."""
    return partial(_condensed, _of_library("condense"), statistics, None)


def lossless() -> Policy:
    """The lossless form, whatever the budget."""
    return partial(_condensed, _of_library("condense"), None, LOSSLESS_SHARE)


class Learning:
    """Statistics learned from the traces of other users, each fold of users once."""

    def __init__(self, traces: Sequence[Trace]) -> None:
        self._traces = traces
        users = sorted(frozenset().union(*(trace.users for trace in traces)))
        self._fold = {user: number % FOLDS for number, user in enumerate(users)}
        self._learned: dict[frozenset[int], Any] = {}
        self._learn = _of_library("learn_statistics")

    def for_trace(self, trace: Trace) -> Any:
        """Statistics of the traces whose users are in other folds than this trace's."""
        folds = self._folds(trace)
        if folds not in self._learned:
            others = [t.messages for t in self._traces if not self._folds(t) & folds]
            self._learned[folds] = self._learn(others)
        return self._learned[folds]

    def _folds(self, trace: Trace) -> frozenset[int]:
        return frozenset(self._fold[user] for user in trace.users)


def stands_for_outputs(before: Sequence[BaseMessage], after: Sequence[BaseMessage]) -> View:
    """The texts of a condensed conversation that the conversation itself did not say.

    That is what tool messages hold, and each message that was added or changed.
    """
    said = {(m.type, str(m.content)) for m in before if not isinstance(m, ToolMessage)}
    return tuple(
        str(message.content)
        for message in after
        if isinstance(message, ToolMessage)
        or (message.type, str(message.content)) not in said
    )


def _condensed(
    condense: Callable[..., list[BaseMessage]],
    statistics: Any,
    share: float | None,
    moment: Moment,
) -> View:
    messages = condense(
        moment.messages,
        tools=moment.tools,
        max_tool_tokens=moment.share if share is None else share,
        statistics=statistics,
        token_counter=partial(_tokens, moment.count),
    )
    return stands_for_outputs(moment.messages, messages)


def _tokens(count: Count, messages: Sequence[BaseMessage]) -> int:
    """Tokens of the contents, which is all that is counted here."""
    return sum(count(str(message.content)) for message in messages)


def _of_library(name: str) -> Callable[..., Any]:
    found: Callable[..., Any] | None = getattr(
        import_module("langgraph_memory"), name, None
    )
    if found is None:
        message = f"langgraph_memory has no `{name}` yet, which this policy needs"
        raise MissingError(message)
    return found
