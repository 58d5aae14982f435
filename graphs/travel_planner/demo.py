"""The demonstration: two conversations of one traveller, with a restart in between."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from uuid import uuid4

from langchain_core.language_models import BaseChatModel
from rich.console import Console
from rich.panel import Panel

from graphs.travel_planner.database import opened
from graphs.travel_planner.graph import Setting, make_graph, planner_memory
from graphs.travel_planner.request.task import read_task
from graphs.travel_planner.running import Verdict, converse, judge
from graphs.travel_planner.show import Show, print_memory, print_verdict, totals
from graphs.travel_planner.tools import make_tools
from graphs.travel_planner.world.desk import Desk
from langgraph_memory.scope import Scope

FIRST = (
    "Plan a 5-day trip for two from Boston to 2 cities in Maine, from May 5th to May 9th, "
    "2027, with a budget of $1,900. Our dog comes along, we want an entire place to "
    "ourselves, and we would rather not drive ourselves. We love seafood and Italian food."
)
SECOND = (
    "It was lovely. Now plan three days in Bar Harbor for two, from Boston, June 11th to "
    "June 13th, 2027, for at most $1,000. The dog comes again, an entire place please, no "
    "driving ourselves, and seafood once."
)


@dataclass(frozen=True, kw_only=True)
class Stage:
    """Where conversations are shown.

    Attributes:
        console: Where to print.
        db: SQLite file that keeps conversations and memory.
        user: Whose memory is used.
        setting: `on`, `off` or `full`.
        window: Tokens of the conversation shown to the model.
        model: A chat model; None: the planning policy.
    """

    console: Console
    db: str
    user: str
    setting: Setting
    window: int
    model: BaseChatModel | None = None

    def play(self, query: str, desk: Desk) -> Verdict:
        """Show one conversation; the database is opened for it and closed after it.

        Args:
            query: The traveller's words.
            desk: Where the tools look things up and book.

        Returns:
            What the checks say.
        """
        self.console.print(Panel(query, title="request", title_align="left"))
        with opened(self.db) as saver:
            memory = planner_memory(make_tools(desk), self.window)
            store = memory.store(saver) if self.setting == "on" else None
            scope = Scope(user=self.user)
            graph = make_graph(
                desk,
                setting=self.setting,
                window=self.window,
                model=self.model,
                memory=memory,
                checkpointer=saver,
                store=store,
            )
            watch = Show(self.console, store, scope)
            thread = uuid4().hex[:8]
            run = converse(graph, query, thread=thread, user=self.user, watch=watch)
            verdict = judge(run, read_task(query), desk.catalogue, desk)
            print_verdict(self.console, run, verdict)
            self.console.print(totals(run))
            if store is not None:
                lessons = [item.content for item in memory.experiences(store, scope)]
                print_memory(self.console, memory.cards(store, scope), lessons)
        return verdict


def play_all(stage: Stage, desk: Desk, queries: Sequence[str]) -> None:
    """Show conversations one after another; things change in between.

    Args:
        stage: Where they are shown.
        desk: Where the tools look things up and book.
        queries: The requests.
    """
    for number, query in enumerate(queries):
        if number:
            stage.console.rule(
                "another day, another conversation; some things have changed"
            )
            desk.next_conversation()
        stage.play(query, desk)
