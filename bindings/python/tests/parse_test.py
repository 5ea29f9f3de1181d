"""Objects, functions and errors: tables of facts, and what holds for every text."""

import pickle
import threading

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

import uniform

TEXTS = st.text(alphabet=st.sampled_from("aB1%2f/?#[]@:.-~é€ \U0001F600u"), max_size=30)

# RFC 3986 3: text, scheme, userinfo, host, port, path, query, fragment
COMPONENTS = [
    ("foo://user:p@example.com:8042/over/there?name=ferret#nose", "foo", "user:p", "example.com", "8042", "/over/there",
     "name=ferret", "nose"),
    ("urn:example:animal:ferret:nose", "urn", None, None, None, "example:animal:ferret:nose", None, None),
    ("", None, None, None, None, "", None, None),
    ("//h:?#", None, None, "h", "", "", "", ""),
    ("file:///a", "file", None, "", None, "/a", None, None),
    ("http://[2001:DB8::1]/", "http", None, "[2001:DB8::1]", None, "/", None, None),
]


@pytest.mark.parametrize("row", COMPONENTS, ids=lambda row: row[0])
def test_components(row):
    r = uniform.parse(row[0])
    assert (r.scheme, r.userinfo, r.host, r.port, r.path, r.query, r.fragment) == row[1:]
    assert isinstance(r, uniform.URI) == (row[1] is not None)
    built = uniform.build(scheme=r.scheme, userinfo=r.userinfo, host=r.host, port=r.port, path=r.path, query=r.query,
                          fragment=r.fragment)
    assert built == r and hash(built) == hash(r) and str(built) == row[0]
    assert eval(repr(r), {"URI": uniform.parse, "Reference": uniform.parse}) == r
    assert pickle.loads(pickle.dumps(r)) == r
    with pytest.raises(AttributeError):
        r.path = "/b"


# text, options of parse, and the error: code, offset, index, rule, document, section
ERRORS = [
    ("http://a b/", {}, "invalid_character", 8, 8, "reg-name", "RFC 3986", "3.2.2"),
    ("http://a/%zz", {}, "invalid_percent_encoding", 9, 9, "pct-encoded", "RFC 3986", "2.1"),
    ("http://é/ ", {"edition": "rfc3987"}, "invalid_character", 10, 9, "ipath-abempty", "RFC 3987", "2.2"),
    ("//a", {"production": "uri"}, "missing_scheme", 0, 0, "URI", "RFC 3986", "3"),
    ("http://a:b", {}, "invalid_port", 9, 9, "port", "RFC 3986", "3.2.3"),
]


@pytest.mark.parametrize("row", ERRORS, ids=lambda row: row[0])
def test_errors(row):
    text, options, *expected = row
    with pytest.raises(uniform.UniformError) as raised:
        uniform.parse(text, **options)
    e = raised.value
    assert [e.code, e.offset, e.index, e.rule, e.document, e.section] == expected
    assert isinstance(e, ValueError) and e.reason in str(e)
    copy = pickle.loads(pickle.dumps(e))
    assert str(copy) == str(e) and copy.offset == e.offset
    assert not uniform.valid(text, **options)


def test_a_lone_surrogate_is_an_error_of_the_text():
    text = "http://a/é\U0001F600" + chr(0xD800) + "b"
    for call in (uniform.parse, uniform.normalize, uniform.decode, lambda t: uniform.encode(t, "path"), uniform.parse_urn, uniform.lint, uniform.repair,
                 lambda t: uniform.parse(t, edition="rfc3987")):
        with pytest.raises(uniform.UniformError) as caught:
            call(text)
        e = caught.value
        assert (e.code, e.offset, e.index, e.document, e.section) == ("invalid_utf8", 15, 11, "RFC 3629", "3")
        assert "lone surrogate" in str(e)
    assert not uniform.valid(text, edition="rfc3987") and not uniform.matches("ipath", text, "rfc3987")


@pytest.mark.parametrize("value", [5, b"http://a/", bytearray(b"a"), [], 1.5], ids=repr)
def test_what_is_no_str_is_named(value):
    for call in (uniform.parse, uniform.valid, uniform.normalize, uniform.decode, uniform.parameters):
        with pytest.raises(TypeError, match=f"str.* {type(value).__name__}"):
            call(value)


