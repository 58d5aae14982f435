"""What holds no more is taken back in the running conversation."""

from __future__ import annotations

from collections.abc import Iterable

import pytest
from langchain_core.messages import HumanMessage
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.store.base import Op, Result, SearchOp
from langgraph.store.memory import InMemoryStore

from langgraph_memory import MemoryWarning

from .test_preferences import ANN, SHORT, Talk
from .trips import by_hand, config, memory_for


class Silent(InMemoryStore):
    """A store that cannot be searched for preferences."""

    def batch(self, ops: Iterable[Op]) -> list[Result]:
        wanted = list(ops)
        if any(
            isinstance(op, SearchOp) and "preferences" in op.namespace_prefix
            for op in wanted
        ):
            msg = "out of order"
            raise OSError(msg)
        return super().batch(wanted)


def test_what_is_over_is_taken_back_in_the_running_conversation() -> None:
    """A wish of this time that has run out is told to be none, once."""
    talk = Talk()
    shown = [talk.say("Just this once, keep it short.")]
    shown += [talk.say(f"Name city {number}.") for number in range(12)]
    assert shown[-1].startswith(shown[0])
    assert shown[-1].count("replies: short this time") == 1
    assert shown[-1].count("replies: no wish any more") == 1
    assert "no wish" not in talk.say("Hello.", thread="2")


def test_what_is_forgotten_is_taken_back_in_the_running_conversation() -> None:
    """After a preference is deleted, or all is, the next block says so; then a new wish."""
    talk = Talk()
    talk.say("Keep it short. No emojis.")
    memory, store = talk.memory, talk.graph.store
    memory.forget_preference(store, ANN, "response_length")
    shown = talk.say("Hello.")
    assert shown.count(SHORT) == 1
    assert "emojis: none\nreplies: no wish any more\n" in shown
    memory.forget(store, ANN)
    shown = [talk.say("And Paris?"), talk.say("And Oslo?")]
    taken_back = "replies: no wish any more\nemojis: no wish any more\n"
    assert [text.count(taken_back) for text in shown] == [1, 1]
    shown = [talk.say("Be more detailed."), talk.say("Be more detailed.")]
    wanted = "answered:\nreplies: detailed\nemojis: no wish any more\n"
    assert [text.count(wanted) for text in shown] == [1, 1]


def test_nothing_is_taken_back_where_the_store_does_not_answer() -> None:
    """A store that fails says nothing of what holds."""
    saver = InMemorySaver()
    graph, _ = by_hand(memory_for(), ["Fine."], saver)
    graph.invoke({"messages": [HumanMessage("Keep it short.")]}, config())
    memory = memory_for()
    graph, _ = by_hand(memory, ["Fine."], saver, Silent())
    with pytest.warns(MemoryWarning):
        graph.invoke({"messages": [HumanMessage("Hello.")]}, config())
    assert "no wish" not in str(graph.get_state(config()).values["memory"])
