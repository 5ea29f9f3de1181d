#!/usr/bin/env python3
"""A service behind a cache with its configuration of deploy/cache: what is changed, withdrawn or assigned is seen, what may
be kept is kept, and what must not be kept is not.

    caches_test.py --command build/dev/bin/uniform --cache varnish|nginx [--database postgresql]

Nothing waits for a time to pass: where a response gets old, the test asks until it is.
"""
import argparse
import os
import sys
import tempfile
import time
from pathlib import Path

from fronts import FRONTS, SECRET
from origin import Origin, ask, until

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "api"))
from stores import KINDS, stores  # noqa: E402

SITE = "https://www.example.org/"
BROWSERS = [
    "text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8",
    "text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,image/apng,*/*;q=0.8,"
    "application/signed-exchange;v=b3;q=0.7",
    "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8",
    "text/html, application/xhtml+xml, image/jxr, */*",
]
PROGRAMS = [None, "*/*", "*/*;q=0.8", "image/png", "image/avif,image/webp,*/*;q=0.8", "audio/*;q=0.2, */*;q=0.1"]


class Test:
    def __init__(self, origin, front):
        self.origin, self.front, self.count = origin, front, 0

    def get(self, target, method="GET", **fields):
        return ask(self.front.port, target, method, **fields)

    def name(self, *locators):
        """A new name."""
        self.count += 1
        urn = f"urn:example:{self.front.name}-{self.count}"
        if locators:
            self.origin.assign(urn, *locators)
        return urn

    def hit(self, target, **fields):
        """A response from the cache."""
        return until(lambda: (r := self.get(target, **fields)) and r.hit and r, f"{target} is in the cache")

    def equal(self, found, wanted):
        if found != wanted:
            raise AssertionError(f"{found}, not {wanted}")

    def seen(self, target, wanted, **fields):
        """The cache sends this status or Location, for the first time in the time that is printed, and from then on."""
        began = time.monotonic()
        shown = lambda r: wanted in (r.status, r.location)  # noqa: E731

        def look():
            asked = time.monotonic()
            r = self.get(target, **fields)
            # Without purges, the time for which nginx keeps a response is what makes it in time.
            if not shown(r) and self.front.name == "nginx" and asked > began + 1:
                raise AssertionError(f"{target}: {r} more than a second after {wanted}")
            return shown(r)

        until(look, f"{target}: {wanted}")
        took = time.monotonic() - began
        for _ in range(20):
            r = self.get(target, **fields)
            if not shown(r):
                raise AssertionError(f"{target}: {r} after {wanted}")
        return took

    def everything_is_purged(self):
        """Nothing that is purged again removes what the cache gets from now on."""
        until(lambda: self.origin.metric("purges_pending") == 0, "everything is purged")

    def changes_are_seen(self):
        urn = self.name(SITE + "old")
        for target in (f"/{urn}", f"/{urn}?=page=2", f"/{urn}?+lang=de"):
            self.hit(target)
        self.origin.change(urn, SITE + "new")
        took = self.seen(f"/{urn}", SITE + "new")
        self.seen(f"/{urn}?=page=2", SITE + "new?page=2")
        self.seen(f"/{urn}?+lang=de", SITE + "new")
        print(f"{self.front.name}: a change was seen after {took * 1000:.0f} ms")

    def withdrawn_names_are_not_redirected(self):
        urn = self.name(SITE + "a")
        for accept in (*PROGRAMS, BROWSERS[0]):
            self.hit(f"/{urn}", **({"Accept": accept} if accept else {}))
        self.origin.withdraw(urn)
        self.seen(f"/{urn}", 410)
        for accept in (*PROGRAMS, *BROWSERS):
            self.seen(f"/{urn}", 410, **({"Accept": accept} if accept else {}))

    def unknown_names_are_kept_for_seconds(self):
        urn = self.name()
        unknown = self.hit(f"/{urn}")
        self.equal(unknown.status, 404)
        self.equal(unknown.fields["Cache-Control"], "max-age=5")
        self.origin.assign(urn, SITE + "a")
        self.seen(f"/{urn}", SITE + "a")

    def a_change_of_the_namespace_is_seen(self):
        urn = self.name(SITE + "a")
        self.equal(self.hit(f"/{urn}").status, 302)
        self.origin.write("PUT", "namespaces/example", {"title": "example", "redirect": 303}, If_Match="*")
        self.seen(f"/{urn}", 303)
        self.origin.write("PUT", "namespaces/example", {"title": "example", "redirect": 302}, If_Match="*")
        self.seen(f"/{urn}", 302)

    def forms_of_accept_share_a_copy(self):
        """Requests that reach the service: for browsers, and for programs that take anything."""
        urn = self.name(SITE + "a")
        forms = [*BROWSERS, *PROGRAMS] * 3
        self.everything_is_purged()
        before = self.origin.resolutions()
        for accept in forms:
            self.equal(self.get(f"/{urn}", **({"Accept": accept} if accept else {})).location, SITE + "a")
        reached = self.origin.resolutions() - before
        print(f"{self.front.name}: of {len(forms)} requests with {len(forms) // 3} forms of Accept, {reached} reached the "
              "service")
        if self.front.name == "varnish":  # with nginx, a second may end in between
            self.equal(reached, 2)
        self.equal(self.get(f"/{urn}", Accept="application/json").status, 200)
        self.equal(self.get(f"/{urn}", Accept="text/uri-list").body.split()[-1].decode(), SITE + "a")

    def a_name_with_several_types_is_chosen_from(self):
        urn = self.name((SITE + "a.pdf", "application/pdf"), (SITE + "a.png", "image/png"), (SITE + "a.html", "text/html"))
        wanted = {"image/png": "a.png", "application/pdf": "a.pdf", BROWSERS[0]: "a.html", "*/*": "a.pdf"}
        for _ in range(3):
            for accept, locator in wanted.items():
                self.equal(self.get(f"/{urn}", Accept=accept).location, SITE + locator)

    def head_and_conditions(self):
        urn = self.name(SITE + "a")
        whole = self.hit(f"/{urn}")
        head = self.get(f"/{urn}", "HEAD")
        self.equal((head.status, head.location, head.body), (whole.status, whole.location, b""))
        r = self.hit(f"/{urn}", Accept="application/json")
        self.equal(r.status, 200)
        again = self.get(f"/{urn}", Accept="application/json", If_None_Match=r.fields["ETag"])
        self.equal((again.status, again.body), (304, b""))
        self.equal(self.get(f"/{urn}", Accept="application/json", If_None_Match='"0.0"').status, 200)
        for field in ("Surrogate-Key", "CDN-Cache-Control", "X-Accel-Expires", "xkey"):
            self.equal(whole.fields[field], None)
        self.equal("X-Accept-Form" in whole.fields["Vary"], False)

    def what_is_private_is_not_kept(self):
        urn = self.name(SITE + "a")
        for fields in ({"Authorization": "Bearer " + self.origin.token}, {"Cookie": "a=b; session=" + "A" * 43}):
            for target in (f"/{urn}", f"/about/{urn}", "/api/v1/tokens/self"):
                for _ in range(3):
                    r = self.get(target, **fields)
                    self.equal(r.hit, False)
        self.equal(self.get("/api/v1/tokens/self", Authorization="Bearer " + self.origin.token).status, 200)
        self.equal(self.get("/api/v1/tokens/self").status, 401)
        # A wrong token does not get what others asked for.
        self.hit(f"/{urn}")
        self.equal(self.get(f"/{urn}", Authorization="Bearer wrong").status, 401)
        self.hit(f"/{urn}", Cookie="analytics=1")

    def only_the_service_purges(self):
        if self.front.name != "varnish":
            return
        urn = self.name(SITE + "a")
        self.everything_is_purged()
        self.hit(f"/{urn}")
        for fields in ({}, {"Authorization": "Bearer "}, {"Authorization": "Bearer wrong-but-long-enough"}):
            self.equal(self.get("/", "PURGE", Surrogate_Key="uniform", **fields).status, 403)
        self.equal(self.get(f"/{urn}").hit, True)
        self.equal(self.get("/", "PURGE", Authorization="Bearer " + SECRET).status, 400)
        self.equal(self.get("/", "PURGE", Surrogate_Key="uniform", Authorization="Bearer " + SECRET).status, 200)
        self.equal(self.get(f"/{urn}").hit, False)

    def a_cache_that_was_away(self):
        """A change while the cache is away is purged when it is back; a cache that starts again is empty or asks."""
        urn = self.name(SITE + "old")
        self.hit(f"/{urn}")
        self.front.stop()
        self.origin.change(urn, SITE + "new")
        if self.front.name == "varnish":
            until(lambda: self.origin.metric("purges_failed_total") > 0, "a purge fails")
            until(lambda: self.origin.metric("purge_lag_seconds") > 0, "the metric says so")
        self.equal(ask(self.origin.port, "/readyz").status, 200)
        self.front.start(self.origin.port)
        self.seen(f"/{urn}", SITE + "new")
        self.everything_is_purged()
        self.equal(self.origin.metric("purge_lag_seconds"), 0)

    def the_service_is_away(self):
        """stale-if-error: the redirect of before, as long as it says; a withdrawn name never; nothing else."""
        self.origin.stop()
        self.origin.start(shared_cache__max_age="1s")
        urn, gone = self.name(SITE + "a"), self.name(SITE + "b")
        self.hit(f"/{gone}")
        self.origin.withdraw(gone)
        self.seen(f"/{gone}", 410)
        self.everything_is_purged()
        self.hit(f"/{urn}")
        self.equal(self.hit(f"/{gone}").status, 410)
        self.origin.kill()

        def stale(target):
            r = self.get(target)
            status = r.fields.get("Cache-Status", "")
            return ("stale" in status or "ttl=-" in status) and r

        r = until(lambda: stale(f"/{urn}"), "a stale response")
        self.equal((r.status, r.location), (302, SITE + "a"))
        self.equal(self.get(f"/{gone}").status, 410)
        self.equal(self.get("/urn:example:never-asked-for").status in (502, 503), True)
        self.origin.start()
        self.seen(f"/{urn}", SITE + "a")
        self.seen(f"/{gone}", 410)

    def stale_responses_end(self):
        self.origin.stop()
        self.origin.start(shared_cache__max_age="1s", shared_cache__stale_if_error="1s")
        urn = self.name(SITE + "a")
        self.everything_is_purged()
        self.hit(f"/{urn}")
        self.origin.kill()
        until(lambda: self.get(f"/{urn}").status in (502, 503), "the stale response ends")
        self.origin.start()
        self.seen(f"/{urn}", SITE + "a")

    def run(self):
        for step in (self.changes_are_seen, self.withdrawn_names_are_not_redirected,
                     self.unknown_names_are_kept_for_seconds, self.a_change_of_the_namespace_is_seen,
                     self.forms_of_accept_share_a_copy, self.a_name_with_several_types_is_chosen_from,
                     self.head_and_conditions, self.what_is_private_is_not_kept, self.only_the_service_purges,
                     self.a_cache_that_was_away, self.the_service_is_away, self.stale_responses_end):
            try:
                step()
            except AssertionError as e:
                raise SystemExit(f"{self.front.name}: {step.__name__}: {e}") from e
            print(f"{self.front.name}: {step.__name__}: ok", flush=True)


def main():
    p = argparse.ArgumentParser()
    p.add_argument("--command", required=True)
    p.add_argument("--cache", choices=FRONTS, required=True)
    p.add_argument("--database", choices=KINDS, default="sqlite")
    o = p.parse_args()
    if missing := FRONTS[o.cache].is_missing():
        print(missing)
        return 77
    with tempfile.TemporaryDirectory(prefix="uniform_caches_") as folder, stores(o.database, folder) as database:
        place = Path(folder) / o.cache
        place.mkdir()
        front = FRONTS[o.cache](place)
        origin = Origin(os.path.abspath(o.command), folder, database("names"), {
            "shared_cache.max_age": front.max_age, "shared_cache.stale_if_error": "1d", "shared_cache.unknown": "5s",
            "purge.repeat": "1s", **front.settings()})
        try:
            front.start(origin.port)
            Test(origin, front).run()
        finally:
            if front.process is not None:
                front.stop()
            if origin.process.poll() is None:
                origin.stop()
    return 0


if __name__ == "__main__":
    sys.exit(main())
