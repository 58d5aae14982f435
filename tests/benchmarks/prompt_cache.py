"""How much of its prompts an agent's provider could serve from a cache of prefixes.

    python -m tests.benchmarks.prompt_cache --steps 60 --json

An agent calls tools over several turns of one conversation that is longer than its window.
For each call of the model, `cached_share` counts the tokens with which an earlier prompt of
the conversation begins as well, and `fresh_tokens` all others; `cached_share_128` counts as
OpenAI does, from 1,024 tokens on and in steps of 128. All methods begin with what was
learned in another conversation.

- `ours`: this memory.
- `SummarizationMiddleware`: LangChain's, with a model that answers at once; it takes part
  where the package `langchain` is installed.
- `summary`: the same by its rules, which needs no package.
- `system prompt`: keeps the whole history, and writes what is remembered for the question
  into the system prompt.
- `full`: keeps the whole history and remembers nothing.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass
from importlib import import_module
from importlib.util import find_spec
from itertools import repeat, takewhile
from typing import Any

from langchain_core.messages import AIMessage, BaseMessage, HumanMessage, SystemMessage
from langchain_core.runnables import RunnableLambda
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.graph import START, MessagesState, StateGraph
from langgraph.prebuilt import ToolNode, tools_condition
from langgraph.store.base import BaseStore

from langgraph_memory import (
    DecisionCard,
    Memory,
    MemoryConfig,
    RecallConfig,
    Scope,
    add_memory,
)
from langgraph_memory.recall.tokens import count_tokens
from langgraph_memory.testing import HashEmbeddings, ScriptedChatModel
from tests.benchmarks.prompt_cache_run import PROMPT, TOOLS, Story
from tests.benchmarks.replay.tokens import Count, counter
from tests.benchmarks.summarising import SUMMARY, summarise

_BUDGET = 8_000
_BEFORE = 24  # calls of the model in the other conversation
_LEAST, _STRIDE = 1_024, 128  # https://platform.openai.com/docs/guides/prompt-caching
_REMEMBERED = 5
_CARDS = Scope(user="ann").namespace("cards")

Update = dict[str, Any] | None


@dataclass(frozen=True)
class Policy:
    """What is done about a growing history.

    Attributes:
        remembers: Whether the graph has this memory.
        before: What changes the state before each call of the model, or None.
        recalls: Whether the system prompt tells what is remembered.
    """

    remembers: bool = False
    before: Callable[[MessagesState], Update] | None = None
    recalls: bool = False


@dataclass(frozen=True)
class Row:
    """A line of what was measured."""

    method: str
    steps: int
    turns: int
    prompt_tokens: int
    largest_prompt: int
    fresh_tokens: int
    cached_share: float
    cached_share_128: float
    ms_per_step: float


def policies(budget: int) -> dict[str, Policy]:
    """The methods by name."""
    found = {
        "ours": Policy(remembers=True),
        "summary": Policy(before=lambda state: summarise(state["messages"], budget)),
        "system prompt": Policy(recalls=True),
        "full": Policy(),
    }
    if find_spec("langchain"):
        found["SummarizationMiddleware"] = Policy(before=_middleware(budget))
    return found


def _middleware(budget: int) -> Callable[[MessagesState], Update]:
    made = import_module("langchain.agents.middleware").SummarizationMiddleware(
        model=ScriptedChatModel(script=repeat(SUMMARY)),
        trigger=("tokens", budget),
        token_counter=count_tokens,
    )
    return lambda state: made.before_model(state, None)  # it does not look at the runtime


def measure(method: str, policy: Policy, steps: int, budget: int, count: Count) -> Row:
    """Run one method, and compare its prompts."""
    recall = RecallConfig(view_tokens=budget)
    memory = Memory(
        embeddings=HashEmbeddings(), config=MemoryConfig(recall=recall), tools=TOOLS
    )
    store = memory.store(InMemorySaver())
    played(Policy(remembers=True), memory, store, Story(_BEFORE, seed=1))
    began = time.perf_counter()
    story = Story(steps)
    prompts = played(policy, memory, store, story)
    took = time.perf_counter() - began
    told = [[written(message) for message in prompt] for prompt in prompts]
    kept = [longest_kept(now, told[:number], count) for number, now in enumerate(told)]
    sizes = [sum(map(count, now)) for now in told]
    strided = [size // _STRIDE * _STRIDE for size in kept if size >= _LEAST]
    return Row(
        method=method,
        steps=len(prompts),
        turns=len(story.questions),
        prompt_tokens=sum(sizes),
        largest_prompt=max(sizes),
        fresh_tokens=sum(sizes) - sum(kept),
        cached_share=round(sum(kept) / sum(sizes), 4),
        cached_share_128=round(sum(strided) / sum(sizes), 4),
        ms_per_step=round(1_000 * took / len(prompts), 2),
    )


def played(
    policy: Policy, memory: Memory, store: BaseStore, story: Story
) -> list[Sequence[BaseMessage]]:
    """Play a story on a thread of its own, and give the prompts of its model calls."""
    model = ScriptedChatModel(script=story.script())

    def agent(state: MessagesState) -> dict[str, Any]:
        messages = state["messages"]
        recalled = remembered(store, messages) if policy.recalls else ()
        prompt = SystemMessage("\n\n".join([PROMPT, *recalled]))
        return {"messages": [model.invoke([prompt, *messages])]}

    builder = StateGraph(MessagesState)
    builder.add_node("agent", agent).add_node("tools", ToolNode(TOOLS))
    builder.add_conditional_edges("agent", tools_condition)
    first = "agent"
    if policy.before is not None:
        first = "before"
        builder.add_node(first, RunnableLambda(policy.before)).add_edge(first, "agent")
    builder.add_edge(START, first).add_edge("tools", first)
    if policy.remembers:
        add_memory(builder, memory, model="agent")
    graph = builder.compile(checkpointer=InMemorySaver(), store=store)
    where: Any = {
        "configurable": {"thread_id": f"{id(story)}", "user_id": "ann"},
        "recursion_limit": 1_000,
    }
    for question in story.questions:
        graph.invoke({"messages": [HumanMessage(question)]}, where)
    return [call.messages for call in model.calls]


def remembered(store: BaseStore, messages: Iterable[BaseMessage]) -> Iterator[str]:
    """What other conversations left about the newest question."""
    *_, question = (m.text for m in messages if isinstance(m, HumanMessage))
    yield "What you remember:"
    for item in store.search(_CARDS, query=question, limit=_REMEMBERED):
        yield DecisionCard.from_dict(item.value).summary


def longest_kept(now: Sequence[str], earlier: Iterable[Sequence[str]], count: Count) -> int:
    """Tokens of the longest beginning of a prompt that an earlier one has too."""
    return max((_common(now, then, count) for then in earlier), default=0)


def _common(now: Sequence[str], then: Sequence[str], count: Count) -> int:
    tokens = 0
    for one, other in zip(now, then, strict=False):
        if one != other:
            pairs = takewhile(
                lambda pair: pair[0] == pair[1], zip(one, other, strict=False)
            )
            return tokens + count("".join(letter for letter, _ in pairs))
        tokens += count(one)
    return tokens


def written(message: BaseMessage) -> str:
    """A message as a provider writes it into the prompt, more or less."""
    calls = message.tool_calls if isinstance(message, AIMessage) else []
    made = [f"{call['name']} {json.dumps(call['args'])}" for call in calls]
    return "\n".join([f"<|{message.type}|>", message.text, *made])


def main(argv: list[str] | None = None) -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--steps", type=int, default=60, help="calls of the model")
    parser.add_argument("--budget", type=int, default=_BUDGET, help="tokens of the window")
    parser.add_argument("--json", action="store_true", help="one JSON object a line")
    given = parser.parse_args(argv)
    name, count = counter()
    sys.stderr.write(f"tokens: {name}\n")
    for method, policy in policies(given.budget).items():
        found = asdict(measure(method, policy, given.steps, given.budget, count))
        told = "  ".join(f"{name}={value}" for name, value in found.items())
        sys.stdout.write((json.dumps(found) if given.json else told) + "\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
