"""The assistant for a LangGraph server, which brings its own checkpointer and store."""

from __future__ import annotations

import tempfile
from pathlib import Path

from graphs.email_assistant.graph import Graph, assistant_memory, make_graph
from graphs.email_assistant.tasks import make_desk


def assistant() -> Graph:
    """The assistant over a fresh copy of the mails that ship, with memory."""
    desk = make_desk(Path(tempfile.mkdtemp(prefix="email_assistant_")))
    return make_graph(desk, memory=assistant_memory())
