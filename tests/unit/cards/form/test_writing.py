"""What the form looks like."""

from __future__ import annotations

from langgraph_memory.cards.form.writing import noun, write
from tests.unit.cards.form.builders import cells, form, output, text

FERRIES = [
    {"ferry_id": "F1", "from": "Oslo", "to": "Kiel", "day": "2031-06-01", "fare": 90},
    {"ferry_id": "F2", "from": "Oslo", "to": "Kiel", "day": "2031-06-02", "fare": 75},
]


def test_a_record_is_names_and_values() -> None:
    """A single object needs no header; nested names stand in brackets."""
    guest = {"guest_id": "G7", "name": {"first": "Ada", "last": "Berg"}, "nights": 3}
    assert text("get_guest", guest) == (
        "guest: guest_id G7, name(first Ada, last Berg), nights 3"
    )


def test_a_list_has_one_header_and_says_once_what_is_the_same() -> None:
    """Columns are named once, shared values hoisted, the key stands first."""
    assert text("search_ferries", FERRIES) == (
        "ferries(ferry_id day fare; all: from Oslo, to Kiel):\n"
        " F1 2031-06-01 90\n"
        " F2 2031-06-02 75"
    )


def test_nulls_are_named_once() -> None:
    """Fields that say nothing are listed by name."""
    record = {"id": "A1", "gate": None, "seat": None}
    assert text("get_ticket", record) == "ticket: id A1; null: gate, seat"
    rows = [{"id": "A1", "gate": None}, {"id": "A2", "gate": None}]
    assert text("list_tickets", rows).startswith("tickets(id; null: gate):\n")


def test_rare_columns_stand_behind_the_row() -> None:
    """A value that few rows have names its column."""
    rows: list[dict[str, object]] = [{"id": f"A{n}", "n": n} for n in range(4)]
    rows[1]["note"] = "to be cleaned"
    assert ' A1 1 note="to be cleaned"\n' in text("list_rooms", rows)


def test_children_stand_below_their_parent() -> None:
    """Rows of an object's lists are indented under it, their header said once."""
    orders = [
        {
            "order_id": order,
            "lines": [{"sku": sku, "pieces": 1} for sku in skus],
        }
        for order, skus in (("O1", ["X1", "X2"]), ("O2", ["X3"]))
    ]
    assert text("list_orders", orders) == (
        "orders(order_id):\n O1\n  lines(sku; all: pieces 1): X1; X2\n O2\n  lines: X3"
    )


def test_lists_that_go_together_are_told_position_by_position() -> None:
    """What belongs to one position stands on one line, also where others are left out."""
    hours = {"hour": ["08:00", "09:00", "10:00", "11:00"], "heat": [-3, 1.5, None, 4]}
    said = output("get_forecast", {"city": "Oslo", "today": {**hours, "unit": "C"}})
    found = form(said)
    assert write(found) == (
        "forecast: city Oslo\n"
        " today.*(hour heat):\n  08:00 -3\n  09:00 1.5\n  10:00 null\n  11:00 4\n"
        " , today.unit C"
    )
    row = next(cell.row for cell in found.cells if cell.value == "09:00")
    assert write(found, {cell.id for cell in row.cells.values()}) == (
        "forecast…\n today.*(hour heat): 09:00 1.5; +3 more"
    )


def test_an_object_of_objects_is_a_table() -> None:
    """Keys become a column, or a star on the column that repeats them."""
    repeated = {f"P{n}": {"id": f"P{n}", "kind": f"k{n}"} for n in (1, 2)}
    assert text("list_parts", repeated) == "parts(*id kind):\n P1 k1\n P2 k2"
    keyed = {f"P{n}": {"kind": f"k{n}"} for n in (1, 2)}
    assert text("list_parts", keyed) == "parts(key kind):\n P1 k1\n P2 k2"


def test_lists_of_lists_keep_their_groups_and_say_shared_objects_once() -> None:
    """An object that stands in several groups is one row with all their numbers."""
    legs = [{"leg_id": f"L{n}", "km": 10 * n} for n in range(4)]
    routes = [[legs[0], legs[1]], [legs[0], legs[2]], [legs[0], legs[3]]]
    assert text("search_routes", routes) == (
        "routes(group leg_id km):\n 1-3 L0 0\n 1 L1 10\n 2 L2 20\n 3 L3 30"
    )


def test_equal_rows_of_a_list_are_two_objects() -> None:
    """Rows are one by object, never by value."""
    seats = [{"row": 4, "kind": "aisle"}] * 2
    assert text("list_seats", seats) == ("seats(; all: row 4, kind aisle):\n -\n -")


def test_an_equal_group_refers_to_the_first() -> None:
    """Four or more nested fields that were said before are not said again."""
    place = {"street": "Elm Road 5", "city": "Bath", "zip": "04100", "country": "UK"}
    both = form(
        output("get_client", {"client_id": "C1", "place": place}),
        output("get_parcel", {"parcel_id": "K1", "place": place, "kg": 2}, 1),
    )
    assert write(both).split("\n")[1] == "parcel: parcel_id K1, place =client, kg 2"


def test_the_separator_is_the_cheapest() -> None:
    """Blanks part words; commas part what has blanks."""
    people = [{"who": f"Ann {n} Lee", "job": "sea captain"} for n in "abc"]
    people[0]["job"] = "deck hand"
    assert " Ann a Lee,deck hand\n" in text("list_crew", people)


