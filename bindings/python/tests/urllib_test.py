"""uniform.urllib beside urllib.parse: where the two agree, and where they do not on purpose."""

import urllib.parse as peer

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


# What differs: the call, what urllib.parse returns, and what this returns or raises (docs/guide/migrating-urllib.md)
DIFFERENCES = [
    (lambda m: m.urlsplit("http://a b/").netloc, "a b", uniform.UniformError),
    (lambda m: m.urlsplit(" http://a/").scheme, "http", uniform.UniformError),
    (lambda m: m.urlsplit("http://a/\nb").path, "/b", uniform.UniformError),
    (lambda m: m.urlsplit("1a:b").path, "1a:b", uniform.UniformError),
    (lambda m: m.unquote("%zz"), "%zz", uniform.UniformError),
    (lambda m: m.urlsplit("http://a:b/").netloc, "a:b", uniform.UniformError),
    (lambda m: m.urljoin("mailto:a", "b"), "b", "mailto:b"),
    (lambda m: m.urljoin("urn:a:b", "#c"), "#c", "urn:a:b#c"),
]


@pytest.mark.parametrize("call, theirs, ours", DIFFERENCES)
def test_differences(call, theirs, ours):
    assert call(peer) == theirs
    if isinstance(ours, str):
        assert call(own) == ours
    else:
        with pytest.raises(ours):
            call(own)
