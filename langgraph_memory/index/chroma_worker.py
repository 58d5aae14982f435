"""Where Chroma is written to: on the caller's thread, or beside an event loop.

The work of an asynchronous checkpointer is done on its event loop, which serves others
meanwhile and must not wait for Chroma's disk or network. Embedded, Chroma holds Python's
lock as long as a call lasts, so that what is done here comes in small portions.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Lock


class Worker:
    """One thread, started when it is first needed."""

    def __init__(self) -> None:
        self._pool: ThreadPoolExecutor | None = None
        self._lock = Lock()

    def do(self, task: Callable[[bool], None]) -> None:
        """Do something: at once, or where an event loop runs here, soon.

        Args:
            task: What to do, told whether it is beside an event loop; it reports failures
                itself.
        """
        try:
            asyncio.get_running_loop()
        except RuntimeError:
            task(False)  # noqa: FBT003 - the one argument there is
            return
        with self._lock:
            if self._pool is None:
                self._pool = ThreadPoolExecutor(1, "langgraph_memory-chroma")
            self._pool.submit(task, True)  # noqa: FBT003 - the same

    def close(self) -> None:
        """Finish what is to be done, and end the thread."""
        with self._lock:
            pool, self._pool = self._pool, None
        if pool is not None:
            pool.shutdown()
