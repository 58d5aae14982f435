"""An agent whose tools answer what they are told to, and what it recalls of that."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any, NamedTuple

from langchain_core.messages import AIMessage, HumanMessage, ToolMessage
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.graph import START, MessagesState, StateGraph
from langgraph.prebuilt import tools_condition

from langgraph_memory import DecisionCard, Memory, Scope, add_memory
from langgraph_memory.recall.block import is_block
from langgraph_memory.testing import Clock, HashEmbeddings, ScriptedChatModel

from .trips import config


class Step(NamedTuple):
    """A call, and what it gives."""

    tool: str
    args: dict[str, Any]
    gives: Any


class World:
    """Conversations of one user, a minute apart."""

    def __init__(self) -> None:
        self.clock = Clock()
        self.memory = Memory(embeddings=HashEmbeddings(), clock=self.clock)
        self._script: list[Any] = []
        self._answers: dict[str, str] = {}
        self._model = ScriptedChatModel(script=iter(self._script.pop, None))
        builder = StateGraph(MessagesState)
        builder.add_node("agent", self._agent)
        builder.add_node("tools", self._tools)
        builder.add_edge(START, "agent").add_edge("tools", "agent")
        add_memory(builder.add_conditional_edges("agent", tools_condition), self.memory)
        saver = InMemorySaver()
        self.store = self.memory.store(saver)
        self._graph: Any = builder.compile(checkpointer=saver, store=self.store)
        self._threads = 0

    def does(self, *steps: Step, said: str = "Please do.", at_once: bool = False) -> None:
        """One conversation, with these calls one after the other or all at once."""
        calls = []
        for number, step in enumerate(steps):
            made = f"c{self._threads}-{number}"
            calls.append({"name": step.tool, "args": step.args, "id": made})
            gives = step.gives
            self._answers[made] = gives if isinstance(gives, str) else json.dumps(gives)
        groups = [calls] if at_once else [[call] for call in calls]
        self._run(said, [AIMessage("", tool_calls=group) for group in groups])

    def asked(self, question: str) -> str:
        """What another conversation is shown of the memory."""
        self._run(question, [])
        messages = self._model.calls[-1].messages
        return "".join(message.text for message in messages if is_block(message))

    @property
    def cards(self) -> Sequence[DecisionCard]:
        """All cards."""
        return self.memory.cards(self.store, Scope(user="ann"))

    def _run(self, said: str, script: list[AIMessage]) -> None:
        self._script[:] = [AIMessage("Done."), *reversed(script)]
        self._threads += 1
        self._graph.invoke({"messages": [HumanMessage(said)]}, config(f"t{self._threads}"))
        self.clock.advance(minutes=1)

    def _agent(self, state: MessagesState) -> dict[str, Any]:
        return {"messages": [self._model.invoke(state["messages"])]}

    def _tools(self, state: MessagesState) -> dict[str, Any]:
        last = state["messages"][-1]
        assert isinstance(last, AIMessage)
        answers = [
            ToolMessage(self._answers[str(c["id"])], tool_call_id=c["id"], name=c["name"])
            for c in last.tool_calls
        ]
        return {"messages": answers}
