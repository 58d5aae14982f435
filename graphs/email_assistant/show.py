"""The assistant at work, printed as it goes: what it learns, uses and forgets."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from langchain_core.messages import AIMessage, ToolMessage
from langgraph.store.base import BaseStore
from rich.console import Console
from rich.markup import escape
from rich.panel import Panel
from rich.table import Table

from graphs.email_assistant.running import Run, Watch
from graphs.email_assistant.series import Row
from graphs.email_assistant.tasks import Task
from langgraph_memory import DecisionCard, Experience, Memory, Scope

_LONG = 150
_MOST = 1_000


class Show:
    """Prints a series; give it to `run_series` as `show`."""

    def __init__(
        self, console: Console, memory: Memory, store: BaseStore, scope: Scope
    ) -> None:
        """Make a show.

        Args:
            console: Where to print.
            memory: The memory of the series.
            store: Where it is kept.
            scope: Whose it is.
        """
        self._console = console
        self._memory = memory
        self._store = store
        self._scope = scope
        self._lessons = self._learned()
        self._cards = self._kept()
        self._fed: dict[str, None] = {}
        self._wishes: Sequence[str] = ()

    def follow(self, task: Task) -> Watch:
        """Print the request; returns what prints the run."""
        self._fed = {}
        self._console.print()
        self._console.print(
            Panel(escape(task.request), title=f"task {task.number}", title_align="left")
        )
        return self.watch

    def watch(self, mode: str, content: Any) -> None:
        """Print one stream event.

        Args:
            mode: `updates` or `custom`.
            content: What came.
        """
        if mode == "custom":
            self._event(content)
            return
        for node, update in content.items():
            if node == "__interrupt__":
                self._line(f"[yellow]? {escape(_short(update[0].value['shows']))}[/]")
                continue
            messages = update.get("messages", []) if isinstance(update, Mapping) else []
            for message in messages:
                self._message(node, message)

    def after(self, run: Run, row: Row) -> None:
        """Print how a task went, and what the memory made of it."""
        self._console.print(f"  {escape(_short(run.answer))}")
        mark = "[green]✓ done[/]" if row.success else "[red]✗ not done[/]"
        tries = "at once" if row.attempts == 1 else f"in {row.attempts} attempts"
        self._line(f"{mark} {tries}, {row.steps} steps, {row.tokens:,} tokens")
        lessons, cards = self._learned(), self._kept()
        self._used(run, self._lessons)
        for key in lessons.keys() - self._lessons.keys():
            self._line(f"[green]+ learned:[/] {escape(_short(lessons[key].content))}")
        for card in cards.values():
            before = self._cards.get(card.key)
            if card.superseded_by and (before is None or not before.superseded_by):
                self._line(f"[red]- no longer holds:[/] {escape(_short(card.summary))}")
        for tag in row.wishes:
            if tag not in self._wishes:
                self._line(f"[green]+ likes:[/] {escape(tag)}")
        for one in row.noticed:
            change = f"{one['dimension']}: {one['old']} → {one['new']}, on {one['at'][:10]}"
            self._line(f"[magenta]! noticed a change:[/] {escape(change)}")
        self._wishes = row.wishes
        for key in self._lessons.keys() - lessons.keys():
            gone = _short(self._lessons[key].content)
            self._line(f"[red]- lesson forgotten:[/] {escape(gone)}")
        self._lessons, self._cards = lessons, cards

    def _used(self, run: Run, lessons: Mapping[str, Experience]) -> None:
        """What of earlier tasks fed calls, and lessons in view about tools it called."""
        shown = len(run.recalled)
        if shown:
            self._line(f"[dim]{shown} cards and lessons of earlier tasks were in view[/]")
        for fed in self._fed:
            self._line(f"[cyan]= used:[/] {escape(fed)}")
        called = {name for name, _ in run.calls}
        for key in run.recalled:
            if key in lessons and lessons[key].tool in called:
                said = _short(lessons[key].content)
                self._line(f"[cyan]= lesson in view:[/] {escape(said)}")

    def _event(self, event: Mapping[str, Any]) -> None:
        if event.get("event") == "attempt_failed":
            self._line(f"[red]↻ tries again:[/] {escape(_short(event['hypothesis']))}")
        elif event.get("event") == "memory_used":
            for one in event.get("decisions", ()):
                if one["card"] in self._cards:  # so it was there before this task
                    said = _short(self._cards[one["card"]].summary, _LONG // 2)
                    names = ", ".join(one["parameters"])
                    self._fed[f"{said} → {names} of {one['tool']}"] = None
        elif event.get("event") == "memory_pruned":
            for one in event.get("removed", ()):
                self._line(f"[red]- pruned:[/] {escape(one['kind'])}: {one['reason']}")

    def _message(self, node: str, message: Any) -> None:
        if isinstance(message, AIMessage):
            verb = "user edits:" if node == "approval" else "→"
            for call in message.tool_calls:
                args = ", ".join(f"{name}={value}" for name, value in call["args"].items())
                self._line(f"{verb} {escape(_short(call['name'] + f'({args})'))}")
        elif isinstance(message, ToolMessage) and message.status == "error":
            self._line(f"[red]✗ {escape(_short(message.text))}[/]")

    def _line(self, text: str) -> None:
        self._console.print(f"  {text}", soft_wrap=True)

    def _learned(self) -> dict[str, Experience]:
        found = self._memory.experiences(self._store, self._scope, limit=_MOST)
        return {one.key: one for one in found}

    def _kept(self) -> dict[str, DecisionCard]:
        found = self._memory.cards(self._store, self._scope, limit=_MOST)
        return {one.key: one for one in found}


def print_comparison(
    console: Console, rows: Sequence[Row], sums: Sequence[Mapping[str, Any]]
) -> None:
    """Print both settings side by side.

    Args:
        console: Where to print.
        rows: The rows of all settings.
        sums: Their sums.
    """
    table = Table(title="with and without memory", title_justify="left")
    table.add_column("task", justify="right")
    for one in sums:
        table.add_column(f"memory {one['memory']}", justify="left")
    for number in dict.fromkeys(row.task for row in rows):
        cells = [_cell(row) for row in rows if row.task == number]
        table.add_row(str(number), *cells)
    totals = [
        f"{one['success']} of {one['tasks']} done, {one['first_try']} at once, "
        f"{one['steps']} steps, {one['tokens']:,} tokens"
        for one in sums
    ]
    table.add_section()
    table.add_row("all", *totals)
    console.print()
    console.print(table)


def _cell(row: Row) -> str:
    mark = "[green]✓[/]" if row.success else "[red]✗[/]"
    return f"{mark} {row.attempts}×, {row.steps} steps, {row.tokens:,} tokens"


def _short(text: str, most: int = _LONG) -> str:
    line = " ".join(text.split())
    return line if len(line) <= most else f"{line[: most - 1]}…"
