"""How long embeddings are waited for, and how long they are left alone after they hung."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import TypeVar

from langgraph_memory._waiting import Breaker, NoAnswerError, awithin, within
from langgraph_memory.errors import StoreError

T = TypeVar("T")

_WHO = "embedder"


class Patience:
    """Waits for one call of the embeddings at a time.

    What hangs costs its wait once, not once per step: for a while after it nothing is
    asked. An error that the embeddings raise themselves costs no wait, and no rest.
    """

    def __init__(
        self, seconds: float | None, rests: Breaker, *, insists: bool = False
    ) -> None:
        """Set it up.

        Args:
            seconds: How long a call may take; None: any time.
            rests: Tells whether a call took longer lately.
            insists: Whether to call all the same.
        """
        self._seconds = seconds
        self._rests = rests
        self._insists = insists

    def wait(self, call: Callable[[], T]) -> T:
        """Call the embeddings.

        Args:
            call: What to call.

        Returns:
            What it returns.

        Raises:
            TimeoutError: When there is no answer in time.
            StoreError: When there was none a moment ago.
        """
        self._check()
        try:
            answer = within(self._seconds, call, _WHO)
        except NoAnswerError:
            self._rests.trip()
            raise
        self._rests.close()
        return answer

    async def await_(self, call: Callable[[], Awaitable[T]]) -> T:
        """Call the embeddings from asynchronous code; otherwise like `wait`."""
        self._check()
        try:
            answer = await awithin(self._seconds, call(), _WHO)
        except NoAnswerError:
            self._rests.trip()
            raise
        self._rests.close()
        return answer

    def _check(self) -> None:
        if self._rests.is_open and not self._insists:
            msg = (
                f"the {_WHO} gave no answer within {self._seconds} seconds lately and is "
                f"left alone for {self._rests.rest:g} seconds"
            )
            raise StoreError(msg)
