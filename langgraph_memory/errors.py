"""The errors of this package, one tree.

```
LangGraphMemoryError
├── ConfigError            a setting, model or embeddings missing, or at odds with another
├── ScopeError             whose memory this is cannot be told; alone it stops a turn
├── WiringError            a graph cannot be wired the way it was asked for
├── StoreError             the store or the checkpointer behind it failed or was misused
│   └── IndexMismatchError the index was built with other embeddings
└── ModelReplyError        the memory's own model gave an answer that cannot be used
```

`MemoryWarning` is the category under which failures of the memory are reported when a
turn goes on without it.
"""

from __future__ import annotations


class LangGraphMemoryError(Exception):
    """Root of every error raised by this package."""


class ConfigError(LangGraphMemoryError):
    """A setting, a model or embeddings is missing or contradicts another."""


class ScopeError(LangGraphMemoryError):
    """The user whose memory this is cannot be told, or is contradicted by the server."""


class WiringError(LangGraphMemoryError):
    """A graph cannot be wired the way it was asked for; the message says what to do."""


class StoreError(LangGraphMemoryError):
    """The store, or the checkpointer behind it, failed or was misused."""


class IndexMismatchError(StoreError):
    """The vector index was built with other embeddings than the ones given now."""


class ModelReplyError(LangGraphMemoryError):
    """The memory's own model gave an answer that cannot be used."""


class MemoryWarning(UserWarning):
    """A part of the memory failed and the turn went on without it."""
