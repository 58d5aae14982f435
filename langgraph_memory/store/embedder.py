"""Embedding what batches need, without embedding a text twice in a row."""

from __future__ import annotations

from langchain_core.embeddings import Embeddings

from langgraph_memory._patience import Patience
from langgraph_memory._waiting import AFTER_SILENCE, Breaker
from langgraph_memory.errors import StoreError
from langgraph_memory.index.port import VectorIndex
from langgraph_memory.store.embedding import Embedded, Wanted, aembed, embed
from langgraph_memory.store.models import Models
from langgraph_memory.store.planning import Plan
from langgraph_memory.store.remembering import Remembered, others


class Embedder:
    """The embeddings of one store, asked for what is not known yet.

    Each method has a twin for asynchronous code.
    """

    def __init__(
        self, index: VectorIndex | None, models: Models, timeout: float | None
    ) -> None:
        """Set it up; nothing is embedded yet.

        Args:
            index: Has the embeddings, or is None.
            models: Whose vectors the store has.
            timeout: Seconds that one call may take; None: any time. Embeddings that say
                that they are `in_process` have any time.
        """
        in_process = index is not None and getattr(index.embeddings, "in_process", False)
        seconds = None if in_process else timeout
        rests = Breaker(AFTER_SILENCE)
        self._patience = Patience(seconds, rests)
        self._insistence = Patience(seconds, rests, insists=True)
        self._index = index
        self._models = models
        self._remembered = Remembered()

    def for_batch(self, plan: Plan) -> Embedded:
        """What a batch needs.

        Raises:
            StoreError: When a query cannot be embedded.
        """
        if not plan.puts and not plan.queries:
            return Embedded()
        known = self._remembered.known(plan.documents, plan.queries)
        wanted = others(self._wanted(plan), known)
        fresh = self.anew(wanted) if wanted.any else Embedded()
        return self._completed(known, fresh)

    async def afor_batch(self, plan: Plan) -> Embedded:
        """What a batch needs."""
        if not plan.puts and not plan.queries:
            return Embedded()
        known = self._remembered.known(plan.documents, plan.queries)
        wanted = others(self._wanted(plan), known)
        fresh = await self.aanew(wanted) if wanted.any else Embedded()
        return self._completed(known, fresh)

    def anew(self, wanted: Wanted, *, insist: bool = False) -> Embedded:
        """Embed texts, whatever is known.

        Args:
            wanted: The texts.
            insist: Whether to ask even embeddings that hung a moment ago.

        Returns:
            The vectors.

        Raises:
            StoreError: When there are no embeddings, or a query cannot be embedded.
        """
        return embed(self._embeddings(), wanted, self._waiting(insist=insist))

    async def aanew(self, wanted: Wanted, *, insist: bool = False) -> Embedded:
        """Embed texts, whatever is known; otherwise like `anew`."""
        return await aembed(self._embeddings(), wanted, self._waiting(insist=insist))

    def _waiting(self, *, insist: bool) -> Patience:
        return self._insistence if insist else self._patience

    def _wanted(self, plan: Plan) -> Wanted:
        documents, queries = plan.documents, plan.queries
        probe = bool(documents or queries) and self._models.wants_probe
        return Wanted(documents=documents, queries=queries, probe=probe)

    def _completed(self, known: Embedded, fresh: Embedded) -> Embedded:
        current = self._models.current
        dimensions = None if current is None else current.dimensions
        return self._remembered.completed(known, fresh, dimensions)

    def _embeddings(self) -> Embeddings:
        if self._index is None:
            msg = (
                "this store has no index to embed for: make it with "
                "CheckpointStore(checkpointer, index=ExactIndex(embeddings))"
            )
            raise StoreError(msg)
        return self._index.embeddings
