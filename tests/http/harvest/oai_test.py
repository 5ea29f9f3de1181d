#!/usr/bin/env python3
"""Holds the answers of OAI-PMH against the protocol: a schema (oai/*.xsd) and what a schema cannot say.

    oai_test.py --command build/dev/bin/uniform

Starts a service on an empty store, asks, fills it with names whose metadata is hard for XML, and asks for every verb and
every error, by GET and by POST, in pages of two.
"""
import argparse
import os
import pathlib
import re
import sys
import tempfile
import urllib.parse

try:
    from lxml import etree
except ImportError:  # the packages are Debian's; another Python may come before its own
    if os.path.realpath(sys.executable) == os.path.realpath("/usr/bin/python3"):
        raise
    os.execv("/usr/bin/python3", ["/usr/bin/python3", "-B", *sys.argv])

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "api"))
import api_test  # noqa: E402  the service, started and asked

OAI = "{http://www.openarchives.org/OAI/2.0/}"
DC = "{http://purl.org/dc/elements/1.1/}"
HARD = {"title": "<b>&\"' ]]> \ufffe\uffff \U0001f4da \ud83d\udcda end", "creator": ["Ä", "<"],
        "subject": {"no": "text"}, "rights": "\u2028\r\n\t", "format": "text/plain"}
FORM = "application/x-www-form-urlencoded"


class Harvester:
    def __init__(self, service):
        self.service = service
        self.schema = etree.XMLSchema(etree.parse(str(HERE / "oai" / "protocol.xsd")))
        self.failures = []
        self.answers = 0

    def fail(self, what):
        self.failures.append(what)

    def ask(self, query, post=False):
        """Its root element; the answer is held against the schema and the request."""
        if post:
            status, fields, body = self.service.ask("POST", "/oai", body=query, kind=FORM)
        else:
            status, fields, body = self.service.ask("GET", "/oai?" + query)
        self.answers += 1
        what = f"{'POST' if post else 'GET'} {query}"
        if status != 200 or not fields["Content-Type"].startswith("text/xml"):
            self.fail(f"{what}: {status} {fields['Content-Type']}")
            return None
        try:
            root = etree.fromstring(body)
        except etree.XMLSyntaxError as e:
            self.fail(f"{what}: not well-formed: {e}\n{body[:2000]!r}")
            return None
        if not self.schema.validate(root):
            self.fail(f"{what}: {self.schema.error_log.last_error}\n{body[:2000].decode()}")
        request = root.find(OAI + "request")
        codes = {e.get("code") for e in root.findall(OAI + "error")}
        if codes & {"badVerb", "badArgument"}:  # section 3.2
            if request.attrib:
                self.fail(f"{what}: the request element has attributes after {codes}")
        else:
            asked = dict(urllib.parse.parse_qsl(query, keep_blank_values=True)) if post else dict(
                (urllib.parse.unquote(k), urllib.parse.unquote(v))
                for k, _, v in (pair.partition("=") for pair in query.split("&")))
            asked = {k: re.sub("[\0-\x08\x0b\x0c\x0e-\x1f]", "\ufffd", v) for k, v in asked.items()}  # none of XML's
            if dict(request.attrib) != asked:
                self.fail(f"{what}: the request element says {dict(request.attrib)}")
            if not codes and root[-1].tag != OAI + asked["verb"]:
                self.fail(f"{what}: the answer is of {root[-1].tag}")
        return root

    def code(self, query, wanted):
        for post in (False, True):
            root = self.ask(query, post)
            if root is None:
                continue
            found = [e.get("code") for e in root.findall(OAI + "error")]
            if found != ([wanted] if wanted else []):
                self.fail(f"{query}: {found}, not {wanted}")

    def identifiers(self, query):
        """The identifiers of a list in pages. Section 3.5: the last page of several has an empty token."""
        out = []
        root = self.ask(query)
        verb = urllib.parse.parse_qs(query)["verb"][0]
        for page in range(100):
            if root is None:
                return out
            tokens = root.findall(f".//{OAI}resumptionToken")
            got = [e.text for e in root.iter(OAI + "identifier")]
            for token in tokens:
                if token.get("cursor") not in (None, str(len(out))):
                    self.fail(f"{query}: cursor {token.get('cursor')} behind {len(out)} records")
            out += got
            if not tokens or not tokens[0].text:
                if page > 0 and not tokens:
                    self.fail(f"{query}: the last page has no resumptionToken")
                return out
            root = self.ask(f"verb={verb}&resumptionToken={urllib.parse.quote(tokens[0].text)}")
        self.fail(f"{query}: the list does not end")
        return out


