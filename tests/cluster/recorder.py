"""The history that the checker (checker/) reads: a line of JSON for each request and its response.

All times are of CLOCK_MONOTONIC, which processes of one machine share, in namespaces, too. What a response means is
decided here, and nowhere else: `done`, `refused` because of the state that it shows, `failed` (the service says that
nothing was done), `unknown`, or `unexpected`.
"""
import json
import threading
import time

from connection import UNSENT


def now():
    return time.monotonic_ns()


def document(response):
    try:
        return json.loads(response.body)
    except ValueError:
        return {}


def view_of(name):
    """A name as the checker sees it."""
    locators = name.get("locators", [])
    return {"state": name["state"], "value": locators[0]["url"] if locators else "", "version": name.get("version", 0)}


def age_of(response):
    """The seconds by which the response may be old, if it says so: the primary is away, or it is that of a replica."""
    marked = any(why in response.fields.get("Cache-Status", "") for why in ("detail=primary-unreachable", "detail=replica"))
    return int(response.fields["Age"]) if marked and "Age" in response.fields else None


def outcome_of_write(response):
    """The outcome, and what the response shows."""
    status, body = response.status, document(response)
    is_problem = response.fields.get("Content-Type", "").startswith("application/problem+json")
    if status in (200, 201):
        return "done", view_of(body) if "state" in body else None
    if status in (409, 412) and "existing" in body:
        return "refused", view_of(body["existing"])
    if status == 404 and is_problem:
        return "refused", {"state": "absent"}
    # 403: a service that does not know yet that a prefix was delegated by another one (cache.poll).
    if response is UNSENT or status == 503 and is_problem or status in (403, 429):
        return "failed", None
    # 502 and 503 of a proxy, too: it may have passed the request on.
    if status in (0, 502, 503, 504):
        return "unknown", None
    return "unexpected", None


def outcome_of_read(response):
    if response.status == 200:
        return "done", view_of(document(response))
    if response.status == 404:
        return "done", {"state": "absent"}
    return ("failed" if response.status in (0, 502, 503, 504) else "unexpected"), None


def outcome_of_resolution(response):
    if response.status in (302, 303, 307):
        return "done", {"state": "active", "value": response.fields["Location"]}
    if response.status == 410:
        return "done", {"state": "withdrawn"}
    if response.status == 404:
        return "done", {"state": "unavailable"}
    return ("failed" if response.status in (0, 502, 503, 504) else "unexpected"), None


class History:
    def __init__(self, file):
        self.out = open(file, "w", encoding="utf-8")
        self.lock = threading.Lock()
        self.counts = {}  # of (what, outcome)

    def line(self, **members):
        with self.lock:
            self.out.write(json.dumps(members) + "\n")

    def request(self, outcome, call, response=None, **members):
        """A request that was sent at `call`, and what came of it."""
        if outcome in ("failed", "unexpected") and response is not None:
            members |= {"status": response.status}
        if outcome == "unexpected":
            members |= {"text": response.body.decode(errors="replace")[:500]}
        if response is not None and (age := age_of(response)) is not None:
            members["age"] = age
        with self.lock:
            key = ("reads" if members["do"] in ("read", "resolve", "owner") else "writes", outcome)
            self.counts[key] = self.counts.get(key, 0) + 1
        self.line(kind="request", outcome=outcome, call=call, **({} if outcome == "unknown" else {"return": now()}), **members)

    def count(self, what, outcome="done"):
        with self.lock:
            return self.counts.get((what, outcome), 0)

    def close(self):
        with self.lock:
            self.out.close()