@pytest.mark.parametrize("wrong", [lambda: uniform.parse("a", "no such"), lambda: uniform.parse("a", edition="rfc0"),
                                   lambda: uniform.normalize("a", "deep"), lambda: uniform.to_ascii("a", "rfc0"),
                                   lambda: uniform.parse("a").replace(path2="b"), lambda: uniform.parse("\ud800"),
                                   lambda: uniform.repair("a", "none"), lambda: uniform.decode("%FF")])
def test_arguments_that_are_refused(wrong):
    with pytest.raises(ValueError):
        wrong()


@pytest.mark.parametrize("wrong", [None, 1, b"a"])
def test_types_that_are_refused(wrong):
    for of in (uniform.parse, uniform.normalize, uniform.parse_urn, uniform.lint, uniform.parse_web):
        with pytest.raises((TypeError, ValueError)):
            of(wrong)


def test_objects_are_ordered_as_their_texts():
    texts = ["http://b/", "http://a/\U0001f600", "http://a/\uff5e", "/a", "HTTP://a/", "http://a/", "", "http://a"]
    references = [uniform.parse(text, edition="rfc3987") for text in texts]
    assert [str(r) for r in sorted(references)] == sorted(texts)
    older = uniform.parse("http://a/", edition="rfc2396")
    new = uniform.parse("http://a/")
    for a, b in ((new, older), (new, new), (new, references[0]), (uniform.parse_urn("urn:a2:b"), uniform.parse_urn("urn:a1:b")),
                 (uniform.parse_web("http://b/"), uniform.parse_web("http://a/"))):
        assert [a < b, a == b, a > b].count(True) == [b < a, b == a, b > a].count(True) == 1
        assert (a <= b) == (a < b or a == b) and (a >= b) == (a > b or a == b) and (hash(a) == hash(b) or a != b)
    for other in ("http://a/", None, uniform.parse_urn("urn:example:a")):
        with pytest.raises(TypeError, match="not supported between"):
            new < other


def test_bases_of_web_urls():
    assert uniform.parse_web("b", uniform.parse_web("http://a/")).href == uniform.parse_web("b", "http://a/").href == "http://a/b"
    for base in (1, b"http://a/"):
        for of in (uniform.parse_web, uniform.can_parse_web):
            with pytest.raises(TypeError, match="a str, a Reference, a URN or a WebURL is expected"):
                of("b", base)


def test_namespaces_that_are_no_texts():
    with pytest.raises(TypeError):
        uniform.namespace(None)
    for of in (uniform.namespace, uniform.classify_nid, uniform.describe_nid):
        with pytest.raises(uniform.UniformError):
            of("\ud800")


# RFC 3986 5.4
@pytest.mark.parametrize("reference, target", [("g:h", "g:h"), ("g", "http://a/b/c/g"), ("?y", "http://a/b/c/d;p?y"),
                                               ("", "http://a/b/c/d;p?q"), ("../../../g", "http://a/g"), ("//g", "http://g")])
def test_resolve(reference, target):
    base = uniform.parse_uri("http://a/b/c/d;p?q")
    assert str(base.resolve(reference)) == uniform.resolve(str(base), reference) == target
    assert base.resolve(base.relativize(target)) == uniform.parse(target)


def test_edits():
    u = uniform.parse("http://example.com/a?utm_source=x&b=1#top")
    assert str(u.replace(host="é".encode(), port=None, fragment=None)) == "http://%C3%A9/a?utm_source=x&b=1"
    assert str(u.append_segment("b/c")) == "http://example.com/a/b%2Fc?utm_source=x&b=1#top"
    assert str(u.remove_parameters_matching("utm_*")) == "http://example.com/a?b=1#top"
    assert str(u.set_parameter("b", "2&3").replace(fragment=None)) == "http://example.com/a?utm_source=x&b=2%263"
    assert str(u.sort_parameters().replace(scheme=None, fragment=None)) == "//example.com/a?b=1&utm_source=x"
    assert u.parameters() == [("utm_source", "x"), ("b", "1")]
    assert u.where("host") == (7, 18) and u.segments == ("a",) and u.port_number is None
    with pytest.raises(uniform.UniformError) as raised:
        u.replace(host="a b")
    assert raised.value.offset == 1 and str(u).startswith("http://example.com/")


