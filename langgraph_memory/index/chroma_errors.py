"""Chroma's failures, told as this package tells them."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from langgraph_memory.errors import StoreError
from langgraph_memory.index.port import LostVectorsError


@contextmanager
def attempt(what: str) -> Iterator[None]:
    """Turn Chroma's errors into this package's.

    Args:
        what: What is attempted, for the message.

    Raises:
        LostVectorsError: When the collection is gone.
        StoreError: When something else fails.
    """
    try:
        yield
    except StoreError:
        raise
    except Exception as error:
        if type(error).__name__ == "NotFoundError":  # chromadb is not imported here
            msg = f"the collection is gone: {error}"
            raise LostVectorsError(msg) from error
        msg = (
            f"Chroma could not {what}: {type(error).__name__}: {error}. The items are safe "
            "in the checkpointer. Check that Chroma can be reached and written to; if its "
            "folder was removed or replaced, open a new ChromaIndex, which fills it again"
        )
        raise StoreError(msg) from error
