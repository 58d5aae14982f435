"""Tests of the experiences."""
