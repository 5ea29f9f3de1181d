#!/usr/bin/env python3
"""A store on a read-only file system is served: reads get responses, writes get 503, and the log has the reason. One that
was not closed is not served, and the message says why and what helps.

    read_only_test.py --command build/dev/bin/uniform

The file system is a tmpfs in a mount namespace of the test's own, which needs root; without, the test says so.
"""
import argparse
import ctypes
import http.client
import json
import os
import shutil
import signal
import sqlite3
import subprocess
import sys
import tempfile

from api_test import address_of

CLONE_NEWNS, MS_RDONLY, MS_REMOUNT, MS_REC, MS_PRIVATE, MNT_DETACH = 0x20000, 1, 32, 0x4000, 1 << 18, 2


def mount(source, target, kind, flags, options=None):
    if ctypes.CDLL(None, use_errno=True).mount(source, target, kind, flags, options) != 0:
        raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))


def mount_own(place, options=None):
    """Makes a folder an empty file system in a mount namespace of this process; "" or why not. Options are those of
    tmpfs(5), such as b"size=64k"."""
    try:
        if ctypes.CDLL(None, use_errno=True).unshare(CLONE_NEWNS) != 0:
            raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))
        mount(b"none", b"/", None, MS_REC | MS_PRIVATE)
        mount(b"none", place.encode(), b"tmpfs", 0, options)
    except OSError as e:
        return str(e)
    return ""


def make_read_only(place):
    mount(b"none", place.encode(), b"tmpfs", MS_REMOUNT | MS_RDONLY)


def unmount(place):
    ctypes.CDLL(None).umount2(place.encode(), MNT_DETACH)


def leave_unclosed(place, write):
    """A copy of the store with its log, made while the store is open, but without the index of the log."""
    store, copy = os.path.join(place, "names.db"), os.path.join(place, "unclosed.db")
    with sqlite3.connect(store) as connection:
        connection.execute("SELECT count(*) FROM sqlite_master").fetchall()
        write()
        for end in ("", "-wal"):
            shutil.copy(store + end, copy + end)
    connection.close()
    return copy


def check_unclosed(command, folder, store, environment, wrong):
    """The store is refused with the name of its log; elsewhere, a copy of both files has what was written last."""
    run = lambda *words: subprocess.run([command, *words], env=environment, capture_output=True, text=True, timeout=60)
    for words in (["name", "list"], ["serve", "--port", "0"]):
        refused = run(*words, "--store", store)
        if refused.returncode == 0 or "was not closed" not in refused.stderr or store + "-wal" not in refused.stderr:
            wrong.append(f"a store that was not closed: {refused}")
    elsewhere = os.path.join(folder, "copy.db")
    for end in ("", "-wal"):
        shutil.copy(store + end, elsewhere + end)
    listed = run("name", "list", "--store", elsewhere)
    if listed.returncode != 0 or "urn:example:b" not in listed.stdout:
        wrong.append(f"its copy where it can be written: {listed}")


def check(command, folder, place, wrong):
    """Serves a store in this folder, whose file system becomes read-only; adds to what is wrong."""
    store = ["--store", os.path.join(place, "names.db")]
    environment = {**os.environ, "HOME": folder}
    run = lambda *words, **more: subprocess.run([command, *words, *store], env=environment, capture_output=True, text=True, **more)
    run("store", "migrate", check=True)
    token = json.loads(run("token", "create", "--role", "administrator", "--json", check=True).stdout)["token"]
    run("namespace", "add", "example", check=True)
    run("name", "assign", "urn:example:a", "https://www.example.org/", check=True)
    unclosed = leave_unclosed(place, lambda: run("name", "assign", "urn:example:b", "https://www.example.org/", check=True))
    make_read_only(place)
    check_unclosed(command, folder, unclosed, environment, wrong)
    listed = run("name", "list")
    if listed.returncode != 0 or "urn:example:a" not in listed.stdout:
        wrong.append(f"name list: {listed}")
    process = subprocess.Popen([command, "serve", "--port", "0", *store], env=environment, stderr=subprocess.PIPE, text=True)
    try:
        connection = http.client.HTTPConnection(address_of(process), timeout=30)
        for method, target, body, right in (
                ("GET", "/readyz", None, 200), ("GET", "/urn:example:a", None, 302), ("GET", "/", None, 200),
                ("GET", "/api/v1/names", None, 200), ("GET", "/api/v1/tokens/self", None, 200),
                ("PUT", "/api/v1/names/urn:example:c", "{}", 503)):
            connection.request(method, target, body, {"Authorization": "Bearer " + token, "Content-Type": "application/json"})
            answer = connection.getresponse()
            text = answer.read()
            if answer.status != right:
                wrong.append(f"{method} {target} is {answer.status}, not {right}: {text[:200]}")
    finally:
        process.send_signal(signal.SIGTERM)
        log = process.stderr.read()
        if process.wait(60) != 0:
            wrong.append(f"the service ended with {process.returncode}")
    if "its file system is read-only" not in log:
        wrong.append("the log has no reason: " + log[-500:])


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--command", required=True)
    command = parser.parse_args().command
    wrong = []
    with tempfile.TemporaryDirectory(prefix="uniform-read-only-") as folder:
        place = os.path.join(folder, "disk")
        os.mkdir(place)
        if why := mount_own(place):
            print(f"no file system can be mounted here ({why}): nothing was tested")
            return
        try:
            check(command, folder, place, wrong)
        finally:
            unmount(place)
    print("\n".join(wrong) or "served for reading")
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