def test_hosts():
    assert uniform.to_ascii("münchen.example") == "xn--mnchen-3ya.example"
    assert uniform.to_unicode("xn--mnchen-3ya.example") == "münchen.example"
    with pytest.raises(uniform.UniformError) as raised:
        uniform.to_ascii("a..b")
    assert raised.value.document == "RFC 1034"
    assert uniform.domain_of("127.0.0.1") is None
    assert uniform.parse("http://[::1]:80/").address == "::1"
    assert uniform.parse_authority("a:1").port == "1" and uniform.parse_host("127.0.0.1") == "ipv4"


# RFC 8141 2, 3
def test_urns():
    u = uniform.parse_urn("URN:ISBN:951-0-18435-7?+r?=q#f")
    assert (u.nid, u.nss, u.r_component, u.q_component, u.f_component) == ("ISBN", "951-0-18435-7", "r", "q", "f")
    assert str(u.normalize()) == "urn:isbn:9789510184356"
    assert str(u.normalize(rules="lexical")) == "urn:isbn:951-0-18435-7"
    assert u.equivalent("urn:isbn:978-951-0-18435-6") and not u.equivalent("urn:isbn:978-951-0-18435-6", rules="lexical")
    assert str(u.replace(r_component=None, f_component=None)) == "urn:ISBN:951-0-18435-7?=q"
    assert uniform.build_urn("example", "a", q_component="b") == uniform.parse_urn("urn:example:a?=b")
    assert pickle.loads(pickle.dumps(u)) == u and u.uri.path == "ISBN:951-0-18435-7"
    uniform.parse_urn("urn:isbn:978-951-0-18435-6").validate()
    with pytest.raises(uniform.UniformError) as raised:
        uniform.parse_urn("urn:isbn:1").validate()
    assert raised.value.code == "nss_mismatch"
    with pytest.raises(uniform.UniformError) as raised:
        uniform.parse_urn("http://a/")
    assert raised.value.code == "not_a_urn"


def test_web_urls():
    u = uniform.parse_web("HTTPS://Example.com:443/a/../b c?q=%7e#Top")
    assert u.href == "https://example.com/b%20c?q=%7e#Top" and u.port == "" and u.origin == "https://example.com"
    assert uniform.parse_web("../x", u).href == "https://example.com/x"
    assert u.replace(port="80x", hash="").href == "https://example.com:80/b%20c?q=%7e"
    assert u.search_params == (("q", "~"),) and pickle.loads(pickle.dumps(u)) == u
    with pytest.raises(uniform.UniformError) as raised:
        uniform.parse_web("http://a:99999/")
    assert raised.value.code == "port-out-of-range" and raised.value.rule == ""  # a limit is no production


@pytest.mark.parametrize("call, code, offset, rule", [
    # The error of the first of two texts is reported; a text without a scheme is read as a URI.
    (lambda: uniform.resolve("g", "http://a b/"), "missing_scheme", 1, "URI"),
    (lambda: uniform.relativize("g", "1:a"), "missing_scheme", 1, "URI"),
    (lambda: uniform.relativize("http://a/", "1:a"), "invalid_scheme", 0, "scheme"),
    (lambda: uniform.lowest_equivalent_level("http://a/%zz", "a b"), "invalid_percent_encoding", 9, "pct-encoded"),
])
def test_errors_of_two_texts(call, code, offset, rule):
    with pytest.raises(uniform.UniformError) as raised:
        call()
    assert (raised.value.code, raised.value.offset, raised.value.rule) == (code, offset, rule)


def test_readings():
    text = "é <http://a.example/b>"
    found = uniform.find(text)[0]
    assert text[found.begin:found.end] == "http://a.example/b" and found.delimited == "angle"
    finding = uniform.lint("http://é@127.1/", edition="rfc3987")
    assert any("http://é@127.1/"[f.begin:f.end] == "127.1" and f.check == "rare-ipv4" for f in finding)
    assert uniform.repair("http://a.example/ü").changed
    with pytest.raises(uniform.UniformError) as raised:
        uniform.repair("http://a b/")
    assert raised.value.offset == 8
    assert uniform.url_fields("ftp://u@h/a/b;type=i")["cwd"] == ["a"]
    assert uniform.web_errors("http:\\\\a")[0].index == 5


def test_edits_of_segments():
    u = uniform.parse("http://a/b/c?q")
    assert str(u.insert_segment(1, "x/y")) == "http://a/b/x%2Fy/c?q"
    assert str(u.replace_segment(0, "é")) == "http://a/%C3%A9/c?q"
    assert str(u.erase_segment(0)) == "http://a/c?q"
    with pytest.raises(uniform.UniformError):
        u.erase_segment(7)


