"""Values of any kind, for properties that must hold for all of them."""

from __future__ import annotations

import datetime as dt
import decimal
import pathlib
import uuid

from hypothesis import strategies as st

any_text = st.text(st.characters(codec=None, exclude_categories=()), max_size=60)

json_scalars = (
    st.none() | st.booleans() | st.integers(-(2**70), 2**70) | st.floats() | any_text
)
json_values = st.recursive(
    json_scalars,
    lambda inner: (
        st.lists(inner, max_size=5) | st.dictionaries(any_text, inner, max_size=5)
    ),
    max_leaves=25,
)

scalars = (
    json_scalars
    | st.binary(max_size=20)
    | st.complex_numbers()
    | st.decimals()
    | st.datetimes()
    | st.timedeltas()
    | st.uuids()
    | st.sampled_from(
        [
            object(),
            pathlib.PurePosixPath("a/b"),
            decimal.Decimal("1.10"),
            dt.time(1, 2),
            uuid.UUID(int=1),
            ValueError("wrong \ud83d"),
            int,
        ]
    )
)
any_value = st.recursive(
    scalars,
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.tuples(inner, inner)
        | st.frozensets(json_scalars, max_size=4)
        | st.dictionaries(json_scalars, inner, max_size=4)
    ),
    max_leaves=20,
)
