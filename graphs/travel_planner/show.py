"""The planner at work, printed as it goes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from langchain_core.messages import AIMessage, ToolMessage
from langgraph.store.base import BaseStore
from rich.console import Console
from rich.markup import escape
from rich.table import Table
from rich.text import Text

from graphs.travel_planner.itinerary import MEALS, Day, Itinerary
from graphs.travel_planner.policy.reading import Call
from graphs.travel_planner.running import Run, Verdict
from langgraph_memory import DecisionCard
from langgraph_memory.cards.rendering import call_text, render
from langgraph_memory.recall.bearing import STEP
from langgraph_memory.recall.tokens import count_text
from langgraph_memory.scope import Scope

_BAR = 32
_ROWS = 3
_LONG = 110


class Show:
    """Prints the events of a run; give it to `converse` as `watch`."""

    def __init__(
        self, console: Console, store: BaseStore | None = None, scope: Scope | None = None
    ) -> None:
        """Make a show.

        Args:
            console: Where to print.
            store: Where cards are read from; None: there is no memory to show.
            scope: Whose memory.
        """
        self._console = console
        self._store = store
        self._scope = scope
        self._step = 0
        self._sizes: Mapping[str, int] = {}

    def __call__(self, mode: str, content: Any) -> None:
        """Print one stream event.

        Args:
            mode: `updates` or `custom`.
            content: What came.
        """
        if mode == "custom":
            self._custom(content)
            return
        for node, update in content.items():
            printer = getattr(self, f"_{node}", None)
            if printer and update:
                printer(update)

    def _custom(self, event: Mapping[str, Any]) -> None:
        if event.get("event") == "model_step":
            self._sizes = event
        elif event.get("event") == "memory_saved" and event.get("experiences"):
            self._console.print("  [green]✦ learned from this run[/]")
        elif event.get("event") == "attempt_failed":
            self._console.print(f"  [red]↻ tries again:[/] {escape(event['hypothesis'])}")

    def _agent(self, update: Mapping[str, Any]) -> None:
        self._step += 1
        message = update["messages"]
        self._console.print()
        self._console.print(Text(f"step {self._step:<3}", "bold"), _bar(self._sizes))
        for call in message.tool_calls if isinstance(message, AIMessage) else ():
            text = call_text(call["name"], call["args"])
            self._console.print(f"  [cyan]→[/] {escape(_short(text))}")

    def _tools(self, update: Mapping[str, Any]) -> None:
        for message in update["messages"]:
            if not isinstance(message, ToolMessage):
                continue
            if message.status == "error":
                self._console.print(f"  [red]✗ {escape(message.text)}[/]")
            else:
                size = count_text(message.text)
                self._console.print(f"  [dim]← {size:,} tokens[/]")

    def _score_and_card(self, update: Mapping[str, Any]) -> None:
        for part in update.get("memory", {}).values():
            for keys in part.get("cards", {}).values():
                self._cards(keys)

    def _rerank_rewrite(self, update: Mapping[str, Any]) -> None:
        for part in update.get("memory", {}).values():
            block = part.get("block")
            if block and (block["cards"] or block["lessons"]):
                self._console.print("[green]remembered from earlier conversations[/]")
                self._cards([key for key, _ in block["cards"]])

    def _cards(self, keys: Sequence[str]) -> None:
        if self._store is None or self._scope is None:
            return
        for key in keys:
            item = self._store.get(self._scope.namespace("cards"), key)
            if item is not None:
                card = DecisionCard.from_dict(item.value)
                head, *rows = render(card, _ROWS).split("\n")
                worth = f"[dim]{card.value.total:.2f}[/]"
                self._console.print(f"    [yellow]▣ {escape(_short(head))}[/] {worth}")
                for row in rows:
                    self._console.print(f"      [dim]{escape(_short(row))}[/]")


def _short(text: str) -> str:
    return text if len(text) <= _LONG else text[: _LONG - 1] + "…"


def _bar(sizes: Mapping[str, int]) -> Text:
    """How much of the whole conversation the model is shown, and what it is reminded of."""
    remembered = sizes["remembered"]
    shown, history = sizes["shown"] - remembered, max(1, sizes["history"])
    filled = min(_BAR, max(1, round(_BAR * shown / history)))
    bar = Text("█" * filled, "green")
    bar.append("░" * (_BAR - filled), "dim")
    bar.append(f" {shown:,} of {history:,} tokens", "dim")
    if remembered:
        bar.append(f" + {remembered:,} remembered", "yellow")
    return bar


def print_verdict(console: Console, run: Run, verdict: Verdict) -> None:
    """Print the itinerary and the checks.

    Args:
        console: Where to print.
        run: The run.
        verdict: What the checks say.
    """
    console.print()
    answer = run.messages[-1].text.split("\n```", 1)[0] if run.messages else ""
    console.print(f"[bold]{escape(answer)}[/]")
    if verdict.trip:
        console.print(_itinerary(verdict.trip))
    for name, wrong in verdict.findings.items():
        mark = f"[red]✗ {name}: {escape(wrong)}[/]" if wrong else f"[green]✓[/] {name}"
        console.print(mark, end="  " if not wrong else "\n", soft_wrap=False)
    console.print()


def _itinerary(trip: Itinerary) -> Table:
    table = Table(title="Itinerary", title_justify="left", show_lines=True)
    for column in ("Day", "On the way", "Meals", "Sights", "Night"):
        table.add_column(column, overflow="fold")
    for day in trip.days:
        table.add_row(*map(escape, _row(day)))
    return table


def _row(day: Day) -> tuple[str, str, str, str, str]:
    way = ""
    if day.leg:
        name = f"{day.leg.mode} {day.leg.flight or ''}".strip()
        way = f"{day.leg.origin} → {day.leg.destination}\n{name}, ${day.leg.cost:g}"
    meals = [f"{meal}: {day.meals[meal].name}" for meal in MEALS if meal in day.meals]
    sights = [sight.name for sight in day.sights]
    night = f"{day.lodging.name}, ${day.lodging.price:g}" if day.lodging else ""
    return day.date, way, "\n".join(meals), "\n".join(sights), night


def print_memory(
    console: Console, cards: Sequence[DecisionCard], lessons: Sequence[str]
) -> None:
    """Print what is remembered.

    Args:
        console: Where to print.
        cards: The cards of the user.
        lessons: What runs have taught, one text each.
    """
    valid = [card for card in cards if card.superseded_by is None]
    table = Table(title="Memory", title_justify="left", expand=True)
    table.add_column("Card of", no_wrap=True, width=18)
    table.add_column("About", no_wrap=True, ratio=4)
    table.add_column("Rows", no_wrap=True, width=8)
    table.add_column("Bears on", no_wrap=True, ratio=3)
    table.add_column("Limits", no_wrap=True, ratio=3)
    for card in sorted(valid, key=lambda card: (card.source, card.entity)):
        table.add_row(*map(escape, _memory_row(card)))
    console.print(table)
    console.print(f"[dim]{len(cards) - len(valid)} more were replaced by newer ones[/]")
    for lesson in lessons:
        console.print(f"[green]✦[/] {escape(lesson)}")


def _memory_row(card: DecisionCard) -> tuple[str, ...]:
    about = ", ".join(f"{name}={value}" for name, value in card.args.items())
    rows = f"{len(card.table.rows)} of {card.rows_total}" if card.table else "note"
    feeds = (target for target in card.decision_impact if not target.startswith(STEP))
    tools = dict.fromkeys(target.split("(")[0] for target in feeds)
    limits = "; ".join(card.constraints)
    return card.tool or card.source, about, rows, ", ".join(tools), limits


def totals(run: Run) -> str:
    """One line on what a run took."""
    calls = [Call(tool=call.tool, args=call.args) for call in run.calls]
    mean = sum(run.shown) / max(1, len(run.shown))
    return (
        f"{len(calls)} tool calls, {run.repeated} repeated; the model was shown "
        f"{mean:,.0f} tokens per step of a history of {run.history[-1]:,}"
    )
