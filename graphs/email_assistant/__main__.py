"""The command line: `python -m graphs.email_assistant --help`."""

from __future__ import annotations

import argparse
import json
import os
import sys
import tempfile
from collections.abc import Sequence
from datetime import datetime
from email.utils import parseaddr
from importlib.util import find_spec
from pathlib import Path
from uuid import uuid4

from langchain_core.language_models import BaseChatModel
from langgraph.checkpoint.sqlite import SqliteSaver

from graphs.email_assistant.asking import ask
from graphs.email_assistant.graph import assistant_memory, make_graph
from graphs.email_assistant.mail.box import Box
from graphs.email_assistant.rooms import Rooms
from graphs.email_assistant.running import converse
from graphs.email_assistant.series import SETTINGS, Row, Setting, run_series, summed
from graphs.email_assistant.tasks import make_desk
from graphs.email_assistant.tools import Desk
from langgraph_memory import Scope


def main(argv: Sequence[str] | None = None) -> int:
    """Run the assistant from the command line.

    Args:
        argv: Arguments; None: those of the process.

    Returns:
        The exit code: 0, or 2 when the input is wrong.
    """
    options = _parser().parse_args(argv)
    if wrong := _wrong(options) or _unprinted(options):
        print(f"error: {wrong}", file=sys.stderr)
        return 2
    if options.query:
        return _one(options)
    settings: Sequence[Setting] = (
        SETTINGS if options.memory == "both" else (options.memory,)
    )
    if options.json:
        _json(options, settings)
    else:
        _demo(options, settings)
    return 0


def _wrong(options: argparse.Namespace) -> str:
    """What is wrong with the options; empty: nothing."""
    if options.mailbox and not options.query:
        return "--mailbox needs --query: say what to do in it"
    if options.mailbox and "@" not in parseaddr(options.owner or "")[1]:
        return (
            "--mailbox needs --owner 'Your Name <you@example.com>': your mails come from it"
        )
    if options.json and options.query:
        return "--json is for the ten tasks: leave --query out"
    if options.model and "OPENAI_API_KEY" not in os.environ:
        return "--model needs the environment variable OPENAI_API_KEY"
    if not Path(options.db).resolve().parent.is_dir():
        return f"there is no folder for --db {options.db}"
    return ""


def _unprinted(options: argparse.Namespace) -> str:
    """What is needed to print the ten tasks; empty: it is there."""
    if options.json or options.query or find_spec("rich") is not None:
        return ""
    return "the ten tasks are printed with rich: pip install '.[demo]', or say --json"


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m graphs.email_assistant",
        description="Look after a mailbox and meeting rooms, with memory. "
        "Without options: ten tasks in a row, with and without memory.",
    )
    add = parser.add_argument
    add("--query", help="one request, in place of the ten tasks; you are asked to approve")
    add("--mailbox", type=Path, help="your own Maildir or mbox, for --query; what is sent "
        "is only written to PATH.outbox")  # fmt: skip
    add("--owner", help="your name and address, for --mailbox: 'Ann Lee <ann@example.com>'")
    add("--json", action="store_true", help="print one JSON object per line, nothing else")
    add("--memory", choices=("on", "off", "both"), default="both", help="what is run")
    add("--model", help="name of an OpenAI chat model, in place of the embedded policy")
    add("--db", default=":memory:", help="SQLite file that keeps conversations and memory")
    add("--user", default="noa", help="whose memory is used")
    return parser


def _model(name: str | None) -> BaseChatModel | None:
    if name is None:
        return None
    from langchain_openai import ChatOpenAI  # noqa: PLC0415  only real models need it

    return ChatOpenAI(model=name, temperature=0)


def _json(options: argparse.Namespace, settings: Sequence[Setting]) -> None:
    for setting in settings:
        rows: list[Row] = []
        with SqliteSaver.from_conn_string(options.db) as saver:
            for row in run_series(
                setting,
                user=options.user,
                model=_model(options.model),
                checkpointer=saver,
            ):
                rows.append(row)
                print(json.dumps(row.to_dict()), flush=True)
        print(json.dumps(summed(rows)), flush=True)


def _demo(options: argparse.Namespace, settings: Sequence[Setting]) -> None:
    # Only what is printed in colours needs rich.
    from rich.console import Console  # noqa: PLC0415

    from graphs.email_assistant.show import Show, print_comparison  # noqa: PLC0415

    console = Console()
    rows: list[Row] = []
    for setting in settings:
        with SqliteSaver.from_conn_string(options.db) as saver:
            memory = assistant_memory()
            show = Show(console, memory, memory.store(saver), Scope(user=options.user))
            quiet = setting == "off" and len(settings) > 1
            rows += run_series(
                setting,
                user=options.user,
                model=_model(options.model),
                memory=memory,
                checkpointer=saver,
                show=None if quiet else show,
            )
    sums = [summed(row for row in rows if row.memory == setting) for setting in settings]
    print_comparison(console, rows, sums)


def _one(options: argparse.Namespace) -> int:
    """One request, over one's own mailbox or the one that ships."""
    with (
        tempfile.TemporaryDirectory() as folder,
        SqliteSaver.from_conn_string(options.db) as saver,
    ):
        try:
            desk = _desk(options, Path(folder))
        except (OSError, ValueError) as error:
            print(f"error: {error}", file=sys.stderr)
            return 2
        memory = assistant_memory() if options.memory != "off" else None
        store = memory.store(saver) if memory else None
        graph = make_graph(
            desk,
            memory=memory,
            model=_model(options.model),
            checkpointer=saver,
            store=store,
        )
        thread = uuid4().hex[:8]
        run = converse(graph, options.query, thread=thread, user=options.user, answer=ask)
        print(run.answer)
    return 0


def _desk(options: argparse.Namespace, folder: Path) -> Desk:
    if options.mailbox is None:
        return make_desk(folder)
    now = datetime.now().astimezone()
    return Desk(Box(options.mailbox), Rooms(), owner=options.owner, now=now)


if __name__ == "__main__":
    sys.exit(main())
