#!/usr/bin/env python3
"""The published registry of namespaces, and IANA's list in it: RFC 8141 sections 5, 5.1 (1), 5.2 and 7.2.

    registry_test.py --command build/dev/bin/uniform

Starts a service, registers namespaces in it, reads the registry in each format, and replaces IANA's list by newer ones
and by ones that must be refused.
"""
import argparse
import csv
import io
import json
import os
import pathlib
import re
import sys
import tempfile
import xml.etree.ElementTree as etree

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "api"))
import api_test  # noqa: E402  the service, started and asked

DATA = json.loads((HERE.parents[2] / "data" / "urn-namespaces.json").read_text())
IANA = {n["nid"]: n for n in DATA["namespaces"] if n["status"] == "registered"}
DATE = DATA["registry"][-10:]
TYPES = {"json": "application/json", "html": "text/html", "xml": "application/xml", "csv": "text/csv",
         "text": "text/plain"}
HOSTILE = "=1+1</td><script>alert(1)</script>&\"'"


def record(nid, date="", more=""):
    return "<record" + (f' date="{date}"' if date else "") + f"><name>{nid}</name>{more}</record>"


def iana_xml(added=(), without=(), date="2026-10-31", records=""):
    """The list in the form in which IANA publishes it."""
    parts = {"formal": records, "informal": ""}
    for nid, n in {**IANA, **{nid: {"kind": kind} for nid, kind in added}}.items():
        if nid not in without:
            parts[n["kind"]] += record(nid, n.get("date") or "") + "\n"
    return (f'<?xml version="1.0" encoding="UTF-8"?>\n<registry xmlns="http://www.iana.org/assignments" '
            f'id="urn-namespaces">\n<title>URN Namespaces</title>\n<updated>{date}</updated>\n'
            f'<registry id="urn-namespaces-1"><title>Formal URN Namespaces</title>\n{parts["formal"]}</registry>\n'
            f'<registry id="urn-namespaces-2"><title>Informal URN Namespaces</title>\n{parts["informal"]}</registry>\n'
            f'</registry>\n')


class Registry:
    def __init__(self, service):
        self.service = service
        self.failures = []
        self.checks = 0

    def check(self, what, found, wanted):
        self.checks += 1
        if found != wanted:
            self.failures.append(f"{what}: {found!r} instead of {wanted!r}")

    def get(self, target, **fields):
        return self.service.ask("GET", target, **fields)

    def json(self, target, token=None):
        status, _, body = self.service.ask("GET", target, token)
        self.check(target, status, 200)
        return json.loads(body)

    def put(self, target, body, kind="application/json", token=None, **fields):
        status, _, text = self.service.ask("PUT", target, token or self.service.token, body, kind=kind, **fields)
        return status, json.loads(text)

    def add(self, nid, **settings):
        return self.put(f"/api/v1/namespaces/{nid}", settings, If_None_Match="*")

    def post(self, path, body):
        return self.service.must("POST", f"/api/v1/{path}", self.service.token, body)

    def register(self, template, title, revises=None):
        sent = {"template": template, "title": title, **({"revises": revises} if revises else {})}
        number = self.post("requests", sent)["request"]["id"]
        for action in ("submit", "review", "approve", "register"):
            done = self.post(f"requests/{number}/{action}", {})
        return number, done

    def all(self, query=""):
        """The items of all pages of two, by NID."""
        items, after = [], ""
        while after is not None:
            page = self.json(f"/namespaces?format=json&limit=40{query}" + (f"&after={after}" if after else ""))
            items += page["items"]
            after = page.get("next")
        return items


def template(nid, version="1", **changed):
    whole = {"Namespace Identifier": nid, **api_test.WHOLE_TEMPLATE, "Version": version, **changed}
    return "".join(f"{k}: {v}\n\n" for k, v in whole.items())


