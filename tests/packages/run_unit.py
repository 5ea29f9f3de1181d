#!/usr/bin/env python3
"""Starts the service of a systemd unit as systemd would, waits until it says that it is ready, runs a command beside it, and
stops it. For systems on which systemd does not run.

usage: run_unit.py UNIT COMMAND [ARGUMENT...]

Reads from the unit what decides whether the service works: account, state directory, environment, commands, umask, and that
the service tells when it is ready. The exit code is the command's, or 1 if the service did not start or stop as it should.
"""

import grp
import os
import pwd
import select
import shlex
import signal
import socket
import subprocess
import sys
import tempfile

LIMIT = 60  # seconds; only a service that hangs takes so long


def read_unit(path):
    settings = {}
    with open(path, encoding="utf-8") as unit:
        for line in unit:
            name, separator, value = line.strip().partition("=")
            if separator and not line.startswith("#"):
                settings.setdefault(name, []).append(value.replace("%S", "/var/lib"))
    return settings


def environment_of(unit):
    variables = {"PATH": "/usr/bin:/bin"}
    for assignment in unit.get("Environment", []):
        name, _, value = assignment.partition("=")
        variables[name] = value
    for path in unit.get("EnvironmentFile", []):
        if os.path.exists(path.lstrip("-")):
            with open(path.lstrip("-"), encoding="utf-8") as lines:
                for line in lines:
                    name, separator, value = line.strip().partition("=")
                    if separator:
                        variables[name] = value
        elif not path.startswith("-"):
            raise SystemExit(f"{path} is missing")
    return variables


def main():
    unit = read_unit(sys.argv[1])
    account = pwd.getpwnam(unit["User"][0])
    group = grp.getgrnam(unit["Group"][0])
    state = os.path.join("/var/lib", unit["StateDirectory"][0])
    os.makedirs(state, exist_ok=True)
    os.chown(state, account.pw_uid, group.gr_gid)
    os.chmod(state, int(unit["StateDirectoryMode"][0], 8))
    variables = environment_of(unit)

    def become():
        os.setgroups([])
        os.setgid(group.gr_gid)
        os.setuid(account.pw_uid)
        os.umask(int(unit["UMask"][0], 8))

    def start(command):
        return subprocess.Popen(shlex.split(command), env=variables, cwd=state, preexec_fn=become)

    for command in unit.get("ExecStartPre", []):
        if start(command).wait(LIMIT) != 0:
            raise SystemExit(f"failed: {command}")

    assert unit["Type"] == ["notify"]
    with tempfile.TemporaryDirectory() as folder:
        os.chmod(folder, 0o755)
        address = os.path.join(folder, "notify")
        notices = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        notices.bind(address)
        os.chmod(address, 0o777)
        variables["NOTIFY_SOCKET"] = address
        service = start(unit["ExecStart"][0])
        try:
            told = b""
            ended = os.pidfd_open(service.pid)
            while b"READY=1" not in told:
                ready, _, _ = select.select([notices, ended], [], [], LIMIT)
                if notices not in ready:
                    raise SystemExit("the service ended or did not say that it is ready")
                told = notices.recv(4096)
            result = subprocess.run(sys.argv[2:], check=False).returncode
        finally:
            service.send_signal(signal.SIGTERM)
            stopped = service.wait(LIMIT)
    if stopped != 0:
        raise SystemExit(f"the service ended with {stopped}")
    return result


sys.exit(main())
