"""The conformance cases, through Python: the examples of the documents, and the collections in UNIFORM_CONFORMANCE_DIR.

Types that ask for what the package does not have (plans of access, single productions of 1994) are those of OTHER, which
the core's own test covers.
"""

import ipaddress
import json
import os
from pathlib import Path

import pytest

import uniform

SEEDS = Path(__file__).resolve().parents[3] / "tests" / "data" / "from_seeds.jsonl"
OTHER = {"default_port", "ftp_plan", "gopher_plus_string", "gopher_request", "scheme_case", "scheme_name", "url_scheme"}
SPECS = {"draft-16": "urnbis-16", "draft-2015-11": "urnbis-14"}


def edition(case):
    spec = case.get("spec", "rfc3986")
    return SPECS.get(spec, spec)


def text(case, member):
    # Cases of bytes that are no UTF-8 have no str; they are the core's.
    return case[member]


def parsed(function, *arguments):
    try:
        return function(*arguments)
    except uniform.UniformError:
        return None


def parse(case):
    r = parsed(uniform.parse, text(case, "input"), case["kind"], edition(case))
    assert (r is not None) == case["valid"]
    for name in ("scheme", "userinfo", "host", "port", "path", "query", "fragment", "host_type"):
        if r is not None and name in case:
            assert getattr(r, name) == case[name], name


def host(case):
    kind = case.get("rule", case.get("type_of_host", case.get("host_type", case.get("kind"))))
    kind = kind or case["asked"]
    of = {"ipv6": ("IPv6address", "[{}]"), "ipv4": ("IPv4address", "{}"), "ipvfuture": ("IPvFuture", "[{}]"),
          "IPv4address": ("IPv4address", "{}")}
    value = text(case, "input")
    if kind == "host":
        assert (parsed(uniform.parse_host, value, edition(case)) is not None) == case["valid"]
        wrapped = value
    else:
        rule, form = of.get(kind, (kind, "{}"))
        assert uniform.matches(rule, value, edition(case)) == case["valid"]
        wrapped = form.format(value)
    if case.get("address") and case["valid"]:
        address = uniform.parse("//" + wrapped, edition=edition(case)).address
        assert ipaddress.ip_address(address).packed.hex() == case["address"]


def resolve(case):
    def resolved(excess):
        return uniform.resolve(case["base"], case["ref"], edition(case), case.get("strict", True), excess)
    assert resolved("") == case["target"]
    if "alternatives" in case:
        assert resolved("drop") in case["alternatives"]
    if case.get("error_allowed"):
        with pytest.raises(uniform.UniformError):
            resolved("refuse")


def normalize(case):
    if case["level"] == "remove-dot-segments":  # a bare path: no function of the package
        return
    assert uniform.normalize(case["input"], case["level"], edition(case)) == case["expected"]
    assert uniform.normalize(case["expected"], case["level"], edition(case)) == case["expected"]


def equivalence(case):
    assert uniform.equivalent(case["a"], case["b"], case["level"], edition=edition(case)) == case["equivalent"]


def urn(case):
    u = parsed(uniform.parse_urn, text(case, "input"), edition(case))
    assert (u is not None) == case["valid"]
    if u is not None:
        got = {"nid": u.nid, "nss": u.nss, "r": u.r_component, "q": u.q_component, "f": u.f_component,
               "normalized": str(u.normalize(rules="lexical"))}
        for name, value in got.items():
            assert case.get(name, value) == value, name


def urn_equivalence(case):
    a, b = (uniform.parse_urn(case[name], edition(case)) for name in "ab")
    assert a.equivalent(b, rules="lexical") == case["equivalent"]


def nid(case):
    described = uniform.describe_nid(case["nid"], edition(case))
    got = {"formal": described.kind == "formal", "informal": described.kind == "informal"}
    if "syntax_valid" in case:
        assert uniform.matches("NID", case["nid"], edition(case)) == described.well_formed == case["syntax_valid"]
    for name, value in got.items():
        assert case.get(name, value) == value, name


def url_schemes(case):
    known = case["spec"] != "iana-default-port"
    fields = parsed(uniform.url_fields, case["input"], case["spec"] if known else "")
    assert (fields is not None) == case["valid"]
    windows = "windows" in (case.get("os"), case["expect"].get("os"))
    for name, value in case["expect"].items() if case["valid"] else ():
        # No fields of the package: filenames of Windows, ports of schemes without parts of their own, security of ftp.
        if name in ("os", "secure") or (name == "filename" and windows) or (name == "port" and not known and "port" not in fields):
            continue
        if name == "user" and value is None:  # "anonymous" is the client's
            assert not fields["user_given"]
            continue
        got = fields["to" if name == "addr_spec" and name not in fields else name]
        if isinstance(value, dict):  # which asserts no more than it names
            got = {k: v for k, v in got if k in value}
        assert (",".join(got) if isinstance(got, list) and isinstance(value, str) else got) == value, (name, fields)


def extract(case):
    found = uniform.find(case["text"], join_lines=case.get("rule") == "line-break")
    assert [f.text for f in found] == case["found"]
    if case.get("rule") != "line-break":
        assert all("".join(case["text"][f.begin:f.end].split()) == f.text for f in found)


def regex_split(case):
    r = uniform.parse(case["input"])
    assert [case["groups"][g] for g in "24579"] == [r.scheme, r.authority, r.path, r.query, r.fragment]


QUESTIONS = {f.__name__: f for f in (parse, host, resolve, normalize, equivalence, urn, urn_equivalence, nid, extract,
                                      regex_split, url_schemes)}


def files():
    folder = os.environ.get("UNIFORM_CONFORMANCE_DIR")
    named = [Path(folder) / f"{name}.jsonl" for name in
             ("parse", "host", "resolve", "normalize", "equivalence", "urn", "urn_equivalence", "nid", "url_schemes",
              "extract")] if folder else []
    return [SEEDS, *named]


@pytest.mark.parametrize("file", files(), ids=lambda file: file.stem)
def test_cases(file):
    asked, wrong = 0, []
    for line in file.read_text(encoding="utf-8").splitlines():
        case = json.loads(line)
        kind = case.get("type", file.stem) if file == SEEDS else file.stem
        if kind in OTHER or case.get("bytes"):
            continue
        if kind == "host":
            case["asked"] = case.get("rule", case.get("type"))
        asked += 1
        try:
            QUESTIONS[kind](case)
        except (AssertionError, uniform.UniformError, ValueError) as e:
            wrong.append(f"{case['id']}: {e}: {line}")
    assert asked > 0
    assert not wrong, "\n".join(wrong[:10])
