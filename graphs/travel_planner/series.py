"""Running many queries and adding up what came of them."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any
from uuid import uuid4

from langchain_core.language_models import BaseChatModel
from langgraph.checkpoint.base import BaseCheckpointSaver

from graphs.travel_planner.database import opened
from graphs.travel_planner.graph import Graph, Setting, make_graph, planner_memory
from graphs.travel_planner.request.task import read_task
from graphs.travel_planner.running import Run, Verdict, converse, judge
from graphs.travel_planner.tools import make_tools
from graphs.travel_planner.world.catalogue import Catalogue
from graphs.travel_planner.world.desk import Desk
from graphs.travel_planner.world.rows import Case
from langgraph_memory.recall.tokens import count_text, count_tokens

Progress = Callable[[Iterable[Case]], Iterable[Case]]


@dataclass
class Tally:
    """Sums over the runs of a series."""

    passed: int = 0
    total: int = 0
    refusals: int = 0
    failed_checks: Counter[str] = field(default_factory=Counter)
    tool_calls: int = 0
    repeated_calls: int = 0
    shown: list[int] = field(default_factory=list)

    def add(self, run: Run, verdict: Verdict) -> None:
        """Count a run."""
        self.total += 1
        self.passed += verdict.passed
        self.refusals += verdict.refused
        self.failed_checks.update(name for name, wrong in verdict.findings.items() if wrong)
        self.tool_calls += len(run.calls)
        self.repeated_calls += run.repeated
        self.shown += run.shown


def quarter_window(cases: Sequence[Case]) -> int:
    """A quarter of the mean full conversation, in tokens, when the policy plans."""
    sizes = []
    for case in cases:
        graph = make_graph(Desk(case.catalogue), setting="full")
        run = converse(graph, case.query, thread=case.id, user="-")
        sizes.append(count_tokens(run.messages[:-1]) + count_text(case.query))
    return round(sum(sizes) / len(sizes) / 4)


def run_series(
    cases: Sequence[Case],
    *,
    setting: Setting,
    window: int | None = None,
    model: BaseChatModel | None = None,
    db: str = ":memory:",
    progress: Progress = iter,
) -> dict[str, Any]:
    """Plan all cases, each with a desk, a conversation and a memory of its own.

    Args:
        cases: The queries with their rows.
        setting: `on`, `off` or `full`.
        window: Tokens of the conversation shown to the model; None: a quarter of the mean
            full one.
        model: A chat model; None: the planning policy.
        db: SQLite file that keeps conversations and memory.
        progress: Wraps the cases to tell how far the series is.

    Returns:
        Plain data: `memory, window, passed, total, refusals, failed_checks`,
        `tokens_per_step, tool_calls, repeated_calls, seconds`. Refusals that pass are
        counted in `passed` too.
    """
    started = time.perf_counter()
    room = quarter_window(cases) if window is None and setting != "full" else window or 0
    tally = Tally()
    with opened(db) as saver:
        build = _builder(setting, room, model, saver)
        for case in progress(cases):
            desk = Desk(case.catalogue)
            thread = f"{case.id}/{uuid4().hex[:8]}"
            run = converse(build(desk), case.query, thread=thread, user=case.id)
            tally.add(run, judge(run, read_task(case.query), case.catalogue, desk))
    return {
        "memory": setting,
        "window": None if setting == "full" else room,
        "passed": tally.passed,
        "total": tally.total,
        "refusals": tally.refusals,
        "failed_checks": dict(tally.failed_checks),
        "tokens_per_step": round(sum(tally.shown) / max(1, len(tally.shown))),
        "tool_calls": tally.tool_calls,
        "repeated_calls": tally.repeated_calls,
        "seconds": round(time.perf_counter() - started, 1),
    }


def _builder(
    setting: Setting,
    window: int,
    model: BaseChatModel | None,
    checkpointer: BaseCheckpointSaver[Any],
) -> Callable[[Desk], Graph]:
    """Graphs over different desks that share one memory and one place where it is kept."""
    memory = store = None
    if setting == "on":
        memory = planner_memory(make_tools(Desk(Catalogue())), window)
        store = memory.store(checkpointer)

    def build(desk: Desk) -> Graph:
        return make_graph(
            desk,
            setting=setting,
            window=window,
            model=model,
            memory=memory,
            checkpointer=checkpointer,
            store=store,
        )

    return build
