"""The command line: see the package."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TextIO

from tests.benchmarks.replay.ours import MissingError
from tests.benchmarks.replay.results import RATES, Row, intervals, row_of
from tests.benchmarks.replay.running import CARDS, POLICIES, Replay, Replayed
from tests.benchmarks.replay.tokens import counter
from tests.benchmarks.replay.traces import read_set


def main(arguments: Sequence[str] | None = None, out: TextIO = sys.stdout) -> int:
    """Run the benchmark; the exit status is 2 when something is missing.

    Args:
        arguments: Of the command line; the program's own by default.
        out: Where results go.
    """
    options = _options(arguments)
    tokens, count = counter()
    sys.stderr.write(f"tokens: {tokens}\n")
    try:
        for name in options.set:
            traces = read_set(options.data, name)
            for woven in options.interleave:
                replay = Replay(traces, count, woven=woven, won=options.reward_1)
                label = name if woven == 1 else f"{name}_x{woven}"
                for row, replayed in _rows(label, replay, options):
                    text = row.to_json() if options.json else _line(row, replayed)
                    out.write(f"{text}\n")
                    out.flush()
    except (FileNotFoundError, MissingError) as missing:
        sys.stderr.write(f"{missing}\n")
        return 2
    return 0


def _rows(
    label: str, replay: Replay, options: argparse.Namespace
) -> Iterator[tuple[Row, list[Replayed]]]:
    for policy in options.policy:
        for learned in (False, True) if policy == CARDS and options.learned else (False,):
            for share in options.budget:
                replayed = replay.run(policy, share, learned=learned)
                if replayed:
                    yield row_of(label, policy, share, replayed, learned=learned), replayed


def _line(row: Row, replayed: Sequence[Replayed]) -> str:
    spans = intervals(replayed)
    rates = "  ".join(
        f"{rate} {100 * getattr(row, rate):5.1f}"
        f" [{100 * spans[rate][0]:5.1f}, {100 * spans[rate][1]:5.1f}]"
        for rate in RATES
    )
    policy = f"{row.policy}{' (learned)' if row.learned else ''}"
    return (
        f"{row.set:32} {policy:16} {row.budget:4.0%}  {rates}  tokens"
        f" {row.tool_token_share:4.0%}  used {row.utilisation:5.1%}"
        f"  n {row.decisions}  {row.ms_per_decision:.2f} ms"
    )


def _options(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="python -m tests.benchmarks.replay",
        description="What a context under a budget keeps of what recorded agents needed.",
    )
    add = parser.add_argument
    add("--data", type=Path, required=True, help="folder of the sets")
    add("--set", nargs="+", required=True, help="file names without .jsonl.gz")
    add("--budget", nargs="+", type=_share, default=[0.1, 0.25, 0.5], help="shares")
    add("--policy", nargs="+", choices=POLICIES, default=list(POLICIES))
    add("--learned", action="store_true", help="cards with learned statistics, too")
    add("--reward-1", action="store_true", help="only traces that succeeded")
    add("--interleave", nargs="+", type=_number, default=[1], help="traces in one: 1 3")
    add("--json", action="store_true", help="rows as JSON lines, without intervals")
    return parser.parse_args(arguments)


def _share(text: str) -> float:
    share = float(text)
    if not 0 < share <= 1:
        message = f"{text} is not a share of more than 0 and at most 1"
        raise argparse.ArgumentTypeError(message)
    return share


def _number(text: str) -> int:
    number = int(text)
    if number < 1:
        message = f"{text} traces cannot be woven into one"
        raise argparse.ArgumentTypeError(message)
    return number


if __name__ == "__main__":
    sys.exit(main())