# RFC 3986 5.1
@pytest.mark.parametrize("sources, uri, section", [
    ({"content": "/b/", "retrieval": ["http://a/x", "http://c/y"]}, "http://c/b/", "5.1.1"),
    ({"entities": [None, "http://e/"], "retrieval": ["http://a/x"]}, "http://e/", "5.1.2"),
    ({"retrieval": ["http://a/x#f"]}, "http://a/x", "5.1.3"), ({"application": "app:x"}, "app:x", "5.1.4"),
])
def test_base(sources, uri, section):
    assert uniform.establish_base(**sources) == uniform.Base(uri, section)


def test_no_base():
    with pytest.raises(uniform.UniformError):
        uniform.establish_base(content="/b")


def test_names_of_other_systems():
    assert uniform.urn_from_name("isbn", "951-0-18435", complete_check=True) == "urn:isbn:951-0-18435-7"
    assert uniform.urn_to_name("urn:isbn:951-0-18435-7") == "951-0-18435-7"
    assert uniform.urn_to_name("urn:example:a") is None
    with pytest.raises(uniform.UniformError) as raised:
        uniform.urn_from_name("no-such-nid", "a")
    assert raised.value.code == "unknown_namespace"
    with pytest.raises(uniform.UniformError):
        uniform.urn_from_name("isbn", "951-0-18435-8")
    assert uniform.check_urn("urn:isbn:951-0-18435-7").state == "correct"
    assert uniform.check_urn("urn:example:a") == uniform.CheckCharacter("none", False, None, None, None)
    assert uniform.new_uuid_urn() != uniform.new_uuid_urn() and uniform.parse_urn(uniform.new_uuid_urn(True)).nid == "uuid"
    assert uniform.describe_nid("isbn").registered and uniform.describe_nid("-").kind == "malformed"
    assert uniform.namespace("no-such") is None and uniform.namespace("ISBN") in uniform.namespaces()
    assert "Book" in uniform.namespace("isbn").system


def test_urls_made_of_fields():
    for url in ("ftp://u:p@h/a/b;type=i", "mailto:a@example.com?subject=x%20y", "telnet://h:24/", "file://h/a%2Fb"):
        scheme = url.split(":")[0]
        fields = uniform.url_fields(url)
        made = uniform.make_url(scheme, {k: v for k, v in fields.items() if v is not None and not isinstance(v, bool)})
        assert uniform.url_fields(made) == fields
    with pytest.raises(uniform.UniformError):
        uniform.make_url("ftp", {"no such": "a"})


def test_html():
    document = "<base href='/d/'><p><a href='x'>é</a><img src='http://b/ c'>"
    for given in (document, document.encode()):
        found = uniform.find_html(given, "http://a.example/")
        assert found.base == "http://a.example/d/"
        link = next(r for r in found.references if r.element == "a")
        assert (link.target, document.encode()[link.begin:link.end], link.line) == ("http://a.example/d/x", b"x", 1)
        assert next(r for r in found.references if r.element == "img").problem
    assert uniform.find_html("<a href=x>").base is None
    with pytest.raises(TypeError):
        uniform.find_html(1)


@given(TEXTS, st.lists(st.integers(0, 60), max_size=4))
def test_a_finder_finds_the_same_in_pieces(text, cuts):
    data = f"é http://a.example/ {text} urn:example:x".encode()
    finder, found = uniform.Finder(abbreviated=True), []
    for begin, end in zip([0, *sorted(cuts)], [*sorted(cuts), len(data)]):
        found += finder.feed(data[begin:max(begin, end)])
    found += finder.finish()
    whole = uniform.find(data.decode(), abbreviated=True)
    assert [(f.uri, f.delimited, f.cut_before) for f in found] == [(f.uri, f.delimited, f.cut_before) for f in whole]
    assert [len(data[:f.begin].decode()) for f in found] == [f.begin for f in whole]


@given(TEXTS)
def test_hashes_and_changes_are_those_of_the_normal_form(text):
    try:
        normal = uniform.normalize(text)
    except uniform.UniformError:
        return
    assert uniform.normal_hash(text) == uniform.normal_hash(normal)
    assert bool(uniform.normal_changes(text)) == (text != normal)