def check_list(r):
    items = r.all()
    nids = [n["nid"] for n in items]
    r.check("the order of the NIDs", nids, sorted(nids))
    r.check("IANA's namespaces", [n["nid"] for n in items if n["origin"] == "iana"], sorted(IANA))
    r.check("those of IANA without managed ones", [n["nid"] for n in items if n["managed"]],
            ["example", "harbour", "quarry"])
    r.check("origins", {n["nid"]: n["origin"] for n in items if n["managed"]},
            {"example": "iana", "harbour": "local", "quarry": "here"})
    for n in items:
        if n["origin"] == "iana":
            known = IANA[n["nid"]]
            r.check(n["nid"], (n.get("registrant"), n.get("date"), n.get("updated")),
                    (known.get("registrant"), known.get("date"), known.get("updated")))
        r.check(n["nid"] + ": references", n["origin"] != "iana" or n["references"] != [], True)
    isbn = r.json("/namespaces/isbn?format=json")
    r.check("isbn: the list has no date, its template has",
            [isbn[k] for k in ("references", "date", "date_source", "list_date", "release_date")],
            [["template urn-formal/isbn"], "2017-06-12", "template", DATE, DATE])
    threegpp = r.json("/namespaces/3gpp?format=json")
    r.check("3gpp: the list has no date", ("date" in threegpp, threegpp["spec_date"]), (False, "2008-07"))
    r.check("3gpp as HTML", f"<dd>not in the list of {DATE}; its document is of 2008-07</dd>"
            in r.get("/namespaces/3gpp?format=html")[2].decode(), True)
    for name in ("text", "xml"):
        text = r.get(f"/namespaces/3gpp?format={name}")[2].decode()
        r.check(f"3gpp as {name}", [k in text for k in ("list_date", "release_date", "spec_date")], [True] * 3)
    for origin in ("iana", "here", "local"):
        r.check("origin=" + origin, r.all("&origin=" + origin), [n for n in items if n["origin"] == origin])
    r.check("q=", [n["nid"] for n in r.all("&q=Book%20")], ["isbn"])
    quarry = next(n for n in items if n["nid"] == "quarry")
    r.check("the registration", [quarry[k] for k in ("registrant", "date", "updated", "references")],
            ["Quarries", "2026-11-21", "2026-11-22", ["https://www.example.org/quarries"]])
    r.check("its revisions", [(v["version"], v["date"]) for v in quarry["revisions"]],
            [("2", "2026-11-22"), ("1", "2026-11-21")])
    status, _, text = r.get(quarry["template"])
    r.check("its template", (status, "Version: 2" in " ".join(json.loads(text)["template"].split())), (200, True))


def check_formats(r):
    for name, kind in TYPES.items():
        for target in ("/namespaces", "/namespaces/quarry", "/namespaces/isbn"):
            for query, fields in ((f"?format={name}", {"Accept": "image/png"}), ("", {"Accept": kind})):
                status, headers, _ = r.get(target + query, **fields)
                r.check(f"{target}{query} {fields}", (status, headers["Content-Type"].split(";")[0], headers["Vary"]),
                        (200, kind, "Accept, Accept-Language, Cookie" if name == "html" else "Accept"))
    for accept, kind in (("*/*", "application/json"), ("image/png", "application/json"),
                         ("text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8", "text/html"),
                         ("text/csv;q=0.5, application/xml", "application/xml")):
        r.check(accept, r.get("/namespaces", Accept=accept)[1]["Content-Type"].split(";")[0], kind)
    r.check("an unknown format", r.get("/namespaces?format=pdf")[0], 422)
    for target in ("/namespaces?q=%ff&limit=1000", "/namespaces?q=%E4", "/namespaces/isbn?format=%c3"):
        r.check(target, (r.get(target)[0], json.loads(r.get(target)[2])["detail"]),
                (400, "the query is not percent-encoded UTF-8"))
    r.check("an unknown NID", r.get("/namespaces/nowhere")[0], 404)
    r.check("not a NID", r.get("/namespaces/-")[0], 400)

    rows = list(csv.DictReader(io.StringIO(r.get("/namespaces?format=csv&limit=1000")[2].decode())))
    r.check("CSV: rows", len(rows), len(IANA) + 2)
    harbour = next(row for row in rows if row["nid"] == "harbour")
    r.check("CSV: a title that looks like a formula", harbour["title"], "'" + HOSTILE)
    r.check("CSV: revisions", next(row for row in rows if row["nid"] == "quarry")["revisions"], "2")
    root = etree.fromstring(r.get("/namespaces?format=xml&limit=1000")[2])
    r.check("XML: the date of IANA's list", root.get("list-date"), DATE)
    titles = {n.findtext("nid"): n.findtext("title") for n in root}
    r.check("XML: namespaces", sorted(titles), sorted([*IANA, "harbour", "quarry"]))
    r.check("XML: a title with markup", titles["harbour"], HOSTILE)
    for target in ("/namespaces?limit=1000", "/namespaces/harbour"):
        page = r.get(target, Accept="text/html")[2].decode()
        r.check(f"HTML: {target} has the title escaped", (HOSTILE in page, "&lt;script&gt;" in page), (False, True))
    page = r.get("/namespaces?limit=2", Accept="text/html")
    r.check("HTML: the next page", ("after=" in page[2].decode(), 'rel="next"' in page[1]["Link"]), (True, True))
    lines = r.get("/namespaces?format=text&limit=1000")[2].decode().splitlines()
    r.check("text: lines", (lines[0], len(lines)), (f"# IANA's list of {DATE}", len(IANA) + 3))
    r.check("text: origins", sorted({line.split()[1] for line in lines[1:]}), ["here", "iana", "local"])
    r.check("text: dates", ["2008-07" in next(x for x in lines if x.startswith("3gpp ")),
                            " template " in next(x for x in lines if x.startswith("isbn "))], [True, True])
    dates = {row["nid"]: (row["list_date"], row["date_source"], row["spec_date"]) for row in rows}
    r.check("CSV: dates", (dates["3gpp"], dates["isbn"][:2]), ((DATE, "", "2008-07"), (DATE, "template")))
    dates = {n.findtext("nid"): (n.findtext("list_date"), n.findtext("spec_date")) for n in root}
    r.check("XML: dates", dates["3gpp"], (DATE, "2008-07"))
    isbn = next(csv.DictReader(io.StringIO(r.get("/namespaces/isbn?format=csv")[2].decode())))
    r.check("CSV: syntax and equivalence", [isbn[k] != "" for k in ("abnf", "equivalence")], [True, True])
    for target in ("/namespaces/quarry", "/namespaces?limit=1000"):
        for name in ("csv", "xml") + (("text",) if target.endswith("quarry") else ()):
            text = r.get(f"{target}{'&' if '?' in target else '?'}format={name}")[2].decode()
            r.check(f"{target} as {name}: the template is absolute",
                    re.search("http://127[^<,\n]*/api/v1/requests/[0-9]+/versions/", text) is not None, True)
    for target in ("/namespaces/isbn/", "/namespaces/isbn.", "/namespaces/isbn)."):
        status, headers, _ = r.get(target)
        r.check(target, (status, headers.get("Uniform-Corrected")), (200, "added-suffix"))


