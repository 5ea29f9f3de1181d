#!/usr/bin/env python3
"""Followers of the segments of a history, which are files: in a folder, and on a server that knows nothing else.

    follow_segments_test.py --command build/dev/bin/uniform [--database postgresql] [--only TEST]
"""
import contextlib
import functools
import http.server
import json
import os
import pathlib
import threading

from follow_services import until
from follow_test import run

SIZE = 4096  # events of a segment


class Files(http.server.SimpleHTTPRequestHandler):
    """Serves a folder, and notes what was asked for."""

    def __init__(self, asked, *words, **more):
        self.asked = asked
        super().__init__(*words, **more)

    def send_response(self, code, message=None):
        self.asked.append((self.path, code))
        super().send_response(code, message)

    def log_message(self, *_):
        pass


@contextlib.contextmanager
def served(folder):
    asked = []
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Files, asked, directory=folder))
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/index.ndjson", asked
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


def write(t, p, folder):
    return json.loads(t.run("store", "segments", "--json", "--store", p.store, folder).stdout)


def import_names(t, p, count):
    """As many names at once, on the store itself."""
    lines = t.file("names.ndjson")
    with open(lines, "w", encoding="utf-8") as out:
        out.writelines(json.dumps({"name": f"urn:example:many-{i}"}) + "\n" for i in range(count))
    t.run("name", "import", "--store", p.store, lines)


def a_folder(t):
    """New events come with the next index, also fewer than a segment has; the file of the rest is replaced."""
    p = t.primary()
    folder = t.file("segments")
    assert write(t, p, folder)["head"] == p.head()
    f = t.follower(os.path.join(folder, "index.ndjson"))
    f.has(p.head())
    assert f.location("a") == "https://www.example.org/a"
    assert "Uniform-Follows" not in f.ask("GET", "/")[1]  # nobody says where the primary is
    first = sorted(os.listdir(folder))
    p.assign("new", p.token)
    assert write(t, p, folder)["written"] == 1
    f.has(p.head())
    assert f.location("new") == "https://www.example.org/new"
    now = sorted(os.listdir(folder))
    assert len(now) == 2 and now[1] == "index.ndjson" and now != first
    assert f.ready()[0] == 200 and f.ready()[1]["follows"]["behind"] == 0


def a_server_of_files(t):
    """Each segment that is complete is asked for once; an index that did not change is 304."""
    p = t.primary()
    import_names(t, p, SIZE)
    folder = t.file("segments")
    with served(folder) as (url, asked):
        os.makedirs(folder, exist_ok=True)
        write(t, p, folder)
        f = t.follower(url, "history.public=true")
        f.has(p.head())
        complete = sorted(n for n in os.listdir(folder) if n.startswith("000000000001-"))
        until(lambda: ("/index.ndjson", 304) in asked, "the index is asked for again")
        p.assign("new", p.token)
        write(t, p, folder)
        f.has(p.head())
        assert [name for name, _ in asked].count("/" + complete[0]) == 1, asked
        assert f.location("new") == "https://www.example.org/new" and f.location("many-17") is None
        assert f.page() == p.page()
        # Without the server, it goes on with what it has; and after a start, with what is new.
        f.stop()
        p.assign("later", p.token)
        write(t, p, folder)
        again = t.follower(url, store=f.store)
        again.has(p.head())
        assert again.location("later") == "https://www.example.org/later"


def an_older_index(t):
    """A cache may give an older index: what is here stays, and nothing is refused."""
    p = t.primary()
    folder = t.file("segments")
    write(t, p, folder)
    index = os.path.join(folder, "index.ndjson")
    old = pathlib.Path(index).read_bytes()
    f = t.follower(index)
    f.has(p.head())
    p.assign("new", p.token)
    write(t, p, folder)
    f.has(p.head())
    pathlib.Path(index).write_bytes(old)
    f.stop()
    again = t.follower(index, store=f.store)
    assert again.event("following")["events"] == str(p.head().split(":")[0])
    assert again.location("new") == "https://www.example.org/new" and again.ready()[0] == 200


def what_is_wrong(t):
    """Files that do not continue the history are refused, with the reason; a missing one is asked for again."""
    p = t.primary()
    folder = t.file("segments")
    write(t, p, folder)
    index = pathlib.Path(folder, "index.ndjson")
    good = index.read_text(encoding="utf-8")
    first, second = good.splitlines()
    name = json.loads(second)["file"]
    segment = pathlib.Path(folder, name)
    events = segment.read_bytes()

    def refused(why, *words, event="follow_refused"):
        f = t.follower(str(index), *words)
        says = f.event(event)["why"]
        assert why in says, says
        assert f.ready()[0] == 503 and f.location("a") is None
        return f

    for text, why in (("", "it is empty"), ("{}\n", "not that of version 1"), (first, "cut off"), (first + "\n", "0 segments for"),
                      (first + "\n" + second.replace(name, "../" + name) + "\n", "has another name"),
                      (first + "\n" + second.replace("000000000001", "000000000002") + "\n", "has another name"),
                      (first + "\n" + json.dumps({"file": name, "root": "0" * 64}) + "\n", "the tree is not that of the roots"),
                      (first + "\n" + second + "\nx\n", "line 3 is no JSON object")):
        index.write_text(text, encoding="utf-8")
        refused(why).stop()
    index.write_text(good, encoding="utf-8")
    for body, why in ((events.replace(b'"id":"example:a"', b'"id":"example:b"'), "hash"), (events[:-10], "is cut off"),
                      (b"\n".join(events.split(b"\n")[:-3]) + b"\n", "does not end with the event")):
        segment.write_bytes(body)
        refused(why).stop()
    segment.unlink()
    f = refused("is not there", event="follow_failed")
    segment.write_bytes(events)
    f.has(p.head())
    # Another history with the same number of events is refused, too.
    other = t.primary()
    elsewhere = t.file("segments")
    write(t, other, elsewhere)
    f.stop()
    wrong = t.follower(os.path.join(elsewhere, "index.ndjson"), store=f.store)
    assert "another hash than here" in wrong.event("follow_refused")["why"]
    assert wrong.location("a") == "https://www.example.org/a" and wrong.ready()[0] == 503


if __name__ == "__main__":
    run([a_folder, a_server_of_files, an_older_index, what_is_wrong])