@given(st.lists(st.tuples(st.text(max_size=4), st.none() | st.text(max_size=4)), min_size=1, max_size=5), st.booleans(),
       st.sampled_from("&,"))
def test_pairs_are_encoded_and_read_again(pairs, plus, separator):
    if ("", None) in pairs and (plus or len(pairs) == 1):  # URL Standard 5.1; RFC 3986 3.4
        with pytest.raises(uniform.UniformError) as refused:
            uniform.encode_parameters(pairs, plus=plus, separator=separator)
        assert refused.value.code == "lost_parameter"
        return
    query = uniform.encode_parameters(pairs, plus=plus, separator=separator)
    assert uniform.valid("?" + query)
    if separator == "&":
        assert uniform.parameters(query, plus) == pairs


def test_form_data_skip_empty_sequences():  # URL Standard 5.1
    assert uniform.parameters("&a=b&", True) == uniform.parse("?&a=b&").parameters(plus=True) == [("a", "b")]
    assert uniform.parameters("&a=b") == [("", None), ("a", "b")]


@given(TEXTS)
def test_a_relative_reference_leads_back(text):
    base = uniform.parse_uri("http://a/b/c?d")
    try:
        target = base.resolve(text)
        reference = base.relativize(target)
    except uniform.UniformError:
        return
    assert base.resolve(reference) == target


def test_templates():
    t = uniform.Template("http://a{/list*}{?q,k*}")
    assert t.variables == ("list", "q", "k") and t.level == 4
    assert t.expand({"list": ["x", "y/z"], "q": "é", "k": {"m": "1"}}) == "http://a/x/y%2Fz?q=%C3%A9&m=1"
    assert t.match("http://a/x?q=1")["q"] == "1"
    # 2.3: undefined members have no place; 1.6: characters are expanded
    for values, expanded in (({"a": [None]}, "/"), ({"a": [None, "x"]}, "/?a=x"), ({"a": {"x": None}}, "/"), ({"a": {}}, "/"), ({"a": None}, "/"),
                             ({"a": {"x": None, "y": 1}}, "/?y=1")):
        assert uniform.Template("/{?a*}").expand(values) == expanded
    for value in (b"x", [b"x"], {"x": b"x"}, bytearray(b"x"), memoryview(b"x")):
        with pytest.raises(TypeError, match="a str is expected, not (bytes|bytearray|memoryview)"):
            uniform.Template("{?a*}").expand({"a": value})
    with pytest.raises(uniform.UniformError) as raised:
        uniform.Template("{a")
    assert raised.value.document == "RFC 6570"


@given(TEXTS)
def test_any_text_is_parsed_or_refused(text):
    for edition in ("rfc3986", "rfc3987"):
        try:
            r = uniform.parse(text, edition=edition)
        except uniform.UniformError as e:
            assert 0 <= e.index <= len(text) and e.offset == len(text[:e.index].encode())
            continue
        assert str(r) == text and str(r.normalize().normalize()) == str(r.normalize())
        assert r.equivalent(r.normalize())
        assert uniform.build(edition=edition, scheme=r.scheme, authority=r.authority, path=r.path, query=r.query,
                             fragment=r.fragment) == r


@given(st.binary(max_size=40), st.sampled_from(["segment", "path", "query", "fragment", "parameter", "user", "password"]))
def test_what_is_encoded_is_decoded(data, component):
    assume(component != "segment" or data not in (b".", b".."))  # which have no encoding
    assert uniform.decode_bytes(uniform.encode(data, component)) == data


@given(TEXTS)
@settings(max_examples=50)
def test_readings_of_any_text(text):
    uniform.lint(text)
    uniform.find(text, abbreviated=True)
    uniform.web_errors(text)
    uniform.reading_differences(text)
    for like in ("rfc3987", "whatwg", "typed"):
        try:
            assert uniform.valid(uniform.repair(text, like).uri)
        except uniform.UniformError:
            pass


def test_threads_share_objects():
    u = uniform.parse("http://www.example.co.uk/a?b=1")
    wrong = []

    def work():
        for i in range(300):
            if u.host != "www.example.co.uk" or str(u.set_parameter("b", str(i))) != f"http://www.example.co.uk/a?b={i}":
                wrong.append(i)

    threads = [threading.Thread(target=work) for _ in range(4)]
    for t in threads:
        t.start()
    for t in threads:
        t.join()
    assert not wrong