REFUSED = [  # name, list, status, line, a part of the detail
    ("not well-formed", iana_xml()[:-40], 400, None, "not well-formed XML"),
    ("cut off", iana_xml()[:3000], 400, None, "not well-formed XML"),
    ("another registry", iana_xml().replace('id="urn-namespaces"', 'id="uri-schemes"'), 400, 2, "IANA's registry"),
    ("a document type", '<!DOCTYPE registry [<!ENTITY a "b">]>\n' + iana_xml()[39:], 400, 1, "document type"),
    ("no date", iana_xml().replace("updated>", "changed>"), 400, 2, "no <updated>"),
    ("an impossible date", iana_xml(date="2027-02-30"), 400, 4, "not a date"),
    ("a record with an impossible date", iana_xml(records=record("newiana", "2027-13-01")), 400, 6, "not a date"),
    ("no informal part", iana_xml().replace("Informal URN", "Other"), 400, 2, "no part with the title"),
    ("a NID that is none", iana_xml(records=record("a_b")), 400, 6, "not a NID"),
    ("an empty NID", iana_xml(records=record("")), 400, 6, "not a NID"),
    ("markup as NID", iana_xml(records=record("&lt;b&gt;")), 400, 6, "not a NID"),
    ("an informal NID among the formal ones", iana_xml(records=record("urn-99")), 400, 6, "cannot name a formal"),
    ("a NID twice", iana_xml(records=record("ISBN")), 400, None, "twice"),
    ("a script as template", iana_xml(records=record("newiana", "", '<template><xref type="uri" '
                                                     'data="javascript:alert(1)"/></template>')), 400, 6, "http(s)"),
    ("a control character", iana_xml(records=record("newiana", "", "<registrant>a&#27;[31m</registrant>")), 400, 6,
     "control character"),
    ("a long value", iana_xml(records=record("newiana", "", f"<registrant>{'x' * 501}</registrant>")), 400, 6,
     "longer than"),
    ("not UTF-8", iana_xml().encode().replace(b"URN Namespaces<", b"URN \xff<", 1), 400, 3, "not UTF-8"),
    ("nothing", "\n", 400, 1, "empty"),
    ("no longer registered", iana_xml(without=("isbn", "issn")), 409, None, '"isbn", "issn"'),
    ("older", iana_xml(date="2020-01-01"), 409, None, "older"),
    ("in the future", iana_xml(date="2099-01-01"), 409, None, "in the future"),
    ("a file that is no web page",
     iana_xml(records=record("newiana", "", '<file type="template">ftp://a.example/x</file>')), 400, 6, "not at an http(s) URL"),
    ("a file that is a path", iana_xml(records=record("newiana", "", '<file type="template">/etc/x</file>')),
     400, 6, "not at an http(s) URL"),
    ("without records", iana_xml(without=tuple(IANA)), 400, None, "no namespaces"),
]


