"""Reading: tables where a text is structured, prose where it is not, never a failure."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from langgraph_memory.facts.reading import read
from langgraph_memory.facts.tables import MISSING, Reading, Table
from langgraph_memory.facts.text import truncate
from tests.unit.facts.values import any_text, json_values


def table(text: str) -> Table:
    """The only table of a text that has no prose."""
    reading = read(text)
    assert reading.prose == ()
    [found] = reading.tables
    return found


def of(value: Any) -> tuple[Table, ...]:
    return read(json.dumps(value)).tables


def rows(found: Table) -> list[dict[str, Any]]:
    """Rows by column, without the absent cells."""
    return [
        {c: cell for c, cell in zip(found.columns, row, strict=True) if cell is not MISSING}
        for row in found.rows
    ]


# --- JSON ---------------------------------------------------------------------------------


def test_an_object_is_a_record() -> None:
    """Nested objects become dotted columns of the one row."""
    [found] = of({"id": "A1", "address": {"city": "Rome", "geo": {"lat": 1.5}}, "ok": None})
    assert found == Table(
        name="",
        columns=("id", "address.city", "address.geo.lat", "ok"),
        rows=(("A1", "Rome", 1.5, None),),
        key="id",
        kind="record",
    )


def test_a_list_of_objects_is_a_table() -> None:
    """Columns are joined over all rows; an absent cell is not a null one."""
    [found] = of([{"name": "A", "price": 3}, {"name": "B", "stars": None}])
    assert found == Table(
        name="",
        columns=("name", "price", "stars"),
        rows=(("A", 3, MISSING), ("B", MISSING, None)),
        key="name",
        kind="list",
    )


def test_objects_under_their_ids_are_rows() -> None:
    """Keys that the rows repeat add no column; other keys lead their rows."""
    variants = {
        "101": {"item_id": "101", "price": 1},
        "102": {"item_id": "102", "price": 2},
    }
    product, items = of({"name": "Lamp", "variants": variants})
    assert product.name == ""
    assert (items.name, items.key) == ("variants", "item_id")
    assert rows(items) == [*variants.values()]
    fees = {"visa": {"id": "visa", "fee": 2}, "cash": {"id": "cash", "note": "exact"}}
    _, methods = of({"id": 1, "methods": fees})
    assert rows(methods) == [*fees.values()]
    [days] = of({"2024-05-16": {"seats": 1}, "2024-05-17": {"seats": 2}})
    assert days.key == "key"
    assert rows(days)[0] == {"key": "2024-05-16", "seats": 1}
    [dates] = of({"dates": {"2024-05-16": {"seats": 1}}})
    assert rows(dates) == [{"date": "2024-05-16", "seats": 1}]


@pytest.mark.parametrize(
    "value",
    [
        {"address": {"address1": "a", "address2": "b", "city": "c"}},
        {"shipping": {"city": "a"}, "billing": {"city": "b"}},
        {"economy": 1, "business": 2, "first": 3, "premium": 4},
        {"check_in": "2024-01-01", "check_out": "2024-01-03", "nights": 2},
        {"product_id": "123456", "order_id": "654321", "user_id": "112233"},
    ],
)
def test_a_plain_record_is_not_mistaken_for_a_table(value: dict[str, Any]) -> None:
    """Fields that happen to look alike, or have a digit, stay fields."""
    [found] = of(value)
    assert (found.kind, len(found.rows)) == ("record", 1)


def test_maps_from_names_to_ids_are_tables() -> None:
    """Many alike keys or values make two columns, not one row of many."""
    codes = {"SFO": "San Francisco", "JFK": "New York", "LAX": "Los Angeles"}
    codes |= {"ORD": "Chicago", "DFW": "Dallas"}
    [airports] = of(codes)
    assert (airports.columns, airports.key) == (("key", "value"), "key")
    names = "Lamp Desk Chair Sofa Bed Shelf Table Mirror"
    [products] = of({n: str(10_000 + i) for i, n in enumerate(names.split())})
    assert len(products.rows) == 8


def test_lists_of_lists_keep_their_groups() -> None:
    """What belonged together, such as the legs of a journey, has one group number."""
    [legs] = of([[{"no": "A1"}, {"no": "B2"}], [{"no": "C3"}], [[{"no": "D4"}]]])
    assert [(row["group"], row["no"]) for row in rows(legs)] == [
        (1, "A1"),
        (1, "B2"),
        (2, "C3"),
        ("3.1", "D4"),
    ]


def test_lists_of_rows_are_tables_with_or_without_titles() -> None:
    """Equal rows of scalars become columns, titled by a first row of names."""
    [titled] = of([["name", "price"], ["A", 1], ["B", 2]])
    assert rows(titled) == [{"name": "A", "price": 1}, {"name": "B", "price": 2}]
    [plain] = of([["A", "B"], ["C", "D"]])
    assert (plain.columns, plain.rows) == (("1", "2"), (("A", "B"), ("C", "D")))


def test_lists_in_rows_are_tables_of_their_own() -> None:
    """Each child's row is led by what names its parent's row."""
    hotels = [
        {"id": 1, "name": "A", "rooms": [{"beds": 1}, {"beds": 2}]},
        {"id": 2, "name": "B", "rooms": [{"beds": 3, "id": "x"}]},
    ]
    parent, rooms = of(hotels)
    assert (parent.name, parent.columns) == ("", ("id", "name"))
    assert (rooms.name, rooms.columns) == ("rooms", ("parent.id", "beds", "id"))
    assert [row["parent.id"] for row in rows(rooms)] == [1, 1, 2]
    order, items = of({"order_id": "#W1", "items": [{"item_id": "5", "price": 2}]})
    assert (order.columns, items.columns) == (("order_id",), ("item_id", "price"))
    _, kids = of([{"age": 3, "kids": [{"x": 1}, {"x": 2}]}])
    assert rows(kids)[0] == {"row": 1, "x": 1}


def test_short_lists_are_cells_and_long_ones_tables() -> None:
    """A few scalars are joined, one stays what it is, many become rows."""
    [found] = of(
        {"one": [5], "two": ["a", "b"], "comma": ["a, b", "c"], "none": [], "no": {}}
    )
    assert found.rows == ((5, "a, b", "a, b; c", "[]", "{}"),)
    [record, ids] = of({"id": 1, "ids": [str(i) for i in range(100)]})
    assert (record.columns, ids.name, len(ids.rows)) == (("id",), "ids", 100)


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ([], Table("", (), (), None, "list")),
        ({}, Table("", (), (), None, "record")),
        (42, Table("", ("value",), ((42,),), None, "record")),
        (None, Table("", ("value",), ((None,),), None, "record")),
        (True, Table("", ("value",), ((True,),), None, "record")),
        ([1, 2], Table("", ("value",), ((1,), (2,)), None, "list")),
    ],
)
def test_empty_and_bare_values_are_tables_too(value: Any, expected: Table) -> None:
    """An empty list says that there is nothing, which is not the same as no answer."""
    assert of(value) == (expected,)


def test_json_within_json_is_read() -> None:
    """Values and whole texts that were encoded twice are opened."""
    inner = json.dumps([{"id": "E"}, {"id": "F"}])
    [found] = of({"response": inner})
    assert (found.name, len(found.rows)) == ("response", 2)
    assert read(json.dumps(inner)).tables == read(inner).tables
    assert read(json.dumps("just words")).prose == ("just words",)


def test_rows_with_little_in_common_are_parted() -> None:
    """Tables never hold more absent cells than the text could pay for."""
    found = of([{f"a{i}": 1, f"b{i}": 2} for i in range(200)])
    assert sum(len(t.rows) * len(t.columns) for t in found) == 400


def test_a_field_without_a_name_has_one_in_its_table() -> None:
    """Its rows do not mix with those of the object that holds it."""
    assert [found.name for found in of({"": [{"a": 1}], "b": 2})] == ["", "_"]


def test_columns_that_would_be_one_stay_two() -> None:
    """No cell is lost when dotted names meet."""
    [found] = of({"a.b": 1, "a": {"b": 2}})
    assert sorted(found.rows[0], key=str) == [1, 2]


def test_case_95_odd_numbers_and_letters_become_plain_cells() -> None:
    """NaN, infinities, 2**70 and lone surrogates are text that every store takes."""
    text = f'{{"a": NaN, "b": 1e999, "c": {2**70}, "d": "\\ud83d", "e": {2**63 - 1}}}'
    assert table(text).rows == (("NaN", "Infinity", str(2**70), "\ufffd", 2**63 - 1),)


def test_an_integer_of_thousands_of_digits_is_text() -> None:
    """Python refuses to convert it, and nothing else of the object is lost."""
    assert table(f'{{"n": {"9" * 5_000}, "m": 1}}').rows == (("9" * 5_000, 1),)


@pytest.mark.parametrize("depth", [100, 1_000, 50_000])
def test_deep_nesting_is_named_and_the_rest_is_read(depth: int) -> None:
    """A thousand levels cost no more than the levels that nobody reads."""
    deep = '{"a":' * depth + "1" + "}" * depth
    [found] = read(f'{{"id": "A1", "deep": {deep}, "price": 3}}').tables
    first = rows(found)[0]
    assert (first["id"], first["price"]) == ("A1", 3)
    lists = read("[" * depth + "]" * depth)
    assert lists.tables or lists.prose


def test_json_that_was_cut_off_keeps_its_whole_elements() -> None:
    """A truncated list gives the rows that are there, and the marker stays as prose."""
    hotels = [{"id": i, "name": f"Hotel {i}", "tags": ["a", "b"]} for i in range(1_000)]
    reading = read(truncate(json.dumps(hotels), 5_000))
    [found] = reading.tables
    assert 50 < len(found.rows) < 200
    assert rows(found)[3] == {"id": 3, "name": "Hotel 3", "tags": "a, b"}
    assert "truncated" in reading.prose[0]
    assert read(json.dumps(hotels)[:5_000]).prose == ("[the end is missing]",)
    [numbers] = read('{"a": 1, "b": "x, y", "c": "cut o').tables
    assert rows(numbers) == [{"a": 1, "b": "x, y"}]


# --- nearly JSON --------------------------------------------------------------------------


def test_json_lines_are_one_table() -> None:
    """One object per line, as many programs print them."""
    assert rows(table('{"a": 1}\n\n{"a": 2}\n')) == [{"a": 1}, {"a": 2}]


def test_python_literals_are_read() -> None:
    """What `str()` of a dict gives, with tuples, quotes, escapes and calls in it."""
    text = "{'a': None, 'b': (True, 2), 'c': \"it's\", 'd': '\\x41\\'', 'e': mpf('2.5'), }"
    assert rows(table(text)) == [
        {"a": None, "b": "true, 2", "c": "it's", "d": "A'", "e": "2.5"}
    ]
    assert table("['RMS', 'SBK']").rows == (("RMS",), ("SBK",))
    assert table("None").rows == ((None,),)


@pytest.mark.parametrize(
    ("cell", "expected"),
    [
        ("Decimal('-10.50')", "-10.50"),
        ("datetime.date(2026, 12, 1)", "2026-12-01"),
        ("date(2026, 12, 1)", "2026-12-01"),
        ("datetime.datetime(2026, 12, 1, 9, 40)", "2026-12-01T09:40:00"),
        (
            "datetime.datetime(2026, 12, 1, 9, 40, tzinfo=datetime.timezone.utc)",
            "2026-12-01T09:40:00+00:00",
        ),
        (
            "datetime(2026, 12, 1, 9, 40, 5, 12, tzinfo=timezone(timedelta(seconds=3600)))",
            "2026-12-01T09:40:05.000012+01:00",
        ),
        ("datetime.time(9, 40)", "09:40:00"),
        ("datetime.timedelta(days=1, seconds=60)", "1 day, 0:01:00"),
        ("datetime.date(2026, 13, 1)", "2026, 13, 1"),
        (
            "UUID('12345678-1234-5678-1234-567812345678')",
            "12345678-1234-5678-1234-567812345678",
        ),
        ("PosixPath('/a/b')", "/a/b"),
        ("np.float64(1.5)", 1.5),
        ("<Status.OPEN: 'open'>", "open"),
    ],
)
def test_rows_of_a_query_stay_whole(cell: str, expected: object) -> None:
    """What Python writes as a call is one cell: an amount, a date, an id, a path."""
    found = table(f"[(1, 'Ann', {cell}), (2, 'Bo', None)]")
    assert found.rows == ((1, "Ann", expected), (2, "Bo", None))
    assert table(f"[(1, 'Ann', {cell})]").rows == ((1, "Ann", expected),)
    assert table(f"{{'n': 1, 'x': {cell}}}").rows == ((1, expected),)


def test_names_in_the_first_row_are_no_titles() -> None:
    """Titles stand above a column of no texts, and are no dates."""
    assert table("[('Ann', '2026-12-01'), ('Bo', None)]").columns == ("1", "2")
    assert table('[["2026-12-01", "x"], [5, 6]]').columns == ("1", "2")
    assert table('[["day", "n"], ["2026-12-01", 6]]').columns == ("day", "n")


@pytest.mark.parametrize(
    "text",
    [
        '{"headers": ["id", "n"], "rows": [["A1", 1], ["A2", 2]]}',
        '{"columns": ["id", "n"], "data": [["A1", 1], ["A2", 2]]}',
        '{"column_names": ["id", "n"], "records": [["A1", 1], ["A2", 2]]}',
        "{'fields': ('id', 'n'), 'values': [('A1', 1), ('A2', 2)]}",
    ],
)
def test_titles_beside_rows_name_their_columns(text: str) -> None:
    """Rows that are lists have the titles that the same object holds."""
    found = table(text)
    assert (found.columns, found.rows) == (("id", "n"), (("A1", 1), ("A2", 2)))


def test_lists_that_are_called_otherwise_are_no_titles() -> None:
    """Names of things beside lists of numbers do not name columns."""
    found = read('{"names": ["a", "b"], "boxes": [[1, 2], [3, 4]]}')
    assert ("a", "b") not in [one.columns for one in found.tables]


def test_a_model_is_a_record() -> None:
    """Fields in the style of Python without a class around them are read as such."""
    found = read(
        "no='A 1' at=datetime.datetime(2026, 12, 1, 9, 40) price=Decimal('120.50') "
        "seats=[Seat(no='12A', free=True), Seat(no='12B', free=False)] note=None"
    )
    record, seats = found.tables
    assert rows(record) == [
        {"no": "A 1", "at": "2026-12-01T09:40:00", "price": "120.50", "note": None}
    ]
    assert rows(seats) == [{"no": "12A", "free": True}, {"no": "12B", "free": False}]
    assert found.prose == ()
    nested = table("id=7 owner=User(id=1, name=\"O'Neil\") state=<State.ON: 'on'>")
    assert rows(nested) == [{"id": 7, "owner.id": 1, "owner.name": "O'Neil", "state": "on"}]
    assert rows(table("level=info msg='x y' n=5")) == [
        {"level": "info", "msg": "x y", "n": 5}
    ]


def test_json_within_prose_is_found_and_named() -> None:
    """Around it the prose stays; a heading before it names the table."""
    reading = read('Here are the flights:\n[{"id": 1, "p": 2}]\nHave fun!')
    assert reading.tables == (
        Table("Here are the flights", ("id", "p"), ((1, 2),), "id", "list"),
    )
    assert reading.prose == ("Here are the flights:", "Have fun!")
    assert read('```json\n{"a": 1}\n```') == Reading(of({"a": 1}), ())
    assert read("See [1] and [2].").tables == ()


def test_records_that_are_alike_are_one_table() -> None:
    """Events that come one by one are rows."""
    [found] = read('data: {"a": 1}\n\ndata: {"a": 2}\n').tables
    assert rows(found) == [{"a": 1}, {"a": 2}]


# --- drawn tables and pairs ---------------------------------------------------------------


@pytest.mark.parametrize(
    "text",
    [
        "| Name | Price |\n|---|:-:|\n| Cozy loft | 3 |\n| **Inn** | 4.5 |",
        "Name | Price\nCozy loft | 3\nInn | 4.5",
        "+---+---+\n| Name | Price |\n+---+---+\n| Cozy loft | 3 |\n| Inn | 4.5 |\n+---+",
        "Name\tPrice\nCozy loft\t3\nInn\t4.5",
        "Name,Price\nCozy loft,3\nInn,4.5\n",
        'Name;Price\n"Cozy loft";3\nInn;4.5\n',
        "   Name       Price\n0  Cozy loft      3\n1  Inn          4.5",
        "Name: Cozy loft, Price: 3\nName: Inn, Price: 4.5",
        "Name: Cozy loft\nPrice: 3\n\nName: Inn\nPrice: 4.5",
        "1. **Name**: Cozy loft\n   **Price**: 3\n2. **Name**: Inn\n   **Price**: 4.5",
        "- Name: Cozy loft; Price: 3\n- Name: Inn; Price: 4.5",
        'Name="Cozy loft" Price=3\nName=Inn Price=4.5',
        "Name：Cozy loft，Price：3\nName：Inn，Price：4.5",
    ],
)
def test_tables_are_read_however_they_are_drawn(text: str) -> None:
    """Markdown, pipes, tabs, CSV, columns of blanks and pairs say the same."""
    found = table(text)
    assert rows(found) == [{"Name": "Cozy loft", "Price": 3}, {"Name": "Inn", "Price": 4.5}]
    assert (found.kind, found.key) == ("list", "Name")


def test_a_line_of_words_and_pairs_is_a_record() -> None:
    """Leading words are the type, from and to are columns, values keep their commas."""
    text = "taxi, from Oslo to New York, duration: 3 hours, distance: 1,138 km, cost: 386"
    assert rows(table(text)) == [
        {
            "type": "taxi",
            "from": "Oslo",
            "to": "New York",
            "duration": "3 hours",
            "distance": "1,138 km",
            "cost": 386,
        }
    ]


def test_written_cells_are_typed_only_where_they_are_numbers() -> None:
    """Postal codes, units, dates and long ids stay text."""
    text = "zip: 02139\nprice: $3\nday: 2024-05-16\nid: 1234567890123456\n"
    text += "ok: true\nx: null\nn: 7"
    assert table(text).rows[0] == (
        "02139",
        "$3",
        "2024-05-16",
        "1234567890123456",
        True,
        None,
        7,
    )


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "package,from,to\nfoo,1.10,2\nbar,1.9,1.21\n",
            [("foo", "1.10", 2), ("bar", "1.9", 1.21)],
        ),
        ("python: 3.10\nnode: 20.1\n", [("3.10", 20.1)]),
        ("qty\tprice\n1.500\t12.50\n7\t9.99\n", [("1.500", "12.50"), ("7", "9.99")]),
        ("id=A1 room=4.10\nid=A2 room=4.2", [("A1", "4.10"), ("A2", "4.2")]),
        ("low: -0\nhigh: 100000000000000.10", [("-0", "100000000000000.10")]),
    ],
)
def test_decimals_of_a_text_keep_their_spelling(text: str, expected: list[Any]) -> None:
    """A trailing zero tells a version, a room or a price; a column is written alike."""
    assert list(table(text).rows) == expected


def test_a_written_decimal_names_nothing() -> None:
    """Prices that differ in all rows are no key, whether their zeros are kept or not."""
    assert table("price,count\n1.50,3\n2.25,4\n").key is None


def test_blank_cells_of_a_drawn_table_are_absent() -> None:
    """Nothing written is not an empty text."""
    assert table("Name,Price\nA,\nB,3\n").rows == (("A", MISSING), ("B", 3))


def test_sections_are_named_by_their_headings() -> None:
    """Two tables of one text can be told apart."""
    drawn = "| id | n |\n|--|--|\n| a | 1 |"
    reading = read(f"## Hotels\n\n{drawn}\n\nFlights:\n\n{drawn}")
    assert [found.name for found in reading.tables] == ["Hotels", "Flights"]


@pytest.mark.parametrize(
    "text",
    [
        "Inn\n  Beds: few\n  Price: 3\nLodge\n  Beds: many\n  Price: 4\n",
        "**Inn**\nBeds: few\nPrice: 3\n\n**Lodge**\nBeds: many\nPrice: 4\n",
        "1. Inn\n   - Beds: few\n   - Price: 3\n2. Lodge\n   - Beds: many\n   - Price: 4",
        "Inn\n----\nBeds: few\nPrice: 3\n----\nLodge\n----\nBeds: many\nPrice: 4\n",
        "- Inn\n  - Beds: few\n  - Price: 3\n- Lodge\n  - Beds: many\n  - Price: 4\n",
        "Inn\nBeds=few\nPrice=3\nLodge\nBeds=many\nPrice=4",
    ],
)
def test_blocks_under_headings_are_rows_with_titles(text: str) -> None:
    """What a heading says belongs to the lines below it, however it is set."""
    found = table(text)
    assert rows(found) == [
        {"title": "Inn", "Beds": "few", "Price": 3},
        {"title": "Lodge", "Beds": "many", "Price": 4},
    ]
    assert (found.kind, found.key) == ("list", "title")


@pytest.mark.parametrize(
    "text",
    [
        "Room 12: Inn\n  Beds: few\n  Price: 3\nRoom 13: Lodge\n  Beds: many\n  Price: 4",
        "Room 12: Inn\nBeds: few\nPrice: 3\n\nRoom 13: Lodge\nBeds: many\nPrice: 4",
    ],
)
def test_numbered_pairs_head_what_is_below_them(text: str) -> None:
    """A pair that differs from the first by its number begins a row."""
    assert rows(table(text)) == [
        {"title": "Room 12: Inn", "Beds": "few", "Price": 3},
        {"title": "Room 13: Lodge", "Beds": "many", "Price": 4},
    ]
    last = table(f"{text}\nRoom 14: Hut").rows[-1]
    assert last == ("Room 14: Hut", MISSING, MISSING)


def test_pairs_that_stand_out_head_what_is_below_them() -> None:
    """By their indentation; pairs on one level with the first belong to it."""
    deep = read(
        "Inn: open\n  Beds: few\n  Bath: no\nLodge: shut\n  Beds: many\n  Bath: yes"
    )
    assert [rows(found) for found in deep.tables] == [
        [
            {"Inn": "open", "Beds": "few", "Bath": "no"},
            {"Lodge": "shut", "Beds": "many"} | {"Bath": "yes"},
        ]
    ]
    flat = table("Name: A\n  Price: 3\nRating: 4\nName: B\n  Price: 5\nRating: 2")
    assert flat.rows == (("A", 3, 4), ("B", 5, 2))
    days = "Day 1: Oslo\nDay 2: Rome\nDay 3: Nice"
    assert table(days).columns == ("Day 1", "Day 2", "Day 3")


def test_lines_above_blocks_head_them_or_stay_prose() -> None:
    """An introduction is no heading; a line between heading and pairs goes with them."""
    text = "Places to stay\nInn\nSmall and cheap.\nBeds: few\n\nLodge\nBeds: many\n\nBye"
    reading = read(text)
    assert rows(reading.tables[0]) == [
        {"title": "Inn", "Beds": "few", "text": "Small and cheap."},
        {"title": "Lodge", "Beds": "many"},
    ]
    assert reading.prose == ("Places to stay", "Bye")


def test_unlike_blocks_under_headings_are_named_by_them() -> None:
    """Records that cannot be one table keep what tells whose they are."""
    reading = read("Inn\nBeds: few\nPhone: 12\nLodge\nPrice: 3\nFloor: 4")
    assert [found.name for found in reading.tables] == ["Inn", "Lodge"]


def test_a_line_above_a_single_block_is_prose() -> None:
    """What is said once before some pairs need not be their name."""
    reading = read("Your room is booked\nBeds: few\nPrice: 3")
    assert reading.prose == ("Your room is booked",)
    assert reading.tables[0].name == ""


@pytest.mark.parametrize(
    "text",
    [
        "Transfer successful",
        "No valid information.",
        "Error: order not found",
        "Note: Prices include tax.",
        "There is no flight from Oslo to Rome on 2022-03-27.",
        "The price is 12, the room has: a bed, a table",
        "Please note the following, dear guest: breakfast is served from 7 to 10 every day",
        "def f(x):\n    return 1",
        "http://a.b/c: d",
        "Hello, world, again\nGood morning, my friend, too\nBye",
    ],
)
def test_prose_stays_prose(text: str) -> None:
    """Sentences, notes, errors and code are no tables."""
    assert read(text) == Reading((), tuple(line.strip() for line in text.split("\n")))


def test_a_single_id_is_a_value() -> None:
    """What a look-up returns can be used by later calls."""
    for word in ("yusuf_rossi_9620", "#W123", "2024-05-16", "007"):
        assert table(word).rows == ((word,),)


@pytest.mark.parametrize("text", ["", " \n\t\n", "\ufeff", "---\n\n```"])
def test_nothing_gives_nothing(text: str) -> None:
    """Empty results are neither tables nor prose."""
    assert read(text) == Reading((), ())


def test_binary_rubbish_is_named() -> None:
    """What cannot be read is not passed on as if it said something."""
    reading = read("\x00\x01\x02PNG\x03" * 100)
    assert reading.tables == ()
    assert reading.prose == ("[binary data, 700 characters]",)


# --- for every text -----------------------------------------------------------------------

PIECES = [
    *(
        "{",
        "}",
        "[",
        "]",
        "(",
        ")",
        ":",
        ",",
        '"',
        "'",
        "\\",
        "|",
        "-",
        "\n",
        "\t",
        "  ",
        " ",
    ),
    *("a", "B 1", "1", "1.5", "NaN", "null", "None", "True", "=", "：", "，", "- ", "1. "),
    *(
        '{"a": 1}',
        '[{"a": 1}',
        '"\\u',
        "from a to b",
        "a: b",
        "a,b\n",
        "|---|---|\n",
        "```",
    ),
    *(
        "\ud83d",
        "\x00",
        "\ufffd",
        "\ufeff",
        "[truncated: 9 characters in all, sha256 ",
        "#",
    ),
]
mosaics = st.lists(st.sampled_from(PIECES), max_size=25).map("".join)


def check(reading: Reading) -> None:
    for found in reading.tables:
        assert len(set(found.columns)) == len(found.columns)
        assert all(len(row) == len(found.columns) for row in found.rows)
        assert found.key is None or found.key in found.columns
        assert found.kind == "list" or len(found.rows) <= 1
        for row in found.rows:
            assert all(
                cell is None or cell is MISSING or isinstance(cell, str | int | float)
                for cell in row
            )
        named = json.dumps([found.name, found.columns, rows(found)], allow_nan=False)
        named.encode("utf-8")
        "".join([found.name, *found.columns]).encode("utf-8")
    for line in reading.prose:
        assert line.strip()
        assert "\n" not in line
        line.encode("utf-8")


@given(any_text | mosaics)
def test_reading_never_fails(text: str) -> None:
    """Whatever the text, tables are well formed and everything can be stored."""
    check(read(text))
    assert read(text) == read(text)


@given(json_values)
def test_every_json_value_is_read(value: Any) -> None:
    """JSON of any shape, also indented or cut anywhere, gives well-formed tables."""
    text = json.dumps(value)
    check(read(text))
    check(read(json.dumps(value, indent=1, ensure_ascii=False)))
    check(read(text[: len(text) // 2]))
    check(read(repr(value)))


@given(st.dictionaries(st.text("abcde_", min_size=1), st.text("xyz 1"), min_size=1))
def test_no_value_of_a_record_is_lost(value: dict[str, str]) -> None:
    """Every cell of a flat object is found in its tables."""
    cells = {cell for found in of(value) for row in found.rows for cell in row}
    assert set(value.values()) <= cells


@pytest.mark.parametrize(
    "unit",
    [
        *(
            "[",
            "{",
            '{"a":',
            "word, ",
            "a: b, ",
            "a | b\n",
            "a,b\n",
            "key: value\n",
            "- x\n",
        ),
        *(
            "a  b  c\n",
            "\n",
            "|",
            "-|-\n",
            "'",
            "(",
            "a=1 ",
            '{"a": 1} x ',
            '["',
            "\\",
            '"',
        ),
        *("from a to b, ", "1,", "###", "a b |\n---|\n", "\x1b[", "{'a': (", '[{"a": 1, '),
    ],
)
def test_long_rubbish_is_read_to_its_end(unit: str) -> None:
    """Repetitions of what begins a structure are read without getting stuck."""
    check(read(unit * (60_000 // len(unit))))


def test_without_an_id_or_a_name_the_first_telling_text_is_the_key() -> None:
    """Offers called by a code of their own kind are told apart by it."""
    rows = [{"link": f"x://{i}", "offer": f"gear-{i}", "price": i % 3} for i in range(5)]
    (table,) = read(json.dumps(rows)).tables
    assert table.key == "offer"
    (alike,) = read(json.dumps([{"kind": "a", "n": 1}, {"kind": "a", "n": 2}])).tables
    assert alike.key is None
