"""What the memory's requests are answered with: a store, models, embeddings, a worker."""

from __future__ import annotations

from collections.abc import Callable, Generator, Hashable, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, Protocol, TypeAlias, cast, get_args

from langchain_core.embeddings import Embeddings
from langchain_core.language_models import LanguageModelInput
from langchain_core.messages import BaseMessage
from langchain_core.runnables import Runnable
from langgraph.store.base import BaseStore

from langgraph_memory._waiting import AFTER_SILENCE, Breaker
from langgraph_memory.errors import StoreError
from langgraph_memory.index.changes import Followed

ChatModel: TypeAlias = Runnable[LanguageModelInput, BaseMessage]
"""A chat model, or one with retries or fallbacks."""

Role = Literal["cards", "rewrite", "distil", "judge", "reflect", "preferences"]
"""What the memory asks models about: the summary of a text for its card, the order and the
wording of what is recalled, the lessons of a run that succeeded, what these are worth, the
reason of one that failed, the wishes in what the user wrote."""

ROLES: tuple[Role, ...] = get_args(Role)


def new_rests() -> dict[Role, Breaker]:
    """By role, what tells whether its model failed lately."""
    return {role: Breaker(AFTER_SILENCE) for role in ROLES}


@dataclass(frozen=True)
class Silence:
    """What gave no answer in time lately, beside a store as a whole.

    Attributes:
        embedder: Tells it of the embeddings.
        nearness: Tells it of searches by meaning in the store.
    """

    embedder: Breaker = field(default_factory=lambda: Breaker(AFTER_SILENCE))
    nearness: Breaker = field(default_factory=lambda: Breaker(AFTER_SILENCE))


Work: TypeAlias = Callable[[], Generator[Any, Any, None]]
"""Makes the steps of one piece of work."""


class Worker(Protocol):
    """Does what the turn need not wait for; work under one name is done once at a time."""

    def start(self, name: Hashable, work: Work, outside: Outside) -> bool:
        """Take work from synchronous code.

        Args:
            name: What it is about.
            work: Makes its steps.
            outside: What answers them.

        Returns:
            Whether it is taken; not so when too much is waiting.
        """

    def astart(self, name: Hashable, work: Work, outside: Outside) -> bool:
        """Take work from asynchronous code, for the running event loop; see `start`."""


def ignore_event(event: Any) -> None:
    """Take a custom event where no stream listens."""


@dataclass(frozen=True, kw_only=True)
class Outside:
    """What the requests are answered with.

    Attributes:
        store: Where items live, or None.
        models: The memory's chat models by role.
        patience: Seconds that a question to one of them may take; None: any time.
        answer_tokens: Most tokens of an answer of theirs.
        rests: By role, tells whether its model failed lately.
        plain: Roles whose models turned out to take no schema.
        worker: Does what the turn need not wait for; None: the turn waits for all.
        embeddings: Gives the embeddings.
        embed_seconds: Seconds that one call of them may take; None: any time.
        store_seconds: Seconds that one batch of the store may take, likewise.
        silence: Tells what gave no answer lately.
        write: Takes custom stream events.
        breaker: Tells whether the store failed a moment ago.
    """

    store: BaseStore | None = None
    models: Mapping[Role, ChatModel] = field(default_factory=dict)
    patience: float | None = None
    answer_tokens: int = 2_000
    rests: Mapping[Role, Breaker] = field(default_factory=new_rests)
    plain: set[Role] = field(default_factory=set)
    worker: Worker | None = None
    embeddings: Callable[[], Embeddings] | None = None
    embed_seconds: float | None = None
    store_seconds: float | None = None
    silence: Silence = field(default_factory=Silence)
    write: Callable[[Any], None] = field(default=ignore_event)
    breaker: Breaker = field(default_factory=Breaker)

    @property
    def by_meaning(self) -> bool:
        """Whether the store can search by meaning; stores that do not say so are asked."""
        for name in ("index", "index_config"):
            if hasattr(self.store, name):
                return getattr(self.store, name) is not None
        return self.store is not None

    @property
    def store_patience(self) -> float | None:
        """Seconds that a batch may take; None for a store that says it is `in_process`."""
        return None if getattr(self.store, "in_process", False) else self.store_seconds

    def need_store(self) -> BaseStore:
        """The store, or an error that says how to give one.

        Raises:
            StoreError: When there is none.
        """
        if self.store is None:
            msg = (
                "the graph has no store, so nothing is remembered: compile it with "
                "builder.compile(checkpointer=saver, store=memory.store(saver))"
            )
            raise StoreError(msg)
        return self.store

    @property
    def followed(self) -> Followed | None:
        """The store, if it tells what has changed."""
        # A check of the protocol itself takes longer than what it leads to.
        tells = hasattr(self.store, "changes") and hasattr(self.store, "achanges")
        return cast("Followed", self.store) if tells else None
