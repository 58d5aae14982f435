"""How long lessons take to be found and to be learned, beside many others of one user.

    python -m tests.benchmarks.pools [--lessons 1000 5000 20000] [--rounds 40] [--json]

The lessons are about 40 tools, as rules mine them from runs, in a `CheckpointStore` over an
`InMemorySaver`, with the default embeddings. `retrieve_ms` is the median of the node
`retrieve` for a new message of the user, `draft_ms` the same where the model has drafted a
call, `distil_ms` that of `reflect_on_failure` at the end of a run that succeeded and
teaches five lessons, from judging to writing. `_cpu` is the same of the processor's time,
which others on the machine disturb less. `growth` is the slope of the logarithm of
`distil_cpu` over that of the number of lessons, up to this line: 0 for what does not grow,
1 for what grows with the number, so that finding duplicates is quadratic in all.
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from statistics import median
from typing import Any

from langchain_core.messages import AIMessage, BaseMessage, HumanMessage, ToolMessage
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.store.base import PutOp

from langgraph_memory import Memory, Scope
from langgraph_memory.experiences.experience import Experience
from langgraph_memory.nodes._keeping import values_of
from tests.benchmarks.timing import exponent

_SCOPE = Scope(user="u")
_CONFIG: Any = {"configurable": {"user_id": "u"}}
_TOOLS = 40
_PUT_AT_ONCE = 500
_STAMP = "2026-03-01T12:00:00+00:00"
_THINGS = ("ferry", "hotel", "museum", "invoice", "parcel", "concert", "train", "garden")
_DEEDS = ("book", "cancel", "find", "change", "pay")
_PLACES = ("Oslo", "Lima", "Turin", "Kyoto", "Cairo", "Quito", "Porto", "Riga", "Perth")
_FORMS = ("YYYY-MM-DD", "integer", "number", "upper case", "list of integer")


def main(arguments: Sequence[str] | None = None) -> None:
    """Measure, and print one line per number of lessons."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--data", help="not needed: the lessons are made up")
    parser.add_argument("--lessons", type=int, nargs="+", default=[1_000, 5_000, 20_000])
    parser.add_argument("--rounds", type=int, default=40, help="how often each is timed")
    parser.add_argument("--json", action="store_true", help="a JSON object per line")
    options = parser.parse_args(arguments)
    sizes: list[int] = []
    learned: list[float] = []
    for count in options.lessons:
        row = {key: round(ms, 2) for key, ms in _measured(count, options.rounds).items()}
        sizes.append(count)
        learned.append(row["distil_cpu"])
        growth = round(exponent(sizes, learned), 2) if len(sizes) > 1 else None
        line = {"lessons": count, **row, "growth": growth}
        print(json.dumps(line) if options.json else line, flush=True)  # noqa: T201  the result


