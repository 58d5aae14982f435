"""Whether the card is found whose values a decision is about to use."""

from __future__ import annotations

import time
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from statistics import fmean, median
from typing import Any

import numpy as np
from langchain_core.messages import AIMessage, BaseMessage, HumanMessage, ToolMessage
from langgraph.store.base import Item
from langgraph.store.memory import InMemoryStore

from langgraph_memory import DecisionCard, Memory, RecallConfig, Scope
from langgraph_memory.facts.provenance import uses
from langgraph_memory.index.embeddings import default_embeddings
from langgraph_memory.index.hybrid import HybridIndex
from langgraph_memory.index.static import WordVectors
from langgraph_memory.nodes._lanes import Lane
from langgraph_memory.recall.feeding import Need, Needs
from langgraph_memory.recall.focus import Focus
from langgraph_memory.recall.ranking import Candidate, rank
from langgraph_memory.state import merge_memory
from langgraph_memory.testing import Clock, HashEmbeddings
from tests.benchmarks.conflicts import converted, lines
from tests.benchmarks.recall_row import Row

SETS = ("tau2_retail_recorded", "tau2_airline_recorded", "bfcl_long_context")

_FEW = 5  # cards among which nothing need be found
_SCOPE = Scope(user="u")
_CONFIG = RecallConfig()


@dataclass(frozen=True)
class Moment:
    """A call that is about to be made, and what is remembered then.

    Attributes:
        asked: What the user said last.
        focus: The names of the tool and of its parameters.
        needs: The same as what the call needs.
        cards: The items of the tools' cards that nothing has replaced.
        outputs: What the tools have said, by the key of its record.
        wanted: For each argument that is in some card, the cards that have it.
    """

    asked: str
    focus: str
    needs: Needs
    cards: Sequence[Item]
    outputs: Mapping[str, str]
    wanted: Sequence[AbstractSet[str]]

    def found(self, shown: Sequence[Sequence[str]]) -> float:
        """The share of the arguments that some of these cards have."""
        keys = {key for together in shown for key in together}
        return fmean(bool(one & keys) for one in self.wanted)


def cards(folder: Path) -> Iterator[Row]:
    """Ours and the embedder on raw outputs, for each set that is there.

    `raw` gives one card for each of the nearest outputs, `raw-whole` all that were made of
    it, which is more to read.
    """
    for name in SETS:
        if not (folder / f"traces_{name}.jsonl.gz").is_file():
            continue
        moments = [m for row in lines(folder, f"traces_{name}") for m in _moments(row)]
        for method, search in (
            ("hybrid", by_ranking),
            ("raw", partial(by_raw_text, most=1)),
            ("raw-whole", partial(by_raw_text, most=None)),
        ):
            yield _measured(f"cards/{name}", method, moments, search)


def _measured(
    name: str,
    method: str,
    moments: Sequence[Moment],
    search: Callable[[Moment], tuple[Sequence[Sequence[str]], float]],
) -> Row:
    found = [search(moment) for moment in moments]
    shares = [
        [m.found(keys[:most]) for m, (keys, _) in zip(moments, found, strict=True)]
        for most in (1, 5, 10)
    ]
    return Row(
        name,
        method,
        found_at_1=round(fmean(shares[0]), 4),
        found_at_5=round(fmean(shares[1]), 4),
        found_at_10=round(fmean(shares[2]), 4),
        all_at_10=round(fmean(share == 1 for share in shares[2]), 4),
        ms_per_query=round(1_000 * median(seconds for _, seconds in found), 3),
    )


def by_ranking(moment: Moment) -> tuple[Sequence[Sequence[str]], float]:
    """The cards that ours finds, and the seconds that took once they are indexed."""
    embeddings = default_embeddings()
    lane = Lane(HybridIndex(embeddings if isinstance(embeddings, WordVectors) else None))
    lane.take("cards", moment.cards)

    def find(key: str) -> Candidate | None:
        return lane.entries[key].candidate

    needs = replace(moment.needs, at_hand=frozenset(lane.entries))
    focus = Focus(moment.focus, needs)
    start = time.perf_counter()
    ranking = rank(moment.asked, focus, lane.index, find, _CONFIG, limit=10)
    return [[hit.key] for hit in ranking.hits], time.perf_counter() - start


def by_raw_text(moment: Moment, most: int | None) -> tuple[Sequence[Sequence[str]], float]:
    """The cards of the outputs that are nearest, so many of each."""
    of_record: defaultdict[str, list[str]] = defaultdict(list)
    for item in moment.cards:
        of_record[str(item.value["record_id"])].append(item.key)
    records = [key for key in moment.outputs if key in of_record]
    embeddings = default_embeddings()
    rows = np.array(embeddings.embed_documents([moment.outputs[key] for key in records]))
    start = time.perf_counter()
    asked = np.array(embeddings.embed_query(f"{moment.asked} {moment.focus}"))
    nearest = np.argsort(-(rows @ asked), kind="stable").tolist()
    seconds = time.perf_counter() - start
    return [of_record[records[at]][:most] for at in nearest], seconds


def _moments(row: Mapping[str, Any]) -> Iterator[Moment]:
    """The decisions of one trace whose arguments are in cards, each with its past."""
    clock, store = Clock(), InMemoryStore()
    memory = Memory(embeddings=HashEmbeddings(), clock=clock, store=store)
    where: Any = {"configurable": {"thread_id": row["id"], "user_id": "u"}}
    channel: Any = {}
    said: list[BaseMessage] = []
    asked = ""
    for told, message in zip(row["messages"], map(converted, row["messages"]), strict=True):
        if isinstance(message, HumanMessage):
            asked = str(message.content)
        if isinstance(message, AIMessage):
            own = [c for c in told.get("tool_calls") or () if not c.get("inserted")]
            yield from _decisions(store, asked, own)
        said.append(message)
        clock.advance(seconds=30)
        if isinstance(message, ToolMessage):
            update = memory.remember.invoke({"messages": said, "memory": channel}, where)
            channel = merge_memory(channel, update.get("memory"))


def _decisions(
    store: InMemoryStore, asked: str, calls: Sequence[Mapping[str, Any]]
) -> Iterator[Moment]:
    if not calls:
        return
    items = store.search(_SCOPE.namespace("cards"), limit=1_000)
    # What the user said stands in the conversation, and is the query itself.
    alive = [
        item
        for item in items
        if item.value.get("superseded_by") is None and item.value["source"] != "user"
    ]
    made = {item.key: DecisionCard.from_dict(item.value) for item in alive}
    records = store.search(_SCOPE.namespace("records"), limit=1_000)
    for call in calls:
        wanted: defaultdict[str, set[str]] = defaultdict(set)
        for key, card in made.items():
            for use in uses(card.table, call["args"]) if card.table else ():
                wanted[use.parameter].add(key)
        if wanted and len(alive) > _FEW:
            words = " ".join([call["name"], *call["args"]]).replace("_", " ")
            outputs = {item.key: str(item.value["text"]) for item in records}
            lacking = tuple(Need(call["name"], name) for name in call["args"])
            needs = Needs(lacking, certain=True)
            found = tuple(wanted.values())
            yield Moment(asked, words, needs, alive, outputs, found)
