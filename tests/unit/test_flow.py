"""Requests of a step, answered from synchronous and from asynchronous code."""

from __future__ import annotations

import asyncio
import threading
from typing import Any

import pytest

from langgraph_memory._flow import Embed, Steps, arun, run
from langgraph_memory._outside import Outside
from langgraph_memory.testing import HashEmbeddings


class Hanging(HashEmbeddings):
    """Embeddings that answer when they are let go."""

    in_process = False

    def __init__(self) -> None:
        super().__init__()
        self.let_go = threading.Event()
        self.asked = 0

    def embed_documents(self, texts: list[str]) -> list[list[float]]:
        """Wait, and embed."""
        self.asked += 1
        self.let_go.wait(60)
        return super().embed_documents(texts)

    async def aembed_documents(self, texts: list[str]) -> list[list[float]]:
        """The same in a thread."""
        return await asyncio.to_thread(self.embed_documents, texts)


def embedding() -> Steps[list[str]]:
    """Ask twice for vectors; what was wrong each time."""
    wrong: list[str] = []
    for _ in range(2):
        try:
            yield Embed(("a text",))
        except Exception as error:  # noqa: BLE001 - it is what is looked at
            wrong.append(str(error))
    return wrong


async def answered(steps: Steps[Any], outside: Outside, way: str) -> Any:
    """What steps return, driven in one of the two ways."""
    if way == "sync":
        return await asyncio.to_thread(run, steps, outside)
    return await arun(steps, outside)


@pytest.mark.parametrize("way", ["sync", "async"])
async def test_case_98_embeddings_that_hang_are_asked_once(way: str) -> None:
    """The first request waits its time, the next one for a minute not at all."""
    hanging = Hanging()
    outside = Outside(embeddings=lambda: hanging, embed_seconds=0.05)
    first, second = await answered(embedding(), outside, way)
    hanging.let_go.set()
    assert "no answer within 0.05 seconds" in first
    assert "left alone for 60 seconds" in second
    assert hanging.asked == 1


@pytest.mark.parametrize("way", ["sync", "async"])
async def test_embeddings_in_the_process_have_any_time(way: str) -> None:
    """They cost no thread, and no deadline."""

    class Threads(HashEmbeddings):
        in_process = True

        def embed_documents(self, texts: list[str]) -> list[list[float]]:
            assert threading.current_thread().name != "langgraph_memory-call"
            return super().embed_documents(texts)

    outside = Outside(embeddings=Threads, embed_seconds=1e-9)
    assert await answered(embedding(), outside, way) == []
