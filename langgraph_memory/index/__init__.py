"""Indexes: vectors, words, and the embeddings that come with the package."""
