"""The meaning of responses for the checker of histories (recorder.py)."""
import json

from connection import UNANSWERED, UNSENT, Response
from recorder import age_of, outcome_of_read, outcome_of_resolution, outcome_of_write

NAME = {"name": "urn:example:a", "state": "active", "locators": [{"url": "https://example.org/1"}], "version": 2, "event": 7}
SHOWN = {"state": "active", "value": "https://example.org/1", "version": 2}
ABSENT = {"state": "absent"}


def made(status, body=None, kind="application/json", **fields):
    return Response(status, {"Content-Type": kind} | {name.replace("_", "-"): value for name, value in fields.items()},
                    json.dumps(body).encode() if body is not None else b"<html>")


def problem(status, **more):
    return made(status, {"title": "no"} | more, "application/problem+json")


WRITES = [
    (made(201, NAME), "done", SHOWN),
    (made(200, NAME), "done", SHOWN),
    (made(201, {"id": "1", "names": ["urn:example:a"]}), "done", None),
    (problem(412, existing=NAME), "refused", SHOWN),
    (problem(409, existing=NAME | {"state": "reserved", "locators": []}), "refused",
     {"state": "reserved", "value": "", "version": 2}),
    (problem(404), "refused", ABSENT),
    # The service says so: nothing was done.
    (problem(503), "failed", None),
    (problem(429), "failed", None),
    (problem(403), "failed", None),
    (UNSENT, "failed", None),
    # HAProxy may have passed it on.
    (made(503, kind="text/html"), "unknown", None),
    (made(502, kind="text/html"), "unknown", None),
    (problem(504), "unknown", None),
    (UNANSWERED, "unknown", None),
    (problem(412), "unexpected", None),
    (problem(500), "unexpected", None),
    (made(404, kind="text/html"), "unexpected", None),
]
READS = [
    (made(200, NAME), "done", SHOWN),
    (problem(404), "done", ABSENT),
    (problem(503), "failed", None),
    (UNANSWERED, "failed", None),
    (problem(500), "unexpected", None),
]
RESOLUTIONS = [
    (made(302, Location="https://example.org/1"), "done", {"state": "active", "value": "https://example.org/1"}),
    (problem(410), "done", {"state": "withdrawn"}),
    (problem(404), "done", {"state": "unavailable"}),
    (problem(503), "failed", None),
    (problem(500), "unexpected", None),
]
AGES = [
    (made(200, NAME, Age="7", Cache_Status="uniform; hit; ttl=-7; detail=primary-unreachable"), 7),
    (made(200, NAME, Age="1", Cache_Status="uniform; fwd=miss; detail=replica"), 1),
    (made(200, NAME, Cache_Status="uniform; fwd=miss; detail=replica"), None),
    (made(200, NAME, Age="7"), None), # of a cache in between
    (made(200, NAME), None),
]


def main():
    for outcome_of, rows in ((outcome_of_write, WRITES), (outcome_of_read, READS), (outcome_of_resolution, RESOLUTIONS)):
        for response, outcome, seen in rows:
            assert outcome_of(response) == (outcome, seen), (outcome_of.__name__, response, outcome_of(response))
    for response, age in AGES:
        assert age_of(response) == age, response


if __name__ == "__main__":
    main()
