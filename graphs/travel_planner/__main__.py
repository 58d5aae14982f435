"""The command line: `python -m graphs.travel_planner --help`."""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
from collections.abc import Iterable, Sequence
from pathlib import Path

from langchain_core.language_models import BaseChatModel
from rich.console import Console
from rich.progress import track

from graphs.travel_planner.demo import FIRST, SECOND, Stage, play_all
from graphs.travel_planner.graph import DEFAULT_WINDOW
from graphs.travel_planner.request.task import read_task
from graphs.travel_planner.series import quarter_window, run_series
from graphs.travel_planner.world.catalogue import own_catalogue
from graphs.travel_planner.world.desk import Desk
from graphs.travel_planner.world.rows import Case, merged, read_cases


def main(argv: Sequence[str] | None = None) -> int:
    """Run the planner from the command line.

    Args:
        argv: Arguments; None: those of the process.

    Returns:
        The exit code: 0, or 2 when the input is wrong.
    """
    options = _parser().parse_args(argv)
    try:
        cases = _cases(options)
        for case in cases:
            read_task(case.query)
    except (OSError, ValueError) as error:
        print(f"error: {error}", file=sys.stderr)
        return 2
    if options.all or options.json:
        _series(options, cases)
    else:
        _demo(options, cases[0])
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m graphs.travel_planner",
        description="Plan and book trips, with memory. Without options: a demonstration.",
    )
    add = parser.add_argument
    add("--query", help="a request in English, in place of the demonstration's")
    add("--data", type=Path, help="file of TravelPlanner rows (.jsonl or .jsonl.gz)")
    add("--all", action="store_true", help="run all queries of the file and sum up")
    add("--json", action="store_true", help="print the sums as one JSON line, nothing else")
    add(
        "--memory",
        choices=("on", "off", "full"),
        default="on",
        help="what the model sees: the memory's view, the newest messages, or everything",
    )
    add(
        "--window",
        type=_tokens,
        help="tokens of the conversation shown to the model; default: a quarter of the "
        "mean full one",
    )
    add("--model", help="name of an OpenAI chat model, in place of the planning policy")
    add("--db", help="SQLite file that keeps conversations and memory")
    add("--user", default="traveller", help="whose memory is used")
    return parser  # fmt: skip


def _tokens(text: str) -> int:
    tokens = int(text)
    if tokens <= 0:
        msg = "tokens must be greater than 0"
        raise argparse.ArgumentTypeError(msg)
    return tokens


def _cases(options: argparse.Namespace) -> list[Case]:
    """The queries to plan, with their catalogues."""
    if options.data is None:
        query = options.query or FIRST
        return [Case(id="own", query=query, catalogue=own_catalogue()[0])]
    cases = read_cases(options.data)
    if not cases:
        msg = f"{options.data} holds no queries"
        raise ValueError(msg)
    if options.query:
        return [Case(id="query", query=options.query, catalogue=merged(cases))]
    return cases if options.all else cases[:1]


def _model(name: str | None) -> BaseChatModel | None:
    if name is None:
        return None
    from langchain_openai import ChatOpenAI  # noqa: PLC0415  only real models need it

    return ChatOpenAI(model=name, temperature=0)


def _series(options: argparse.Namespace, cases: Sequence[Case]) -> None:
    console = Console(stderr=True)

    def progress(cases: Iterable[Case]) -> Iterable[Case]:
        return track(cases, f"memory {options.memory}", console=console)

    sums = run_series(
        cases,
        setting=options.memory,
        window=options.window,
        model=_model(options.model),
        db=options.db or ":memory:",
        progress=progress,
    )
    if options.json:
        print(json.dumps(sums))
    else:
        out = Console()
        for name, value in sums.items():
            out.print(f"{name.replace('_', ' '):<16} {value}")


def _demo(options: argparse.Namespace, case: Case) -> None:
    own = options.data is None
    desk = Desk(*own_catalogue()) if own else Desk(case.catalogue)
    queries = [case.query, SECOND] if own and not options.query else [case.query]
    with tempfile.TemporaryDirectory() as folder:
        stage = Stage(
            console=Console(),
            db=options.db or str(Path(folder) / "planner.sqlite"),
            user=options.user,
            setting=options.memory,
            window=options.window or (DEFAULT_WINDOW if own else quarter_window([case])),
            model=_model(options.model),
        )
        play_all(stage, desk, queries)


if __name__ == "__main__":
    sys.exit(main())
