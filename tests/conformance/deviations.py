"""Where LangGraph's InMemoryStore does otherwise, by the name of the test."""

from __future__ import annotations

_LIVE = "it keeps the objects themselves: nothing is copied, checked or made plain"
_NEW = "each put makes a new item, with a new created_at, by the system's clock"
_ORDER = "it gives items in the order of their insertion, of namespaces first"
_FILTER = "it makes floats of what it compares, and so fails on texts, null and the missing"
_LOOSE = "it applies a filter as far as it understands it, and to no items not at all"
_GHOSTS = "reading or emptying a namespace leaves it behind"
_BATCH = "a batch is not checked before it is done, neither values nor namespaces"
_VECTORS = "an old vector stays until a new one takes its place"
_NO_TTL = "it has no ttl"

DEVIATIONS: dict[str, str] = {
    "test_a_key_put_again_after_deletion_is_new": _NEW,
    "test_a_put_sets_the_time_anew": _NO_TTL,
    "test_a_value_must_be_a_mapping": _BATCH,
    "test_a_write_beside_a_read_wins": _NO_TTL,
    "test_bounds_compare_like_with_like": _FILTER,
    "test_case_52_field_names_cannot_carry_code": _LOOSE,
    "test_case_56_an_item_put_without_index_loses_its_vector": _VECTORS,
    "test_case_60_no_bound_is_lost": "there is no $in",
    "test_case_62_values_are_copied_both_ways": _LIVE,
    "test_case_63_emptied_namespaces_vanish": _GHOSTS,
    "test_case_63_reads_create_nothing": _GHOSTS,
    "test_case_64_expired_items_are_not_seen": _NO_TTL,
    "test_case_64_no_read_revives": _NO_TTL,
    "test_case_7_batches_check_namespaces_like_put": _BATCH,
    "test_case_7_reads_check_labels_too": _BATCH,
    "test_case_91_a_query_without_index_is_refused": "it ignores the query",
    "test_case_95_other_values_become_plain": _LIVE,
    "test_created_at_is_kept_on_update": _NEW,
    "test_equal_times_are_ordered_by_key": _ORDER,
    "test_found_items_have_their_place_and_times": _NEW,
    "test_impossible_pages_are_refused": "they are slices as in Python",
    "test_impossible_times_are_refused": _NO_TTL,
    "test_items_without_vectors_come_last_and_unscored": _ORDER,
    "test_many_namespaces_are_listed_in_pages": _GHOSTS,
    "test_namespaces_may_be_lists": _BATCH,
    "test_nothing_is_written_of_a_batch_that_is_wrong": _BATCH,
    "test_other_index_arguments_are_refused": _LIVE,
    "test_reading_starts_the_time_anew": _NO_TTL,
    "test_true_is_not_one": _FILTER,
    "test_very_long_times_are_for_ever": _NO_TTL,
    "test_what_changed_last_comes_first": _ORDER,
    "test_case_93_what_has_no_plain_form_is_refused": _LIVE,
    "test_what_is_put_after_expiry_is_new": _NO_TTL,
    "test_what_makes_no_sense_is_refused": _LOOSE,
    "test_what_makes_no_sense_is_refused_without_items": _LOOSE,
}

SOME_PASS = {
    "test_case_7_batches_check_namespaces_like_put",
    "test_case_7_reads_check_labels_too",
    "test_what_makes_no_sense_is_refused",
}
"""Of these it passes some parameters."""