def check(h, post):
    # Before there is a namespace.
    h.code("verb=Identify", None)
    h.code("verb=ListSets", "noSetHierarchy")
    h.code("verb=ListMetadataFormats", None)
    h.code("verb=ListRecords&metadataPrefix=oai_dc", "noRecordsMatch")
    h.code("verb=ListRecords&metadataPrefix=oai_dc&set=example", "noRecordsMatch")

    put = lambda path, body: h.service.must("PUT", "/api/v1/" + path, h.service.token, body, If_None_Match="*")
    for nid in ("example", "urn-7"):
        put("namespaces/" + nid, {"nid": nid, "title": "A & <B>"})
    for i in range(5):
        post("names", {"name": f"urn:example:{i}", "locators": [
            {"url": f"https://www.example.org/{i}?a=b&c='d'", "media_type": "text/html", "language": "de"}],
            "metadata": HARD})
    post("names", {"name": "urn:example:a%3Cb%26/(c)!'*$", "metadata": {"title": "odd"}})
    post("names", {"name": "urn:urn-7:x"})
    post("names/" + urllib.parse.quote("urn:example:1", safe="") + "/withdraw", {"reason": "a < b"})

    h.code("verb=Identify", None)
    h.code("verb=ListSets", None)
    h.code("verb=ListMetadataFormats", None)
    h.code("verb=ListMetadataFormats&identifier=urn:example:0", None)
    h.code("verb=ListMetadataFormats&identifier=urn:example:none", "idDoesNotExist")
    get = "verb=GetRecord&metadataPrefix=oai_dc&identifier="
    for urn in ("urn:example:0", "urn:example:1", "URN:Example:2", "urn:urn-7:x"):
        h.code(get + urn, None)
    h.code(get + urllib.parse.quote("urn:example:a%3Cb%26/(c)!'*$", safe=""), None)
    for wrong in ("urn:example:none", "x", "http://www.example.org/0?a=b", "urn:nowhere:x"):
        h.code(get + urllib.parse.quote(wrong, safe=""), "idDoesNotExist")
    records = "verb=ListRecords&metadataPrefix=oai_dc"
    names = "verb=ListIdentifiers&metadataPrefix=oai_dc"
    for query in (records, names):
        if len(h.identifiers(query)) != 7:
            h.fail(f"{query}: {h.identifiers(query)}")
        if h.identifiers(query + "&set=urn-7") != ["urn:urn-7:x"]:
            h.fail(f"{query}: of a set: {h.identifiers(query + '&set=urn-7')}")
        if len(h.identifiers(query + "&from=1900-01-01&until=2200-01-01")) != 7:
            h.fail(f"{query}: with dates before 1970")
    deleted = h.ask(get + "urn:example:1")
    if deleted is not None and (deleted.find(f".//{OAI}header").get("status") != "deleted" or
                                deleted.find(f".//{OAI}metadata") is not None):
        h.fail("a withdrawn name is no deleted record")
    titles = [e.text for e in h.ask(get + "urn:example:0").iter(DC + "title")]
    if not titles or not titles[0].startswith("<b>&\"' ]]> ") or not titles[0].endswith("\U0001f4da end"):
        h.fail(f"the title has become {titles}")

    token = h.ask(names).find(f".//{OAI}resumptionToken").text
    for query, code in [
            ("", "badVerb"), ("verb=", "badVerb"), ("verb=identify", "badVerb"), ("verb=Identify&verb=Identify", "badVerb"),
            ("verb=%3Cx%3E%22%26", "badVerb"), ("verb=%01", "badVerb"), ("%22%3E=1", "badVerb"),
            ("verb=Identify&%22%3E=1", "badArgument"), ("verb=Identify&set=example", "badArgument"),
            ("verb=ListSets&from=2020-01-01", "badArgument"), ("verb=GetRecord", "badArgument"),
            ("verb=GetRecord&identifier=urn:example:0", "badArgument"),
            ("verb=GetRecord&metadataPrefix=marc&identifier=urn:example:0", "cannotDisseminateFormat"),
            ("verb=GetRecord&metadataPrefix=%3C%3E&identifier=urn:example:0", "badArgument"),
            ("verb=ListRecords", "badArgument"), ("verb=ListRecords&metadataPrefix=marc", "cannotDisseminateFormat"),
            (records + "&from=yesterday", "badArgument"), (records + "&from=2026-02-30", "badArgument"),
            (records + "&from=2020-01-01T00:00:00", "badArgument"), (records + "&from=2020-01", "badArgument"),
            (records + "&from=2020-01-02&until=2020-01-01", "badArgument"),
            (records + "&from=2020-01-02&until=2020-01-03T00:00:00Z", "badArgument"),
            (records + "&until=2020-01-01", "noRecordsMatch"), (records + "&from=2200-01-01", "noRecordsMatch"),
            (records + "&set=none", "noRecordsMatch"), (records + "&set=%3Cx%3E", "badArgument"),
            (records + "&set=a&set=b", "badArgument"),
            (f"verb=ListRecords&resumptionToken={token}", "badResumptionToken"),  # of another list
            (f"verb=ListIdentifiers&resumptionToken={token}x%3C", "badResumptionToken"),
            ("verb=ListRecords&resumptionToken=%3Cx%3E%22%01", "badResumptionToken"),
            ("verb=ListSets&resumptionToken=AAAA", "badResumptionToken"),
            (f"verb=ListIdentifiers&resumptionToken={token}&metadataPrefix=oai_dc", "badArgument"),
            (f"verb=Identify&resumptionToken={token}", "badArgument")]:
        h.code(query, code)
    # Octets that are no text are no characters of XML either.
    for bytes_ in ("%FF", "%C0%AF", "%ED%A0%80", "%EF%BF%BF", "%00"):
        h.code("verb=" + bytes_, "badVerb")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--command", required=True)
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        service = api_test.Service(os.path.abspath(args.command), folder, "harvest.page=2")
        try:
            h = Harvester(service)
            check(h, lambda path, body: service.must("POST", "/api/v1/" + path, service.token, body))
        finally:
            service.stop()
    for failure in h.failures:
        print(failure, file=sys.stderr)
    print(f"{h.answers} answers, {len(h.failures)} wrong")
    return 1 if h.failures else 0


if __name__ == "__main__":
    sys.exit(main())
