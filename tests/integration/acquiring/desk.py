"""What a LangGraph server does, in this process, behind the interface of its clients.

What goes in and out is JSON, as it is on the wire.
"""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Iterator
from types import SimpleNamespace
from typing import Any

from langgraph.checkpoint.memory import InMemorySaver
from langgraph.pregel.remote import RemoteGraph
from langgraph.store.memory import InMemoryStore
from langgraph_sdk.schema import StreamPart

from tests.integration.acquiring.served import made


class MissingError(Exception):
    """What a client raises where the server has no such thing."""

    response = SimpleNamespace(status_code=404)


def on_the_wire(data: Any) -> Any:
    return json.loads(json.dumps(data, default=lambda one: one.model_dump(mode="json")))


class Desk:
    """The graphs of a server, with its saver and its store.

    Attributes:
        began: How many runs it began.
    """

    def __init__(self) -> None:
        self.items = InMemoryStore()
        saver = InMemorySaver()
        self.began = 0
        self._graphs = {
            name: made(remembers=remembers, checkpointer=saver, store=self.items)
            for name, remembers in (("bare", False), ("remembering", True))
        }
        self.runs = self.threads = self.store = self

    def remote(self, name: str) -> RemoteGraph:
        """A graph, as one reaches it."""
        client: Any = AsyncDesk(self)
        sync_client: Any = self
        return RemoteGraph(name, client=client, sync_client=sync_client)

    def stream(
        self,
        *,
        thread_id: str,
        assistant_id: str,
        input: Any,  # noqa: A002  the client's name
        config: Any,
        **_: Any,
    ) -> Iterator[StreamPart]:
        self.began += 1
        asked = {**config["configurable"], "thread_id": thread_id}
        graph = self._graphs[assistant_id]
        try:
            for chunk in graph.stream(
                on_the_wire(input), {**config, "configurable": asked}, stream_mode="values"
            ):
                yield StreamPart("values", on_the_wire(chunk))
        except Exception as error:  # noqa: BLE001  a server tells it
            yield StreamPart(
                "error", {"error": type(error).__name__, "message": str(error)}
            )

    def get_state(self, thread_id: str, **_: Any) -> dict[str, Any]:
        config: Any = {"configurable": {"thread_id": thread_id}}
        state = self._graphs["bare"].get_state(config)
        if state.created_at is None:
            raise MissingError(thread_id)
        return {
            "values": on_the_wire(state.values),
            "next": list(state.next),
            "checkpoint": state.config["configurable"],
            "parent_checkpoint": None,
            "metadata": state.metadata,
            "created_at": state.created_at,
            "tasks": [
                {
                    "id": task.id,
                    "name": task.name,
                    "interrupts": [],
                    "error": None,
                    "state": None,
                    "checkpoint": None,
                }
                for task in state.tasks
            ],
        }

    def get_item(self, namespace: list[str], /, key: str, **_: Any) -> Any:
        item = self.items.get(tuple(namespace), key)
        if item is None:
            raise MissingError(key)
        return on_the_wire(item.dict())

    def put_item(
        self, namespace: list[str], /, key: str, value: Any, index: Any = None, **_: Any
    ) -> None:
        self.items.put(tuple(namespace), key, on_the_wire(value), index)

    def delete_item(self, namespace: list[str], /, key: str) -> None:
        self.items.delete(tuple(namespace), key)

    def search_items(self, prefix: list[str], /, **how: Any) -> Any:
        found = self.items.search(tuple(prefix), **how)
        return {"items": [on_the_wire(item.dict()) for item in found]}

    def list_namespaces(self, **how: Any) -> Any:
        return {"namespaces": [list(one) for one in self.items.list_namespaces(**how)]}


class AsyncDesk:
    """The same for asynchronous code."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self.runs = self.threads = self.store = self

    async def stream(self, **how: Any) -> AsyncIterator[StreamPart]:
        for part in self._desk.stream(**how):
            yield part

    def __getattr__(self, name: str) -> Any:
        held = getattr(self._desk, name)

        async def asked(*args: Any, **how: Any) -> Any:
            return held(*args, **how)

        return asked
