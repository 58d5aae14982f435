"""Two conversations in which the memory has something to ask for every role."""

from __future__ import annotations

import json
import warnings
from dataclasses import dataclass
from typing import Any

from langchain_core.messages import AIMessage
from langgraph.checkpoint.memory import InMemorySaver

from langgraph_memory import DecisionCard, MemoryConfig, MemoryWarning, RecallConfig, Scope
from langgraph_memory.testing import ScriptedChatModel
from tests.integration.nodes.prose import ANN, agent, look, memory_with
from tests.integration.nodes.trips import config
from tests.unit.experiences.runs import experience

ROLES = ("cards", "rewrite", "distil", "judge", "reflect", "preferences")
ASK = {"messages": [("user", "What does a change of my booking cost at the Lake?")]}
BOTH = AIMessage("", tool_calls=[look(0), look(1, "Hill")])
SCRIPT = [BOTH, "90 EUR.", AIMessage("", tool_calls=[look(2)]), "150 EUR.", "150 EUR."]
PLAN = experience(
    kind="success",
    scenario="What does a change of a booking cost at the <house>?",
    content="Call house_rules(house: words), then answer with the price of a change.",
    tools=("house_rules",),
    rule={"change": "plan", "order": ["house_rules"]},
)
"""A lesson that has steps, known from the second conversation on."""


@dataclass(frozen=True, kw_only=True)
class Outcome:
    """What came of the two conversations.

    Attributes:
        answers: What the agent said in the end, of each.
        events: The memory's events, of each.
        warned: The texts of the memory's warnings.
        cards: The cards afterwards, those that tell of a tool's result.
        lessons: What was learned, as text.
        shown: All that the agent was shown, as one text.
        stored: All that the store holds, as one text.
    """

    answers: list[str]
    events: list[list[dict[str, Any]]]
    warned: list[str]
    cards: list[DecisionCard]
    lessons: list[str]
    shown: str
    stored: str

    def asked(self, talk: int) -> list[str]:
        """The roles that were asked in one of the conversations."""
        return [e["role"] for e in self.events[talk] if e["event"] == "memory_asked"]

    def found(self, talk: int) -> list[list[Any]]:
        """Of which houses the cards are that were found, best first."""
        houses = {card.key: card.args["house"] for card in self.cards}
        return [
            [houses[hit["key"]] for hit in event["cards"]["hits"]]
            for event in self.events[talk]
            if event["event"] == "memory_found"
        ]


async def conversations(
    model: Any, seconds: float = 20.0, *, tokens: int = 2_000, use_async: bool = False
) -> Outcome:
    """Have both, with one model for all roles, or none."""
    outcomes = iter(["no change was priced", True, True])
    memory = memory_with(
        None if model is None else dict.fromkeys(ROLES, model),
        config=MemoryConfig(
            model_seconds=seconds,
            model_tokens=tokens,
            recall=RecallConfig(view_tokens=100_000, rewrite_seconds=seconds),
        ),
        outcome=lambda _: next(outcomes),
    )
    graph, asked = agent(memory, SCRIPT, InMemorySaver())
    answers, events = [], []
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        for thread in ("1", "2"):
            heard: list[Any] = []
            if use_async:
                async for event in graph.astream(ASK, config(thread), stream_mode="custom"):
                    heard.append(event)  # noqa: PERF401  an asynchronous loop
            else:
                heard += graph.stream(ASK, config(thread), stream_mode="custom")
            events.append(heard)
            state = graph.get_state(config(thread))
            value = PLAN.to_dict() | {"text": PLAN.text}
            graph.store.put(ANN.namespace("experiences"), PLAN.key, value)
            answers.append(state.values["messages"][-1].text)
    return Outcome(
        answers=answers,
        events=events,
        warned=[str(w.message) for w in caught if w.category is MemoryWarning],
        cards=[card for card in memory.cards(graph.store, ANN) if card.tool],
        lessons=[lesson.text for lesson in memory.experiences(graph.store, ANN)],
        shown=_shown(asked),
        stored=_stored(graph.store, ANN),
    )


def _shown(model: ScriptedChatModel) -> str:
    return "\n".join(m.text for call in model.calls for m in call.messages)


def _stored(store: Any, scope: Scope) -> str:
    kinds = ("cards", "experiences")
    items = [i for kind in kinds for i in store.search(scope.namespace(kind), limit=99)]
    return json.dumps([item.value for item in items], ensure_ascii=False)