def lessons(count: int) -> Iterator[Experience]:
    """Lessons that differ in tool, parameter, form, or the error that they answer."""
    for number in range(count):
        tool = tool_named(number)
        name = f"p{number // _TOOLS % 50}"
        rule: dict[str, Any] = {"tool": tool, "change": "shape", "parameters": [name]}
        rule["expected"] = {name: _FORMS[number // (_TOOLS * 50) % len(_FORMS)]}
        if number % 2:
            rule["condition"] = f"invalid {name} {_THINGS[number // 7 % 8]} {number // 800}"
        place = _PLACES[number // 3 % len(_PLACES)]
        yield Experience(
            kind="recovery" if number % 2 else "success",
            scenario=f"{tool.replace('_', ' a ')} in {place} with {name} {number // 400}",
            content=f"When you call {tool}, write {name} as {rule['expected'][name]}.",
            keywords=(tool, name),
            confidence=0.5 + number % 40 / 100,
            tools=(tool,),
            rule=rule,
            evidence=((f"t{number}", "m"),),
            support={f"t{number}": 1.0},
            created_at=_STAMP,
        )


def tool_named(number: int) -> str:
    """One of the tools."""
    return f"{_DEEDS[number % 5]}_{_THINGS[number // 5 % 8]}"


def _measured(count: int, rounds: int) -> dict[str, float]:
    memory = Memory()
    store = memory.store(InMemorySaver())
    namespace, values = _SCOPE.namespace("experiences"), values_of(lessons(count))
    ops = [PutOp(namespace, key, value, index=["text"]) for key, value in values.items()]
    for at in range(0, len(ops), _PUT_AT_ONCE):
        store.batch(ops[at : at + _PUT_AT_ONCE])
    memory = Memory(store=store)
    for number in range(
        count // _PUT_AT_ONCE + 2
    ):  # what was there before is read in turns
        memory.retrieve.invoke(_asked(10_000 + number), _on("warm", number))
    calls: dict[str, Callable[[int], object]] = {
        "retrieve": lambda n: memory.retrieve.invoke(_asked(n), _on("r", n)),
        "draft": lambda n: memory.retrieve.invoke(_drafted(n), _on("d", n)),
        "distil": lambda n: memory.reflect_on_failure.invoke(_ran(n), _on("e", n)),
    }
    return dict(_medians(calls, rounds))


def _medians(
    calls: Mapping[str, Callable[[int], object]], rounds: int
) -> Iterator[tuple[str, float]]:
    """Times in milliseconds, each call in turn, after one that does not count."""
    taken: dict[str, list[tuple[float, float]]] = {name: [] for name in calls}
    for number in range(-1, rounds):
        for name, call in calls.items():
            wall, cpu = time.perf_counter(), time.process_time()
            call(number)
            spent = time.perf_counter() - wall, time.process_time() - cpu
            if number >= 0:
                taken[name].append(spent)
    for name, times in taken.items():
        for kind, spent_on in zip(("ms", "cpu"), zip(*times, strict=True), strict=True):
            yield f"{name}_{kind}", 1_000 * median(spent_on)


def _on(thread: str, number: int) -> Any:
    return {"configurable": {"user_id": "u", "thread_id": f"{thread} {number}"}}


def _asked(number: int) -> dict[str, list[BaseMessage]]:
    deed, thing = _DEEDS[number % 5], _THINGS[number // 5 % 8]
    text = f"Please {deed} the {thing} in {_PLACES[number % 9]} for {number + 2} people"
    return {"messages": [HumanMessage(text, id=f"h{number}")]}


def _drafted(number: int) -> dict[str, list[BaseMessage]]:
    call = {"name": tool_named(number), "args": {"p1": "x"}, "id": "c"}
    messages = [*_asked(number)["messages"], AIMessage("", id="a", tool_calls=[call])]
    return {"messages": messages}


def _ran(number: int) -> dict[str, list[BaseMessage]]:
    """A run with two errors that it recovers from."""
    messages = _asked(number)["messages"]
    for at, (tool, error, args) in enumerate(_calls(number)):
        call = {"name": tool, "args": args, "id": f"c{at}"}
        status: Any = "error" if error else "success"
        text = error or json.dumps({"id": f"B-{number}-{at}", "state": "booked"})
        messages += [
            AIMessage("", id=f"a{at}", tool_calls=[call]),
            ToolMessage(text, id=f"t{at}", tool_call_id=f"c{at}", status=status),
        ]
    return {"messages": [*messages, AIMessage("Done.", id="end")]}


def _calls(number: int) -> Iterator[tuple[str, str, dict[str, Any]]]:
    first, then = tool_named(number), tool_named(number + 13)
    day = 1 + number % 28
    yield first, f"Error: invalid p1 day {number % 97}", {"p1": f"{day}/03/2026"}
    yield first, "", {"p1": f"2026-03-{day:02}"}
    yield then, f"Error: p3 is missing in case {number % 89}", {"p2": number}
    yield then, "", {"p2": number, "p3": "oak"}
    yield tool_named(number + 7), "", {"of": f"B-{number}-1"}


if __name__ == "__main__":
    main()
