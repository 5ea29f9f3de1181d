#!/usr/bin/env python3
"""The file with the last event that a service has seen (store.head_file), and what a service does without a good one.

    head_file_test.py --command build/dev/bin/uniform [--database postgresql] [--only TEST]

It cannot be written, is no file, is on a full disk, was torn, or was not there before an upgrade. In none of these cases
does the service wait or fail to start; it assigns names, and says that the next process will not know them.
"""
import os

from follow_services import Process, until
from follow_test import run
from read_only_test import make_read_only, mount_own, unmount

LINE = 128


def with_file(t, p, path):
    """Another service on the store of p, with this file."""
    return Process(t, p.store, "store.head_file=" + path)


def content(path):
    with open(path, encoding="latin-1") as f:
        return f.read()


def number_in(path):
    """The number of the event that the file has."""
    text = content(path)
    assert len(text) == LINE and text.startswith("uniform-1 "), text
    return int(text.split()[1], 16)


def number_of(service):
    return int(service.head().split(":")[0])


def serves(t, p, service, name):
    """The service is ready, and assigns a name."""
    assert service.ready()[0] == 200, service.ready()
    service.assign(name, p.token)
    assert service.location(name)


def upgraded(t):
    """The version before had no such file: the store is known by the first look at it, before anything is written."""
    p = t.primary()
    head = number_of(p)
    p.stop()
    path = t.file("head")
    if not p.store.startswith("postgresql"):
        path = p.store + "-head"
        os.remove(path)
    assert not os.path.exists(path)
    again = Process(t, p.store, *([] if path == p.store + "-head" else ["store.head_file=" + path]))
    until(lambda: os.path.exists(path) and len(content(path)) == LINE and number_in(path) == head, "it notes the last event")
    serves(t, p, again, "b")
    until(lambda: number_in(path) == number_of(again), "it notes the next one")


def no_file(t):
    """A folder, a FIFO that nobody writes to, a symbolic link to nowhere in a loop, a folder that is missing."""
    p = t.primary()
    places = [t.file("folder"), t.file("fifo"), t.file("loop"), os.path.join(t.file("missing"), "head")]
    os.mkdir(places[0])
    os.mkfifo(places[1])
    os.symlink(places[2], places[2])
    for place, says in zip(places, ("no regular file", "no regular file", "opened", "opened"), strict=True):
        service = with_file(t, p, place)
        why = service.event("head_file_failed")["why"]
        assert place in why and says in why, why
        serves(t, p, service, os.path.basename(place))
        service.stop()
    link, to = t.file("link"), t.file("elsewhere")
    os.symlink(to, link)
    service = with_file(t, p, link)
    serves(t, p, service, "link")
    until(lambda: number_in(to) == number_of(service), "it writes where the link leads")
    assert os.path.islink(link)
    service.look(0.1)
    assert not [entry for entry in service.log if entry["event"] == "head_file_failed"], service.log


def torn(t):
    """The beginning of a line, one of something else, half of another one: it says so, and writes it again."""
    p = t.primary()
    path = t.file("head")
    service = with_file(t, p, path)
    serves(t, p, service, "first")
    until(lambda: number_in(path) == number_of(service), "it has the last event")
    service.stop()
    whole = content(path)
    for i, text in enumerate((whole[:64], whole[:-1], "x" * LINE, whole[:30] + "0" * 34 + whole[64:])):
        with open(path, "w", encoding="latin-1") as f:
            f.write(text)
        service = with_file(t, p, path)
        serves(t, p, service, f"torn{i}")
        until(lambda s=service: number_in(path) == number_of(s), "the file is right again")
        service.stop()


def not_writable(t):
    """On a file system that is read-only, the file is read: what it has is known, and new events are not kept."""
    p = t.primary()
    place = t.file("disk")
    os.mkdir(place)
    if why := mount_own(place):
        print(f"no file system can be mounted here ({why}): not_writable was not tested")
        return
    try:
        path = os.path.join(place, "head")
        service = with_file(t, p, path)
        serves(t, p, service, "before")
        until(lambda: number_in(path) == number_of(service), "it has the last event")
        service.stop()
        make_read_only(place)
        before = number_in(path)
        service = with_file(t, p, path)
        why = service.event("head_file_failed")["why"]
        assert path in why and "Read-only" in why, why
        serves(t, p, service, "after")
        assert number_in(path) == before and number_of(service) > before
        service.stop()
        # An older store in the place of this one lacks the event of the file, also if it cannot be written.
        t.made += 1
        other = t.primary()
        while number_of(other) <= before:
            other.assign(f"n{number_of(other)}", other.token)
        refused = with_file(t, other, path)
        assert refused.event("history_refused")["file"] == path
        assert refused.ready()[0] == 503 and place not in str(refused.ready()), refused.ready()
        status, _, text = refused.ask("PUT", "/api/v1/names/urn:example:x", other.token, {"locators": []})
        assert status == 503 and place not in text.decode(), text
        refused.stop()
    finally:
        unmount(place)


def full_disk(t):
    """The line does not fit: it is said, names are assigned, and it is written when there is room."""
    p = t.primary()
    place = t.file("disk")
    os.mkdir(place)
    if why := mount_own(place, b"size=64k"):
        print(f"no file system can be mounted here ({why}): full_disk was not tested")
        return
    try:
        path, filler = os.path.join(place, "head"), os.path.join(place, "filler")
        try:
            with open(filler, "wb", buffering=0) as f:
                while f.write(b"x" * 4096):
                    pass
        except OSError as e:
            assert "No space" in str(e), e
        service = with_file(t, p, path)
        why = service.event("head_file_failed")["why"]
        assert path in why and "No space" in why, why
        serves(t, p, service, "while-full")
        assert content(path) == ""
        service.stop()
        # The next process knows nothing by an empty file, and takes the store as it is.
        service = with_file(t, p, path)
        serves(t, p, service, "again-full")
        os.remove(filler)
        service.assign("with-room", p.token)
        until(lambda: number_in(path) == number_of(service), "it is written as soon as there is room")
        service.stop()
        # A line that is there is written in its place, which needs no room.
        with open(filler, "wb", buffering=0) as f:
            try:
                while f.write(b"x" * 4096):
                    pass
            except OSError:
                pass
        service = with_file(t, p, path)
        serves(t, p, service, "in-place")
        until(lambda: number_in(path) == number_of(service), "it is written on a full disk")
        service.look(0.1)
        assert not [entry for entry in service.log if entry["event"] == "head_file_failed"], service.log
        service.stop()
    finally:
        unmount(place)


TESTS = [upgraded, no_file, torn, not_writable, full_disk]

if __name__ == "__main__":
    run(TESTS)
