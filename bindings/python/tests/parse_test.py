"""Objects, functions and errors: tables of facts, and what holds for every text."""

import pickle
import threading

import pytest
from hypothesis import given, settings
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
    assert raised.value.code == "port-out-of-range"


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


def test_templates():
    t = uniform.Template("http://a{/list*}{?q,k*}")
    assert t.variables == ("list", "q", "k") and t.level == 4
    assert t.expand({"list": ["x", "y/z"], "q": "é", "k": {"m": "1"}}) == "http://a/x/y%2Fz?q=%C3%A9&m=1"
    assert t.match("http://a/x?q=1")["q"] == "1"
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


@given(st.binary(max_size=40), st.sampled_from(["segment", "path", "query", "fragment", "parameter", "userinfo"]))
def test_what_is_encoded_is_decoded(data, component):
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
