"""Whether what changed is linked to what it was, and nothing else is retired.

    python -m tests.benchmarks.conflicts --data DIR --json

Reads `sessions_tau_retail_same_user` and `probes_superseded_retail`. The sessions of each
user, one thread each, run through `observe` and `score_and_card`; each probe is an
attribute of an object that was read several times.

A changed attribute is *linked* when each card of its old value (of its object, where none
shows the value) was replaced, by a chain of cards that ends in one of a reading of the same
object that does not say the old value. An unchanged one is *falsely superseded* when a card
of it was replaced by a chain that ends in a card of another object, or in one that says
another value; it is *lost* when the last card of the chain does not have it any more.
"""

from __future__ import annotations

import argparse
import gzip
import json
import sys
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from langchain_core.messages import AIMessage, BaseMessage, HumanMessage, ToolMessage
from langgraph.store.memory import InMemoryStore

from langgraph_memory import DecisionCard, Memory, Scope
from langgraph_memory.state import merge_memory
from langgraph_memory.testing import Clock, HashEmbeddings

_SESSIONS, _PROBES = "sessions_tau_retail_same_user", "probes_superseded_retail"
Cards = Mapping[str, DecisionCard]


def lines(folder: Path, name: str) -> Iterator[dict[str, Any]]:
    """The rows of one file, or an end that says what is missing."""
    path = folder / f"{name}.jsonl.gz"
    if not path.is_file():
        sys.exit(f"missing: {path}")
    with gzip.open(path, "rt", encoding="utf-8") as file:
        yield from map(json.loads, file)


def remembered(user: str, sessions: Sequence[Mapping[str, Any]]) -> Cards:
    """The cards of all sessions of a user, each carded while it goes on."""
    clock = Clock()
    store = InMemoryStore()
    memory = Memory(embeddings=HashEmbeddings(), clock=clock, store=store)
    for number, session in enumerate(sessions):
        where: Any = {"configurable": {"thread_id": f"s{number}", "user_id": user}}
        channel: Any = {}
        said: list[BaseMessage] = []
        for message in map(converted, session["messages"]):
            said.append(message)
            if isinstance(message, ToolMessage):
                clock.advance(minutes=1)
                state = {"messages": said, "memory": channel}
                update = memory.remember.invoke(state, where)
                channel = merge_memory(channel, update.get("memory"))
    cards = memory.cards(store, Scope(user=user), limit=10_000)
    return {card.key: card for card in cards}


def converted(message: Mapping[str, Any]) -> BaseMessage:
    """A message of a trace as LangChain has it."""
    content = message.get("content") or ""
    if message["role"] == "tool":
        return ToolMessage(content, tool_call_id=message["tool_call_id"])
    if message["role"] == "user":
        return HumanMessage(content)
    calls = message.get("tool_calls") or []
    return AIMessage(
        content, tool_calls=[{k: call[k] for k in ("name", "args", "id")} for call in calls]
    )


def says(card: DecisionCard, attribute: str) -> set[str] | None:
    """What a card says of an attribute; None where it does not have it."""
    found: set[str] = set()
    has = False
    table = card.table
    path = table.name.split(".") if table is not None and table.name else []
    for at, column in enumerate(() if table is None else table.columns):
        if table is not None and matches(attribute, [*path, *column.split(".")]):
            has = True
            found |= {str(row[at]) for row in table.rows}
    for column, cell in card.constants.items():
        if matches(attribute, [*path, *column.split(".")]):
            has = True
            found.add(str(cell))
    return found if has else None


def matches(attribute: str, column: list[str]) -> bool:
    """Whether a column holds an attribute, whose path may also name the row."""
    parts = attribute.split(".")
    without_row = [parts[:at] + parts[at + 1 :] for at in range(len(parts))]
    return column in (parts, *without_row)


def last_of(card: DecisionCard, cards: Cards) -> DecisionCard:
    """The card at the end of the chain of replacements."""
    seen = {card.key}
    while card.superseded_by in cards and card.superseded_by not in seen:
        card = cards[card.superseded_by]
        seen.add(card.key)
    return card


