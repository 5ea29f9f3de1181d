#!/usr/bin/env python3
"""Prints what deploy/compose.yaml says of its services, one argument a line.

usage: compose.py FILE podman SERVICE      options of `podman run`
       compose.py FILE value SERVICE NAME  a variable of its environment

Variables are replaced as by compose, from this process's environment. A key that is unknown here is an error, so that nothing
in the file is left untested.
"""

import os
import re
import sys

import yaml

NOT_FOR_RUN = {"build", "image", "depends_on", "restart", "stop_grace_period", "healthcheck", "ports", "volumes"}


def replace(text):
    return re.sub(r"\$\{(\w+):\?\}", lambda found: os.environ[found[1]], str(text))


def options(service):
    for key, value in service.items():
        if key == "environment":
            for name, setting in value.items():
                yield f"--env={name}={replace(setting)}"
        elif key == "read_only":
            yield from ["--read-only", "--read-only-tmpfs=false"] if value else []
        elif key == "cap_drop":
            yield from (f"--cap-drop={name}" for name in value)
        elif key == "security_opt":
            yield from (f"--security-opt={option}" for option in value)
        elif key not in NOT_FOR_RUN:
            raise SystemExit(f"compose.py does not know {key}")


with open(sys.argv[1], encoding="utf-8") as file:
    document = yaml.safe_load(file)
assert document["services"]["uniform"]["depends_on"]["database"]["condition"] == "service_healthy"
chosen = document["services"][sys.argv[3]]
if sys.argv[2] == "podman":
    print("\n".join(options(chosen)))
else:
    print(replace(chosen["environment"][sys.argv[4]]))
