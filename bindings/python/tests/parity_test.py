"""Everything of the C interface is in Python: each function of bindings/c/include/uniform-c/ with its counterpart. Those of
data/functions.json have a row, which tests/agreement/faces compares."""

import re
from pathlib import Path

import pytest

import uniform
import uniform.arrow

HEADERS = Path(__file__).resolve().parents[2] / "c" / "include" / "uniform-c"

# The functions that Python's own features replace: memory and handles, strings and lists, errors as exceptions, objects that
# cannot change.
BY_THE_LANGUAGE = """status_text string_free list_size list_get list_free column_function_free reference_free reference_copy
    found_list_size found_list_get found_list_free finder_free html_free html_size html_get findings_size findings_get
    findings_free template_free values_new values_free values_add_absent values_add_text values_add_list values_add_pairs
    values_add_item values_add_pair values_size values_get values_find values_item web_copy web_free web_differences_size
    web_differences_get web_differences_free""".split()

# The function without "uniform_", and what Python has for it: a name of uniform, or CLASS.MEMBER.
COUNTERPARTS = {
    "version": "__version__", "interface_version": "__version__", "edition_from_name": "edition_document",
    "edition_name": "Reference.edition", "edition_document": "edition_document", "error_print": "UniformError.__str__",
    "column_function_new": "arrow.functions", "column_function_run": "arrow.host", "column_count": "arrow.functions",
    "column_get": "arrow.functions", "column_option_get": "arrow.functions",
    "reference_parse": "parse", "reference_text": "Reference.text", "reference_components": "Reference.where",
    "reference_set": "Reference.replace", "reference_remove": "Reference.replace",
    "reference_append_segment": "Reference.append_segment", "reference_insert_segment": "Reference.insert_segment",
    "reference_replace_segment": "Reference.replace_segment", "reference_erase_segment": "Reference.erase_segment",
    "reference_pop_segment": "Reference.pop_segment", "reference_append_parameter": "Reference.append_parameter",
    "reference_set_parameter": "Reference.set_parameter",
    "reference_remove_parameters": "Reference.remove_parameters_matching",
    "reference_keep_parameters": "Reference.keep_parameters_matching",
    "reference_sort_parameters": "Reference.sort_parameters",
    "find": "find", "finder_new": "Finder", "finder_feed": "Finder.feed", "finder_finish": "Finder.finish",
    "html_find": "find_html", "html_base": "HTMLReferences.base",
    "host_lookup_name": "lookup_name",
    "host_display": "display_host", "host_domain": "domain_of", "host_icann_domain": "domain_of",
    "lint": "lint", "lint_check_count": "lint_checks", "lint_check_get": "lint_checks",
    "parse": "parse", "matches": "matches", "normalize": "normalize", "normal_changes": "normal_changes",
    "equivalent": "equivalent", "lowest_level": "lowest_equivalent_level", "hash": "normal_hash", "resolve": "resolve",
    "relativize": "relativize", "build": "build", "encode": "encode", "decode": "decode_bytes",
    "repair": "repair", "query_decode": "parameters", "query_encode": "encode_parameters",
    "template_parse": "Template", "template_variables": "Template.variables", "template_expand": "Template.expand",
    "template_match": "Template.match", "url_fields": "url_fields", "url_make": "make_url",
    "urn_parse": "parse_urn", "urn_build": "build_urn", "urn_normalize": "URN.normalize", "urn_equivalent": "URN.equivalent",
    "urn_convert": "URN.convert", "urn_validate": "URN.validate", "urn_check_name": "check_urn",
    "urn_from_name": "urn_from_name", "urn_to_name": "urn_to_name", "urn_guess": "guess_urns",
    "urn_addresses": "urn_addresses", "urn_new_uuid": "new_uuid_urn", "nid_classify": "describe_nid",
    "namespace_find": "namespace", "namespace_count": "namespaces", "namespace_get": "namespaces",
    "web_parse": "parse_web", "web_can_parse": "can_parse_web", "web_get": "WebURL.href", "web_set": "WebURL.replace",
    "web_origin": "WebURL.origin", "web_compare": "reading_differences",
}


def functions_of_c():
    code = "\n".join(line for header in sorted(HEADERS.glob("*.h")) for line in header.read_text().splitlines()
                     if not line.lstrip().startswith(("//", "*")))
    return set(re.findall(r"\buniform_(\w+)\(", code))


def test_every_function_of_c_has_a_counterpart():
    known = set(BY_THE_LANGUAGE) | set(COUNTERPARTS)
    assert functions_of_c() - known == set(), "functions of the C interface that Python does not have"
    assert known - functions_of_c() == set(), "functions that the C interface has no more"


@pytest.mark.parametrize("name", sorted(set(COUNTERPARTS.values())))
def test_the_counterpart_is_there(name):
    of = uniform
    for part in name.split("."):
        of = getattr(of, part)
    first = name.split(".")[0]
    assert first in uniform.__all__ or first == "arrow"