def r_settings(r, nid):
    settings = r.json("/api/v1/namespaces/" + nid)
    settings.pop("version")
    return settings


def check_updates(r):
    before = r.json("/api/v1/registry")
    r.check("the list of the release", (before["date"], before["source"], before["namespaces"]),
            (DATE, "release", len(IANA)))
    head = r.json("/api/v1/history/head")
    for name, text, wanted, line, part in REFUSED:
        status, answer = r.put("/api/v1/registry", text, "application/xml")
        r.check(name, (status, part in answer["detail"]), (wanted, True))
        if line is not None:
            r.check(f"{name}: line", answer.get("line"), line)
        r.check(f"{name}: has a place", "line" in answer, wanted == 400)
    r.check("a list without its date in CSV", r.put("/api/v1/registry", "URN Namespace\nnewiana\n", "text/csv")[0], 400)
    r.check("the wrong media type", r.put("/api/v1/registry", "{}")[0], 415)
    reader = r.post("tokens", {"role": "manager", "prefixes": ["example:"]})["token"]
    r.check("another role", r.put("/api/v1/registry", iana_xml(), "application/xml", reader)[0], 403)
    r.check("a refused list changes nothing", r.json("/api/v1/registry"), before)

    r.check("newiana before", r.json("/api/v1/nids/newiana")["free"], True)
    r.check("urn-10 before", r.add("urn-10")[0], 422)
    status, done = r.put("/api/v1/registry", iana_xml([("NewIANA", "formal"), ("urn-10", "informal"),
                                                       ("harbour", "formal")]), "application/xml")
    r.check("a newer list", (status, done), (200, {
        "date": "2026-10-31", "before": DATE, "namespaces": len(IANA) + 3, "changed": True,
        "added": ["harbour", "newiana", "urn-10"], "collisions": ["harbour"]}))
    again = r.put("/api/v1/registry", iana_xml([("NewIANA", "formal"), ("urn-10", "informal"), ("harbour", "formal")]),
                  "application/xml")
    r.check("the same list again", (again[0], again[1]["changed"], again[1]["added"]), (200, False, []))
    state = r.json("/api/v1/registry")
    r.check("its state", (state["date"], state["release_date"], state["source"], state["namespaces"]),
            ("2026-10-31", DATE, "store", len(IANA) + 3))
    r.check("the next list must have them, too", r.put("/api/v1/registry", iana_xml(), "application/xml")[0], 409)

    found = r.json("/api/v1/nids/newiana")
    r.check("newiana", (found["free"], found["registered"], found["problem"]["rule"]),
            (False, "iana", "RFC 8141 section 5.1 (1)"))
    r.check("newiana is listed", r.json("/namespaces/newiana?format=json")["list_date"], "2026-10-31")
    request = r.post("requests", {"template": template("newiana"), "title": "Mine"})["request"]["id"]
    status, _, text = r.service.ask("POST", f"/api/v1/requests/{request}/submit", r.service.token, {})
    r.check("submission of newiana", (status, "registered" in json.loads(text)["detail"]), (409, True))
    for nid in ("newiana", "urn-10"):
        status, n = r.add(nid, title="Newly registered")
        r.check(f"managing {nid}", (status, n.get("origin")), (201, "iana"))
        r.post("names", {"name": f"urn:{nid}:a", "locators": [{"url": "https://www.example.org/"}]})
        r.check(f"a name in {nid}", r.get(f"/urn:{nid}:a")[0], 302)
    # The library has no rules of a namespace that was registered after its release.
    n = r.json("/api/v1/namespaces/newiana")
    status, _ = r.put("/api/v1/namespaces/newiana", {**n, "syntax": {"pattern": "^[a-z]+$"}})
    r.check("rules of newiana", status, 200)
    n = r.json("/api/v1/namespaces/example")
    status, _ = r.put("/api/v1/namespaces/example", {**n, "syntax": {"pattern": "^[a-z]+$"}})
    r.check("rules of a namespace of the release", status, 422)

    # Drafts -16 and -14, Appendix A: components that the namespace does not define.
    r.check("a pattern that is none", r.put("/api/v1/namespaces/newiana", {**r_settings(r, "newiana"),
                                                                          "components": {"q": "("}})[0], 422)
    for components, allowed in (({}, []), ({"q": "^page=[0-9]+$"}, ["?=page=7"]), (None, ["?=page=7", "?=a", "?=a=b"])):
        settings = r_settings(r, "newiana")
        settings.pop("components", None)
        if components is not None:
            settings["components"] = components
        status, n = r.put("/api/v1/namespaces/newiana", settings)
        r.check(f"components {components}", (status, n.get("components")), (200, components))
        r.check("a name without components", r.get("/urn:newiana:a")[0], 302)
        for q in ("?=page=7", "?=a", "?=a=b"):
            for target in ("/urn:newiana:a", "/uri-res/N2L?urn:newiana:a"):
                status, _, text = r.get(target + q)
                r.check(f"{target}{q} with {components}", status == 422, q not in allowed)
                if status == 422:
                    r.check("its rule", "Appendix A" in json.loads(text)["rule"], True)

    # The numbers of IANA and of this service never meet.
    _, done = r.register(template("Assigned by IANA"), "Numbered")
    number = int(done["namespace"]["nid"].removeprefix("urn-"))
    r.check("an informal number", number > 1_000_000, True)
    head_now = r.json("/api/v1/history/head")
    r.post("names", {"name": f"urn:urn-{number}:1", "locators": [{"url": "https://www.example.org/"}]})
    status, done = r.put("/api/v1/registry",
                         iana_xml([("newiana", "formal"), ("urn-10", "informal"), ("harbour", "formal"),
                                   (f"urn-{number}", "informal")], date="2026-11-01"), "application/xml")
    r.check("a list with a number of this service", (status, done["added"], done["collisions"]),
            (200, [f"urn-{number}"], [f"urn-{number}"]))
    r.check("whose it is then", r.json(f"/namespaces/urn-{number}?format=json")["origin"], "iana")
    r.check("its names", r.get(f"/urn:urn-{number}:1")[0], 302)
    _, done = r.register(template("Assigned by IANA"), "Numbered, too")
    r.check("the next number", done["namespace"]["nid"], f"urn-{number + 1}")
    r.check("the history goes on", head_now["number"] > head["number"], True)

    text = "URN Namespace,Template,Reference,Registration Date\r\n" + "".join(
        f"{nid},,\"[RFC8141][Somebody]\",{n.get('date') or ''}\r\n"
        for nid, n in {**IANA, "newiana": {}, "harbour": {}, "fromcsv": {"date": "2026-11-01"}}.items()
        if not nid.startswith("urn-"))
    status, done = r.put("/api/v1/registry?date=2026-11-02", text, "text/csv")
    r.check("the formal ones as CSV", (status, done["added"], done["namespaces"]),
            (200, ["fromcsv"], len(IANA) + 5))
    r.check("CSV: what it states", [r.json("/namespaces/fromcsv?format=json")[k] for k in ("date", "references")],
            ["2026-11-01", ["RFC 8141", "Somebody"]])
    r.check("CSV that is cut off", r.put("/api/v1/registry?date=2026-11-03", text[:-4], "text/csv")[0], 400)
    r.check("CSV with a row that is too short",
            r.put("/api/v1/registry?date=2026-11-03", text + "x\r\n", "text/csv")[1]["line"], len(text.splitlines()) + 1)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--command", required=True)
    command = os.path.abspath(parser.parse_args().command)
    with tempfile.TemporaryDirectory() as folder:
        service = api_test.Service(command, folder)
        r = Registry(service)
        try:
            r.add("example")
            r.add("harbour", title=HOSTILE)
            r.register(template("quarry"), "Quarries")
            r.register(template("quarry", "2", Date="2026-11-22", **{"Revision Information": "Names were clarified."}),
                       "Quarries", "quarry")
            check_list(r)
            check_formats(r)
            check_updates(r)
        finally:
            service.stop()
    for failure in r.failures:
        print(failure)
    print(f"{r.checks} checks, {len(r.failures)} failures")
    return 1 if r.failures else 0


if __name__ == "__main__":
    sys.exit(main())