def test_texts_that_look_like_numbers_are_no_numbers() -> None:
    """Quotes tell them apart, or the column says it once for all."""
    assert text("get_box", {"a": 1, "b": "1"}) == 'box: a 1, b "1"'
    rows = [{"box_id": str(n), "n": n} for n in (10, 11)]
    assert text("list_boxes", rows) == "boxes(box_id:text n):\n 10 10\n 11 11"


def test_texts_and_values_stand_behind_the_name() -> None:
    """What is no object and no list of objects is said as it is."""
    assert text("read_log", "All is well.\nGood bye") == "log says: All is well.\n Good bye"
    assert text("count", 7) == "count = 7"
    assert text("list_ids", ["a", 1]) == 'ids = ["a",1]'


def test_what_fits_no_table_is_json() -> None:
    """Irregular values are cells of minified JSON."""
    assert text("get_odd", {"x": [[1], {"y": 2}]}) == 'odd: x [[1],{"y":2}]'


def test_names_lose_the_verb_that_reads() -> None:
    """Verbs that change something stay, and so do names that are only a verb."""
    assert noun("get_order") == "order"
    assert noun("searchFlights") == "flights"
    assert noun("cancel_order") == "cancel_order"
    assert noun("search") == "search"


def test_a_selection_shows_only_its_cells() -> None:
    """Rows, columns and headers without a chosen cell are left out, and rows counted."""
    both = form(output("search_ferries", FERRIES), output("get_hut", {"id": "H1"}, 1))
    shown = write(both, cells(both, "F2", 75))
    assert shown == "ferries(ferry_id fare…\n F2 75\n +1 more"
    assert write(both, ()) == ""


def test_a_selection_may_hold_items_of_a_list_and_sentences_of_a_text() -> None:
    """Items and sentences are cells too."""
    both = form(
        output("get_pass", {"id": "P1", "zones": ["a", "b", "c"]}),
        output("read_note", "It rains. The ferry is late. Bye.", 1),
    )
    chosen = cells(both, "P1", "b", "The ferry is late. ")
    assert write(both, chosen) == (
        'pass: id P1, zones ["b"]…\nnote says: … The ferry is late. …'
    )


LOG = (
    "The ferry left the harbour at dawn with forty guests. Its engine failed near the "
    "sandbank of Wangerooge. A tug called Emma took it to Harlesiel. Nobody was hurt."
)


def test_a_selection_may_hold_pieces_of_long_texts_within_objects() -> None:
    """Long texts in fields and in lists are cut, those that are short are not."""
    told = form(output("get_trip", {"id": "T1", "log": LOG, "notes": [LOG, "dry"]}))
    piece = "A tug called Emma took it to Harlesiel. "
    chosen = {c.id for c in told.cells if c.value in ("T1", piece, "dry")}
    cut = f"… {piece.strip()} …"
    assert write(told, chosen) == f'trip: id T1, log {cut}, notes ["{cut}","dry"]'
    pieces = {leaf.id for cell in told.cells for leaf in cell.leaves()}
    assert write(told, pieces) == write(told)


def test_lists_stand_where_they_stood_among_the_fields() -> None:
    """Fields behind a list are written behind it, on a line that goes on."""
    legs = [{"leg_id": f"L{n}", "km": 9 * n} for n in range(2)]
    trip = {"trip_id": "T1", "legs": legs, "state": "late", "crew": [{"name": "Ida"}]}
    assert text("get_trip", trip) == (
        "trip: trip_id T1\n legs(leg_id km): L0 0; L1 9\n , state late\n crew: name Ida"
    )


def test_rows_end_where_nothing_follows() -> None:
    """Columns that few rows have come last, and what is absent at the end is not marked."""
    rows: list[dict[str, object]] = [{"id": "A1"}, {"gate": 4, "id": "A2"}, {"id": "A3"}]
    assert text("list_rooms", rows) == "rooms(id gate):\n A1\n A2 4\n A3"


def test_lists_far_from_their_object_say_what_it_is_called_by() -> None:
    """What the conversation calls an object by is said again at its lists."""
    fields = {f"note{n}": f"remark {n}" for n in range(9)}
    trip = {"trip_id": "T1", **fields, "legs": [{"leg_id": "L1"}, {"leg_id": "L2"}]}
    told = form(output("get_trip", trip))
    called = cells(told, "T1")
    assert "\n legs of T1(leg_id): L1; L2" in write(told, None, called, again=True)
    assert "\n legs(leg_id): L1; L2" in write(told, None, called)
    near = form(output("get_trip", {"trip_id": "T1", "legs": [{"leg_id": "L1"}] * 2}))
    assert " of T1" not in write(near, None, cells(near, "T1"), again=True)


def test_what_all_rows_share_may_be_a_reference() -> None:
    """A group that was said before is not said again in a header."""
    place = {"street": "Elm Road 5", "city": "Bath", "zip": "04100", "country": "UK"}
    parcels = [{"parcel_id": f"K{n}", "place": place} for n in range(2)]
    both = form(
        output("get_client", {"client_id": "C1", "place": place}),
        output("list_parcels", parcels, 1),
    )
    assert write(both).split("\n")[1] == "parcels(parcel_id; all: place =client):"
