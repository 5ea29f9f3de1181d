"""Assigns names one after the other: assign.py URL CA TOKEN PREFIX COUNT, in the network of the cluster.

Prints a line of JSON for each name that was acknowledged: the name, and the event that its response names in `History`.
"""
import json
import sys

from connection import Connection, path_of

JSON = {"Content-Type": "application/json", "If-None-Match": "*"}


def main(url, ca, token, prefix, count):
    connection = Connection(url, ca, token)
    response = connection.ask("PUT", "/api/v1/namespaces/example", "{}", **JSON)
    if response.status not in (201, 412):
        sys.exit(f"the namespace: {response.status} {response.body.decode()}")
    for number in range(int(count)):
        name = f"urn:example:{prefix}-{number}"
        response = connection.ask("PUT", path_of(name), json.dumps({"locators": ["https://example.org/"]}), **JSON)
        if response.status != 201:
            sys.exit(f"{name}: {response.status} {response.body.decode()}")
        print(json.dumps({"name": name, "event": response.fields["History"]}), flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
