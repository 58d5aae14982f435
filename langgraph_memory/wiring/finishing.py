"""Waiting for what a memory does in the background."""

from __future__ import annotations

import asyncio
from types import TracebackType
from typing import Self

from langgraph_memory.nodes._settings import Settings
from langgraph_memory.wiring.background import Background
from langgraph_memory.wiring.lessons import Lessons


class Finishing(Lessons):
    """Offers to wait until all is written, where a memory works in the background."""

    def __init__(self, settings: Settings, background: Background | None) -> None:
        """Take the settings, and who works in the background for them, or None."""
        super().__init__(settings)
        self._background = background

    def drain(self, timeout: float | None = None) -> bool:
        """Wait until all that was begun in the background is written.

        Args:
            timeout: Seconds to wait at most; None: until it is written.

        Returns:
            Whether all is written. What an event loop does that is not running now is not:
            `await memory.adrain()` there.

        Raises:
            LangGraphMemoryError: When it would wait for the event loop it is called on.
            BaseExceptionGroup: When a failure could not even be reported, as where
                warnings are errors.
        """
        if self._background is None:
            return True
        self._background.refuse_to_wait()
        return self._background.drain(timeout)

    async def adrain(self, timeout: float | None = None) -> bool:  # noqa: ASYNC109  as in `drain`
        """Wait from asynchronous code; otherwise like `drain`."""
        if self._background is None:
            return True
        return await asyncio.to_thread(self._background.drain, timeout)

    def close(self, timeout: float | None = None) -> None:
        """Wait until all is written, and begin nothing more in the background.

        Close the memory before the checkpointer. The graph may go on: its cards are made by
        rules then. At its end, the interpreter closes every memory, within ten seconds.

        Args:
            timeout: Seconds to wait at most, after which what is not written is given up
                and reported; None: until it is written.

        Raises:
            LangGraphMemoryError: When it would wait for the event loop it is called on.
            BaseExceptionGroup: As for `drain`.
        """
        if self._background is not None:
            self._background.refuse_to_wait()
            self._background.close(timeout)

    async def aclose(self, timeout: float | None = None) -> None:  # noqa: ASYNC109  as in `close`
        """Close from asynchronous code; otherwise like `close`."""
        if self._background is not None:
            await asyncio.to_thread(self._background.close, timeout)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        await self.aclose()
