"""How long the memory takes before the model is asked, beside LangGraph's stores.

    python -m tests.benchmarks.latency [--cards 10000] [--rounds 60] [--json]

A turn is `retrieve` and `rerank_rewrite` for a new message of the user, without a model,
over so many cards of one user in a `CheckpointStore`. It is warm: other questions about the
same were asked before. Beside it LangGraph's own stores search the same texts with the same
embeddings; all take turns in one run. One line per checkpointer and kind of embeddings:
`static` word vectors, which are the default, or any `other`, asked for a vector per query.

`ms` is the median of a turn, `ms_beside_embedding` without what the embeddings took of it,
`ms_cpu` the median of the processor's time, which others on the machine disturb less;
`embeddings` is how often embeddings are asked in a turn; `over_NAME` is `ms` over the time
of one search in that store, empty where it cannot take part.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import asdict, dataclass, field
from pathlib import Path
from statistics import fmean, median
from typing import Any, TypeVar

from langchain_core.embeddings import Embeddings
from langchain_core.messages import HumanMessage
from langchain_core.runnables import Runnable
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.checkpoint.sqlite import SqliteSaver
from langgraph.store.base import BaseStore, PutOp
from langgraph.store.memory import InMemoryStore

from langgraph_memory import CheckpointStore, DecisionCard, ExactIndex, Memory, Scope
from langgraph_memory.cards.card import CardValue
from langgraph_memory.facts.tables import Table
from langgraph_memory.index.embeddings import default_embeddings
from langgraph_memory.nodes import fuse
from tests.benchmarks.opening import KINDS, SQLITE
from tests.benchmarks.timing import Call, interleaved

Vector = TypeVar("Vector", list[float], list[list[float]])

_SCOPE = Scope(user="u")
_PUT_AT_ONCE = 500
_PATIENCE = 30.0
_SEED = 7
_QUESTIONS = 40  # things that are asked about in turns
_INDEXED = 400  # cards that a first turn indexes at least
_THINGS = ("ferry", "hotel", "museum", "invoice", "parcel", "concert", "train", "garden")
_PLACES = ("Oslo", "Lima", "Turin", "Kyoto", "Cairo", "Quito", "Porto", "Riga", "Perth")
_STATES = ("open", "paid", "delayed", "cancelled", "confirmed", "lost")


@dataclass(frozen=True)
class Row:
    """What was measured."""

    cards: int
    checkpointer: str
    vectors: str
    ms: float
    ms_beside_embedding: float
    ms_cpu: float
    embeddings: float
    over_in_memory_store: float
    over_sqlite_store: float | None


class Counted(Embeddings):
    """The default embeddings as any others, noting how often and long they are asked."""

    in_process = True

    def __init__(self) -> None:
        self._inner = default_embeddings()
        self.asked = 0
        self.seconds = 0.0

    def embed_documents(self, texts: list[str]) -> list[list[float]]:
        """Embed texts."""
        return self._timed(lambda: self._inner.embed_documents(texts))

    def embed_query(self, text: str) -> list[float]:
        """Embed a query."""
        return self._timed(lambda: self._inner.embed_query(text))

    def _timed(self, embed: Callable[[], Vector]) -> Vector:
        start = time.perf_counter()
        try:
            return embed()
        finally:
            self.asked += 1
            self.seconds += time.perf_counter() - start


def cards(count: int) -> Iterator[PutOp]:
    """So many cards of objects, each with a table, as tools give them."""
    draw = random.Random(_SEED)  # noqa: S311 - a sample
    for number in range(count):
        thing, place = draw.choice(_THINGS), draw.choice(_PLACES)
        name = f"{thing[:2].upper()}-{10_000 + number}"
        columns = (f"{thing}_id", "town", "state", "price", "day")
        day = f"2027-{draw.randint(1, 12):02}-{draw.randint(1, 28):02}"
        cells = (name, place, draw.choice(_STATES), draw.randint(5, 900), day)
        card = DecisionCard(
            key=f"{number:032x}",
            record_id=f"{number:032x}",
            summary=f"get_{thing}_details({thing}_id={name}): {place} {cells[2]}",
            source=f"tool:get_{thing}_details",
            thread_id=f"t{number // 10}",
            entity=f"{thing} {name}",
            slot=f"object:{thing}={name}",
            table=Table("", columns, (cells,), f"{thing}_id", "record"),
            value=CardValue(necessity=0.5, constraint=0.0, change=0.0, total=0.5),
            confidence=0.8,
            task_mode="precise",
            as_of=f"{day}T00:00:00.000+00:00",
        )
        told = {**card.to_dict(), "text": card.text}
        yield PutOp(_SCOPE.namespace("cards"), card.key, told, index=["text"])


def filled(store: BaseStore, count: int) -> BaseStore:
    """A store with so many cards."""
    ops = list(cards(count))
    for at in range(0, count, _PUT_AT_ONCE):
        store.batch(ops[at : at + _PUT_AT_ONCE])
    return store


def asked(number: int) -> str:
    """A new question of the user for each number, about what was asked before."""
    draw = random.Random(f"{_SEED} {number % _QUESTIONS}")  # noqa: S311 - a sample
    thing, place = draw.choice(_THINGS), draw.choice(_PLACES)
    state = draw.choice(_STATES)
    return f"Is the {thing} in {place} {state}, and what is its price? Request {number}."


@dataclass
class Turns:
    """Turns of a memory on a store, and what the processor and the embeddings took."""

    node: Runnable[Any, Any]
    counted: Counted | None
    cpu: list[float] = field(default_factory=list)
    embedding: list[tuple[int, float]] = field(default_factory=list)

    def __call__(self, number: int) -> object:
        """Run the turn of a number."""
        config: Any = {"configurable": {"thread_id": "now", "user_id": "u"}}
        messages = [HumanMessage(asked(number), id=f"m{number}")]
        before = self._embedded()
        start = time.thread_time()
        found = self.node.invoke({"messages": messages, "memory": {}}, config)
        self.cpu.append(time.thread_time() - start)
        after = self._embedded()
        self.embedding.append((after[0] - before[0], after[1] - before[1]))
        return found

    def _embedded(self) -> tuple[int, float]:
        return (self.counted.asked, self.counted.seconds) if self.counted else (0, 0.0)


def turns(store: BaseStore, embeddings: Embeddings, count: int) -> Turns:
    """Turns of a memory on a store, after all was indexed and asked once."""
    memory = Memory(store=store, embeddings=embeddings)
    node = fuse(memory.retrieve, memory.rerank_rewrite)
    made = Turns(node, embeddings if isinstance(embeddings, Counted) else None)
    for number in range(_QUESTIONS + count // _INDEXED):
        made(-2 - number)
    made.cpu.clear()
    made.embedding.clear()
    return made


def measured(count: int, rounds: int, folder: Path) -> Iterator[Row]:
    """One row per checkpointer and kind of embeddings."""
    with ExitStack() as ending:
        counted, static = Counted(), default_embeddings()
        saver = ending.enter_context(SqliteSaver.from_conn_string(str(folder / "ours.db")))
        ours: dict[tuple[str, str], Turns] = {}
        for name, kind, place, used in (
            ("memory", "static", InMemorySaver(), static),
            ("sqlite", "static", saver, static),
            ("memory", "other", InMemorySaver(), counted),
        ):
            store = filled(CheckpointStore(place, index=ExactIndex(used)), count)
            ours[name, kind] = turns(store, used, count)
        theirs = {name: filled(s, count) for name, s in _theirs(folder, ending).items()}
        calls: dict[Any, Call] = {**ours, **{n: _searching(s) for n, s in theirs.items()}}
        ms = interleaved(calls, rounds, _PATIENCE)
        for (name, kind), turn in ours.items():
            took, often = ms[name, kind], fmean(n for n, _ in turn.embedding)
            embedding = 1_000 * median(seconds for _, seconds in turn.embedding)
            yield Row(
                cards=count,
                checkpointer=name,
                vectors=kind,
                ms=round(took, 3),
                ms_beside_embedding=round(took - embedding, 3),
                ms_cpu=round(1_000 * median(turn.cpu), 3),
                embeddings=round(often, 2),
                over_in_memory_store=round(took / ms["in memory"], 3),
                over_sqlite_store=round(took / ms["sqlite"], 3) if "sqlite" in ms else None,
            )


def _searching(store: BaseStore) -> Call:
    space = _SCOPE.namespace("cards")
    return lambda number: store.search(space, query=asked(number), limit=8)


def _theirs(folder: Path, ending: ExitStack) -> dict[str, BaseStore]:
    """LangGraph's own stores, those that can work here."""
    vectors = default_embeddings()
    size = len(vectors.embed_query("size"))
    index: Any = {"dims": size, "embed": vectors, "fields": ["text"]}
    stores: dict[str, BaseStore] = {"in memory": InMemoryStore(index=index)}
    if KINDS[SQLITE].why_not() is None:
        from langgraph.store.sqlite import SqliteStore  # noqa: PLC0415 - an extra

        file = str(folder / "theirs.db")
        # It documents `fields`, and reads `text_fields`.
        opened = SqliteStore.from_conn_string(file, index=index | {"text_fields": ["text"]})
        store = ending.enter_context(opened)
        store.setup()
        stores["sqlite"] = store
    return stores


def main(argv: list[str] | None = None) -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--cards", type=int, default=10_000)
    parser.add_argument("--rounds", type=int, default=60)
    parser.add_argument("--json", action="store_true", help="one JSON object a line")
    given = parser.parse_args(argv)
    with tempfile.TemporaryDirectory() as folder:
        for row in measured(given.cards, given.rounds, Path(folder)):
            figures = asdict(row)
            plain = "  ".join(f"{name}={value}" for name, value in figures.items())
            sys.stdout.write((json.dumps(figures) if given.json else plain) + "\n")


if __name__ == "__main__":
    main()
