"""Where Chroma is written to: on the caller's thread, or beside an event loop.

The work of an asynchronous checkpointer is done on its event loop, which serves others
meanwhile and must not wait for Chroma's disk or network.
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

    def do(self, task: Callable[[], None]) -> None:
        """Do something: at once, or where an event loop runs here, soon.

        Args:
            task: What to do; it reports failures itself.
        """
        try:
            asyncio.get_running_loop()
        except RuntimeError:
            task()
            return
        with self._lock:
            if self._pool is None:
                self._pool = ThreadPoolExecutor(1, "langgraph_memory-chroma")
            self._pool.submit(task)

    def close(self) -> None:
        """Finish what is to be done, and end the thread."""
        with self._lock:
            pool, self._pool = self._pool, None
        if pool is not None:
            pool.shutdown()
