"""uniform.urllib beside urllib.parse: where the two agree, and where they do not on purpose."""

import re
import sys
import urllib.parse as peer
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import lists
import uniform
from uniform import urllib as own


def test_they_agree_on_lists():
    base = "http://a/b/c/d;p?q"
    for url in lists.urls(3000):
        if not uniform.valid(url):
            continue
        split = own.urlsplit(url)
        assert tuple(split) == tuple(peer.urlsplit(url))
        assert (split.hostname, split.port, split.username) == (peer.urlsplit(url).hostname, peer.urlsplit(url).port, None)
        assert own.urlunsplit(split) == peer.urlunsplit(peer.urlsplit(url))
        assert tuple(own.urlparse(url)) == tuple(peer.urlparse(url))
        assert own.urlunparse(own.urlparse(url)) == own.urlparse(url).geturl() == peer.urlunparse(peer.urlparse(url))
        unsplit = peer.urlsplit(url, allow_fragments=False)
        assert tuple(own.urlsplit(url, allow_fragments=False)) == tuple(unsplit)
        # urllib.parse changes the case of the scheme on the way
        assert tuple(part.lower() for part in own.urldefrag(url)) == tuple(part.lower() for part in peer.urldefrag(url))
        assert own.parse_qsl(split.query) == peer.parse_qsl(split.query)
        if not url.lower().startswith("urn:"):
            reference = "../" + split.path.lstrip("/") + (split.query and "?" + split.query)
            assert own.urljoin(base, reference) == peer.urljoin(base, reference)


@given(st.text(max_size=20), st.sampled_from(["", "/", "/:", "~!"]))
def test_quote(text, safe):
    assert own.quote(text, safe) == peer.quote(text, safe)
    assert own.quote_plus(text, safe) == peer.quote_plus(text, safe)
    assert own.unquote(own.quote(text, safe)) == text
    assert own.unquote_plus(own.quote_plus(text)) == text


@given(st.lists(st.tuples(st.text(max_size=5), st.text(max_size=5))))
def test_urlencode(pairs):
    assert own.urlencode(pairs) == peer.urlencode(pairs)
    assert own.parse_qsl(own.urlencode(pairs), keep_blank_values=True) == pairs


# Text with what is decoded: triplets of any byte, "+", characters beyond US-ASCII and beyond the basic plane
ENCODED = st.lists(st.one_of(st.integers(0, 255).map(lambda b: f"%{b:02x}"),
                             st.sampled_from(["a", "+", "&", "=", "é", "\u20ac", "\U0001F600", "%C3%A9", "%e2%82%ac"])),
                   max_size=12).map("".join)


@given(ENCODED, st.sampled_from(["utf-8", "latin-1", "utf-16-le", "UTF8"]), st.sampled_from(["replace", "ignore"]))
def test_unquote(text, encoding, errors):
    assert own.unquote(text, encoding, errors) == peer.unquote(text, encoding, errors)
    assert own.unquote_plus(text, encoding, errors) == peer.unquote_plus(text, encoding, errors)
    assert own.unquote_to_bytes(text) == peer.unquote_to_bytes(text)
    assert own.unquote_to_bytes(text.encode()) == peer.unquote_to_bytes(text.encode())
    if len(peer.unquote(text)) > 1:  # one character is a shared object, which may have its UTF-8, too
        assert sys.getsizeof(own.unquote(text)) <= sys.getsizeof(peer.unquote(text))  # no wider than it has to be


@given(ENCODED, st.booleans(), st.sampled_from("&;,"))
def test_parse_qsl(query, keep, separator):
    assert own.parse_qsl(query, keep, separator=separator) == peer.parse_qsl(query, keep, separator=separator)
    assert own.parse_qs(query, keep, separator=separator) == peer.parse_qs(query, keep, separator=separator)


def test_long_texts():
    text = "é %&=" * 1000
    assert own.unquote(own.quote(text)) == text and own.quote(text) == peer.quote(text)
    assert own.parse_qsl(own.urlencode({text: text})) == [(text, text)]


