"""Telling how far a long work has come."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TypeAlias

Told: TypeAlias = bool | Callable[[int, int | None], None]
"""True: a bar on standard error; False: nothing; or a function of the number of runs that
are done and of all, None where nobody knows how many there are."""

Tick: TypeAlias = Callable[[], None]
"""Says that one more is done."""

_LINES = 10


@contextmanager
def told(progress: Told, total: int | None, what: str) -> Iterator[Tick]:
    """Tell the progress of a work.

    Args:
        progress: How; see `Told`.
        total: How much there is to do, None where it is not known.
        what: What is done.

    Yields:
        What to call after each.
    """
    done = 0

    def counted(tell: Callable[[int, int | None], None]) -> Tick:
        def tick() -> None:
            nonlocal done
            done += 1
            tell(done, total)

        return tick

    if callable(progress):
        progress(0, total)
        yield counted(progress)
    elif not progress:
        yield counted(lambda _, __: None)
    else:
        with _bar(total, what) as tell:
            yield counted(tell)


@contextmanager
def _bar(total: int | None, what: str) -> Iterator[Callable[[int, int | None], None]]:
    try:
        from rich.console import Console  # noqa: PLC0415  an extra, imported when used
        from rich.progress import Progress  # noqa: PLC0415
    except ImportError:
        yield _lines(what)
        return
    with Progress(console=Console(stderr=True), transient=True) as bar:
        row = bar.add_task(what, total=total)
        yield lambda done, _: bar.update(row, completed=done)


def _lines(what: str) -> Callable[[int, int | None], None]:
    def tell(done: int, total: int | None) -> None:
        step = _LINES if total is None else max(1, total // _LINES)
        if done % step == 0 or done == total:
            of = "" if total is None else f" of {total}"
            print(f"{what}: {done}{of}", file=sys.stderr)  # noqa: T201  what it is for

    return tell
