"""Processes that write until they are killed, saying what they do and what they have done.

They are forked from one process that has imported everything.
"""

from __future__ import annotations

import multiprocessing
import threading
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from itertools import count
from multiprocessing.connection import Connection, wait
from typing import NamedTuple

from tests.crashes.places import Place
from tests.crashes.script import step

_FORKING = multiprocessing.get_context("forkserver")
_FORKING.set_forkserver_preload([__name__, "chromadb"])


class Said(NamedTuple):
    """What a writer says of some of its steps.

    Attributes:
        done: Whether they are acknowledged; otherwise they are about to be done.
        who: The writer.
        first: Number of the first step.
        stop: Number of the first step that is not among them.
    """

    done: bool
    who: str
    first: int
    stop: int


class Writing:
    """A process that writes.

    Attributes:
        line: Where it is heard.
    """

    def __init__(self, place: Place, starts: Mapping[str, int], batch: int) -> None:
        """Start it.

        Args:
            place: Where it writes.
            starts: The names of its threads, and with which step each begins.
            batch: Steps done at once.
        """
        self.line, far = _FORKING.Pipe(duplex=False)
        self._process = _FORKING.Process(
            target=_write, args=(place, dict(starts), batch, far), daemon=True
        )
        self._process.start()
        far.close()

    def hear(self) -> Said | None:
        """The next thing it says; None after its end."""
        # One that is killed while it speaks is cut short.
        with suppress(EOFError, OSError):
            return Said(*self.line.recv())
        return None

    def waiting(self) -> Iterator[Said]:
        """What it has said by now."""
        while self.line.poll() and (said := self.hear()) is not None:
            yield said

    def rest(self) -> Iterator[Said]:
        """All that it still has to say."""
        while (said := self.hear()) is not None:
            yield said

    def kill(self) -> None:
        """Send it SIGKILL."""
        self._process.kill()

    def end(self) -> None:
        """Make sure that it is gone."""
        self._process.kill()
        self._process.join()
        self._process.close()
        self.line.close()


@contextmanager
def writing(
    place: Place, starts: Mapping[str, int], *, batch: int = 1
) -> Iterator[Writing]:
    """A process that writes, and is gone in the end."""
    process = Writing(place, starts, batch)
    try:
        yield process
    finally:
        process.end()


def heard(writers: Iterable[Writing]) -> Iterator[Said]:
    """What several processes have said by now."""
    for writer in writers:
        yield from writer.waiting()


def await_one(writers: Iterable[Writing]) -> None:
    """Wait until one of several processes has something to say."""
    wait([writer.line for writer in writers])


def _write(place: Place, starts: dict[str, int], batch: int, line: Connection) -> None:
    speaking = threading.Lock()

    def tell(said: Said) -> None:
        with speaking:
            line.send(tuple(said))

    with place.store() as store:

        def work(who: str, start: int) -> None:
            for first in count(start, batch):
                tell(Said(done=False, who=who, first=first, stop=first + batch))
                store.batch(step(who, n).op(who) for n in range(first, first + batch))
                tell(Said(done=True, who=who, first=first, stop=first + batch))

        threads = [threading.Thread(target=work, args=start) for start in starts.items()]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