# The calls that both answer alike.
ALIKE = [
    lambda m: m.quote(b"a\xff/b", safe=b"/"), lambda m: m.quote("100%25 é", safe="% "), lambda m: m.quote_plus("a%b c+", "%+"),
    lambda m: m.urlencode({b"a\xff": b"b c", "n": 1, 2: None}), lambda m: m.urlencode([("a", "b"), ("a", [1])]),
    lambda m: m.urlencode({"a": [1, "x", b"y"], "b": "xy", "c": iter([])} | {"c": ()}, doseq=True),
    lambda m: m.urlencode({"a": 1.5}, doseq=True), lambda m: m.urlencode({}), lambda m: m.parse_qsl(""),
    lambda m: m.parse_qsl("a&b=1", keep_blank_values=True), lambda m: m.unquote(""), lambda m: m.quote(""),
    lambda m: tuple(m.urldefrag("http://a/#b")), lambda m: m.urldefrag("http://a/#b").geturl(), lambda m: m.urldefrag("a").url,
    lambda m: m.urlsplit("http://a/b?c#d", allow_fragments=False), lambda m: m.urlsplit("//a/b#d", "ftp", False),
    lambda m: m.urlunsplit(["http", "a", "/b", "c", "d"]), lambda m: m.urlunsplit(("file", "", "/a", "", "")),
    *[lambda m, u=u: m.urlparse(u) for u in (
        "http://a/b;c/d;e=1;f?g#h", ";a", "a;b/c", "a/b;", "x:a;b", "tel:1;ext=2", "ftp://h/a;type=i", "urn:a:b;c", "//h;1/b")],
    *[lambda m, u=u: m.urlunparse(u) for u in (
        ("http", "a", "/b", "c;d", "e", "f"), ["", "", "a", "", "", ""], ("file", "", "/a", "b", "", ""))],
    lambda m: m.urlparse("http://u:p@A:80/b;c").port, lambda m: m.urlparse("//a/b;c", "ftp", False)._replace(params="d").geturl(),
    lambda m: m.urlsplit("http://a/b")._replace(path="/c").geturl(), lambda m: m.urlparse("http://a/;b")._asdict(), lambda m: hash(m.urlsplit("http://a/b")),
]


@pytest.mark.parametrize("call", ALIKE)
def test_alike(call):
    ours, theirs = call(own), call(peer)
    assert (tuple(ours) if isinstance(ours, tuple) else ours) == (tuple(theirs) if isinstance(theirs, tuple) else theirs)


@pytest.mark.parametrize("call", [lambda: own.quote(1), lambda: own.unquote(b"a"), lambda: own.urlsplit(b"a"), lambda: own.urlsplit("a", 1),
                                  lambda: own.parse_qsl(None), lambda: own.urlunsplit((1, 2, 3, 4, 5)), lambda: own.urlencode(1),
                                  lambda: own.urlencode([1])])
def test_types_that_are_refused(call):
    with pytest.raises(TypeError):
        call()


@pytest.mark.parametrize("call", [lambda: own.parse_qsl("a", strict_parsing=True), lambda: own.parse_qsl("a", separator="a"),
                                  lambda: own.parse_qsl("a", separator=""), lambda: own.urlunsplit(("a", "b")), lambda: own.urlunparse(("a", "b", "", "", "")), lambda: own.urlparse("a b"),
                                  lambda: own.urlunsplit(("", "", "a:b", "", "")), lambda: own.quote("\ud800"),
                                  lambda: own.parse_qsl("a=%4")])
def test_values_that_are_refused(call):
    with pytest.raises(ValueError):
        call()


