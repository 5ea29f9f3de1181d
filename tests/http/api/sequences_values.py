"""Requests made of the OpenAPI document: values by its schemas, and those that earlier responses contained."""
import base64
import random
import re
import string

from api_test import quote

TEXT = ["a", "A title", "Österreich", "\u2028", "x" * 190, "urn:example:q1", "<b>", "%00", "'\"\\"]
ODD = [None, "", 0, -1, 2 ** 63, 1.5, True, [], {}, "x" * 3000, "\u0000", "urn:-:x", ["a", 7], {"a": {"b": []}}]
NIDS = ["example", "foreign", "fresh", "isbn"]
REGISTRARS = ["library", "archive", "museum"]


class Values:
    """The known values: identifiers of each kind, in the order in which they came up."""

    def __init__(self, seed):
        self.rng = random.Random(seed)
        self.known = {"urn": [], "prefix": [], "nid": list(NIDS), "registrar": list(REGISTRARS), "token": [],
                      "transfer": [], "request": [], "batch": [], "webhook": [], "cursor": [], "type": ["gone"]}
        self.hidden = set()  # values that must not be changed
        self.count = 0

    def learn(self, kind, value):
        values = self.known[kind]
        if isinstance(value, str) and value not in values and value not in self.hidden:
            values.append(value)
            del values[:-200]

    def one(self, kind, fresh=0.0):
        rng = self.rng
        if not self.known[kind] or rng.random() < fresh:
            return self.fresh(kind)
        values = self.known[kind]
        return rng.choice(values[-12:] if rng.random() < 0.7 else values)

    def fresh(self, kind):
        self.count += 1
        nid = self.rng.choice(NIDS[:2])
        return {"urn": f"urn:{nid}:q{self.count}", "prefix": f"{nid}:q{self.count}-", "nid": f"made-{self.count}",
                "registrar": f"house-{self.count}"}.get(kind, f"{self.count:012x}")

    def learn_from(self, path, body):
        """The identifiers in the body of a response."""
        if isinstance(body, list):
            for one in body:
                self.learn_from(path, one)
        if not isinstance(body, dict):
            return
        self.learn("urn", body.get("name") if str(body.get("name")).startswith("urn:") else None)
        self.learn("prefix", body.get("prefix"))
        self.learn("nid", body.get("nid"))
        self.learn("cursor", body.get("next"))
        part = path.split("/")[3] if path.count("/") > 2 else ""
        kind = {"tokens": "token", "transfers": "transfer", "requests": "request", "registrars": "registrar",
                "reservations": "batch", "batches": "batch", "webhooks": "webhook"}.get(part)
        if kind:
            self.learn(kind, body.get("id"))
        for inner in body.values():
            if isinstance(inner, (dict, list)):
                self.learn_from(path, inner)

    def of_parameter(self, template, name):
        part = template.split("/")[3] if template.count("/") > 2 else ""
        if name == "id":
            kind = {"tokens": "token", "transfers": "transfer", "requests": "request", "registrars": "registrar",
                    "batches": "batch", "reservations": "batch", "webhooks": "webhook"}.get(part, "batch")
            return self.one(kind, 0.1)
        if name in ("urn", "prefix", "nid", "type"):
            return self.one(name, 0.15)
        if name == "version":
            return str(self.rng.randrange(4))
        if name == "service":
            return self.rng.choice(["N2L", "N2Ls", "N2R", "N2C", "N2Ns", "L2N", "nonsense"])
        return self.rng.choice(TEXT)

    def of_schema(self, checker, schema, name="", depth=0):
        """A value that the schema permits, mostly."""
        rng = self.rng
        schema = checker.at(schema)
        if schema is True or not isinstance(schema, dict):
            return rng.choice(TEXT)
        if rng.random() < 0.03:
            return rng.choice(ODD)
        if "const" in schema:
            return schema["const"]
        if "enum" in schema:
            return rng.choice(schema["enum"])
        for several in ("anyOf", "oneOf"):
            if several in schema:
                return self.of_schema(checker, rng.choice(schema[several]), name, depth)
        if "allOf" in schema and "type" not in schema:
            return self.of_schema(checker, schema["allOf"][0], name, depth)
        kind = schema.get("type")
        kind = rng.choice(kind) if isinstance(kind, list) else kind
        if kind == "object" or "properties" in schema:
            return self.object(checker, schema, depth)
        if kind == "array":
            low, high = schema.get("minItems", 0), min(schema.get("maxItems", 4), 4)
            return [self.of_schema(checker, schema.get("items", True), name, depth + 1)
                    for _ in range(rng.randint(low, max(low, high)))]
        if kind == "integer" or kind == "number":
            low, high = schema.get("minimum", 0), schema.get("maximum", 20)
            return rng.choice([low, high if high < 100 else low + 1, low - 1 if rng.random() < 0.1 else low + 1,
                               rng.randint(low, min(high, low + 5))])
        if kind == "boolean":
            return rng.random() < 0.5
        if kind == "null":
            return None
        return self.text(schema, name)

    def text(self, schema, name):
        rng = self.rng
        if name in ("name", "successor", "predecessor", "other_names") and (
                "URN" in schema.get("pattern", "") or "Uu" in schema.get("pattern", "")):
            return self.one("urn", 0.5 if name == "name" else 0.1)
        if name in ("names", "urn"):
            return self.one("urn", 0.7)
        if name in ("prefix", "prefixes"):
            return self.one("prefix", 0.2)
        if name in ("registrar", "to") or (name == "id" and "a-z0-9._-" in schema.get("pattern", "")):
            return self.one("registrar", 0.5 if name == "id" else 0.05)
        if name == "pattern":
            return rng.choice(["dddd", "eeeeek", "{2026-}dddd", "nonsense{"])
        if name == "naming":
            return rng.choice(["[0-9]+", "q.*", "(a|b)*c", "("])
        if name == "hosts":
            return rng.choice(["*.example.org", "www.example.org", "not a host"])
        if name == "resolver":
            return rng.choice(["https://other.example/", "https://other.example/{urn}", "nonsense"])
        if schema.get("format") == "uri" or name == "url":
            return rng.choice(["https://www.example.org/a", "http://www.example.org/b?c=d#e", "nonsense:", "/relative",
                               "https://www.example.org/" + "x" * rng.choice([10, 8150, 9000])])
        if "format" in schema or name in ("expires", "valid_from", "valid_until"):
            return rng.choice(["2031-01-01", "2031-01-01T00:00:00Z", "2001-01-01T00:00:00Z", "tomorrow"])
        if name == "template":
            return rng.choice(["Namespace Identifier: " + self.fresh("nid") + "\n", "nonsense", ""])
        if schema.get("examples") and rng.random() < 0.6:
            return rng.choice(schema["examples"])
        length = schema.get("maxLength", 20)
        return rng.choice([*TEXT, "x" * length, "x" * (length + 1) if length < 9000 else "x",
                           "".join(rng.choice(string.ascii_lowercase) for _ in range(8))])

    def object(self, checker, schema, depth):
        rng = self.rng
        if schema.get("examples") and rng.random() < 0.3:
            return dict(rng.choice(schema["examples"]))
        required = schema.get("required", [])
        out = {}
        for name, inner in schema.get("properties", {}).items():
            if name in required and rng.random() < 0.98 or rng.random() < (0.5 if depth == 0 else 0.2):
                if depth < 4:
                    out[name] = self.of_schema(checker, inner, name, depth + 1)
        if rng.random() < 0.03:
            out["nonsense"] = 7
        return out

    def token_without_meaning(self):
        return "uniform_" + "0" * 12 + "_" + base64.urlsafe_b64encode(self.rng.randbytes(32)).decode().rstrip("=")

    def target(self, checker, template, described):
        """The target of a request: path and query."""
        path = re.sub(r"\{([^}]*)\}", lambda m: quote(self.of_parameter(template, m.group(1))), template)
        query = []
        for p in described:
            if p["in"] != "query" or (not p.get("required") and self.rng.random() < 0.6):
                continue
            schema = checker.at(p.get("schema", {}))
            if p["name"] == "after":
                value = self.one("cursor") if self.known["cursor"] else "nonsense"
            elif p["name"] in ("prefix", "within"):
                value = self.one("prefix", 0.1)
            elif p["name"] == "limit":
                value = self.rng.choice([1, 2, 1000, 0, -1])
            else:
                value = self.of_schema(checker, schema, p["name"], 1)
            value = str(value).lower() if isinstance(value, bool) else str(value)
            query.append(p["name"] + "=" + quote(value[:2000].encode("utf-8", "surrogatepass").decode("utf-8", "replace")))
        return path + ("?" + "&".join(query) if query else "")
