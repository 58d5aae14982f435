"""Graphs as strangers write them: one function each, from a model to a builder."""

from __future__ import annotations

from collections.abc import Callable

from tests.integration.wiring.shapes import flows, nodes, states
from tests.integration.wiring.shapes.common import Model, Shape

SHAPES: dict[str, Callable[[Model], Shape]] = {
    make.__name__: make
    for make in (
        states.typed_dict,
        flows.messages_state_without_path_map,
        states.operator_add,
        states.pairs_and_dicts,
        states.no_reducer,
        states.state_returned_whole,
        states.dataclass_state,
        states.frozen_dataclass_returned,
        states.pydantic_state,
        states.pydantic_returned,
        states.other_key,
        nodes.class_node,
        nodes.method_and_partial,
        nodes.injected,
        flows.command_goto,
        flows.commands_in_a_list,
        flows.command_from_tools,
        nodes.chain_as_node,
        nodes.input_schema_of_its_own,
        nodes.router_reads_what_the_node_adds,
        flows.several_tool_nodes,
        flows.several_model_nodes,
        flows.sends,
        flows.parallel_models,
        flows.deferred_of_its_own,
        flows.counts_remaining_steps,
        nodes.asynchronous,
    )
}
"""Every shape by name; `asynchronous` runs asynchronously only."""