# Calls that are put to both modules: those which they do not answer alike are those in the guide's list of differences.
CALLS = r"""
urlsplit("http://u:p@h:1/a;b?c#d")  urlsplit("")  urlsplit("//h")  urlsplit("?")  urlsplit("#")  urlsplit("a:")  urlsplit("HTTP://A/B").geturl()
urlsplit("http://A:80/").hostname  urlsplit("http://[::1]:80/").hostname  urlsplit("http://h:/").port  urlsplit("http://h:99999/").port
urlsplit("http://[::1/")  urlsplit("http://u@h/").password  urlsplit("mailto:a@b")  urlsplit("urn:a:b")  urlsplit("a/b:c")  urlsplit("http:a")
urlparse("http://a/b;c?d")  urldefrag("a?b#c")  urldefrag("")  urldefrag("http://a/#")
urlunsplit(("", "a", "b", "", ""))  urlunsplit(("", "a", "", "b", ""))  urlunsplit(("http", "a", "b", "c", "d"))  urlunsplit(("", "", "", "", ""))
urlunsplit(("file", "", "/a", "", ""))  urlunsplit(("mailto", "", "a@b", "", ""))  urlunsplit(("", "", "", "a", "b"))  urlunsplit(("a",))
urlunsplit(("http", "a", "/b", None, None))  urlunparse(("http", "a", "/b", None, None, None))
urlunsplit(SplitResult("http", "a", "/b", "", ""))  urlunparse(("http", "a", "b", "c", "d", "e"))  urlunparse(("", "", "a/b", "c", "", ""))
urljoin("/a/b", "c")  urljoin("a/b", "../c")  urljoin("//h/a", "c")  urljoin("//h", "c")  urljoin("a", "b")  urljoin("a/b", "/c")  urljoin("/a/b", "?c")
urljoin("/a/b?c", "#d")  urljoin("/a/b", "//h/c")  urljoin("/a/b", "http://h/c")  urljoin("a/", "b")  urljoin("a/b/c", "..")  urljoin("/a/", ".")
urljoin("", "a")  urljoin("a", "")  urljoin("", "")  urljoin("http://a", "b")  urljoin("http://a/b/c", "../d")
urljoin("http://a/b/c/d;p?q", "../../../g")  urljoin("http://a/b/c/d;p?q", "g;x=1/../y")  urljoin("http://a/b/c/d;p?q", "g?y/../x")
quote("a b/\u00e9")  quote("", safe="")  quote("\u00e9", safe="\u00e9")  quote(b"\xff")  quote(1)  quote_plus("a b")  unquote("a%20b")  unquote("%FF", errors="strict")
unquote_plus("a+b")  unquote_to_bytes("\u00e9%20")  unquote("a%C3%A9\u00e9", "latin-1")  parse_qsl("a=1&b&c=")  parse_qs("a=1&a=2")  parse_qsl("a", strict_parsing=True)
parse_qsl("a=1;b=2", separator=";")  urlencode({"a": "b c"})  urlencode([("a", None)])  urlencode({"a": (1, 2)}, True)  urlencode("a=b")  urlencode([("a",)])
"""


def calls_of_the_guide():
    guide = Path(__file__).resolve().parents[3] / "docs" / "guide" / "migrating-urllib.md"
    rows = guide.read_text(encoding="utf-8").partition("## Differences")[2].splitlines()
    return [call for row in rows if row.startswith("| `") for call in re.findall("`([^`]+)`", row.split(" | ")[0])]


def outcome(call, module):
    try:
        result = eval(call, dict(vars(module)))
        return tuple(result) if isinstance(result, tuple) else result
    except (TypeError, ValueError, NameError) as e:
        return next(type_ for type_ in (TypeError, ValueError, NameError) if isinstance(e, type_))


def test_the_guide_lists_every_difference():
    listed = calls_of_the_guide()
    calls = [*re.split(r"\s{2,}|\n", CALLS.strip()), *listed]
    assert [call for call in calls if outcome(call, own) != outcome(call, peer)] == listed


def test_all_names_the_functions():
    names = {name for name in dir(own) if not name.startswith("_") and getattr(own, name) in (
        *vars(uniform._uniform).values(), own.SplitResult, own.ParseResult, own.DefragResult)}
    assert names == set(own.__all__)


def test_texts_that_are_not_valid_raise():
    for call in ('urljoin("", "a b")', 'urljoin("a b", "")', 'urlsplit("a b")', 'urlunsplit(("", "", "//a", "", ""))'):
        with pytest.raises(uniform.UniformError):
            eval(call, dict(vars(own)))


@pytest.mark.parametrize("base", ["/a/b", "a/b", "//h/a", "a", "?q", "/", "//h", "/a/b?q#f", "a/", "#f", "a/b/c/d"])
def test_a_relative_target_refers_to_what_the_reference_does(base):
    """Resolved against a URI, the target of both is that of the one against the target of the other."""
    uri = "http://x/1/2/3/4"
    for reference in ("c", "../c", "./c", "..", ".", "?x", "#y", "//i/j", "/k", "./c:d", "..//c", "c?x#y", "c/../d", "a//b", "/../k", ";p",
                      "http://z/y"):
        if "/" not in base and reference.startswith(".."):
            continue  # above the first segment, which 5.2.4 drops
        target = own.urljoin(base, reference)
        assert own.urljoin(uri, target) == own.urljoin(own.urljoin(uri, base), reference), (reference, target)
