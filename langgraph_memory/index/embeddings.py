"""The embeddings used when none are given: word vectors that ship inside a package.

`wordllama` (extra `local`) has its weights and its tokenizer in its wheel, so that nothing
is downloaded, neither here nor later.
"""

from __future__ import annotations

import logging
from collections import Counter
from functools import cache, lru_cache
from pathlib import Path
from typing import Any, Final

import numpy as np
from langchain_core.embeddings import Embeddings
from numpy.typing import NDArray

from langgraph_memory.errors import ConfigError

_LATELY: Final = 256  # texts whose tokens are kept


class WordLlamaEmbeddings(Embeddings):
    """Static word vectors of 256 numbers, pooled over a text.

    Attributes:
        model: Which vectors these are, for an index to tell them from others.
        in_process: Yes: nothing is waited for, so that a store sets it no time limit.
        vectors: One row of 256 numbers per token.
    """

    model = "wordllama/l2_supercat_256"
    in_process = True

    def __init__(self) -> None:
        """Load the vectors from the installed package.

        Raises:
            ConfigError: When `wordllama` is not installed.
        """
        loaded = _load()
        self._tokenizer = loaded.tokenizer
        self.vectors: NDArray[np.float32] = loaded.embedding
        # A text is embedded when it is stored, and soon after indexed by its tokens.
        self._cut = lru_cache(maxsize=_LATELY)(self._count)

    def embed_documents(self, texts: list[str]) -> list[list[float]]:
        """Embed many texts.

        Args:
            texts: The texts.

        Returns:
            One vector of 256 numbers for each text: length 1, or zeros for an empty text.
        """
        return [self.embed_query(text) for text in texts]

    def embed_query(self, text: str) -> list[float]:
        """Embed one text, the same way as a document.

        Args:
            text: The text, of any length.

        Returns:
            256 numbers: length 1, or zeros for an empty text.
        """
        # Counting tokens first bounds the memory by the vocabulary, not by the text.
        ids, counts = self.tokens(text)
        total = counts @ self.vectors[ids]
        vector: list[float] = (total / max(float(np.linalg.norm(total)), 1e-12)).tolist()
        return vector

    def tokens(self, text: str) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
        """Cut a text into tokens.

        Args:
            text: The text, of any length.

        Returns:
            Its different tokens, ascending, as rows of `vectors`, and how often each is.
        """
        return self._cut(text)

    def _count(self, text: str) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
        encodable = text.encode("utf-8", "replace").decode()
        tokens = self._tokenizer.encode(encodable, add_special_tokens=False).ids
        known = sorted(c for c in Counter(tokens).items() if c[0] < len(self.vectors))
        ids, counts = np.array(known, np.intp).reshape(-1, 2).T
        return ids, counts


@cache
def default_embeddings() -> Embeddings:
    """The embeddings used when none are given, loaded once for the process.

    Returns:
        `WordLlamaEmbeddings`.

    Raises:
        ConfigError: When `wordllama` is not installed; it names both ways out.
    """
    return WordLlamaEmbeddings()


def _load() -> Any:
    # At its import wordllama sets up the root logger, which is the application's to do; a
    # root logger that has a handler is left alone.
    quiet = logging.NullHandler()
    logging.root.addHandler(quiet)
    try:
        import wordllama  # noqa: PLC0415 - an extra, and slow to import
    except ModuleNotFoundError as error:
        msg = (
            "no embeddings were given and the built-in ones are not installed: "
            "pip install 'langgraph-memory-nodes[local]', or pass embeddings=..."
        )
        raise ConfigError(msg) from error
    finally:
        logging.root.removeHandler(quiet)
    # Its loader looks for the tokenizer in a folder that its wheel does not have, unless
    # the package itself is named as the cache.
    package = Path(wordllama.__file__).parent
    return wordllama.WordLlama.load(cache_dir=package, disable_download=True)
