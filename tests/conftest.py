"""What holds for every test: no network, fixed seeds, no limits of time."""

from __future__ import annotations

import ipaddress
import os
import sys
from typing import Any

import pytest
from hypothesis import HealthCheck, settings

settings.register_profile(
    "fixed",
    derandomize=True,
    database=None,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.register_profile("brief", settings.get_profile("fixed"), max_examples=20)
settings.load_profile("fixed")

# Tracing, which a developer may have switched on, would talk to its server.
for name in ("LANGCHAIN_TRACING_V2", "LANGSMITH_TRACING", "LANGSMITH_TRACING_V2"):
    os.environ.pop(name, None)


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add what chooses between a short run and a long one."""
    parser.addoption(
        "--soak",
        action="store_true",
        help="run long what is short by default: kills, all pairs of savers and indexes",
    )


def _is_here(address: Any) -> bool:
    if not isinstance(address, tuple):  # a socket file
        return True
    try:
        return ipaddress.ip_address(address[0]).is_loopback
    except ValueError:
        return address[0] == "localhost"


def _refuse_network(event: str, args: tuple[Any, ...]) -> None:
    if event == "socket.connect" and not _is_here(args[1]):
        msg = f"a test tried to reach {args[1]!r}"
        raise RuntimeError(msg)


# An audit hook sees every connection, whichever library opens it.
sys.addaudithook(_refuse_network)
