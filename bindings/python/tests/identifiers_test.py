"""Where an identifier is expected, an object that has one is as good as its text."""

import inspect

import pytest

import uniform
from types_test import signature
from uniform import _table

URL, NAME, IRI = "HTTP://A.example:80/%7eb?c#d", "urn:isbn:978-951-0-18435-6", "http://münchen.example/ü"
OBJECTS = {"URI": uniform.parse(URL), "Reference": uniform.parse("../b"), "IRI": uniform.parse_iri(IRI),
           "URN": uniform.parse_urn(NAME), "WebURL": uniform.parse_web(URL)}

# Every function with the identifier at each place where there may be one.
CALLS = {
    "parse": [lambda i: uniform.parse(i)], "valid": [lambda i: uniform.valid(i), lambda i: uniform.valid(i, "uri")],
    "parse_uri": [lambda i: uniform.parse_uri(i)], "parse_iri": [lambda i: uniform.parse_iri(i)],
    "normalize": [lambda i: uniform.normalize(i), lambda i: uniform.normalize(i, "scheme", ignore_fragment=True)],
    "resolve": [lambda i: uniform.resolve(i, "g"), lambda i: uniform.resolve("http://z/y/", i)],
    "relativize": [lambda i: uniform.relativize(i, "http://a.example/c"), lambda i: uniform.relativize("http://a.example/c", i)],
    "equivalent": [lambda i: uniform.equivalent(i, URL), lambda i: uniform.equivalent(URL, i)],
    "lowest_equivalent_level": [lambda i: uniform.lowest_equivalent_level(i, URL), lambda i: uniform.lowest_equivalent_level(URL, i)],
    "normal_changes": [lambda i: uniform.normal_changes(i)], "normal_hash": [lambda i: uniform.normal_hash(i)],
    "iri_to_uri": [lambda i: uniform.iri_to_uri(i), lambda i: uniform.iri_to_uri(i, hosts_by_idna=True)],
    "uri_to_iri": [lambda i: uniform.uri_to_iri(i), lambda i: uniform.uri_to_iri(i, hosts_by_idna=True)],
    **{name: [getattr(_table, name)] for name in _table.__all__ if "text" in inspect.signature(getattr(_table, name)).parameters
       and name not in ("iri_to_uri", "uri_to_iri")},
    "parse_urn": [lambda i: uniform.parse_urn(i)], "check_urn": [lambda i: uniform.check_urn(i)],
    "urn_to_name": [lambda i: uniform.urn_to_name(i)], "urn_addresses": [lambda i: uniform.urn_addresses(i)],
    "parse_web": [lambda i: uniform.parse_web(i), lambda i: uniform.parse_web("g", i)],
    "can_parse_web": [lambda i: uniform.can_parse_web(i), lambda i: uniform.can_parse_web("g", i)],
    "web_errors": [lambda i: uniform.web_errors(i)], "reading_differences": [lambda i: uniform.reading_differences(i)],
    "lint": [lambda i: uniform.lint(i)], "repair": [lambda i: uniform.repair(i)], "url_fields": [lambda i: uniform.url_fields(i)],
    "find_html": [lambda i: uniform.find_html("<a href=b>", i)],
    "establish_base": [lambda i: uniform.establish_base(content=i, application="http://a/"), lambda i: uniform.establish_base(entities=[i], application="http://a/"),
                       lambda i: uniform.establish_base(retrieval=[i]), lambda i: uniform.establish_base(application=i)],
    "Template.match": [lambda i: uniform.Template("HTTP://{rest}/%7eb?c#d").match(i)],
    "Reference.equivalent": [lambda i: OBJECTS["URI"].equivalent(i)], "URI.resolve": [lambda i: OBJECTS["URI"].resolve(i)],
    "URI.relativize": [lambda i: OBJECTS["URI"].relativize(i)], "URN.equivalent": [lambda i: OBJECTS["URN"].equivalent(i)],
}


def answer(call, argument):
    try:
        return call(argument)
    except uniform.UniformError as e:
        return e.args


@pytest.mark.parametrize("kind", ["URI", "Reference", "URN", "WebURL"])
@pytest.mark.parametrize("name", CALLS)
def test_an_object_is_as_good_as_its_text(name, kind):
    for call in CALLS[name]:
        assert answer(call, OBJECTS[kind]) == answer(call, str(OBJECTS[kind]))


def test_the_table_has_every_function_of_identifiers():
    def takes(function):
        return any(type_.removeprefix("types.").startswith(("Identifier", "Iterable[types.Identifier")) for type_ in signature(function).values())
    functions = {name: getattr(uniform, name) for name in uniform.__all__ if not isinstance(getattr(uniform, name), (type, str))}
    for of in (uniform.Reference, uniform.URI, uniform.URN, uniform.WebURL, uniform.Template):
        functions |= {f"{of.__name__}.{name}": value for name, value in vars(of).items() if hasattr(value, "__nb_signature__")
                      and not name.startswith("_")}
    assert {name for name, function in functions.items() if takes(function)} == set(CALLS)


@pytest.mark.parametrize("call, expected", [
    (lambda i: uniform.parse(i) == i, True), (lambda i: uniform.valid(i), True), (lambda i: uniform.valid(i, edition="rfc3986"), False),
    (lambda i: uniform.normalize(i), IRI), (lambda i: uniform.parse_uri(i).edition, "rfc3987"),
    (lambda i: [f.check for f in uniform.lint(i)], [f.check for f in uniform.lint(IRI, edition="rfc3987")])])
def test_a_reference_is_read_by_its_own_edition(call, expected):
    assert call(OBJECTS["IRI"]) == expected


def test_other_editions_that_are_named():
    with pytest.raises(uniform.UniformError):
        uniform.normalize(OBJECTS["IRI"], edition="rfc3986")
    old = uniform.parse_urn("urn:example:a", "rfc2141")
    assert uniform.parse_urn(old) == old != uniform.parse_urn(old, "rfc8141")
    zoned = uniform.parse("http://[fe80::1%25en1]/", zone_ids=True)
    assert uniform.parse(zoned) == zoned and uniform.normalize(zoned) == str(zoned) and uniform.valid(zoned)
    assert uniform.normalize(zoned) is not None and uniform.parse(zoned, "absolute-uri") == zoned
    assert inspect.signature(uniform.normalize).parameters["text"].annotation == "Identifier"