class Judge:
    """Judges the probes of one user."""

    def __init__(self, cards: Cards, probes: Sequence[Mapping[str, Any]]) -> None:
        self.cards = cards
        self.of_call: defaultdict[tuple[str, str], list[DecisionCard]] = defaultdict(list)
        for card in cards.values():
            self.of_call[(card.thread_id, card.tool_call_id or "")].append(card)
        self.calls: defaultdict[str, set[tuple[str, str]]] = defaultdict(set)
        for probe in probes:
            self.calls[probe["entity"]] |= {place(read) for read in probe["history"]}

    def outcome(self, probe: Mapping[str, Any]) -> str:
        """`linked` or `stale`; `kept`, `false` or `lost`; `no card` where none has it."""
        changed, current = probe["changed"], str(probe["current"])
        reads = [r for r in probe["history"] if not changed or str(r[2]) != current]
        told = [
            card
            for read in reads
            for card in self.of_call[place(read)]
            if str(read[2]) in (says(card, probe["attr"]) or ())
        ]
        if not told and changed:
            told = [card for read in reads for card in self.of_call[place(read)]]
        if not told:
            return "no card"
        found = {self._one(card, probe) for card in told}
        order = ("stale", "false", "lost", "linked", "kept")
        return next(name for name in order if name in found)

    def _one(self, card: DecisionCard, probe: Mapping[str, Any]) -> str:
        last = last_of(card, self.cards)
        own = (last.thread_id, last.tool_call_id or "") in self.calls[probe["entity"]]
        said = says(last, probe["attr"])
        if probe["changed"]:
            before = {str(read[2]) for read in probe["history"]} - {str(probe["current"])}
            fresh = not said or str(probe["current"]) in said or not before & said
            return "linked" if own and last.key != card.key and fresh else "stale"
        if last.key != card.key and not own:
            return "false"
        if said is None:
            return "lost"
        return "kept" if str(probe["current"]) in said else "false"


def place(read: Sequence[Any]) -> tuple[str, str]:
    """Thread and call of a reading."""
    return f"s{read[0]}", str(read[1])


def measure(folder: Path) -> dict[str, Any]:
    """Judge all probes."""
    probes: defaultdict[str, list[dict[str, Any]]] = defaultdict(list)
    for probe in lines(folder, _PROBES):
        if probe["db_current"] == probe["current"]:
            probes[probe["user"]].append(probe)
    found: Counter[tuple[bool, str]] = Counter()
    examples: dict[str, str] = {}
    for row in lines(folder, _SESSIONS):
        mine = probes[row["user"]]
        judge = Judge(remembered(row["user"], row["sessions"]), mine)
        for probe in mine:
            name = judge.outcome(probe)
            found[(probe["changed"], name)] += 1
            examples[f"{name} {probe['entity'].split(':')[0]}"] = (
                f"{probe['user']} {probe['entity']} {probe['attr']} {probe['history']}"
            )
    changed = {name: n for (is_changed, name), n in found.items() if is_changed}
    controls = {name: n for (is_changed, name), n in found.items() if not is_changed}
    judged = sum(changed.values()) - changed.get("no card", 0)
    held = sum(controls.values()) - controls.get("no card", 0)
    return {
        "set": _PROBES,
        "changed": sum(changed.values()),
        "controls": sum(controls.values()),
        "linked": round(changed.get("linked", 0) / max(1, judged), 4),
        "false_supersession": round(controls.get("false", 0) / max(1, held), 4),
        "lost": round(controls.get("lost", 0) / max(1, held), 4),
        "changed_outcomes": changed,
        "control_outcomes": controls,
        "examples": examples,
    }


def main(argv: list[str] | None = None) -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--json", action="store_true", help="one JSON object")
    given = parser.parse_args(argv)
    found = measure(given.data)
    examples = found.pop("examples")
    if given.json:
        sys.stdout.write(json.dumps(found) + "\n")
        return
    for name, value in [*found.items(), *sorted(examples.items())]:
        sys.stdout.write(f"{name}: {value}\n")


if __name__ == "__main__":
    main()
