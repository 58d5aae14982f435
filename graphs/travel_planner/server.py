"""The planner for a LangGraph server, which brings its own checkpointer and store."""

from __future__ import annotations

from graphs.travel_planner.graph import Graph, make_graph
from graphs.travel_planner.world.catalogue import own_catalogue
from graphs.travel_planner.world.desk import Desk


def planner() -> Graph:
    """The planner over its own catalogue, with memory."""
    return make_graph(Desk(*own_catalogue()))
