"""The temperature of runs on purpose: asked for, and heard from the models' calls."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any
from uuid import UUID

from langchain_core.callbacks import BaseCallbackHandler
from langchain_core.messages import BaseMessage

_OWN = "memory:"  # how the memory's own calls are named


class Listener(BaseCallbackHandler):
    """Hears at which temperature a graph's chat models are called.

    Attributes:
        heard: The temperatures; None stands for a call that tells none.
    """

    def __init__(self) -> None:
        """Begin with nothing heard."""
        super().__init__()
        self.heard: set[float | None] = set()

    def on_chat_model_start(
        self,
        serialized: dict[str, Any],
        messages: list[list[BaseMessage]],
        *,
        run_id: UUID,
        parent_run_id: UUID | None = None,
        tags: list[str] | None = None,
        metadata: dict[str, Any] | None = None,
        **kwargs: Any,
    ) -> None:
        """Hear a call; see LangChain's `BaseCallbackHandler`."""
        del serialized, messages, run_id, parent_run_id, tags
        if str(kwargs.get("name") or "").startswith(_OWN):
            return
        told: Mapping[str, Any] = kwargs.get("invocation_params") or {}
        held = told.get("temperature", (metadata or {}).get("ls_temperature"))
        self.heard.add(float(held) if isinstance(held, int | float) else None)

    def took(self, temperature: float) -> bool | None:
        """Whether a model took a temperature.

        Args:
            temperature: The one that was asked for.

        Returns:
            True when a call had it, False when calls were heard and none had it, None when
            none was heard, as of models on a server or outside LangChain.
        """
        return temperature in self.heard if self.heard else None
