"""The requests of the API's tests in addition to the table of operations and roles."""
import json
import urllib.parse


def quote(text):
    return urllib.parse.quote(text, safe="")


def insufficient(w):
    """The requests that tokens must not make, beyond x-roles and x-scope: (what, token, method, path, body, status)."""
    scoped = {r: w.post("tokens", {"role": r, "prefixes": ["example:"]})["token"] for r in ("administrator", "expert")}
    manager = w.tokens["manager"]
    taken = w.post("transfers", {"prefix": w.delegate("example:b-", "museum"), "to": "library"}, manager)["id"]
    act = {"role": "registrar", "prefixes": ["example:p"]}
    return [
        ("a token for a foreign registrar", manager, "POST", "tokens", {**act, "registrar": "archive"}, 403),
        ("a token for a registrar of nobody", manager, "POST", "tokens", {**act, "registrar": "museum"}, 403),
        ("a foreign registrar", manager, "PUT", "registrars/archive", {"name": "Mine"}, 403),
        ("an administrator's registrar", manager, "PUT", "registrars/museum", {"name": "Mine"}, 403),
        ("its end", manager, "POST", "registrars/museum/end", None, 403),
        ("the registrar itself by a limited token", w.tokens["registrar"], "PUT", "registrars/library", {"name": "Me"}, 403),
        ("asking and accepting alone", manager, "POST", f"transfers/{quote(taken)}/accept", None, 403),
        ("a namespace", scoped["administrator"], "PUT", "namespaces/foreign", {"title": "Mine"}, 403),
        ("a new namespace", scoped["administrator"], "PUT", "namespaces/another", {"title": "Mine"}, 403),
        ("a registration", scoped["administrator"], "POST", f"requests/{w.request}/register", {}, 404),  # a draft is hidden
        ("a review", scoped["expert"], "POST", f"requests/{w.request}/review", {}, 404),  # a draft is hidden
    ]


def together(w):
    """Revoking a token revokes those that it created, at once: what is wrong with that."""
    wrong = []
    made = {"role": "reader", "prefixes": ["example:"]}
    for body, kept in (({}, False), ({"keep_created_tokens": True}, True)):
        manager = w.post("tokens", {"role": "manager", "prefixes": ["example:"]})
        child = w.post("tokens", made, manager["token"])
        who = lambda: w.service.ask("GET", "/api/v1/tokens/self", child["token"])[0]
        if who() != 200 or child["created_by"] != "token:" + manager["id"]:
            wrong.append(f"the token that a manager created: {child}")
        answer = w.post(f"tokens/{manager['id']}/revoke", body)
        if answer["also_revoked"] != ([] if kept else [child["id"]]) or who() != (200 if kept else 401):
            wrong.append(f"revoked with {body}: {answer}, and the token that it created is then {who()}")
    return wrong


def by_a_secret(w):
    """Who acts by the secret of a request is said to be its submitter, and no stranger is: what is wrong with that."""
    opened = json.loads(w.service.ask("POST", "/api/v1/requests", None, {"template": w.whole_template, "title": "Quays"})[2])
    number, secret = opened["request"]["id"], opened["secret"]
    parts = []
    for sent in (secret, secret[:-1] + ("A" if secret[-1] != "A" else "B"), None):
        said = {"Request-Secret": sent} if sent else {}
        if sent == secret:
            w.service.ask("POST", f"/api/v1/requests/{number}/submit", None, {}, **said)
            w.post(f"requests/{number}/accept")
        status, _, text = w.service.ask(
            "POST", f"/api/v1/requests/{number}/comments", None, {"author": "A", "text": "T"}, **said)
        parts.append((status, json.loads(text).get("part")))
    shown = w.service.must("GET", f"/api/v1/requests/{number}", w.admin)
    who = [(d["action"], d["who"]) for d in shown["decisions"]]
    of = "submitter of request " + number
    wrong = []
    if parts != [(202, "submitter"), (202, None), (202, None)]:
        wrong.append(f"as whom comments were received: {parts}")
    if [one[0] for one in who] != ["submit", "accept"] or who[0][1] != of or who[1][1] == of or shown["comments"] != 0:
        wrong.append(f"who performed the actions on a request: {who}")
    return wrong


def reviewers_of_prefixes(w):
    """Tokens of reviewers with prefixes review the requests under these alone: what is wrong with that."""
    wrong = []
    # The actions in order, with what they need, and whether an expert may perform them.
    steps = (("review", {}, True), ("comments", {"text": "Why?", "author": "A"}, True), ("approve", {}, True),
             ("register", {}, False))
    for role in ("expert", "administrator"):
        nid = "reviewed-by-" + role
        w.requested(("submit", "review", "approve", "register"), w.template_for(nid))
        text = w.template_for(nid, Version="2", **{"Revision Information": "Names more stones."})
        revision = w.post("requests", {"template": text, "revises": nid})
        number = revision["request"]["id"]
        w.post(f"requests/{number}/submit")
        token = {where: w.post("tokens", {"role": role, "prefixes": [prefix]})["token"]
                 for where, prefix in (("own", nid + ":"), ("foreign", "example:"), ("below", nid + ":a"))}
        for action, body, by_expert in steps:
            for where in ("foreign", "below", "own"):
                status, _, text = w.service.ask("POST", f"/api/v1/requests/{number}/{action}", token[where], body)
                right = status < 300 if where == "own" and (by_expert or role == "administrator") else status == 403
                # Who does not review may comment as anybody does.
                if action == "comments" and where != "own":
                    right = status < 300 and json.loads(text).get("part") != role
                if not right:
                    wrong.append(f"{action} by a restricted {role} whose prefix is {where}: {status} {text[:200]}")
    return wrong
